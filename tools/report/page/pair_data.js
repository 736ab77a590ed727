// SPDX-License-Identifier: BSD-3-Clause
// Rows of pairs: columns of numbers, and the chain of each row, unpacked when it is shown.

class record_list {
  constructor({names, numbers, lengths}) {
    this.names = names;
    this.numbers = unpack_steps(numbers, names.length);
    this.lengths = unpack_steps(lengths, names.length);
  }
}

class pair_data {
  constructor() {
    this.count = contents.rows;
    this.queries = new record_list(contents.queries);
    this.targets = new record_list(contents.targets);
    this.column = {};
    for (const [name, id] of Object.entries(contents.columns))
      this.column[name] = unpack_steps(id, this.count);
    this.run_starts = starts_of(this.column.run_bytes);
    this.jump_starts = starts_of(this.column.jump_bytes);
    const by_place = list => new Map((list ?? []).map(([place, ...rest]) => [place, rest]));
    this.letters = {a: by_place(contents.letters_a), b: by_place(contents.letters_b)};
    this.limits = {
      a: new Map((contents.limits_a ?? []).map(([place, reverse, id]) => [2 * place + reverse, id])),
      b: new Map((contents.limits_b ?? []).map(([place, reverse, id]) => [2 * place + reverse, id]))
    };
    this.explained = new Map(contents.explained);
    this.features = {a: [], b: []};
    for (const [side, record, first, end, strand, type, name] of contents.features ?? [])
      this.features[side].push({record, first, end, strand, type, name});
  }
  query_name(row) {
    return this.queries.names[this.column.query[row]];
  }
  target_name(row) {
    return this.targets.names[this.column.target[row]];
  }
  has_chain(row) {
    return this.column.run_count[row] > 0;
  }
  // Matched pairs of all columns of the alignment; NaN without a chain.
  identity(row) {
    return this.column.columns[row] > 0 ? this.column.length[row] / this.column.columns[row] : NaN;
  }
  status(row) {
    return contents.statuses[this.column.status[row]];
  }
  chain_of(row) {
    const {query, target, reverse, run_count, jump_count} = this.column;
    this.run_numbers ??= bytes_of(contents.runs);
    this.jump_numbers ??= bytes_of(contents.jumps);
    const letters = (side, place) => {
      const packed = this.letters[side].get(place);
      return packed && new packed_letters(packed[0]);
    };
    const limits = (side, place, turned) => {
      const id = this.limits[side].get(2 * place + turned);
      return id === undefined ? undefined : new packed_limits(id);
    };
    const [a, b] = [letters('a', query[row]), letters('b', target[row])];
    const limits_a = limits('a', query[row], reverse[row]), limits_b = limits('b', target[row], 0);
    const both = limits_a && limits_b;
    const out = new chain({
      count: run_count[row],
      runs: new number_reader(this.run_numbers, this.run_starts[row]),
      jumps: {count: jump_count[row], numbers: new number_reader(this.jump_numbers, this.jump_starts[row])},
      n: this.queries.lengths[query[row]],
      m: this.targets.lengths[target[row]],
      reverse: reverse[row] === 1,
      letters_a: b && a,
      letters_b: a && b,
      limits_a: both && limits_a,
      limits_b: both && limits_b,
      alphabet: contents.alphabet ?? 'dna'
    });
    if (this.explained.has(row))
      try {
        out.explained = new explanation(
            JSON.parse(new TextDecoder().decode(bytes_of(this.explained.get(row)))), out.pairs[out.count]);
      } catch (fault) {  // a result that was changed: it is drawn without
        out.not_explained = fault.message;
      }
    return out;
  }
  features_of(row) {
    const of = (side, record) => this.features[side].filter(f => f.record === record);
    return {a: of('a', this.column.query[row]), b: of('b', this.column.target[row])};
  }

  // True where both sides are records of one file: numbers and names agree, and some record is on both sides.
  get same_records() {
    const names = new Map();
    let shared = 0;
    for (const list of [this.queries, this.targets])
      for (let k = 0; k < list.names.length; ++k) {
        const number = list.numbers[k];
        if (number === 0 || (names.has(number) && names.get(number) !== list.names[k]))
          return false;
        shared += names.has(number);
        names.set(number, list.names[k]);
      }
    return shared > 0 && this.count > 1;
  }
}
