// SPDX-License-Identifier: BSD-3-Clause
#include "patterns/record_batches.hpp"

#include <utility>

namespace vglcs::tools {

record_batches::record_batches(sequence_reader reader, std::uint64_t most_letters)
    : reader_{std::make_unique<sequence_reader>(std::move(reader))}, most_letters_{most_letters}
{
}

record_batches::record_batches(text_collection const & text, std::uint64_t most_letters)
    : text_{&text}, most_letters_{most_letters}
{
}

bool record_batches::next_record(sequence & to)
{
    if (reader_)
        return reader_->next(to);
    auto const records = text_->records.all();
    if (record_ == records.size())
        return false;
    text_record const & r = records[record_++];
    to.name = r.name;
    to.quality.clear();
    to.letters.resize(r.length);
    for (std::uint64_t p = 0; p < r.length; ++p)
        to.letters[p] = "NACGT"[text_->text.letter(r.start + p)]; // codes other than the four are barriers there
    return true;
}

void record_batches::next(record_batch & to)
{
    constexpr std::size_t most_records = std::size_t{1} << 15;
    to.count = 0;
    to.letters = 0;
    to.more = true;
    while (to.letters < most_letters_ && to.count < most_records) {
        if (to.count == to.store.size())
            to.store.emplace_back();
        if (!next_record(to.store[to.count])) {
            to.more = false;
            return;
        }
        to.letters += to.store[to.count++].size();
    }
}

} // namespace vglcs::tools
