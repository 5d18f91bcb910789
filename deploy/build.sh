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
# The bot speaks HTTP/1.1 only.
# The file doesn't contain the build path, the time or the state of the checkout.
# C is compiled for size, and what SQLite and glibc don't need here is left out, as are the indexes for text and places that go-sqlite3 asks SQLite for.
# The languages are compressed: the compiler sees compressed files in place of those in the folder. Packages that decide nothing about a fight are
# compiled without inlining, and functions are put closer together, for size too.
packed=$(mktemp -d)
trap 'rm -rf "$packed"' EXIT
for file in bot/words/lang/languages/*.yaml; do
  gzip -9nc "$file" >"$packed/$(basename "$file")"
  printf '%s"%s": "%s"' "${files:+,}" "$PWD/$file" "$packed/$(basename "$file")" >>"$packed/files"
  files=yes
done
printf '{"Replace": {%s}}' "$(cat "$packed/files")" >"$packed/overlay.json"
small=
for packages in github.com/... golang.org/x/... go.yaml.in/... codeberg.org/... roundel/sandbox/... roundel/cmd/... roundel/bot/... roundel/store/... \
  roundel/engine/strictyaml roundel/engine/statblock roundel/engine/sheet roundel/engine/monster; do
  small="$small -gcflags=$packages=-l"
done
c='-Os -ffunction-sections -fdata-sections -fno-asynchronous-unwind-tables -fno-unwind-tables'
c="$c -Wp,-USQLITE_ENABLE_FTS3,-USQLITE_ENABLE_FTS3_PARENTHESIS,-USQLITE_ENABLE_RTREE"
CGO_ENABLED=1 GOOS=linux CGO_CFLAGS="${CGO_CFLAGS:-$c}" go build -trimpath -buildvcs=false -overlay "$packed/overlay.json" \
  $small \
  -tags 'sqlite_omit_load_extension netgo osusergo nethttpomithttp2' \
  -ldflags "-s -w -buildid= -funcalign=16 -linkmode external -extldflags '-static -Wl,--gc-sections' -X main.version=$version" \
  -o "$out" ./cmd/bot
