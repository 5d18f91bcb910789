#!/bin/sh
# Builds Roundel as one static file that needs no libraries from the system. The same source always gives the same bytes.
#
#   deploy/build.sh OUT [VERSION]
#
# To build for arm64 on another architecture, put GOARCH=arm64 CC=aarch64-linux-gnu-gcc in front.
set -eu
out=${1:?usage: deploy/build.sh OUT [VERSION]}
version=${2:-}
case $out in /*) ;; *) out=$PWD/$out ;; esac
cd "$(dirname "$0")/.."
# glibc's name lookups would load libraries at run time, so netgo and osusergo select Go's own. SQLite can't load extensions.
# The file doesn't contain the build path, the time or the state of the checkout.
# C is compiled for size, and what SQLite and glibc don't need here is left out.
c='-Os -ffunction-sections -fdata-sections -fno-asynchronous-unwind-tables -fno-unwind-tables'
CGO_ENABLED=1 GOOS=linux CGO_CFLAGS="${CGO_CFLAGS:-$c}" go build -trimpath -buildvcs=false \
  -tags 'sqlite_omit_load_extension netgo osusergo' \
  -ldflags "-s -w -buildid= -linkmode external -extldflags '-static -Wl,--gc-sections' -X main.version=$version" \
  -o "$out" ./cmd/bot
