process VGLCS_ALIGN {
    tag "$meta.id"
    label 'process_medium'

    conda "${moduleDir}/environment.yml"
    container "${ task.accelerator ? 'vglcs:0.1.0-cuda' : 'vglcs:0.1.0' }"

    input:
    tuple val(meta), path(queries)
    tuple val(meta2), path(targets)
    path tracks
    val format

    output:
    tuple val(meta), path("*.${format}.gz"), emit: alignment
    tuple val("${task.process}"), val('vglcs'), eval('vglcs --version'), topic: versions, emit: versions_vglcs

    when:
    task.ext.when == null || task.ext.when

    script:
    def args = task.ext.args ?: ''
    def prefix = task.ext.prefix ?: "${meta.id}"
    def device = task.accelerator ? 'cuda' : 'cpu'
    """
    vglcs align \\
        $args \\
        --device $device \\
        --threads $task.cpus \\
        --output ${prefix}.${format}.gz \\
        $queries \\
        $targets
    """

    stub:
    def prefix = task.ext.prefix ?: "${meta.id}"
    """
    echo "" | gzip > ${prefix}.${format}.gz
    """
}
