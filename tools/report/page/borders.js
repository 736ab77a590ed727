// SPDX-License-Identifier: BSD-3-Clause
// What lies along the borders: the limit of each letter, and features of tracks.

const lane_height = 11, most_lanes = 4;

// One side of the picture. Along it the target's letters (x) or the query's (y) run.
class border {
  constructor(chain, side, features) {
    this.chain = chain;
    this.side = side;
    this.limits = side === 'a' ? chain.limits_a : chain.limits_b;
    this.strip = !this.limits ? 0 : this.limits.ends.length > 1 ? 26 : 7;  // one limit for all needs no room
    this.features = features;
    this.types = [...new Set(features.map(f => f.type))];
    this.lanes = Math.min(this.types.length, most_lanes);
  }
  get thickness() {
    return (this.limits ? this.strip + 4 : 0) + this.lanes * lane_height + (this.lanes ? 4 : 0);
  }
  lane_of(type) {
    return Math.min(this.types.indexOf(type), most_lanes - 1);
  }
  // Draws into a strip that ends at `end` (its side towards the picture).
  draw(pen, view, colours, end) {
    let at = end;
    if (this.limits) {
      this.draw_limits(pen, view, colours, at);
      at -= this.strip + 4;
    }
    if (this.lanes)
      this.draw_features(pen, view, colours, at);
  }

  // A box from..to along the border and near..far across it.
  box(view, from, to, near, far) {
    if (this.side === 'b')
      return [view.px(from), far, view.px(to) - view.px(from), near - far];
    return [far, view.py(from), near - far, view.py(to) - view.py(from)];
  }

  // Limits as bars away from the picture, by the logarithm; the least and the largest within a pixel.
  draw_limits(pen, view, colours, end) {
    const {limits, chain, side} = this;
    const flipped = side === 'a' && chain.reverse;
    const size = side === 'a' ? chain.n : chain.m;
    const [from, to] = side === 'a' ? [view.y0, view.y1] : [view.x0, view.x1];
    const scale = side === 'a' ? view.y_scale : view.x_scale;
    const first = Math.max(0, Math.floor(flipped ? size - to : from)),
          last = Math.min(size, Math.ceil(flipped ? size - from : to));
    const height = hi => hi === Infinity ?
        this.strip :
        3 + (this.strip - 7) * (limits.largest ? Math.log2(1 + hi) / Math.log2(1 + limits.largest) : 0);
    const bars = {limit: [], 'limit-pale': [], blocked: []};
    const add = (name, a, b, length) =>
        bars[name].push(...this.box(view, flipped ? size - b : a, flipped ? size - a : b, end, end - length));
    let column = {end: -1};
    const flush = () => {
      if (column.end < 0)
        return;
      if (column.blocked)
        add('blocked', column.start, column.end, this.strip);
      if (column.most >= 0) {
        add('limit-pale', column.start, column.end, height(column.most));
        if (column.least < Infinity)
          add('limit', column.start, column.end, height(column.least));
      }
    };
    for (let k = limits.run_at(first); k < limits.ends.length && (k === 0 ? 0 : limits.ends[k - 1]) < last; ++k) {
      const start = Math.max(first, k === 0 ? 0 : limits.ends[k - 1]), stop = Math.min(last, limits.ends[k]);
      if (column.end < 0 || (stop - column.start) * scale > 1) {
        flush();
        column = {start, end: stop, least: Infinity, most: -1, blocked: false};
      }
      column.end = stop;
      const {hi, blocked} = limits.of_run(k);
      if (blocked) {
        column.blocked = true;
      } else {
        column.least = Math.min(column.least, hi);
        column.most = Math.max(column.most, hi);
      }
    }
    flush();
    pen.boxes(bars.blocked, colours.blocked);
    pen.boxes(bars['limit-pale'], colours['limit-pale']);
    pen.boxes(bars.limit, colours.limit);
    if (scale >= 14 && limits.ends.length > 1)  // so near that numbers can be read
      this.draw_limit_numbers(pen, view, colours, end, first, last, flipped, size);
  }
  draw_limit_numbers(pen, view, colours, end, first, last, flipped, size) {
    for (let p = first; p < last; ++p) {
      const {hi, blocked} = this.limits.at(p);
      const text = blocked ? 'x' : hi === Infinity ? '∞' : hi > 999 ? '' : String(hi);
      const place = flipped ? size - 1 - p + 0.5 : p + 0.5;
      const [x, y] =
          this.side === 'b' ? [view.px(place), end - this.strip + 7] : [end - this.strip + 9, view.py(place)];
      pen.text(x, y, text, {colour: colours.ink, size: 9, anchor: 'middle', middle: true});
    }
  }

  draw_features(pen, view, colours, end) {
    const [from, to] = this.side === 'a' ? [view.y0, view.y1] : [view.x0, view.x1];
    for (const f of this.features) {
      if (f.end < from || f.first > to)
        continue;
      const lane = this.lane_of(f.type);
      const near = end - lane * lane_height, far = near - lane_height + 3;
      let [x, y, width, height] = this.box(view, Math.max(f.first, from), Math.min(f.end, to), near, far);
      width = Math.max(width, 1);
      height = Math.max(height, 1);
      pen.boxes([x, y, width, height], colours['f' + lane % 6], 0.75);
      const label = f.name || f.type;
      if (this.side === 'b' && width > label.length * 5.2 + 6)
        pen.text(x + width / 2, y + height / 2 + 0.5, label,
            {colour: colours.paper, size: 8, anchor: 'middle', middle: true});
      else if (this.side === 'a' && height > label.length * 5.2 + 6)
        pen.text(x + width / 2 + 0.5, y + height / 2, label,
            {colour: colours.paper, size: 8, anchor: 'middle', middle: true, turn: -90});
    }
  }
  legend() {
    return this.types.slice(0, most_lanes)
        .map((type, k) => ['f' + k % 6,
                 k === most_lanes - 1 && this.types.length > most_lanes ? `${type} and others` : type]);
  }
}
