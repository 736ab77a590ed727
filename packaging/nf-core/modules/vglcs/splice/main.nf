process VGLCS_SPLICE {
    tag "$meta.id"
    label 'process_high'

    conda "${moduleDir}/environment.yml"
    container "vglcs:0.1.0"

    input:
    tuple val(meta), path(reads)
    tuple val(meta2), path(genome)
    tuple val(meta3), path(genes)
    val format

    output:
    tuple val(meta), path("*.${format}.gz"), emit: alignment
    tuple val(meta), path("*.junctions.tab"), emit: junctions
    tuple val("${task.process}"), val('vglcs'), eval('vglcs --version'), topic: versions, emit: versions_vglcs

    when:
    task.ext.when == null || task.ext.when

    script:
    def args = task.ext.args ?: ''
    def prefix = task.ext.prefix ?: "${meta.id}"
    def annotation = genes ? "--genes $genes" : ''
    """
    vglcs splice \\
        $args \\
        $annotation \\
        --threads $task.cpus \\
        --junctions ${prefix}.junctions.tab \\
        --output ${prefix}.${format}.gz \\
        $reads \\
        $genome
    """

    stub:
    def prefix = task.ext.prefix ?: "${meta.id}"
    """
    echo "" | gzip > ${prefix}.${format}.gz
    touch ${prefix}.junctions.tab
    """
}
