# SPDX-License-Identifier: BSD-3-Clause
# Snakemake rules: every query with every target, in parts, joined to the file that one run would write.
#
#   include: "vglcs.smk"       # then ask for rows.tsv; config sets queries, targets, options, parts
PARTS = int(config.get("parts", 4))

rule vglcs_part:
    input:
        queries = config.get("queries", "queries.fa"),
        targets = config.get("targets", "targets.fa")
    output:
        "part.{part}.tsv"
    params:
        options = config.get("options", "--gaps 5"),
        parts = PARTS
    threads: 4
    shell:
        "vglcs batch {input.queries} {input.targets} {params.options} --shard {wildcards.part}/{params.parts} -t {threads} -o {output}"

rule vglcs_merge:
    input:
        expand("part.{part}.tsv", part=range(1, PARTS + 1))
    output:
        "rows.tsv"
    shell:
        "vglcs merge {input} -o {output}"
