// SPDX-License-Identifier: BSD-3-Clause
// The dot plot of one pair with all that belongs to it: the same drawing for screen, SVG and PNG.

class pair_figure {
  constructor(chain, names, features) {
    this.chain = chain;
    this.names = names;
    this.view = new plane(chain.m, chain.n);
    this.border_a = new border(chain, 'a', features.a);
    this.border_b = new border(chain, 'b', features.b);
    this.letters_strip = chain.letters_a ? 16 : 4;
    this.colouring = chain.has_slack ? 'slack' : 'plain';
    this.marked = null;
    this.selected = 0;
    this.least_run = 1;
    if (chain.count > 0) {
      const box = chain.box(0, chain.count);
      if (box.x1 - box.x0 < chain.m / 2 || Math.abs(box.y1 - box.y0) < chain.n / 2)
        this.show_chain();
    }
  }
  // All of the chain and a little more.
  show_chain() {
    const {x0, x1, y0, y1} = this.chain.box(0, this.chain.count);
    const across = (x1 - x0) * 0.04 + 1, down = Math.abs(y1 - y0) * 0.04 + 1;
    this.view.show(x0 - across, x1 + across, Math.min(y0, y1) - down, Math.max(y0, y1) + down);
  }
  get title() {
    return `${this.names.a} and ${this.names.b}`;
  }
  set_size(width, height) {
    this.width = width;
    this.height = height;
    const left = 66 + this.border_a.thickness + this.letters_strip;
    const top = 36 + this.border_b.thickness + this.letters_strip;
    const inside = Math.max(width - left - 12, 40);
    const legend = legend_layout(this.legend(), inside).height;
    this.view.frame = {left, top, width: inside, height: Math.max(height - top - legend - 8, 40)};
  }
  draw(pen, colours) {
    const {view, chain} = this;
    const {left, top, width, height} = view.frame;
    pen.boxes([0, 0, this.width, this.height], colours.paper);
    draw_axes(pen, view, colours, {label_top: 32, label_left: 62});
    pen.text(left, 14, shortened(this.names.b, Math.floor(width / 7)), {colour: colours.ink, bold: true, size: 12});
    pen.text(14, top + height, shortened(this.names.a, Math.floor(height / 7)),
        {colour: colours.ink, bold: true, size: 12, turn: -90});
    pen.clip(left, 34, width, height + top - 34);
    this.border_b.draw(pen, view, colours, top - this.letters_strip);
    pen.unclip();
    pen.clip(64, top, width + left - 64, height);
    this.border_a.draw(pen, view, colours, left - this.letters_strip);
    pen.unclip();
    pen.clip(left, top, width, height);
    const options = {colouring: this.colouring, selected: this.selected, least_run: this.least_run};
    const near = view.x_scale >= least_cell_pixels && view.y_scale >= least_cell_pixels;
    options.cells = near;
    if (near)
      draw_cells(pen, chain, view, colours, options);
    draw_chain(pen, chain, view, colours, options);
    this.draw_marked(pen, colours);
    pen.unclip();
    draw_letters(pen, chain, view, colours,
        {letters_top: top - this.letters_strip / 2, letters_left: left - this.letters_strip / 2});
    pen.frame(left + 0.5, top + 0.5, width - 1, height - 1, colours.faint);
    draw_legend(pen, this.legend(), colours, left, top + height + 6, width);
  }
  // A letter whose limit stands in the way.
  draw_marked(pen, colours) {
    if (!this.marked)
      return;
    const {view} = this, {left, top, width, height} = view.frame, {side, from} = this.marked;
    pen.boxes(side === 'b' ? [view.px(from), top, Math.max(view.x_scale, 1), height] :
                             [left, view.py(from), width, Math.max(view.y_scale, 1)],
        colours.mark, 0.22);
  }
  legend() {
    const {limits_a, limits_b} = this.chain, both = limits_a ? [limits_a, limits_b] : [];
    const limits = [];
    if (both.some(l => l.ends.length > 1))
      limits.push(['limit', 'limit of a letter (log)']);
    if (both.some(l => l.kinds.some(kind => kind.blocked)))
      limits.push(['blocked', 'blocked letters']);
    const all =
        [...chain_colourings[this.colouring].legend(), ...limits, ...this.border_b.legend(), ...this.border_a.legend()];
    return all.filter(([colour, text], k) => all.findIndex(other => other[0] === colour && other[1] === text) === k);
  }
  // What stands at a place of the picture.
  told_at(px, py) {
    const {view, chain} = this;
    const j = Math.floor(view.x_at(px)), y = Math.floor(view.y_at(py));
    if (j < 0 || y < 0 || j >= chain.m || y >= chain.n)
      return '';
    const i = chain.reverse ? chain.n - 1 - y : y;
    const letters = chain.letters_a ? ` ${chain.letter_a(i)}${chain.letters_b.at(j)}` : '';
    const limit = (limits, p) => !limits ? '' :
        limits.at(p).blocked             ? ', blocked' :
                                           `, limit ${limits.at(p).hi === Infinity ? 'none' : limits.at(p).hi}`;
    return `${place_text(this.names.a, y, y + 1)} (i ${i}${limit(chain.limits_a, i)})  ` +
        `${place_text(this.names.b, j, j + 1)} (j ${j}${limit(chain.limits_b, j)})${letters}`;
  }
  select(link) {
    this.selected = link;
    if (link > 0 && link < this.chain.count) {
      const from = this.chain.box(link - 1, link), to = this.chain.box(link, link + 1);
      this.view.look_at(from.x1, to.x0, Math.min(from.y1, to.y0), Math.max(from.y1, to.y0), 1.8, 24);
    }
  }
}
