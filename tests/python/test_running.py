# SPDX-License-Identifier: BSD-3-Clause
"""What happens while the library works: other threads run, Ctrl-C ends it, progress is told. And how it is imported."""
import doctest
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from conftest import letters

import vglcs

# the calls of these tests are minutes of work for one core: nothing ends them but what the tests do
SCRIPT = """
import random, sys, vglcs
a, b = ("".join(random.choices("ACGT", k=60000)) for _ in "ab")
print("begun", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
    sys.exit(7)
"""


def long_pair():
    rng = random.Random(1)
    return letters(rng, 60_000), letters(rng, 60_000)


@pytest.mark.parametrize("call", [
    "vglcs.align(a, b, gaps='letter:A=3,*=20', full_table=True, engine='bst2', task='length')",
    "vglcs.align_many([(a, b)] * 50, gaps='letter:A=3,*=20', full_table=True, engine='bst2', task='length')",
    "vglcs.search([a * 3000], ['N{1,9}'.join(['GATTACAG~3,2,2'] * 9)])",
], ids=["align", "align_many", "search"])
def test_ctrl_c_ends_a_run_within_a_second(call):
    with subprocess.Popen([sys.executable, "-c", SCRIPT.format(call=call)], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout.readline() == "begun\n"
        time.sleep(1)
        assert child.poll() is None, "the run was over before it could be ended"
        sent = time.monotonic()
        child.send_signal(signal.SIGINT)
        assert child.wait(timeout=60) == 7
        # a second on an idle machine; others may be at work on this one
        assert time.monotonic() - sent < (1 if os.environ.get("VGLCS_IDLE_MACHINE") else 10)
        assert child.stdout.readline() == "interrupted\n"


def test_other_threads_run_meanwhile():
    a, b = long_pair()
    ticks, ended = [], threading.Event()

    def count():
        while not ended.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.005)

    counter = threading.Thread(target=count)
    counter.start()
    begun = time.monotonic()
    vglcs.align(a[:20_000], b[:20_000], gaps="letter:A=3,*=20", task="length", full_table=True, threads=1)
    over = time.monotonic()
    ended.set()
    counter.join()
    meanwhile = [tick for tick in ticks if begun < tick < over]
    assert len(meanwhile) > 3, over - begun


def test_progress_is_told_and_can_end_the_run():
    a, b = long_pair()
    seen = []

    class Enough(Exception):
        pass

    def look(done, total):
        seen.append((done, total))
        if len(seen) == 3:
            raise Enough

    with pytest.raises(Enough):
        vglcs.align(a, b, gaps="letter:A=3,*=20", full_table=True, engine="bst2", task="length", progress=look)
    assert len(seen) == 3
    assert all(0 <= done <= total == 60_000**2 for done, total in seen)
    assert vglcs.align("GATTACA", "GACTATA", gaps=1).length == 5  # nothing is left behind


def test_several_threads_share_an_aligner():
    aligner = vglcs.Aligner(gaps=2, alphabet="dna", threads=1)
    rng = random.Random(3)
    pairs = [(letters(rng, 80), letters(rng, 80)) for _ in range(200)]
    expected = [aligner.align(*pair).length for pair in pairs]
    found = {}

    def work(name):
        found[name] = [aligner.align(*pair).length for pair in pairs]

    threads = [threading.Thread(target=work, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(answer == expected for answer in found.values())


def test_the_import_is_light():
    code = ("import sys, vglcs; assert 'numpy' not in sys.modules; from vglcs import _library; "
            "assert _library._lib is None; print(vglcs.__version__)")
    version = subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    assert version.count(".") == 2


def test_a_missing_library_is_said():
    code = "import vglcs\ntry:\n    vglcs.align('A', 'A')\nexcept ImportError as e:\n    print(e)"
    said = subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.PIPE, text=True,
                          env={**os.environ, "VGLCS_LIBRARY": "/nowhere/libvglcs-c.so"}).stdout
    assert said.startswith("/nowhere/libvglcs-c.so: the library of vglcs cannot be loaded")


def test_examples_of_docstrings():
    import numpy

    from vglcs import _align, _search

    for module in (vglcs, _align, _search):
        result = doctest.testmod(module, extraglobs={"vglcs": vglcs, "numpy": numpy})
        assert result.attempted and not result.failed


def test_the_example_runs(tmp_path):
    example = Path(__file__).with_name("example.py")
    done = subprocess.run([sys.executable, str(example)], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout == example.with_suffix(".out").read_text()


def test_types():
    pytest.importorskip("mypy", reason="no mypy here (Debian: mypy)")
    package = Path(vglcs.__file__).parent
    checked = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports",
                              "--cache-dir=/dev/null", "--python-version=3.9", "-p", "vglcs"], cwd=package.parent,
                             stdout=subprocess.PIPE, text=True)
    assert checked.returncode == 0, checked.stdout


@pytest.mark.parametrize("page", ["python/README.md", "docs/guide/python.md"])
def test_examples_of_pages(page):
    path = Path(__file__).resolve().parents[2] / page
    result = doctest.testfile(str(path), module_relative=False)
    assert result.attempted > 5 and not result.failed
