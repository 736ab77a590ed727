# SPDX-License-Identifier: BSD-3-Clause
# Shared libraries are built with -DBUILD_SHARED_LIBS=ON (packages do); static ones are the default, and what
# tools/quickstart.sh builds. A shared library exports what is in the namespaces rmq and vglcs (cmake/exported_names.map)
# and hides the rest: instances of fmt, the JSON parser and the standard library, which a program may have in another version.
set(VGLCS_SHARED OFF)
if(BUILD_SHARED_LIBS)
  set(VGLCS_SHARED ON)
endif()

# vglcs_find_neighbours(TARGET): a library that finds those that it needs beside it, wherever they are installed
# (-DCMAKE_SKIP_INSTALL_RPATH=ON for a system's own folders).
function(vglcs_find_neighbours target)
  if(VGLCS_SHARED)
    set_target_properties(${target} PROPERTIES INSTALL_RPATH "$ORIGIN")
  endif()
endfunction()

# vglcs_shared_library(TARGET): hides foreign names, and finds its neighbours.
function(vglcs_shared_library target)
  if(VGLCS_SHARED)
    set(names ${PROJECT_SOURCE_DIR}/cmake/exported_names.map)
    target_link_options(${target} PRIVATE LINKER:--version-script=${names})
    set_target_properties(${target} PROPERTIES LINK_DEPENDS ${names})
    vglcs_find_neighbours(${target})
  endif()
endfunction()

# vglcs_program(TARGET): finds shared libraries in the prefix that it is installed into.
function(vglcs_program target)
  if(VGLCS_SHARED)
    file(RELATIVE_PATH libraries ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
    set_target_properties(${target} PROPERTIES INSTALL_RPATH "$ORIGIN/${libraries}")
  endif()
endfunction()
