// SPDX-License-Identifier: BSD-3-Clause
#include "solve/checkpoints.hpp"

#include "base/sha256.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/output_file.hpp>

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <system_error>

namespace vglcs {

namespace {

constexpr std::string_view magic = "vglcs checkpoint 1\n";
constexpr std::size_t digest_size = 64;

std::string_view as_text(std::span<std::byte const> bytes)
{
    return {reinterpret_cast<char const *>(bytes.data()), bytes.size()};
}

/// Numbers on their way to a hash.
class hashed_numbers
{
public:
    explicit hashed_numbers(sha256 & hash) : hash_{hash} {}
    ~hashed_numbers() { flush(); }
    hashed_numbers(hashed_numbers const &) = delete;
    hashed_numbers & operator=(hashed_numbers const &) = delete;

    void add(std::uint32_t number)
    {
        buffer_[filled_++] = number;
        if (filled_ == buffer_.size())
            flush();
    }

private:
    void flush()
    {
        hash_.update(std::as_bytes(std::span{buffer_}.first(filled_)));
        filled_ = 0;
    }

    sha256 & hash_;
    std::array<std::uint32_t, 2048> buffer_{};
    std::size_t filled_ = 0;
};

void add_limits(sha256 & hash, limits_view const & limits, std::size_t size)
{
    hashed_numbers numbers{hash};
    for (std::size_t k = 0; k < size; ++k) {
        numbers.add(limits.lo(k));
        numbers.add(limits.hi(k));
    }
}

/// What pairs earn and steps cost, distances in the file included.
void add_costs(sha256 & hash, problem const & p)
{
    hash.update(fmt::format("{} {} {}\n", p.scoring().match, p.scoring().skip_a, p.scoring().skip_b));
    for (step_side const & side : {p.side_a(), p.side_b()}) {
        hashed_numbers numbers{hash};
        for (std::uint32_t const position : side.positions)
            numbers.add(position);
        for (std::uint32_t const letters : side.landing_hi)
            numbers.add(letters);
        for (std::size_t k = 0; k < (side.has_jumps ? side.size : 0); ++k) {
            numbers.add(side.jumps.lo(k));
            numbers.add(side.jumps.hi(k));
            numbers.add(side.jumps.cost(k));
            numbers.add(side.jumps.leaving(k));
        }
    }
}

} // namespace

std::string too_short_for_parts(std::string const & folder)
{
    return fmt::format("--checkpoint {}: nothing is kept of so short a run: after a kill it starts anew", folder);
}

std::string problem_digest(problem const & p)
{
    sha256 hash;
    hash.update(fmt::format("{} {}\n", p.n(), p.m()));
    hash.update(std::as_bytes(p.a()));
    hash.update(std::as_bytes(p.b()));
    add_limits(hash, p.limits_a(), p.n());
    add_limits(hash, p.limits_b(), p.m());
    if (!p.is_unit())
        add_costs(hash, p);
    if (p.has_partner_limits()) {
        hashed_numbers numbers{hash};
        auto const add = [&](gap_limit rule) {
            numbers.add(rule.lo);
            numbers.add(rule.hi);
        };
        for (std::size_t i = 0; i < p.n(); ++i)
            add(p.rule_for_b(i));
        for (std::size_t j = 0; j < p.m(); ++j)
            add(p.rule_for_a(j));
    }
    return hash.hex();
}

checkpoint_folder::checkpoint_folder(std::string const & path, problem const & p, std::string_view engine,
                                     std::string_view layout)
    : folder_{path}, digest_{sha256_hex(fmt::format("{} {} {}", problem_digest(p), engine, layout))}
{
    std::error_code failed;
    std::filesystem::create_directories(folder_, failed);
    if (failed || !std::filesystem::is_directory(folder_, failed))
        throw resource_error{
            fmt::format("--checkpoint {}: cannot make this folder: name one in a place that can be written", path)};
}

std::filesystem::path checkpoint_folder::file(std::string_view name) const
{
    return folder_ / fmt::format("{}.vglcs-checkpoint", name);
}

void checkpoint_folder::write(std::string_view name, std::span<std::byte const> content) const
{
    sha256 hash;
    std::string const head = fmt::format("{}{}\n{}\n", magic, digest_, content.size());
    hash.update(head);
    hash.update(content);
    output_file out{file(name).string()};
    out.write(head);
    out.write(as_text(content));
    out.write(hash.hex());
    out.commit();
}

std::optional<std::vector<std::byte>> checkpoint_folder::read(std::string_view name) const
{
    std::ifstream in{file(name), std::ios::binary};
    if (!in)
        return std::nullopt;
    std::string format, digest, size;
    if (!std::getline(in, format) || format + '\n' != magic || !std::getline(in, digest) ||
        digest.size() != digest_size)
        return std::nullopt;
    if (digest != digest_)
        throw usage_error{fmt::format("--checkpoint {}: holds checkpoints of another problem, engine or version: name "
                                      "another folder, or remove {}",
                                      folder_.string(), file(name).string())};
    if (!std::getline(in, size) || size.empty() || size.size() > 18 ||
        size.find_first_not_of("0123456789") != std::string::npos)
        return std::nullopt;
    std::error_code failed;
    std::uint64_t const bytes = std::stoull(size), head = format.size() + digest.size() + size.size() + 3;
    if (std::filesystem::file_size(file(name), failed) != head + bytes + digest_size || failed)
        return std::nullopt;
    std::vector<std::byte> content(bytes);
    std::string checksum(digest_size, ' ');
    if (!in.read(reinterpret_cast<char *>(content.data()), static_cast<std::streamsize>(bytes)) ||
        !in.read(checksum.data(), digest_size))
        return std::nullopt;
    sha256 hash;
    hash.update(fmt::format("{}{}\n{}\n", magic, digest, size));
    hash.update(content);
    if (hash.hex() != checksum)
        return std::nullopt;
    return content;
}

} // namespace vglcs
