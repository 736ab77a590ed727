// SPDX-License-Identifier: BSD-3-Clause
/// Index files of `vglcs index`: whatever the bytes, opening, printing, checking, extensions and searches end with
/// answers or errors, and nothing beyond the file is read. Digests would keep mutations out, so the first byte says
/// what is made right again before the file is opened: nothing (then a file that passes every digest is a writer's, and
/// all methods have to agree on it), the header's digest, sizes and places too, the sections' digests too; or the file
/// is made of small fields, and mutations fill its arrays.
#include "fuzz.hpp"
#include "memory_file.hpp"

#include "base/sha256.hpp"
#include "text/index_format.hpp"

#include <vglcs/error.hpp>
#include <vglcs/extension.hpp>
#include <vglcs/pattern_search.hpp>
#include <vglcs/text_index.hpp>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif

namespace {

using namespace vglcs;
using namespace vglcs::fuzz;
using detail::index_entry;
using detail::index_header;
using detail::index_record;

constexpr std::size_t sections = detail::index_sections.size();
constexpr std::size_t table_end = sizeof(index_header) + sections * sizeof(index_entry);
/// No file that is made right here becomes larger.
constexpr std::uint64_t largest_file = 1 << 18;

template <class T>
T get(std::string const & file, std::size_t at)
{
    T out;
    std::memcpy(&out, file.data() + at, sizeof out);
    return out;
}

template <class T>
void put(std::string & file, std::size_t at, T const & value)
{
    std::memcpy(file.data() + at, &value, sizeof value);
}

std::array<char, 64> digest_of(std::string_view bytes)
{
    std::array<char, 64> out;
    std::ranges::copy(sha256_hex(bytes), out.begin());
    return out;
}

std::size_t entry_at(std::size_t k)
{
    return sizeof(index_header) + k * sizeof(index_entry);
}

/// Places as a writer chooses them for the sizes that the table states; bytes move with their sections.
void lay_out(std::string & file)
{
    std::string out = file.substr(0, table_end);
    for (std::size_t k = 0; k < sections; ++k) {
        auto entry = get<index_entry>(file, entry_at(k));
        entry.bytes = std::min<std::uint64_t>(entry.bytes, largest_file - std::min(largest_file, out.size() + 64));
        std::uint64_t const from = std::min<std::uint64_t>(entry.offset, file.size());
        std::string bytes = file.substr(from, entry.bytes);
        bytes.resize(entry.bytes, '\0');
        out.resize(detail::aligned(out.size()), '\0');
        entry.offset = out.size();
        out += bytes;
        put(out, entry_at(k), entry);
    }
    auto header = get<index_header>(out, 0);
    header.magic = detail::index_magic;
    header.version = text_index::version;
    header.byte_order = detail::index_byte_order;
    header.file_bytes = out.size();
    header.sections = sections;
    put(out, 0, header);
    file = std::move(out);
}

void seal_sections(std::string & file)
{
    for (std::size_t k = 0; k < sections; ++k) {
        auto entry = get<index_entry>(file, entry_at(k));
        if (entry.offset > file.size() || entry.bytes > file.size() - entry.offset)
            continue;
        entry.sha256 = digest_of(std::string_view{file}.substr(entry.offset, entry.bytes));
        put(file, entry_at(k), entry);
    }
}

void seal_header(std::string & file)
{
    auto header = get<index_header>(file, 0);
    header.sha256 = {};
    put(file, 0, header);
    header.sha256 = digest_of(std::string_view{file}.substr(0, table_end));
    put(file, 0, header);
}

/// Elements of small values, a byte each; 255 becomes the largest.
template <class Index>
std::string small_values(feed & in, std::size_t count, unsigned factor)
{
    std::string out;
    for (std::size_t k = 0; k < count; ++k) {
        unsigned const byte = in.byte();
        Index const value = byte == 255 ? static_cast<Index>(-1) : static_cast<Index>(byte * factor);
        out.append(reinterpret_cast<char const *>(&value), sizeof value);
    }
    return out;
}

/// A file whose header, records and sizes agree nearly always; what lies in its arrays is the input's.
std::string made_of_fields(feed & in)
{
    index_header header{};
    header.alphabet = in.below(5);
    header.letter_bits = header.alphabet < 2 ? 2 : 8;
    header.strands = header.alphabet < 2 ? 1 + in.below(2) : 1;
    header.index_bytes = in.below(4) == 0 ? 8 : 4;
    header.records = 1 + in.below(4);
    std::string names(in.below(12), 'n');
    std::vector<index_record> records;
    for (std::uint64_t k = 0; k < header.records; ++k) {
        records.push_back({names.size() * (k + 1) / header.records, std::uint64_t{in.byte()} * (1 + in.below(3) * 8)});
        header.text_size += records.back().length + (k > 0);
    }
    if (header.strands == 2)
        header.text_size = 2 * header.text_size + 1;
    unsigned const slip = in.byte();
    if (slip > 250)
        header.text_size = std::max<std::uint64_t>(header.text_size + slip, 253) - 253;
    if (std::size_t const n = slip % 32; slip > 200 && n < names.size())
        names[n] = static_cast<char>(in.byte());
    std::size_t const runs = 1 + in.below(4), n = header.text_size;
    std::size_t const words = rmq::packed_view::words_for(n, header.letter_bits);
    std::size_t const flags = rmq::packed_view::flag_words_for(n), minima = rmq::minimum_layout{n}.length;
    unsigned const factor = 1 + in.below(8);
    auto const bytes_of = [](auto const & values) {
        return std::string{reinterpret_cast<char const *>(values.data()), values.size() * sizeof values[0]};
    };
    auto const indices = [&](std::size_t count) {
        return header.index_bytes == 4 ? small_values<std::uint32_t>(in, count, factor)
                                       : small_values<std::uint64_t>(in, count, factor);
    };
    auto const plain = [&](std::size_t count) {
        std::string out;
        for (std::size_t k = 0; k < count; ++k)
            out += static_cast<char>(in.byte());
        return out;
    };
    // first those of a few bytes: short inputs reach far
    std::string const barriers = small_values<std::uint64_t>(in, 2 * runs, factor), flag_words = plain(flags * 8);
    std::string const letters = plain(words * 8), ranks = indices(n), sa = indices(n), lcp = indices(n);
    std::array<std::string, sections> const contents{
        bytes_of(records), names, letters, flag_words, barriers, sa, ranks, lcp, indices(minima)};
    std::string file(table_end, '\0');
    put(file, 0, header);
    for (std::size_t k = 0; k < sections; ++k) {
        index_entry entry{};
        std::ranges::copy(detail::index_sections[k], entry.name.begin());
        entry.offset = file.size();
        entry.bytes = contents[k].size();
        put(file, entry_at(k), entry);
        file += contents[k];
    }
    lay_out(file);
    return file;
}

/// While it lives, the sanitizer reports reads behind a mapped file, inside of its last page and on the next one.
class fence
{
public:
    explicit fence(text_index const & index)
    {
        auto const first = index.sections().front();
        auto const letters = std::ranges::find(index.sections(), "letters", &text_index::section::name);
        auto const * const words = reinterpret_cast<std::byte const *>(index.text().words);
        end_ = const_cast<std::byte *>(words - letters->offset + index.file_bytes());
        require(first.offset < index.file_bytes() || first.bytes == 0, "sections lie in the file");
        std::size_t const page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
        rest_ = (page - index.file_bytes() % page) % page;
        next_ = ::mmap(end_ + rest_, page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
        page_ = page;
#if defined(__SANITIZE_ADDRESS__)
        __asan_poison_memory_region(end_, rest_);
#endif
    }
    ~fence()
    {
#if defined(__SANITIZE_ADDRESS__)
        __asan_unpoison_memory_region(end_, rest_);
#endif
        if (next_ != MAP_FAILED)
            ::munmap(next_, page_);
    }
    fence(fence const &) = delete;
    fence & operator=(fence const &) = delete;

private:
    std::byte * end_ = nullptr;
    std::size_t rest_ = 0, page_ = 0;
    void * next_ = MAP_FAILED;
};

/// Calls f; nothing where it ends with one of the errors of vglcs/error.hpp.
template <class Function>
auto answer(Function && f) -> std::optional<decltype(f())>
{
    try {
        return f();
    } catch (error const &) {
        return std::nullopt;
    }
}

void print(text_index const & index)
{
    std::size_t bytes = 0;
    for (text_record const & r : index.collection().records.all()) {
        bytes += std::ranges::count(r.name, 'n') + 1;
        require(r.end() <= index.collection().text.size, "records lie in the text");
    }
    for (text_index::section const & s : index.sections()) {
        require(s.offset + s.bytes <= index.file_bytes(), "sections lie in the file");
        bytes += std::ranges::count(s.sha256, '0') + 1;
    }
    require(bytes > 0, "there are sections");
    require(index.collection().records.all().size() <= index.file_bytes(), "no more records than bytes");
}

/// Extensions by every method, within the text and on both strands.
void extend(text_index const & index, unsigned seed, bool written)
{
    text_collection const & all = index.collection();
    if (all.text.size == 0)
        return;
    std::vector<place_pair> pairs;
    for (unsigned k = 0; k < 40; ++k) {
        auto const place = [&](unsigned n) {
            std::uint64_t const at = n % 7 == 0 ? all.text.size - 1 : (n * 2654435761u >> 7) % all.text.size;
            bool const mirrored = all.has_complement() && k % 4 >= 2 && n % 2 == 0;
            return text_place{at, mirrored ? strand::reverse : strand::forward};
        };
        pairs.push_back({place(2 * k + seed), place(2 * k + 1 + seed)});
    }
    std::optional<std::vector<std::uint64_t>> expected;
    for (auto const method :
         {rmq::lce_method::direct, rmq::lce_method::automatic, rmq::lce_method::rank, rmq::lce_method::fingerprint})
    {
        auto const found = answer([&] {
            extender e{all, all, &index, {.method = method, .device = device::cpu, .threads = 1}};
            std::vector<std::uint64_t> out(pairs.size());
            e.extensions(pairs, out);
            return out;
        });
        bool const needs_both = method == rmq::lce_method::rank && !index.both_strands() && all.has_complement();
        require(found || !written || needs_both, "an index as written answers");
        if (!expected)
            expected = found;
        require(!written || !found || found == expected, "an index as written: every method finds the same lengths");
    }
}

/// Searches by every method for pieces of the text and for others.
void search(text_index const & index, unsigned seed, bool written)
{
    text_collection const & all = index.collection();
    bool const nucleotides = all.has_complement();
    std::vector<std::string> patterns{nucleotides ? "ACGT" : "MKV", "A", nucleotides ? "GATTACA" : "WW"};
    std::string piece;
    for (std::uint64_t at = seed % 16; at < all.text.size && piece.size() < 12; ++at) {
        unsigned const letter = all.text.letter(at);
        piece += nucleotides ? "NACGT"[std::min(letter, 4u)] : static_cast<char>(letter);
    }
    patterns.push_back(piece);
    std::vector<std::string_view> const views(patterns.begin(), patterns.end());
    for (unsigned const mismatches : {0u, seed % 3}) {
        std::optional<std::vector<std::vector<occurrence>>> expected;
        for (auto const method : {search_method::scan, search_method::index, search_method::automatic}) {
            auto const found = answer([&] {
                pattern_search finder{all,
                                      &index,
                                      {.max_mismatches = mismatches,
                                       .iupac = nucleotides && method != search_method::index && seed % 5 == 4,
                                       .method = method,
                                       .device = device::cpu,
                                       .threads = 1}};
                return finder.find(views);
            });
            for (std::size_t k = 0; found && k < found->size(); ++k)
                for (occurrence const & x : (*found)[k]) {
                    require(x.record < all.records.all().size(), "an occurrence is in a record");
                    require(x.start + patterns[k].size() <= all.records.all()[x.record].length,
                            "an occurrence lies inside its record");
                    require(x.mismatches <= mismatches, "an occurrence has no more mismatches than asked");
                }
            if (!written || seed % 5 == 4)
                continue;
            if (!expected)
                expected = found;
            require(found == expected, "an index as written: every method finds the same places");
        }
    }
}

void use(std::string const & bytes, unsigned seed, bool sealed_sections, bool untouched)
{
    vglcs::test::memory_file const file{bytes};
    (void)is_index_file(file.path());
    text_index const index{file.path()};
    fence const around{index};
    print(index);
    bool const passes = answer([&] {
                            index.check(1);
                            return true;
                        }).has_value();
    // spaces between the sections are zeros where they were laid out
    require(passes || !sealed_sections, "sections with right digests pass");
    for (text_record const & r : index.collection().records.all())
        (void)answer([&] { return index.collection().records.find(r.name); });
    for (std::uint64_t at = 0; at < index.text().size; at += 1 + at / 16)
        (void)index.collection().records.at(at % std::max<std::uint64_t>(1, index.collection().text.size));
    bool const written = passes && untouched;
    extend(index, seed, written);
    search(index, seed, written);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const * data, std::size_t size)
{
    feed in{data, size};
    unsigned const mode = in.byte() % 5, seed = in.byte();
    std::string file;
    if (mode == 4)
        file = made_of_fields(in);
    else
        file = in.rest();
    if (mode > 0 && file.size() < table_end)
        file.resize(table_end, '\0');
    if (mode == 2 || mode == 3)
        lay_out(file);
    if (mode == 3)
        seal_sections(file);
    if (mode > 0)
        seal_header(file);
    try {
        use(file, seed, mode == 3, mode == 0);
    } catch (input_error const &) {
    } catch (resource_error const &) {
    }
    return 0;
}
