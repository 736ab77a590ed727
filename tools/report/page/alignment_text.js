// SPDX-License-Identifier: BSD-3-Clause
// The alignment round a place, as letters: query, bars, target. Long gaps are shown by their ends.

const shown_gap = 24, gap_end = 8;

// Columns of the alignment round a link: up to `before` in front of it and `behind` it. Link 0 is the chain's begin.
function columns_round(chain, link, before, behind) {
  const columns = [];  // [i or -1, j or -1, sign]
  const add_gap = k => {
    const a = chain.gap_a(k), b = chain.gap_b(k), both = Math.min(a, b);
    const jumped = chain.jumps.has(k), sign = jumped ? '~' : ' ';
    const i0 = chain.i[k] - a, j0 = chain.j[k] - b, size = Math.max(a, b);
    for (let t = 0; t < size; ++t) {
      if (size > shown_gap && t === gap_end) {
        columns.push([-2, -2, `${grouped(size - 2 * gap_end)} more`]);
        t = size - gap_end - 1;
        continue;
      }
      // what both sides skip stands side by side
      columns.push([t < a ? i0 + t : -1, t < b ? j0 + t : -1, t < both && !jumped ? ' ' : sign]);
    }
  };
  const add_run = (k, from, to) => {
    for (let t = from; t < to; ++t)
      columns.push([chain.i[k] + t, chain.j[k] + t, '|']);
  };
  let first = Math.max(link - 1, 0), start = 0;
  for (let room = before; link > 0; --first) {
    const size = chain.size[first];
    if (size >= room || first === 0) {
      start = Math.max(0, size - room);
      break;
    }
    room -= size + Math.min(shown_gap, Math.max(chain.gap_a(first), chain.gap_b(first)));
    if (room <= 0)
      break;
  }
  for (let k = first; k < chain.count && columns.length < before + behind; ++k) {
    if (k > first)
      add_gap(k);
    add_run(k, k === first ? start : 0, Math.min(chain.size[k], (k === first ? start : 0) + before + behind));
  }
  return columns.slice(0, before + behind + 2 * shown_gap);
}

// The three lines, with the places of their first letters on the file's strand.
function alignment_lines(chain, names, link) {
  const columns = columns_round(chain, link, 50, 70);
  let query = '', bars = '', target = '';
  for (const [i, j, sign] of columns) {
    if (i === -2) {
      const text = ` … ${sign} … `;
      query += text;
      bars += ' '.repeat(text.length);
      target += ' '.repeat(text.length);
      continue;
    }
    query += i < 0 ? '-' : chain.letters_a ? chain.letter_a(i) : 'o';
    target += j < 0 ? '-' : chain.letters_b ? chain.letters_b.at(j) : 'o';
    bars += sign;
  }
  const first_i = columns.find(([i]) => i >= 0)?.[0] ?? 0, first_j = columns.find(([, j]) => j >= 0)?.[1] ?? 0;
  const number = [String((chain.reverse ? chain.n - 1 - first_i : first_i) + 1), String(first_j + 1)];
  const width = Math.max(number[0].length, number[1].length);
  return [
    `query   ${number[0].padStart(width)}  ${query}`, `        ${' '.repeat(width)}  ${bars}`,
    `target  ${number[1].padStart(width)}  ${target}`
  ];
}
