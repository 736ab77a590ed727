// SPDX-License-Identifier: BSD-3-Clause
#include "ranks/rank_messages.hpp"

#include <vglcs/error.hpp>

#include <new>
#include <type_traits>

namespace vglcs::tools {

void append(std::string & out, std::string const & text)
{
    append(out, std::uint64_t{text.size()});
    out += text;
}

std::string packed(std::exception_ptr const & fault)
{
    int code = 0;
    std::string text;
    try {
        if (fault)
            std::rethrow_exception(fault);
    } catch (error const & e) {
        code = static_cast<int>(e.code());
        text = e.what();
    } catch (std::bad_alloc const &) {
        code = static_cast<int>(exit_code::resources);
        text = "out of memory: use fewer --threads or fewer ranks a host";
    } catch (std::exception const & e) {
        code = static_cast<int>(exit_code::internal);
        text = e.what();
    }
    std::string out;
    append(out, code);
    append(out, text);
    return out;
}

std::exception_ptr unpacked_fault(unpacker & from)
{
    int const code = from.take<int>();
    std::string const text = from.text();
    if (code == 0)
        return nullptr;
    if (code == static_cast<int>(exit_code::interrupted) || code == static_cast<int>(exit_code::terminated))
        return std::make_exception_ptr(interrupted{static_cast<exit_code>(code)});
    return std::make_exception_ptr(error{static_cast<exit_code>(code), text});
}

std::string packed(block_rows const & rows)
{
    static_assert(std::is_trivially_copyable_v<row_counts>);
    std::string out;
    append(out, rows.number);
    append(out, rows.counts);
    append(out, rows.first_empty);
    append(out, rows.warnings);
    out += packed(rows.failure);
    append(out, rows.text);
    return out;
}

block_rows unpacked_rows(std::string const & message)
{
    unpacker from{message};
    block_rows out;
    out.number = from.take<std::uint64_t>();
    out.counts = from.take<row_counts>();
    out.first_empty = from.text();
    out.warnings = from.text();
    out.failure = unpacked_fault(from);
    out.text = from.text();
    return out;
}

} // namespace vglcs::tools
