// Command release packs the programs of a release into an OCI image layout, and pushes it to a registry. deploy/release.sh and
// .github/workflows/release.yaml call it.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/google/go-containerregistry/pkg/authn"
	"github.com/google/go-containerregistry/pkg/authn/github"
	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/remote"
)

const usage = `usage: release pack FOLDER VERSION
       release push FOLDER NAME

pack reads roundel-linux-amd64, roundel-linux-arm64 and LICENSES.txt in FOLDER and writes the image to FOLDER/image, an OCI image layout.
ZONEINFO is the path of Go's lib/time/zoneinfo.zip, SOURCE_DATE_EPOCH is the time of the image's files, SOURCE_URL and REVISION say where the source is.

push copies the image in FOLDER/image to a registry. NAME is like images.example.org/me/roundel; the tag is the version. It logs in with what
docker login has stored, or to ghcr.io with GITHUB_TOKEN.
`

func main() {
	flag.Usage = func() { fmt.Fprint(os.Stderr, usage) }
	flag.Parse()
	if err := run(flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 3 && args[0] == "pack":
		seconds, err := strconv.ParseInt(cmp.Or(os.Getenv("SOURCE_DATE_EPOCH"), "0"), 10, 64)
		if err != nil {
			return fmt.Errorf("SOURCE_DATE_EPOCH must be seconds since 1970: %w", err)
		}
		return pack(args[1], os.Getenv("ZONEINFO"), about{version: args[2], source: os.Getenv("SOURCE_URL"), revision: os.Getenv("REVISION"), time: time.Unix(seconds, 0).UTC()})
	case len(args) == 3 && args[0] == "push":
		return push(args[1], args[2])
	}
	return fmt.Errorf("%q is not one of these\n%s", args, usage)
}

// push copies the image of a release to a registry unchanged, so that it keeps its digest, and prints the digest. It makes capital letters,
// which names of repositories on GitHub may have, lower case, because registries allow no others.
func push(dir, to string) error {
	repository, err := name.NewRepository(strings.ToLower(to))
	if err != nil {
		return err
	}
	index, version, err := stored(dir)
	if err != nil {
		return err
	}
	ref, keys := repository.Tag(version), authn.NewMultiKeychain(authn.DefaultKeychain, github.Keychain)
	if err := remote.WriteIndex(ref, index, remote.WithAuthFromKeychain(keys)); err != nil {
		return err
	}
	digest, err := index.Digest()
	if err != nil {
		return err
	}
	fmt.Printf("%s@%s\n", ref, digest)
	return nil
}

// stored returns the only image of a layout, which is an index of one image for each architecture, and its version.
func stored(dir string) (v1.ImageIndex, string, error) {
	all, err := layout.ImageIndexFromPath(layoutIn(dir))
	if err != nil {
		return nil, "", err
	}
	list, err := all.IndexManifest()
	if err != nil {
		return nil, "", err
	}
	if len(list.Manifests) != 1 {
		return nil, "", fmt.Errorf("%s has %d images instead of 1", layoutIn(dir), len(list.Manifests))
	}
	image := list.Manifests[0]
	index, err := all.ImageIndex(image.Digest)
	return index, image.Annotations[refName], err
}
