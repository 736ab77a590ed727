// SPDX-License-Identifier: BSD-3-Clause
// A table of any number of rows, of which only those in sight are elements. A click on a head sorts, a click on a row
// or Enter picks it.
//
// columns: { head, title, value(row) for sorting (a number or a text), text(row), number: true for figures, width in
// em, grows: true where it takes the room that is left, mark(row): a class of the cell } A row is its number 0..rows-1.

const row_height = 24;

class data_table {
  constructor({rows, columns, picked = () => {}, height = 400, what = 'row', many = what + 's'}) {
    Object.assign(this, {rows, columns, picked, what, many});
    this.chosen = -1;
    this.sorted = {column: -1, falling: false};
    this.body = make('div', {class: 'rows', role: 'rowgroup'});
    this.space = make('div', {class: 'space'}, this.body);
    this.heads = columns.map((column, k) => make('button', {
      type: 'button',
      role: 'columnheader',
      title: column.title,
      class: column.number ? 'figure' : false,
      onclick: () => this.sort(k, this.sorted.column === k ? !this.sorted.falling : Boolean(column.number))
    },
                                 column.head));
    this.head = make('div', {class: 'head', role: 'row'}, ...this.heads);
    this.scroller = make('div', {
      class: 'scroller',
      tabindex: 0,
      role: 'table',
      onscroll: () => this.show(),
      onkeydown: event => this.key(event)
    },
        this.head, this.space);
    this.scroller.style.height = height + 'px';
    const widths = columns.map(column => column.width ?? 6);
    this.scroller.style.setProperty(
        '--columns', widths.map((w, k) => columns[k].grows ? `minmax(${w}em, ${w}fr)` : `${w}em`).join(' '));
    this.scroller.style.setProperty('--least', widths.reduce((sum, w) => sum + w, 0) + 'em');
    this.counts = make('div', {class: 'counts'});
    this.box = make('div', {class: 'table'}, this.scroller, this.counts);
    this.filter(null);
    new ResizeObserver(() => this.show()).observe(this.scroller);
  }
  // Rows for which a test holds, all without one, in the order that was chosen.
  filter(holds) {
    this.holds = holds;
    this.arrange();
  }
  sort(column, falling) {
    this.sorted = {column, falling};
    this.heads.forEach((head, k) => {
      head.setAttribute('aria-sort', k !== column ? 'none' : falling ? 'descending' : 'ascending');
    });
    this.arrange();
  }
  arrange() {
    const order = new Uint32Array(this.rows);
    let count = 0;
    for (let row = 0; row < this.rows; ++row)
      if (!this.holds || this.holds(row))
        order[count++] = row;
    this.order = order.subarray(0, count);
    const {column, falling} = this.sorted;
    if (column >= 0)
      this.order = this.ordered(this.order, this.columns[column].value, falling);
    this.counts.textContent = this.order.length === this.rows ?
        counted(this.rows, this.what, this.many) :
        `${grouped(this.order.length)} of ${counted(this.rows, this.what, this.many)}`;
    this.scroller.scrollTop = 0;
    this.show();
  }
  ordered(order, value, falling) {
    const values = Array.from(order, value);
    const places = Uint32Array.from(order, (_, k) => k);
    const sign = falling ? -1 : 1;
    const compare = typeof values[0] === 'number' ? (a, b) => sign * (values[a] - values[b]) || a - b :
                                                    (a, b) => sign *
                (values[a] < values[b]        ? -1 :
                        values[a] > values[b] ? 1 :
                                                0) ||
            a - b;
    return places.sort((a, b) => compare(a, b)).map(place => order[place]);
  }
  show() {
    const first = Math.max(0, Math.floor(this.scroller.scrollTop / row_height) - 8);
    const last = Math.min(this.order.length, first + Math.ceil((this.scroller.clientHeight || 400) / row_height) + 16);
    this.fill(first, last);
  }
  fill(first, last) {
    this.space.style.height = this.order.length * row_height + 'px';
    this.body.style.transform = `translateY(${first * row_height}px)`;
    const elements = [];
    for (let at = first; at < last; ++at) {
      const row = this.order[at];
      elements.push(make('div',
          {class: row === this.chosen ? 'row chosen' : 'row', role: 'row', onclick: () => this.pick(at)},
          ...this.columns.map(column => {
            const text = column.text(row);
            const cell = make('span',
                {class: column.number ? 'figure' : false, role: 'cell', title: column.number ? undefined : text}, text);
            if (column.mark?.(row))
              cell.classList.add(column.mark(row));
            return cell;
          })));
    }
    this.body.replaceChildren(...elements);
  }
  // On paper all rows up to a number stand below each other.
  print(most = 300) {
    this.fill(0, Math.min(this.order.length, most));
    if (this.order.length > most)
      this.body.append(make('div', {class: 'row'}, `and ${grouped(this.order.length - most)} more ${this.many}`));
  }
  get place() {  // of the chosen row in the order
    return this.order.indexOf(this.chosen);
  }
  pick(at) {
    if (at < 0 || at >= this.order.length)
      return;
    this.choose(this.order[at]);
    this.picked(this.chosen);
  }
  // Marks a row and brings it into sight, without telling anybody.
  choose(row) {
    this.chosen = row;
    const at = this.place, top = at * row_height, scroller = this.scroller;
    const seen = scroller.clientHeight - row_height - 4;
    if (at >= 0 && (top < scroller.scrollTop || top + row_height > scroller.scrollTop + seen))
      scroller.scrollTop = Math.max(0, top - seen / 2);
    this.show();
  }
  step(by) {
    this.pick(this.place < 0 ? (by > 0 ? 0 : this.order.length - 1) : this.place + by);
  }
  key(event) {
    const steps = {ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10};
    if (steps[event.key] === undefined)
      return;
    event.preventDefault();
    event.stopPropagation();
    this.pick(Math.min(Math.max(this.place + steps[event.key], 0), this.order.length - 1));
  }
}
