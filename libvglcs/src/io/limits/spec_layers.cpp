// SPDX-License-Identifier: BSD-3-Clause
#include "io/limits/spec_layers.hpp"

#include "io/limits/letter_values.hpp"
#include "io/limits/qualities.hpp"
#include "io/limits/site_values.hpp"
#include "io/limits/spec_grammar.hpp"
#include "io/limits/track_formats.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <variant>

namespace vglcs::detail {

namespace {

/// `letter:A=VALUE,C=VALUE,*=VALUE`: a value for each byte; nothing where neither the letter nor * is named.
struct values_of_letters
{
    std::array<std::optional<spec_value>, 256> of;
    std::array<std::uint8_t, 256> like{}; ///< the first byte that has the same value

    values_of_letters(std::string_view text, std::string_view items, value_kind kind, std::optional<alphabet> letters)
    {
        bool const limits = kind == value_kind::limit;
        std::string const spec = limits ? "gap SPEC letter" : fmt::format("{} SPEC '{}'", spec_word(kind), text);
        std::string_view const example = limits                        ? "letter:A=3,C=1,*=2"
                                         : kind == value_kind::landing ? "letter:A=500@5,*=."
                                                                       : "letter:A=4,*=x";
        letter_texts const texts =
            read_letter_values(items, letters, {spec, limits ? "limit" : "value", example},
                               [&](std::string_view value) { (void)value_in_spec(text, value, kind); });
        for (std::size_t byte = 0; byte < of.size(); ++byte)
            if (texts[byte])
                of[byte] = value_in_spec(text, *texts[byte], kind);
        for (std::size_t byte = 0; byte < of.size(); ++byte)
            like[byte] = static_cast<std::uint8_t>(std::ranges::find(of, of[byte]) - of.begin());
    }
};

/// Nothing is said of any letter.
struct nothing_said
{
};

using layer_kind = std::variant<nothing_said, constant_spec, values_of_letters, quality_spec, site_values, track>;

/// Makes a layer of a SPEC; of a track the layer that says nothing, where files are not to be opened.
struct loader
{
    std::string_view text;
    value_kind kind;
    std::optional<alphabet> letters;
    gap_spec_options const * options; ///< null: opens no file

    layer_kind operator()(constant_spec c) const { return c; }
    layer_kind operator()(quality_spec q) const { return q; }
    layer_kind operator()(letter_spec const & spec) const { return values_of_letters{text, spec.items, kind, letters}; }
    layer_kind operator()(site_spec) const
    {
        if (letters && letters != alphabet::dna && letters != alphabet::rna)
            fail_spec(text, kind, fmt::format("sites are for dna and rna, not for {}: use letter:", name(*letters)));
        return site_values{text, kind};
    }
    layer_kind operator()(track_spec const & spec) const
    {
        return options ? layer_kind{read_track(spec, kind, *options)} : nothing_said{};
    }
};

/// True where the layer gives every letter a value: nothing shows through.
bool says_all(layer_kind const & one)
{
    auto const * const sites = std::get_if<site_values>(&one);
    return std::holds_alternative<constant_spec>(one) || std::holds_alternative<quality_spec>(one) ||
           (sites && sites->has_others());
}

/// Calls `set` for runs of letters of which `name_at` says the same; `value_of_name` is the value of such a run, if
/// any.
template <class NameAt, class ValueOfName, class Set>
void lay_runs(std::size_t n, NameAt const & name_at, ValueOfName const & value_of_name, Set const & set)
{
    for (std::size_t first = 0; first < n;) {
        auto const name = name_at(first);
        std::size_t last = first + 1;
        while (last < n && name_at(last) == name)
            ++last;
        if (std::optional<spec_value> const value = value_of_name(name))
            set(first, last, *value);
        first = last;
    }
}

/// Lays one layer after the other on a record.
template <class Set>
class layer_writer
{
public:
    layer_writer(sequence const & record, strand direction, bool junctions, Set const & set)
        : record_{record}, direction_{direction}, junctions_{junctions}, set_{set}
    {
    }

    void operator()(nothing_said) const {}
    void operator()(constant_spec c) const
    {
        if (record_.size() != 0)
            set_(std::size_t{0}, record_.size(), c.value);
    }
    void operator()(values_of_letters const & values) const
    {
        lay_runs(
            record_.size(),
            [&](std::size_t k) { return values.like[static_cast<unsigned char>(record_.letters[file_place(k)])]; },
            [&](std::uint8_t name) { return values.of[name]; }, set_);
    }
    void operator()(quality_spec) const
    {
        lay_runs(
            record_.size(), [&](std::size_t k) { return record_.quality[file_place(k)]; },
            [](char quality) { return std::optional{value_of(quality_limit(quality))}; }, set_);
    }
    void operator()(site_values const & sites)
    {
        if (nucleotides_.empty())
            nucleotides_ =
                nucleotides_of(direction_ == strand::forward ? record_.letters : reverse_complement(record_.letters));
        lay_runs(
            record_.size(), [&](std::size_t k) { return sites.find(nucleotides_, k); },
            [&](std::size_t site) { return sites.value(site); }, set_);
    }
    void operator()(track const & t) const { t.lay(record_, direction_, set_); }

private:
    /// The letter of the file whose value letter k of the aligned orientation has.
    [[nodiscard]] std::size_t file_place(std::size_t k) const
    {
        if (direction_ == strand::forward || (junctions_ && k == 0))
            return k;
        return record_.size() - k - (junctions_ ? 0 : 1);
    }

    sequence const & record_;
    strand direction_;
    bool junctions_;
    Set const & set_;
    std::vector<std::uint8_t> nucleotides_; ///< of the aligned orientation, once they were needed
};

} // namespace

struct spec_layers::layer
{
    layer_kind values;
};

spec_layers::spec_layers(value_kind kind, std::span<std::string const> texts, gap_spec_options const & options)
    : kind_{kind}
{
    for (std::string const & text : texts) {
        layer next{std::visit(loader{text, kind, options.letters, &options}, parse_spec(text, kind))};
        if (says_all(next.values))
            layers_.clear();
        layers_.push_back(std::move(next));
    }
    if (layers_.empty())
        layers_.push_back({nothing_said{}});
}

spec_layers::~spec_layers() = default;
spec_layers::spec_layers(spec_layers const &) = default;
spec_layers::spec_layers(spec_layers &&) noexcept = default;
spec_layers & spec_layers::operator=(spec_layers &&) noexcept = default;

bool spec_layers::is_uniform() const noexcept
{
    return layers_.size() == 1 && (std::holds_alternative<constant_spec>(layers_.front().values) ||
                                   std::holds_alternative<nothing_said>(layers_.front().values));
}

bool spec_layers::has_track() const noexcept
{
    return std::ranges::any_of(layers_, [](layer const & l) { return std::holds_alternative<track>(l.values); });
}

void spec_layers::check(sequence const & record) const
{
    if (record.size() >= gap_limit::infinite) // beyond it, the largest number would no longer be as good as inf
        throw input_error{fmt::format("record {} has {} letters: at most {} are possible", record.name, record.size(),
                                      gap_limit::infinite - 1)};
    if (std::holds_alternative<quality_spec>(layers_.front().values))
        check_qualities(record);
}

void spec_layers::expect(sequence const & record)
{
    check(record);
    for (layer & one : layers_)
        if (auto * const t = std::get_if<track>(&one.values))
            t->expect(record);
}

void spec_layers::silence()
{
    for (layer & one : layers_)
        if (auto * const t = std::get_if<track>(&one.values))
            t->silence();
}

void spec_layers::finish()
{
    for (layer & one : layers_)
        if (auto * const t = std::get_if<track>(&one.values))
            t->finish();
}

void spec_layers::lay(sequence const & record, strand direction,
                      std::function<void(std::size_t, std::size_t, spec_value)> const & set) const
{
    layer_writer writer{record, direction, kind_ != value_kind::limit, set};
    for (layer const & one : layers_)
        std::visit(writer, one.values);
}

void check_spec_text(std::string_view text, value_kind kind, std::optional<alphabet> letters)
{
    (void)std::visit(loader{text, kind, letters, nullptr}, parse_spec(text, kind));
}

std::string path_in_spec(std::string_view text, value_kind kind)
{
    try {
        parsed_spec const parsed = parse_spec(text, kind);
        auto const * const track = std::get_if<track_spec>(&parsed);
        return track ? track->path : std::string{};
    } catch (error const &) {
        return {};
    }
}

void spec_layers::for_each_value(std::function<void(spec_value)> const & visit) const
{
    struct visitor
    {
        std::function<void(spec_value)> const & visit;
        void operator()(nothing_said) const {}
        void operator()(constant_spec c) const { visit(c.value); }
        void operator()(values_of_letters const & values) const
        {
            for (auto const & value : values.of)
                if (value)
                    visit(*value);
        }
        void operator()(quality_spec) const {}
        void operator()(site_values const & sites) const { sites.for_each_value(visit); }
        void operator()(track const & t) const { std::ranges::for_each(t.values(), visit); }
    };
    for (layer const & one : layers_)
        std::visit(visitor{visit}, one.values);
}

} // namespace vglcs::detail
