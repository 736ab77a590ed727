/* SPDX-License-Identifier: BSD-3-Clause */
/* A read against many genes in one call, with introns: jumps that cost 2, wherever they are, and 3 more where they do not
 * begin with GT. One of the genes is no DNA. */
#include <vglcs.h>

#include <inttypes.h>
#include <stdio.h>

int main(void)
{
    const char *read = "GATTACAGCATC";
    const char *genes = "CCGATTACAGTAAGTCCTTTCAGGCATC" /* 0..28 */
                        "GATTACAGCATC"                 /* 28..40 */
                        "GATTACA!";                    /* 40..48 */
    const uint64_t begin_a[] = {0, 0, 0}, end_a[] = {12, 12, 12};
    const uint64_t begin_b[] = {0, 28, 40}, end_b[] = {28, 40, 48};

    vglcs_options options;
    vglcs_options_init(&options, sizeof options);
    options.alphabet = VGLCS_DNA;
    options.gaps = "1";
    options.skip_a = options.skip_b = 1;
    options.jump_b = "after:AG=5..50@2";
    options.leave_b = "at:GT=0,*=3";
    vglcs_solver *solver = NULL;
    if (vglcs_solver_create(&options, &solver) != VGLCS_OK) {
        fprintf(stderr, "%s\n", vglcs_error_message(vglcs_last_error()));
        return 1;
    }
    vglcs_pairs pairs = {.size = sizeof pairs, .count = 3, .letters_a = read, .begin_a = begin_a, .end_a = end_a,
                         .letters_b = genes, .begin_b = begin_b, .end_b = end_b};
    vglcs_answers *answers = NULL;
    vglcs_status status = vglcs_solve_many(solver, &pairs, &answers);
    if (status != VGLCS_FAILED_PAIRS) /* here one pair fails */
        return 1;
    for (uint64_t k = 0; k < vglcs_answers_count(answers); ++k) {
        vglcs_answer answer = {.size = sizeof answer};
        vglcs_answers_get(answers, k, &answer);
        if (answer.status != VGLCS_OK) {
            printf("gene %" PRIu64 ": %s (%s)\n", k, vglcs_error_what(answer.error), vglcs_error_fix(answer.error));
            continue;
        }
        printf("gene %" PRIu64 ": score %" PRIu64 "\n", k, answer.score); /* 10, then 12 */
        for (uint64_t n = 0; n < answer.links_size; ++n)
            if (answer.links[n].b_first != VGLCS_NONE)
                printf("  intron from %" PRIu32 " to %" PRIu32 "\n", answer.links[n].b_first,
                       answer.links[n].b_end - 1); /* from 9 to 22 */
    }
    const uint64_t *scores = vglcs_answers_scores(answers);
    int right = scores[0] == 10 && scores[1] == 12 && vglcs_answers_statuses(answers)[2] == VGLCS_INPUT;
    vglcs_answers_free(answers);
    vglcs_solver_free(solver);
    return right ? 0 : 1;
}
