# SPDX-License-Identifier: BSD-3-Clause
"""Every <test> of the Galaxy tools: rendered to a command, run, and its assertions checked, as Galaxy would."""
import re
import unittest

import galaxy_tool
from packaging_case import flags_of, packaging, packaging_case, skip_all, version

try:
    import Cheetah  # noqa: F401
except ImportError:
    skip_all("Galaxy's templates need Cheetah: apt-get install python3-cheetah")

folder = packaging / "galaxy"


def check_contents(case, text, assertions):
    for assertion in assertions:
        wanted = assertion.get("text") or assertion.get("expression") or assertion.get("n")
        if assertion.tag == "has_text":
            case.assertIn(wanted, text)
        elif assertion.tag == "not_has_text":
            case.assertNotIn(wanted, text)
        elif assertion.tag == "has_n_lines":
            case.assertEqual(len(text.splitlines()), int(wanted), text)
        elif assertion.tag == "has_line_matching":
            case.assertTrue(any(re.fullmatch(wanted, line) for line in text.splitlines()), text)
        else:
            case.fail(f"<{assertion.tag}> is not known here")


def level_of(root, code):
    """What Galaxy makes of an exit code: '', warning or fatal."""
    for rule in root.findall("stdio/exit_code"):
        first, colon, last = rule.get("range").partition(":")
        if int(first) <= code <= (int(last) if last else 255 if colon else int(first)):
            return rule.get("level")
    return ""


class galaxy(packaging_case):
    def run_test(self, root, test):
        values = galaxy_tool.values_of(root.find("inputs"), list(test), folder / "test-data")
        outputs = {data.get("name"): self.folder / data.get("name") for data in root.findall("outputs/data")}
        line = galaxy_tool.command(root, values, {name: str(path) for name, path in outputs.items()})
        for flag in re.findall(r"(?<=\s)--?[a-z][a-z-]*", line):
            self.assertIn(flag, flags_of(line.split()[1]), line)
        ended = self.shell(line, GALAXY_SLOTS="2")
        self.assertEqual(ended.returncode, int(test.get("expect_exit_code", 0)), line + "\n" + ended.stderr)
        failed = level_of(root, ended.returncode) == "fatal"
        self.assertEqual(failed, test.get("expect_failure") == "true", line)
        check_contents(self, ended.stderr, test.find("assert_stderr") if test.find("assert_stderr") is not None else [])
        if not failed:
            self.assertEqual(len(outputs), int(test.get("expect_num_outputs")))
        for output in test.findall("output"):
            text = outputs[output.get("name")].read_text()
            if output.get("file"):
                self.assertEqual(text, (folder / "test-data" / output.get("file")).read_text(), line)
            contents = output.find("assert_contents")
            check_contents(self, text, contents if contents is not None else [])
            self.assertTrue(output.get("file") or len(contents), "the test asserts nothing")

    def test_tools(self):
        tools = galaxy_tool.tools_in(folder)
        self.assertGreaterEqual(len(tools), 2)
        for path in tools:
            root = galaxy_tool.tool(path)
            self.assertTrue(root.get("version").startswith(version() + "+galaxy"), root.get("version"))
            self.assertEqual(root.find("requirements/requirement").get("version"), version())
            self.assertGreaterEqual(len(galaxy_tool.tests(root)), 5)
            for number, test in enumerate(galaxy_tool.tests(root), 1):
                with self.subTest(f"{path.name}, test {number}"):
                    self.run_test(root, test)

    def test_exit_codes(self):
        for path in galaxy_tool.tools_in(folder):
            root = galaxy_tool.tool(path)
            self.assertEqual([level_of(root, code) for code in (0, 1, 2, 3, 4, 5, 6, 130, 143)],
                             ["", "fatal", "fatal", "fatal", "fatal", "warning", "fatal", "fatal", "fatal"])


if __name__ == "__main__":
    unittest.main()
