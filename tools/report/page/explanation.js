// SPDX-License-Identifier: BSD-3-Clause
// Why a chain is the best one, where the result says it (docs/guide/formats.md, "With --explain"): slack of each link,
// how far gaps slide, which limits stand in the way, what all best chains share.

class explanation {
  // told: the JSON object of the row; pairs: matched pairs of the chain. Throws where they do not fit.
  constructor(told, pairs) {
    const links = Math.max(pairs - 1, 0);
    if (told.slack_a?.length !== links || told.slack_b?.length !== links)
      throw new Error(`slack of ${told.slack_a?.length} links for a chain of ${pairs} pairs`);
    this.told = told;
    this.slides = new Map((told.shifts ?? []).map(([pair, left, right]) => [pair, [left, right]]));
    this.blockers = told.blockers ?? [];
    if (told.shared)
      this.shared = {starts: told.shared.map(([i]) => i), ends: told.shared.map(([i, , count]) => i + count)};
  }
  // Letters that a link's limits leave, on a side; link: the one behind so many pairs.
  slack(pair, side) {
    return (side === 'a' ? this.told.slack_a : this.told.slack_b)[pair - 1] ?? Infinity;
  }
  // How many chains are as good.
  get best_chains() {
    const {best_chains_mod64, best_chains_log2} = this.told;
    if (best_chains_log2 === undefined)
      return '';
    return best_chains_log2 < 63 ? grouped(best_chains_mod64) : `2^${best_chains_log2.toFixed(1)}`;
  }
}

// Limits that stand in the way of a better chain. `picked` gets side and letter.
function blockers_table(chain, names, picked) {
  const {blockers} = chain.explained;
  const place = b => b.side === 'a' ? chain.reverse ? chain.n - 1 - b.letter : b.letter : b.letter;
  return new data_table({
    rows: blockers.length,
    what: 'limit',
    height: 200,
    picked: r => picked(blockers[r]),
    columns: [
      {
        head: 'letter',
        title: 'counted from 1, on the strand as the file has it',
        width: 10,
        grows: true,
        value: r => place(blockers[r]),
        text: r => `${names[blockers[r].side]}:${place(blockers[r]) + 1}`
      },
      {
        head: 'raise',
        title: 'what has to be added to its limit',
        number: true,
        width: 6,
        value: r => blockers[r].raise,
        text: r => grouped(blockers[r].raise)
      },
      {
        head: 'gain',
        title: 'by what the score rises',
        number: true,
        width: 6,
        value: r => blockers[r].gain,
        text: r => grouped(blockers[r].gain)
      },
      {
        head: 'solved',
        title: 'solved again with the raised limit',
        width: 6,
        value: r => blockers[r].confirmed ? 1 : 0,
        text: r => blockers[r].confirmed ? 'yes' : ''
      }
    ]
  });
}
