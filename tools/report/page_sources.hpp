// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace vglcs::tools {

// The files of report/page, put into the program when it is built (cmake/EmbedPage.cmake); scripts and styles are
// joined in the order in which tools/CMakeLists.txt lists them.
[[nodiscard]] std::string page_html();
[[nodiscard]] std::string page_style();
[[nodiscard]] std::string page_script();

} // namespace vglcs::tools
