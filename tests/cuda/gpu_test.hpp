// SPDX-License-Identifier: BSD-3-Clause
/// What tests that need a CUDA device start with.
#pragma once

#include <rmq/cuda/device.hpp>

#include <gtest/gtest.h>

#include <cstdlib>

namespace vglcs::test {

/// Skips its tests, with the reason, where there is no CUDA device; fails them where VGLCS_REQUIRE_GPU is set.
class gpu_test : public ::testing::Test
{
protected:
    void SetUp() override
    {
        std::string const & reason = rmq::cuda::devices().reason;
        if (reason.empty())
            return;
        if (std::getenv("VGLCS_REQUIRE_GPU"))
            FAIL() << "VGLCS_REQUIRE_GPU is set: " << reason;
        GTEST_SKIP() << reason;
    }
};

} // namespace vglcs::test
