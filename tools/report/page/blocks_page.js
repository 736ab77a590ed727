// SPDX-License-Identifier: BSD-3-Clause
// The page of what chain wrote: dot plot, table of blocks, table of anchors with the reason of each that is in no
// block.

class blocks_page {
  constructor(place) {
    const data = this.data = new block_data();
    this.figure = new block_figure(data);
    this.pane = new plot_pane(
        this.figure, {changed: () => this.keep_address(), picked: (px, py) => this.pick_near(px, py), height: 700});
    const places = (axis, k, from, to) =>
        `${axis.names[k]}:${grouped(from - axis.start[k])} to ${grouped(to - axis.start[k])}`;
    this.blocks = new data_table({
      rows: data.blocks.length,
      what: 'block',
      height: 280,
      picked: r => this.choose_block(r),
      columns: [
        {
          head: 'block',
          number: true,
          width: 4.5,
          value: r => data.blocks[r].number,
          text: r => String(data.blocks[r].number)
        },
        {
          head: 'anchors',
          number: true,
          width: 5.5,
          value: r => data.blocks[r].members.length,
          text: r => grouped(data.blocks[r].members.length)
        },
        {
          head: contents.shown === 'blocks' ? 'score' : 'weight',
          title: contents.shown === 'blocks' ? '' : 'weights of its anchors, without what links cost',
          number: true,
          width: 6,
          value: r => data.blocks[r].weight,
          text: r => grouped(data.blocks[r].weight)
        },
        {
          head: 'strand',
          width: 4.2,
          value: r => data.blocks[r].falls ? 1 : 0,
          text: r => data.blocks[r].falls ? '-' : '+'
        },
        {
          head: 'query',
          width: 10,
          grows: true,
          value: r => data.blocks[r].x0,
          text: r => places(data.x_axis, data.blocks[r].query, data.blocks[r].x0, data.blocks[r].x1)
        },
        {
          head: 'target',
          width: 10,
          grows: true,
          value: r => data.blocks[r].y0,
          text: r => places(data.y_axis, data.blocks[r].target, data.blocks[r].y0, data.blocks[r].y1)
        }
      ]
    });
    const tools = make('div', {class: 'tools'},
        make('button', {type: 'button', title: 'show all (0)', onclick: () => this.key('0')}, 'All'),
        make('button', {type: 'button', onclick: () => this.pane.key('+')}, '+'),
        make('button', {type: 'button', onclick: () => this.pane.key('-')}, '−'),
        contents.shown === 'anchors' ? make('label', {}, make('input', {
          type: 'checkbox',
          checked: true,
          onchange: event => {
            this.figure.show_out = event.target.checked;
            this.pane.draw();
          }
        }),
                                           ' anchors in no block') :
                                       null,
        make('span', {class: 'gap'}),
        make('button', {type: 'button', onclick: () => save_svg(this.figure), title: 'save the picture as SVG'}, 'SVG'),
        make(
            'button', {type: 'button', onclick: () => save_png(this.figure), title: 'save the picture as PNG'}, 'PNG'));
    this.lists = make('div', {class: 'links'}, make('h2', {}, 'Blocks'), this.blocks.box);
    place.append(this.facts(), make('div', {class: 'pair-columns'}, make('div', {}, tools, this.pane.box), this.lists));
    this.restore(read_address());
    if (contents.shown === 'anchors')
      setTimeout(() => this.make_anchors(), 30);  // the picture is painted first
  }
  facts() {
    const {data} = this, out = make('div', {class: 'facts'});
    const add = (number, what) => out.append(make('span', {}, make('b', {}, grouped(number)), ' ' + what));
    add(data.blocks.length, 'blocks');
    if (contents.shown === 'anchors')
      contents.statuses.forEach((status, k) => add(data.column.status.reduce((sum, s) => sum + (s === k), 0),
                                    status === 'in'      ? 'anchors in blocks' :
                                        status === 'out' ? 'in none' :
                                                           status));
    add(data.x_axis.names.length, 'queries');
    add(data.y_axis.names.length, 'targets');
    return out;
  }
  make_anchors() {
    const {data} = this, c = data.column;
    this.anchors = new data_table({
      rows: data.count,
      what: 'anchor',
      height: 340,
      picked: k => this.choose_anchor(k),
      columns: [
        {
          head: 'query',
          width: 6,
          grows: true,
          value: k => data.x_axis.names[c.query[k]],
          text: k => data.x_axis.names[c.query[k]]
        },
        {head: 'x', number: true, width: 6, value: k => c.x[k], text: k => grouped(c.x[k])}, {
          head: 'target',
          width: 6,
          grows: true,
          value: k => data.y_axis.names[c.target[k]],
          text: k => data.y_axis.names[c.target[k]]
        },
        {head: 'y', number: true, width: 6, value: k => c.y[k], text: k => grouped(c.y[k])},
        {head: 'weight', number: true, width: 5, value: k => c.weight[k], text: k => grouped(c.weight[k])}, {
          head: 'block',
          number: true,
          width: 4.5,
          value: k => c.block[k] || 1e18,
          text: k => c.block[k] > 0 ? String(c.block[k]) : ''
        },
        {
          head: 'reason',
          title: 'why it is in no block',
          width: 18,
          grows: true,
          value: k => data.reason(k),
          text: k => data.reason(k)
        }
      ]
    });
    const words = make('input',
        {type: 'search', placeholder: 'filter by name or reason', 'aria-label': 'filter anchors', id: 'filter'});
    const out = make('input', {type: 'checkbox'});
    const filter = () => {
      const wanted = words.value.toLowerCase().split(/\s+/).filter(word => word);
      this.anchors.filter(k => (!out.checked || c.block[k] === 0) &&
              (wanted.length === 0 ||
                  (text => wanted.every(word => text.includes(word)))(`${data.x_axis.names[c.query[k]]}\t${
                      data.y_axis.names[c.target[k]]}\t${data.reason(k)}`.toLowerCase())));
    };
    words.addEventListener('input', filter);
    out.addEventListener('input', filter);
    this.filter_box = words;
    this.lists.append(make('h2', {}, 'Anchors'),
        make('div', {class: 'tools'}, words, make('label', {}, out, ' in no block')), this.anchors.box);
  }
  choose_block(r) {
    this.figure.block = r;
    this.figure.anchor = -1;
    this.figure.look_at(this.data.blocks[r], 1.5);
    this.pane.draw();
  }
  choose_anchor(k) {
    this.figure.anchor = k;
    const {view} = this.figure, box = this.figure.anchor_box(k);
    const near = Math.min(view.extent.width, view.extent.height) / 40;
    this.figure.look_at({x0: box.x0 - near, x1: box.x1 + near, y0: box.y0 - near, y1: box.y1 + near}, 1);
    this.pane.draw();
  }
  pick_near(px, py) {
    const k = this.figure.near(px, py);
    if (k < 0)
      return;
    this.figure.anchor = k;
    this.figure.block = this.data.block_of.get(this.data.column.block[k]) ?? -1;
    this.anchors?.choose(k);
    if (this.figure.block >= 0)
      this.blocks.choose(this.figure.block);
    this.pane.draw();
  }
  restore(address) {
    const x = read_range(address.get('x')), y = read_range(address.get('y'));
    if (x && y)
      this.figure.view.show(...x, ...y);
    const block = this.data.block_of.get(Number(address.get('block')));
    if (block !== undefined) {
      this.figure.block = block;
      this.blocks.choose(block);
    }
  }
  keep_address() {
    const {view, block} = this.figure;
    write_address({
      x: range_text(view.x0, view.x1),
      y: range_text(view.y0, view.y1),
      block: block >= 0 ? this.data.blocks[block].number : null
    });
  }
  panes() {
    return [this.pane];
  }
  tables() {
    return [this.blocks, this.anchors].filter(table => table);
  }
  key(key) {
    if (key === '/' && this.filter_box)
      this.filter_box.focus();
    else if (key === 'n' || key === 'p')
      this.blocks.step(key === 'n' ? 1 : -1);
    else
      return this.pane.key(key);
    return true;
  }
}
