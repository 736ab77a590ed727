# SPDX-License-Identifier: BSD-3-Clause
# libdivsufsort with 32 and 64 bits (Debian: libdivsufsort-dev): targets Divsufsort::divsufsort, Divsufsort::divsufsort64.
find_path(Divsufsort_INCLUDE_DIR divsufsort64.h)
find_library(Divsufsort_LIBRARY divsufsort)
find_library(Divsufsort64_LIBRARY divsufsort64)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Divsufsort
  REQUIRED_VARS Divsufsort_LIBRARY Divsufsort64_LIBRARY Divsufsort_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "install libdivsufsort-dev, or set CMAKE_PREFIX_PATH to where libdivsufsort is")
mark_as_advanced(Divsufsort_INCLUDE_DIR Divsufsort_LIBRARY Divsufsort64_LIBRARY)
if(Divsufsort_FOUND AND NOT TARGET Divsufsort::divsufsort)
  foreach(name divsufsort divsufsort64)
    add_library(Divsufsort::${name} UNKNOWN IMPORTED)
    string(REPLACE "divsufsort" "Divsufsort" variable ${name})
    set_target_properties(Divsufsort::${name} PROPERTIES IMPORTED_LOCATION ${${variable}_LIBRARY}
                                                         INTERFACE_INCLUDE_DIRECTORIES ${Divsufsort_INCLUDE_DIR})
  endforeach()
endif()
