// SPDX-License-Identifier: BSD-3-Clause
/// Stands in for libFuzzer in ordinary builds: runs the fuzzer once over every file of the folders given, and with
/// `--mutate SECONDS` goes on with random changes of them, without sanitizers and without knowing what is reached: a
/// smoke test. The input that ends a run is written to the file of the fuzzer's name with `.found` in the current
/// folder.
#include "fuzz.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace {

std::string current, found_name; ///< what runs, and where it goes if it ends the process

void keep_input(int signal)
{
    int const file = ::open(found_name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file >= 0 && ::write(file, current.data(), current.size()) >= 0)
        (void)::close(file);
    std::signal(signal, SIG_DFL);
    (void)std::raise(signal);
}

void run(std::string bytes)
{
    current = std::move(bytes);
    LLVMFuzzerTestOneInput(reinterpret_cast<std::uint8_t const *>(current.data()), current.size());
}

class mutator
{
public:
    explicit mutator(std::vector<std::string> const & inputs) : inputs_{inputs} {}

    [[nodiscard]] std::string next()
    {
        std::string out = any_input();
        for (std::size_t changes = 1 + below(8); changes > 0; --changes)
            change(out);
        out.resize(std::min(out.size(), largest));
        return out;
    }

private:
    static constexpr std::size_t largest = 8192;

    [[nodiscard]] std::size_t below(std::size_t bound) { return bound == 0 ? 0 : random_() % bound; }
    [[nodiscard]] std::string const & any_input() { return inputs_[below(inputs_.size())]; }
    [[nodiscard]] std::string piece_of(std::string const & text)
    {
        std::size_t const from = below(text.size());
        return text.substr(from, 1 + below(std::min<std::size_t>(64, text.size() - from)));
    }
    void change(std::string & text)
    {
        std::size_t const at = below(text.size());
        switch (below(7)) {
        case 0:
            if (!text.empty())
                text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
            break;
        case 1:
            if (!text.empty())
                text[at] = static_cast<char>(random_());
            break;
        case 2:
            text.erase(at, 1 + below(32));
            break;
        case 3:
            text.insert(at, piece_of(any_input()));
            break;
        case 4:
            text.insert(at, piece_of(text));
            break;
        case 5: {
            std::string const other = piece_of(any_input());
            text.replace(at, other.size(), other);
            break;
        }
        default: { // numbers at which something ends
            static constexpr std::array<std::uint64_t, 8> ends{
                0, 1, 0x7f, 0xff, 0x7fff'ffff, 0xffff'ffff, 0x7fff'ffff'ffff'ffff, ~std::uint64_t{0}};
            std::uint64_t const value = ends[below(ends.size())] + below(3) - 1;
            std::size_t const bytes = std::min<std::size_t>(std::size_t{1} << below(4), text.size() - at);
            std::memcpy(text.data() + at, &value, bytes);
        }
        }
    }

    std::vector<std::string> const & inputs_;
    std::mt19937_64 random_{std::random_device{}()};
};

} // namespace

int main(int argc, char ** argv)
{
    namespace fs = std::filesystem;
    using clock = std::chrono::steady_clock;
    double seconds = 0;
    std::vector<fs::path> files;
    for (int k = 1; k < argc; ++k)
        if (std::string_view{argv[k]} == "--mutate" && k + 1 < argc)
            seconds = std::stod(argv[++k]);
        else
            for (auto const & entry : fs::directory_iterator{argv[k]})
                files.push_back(entry.path());
    std::ranges::sort(files);
    std::vector<std::string> inputs;
    for (fs::path const & path : files) {
        std::ifstream file{path, std::ios::binary};
        inputs.emplace_back(std::istreambuf_iterator<char>{file}, std::istreambuf_iterator<char>{});
        std::printf("%s\n", path.filename().c_str()); // the last line names the file that ends the run
        std::fflush(stdout);
        run(inputs.back());
    }
    std::printf("%zu files\n", files.size());
    if (files.empty())
        return 1; // a corpus that is not found must not pass
    if (seconds > 0) {
        found_name = fs::path{argv[0]}.filename().string() + ".found";
        for (int const signal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGALRM})
            std::signal(signal, keep_input);
        mutator random{inputs};
        auto const end = clock::now() + std::chrono::duration<double>{seconds};
        std::size_t runs = 0;
        for (; clock::now() < end; ++runs) {
            alarm(60); // an input that never ends is a finding
            run(random.next());
        }
        std::printf("%zu changed inputs\n", runs);
    }
    return 0;
}
