// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/report_page.hpp"

#include <vglcs/io/result_reader.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace vglcs::tools {

/// The records of one side that rows name, in the order in which they are first named.
class named_records
{
public:
    struct named_record
    {
        std::string name;
        std::uint64_t number; ///< in its file, from 1; 0: not known
        std::uint64_t length; ///< letters; where no row says, as far as chains go
    };

    /// The place of a record in all().
    [[nodiscard]] std::size_t place(std::string const & name, std::uint64_t number);
    void reach(std::size_t place, std::uint64_t letters);
    [[nodiscard]] std::vector<named_record> const & all() const noexcept { return all_; }
    void add_to(page_object & contents, std::string_view key, report_page & page) const;

private:
    std::map<std::pair<std::uint64_t, std::string>, std::size_t> places_;
    std::vector<named_record> all_;
};

/// Rows of pairs as page/pairs.js reads them: a column for each subject, and the chains as runs.
class pair_rows
{
public:
    /// @param with_runs   the row's chain and jumps are kept
    void add(stated_pair const & row, bool with_runs);
    [[nodiscard]] named_records const & queries() const noexcept { return queries_; }
    [[nodiscard]] named_records const & targets() const noexcept { return targets_; }
    [[nodiscard]] std::size_t rows() const noexcept { return query_.count(); }
    /// Of the last row.
    [[nodiscard]] std::size_t last_query() const noexcept { return last_query_; }
    [[nodiscard]] std::size_t last_target() const noexcept { return last_target_; }
    [[nodiscard]] bool scored() const noexcept { return scored_; }
    void add_to(page_object & contents, report_page & page) const;

private:
    void add_place(stated_pair const & row, std::uint64_t query_letters);

    named_records queries_, targets_;
    std::size_t last_query_ = 0, last_target_ = 0;
    std::vector<std::string> statuses_{"ok"};
    packed_steps query_, target_, reverse_, length_, score_, query_start_, query_end_, target_start_, target_end_,
        columns_, status_, bound_, run_count_, run_bytes_, jump_count_, jump_bytes_, line_;
    packed_numbers runs_, jumps_;
    bool scored_ = false;
};

} // namespace vglcs::tools
