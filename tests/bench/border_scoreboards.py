#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""How soon the strips' kernels wait for their border, read from compiled code; no device needed.

  border_scoreboards.py [FILE.cu...]   default: the kernels without far windows, in libvglcs/src/cuda/strip/kernel

A warp has six scoreboards. A load sets one, and whoever waits for it waits for all loads on it. The load of a strip's
border (128 bits, device memory) is asked for two rows before it is needed and takes some 600 cycles: where the compiler
gives its scoreboard to a shuffle or a load of shared memory as well, the warp stands still in every group of rows,
for 20 to 25% of its time (docs/benchmarks/strip-gpu-log.md). For each kernel: its instructions, and for each such load in the rows' loop how
many instructions behind it the first one waits for its scoreboard. About two rows' instructions are right; a few dozen
in the last half of a kernel, where its rows without copies are, cost 10 to 25%.

Needs nvcc and readelf. Control bits of an instruction (chips 7.0 to 9.0, undocumented): 110 to 112 the scoreboard that
it sets, 116 to 121 those that it waits for.
"""
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = ROOT / "libvglcs/src/cuda/strip/kernel"
LOAD, SIZE_128 = 0x981, 6  # of device memory: opcode in bits 0 to 11, size in bits 73 to 75


def compiled(source, folder):
    cubin = pathlib.Path(folder) / (source.stem + ".cubin")
    includes = [f"-I{ROOT / part}" for part in ("libvglcs/include", "libvglcs/src", "librmq/include")]
    subprocess.run(["nvcc", "-cubin", "-arch=sm_90", "-O3", "-DNDEBUG", "-std=c++20", "--expt-relaxed-constexpr",
                    *includes, "-o", cubin, source], check=True)
    return cubin


def kernels(cubin):
    """Name and instructions (low and high word) of each."""
    data = cubin.read_bytes()
    sections = subprocess.run(["readelf", "-SW", cubin], capture_output=True, text=True, check=True).stdout
    for name, offset, size in re.findall(r"\.text\.(\S+)\s+PROGBITS\s+\S+\s+(\S+)\s+(\S+)", sections):
        plain = subprocess.run(["c++filt", name], capture_output=True, text=True, check=True).stdout.strip()
        words = struct.iter_unpack("<QQ", data[int(offset, 16):int(offset, 16) + int(size, 16)])
        yield re.sub(r"^void |vglcs::cuda::|\(strip_launch\)", "", plain), list(words)


def waits(code):
    """Of each load of 128 bits, how many instructions behind it its scoreboard is waited for first."""
    for at, (low, high) in enumerate(code):
        if low & 0xfff != LOAD or high >> 9 & 7 != SIZE_128:
            continue
        scoreboard = high >> 46 & 7
        behind = (k for k in range(at + 1, len(code)) if code[k][1] >> 52 >> scoreboard & 1)
        if (distance := next(behind, at) - at) > 6:  # else a load that is asked for again and waited for at once
            yield at, distance


def main(files):
    sources = [pathlib.Path(f) for f in files] or [SOURCES / f"instances_{name}.cu"
                                                   for name in ("near16", "near32", "small", "wide")]
    with tempfile.TemporaryDirectory() as folder:
        for source in sources:
            for name, code in kernels(compiled(source, folder)):
                print(f"{name}: {len(code)} instructions, border's loads waited for",
                      ", ".join(f"{distance} behind {at}" for at, distance in waits(code)))


if __name__ == "__main__":
    main(sys.argv[1:])
