process VGLCS_BATCH {
    tag "$meta.id"
    label 'process_high'

    conda "${moduleDir}/environment.yml"
    container "${ task.accelerator ? 'vglcs:0.1.0-cuda' : 'vglcs:0.1.0' }"

    input:
    tuple val(meta), path(queries)
    tuple val(meta2), path(targets)
    path tracks
    val format

    output:
    tuple val(meta), path("*.${format}.gz"), emit: rows
    tuple val("${task.process}"), val('vglcs'), eval('vglcs --version'), topic: versions, emit: versions_vglcs

    when:
    task.ext.when == null || task.ext.when

    script:
    def args = task.ext.args ?: ''
    def prefix = task.ext.prefix ?: "${meta.id}"
    def device = task.accelerator ? 'cuda' : 'cpu'
    // exit code 5: the file is complete, and rows of pairs that failed say why
    def failed_pairs = task.ext.failed_pairs ? '|| [ $? -eq 5 ]' : ''
    """
    vglcs batch \\
        $args \\
        --device $device \\
        --threads $task.cpus \\
        --output ${prefix}.${format}.gz \\
        $queries \\
        $targets $failed_pairs
    """

    stub:
    def prefix = task.ext.prefix ?: "${meta.id}"
    """
    echo "" | gzip > ${prefix}.${format}.gz
    """
}
