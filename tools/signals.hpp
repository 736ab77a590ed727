// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/run_control.hpp>

#include <thread>

namespace vglcs::tools {

/// Turns SIGINT, SIGTERM and SIGHUP into run_control::stop, so that the run ends in good order. A thread waits for the
/// signals; if the run has not ended 0.8 s after one (a read that hangs, say), it removes unfinished output files and
/// ends the process itself with 130 or 143. SIGPIPE and SIGXFSZ are ignored: a closed pipe and a file that grows beyond
/// `ulimit -f` show as write errors.
/// Make one before any other thread starts: they inherit the blocked signals.
class signal_watch
{
public:
    explicit signal_watch(run_control & control);
    ~signal_watch();
    signal_watch(signal_watch const &) = delete;
    signal_watch & operator=(signal_watch const &) = delete;

private:
    std::thread thread_;
};

} // namespace vglcs::tools
