// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pairs/limited_record.hpp"

#include <vglcs/io/gap_spec.hpp>
#include <vglcs/io/sequence_reader.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vglcs::tools {

/// One sequence file with its limits, or several that are read as if they were one.
class input
{
public:
    /// A file that is read behind another.
    struct further_file
    {
        std::string path;
        std::vector<std::string> specs{};   ///< of its own limits; empty: those of the file before
        std::shared_ptr<jump_spec> jumps{}; ///< null: those of the file before
    };
    /// How further files are opened, of the alphabet of the first.
    struct file_opener
    {
        std::function<sequence_reader(std::string const & path)> reader;
        std::function<gap_spec(std::vector<std::string> const & specs)> limits;
    };

    /// @param max_memory   bytes that `rest` may take
    input(sequence_reader reader, gap_spec limits, bool forward, bool reverse, std::uint64_t max_memory);

    /// What its records have beside limits. Before the first `next`.
    void set_prices(side_prices prices) { prices_ = std::move(prices); }
    /// What letters of its records give for the partner. Before the first `next`.
    void set_limits_for_partner(gap_spec limits) { for_partner_ = std::make_shared<gap_spec>(std::move(limits)); }
    /// Files to read behind the first, before the first `next`. Their records are numbered on.
    void add_files(std::vector<further_file> files, file_opener open);

    /// The next record; null at the end.
    [[nodiscard]] shared_record next();
    /// All records that are left. Throws resource_error where they take too much memory.
    [[nodiscard]] std::vector<shared_record> rest();
    /// To be called after the last record: warns of names of a track that no record had.
    void finish();

    [[nodiscard]] std::string const & path() const noexcept { return reader_.path(); }
    [[nodiscard]] std::uint64_t records() const noexcept { return records_; } ///< read so far
    /// Records of each file that has been read, and of those before it.
    [[nodiscard]] std::vector<std::size_t> const & file_ends() const noexcept { return file_ends_; }
    [[nodiscard]] std::string const & spec() const noexcept { return limits_->text(); }
    [[nodiscard]] gap_spec const & limits_of_file() const noexcept { return *limits_; }
    [[nodiscard]] gap_spec const * limits_for_partner() const noexcept { return for_partner_.get(); } ///< null: none
    [[nodiscard]] jump_spec const * jumps_of_file() const noexcept { return prices_.jumps.get(); }    ///< null: none
    /// Letters of the record that `next` gives first. Before the first `next`.
    [[nodiscard]] std::uint64_t first_letters() const { return reader_.first().letters.size(); }

private:
    void take_limits(limited_record::spec_limits & to, std::shared_ptr<gap_spec> const & spec,
                     sequence const & record) const;

    sequence_reader reader_;
    std::shared_ptr<gap_spec> limits_, for_partner_; ///< for_partner_ null: none
    side_prices prices_;
    bool forward_, reverse_;
    std::uint64_t records_ = 0, max_memory_;
    std::vector<further_file> further_;
    file_opener open_;
    std::vector<std::size_t> file_ends_;
};

} // namespace vglcs::tools
