// SPDX-License-Identifier: BSD-3-Clause
// Anchors of chain: columns, blocks, and sequences laid side by side along both axes.

class laid_axis {
  constructor({names, ends}) {
    this.names = names;
    const lengths = unpack_steps(ends, names.length);
    this.order =
        Array.from(names, (_, k) => k).sort((a, b) => names[a].localeCompare(names[b], 'en', {numeric: true}) || a - b);
    this.start = new Float64Array(names.length);
    this.length = lengths;
    this.total = 0;
    for (const k of this.order) {
      this.start[k] = this.total;
      this.total += lengths[k];
    }
  }
  // The sequence at a place of the axis, and the unit of it.
  at(place) {
    const {order, start} = this;
    const k = order[Math.max(0, first_where(order.length, r => start[order[r]] > place) - 1)];
    return {name: this.names[k], unit: Math.floor(place - start[k])};
  }
}

class block_data {
  constructor() {
    this.count = contents.rows;
    this.x_axis = new laid_axis(contents.queries);
    this.y_axis = new laid_axis(contents.targets);
    this.column = {};
    for (const [name, id] of Object.entries(contents.columns))
      this.column[name] = unpack_steps(id, this.count);
    const {query, target, x, y} = this.column;
    this.x = new Float64Array(this.count);
    this.y = new Float64Array(this.count);
    for (let k = 0; k < this.count; ++k) {
      this.x[k] = this.x_axis.start[query[k]] + x[k];
      this.y[k] = this.y_axis.start[target[k]] + y[k];
    }
    this.read_blocks();
  }
  // Members of each block by rank, its box, weight and direction.
  read_blocks() {
    const {block, rank, weight, falling, length_x, length_y, query, target} = this.column;
    const members = new Map();
    for (let k = 0; k < this.count; ++k)
      if (block[k] > 0) {
        if (!members.has(block[k]))
          members.set(block[k], []);
        members.get(block[k]).push(k);
      }
    this.blocks = [...members].sort(([a], [b]) => a - b).map(([number, list]) => {
      list.sort((a, b) => rank[a] - rank[b]);
      const first = list[0], last = list[list.length - 1];
      const out = {
        number,
        members: list,
        query: query[first],
        target: target[first],
        weight: 0,
        falls: list.length > 1 ? this.y[last] < this.y[first] : falling[first] === 1,
        x0: Infinity,
        x1: -Infinity,
        y0: Infinity,
        y1: -Infinity
      };
      for (const k of list) {
        out.weight += weight[k];
        out.x0 = Math.min(out.x0, this.x[k]);
        out.x1 = Math.max(out.x1, this.x[k] + length_x[k]);
        out.y0 = Math.min(out.y0, this.y[k]);
        out.y1 = Math.max(out.y1, this.y[k] + length_y[k]);
      }
      return out;
    });
    this.block_of = new Map(this.blocks.map((b, k) => [b.number, k]));
  }
  status(k) {
    return contents.statuses[this.column.status[k]];
  }
  reason(k) {
    this.reasons ??= new packed_texts(contents.reasons, this.count);
    return this.reasons.at(k);
  }
  // Whether an anchor is drawn falling: as its block, or by its strand.
  falls(k) {
    const block = this.block_of.get(this.column.block[k]);
    return block === undefined ? this.column.falling[k] === 1 : this.blocks[block].falls;
  }
}
