// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/strip/row_program.hpp"

#include <algorithm>

namespace vglcs::cpu {

/// The forest of slots while the rows pass by. A node is a row that some later window begins at.
class row_program::compiler
{
public:
    compiler(row_program & out, std::size_t n) : out_{out}, nodes_(n), path_(n) {}

    void expect(std::size_t first) { ++nodes_[first].queries; }

    /// Walks from the node of row `first` to the newest, appends the steps and compresses the path.
    std::uint32_t evaluate(std::size_t first)
    {
        node * const nodes = nodes_.data();
        std::uint32_t * const path = path_.data();
        std::size_t length = 0;
        for (auto x = static_cast<std::uint32_t>(first);; x = nodes[x].parent) {
            path[length++] = x;
            if (x == newest_)
                break;
        }
        --nodes[first].queries;
        std::size_t const begin = out_.steps_.size();
        out_.steps_.resize(begin + length);
        step * to = out_.steps_.data() + begin;
        // the two newest stay as they are: the one before the newest already points to it
        std::size_t const stay = std::min<std::size_t>(length, 2);
        for (std::size_t k = 1; k <= stay; ++k)
            *to++ = {nodes[path[length - k]].slot << 1};
        std::uint32_t compressed = 0;
        for (std::size_t k = length - stay; k-- > 0;) {
            node & x = nodes[path[k]];
            bool const compress = x.needed();
            *to++ = {x.slot << 1 | static_cast<std::uint32_t>(compress)};
            if (compress) {
                --nodes[x.parent].children;
                x.parent = newest_;
                ++compressed;
            }
        }
        nodes[newest_].children += compressed;
        out_.passes_ += length + compressed;
        for (std::size_t k = 0; k < length; ++k)
            if (node const & x = nodes[path[k]]; !x.needed() && x.slot != none)
                release(path[k]);
        return static_cast<std::uint32_t>(begin);
    }

    /// Row i's V: gets a slot where a later window begins at it, else joins the newest node.
    void push(std::size_t i, bool active, row & r)
    {
        r.v = 0;
        r.merge = none;
        node & x = nodes_[i];
        if (x.queries != 0) {
            std::uint32_t const before = newest_;
            newest_ = static_cast<std::uint32_t>(i);
            x.slot = r.v = take();
            if (before != none) {
                nodes_[before].parent = newest_;
                ++x.children;
                release(before);
            }
        } else if (newest_ != none && active) {
            r.merge = nodes_[newest_].slot;
            out_.passes_ += 2;
        }
    }

    std::uint32_t take()
    {
        if (free_.empty())
            return out_.slots_++;
        std::uint32_t const slot = free_.back();
        free_.pop_back();
        return slot;
    }
    void give(std::uint32_t slot) { free_.push_back(slot); }

private:
    struct node
    {
        std::uint32_t parent = none, slot = none, queries = 0, children = 0;
        [[nodiscard]] bool needed() const noexcept { return queries != 0 || children != 0; }
    };

    /// Frees the node where nothing needs it any more, and then those that only it needed.
    void release(std::uint32_t x)
    {
        while (x != none && !nodes_[x].needed() && nodes_[x].slot != none) {
            give(nodes_[x].slot);
            nodes_[x].slot = none;
            if (x == newest_) {
                newest_ = none;
                return;
            }
            x = nodes_[x].parent;
            --nodes_[x].children;
        }
    }

    row_program & out_;
    std::vector<node> nodes_;
    std::vector<std::uint32_t> path_; ///< under way, as long as it may become
    std::vector<std::uint32_t> free_;
    std::uint32_t newest_ = none;
};

row_program::row_program(limits_view const & limits, std::vector<bool> const & active)
{
    std::size_t const n = active.size();
    rows_.resize(n + 1);
    compiler forest{*this, n};

    // waiting rows by the last row of their window: head[last] -> next[i] -> ...
    std::vector<std::uint32_t> head, next;
    if (limits.is_elastic()) {
        head.assign(n, none);
        next.assign(n, none);
    }
    std::vector<std::uint32_t> begins(n, none); // the first row of row i's window, where it asks for one
    for (std::size_t i = n; i-- > 0;) {
        window const w = predecessors(limits, i);
        if (!active[i] || w.empty())
            continue;
        begins[i] = static_cast<std::uint32_t>(w.first);
        forest.expect(begins[i]);
        if (auto const last = static_cast<std::size_t>(w.last); last + 1 != i) {
            next[i] = head[last];
            head[last] = static_cast<std::uint32_t>(i);
        }
    }

    std::vector<std::uint32_t> waiting(head.empty() ? 0 : n, none); // slot in which row i's maximum waits
    for (std::size_t i = 0; i < n; ++i) {
        row & r = rows_[i];
        r = {static_cast<std::uint32_t>(steps_.size()), 0, 0, none, static_cast<std::uint32_t>(waits_.size())};
        if (begins[i] != none) {
            if (limits.lo(i) == 0) {
                r.steps = forest.evaluate(begins[i]);
            } else {
                steps_.push_back({waiting[i] << 1});
                passes_ += 1;
                forest.give(waiting[i]);
            }
            r.count = static_cast<std::uint32_t>(steps_.size()) - r.steps;
        }
        forest.push(i, active[i], r);
        if (head.empty())
            continue;
        for (std::uint32_t k = head[i]; k != none; k = next[k]) {
            // taken first: it is written while the steps still read the slots that evaluate() gives back
            waiting[k] = forest.take();
            std::uint32_t const first = forest.evaluate(begins[k]);
            passes_ += 1;
            waits_.push_back({waiting[k], first, static_cast<std::uint32_t>(steps_.size()) - first});
        }
    }
    rows_[n] = {static_cast<std::uint32_t>(steps_.size()), 0, 0, none, static_cast<std::uint32_t>(waits_.size())};
}

} // namespace vglcs::cpu
