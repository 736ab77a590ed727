// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "failure.hpp"
#include "solver.hpp"

#include <vglcs.h>
#include <vglcs/result.hpp>

#include <cstdint>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <vector>

namespace vglcs::c_api {

/// What became of one pair, before it is packed.
struct pair_outcome
{
    vglcs::result result;
    pair_reading reading;
    std::vector<vglcs_link> links; ///< where there can be jumps
    std::exception_ptr failure;
};

/// An array that grows by realloc, which moves large blocks without copying them.
template <class Value>
class packed_array
{
public:
    [[nodiscard]] Value const * data() const noexcept { return data_.get(); }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    /// Room for `more` values at the end.
    [[nodiscard]] Value * append(std::size_t more)
    {
        if (size_ + more > capacity_) {
            std::size_t const wanted = std::max(size_ + more, capacity_ + capacity_ / 2);
            void * const moved = std::realloc(data_.get(), wanted * sizeof(Value)); // NOLINT: trivially copyable
            if (!moved)
                throw std::bad_alloc{};
            (void)data_.release();
            data_.reset(static_cast<Value *>(moved));
            capacity_ = wanted;
        }
        Value * const at = data_.get() + size_;
        size_ += more;
        return at;
    }

private:
    struct release
    {
        void operator()(Value * given) const noexcept { std::free(given); } // NOLINT
    };
    std::unique_ptr<Value, release> data_;
    std::size_t size_ = 0, capacity_ = 0;
};

} // namespace vglcs::c_api

struct vglcs_answers
{
    /// Room for `count` answers.
    explicit vglcs_answers(std::size_t count);
    /// Adds the next one.
    void add(vglcs::c_api::pair_outcome const & outcome);

    struct failed_pair
    {
        std::size_t pair;
        vglcs_error error;
    };
    struct place
    {
        vglcs_pair last;
        std::uint8_t reverse, reverse_transcript, engine;
    };

    std::vector<std::int32_t> statuses;
    std::vector<std::uint64_t> lengths, scores, starts, link_starts; ///< the last two have one entry more
    std::vector<place> places;
    std::vector<std::string_view> engines; ///< names that were met
    vglcs::c_api::packed_array<vglcs_pair> chains;
    vglcs::c_api::packed_array<vglcs_link> links;
    std::vector<failed_pair> failures; ///< by pair
};
