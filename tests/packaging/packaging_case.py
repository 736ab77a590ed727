# SPDX-License-Identifier: BSD-3-Clause
"""What the tests of packaging share. The program is $VGLCS_PROGRAM; a test that cannot run ends with 77 and a line."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

source = pathlib.Path(__file__).resolve().parents[2]
packaging = source / "packaging"


def program():
    return pathlib.Path(os.environ["VGLCS_PROGRAM"])


def surroundings(**more):
    """The environment, with the program's folder in front of PATH."""
    return dict(os.environ, PATH=f"{program().parent}:{os.environ['PATH']}", **more)


def version():
    """The project's version, as the program says it."""
    return subprocess.run([program(), "--version"], check=True, capture_output=True, text=True).stdout.strip()


def flags_of(command):
    """Options that the help of a command lists."""
    text = subprocess.run([program(), command, "--help"], check=True, capture_output=True, text=True).stdout
    return {word.strip(",") for line in text.splitlines() if line.startswith("  -")
            for word in line.split()[0].split(",")}


def skip_all(reason):
    print(f"skipped: {reason}")
    sys.exit(77)


class packaging_case(unittest.TestCase):
    """A test in an empty folder of its own."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="vglcs-packaging-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def shell(self, command, **more):
        return subprocess.run(["bash", "-euo", "pipefail", "-c", command], cwd=self.folder, env=surroundings(**more),
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)
