// SPDX-License-Identifier: BSD-3-Clause
// Many pairs on the page: heat map, and a table that sorts and filters; a pair that is picked is shown below.

const batch_values = {
  identity: {text: 'identity', value: (data, row) => data.identity(row), shown: v => v.toFixed(4)},
  length: {
    text: 'matched pairs',
    value: (data, row) => data.column.length[row] < 0 ? NaN : data.column.length[row],
    shown: grouped
  },
  score:
      {text: 'score', value: (data, row) => data.column.score[row] < 0 ? NaN : data.column.score[row], shown: grouped}
};

class batch_view {
  constructor(data, picked) {
    this.data = data;
    this.picked = picked;
    this.measures =
        Object.keys(batch_values)
            .filter(name => Array.from({length: data.count}, (_, row) => batch_values[name].value(data, row))
                                .some(v => v === v));
    this.map_box = make('div', {class: 'map'});
    this.table = this.make_table();
    const filter = make('input', {
      type: 'search',
      placeholder: 'filter by name or status',
      'aria-label': 'filter rows',
      id: 'filter',
      oninput: () => this.filter(filter.value)
    });
    this.filter_box = filter;
    const choice =
        make('select', {onchange: event => this.show_map(event.target.value), 'aria-label': 'colour the map by'},
            ...this.measures.map(name => make('option', {value: name}, batch_values[name].text)));
    this.box = make('section', {class: 'batch'},
        make('div', {class: 'map-side'},
            make('div', {class: 'tools'}, make('label', {}, 'colour ', choice), make('span', {class: 'gap'}),
                make('button', {type: 'button', onclick: () => save_svg(this.figure), title: 'save the map as SVG'},
                    'SVG'),
                make('button', {type: 'button', onclick: () => save_png(this.figure), title: 'save the map as PNG'},
                    'PNG')),
            this.map_box),
        make('div', {class: 'table-side'}, make('div', {class: 'tools'}, filter), this.table.box));
    if (this.measures.length > 0)
      this.show_map(this.measures[0]);
  }
  // Records in the order of their file; those of both sides together where they are of one file.
  sides() {
    const {data} = this;
    const ordered = list =>
        Array.from(list.names, (_, k) => k).sort((a, b) => list.numbers[a] - list.numbers[b] || a - b);
    const side = list => {
      const order = ordered(list), place = new Float64Array(order.length);
      order.forEach((k, at) => place[k] = at);
      return {names: order.map(k => list.names[k]), place};
    };
    if (!data.same_records)
      return {same: false, queries: side(data.queries), targets: side(data.targets)};
    const names = new Map();
    for (const list of [data.queries, data.targets])
      list.names.forEach((name, k) => names.set(list.numbers[k], name));
    const numbers = [...names.keys()].sort((a, b) => a - b), at = new Map(numbers.map((number, k) => [number, k]));
    const all = list => ({
      names: numbers.map(number => names.get(number)),
      place: Float64Array.from(list.numbers, number => at.get(number))
    });
    return {same: true, queries: all(data.queries), targets: all(data.targets)};
  }
  show_map(name) {
    const {data} = this, {text, value, shown} = batch_values[name];
    const sides = this.sides(), {query, target} = data.column;
    this.figure = new matrix_figure({
      rows: {
        count: data.count,
        query: row => sides.queries.place[query[row]],
        target: row => sides.targets.place[target[row]],
        value: row => value(data, row),
        text: row => value(data, row) === value(data, row) ? shown(value(data, row)) : data.status(row),
        text_of: shown
      },
      queries: sides.queries.names,
      targets: sides.targets.names,
      same: sides.same,
      what: text
    });
    this.figure.chosen = this.table.chosen;
    this.pane = new plot_pane(this.figure, {
      picked: (px, py) => {
        const row = this.figure.row_under(px, py);
        if (row >= 0)
          this.choose(row, true);
      }
    });
    this.map_box.replaceChildren(this.pane.box);
  }
  make_table() {
    const {data} = this, c = data.column;
    const figure = (head, width, value, text) => ({
      head,
      number: true,
      width,
      value: row => value(row) === value(row) ? value(row) : -1,
      text: row => value(row) === value(row) && value(row) >= 0 ? text(value(row)) : ''
    });
    const place = (start, end) => row =>
        c[start][row] < 0 ? '' : `${grouped(c[start][row])} to ${grouped(c[end][row])}`;
    const columns = [
      {head: 'query', width: 8, grows: true, value: row => data.query_name(row), text: row => data.query_name(row)},
      {head: 'target', width: 8, grows: true, value: row => data.target_name(row), text: row => data.target_name(row)},
      {
        head: 'strand',
        width: 4.2,
        value: row => c.reverse[row],
        text: row => data.status(row) === 'ok' ? c.reverse[row] ? '-' : '+' : ''
      },
      figure('matched', 5.5, row => c.length[row], grouped)
    ];
    if (contents.scored)
      columns.push(figure('score', 5.5, row => c.score[row], grouped));
    columns.push(figure('identity', 5.5, row => data.identity(row), v => v.toFixed(4)), {
      head: 'in query',
      title: 'first letter, counted from 0, and the one behind the last',
      width: 8,
      value: row => c.query_start[row],
      text: place('query_start', 'query_end')
    },
        {
          head: 'in target',
          title: 'first letter, counted from 0, and the one behind the last',
          width: 8,
          value: row => c.target_start[row],
          text: place('target_start', 'target_end')
        },
        {
          head: 'status',
          width: 5,
          grows: true,
          value: row => data.status(row),
          text: row => data.status(row) === 'pruned' ? `pruned, at most ${grouped(c.bound[row])}` : data.status(row)
        });
    return new data_table(
        {rows: data.count, columns, picked: row => this.choose(row, true), what: 'pair', height: 520});
  }
  filter(text) {
    const words = text.toLowerCase().split(/\s+/).filter(word => word);
    this.table.filter(words.length === 0 ? null : row => {
      const all = `${this.data.query_name(row)}\t${this.data.target_name(row)}\t${this.data.status(row)}`.toLowerCase();
      return words.every(word => all.includes(word));
    });
  }
  choose(row, tell) {
    this.table.choose(row);
    if (this.figure) {
      this.figure.chosen = row;
      this.pane.draw();
    }
    if (tell)
      this.picked(row);
  }
}
