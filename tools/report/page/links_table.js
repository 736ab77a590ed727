// SPDX-License-Identifier: BSD-3-Clause
// The gaps and jumps of a chain: every link that skips letters on a side.

function links_table(chain, names, picked) {
  const slack_text = value => value === undefined ? '' : value === Infinity ? 'none' : grouped(value);
  const file_a = k => {  // skipped letters of the query, on the file's strand
    const first = chain.i[k] - chain.gap_a(k), end = chain.i[k];
    return chain.reverse ? [chain.n - end, chain.n - first] : [first, end];
  };
  const file_b = k => [chain.j[k] - chain.gap_b(k), chain.j[k]];
  const place = ([first, end]) => end > first ? `${grouped(first + 1)}-${grouped(end)}` : `after ${grouped(first)}`;
  const columns = [
    {
      head: 'skipped',
      title: 'letters skipped or jumped over, both sides together',
      number: true,
      width: 5.6,
      value: r => chain.gap_a(r + 1) + chain.gap_b(r + 1),
      text: r => grouped(chain.gap_a(r + 1) + chain.gap_b(r + 1))
    },
    {head: 'kind', width: 4.6, value: r => kind(r + 1), text: r => kind(r + 1)}, {
      head: 'in target',
      title: `letters of ${names.b} that are skipped, counted from 1`,
      width: 9,
      grows: true,
      value: r => chain.j[r + 1],
      text: r => place(file_b(r + 1))
    },
    {
      head: 'in query',
      title: `letters of ${names.a} that are skipped, counted from 1, on the strand as the file has it`,
      width: 9,
      grows: true,
      value: r => file_a(r + 1)[0],
      text: r => place(file_a(r + 1))
    },
    {
      head: 'target',
      title: 'letters skipped in the target',
      number: true,
      width: 4.4,
      value: r => chain.gap_b(r + 1),
      text: r => grouped(chain.gap_b(r + 1))
    },
    {
      head: 'query',
      title: 'letters skipped in the query',
      number: true,
      width: 4.4,
      value: r => chain.gap_a(r + 1),
      text: r => grouped(chain.gap_a(r + 1))
    }
  ];
  if (chain.has_slack)
    for (const [side, head] of [['b', 't. left'], ['a', 'q. left']])
      columns.push({
        head,
        title: `letters that the limit of the ${side === 'b' ? 'target' : 'query'} would still allow; 0: it binds`,
        number: true,
        width: 4.6,
        value: r => chain.slack(r + 1, side) ?? 1e300,
        text: r => slack_text(chain.slack(r + 1, side)),
        mark: r => chain.slack(r + 1, side) === 0 ? 'binds' : ''
      });
  if (chain.explained)
    columns.push({
      head: 'slides',
      title: 'letters that the gap can slide to the left and to the right at the same score',
      width: 4.4,
      value: r => slide(r, 0) + slide(r, 1),
      text: r => `${slide(r, 0)}, ${slide(r, 1)}`
    });
  function slide(r, k) {
    return chain.explained.slides.get(chain.pairs[r + 1])?.[k] ?? 0;
  }
  function kind(k) {
    const jump = chain.jumps.get(k);
    return !jump ? 'gap' : jump.a && jump.b ? 'jumps' : jump.b ? 'jump' : 'jump (q.)';
  }
  const table = new data_table(
      {rows: Math.max(chain.count - 1, 0), columns, picked: r => picked(r + 1), what: 'gap', height: 600});
  table.target_place = r => place_text(names.b, ...file_b(r));
  table.query_place = r => place_text(names.a, ...file_a(r));
  return table;
}
