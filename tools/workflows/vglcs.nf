// SPDX-License-Identifier: BSD-3-Clause
// Nextflow module: every query with every target, in parts, joined to the file that one run would write.
//
//   include { VGLCS } from './vglcs.nf'
//   workflow { VGLCS(file('queries.fa'), file('targets.fa'), '--gaps 5 --task length', 16) }

process VGLCS_PART {
    input:
    tuple path(queries), path(targets), val(options), val(part), val(parts)

    output:
    tuple val(part), path("part.${part}.tsv")

    script:
    """
    vglcs batch ${queries} ${targets} ${options} --shard ${part}/${parts} -t ${task.cpus} --resume -o part.${part}.tsv
    """
}

process VGLCS_MERGE {
    input:
    path(parts)

    output:
    path("rows.tsv")

    script:
    """
    vglcs merge \$(ls part.*.tsv | sort -t . -k 2,2n) -o rows.tsv
    """
}

workflow VGLCS {
    take:
    queries
    targets
    options
    parts

    main:
    jobs = Channel.of(1..parts).map { part -> tuple(queries, targets, options, part, parts) }
    VGLCS_PART(jobs)
    VGLCS_MERGE(VGLCS_PART.out.map { it[1] }.collect())

    emit:
    VGLCS_MERGE.out
}
