// SPDX-License-Identifier: BSD-3-Clause
#include "base/iupac.hpp"
#include "io/limits/jump_text.hpp"
#include "io/limits/letter_values.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/jump_spec.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <variant>
#include <vector>

namespace vglcs {

namespace {

using detail::spec_value;
using detail::value_kind;

constexpr std::string_view letter_prefix = "letter:";
constexpr std::string_view at_prefix = "at:";
constexpr std::string_view after_prefix = "after:";
constexpr std::string_view star_prefix = "*=";

[[noreturn]] void fail(std::string_view text, value_kind kind, std::string_view what)
{
    throw usage_error{fmt::format("{} SPEC '{}': {}", option_word(kind), text, what)};
}

spec_value value_of(std::string_view text, std::string_view value, value_kind kind)
{
    auto reading = detail::read_value(value, kind);
    if (!reading.fault.empty())
        fail(text, kind, reading.fault);
    return reading.value;
}

/// A record as it is read: letters of the aligned orientation as sets of nucleotides, letters of the file beside them.
struct reading
{
    std::string_view file;           ///< letters as the file has them
    bool forward;                    ///< the aligned orientation is the file's
    std::vector<std::uint8_t> codes; ///< in the aligned orientation; empty where no SPEC has sites

    /// The letter of the file whose value belongs to letter k: values move with the junction in front of them.
    [[nodiscard]] char file_letter(std::size_t k) const { return file[forward || k == 0 ? k : file.size() - k]; }
};

struct uniform_values
{
    spec_value value;

    [[nodiscard]] std::optional<spec_value> at(reading const &, std::size_t) const { return value; }
};

struct values_of_letters
{
    std::array<std::optional<spec_value>, 256> values;

    [[nodiscard]] std::optional<spec_value> at(reading const & record, std::size_t k) const
    {
        return values[static_cast<unsigned char>(record.file_letter(k))];
    }
};

struct site
{
    std::vector<std::uint8_t> motif; ///< sets of nucleotides
    bool after = false;              ///< the letter behind the motif, else its first
    spec_value value;

    [[nodiscard]] bool matches(std::span<std::uint8_t const> codes, std::size_t k) const
    {
        std::size_t const first = k - (after ? motif.size() : 0); // wraps where the motif would begin before the record
        return first <= k && codes.size() - first >= motif.size() &&
               std::equal(motif.begin(), motif.end(), codes.begin() + static_cast<std::ptrdiff_t>(first),
                          [](std::uint8_t wanted, std::uint8_t code) { return (code & ~wanted) == 0; });
    }
};

struct values_of_sites
{
    std::vector<site> sites;
    std::optional<spec_value> others;

    [[nodiscard]] std::optional<spec_value> at(reading const & record, std::size_t k) const
    {
        auto const found = std::ranges::find_if(sites, [&](site const & s) { return s.matches(record.codes, k); });
        return found == sites.end() ? others : found->value;
    }
};

using layer = std::variant<uniform_values, values_of_letters, values_of_sites>;

std::vector<std::uint8_t> read_motif(std::string_view text, std::string_view motif, value_kind kind)
{
    if (motif.empty())
        fail(text, kind, "a motif is missing: write IUPAC codes, as in at:GT=VALUE");
    std::vector<std::uint8_t> out;
    for (char const code : motif)
        if (out.push_back(detail::iupac_set(code)); out.back() == 0)
            fail(text, kind,
                 fmt::format("'{}' of the motif {} is no IUPAC code: write letters of ACGTURYSWKMBDHVN", code, motif));
    return out;
}

values_of_sites read_sites(std::string_view text, value_kind kind)
{
    values_of_sites out;
    std::string_view rest = text;
    for (bool more = true; more;) {
        auto const comma = rest.find(',');
        std::string_view const item = rest.substr(0, comma);
        more = comma != std::string_view::npos;
        rest.remove_prefix(more ? comma + 1 : rest.size());
        if (item.starts_with(star_prefix)) {
            if (out.others)
                fail(text, kind, "* stands twice: give it one value");
            out.others = value_of(text, item.substr(star_prefix.size()), kind);
            continue;
        }
        bool const after = item.starts_with(after_prefix);
        auto const sign = item.find('=');
        if ((!after && !item.starts_with(at_prefix)) || sign == std::string_view::npos)
            fail(text, kind,
                 fmt::format("'{}' is none of at:IUPAC=VALUE, after:IUPAC=VALUE, *=VALUE: write one of them", item));
        std::size_t const begin = (after ? after_prefix : at_prefix).size();
        site next{.motif = read_motif(text, item.substr(begin, sign - begin), kind),
                  .after = after,
                  .value = value_of(text, item.substr(sign + 1), kind)};
        if (std::ranges::any_of(out.sites, [&](site const & s) { return s.after == after && s.motif == next.motif; }))
            fail(text, kind, fmt::format("{} stands twice: give it one value", item.substr(0, sign)));
        out.sites.push_back(std::move(next));
    }
    return out;
}

layer read_layer(std::string_view text, value_kind kind, std::optional<alphabet> letters)
{
    if (text.starts_with(letter_prefix)) {
        bool const landing = kind == value_kind::landing;
        std::string const spec = fmt::format("{} SPEC '{}'", option_word(kind), text);
        auto const texts =
            detail::read_letter_values(text.substr(letter_prefix.size()), letters,
                                       {spec, "value", landing ? "letter:A=500@5,*=." : "letter:A=4,*=x"},
                                       [&](std::string_view value) { (void)value_of(text, value, kind); });
        values_of_letters out;
        for (std::size_t byte = 0; byte < texts.size(); ++byte)
            if (texts[byte])
                out.values[byte] = value_of(text, *texts[byte], kind);
        return out;
    }
    if (text.starts_with(at_prefix) || text.starts_with(after_prefix) || text.starts_with(star_prefix)) {
        if (letters && letters != alphabet::dna && letters != alphabet::rna)
            fail(text, kind, fmt::format("sites are for dna and rna, not for {}: use letter:", name(*letters)));
        return read_sites(text, kind);
    }
    return uniform_values{value_of(text, text, kind)};
}

/// The SPECs of one kind, the later over the earlier.
struct layers
{
    std::vector<layer> each; ///< from the one that is asked first

    layers(std::span<std::string const> texts, value_kind kind, std::optional<alphabet> letters)
    {
        for (std::string const & text : texts)
            each.push_back(read_layer(text, kind, letters));
        std::ranges::reverse(each);
        // nothing shows through what has a value for every letter
        auto const whole = std::ranges::find_if(each, [](layer const & l) {
            auto const * const sites = std::get_if<values_of_sites>(&l);
            return std::holds_alternative<uniform_values>(l) || (sites && sites->others);
        });
        each.erase(whole == each.end() ? whole : whole + 1, each.end());
        each.emplace_back(uniform_values{{.none = kind == value_kind::landing}});
    }

    [[nodiscard]] bool has_sites() const
    {
        return std::ranges::any_of(each, [](layer const & l) { return std::holds_alternative<values_of_sites>(l); });
    }

    [[nodiscard]] bool is_uniform() const noexcept { return std::holds_alternative<uniform_values>(each.front()); }

    [[nodiscard]] spec_value at(reading const & record, std::size_t k) const
    {
        for (layer const & one : each)
            if (auto const value = std::visit([&](auto const & values) { return values.at(record, k); }, one))
                return *value;
        return {};
    }

    /// Calls `visit(first, last, value)` for runs of letters with one value.
    template <class Visit>
    void for_each_run(reading const & record, Visit visit) const
    {
        std::size_t const n = record.file.size();
        if (auto const * const every = std::get_if<uniform_values>(&each.front()))
            return visit(std::size_t{0}, n, every->value);
        spec_value current = n ? at(record, 0) : spec_value{};
        std::size_t first = 0;
        for (std::size_t k = 1; k < n; ++k)
            if (spec_value const next = at(record, k); next != current) {
                visit(first, k, current);
                current = next;
                first = k;
            }
        visit(first, n, current);
    }

    /// Calls `visit(value)` for every value that the SPECs name.
    template <class Visit>
    void for_each_value(Visit visit) const
    {
        struct values
        {
            Visit & visit;
            void operator()(uniform_values const & l) const { visit(l.value); }
            void operator()(values_of_letters const & l) const
            {
                for (auto const & value : l.values)
                    if (value)
                        visit(*value);
            }
            void operator()(values_of_sites const & l) const
            {
                for (site const & s : l.sites)
                    visit(s.value);
                if (l.others)
                    visit(*l.others);
            }
        };
        for (layer const & one : each)
            std::visit(values{visit}, one);
    }
};

std::optional<jump> as_landing(spec_value value)
{
    return value.none ? std::nullopt : std::optional{jump{value.lo, value.hi, value.cost}};
}

std::optional<std::uint32_t> as_leaving(spec_value value)
{
    return value.none ? std::nullopt : std::optional{value.cost};
}

/// The one window of all jumps; nothing where none lands anywhere.
std::optional<jump> only_window(layers const & landing)
{
    std::optional<jump> window;
    landing.for_each_value([&](spec_value value) {
        if (value.none)
            return;
        if (window && (window->lo != value.lo || window->hi != value.hi))
            throw usage_error{fmt::format("jump SPEC: windows {}..{} and {}..{} differ: where introns are read on the "
                                          "reverse strand all jumps have one window, costs alone may differ",
                                          window->lo, window->hi, value.lo, value.hi)};
        window = as_landing(value);
    });
    return window;
}

/// The jumps read from the other end, where each one lands on what it left: the two costs of a junction change places.
jumps mirrored(jumps const & given, std::optional<jump> window)
{
    std::size_t const n = given.size();
    auto const from = [&](std::size_t k) { return k == 0 ? k : n - k; };
    auto const landing = [&](std::size_t k) {
        std::optional<std::uint32_t> const cost = given.leaving(from(k));
        return window && cost ? std::optional{jump{window->lo, window->hi, *cost}} : std::nullopt;
    };
    auto const leaving = [&](std::size_t k) {
        std::optional<jump> const was = given.landing(from(k));
        return was ? std::optional{was->cost} : std::nullopt;
    };
    if (n == 0)
        return jumps{};
    jumps out{n, landing(0), leaving(0)};
    if (!given.is_leaving_uniform())
        for (std::size_t k = 1; k < n; ++k)
            out.set_landing(k, k + 1, landing(k));
    if (!given.is_landing_uniform())
        for (std::size_t k = 1; k < n; ++k)
            out.set_leaving(k, k + 1, leaving(k));
    return out;
}

} // namespace

struct jump_spec::state
{
    layers landing, leaving;
};

jump_spec::jump_spec(std::span<std::string const> landing, std::span<std::string const> leaving,
                     std::optional<alphabet> letters)
{
    if (landing.empty() && !leaving.empty())
        fail(leaving.front(), value_kind::leaving, "there is no jump that could leave: give a jump SPEC, too");
    state_ = std::make_unique<state>(
        state{{landing, value_kind::landing, letters}, {leaving, value_kind::leaving, letters}});
}

jump_spec::~jump_spec() = default;
jump_spec::jump_spec(jump_spec &&) noexcept = default;
jump_spec & jump_spec::operator=(jump_spec &&) noexcept = default;

void jump_spec::check(strand transcript) const
{
    if (transcript == strand::reverse)
        (void)only_window(state_->landing);
}

bool jump_spec::reads_transcript() const noexcept
{
    return !state_->landing.is_uniform() || !state_->leaving.is_uniform();
}

jumps jump_spec::for_record(sequence const & record, strand direction, strand transcript) const
{
    std::size_t const n = record.size();
    if (n >= gap_limit::infinite)
        throw input_error{
            fmt::format("record {} has {} letters: at most {} are possible", record.name, n, gap_limit::infinite - 1)};
    bool const mirror = transcript == strand::reverse;
    std::optional<jump> const window = mirror ? only_window(state_->landing) : std::nullopt;
    reading as_read{.file = record.letters, .forward = (direction == strand::forward) != mirror, .codes = {}};
    if (state_->landing.has_sites() || state_->leaving.has_sites()) {
        constexpr std::uint8_t any = detail::iupac_set('N');
        std::string const turned = as_read.forward ? std::string{} : reverse_complement(record.letters);
        for (char const letter : as_read.forward ? std::string_view{record.letters} : std::string_view{turned}) {
            std::uint8_t const set = detail::iupac_set(letter);
            as_read.codes.push_back((set & (set - 1)) == 0 && set != 0 ? set : any);
        }
    }
    jumps out{n};
    state_->landing.for_each_run(as_read, [&](std::size_t first, std::size_t last, spec_value value) {
        out.set_landing(first, last, as_landing(value));
    });
    state_->leaving.for_each_run(as_read, [&](std::size_t first, std::size_t last, spec_value value) {
        out.set_leaving(first, last, as_leaving(value));
    });
    return mirror ? mirrored(out, window) : out;
}

} // namespace vglcs
