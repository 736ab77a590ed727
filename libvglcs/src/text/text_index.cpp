// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/error.hpp>
#include <vglcs/machine.hpp>
#include <vglcs/text_index.hpp>

#include <rmq/lce.hpp>

#include "base/sha256.hpp"
#include "text/for_each_of.hpp"
#include "text/index_format.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace vglcs {

namespace {

using detail::index_entry;
using detail::index_header;
using detail::index_record;

/// A descriptor for the time of one block.
struct file_descriptor
{
    explicit file_descriptor(std::string const & path) : number{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)}
    {
    }
    ~file_descriptor()
    {
        if (number >= 0)
            ::close(number);
    }
    file_descriptor(file_descriptor const &) = delete;
    file_descriptor & operator=(file_descriptor const &) = delete;
    int number;
};

std::int64_t time_of_change(struct stat const & file) noexcept
{
    return std::int64_t{file.st_mtim.tv_sec} * 1'000'000'000 + file.st_mtim.tv_nsec;
}

/// Elements that a section must have; an overflow cannot be, since they are compared with the file's size first.
struct expected_sizes
{
    explicit expected_sizes(index_header const & h)
        : bytes{h.records * sizeof(index_record),
                0, // names: as the records say
                rmq::packed_view::words_for(h.text_size, h.letter_bits) * 8,
                rmq::packed_view::flag_words_for(h.text_size) * 8,
                0, // barriers: at least one
                h.text_size * h.index_bytes,
                h.text_size * h.index_bytes,
                h.text_size * h.index_bytes,
                rmq::minimum_layout{h.text_size}.length * h.index_bytes}
    {
    }
    std::array<std::uint64_t, detail::index_sections.size()> bytes;
};

} // namespace

bool is_index_file(std::string const & path)
{
    struct stat found;
    if (path == "-" || ::stat(path.c_str(), &found) != 0 || !S_ISREG(found.st_mode))
        return false;
    file_descriptor const file{path};
    std::array<char, detail::index_magic.size()> begin{};
    return file.number >= 0 && ::read(file.number, begin.data(), begin.size()) == static_cast<ssize_t>(begin.size()) &&
           begin == detail::index_magic;
}

void text_index::fail(std::string_view what) const
{
    throw input_error{path_, 0, what};
}

text_index::text_index(std::string const & path, std::uint64_t max_memory) : path_{path}
{
    struct stat found;
    file_descriptor file{path};
    if (file.number < 0 || ::fstat(file.number, &found) != 0)
        fail(fmt::format("cannot open: {}: check the path", std::generic_category().message(errno)));
    if (!S_ISREG(found.st_mode))
        fail("not a regular file: an index is mapped, give the file that `vglcs index` wrote");
    size_ = static_cast<std::uint64_t>(found.st_size);
    changed_at_ = time_of_change(found);
    if (size_ < sizeof(index_header))
        fail("no index, or cut short: make it with `vglcs index`");
    void * const memory = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file.number, 0);
    if (memory == MAP_FAILED)
        throw resource_error{fmt::format("{}: cannot map {}: {}: free memory or raise ulimit -v", path,
                                         format_bytes(size_), std::generic_category().message(errno))};
    data_ = static_cast<std::byte const *>(memory);
    try {
        open_sections(max_memory);
    } catch (...) {
        ::munmap(memory, size_);
        throw;
    }
    descriptor_ = std::exchange(file.number, -1);
}

text_index::~text_index()
{
    ::munmap(const_cast<std::byte *>(data_), size_);
    ::close(descriptor_);
}

void text_index::expect_unchanged() const
{
    struct stat now;
    if (::fstat(descriptor_, &now) == 0 &&
        (static_cast<std::uint64_t>(now.st_size) != size_ || time_of_change(now) != changed_at_))
        fail(fmt::format("changed while it was used ({} bytes at first, {} now): run again when nothing writes to it",
                         size_, now.st_size));
}

void text_index::open_sections(std::uint64_t max_memory)
{
    static constexpr std::string_view again = "make it again with `vglcs index`";
    index_header header;
    std::memcpy(&header, data_, sizeof header);
    if (header.magic != detail::index_magic)
        fail("no index: make one with `vglcs index`");
    if (header.byte_order != detail::index_byte_order)
        fail(fmt::format("index of a machine with another byte order: {}", again));
    if (header.version != version)
        fail(fmt::format("index of version {}, this program reads version {}: {}", header.version, version, again));
    if (size_ != header.file_bytes)
        fail(fmt::format("index of {} bytes, its header says {}: cut short or added to: {}", size_, header.file_bytes,
                         again));
    std::uint64_t const table = header.sections * sizeof(index_entry);
    if (header.sections != detail::index_sections.size() || table > size_ - sizeof header)
        fail(fmt::format("index with a damaged header: {}", again));
    sha256 digest;
    index_header blank = header;
    blank.sha256 = {};
    digest.update(std::as_bytes(std::span{&blank, 1}));
    digest.update(std::span{data_ + sizeof header, table});
    if (digest.hex() != std::string_view{header.sha256.data(), header.sha256.size()})
        fail(fmt::format("index with a damaged header: {}", again));
    // from here on the header is what a writer made; a writer with errors is still refused
    bool const plausible =
        header.text_size <= size_ * 4 && header.records <= size_ && header.records > 0 &&
        (header.index_bytes == 4 || header.index_bytes == 8) && (header.letter_bits == 2 || header.letter_bits == 8) &&
        (header.strands == 1 || header.strands == 2) && header.alphabet <= static_cast<std::uint32_t>(alphabet::raw);
    if (!plausible)
        fail(fmt::format("index with impossible contents: {}", again));
    expected_sizes const expected{header};
    std::uint64_t end = sizeof header + table;
    for (std::size_t k = 0; k < header.sections; ++k) {
        index_entry entry;
        std::memcpy(&entry, data_ + sizeof header + k * sizeof entry, sizeof entry);
        auto const * const text = reinterpret_cast<char const *>(data_ + sizeof header + k * sizeof entry);
        std::string_view const name = detail::index_sections[k];
        bool const named = std::string_view{text, ::strnlen(text, entry.name.size())} == name;
        bool const placed =
            entry.offset == detail::aligned(end) && entry.offset <= size_ && entry.bytes <= size_ - entry.offset;
        bool const sized = name == "names" ? true
                           : name == "barriers"
                               ? entry.bytes >= sizeof(rmq::barrier_run) && entry.bytes % sizeof(rmq::barrier_run) == 0
                               : entry.bytes == expected.bytes[k];
        if (!named || !placed || !sized)
            fail(fmt::format("index whose section {} has no place or size that can be: {}", name, again));
        end = entry.offset + entry.bytes;
        sections_.push_back({name, entry.offset, entry.bytes, {text + offsetof(index_entry, sha256), 64}});
    }
    if (end != size_)
        fail(fmt::format("index whose sections end at {}, the file at {}: {}", end, size_, again));

    std::uint64_t const need =
        header.records * record_table::bytes_a_record + header.text_size; // of a file that exists
    std::uint64_t const budget = max_memory != 0 ? max_memory : available_memory() / 10 * 8;
    if (need > budget)
        throw resource_error{fmt::format("{}: an index of {} records and {} positions needs {} beside the file, budget "
                                         "is {}: raise --max-memory",
                                         path_, header.records, header.text_size, format_bytes(need),
                                         format_bytes(budget))};
    index_bytes_ = header.index_bytes;
    both_strands_ = header.strands == 2;
    auto const runs = array<rmq::barrier_run>("barriers");
    text_ = {array<std::uint64_t>("letters").data(),
             array<std::uint64_t>("flags").data(),
             runs.data(),
             runs.size(),
             header.text_size,
             header.letter_bits};
    collection_.path = path_;
    collection_.alphabet = static_cast<alphabet>(header.alphabet);
    open_records();
    std::uint64_t const size = collection_.records.text_size();
    if (header.text_size != (both_strands_ ? 2 * size + 1 : size) || (both_strands_ && !collection_.has_complement()) ||
        header.letter_bits != letter_bits(collection_.alphabet))
        fail(fmt::format("index whose records do not add up to its text: {}", again));
    collection_.text = text_;
    collection_.text.size = size;
}

void text_index::open_records()
{
    auto const names = array<char>("names");
    std::uint64_t begin = 0, size = 0;
    auto const records = array<index_record>("records");
    collection_.records.reserve(records.size());
    for (index_record const & r : records) {
        if (r.name_end < begin || r.name_end > names.size() || r.length > text_.size || size > text_.size)
            fail("index with damaged records: make it again with `vglcs index`");
        collection_.records.add({names.data() + begin, r.name_end - begin}, r.length);
        begin = r.name_end;
        size += r.length + 1;
    }
}

template <class Element>
std::span<Element const> text_index::array(std::string_view name) const
{
    section const & s = *std::ranges::find(sections_, name, &section::name);
    return {reinterpret_cast<Element const *>(data_ + s.offset), s.bytes / sizeof(Element)};
}

template <class Index>
std::span<Index const> text_index::suffix_array() const
{
    RMQ_EXPECTS(sizeof(Index) == index_bytes_);
    return array<Index>("suffix_array");
}

template <class Index>
std::span<Index const> text_index::ranks() const
{
    RMQ_EXPECTS(sizeof(Index) == index_bytes_);
    return array<Index>("ranks");
}

template <class Index>
std::span<Index const> text_index::lcp() const
{
    RMQ_EXPECTS(sizeof(Index) == index_bytes_);
    return array<Index>("lcp");
}

template <class Index>
rmq::minimum_view<Index> text_index::minima() const
{
    auto const values = lcp<Index>();
    return {values.data(), array<Index>("minima").data(), values.size()};
}

template std::span<std::uint32_t const> text_index::suffix_array() const;
template std::span<std::uint64_t const> text_index::suffix_array() const;
template std::span<std::uint32_t const> text_index::ranks() const;
template std::span<std::uint64_t const> text_index::ranks() const;
template std::span<std::uint32_t const> text_index::lcp() const;
template std::span<std::uint64_t const> text_index::lcp() const;
template rmq::minimum_view<std::uint32_t> text_index::minima() const;
template rmq::minimum_view<std::uint64_t> text_index::minima() const;

void text_index::check(unsigned threads, run_control const * control) const
{
    constexpr std::uint64_t piece = 16 << 20;
    std::vector<std::string> found(sections_.size());
    detail::for_each_of(sections_.size(), threads, [&](std::size_t k) {
        section const & s = sections_[k];
        sha256 digest;
        for (std::uint64_t at = 0; at < s.bytes && !(control != nullptr && control->stopped()); at += piece)
            digest.update(std::span{data_ + s.offset + at, std::min(piece, s.bytes - at)});
        found[k] = digest.hex();
    });
    if (control != nullptr)
        control->throw_if_stopped();
    std::uint64_t end = sizeof(index_header) + sections_.size() * sizeof(index_entry);
    for (section const & s : sections_) {
        if (std::any_of(data_ + end, data_ + s.offset, [](std::byte b) { return b != std::byte{0}; }))
            fail(fmt::format("the space before section {} is not empty: make the index again with `vglcs index`",
                             s.name));
        end = s.offset + s.bytes;
    }
    for (std::size_t k = 0; k < sections_.size(); ++k)
        if (found[k] != sections_[k].sha256)
            fail(fmt::format("section {} is damaged: make the index again with `vglcs index`", sections_[k].name));
}

} // namespace vglcs
