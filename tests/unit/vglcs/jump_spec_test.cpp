// SPDX-License-Identifier: BSD-3-Clause
#include "gap_spec_fixture.hpp"

#include <vglcs/io/jump_spec.hpp>

using namespace vglcs;

namespace {

using texts = std::vector<std::string>;

jumps read(texts const & landing, texts const & leaving, std::string letters, strand direction = strand::forward,
           strand transcript = strand::forward, std::optional<alphabet> known = alphabet::dna)
{
    return jump_spec{landing, leaving, {.letters = known}}.for_record({.name = "r", .letters = std::move(letters)},
                                                                      direction, transcript);
}

/// "20@5 1..9@3 ." for landing.
std::string landing_of(jumps const & given)
{
    std::string out;
    for (std::size_t k = 0; k < given.size(); ++k) {
        auto const at = given.landing(k);
        out += k ? " " : "";
        out += at ? to_string(gap_limit{.lo = at->lo, .hi = at->hi}) + "@" + std::to_string(at->cost) : ".";
    }
    return out;
}

/// "0 4 x" for leaving.
std::string leaving_of(jumps const & given)
{
    std::string out;
    for (std::size_t k = 0; k < given.size(); ++k) {
        auto const at = given.leaving(k);
        out += k ? " " : "";
        out += at ? std::to_string(*at) : "x";
    }
    return out;
}

std::string error_of(texts const & landing, texts const & leaving = {}, std::optional<alphabet> known = alphabet::dna)
{
    return test::message_of<usage_error>([&] { (void)jump_spec{landing, leaving, {.letters = known}}; });
}

} // namespace

TEST(jump_spec, one_value_for_all_letters_takes_no_arrays)
{
    jumps const got = read({"20..5000@7"}, {"3"}, "ACGT");
    EXPECT_EQ(landing_of(got), "20..5000@7 20..5000@7 20..5000@7 20..5000@7");
    EXPECT_EQ(leaving_of(got), "3 3 3 3");
    EXPECT_TRUE(got.is_landing_uniform() && got.is_leaving_uniform());

    EXPECT_EQ(landing_of(read({"inf@2147483647"}, {}, "AC")), "inf@2147483647 inf@2147483647");
    EXPECT_EQ(leaving_of(read({"5@0"}, {"x"}, "AC")), "x x");
    EXPECT_EQ(leaving_of(read({"5@0"}, {}, "AC")), "0 0") << "nothing said: leaving is free";
    EXPECT_TRUE(read({"."}, {}, "AC").empty());
    EXPECT_TRUE(read({"0@5"}, {}, "AC").empty()) << "a jump over nothing is none";
    EXPECT_TRUE(read({}, {}, "AC").empty());
    EXPECT_EQ(read({"5@1"}, {}, "").size(), 0u);
}

TEST(jump_spec, letters_have_values_of_their_own)
{
    jumps const got = read({"letter:A=5@1,C=.,*=2..9@3"}, {"letter:t=x,G=4"}, "ACGTau");
    EXPECT_EQ(landing_of(got), "5@1 . 2..9@3 2..9@3 5@1 2..9@3");
    EXPECT_EQ(leaving_of(got), "0 0 4 x 0 x");
    EXPECT_EQ(landing_of(read({"letter:A=5@1"}, {}, "CA")), ". 5@1");
}

TEST(jump_spec, sites_at_and_after_motifs)
{
    //                                                                                   0123456789
    jumps const got = read({"after:AG=9@1,*=9@8"}, {"at:GT=0,at:GC=4,*=x"}, "AGTagCGuAG");
    EXPECT_EQ(landing_of(got), "9@8 9@8 9@1 9@8 9@8 9@1 9@8 9@8 9@8 9@8") << "no letter stands behind the last AG";
    EXPECT_EQ(leaving_of(got), "x 0 x x 4 x 0 x x x") << "case does not count, U is T";
}

TEST(jump_spec, motifs_lie_wholly_in_the_record)
{
    EXPECT_EQ(leaving_of(read({"9@1"}, {"at:GNN=5"}, "GAAGA")), "5 0 0 0 0");
    EXPECT_EQ(leaving_of(read({"9@1"}, {"at:GNN=5"}, "GA")), "0 0");
    EXPECT_EQ(landing_of(read({"after:NNA=9@1"}, {}, "AAAA")), ". . . 9@1");
    EXPECT_EQ(landing_of(read({"after:NNA=9@1"}, {}, "AAA")), ". . .");
    EXPECT_EQ(leaving_of(read({"9@1"}, {"at:A=5"}, "A")), "5");
}

TEST(jump_spec, codes_stand_for_sets_and_unknown_letters_match_n_alone)
{
    EXPECT_EQ(leaving_of(read({"9@1"}, {"at:R=1,at:Y=2,*=9"}, "AGCTNRS")), "1 1 2 2 9 9 9");
    EXPECT_EQ(leaving_of(read({"9@1"}, {"at:n=1"}, "ANR")), "1 1 1");
    EXPECT_EQ(leaving_of(read({"9@1"}, {"at:B=1,at:M=2,*=9"}, "ACGTN")), "2 1 1 1 9");
}

TEST(jump_spec, the_first_site_that_matches_holds)
{
    EXPECT_EQ(leaving_of(read({"9@1"}, {"at:G=1,at:GT=2,*=9"}, "GT")), "1 9");
    EXPECT_EQ(leaving_of(read({"9@1"}, {"at:GT=2,at:G=1,*=9"}, "GTG")), "2 9 1");
    EXPECT_EQ(leaving_of(read({"9@1"}, {"*=9,after:G=3,at:T=2"}, "TGT")), "2 9 3") << "* is for all others";
}

TEST(jump_spec, a_later_spec_overrides_where_it_says_something)
{
    EXPECT_EQ(leaving_of(read({"9@1"}, {"7", "at:GT=2", "letter:A=x"}, "AGTC")), "x 2 7 7");
    EXPECT_EQ(leaving_of(read({"9@1"}, {"at:GT=2", "letter:A=x", "7"}, "AGTC")), "7 7 7 7");
    EXPECT_EQ(landing_of(read({"after:A=5@1", "after:AA=6@2"}, {}, "AAA")), ". 5@1 6@2");
    EXPECT_EQ(landing_of(read({"5@1", "letter:A=."}, {}, "AC")), ". 5@1");
}

TEST(jump_spec, on_the_reverse_strand_letters_move_with_their_junction_and_motifs_are_looked_up_again)
{
    // file ACCGT, read ACGGT: the value of letter k stands at n - k, that of letter 0 stays
    EXPECT_EQ(leaving_of(read({"9@1"}, {"letter:A=1,C=2,G=3,T=4"}, "ACCGT", strand::reverse)), "1 4 3 2 2");
    jumps const forward = read({"letter:A=9@1,C=8@2,G=7@3,T=."}, {"letter:C=x"}, "GATTACC");
    EXPECT_EQ(read({"letter:A=9@1,C=8@2,G=7@3,T=."}, {"letter:C=x"}, "GATTACC", strand::reverse), forward.reversed());
    EXPECT_EQ(leaving_of(read({"9@1"}, {"at:GT=5"}, "ACCGA", strand::reverse)), "0 0 0 5 0");   // TCGGT
    EXPECT_EQ(landing_of(read({"after:AG=9@1"}, {}, "ACTGA", strand::reverse)), ". . . . 9@1"); // TCAGT
}

TEST(jump_spec, introns_read_on_the_reverse_strand_leave_where_they_landed)
{
    texts const landing{"after:AG=9@10,*=9@18"}, leaving{"at:GT=0,*=8"};
    jumps const got = read(landing, leaving, "ACTGGACA", strand::forward, strand::reverse);
    EXPECT_EQ(leaving_of(got), "18 10 18 18 18 18 18 18") << "CT begins there what ends with AG in the other direction";
    EXPECT_EQ(landing_of(got), "9@8 9@8 9@0 9@8 9@8 9@8 9@8 9@0") << "AC stands before";
    EXPECT_TRUE(read({"9@10"}, {"3"}, "ACGT", strand::forward, strand::reverse) == read({"9@3"}, {"10"}, "ACGT"));
    EXPECT_EQ(leaving_of(read({"after:AG=9@10"}, {}, "ACTG", strand::forward, strand::reverse)), "x 10 x x");
    EXPECT_EQ(landing_of(read({"9@10"}, {"at:GT=1,*=x"}, "AACG", strand::forward, strand::reverse)), ". . . 9@1");
}

TEST(jump_spec, turning_both_strands_turns_every_jump_and_keeps_its_cost)
{
    // a jump over first..last-1 costs leaving(first) + landing(last); from the other end it is n-last..n-first-1
    texts const landing{"after:AG=3..9@10,after:R=3..9@4,*=3..9@18"}, costs{"letter:A=6", "at:GT=0,at:GC=4"};
    std::string const letters = "AGTCAGGCTAACTTGCAGNACGT";
    std::size_t const n = letters.size();
    jumps const one = read(landing, costs, letters, strand::forward, strand::forward);
    jumps const other = read(landing, costs, letters, strand::reverse, strand::reverse);
    for (std::size_t first = 1; first < n; ++first)
        for (std::size_t last = first + 1; last < n; ++last)
            EXPECT_EQ(*one.leaving(first) + one.landing(last)->cost,
                      *other.leaving(n - last) + other.landing(n - first)->cost)
                << first << ".." << last;
}

TEST(jump_spec, different_windows_cannot_be_read_on_the_reverse_strand)
{
    EXPECT_EQ(
        test::message_of<usage_error>(
            [] { (void)read({"after:AG=9@1,*=2..8@1"}, {}, "ACGT", strand::forward, strand::reverse); }),
        "jump SPEC: windows 0..9 and 2..8 differ: where introns are read on the reverse strand all jumps have one "
        "window, costs alone may differ");
    EXPECT_EQ(landing_of(read({"5@1", "after:AG=9@1,*=9@3"}, {}, "A", strand::forward, strand::reverse)), "9@0")
        << "what is overridden everywhere does not count";
}

TEST(jump_spec, says_whether_the_direction_matters)
{
    auto const spec = [](texts const & landing, texts const & leaving) { return jump_spec{landing, leaving}; };
    EXPECT_FALSE(spec({"5@1"}, {"3"}).reads_transcript());
    EXPECT_FALSE(spec({"after:AG=5@1", "5@1"}, {}).reads_transcript()) << "overridden everywhere";
    EXPECT_TRUE(spec({"after:AG=5@1"}, {}).reads_transcript());
    EXPECT_TRUE(spec({"5@1"}, {"letter:A=3"}).reads_transcript());
    spec({"after:AG=9@1,*=2..8@1"}, {}).check(strand::forward);
    EXPECT_THROW(spec({"after:AG=9@1,*=2..8@1"}, {}).check(strand::reverse), usage_error);
}

TEST(jump_spec, bad_values)
{
    for (std::string const value : {"20", "@5", "5..@1", "a@1", "x@3", "..5@1", "-3@1", "99999999999999999999@1"})
        EXPECT_EQ(error_of({value}), "jump SPEC '" + value + "': '" + value +
                                         "' is no jump: write HI@COST, LO..HI@COST, or . for no jump");
    EXPECT_EQ(error_of({""}), "jump SPEC '': a value is missing: write HI@COST, LO..HI@COST, or . for no jump");
    EXPECT_EQ(error_of({"9..2@1"}),
              "jump SPEC '9..2@1': jump '9..2@1' has LO above HI: write the smaller number first");
    for (std::string const cost : {"", "-1", "2147483648", "99999999999999999999", "1.5", "x"})
        EXPECT_EQ(error_of({"5@" + cost}), "jump SPEC '5@" + cost + "': cost '" + cost +
                                               "' is not within 0..2147483647: write a whole number of them");
    EXPECT_EQ(error_of({"5@1"}, {"-1"}),
              "leave SPEC '-1': cost '-1' is not within 0..2147483647: write a whole number of them");
    EXPECT_EQ(error_of({"5@1"}, {"."}),
              "leave SPEC '.': cost '.' is not within 0..2147483647: write a whole number of them");
    EXPECT_EQ(error_of({"5@1"}, {""}), "leave SPEC '': a value is missing: write a whole number, or x where no jump "
                                       "begins");
    EXPECT_EQ(error_of({}, {"1"}), "leave SPEC '1': there is no jump that could leave: give a jump SPEC, too");
}

TEST(jump_spec, bad_sites_and_letters)
{
    EXPECT_EQ(error_of({"at:GE=5@1"}), "jump SPEC 'at:GE=5@1': 'E' of the motif GE is no IUPAC code: write letters of "
                                       "ACGTURYSWKMBDHVN");
    EXPECT_EQ(error_of({"at:=5@1"}), "jump SPEC 'at:=5@1': a motif is missing: write IUPAC codes, as in at:GT=VALUE");
    for (std::string const item : {"AG=5@1", "at:AG", "before:A=5@1", ""})
        EXPECT_EQ(error_of({"*=5@1," + item}),
                  "jump SPEC '*=5@1," + item + "': '" + item +
                      "' is none of at:IUPAC=VALUE, after:IUPAC=VALUE, *=VALUE: write one of them");
    EXPECT_EQ(error_of({"at:A=5@1,*=9..2@1"}), "jump SPEC 'at:A=5@1,*=9..2@1': jump '9..2@1' has LO above HI: write "
                                               "the smaller number first");
    EXPECT_EQ(error_of({"*=5@1,*=5@1"}), "jump SPEC '*=5@1,*=5@1': * stands twice: give it one value");
    EXPECT_EQ(error_of({"at:GT=5@1,at:gu=5@2"}), "jump SPEC 'at:GT=5@1,at:gu=5@2': at:gu stands twice: give it one "
                                                 "value");
    EXPECT_EQ(error_of({"at:GT=5@1,after:GT=5@2"}), "no error");
    for (auto const other : {alphabet::protein, alphabet::raw})
        EXPECT_EQ(error_of({"at:A=5@1"}, {}, other), "jump SPEC 'at:A=5@1': sites are for dna and rna, not for " +
                                                         std::string{name(other)} + ": use letter:");
    EXPECT_EQ(error_of({"at:A=5@1"}, {}, alphabet::rna), "no error");
    EXPECT_EQ(error_of({"letter:A"}), "jump SPEC 'letter:A': 'A' does not begin with LETTER=VALUE: write one letter, "
                                      "or * for every other, as in letter:A=500@5,*=.");
    EXPECT_EQ(error_of({"5@1"}, {"letter:A=1,a=2"}), "leave SPEC 'letter:A=1,a=2': 'a' stands twice (case does not "
                                                     "count, U is T): give it one value");
    EXPECT_EQ(error_of({"5@1"}, {"letter:A=q"}), "leave SPEC 'letter:A=q': cost 'q' is not within 0..2147483647: write "
                                                 "a whole number of them");
}
