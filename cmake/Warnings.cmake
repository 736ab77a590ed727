# SPDX-License-Identifier: BSD-3-Clause
# vglcs_warnings(TARGET): the project's warnings, as errors. Designated initialisers leave fields out on purpose.
function(vglcs_warnings target)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wshadow -Wno-missing-field-initializers -Werror>
    # std::stable_sort of libstdc++ 12 uses what the same library calls deprecated, and clang says so in our files
    $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wno-deprecated-declarations>
    $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra -Werror=all-warnings>)
endfunction()
