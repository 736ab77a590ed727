// SPDX-License-Identifier: BSD-3-Clause
#include "io/sequences/open_sequence_reader.hpp"
#include "io/sequences/record_scanner.hpp"
#include <vglcs/io/sequence_reader.hpp>

#include <utility>

namespace vglcs {

namespace {

/// The characters that a record of the alphabet may hold: those that have a code.
detail::letter_set letters_of(alphabet a)
{
    auto const & codes = encoding(a);
    return detail::letter_set{[&](unsigned char c) { return codes[c] != foreign_letter; }};
}

} // namespace

struct sequence_reader::state
{
    state(std::string path, warning_sink warn, detail::byte_source_sizes sizes, run_control const * control,
          detail::memory_budget budget, bool keep_descriptions = false)
        : scanner{std::move(path), std::move(warn), sizes, control, budget, keep_descriptions}
    {
        (void)read(first); // opening a file without records is an error
    }

    /// Reads the next record into the memory of `out`; false at the end. After an error there are no more records.
    bool read(sequence & out)
    {
        if (std::exchange(is_over, true) || scanner.at_end())
            return false;
        scanner.read(out.letters, out.name);
        std::swap(out.quality, scanner.quality());
        std::swap(out.description, scanner.description());
        out.number = scanner.number();
        out.line = scanner.header_line();
        is_over = false;
        return true;
    }

    detail::record_scanner scanner;
    sequence first;
    bool first_is_next = true;
    bool is_over = false;
};

sequence_reader::sequence_reader(std::string path, warning_sink warn, run_control const * control,
                                 std::uint64_t max_memory, bool keep_descriptions)
    : state_{std::make_unique<state>(std::move(path), std::move(warn), detail::byte_source_sizes{}, control,
                                     detail::memory_budget{max_memory}, keep_descriptions)}
{
}

sequence_reader::sequence_reader(std::unique_ptr<state> s) : state_{std::move(s)}
{
}
sequence_reader::~sequence_reader() = default;
sequence_reader::sequence_reader(sequence_reader &&) noexcept = default;
sequence_reader & sequence_reader::operator=(sequence_reader &&) noexcept = default;

sequence const & sequence_reader::first() const
{
    return state_->first;
}

alphabet sequence_reader::guess_alphabet() const
{
    state_->scanner.refuse_comments();
    return detect_alphabet(state_->first.letters);
}

void sequence_reader::set_alphabet(alphabet a)
{
    state_->scanner.set_alphabet(a, letters_of(a));
}

bool sequence_reader::next(sequence & out)
{
    state & s = *state_;
    if (std::exchange(s.first_is_next, false)) {
        std::swap(out, s.first);
        return true;
    }
    if (s.read(out))
        return true;
    out = {};
    return false;
}

std::string const & sequence_reader::path() const noexcept
{
    return state_->scanner.path();
}

bool sequence_reader::has_quality() const noexcept
{
    return state_->scanner.is_fastq();
}

namespace detail {

sequence_reader open_sequence_reader(std::string path, byte_source_sizes sizes, sequence_reader::warning_sink warn)
{
    return sequence_reader{std::make_unique<sequence_reader::state>(std::move(path), std::move(warn), sizes, nullptr,
                                                                    detail::memory_budget{})};
}

} // namespace detail

} // namespace vglcs
