// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/packed_numbers.hpp"
#include "report/page_text.hpp"

#include <vglcs/io/output_file.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace vglcs::tools {

/// One HTML file that shows a report and asks for nothing else: style, program and data lie inside of it, and its
/// Content-Security-Policy allows these by their SHA-256 and forbids the network. The same contents give the same
/// bytes.
class report_page
{
public:
    /// Keeps data for the page; the text that stands for it in the page's JSON. Data are decoded when they are shown.
    [[nodiscard]] std::string keep(packed_numbers const & numbers) { return keep_bytes(numbers.bytes()); }
    [[nodiscard]] std::string keep(packed_steps const & numbers);
    [[nodiscard]] std::string keep_bytes(std::string_view bytes);
    /// Bytes that the data kept so far take in the page.
    [[nodiscard]] std::size_t data_bytes() const noexcept { return data_bytes_; }

    /// @param contents   what page/main.js reads
    void write(std::string_view title, page_object const & contents, output_file & out) const;

private:
    std::vector<std::string> data_; ///< base64
    std::size_t data_bytes_ = 0;
};

} // namespace vglcs::tools
