// SPDX-License-Identifier: BSD-3-Clause
// The page of spliced alignments: table of loci, picture of one, table of introns.

class spliced_page {
  constructor(place) {
    const data = this.data = new spliced_data();
    this.loci = new data_table({
      rows: data.loci.length,
      what: 'locus',
      many: 'loci',
      height: 220,
      picked: k => this.show(k),
      columns: [
        {
          head: 'locus',
          width: 12,
          grows: true,
          value: k => k,
          text: k => place_text(contents.targets[data.loci[k].target], data.loci[k].first, data.loci[k].end)
        },
        {
          head: 'alignments',
          number: true,
          width: 7,
          value: k => data.loci[k].rows.length,
          text: k => grouped(data.loci[k].rows.length)
        },
        {
          head: 'introns',
          number: true,
          width: 6,
          value: k => data.loci[k].introns.length,
          text: k => grouped(data.loci[k].introns.length)
        },
        {
          head: 'letters',
          number: true,
          width: 6,
          value: k => data.loci[k].end - data.loci[k].first,
          text: k => grouped(data.loci[k].end - data.loci[k].first)
        }
      ]
    });
    const strand = i => data.introns[i].strand > 0 ? '+' : data.introns[i].strand < 0 ? '-' : '';
    const columns = [
      {
        head: 'intron',
        title: 'letters of the target, counted from 1',
        width: 11,
        grows: true,
        value: i => i,
        text: i => `${grouped(data.introns[i].first + 1)} to ${grouped(data.introns[i].end)}`
      },
      {head: 'strand', width: 4.5, value: i => data.introns[i].strand, text: strand}, {
        head: 'letters',
        number: true,
        width: 5.5,
        value: i => data.introns[i].end - data.introns[i].first,
        text: i => grouped(data.introns[i].end - data.introns[i].first)
      },
      {
        head: 'alignments',
        number: true,
        width: 7,
        value: i => data.introns[i].rows.length,
        text: i => grouped(data.introns[i].rows.length)
      },
      {
        head: 'MAPQ 10+',
        title: 'of them with a mapping quality of 10 or more, neither secondary nor supplementary',
        number: true,
        width: 7,
        value: i => data.introns[i].unique,
        text: i => grouped(data.introns[i].unique)
      },
      {
        head: 'overhang',
        title: 'the shorter exon beside it, at its longest',
        number: true,
        width: 6.5,
        value: i => data.introns[i].overhang,
        text: i => grouped(data.introns[i].overhang)
      }
    ];
    const place_of = i =>
        place_text(contents.targets[data.introns[i].target], data.introns[i].first, data.introns[i].end);
    if (contents.targets.length > 1)
      columns.unshift({
        head: 'target',
        width: 6,
        grows: true,
        value: i => contents.targets[data.introns[i].target],
        text: i => contents.targets[data.introns[i].target]
      });
    if (data.sites.size > 0)
      columns.push({
        head: 'sites',
        title: 'first and last two letters, on the transcript\'s strand',
        width: 5.5,
        value: i => data.sites_text(data.introns[i]),
        text: i => data.sites_text(data.introns[i]),
        mark: i => ['GT-AG', 'GC-AG', 'AT-AC'].includes(data.sites_text(data.introns[i])) ? '' : 'binds'
      });
    this.introns =
        new data_table({rows: data.introns.length, what: 'intron', height: 420, picked: i => this.choose(i), columns});
    const words = make('input', {
      type: 'search',
      placeholder: 'filter by read or target',
      'aria-label': 'filter loci',
      id: 'filter',
      oninput: () => {
        const wanted = words.value.toLowerCase();
        this.loci.filter(k => contents.targets[data.loci[k].target].toLowerCase().includes(wanted) ||
                data.loci[k].rows.some(row => contents.reads[row].toLowerCase().includes(wanted)));
      }
    });
    this.filter_box = words;
    const only = make('input', {type: 'checkbox', onchange: () => this.filter_introns()});
    this.only_here = only;
    this.plot = make('div', {class: 'plot'});
    const button = (text, title, action) => make('button', {type: 'button', title, onclick: action}, text);
    place.append(this.facts(),
        make('div', {class: 'pair-columns'},
            make('div', {},
                make('div', {class: 'tools'}, button('All', 'show all (0)', () => this.key('0')),
                    button('+', 'nearer', () => this.key('+')), button('−', 'farther', () => this.key('-')),
                    make('span', {class: 'gap'}), button('SVG', 'save the picture as SVG', () => save_svg(this.figure)),
                    button('PNG', 'save the picture as PNG', () => save_png(this.figure))),
                this.plot),
            make('div', {class: 'links'}, make('h2', {}, 'Loci'), make('div', {class: 'tools'}, words), this.loci.box,
                make('h2', {}, 'Introns'),
                make('div', {class: 'tools'}, make('label', {}, only, ' of this locus'), make('span', {class: 'gap'}),
                    button('Copy', 'copy the chosen intron\'s place',
                        () => this.introns.chosen < 0 ? announce('choose an intron first') :
                                                        copy_text(place_of(this.introns.chosen)))),
                this.introns.box)));
    const address = read_address(), asked = Number(address.get('locus')) - 1;
    const most = data.loci.reduce((best, locus, k) => locus.rows.length > data.loci[best].rows.length ? k : best, 0);
    this.loci.choose(asked >= 0 && asked < data.loci.length ? asked : most);
    this.show(this.loci.chosen, read_range(address.get('x')));
  }
  facts() {
    const {data} = this, out = make('div', {class: 'facts'});
    const add = (number, what) => out.append(make('span', {}, make('b', {}, grouped(number)), ' ' + what));
    add(data.count, 'alignments');
    add(data.loci.length, data.loci.length === 1 ? 'locus' : 'loci');
    add(data.introns.length, data.introns.length === 1 ? 'intron' : 'introns');
    return out;
  }
  show(k, range) {
    this.shown = k;
    this.figure = new spliced_figure(this.data, this.data.loci[k]);
    if (range)
      this.figure.view.show(range[0], range[1], 0, this.figure.view.y1);
    this.pane = new plot_pane(
        this.figure, {changed: () => this.keep_address(), picked: (px, py) => this.pick_near(px, py), height: 640});
    this.plot.replaceChildren(make('h2', {}, this.figure.title), this.pane.box);
    this.filter_introns();
  }
  filter_introns() {
    const here = new Set(this.data.loci[this.shown].introns);
    this.introns.filter(this.only_here.checked ? i => here.has(this.data.introns[i]) : null);
  }
  choose(i) {
    const intron = this.data.introns[i], locus = this.data.locus_of[intron.rows[0]];
    if (locus !== this.shown) {
      this.loci.choose(locus);
      this.show(locus);
    }
    this.figure.select(intron);
    this.pane.draw();
  }
  // The intron of the least length over a place that was clicked.
  pick_near(px) {
    const place = this.figure.view.x_at(px) + this.figure.origin;
    const over = this.figure.locus.introns.filter(i => i.first <= place && place < i.end)
                     .sort((a, b) => a.end - a.first - (b.end - b.first));
    if (over.length === 0)
      return;
    this.figure.intron = over[0];
    this.introns.choose(this.data.introns.indexOf(over[0]));
    this.pane.draw();
  }
  keep_address() {
    const {view} = this.figure;
    write_address({locus: this.shown + 1, x: range_text(view.x0, view.x1)});
  }
  panes() {
    return [this.pane];
  }
  tables() {
    return [this.loci, this.introns];
  }
  key(key) {
    if (key === '/')
      this.filter_box.focus();
    else if (key === 'n' || key === 'p')
      this.introns.step(key === 'n' ? 1 : -1);
    else if (key === 'l' || key === 'e')
      return false;
    else
      return this.pane.key(key);
    return true;
  }
}
