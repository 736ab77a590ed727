/* SPDX-License-Identifier: BSD-3-Clause */
/* vglcs in C: exact sequence alignment under hard gap limits, chains with prices, chains of anchors, structured patterns.
 *
 * Rules that hold for every function
 *  - A function that can fail gives a status; VGLCS_OK is 0, the others are the exit codes of the program. What went
 *    wrong is said by vglcs_last_error() of the same thread. On failure nothing is written to *out.
 *  - Structs begin with their own size, so that fields can be added at their ends: *_init(&s, sizeof s) fills in the
 *    defaults. Fields that the library has and the caller's header has not get their defaults.
 *  - Handles are opaque; *_free gives one back, NULL is allowed. What a function points to belongs to the handle that it
 *    was asked of and lives as long as that. Arguments are borrowed for the call.
 *  - Handles may be used by several threads at a time, but not while one of them frees it.
 *  - Callbacks are called by the thread that made the call, and may not call back into the same handle's *_free.
 *  - Nothing is printed; the process is never ended. Positions count from 0, ranges are half open.
 */
#ifndef VGLCS_H
#define VGLCS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* ---- declarations: plain C from here to the end mark, which bindings read ---- */

/* How a call ended: the exit codes of the program. */
typedef enum vglcs_status {
    VGLCS_OK = 0,
    VGLCS_INTERNAL = 1,      /* a fault of the library: please report it */
    VGLCS_USAGE = 2,         /* the call is wrong */
    VGLCS_INPUT = 3,         /* a file or a sequence is wrong */
    VGLCS_RESOURCES = 4,     /* memory, disk or a device is missing or too small */
    VGLCS_FAILED_PAIRS = 5,  /* some pairs of many failed: each has its own status */
    VGLCS_VERIFICATION = 6,  /* a result does not agree with its inputs */
    VGLCS_INTERRUPTED = 130, /* a callback asked for the end */
    VGLCS_TERMINATED = 143
} vglcs_status;

typedef enum vglcs_alphabet {
    VGLCS_ALPHABET_AUTO = 0, /* what the first pair's letters look like */
    VGLCS_DNA = 1,
    VGLCS_RNA = 2,
    VGLCS_PROTEIN = 3,
    VGLCS_RAW = 4
} vglcs_alphabet;

typedef enum vglcs_strand { VGLCS_FORWARD = 0, VGLCS_REVERSE = 1, VGLCS_BOTH = 2 } vglcs_strand;
typedef enum vglcs_task { VGLCS_ALIGNMENT = 0, VGLCS_LENGTH = 1 } vglcs_task;
typedef enum vglcs_device { VGLCS_DEVICE_AUTO = 0, VGLCS_CPU = 1, VGLCS_CUDA = 2 } vglcs_device;
typedef enum vglcs_side { VGLCS_SIDE_A = 0, VGLCS_SIDE_B = 1 } vglcs_side;

#define VGLCS_INFINITE UINT32_MAX /* a limit that binds nothing */
#define VGLCS_NEVER UINT32_MAX    /* a leaving cost: no jump begins here */
#define VGLCS_NONE UINT32_MAX     /* a place that there is not */

/* ---- errors ---- */

typedef struct vglcs_error vglcs_error;

/* What went wrong in the last call of this thread that failed; NULL before the first. Valid until the next one that
 * fails in this thread. */
const vglcs_error *vglcs_last_error(void);
vglcs_status vglcs_error_status(const vglcs_error *error);
/* The whole sentence, `file:line: what: how to fix`. */
const char *vglcs_error_message(const vglcs_error *error);
/* The file concerned, "" where there is none. */
const char *vglcs_error_file(const vglcs_error *error);
/* Its line, from 1; 0 where there is none. */
uint64_t vglcs_error_line(const vglcs_error *error);
/* What is wrong. */
const char *vglcs_error_what(const vglcs_error *error);
/* How to mend it, "" where the message does not say. Options of the program that it names are the fields of the same
 * name. */
const char *vglcs_error_fix(const vglcs_error *error);

/* Version of the library, "0.1.0". */
const char *vglcs_version(void);
/* 1 where this build has CUDA and this machine a device. Starts the driver, which takes up to half a second. */
int vglcs_has_cuda(void);

/* ---- callbacks ---- */

/* Told about ten times a second of runs that last longer than that; another value than 0 ends the run with
 * VGLCS_INTERRUPTED within a tenth of a second. The units are cells of the table (anchors, letters); total is 0 where it
 * is not known. */
typedef int (*vglcs_progress)(uint64_t done, uint64_t total, void *user);
/* Told what a user may not expect: a track's name that no sequence has, a run that takes the CPU where CUDA would have
 * suited. At the end of a call. */
typedef void (*vglcs_note)(const char *text, void *user);

/* ---- limits and jumps of one sequence ---- */

/* The gap limits and jumps of one sequence's letters, in the orientation of the letters. */
typedef struct vglcs_gaps vglcs_gaps;

/* Arrays of [length] values; NULL: what is said behind them. */
typedef struct vglcs_gap_arrays {
    size_t size;
    uint64_t length;           /* letters of the sequence */
    const uint32_t *hi;        /* most letters skipped before a letter; NULL: VGLCS_INFINITE */
    const uint32_t *lo;        /* fewest letters skipped before it; NULL: 0 */
    const uint8_t *blocked;    /* not 0: the letter takes no part; NULL: all do */
    const uint32_t *jump_hi;   /* most letters of a jump that lands there, 0: none lands; NULL: no jumps */
    const uint32_t *jump_lo;   /* fewest letters of it; NULL: 0 */
    const uint32_t *jump_cost; /* what it costs to land; NULL: 0 */
    const uint32_t *leave;     /* what it costs to pass this letter first, or VGLCS_NEVER; NULL: 0 */
} vglcs_gap_arrays;

/* Makes limits from arrays, which are copied. O(length). */
vglcs_status vglcs_gaps_from_arrays(const vglcs_gap_arrays *arrays, vglcs_gaps **out);
/* Views of the arrays: hi, lo and blocked always, the others where there are jumps, else NULL. */
vglcs_status vglcs_gaps_arrays(const vglcs_gaps *gaps, vglcs_gap_arrays *out);
void vglcs_gaps_free(vglcs_gaps *gaps);

/* ---- aligning ---- */

/* What holds for all pairs. A SPEC is what --gaps, --jump and --leave of the program take; several are separated by line
 * ends, and a later one overrides where it says something. NULL is no SPEC. */
typedef struct vglcs_options {
    size_t size;
    int32_t alphabet;   /* vglcs_alphabet */
    int32_t task;       /* vglcs_task */
    int32_t strand;     /* vglcs_strand on which A is read; BOTH: the better one, forward on ties */
    int32_t transcript; /* vglcs_strand in which jumps are read */
    int32_t device;     /* vglcs_device */
    int32_t device_number;
    int32_t threads;    /* 0: all that the machine offers */
    int32_t full_table; /* not 0: cells that can matter to no best chain are computed too */
    uint32_t match;     /* what a pair earns, 1..65535 */
    uint32_t skip_a;    /* what a skipped letter of A costs */
    uint32_t skip_b;
    uint32_t reserved;        /* 0 */
    const char *gaps;         /* SPECs of limits for both sequences */
    const char *gaps_a;       /* for A, in place of gaps */
    const char *gaps_b;
    const char *gap_default;  /* limit of letters that a track leaves out; NULL: inf */
    const char *jump_a;       /* SPECs of jumps */
    const char *jump_b;
    const char *leave_a;      /* SPECs of leaving costs */
    const char *leave_b;
    const char *engine;       /* NULL: auto */
    const char *checkpoint;   /* folder of resumable checkpoints; NULL: none */
    uint64_t max_memory;      /* bytes of host memory; 0: 80% of what there is */
    uint64_t max_gpu_memory;  /* bytes of device memory; 0: 90% of what is free */
    vglcs_progress progress;  /* or NULL */
    vglcs_note note;          /* or NULL */
    void *user;               /* for the callbacks */
    const char *gaps_b_by_a;  /* SPECs of limits on what is skipped in B, given by the letters of A */
    const char *gaps_a_by_b;  /* and in A, by the letters of B */
} vglcs_options;

void vglcs_options_init(vglcs_options *options, size_t size);

typedef struct vglcs_solver vglcs_solver;

/* Reads options: SPECs are checked here, tracks are loaded once, by the first call that needs them. */
vglcs_status vglcs_solver_create(const vglcs_options *options, vglcs_solver **out);
void vglcs_solver_free(vglcs_solver *solver);

/* One sequence. */
typedef struct vglcs_sequence {
    size_t size;
    const char *letters;    /* [length], no terminating 0 needed */
    uint64_t length;        /* fewer than 2^32 - 1 */
    const char *name;       /* by which tracks know it; NULL: "a" or "b" */
    const char *quality;    /* [length] Phred+33, for the SPEC `qual`; NULL: none */
    const vglcs_gaps *gaps; /* limits and jumps of its own, in place of the solver's SPECs; NULL: those */
} vglcs_sequence;

/* Two letters that are matched: i of A, j of B, in the aligned orientation. */
typedef struct vglcs_pair {
    uint32_t i, j;
} vglcs_pair;

/* What a link of a chain jumps over on each side, [first, end) in the aligned orientation; first is VGLCS_NONE where the
 * side has no jump. */
typedef struct vglcs_link {
    uint32_t a_first, a_end, b_first, b_end;
    uint64_t cost; /* of the whole link */
} vglcs_link;

/* The answer for one pair. */
typedef struct vglcs_answer {
    size_t size;
    int32_t status;            /* VGLCS_OK, or why this pair has no answer */
    int32_t strand;            /* VGLCS_FORWARD or VGLCS_REVERSE */
    int32_t transcript;
    int32_t reserved;
    uint64_t length;           /* pairs of the chain; 0 under VGLCS_LENGTH with prices, where the score alone is computed */
    uint64_t score;            /* its length where nothing costs anything and a pair earns 1 */
    vglcs_pair last;           /* where it ends; both VGLCS_NONE where it is empty */
    const vglcs_pair *chain;   /* [chain_size] */
    uint64_t chain_size;       /* 0 under VGLCS_LENGTH */
    const vglcs_link *links;   /* [links_size], between neighbours of the chain */
    uint64_t links_size;       /* chain_size - 1; 0 where no jumps are possible */
    const char *engine;        /* that answered */
    const vglcs_error *error;  /* NULL where status is VGLCS_OK */
} vglcs_answer;

/* Answers of one call, in the order of its pairs. */
typedef struct vglcs_answers vglcs_answers;

/* The best chain of one pair: the same as the program's, with every engine and number of threads. */
vglcs_status vglcs_solve(const vglcs_solver *solver, const vglcs_sequence *a, const vglcs_sequence *b,
                         vglcs_answers **out);

/* Many pairs whose letters lie in two texts: pair k is letters_a[begin_a[k]..end_a[k]-1] and the same of B. Ranges may
 * overlap, so that one target serves many pairs. */
typedef struct vglcs_pairs {
    size_t size;
    uint64_t count;
    const char *letters_a;
    const uint64_t *begin_a; /* [count] */
    const uint64_t *end_a;   /* [count] */
    const char *letters_b;
    const uint64_t *begin_b;
    const uint64_t *end_b;
    const char *const *names_a; /* [count], or NULL */
    const char *const *names_b;
    const char *quality_a;      /* as letters_a, or NULL */
    const char *quality_b;
    const vglcs_gaps *const *gaps_a; /* [count], or NULL; an entry may be NULL too */
    const vglcs_gaps *const *gaps_b;
} vglcs_pairs;

/* The best chain of each pair, side by side on all threads. Where some pairs fail, they alone do: *out is set and the
 * status is VGLCS_FAILED_PAIRS. */
vglcs_status vglcs_solve_many(const vglcs_solver *solver, const vglcs_pairs *pairs, vglcs_answers **out);

uint64_t vglcs_answers_count(const vglcs_answers *answers);
/* Answer k < count. */
vglcs_status vglcs_answers_get(const vglcs_answers *answers, uint64_t k, vglcs_answer *out);
/* Columns [count]. */
const int32_t *vglcs_answers_statuses(const vglcs_answers *answers);
const uint64_t *vglcs_answers_lengths(const vglcs_answers *answers);
const uint64_t *vglcs_answers_scores(const vglcs_answers *answers);
/* The chains one behind the other; that of pair k is chains[starts[k]..starts[k+1]-1]. */
const vglcs_pair *vglcs_answers_chains(const vglcs_answers *answers);
const uint64_t *vglcs_answers_starts(const vglcs_answers *answers); /* [count + 1] */
void vglcs_answers_free(vglcs_answers *answers);

/* What a run will cost, known before it starts. */
typedef struct vglcs_cost {
    size_t size;
    uint64_t cells;      /* of the table, recomputed ones included */
    uint64_t host_bytes; /* most host memory */
    uint64_t gpu_bytes;  /* most device memory */
    double seconds;      /* estimate for a 2.3 GHz core with AVX2 */
    const char *engine;
    int32_t fits;        /* 1 where the run would start within its memory */
    int32_t reserved;
} vglcs_cost;

vglcs_status vglcs_plan(const vglcs_solver *solver, const vglcs_sequence *a, const vglcs_sequence *b, vglcs_cost *out);

/* A chain that somebody states. */
typedef struct vglcs_stated {
    size_t size;
    const vglcs_pair *chain; /* [chain_size] */
    uint64_t chain_size;
    int64_t score;           /* -1: not stated */
    int32_t strand;          /* VGLCS_FORWARD or VGLCS_REVERSE */
    int32_t transcript;
} vglcs_stated;

void vglcs_stated_init(vglcs_stated *stated, size_t size);

/* VGLCS_OK where the chain obeys order, letters, limits and jumps and has the stated score (it need not be the best one),
 * else VGLCS_VERIFICATION, and the error says what is wrong. O(chain_size). */
vglcs_status vglcs_verify(const vglcs_solver *solver, const vglcs_sequence *a, const vglcs_sequence *b,
                          const vglcs_stated *stated);

/* Why a chain is the best one. */
typedef struct vglcs_explanation vglcs_explanation;

/* How far the letters that a link skips can slide at the same score and within all limits. */
typedef struct vglcs_shift {
    uint64_t pair; /* the link leads to this pair of the chain, from 1 */
    uint64_t left, right;
} vglcs_shift;

/* A letter whose limit stands in the way of a better chain. */
typedef struct vglcs_blocker {
    uint64_t letter; /* in the aligned orientation */
    uint64_t raise;  /* with a limit higher by so many letters the best score is higher by `gain` */
    uint64_t gain;
    int32_t side;      /* vglcs_side */
    int32_t confirmed; /* 1: the problem with that limit was solved */
} vglcs_blocker;

typedef struct vglcs_reasons {
    size_t size;
    uint64_t links;          /* of the chain */
    const uint64_t *slack_a; /* [links] letters that may still be skipped before the limit binds; UINT64_MAX: no limit */
    const uint64_t *slack_b;
    uint64_t least_slack;        /* of all links and sides; UINT64_MAX: no link has a limit */
    uint64_t binding_sides;      /* links and sides of slack 0 */
    const vglcs_shift *shifts;   /* [shifts_size], of each link that skips letters */
    uint64_t shifts_size;
    const vglcs_blocker *blockers; /* [blockers_size], by falling gain, then rising raise, side, letter */
    uint64_t blockers_size;
    const uint64_t *shared;      /* [shared_size] pairs of the chain that every best chain has */
    uint64_t shared_size;
    uint64_t best_chains_mod64; /* chains of the best score, as sets of pairs, modulo 2^64 */
    double best_chains_log2;    /* logarithm of their number to base 2 */
} vglcs_reasons;

/* Explains a chain of the best score, another one is VGLCS_VERIFICATION. The first `confirm` blockers are solved again.
 * O(letters of A * letters of B), one thread. */
vglcs_status vglcs_explain(const vglcs_solver *solver, const vglcs_sequence *a, const vglcs_sequence *b,
                           const vglcs_stated *stated, uint64_t confirm, vglcs_explanation **out);
vglcs_status vglcs_explanation_get(const vglcs_explanation *explanation, vglcs_reasons *out);
void vglcs_explanation_free(vglcs_explanation *explanation);

/* The limits and jumps that the solver's SPECs give to a sequence, read on a strand (not BOTH). */
vglcs_status vglcs_gaps_of(const vglcs_solver *solver, vglcs_side side, const vglcs_sequence *sequence,
                           vglcs_strand strand, vglcs_gaps **out);

/* ---- chains of anchors ---- */

/* Columns [count]; NULL: what is said behind them. */
typedef struct vglcs_anchors {
    size_t size;
    uint64_t count;            /* fewer than 2^32 - 1 */
    const int64_t *x;          /* first unit of the query */
    const int64_t *y;          /* first unit of the target */
    const int64_t *length_x;   /* units, at least 1; NULL: 1 */
    const int64_t *length_y;   /* NULL: 1 */
    const int64_t *weight;     /* NULL: 1 */
    const uint32_t *sequences; /* which pair of sequences: anchors of one pair alone are linked; NULL: 0 */
    const uint8_t *falling;    /* not 0: the target runs backwards here; NULL: 0 */
    const int64_t *lo_x;       /* limits of each anchor's own, all four or none; NULL: those of the options */
    const int64_t *hi_x;
    const int64_t *lo_y;
    const int64_t *hi_y;
} vglcs_anchors;

typedef enum vglcs_overlap {
    VGLCS_OVERLAP_NONE = 0,    /* linked anchors share nothing */
    VGLCS_OVERLAP_ALLOWED = 1, /* up to most_overlap units an axis, where both are longer than that */
    VGLCS_OVERLAP_TRIMMED = 2  /* the later one loses the larger overlap's share of its weight */
} vglcs_overlap;

typedef struct vglcs_chain_options {
    size_t size;
    int64_t lo_x, hi_x; /* units that may lie between linked anchors; default 0..INT64_MAX */
    int64_t lo_y, hi_y;
    int64_t link_cost;
    int64_t skip_x, skip_y; /* of a unit between linked anchors */
    int64_t most_overlap;
    int64_t least_score;      /* default 1 */
    uint64_t most_blocks;     /* default UINT64_MAX */
    int32_t overlap;          /* vglcs_overlap */
    int32_t strand;           /* vglcs_strand: which blocks are looked for; default VGLCS_BOTH */
    int32_t either_direction; /* not 0: an anchor may be in a block of either direction (orders of genes) */
    int32_t threads;          /* 0: all */
    vglcs_progress progress;  /* or NULL */
    void *user;
} vglcs_chain_options;

void vglcs_chain_options_init(vglcs_chain_options *options, size_t size);

/* A chain: members[first..first+count-1] by ascending x. */
typedef struct vglcs_block {
    int64_t score;
    uint64_t first, count;
    uint32_t sequences;
    uint32_t falling; /* 1 where y falls as x rises */
} vglcs_block;

typedef struct vglcs_blocks vglcs_blocks;

/* The heaviest chain of the anchors, the heaviest one of those that are left, and so on. */
vglcs_status vglcs_chain(const vglcs_anchors *anchors, const vglcs_chain_options *options, vglcs_blocks **out);
const vglcs_block *vglcs_blocks_list(const vglcs_blocks *blocks, uint64_t *count);
/* Numbers of anchors, block after block. */
const uint32_t *vglcs_blocks_members(const vglcs_blocks *blocks, uint64_t *count);
void vglcs_blocks_free(vglcs_blocks *blocks);

/* ---- structured patterns ---- */

typedef enum vglcs_hit_choice {
    VGLCS_HITS_ALL = 0,
    VGLCS_HITS_DISTINCT = 1, /* of overlapping ones the best */
    VGLCS_HITS_BEST = 2      /* one a record and pattern */
} vglcs_hit_choice;

typedef struct vglcs_search_options {
    size_t size;
    int32_t strand;          /* vglcs_strand; default VGLCS_BOTH */
    int32_t hits;            /* vglcs_hit_choice */
    int32_t threads;         /* 0: all */
    int32_t reserved;        /* 0 */
    uint64_t max_memory;     /* bytes that the hits may take; 0: 80% of what there is */
    vglcs_progress progress; /* or NULL */
    void *user;
} vglcs_search_options;

void vglcs_search_options_init(vglcs_search_options *options, size_t size);

typedef struct vglcs_matcher vglcs_matcher;

/* Reads patterns, in the language of `vglcs search --pattern`.
 * names: [count], or NULL: p1, p2 and so on. */
vglcs_status vglcs_matcher_create(const char *const *patterns, const char *const *names, uint64_t count,
                                  const vglcs_search_options *options, vglcs_matcher **out);
/* Parts of a pattern, each of which has one place in a hit; 0 where there is no such pattern. */
uint64_t vglcs_matcher_parts(const vglcs_matcher *matcher, uint64_t pattern);
/* The capture that holds the part alone, else its number from 1. NULL where there is no such part. */
const char *vglcs_matcher_label(const vglcs_matcher *matcher, uint64_t pattern, uint64_t part);
const char *vglcs_matcher_name(const vglcs_matcher *matcher, uint64_t pattern);
void vglcs_matcher_free(vglcs_matcher *matcher);

/* Where a pattern matches: [start, end) of the record, on the forward strand. Its parts are
 * places[first_place..first_place+parts-1], in the order of the pattern. */
typedef struct vglcs_hit {
    uint64_t record, pattern;
    uint64_t start, end;
    uint64_t first_place;
    uint32_t errors, indels;
    int32_t strand; /* VGLCS_FORWARD or VGLCS_REVERSE */
    uint32_t parts;
} vglcs_hit;

typedef struct vglcs_place {
    uint64_t start, end;
    uint32_t errors, indels;
    uint32_t choice;    /* which alternative or word of a list; VGLCS_NONE: a spacer */
    uint32_t runner_up; /* errors of the nearest other word of a list; VGLCS_NONE: there is none */
} vglcs_place;

typedef struct vglcs_hits vglcs_hits;

/* All hits in records of nucleotides: record k is letters[begin[k]..end[k]-1]. */
vglcs_status vglcs_search(const vglcs_matcher *matcher, const char *letters, const uint64_t *begin, const uint64_t *end,
                          uint64_t count, vglcs_hits **out);
/* By record, pattern, start, end, forward before reverse. */
const vglcs_hit *vglcs_hits_list(const vglcs_hits *hits, uint64_t *count);
const vglcs_place *vglcs_hits_places(const vglcs_hits *hits, uint64_t *count);
void vglcs_hits_free(vglcs_hits *hits);

/* ---- end of the declarations ---- */

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
