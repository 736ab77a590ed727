// SPDX-License-Identifier: BSD-3-Clause
/// Messages between the ranks of an MPI job as bytes, and back. All ranks run the same program on the same kind of
/// host.
#pragma once

#include "blocks/row_sink.hpp"

#include <cstdint>
#include <cstring>
#include <exception>
#include <string>

namespace vglcs::tools {

template <class T>
void append(std::string & out, T const & value)
{
    out.append(reinterpret_cast<char const *>(&value), sizeof value);
}
void append(std::string & out, std::string const & text);

/// Takes values from the front of a message that this program made.
class unpacker
{
public:
    explicit unpacker(std::string const & message) : at_{message.data()} {}
    template <class T>
    T take()
    {
        T out;
        std::memcpy(&out, at_, sizeof out);
        at_ += sizeof out;
        return out;
    }
    std::string text()
    {
        auto const size = take<std::uint64_t>();
        std::string out(at_, size);
        at_ += size;
        return out;
    }

private:
    char const * at_;
};

/// What ended a rank, if anything, as a message, and back.
[[nodiscard]] std::string packed(std::exception_ptr const & fault);
[[nodiscard]] std::exception_ptr unpacked_fault(unpacker & from);

/// The rows of a block, and back.
[[nodiscard]] std::string packed(block_rows const & rows);
[[nodiscard]] block_rows unpacked_rows(std::string const & message);

} // namespace vglcs::tools
