// SPDX-License-Identifier: BSD-3-Clause
#include "io/results/file_ending.hpp"
#include "io/results/writers.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>

#include <array>
#include <utility>

namespace vglcs {

namespace {

constexpr std::array formats{format::paf, format::sam, format::tsv, format::pairs, format::json, format::pretty};

} // namespace

std::string_view name(format f) noexcept
{
    switch (f) {
    case format::paf:
        return "paf";
    case format::sam:
        return "sam";
    case format::tsv:
        return "tsv";
    case format::pairs:
        return "pairs";
    case format::json:
        return "json";
    case format::pretty:
        break;
    }
    return "pretty";
}

std::optional<format> parse_format(std::string_view text) noexcept
{
    for (format const f : formats)
        if (text == name(f))
            return f;
    return std::nullopt;
}

std::optional<format> format_of_ending(std::string_view path) noexcept
{
    using enum format;
    constexpr std::array<std::pair<std::string_view, format>, 6> endings{
        {{".paf", paf}, {".sam", sam}, {".tsv", tsv}, {".json", json}, {".jsonl", json}, {".txt", pretty}}};
    path = detail::without_gz(path);
    for (auto const & [end, f] : endings)
        if (detail::has_ending(path, end))
            return f;
    return std::nullopt;
}

bool omits_empty_pairs(format f) noexcept
{
    return f == format::paf || f == format::sam || f == format::pairs;
}

std::unique_ptr<writer> make_writer(format f, task t, output_file & out)
{
    if (t == task::length && omits_empty_pairs(f))
        throw usage_error{fmt::format("--format {}: --task length gives no matched pairs to write: use --task "
                                      "alignment, or --format tsv, json or pretty",
                                      name(f))};
    switch (f) {
    case format::paf:
        return detail::make_paf_writer(out);
    case format::sam:
        return detail::make_sam_writer(out);
    case format::tsv:
        return detail::make_tsv_writer(t, out);
    case format::pairs:
        return detail::make_pairs_writer(out);
    case format::json:
        return detail::make_json_writer(t, out);
    case format::pretty:
        break;
    }
    return detail::make_pretty_writer(t, out);
}

} // namespace vglcs
