#!/bin/sh
# Builds Roundel as one static file that needs nothing from the system it runs on. The same source gives the same bytes.
#
#   deploy/build.sh OUT [VERSION]
#
# GOARCH=arm64 CC=aarch64-linux-gnu-gcc deploy/build.sh … builds for arm64 on another machine.
set -eu
out=${1:?usage: deploy/build.sh OUT [VERSION]}
version=${2:-}
case $out in /*) ;; *) out=$PWD/$out ;; esac
cd "$(dirname "$0")/.."
# glibc's name lookups would load libraries at run time, so Go's are used (netgo, osusergo). SQLite loads no extensions.
# The file contains no build path, time or state of the checkout.
CGO_ENABLED=1 GOOS=linux CGO_CFLAGS="${CGO_CFLAGS:--O2}" go build -trimpath -buildvcs=false \
  -tags 'sqlite_omit_load_extension netgo osusergo timetzdata' \
  -ldflags "-s -w -buildid= -linkmode external -extldflags '-static' -X main.version=$version" \
  -o "$out" ./cmd/bot
