# SPDX-License-Identifier: BSD-3-Clause
# VGLCS_SANITIZE=address,undefined | thread: for every target of the tree, since a mix of both kinds does not link.
if(VGLCS_SANITIZE)
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${VGLCS_SANITIZE}>
                      $<$<COMPILE_LANGUAGE:CXX>:-fno-omit-frame-pointer>
                      $<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize-recover=all>)
  add_link_options(-fsanitize=${VGLCS_SANITIZE})
endif()
