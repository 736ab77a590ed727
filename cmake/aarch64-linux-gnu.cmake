# SPDX-License-Identifier: BSD-3-Clause
# Toolchain: 64-bit ARM by Debian's cross compiler (g++-aarch64-linux-gnu); tests run under qemu-user. The libraries are
# those of the machine (Debian's multiarch: libhwy-dev:arm64 and so on), or lie in a folder of their own, VGLCS_ARM_ROOT,
# which tests/scripts/aarch64.sh fills.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)

set(VGLCS_ARM_ROOT "" CACHE PATH "Folder with the libraries for aarch64, laid out as a system")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES VGLCS_ARM_ROOT)
if(VGLCS_ARM_ROOT)
  set(CMAKE_FIND_ROOT_PATH ${VGLCS_ARM_ROOT})
  # what is found by its package's name may be headers alone, and those are the machine's
  set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
  set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
  set(CMAKE_CXX_FLAGS_INIT "-isystem ${VGLCS_ARM_ROOT}/usr/include/aarch64-linux-gnu") # OpenSSL's configuration
  set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,-rpath-link,${VGLCS_ARM_ROOT}/usr/lib/aarch64-linux-gnu")
endif()
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu)
