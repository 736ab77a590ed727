// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/io/sequence_reader.hpp>
#include <vglcs/text_collection.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace vglcs::tools {

/// Records that are searched at once; their memory is kept for the next ones.
struct record_batch
{
    std::vector<sequence> store;
    std::size_t count = 0;     ///< of `store`, in use
    std::uint64_t letters = 0; ///< of these
    bool more = false;         ///< the text may go on

    [[nodiscard]] std::span<sequence const> records() const noexcept { return {store.data(), count}; }
};

/// The records of a text in batches, from a reader or from a collection in memory. One thread at a time.
class record_batches
{
public:
    /// @param most_letters   a batch ends with the record that reaches them
    record_batches(sequence_reader reader, std::uint64_t most_letters);
    record_batches(text_collection const & text, std::uint64_t most_letters);

    /// The next records; an empty batch at the end.
    void next(record_batch & to);

private:
    [[nodiscard]] bool next_record(sequence & to);

    std::unique_ptr<sequence_reader> reader_;
    text_collection const * text_ = nullptr;
    std::size_t record_ = 0; ///< of the collection, the next
    std::uint64_t most_letters_;
};

} // namespace vglcs::tools
