// SPDX-License-Identifier: BSD-3-Clause
// Spliced alignments: exons of each, the introns of all, and loci: alignments of one target whose letters overlap.

class spliced_data {
  constructor() {
    this.count = contents.rows;
    this.column = {};
    for (const [name, id] of Object.entries(contents.columns))
      this.column[name] = unpack_steps(id, this.count);
    const reader = new number_reader(bytes_of(contents.exons));
    this.exons = Array.from({length: this.count}, (_, row) => {
      const out = [];
      for (let k = 0, at = this.column.first[row]; k < this.column.exon_count[row]; ++k) {
        const first = at + reader.next();
        at = first + reader.next();
        out.push([first, at]);
      }
      return out;
    });
    this.end = Float64Array.from(this.exons, exons => exons[exons.length - 1][1]);
    this.features = (contents.features ??
        []).map(([, record, first, end, strand, type, name]) => ({record, first, end, strand, type, name}));
    this.sites = new Map((contents.sites ??
        []).map(([target, first, end, donor, acceptor]) => [`${target} ${first} ${end}`, [donor, acceptor]]));
    this.read_introns();
    this.read_loci();
  }
  // Introns with the alignments that have them.
  read_introns() {
    const all = new Map(), {target, transcript, quality, other} = this.column;
    this.exons.forEach((exons, row) => {
      for (let k = 1; k < exons.length; ++k) {
        const first = exons[k - 1][1], end = exons[k][0], key = `${target[row]} ${first} ${end}`;
        let intron = all.get(key);
        if (!intron)
          all.set(key,
              intron = {target: target[row], first, end, rows: [], strand: 0, unique: 0, sites: this.sites.get(key)});
        intron.rows.push(row);
        intron.strand ||= transcript[row];
        intron.unique += quality[row] >= 10 && !other[row];
        intron.overhang =
            Math.max(intron.overhang ?? 0, Math.min(exons[k - 1][1] - exons[k - 1][0], exons[k][1] - exons[k][0]));
      }
    });
    this.introns = [...all.values()].sort((a, b) => a.target - b.target || a.first - b.first || a.end - b.end);
  }
  read_loci() {
    const {target, first} = this.column;
    const order = Array.from({length: this.count}, (_, row) => row)
                      .sort((a, b) => target[a] - target[b] || first[a] - first[b] || a - b);
    this.loci = [];
    this.locus_of = new Float64Array(this.count);
    for (const row of order) {
      let locus = this.loci[this.loci.length - 1];
      if (!locus || locus.target !== target[row] || first[row] >= locus.end)
        this.loci.push(locus = {target: target[row], first: first[row], end: this.end[row], rows: [], introns: []});
      locus.rows.push(row);
      locus.end = Math.max(locus.end, this.end[row]);
      this.locus_of[row] = this.loci.length - 1;
    }
    for (const intron of this.introns)
      this.loci[this.locus_of[intron.rows[0]]].introns.push(intron);
  }
  // Alignments of a locus with the same introns together, the most frequent first.
  chains(locus) {
    const all = new Map();
    for (const row of locus.rows) {
      const key = this.exons[row].slice(1).map((exon, k) => `${this.exons[row][k][1]}-${exon[0]}`).join(' ');
      if (!all.has(key))
        all.set(key, []);
      all.get(key).push(row);
    }
    return [...all.values()].sort((a, b) => b.length - a.length || a[0] - b[0]);
  }
  sites_text(intron) {
    return !intron.sites  ? '' :
        intron.strand < 0 ? [intron.sites[1], intron.sites[0]]
                                .map(s => [...s].reverse().map(c => complement(c, 'dna')).join(''))
                                .join('-') :
                            intron.sites.join('-');
  }
}
