// SPDX-License-Identifier: BSD-3-Clause
/// The command lines of the workflow files do what they say: parts that join to the file of one run. Where Nextflow or
/// Snakemake is installed the files themselves are run too.
#include "cli.hpp"

#include "made_letters.hpp"
#include "tsv_text.hpp"

#include <map>
#include <regex>

using namespace vglcs::test;

namespace {

struct workflows : cli_test
{
    workflows()
    {
        std::string queries, targets;
        for (std::uint32_t k = 0; k < 40; ++k)
            queries += ">q" + std::to_string(k) + "\n" + made_letters(60 + k, k) + "\n";
        for (std::uint32_t k = 0; k < 5; ++k)
            targets += ">t" + std::to_string(k) + "\n" + made_letters(80 + k, 100 + k) + "\n";
        write("queries.fa", queries);
        write("targets.fa", targets);
    }
    /// All of a file under tools/workflows.
    [[nodiscard]] static std::string text_of(std::string const & name)
    {
        std::ostringstream out;
        out << std::ifstream{VGLCS_DATA "/../tools/workflows/" + name}.rdbuf();
        return out.str();
    }
    /// Lines of the file that call the program, without what is around them.
    [[nodiscard]] static texts commands_of(std::string const & name)
    {
        texts out;
        for (std::string line : split(text_of(name), '\n')) {
            line = std::regex_replace(line, std::regex{R"(^\s*"?|"?\s*$)"}, "");
            if (line.starts_with("vglcs "))
                out.push_back(line);
        }
        return out;
    }
    /// Runs a shell in the test's folder with the program in its PATH.
    void shell(std::string const & line) const
    {
        std::string const folder = std::filesystem::path{VGLCS_PROGRAM}.parent_path();
        std::string const all = "cd '" + path("").string() + "' && PATH='" + folder + "':\"$PATH\" && " + line;
        ASSERT_EQ(std::system(all.c_str()), 0) << line;
    }
    [[nodiscard]] static bool installed(std::string const & name)
    {
        return std::system(("command -v " + name + " > /dev/null 2>&1").c_str()) == 0;
    }
    [[nodiscard]] std::string whole() const { return vglcs({"batch", "queries.fa", "targets.fa", "--gaps", "5"}).out; }
};

std::string filled(std::string line, std::map<std::string, std::string> const & values)
{
    for (auto const & [name, value] : values)
        for (auto at = line.find(name); at != line.npos; at = line.find(name))
            line.replace(at, name.size(), value);
    return line;
}

} // namespace

TEST_F(workflows, nextflow_commands)
{
    texts const commands = commands_of("vglcs.nf");
    ASSERT_EQ(commands.size(), 2u);
    for (int part = 1; part <= 12; ++part)
        shell(filled(commands[0], {{"${queries}", "queries.fa"},
                                   {"${targets}", "targets.fa"},
                                   {"${options}", "--gaps 5"},
                                   {"${parts}", "12"},
                                   {"${task.cpus}", "2"},
                                   {"${part}", std::to_string(part)}}));
    shell(filled(commands[1], {{"\\$", "$"}}));
    EXPECT_EQ(read("rows.tsv"), whole());
}

TEST_F(workflows, snakemake_commands)
{
    texts const commands = commands_of("vglcs.smk");
    ASSERT_EQ(commands.size(), 2u);
    std::string parts;
    for (int part = 1; part <= 3; ++part) {
        std::string const output = "part." + std::to_string(part) + ".tsv";
        parts += " " + output;
        shell(filled(commands[0], {{"{input.queries}", "queries.fa"},
                                   {"{input.targets}", "targets.fa"},
                                   {"{params.options}", "--gaps 5"},
                                   {"{params.parts}", "3"},
                                   {"{threads}", "2"},
                                   {"{output}", output},
                                   {"{wildcards.part}", std::to_string(part)}}));
    }
    shell(filled(commands[1], {{"{input}", parts}, {"{output}", "rows.tsv"}}));
    EXPECT_EQ(read("rows.tsv"), whole());
}

TEST_F(workflows, snakemake_itself)
{
    if (!installed("snakemake"))
        GTEST_SKIP() << "snakemake is not installed";
    write("Snakefile", text_of("vglcs.smk"));
    shell("snakemake --cores 2 rows.tsv > /dev/null 2>&1");
    EXPECT_EQ(read("rows.tsv"), whole());
}

TEST_F(workflows, nextflow_itself)
{
    if (!installed("nextflow"))
        GTEST_SKIP() << "nextflow is not installed";
    write("vglcs.nf", text_of("vglcs.nf"));
    write("main.nf", "include { VGLCS } from './vglcs.nf'\nworkflow { VGLCS(file('queries.fa'), file('targets.fa'), "
                     "'--gaps 5', 3) | subscribe { it.copyTo('rows.tsv') } }\n");
    shell("nextflow run main.nf > /dev/null 2>&1");
    EXPECT_EQ(read("rows.tsv"), whole());
}
