# SPDX-License-Identifier: BSD-3-Clause
# The program for CPU and CUDA, with code for every card from Ampere on. From the top of the source tree:
#
#   docker build -f packaging/docker/cuda.Dockerfile -t vglcs:0.1.0-cuda .
#   docker run --rm --gpus all -v "$PWD:/data" -u "$(id -u):$(id -g)" vglcs:0.1.0-cuda vglcs align a.fa b.fa --gaps 5
#
# The toolkit stays in the first stage: the runtime is linked in, and the driver comes from the host. Builders have no card,
# so the self-test asks the engines of the CPU; `vglcs selftest` in a container with a card asks all.
FROM nvidia/cuda:13.0.1-devel-ubuntu24.04 AS build
RUN apt-get update && apt-get install -y --no-install-recommends \
        cmake g++ libcli11-dev libdivsufsort-dev libfmt-dev libhwy-dev libssl-dev ninja-build nlohmann-json3-dev zlib1g-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN cmake -S . -B /build -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/opt/vglcs -DVGLCS_BUILD_TESTS=OFF \
        -DVGLCS_INSTALL=OFF -DVGLCS_WITH_CUDA=ON -DVGLCS_CUDA_ALL=ON -DVGLCS_WITH_MPI=OFF \
    && cmake --build /build --target vglcs_cli \
    && install -D -s /build/tools/vglcs /opt/vglcs/bin/vglcs \
    && install -D -m 644 docs/vglcs.1 /opt/vglcs/share/man/man1/vglcs.1 \
    && install -D -m 644 LICENSE /opt/vglcs/share/doc/vglcs/LICENSE

FROM ubuntu:24.04
LABEL org.opencontainers.image.title="vglcs" \
      org.opencontainers.image.description="Exact sequence alignment under hard per-letter gap limits, on CPU and CUDA" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="BSD-3-Clause"
ENV NVIDIA_VISIBLE_DEVICES=all \
    NVIDIA_DRIVER_CAPABILITIES=compute,utility
RUN apt-get update && apt-get install -y --no-install-recommends \
        libdivsufsort3 libfmt9 libgomp1 libhwy1t64 libssl3t64 procps zlib1g \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /opt/vglcs /usr/local
RUN userdel -r ubuntu && useradd --create-home --uid 1000 vglcs && mkdir /data && chown vglcs /data
USER vglcs
WORKDIR /data
RUN vglcs --version && vglcs selftest --quiet --device cpu
CMD ["vglcs", "--help"]
