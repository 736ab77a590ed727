# SPDX-License-Identifier: BSD-3-Clause
# Run as a script (cmake -P) with OUTPUT, FOLDER and the names HTML, STYLES and SCRIPTS, commas between them: writes a C++
# file that holds the texts. Each file is a string literal of its own: compilers need not take one of more than 65,536
# characters.
function(embed function_name)
  string(APPEND code "\nstd::string ${function_name}()\n{\n    std::string text;\n")
  foreach(file IN LISTS ARGN)
    file(READ "${FOLDER}/${file}" content)
    string(FIND "${content}" ")page\"" end)
    if(NOT end EQUAL -1)
      message(FATAL_ERROR "${file} holds the mark that ends a string: )page\"")
    endif()
    string(APPEND code "    text += R\"page(${content})page\";\n")
  endforeach()
  string(APPEND code "    return text;\n}\n")
  set(code "${code}" PARENT_SCOPE)
endfunction()

string(REPLACE "," ";" STYLES "${STYLES}")
string(REPLACE "," ";" SCRIPTS "${SCRIPTS}")
set(code "// SPDX-License-Identifier: BSD-3-Clause
// Made by cmake/EmbedPage.cmake.
#include \"report/page_sources.hpp\"

namespace vglcs::tools {
")
embed(page_html ${HTML})
embed(page_style ${STYLES})
embed(page_script ${SCRIPTS})
file(WRITE "${OUTPUT}.new" "${code}\n} // namespace vglcs::tools\n")
file(RENAME "${OUTPUT}.new" "${OUTPUT}")
