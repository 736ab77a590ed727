// SPDX-License-Identifier: BSD-3-Clause
#include "io/bytes/text_input.hpp"
#include "io/bytes/input_file.hpp"
#include "io/bytes/read_failure.hpp"
#include <vglcs/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace vglcs::detail {

namespace {

char const * find(char wanted, char const * begin, char const * end) noexcept
{
    auto const * const found =
        static_cast<char const *>(std::memchr(begin, wanted, static_cast<std::size_t>(end - begin)));
    return found ? found : end;
}

} // namespace

text_input::text_input(std::string path, byte_source_sizes sizes, run_control const * control)
    : path_{std::move(path)}, source_{path_, sizes, control}
{
}

std::string_view text_input::name() const noexcept
{
    return input_name(path_);
}

std::string text_input::end_warning() const
{
    if (!source_.lacks_end_block())
        return {};
    return fmt::format("{}: bgzip data without its end-of-file block: all blocks are whole, but there may have been "
                       "more: compare it with the original",
                       name());
}

bool text_input::load()
try {
    byte_block const * const block = source_.next();
    if (!block)
        return false;
    next_ = block->bytes.data();
    end_ = next_ + block->bytes.size();
    line_feed_ = find('\n', next_, end_);
    carriage_return_ = block->has_carriage_return ? find('\r', next_, end_) : end_;
    return true;
} catch (read_failure const & failure) {
    next_ = end_ = line_feed_ = carriage_return_ = nullptr;
    if (record_)
        throw input_error{name(), line_, fmt::format("record {}: {}", record_, failure.what())};
    throw input_error{name(), 0, failure.what()};
}

bool text_input::at_end()
{
    for (;;) {
        if (next_ == end_ && !load())
            return true;
        if (!std::exchange(after_carriage_return_, false) || *next_ != '\n')
            return false;
        ++next_;
    }
}

/// The line end that comes first, or the end of the block.
char const * text_input::find_line_end() noexcept
{
    if (line_feed_ < next_)
        line_feed_ = find('\n', next_, end_);
    if (carriage_return_ < next_)
        carriage_return_ = find('\r', next_, end_);
    return std::min(line_feed_, carriage_return_);
}

text_input::piece text_input::line_piece()
{
    if (at_end())
        return {.text = {}, .last = true, .line = line_};
    char const * const stop = find_line_end();
    piece found{.text = {next_, static_cast<std::size_t>(stop - next_)}, .last = stop != end_, .line = line_};
    next_ = stop;
    if (found.last) {
        ++line_;
        ++next_;
        if (*stop == '\r') {
            if (next_ == end_)
                after_carriage_return_ = true;
            else if (*next_ == '\n')
                ++next_;
        }
    }
    return found;
}

void text_input::skip_line()
{
    while (!line_piece().last) {
    }
}

} // namespace vglcs::detail
