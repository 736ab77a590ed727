// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/scored/line_program.hpp"

#include <algorithm>

namespace vglcs::cpu {

/// The forest of slots while the rows pass by; a node is a row that some later window begins at.
class line_program::compiler
{
public:
    compiler(line_program & out, std::span<std::uint32_t const> positions, std::uint32_t skip, std::size_t rows)
        : out_{out}, positions_{positions}, skip_{skip}, nodes_(rows), path_(rows)
    {
    }

    void expect(std::size_t first) { ++nodes_[first].requests; }

    /// Walks from the node of row `first` to the newest, appends the steps and compresses the path.
    answer evaluate(std::size_t first, std::int64_t reference)
    {
        node * const nodes = nodes_.data();
        std::size_t length = 0;
        for (auto x = static_cast<std::uint32_t>(first);; x = nodes[x].parent) {
            path_[length++] = x;
            if (x == newest_)
                break;
        }
        --nodes[first].requests;
        answer const out{static_cast<std::uint32_t>(out_.steps_.size()), static_cast<std::uint32_t>(length)};
        // the two newest stay as they are: the one before the newest already points to it
        std::size_t const stay = std::min<std::size_t>(length, 2);
        for (std::size_t k = 1; k <= stay; ++k)
            add_step(nodes[path_[length - k]], reference, false);
        std::uint32_t compressed = 0;
        for (std::size_t k = length - stay; k-- > 0;) {
            node & x = nodes[path_[k]];
            bool const compress = x.needed();
            add_step(x, reference, compress);
            if (compress) {
                --nodes[x.parent].children;
                x.parent = newest_;
                x.reference = reference;
                ++compressed;
            }
        }
        nodes[newest_].children += compressed;
        out_.passes_ += length + compressed;
        for (std::size_t k = 0; k < length; ++k)
            if (node const & x = nodes[path_[k]]; !x.needed() && x.slot != none)
                release(path_[k]);
        return out;
    }

    /// Row i gets a slot where a later window begins at it, else it joins the newest node.
    void push(std::size_t i, row & r)
    {
        node & x = nodes_[i];
        if (x.requests != 0) {
            std::uint32_t const before = newest_;
            newest_ = static_cast<std::uint32_t>(i);
            x.slot = r.v = take();
            x.reference = position(i);
            if (before != none) {
                nodes_[before].parent = newest_;
                ++x.children;
                release(before);
            }
        } else if (newest_ != none) {
            node & to = nodes_[newest_];
            r.merge = to.slot;
            r.lower = lowering(to.reference, position(i));
            to.reference = position(i);
            out_.passes_ += 2;
        }
    }

    /// A slot whose maximum is lowered to the row pushed last.
    answer read(std::uint32_t slot, std::int64_t from, std::int64_t reference)
    {
        out_.steps_.push_back({slot << 1, lowering(from, reference)});
        out_.passes_ += 1;
        return {static_cast<std::uint32_t>(out_.steps_.size() - 1), 1};
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
    [[nodiscard]] std::int64_t position(std::size_t i) const
    {
        return positions_.empty() ? static_cast<std::int64_t>(i) : positions_[i];
    }

private:
    struct node
    {
        std::uint32_t parent = none, slot = none, requests = 0, children = 0;
        std::int64_t reference = 0; ///< what the slot's values are lowered to
        [[nodiscard]] bool needed() const noexcept { return requests != 0 || children != 0; }
    };

    [[nodiscard]] std::uint32_t lowering(std::int64_t from, std::int64_t to)
    {
        std::uint64_t const lower = std::min<std::uint64_t>(skip_ * static_cast<std::uint64_t>(to - from), none);
        out_.lowered_ = out_.lowered_ || lower != 0;
        return static_cast<std::uint32_t>(lower);
    }

    void add_step(node const & x, std::int64_t reference, bool store)
    {
        out_.steps_.push_back({x.slot << 1 | static_cast<std::uint32_t>(store), lowering(x.reference, reference)});
    }

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

    line_program & out_;
    std::span<std::uint32_t const> positions_;
    std::uint64_t skip_;
    std::vector<node> nodes_;
    std::vector<std::uint32_t> path_; ///< under way, as long as it may become
    std::vector<std::uint32_t> free_;
    std::uint32_t newest_ = none;
};

line_program::line_program(std::vector<bool> const & active, std::span<line_request const> requests,
                           std::span<std::uint32_t const> positions, std::uint32_t skip, std::uint32_t first_slot)
    : slots_{first_slot + 1}
{
    std::size_t const n = active.size();
    rows_.resize(n + 2);
    compiler forest{*this, positions, skip, n};

    // windows begin at rows that have values: others need no slot
    std::vector<std::uint32_t> next_active(n + 1, static_cast<std::uint32_t>(n));
    for (std::size_t i = n; i-- > 0;)
        next_active[i] = active[i] ? static_cast<std::uint32_t>(i) : next_active[i + 1];

    // requests that wait, by the last row of their window: head[last] -> next[k] -> ...
    std::vector<std::uint32_t> head, next, begins(requests.size(), none), waiting;
    for (std::size_t k = requests.size(); k-- > 0;) {
        line_request const & r = requests[k];
        if (r.first > r.last || next_active[r.first] > r.last)
            continue;
        begins[k] = next_active[r.first];
        forest.expect(begins[k]);
        if (r.last + 1 < r.time) {
            if (head.empty()) {
                head.assign(n, none);
                next.assign(requests.size(), none);
                waiting.assign(requests.size(), none);
            }
            next[k] = head[r.last];
            head[r.last] = static_cast<std::uint32_t>(k);
        }
    }

    std::size_t k = 0;
    for (std::size_t i = 0; i <= n; ++i) {
        row & now = rows_[i];
        now = {static_cast<std::uint32_t>(answers_.size()), static_cast<std::uint32_t>(waits_.size()), first_slot, none,
               0};
        for (; k < requests.size() && requests[k].time == i; ++k) {
            line_request const & r = requests[k];
            if (begins[k] == none) {
                answers_.push_back({0, 0});
            } else if (r.last + 1 < r.time) {
                answers_.push_back(forest.read(waiting[k], forest.position(r.last), r.reference));
                forest.give(waiting[k]);
            } else {
                answers_.push_back(forest.evaluate(begins[k], r.reference));
            }
        }
        if (i == n)
            break;
        if (active[i])
            forest.push(i, now);
        for (std::uint32_t w = head.empty() ? none : head[i]; w != none; w = next[w]) {
            // taken first: it is written while the steps still read the slots that evaluate() gives back
            waiting[w] = forest.take();
            waits_.push_back({waiting[w], forest.evaluate(begins[w], forest.position(i))});
            passes_ += 1;
        }
    }
    rows_[n + 1] = {static_cast<std::uint32_t>(answers_.size()), static_cast<std::uint32_t>(waits_.size()), first_slot,
                    none, 0};
}

} // namespace vglcs::cpu
