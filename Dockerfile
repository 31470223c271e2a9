# syntax=docker/dockerfile:1
# Saldo as a container: `docker build -t saldo .`, or with the OCR of scanned statements: `docker build --build-arg VARIANT=ocr -t saldo .`
#
#   BINARY=prebuilt   takes target/container/saldo of this folder instead of building it
#   BASE, OCR_BASE    other base images, for machines without a registry (scripts/container)
ARG RUST=1.95
ARG NODE=22
ARG BASE=gcr.io/distroless/cc-debian12
ARG OCR_BASE=debian:bookworm-slim
ARG BINARY=build
ARG VARIANT=plain

FROM node:${NODE}-bookworm-slim AS node

FROM rust:${RUST}-bookworm AS build
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /usr/local/lib/node_modules /usr/local/lib/node_modules
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
WORKDIR /src
COPY . .
ENV SALDO_UI_REQUIRED=1
RUN --mount=type=cache,target=/usr/local/cargo/registry --mount=type=cache,target=/src/target \
    cargo build --release --locked --bin saldo && strip -o /saldo target/release/saldo

FROM scratch AS prebuilt
COPY target/container/saldo /saldo

FROM ${BINARY} AS binary

FROM ${BASE} AS plain

FROM ${OCR_BASE} AS ocr
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates tesseract-ocr tesseract-ocr-deu tesseract-ocr-eng \
    && rm -rf /var/lib/apt/lists/*

FROM ${VARIANT} AS saldo
COPY --from=binary --chmod=0755 /saldo /usr/local/bin/saldo
# An empty folder of the user's own, so that a new volume belongs to it.
COPY --chown=65532:65532 docs/self-hosting/deploy/empty /data
USER 65532:65532
WORKDIR /data
VOLUME /data
ENV SALDO_DATA_DIR=/data SALDO_LISTEN=0.0.0.0:3000
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s CMD ["/usr/local/bin/saldo", "health"]
ENTRYPOINT ["/usr/local/bin/saldo"]
LABEL org.opencontainers.image.title="Saldo" \
    org.opencontainers.image.description="Self-hosted personal finance: statements read and proven to the cent" \
    org.opencontainers.image.source="https://github.com/saldo/saldo" \
    org.opencontainers.image.licenses="MIT OR Apache-2.0"
