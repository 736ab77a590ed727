# SPDX-License-Identifier: BSD-3-Clause
# A notebook without the notebook: cells between %% lines, as editors run them. Its output is example.out.

# %% A pair: at most one letter skipped before a matched one
import numpy as np

import vglcs

found = vglcs.align("GATTACA", "GACTATA", gaps=1)
print(found.length, found.chain.tolist())

# %% Limits that say more: two before A, none before the other letters; no limit on B
print(vglcs.align("GATTACA", "GACTATA", gaps_a="letter:A=2,*=0", gaps_b="inf").chain.tolist())

# %% An intron: 5 to 50 letters behind which AG stands cost 2, and 3 more where they do not begin with GT
read, gene = "GATTACAGCATC", "CCGATTACAGTAAGTCCTTTCAGGCATC"
spliced = vglcs.align(read, gene, gaps=1, skip=1, jump="after:AG=5..50@2", leave="at:GT=0,*=3")
print(spliced.score, [(jump.side, jump.first, jump.end) for jump in spliced.jumps])

# %% Is it right? A chain is checked against the same options
vglcs.verify(spliced, read, gene, gaps=1, skip=1, jump="after:AG=5..50@2", leave="at:GT=0,*=3")
try:
    vglcs.verify([(0, 0), (6, 6)], "GATTACA", "GACTATA", gaps=1)
except vglcs.VerificationError as error:
    print(error.what)

# %% Many pairs: columns are numpy arrays, and each answer can be looked at
reads = ["GATTACA", "GATTTACA", "CATTACA", "TTTTTTT"]
answers = vglcs.align_many(reads, ["GATTACA"], gaps=1)
print(answers.lengths, answers.starts)
best = int(np.argmax(answers.lengths))
print(reads[best], answers[best].chain[-1])

# %% Limits as arrays: the third letter of the target begins an exon
limits = np.full(len(gene), 2)
limits[23] = 20
print(vglcs.align(read, gene, gaps_a=2, gaps_b=limits).length)

# %% Blocks of genes: at most two genes between neighbours on both chromosomes, either direction
blocks = vglcs.chain([0, 2, 3, 9, 10], [5, 6, 8, 3, 2], gaps_x=2, gaps_y=2, either_direction=True)
for block in blocks:
    print(block.score, block.strand, block.members)

# %% A pattern: two boxes, 15 to 19 letters apart, a mismatch in each
for hit in vglcs.search("CCCTTGACAAAAAAAAAAAAAAAAAATATGATCCC", "TTGACA~1 N{15,19} TATAAT~1", strand="+"):
    print(hit.start, hit.end, hit.errors, [(part.start, part.end) for part in hit.parts])

# %% What a large run would cost, before it starts
cost = vglcs.plan("ACGT" * 5_000, "AGCT" * 5_000, gaps=5)
print(cost.cells, cost.engine, cost.fits)

# %% Mistakes are exceptions that say how to mend them
try:
    vglcs.align("GATTACA", "GAT?", gaps=1)
except vglcs.InputError as error:
    print(f"{error.what} -> {error.fix}")
