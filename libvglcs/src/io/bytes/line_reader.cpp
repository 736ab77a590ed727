// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/io/line_reader.hpp>

#include "io/results/result_lines.hpp"

namespace vglcs {

struct line_reader::state
{
    detail::result_lines lines;
};

line_reader::line_reader(std::string path, run_control const * control, std::uint64_t max_memory)
    : state_{new state{detail::result_lines{std::move(path), control, detail::memory_budget{max_memory}}}}
{
}

line_reader::~line_reader() = default;
line_reader::line_reader(line_reader &&) noexcept = default;
line_reader & line_reader::operator=(line_reader &&) noexcept = default;

bool line_reader::next(std::string & line)
{
    return state_->lines.next(line);
}

std::uint64_t line_reader::number() const noexcept
{
    return state_->lines.number();
}

std::string line_reader::end_warning() const
{
    return state_->lines.end_warning();
}

} // namespace vglcs
