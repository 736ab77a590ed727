// SPDX-License-Identifier: BSD-3-Clause
// One locus: arcs of introns with how many alignments have each, then lanes of exons, a lane a set of introns.

const arcs_height = 90, lane_step = 18;

class spliced_figure {
  constructor(data, locus) {
    this.data = data;
    this.locus = locus;
    this.name = contents.targets[locus.target];
    this.title = place_text(this.name, locus.first, locus.end);
    this.lanes = data.chains(locus);
    const room = Math.max(20, Math.round((locus.end - locus.first) * 0.03));
    this.origin = Math.max(0, locus.first - room);
    this.features =
        data.features.filter(f => f.record === locus.target && f.end > this.origin && f.first < locus.end + room);
    this.types = [...new Set(this.features.map(f => f.type))].slice(0, most_lanes);
    this.view = new plane(locus.end + room - this.origin, Math.max(this.lanes.length, 1), false);
    this.intron = null;
  }
  set_size(width, height) {
    this.width = width;
    this.height = height;
    const top = 30 + this.types.length * lane_height + arcs_height;
    this.view.frame = {left: 84, top, width: Math.max(width - 98, 40), height: Math.max(height - top - 34, 40)};
    const shown = this.view.frame.height / lane_step;  // lanes keep their height, also where there are few
    this.view.extent.height = Math.max(this.lanes.length, shown);
    this.view.show(this.view.x0, this.view.x1, this.view.y0, this.view.y0 + shown);
  }
  x_of(place) {
    return this.view.px(place - this.origin);
  }
  draw(pen, colours) {
    const {view} = this, {left, top, width, height} = view.frame;
    pen.boxes([0, 0, this.width, this.height], colours.paper);
    const step = tick_step(view.x_scale, 80), grid = [];
    for (let place = Math.ceil((view.x0 + this.origin) / step) * step; place <= view.x1 + this.origin; place += step) {
      const x = this.x_of(Math.max(place, 1) - 0.5);
      grid.push(x, 20, x, top + height);
      pen.text(x, 14, grouped(Math.max(place, 1)), {colour: colours.faint, size: 10.5, anchor: 'middle'});
    }
    pen.strokes(grid, colours.grid, 1);
    pen.clip(left, 16, width, height + top - 16);
    this.draw_features(pen, colours);
    this.draw_arcs(pen, colours, top);
    this.draw_lanes(pen, colours);
    pen.unclip();
    this.draw_counts(pen, colours);
    draw_legend(pen,
        [
          ['rise', 'transcript +'], ['fall', 'transcript -'], ['out', 'strand not said'],
          ...this.types.map((type, k) => ['f' + k % 6, type])
        ],
        colours, left, top + height + 8, width);
  }
  colour_of(strand) {
    return strand > 0 ? 'rise' : strand < 0 ? 'fall' : 'out';
  }
  draw_features(pen, colours) {
    for (const f of this.features) {
      const lane = this.types.indexOf(f.type);
      if (lane < 0)
        continue;
      const x0 = this.x_of(f.first), x1 = this.x_of(f.end), y = 22 + lane * lane_height;
      pen.boxes([x0, y, Math.max(x1 - x0, 1), lane_height - 3], colours['f' + lane % 6], 0.75);
      const label = f.name || f.type, from = Math.max(x0, this.view.frame.left),
            to = Math.min(x1, this.view.frame.left + this.view.frame.width);
      if (to - from > label.length * 5.2 + 6)
        pen.text((from + to) / 2, y + 4.5, label, {colour: colours.paper, size: 8, anchor: 'middle', middle: true});
    }
  }
  draw_arcs(pen, colours, top) {
    const most = this.locus.introns.reduce((n, intron) => Math.max(n, intron.rows.length), 1);
    const longest = this.locus.introns.reduce((n, intron) => Math.max(n, intron.end - intron.first), 1);
    for (const intron of this.locus.introns) {
      const x0 = this.x_of(intron.first), x1 = this.x_of(intron.end), base = top - 6;
      if (x1 < 0 || x0 > this.width)
        continue;
      const rise = 24 + (arcs_height - 46) * Math.sqrt((intron.end - intron.first) / longest);
      const colour = intron === this.intron ? colours.mark : colours[this.colour_of(intron.strand)];
      pen.curve([x0, base, x0, base - rise * 1.33, x1, base - rise * 1.33, x1, base], colour,
          1 + 2.5 * intron.rows.length / most);
      if (x1 - x0 > 14)
        pen.text((x0 + x1) / 2, base - rise - 4, grouped(intron.rows.length),
            {colour: colours.ink, size: 10, anchor: 'middle'});
      if (intron === this.intron)
        pen.boxes([x0, base, Math.max(x1 - x0, 1), this.view.frame.height + 8], colours.mark, 0.12);
    }
  }
  draw_lanes(pen, colours) {
    const {view} = this;
    this.lanes.forEach((rows, lane) => {
      const y = view.py(lane + 0.5);
      if (y < view.frame.top - lane_step || y > view.frame.top + view.frame.height + lane_step)
        return;
      const row = rows[0], exons = this.data.exons[row], strand = this.data.column.transcript[row];
      // together as far as any of them reaches
      const first = rows.reduce((least, r) => Math.min(least, this.data.exons[r][0][0]), Infinity);
      const last = rows.reduce((most, r) => Math.max(most, this.data.end[r]), 0);
      const colour = colours[this.colour_of(strand)], boxes = [], lines = [];
      exons.forEach(([from, to], k) => {
        const x0 = this.x_of(k === 0 ? first : from), x1 = this.x_of(k === exons.length - 1 ? last : to);
        boxes.push(x0, y - 5, Math.max(x1 - x0, 1.2), 10);
        if (k > 0)
          lines.push(this.x_of(exons[k - 1][1]), y, this.x_of(from), y);
      });
      pen.strokes(lines, colour, 1);
      this.draw_directions(pen, colour, lines, strand, y);
      pen.boxes(boxes, colour, 0.85);
    });
  }
  // Small hooks along introns, in the direction of the transcript.
  draw_directions(pen, colour, lines, strand, y) {
    const hooks = [];
    for (let k = 0; strand !== 0 && k < lines.length; k += 4)
      for (let x = lines[k] + 14; x < lines[k + 2] - 8; x += 26)
        hooks.push(x - 3 * strand, y - 3, x, y, x, y, x - 3 * strand, y + 3);
    pen.strokes(hooks, colour, 1);
  }
  draw_counts(pen, colours) {
    const {view} = this;
    pen.clip(0, view.frame.top, view.frame.left, view.frame.height);
    this.lanes.forEach((rows, lane) => {
      const text = rows.length === 1 ? shortened(contents.reads[rows[0]], 11) : `${grouped(rows.length)} reads`;
      pen.text(view.frame.left - 6, view.py(lane + 0.5), text,
          {colour: colours.ink, size: 10.5, anchor: 'end', middle: true});
    });
    pen.unclip();
  }
  told_at(px, py) {
    const place = Math.floor(this.view.x_at(px) + this.origin), lane = this.lanes[Math.floor(this.view.y_at(py))];
    return place_text(this.name, place, place + 1) +
        (lane ? `  ${lane.slice(0, 3).map(row => contents.reads[row]).join(', ')}` +
                    (lane.length > 3 ? ` and ${lane.length - 3} more` : '') :
                                       '');
  }
  select(intron) {
    this.intron = intron;
    const room = Math.max((intron.end - intron.first) * 0.6, 30);
    this.view.show(intron.first - room - this.origin, intron.end + room - this.origin, this.view.y0, this.view.y1);
  }
}
