# SPDX-License-Identifier: BSD-3-Clause
"""Dockerfiles, conda recipes and Debian's files without the engines that build them: what the rules ask for is there, options
of the build exist, packages cover what the program links, and no file names a registry's host."""
import platform
import re
import shlex
import shutil
import subprocess
import unittest
import xml.etree.ElementTree

from packaging_case import packaging, packaging_case, program, source, version

try:
    import jinja2
    import yaml
except ImportError:
    jinja2 = None


def instructions(path):
    """[instruction, words] of a Dockerfile, lines that go on joined, comments left out."""
    text = re.sub(r"^#.*\n", "", path.read_text(), flags=re.M)
    text = re.sub(r"\\\n\s*", "", text)
    return [line.split(None, 1) for line in text.splitlines() if line.strip()]


def cmake_options():
    text = (source / "CMakeLists.txt").read_text() + (source / "cmake" / "CudaDialect.cmake").read_text()
    return set(re.findall(r"option\((VGLCS_\w+)", text))


def debian_packages():
    """Debian packages of the shared libraries that the program names itself, where dpkg knows them."""
    if not shutil.which("dpkg-query") or not shutil.which("objdump"):
        return set()
    needed = re.findall(r"NEEDED\s+(\S+)", subprocess.run(["objdump", "-p", program()], capture_output=True, text=True).stdout)
    owners = subprocess.run(["dpkg-query", "-S", *(f"*/{library}" for library in needed)], capture_output=True, text=True).stdout
    return {line.split(":")[0] for line in owners.splitlines()}


class recipes(packaging_case):
    def check_options(self, text, where):
        used = set(re.findall(r"-D(VGLCS_\w+)", text))
        self.assertTrue(used, where)
        self.assertLessEqual(used, cmake_options(), where)
        self.assertNotIn("-march", text.replace("no -march", ""), where)

    def test_dockerfiles(self):
        for name in ("cpu", "cuda"):
            path = packaging / "docker" / f"{name}.Dockerfile"
            steps = instructions(path)
            self.assertLessEqual({step[0] for step in steps}, {"FROM", "RUN", "COPY", "WORKDIR", "LABEL", "ENV", "USER", "CMD"})
            bases = [words.split()[0] for step, words in steps if step == "FROM"]
            self.assertEqual(len(bases), 2)  # what builds stays behind
            for base in bases:
                self.assertNotIn(".", base.split("/")[0].split(":")[0])  # a name without a host
                self.assertRegex(base, r":[0-9]")  # and a version, not the latest
            for step, words in steps:
                if step == "RUN" and "apt-get install" in words:
                    self.assertIn("--no-install-recommends", words)
                    self.assertIn("rm -rf /var/lib/apt/lists/*", words)
            last = steps[max(k for k, step in enumerate(steps) if step[0] == "FROM"):]
            user = next(k for k, step in enumerate(last) if step[0] == "USER")
            self.assertNotIn(last[user][1], ("root", "0"))
            self.assertTrue(any(step == "RUN" and "vglcs selftest" in words for step, words in last[user:]))
            self.assertIn(f'version="{version()}"', " ".join(words for _, words in last))
            installed = next(words for step, words in last if step == "RUN" and "apt-get install" in words).split()
            self.assertIn("procps", installed)  # `ps`, which Nextflow calls
            self.check_options(path.read_text(), name)

    def test_image_has_what_the_program_links(self):
        packages = debian_packages() - {"libc6", "libgcc-s1", "libstdc++6"}  # part of every image
        linked = {name for name in packages if name.startswith(("libdivsufsort", "libfmt", "libgomp", "libhwy", "libssl", "zlib"))
                  and not name.endswith("-cross")}
        if len(linked) < 6:
            self.skipTest("needs Debian's dpkg and a program that links Debian's libraries")
        runtime = [words for step, words in instructions(packaging / "docker" / "cpu.Dockerfile")
                   if step == "RUN" and "apt-get install" in words][-1].split()
        self.assertLessEqual(linked, set(runtime))

    def test_conda(self):
        for kind, variants in (("bioconda", ["None"]), ("cuda", ["None", "13.0"])):
            folder = packaging / "conda" / kind
            build = (folder / "build.sh").read_text()
            self.check_options(build, kind)
            self.assertIn("-DCMAKE_INSTALL_PREFIX=\"$PREFIX\"", build)
            text = (folder / "meta.yaml.in").read_text()
            self.assertEqual(set(re.findall("@[A-Z0-9]+@", text)), {"@VERSION@", "@URL@", "@SHA256@", "@HOME@"})
            self.assertNotIn("git_url", text)
            if jinja2 is None:
                continue
            for variant in variants:
                recipe = self.rendered(text, variant)
                self.assertEqual(recipe["package"], {"name": "vglcs", "version": "1.2.3"})
                self.assertIn("vglcs --version | grep -x 1.2.3", recipe["test"]["commands"])
                self.assertTrue(any("selftest" in line for line in recipe["test"]["commands"]))
                self.assertEqual(recipe["about"]["license_file"], "LICENSE")
                self.assertIn("run_exports", recipe["build"])
                needs_cuda = any("cuda" in str(need) for part in ("build", "host", "run")
                                 for need in recipe["requirements"].get(part) or [])
                self.assertEqual(needs_cuda, variant != "None")

    @staticmethod
    def rendered(text, variant):
        """As conda-build reads it on linux: selectors first, then Jinja, then YAML."""
        for token in ("VERSION", "URL", "SHA256", "HOME"):
            text = text.replace(f"@{token}@", "1.2.3")
        lines = []
        for line in text.splitlines():
            selector = re.search(r"\s# \[(.*)\]$", line)
            if selector:
                if not eval(selector.group(1), {"cuda_compiler_version": variant, "linux": True, "osx": False}):
                    continue
                line = line[:selector.start()]
            lines.append(line)
        rendered = jinja2.Template("\n".join(lines)).render(
            compiler=lambda language: f"{language}-compiler", stdlib=lambda language: f"{language}-stdlib",
            pin_subpackage=lambda name, max_pin: f"{name} {max_pin}", cuda_compiler_version=variant, PKG_HASH="0")
        return yaml.safe_load(rendered)

    def test_debian(self):
        folder = packaging / "debian"
        control = (folder / "control").read_text()
        packages = re.findall(r"^Package: (\S+)", control, re.M)
        for package in packages:
            self.assertTrue((folder / f"{package}.install").exists(), package)
        installed = " ".join((folder / f"{package}.install").read_text() for package in packages)
        for rule in ("usr/bin/vglcs", "libvglcs.so.*", "usr/include/rmq", "vglcsTargets", "rmqTargets", "pkgconfig/rmq.pc"):
            self.assertIn(rule, installed)
        rules = (folder / "rules").read_text()
        self.check_options(rules, "debian/rules")
        for test in re.findall(r"\bunit_(rmq|vglcs)_(\w+_test)\b", rules):
            self.assertTrue((source / "tests" / "unit" / test[0] / f"{test[1]}.cpp").exists(), test)
        tests = re.findall(r"^Tests: (.+)", (folder / "tests" / "control").read_text(), re.M)
        for test in tests:
            self.assertTrue((folder / "tests" / test).exists(), test)
        self.assertTrue((folder / "copyright").read_text().rstrip().endswith((source / "LICENSE").read_text().split()[-1]))
        if shutil.which("dpkg-parsechangelog"):
            said = subprocess.run(["dpkg-parsechangelog", "-l", folder / "changelog", "-S", "Version"], check=True,
                                  capture_output=True, text=True).stdout.strip()
            self.assertEqual(said.rsplit("-", 1)[0], version())

    def test_debian_test_of_the_program(self):
        """debian/tests/program, on the program of the build."""
        ended = self.shell(shlex.quote(str(packaging / "debian" / "tests" / "program")), AUTOPKGTEST_TMP=str(self.folder))
        self.assertEqual(ended.returncode, 0, ended.stderr)

    def test_any_processor(self):
        """Packages run on every x86-64: wider registers are used by the kernels alone that are chosen at run time."""
        if not shutil.which("objdump") or platform.machine() != "x86_64":
            self.skipTest("needs objdump and x86-64")
        code = subprocess.run(["objdump", "-d", "--no-show-raw-insn", program()], check=True, capture_output=True, text=True).stdout
        wide = {block.split(">:", 1)[0] for block in code.split("\n\n") if re.search("%[yz]mm", block)}
        self.assertGreater(len(wide), 10)  # kernels for AVX2 and AVX-512 are there
        self.assertEqual([name for name in wide if "N_AVX" not in name], [])

    def test_xml(self):
        files = sorted((packaging / "galaxy").glob("*.xml"))
        self.assertGreaterEqual(len(files), 3)
        if shutil.which("xmllint"):
            ended = subprocess.run(["xmllint", "--noout", *files], capture_output=True, text=True)
            self.assertEqual(ended.returncode, 0, ended.stderr)
        else:
            for path in files:
                xml.etree.ElementTree.parse(path)

    def test_scripts(self):
        if not shutil.which("shellcheck"):
            self.skipTest("shellcheck is not installed")
        scripts = [path for path in packaging.rglob("*") if path.is_file() and path.read_bytes().startswith((b"#!/bin/sh", b"#!/bin/bash",
                                                                                                     b"#!/usr/bin/env bash"))]
        self.assertGreaterEqual(len(scripts), 7)
        ended = subprocess.run(["shellcheck", *scripts], capture_output=True, text=True)
        self.assertEqual(ended.returncode, 0, ended.stdout)

    def test_no_registry(self):
        hosts = re.compile(r"\b(quay|docker|ghcr|galaxyproject|anaconda|depot|pypi)\.(io|com|org)\b")
        for path in packaging.rglob("*"):
            if path.is_file():
                self.assertIsNone(hosts.search(path.read_text()), path)


if __name__ == "__main__":
    unittest.main()
