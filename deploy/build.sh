#!/bin/sh
# Builds Roundel as one static file that needs nothing of the system it runs on, the same bytes each time.
#
#   deploy/build.sh OUT [VERSION]
#
# GOARCH=arm64 CC=aarch64-linux-gnu-gcc deploy/build.sh … builds for arm64 on another machine.
set -eu
out=${1:?usage: deploy/build.sh OUT [VERSION]}
version=${2:-}
case $out in /*) ;; *) out=$PWD/$out ;; esac
cd "$(dirname "$0")/.."
# glibc's own name lookups would load libraries at run time, so Go's are used (netgo, osusergo); SQLite loads no extensions.
# No build path, no time and no state of the checkout goes into the file.
CGO_ENABLED=1 GOOS=linux CGO_CFLAGS="${CGO_CFLAGS:--O2}" go build -trimpath -buildvcs=false \
  -tags 'sqlite_omit_load_extension netgo osusergo timetzdata' \
  -ldflags "-s -w -buildid= -linkmode external -extldflags '-static' -X main.version=$version" \
  -o "$out" ./cmd/bot
