# SPDX-License-Identifier: BSD-3-Clause
# Install rules: headers, libraries, the program, the man page, CMake package (components rmq, vglcs, c), pkg-config files.
include(CMakePackageConfigHelpers)

install(TARGETS rmq_core rmq EXPORT rmqTargets)
if(TARGET rmq_nccl)
  install(TARGETS rmq_nccl EXPORT rmqTargets)
endif()
install(TARGETS vglcs EXPORT vglcsTargets)
install(TARGETS vglcs_cli)
set(c_component)
if(TARGET vglcs_c)
  set(c_component vglcs-c)
  install(TARGETS vglcs_c EXPORT vglcs-cTargets)
  install(FILES libvglcs-c/include/vglcs.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endif()
install(DIRECTORY librmq/include/rmq libvglcs/include/vglcs DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(EXISTS ${PROJECT_SOURCE_DIR}/docs/vglcs.1)
  install(FILES docs/vglcs.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()

# the library that sorts suffixes, as the top CMakeLists.txt found it
set(VGLCS_RMQ_WITH_LIBSAIS OFF)
set(pc_suffix_libs "-ldivsufsort -ldivsufsort64")
if(libsais_FOUND)
  set(VGLCS_RMQ_WITH_LIBSAIS ON)
  set(pc_suffix_libs "-lsais")
endif()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/vglcs)
foreach(component rmq vglcs ${c_component})
  install(EXPORT ${component}Targets NAMESPACE vglcs:: DESTINATION ${package_dir})
endforeach()
configure_package_config_file(cmake/vglcsConfig.cmake.in vglcsConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(vglcsConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/vglcsConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/vglcsConfigVersion.cmake
              cmake/FindDivsufsort.cmake
        DESTINATION ${package_dir})

# what a build with CUDA also links, for consumers without CMake
set(pc_cuda_libs "")
if(VGLCS_WITH_CUDA)
  set(pc_cuda_libs "-L${CUDAToolkit_LIBRARY_DIR} -lcudart_static -lrt -ldl -lpthread")
endif()
set(pc_mpi_libs "")
if(VGLCS_WITH_MPI)
  list(JOIN MPI_CXX_LIBRARIES " " pc_mpi_libs)
endif()
foreach(component rmq vglcs ${c_component})
  configure_file(cmake/${component}.pc.in ${component}.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${component}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
