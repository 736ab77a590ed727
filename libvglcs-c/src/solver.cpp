// SPDX-License-Identifier: BSD-3-Clause
#include "solver.hpp"

#include "failure.hpp"
#include "sized.hpp"
#include "watched.hpp"

#include <vglcs/device_choice.hpp>
#include <vglcs/engine.hpp>
#include <vglcs/error.hpp>
#include <vglcs/machine.hpp>

#include <fmt/format.h>

#include <chrono>
#include <utility>

namespace vglcs::c_api {

namespace {

constexpr std::array<char const *, 2> side_names{"a", "b"};

/// Runs of fewer cells are over before anybody asks how far they are.
constexpr std::uint64_t short_cells = std::uint64_t{1} << 25;

/// What the machine offers, looked up once a second: it takes longer than to solve a small pair.
vglcs::options with_machine(vglcs::options o)
{
    using clock = std::chrono::steady_clock;
    static std::mutex mutex;
    static std::optional<clock::time_point> looked;
    static vglcs::options machine;
    if (o.threads > 0 && o.max_memory != 0)
        return o;
    std::lock_guard const lock{mutex};
    if (clock::time_point const now = clock::now(); !looked || now - *looked > std::chrono::seconds{1}) {
        machine = resolved({});
        looked = now;
    }
    if (o.threads <= 0)
        o.threads = machine.threads;
    if (o.max_memory == 0)
        o.max_memory = machine.max_memory;
    return o;
}

bool has_complement(alphabet a) noexcept
{
    return a == alphabet::dna || a == alphabet::rna;
}

alphabet settle_alphabet(vglcs_solver const & solver, std::string_view a, std::string_view b)
{
    if (solver.alphabet)
        return *solver.alphabet;
    alphabet const of_a = detect_alphabet(a), of_b = detect_alphabet(b);
    return of_a == of_b ? of_a : alphabet::protein; // as the program
}

std::vector<strand> strands_of(vglcs_strand choice)
{
    if (choice == VGLCS_BOTH)
        return {strand::forward, strand::reverse};
    return {choice == VGLCS_FORWARD ? strand::forward : strand::reverse};
}

std::string shown(char letter)
{
    return letter > 32 && letter < 127 ? fmt::format("letter '{}'", letter)
                                       : fmt::format("byte {}", static_cast<unsigned char>(letter));
}

std::vector<letter_code> codes_of(std::string_view letters, alphabet a, char const * name)
{
    auto const & table = encoding(a);
    std::vector<letter_code> out(letters.size());
    for (std::size_t k = 0; k < letters.size(); ++k) {
        auto const byte = static_cast<unsigned char>(letters[k]);
        out[k] = table[byte];
        if (out[k] == foreign_letter)
            throw input_error{
                fmt::format("sequence {}: {} at {} is not in alphabet {}: take another alphabet, or another "
                            "letter",
                            name, shown(letters[k]), k, vglcs::name(a))};
    }
    return out;
}

sequence record_of(side_input const & given)
{
    return {.name = std::string{given.name},
            .letters = std::string{given.letters},
            .quality = std::string{given.quality},
            .number = 1};
}

} // namespace

solver_call::solver_call(vglcs_solver const & of, std::string_view a, std::string_view b)
    : solver_{of}, alphabet_{settle_alphabet(of, a, b)}, sides_{spec_reading{of.specs(alphabet_).sides[0]},
                                                                spec_reading{of.specs(alphabet_).sides[1]}},
      run_{with_machine(of.run)}
{
    if ((of.strand != VGLCS_FORWARD || of.transcript != VGLCS_FORWARD) && !has_complement(alphabet_))
        throw usage_error{
            fmt::format("strand and transcript: {} letters have no reverse complement: read them forward, "
                        "or set alphabet to dna",
                        name(alphabet_))};
    bool const directed = of.specs(alphabet_).reads_transcript;
    for (strand const direction : strands_of(of.strand))
        for (strand const transcript :
             strands_of(of.transcript == VGLCS_BOTH && !directed ? VGLCS_FORWARD : of.transcript))
            readings_.push_back({direction, transcript});
    run_.control = &control_;
    run_.note = [notes = &of.notes](std::string const & text) { notes->add(text); };
}

void solver_call::check_own(side_input const & given) const
{
    if (given.own->limits.size() != given.letters.size())
        throw usage_error{fmt::format("gaps are of {} letters, but sequence {} has {}: make them for its length",
                                      given.own->limits.size(), given.name, given.letters.size())};
    if (given.own->jumps.size() != 0 && solver_.transcript != VGLCS_FORWARD)
        throw usage_error{fmt::format(
            "gaps of sequence {} have jumps, which are read forward: set transcript to forward", given.name)};
}

void solver_call::expect(vglcs_side s, side_input const & given)
{
    if (given.own)
        check_own(given);
    else if (sides_[s].needs_letters())
        sides_[s].expect(record_of(given));
}

std::pair<gap_limits, jumps> solver_call::gaps_of(vglcs_side s, side_input const & given, pair_reading reading)
{
    strand const direction = s == VGLCS_SIDE_A ? reading.strand : strand::forward;
    if (given.own) {
        if (direction == strand::forward)
            return {given.own->limits, given.own->jumps};
        return {given.own->limits.reversed(), given.own->jumps.reversed()};
    }
    sequence const record = sides_[s].needs_letters() ? record_of(given) : sequence{};
    return {sides_[s].limits(record, given.letters.size(), direction),
            sides_[s].jumps(record, direction, reading.transcript)};
}

gap_limits solver_call::for_partner(vglcs_side s, side_input const & given, pair_reading reading)
{
    if (!solver_.specs(alphabet_).sides[s].for_partner())
        return {};
    return sides_[s].for_partner(record_of(given), s == VGLCS_SIDE_A ? reading.strand : strand::forward);
}

problem solver_call::make(side_input const & a, side_input const & b, pair_reading reading)
{
    auto codes_a = reading.strand == strand::forward
                       ? codes_of(a.letters, alphabet_, side_names[0])
                       : codes_of(reverse_complement(a.letters), alphabet_, side_names[0]);
    auto codes_b = codes_of(b.letters, alphabet_, side_names[1]);
    auto const [limits_a, jumps_a] = gaps_of(VGLCS_SIDE_A, a, reading);
    auto const [limits_b, jumps_b] = gaps_of(VGLCS_SIDE_B, b, reading);
    partner_limits const by_partner{.b_by_a = for_partner(VGLCS_SIDE_A, a, reading),
                                    .a_by_b = for_partner(VGLCS_SIDE_B, b, reading)};
    return {std::move(codes_a), std::move(codes_b), limits_a, limits_b, solver_.scoring, jumps_a, jumps_b, by_partner};
}

void solver_call::say_notes() const
{
    std::vector<std::string> const texts = solver_.notes.take();
    if (solver_.note)
        for (std::string const & text : texts)
            solver_.note(text.c_str(), solver_.user);
}

void solver_call::run_work(std::uint64_t cells, std::function<void()> const & work)
{
    cells *= readings_.size();
    try {
        run_watched(control_, cells, cells < short_cells, solver_.progress, solver_.user, work);
        for (spec_reading & side : sides_)
            side.finish();
    } catch (...) {
        say_notes();
        throw;
    }
    say_notes();
}

side_input read_sequence(vglcs_sequence const * given, vglcs_side s)
{
    vglcs_sequence const one = read_sized(given, vglcs_sequence{}, side_names[s]);
    if (!one.letters && one.length != 0)
        throw usage_error{fmt::format("{}.letters is NULL: give them", side_names[s])};
    if (one.length >= gap_limit::infinite)
        throw input_error{fmt::format("sequence {} has {} letters: at most {} are possible", side_names[s], one.length,
                                      gap_limit::infinite - 1)};
    return {.letters = {one.letters ? one.letters : "", one.length},
            .name = one.name ? one.name : side_names[s],
            .quality = one.quality ? std::string_view{one.quality, one.length} : std::string_view{},
            .own = one.gaps};
}

} // namespace vglcs::c_api

using namespace vglcs;
using namespace vglcs::c_api;

namespace {

/// A value of an enumeration of the interface, 0..last.
template <class Enum>
Enum checked(std::int32_t value, Enum last, char const * name)
{
    if (value < 0 || value > static_cast<std::int32_t>(last))
        throw usage_error{fmt::format("options.{} is {}: it is one of 0..{}", name, value, static_cast<int>(last))};
    return static_cast<Enum>(value);
}

spec_texts texts_of(char const * limits, char const * of_both, char const * landing, char const * leaving,
                    char const * for_partner)
{
    spec_texts out{spec_lines(limits ? limits : of_both), spec_lines(landing), spec_lines(leaving),
                   spec_lines(for_partner)};
    if (out.limits.empty())
        out.limits = {"inf"};
    for (std::vector<std::string> const * texts : {&out.limits, &out.for_partner})
        for (std::string const & text : *texts)
            check_gap_spec(text);
    return out;
}

void check_jumps(spec_texts const & texts, char const * side, std::optional<alphabet> letters)
{
    for (std::string const & text : texts.landing)
        check_jump_spec(text, jump_part::landing, letters);
    for (std::string const & text : texts.leaving)
        check_jump_spec(text, jump_part::leaving, letters);
    if (texts.landing.empty() && !texts.leaving.empty())
        throw usage_error{fmt::format("leave_{} is given without jump_{}: give both", side, side)};
}

std::unique_ptr<vglcs_solver> read_options(vglcs_options const & given)
{
    auto out = std::make_unique<vglcs_solver>();
    constexpr std::array alphabets{alphabet::dna, alphabet::rna, alphabet::protein, alphabet::raw};
    if (auto const chosen = checked(given.alphabet, VGLCS_RAW, "alphabet"); chosen != VGLCS_ALPHABET_AUTO)
        out->alphabet = alphabets[static_cast<std::size_t>(chosen) - 1];
    out->strand = checked(given.strand, VGLCS_BOTH, "strand");
    out->transcript = checked(given.transcript, VGLCS_BOTH, "transcript");
    out->scoring = {.match = given.match, .skip_a = given.skip_a, .skip_b = given.skip_b};
    if (given.match == 0 || given.match > scoring::largest_match)
        throw usage_error{fmt::format("options.match is {}: it is one of 1..{}", given.match, scoring::largest_match)};
    if (given.reserved != 0)
        throw usage_error{"options.reserved is not 0: set it to 0"};
    if (given.threads < 0)
        throw usage_error{fmt::format("options.threads is {}: give 0 for all, or a number", given.threads)};
    out->texts[0] = texts_of(given.gaps_a, given.gaps, given.jump_a, given.leave_a, given.gaps_b_by_a);
    out->texts[1] = texts_of(given.gaps_b, given.gaps, given.jump_b, given.leave_b, given.gaps_a_by_b);
    check_jumps(out->texts[0], "a", out->alphabet);
    check_jumps(out->texts[1], "b", out->alphabet);
    if (given.gap_default)
        out->otherwise = parse_gap_limit(given.gap_default);
    vglcs::options & run = out->run;
    run.task = checked(given.task, VGLCS_LENGTH, "task") == VGLCS_ALIGNMENT ? task::alignment : task::length;
    constexpr std::array devices{device::automatic, device::cpu, device::cuda};
    run.device = devices[static_cast<std::size_t>(checked(given.device, VGLCS_CUDA, "device"))];
    run.device_number = given.device_number;
    run.engine = given.engine ? given.engine : "auto";
    run.threads = given.threads;
    run.full_table = given.full_table != 0;
    run.max_memory = given.max_memory;
    run.max_gpu_memory = given.max_gpu_memory;
    run.checkpoint = given.checkpoint ? given.checkpoint : "";
    if (run.engine != "auto" || run.device == device::cuda)
        require_engine(run);
    out->progress = given.progress;
    out->note = given.note;
    out->user = given.user;
    return out;
}

vglcs_options default_options()
{
    vglcs_options out{};
    out.match = 1;
    return out;
}

} // namespace

side_specs const & vglcs_solver::specs(vglcs::alphabet letters) const
{
    std::lock_guard const lock{mutex};
    auto & mine = loaded[static_cast<std::size_t>(letters)];
    if (!mine) {
        auto made = std::make_unique<side_specs>(side_specs{
            {loaded_specs{texts[0], otherwise, letters, notes}, loaded_specs{texts[1], otherwise, letters, notes}}});
        for (loaded_specs const & side : made->sides)
            if (jump_spec const * const given = side.jumps()) {
                if (transcript != VGLCS_FORWARD)
                    given->check(vglcs::strand::reverse);
                made->reads_transcript = made->reads_transcript || given->reads_transcript();
            }
        mine = std::move(made);
    }
    return *mine;
}

void vglcs_options_init(vglcs_options * options, size_t size)
{
    write_sized(default_options(), options, size);
}

vglcs_status vglcs_solver_create(vglcs_options const * options, vglcs_solver ** out)
{
    return guarded([&] {
        require(out, "out");
        *out = read_options(read_sized(options, default_options(), "options")).release();
    });
}

void vglcs_solver_free(vglcs_solver * solver)
{
    delete solver;
}

vglcs_status vglcs_gaps_of(vglcs_solver const * solver, vglcs_side side, vglcs_sequence const * sequence,
                           vglcs_strand strand, vglcs_gaps ** out)
{
    return guarded([&] {
        require(solver, "solver");
        require(out, "out");
        if (side != VGLCS_SIDE_A && side != VGLCS_SIDE_B)
            throw usage_error{fmt::format("side is {}: it is VGLCS_SIDE_A or VGLCS_SIDE_B", static_cast<int>(side))};
        if (strand != VGLCS_FORWARD && strand != VGLCS_REVERSE)
            throw usage_error{
                "strand is neither VGLCS_FORWARD nor VGLCS_REVERSE: letters have limits in one direction"};
        side_input const given = read_sequence(sequence, side);
        if (given.own)
            throw usage_error{"sequence.gaps is given, and asked for: leave it out"};
        solver_call call{*solver, given.letters, given.letters};
        if (strand == VGLCS_REVERSE && !has_complement(call.alphabet()))
            throw usage_error{
                fmt::format("strand: {} letters have no reverse complement: read them forward", name(call.alphabet()))};
        auto const direction = strand == VGLCS_FORWARD ? vglcs::strand::forward : vglcs::strand::reverse;
        call.expect(side, given);
        std::unique_ptr<vglcs_gaps> made;
        loaded_specs const & specs = solver->specs(call.alphabet()).sides[side];
        spec_reading & reading = call.side(side);
        vglcs::sequence const record{.name = std::string{given.name},
                                     .letters = std::string{given.letters},
                                     .quality = std::string{given.quality},
                                     .number = 1};
        auto const transcript = solver->transcript == VGLCS_REVERSE ? vglcs::strand::reverse : vglcs::strand::forward;
        made = std::make_unique<vglcs_gaps>(reading.limits(record, record.size(), direction),
                                            specs.jumps() ? reading.jumps(record, direction, transcript) : jumps{});
        call.run_work(0, [] {});
        *out = made.release();
    });
}
