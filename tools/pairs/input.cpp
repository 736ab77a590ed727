// SPDX-License-Identifier: BSD-3-Clause
#include "pairs/input.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/jump_spec.hpp>

#include <fmt/format.h>

#include <utility>

namespace vglcs::tools {

input::input(sequence_reader reader, gap_spec limits, bool forward, bool reverse, std::uint64_t max_memory)
    : reader_{std::move(reader)}, limits_{std::make_shared<gap_spec>(std::move(limits))}, forward_{forward},
      reverse_{reverse}, max_memory_{max_memory}
{
}

void input::add_files(std::vector<further_file> files, file_opener open)
{
    further_ = std::move(files);
    open_ = std::move(open);
}

shared_record input::next()
{
    auto out = std::make_shared<limited_record>();
    while (!reader_.next(out->record)) {
        std::size_t const done = file_ends_.size();
        if (done > further_.size())
            return nullptr;
        file_ends_.push_back(records_);
        if (done == further_.size())
            return nullptr;
        further_file const & file = further_[done];
        if (!file.specs.empty()) {
            limits_->finish();
            limits_ = std::make_shared<gap_spec>(open_.limits(file.specs));
        }
        if (file.jumps) {
            prices_.jumps->finish();
            prices_.jumps = file.jumps;
        }
        reader_ = open_.reader(file.path);
    }
    out->record.number = ++records_;
    out->prices_ = prices_;
    if (prices_.jumps)
        prices_.jumps->expect(out->record);
    take_limits(out->own_, limits_, out->record);
    if (for_partner_)
        take_limits(out->for_partner_, for_partner_, out->record);
    return out;
}

void input::take_limits(limited_record::spec_limits & to, std::shared_ptr<gap_spec> const & spec,
                        sequence const & record) const
{
    to.forward.wanted = forward_;
    to.reverse.wanted = reverse_;
    if (spec->can_wait()) {
        spec->check(record);
        to.later = spec;
        return;
    }
    if (forward_)
        to.forward.made = spec->limits_for(record, strand::forward);
    if (reverse_)
        to.reverse.made = spec->limits_for(record, strand::reverse);
}

void input::finish()
{
    limits_->finish();
    if (for_partner_)
        for_partner_->finish();
    if (prices_.jumps)
        prices_.jumps->finish();
}

namespace {

/// About what a record takes in memory.
std::uint64_t bytes_of(limited_record const & r)
{
    return sizeof(limited_record) + r.record.name.capacity() + r.record.letters.capacity() +
           r.record.quality.capacity() + r.record.description.capacity() + r.limits_bytes();
}

} // namespace

std::vector<shared_record> input::rest()
{
    std::vector<shared_record> all;
    std::uint64_t bytes = 0;
    while (shared_record r = next()) {
        bytes += bytes_of(*r);
        if (bytes > max_memory_)
            throw resource_error{fmt::format("{}:{}: the records up to this one take more memory than is left for "
                                             "reading ({}): raise --max-memory, or cut the file in parts",
                                             path(), r->record.line, format_bytes(max_memory_))};
        all.push_back(std::move(r));
    }
    return all;
}

} // namespace vglcs::tools
