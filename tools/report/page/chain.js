// SPDX-License-Identifier: BSD-3-Clause
// A chain: runs of matched pairs (i, j, length) in the aligned orientation, and the links between them. Both i and j
// rise from run to run, so the box of any runs in a row is that of the first and the last: levels of detail need no
// tables.

class chain {
  constructor({count, runs, jumps, n, m, reverse, letters_a, letters_b, limits_a, limits_b, alphabet}) {
    Object.assign(this, {count, n, m, reverse, letters_a, letters_b, limits_a, limits_b, alphabet});
    this.i = new Float64Array(count);
    this.j = new Float64Array(count);
    this.size = new Float64Array(count);
    this.pairs = new Float64Array(count + 1);  // matched pairs before each run
    for (let k = 0, i = 0, j = 0; k < count; ++k) {
      this.i[k] = i += runs.next();
      this.j[k] = j += runs.next();
      const size = this.size[k] = runs.next();
      i += size;
      j += size;
      this.pairs[k + 1] = this.pairs[k] + size;
    }
    this.read_jumps(jumps);
  }

  // Jumps by the link that they are of: link k leads from run k - 1 to run k.
  read_jumps({count, numbers}) {
    this.jumps = new Map();
    for (let k = 0, first = 0; k < count; ++k) {
      const of_query = numbers.next() === 1;
      first += numbers.next();
      const end = first + numbers.next();
      const starts = of_query ? this.i : this.j;
      const link = first_where(this.count, r => starts[r] >= end);
      const known = this.jumps.get(link) ?? {};
      known[of_query ? 'a' : 'b'] = {first, end};
      this.jumps.set(link, known);
    }
  }

  // Where a row i of the table lies on the axis of the query, which is drawn as the file has it.
  y_of(i) {
    return this.reverse ? this.n - i : i;
  }
  // The query's letter at i, in the aligned orientation.
  letter_a(i) {
    return this.reverse ? complement(this.letters_a.at(this.n - 1 - i), this.alphabet) : this.letters_a.at(i);
  }
  // The box of the runs first..end-1 in the plane.
  box(first, end) {
    const i0 = this.i[first], i1 = this.i[end - 1] + this.size[end - 1];
    return {x0: this.j[first], x1: this.j[end - 1] + this.size[end - 1], y0: this.y_of(i0), y1: this.y_of(i1)};
  }
  // Letters that a link skips or jumps over.
  gap_a(k) {
    return this.i[k] - this.i[k - 1] - this.size[k - 1];
  }
  gap_b(k) {
    return this.j[k] - this.j[k - 1] - this.size[k - 1];
  }
  // What a link's limits leave over on a side: 0 where the limit binds, Infinity without one, undefined where nothing
  // is known. Beside a jump the explanation of a run says it, or nothing does.
  slack(k, side) {
    if (this.explained)
      return this.explained.slack(this.pairs[k], side);
    const limits = side === 'a' ? this.limits_a : this.limits_b;
    if (!limits || this.jumps.get(k)?.[side])
      return undefined;
    return side === 'a' ? limits.at(this.i[k]).hi - this.gap_a(k) : limits.at(this.j[k]).hi - this.gap_b(k);
  }
  get has_slack() {
    return Boolean(this.explained || this.limits_a);
  }
  least_slack(k) {
    const a = this.slack(k, 'a') ?? Infinity, b = this.slack(k, 'b') ?? Infinity;
    return Math.min(a, b);
  }
  // Calls emit(link, least slack) for all links in order; goes along limits without searching them.
  for_each_slack(emit) {
    const walk = (limits, places) => {
      let run = 0;
      return k => {
        while (limits.ends[run] <= places[k])
          ++run;
        return limits.of_run(run).hi;
      };
    };
    const plain = !this.explained && this.limits_a;
    const hi_a = plain && walk(this.limits_a, this.i), hi_b = plain && walk(this.limits_b, this.j);
    for (let k = 1; k < this.count; ++k)
      emit(k,
          plain && !this.jumps.has(k) ? Math.min(hi_a(k) - this.gap_a(k), hi_b(k) - this.gap_b(k)) :
                                        this.least_slack(k));
  }
  get has_shared() {
    return Boolean(this.explained?.shared);
  }
  // Calls emit(from, end, shared) for the parts of a run, in places within it.
  for_each_part(k, emit) {
    const {starts, ends} = this.explained.shared;
    const first = this.i[k], end = first + this.size[k];
    let at = first;
    for (let s = first_where(starts.length, r => ends[r] > first); s < starts.length && starts[s] < end; ++s) {
      if (starts[s] > at)
        emit(at - first, starts[s] - first, false);
      at = Math.min(ends[s], end);
      emit(Math.max(starts[s], first) - first, at - first, true);
    }
    if (at < end)
      emit(at - first, this.size[k], false);
  }
  is_shared(i) {
    const {starts, ends} = this.explained.shared;
    const s = first_where(starts.length, r => ends[r] > i);
    return s < starts.length && starts[s] <= i;
  }
  // The run that holds a place of the target, or the first behind it.
  run_at(j) {
    return Math.min(first_where(this.count, k => this.j[k] + this.size[k] > j), this.count - 1);
  }

  // For each range of runs the least of their links' slacks, as a tree over the links: drawn ranges smaller than a
  // pixel have one colour.
  least_slack_of(first, end) {
    if (!this.slack_tree) {
      const tree = this.slack_tree = new Float64Array(2 * this.count).fill(Infinity);
      this.for_each_slack((k, slack) => tree[this.count + k] = slack);
      for (let k = this.count - 1; k > 0; --k)
        tree[k] = Math.min(tree[2 * k], tree[2 * k + 1]);
    }
    let least = Infinity;
    for (let low = first + this.count, high = end + this.count; low < high; low >>= 1, high >>= 1) {
      if (low & 1)
        least = Math.min(least, this.slack_tree[low++]);
      if (high & 1)
        least = Math.min(least, this.slack_tree[--high]);
    }
    return least;
  }
}

const complements =
    Object.fromEntries([...'ACGTRYKMBDHVSWNacgtrykmbdhvswn'].map((c, k) => [c, 'TGCAYRMKVHDBSWNtgcayrmkvhdbswn'[k]]));

function complement(letter, alphabet) {
  if (letter === 'U' || letter === 'u')
    return letter === 'U' ? 'A' : 'a';
  const other = complements[letter] ?? letter;
  return alphabet === 'rna' ? other.replace('T', 'U').replace('t', 'u') : other;
}

// Letters that match nothing: codes of dna and rna that stand for several letters, and what is no letter of proteins.
function same_letter(a, b, alphabet) {
  if (alphabet === 'raw')
    return a === b;
  const plain = c => c.toUpperCase().replace('U', alphabet === 'protein' ? 'U' : 'T');
  const letters = alphabet === 'protein' ? 'ACDEFGHIKLMNPQRSTVWYUO' : 'ACGT';
  return plain(a) === plain(b) && letters.includes(plain(a));
}
