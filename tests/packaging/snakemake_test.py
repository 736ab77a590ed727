# SPDX-License-Identifier: BSD-3-Clause
"""The Snakemake wrappers by Snakemake itself, as a file:// prefix serves them: threads, log, odd paths, exit code 5."""
import gzip
import random
import shutil
import subprocess
import unittest

from packaging_case import packaging, packaging_case, program, skip_all, surroundings

if not shutil.which("snakemake"):
    skip_all("no snakemake here: apt-get install snakemake")

wrappers = packaging / "snakemake"


class snakemake(packaging_case):
    def setUp(self):
        super().setUp()
        (self.folder / "prefix").mkdir()
        (self.folder / "prefix" / "master").symlink_to(wrappers)  # the repository's tests name that branch

    def make(self, wrapper, *targets):
        work = self.folder / wrapper
        if not work.exists():
            shutil.copytree(wrappers / "bio" / "vglcs" / wrapper / "test", work)
        # it answers TERM by waiting for its jobs, hence KILL
        return subprocess.run(["timeout", "-s", "KILL", "120", "snakemake", "--cores", "2", "--scheduler", "greedy", "--wrapper-prefix",
                               f"file://{self.folder}/prefix/", *targets], cwd=work, env=surroundings(),
                              stdin=subprocess.DEVNULL, capture_output=True, text=True), work

    def direct(self, work, *words):
        return subprocess.run([program(), *words], cwd=work, check=True, capture_output=True, text=True).stdout

    def test_align(self):
        ended, work = self.make("align", "out/reads of genes.paf.gz")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        rows = gzip.decompress((work / "out" / "reads of genes.paf.gz").read_bytes()).decode()
        self.assertEqual(rows, self.direct(work, "align", "reads.fa", "genes.fa", "--gaps", "2", "--strand", "both", "--quiet"))
        self.assertTrue((work / "logs" / "reads.log").exists())

    def test_batch(self):
        generator = random.Random(5)
        work = self.folder / "batch"
        shutil.copytree(wrappers / "bio" / "vglcs" / "batch" / "test", work)
        long = "".join(generator.choice("ACGT") for _ in range(40000))
        (work / "long.fa").write_text(f">short\nACGTACGT\n>long\n{long}\n")
        ended, work = self.make("batch", "out/reads.tsv.gz", "out/reads.phy", "out/long.failed.tsv")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        rows = gzip.decompress((work / "out" / "reads.tsv.gz").read_bytes()).decode()
        self.assertEqual(rows, self.direct(work, "batch", "reads.fa", "genes.fa", "--gaps", "2", "--strand", "both", "--top", "1"))
        self.assertTrue((work / "out" / "reads.phy").read_text().startswith("3\n"))
        failed = (work / "out" / "long.failed.tsv").read_text().splitlines()
        self.assertEqual(len(failed), 7)
        self.assertTrue(any("error:" in row for row in failed), failed)
        self.assertIn("failed", (work / "logs" / "long.failed.log").read_text())

        # without failed_pairs the job fails, and its log says why
        text = (work / "Snakefile").read_text()
        self.assertIn("failed_pairs=True", text)
        (work / "Snakefile").write_text(text.replace("failed_pairs=True", "failed_pairs=False"))
        (work / "out" / "long.failed.tsv").unlink()
        ended, work = self.make("batch", "out/long.failed.tsv")
        self.assertNotEqual(ended.returncode, 0)
        self.assertFalse((work / "out" / "long.failed.tsv").exists())


if __name__ == "__main__":
    unittest.main()
