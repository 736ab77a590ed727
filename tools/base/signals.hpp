// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/run_control.hpp>

#include <string>
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

/// From now on the run ends with this file's name, exit code 3 and no unfinished output where a mapped file was cut, or
/// its disk does not give it: the kernel tells by SIGBUS. To be called before the file is mapped, by the main thread.
void watch_mapped_file(std::string const & path);

} // namespace vglcs::tools
