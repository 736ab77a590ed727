// SPDX-License-Identifier: BSD-3-Clause
#include "report/report_page.hpp"

#include "report/page_sources.hpp"

#include <vglcs/io/pair_record.hpp>
#include <vglcs/io/utf8.hpp>

#include <charconv>
#include <stdexcept>

namespace vglcs::tools {

namespace {

/// 'sha256-...', by which a policy allows a script or style that stands in the page.
std::string allowed(std::string_view text)
{
    std::string const hex = letters_digest(text);
    std::string bytes;
    for (std::size_t k = 0; k < hex.size(); k += 2) {
        unsigned value = 0;
        std::from_chars(hex.data() + k, hex.data() + k + 2, value, 16);
        bytes += static_cast<char>(value);
    }
    return "'sha256-" + base64(bytes) + "'";
}

std::string html_text(std::string_view bytes)
{
    std::string out;
    for (char const c : is_utf8(bytes) ? std::string{bytes} : escape_utf8(bytes)) {
        if (c == '<')
            out += "&lt;";
        else if (c == '&')
            out += "&amp;";
        else if (static_cast<unsigned char>(c) < 0x20)
            out += ' ';
        else
            out += c;
    }
    return out;
}

/// Writes the text up to a mark and returns what stands behind it.
std::string_view write_to(std::string_view mark, std::string_view text, output_file & out)
{
    std::size_t const at = text.find(mark);
    if (at == std::string_view::npos)
        throw std::logic_error{"report: page.html has no " + std::string{mark}};
    out.write(text.substr(0, at));
    return text.substr(at + mark.size());
}

} // namespace

std::string report_page::keep(packed_steps const & numbers)
{
    return keep_bytes(numbers.bytes());
}

std::string report_page::keep_bytes(std::string_view bytes)
{
    data_.push_back(base64(bytes));
    data_bytes_ += data_.back().size();
    return std::to_string(data_.size() - 1);
}

void report_page::write(std::string_view title, page_object const & contents, output_file & out) const
{
    std::string const html = page_html(), style = page_style(), script = page_script();
    std::string_view rest = write_to("@POLICY@", html, out);
    out.write("default-src 'none'; script-src " + allowed(script) + "; style-src " + allowed(style) +
              "; img-src data: blob:; base-uri 'none'; form-action 'none'");
    rest = write_to("@TITLE@", rest, out);
    out.write(html_text(title));
    rest = write_to("@STYLE@", rest, out);
    out.write(style);
    rest = write_to("@CONTENTS@", rest, out);
    out.write(contents.str());
    rest = write_to("@DATA@", rest, out);
    for (std::size_t k = 0; k < data_.size(); ++k) {
        out.write("<script type=\"text/plain\" id=\"data-" + std::to_string(k) + "\">");
        out.write(data_[k]);
        out.write("</script>\n");
    }
    rest = write_to("@SCRIPT@", rest, out);
    out.write(script);
    out.write(rest);
}

} // namespace vglcs::tools
