#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Reads of transcripts whose introns are known, made from a genome and its GFF3, and a judge of what is found of them.

  spliced_reads.py make GENOME.fa EXONS.gff3 OUT [options]   OUT.reads.fa, OUT.truth.bed (BED12), OUT.genome.fa,
                                                              OUT.genes.gtf; the genome has one record
      --copies N        reads of each transcript of two exons and more, on both strands in turn (1)
      --errors P        share of letters that are changed, left out or doubled, a third each (0)
      --micro LO..HI    every read has one more exon of so many letters, taken from an intron at a place with AG before
                        and GT behind it; transcripts without such a place are left out
      --long-intron N   N random letters in the middle of the first intron of the first transcript; its reads alone
      --random N        the seed of all that is random (1)
  spliced_reads.py judge TRUTH.bed RESULT...                  RESULT is BED12 or SAM; of a read its first primary row
      prints reads, introns right, wrong and missed; where the truth has names READ:BEGIN-END of micro-exons, how many
      of these were found
"""
import argparse
import random
import re


def read_fasta(path):
    name, letters = None, []
    for line in open(path):
        if line[0] == ">":
            if name:
                raise SystemExit(f"{path}: more than one record")
            name = line[1:].split()[0]
        else:
            letters.append(line.strip())
    return name, "".join(letters).upper()


def reverse_complement(text):
    return text[::-1].translate(str.maketrans("ACGTN", "TGCAN"))


def read_transcripts(path):
    """id -> (strand, sorted exons (begin, end), 0-based and half open), of two exons and more, in the file's order."""
    out = {}
    for line in open(path):
        f = line.rstrip("\n").split("\t")
        if len(f) == 9 and f[2] == "exon":
            for parent in re.search(r"Parent=([^;]*)", f[8]).group(1).split(","):
                out.setdefault(parent, (f[6], []))[1].append((int(f[3]) - 1, int(f[4])))
    return {t: (s, sorted(e)) for t, (s, e) in out.items() if len(e) > 1}


def micro_exon(genome, strand, exons, sizes, rng):
    """The exons with one more, in an intron, between the sites of the strand; nothing where there is no place."""
    before, behind = ("AG", "GT") if strand == "+" else ("AC", "CT")
    places = []
    for (_, left), (right, _) in zip(exons, exons[1:]):
        for size in range(sizes[0], sizes[1] + 1):
            for at in range(left + 60, right - 60 - size):
                if genome[at - 2:at] == before and genome[at + size:at + size + 2] == behind:
                    places.append((at, at + size))
    if not places:
        return None, None
    new = rng.choice(places)
    return sorted(exons + [new]), new


def with_errors(text, share, rng):
    out = []
    for letter in text:
        kind = rng.random() / share if share else 1
        if kind >= 1:
            out.append(letter)
        elif kind < 1 / 3:
            out.append(rng.choice([c for c in "ACGT" if c != letter]))
        elif kind < 2 / 3:
            out.append(letter * 2)
    return "".join(out)


def make(args):
    rng = random.Random(args.random)
    name, genome = read_fasta(args.genome)
    transcripts = read_transcripts(args.exons)
    if args.long_intron:
        first, (strand, exons) = next(iter(transcripts.items()))
        at = (exons[0][1] + exons[1][0]) // 2
        genome = genome[:at] + "".join(rng.choice("ACGT") for _ in range(args.long_intron)) + genome[at:]
        move = lambda p: p + args.long_intron if p > at else p
        transcripts = {t: (s, [(move(b), move(e)) for b, e in x]) for t, (s, x) in transcripts.items()}
    with open(args.out + ".genome.fa", "w") as file:
        file.write(f">{name}\n{genome}\n")
    with open(args.out + ".genes.gtf", "w") as file:
        for t, (strand, exons) in transcripts.items():
            for b, e in exons:
                file.write(f'{name}\tmade\texon\t{b + 1}\t{e}\t.\t{strand}\t.\tgene_id "{t}"; transcript_id "{t}";\n')
    if args.long_intron:
        transcripts = {first: transcripts[first]}
    with open(args.out + ".reads.fa", "w") as reads, open(args.out + ".truth.bed", "w") as truth:
        for t, (strand, exons) in transcripts.items():
            for copy in range(args.copies):
                mine, new = exons, None
                if args.micro:
                    mine, new = micro_exon(genome, strand, exons, args.micro, rng)
                    if not mine:
                        break
                letters = "".join(genome[b:e] for b, e in mine)
                if (strand == "-") == (copy % 2 == 0):
                    letters = reverse_complement(letters)
                read = f"{t}_{copy + 1}" + (f":{new[0]}-{new[1]}" if new else "")
                reads.write(f">{read}\n{with_errors(letters, args.errors, rng)}\n")
                begin, end = mine[0][0], mine[-1][1]
                sizes, starts = ",".join(str(e - b) for b, e in mine), ",".join(str(b - begin) for b, e in mine)
                truth.write(f"{name}\t{begin}\t{end}\t{read}\t0\t{strand}\t{begin}\t{end}\t0\t{len(mine)}\t{sizes}\t{starts}\n")


def bed_introns(f):
    begin = int(f[1])
    exons = [(begin + int(s), begin + int(s) + int(n)) for n, s in zip(f[10].strip(",").split(","), f[11].strip(",").split(","))]
    return f[3], {(a[1], b[0]) for a, b in zip(exons, exons[1:])}


def sam_introns(f):
    at, out = int(f[3]) - 1, set()
    for n, op in re.findall(r"(\d+)([MIDNSHP=X])", f[5]):
        if op == "N":
            out.add((at, at + int(n)))
        if op in "M=XDN":
            at += int(n)
    return f[0], out


def judge(args):
    truth = dict(bed_introns(line.split("\t")) for line in open(args.truth))
    for path in args.results:
        found = {}
        for line in open(path):
            f = line.rstrip("\n").split("\t")
            if line[0] == "@" or len(f) < 11:
                continue
            is_sam = not f[2].isdigit()
            if is_sam and int(f[1]) & 0x904:
                continue
            read, introns = (sam_introns if is_sam else bed_introns)(f)
            found.setdefault(read, introns)
        right = sum(len(found[r] & truth[r]) for r in found)
        wrong = sum(len(found[r] - truth[r]) for r in found)
        text = f"{path}: reads {len(found)} of {len(truth)}, right {right}, wrong {wrong}, missed {sum(map(len, truth.values())) - right}"
        micro = {r: tuple(map(int, r.rsplit(":", 1)[1].split("-"))) for r in truth if re.search(r":\d+-\d+$", r)}
        if micro:
            both = sum(any(i[1] == b for i in found.get(r, ())) and any(i[0] == e for i in found.get(r, ())) for r, (b, e) in micro.items())
            text += f", micro-exons {both} of {len(micro)}"
        print(text)


def window(text):
    lo, hi = text.split("..")
    return int(lo), int(hi)


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
commands = parser.add_subparsers(required=True)
sub = commands.add_parser("make")
for word in ("genome", "exons", "out"):
    sub.add_argument(word)
sub.add_argument("--copies", type=int, default=1)
sub.add_argument("--errors", type=float, default=0)
sub.add_argument("--micro", type=window)
sub.add_argument("--long-intron", type=int, default=0)
sub.add_argument("--random", type=int, default=1)
sub.set_defaults(run=make)
sub = commands.add_parser("judge")
sub.add_argument("truth")
sub.add_argument("results", nargs="+")
sub.set_defaults(run=judge)
arguments = parser.parse_args()
arguments.run(arguments)
