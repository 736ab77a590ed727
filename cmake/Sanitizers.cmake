# SPDX-License-Identifier: BSD-3-Clause
# VGLCS_SANITIZE=address,undefined | thread: for every target of the tree, since a mix of both kinds does not link.
if(VGLCS_SANITIZE)
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${VGLCS_SANITIZE}>
                      $<$<COMPILE_LANGUAGE:CXX>:-fno-omit-frame-pointer>
                      $<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize-recover=all>)
  # g++ cannot follow initialisations through the checks that it has put in: std::regex alone gives ten warnings
  add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-maybe-uninitialized>)
  add_link_options(-fsanitize=${VGLCS_SANITIZE})
endif()
