// SPDX-License-Identifier: BSD-3-Clause
#include "base/signals.hpp"

#include <vglcs/io/output_file.hpp>

#include <atomic>
#include <csignal>
#include <ctime>
#include <pthread.h>
#include <unistd.h>

namespace vglcs::tools {

namespace {

/// The signals that end a run, and SIGUSR1 by which the destructor ends the watching thread.
sigset_t watched_signals()
{
    sigset_t set;
    sigemptyset(&set);
    for (int const s : {SIGINT, SIGTERM, SIGHUP, SIGUSR1})
        sigaddset(&set, s);
    return set;
}

void watch(run_control & control)
{
    sigset_t const set = watched_signals();
    int signal = 0;
    if (sigwait(&set, &signal) != 0 || signal == SIGUSR1)
        return;
    exit_code const code = signal == SIGINT ? exit_code::interrupted : exit_code::terminated;
    control.stop(code);
    timespec const patience{.tv_sec = 0, .tv_nsec = 800'000'000};
    siginfo_t info;
    if (sigtimedwait(&set, &info, &patience) == SIGUSR1)
        return; // the run ended by itself
    remove_unfinished_outputs();
    _exit(static_cast<int>(code));
}

/// What a bus error means, made before there can be one.
std::string mapped_files, bus_error_text;

/// Async-signal-safe but for the mutex over the names of unfinished files, which no thread holds while it reads from a
/// mapped file.
void end_by_bus_error(int)
{
    static std::atomic_flag once;
    while (once.test_and_set())
        pause(); // another thread ends the process
    [[maybe_unused]] auto const written = write(STDERR_FILENO, bus_error_text.data(), bus_error_text.size());
    remove_unfinished_outputs();
    _exit(static_cast<int>(exit_code::input));
}

} // namespace

void watch_mapped_file(std::string const & path)
{
    mapped_files += (mapped_files.empty() ? "" : " or ") + path;
    bus_error_text = mapped_files +
                     ": cut, or cannot be read any more, while it was used: check the disk, and run again "
                     "when nothing writes to it\n";
    std::signal(SIGBUS, end_by_bus_error);
}

signal_watch::signal_watch(run_control & control)
{
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    sigset_t const set = watched_signals();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    thread_ = std::thread{[&control] { watch(control); }};
}

signal_watch::~signal_watch()
{
    pthread_kill(thread_.native_handle(), SIGUSR1);
    thread_.join();
}

} // namespace vglcs::tools
