#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Builds the wheel, installs it into an environment of its own without a network, and tests it from outside the tree.

    run.py LIBRARY PROGRAM FOLDER [PYTEST ARGUMENTS]

FOLDER is emptied. Exit code 77: something is not here, and a line says what.
"""
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

TREE = Path(__file__).resolve().parents[2]
NEEDED = {"cffi": "python3-cffi", "numpy": "python3-numpy", "pytest": "python3-pytest", "pip": "python3-pip",
          "setuptools": "python3-setuptools", "wheel": "python3-wheel"}


def run(*command: object, **more: object) -> None:
    done = subprocess.run([str(word) for word in command], **more)  # type: ignore[call-overload]
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} ended with {done.returncode}")


def main() -> None:
    library, program, folder = (Path(word).resolve() for word in sys.argv[1:4])
    missing = [package for module, package in NEEDED.items() if importlib.util.find_spec(module) is None]
    if missing:
        print(f"left out: {sys.executable} lacks what these tests need: install {' '.join(missing)}")
        sys.exit(77)
    shutil.rmtree(folder, ignore_errors=True)
    # what the build reads, so that it leaves nothing in the tree
    shutil.copytree(TREE / "python", folder / "tree" / "python", ignore=shutil.ignore_patterns("build", "*.egg-info"))
    shutil.copytree(TREE / "libvglcs-c" / "include", folder / "tree" / "libvglcs-c" / "include")
    shutil.copy(TREE / "CMakeLists.txt", folder / "tree")
    offline = {**os.environ, "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1",
               "PIP_ROOT_USER_ACTION": "ignore", "VGLCS_C_LIBRARY": str(library)}
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-build-isolation", "--no-deps", "-w", folder / "dist",
        folder / "tree" / "python", env=offline)
    wheels = list((folder / "dist").iterdir())
    if len(wheels) != 1 or "-py3-none-linux_" not in wheels[0].name:
        sys.exit(f"not one wheel for every Python 3, but {[wheel.name for wheel in wheels]}")
    run(sys.executable, "-m", "venv", "--system-site-packages", "--without-pip", folder / "venv")
    python = folder / "venv" / "bin" / "python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", wheels[0], env=offline)
    environment = {**os.environ, "VGLCS_PROGRAM": str(program), "PYTHONDONTWRITEBYTECODE": "1"}
    for name in ("VGLCS_C_LIBRARY", "VGLCS_LIBRARY", "PYTHONPATH"):
        environment.pop(name, None)
    run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *sys.argv[4:], TREE / "tests" / "python", cwd=folder,
        env=environment)


main()
