# SPDX-License-Identifier: BSD-3-Clause
"""The nf-core modules without Nextflow: files and keys that the rules ask for, the script and stub blocks with their values put
in and run, and the expected rows that the CPU's and the GPU's test share."""
import gzip
import re
import unittest

from packaging_case import flags_of, packaging, packaging_case, version

try:
    import yaml
except ImportError:
    yaml = None

modules = packaging / "nf-core" / "modules" / "vglcs"
subcommands = {"align": "paf", "batch": "tsv", "splice": "paf"}
on_devices = ["align", "batch"]


def block_of(text, name):
    """The lines behind `name:` up to the next label or the end of the process."""
    return re.search(rf"^    {name}:\n(.*?)(?=^    [a-z]+:\n|^}})", text, re.S | re.M).group(1)


def commands_of(block, values):
    """What the triple-quoted string of a block becomes: ${x} and $x by their values, \\\\ and \\$ by what they stand for."""
    text = re.search(r'"""\n(.*?)"""', block, re.S).group(1)
    text = re.sub(r"(?<!\\)\$\{([^}]+)\}|(?<!\\)\$([a-z_][a-z_.]*)", lambda m: values[m.group(1) or m.group(2)], text)
    return text.replace("\\\\", "\\").replace("\\$", "$")


def shape_of(path):
    """The names of a meta.yml's keys in order, as lists and maps nest, for a reading without a parser."""
    return [line.strip("- ").split(":")[0] for line in path.read_text().splitlines() if ":" in line]


class nextflow(packaging_case):
    def values(self, subcommand, **more):
        test = (modules / subcommand / "tests" / "main.nf.test").read_text()
        data = modules / subcommand / "tests" / "data"
        values = {"args": re.search(r"module_args = '([^']+)'", test).group(1), "device": "cpu", "task.cpus": "2",
                  "prefix": "test", "format": subcommands[subcommand], "queries": str(data / "reads.fa"),
                  "targets": str(data / "genes.fa"), "failed_pairs": "", "reads": str(data / "reads.fa"),
                  "genome": str(data / "genome.fa"), "annotation": f"--genes {data / 'genes.gff3'}"}
        values.update(more)
        return values

    def test_scripts(self):
        for subcommand, form in subcommands.items():
            text = (modules / subcommand / "main.nf").read_text()
            line = commands_of(block_of(text, "script"), self.values(subcommand))
            for flag in re.findall(r"(?<=\s)--?[a-z][a-z-]*", line):
                self.assertIn(flag, flags_of(subcommand), line)
            ended = self.shell(line)
            self.assertEqual(ended.returncode, 0, ended.stderr)
            made = self.folder / f"test.{form}.gz"
            expected = (modules / subcommand / "tests" / "data" / f"expected.{form}").read_text()
            self.assertEqual(gzip.decompress(made.read_bytes()).decode(), expected)
            made.unlink()
            for path in self.folder.iterdir():  # nothing else but what is expected too
                self.assertEqual(path.read_text(), (modules / subcommand / "tests" / "data" / path.name.replace("test", "expected")).read_text())
                path.unlink()

    def test_failed_pairs(self):
        """Exit code 5 fails the task unless ext.failed_pairs says otherwise; 3 always does."""
        text = (modules / "batch" / "main.nf").read_text()
        keep = re.search(r"task\.ext\.failed_pairs \? '([^']+)' : ''", text).group(1)
        (self.folder / "q.fa").write_text(">short\nACGTACGT\n>long\n" + "ACGTTGCA" * 5000 + "\n")
        (self.folder / "bad.fa").write_text(">bad\nAC!T\n")
        for failed_pairs, queries, code in (("", "q.fa", 5), (keep, "q.fa", 0), (keep, "bad.fa", 1)):
            line = commands_of(block_of(text, "script"),
                               self.values("batch", args="--gaps 2 --engine bst2 --max-memory 2M", queries=queries, targets="q.fa",
                                           failed_pairs=failed_pairs))
            self.assertEqual(self.shell(line).returncode, code, line)

    def test_stubs(self):
        for subcommand, form in subcommands.items():
            text = (modules / subcommand / "main.nf").read_text()
            ended = self.shell(commands_of(block_of(text, "stub"), self.values(subcommand)))
            self.assertEqual(ended.returncode, 0, ended.stderr)
            self.assertEqual(gzip.decompress((self.folder / f"test.{form}.gz").read_bytes()), b"\n")

    def test_rules(self):
        for subcommand in subcommands:
            text = (modules / subcommand / "main.nf").read_text()
            self.assertIn(f"process VGLCS_{subcommand.upper()} {{", text)
            self.assertEqual(block_of(text, "when"), "    task.ext.when == null || task.ext.when\n\n")
            self.assertRegex(block_of(text, "output"), r"""val\('vglcs'\), eval\('vglcs --version'\), topic: versions""")
            self.assertEqual(text.count("task.accelerator"), 2 if subcommand in on_devices else 0)  # read, never set
            for line in re.findall(r"(?:container|vglcs=).*", text + (modules / subcommand / "environment.yml").read_text()):
                self.assertEqual(set(re.findall(r"[0-9]+\.[0-9]+\.[0-9]+", line)), {version()}, line)

    def test_meta(self):
        for subcommand in subcommands:
            path = modules / subcommand / "meta.yml"
            keys = shape_of(path)
            for key in ("name", "description", "keywords", "tools", "input", "output", "topics", "authors", "maintainers"):
                self.assertIn(key, keys)
            if yaml is None:
                continue
            meta = yaml.safe_load(path.read_text())
            self.assertEqual(meta["name"], f"vglcs_{subcommand}")
            text = (modules / subcommand / "main.nf").read_text()
            emitted = re.findall(r"emit: (\w+)", block_of(text, "output"))
            self.assertEqual(list(meta["output"]), emitted)
            taken = re.findall(r"(?:val|path)[( ](\w+)", block_of(text, "input"))
            described = []
            for channel in meta["input"]:
                described += [name for part in (channel if isinstance(channel, list) else [channel]) for name in part]
            self.assertEqual(described, taken)
            self.assertEqual(yaml.safe_load((modules / subcommand / "environment.yml").read_text())["dependencies"],
                             [f"bioconda::vglcs={version()}"])

    def test_one_expectation_for_cpu_and_gpu(self):
        for subcommand in on_devices:
            form = subcommands[subcommand]
            folder = modules / subcommand / "tests"
            asserted = []
            for name in ("main.nf.test", "main.gpu.nf.test"):
                text = (folder / name).read_text()
                asserted.append(re.search(r"then \{(.*?)\n        \}", text, re.S).group(1))
                self.assertIn(f"data/expected.{form}", asserted[-1])
            self.assertEqual(asserted[0], asserted[1])
            self.assertIn("accelerator = 1", (folder / "nextflow.gpu.config").read_text())


if __name__ == "__main__":
    unittest.main()
