# SPDX-License-Identifier: BSD-3-Clause
# vglcs_add_tests(FOLDER LIBRARIES lib... [LABELS label...]): every FOLDER/*_test.cpp becomes a test executable
# named after its folder and stem (unit/rmq/order_test.cpp -> unit_rmq_order_test).
function(vglcs_add_tests folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBRARIES;LABELS")
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*_test.cpp)
  string(REPLACE "/" "_" prefix ${folder})
  set(first)
  foreach(source IN LISTS sources)
    cmake_path(GET source STEM stem)
    set(target ${prefix}_${stem})
    add_executable(${target} ${source})
    target_link_libraries(${target} PRIVATE ${arg_LIBRARIES} test_support ${VGLCS_FMT} nlohmann_json::nlohmann_json
                                            GTest::gtest_main GTest::gmock)
    # internal headers: detail functions take their tile sizes as parameters so that tests reach every edge
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/libvglcs/src ${PROJECT_SOURCE_DIR}/librmq/src)
    vglcs_warnings(${target})
    if(first) # the folder's tests have the same options
      vglcs_common_headers_of(${target} ${first})
    else()
      vglcs_common_headers(${target} <gtest/gtest.h> <gmock/gmock.h>)
      set(first ${target})
    endif()
    gtest_discover_tests(${target} TEST_PREFIX ${folder}/ DISCOVERY_MODE PRE_TEST
                         PROPERTIES LABELS "${folder};${arg_LABELS}" TIMEOUT 900)
  endforeach()
endfunction()
