# SPDX-License-Identifier: BSD-3-Clause
# VGLCS_FMT: fmt::fmt, or its headers alone where the library that was found is built for another standard library (the
# packages of most systems are for libstdc++, so for clang with libc++).
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_LIBRARIES fmt::fmt)
set(CMAKE_REQUIRED_QUIET ON)
check_cxx_source_compiles("#include <fmt/format.h>\nint main() { return fmt::format(\"{}\", 1).size() != 1; }" VGLCS_FMT_LINKS)
unset(CMAKE_REQUIRED_LIBRARIES)
unset(CMAKE_REQUIRED_QUIET)
set(VGLCS_FMT fmt::fmt)
if(NOT VGLCS_FMT_LINKS)
  set(VGLCS_FMT fmt::fmt-header-only)
endif()
