// SPDX-License-Identifier: BSD-3-Clause
#include "failure.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <new>
#include <string_view>
#include <system_error>
#include <utility>

namespace vglcs::c_api {

namespace {

thread_local vglcs_error last;
thread_local bool has_failed = false;

constexpr std::string_view separator = ": ";

bool is_number(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Takes `file:line: ` or `file: ` off the front of what is left of a message.
void take_place(vglcs_error & error, std::string_view & rest)
{
    std::size_t const end = rest.find(separator);
    if (end == std::string_view::npos)
        return;
    std::string_view const front = rest.substr(0, end);
    if (std::size_t const colon = front.rfind(':');
        colon != std::string_view::npos && colon != 0 && is_number(front.substr(colon + 1)) && end - colon < 20)
    {
        error.file = front.substr(0, colon);
        error.line = std::stoull(std::string{front.substr(colon + 1)});
    } else {
        bool const is_word = front.find(' ') == std::string_view::npos && front != "problem";
        std::error_code none;
        if (error.status != VGLCS_INPUT || !(is_word || std::filesystem::exists(front, none)))
            return;
        error.file = front;
    }
    rest.remove_prefix(end + separator.size());
}

} // namespace

vglcs_error split_message(vglcs_status status, std::string message)
{
    vglcs_error error;
    error.status = status;
    error.message = std::move(message);
    std::string_view rest = error.message;
    if (status == VGLCS_VERIFICATION) { // says what is wrong, and nothing else
        error.what = rest;
        return error;
    }
    take_place(error, rest);
    std::size_t const at = rest.rfind(separator);
    error.what = rest.substr(0, at);
    if (at != std::string_view::npos)
        error.fix = rest.substr(at + separator.size());
    return error;
}

vglcs_error error_of(std::exception_ptr failure)
{
    try {
        std::rethrow_exception(std::move(failure));
    } catch (error const & e) {
        return split_message(static_cast<vglcs_status>(e.code()), e.what());
    } catch (std::bad_alloc const &) {
        return split_message(VGLCS_RESOURCES, "out of memory: use task length, fewer threads or a smaller input");
    } catch (std::system_error const & e) {
        if (e.code() == std::errc::resource_unavailable_try_again)
            return split_message(VGLCS_RESOURCES,
                                 fmt::format("a thread could not be started ({}): use fewer threads", e.what()));
        return split_message(VGLCS_INTERNAL, fmt::format("internal error: {}: please report it", e.what()));
    } catch (std::exception const & e) {
        return split_message(VGLCS_INTERNAL, fmt::format("internal error: {}: please report it", e.what()));
    } catch (...) {
        return split_message(VGLCS_INTERNAL, "internal error: an unknown exception: please report it");
    }
}

vglcs_status remember(vglcs_error error) noexcept
{
    last = std::move(error);
    has_failed = true;
    return last.status;
}

void require(void const * pointer, char const * what)
{
    if (!pointer)
        throw usage_error{fmt::format("{} is NULL: give it", what)};
}

} // namespace vglcs::c_api

using namespace vglcs::c_api;

vglcs_error const * vglcs_last_error(void)
{
    return has_failed ? &last : nullptr;
}

vglcs_status vglcs_error_status(vglcs_error const * error)
{
    return error ? error->status : VGLCS_OK;
}

char const * vglcs_error_message(vglcs_error const * error)
{
    return error ? error->message.c_str() : "";
}

char const * vglcs_error_file(vglcs_error const * error)
{
    return error ? error->file.c_str() : "";
}

uint64_t vglcs_error_line(vglcs_error const * error)
{
    return error ? error->line : 0;
}

char const * vglcs_error_what(vglcs_error const * error)
{
    return error ? error->what.c_str() : "";
}

char const * vglcs_error_fix(vglcs_error const * error)
{
    return error ? error->fix.c_str() : "";
}
