// SPDX-License-Identifier: BSD-3-Clause
#include "io/limits/track_formats.hpp"

namespace vglcs::detail {

track read_track(track_spec const & spec, value_kind kind, gap_spec_options const & options)
{
    switch (spec.format) {
    case track_format::bedgraph:
        return read_bedgraph(spec.path, kind, options);
    case track_format::bed:
        return read_bed(spec.path, spec.inside, kind, options);
    case track_format::gff3:
        return read_gff3(spec.path, spec.types, kind, options);
    case track_format::gtf:
        return read_gtf(spec.path, spec.types, kind, options);
    case track_format::gaps:
        break;
    }
    return read_gaps(spec.path, kind, options);
}

} // namespace vglcs::detail
