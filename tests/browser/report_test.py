# SPDX-License-Identifier: BSD-3-Clause
"""Drives pages of `vglcs report` in Chromium: report_test.py PROGRAM DATA.

Every page is opened from a file; whatever the browser says on its console, asks for, or shows as a dialog is a failure.
Exit code 77 (skipped) where there is no Chromium.
"""
import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

import browser

PROGRAM, DATA = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])


def vglcs(*words):
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True)
    assert done.returncode == 0, f"vglcs {' '.join(words)}: {done.stderr}"
    return done.stdout


def pairs_of(rows):
    """(i, j) of --format pairs."""
    return [tuple(int(x) for x in row.split("\t")[3:5]) for row in rows.splitlines()[1:]]


def gaps_of(pairs):
    """Links that skip letters: [first skipped j, next j, first skipped i, next i], counted from 0."""
    return [(b + 1, d, a + 1, c) for (a, b), (c, d) in zip(pairs, pairs[1:]) if c - a > 1 or d - b > 1]


def read(path):
    with open(path, "rb") as content:
        return content.read()


class ReportTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="vglcs-report-")
        cls.page = browser.Page().__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.page.__exit__()
        cls.folder.cleanup()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as out:
            out.write(text)
        return self.path(name)

    def open(self, name, hash_part=""):
        self.page.open(self.path(name), hash_part)
        self.expect_quiet()

    def expect_quiet(self):
        self.assertEqual(self.page.console, [])
        self.assertEqual(self.page.dialogs, [])
        outside = [r for r in self.page.requests if not r.startswith(("blob:", "data:"))]
        self.assertEqual(len(outside), 1, outside)  # the file itself

    def make_strands(self):
        """A pair on each strand, with gaps on both sides: names of the FASTA files."""
        rng = random.Random(7)
        target = "".join(rng.choice("ACGT") for _ in range(900))
        query = target[40:300] + target[304:500] + "ACG" + target[500:880]
        turned = query[::-1].translate(str.maketrans("ACGT", "TGCA"))
        return (
            self.write("plus.fa", f">plus\n{query}\n"),
            self.write("minus.fa", f">minus\n{turned}\n"),
            self.write("target.fa", f">target\n{target}\n"),
        )

    def value(self, script):
        return self.page.run(script)

    def seen(self):
        view = self.value("(v => [v.x0, v.x1, v.y0, v.y1])(report.pair.figure.view)")
        return [round(v, 6) for v in view]

    def colour_at(self, j, y):
        """Red, green and blue of the darkest pixel in the middle of a cell, or right beside it."""
        return self.value(
            f"(v => {{ const c = document.createElement('canvas').getContext('2d', {{ willReadFrequently: true }}); "
            f"c.drawImage(report.pair.pane.canvas, 1 - Math.floor(v.px({j} + 0.5)), 1 - Math.floor(v.py({y} + 0.5))); "
            f"const d = c.getImageData(0, 0, 3, 3).data, all = [...Array(9).keys()].map(k => [...d.slice(4 * k, 4 * k + 3)]); "
            f"return all.reduce((a, b) => a[0] < b[0] ? a : b); }})(report.pair.figure.view)"
        )

    # What stands at a matched pair: the text beside the pointer, and the colour of the picture.
    def told_at_pair(self, j, y):
        self.value(f"report.pair.figure.view.show({j} - 15, {j} + 15, {y} - 15, {y} + 15), report.pair.pane.draw_now()")
        x, top = self.value(
            f"(v => {{ const b = report.pair.pane.canvas.getBoundingClientRect(); "
            f"return [b.left + v.px({j} + 0.5), b.top + v.py({y} + 0.5)]; }})(report.pair.figure.view)"
        )
        self.page.point(x, top)
        self.page.wait(40)
        told = self.value("document.querySelector('.told').textContent")
        return told, self.colour_at(j, y)

    def test_zoom_shows_the_coordinates_of_pairs_on_both_strands(self):
        plus, minus, target = self.make_strands()
        for query, name, reverse in ((plus, "plus", False), (minus, "minus", True)):
            common = [query, target, "--gaps", "6", "--strand", "both"]
            vglcs("align", *common, "-o", self.path("r.json"))
            pairs = pairs_of(vglcs("align", *common, "--format", "pairs"))
            vglcs("report", self.path("r.json"), query, target, "--gaps", "6", "-o", self.path("r.html"))
            self.open("r.html", "#colour=plain")
            for i, j in pairs[::97]:  # all of the chain, far away
                self.assertLess(self.colour_at(j, self.value("report.pair.chain.n") - 1 - i if reverse else i)[0], 110)
            n = self.value("report.pair.chain.n")
            for i, j in (pairs[0], pairs[200], pairs[-1]):
                y = n - 1 - i if reverse else i
                told, colour = self.told_at_pair(j, y)
                self.assertIn(f"{name}:{y + 1}-{y + 1} (i {i}, limit 6)", told)
                self.assertIn(f"target:{j + 1}-{j + 1} (j {j}, limit 6)", told)
                self.assertIn(told[-2:], ("AA", "CC", "GG", "TT"))
                self.assertLess(colour[0], 110, "a matched pair is not drawn")  # the chain's blue on white
            self.assertGreater(
                self.told_at_pair(pairs[0][1] + 3, n - 1 - pairs[0][0] if reverse else pairs[0][0])[1][0], 200
            )
            # the table has every gap, and a click on it shows it
            expected = set()
            for first_j, end_j, first_i, end_i in gaps_of(pairs):
                a, b = (n - end_i, n - first_i) if reverse else (first_i, end_i)
                text = lambda f, e: f"{f + 1}-{e}" if e > f else f"after {f}"
                expected.add((text(first_j, end_j), text(a, b)))
            rows = self.value(
                "[...document.querySelectorAll('.links .row')].map(r => [...r.children].map(c => c.textContent))"
            )
            self.assertEqual({(row[2], row[3]) for row in rows}, expected)
            self.value("document.querySelector('.links .row').click()")
            self.page.wait(80)
            gap = self.value(
                "(c => { const k = report.pair.figure.selected; "
                "return [c.j[k] - c.gap_b(k), c.j[k]]; })(report.pair.chain)"
            )
            x0, x1, _, _ = self.seen()
            self.assertLessEqual(x0, gap[0])
            self.assertGreaterEqual(x1, gap[1])
            self.assertLess(x1 - x0, 100)
            self.expect_quiet()

    def test_letters_and_alignment(self):
        plus, _, target = self.make_strands()
        vglcs("align", plus, target, "--gaps", "6", "-o", self.path("r.paf"))
        vglcs("report", self.path("r.paf"), plus, target, "-o", self.path("r.html"))
        self.open("r.html")
        lines = self.value("document.querySelector('.alignment').textContent").split("\n")
        pairs = pairs_of(vglcs("align", plus, target, "--gaps", "6", "--format", "pairs"))
        self.assertEqual(lines[0].split()[:2], ["query", str(pairs[0][0] + 1)])
        self.assertEqual(lines[2].split()[:2], ["target", str(pairs[0][1] + 1)])
        letters = {"query": "", "target": ""}
        for name in letters:
            letters[name] = read(self.path({"query": "plus.fa", "target": "target.fa"}[name])).decode().splitlines()[1]
        shown = [line[len("target  ") + len(str(pairs[0][1] + 1)) + 2 :] for line in lines]
        self.assertGreater(len(shown[0]), 80)
        i, j, matched = *pairs[0], []
        for a, sign, b in zip(*shown):
            if a != "-":
                self.assertEqual(a, letters["query"][i])
                i += 1
            if b != "-":
                self.assertEqual(b, letters["target"][j])
                j += 1
            if sign == "|":
                matched.append((i - 1, j - 1))
        self.assertEqual(matched, pairs[: len(matched)])

    def test_keyboard(self):
        plus, _, target = self.make_strands()
        vglcs("align", plus, target, "--gaps", "6", "-o", self.path("r.json"))
        vglcs("report", self.path("r.json"), plus, target, "--gaps", "6", "-o", self.path("r.html"))
        self.open("r.html")
        whole = self.seen()
        self.page.press("+")
        near = self.seen()
        self.assertAlmostEqual(near[1] - near[0], (whole[1] - whole[0]) / 1.5, places=3)
        self.page.press("ArrowRight")
        self.assertGreater(self.seen()[0], near[0])
        self.assertEqual(self.seen()[2:], near[2:])
        self.page.press("0")
        self.assertEqual(self.seen(), whole)
        self.page.press("n")
        first = self.value("report.pair.figure.selected")
        self.page.press("n")
        second = self.value("report.pair.figure.selected")
        self.page.press("p")
        self.assertEqual(self.value("report.pair.figure.selected"), first)
        self.assertNotEqual(first, second)
        theme = self.value("document.documentElement.dataset.theme")
        self.page.press("t")
        self.assertNotEqual(self.value("document.documentElement.dataset.theme"), theme)
        self.page.press("?")
        self.assertTrue(self.value("Boolean(document.getElementById('help'))"))
        self.page.press("Escape")
        self.assertFalse(self.value("Boolean(document.getElementById('help'))"))
        # what is seen is in the address, and opening that address shows it
        self.page.press("l")
        self.page.wait(400)
        kept, address = self.seen(), self.value("location.hash")
        self.open("r.html", address)
        for now, before in zip(self.seen(), kept):
            self.assertAlmostEqual(now, before, delta=0.02)
        self.assertEqual(self.value("report.pair.figure.selected"), first)

    def test_pictures_are_files_with_their_legend(self):
        plus, _, target = self.make_strands()
        vglcs("align", plus, target, "--gaps", "6", "-o", self.path("r.json"))
        vglcs("report", self.path("r.json"), plus, target, "--gaps", "6", "-o", self.path("r.html"))
        self.open("r.html")
        svg = self.page.download("save_svg(report.figure)", ".svg").decode()
        root = xml.etree.ElementTree.fromstring(svg)
        texts = {t.text for t in root.iter("{http://www.w3.org/2000/svg}text")}
        self.assertLessEqual({"plus", "target", "limit binds", "1 to 2 left"}, texts)
        self.assertGreater(sum(1 for _ in root.iter("{http://www.w3.org/2000/svg}path")), 3)
        self.assertEqual(self.page.download("save_png(report.figure)", ".png")[:8], b"\x89PNG\r\n\x1a\n")
        self.expect_quiet()

    def test_names_with_markup_stay_text(self):
        nasty = '"><script>alert(1)</script><img/src=x/onerror=alert(2)>&amp;'
        letters = "ACGTACGTTAGGCATTAGC"
        first = f">{nasty}\n{letters}\n"
        one, two = self.write("a.fa", first), self.write("a2.fa", first + f">\u202egnp.exe\n{letters}\n")
        target = self.write("b.fa", f"></title></script><b>bold\n{letters}\n")
        bed = self.write("b.bed", f"</title></script><b>bold\t2\t9\t<svg/onload=alert(3)>\n")
        for words, query in ((["align"], one), (["batch"], two)):
            vglcs(*words, query, target, "--format", "json", "-o", self.path("r.json"))
            vglcs("report", self.path("r.json"), query, target, "--track-b", bed, "-o", self.path("r.html"))
            self.open("r.html")
            self.page.press("n")
            self.assertEqual(
                self.value("document.scripts.length"), len(read(self.path("r.html")).split(b"</script>")) - 1
            )
            self.assertEqual(self.value("document.querySelectorAll('img, b > *, svg').length"), 0)
            self.assertIn(
                nasty if words == ["align"] else "2 pairs", self.value("document.querySelector('h1').textContent")
            )
            self.assertEqual(self.value("report.data.query_name(0)"), nasty)
            self.page.download("save_svg(report.figure)", ".svg")
            self.expect_quiet()

    def test_batch_of_globins(self):
        globins = os.path.join(DATA, "globins45.fa")
        vglcs("batch", "--all-vs-all", globins, "--gaps", "5", "-o", self.path("rows.tsv"))
        vglcs("report", self.path("rows.tsv"), globins, globins, "--gaps", "5", "-o", self.path("rows.html"))
        self.open("rows.html")
        self.assertEqual(self.value("document.querySelector('.batch .counts').textContent"), "990 pairs")
        self.value(
            "const f = document.getElementById('filter'); f.value = 'hbb_ colli'; "
            "f.dispatchEvent(new Event('input')); 0"
        )
        names = [row.split("\t")[:2] for row in read(self.path("rows.tsv")).decode().splitlines()[1:]]
        expected = sum(1 for pair in names if "hbb_" in " ".join(pair).lower() and "colli" in " ".join(pair).lower())
        self.assertEqual(self.value("document.querySelector('.batch .counts').textContent"), f"{expected} of 990 pairs")
        # by length, the longest first
        self.value(
            "f.value = ''; f.dispatchEvent(new Event('input')); "
            "document.querySelectorAll('.batch .head button')[3].click()"
        )
        lengths = [
            int(t)
            for t in self.value("[...document.querySelectorAll('.batch .row')].map(r => r.children[3].textContent)")
        ]
        self.assertEqual(lengths, sorted(lengths, reverse=True))
        self.assertEqual(
            lengths[0], max(int(r.split("\t")[3]) for r in read(self.path("rows.tsv")).decode().splitlines()[1:])
        )
        # a cell of the map shows its pair
        x, y = self.value(
            "(p => { const b = p.canvas.getBoundingClientRect(), v = p.figure.view; "
            "return [b.left + v.px(3.5), b.top + v.py(1.5)]; })(report.batch.pane)"
        )
        self.page.click(x, y)
        self.page.wait(200)
        self.assertEqual(
            self.value("document.querySelector('.pair').previousSibling.textContent"),
            f"{names[45][0]} and {names[45][1]}",
        )
        self.expect_quiet()

    def test_explained_results(self):
        """What a result says of its chain is shown at the gaps that it says it of."""
        _, query, target = self.make_strands()
        common = [query, target, "--gaps", "6", "--strand", "both"]
        row = json.loads(vglcs("align", *common, "--format", "json"))
        chain = row["chain"]
        skipped = [(c - a - 1, d - b - 1) for (a, b), (c, d) in zip(chain, chain[1:])]
        shifts = [[k + 1, k % 5, k % 7] for k, s in enumerate(skipped) if any(s)]
        last = len(chain) - 1
        row["explain"] = {
            "slack_a": [None if k % 10 == 3 else 6 - s[0] for k, s in enumerate(skipped)],
            "slack_b": [6 - s[1] for s in skipped],
            "shifts": shifts,
            "blockers": [{"side": "a", "letter": chain[50][0], "raise": 2, "gain": 3, "confirmed": True}],
            "best_chains_mod64": "12",
            "best_chains_log2": 3.585,
            "shared": [[*chain[k], 1] for k in range(last) if k % 2 == 0],
        }
        text = json.dumps(row, separators=(",", ":"))
        self.write("explained.json", text + "\n")
        vglcs("report", self.path("explained.json"), query, target, "-o", self.path("r.html"))
        self.open("r.html")
        facts = self.value("document.querySelector('.facts').textContent")
        self.assertIn("12 best chains", facts)
        told = self.value(
            "(c => Array.from({ length: c.count - 1 }, (_, r) => [c.slack(r + 1, 'a'), c.slack(r + 1, 'b'), "
            "c.explained.slides.get(c.pairs[r + 1])].map(v => v === Infinity ? null : v)))(report.pair.chain)"
        )
        expected = [
            [row["explain"]["slack_a"][k], row["explain"]["slack_b"][k], [(k) % 5, (k) % 7]]
            for k, s in enumerate(skipped)
            if any(s)
        ]
        self.assertEqual(told, expected)
        self.value("report.pair.colour_by('shared')")
        self.assertEqual(
            self.value("report.pair.figure.legend().map(e => e[1])")[:2], ["in every best chain", "in some"]
        )
        shared = self.value("(c => Array.from({ length: 6 }, (_, k) => c.is_shared(c.i[0] + k)))(report.pair.chain)")
        self.assertEqual(shared, [True, False] * 3)
        self.value("[...document.querySelectorAll('.links .table')].at(-1).querySelector('.row').click()")
        n = row["query_length"]
        self.assertEqual(self.value("report.pair.figure.marked"), {"side": "a", "from": n - 1 - chain[50][0]})
        x0, x1, y0, y1 = self.seen()
        self.assertTrue(x0 < chain[50][1] < x1 and y0 < n - 1 - chain[50][0] < y1)
        # an explanation of another chain is not shown
        row["explain"]["slack_a"].pop()
        self.write("explained.json", json.dumps(row, separators=(",", ":")) + "\n")
        vglcs("report", self.path("explained.json"), query, target, "-o", self.path("r.html"))
        self.open("r.html")
        self.assertIn("not explained", self.value("document.querySelector('.facts').textContent"))

    def test_explanations_of_the_program(self):
        plus, _, target = self.make_strands()
        vglcs("align", plus, target, "--gaps", "3", "--explain", "-o", self.path("e.json"))
        told = json.loads(read(self.path("e.json")))["explain"]
        vglcs("report", self.path("e.json"), plus, target, "--gaps", "3", "-o", self.path("e.html"))
        self.open("e.html")
        self.assertEqual(self.value("report.pair.chain.explained.told"), told)
        # the same as what the page finds by the limits
        self.assertTrue(
            self.value(
                "(c => { for (let k = 1; k < c.count; ++k) for (const s of ['a', 'b']) { const told = c.slack(k, s), "
                "e = c.explained; c.explained = undefined; const own = c.slack(k, s); c.explained = e; "
                "if (told !== own) return false; } return c.count > 3; })(report.pair.chain)"
            )
        )

    def test_curves_of_sweep(self):
        plus, _, target = self.make_strands()
        vglcs(
            "sweep", plus, target, "--sweep", "gaps=0..12", "--partner", "reversed", "--quiet", "-o", self.path("s.tsv")
        )
        rows = [row.split("\t") for row in read(self.path("s.tsv")).decode().splitlines()[1:]]
        vglcs("report", self.path("s.tsv"), "-o", self.path("s.html"))
        self.open("s.html")
        self.assertEqual(self.value("document.querySelector('h1').textContent"), "plus and target: gaps")
        shown = self.value(
            "[...document.querySelectorAll('.row')].map(r => [...r.children].map(c => c.textContent.replace(',', '')))"
        )
        self.assertEqual(shown, [[row[3], row[5], row[9], row[4]] for row in rows])
        # a click on the curve chooses its value
        x, y = self.value(
            "(f => { const b = report.pane.canvas.getBoundingClientRect(), [x, y] = f.place(7, f.column.length[7]); "
            "return [b.left + x, b.top + y]; })(report.figure)"
        )
        self.page.click(x, y)
        self.assertEqual(self.value("document.querySelector('.row.chosen').firstChild.textContent"), "7")
        root = xml.etree.ElementTree.fromstring(self.page.download("save_svg(report.figure)", ".svg").decode())
        self.assertIn("the same letters reversed", {t.text for t in root.iter("{http://www.w3.org/2000/svg}text")})
        self.expect_quiet()

    def make_anchors(self):
        """Anchors of two blocks, one of which falls, and some that are in none."""
        rng = random.Random(3)
        rows = []
        for k in range(30):
            rows.append(("chr1", "chr2", 1000 + 300 * k, 500 + 280 * k, "+", 40))
            rows.append(("chr10", "chr2", 2000 + 300 * k, 40000 - 290 * k, "-", 35))
        for _ in range(20):
            rows.append(("chr1", "chr2", rng.randrange(20000, 40000), rng.randrange(20000, 40000), "+", 20))
        text = "query\ttarget\tx\ty\tstrand\tweight\tlength\n"
        return self.write("anchors.tsv", text + "".join("\t".join(map(str, row)) + f"\t{row[-1]}\n" for row in rows))

    def test_blocks_of_chain_with_reasons(self):
        limits = ["--gaps-x", "400", "--gaps-y", "400", "--min-score", "100", "--quiet"]
        vglcs("chain", self.make_anchors(), *limits, "-o", self.path("chained.tsv"))
        vglcs("chain", self.path("anchors.tsv"), *limits, "--format", "blocks", "-o", self.path("chained.blocks"))
        text = read(self.path("chained.tsv")).decode()
        text = text.replace(
            "score 20 below --min-score 100", "score 007 #2 \\ of 12345678901234567890, 0", 1
        )  # any text
        self.assertIn("007", text)
        self.write("chained.tsv", text)
        rows = [row.split("\t") for row in text.splitlines()]
        vglcs("report", self.path("chained.tsv"), "-o", self.path("blocks.html"))
        self.open("blocks.html")
        self.page.wait(100)
        shown = self.value(
            "[...document.querySelectorAll('.links .table')].map("
            "t => [...t.querySelectorAll('.row')].map(r => [...r.children].map(c => c.textContent)))"
        )
        self.assertEqual([row[:4] for row in shown[0]], [["1", "30", "1,200", "+"], ["2", "30", "1,050", "-"]])
        self.value("document.querySelectorAll('.links .table')[1].querySelector('.head button:last-child').click()")
        reasons = self.value("Array.from({ length: report.data.count }, (_, k) => report.data.reason(k))")
        self.assertEqual(reasons, ["" if row[-1] == "." else row[-1] for row in rows[1:]])
        self.assertEqual(sum(1 for r in reasons if r), 20)
        # a click on an anchor in the picture chooses it and its block
        x, y = self.value(
            "(f => { const b = report.pane.canvas.getBoundingClientRect(), k = report.data.blocks[1].members[7]; "
            "return [b.left + f.view.px(report.data.x[k] + 17), b.top + f.view.py(f.y_of(report.data.y[k] + 17))]; "
            "})(report.figure)"
        )
        self.page.click(x, y)
        self.assertEqual(self.value("report.figure.block"), 1)
        self.page.press("0")
        self.page.press("n")
        self.expect_quiet()
        root = xml.etree.ElementTree.fromstring(self.page.download("save_svg(report.figure)", ".svg").decode())
        self.assertIn("chr10", {t.text for t in root.iter("{http://www.w3.org/2000/svg}text")})
        vglcs("report", self.path("chained.blocks"), "-o", self.path("blocks2.html"))
        self.open("blocks2.html")
        table = read(self.path("chained.blocks")).decode().splitlines()[1:]
        self.assertEqual(
            self.value("report.data.blocks.map(b => b.weight)"), [int(row.split("\t")[1]) for row in table]
        )

    def test_spliced_alignments(self):
        rng = random.Random(5)
        genome = "".join(rng.choice("ACGT") for _ in range(5000))
        genome = genome[:1100] + "GT" + genome[1102:1398] + "AG" + genome[1400:]
        self.write("genome.fa", f">chr1\n{genome}\n>chr2\n{genome[:3000]}\n")
        self.write("reads.fa", ">r1\nACGT\n")
        rows = [
            "@HD\tVN:1.6",
            "@SQ\tSN:chr1\tLN:5000",
            "@SQ\tSN:chr2\tLN:3000",
            "r1\t0\tchr1\t1001\t60\t100M300N50M\t*\t0\t0\t*\t*\tXS:A:+",
            "r2\t16\tchr1\t1011\t3\t5S90M300N40M2I10M\t*\t0\t0\t*\t*\tts:A:-",
            "r3\t0\tchr1\t1051\t60\t50M900N70M\t*\t0\t0\t*\t*",
            "r4\t256\tchr2\t101\t0\t30M70N30M\t*\t0\t0\t*\t*",
            "r5\t4\t*\t0\t0\t*\t*\t0\t0\t*\t*",
        ]
        self.write("s.sam", "\n".join(rows) + "\n")
        self.write(
            "s.bed",
            "chr1\t1000\t1450\tr1\t0\t+\t1000\t1450\t0\t2\t100,50,\t0,400,\n"
            "chr1\t1010\t1450\tr2\t0\t+\t1010\t1450\t0\t2\t90,50\t0,390\n",
        )
        vglcs("report", self.path("s.sam"), self.path("reads.fa"), self.path("genome.fa"), "-o", self.path("s.html"))
        self.open("s.html")
        self.assertEqual(
            self.value("document.querySelector('.note').textContent"), "1 of 5 rows are of reads without an alignment"
        )
        introns = self.value(
            "report.data.introns.map(i => [contents.targets[i.target], i.first, i.end, i.rows.length, i.strand, "
            "i.unique, report.data.sites_text(i)])"
        )
        sites = lambda a, b, g=genome: f"{g[a:a + 2]}-{g[b - 2:b]}"
        self.assertEqual(
            introns,
            [
                ["chr1", 1100, 1400, 2, 1, 1, "GT-AG"],
                ["chr1", 1100, 2000, 1, 0, 1, sites(1100, 2000)],
                ["chr2", 130, 200, 1, 0, 0, sites(130, 200)],
            ],
        )
        self.assertEqual(self.value("report.data.loci.map(l => l.rows.length)"), [3, 1])
        self.page.press("n")
        seen = self.value(
            "[report.figure.view.x0 + report.figure.origin, report.figure.view.x1 + report.figure.origin]"
        )
        self.assertTrue(seen[0] < 1100 and seen[1] > 1400 and seen[1] - seen[0] < 700, seen)
        self.page.press("n")
        self.page.press("n")
        self.assertEqual(self.value("report.figure.name"), "chr2")
        xml.etree.ElementTree.fromstring(self.page.download("save_svg(report.figure)", ".svg").decode())
        self.expect_quiet()
        vglcs("report", self.path("s.bed"), "-o", self.path("s2.html"))
        self.open("s2.html")
        self.assertEqual(self.value("report.data.introns.map(i => [i.first, i.end, i.rows.length])"), [[1100, 1400, 2]])

    def first_paint(self):
        """Milliseconds from the opening to the first picture."""
        for _ in range(50):
            entries = self.value("performance.getEntriesByName('first-contentful-paint').map(e => e.startTime)")
            if entries:
                return entries[0]
            self.page.wait(100)
        raise AssertionError("nothing was painted")

    def test_a_million_pairs_open_in_a_second(self):
        rng = random.Random(11)
        cigar, pairs, i, j = [], 0, 0, 0
        while pairs < 1_000_000:
            size = rng.randint(1, 5)
            cigar.append(f"{size}=")
            pairs, i, j = pairs + size, i + size, j + size
            if pairs < 1_000_000:
                kind, size = rng.choice("XID"), rng.randint(1, 3)
                cigar.append(f"{size}{kind}")
                i += size if kind != "D" else 0
                j += size if kind != "I" else 0
        other = sum(int(c[:-1]) for c in cigar if c[-1] != "=")
        self.write(
            "million.paf",
            f"q\t{i}\t0\t{i}\t+\tt\t{j}\t0\t{j}\t{pairs}\t{pairs + other}\t255\tvl:i:{pairs}\t"
            f"NM:i:{other}\tcg:Z:{''.join(cigar)}\n",
        )
        vglcs("report", self.path("million.paf"), "-o", self.path("million.html"))
        self.open("million.html")
        paint = self.first_paint()
        size = os.path.getsize(self.path("million.html"))
        print(
            f"10^6 pairs in {self.value('report.pair.chain.count')} runs: "
            f"first paint after {paint:.0f} ms, {size} bytes"
        )
        self.assertEqual(self.value("report.pair.chain.pairs[report.pair.chain.count]"), pairs)
        self.assertLess(paint, 5000)  # a second on a quiet machine
        self.expect_quiet()

    def test_mitochondria_stay_small(self):
        human, chimp = os.path.join(DATA, "MT-human.fa"), os.path.join(DATA, "MT-chimp.fa")
        vglcs("align", human, chimp, "--gaps", "10", "-o", self.path("mt.json"))
        digests = set()
        for name in ("mt.html", "mt2.html"):
            vglcs("report", self.path("mt.json"), human, chimp, "--gaps", "10", "-o", self.path(name))
            digests.add(hashlib.sha256(read(self.path(name))).hexdigest())
        self.assertEqual(len(digests), 1)
        self.assertLess(os.path.getsize(self.path("mt.html")), 400_000)
        self.open("mt.html")
        paint = self.first_paint()
        print(f"mitochondria: first paint after {paint:.0f} ms, {os.path.getsize(self.path('mt.html'))} bytes")
        self.assertLess(paint, 5000)

    def test_narrow_windows_and_paper(self):
        plus, _, target = self.make_strands()
        vglcs("align", plus, target, "--gaps", "6", "-o", self.path("r.json"))
        vglcs("report", self.path("r.json"), plus, target, "-o", self.path("r.html"))
        self.page.resize(380, 700)
        self.open("r.html")
        self.assertLessEqual(self.value("document.documentElement.scrollWidth"), 380)
        self.page.resize(1500, 1000)
        self.page.call("Emulation.setEmulatedMedia", media="print")
        self.assertEqual(self.value("getComputedStyle(document.querySelector('.tools')).display"), "none")
        self.page.call("Emulation.setEmulatedMedia", media="")
        self.value("set_theme('dark'), dispatchEvent(new Event('beforeprint'))")
        self.assertEqual(self.value("palette_of().paper"), "#ffffff")
        rows = self.value("document.querySelectorAll('.links .row').length")
        self.assertEqual(rows, self.value("report.pair.table.rows"))  # all of them, not those in sight
        self.value("dispatchEvent(new Event('afterprint'))")
        self.assertEqual(self.value("document.documentElement.dataset.theme"), "dark")
        self.assertGreater(len(self.page.call("Page.printToPDF")["data"]), 10_000)
        self.expect_quiet()


if __name__ == "__main__":
    if not browser.find_chromium():
        print("skipped: no Chromium here (Debian: apt-get install chromium)")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1], verbosity=2)
