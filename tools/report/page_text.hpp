// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vglcs::tools {

/// A JSON string with its quotes that can stand inside of HTML: no character of markup is left as it is, and bytes that
/// are no UTF-8 are written \xHH, as in the program's json.   O(size).
[[nodiscard]] std::string page_string(std::string_view bytes);

/// The members of a JSON object, in the order in which they are added.
class page_object
{
public:
    page_object & text(std::string_view key, std::string_view value);
    page_object & number(std::string_view key, std::int64_t value);
    page_object & flag(std::string_view key, bool value);
    page_object & json(std::string_view key, std::string_view value);                  ///< JSON already
    page_object & list(std::string_view key, std::vector<std::string> const & values); ///< of JSON texts
    page_object & texts(std::string_view key, std::vector<std::string> const & values);
    [[nodiscard]] std::string str() const { return '{' + members_ + '}'; }

private:
    std::string members_;
};

} // namespace vglcs::tools
