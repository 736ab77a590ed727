// SPDX-License-Identifier: BSD-3-Clause
#include "pairs/look_through.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <utility>

namespace vglcs::tools {

namespace {

// What a reading costs, from below; docs/benchmarks/reading.md.
constexpr double plain_bytes_a_second = 600e6, packed_bytes_a_second = 50e6;
/// Faster than any device answers pairs: the work takes at least so long.
constexpr double cells_a_second = 5e11;
constexpr double little_share = 0.05;
constexpr std::uint64_t large_work = std::uint64_t{1} << 30;

bool is_packed(std::string const & path)
{
    std::array<char, 2> first{};
    std::ifstream file{path, std::ios::binary};
    return file.read(first.data(), first.size()) && first == std::array{'\x1f', '\x8b'};
}

std::uint64_t stored_bytes(std::string const & path)
{
    std::error_code none;
    auto const size = std::filesystem::file_size(path, none);
    return none ? 0 : size;
}

} // namespace

look_through::look_through(inputs const & in, files which, format f, run_control & control, std::uint64_t max_memory,
                           double little_seconds)
    : sam_{f == format::sam}, letters_{in.alphabet}, run_{control}, max_memory_{max_memory}, little_seconds_{
                                                                                                 little_seconds}
{
    auto const add = [&](input const & file, bool is_query) {
        std::error_code none;
        if (std::filesystem::is_regular_file(file.path(), none))
            sides_.push_back(
                {file.path(), file.limits_of_file().copy(true),
                 file.limits_for_partner() ? std::optional{file.limits_for_partner()->copy(true)} : std::nullopt,
                 file.jumps_of_file() ? std::optional{file.jumps_of_file()->copy(true)} : std::nullopt, is_query});
    };
    add(in.a, true);
    if (which == files::both_in_step)
        add(in.b, false);
    in_step_ = sides_.size() == 2;
}

look_through::~look_through()
{
    own_.stop();
}

std::uint64_t look_through::look_at(side & s)
{
    sequence_reader reader{s.path, {}, &own_, max_memory_};
    reader.set_alphabet(letters_);
    std::uint64_t records = 0;
    for (sequence record; reader.next(record); ++records) {
        own_.throw_if_stopped();
        run_.throw_if_stopped();
        s.limits.expect(record);
        if (s.for_partner)
            s.for_partner->expect(record);
        if (s.jumps)
            s.jumps->expect(record);
        if (sam_ && s.is_query)
            check_sam_query_name(record);
    }
    s.limits.finish();
    if (s.for_partner)
        s.for_partner->finish();
    if (s.jumps)
        s.jumps->finish();
    return records;
}

void look_through::look()
{
    std::array<std::uint64_t, 2> records{};
    for (std::size_t k = 0; k < sides_.size(); ++k) // one by one: each holds its largest record
        records[k] = look_at(sides_[k]);
    if (in_step_ && records[0] != records[1])
        refuse_counts({sides_[0].path, records[0]}, {sides_[1].path, records[1]});
}

void look_through::start(std::uint64_t first_cells, bool beside)
{
    if (sides_.empty())
        return;
    double seconds = 0;
    bool plain = true;
    for (side const & s : sides_) {
        bool const packed = is_packed(s.path);
        plain = plain && !packed;
        seconds += static_cast<double>(stored_bytes(s.path)) / (packed ? packed_bytes_a_second : plain_bytes_a_second);
    }
    if (!beside || seconds <= little_seconds_ ||
        seconds <= little_share * static_cast<double>(first_cells) / cells_a_second ||
        (plain && first_cells >= large_work))
    {
        look();
        return;
    }
    thread_ = std::jthread{[this] {
        try {
            look();
        } catch (interrupted const &) {
            return; // the run has ended or is about to
        } catch (error const & e) {
            {
                std::lock_guard const lock{mutex_};
                fault_ = std::current_exception();
            }
            run_.stop(e.code());
        } catch (...) {
            return; // what keeps the look from its end (memory) need not keep the run from it
        }
    }};
}

void look_through::explain()
{
    std::lock_guard const lock{mutex_};
    if (fault_)
        std::rethrow_exception(fault_);
}

} // namespace vglcs::tools
