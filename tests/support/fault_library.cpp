// SPDX-License-Identifier: BSD-3-Clause
/// Makes the system under a program fail, to be loaded in front of it by LD_PRELOAD. The environment variable
/// VGLCS_FAULT says what goes wrong, in parts between ';', counted from the start of main:
///   allocation=K          the K-th call of malloc and its relatives gives nothing
///   thread=K              the K-th thread cannot be started
///   short                 reads and writes move at most 3 bytes, and every fifth one is interrupted (EINTR) before
///   that write=BYTES:ERRNO     writes fail from this byte on (standard error is left alone) read=BYTES:ERRNO reads of
///   regular files and pipes fail from this byte on close=ERRNO, rename=ERRNO, fsync=ERRNO
/// VGLCS_FAULT_FILE, where set, is the end of the only file's name that is meant by reads and writes. The number of
/// allocations goes to the file VGLCS_FAULT_REPORT at exit. Linux, glibc.
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <pthread.h>
#include <string_view>
#include <unistd.h>

extern "C" {
void * __libc_malloc(std::size_t);
void * __libc_calloc(std::size_t, std::size_t);
void * __libc_realloc(void *, std::size_t);
void * __libc_memalign(std::size_t, std::size_t);
}

namespace {

struct failure_at
{
    long long position = -1; ///< negative: never
    int error_number = 0;
};

struct plan
{
    long long allocation = 0, thread = 0; ///< 0: none
    bool in_short_pieces = false;
    failure_at read, write;
    int close = 0, rename = 0, fsync = 0;
    char const * file = nullptr;
};

plan faults;
std::atomic<bool> running = false; // between the start of main and the end of the process
std::atomic<long long> allocations = 0, threads = 0, bytes_read = 0, bytes_written = 0, calls = 0;

/// The value of KEY=VALUE in the environment's text; nothing where the key is not there.
char const * value_of(char const * text, std::string_view key)
{
    for (char const * part = text; part; part = std::strchr(part, ';')) {
        part += *part == ';';
        if (std::string_view{part}.starts_with(key) && (part[key.size()] == '=' || key == "short"))
            return part + key.size() + 1;
    }
    return nullptr;
}

long long number_of(char const * text, char const * key)
{
    char const * const value = value_of(text, key);
    return value ? std::atoll(value) : 0;
}

failure_at failure_of(char const * text, char const * key)
{
    char const * const value = value_of(text, key);
    if (!value)
        return {};
    char const * const colon = std::strchr(value, ':');
    return {.position = std::atoll(value), .error_number = colon ? std::atoi(colon + 1) : EIO};
}

void read_plan()
{
    char const * const text = std::getenv("VGLCS_FAULT");
    if (!text)
        return;
    faults = {.allocation = number_of(text, "allocation"),
              .thread = number_of(text, "thread"),
              .in_short_pieces = value_of(text, "short") != nullptr,
              .read = failure_of(text, "read"),
              .write = failure_of(text, "write"),
              .close = static_cast<int>(number_of(text, "close")),
              .rename = static_cast<int>(number_of(text, "rename")),
              .fsync = static_cast<int>(number_of(text, "fsync")),
              .file = std::getenv("VGLCS_FAULT_FILE")};
}

void report()
{
    running = false;
    if (char const * const path = std::getenv("VGLCS_FAULT_REPORT"))
        if (std::FILE * const file = std::fopen(path, "w")) {
            std::fprintf(file, "%lld %lld\n", allocations.load(), threads.load());
            std::fclose(file);
        }
}

bool allocation_fails()
{
    if (!running || ++allocations != faults.allocation)
        return false;
    errno = ENOMEM;
    return true;
}

template <class Function>
Function * next(char const * name)
{
    return reinterpret_cast<Function *>(dlsym(RTLD_NEXT, name));
}

/// True where the descriptor is of the file that is meant.
bool is_meant(int fd)
{
    if (!running || fd == STDERR_FILENO)
        return false;
    if (!faults.file)
        return true;
    char link[64], path[4096];
    std::snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t const size = readlink(link, path, sizeof path);
    return size > 0 && std::string_view{path, static_cast<std::size_t>(size)}.ends_with(faults.file);
}

/// What a read or write of `wanted` bytes may move; negative: errno is set.
ssize_t allowance(std::size_t wanted, std::atomic<long long> const & done, failure_at const & failure)
{
    long long allowed = static_cast<long long>(wanted);
    if (faults.in_short_pieces) {
        if (++calls % 5 == 0) {
            errno = EINTR;
            return -1;
        }
        allowed = allowed < 3 ? allowed : 3;
    }
    if (failure.position >= 0) {
        long long const left = failure.position - done;
        if (left <= 0 && wanted) {
            errno = failure.error_number;
            return -1;
        }
        allowed = allowed < left ? allowed : left;
    }
    return static_cast<ssize_t>(allowed);
}

/// Lets libcrypto initialise itself while nothing fails yet: OpenSSL 3.0 reads through null pointers where it gets no
/// memory then, which is no mistake of the program under test.
void spare_libcrypto()
{
    using digest_function = int(void const *, std::size_t, unsigned char *, unsigned *, void const *, void *);
    using kind_function = void const *();
    auto * const digest = reinterpret_cast<digest_function *>(dlsym(RTLD_DEFAULT, "EVP_Digest"));
    auto * const sha256 = reinterpret_cast<kind_function *>(dlsym(RTLD_DEFAULT, "EVP_sha256"));
    unsigned char out[64];
    unsigned size = 0;
    if (digest && sha256)
        digest("", 0, out, &size, sha256(), nullptr);
}

/// The same for LLVM's OpenMP library, which waits for its own lock for ever where it gets no memory while it
/// initialises itself.
void spare_libomp()
{
    using count_function = int();
    auto * const processors = reinterpret_cast<count_function *>(dlsym(RTLD_DEFAULT, "omp_get_num_procs"));
    if (processors && dlsym(RTLD_DEFAULT, "__kmpc_fork_call"))
        processors();
}

int (*real_main)(int, char **, char **);

int main_with_faults(int argc, char ** argv, char ** environment)
{
    spare_libcrypto();
    spare_libomp();
    std::atexit(report);
    running = true;
    int const code = real_main(argc, argv, environment);
    running = false;
    return code;
}

} // namespace

extern "C" {

void * malloc(std::size_t size)
{
    return allocation_fails() ? nullptr : __libc_malloc(size);
}

void * calloc(std::size_t count, std::size_t size)
{
    return allocation_fails() ? nullptr : __libc_calloc(count, size);
}

void * realloc(void * memory, std::size_t size)
{
    return allocation_fails() ? nullptr : __libc_realloc(memory, size);
}

void * aligned_alloc(std::size_t alignment, std::size_t size)
{
    return allocation_fails() ? nullptr : __libc_memalign(alignment, size);
}

void * memalign(std::size_t alignment, std::size_t size)
{
    return aligned_alloc(alignment, size);
}

int posix_memalign(void ** out, std::size_t alignment, std::size_t size)
{
    void * const memory = aligned_alloc(alignment, size);
    if (!memory)
        return ENOMEM;
    *out = memory;
    return 0;
}

int pthread_create(pthread_t * thread, pthread_attr_t const * attributes, void * (*run)(void *), void * argument)
{
    static auto * const real = next<decltype(pthread_create)>("pthread_create");
    return running && ++threads == faults.thread ? EAGAIN : real(thread, attributes, run, argument);
}

ssize_t read(int fd, void * out, std::size_t size)
{
    static auto * const real = next<decltype(read)>("read");
    if (!is_meant(fd))
        return real(fd, out, size);
    ssize_t const allowed = allowance(size, bytes_read, faults.read);
    if (allowed < 0)
        return -1;
    ssize_t const done = real(fd, out, static_cast<std::size_t>(allowed));
    bytes_read += done > 0 ? done : 0;
    return done;
}

ssize_t write(int fd, void const * from, std::size_t size)
{
    static auto * const real = next<decltype(write)>("write");
    if (!is_meant(fd))
        return real(fd, from, size);
    ssize_t const allowed = allowance(size, bytes_written, faults.write);
    if (allowed < 0)
        return -1;
    ssize_t const done = real(fd, from, static_cast<std::size_t>(allowed));
    bytes_written += done > 0 ? done : 0;
    return done;
}

int close(int fd)
{
    static auto * const real = next<decltype(close)>("close");
    bool const fails = faults.close && fd > STDERR_FILENO && bytes_written > 0 && is_meant(fd);
    int const code = real(fd);
    if (!fails)
        return code;
    errno = faults.close;
    return -1;
}

int rename(char const * from, char const * to)
{
    static auto * const real = next<decltype(rename)>("rename");
    if (!running || !faults.rename)
        return real(from, to);
    errno = faults.rename;
    return -1;
}

int fsync(int fd)
{
    static auto * const real = next<decltype(fsync)>("fsync");
    if (!running || !faults.fsync)
        return real(fd);
    errno = faults.fsync;
    return -1;
}

int __libc_start_main(int (*main)(int, char **, char **), int argc, char ** argv, int (*init)(int, char **, char **),
                      void (*fini)(), void (*rtld_fini)(), void * stack_end)
{
    read_plan();
    real_main = main;
    return next<decltype(__libc_start_main)>("__libc_start_main")(main_with_faults, argc, argv, init, fini, rtld_fini,
                                                                  stack_end);
}

} // extern "C"
