# SPDX-License-Identifier: BSD-3-Clause
"""The program writes what -o names and nothing else: not where it is run, not beside its inputs, not in HOME, TMPDIR or the
caches that the environment names. Workflow engines run it where any of these cannot be written. Under strace, where that is
installed, files that come and go are seen as well."""
import gzip
import os
import pathlib
import re
import shutil
import subprocess
import unittest

from packaging_case import packaging, packaging_case, program, source, version

data = source / "data"
modules = packaging / "nf-core" / "modules" / "vglcs"
anchors = "query\ttarget\tx\ty\tlength\tstrand\tweight\na\tb\t0\t0\t10\t+\t10\na\tb\t20\t25\t10\t+\t10\n"
commands = {  # name of the output, words
    "align.paf.gz": ["align", "{data}/MT-human.fa", "{data}/MT-chimp.fa", "--gaps", "2"],
    "batch.tsv": ["batch", "--all-vs-all", "{data}/cytochrome_c_14.fa", "--gaps", "2"],
    "batch.sam": ["batch", "{data}/q-inv.fa", "{data}/t-inv.fa", "--gaps", "2", "--strand", "both"],
    "plan.tsv": ["plan", "batch", "{data}/q-inv.fa", "{data}/t-inv.fa", "--gaps", "2"],
    "gaps.bedgraph": ["gaps", "{data}/phiX174.fa", "5"],
    "phix.vgx": ["index", "{data}/phiX174.fa"],
    "lce.tsv": ["lce", "{data}/phiX174.fa", "{inputs}/places.tsv"],
    "hits.bed.gz": ["search", "{data}/phiX174.fa", "--pattern", "GATA~1"],
    "blocks.tsv": ["chain", "{inputs}/anchors.tsv", "--gaps-x", "100", "--gaps-y", "100"],
    "verify.txt": ["verify", "{inputs}/rows.tsv", "{data}/q-inv.fa", "{data}/t-inv.fa", "--gaps", "2"],
    "explain.txt": ["explain", "{inputs}/reads.paf", "{data}/q-inv.fa", "{data}/t-inv.fa", "--gaps", "2"],
    "sweep.tsv": ["sweep", "{inputs}/gata.fa", "{inputs}/gata.fa", "--sweep", "gaps=0..3"],
    "report.html": ["report", "{inputs}/reads.paf", "{data}/q-inv.fa", "{data}/t-inv.fa"],
    "splice.sam": ["splice", "{modules}/splice/tests/data/reads.fa", "{modules}/splice/tests/data/genome.fa"],
    "merged.tsv": ["merge", "{inputs}/part1.tsv", "{inputs}/part2.tsv"],
}
opened = re.compile(r'(?:open|openat|openat2|creat)\((?:AT_FDCWD, )?"([^"]+)", ([^)]*)\)?')
changed = re.compile(r'(?:mkdir|mkdirat|rename|renameat|renameat2|link|linkat|symlink|unlink|unlinkat|truncate)\(.*?"([^"]+)"')


class writes(packaging_case):
    def setUp(self):
        super().setUp()
        for name in ("inputs", "work", "home", "temporary", "cache", "out"):
            (self.folder / name).mkdir()
        phix = (data / "phiX174.fa").read_text().split()[0][1:]
        (self.folder / "inputs" / "places.tsv").write_text(f"{phix}:0\t{phix}:9\n")
        (self.folder / "inputs" / "anchors.tsv").write_text(anchors)
        (self.folder / "inputs" / "gata.fa").write_text(">gata\nGATTACAGATTACA\n")
        self.environment = dict(os.environ, HOME=str(self.folder / "home"), TMPDIR=str(self.folder / "temporary"),
                                XDG_CACHE_HOME=str(self.folder / "cache"))
        pair = ["batch", str(data / "q-inv.fa"), str(data / "t-inv.fa"), "--gaps", "2"]
        for name, more in (("rows.tsv", []), ("reads.paf", []), ("part1.tsv", ["--shard", "1/2"]), ("part2.tsv", ["--shard", "2/2"])):
            self.run_program([], [*pair, *more, "-o", str(self.folder / "inputs" / name)])

    def run_program(self, before, words):
        ended = subprocess.run([*before, program(), *words], cwd=self.folder / "work", env=self.environment,
                               stdin=subprocess.DEVNULL, capture_output=True, text=True)
        self.assertEqual(ended.returncode, 0, f"{words}: {ended.stderr}")
        return ended

    def files(self):
        return {str(path.relative_to(self.folder)): path.stat().st_mtime_ns for path in self.folder.rglob("*") if path.is_file()}

    def words(self, name):
        return [word.format(data=data, modules=modules, inputs=self.folder / "inputs") for word in commands[name]]

    def test_every_command(self):
        for name in commands:
            with self.subTest(name):
                before = self.files()
                self.run_program([], [*self.words(name), "-o", str(self.folder / "out" / name)])
                after = self.files()
                self.assertEqual({path for path in after if after[path] != before.get(path)}, {f"out/{name}"})

    def test_standard_output(self):
        for name in commands:
            if name == "phix.vgx":  # an index is a file
                continue
            with self.subTest(name):
                before = self.files()
                self.assertTrue(self.run_program([], self.words(name)).stdout)
                self.assertEqual(self.files(), before)

    def test_gzip(self):
        """.gz behind the ending writes BGZF of the same bytes, for every command but two: an index is mapped, a page is for
        browsers."""
        for name in commands:
            if name in ("phix.vgx", "report.html"):
                continue
            plain = self.folder / "out" / name.removesuffix(".gz")
            packed = plain.parent / (plain.name + ".gz")
            with self.subTest(name):
                for path in (plain, packed):
                    self.run_program([], [*self.words(name), "-o", str(path)])
                text = packed.read_bytes()
                self.assertTrue(text.startswith(b"\x1f\x8b\x08\x04"))
                text = gzip.decompress(text)
                if name == "plan.tsv":  # measures the machine
                    self.assertEqual(text.split(b"\t")[0], b"query")
                else:  # sam says how it was made
                    self.assertEqual(text.replace(bytes(packed), bytes(plain)), plain.read_bytes())

    def test_files_that_come_and_go(self):
        if not shutil.which("strace"):
            self.skipTest("strace is not installed")
        log = self.folder / "trace"
        for name in ("align.paf.gz", "phix.vgx", "blocks.tsv"):
            with self.subTest(name):
                self.run_program(["strace", "-f", "-qq", "-e", "trace=file", "-o", str(log)],
                                 [*self.words(name), "-o", str(self.folder / "out" / name)])
                touched = set()
                for line in log.read_text().splitlines():
                    if " = -1 " in line:
                        continue
                    if (found := opened.search(line)) and re.search("O_WRONLY|O_RDWR|O_CREAT|O_TMPFILE", found.group(2)):
                        touched.add(found.group(1))
                    elif found := changed.search(line):
                        touched.add(found.group(1))
                touched = {path for path in touched if not path.startswith(("/dev/", "/proc/self/"))}
                self.assertTrue(touched, "nothing was seen")
                out = str(self.folder / "out")
                self.assertEqual({str(pathlib.Path(path).parent) for path in touched}, {out}, touched)

    def test_version(self):
        self.assertRegex(version(), r"^[0-9]+\.[0-9]+\.[0-9]+$")


if __name__ == "__main__":
    unittest.main()
