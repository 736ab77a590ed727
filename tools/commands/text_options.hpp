// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/notes.hpp"
#include "base/options.hpp"

#include <vglcs/text_collection.hpp>
#include <vglcs/text_index.hpp>

#include <memory>
#include <string>

namespace vglcs::tools {

class option_list;

/// Options that index, lce and search share.
struct text_options
{
    std::string alphabet = "auto", device = "auto", max_memory, output;
    int threads = 0;
    bool quiet = false;

    void add_to(option_list & app);

    /// What the texts mean; throws usage_error naming option and value.
    [[nodiscard]] options run_options(run_control & control) const;
    [[nodiscard]] sequence_set::options reading(options const & o, notes const & out) const;
};

/// A text for queries: an index file, or a sequence file read into memory.
class loaded_text
{
public:
    loaded_text(std::string const & path, sequence_set::options const & how);

    [[nodiscard]] text_collection const & collection() const noexcept
    {
        return index_ ? index_->collection() : set_->collection();
    }
    [[nodiscard]] text_index const * index() const noexcept { return index_.get(); } ///< null for a sequence file
    /// Throws input_error where an index was written to meanwhile.
    void expect_unchanged() const
    {
        if (index_)
            index_->expect_unchanged();
    }

private:
    std::unique_ptr<text_index> index_;
    std::unique_ptr<sequence_set> set_;
};

} // namespace vglcs::tools
