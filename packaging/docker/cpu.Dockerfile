# SPDX-License-Identifier: BSD-3-Clause
# The program for the CPU. From the top of the source tree:
#
#   docker build -f packaging/docker/cpu.Dockerfile -t vglcs:0.1.0 .
#   docker run --rm -v "$PWD:/data" -u "$(id -u):$(id -g)" vglcs:0.1.0 vglcs align a.fa b.fa --gaps 5
#
# No ENTRYPOINT: workflow engines start a shell and `ps` of their own.
FROM debian:12-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends \
        cmake g++ libcli11-dev libdivsufsort-dev libfmt-dev libhwy-dev libssl-dev ninja-build nlohmann-json3-dev zlib1g-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN cmake -S . -B /build -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/opt/vglcs -DVGLCS_BUILD_TESTS=OFF \
        -DVGLCS_INSTALL=OFF -DVGLCS_WITH_CUDA=OFF -DVGLCS_WITH_MPI=OFF \
    && cmake --build /build --target vglcs_cli \
    && install -D -s /build/tools/vglcs /opt/vglcs/bin/vglcs \
    && install -D -m 644 docs/vglcs.1 /opt/vglcs/share/man/man1/vglcs.1 \
    && install -D -m 644 LICENSE /opt/vglcs/share/doc/vglcs/LICENSE

FROM debian:12-slim
LABEL org.opencontainers.image.title="vglcs" \
      org.opencontainers.image.description="Exact sequence alignment under hard per-letter gap limits" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="BSD-3-Clause"
RUN apt-get update && apt-get install -y --no-install-recommends \
        libdivsufsort3 libfmt9 libgomp1 libhwy1 libssl3 procps zlib1g \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /opt/vglcs /usr/local
RUN useradd --create-home --uid 1000 vglcs && mkdir /data && chown vglcs /data
USER vglcs
WORKDIR /data
RUN vglcs --version && vglcs selftest --quiet
CMD ["vglcs", "--help"]
