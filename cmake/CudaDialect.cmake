# SPDX-License-Identifier: BSD-3-Clause
# Turns CUDA on when asked, at C++20. CMake 3.25 does not know nvcc 13's C++20 dialect, hence the plain flag.
if(VGLCS_WITH_CUDA)
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES "80-real;90" CACHE STRING "CUDA architectures: code for 80 and 90, PTX for later chips")
  endif()
  include(CheckLanguage)
  if(NOT CMAKE_CUDA_COMPILER AND EXISTS /usr/local/cuda/bin/nvcc)
    set(CMAKE_CUDA_COMPILER /usr/local/cuda/bin/nvcc CACHE FILEPATH "nvcc")
  endif()
  check_language(CUDA)
  if(NOT CMAKE_CUDA_COMPILER)
    message(FATAL_ERROR "VGLCS_WITH_CUDA is ON but no nvcc was found: install the CUDA Toolkit or set "
                        "CMAKE_CUDA_COMPILER, or configure with -DVGLCS_WITH_CUDA=OFF for a CPU-only build.")
  endif()
  enable_language(CUDA)
  find_package(CUDAToolkit REQUIRED)
  set(CMAKE_CUDA_SEPARABLE_COMPILATION OFF)
endif()

# vglcs_cuda_dialect(TARGET): C++20 for the CUDA sources of a target.
function(vglcs_cuda_dialect target)
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-std=c++20 --expt-relaxed-constexpr>)
  set_target_properties(${target} PROPERTIES CUDA_STANDARD_REQUIRED OFF)
endfunction()
