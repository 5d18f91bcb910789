#!/bin/sh
# Makes a release: everything that hosts need, as files. It needs no container engine, and the same source always gives the same bytes.
#
#   deploy/release.sh VERSION [FOLDER]
#
# VERSION is like 1.2.3, or like v1.2.3 as in a tag. FOLDER is created, and is dist/VERSION unless you name one. It then has
#
#   roundel-linux-amd64, roundel-linux-arm64   the program, as one static file each
#   roundel-linux-….cdx.json                   what is in each, for scanners (CycloneDX)
#   image                                      the image of both, as an OCI image layout
#   compose.yaml, compose.postgres.yaml        for docker compose, with the image's name
#   stack.yaml, unraid.xml, kubernetes.yaml    for panels such as Portainer and Coolify, for Unraid and for Kubernetes, with the image's name
#   roundel.service, env.example               for systemd
#   alerts.yml, grafana-dashboard.json         for Prometheus and Grafana
#   LICENSES.txt                               the licenses of everything that the programs contain
#   SHA256SUMS                                 checksums of all other files
#
# These variables may be set: IMAGE is where the image will be, such as images.example.org/me/roundel; unless it is set, roundel. SOURCE_URL and
# REVISION say where the source is, and SOURCE_DATE_EPOCH is the time of the image's files, in seconds since 1970.
#
# You need Go, gcc and a C compiler for the other architecture. On amd64, Debian has it as gcc-aarch64-linux-gnu and libc6-dev-arm64-cross, on arm64
# as gcc-x86-64-linux-gnu and libc6-dev-amd64-cross.
set -eu
usage='usage: deploy/release.sh VERSION [FOLDER]'
version=${1:?$usage}
version=${version#v}
if ! printf '%s\n' "$version" | grep -qxE '[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?'; then
  echo "$usage: VERSION must be like 1.2.3 or 1.2.3-rc.1, not $1" >&2
  exit 2
fi
out=${2:-dist/$version}
case $out in /*) ;; *) out=$PWD/$out ;; esac
if [ -e "$out" ]; then
  echo "$out exists; remove it or name another folder" >&2
  exit 2
fi
# Registries have no capital letters.
image=$(printf '%s' "${IMAGE:-roundel}" | tr '[:upper:]' '[:lower:]'):$version
cd "$(dirname "$0")/.."
amd64_gcc=gcc
[ "$(uname -m)" = x86_64 ] || amd64_gcc=x86_64-linux-gnu-gcc
for tool in go gcc "$amd64_gcc" aarch64-linux-gnu-gcc; do
  command -v "$tool" >/dev/null || { echo "install $tool; the comment in deploy/release.sh names Debian's packages" >&2; exit 2; }
done

# What isn't complete is never called $out.
mkdir -p "$(dirname "$out")"
new=$(mktemp -d "$out.XXXXXX")
trap 'wait; rm -rf "$new"' EXIT
trap 'exit 1' HUP INT TERM
chmod 755 "$new"

GOARCH=amd64 CC=$amd64_gcc deploy/build.sh "$new/roundel-linux-amd64" "$version" &
amd64=$!
GOARCH=arm64 CC=aarch64-linux-gnu-gcc deploy/build.sh "$new/roundel-linux-arm64" "$version" &
arm64=$!

# named FROM TO writes a file of this folder for hosts who have no source: it names the image instead of building it.
named() {
  sed -e '/^ *build: \.\.$/d' -e "s|^\( *image:\) roundel\( #.*\)\{0,1\}$|\1 $image|" -e "s|<Repository>roundel<|<Repository>$image<|" \
    -e "s|deploy/$1|$2|g" -e 's| -f compose\.yaml||' -e 's| --build||' -e 's|deploy/||g' "deploy/$1" >"$new/$2"
}
named compose.yaml compose.yaml
named compose.postgres.yaml compose.postgres.yaml
named templates/stack.yaml stack.yaml
named templates/unraid.xml unraid.xml
named kubernetes/roundel.yaml kubernetes.yaml
named roundel.service roundel.service
named env.example env.example
named alerts.yml alerts.yml
named grafana-dashboard.json grafana-dashboard.json

# What packs the release runs on this machine, whatever the variables of Go say.
mkdir "$new/tools"
unset GOOS GOARCH
CGO_ENABLED=0 go build -C deploy/release -trimpath -buildvcs=false -o "$new/tools" . github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod
wait "$amd64"
wait "$arm64"

# licence NAME FOLDER writes the licenses of a part of the programs. If the folder has none, it fails.
licence() {
  printf '\n%s\n%s\n\n' ---------------------------------------------------------------------- "$1"
  cat "$2"/LICENSE*
  find "$2" -maxdepth 1 -name 'NOTICE*' -exec cat {} +
}
{
  cat LICENSE NOTICE
  licence "The standard library of $(go env GOVERSION)" "$(go env GOROOT)"
  printf '%s\n' '' ---------------------------------------------------------------------- \
    'The GNU C library, copyright by the Free Software Foundation and others. Its source is at https://www.gnu.org/software/libc/.' \
    'To link the program with another version of it, run deploy/build.sh in the source of this release.' ''
  cat deploy/release/LGPL-2.1.txt
} >"$new/LICENSES.txt"
go version -m "$new/roundel-linux-amd64" | awk '$1 == "dep" { print $2 }' | xargs go list -m -f '{{.Path}} {{.Version}} {{.Dir}}' >"$new/tools/modules"
while read -r module at dir; do
  licence "$module $at" "$dir"
done <"$new/tools/modules" >>"$new/LICENSES.txt"

for program in roundel-linux-amd64 roundel-linux-arm64; do
  "$new/tools/cyclonedx-gomod" bin -json -std -noserial -notimestamp -version "$version" -output "$new/$program.cdx.json" "$new/$program"
done
ZONEINFO=$(go env GOROOT)/lib/time/zoneinfo.zip "$new/tools/release" pack "$new" "$version"
rm -r "$new/tools"
chmod -R a+rX "$new"

(cd "$new" && find . -type f ! -name SHA256SUMS | sed 's|^\./||' | LC_ALL=C sort | xargs sha256sum >"$new.sums" && mv "$new.sums" SHA256SUMS)
mv "$new" "$out"
