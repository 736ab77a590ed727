/* SPDX-License-Identifier: BSD-3-Clause */
/* Five pairs of genes; blocks whose genes are at most two places apart on both chromosomes. */
#include <vglcs.h>

#include <inttypes.h>
#include <stdio.h>

int main(void)
{
    const int64_t x[] = {0, 2, 3, 9, 10}, y[] = {5, 6, 8, 3, 2};
    vglcs_anchors anchors = {.size = sizeof anchors, .count = 5, .x = x, .y = y};
    vglcs_chain_options options;
    vglcs_chain_options_init(&options, sizeof options);
    options.hi_x = options.hi_y = 2;
    options.either_direction = 1;
    vglcs_blocks *blocks = NULL;
    if (vglcs_chain(&anchors, &options, &blocks) != VGLCS_OK) {
        fprintf(stderr, "%s\n", vglcs_error_message(vglcs_last_error()));
        return 1;
    }
    uint64_t count = 0;
    const vglcs_block *list = vglcs_blocks_list(blocks, &count);
    const uint32_t *members = vglcs_blocks_members(blocks, NULL);
    for (uint64_t k = 0; k < count; ++k) {
        printf("score %" PRId64 "%s:", list[k].score, list[k].falling ? ", falling" : "");
        for (uint64_t n = 0; n < list[k].count; ++n)
            printf(" %" PRIu32, members[list[k].first + n]);
        printf("\n"); /* score 3: 0 1 2, then score 2, falling: 3 4 */
    }
    int right = count == 2 && list[0].score == 3 && list[1].score == 2 && list[1].falling;
    vglcs_blocks_free(blocks);
    return right ? 0 : 1;
}
