# SPDX-License-Identifier: BSD-3-Clause
__author__ = "The vglcs developers"
__copyright__ = "Copyright 2026, the vglcs developers"
__license__ = "BSD-3-Clause"

from snakemake.shell import shell

extra = snakemake.params.get("extra", "")
log = snakemake.log_fmt_shell(stdout=False, stderr=True)

shell(
    "vglcs align {extra} --threads {snakemake.threads} --output {snakemake.output[0]:q}"
    " {snakemake.input.queries:q} {snakemake.input.targets:q} {log}"
)
