// SPDX-License-Identifier: BSD-3-Clause
/// libvglcs: exact longest chains of matching letters under hard per-letter gap limits.
#pragma once

#include <vglcs/alphabet.hpp>
#include <vglcs/anchor_chain.hpp>
#include <vglcs/chain_reasons.hpp>
#include <vglcs/device_choice.hpp>
#include <vglcs/engine.hpp>
#include <vglcs/error.hpp>
#include <vglcs/explain.hpp>
#include <vglcs/extension.hpp>
#include <vglcs/gap_limits.hpp>
#include <vglcs/kmers.hpp>
#include <vglcs/length_bound.hpp>
#include <vglcs/link.hpp>
#include <vglcs/options.hpp>
#include <vglcs/pattern_search.hpp>
#include <vglcs/problem.hpp>
#include <vglcs/pruning_certificate.hpp>
#include <vglcs/result.hpp>
#include <vglcs/run_control.hpp>
#include <vglcs/scoring.hpp>
#include <vglcs/sequence.hpp>
#include <vglcs/solve_many.hpp>
#include <vglcs/text_collection.hpp>
#include <vglcs/text_index.hpp>
#include <vglcs/verify.hpp>
