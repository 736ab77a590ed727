// SPDX-License-Identifier: BSD-3-Clause
#include "report/packed_texts.hpp"

#include <charconv>

namespace vglcs::tools {

namespace {

bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

} // namespace

void packed_texts::add(std::string_view text)
{
    constexpr std::size_t most_digits = 15; // exact in the page's arithmetic
    std::string form;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && is_digit(text[end]))
            ++end;
        std::size_t const digits = end - at;
        if (digits == 0 || digits > most_digits || (text[at] == '0' && digits > 1)) {
            end = at + (digits == 0 ? 1 : digits);
            for (char const c : text.substr(at, end - at)) {
                if (c == '#' || c == '\\') // of the text itself
                    form += '\\';
                form += c;
            }
        } else {
            std::int64_t number = 0;
            std::from_chars(text.data() + at, text.data() + end, number);
            numbers_.add(number);
            form += '#';
        }
        at = end;
    }
    auto const [place, is_new] = places_.try_emplace(form, forms_.size());
    if (is_new)
        forms_.push_back(form);
    form_.add(static_cast<std::int64_t>(place->second));
}

std::string packed_texts::keep(report_page & page) const
{
    return page_object{}
        .texts("forms", forms_)
        .json("form", page.keep(form_))
        .json("numbers", page.keep(numbers_))
        .str();
}

} // namespace vglcs::tools
