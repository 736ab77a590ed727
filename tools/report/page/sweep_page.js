// SPDX-License-Identifier: BSD-3-Clause
// What a limit or price does to the answer: a curve over the values that were swept, and that of letters that have
// nothing to do with the query.

const sweep_measures = {
  length: 'matched pairs',
  score: 'score',
  jumps: 'jumps'
};

class sweep_figure {
  // rows: numbers of the rows of one curve
  constructor(curve, rows, column, measure) {
    Object.assign(this, {curve, column, measure});
    this.rows = rows.sort((a, b) => column.value[a] - column.value[b]);
    this.title = `${curve.query} and ${curve.target}: ${sweep_measures[measure]} by ${curve.parameter}`;
    const values = this.rows.map(row => column.value[row]);
    this.first = values[0];
    this.most = this.rows.reduce((most, row) => Math.max(most, column[measure][row], this.partner(row) ?? 0), 1) * 1.06;
    const pad = Math.max((values[values.length - 1] - this.first) * 0.03, 0.5);
    this.origin = this.first - pad;
    this.view = new plane(values[values.length - 1] - this.first + 2 * pad, this.most);
  }
  partner(row) {
    return this.column['partner_' + this.measure]?.[row];
  }
  set_size(width, height) {
    this.width = width;
    this.height = height;
    this.view.frame = {left: 74, top: 14, width: Math.max(width - 92, 40), height: Math.max(height - 84, 40)};
  }
  place(value, number) {
    return [this.view.px(value - this.origin), this.view.py(this.most - number)];
  }
  draw(pen, colours) {
    const {view} = this, {left, top, width, height} = view.frame, grid = [];
    pen.boxes([0, 0, this.width, this.height], colours.paper);
    const step_x = tick_step(view.x_scale, 60), step_y = tick_step(view.y_scale, 40);
    for (let value = Math.max(0, Math.ceil((view.x0 + this.origin) / step_x) * step_x); value <= view.x1 + this.origin;
         value += step_x) {
      const [x] = this.place(value, 0);
      grid.push(x, top, x, top + height);
      pen.text(x, top + height + 16, grouped(value), {colour: colours.faint, size: 10.5, anchor: 'middle'});
    }
    for (let number = Math.max(0, Math.ceil((this.most - view.y1) / step_y) * step_y); number <= this.most - view.y0;
         number += step_y) {
      const [, y] = this.place(0, number);
      grid.push(left, y, left + width, y);
      pen.text(left - 6, y, grouped(number), {colour: colours.faint, size: 10.5, anchor: 'end', middle: true});
    }
    pen.strokes(grid, colours.grid, 1);
    pen.text(left + width / 2, top + height + 34, this.curve.parameter,
        {colour: colours.ink, size: 12, anchor: 'middle', bold: true});
    pen.text(14, top + height / 2, sweep_measures[this.measure],
        {colour: colours.ink, size: 12, anchor: 'middle', turn: -90, bold: true});
    pen.clip(left, top, width, height);
    if (this.curve.partner)
      this.draw_curve(pen, row => this.partner(row), colours.out, 1.6);
    this.draw_curve(pen, row => this.column[this.measure][row], colours.chain, 2.2);
    pen.unclip();
    pen.frame(left + 0.5, top + 0.5, width - 1, height - 1, colours.faint);
    draw_legend(pen,
        this.curve.partner ? [['chain', this.curve.target], ['out', `the same letters ${this.curve.partner}`]] :
                             [['chain', this.curve.target]],
        colours, left, top + height + 42, width);
  }
  draw_curve(pen, number, colour, thickness) {
    const strokes = [], dots = [];
    this.rows.forEach((row, k) => {
      const [x, y] = this.place(this.column.value[row], number(row));
      if (k > 0)
        strokes.push(...this.place(this.column.value[this.rows[k - 1]], number(this.rows[k - 1])), x, y);
      dots.push(x - 2.5, y - 2.5, 5, 5);
    });
    pen.strokes(strokes, colour, thickness, 'round');
    pen.boxes(dots, colour);
    const chosen = this.rows.indexOf(this.chosen);
    if (chosen >= 0)
      pen.frame(dots[4 * chosen] - 3, dots[4 * chosen + 1] - 3, 11, 11, colour);
  }
  // The row whose value is nearest to a place.
  near(px) {
    const value = this.view.x_at(px) + this.origin;
    return this.rows.reduce(
        (best, row) =>
            Math.abs(this.column.value[row] - value) < Math.abs(this.column.value[best] - value) ? row : best);
  }
  told_at(px) {
    const row = this.near(px), partner = this.partner(row);
    return `${this.curve.parameter} ${grouped(this.column.value[row])}  ${sweep_measures[this.measure]} ` +
        `${grouped(this.column[this.measure][row])}${
            partner === undefined ? '' : `  ${this.curve.partner} ${grouped(partner)}`}`;
  }
}

class sweep_page {
  constructor(place) {
    this.column = {};
    for (const [name, id] of Object.entries(contents.columns))
      this.column[name] = unpack_steps(id, contents.rows);
    const {column} = this, rows = Array.from({length: contents.rows}, (_, row) => row);
    this.measures = Object.keys(sweep_measures)
                        .filter(name => name === 'length' ||
                                rows.some(row => column[name][row] !== (name === 'score' ? column.length[row] : 0)));
    const option = (value, text) => make('option', {value}, text);
    this.curve_choice = make('select', {'aria-label': 'curve', onchange: () => this.show()},
        ...contents.curves.map((c, k) => option(k, `${c.query} and ${c.target}: ${c.parameter}`)));
    this.measure_choice = make('select', {'aria-label': 'what is drawn', onchange: () => this.show()},
        ...this.measures.map(name => option(name, sweep_measures[name])));
    this.plot = make('div', {class: 'plot'});
    this.list = make('div', {class: 'links'});
    place.append(
        make('div', {class: 'tools'}, contents.curves.length > 1 ? this.curve_choice : null, this.measure_choice,
            make('span', {class: 'gap'}),
            make('button', {type: 'button', onclick: () => save_svg(this.figure), title: 'save the picture as SVG'},
                'SVG'),
            make('button', {type: 'button', onclick: () => save_png(this.figure), title: 'save the picture as PNG'},
                'PNG')),
        make('div', {class: 'pair-columns'}, this.plot, this.list));
    this.show();
  }
  show() {
    const k = Number(this.curve_choice.value), {column} = this;
    const rows = Array.from({length: contents.rows}, (_, row) => row).filter(row => column.curve[row] === k);
    this.figure = new sweep_figure(contents.curves[k], rows, column, this.measure_choice.value);
    this.pane = new plot_pane(
        this.figure, {height: 560, picked: px => this.choose(this.figure.rows.indexOf(this.figure.near(px)), true)});
    this.plot.replaceChildren(this.pane.box);
    const of = r => this.figure.rows[r];
    const numbers = [
      ['value', contents.curves[k].parameter], ...this.measures.map(name => [name, sweep_measures[name]]),
      ...this.measures.filter(name => column['partner_' + name])
          .map(name => ['partner_' + name, `${sweep_measures[name]}, ${contents.curves[k].partner}`])
    ];
    this.table = new data_table({
      rows: rows.length,
      what: 'value',
      height: 520,
      picked: r => this.choose(r),
      columns: [
        ...numbers.map(([name, head]) => ({
          head,
          number: true,
          width: Math.max(5, head.length * 0.62),
          grows: true,
          value: r => column[name][of(r)],
          text: r => grouped(column[name][of(r)])
        })),
        {head: 'strand', width: 4.2, value: r => column.reverse[of(r)], text: r => column.reverse[of(r)] ? '-' : '+'}
      ]
    });
    this.list.replaceChildren(this.table.box);
  }
  choose(r, in_table) {
    this.figure.chosen = this.figure.rows[r];
    if (in_table)
      this.table.choose(r);
    this.pane.draw();
  }
  panes() {
    return [this.pane];
  }
  tables() {
    return [this.table];
  }
  key(key) {
    if (key !== 'n' && key !== 'p')
      return this.pane.key(key);
    this.table.step(key === 'n' ? 1 : -1);
    return true;
  }
}
