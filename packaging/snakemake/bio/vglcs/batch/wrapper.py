# SPDX-License-Identifier: BSD-3-Clause
__author__ = "The vglcs developers"
__copyright__ = "Copyright 2026, the vglcs developers"
__license__ = "BSD-3-Clause"

from snakemake.shell import shell

extra = snakemake.params.get("extra", "")
log = snakemake.log_fmt_shell(stdout=False, stderr=True)

all_vs_all = snakemake.input.get("all_vs_all", "")
if all_vs_all:
    pairs, operands = "--all-vs-all", [all_vs_all]
else:
    pairs, operands = "", [snakemake.input.queries, snakemake.input.targets]

# exit code 5: the result is complete, and rows of pairs that failed say why
keep = "|| [ $? -eq 5 ]" if snakemake.params.get("failed_pairs", False) else ""

shell(
    "vglcs batch {extra} --threads {snakemake.threads} --output {snakemake.output[0]:q}"
    " {pairs} {operands:q} {log} {keep}"
)
