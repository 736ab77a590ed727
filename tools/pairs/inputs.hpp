// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/notes.hpp"
#include "base/options.hpp"

#include <vglcs/io/gap_spec.hpp>
#include <vglcs/io/sequence_reader.hpp>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace vglcs::tools {

/// A record with its limits on the strands that the run needs, in the aligned orientation of each.
class limited_record
{
public:
    sequence record;

    [[nodiscard]] bool has_limits(strand direction) const noexcept
    {
        return direction == strand::forward ? forward_.wanted : reverse_.wanted;
    }
    /// Bytes that the limits take, at most, once they are made.
    [[nodiscard]] std::uint64_t limits_bytes() const noexcept;

    // Made when they are first asked for, once a record; any number of threads may ask.
    /// Empty on a strand that is not needed. Limits of letters and qualities are made here, not while files are read:
    /// the one thread that reads has the least time, and an array a letter is kept for pairs under way alone.
    [[nodiscard]] gap_limits const & limits(strand direction) const;
    /// Digest of the limits of that strand, in file orientation.
    [[nodiscard]] std::string const & limits_digest(strand direction) const;
    [[nodiscard]] std::string const & letters_sha256() const;
    /// Sorted k-mers; every call must have the same letters, k and canonical.
    /// @param device   number of the CUDA device that may sort them
    [[nodiscard]] std::vector<std::uint64_t> const & kmers(alphabet letters, unsigned k, bool canonical,
                                                           std::optional<int> device) const;

private:
    friend class input;
    struct strand_limits
    {
        bool wanted = false;
        mutable std::once_flag once;
        mutable gap_limits made;
    };
    strand_limits forward_, reverse_;
    std::shared_ptr<gap_spec const> later_; ///< what makes them; null where they are made already

    mutable std::once_flag forward_once_, reverse_once_, letters_once_, kmers_once_;
    mutable std::string forward_digest_, reverse_digest_, letters_sha256_;
    mutable std::vector<std::uint64_t> kmers_;
};

using shared_record = std::shared_ptr<limited_record const>;

/// One sequence file with its limits, or several that are read as if they were one.
class input
{
public:
    /// A file that is read behind another.
    struct further_file
    {
        std::string path;
        std::optional<std::string> spec; ///< of its own limits; empty: those of the file before
    };
    /// How further files are opened, of the alphabet of the first.
    struct file_opener
    {
        std::function<sequence_reader(std::string const & path)> reader;
        std::function<gap_spec(std::string const & spec)> limits;
    };

    /// @param max_memory   bytes that `rest` may take
    input(sequence_reader reader, gap_spec limits, bool forward, bool reverse, std::uint64_t max_memory);

    /// Files to read behind the first, before the first `next`. Their records are numbered on.
    void add_files(std::vector<further_file> files, file_opener open);

    /// The next record; null at the end.
    [[nodiscard]] shared_record next();
    /// All records that are left. Throws resource_error where they take too much memory.
    [[nodiscard]] std::vector<shared_record> rest();
    /// To be called after the last record: warns of names of a track that no record had.
    void finish() { limits_->finish(); }

    [[nodiscard]] std::string const & path() const noexcept { return reader_.path(); }
    [[nodiscard]] std::uint64_t records() const noexcept { return records_; } ///< read so far
    /// Records of each file that has been read, and of those before it.
    [[nodiscard]] std::vector<std::size_t> const & file_ends() const noexcept { return file_ends_; }
    [[nodiscard]] std::string const & spec() const noexcept { return limits_->text(); }
    [[nodiscard]] gap_spec const & limits_of_file() const noexcept { return *limits_; }
    /// Letters of the record that `next` gives first. Before the first `next`.
    [[nodiscard]] std::uint64_t first_letters() const { return reader_.first().letters.size(); }

private:
    sequence_reader reader_;
    std::shared_ptr<gap_spec> limits_;
    bool forward_, reverse_;
    std::uint64_t records_ = 0, max_memory_;
    std::vector<further_file> further_;
    file_opener open_;
    std::vector<std::size_t> file_ends_;
};

/// Both files of a job, opened, of one alphabet.
struct inputs
{
    input a, b;
    vglcs::alphabet alphabet;
};

/// On which strands A's limits are wanted: those that --strand names, or all that the alphabet has.
enum class strands_to_read : std::uint8_t { chosen, all };

/// Opens both files (so that a missing one is seen before any work), settles the alphabet and loads the limits. Throws
/// usage_error where the job's output would overwrite any of them.
[[nodiscard]] inputs open_inputs(job_options const & job, run_control const & control, notes const & out,
                                 strands_to_read strands = strands_to_read::chosen);

/// True for standard input and pipes, which can be read from their start only once.
[[nodiscard]] bool reads_once(std::string const & path);

/// Bytes that each file may take while it is read: half of --max-memory (empty: of its default), and at least 4 MiB, so
/// that a small budget for the engines leaves room for small files.
[[nodiscard]] std::uint64_t reading_memory(std::string const & max_memory);
/// The same for a budget in bytes.
[[nodiscard]] std::uint64_t reading_memory(std::uint64_t max_memory);

/// Reads gap limits as the command line gives them, for one file.
/// @param max_memory   bytes that a track may take
[[nodiscard]] gap_spec load_limits(gap_options const & gaps, std::string const & spec,
                                   std::optional<vglcs::alphabet> letters, notes const & out, std::uint64_t max_memory);

/// A file and how many records it has, or has had so far.
struct counted_file
{
    std::string path;
    std::uint64_t records;
};

/// Throws the input_error of two files whose records do not pair up: one ended, the other has more.
[[noreturn]] void refuse_counts(counted_file const & a, counted_file const & b);

/// Throws usage_error where the output would overwrite one of the input files, or the track that a SPEC names.
void refuse_overwriting(std::string const & output, std::vector<std::string> const & inputs,
                        std::vector<std::string> const & specs = {});

} // namespace vglcs::tools
