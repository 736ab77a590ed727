// SPDX-License-Identifier: BSD-3-Clause
/// The SPECs of one kind that one sequence file has: what each letter of a record gets, the later SPEC over the
/// earlier.
#pragma once

#include "io/limits/spec_value.hpp"

#include <vglcs/alphabet.hpp>
#include <vglcs/io/gap_spec.hpp>
#include <vglcs/sequence.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vglcs::detail {

/// Parsed and loaded once, then asked for each record: by one thread `expect`, after that by any `lay`.
class spec_layers
{
public:
    /// Throws as gap_spec and jump_spec say. `options.otherwise` is not looked at: it is no value of a SPEC.
    spec_layers(value_kind kind, std::span<std::string const> texts, gap_spec_options const & options);
    ~spec_layers();
    spec_layers(spec_layers const &);
    spec_layers(spec_layers &&) noexcept;
    spec_layers & operator=(spec_layers &&) noexcept;

    /// True where one value holds for all letters of all records, or nothing is said of any.
    [[nodiscard]] bool is_uniform() const noexcept;
    [[nodiscard]] bool has_track() const noexcept;

    /// The record is one of the file: throws what is wrong with it, and counts for `finish`.
    void expect(sequence const & record);
    /// Throws what is wrong with a record's size and qualities.
    void check(sequence const & record) const;
    /// No warnings from now on.
    void silence();
    /// Throws where a track has applied to nothing, and warns.
    void finish();

    /// Calls `set(first, last, value)` for runs of letters of the aligned orientation; a later call overrides earlier
    /// ones, and letters that no call names have no value. On the reverse strand limits stay with their letters; a jump
    /// or a leaving cost stays with the junction in front of its letter, so that what belongs to letter k of the file
    /// belongs to letter n - k (letter 0 keeps what it has). Sites are looked up on the reverse complement.
    void lay(sequence const & record, strand direction,
             std::function<void(std::size_t first, std::size_t last, spec_value value)> const & set) const;

    /// Calls `visit(value)` for every value that may be given; not for qualities.
    void for_each_value(std::function<void(spec_value)> const & visit) const;

private:
    struct layer;
    value_kind kind_;
    std::vector<layer> layers_; ///< from the one that is laid first, which alone may say something of every letter
};

/// Throws what a SPEC of this text would for its grammar alone; opens no file.
void check_spec_text(std::string_view text, value_kind kind, std::optional<alphabet> letters = {});

/// The path of the file that a SPEC names; empty where it names none or cannot be read.
[[nodiscard]] std::string path_in_spec(std::string_view text, value_kind kind);

} // namespace vglcs::detail
