// SPDX-License-Identifier: BSD-3-Clause
// The dot plot of anchors and blocks: queries to the right, targets up.

class block_figure {
  constructor(data) {
    this.data = data;
    this.title = contents.title;
    this.view = new plane(data.x_axis.total, data.y_axis.total);
    this.show_out = true;
    this.block = -1;
    this.anchor = -1;
  }
  set_size(width, height) {
    this.width = width;
    this.height = height;
    const longest = this.data.y_axis.names.reduce((most, name) => Math.max(most, Math.min(name.length, 14)), 4);
    const left = 70 + longest * 6.4, top = 10;
    const inside = Math.max(width - left - 14, 40);
    this.view.frame = {
      left,
      top,
      width: inside,
      height: Math.max(height - top - 46 - legend_layout(this.legend(), inside).height, 40)
    };
  }
  legend() {
    const out = [['rise', 'rising (+)'], ['fall', 'falling (-)']];
    return contents.shown === 'anchors' ? [...out, ['out', 'in no block']] : out;
  }
  y_of(y) {  // the axis points up
    return this.data.y_axis.total - y;
  }
  draw(pen, colours) {
    const {view} = this, {left, top, width, height} = view.frame;
    pen.boxes([0, 0, this.width, this.height], colours.paper);
    this.draw_sequences(pen, colours);
    pen.clip(left, top, width, height);
    this.draw_anchors(pen, colours);
    this.draw_chosen(pen, colours);
    pen.unclip();
    pen.frame(left + 0.5, top + 0.5, width - 1, height - 1, colours.faint);
    draw_legend(pen, this.legend(), colours, left, top + height + 42, width);
  }
  // Borders of sequences, their names, and places within them.
  draw_sequences(pen, colours) {
    const {view, data} = this, {left, top, width, height} = view.frame;
    const lines = [];
    for (const [axis, along] of [[data.x_axis, true], [data.y_axis, false]]) {
      const scale = along ? view.x_scale : view.y_scale;
      const [low, high] = along ? [view.x0, view.x1] : [this.y_of(view.y1), this.y_of(view.y0)];
      const step = tick_step(scale, along ? 70 : 44);
      for (const k of axis.order) {
        const from = Math.max(axis.start[k], low), to = Math.min(axis.start[k] + axis.length[k], high);
        if (to < from)
          continue;
        const pixel = place => along ? view.px(place) : view.py(this.y_of(place));
        for (const border of [axis.start[k], axis.start[k] + axis.length[k]])
          if (border >= low && border <= high)
            lines.push(...along ? [pixel(border), top, pixel(border), top + height] :
                                  [left, pixel(border), left + width, pixel(border)]);
        const size = (to - from) * scale, name = axis.names[k];
        const style = {colour: colours.ink, size: 11, middle: true};
        if (along && size > 26)
          pen.text(pixel((from + to) / 2), top + height + 31, shortened(name, Math.max(3, Math.floor(size / 6.6))),
              {...style, anchor: 'middle'});
        else if (!along && size > 13)
          pen.text(left - 56, pixel((from + to) / 2), shortened(name, 14), {...style, anchor: 'end'});
        if (size < (along ? 90 : 50))
          continue;
        for (let unit = Math.ceil((from - axis.start[k]) / step) * step; unit <= to - axis.start[k]; unit += step) {
          const at = pixel(axis.start[k] + unit), text = tick_text(unit, step);
          if (along)
            pen.text(at, top + height + 15, text, {colour: colours.faint, size: 10, anchor: 'middle'});
          else
            pen.text(left - 5, at, text, {colour: colours.faint, size: 10, anchor: 'end', middle: true});
        }
      }
    }
    pen.strokes(lines, colours.line, 1);
  }
  // Anchors as strokes. One that lies within a pixel which has a stroke already is left out: nothing of it would be
  // seen.
  draw_anchors(pen, colours) {
    const {view, data} = this, {left, top, width, height} = view.frame;
    const {length_x, length_y, block} = data.column;
    const across = Math.ceil(width) + 1, taken = new Uint8Array(across * (Math.ceil(height) + 1));
    const strokes = {out: [], rise: [], fall: []}, links = {rise: [], fall: []};
    const add = (k, name) => {
      const x0 = view.px(data.x[k]), x1 = view.px(data.x[k] + length_x[k]);
      const low = view.py(this.y_of(data.y[k])), high = view.py(this.y_of(data.y[k] + length_y[k]));
      if (x1 < left || x0 > left + width || low < top || high > top + height)
        return;
      if (x1 - x0 < 1.5 && low - high < 1.5) {
        const cell = Math.max(0, Math.floor(x0 - left)) + across * Math.max(0, Math.floor(high - top));
        if (taken[cell])
          return;
        taken[cell] = 1;
        const y = (low + high) / 2;
        strokes[name].push(x0 - 0.6, y, Math.max(x1, x0 + 0.6), y);
        return;
      }
      strokes[name].push(x0, data.falls(k) ? high : low, x1, data.falls(k) ? low : high);
    };
    for (const b of data.blocks) {
      const name = b.falls ? 'fall' : 'rise';
      if (view.px(b.x1) < left || view.px(b.x0) > left + width || view.py(this.y_of(b.y0)) < top ||
          view.py(this.y_of(b.y1)) > top + height)
        continue;
      for (let r = 0; r < b.members.length; ++r) {
        const k = b.members[r];
        add(k, name);
        if (r === 0)
          continue;
        const before = b.members[r - 1];
        const x0 = view.px(data.x[before] + length_x[before]), x1 = view.px(data.x[k]);
        const y0 = view.py(this.y_of(b.falls ? data.y[before] : data.y[before] + length_y[before]));
        const y1 = view.py(this.y_of(b.falls ? data.y[k] + length_y[k] : data.y[k]));
        if (Math.abs(x1 - x0) > 2 || Math.abs(y1 - y0) > 2)
          links[name].push(x0, y0, x1, y1);
      }
    }
    if (this.show_out)
      for (let k = 0; k < data.count; ++k)
        if (block[k] === 0)
          add(k, 'out');
    pen.strokes(strokes.out, colours.out, 1.6);
    for (const name of ['rise', 'fall']) {
      pen.strokes(links[name], colours[name], 0.7);
      pen.strokes(strokes[name], colours[name], 2, 'round');
    }
  }
  draw_chosen(pen, colours) {
    const {view, data} = this;
    const box = this.anchor >= 0 ? this.anchor_box(this.anchor) : this.block >= 0 ? data.blocks[this.block] : null;
    if (!box)
      return;
    const x0 = view.px(box.x0) - 4, x1 = view.px(box.x1) + 4, y0 = view.py(this.y_of(box.y1)) - 4,
          y1 = view.py(this.y_of(box.y0)) + 4;
    pen.boxes([x0, y0, x1 - x0, y1 - y0], colours.mark, 0.12);
    pen.frame(x0, y0, x1 - x0, y1 - y0, colours.mark);
  }
  anchor_box(k) {
    const {data} = this, {length_x, length_y} = data.column;
    return {x0: data.x[k], x1: data.x[k] + length_x[k], y0: data.y[k], y1: data.y[k] + length_y[k]};
  }
  look_at(box, room) {
    const x = Math.max(box.x1 - box.x0, 1) * room / 2, y = Math.max(box.y1 - box.y0, 1) * room / 2;
    const mx = (box.x0 + box.x1) / 2, my = this.y_of((box.y0 + box.y1) / 2);
    this.view.show(mx - x, mx + x, my - y, my + y);
  }
  told_at(px, py) {
    const x = this.data.x_axis.at(this.view.x_at(px)), y = this.data.y_axis.at(this.y_of(this.view.y_at(py)));
    const near = this.near(px, py);
    const anchor = near < 0 ?
        '' :
        `   ${this.data.column.block[near] > 0 ? `block ${this.data.column.block[near]}` : this.data.reason(near)}`;
    return `${x.name} ${grouped(x.unit)}  ${y.name} ${grouped(y.unit)}${anchor}`;
  }
  // The anchor within 6 pixels of a place, the nearest; -1 where there is none.
  near(px, py) {
    const {view, data} = this, {length_x, length_y, block} = data.column;
    const x = view.x_at(px), y = this.y_of(view.y_at(py));
    let best = -1, least = 6;
    for (let k = 0; k < data.count; ++k) {
      if (block[k] === 0 && !this.show_out)
        continue;
      const x1 = data.x[k] + length_x[k], y1 = data.y[k] + length_y[k];
      const dx = (x < data.x[k] ? data.x[k] - x : x > x1 ? x - x1 : 0) * view.x_scale;
      if (dx >= least)
        continue;
      const dy = (y < data.y[k] ? data.y[k] - y : y > y1 ? y - y1 : 0) * view.y_scale;
      const far = Math.hypot(dx, dy);
      if (far < least) {
        least = far;
        best = k;
      }
    }
    return best;
  }
}
