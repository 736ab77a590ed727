# SPDX-License-Identifier: BSD-3-Clause
"""packaging/release.sh: one version everywhere, a new one written everywhere, archives, checksums and recipes of a dry run."""
import hashlib
import re
import shutil
import subprocess
import tarfile
import unittest

from packaging_case import packaging_case, skip_all, source

if not shutil.which("git") or subprocess.run(["git", "rev-parse", "HEAD"], cwd=source, capture_output=True).returncode:
    skip_all("no git, or no clone: a release is made from one")


class release(packaging_case):
    """Each test has a copy of the tree, committed, so that nothing is tagged or changed here."""

    def setUp(self):
        super().setUp()
        self.tree = self.folder / "tree"
        self.tree.mkdir()
        names = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=source, check=True,
                               capture_output=True, text=True).stdout.split("\0")
        for name in filter(None, names):
            # what a release looks at, not the megabytes of data and tests
            if (source / name).is_file() and not re.match("(data|libvglcs/src|librmq/src|tests/(?!package/))", name):
                (self.tree / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source / name, self.tree / name)
        self.git("init", "-q")
        self.commit("all")
        self.version = re.search(r"project\(vglcs VERSION ([0-9.]+)", (self.tree / "CMakeLists.txt").read_text()).group(1)

    def git(self, *words):
        return subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@vglcs.example", *words], cwd=self.tree, check=True,
                              capture_output=True, text=True).stdout

    def commit(self, message):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)

    def release(self, *words):
        return subprocess.run(["bash", "packaging/release.sh", *words], cwd=self.tree, capture_output=True, text=True,
                              env={"PATH": "/usr/local/bin:/usr/bin:/bin", "GIT_AUTHOR_NAME": "x", "GIT_AUTHOR_EMAIL": "x@vglcs.example",
                                   "GIT_COMMITTER_NAME": "x", "GIT_COMMITTER_EMAIL": "x@vglcs.example", "HOME": str(self.folder)})

    def test_versions_agree(self):
        ended = self.release("check")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertIn(f"version {self.version} in", ended.stdout)

    def test_each_place_is_looked_at(self):
        for name in ("CITATION.cff", "README.md", "docs/vglcs.1", "packaging/debian/changelog", "packaging/galaxy/macros.xml",
                     "packaging/docker/cuda.Dockerfile", "packaging/nf-core/modules/vglcs/batch/main.nf",
                     "packaging/snakemake/bio/vglcs/align/environment.yaml", "CHANGELOG.md"):
            path = self.tree / name
            text = path.read_text()
            short = self.version.rsplit(".", 1)[0]
            path.write_text(text.replace(self.version, "7.7.7").replace(f"vglcs {short} ", "vglcs 7.7 "))
            ended = self.release("check")
            self.assertEqual(ended.returncode, 1, name)
            self.assertTrue(ended.stderr.startswith(name + ":"), ended.stderr)
            path.write_text(text)

    def test_a_new_version_goes_everywhere(self):
        changelog = (self.tree / "CHANGELOG.md").read_text()
        if "- unreleased" not in changelog:  # a change behind a release opens the next one
            (self.tree / "CHANGELOG.md").write_text(changelog.replace(f"## [{self.version}] - ", f"## [{self.version}] - unreleased\n\n#", 1))
        ended = self.release("set", "3.14.15", "2031-02-03")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertEqual(self.release("check").returncode, 0)
        self.assertIn("## [3.14.15] - 2031-02-03\n", (self.tree / "CHANGELOG.md").read_text())
        self.assertIn("version: 3.14.15\ndate-released: 2031-02-03\n", (self.tree / "CITATION.cff").read_text())
        self.assertIn('.TH VGLCS 1 "2031-02-03" "vglcs 3.14.15"', (self.tree / "docs/vglcs.1").read_text())
        self.assertIn("Mon, 03 Feb 2031 12:00:00 +0000", (self.tree / "packaging/debian/changelog").read_text())
        self.assertIn("find_package(vglcs 3.14 REQUIRED", (self.tree / "README.md").read_text())
        left = subprocess.run(["git", "grep", "-lF", self.version, "--", "packaging", "CITATION.cff", "CMakeLists.txt"], cwd=self.tree,
                              capture_output=True, text=True).stdout.split()
        # the version since which symbols are there stays
        self.assertEqual([name for name in left if not name.endswith(".symbols")], [])
        self.assertEqual(self.release("set", "3.14", "2031-02-03").returncode, 1)

        # dated and committed, it is released: tag, archive, sums, recipes
        ended = self.release("make")
        self.assertIn("not committed", ended.stderr)
        self.commit("3.14.15")
        ended = self.release("make", "--output", "../out", "--url", "https://vglcs.example/v.tar.gz", "--home", "https://vglcs.example")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertEqual(self.git("tag").split(), ["v3.14.15"])
        out = self.folder / "out"
        archive = out / "vglcs-3.14.15.tar.gz"
        with tarfile.open(archive) as tar:
            self.assertIn("vglcs-3.14.15/packaging/debian/rules", tar.getnames())
        sums = subprocess.run(["sha256sum", "-c", "SHA256SUMS"], cwd=out, capture_output=True, text=True)
        self.assertEqual(sums.returncode, 0, sums.stdout)
        for kind in ("bioconda", "cuda"):
            recipe = (out / "conda" / kind / "meta.yaml").read_text()
            self.assertIn(hashlib.sha256(archive.read_bytes()).hexdigest(), recipe)
            self.assertIn("url: https://vglcs.example/v.tar.gz", recipe)
            self.assertIn('version = "3.14.15"', recipe)
            self.assertNotRegex(recipe, "@[A-Z0-9]+@")
            self.assertTrue((out / "conda" / kind / "build.sh").exists())
        self.assertIn("is there already", self.release("make", "--output", "../out").stderr)

    def test_dry_run(self):
        (self.tree / "note").write_text("not committed")
        ended = self.release("make", "--dry-run", "--output", "../dry")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertIn("left out of the archive", ended.stdout)
        self.assertEqual(self.git("tag"), "")
        archive = self.folder / "dry" / f"vglcs-{self.version}.tar.gz"
        first = archive.read_bytes()
        with tarfile.open(archive) as tar:
            self.assertNotIn(f"vglcs-{self.version}/note", tar.getnames())
        self.assertEqual(self.release("make", "--dry-run", "--output", "../dry").returncode, 0)
        self.assertEqual(archive.read_bytes(), first)

    def test_words(self):
        self.assertEqual(self.release().returncode, 2)
        self.assertIn("go together", self.release("make", "--url", "x").stderr)
        self.assertIn("--nonsense is not known", self.release("make", "--nonsense").stderr)


if __name__ == "__main__":
    unittest.main()
