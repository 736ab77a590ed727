// SPDX-License-Identifier: BSD-3-Clause
#include "io/limits/spec_grammar.hpp"
#include "io/limits/spec_layers.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/jump_spec.hpp>

#include <fmt/format.h>

#include <utility>

namespace vglcs {

namespace {

using detail::spec_layers;
using detail::spec_value;
using detail::value_kind;

/// The one window of all jumps; nothing where none lands anywhere.
std::optional<jump> only_window(spec_layers const & landing)
{
    std::optional<jump> window;
    landing.for_each_value([&](spec_value value) {
        if (value.none)
            return;
        if (window && (window->lo != value.lo || window->hi != value.hi))
            throw usage_error{fmt::format("jump SPEC: windows {}..{} and {}..{} differ: where introns are read on the "
                                          "reverse strand all jumps have one window, costs alone may differ",
                                          window->lo, window->hi, value.lo, value.hi)};
        window = detail::as_landing(value);
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
    spec_layers landing, leaving;
};

jump_spec::jump_spec(std::span<std::string const> landing, std::span<std::string const> leaving,
                     gap_spec_options const & options)
{
    if (landing.empty() && !leaving.empty())
        detail::fail_spec(leaving.front(), value_kind::leaving,
                          "there is no jump that could leave: give a jump SPEC, too");
    state_ = std::make_unique<state>(
        state{{value_kind::landing, landing, options}, {value_kind::leaving, leaving, options}});
}

jump_spec::jump_spec(std::span<std::string const> landing, std::span<std::string const> leaving, alphabet letters)
    : jump_spec{landing, leaving, gap_spec_options{.letters = letters}}
{
}

jump_spec::jump_spec(std::unique_ptr<state> s) : state_{std::move(s)}
{
}

jump_spec::~jump_spec() = default;
jump_spec::jump_spec(jump_spec &&) noexcept = default;
jump_spec & jump_spec::operator=(jump_spec &&) noexcept = default;

jump_spec jump_spec::copy(bool silent) const
{
    auto twin = std::make_unique<state>(*state_);
    if (silent) {
        twin->landing.silence();
        twin->leaving.silence();
    }
    return jump_spec{std::move(twin)};
}

void jump_spec::expect(sequence const & record)
{
    state_->landing.expect(record);
    state_->leaving.expect(record);
}

void jump_spec::finish()
{
    state_->landing.finish();
    state_->leaving.finish();
}

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
    state_->landing.check(record);
    bool const mirror = transcript == strand::reverse;
    std::optional<jump> const window = mirror ? only_window(state_->landing) : std::nullopt;
    strand const as_read = (direction == strand::forward) != mirror ? strand::forward : strand::reverse;
    jumps out{record.size()};
    state_->landing.lay(record, as_read, [&](std::size_t first, std::size_t last, spec_value value) {
        out.set_landing(first, last, detail::as_landing(value));
    });
    state_->leaving.lay(record, as_read, [&](std::size_t first, std::size_t last, spec_value value) {
        out.set_leaving(first, last, detail::as_leaving(value));
    });
    return mirror ? mirrored(out, window) : out;
}

void check_jump_spec(std::string_view text, jump_part part, std::optional<alphabet> letters)
{
    detail::check_spec_text(text, detail::kind_of(part), letters);
}

std::string jump_spec_path(std::string_view text, jump_part part)
{
    return detail::path_in_spec(text, detail::kind_of(part));
}

} // namespace vglcs
