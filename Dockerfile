# Roundel as one static file in an empty image. To build it:
#
#   docker build --build-arg VERSION=1.2.3 -t roundel .
#
# For both architectures, use docker buildx build --platform linux/amd64,linux/arm64.
ARG GO_VERSION=1.26.8
FROM --platform=$BUILDPLATFORM golang:${GO_VERSION}-bookworm AS build
ARG TARGETARCH
WORKDIR /src
# SQLite is written in C, so building for another architecture needs a cross compiler.
RUN if [ "${TARGETARCH:-$(go env GOARCH)}" != "$(go env GOARCH)" ]; then \
      apt-get update && case "$TARGETARCH" in \
        arm64) apt-get install -y --no-install-recommends gcc-aarch64-linux-gnu libc6-dev-arm64-cross ;; \
        amd64) apt-get install -y --no-install-recommends gcc-x86-64-linux-gnu libc6-dev-amd64-cross ;; \
        *) echo "no compiler for $TARGETARCH" >&2; exit 1 ;; \
      esac && rm -rf /var/lib/apt/lists/*; \
    fi
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG VERSION
RUN if [ "${TARGETARCH:-$(go env GOARCH)}" != "$(go env GOARCH)" ]; then \
      case "$TARGETARCH" in arm64) export CC=aarch64-linux-gnu-gcc ;; amd64) export CC=x86_64-linux-gnu-gcc ;; esac; \
      export GOARCH="$TARGETARCH"; \
    fi; \
    mkdir -p /out/data && deploy/build.sh /out/roundel "$VERSION"

FROM scratch
ARG VERSION
LABEL org.opencontainers.image.title="Roundel" \
      org.opencontainers.image.description="A Discord bot that keeps the turn order of tabletop fights" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}"
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY --from=build --chown=65532:65532 /out/data /data
COPY --from=build /out/roundel /roundel
# The root may be read-only: Roundel writes only to /data. The HTTP port is for the health check and metrics; you don't
# have to publish it.
ENV ROUNDEL_DB=/data/roundel.db ROUNDEL_HTTP_ADDR=:8080 TMPDIR=/data
USER 65532:65532
WORKDIR /data
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 CMD ["/roundel", "health"]
ENTRYPOINT ["/roundel"]
CMD ["run"]
