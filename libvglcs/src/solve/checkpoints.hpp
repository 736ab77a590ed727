// SPDX-License-Identifier: BSD-3-Clause
/// Resumable runs: named parts of an engine's state in a folder, each complete or not there at all.
#pragma once

#include <vglcs/problem.hpp>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vglcs {

/// A folder of checkpoints of one problem and one engine. Parts are written beside their place and renamed, carry the
/// problem's digest and end in a checksum. A part that is damaged or cut counts as absent; one of another problem or
/// engine is refused, so that a folder is never mixed up. What the parts hold is the engine's business.
class checkpoint_folder
{
public:
    /// Creates the folder where it is missing. Throws resource_error where that fails.
    /// @param layout  whatever else must be equal for a part to be of use (sizes, value type)
    checkpoint_folder(std::string const & path, problem const & p, std::string_view engine, std::string_view layout);

    /// Throws resource_error (disk full, read-only).
    void write(std::string_view name, std::span<std::byte const> content) const;
    /// The content of a part, or nothing. Throws usage_error where the part belongs to another problem or engine.
    [[nodiscard]] std::optional<std::vector<std::byte>> read(std::string_view name) const;

private:
    [[nodiscard]] std::filesystem::path file(std::string_view name) const;

    std::filesystem::path folder_;
    std::string digest_; ///< 64 hex digits
};

/// A note for a run that ends before it has anything to keep.
[[nodiscard]] std::string too_short_for_parts(std::string const & folder);

/// Digest of everything that an answer depends on: letters and limits of both sequences.
[[nodiscard]] std::string problem_digest(problem const & p);

/// Writes trivially copyable values one after the other, and reads them back in the same order.
class byte_writer
{
public:
    /// @param bytes  that will be written: room for them is made once
    explicit byte_writer(std::size_t bytes = 0) { bytes_.reserve(bytes); }
    template <class T>
    void put(std::span<T const> values)
    {
        auto const bytes = std::as_bytes(values);
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    }
    template <class T>
    void put(T const & value)
    {
        put(std::span<T const>{&value, 1});
    }
    [[nodiscard]] std::span<std::byte const> bytes() const noexcept { return bytes_; }

private:
    std::vector<std::byte> bytes_;
};

class byte_reader
{
public:
    explicit byte_reader(std::span<std::byte const> bytes) : rest_{bytes} {}
    /// False, and nothing is read, where too few bytes are left.
    template <class T>
    [[nodiscard]] bool get(std::span<T> values)
    {
        auto const to = std::as_writable_bytes(values);
        if (rest_.size() < to.size())
            return false;
        std::copy_n(rest_.begin(), to.size(), to.begin());
        rest_ = rest_.subspan(to.size());
        return true;
    }
    template <class T>
    [[nodiscard]] bool get(T & value)
    {
        return get(std::span<T>{&value, 1});
    }

private:
    std::span<std::byte const> rest_;
};

} // namespace vglcs
