/* SPDX-License-Identifier: BSD-3-Clause */
/* Two sequences, at most one letter skipped before a matched one. */
#include <vglcs.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static int fail(void)
{
    const vglcs_error *error = vglcs_last_error();
    fprintf(stderr, "%s\n", vglcs_error_message(error));
    return vglcs_error_status(error);
}

static vglcs_sequence sequence(const char *letters)
{
    vglcs_sequence out = {.size = sizeof out, .letters = letters, .length = strlen(letters)};
    return out;
}

int main(void)
{
    vglcs_options options;
    vglcs_options_init(&options, sizeof options);
    options.gaps = "1";
    vglcs_solver *solver = NULL;
    if (vglcs_solver_create(&options, &solver) != VGLCS_OK)
        return fail();

    vglcs_sequence a = sequence("GATTACA"), b = sequence("GACTATA");
    vglcs_answers *answers = NULL;
    if (vglcs_solve(solver, &a, &b, &answers) != VGLCS_OK)
        return fail();
    vglcs_answer answer = {.size = sizeof answer};
    if (vglcs_answers_get(answers, 0, &answer) != VGLCS_OK)
        return fail();
    printf("length %" PRIu64 "\n", answer.length); /* length 5 */
    for (uint64_t k = 0; k < answer.chain_size; ++k)
        printf("%" PRIu32 " %" PRIu32 "\n", answer.chain[k].i, answer.chain[k].j);

    vglcs_stated stated;
    vglcs_stated_init(&stated, sizeof stated);
    stated.chain = answer.chain;
    stated.chain_size = answer.chain_size;
    if (vglcs_verify(solver, &a, &b, &stated) != VGLCS_OK)
        return fail();
    uint64_t length = answer.length;
    vglcs_answers_free(answers);
    vglcs_solver_free(solver);
    return length == 5 ? 0 : 1;
}
