// SPDX-License-Identifier: BSD-3-Clause
#include "io/bytes/byte_source.hpp"
#include "io/bytes/read_failure.hpp"
#include <vglcs/error.hpp>

#include "gzip.hpp"
#include "temporary_folder.hpp"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <pthread.h>
#include <pty.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

using namespace vglcs;
using namespace std::chrono_literals;
using detail::byte_source;
using detail::byte_source_sizes;
using detail::read_failure;
using test::bgzip;
using test::bgzip_block;
using test::gzip;

namespace {

std::string read_all(std::string const & path, byte_source_sizes sizes = {})
{
    byte_source source{path, sizes};
    std::string out;
    while (auto const * block = source.next()) {
        EXPECT_FALSE(block->bytes.empty());
        EXPECT_LE(block->bytes.size(), sizes.block_bytes);
        EXPECT_EQ(block->has_carriage_return, block->bytes.find('\r') != std::string_view::npos);
        out += block->bytes;
    }
    return out;
}

/// The message of the failure, and how many bytes came before it.
std::pair<std::string, std::size_t> failure_of(std::string const & path, byte_source_sizes sizes = {})
{
    std::size_t bytes = 0;
    try {
        byte_source source{path, sizes};
        while (auto const * block = source.next())
            bytes += block->bytes.size();
    } catch (std::exception const & e) {
        return {e.what(), bytes};
    }
    return {"no error", bytes};
}

std::string random_text(std::size_t size)
{
    std::mt19937 rng{static_cast<unsigned>(size)};
    std::string text(size, '\0');
    for (char & c : text)
        c = "ACGT\n\r"[rng() % 6];
    return text;
}

/// Standard input is the given descriptor as long as this lives.
class standard_input
{
public:
    explicit standard_input(int descriptor) : saved_{dup(STDIN_FILENO)} { dup2(descriptor, STDIN_FILENO); }
    ~standard_input()
    {
        dup2(saved_, STDIN_FILENO);
        close(saved_);
    }

private:
    int saved_;
};

struct pipe_ends
{
    pipe_ends() { EXPECT_EQ(pipe(ends), 0); }
    ~pipe_ends()
    {
        close(ends[0]);
        close_writer();
    }
    void close_writer()
    {
        if (ends[1] >= 0)
            close(ends[1]);
        ends[1] = -1;
    }
    void write(std::string_view bytes) const
    {
        EXPECT_EQ(::write(ends[1], bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
    }
    int ends[2] = {-1, -1};
};

constexpr std::string_view truncated = "truncated gzip data (unexpected end of file): copy or download the file again";
constexpr std::string_view crc =
    "gzip data error (crc: the checksum does not fit the data): copy or download the file again";
constexpr std::string_view foreign_tail =
    "gzip data error (other bytes after the end of the data): copy or download the file again";

} // namespace

TEST(byte_source, plain_and_compressed_bytes_whatever_the_sizes)
{
    test::temporary_folder const folder;
    for (std::size_t const size : {0, 1, 2, 5, 6, 7, 100, 4096, 10'000}) {
        std::string const text = random_text(size);
        std::string const plain = folder.replace("plain", text);
        std::string const one = folder.replace("one", gzip(text));
        std::string const several =
            folder.replace("several", gzip(text.substr(0, size / 3)) + gzip("") + gzip(text.substr(size / 3)));
        std::string const blocks = folder.replace("blocks", bgzip(text, 700));
        for (std::size_t const block : {1, 2, 3, 7, 64, 4096, 65'536})
            for (std::size_t const input : {1, 6, 19, 4096}) {
                if (size / block > 1000)
                    continue;
                byte_source_sizes const sizes{.block_bytes = block,
                                              .blocks = 2 + block % 3,
                                              .input_bytes = input,
                                              .thread_bytes = block % 2 * 10'000};
                for (std::string const & path : {plain, one, several, blocks})
                    EXPECT_EQ(read_all(path, sizes), text) << path << ", block " << block << ", input " << input;
            }
    }
}

TEST(byte_source, zeros_after_gzip_data_are_padding)
{
    test::temporary_folder const folder;
    std::string const path = folder.replace("padded", gzip("ACGT") + std::string(512, '\0'));
    for (std::size_t const input : {1, 100, 4096})
        EXPECT_EQ(read_all(path, {.input_bytes = input}), "ACGT");
}

TEST(byte_source, gzip_data_cut_anywhere_is_truncated)
{
    test::temporary_folder const folder;
    std::string const text = random_text(300);
    std::string const first = gzip(text.substr(0, 100)), whole = first + gzip(text.substr(100));
    for (std::size_t size = 2; size < whole.size(); ++size) {
        std::string const path = folder.replace("cut", whole.substr(0, size));
        if (size == first.size()) // a whole member: no one can tell
            EXPECT_EQ(read_all(path), text.substr(0, 100));
        else
            EXPECT_EQ(failure_of(path, {.input_bytes = 7, .thread_bytes = size % 2 * 1000}).first, truncated) << size;
    }
}

TEST(byte_source, bgzip_data_cut_anywhere_is_truncated)
{
    test::temporary_folder const folder;
    std::string const first = bgzip_block("ACGT"), second = bgzip_block("TTTT"),
                      whole = first + second + bgzip_block({});
    for (std::size_t size = 2; size < whole.size(); ++size) {
        bool const between_blocks = size == first.size() || size == first.size() + second.size();
        std::string const path = folder.replace("cut", whole.substr(0, size));
        if (!between_blocks) {
            EXPECT_EQ(failure_of(path).first, truncated) << size;
            continue;
        }
        detail::byte_source source{path}; // whole blocks, and that the last one is missing is known
        while (source.next() != nullptr) {
        }
        EXPECT_TRUE(source.lacks_end_block()) << size;
    }
    detail::byte_source complete{folder.replace("complete", whole)};
    while (complete.next() != nullptr) {
    }
    EXPECT_FALSE(complete.lacks_end_block());
    EXPECT_EQ(read_all(folder.replace("whole", whole)), "ACGTTTTT");
    // two files joined: an end-of-file block in the middle
    EXPECT_EQ(read_all(folder.replace("joined", whole + whole)), "ACGTTTTTACGTTTTT");
}

TEST(byte_source, every_flipped_bit_of_data_or_trailer_is_an_error)
{
    test::temporary_folder const folder;
    std::string const whole = gzip(random_text(200));
    std::size_t const header = 10;
    for (std::size_t k = header; k < whole.size(); ++k) {
        if (k == whole.size() - 9)
            continue; // its last bits only fill the byte
        for (int bit = 0; bit < 8; ++bit) {
            std::string damaged = whole;
            damaged[k] = static_cast<char>(damaged[k] ^ 1 << bit);
            std::string const message = failure_of(folder.replace("damaged", damaged)).first;
            bool const named = message.starts_with("gzip data error (") || message == truncated;
            EXPECT_TRUE(named && message.ends_with("): copy or download the file again")) << k << ": " << message;
        }
    }
}

TEST(byte_source, each_kind_of_damage_is_named)
{
    test::temporary_folder const folder;
    std::string const text = random_text(200), whole = gzip(text);
    std::string damaged = whole;
    damaged[whole.size() - 6] ^= 1;
    EXPECT_EQ(failure_of(folder.replace("crc", damaged)), (std::pair{std::string{crc}, text.size()}));
    damaged = whole;
    damaged[whole.size() - 2] ^= 1;
    EXPECT_EQ(failure_of(folder.replace("length", damaged)).first,
              "gzip data error (the length does not fit the data): copy or download the file again");
    damaged = whole;
    damaged[2] = 7;
    EXPECT_EQ(failure_of(folder.replace("method", damaged)).first,
              "gzip data error (unknown compression method): copy or download the file again");
    EXPECT_EQ(failure_of(folder.replace("tail", whole + "ACGT")).first, foreign_tail);
    EXPECT_EQ(failure_of(folder.replace("zeros", whole + std::string(3, '\0') + "A")).first, foreign_tail);
}

TEST(byte_source, what_was_decompressed_before_the_damage_comes_first)
{
    test::temporary_folder const folder;
    std::string whole = gzip(random_text(100'000));
    whole[whole.size() - 6] ^= 1;
    auto const [message, bytes] =
        failure_of(folder.replace("late", whole), {.block_bytes = 1000, .blocks = 2, .thread_bytes = 0});
    EXPECT_EQ(message, crc);
    EXPECT_EQ(bytes, 100'000);
}

TEST(byte_source, other_compressions_are_refused_by_name)
{
    using namespace std::string_literals;
    test::temporary_folder const folder;
    std::pair<std::string, std::string> const kinds[] = {
        {"BZh91AY&SY", "bzip2"},       {"\xfd"s + "7zXZ\0\0"s, "xz"}, {"\x28\xb5\x2f\xfd\x04"s, "zstd"},
        {"\x04\x22\x4d\x18@"s, "lz4"}, {"PK\x03\x04\x14"s, "zip"},    {"\x1f\x9d\x90"s, "compress (.Z)"},
    };
    for (auto const & [bytes, name] : kinds)
        EXPECT_EQ(failure_of(folder.replace("packed.fa", bytes)).first,
                  name + " data is not supported: decompress it first, or use gzip");
}

TEST(byte_source, files_that_cannot_be_opened)
{
    test::temporary_folder const folder;
    folder.make_folder("folder");
    auto const message_of = [](std::string const & path) -> std::string {
        try {
            byte_source const source{path};
        } catch (input_error const & e) {
            return e.what();
        }
        return "no error";
    };
    EXPECT_EQ(message_of(folder.path("none.fa")),
              folder.path("none.fa") + ": no such file: check the name and the folder");
    EXPECT_EQ(message_of(folder.path("folder")), folder.path("folder") + ": is a directory: name a file in it");
    std::string const file = folder.replace("file", "");
    EXPECT_EQ(message_of(file + "/a.fa"), file + "/a.fa: no such file: check the name and the folder");
    std::string const loop = folder.path("loop");
    ASSERT_EQ(symlink(loop.c_str(), loop.c_str()), 0);
    EXPECT_EQ(message_of(loop), loop + ": cannot be opened (Too many levels of symbolic links): check the file and its "
                                       "permissions");
}

TEST(byte_source, an_io_error_in_the_middle_is_an_error)
{
    // the reading side of a terminal gives EIO once the other side has gone
    int master = -1, slave = -1;
    if (openpty(&master, &slave, nullptr, nullptr, nullptr) != 0)
        GTEST_SKIP() << "this machine gives no terminals";
    ASSERT_EQ(write(slave, "ACGTACGT", 8), 8);
    close(slave);
    standard_input const input{master};
    auto const [message, bytes] = failure_of("-");
    EXPECT_EQ(message,
              "cannot be read after byte 8 (Input/output error): check the disk, the network or the program at the "
              "other end");
    close(master);
}

TEST(byte_source, a_pipe_that_delivers_byte_by_byte)
{
    std::string const text = random_text(500), packed = gzip(text);
    for (std::string const & bytes : {text, packed}) {
        pipe_ends ends;
        standard_input const input{ends.ends[0]};
        std::jthread const writer{[&] {
            for (char const c : bytes) {
                ends.write({&c, 1});
                if (static_cast<unsigned char>(c) < 20)
                    std::this_thread::sleep_for(50us);
            }
            ends.close_writer();
        }};
        EXPECT_EQ(read_all("-"), text);
    }
}

TEST(byte_source, a_named_pipe_whose_writer_comes_late)
{
    test::temporary_folder const folder;
    std::string const path = folder.path("fifo");
    ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
    std::jthread const writer{[&] {
        std::this_thread::sleep_for(20ms);
        folder.write("fifo", "ACGTACGT");
    }};
    EXPECT_EQ(read_all(path), "ACGTACGT");
}

TEST(byte_source, standard_input_that_does_not_block)
{
    pipe_ends ends;
    ASSERT_EQ(fcntl(ends.ends[0], F_SETFL, O_NONBLOCK), 0);
    standard_input const input{ends.ends[0]};
    std::jthread const writer{[&] {
        std::this_thread::sleep_for(20ms);
        ends.write("ACGTACGT");
        ends.close_writer();
    }};
    EXPECT_EQ(read_all("-"), "ACGTACGT");
}

TEST(byte_source, ends_at_once_while_a_pipe_never_delivers)
{
    pipe_ends const ends;
    standard_input const input{ends.ends[0]};
    auto const start = std::chrono::steady_clock::now();
    {
        byte_source const source{"-"};
        std::this_thread::sleep_for(20ms); // the thread waits in the pipe
    }
    {
        ends.write("ACGTACGT");
        byte_source const source{"-"}; // the thread has read something and waits for more
        std::this_thread::sleep_for(20ms);
    }
    EXPECT_LT(std::chrono::steady_clock::now() - start, 500ms);
}

TEST(byte_source, ends_at_once_while_its_blocks_are_full)
{
    test::temporary_folder const folder;
    std::string const text = random_text(100'000);
    for (std::string const & path : {folder.replace("plain", text), folder.replace("packed", gzip(text))}) {
        byte_source source{path, {.block_bytes = 100, .blocks = 2, .thread_bytes = 0}};
        EXPECT_NE(source.next(), nullptr);
    }
}

TEST(byte_source, a_stop_ends_the_wait_for_a_pipe)
{
    pipe_ends const ends;
    standard_input const input{ends.ends[0]};
    run_control control;
    byte_source source{"-", {}, &control};
    std::jthread const watcher{[&] {
        std::this_thread::sleep_for(30ms);
        control.stop();
    }};
    auto const start = std::chrono::steady_clock::now();
    EXPECT_THROW((void)source.next(), interrupted);
    EXPECT_LT(std::chrono::steady_clock::now() - start, 1s);
}

TEST(byte_source, cut_gzip_data_gives_the_same_bytes_whatever_the_sizes)
{
    test::temporary_folder folder;
    std::string text;
    for (int k = 0; k < 300; ++k)
        text += "ACGT"[k % 7 % 4];
    std::string const packed = gzip(text + text + text);
    for (std::size_t const size : {packed.size() - 9, packed.size() / 2, packed.size() - 20}) {
        std::string const path = folder.replace("cut.gz", packed.substr(0, size));
        auto const whole = failure_of(path);
        EXPECT_GT(whole.second, 0u);
        for (std::size_t const block : {1, 2, 3, 7, 64})
            for (std::size_t const input : {1, 2, 5, 1000})
                EXPECT_EQ(failure_of(path, {.block_bytes = block, .blocks = 2, .input_bytes = input}), whole)
                    << size << ' ' << block << ' ' << input;
    }
}
