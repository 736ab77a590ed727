// SPDX-License-Identifier: BSD-3-Clause
// The page of a result of pairs: one alone, or many with a map and a table.

class pairs_page {
  constructor(place) {
    this.data = new pair_data();
    this.place = make('div');
    if (this.data.count > 1)
      place.append((this.batch = new batch_view(this.data, row => this.show(row))).box);
    place.append(this.place);
    const address = read_address();
    const asked = Number(address.get('row')) - 1;
    const row = asked >= 0 && asked < this.data.count ? asked : 0;
    if (this.data.count === 1 || address.has('row'))
      this.show(row, address);
    this.batch?.choose(row, false);
  }
  show(row, address) {
    if (!this.data.has_chain(row)) {
      this.pair = null;
      this.place.replaceChildren(make('p', {class: 'note'},
          this.data.status(row) === 'ok' ? 'The result has no chain of this pair: there is nothing to draw.' :
                                           `No chain: ${this.data.status(row)}.`));
      return;
    }
    this.pair = new pair_view(this.data, row, () => this.keep_address());
    const title = this.data.count > 1 ? make('h2', {}, this.pair.figure.title) : null;
    if (address)
      this.restore(address);
    this.place.replaceChildren(...[title, this.pair.box].filter(part => part));
    if (!address && this.data.count > 1)
      this.place.scrollIntoView({block: 'start'});
  }
  restore(address) {
    const {figure} = this.pair;
    const x = read_range(address.get('x')), y = read_range(address.get('y'));
    if (x && y)
      figure.view.show(...x, ...y);
    const gap = Number(address.get('gap'));
    if (gap > 0 && gap < this.pair.chain.count)
      figure.selected = gap;
    if (address.has('colour'))
      this.pair.colour_by(address.get('colour'));
  }
  keep_address() {
    const {figure} = this.pair, {view} = figure;
    write_address({
      row: this.data.count > 1 ? this.pair.row + 1 : null,
      x: range_text(view.x0, view.x1),
      y: range_text(view.y0, view.y1),
      gap: figure.selected || null,
      colour: figure.colouring
    });
  }
  panes() {
    return [this.batch?.pane, this.pair?.pane].filter(pane => pane);
  }
  tables() {
    return [this.batch?.table, this.pair?.table, this.pair?.blockers].filter(table => table);
  }
  key(key) {
    if (key === '/' && this.batch) {
      this.batch.filter_box.focus();
      return true;
    }
    if (this.pair)
      return this.pair.key(key);
    if (this.batch && (key === 'n' || key === 'p')) {
      this.batch.table.step(key === 'n' ? 1 : -1);
      return true;
    }
    return Boolean(this.batch?.pane?.key(key));
  }
  get figure() {
    return this.pair?.figure ?? this.batch?.figure;
  }
}
