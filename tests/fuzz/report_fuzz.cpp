// SPDX-License-Identifier: BSD-3-Clause
/// What reports are made of: pairs with explanations, blocks of anchors, spliced alignments, curves; told apart by
/// their first lines. Whatever the text, the page that is made of it holds valid JSON without a character of markup,
/// and ends each script where it should.
#include "fuzz.hpp"
#include "memory_file.hpp"

#include "report/block_report.hpp"
#include "report/curve_report.hpp"
#include "report/pair_report.hpp"
#include "report/shown_kind.hpp"
#include "report/spliced_report.hpp"

#include <vglcs/error.hpp>

#include <nlohmann/json.hpp>

#include <string>

namespace {

using namespace vglcs;
using namespace vglcs::fuzz;
using namespace vglcs::tools;
using vglcs::test::memory_file;

told_report add(report_job const & job, run_control & control, report_page & page, page_object & contents)
{
    switch (find_shown_kind(job.result, control, 0)) {
    case shown_kind::pairs:
        return add_pairs(job, control, notes{true}, page, contents);
    case shown_kind::blocks:
        return add_blocks(job, control, page, contents);
    case shown_kind::curves:
        return add_curves(job, control, page, contents);
    case shown_kind::spliced:
        break;
    }
    return add_spliced(job, control, notes{true}, page, contents);
}

std::size_t count(std::string_view text, std::string_view part)
{
    std::size_t n = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string_view::npos; at += part.size())
        ++n;
    return n;
}

void check_page(std::string const & text)
{
    std::string_view const mark = "id=\"contents\">";
    std::size_t const first = text.find(mark) + mark.size(), end = text.find("</script>", first);
    std::string const json = text.substr(first, end - first);
    require(json.find('<') == std::string::npos && json.find('&') == std::string::npos, "names are no markup");
    require(nlohmann::json::accept(json), "the contents are JSON");
    require(count(text, "<script") == count(text, "</script>"), "scripts end where they should");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const * data, std::size_t size)
{
    memory_file const file{{reinterpret_cast<char const *>(data), size}};
    report_job job;
    job.result = file.path();
    job.caps = {.rows = 5, .runs = 20, .letters = 100, .anchors = 5, .features = 5};
    run_control control;
    try {
        report_page page;
        page_object contents;
        told_report const told = add(job, control, page, contents);
        contents.text("title", told.title).texts("notes", told.notes);
        std::string text;
        output_file out = output_file::into(text);
        page.write(told.title, contents, out);
        out.commit();
        check_page(text);
    } catch (error const &) {
    }
    return 0;
}
