/* SPDX-License-Identifier: BSD-3-Clause */
/* A promoter: two boxes with one mismatch each, 15 to 19 letters apart. */
#include <vglcs.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    const char *text = "CCCTTGACAAAAAAAAAAAAAAAAAATATGATCCC";
    const char *pattern = "TTGACA~1 N{15,19} TATAAT~1";
    vglcs_search_options options;
    vglcs_search_options_init(&options, sizeof options);
    options.strand = VGLCS_FORWARD;
    vglcs_matcher *matcher = NULL;
    uint64_t begin = 0, end = strlen(text), count = 0;
    vglcs_hits *hits = NULL;
    if (vglcs_matcher_create(&pattern, NULL, 1, &options, &matcher) != VGLCS_OK ||
        vglcs_search(matcher, text, &begin, &end, 1, &hits) != VGLCS_OK) {
        fprintf(stderr, "%s\n", vglcs_error_message(vglcs_last_error()));
        return 1;
    }
    const vglcs_hit *list = vglcs_hits_list(hits, &count);
    for (uint64_t k = 0; k < count; ++k)
        printf("%" PRIu64 "..%" PRIu64 ", %" PRIu32 " errors\n", list[k].start, list[k].end, list[k].errors);
    int right = count == 1 && list[0].start == 3 && list[0].end == 32 && list[0].errors == 1;
    vglcs_hits_free(hits);
    vglcs_matcher_free(matcher);
    return right ? 0 : 1;
}
