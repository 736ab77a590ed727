// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/row_program.hpp"

#include <algorithm>

namespace vglcs::cpu {

/// The forest of slots while the rows pass by. A node is a row that some later window begins at.
class row_program::compiler
{
public:
    compiler(row_program & out, std::size_t n) : out_{out}, nodes_(n) {}

    void expect(std::size_t first) { ++nodes_[first].queries; }

    /// Walks from the node of row `first` to the newest, appends the steps and compresses the path.
    std::uint32_t evaluate(std::size_t first)
    {
        path_.clear();
        for (std::uint32_t x = static_cast<std::uint32_t>(first);; x = nodes_[x].parent) {
            path_.push_back(x);
            if (x == newest_)
                break;
        }
        --nodes_[first].queries;
        auto const begin = static_cast<std::uint32_t>(out_.steps_.size());
        for (std::size_t k = path_.size(); k-- > 0;) {
            node & x = nodes_[path_[k]];
            // the two newest stay as they are: the one before the newest already points to it
            bool const compress = k + 2 < path_.size() && x.needed();
            out_.steps_.push_back({x.slot << 1 | static_cast<std::uint32_t>(compress)});
            out_.passes_ += 1 + std::size_t{compress};
            if (compress) {
                --nodes_[x.parent].children;
                x.parent = newest_;
                ++nodes_[newest_].children;
            }
        }
        for (std::uint32_t x : path_)
            release(x);
        return begin;
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
    std::vector<std::uint32_t> path_, free_;
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
    auto const asks = [&](std::size_t i, window const & w) { return active[i] && !w.empty(); };
    for (std::size_t i = n; i-- > 0;) {
        window const w = predecessors(limits, i);
        if (!asks(i, w))
            continue;
        forest.expect(static_cast<std::size_t>(w.first));
        if (auto const last = static_cast<std::size_t>(w.last); last + 1 != i) {
            next[i] = head[last];
            head[last] = static_cast<std::uint32_t>(i);
        }
    }

    std::vector<std::uint32_t> waiting(head.empty() ? 0 : n, none); // slot in which row i's maximum waits
    for (std::size_t i = 0; i < n; ++i) {
        row & r = rows_[i];
        r = {static_cast<std::uint32_t>(steps_.size()), 0, 0, none, static_cast<std::uint32_t>(waits_.size())};
        window const w = predecessors(limits, i);
        if (asks(i, w)) {
            if (static_cast<std::size_t>(w.last) + 1 == i) {
                r.steps = forest.evaluate(static_cast<std::size_t>(w.first));
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
            std::uint32_t const first = forest.evaluate(static_cast<std::size_t>(predecessors(limits, k).first));
            passes_ += 1;
            waits_.push_back({waiting[k], first, static_cast<std::uint32_t>(steps_.size()) - first});
        }
    }
    rows_[n] = {static_cast<std::uint32_t>(steps_.size()), 0, 0, none, static_cast<std::uint32_t>(waits_.size())};
}

} // namespace vglcs::cpu
