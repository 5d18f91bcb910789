package main

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/registry"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/google/go-containerregistry/pkg/v1/validate"
)

// zones returns the path of Go's time zones.
func zones() string {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		log.Fatal(err)
	}
	return filepath.Join(strings.TrimSpace(string(root)), "lib/time/zoneinfo.zip")
}

// programs writes two files that stand for programs, and their licenses.
func programs(dir string) error {
	return errors.Join(os.WriteFile(filepath.Join(dir, "roundel-linux-amd64"), []byte("a program"), 0o755),
		os.WriteFile(filepath.Join(dir, "roundel-linux-arm64"), []byte("another one"), 0o755),
		os.WriteFile(filepath.Join(dir, "LICENSES.txt"), []byte("do what you like"), 0o644))
}

func Example_pack() {
	dir, err := os.MkdirTemp("", "release")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := programs(dir); err != nil {
		log.Fatal(err)
	}
	if err := pack(dir, zones(), about{version: "1.2.3", time: time.Unix(0, 0)}); err != nil {
		log.Fatal(err)
	}
	index, _, err := stored(dir)
	if err != nil {
		log.Fatal(err)
	}
	list, err := index.IndexManifest()
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range list.Manifests {
		image, err := index.Image(m.Digest)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(m.Platform)
		from := tar.NewReader(mutate.Extract(image))
		for {
			header, err := from.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				log.Fatal(err)
			}
			if !strings.HasPrefix(header.Name, "usr/share/zoneinfo/") || strings.HasSuffix(header.Name, "/Asia") || strings.HasSuffix(header.Name, "/Tokyo") {
				fmt.Println(" ", header.FileInfo().Mode(), header.Uid, header.Name)
			}
		}
	}
	// Output:
	// linux/amd64
	//   -rwxr-xr-x 0 roundel
	//   -rw-r--r-- 0 LICENSES.txt.gz
	//   drwxr-xr-x 65532 data
	//   drwxr-xr-x 0 etc
	//   drwxr-xr-x 0 etc/ssl
	//   drwxr-xr-x 0 etc/ssl/certs
	//   -rw-r--r-- 0 etc/ssl/certs/ca-certificates.crt
	//   drwxr-xr-x 0 usr
	//   drwxr-xr-x 0 usr/share
	//   drwxr-xr-x 0 usr/share/zoneinfo
	//   drwxr-xr-x 0 usr/share/zoneinfo/Asia
	//   -rw-r--r-- 0 usr/share/zoneinfo/Asia/Tokyo
	// linux/arm64
	//   -rwxr-xr-x 0 roundel
	//   -rw-r--r-- 0 LICENSES.txt.gz
	//   drwxr-xr-x 65532 data
	//   drwxr-xr-x 0 etc
	//   drwxr-xr-x 0 etc/ssl
	//   drwxr-xr-x 0 etc/ssl/certs
	//   -rw-r--r-- 0 etc/ssl/certs/ca-certificates.crt
	//   drwxr-xr-x 0 usr
	//   drwxr-xr-x 0 usr/share
	//   drwxr-xr-x 0 usr/share/zoneinfo
	//   drwxr-xr-x 0 usr/share/zoneinfo/Asia
	//   -rw-r--r-- 0 usr/share/zoneinfo/Asia/Tokyo
}

// TestPushKeepsTheDigest: what a registry has after a push is the image of the release, whole and for both architectures.
func TestPushKeepsTheDigest(t *testing.T) {
	server := httptest.NewServer(registry.New(registry.Logger(log.New(io.Discard, "", 0))))
	defer server.Close()
	host, dir := strings.TrimPrefix(server.URL, "http://"), t.TempDir()
	if err := programs(dir); err != nil {
		t.Fatal(err)
	}
	t.Setenv("ZONEINFO", zones())
	t.Setenv("SOURCE_DATE_EPOCH", "1700000000")
	t.Setenv("SOURCE_URL", "https://example.org/roundel")
	if err := run([]string{"pack", dir, "1.2.3"}); err != nil {
		t.Fatal(err)
	}
	if err := run([]string{"push", dir, host + "/Somebody/roundel"}); err != nil {
		t.Fatal(err)
	}
	made, _, err := stored(dir)
	if err != nil {
		t.Fatal(err)
	}
	want, err := made.Digest()
	if err != nil {
		t.Fatal(err)
	}
	ref, err := name.ParseReference(host + "/somebody/roundel:1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	index, err := remote.Index(ref)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := index.Digest(); err != nil || got != want {
		t.Errorf("%s is %s, %v; the release has %s", ref, got, err, want)
	}
	if err := validate.Index(index); err != nil {
		t.Error(err)
	}
	for _, architecture := range []string{"amd64", "arm64"} {
		image, err := remote.Image(ref, remote.WithPlatform(v1.Platform{OS: "linux", Architecture: architecture}))
		if err != nil {
			t.Fatal(err)
		}
		config, err := image.ConfigFile()
		if err != nil {
			t.Fatal(err)
		}
		labels := config.Config.Labels
		if config.Architecture != architecture || labels["org.opencontainers.image.source"] != "https://example.org/roundel" ||
			labels["org.opencontainers.image.created"] != "2023-11-14T22:13:20Z" {
			t.Errorf("%s for %s is for %s and has the labels %v", ref, architecture, config.Architecture, labels)
		}
	}
}

// TestPackIsReproducible: the same programs give the same image.
func TestPackIsReproducible(t *testing.T) {
	var digests []v1.Hash
	for range 2 {
		dir := t.TempDir()
		if err := programs(dir); err != nil {
			t.Fatal(err)
		}
		if err := pack(dir, zones(), about{version: "1.2.3", time: time.Unix(1700000000, 0)}); err != nil {
			t.Fatal(err)
		}
		index, _, err := stored(dir)
		if err != nil {
			t.Fatal(err)
		}
		digest, err := index.Digest()
		if err != nil {
			t.Fatal(err)
		}
		digests = append(digests, digest)
	}
	if digests[0] != digests[1] {
		t.Errorf("two images: %v", digests)
	}
}

// TestWhatRunRefuses: each wrong call is refused with what is wrong with it.
func TestWhatRunRefuses(t *testing.T) {
	dir := t.TempDir()
	for _, tt := range []struct {
		args []string
		want string
	}{
		{nil, "usage"},
		{[]string{"pack", dir}, "usage"},
		{[]string{"push", dir}, "usage"},
		{[]string{"pack", dir, "1.2.3"}, "LICENSES.txt"},
		{[]string{"push", dir, "example.org/roundel"}, "index.json"},
		{[]string{"push", dir, "example.org/rou ndel"}, "rou ndel"},
	} {
		if err := run(tt.args); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v", tt.args, err)
		}
	}
	t.Setenv("SOURCE_DATE_EPOCH", "yesterday")
	if err := run([]string{"pack", dir, "1.2.3"}); err == nil || !strings.Contains(err.Error(), "seconds since 1970") {
		t.Error(err)
	}
}
