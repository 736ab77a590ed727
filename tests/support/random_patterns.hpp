// SPDX-License-Identifier: BSD-3-Clause
/// Random patterns in the language of `vglcs search`, and texts for them.
#pragma once

#include <vglcs/word_list.hpp>

#include <fmt/format.h>

#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace vglcs::test {

class random_patterns
{
public:
    explicit random_patterns(std::uint64_t seed) : random_{seed}
    {
        for (int k = 0; k < 4; ++k) { // few words, and so many that they are found by their pieces
            std::vector<std::string> words;
            for (unsigned n = k < 2 ? 3 + below(3) : 12 + below(20); n > 0; --n)
                words.push_back(word(k == 1 ? 3 + below(3) : 4, "ACGT"));
            lists_.push_back(std::make_shared<word_list const>(fmt::format("list{}", k), words));
        }
    }

    [[nodiscard]] unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }

    [[nodiscard]] std::string word(unsigned size, std::string_view letters)
    {
        std::string out;
        for (; size > 0; --size)
            out += letters[below(static_cast<unsigned>(letters.size()))];
        return out;
    }

    /// Letters with some N, some in lower case.
    [[nodiscard]] std::string text(unsigned size)
    {
        std::string out = word(size, "ACGT");
        for (char & c : out) {
            if (below(20) == 0)
                c = 'N';
            else if (below(10) == 0)
                c = static_cast<char>(c | 0x20);
        }
        return out;
    }

    /// A pattern that can be used.
    [[nodiscard]] structured_pattern pattern()
    {
        for (;;)
            try {
                structured_pattern p = parse_pattern(pattern_text(), "p");
                if (has_lists(p))
                    return p;
            } catch (pattern_error const &) { // it can match everywhere
            }
    }

private:
    [[nodiscard]] std::string pattern_text()
    {
        std::string out = below(8) == 0 ? "^" : "";
        unsigned const items = 1 + below(4);
        for (unsigned k = 0; k < items; ++k) {
            std::string item;
            switch (below(5)) {
            case 0: {
                unsigned const lo = below(4);
                item = fmt::format("N{{{},{}}}", lo, lo + below(5) + (lo == 0 ? 1 : 0));
                break;
            }
            case 1:
                item = fmt::format("~rc({} {})", element(), element());
                break;
            default:
                item = element();
            }
            out += below(5) == 0 ? fmt::format("<c{}:{}> ", k, item) : item + " ";
        }
        return below(8) == 0 ? out + "$" : out;
    }

    [[nodiscard]] std::string element()
    {
        constexpr std::string_view classes = "ACGTACGTACGTRYNSWKMBDHV";
        std::string out;
        switch (below(8)) {
        case 0:
            for (unsigned n = 2 + below(2); n > 0; --n)
                out += fmt::format(fmt::runtime(below(4) != 0 ? "{}{}" : "{}~rc({})"), out.empty() ? "(" : "|",
                                   word(1 + below(5), classes));
            out += ")";
            break;
        case 1:
            out = fmt::format("@list{}", below(static_cast<unsigned>(lists_.size())));
            break;
        default:
            out = word(1 + below(6), below(2) == 0 ? classes : "ACGT");
        }
        switch (below(6)) {
        case 1:
            out += fmt::format("~{}", below(3));
            break;
        case 2:
        case 3:
            out += fmt::format("~{},{},{}", below(2), below(3), below(2));
            break;
        default:
            break;
        }
        return below(6) == 0 ? fmt::format("{} strict3={}", out, 1 + below(2)) : out;
    }

    /// Gives the lists to the pattern; false where a list's errors would let it match everywhere.
    [[nodiscard]] bool has_lists(structured_pattern & p) const
    {
        for (pattern_part & part : p.parts)
            if (part.what == pattern_part::kind::list) {
                part.list = lists_[static_cast<std::size_t>(part.list_path.back() - '0')];
                if (part.errors.mismatches + part.errors.deletions >= part.list->shortest() ||
                    std::max(part.strict_first, part.strict_last) > part.list->shortest())
                    return false;
            }
        return true;
    }

    std::mt19937_64 random_;
    std::vector<std::shared_ptr<word_list const>> lists_;
};

} // namespace vglcs::test
