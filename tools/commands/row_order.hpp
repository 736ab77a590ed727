// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vglcs::tools {

/// Numbers of the records of a pair, query and target.
using record_numbers = std::pair<std::uint64_t, std::uint64_t>;

/// The numbers that a row states; empty where it states none.
/// @param header   the first line of tsv or pairs, which names their columns; of other formats it does not matter
[[nodiscard]] std::optional<record_numbers> numbers_in(std::string_view row, std::string_view header);

/// Watches the rows of parts that are joined. But for the pairs of a list, records come in the order of their numbers:
/// where they do so within every part and not from one part to the next, as `part.*` of a shell has part.10 before
/// part.2, the parts are likely to be in a wrong order.
class order_of_rows
{
public:
    explicit order_of_rows(std::string_view header) : header_{header} {}
    void take(std::string const & path, std::string_view row);
    /// A line for people; empty where nothing is wrong.
    [[nodiscard]] std::string doubt() const;
    /// What says that rows are missing where a part begins: within every part each record of one file meets each of the
    /// other, one after the other, and there it does not. Empty where nothing does.
    [[nodiscard]] std::string hole() const;

private:
    std::string header_;
    std::string path_; ///< of the row before
    std::optional<record_numbers> before_;
    bool any_order_ = false; ///< so it is within a part: the pairs of a list, or rows without numbers
    std::string doubt_;      ///< of the first two parts that are not in order

    /// Rows that follow each other.
    struct step
    {
        std::string path, path_before;
        record_numbers before, now;
    };
    void note_step(std::string const & path, record_numbers now);
    [[nodiscard]] bool is_next(record_numbers before, record_numbers now) const;
    std::vector<step> borders_;                 ///< from one part to the next
    std::set<record_numbers> line_ends_;        ///< pairs within parts behind which the next query follows
    std::uint64_t steps_ = 0, last_target_ = 0; ///< steps within parts; largest number of a target
    bool grid_ = true, all_vs_all_ = true;      ///< so is every step within parts, as far as it shows
};

} // namespace vglcs::tools
