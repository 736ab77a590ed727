// SPDX-License-Identifier: BSD-3-Clause
// A heat map of all pairs: queries down, targets to the right. Where both sides are the same records and every pair was
// compared once, both halves show it.

class matrix_figure {
  // rows: { count, query(row), target(row), value(row) or NaN, text(row) }, names of both sides
  constructor({rows, queries, targets, same, what}) {
    Object.assign(this, {rows, queries, targets, same, what});
    this.title = `${what} of ${counted(rows.count, 'pair')}`;
    this.view = new plane(targets.length, queries.length);
    this.cells = new Map();  // query * targets + target -> row
    this.least = Infinity;
    this.most = -Infinity;
    for (let row = 0; row < rows.count; ++row) {
      const q = rows.query(row), t = rows.target(row);
      this.cells.set(q * targets.length + t, row);
      if (same && !this.cells.has(t * targets.length + q))
        this.cells.set(t * targets.length + q, row);
      const value = rows.value(row);
      if (value === value) {
        this.least = Math.min(this.least, value);
        this.most = Math.max(this.most, value);
      }
    }
    this.chosen = -1;
  }
  set_size(width, height) {
    this.width = width;
    this.height = height;
    const longest = names => names.reduce((most, name) => Math.max(most, Math.min(name.length, 18)), 4);
    const left = 12 + longest(this.queries) * 6.8, top = 14 + longest(this.targets) * 5;
    const room = {width: Math.max(width - left - 14, 40), height: Math.max(height - top - 34, 40)};
    // cells are squares where that does not make them tiny
    const cell = Math.min(room.width / this.targets.length, room.height / this.queries.length, 40);
    this.view.frame = {
      left,
      top,
      width: cell < 4 ? room.width : cell * this.targets.length,
      height: cell < 4 ? room.height : cell * this.queries.length
    };
  }
  row_at(q, t) {
    return this.cells.get(q * this.targets.length + t) ?? -1;
  }
  colour(value, colours) {
    const part = this.most > this.least ? (value - this.least) / (this.most - this.least) : 1;
    return between(colours.low, colours.high, Math.round(part * 32) / 32);
  }
  draw(pen, colours) {
    const {view} = this, {left, top, width, height} = view.frame;
    pen.boxes([0, 0, this.width, this.height], colours.paper);
    const boxes = new Map();
    const q0 = Math.floor(view.y0), q1 = Math.min(Math.ceil(view.y1), this.queries.length);
    const t0 = Math.floor(view.x0), t1 = Math.min(Math.ceil(view.x1), this.targets.length);
    const space = Math.min(view.x_scale, view.y_scale) > 6 ? 1 : 0;
    const add = (q, t, row) => {
      if (q < q0 || q >= q1 || t < t0 || t >= t1)
        return;
      const value = this.rows.value(row);
      const colour = value === value ? this.colour(value, colours) : colours.blocked;
      if (!boxes.has(colour))
        boxes.set(colour, []);
      boxes.get(colour).push(
          view.px(t), view.py(q), Math.max(view.x_scale - space, 0.7), Math.max(view.y_scale - space, 0.7));
    };
    pen.clip(left, top, width, height);
    pen.boxes([left, top, width, height], colours.grid, 0.45);
    for (const [cell, row] of this.cells)
      add(Math.floor(cell / this.targets.length), cell % this.targets.length, row);
    for (const [colour, list] of boxes)
      pen.boxes(list, colour);
    if (this.chosen >= 0)
      for (const [q, t] of this.places(this.chosen))
        pen.frame(view.px(t) - 0.5, view.py(q) - 0.5, view.x_scale, view.y_scale, colours.mark);
    pen.unclip();
    this.draw_names(pen, colours, q0, q1, t0, t1);
    this.draw_scale(pen, colours, left, top + height + 8);
  }
  places(row) {
    const q = this.rows.query(row), t = this.rows.target(row);
    return this.same ? [[q, t], [t, q]] : [[q, t]];
  }
  draw_names(pen, colours, q0, q1, t0, t1) {
    const {view} = this, {left, top, width, height} = view.frame;
    const style = {colour: colours.ink, size: 10, middle: true};
    const every = scale => Math.max(1, Math.ceil(11 / scale));
    for (let q = q0; q < q1; q += every(view.y_scale)) {
      const y = view.py(q + 0.5);
      if (y >= top && y <= top + height)
        pen.text(left - 5, y, shortened(this.queries[q], 18), {...style, anchor: 'end'});
    }
    for (let t = t0; t < t1; t += every(view.x_scale)) {
      const x = view.px(t + 0.5);
      if (x >= left && x <= left + width)
        pen.text(x, top - 5, shortened(this.targets[t], 18), {...style, turn: -55});
    }
  }
  draw_scale(pen, colours, left, top) {
    if (this.most < this.least)
      return;
    for (let k = 0; k <= 32; ++k)
      pen.boxes([left + 5 * k, top, 5, 10], between(colours.low, colours.high, k / 32));
    pen.text(left + 172, top + 9, `${this.what}: ${this.rows.text_of(this.least)} to ${this.rows.text_of(this.most)}`,
        {colour: colours.ink, size: 11});
  }
  row_under(px, py) {
    return this.view.holds(px, py) ? this.row_at(Math.floor(this.view.y_at(py)), Math.floor(this.view.x_at(px))) : -1;
  }
  told_at(px, py) {
    const row = this.row_under(px, py);
    return row < 0 ? '' :
                     `${this.queries[this.rows.query(row)]}  ${this.targets[this.rows.target(row)]}  ` +
            `${this.what} ${this.rows.text(row)}`;
  }
}
