// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "io/bytes/memory_budget.hpp"
#include "io/bytes/text_reader.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace vglcs::detail {

/// Lines of a result file, plain or gzip, "-" for standard input, with a look at the line to come. Every line must end:
/// a file whose last line does not is cut. Memory: that of text_reader and two lines.
class result_lines
{
public:
    /// Throws input_error where the file cannot be opened. `control` as for text_input.
    explicit result_lines(std::string path, run_control const * control = nullptr,
                          memory_budget budget = memory_budget{})
        : reader_{std::move(path), {}, budget, control}, budget_{budget}
    {
    }

    /// The line that next() will give, without taking it; nullptr at the end of the file.
    [[nodiscard]] std::string const * peek();
    /// Takes a line, without its end. False at the end of the file. Throws input_error on damaged or cut data.
    [[nodiscard]] bool next(std::string & line);
    /// The same without the line that ends a part of a batch.
    [[nodiscard]] bool next_row(std::string & line);

    /// Number of the line that next() gave last, from 1.
    [[nodiscard]] std::uint64_t number() const noexcept { return number_; }
    [[nodiscard]] std::string_view name() const noexcept { return reader_.name(); } ///< for messages
    [[nodiscard]] std::string end_warning() const { return reader_.end_warning(); } ///< as text_input's
    /// Throws resource_error where a pair that takes so many bytes up to the line given last is too large.
    void expect_room(std::uint64_t bytes) const { budget_.expect_room(bytes, name(), number_, "this pair"); }

private:
    bool read(std::string & line);

    text_reader reader_;
    memory_budget budget_;
    std::string pending_; ///< the line that peek() read
    bool has_pending_ = false;
    std::uint64_t number_ = 0; ///< lines given by next()
};

} // namespace vglcs::detail
