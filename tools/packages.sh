# SPDX-License-Identifier: BSD-3-Clause
# Sourced by quickstart.sh and test.sh: makes sure that the Debian packages of the build are there.

build_packages=(g++ cmake ninja-build pkg-config libcli11-dev libdivsufsort-dev libfmt-dev libhwy-dev
                libssl-dev nlohmann-json3-dev zlib1g-dev)
test_packages=(libgtest-dev libgmock-dev samtools bedtools gffread stringtie python3-pysam libbenchmark-dev
               libseqan3-dev libopenmpi-dev openmpi-bin abigail-tools chromium python3-cffi python3-numpy
               python3-pytest python3-pip python3-setuptools python3-wheel libxml2-utils python3-cheetah
               python3-jinja2 python3-yaml strace)

# need_packages NAME...: installs what is missing where that is possible; else says what is missing and goes on.
need_packages() {
    local missing=() name
    for name in "$@"; do
        dpkg-query -W -f='${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || missing+=("$name")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null && sudo -n true 2>/dev/null && as_root=(sudo) || {
            echo "missing packages: ${missing[*]}: install them as root, e.g. apt-get install ${missing[*]}" >&2
            return 0
        }
    fi
    command -v apt-get >/dev/null || {
        echo "missing (named as in Debian 12): ${missing[*]}: install them with your package manager" >&2
        return 0
    }
    echo "installing: ${missing[*]}"
    "${as_root[@]}" apt-get update -qq &&
        DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" \
            >/dev/null || echo "could not install ${missing[*]}: going on without" >&2
}

# cuda_option: -DVGLCS_WITH_CUDA=ON where nvcc is, else OFF. VGLCS_CUDA=off in the environment switches it off.
cuda_option() {
    if [ "${VGLCS_CUDA:-auto}" != off ] && { command -v nvcc >/dev/null || [ -x /usr/local/cuda/bin/nvcc ]; }; then
        echo -DVGLCS_WITH_CUDA=ON
    else
        echo -DVGLCS_WITH_CUDA=OFF
    fi
}

# mpi_option: -DVGLCS_WITH_MPI=ON where an MPI compiler is and a job can be started, else OFF.
mpi_option() {
    if command -v mpicxx >/dev/null && mpirun --allow-run-as-root --oversubscribe -n 2 true >/dev/null 2>&1; then
        echo -DVGLCS_WITH_MPI=ON
    else
        echo -DVGLCS_WITH_MPI=OFF
    fi
}
