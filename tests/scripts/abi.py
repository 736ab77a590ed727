#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares the interface in C with the one that was released.

    tests/scripts/abi.py check LIBRARY    symbols of the built library beside those of vglcs.h, then functions and structs
                                          of vglcs.h beside libvglcs-c/abi/vglcs-c.abi: new ones may come, none may change
    tests/scripts/abi.py update           writes that description anew: with a release, or a new soname

The library is C++ inside, so that its own debug information says more than the interface does. What is described is a
library of empty functions with the declarations of vglcs.h, compiled as C. Exit code 77: a tool is not here.
"""
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HEADER = ROOT / "libvglcs-c" / "include" / "vglcs.h"
ALLOWED = ROOT / "libvglcs-c" / "abi" / "allowed.abignore"
DESCRIPTION = ROOT / "libvglcs-c" / "abi" / "vglcs-c.abi"
PROTOTYPE = re.compile(r"^(?!typedef)[a-z][^;{}#]*?\b(vglcs_\w+)\([^;{}]*\);", re.MULTILINE)


def declarations() -> str:
    return re.sub(r"/\*.*?\*/", "", HEADER.read_text(), flags=re.DOTALL)


def need(*tools: str) -> None:
    for tool in tools:
        if not shutil.which(tool):
            print(f"no {tool} here: the interface is not compared (Debian: abigail-tools, gcc, binutils)")
            sys.exit(77)


def run(*command: str) -> subprocess.CompletedProcess:
    return subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def empty_library(folder: Path) -> Path:
    source = PROTOTYPE.sub(lambda found: found.group(0)[:-1] + " { for (;;) {} }", declarations())
    (folder / "interface.c").write_text(source)
    library = folder / "libvglcs-c.so.0"
    built = run("gcc", "-std=c11", "-g", "-O0", "-fPIC", "-shared", "-Wl,-soname,libvglcs-c.so.0", "-o", str(library),
                str(folder / "interface.c"))
    if built.returncode:
        sys.exit(built.stdout)
    return library


def check_symbols(library: str) -> None:
    lines = run("nm", "-D", "--defined-only", library).stdout.splitlines()
    found = {line.split()[-1].split("@")[0] for line in lines if line.split()[-2] != "A"}  # A: the version itself
    declared = set(PROTOTYPE.findall(declarations()))
    if found != declared:
        sys.exit(f"exported, but not in vglcs.h: {sorted(found - declared)}\n"
                 f"in vglcs.h, but not exported: {sorted(declared - found)}")
    print(f"{len(found)} functions are exported, those of vglcs.h and nothing else")


def main() -> None:
    arguments = sys.argv[1:]
    if arguments[:1] == ["update"]:
        need("abidw", "gcc")
        with tempfile.TemporaryDirectory() as folder:
            made = run("abidw", "--no-corpus-path", "--no-comp-dir-path", "--no-show-locs", "--no-elf-needed",
                       "--type-id-style", "hash", "--out-file", str(DESCRIPTION), str(empty_library(Path(folder))))
            if made.returncode:
                sys.exit(made.stdout)
            text = re.sub(r" path='[^']*'", "", DESCRIPTION.read_text())
            DESCRIPTION.write_text(text)
        return
    if arguments[:1] != ["check"] or len(arguments) != 2:
        sys.exit(__doc__)
    need("nm")
    check_symbols(arguments[1])
    need("abidiff", "gcc")
    with tempfile.TemporaryDirectory() as folder:
        compared = run("abidiff", "--no-added-syms", "--no-show-locs", "--suppressions", str(ALLOWED),
                       str(DESCRIPTION), str(empty_library(Path(folder))))
    print(compared.stdout, end="")
    if compared.returncode:
        sys.exit("the interface differs from libvglcs-c/abi/vglcs-c.abi: take the change back, or raise the soname and "
                 "write a new description (tests/scripts/abi.py update)")
    print("nothing of libvglcs-c/abi/vglcs-c.abi has changed")


main()
