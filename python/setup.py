# SPDX-License-Identifier: BSD-3-Clause
"""Builds the wheel: the modules, the declarations of vglcs.h for cffi, and libvglcs-c beside them.

One wheel serves every Python 3: cffi loads the library while the program runs, nothing is compiled against Python.

    VGLCS_C_LIBRARY=PATH      takes this libvglcs-c.so instead of building one
    VGLCS_C_LIBRARY=system    takes none along: the one that the system has is loaded (packages of distributions)
"""
import os
import re
import shutil
import subprocess
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel

HERE = Path(__file__).resolve().parent
TREE = HERE.parent
SONAME = "libvglcs-c.so.0"


def version() -> str:
    found = re.search(r"project\(vglcs VERSION ([0-9.]+)", (TREE / "CMakeLists.txt").read_text())
    assert found, "CMakeLists.txt states no version"
    return found.group(1)


def declarations() -> str:
    """The part of vglcs.h that is plain C."""
    text = (TREE / "libvglcs-c" / "include" / "vglcs.h").read_text()
    text = text[text.index("/* ---- declarations"):text.index("/* ---- end of the declarations")]
    return re.sub(r"^#.*$", "", text, flags=re.MULTILINE)


def library(folder: Path) -> Path:
    """The C library, built where no other was named."""
    given = os.environ.get("VGLCS_C_LIBRARY")
    if given:
        return Path(given).resolve(strict=True)
    build = folder / "vglcs-c"
    subprocess.run(["cmake", "-S", str(TREE), "-B", str(build), "-DCMAKE_BUILD_TYPE=Release",
                    "-DVGLCS_BUILD_TESTS=OFF"], check=True)
    subprocess.run(["cmake", "--build", str(build), "--target", "vglcs_c", "-j", str(os.cpu_count() or 1)], check=True)
    return (build / "libvglcs-c" / SONAME).resolve(strict=True)


class build_with_library(build_py):
    def run(self) -> None:
        super().run()
        package = Path(self.build_lib) / "vglcs"
        (package / "_version.py").write_text(f'__version__ = "{version()}"\n')
        from cffi import FFI

        interface = FFI()
        interface.cdef(declarations())
        interface.set_source("vglcs._interface", None)
        interface.emit_python_code(str(package / "_interface.py"))
        if os.environ.get("VGLCS_C_LIBRARY") != "system":
            temporary = Path(self.get_finalized_command("build").build_temp).absolute()
            temporary.mkdir(parents=True, exist_ok=True)
            shutil.copy(library(temporary), package / SONAME)
            if shutil.which("strip"):
                subprocess.run(["strip", "--strip-unneeded", str(package / SONAME)], check=False)


class wheel_for_every_python(bdist_wheel):
    def finalize_options(self) -> None:
        super().finalize_options()
        self.root_is_pure = os.environ.get("VGLCS_C_LIBRARY") == "system"

    def get_tag(self) -> tuple:
        return ("py3", "none", "any" if self.root_is_pure else super().get_tag()[2])


class with_library(Distribution):
    def has_ext_modules(self) -> bool:  # a library goes beside the modules
        return os.environ.get("VGLCS_C_LIBRARY") != "system"


setup(version=version(), distclass=with_library,
      cmdclass={"build_py": build_with_library, "bdist_wheel": wheel_for_every_python})
