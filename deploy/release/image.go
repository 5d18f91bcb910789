package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
	"golang.org/x/crypto/x509roots/fallback/bundle"
)

// about is what the image says about itself.
type about struct {
	version, source, revision string
	time                      time.Time
}

func (a about) labels() map[string]string {
	out := map[string]string{
		"org.opencontainers.image.title":       "Roundel",
		"org.opencontainers.image.description": "A Discord bot that keeps the turn order of tabletop fights",
		"org.opencontainers.image.licenses":    "MIT",
		"org.opencontainers.image.version":     a.version,
		"org.opencontainers.image.created":     a.time.Format(time.RFC3339),
		"org.opencontainers.image.source":      a.source,
		"org.opencontainers.image.revision":    a.revision,
	}
	maps.DeleteFunc(out, func(_, value string) bool { return value == "" })
	return out
}

const nobody = 65532

// refName is the annotation under which programs that read a layout look for an image's tag.
const refName = "org.opencontainers.image.ref.name"

// config returns the same configuration as the Dockerfile; a test compares them.
func (a about) config() v1.Config {
	return v1.Config{
		Entrypoint:   []string{"/roundel"},
		Cmd:          []string{"run"},
		Env:          []string{"ROUNDEL_DB=/data/roundel.db", "ROUNDEL_HTTP_ADDR=:8080", "TMPDIR=/data"},
		User:         fmt.Sprintf("%d:%d", nobody, nobody),
		WorkingDir:   "/data",
		Volumes:      map[string]struct{}{"/data": {}},
		ExposedPorts: map[string]struct{}{"8080/tcp": {}},
		StopSignal:   "SIGTERM",
		Healthcheck: &v1.HealthConfig{Test: []string{"CMD", "/roundel", "health"}, Interval: 30 * time.Second, Timeout: 5 * time.Second,
			StartPeriod: 20 * time.Second, Retries: 3},
		Labels: a.labels(),
	}
}

func layoutIn(dir string) string { return filepath.Join(dir, "image") }

// pack makes an image of the programs in a folder and writes it to the same folder. zones is the path of Go's time zones, a zip file.
func pack(dir, zones string, a about) error {
	var index v1.ImageIndex = mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	licenses, err := os.ReadFile(filepath.Join(dir, "LICENSES.txt"))
	if err != nil {
		return err
	}
	places, err := zoneFiles(zones)
	if err != nil {
		return err
	}
	base, err := layer(a, append(baseFiles(licenses), places...))
	if err != nil {
		return err
	}
	for _, architecture := range []string{"amd64", "arm64"} {
		program, err := os.ReadFile(filepath.Join(dir, "roundel-linux-"+architecture))
		if err != nil {
			return err
		}
		image, err := imageOf(a, architecture, base, program)
		if err != nil {
			return err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{Add: image, Descriptor: v1.Descriptor{
			Platform: &v1.Platform{OS: "linux", Architecture: architecture}}})
	}
	index = mutate.Annotations(index, a.labels()).(v1.ImageIndex)
	to, err := layout.Write(layoutIn(dir), mutate.IndexMediaType(empty.Index, types.OCIImageIndex))
	if err != nil {
		return err
	}
	return to.AppendIndex(index, layout.WithAnnotations(map[string]string{refName: a.version}))
}

func imageOf(a about, architecture string, base v1.Layer, program []byte) (v1.Image, error) {
	top, err := layer(a, []file{{name: "roundel", mode: 0o755, data: program}})
	if err != nil {
		return nil, err
	}
	image := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	image, err = mutate.ConfigFile(image, &v1.ConfigFile{OS: "linux", Architecture: architecture, Created: v1.Time{Time: a.time}, Config: a.config(),
		RootFS: v1.RootFS{Type: "layers", DiffIDs: []v1.Hash{}}})
	if err != nil {
		return nil, err
	}
	made := func(by string) v1.History { return v1.History{Created: v1.Time{Time: a.time}, CreatedBy: by} }
	image, err = mutate.Append(image, mutate.Addendum{Layer: base, History: made("licenses, certificates, time zones, data folder")},
		mutate.Addendum{Layer: top, History: made("deploy/build.sh")})
	if err != nil {
		return nil, err
	}
	return mutate.Annotations(image, a.labels()).(v1.Image), nil
}

// file is a file of the image, or a folder if its name ends with a slash, or a symbolic link if it has a target.
type file struct {
	name   string
	mode   int64
	owner  int
	data   []byte
	target string
}

func folder(name string) file { return file{name: name, mode: 0o755} }

// baseFiles are the same for every architecture.
func baseFiles(licenses []byte) []file {
	return []file{
		{name: "LICENSES.txt.gz", mode: 0o644, data: zipped(licenses)},
		{name: "data/", mode: 0o755, owner: nobody},
		folder("etc/"), folder("etc/ssl/"), folder("etc/ssl/certs/"),
		{name: "etc/ssl/certs/ca-certificates.crt", mode: 0o644, data: certificates()},
	}
}

// zoneFiles returns Go's time zones in the place where Go looks for them. A zone with several names is stored once; its other names are
// links.
func zoneFiles(name string) ([]file, error) {
	from, err := zip.OpenReader(name)
	if err != nil {
		return nil, fmt.Errorf("the time zones of Go: %w", err)
	}
	defer from.Close()
	const root = "usr/share/zoneinfo/"
	out, first := []file{folder("usr/"), folder("usr/share/"), folder(root)}, map[string]string{}
	for _, entry := range from.File {
		if strings.HasSuffix(entry.Name, "/") {
			continue
		}
		for dir := path.Dir(entry.Name); dir != "."; dir = path.Dir(dir) {
			out = append(out, folder(root+dir+"/"))
		}
		r, err := entry.Open()
		if err != nil {
			return nil, err
		}
		data, err := io.ReadAll(r)
		if err = errors.Join(err, r.Close()); err != nil {
			return nil, err
		}
		if same, ok := first[string(data)]; ok {
			out = append(out, file{name: root + entry.Name, mode: 0o777, target: "/" + same})
			continue
		}
		first[string(data)] = root + entry.Name
		out = append(out, file{name: root + entry.Name, mode: 0o644, data: data})
	}
	slices.SortFunc(out, func(a, b file) int { return strings.Compare(a.name, b.name) })
	return slices.CompactFunc(out, func(a, b file) bool { return a.name == b.name }), nil
}

func zipped(data []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, err := w.Write(data)
	if err = errors.Join(err, w.Close()); err != nil {
		panic(err) // a buffer takes everything
	}
	return out.Bytes()
}

// certificates returns Mozilla's list of authorities in the version that go.mod names, so that it doesn't depend on the machine. It leaves
// out those that are only partly trusted, because a file can't say that.
func certificates() []byte {
	var out bytes.Buffer
	for root := range bundle.Roots() {
		if root.Constraint == nil {
			out.Write(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate}))
		}
	}
	return out.Bytes()
}

func layer(a about, files []file) (v1.Layer, error) {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, f := range files {
		kind := byte(tar.TypeReg)
		if f.name[len(f.name)-1] == '/' {
			kind = tar.TypeDir
		} else if f.target != "" {
			kind = tar.TypeSymlink
		}
		if err := w.WriteHeader(&tar.Header{Typeflag: kind, Name: f.name, Linkname: f.target, Mode: f.mode, Uid: f.owner, Gid: f.owner, Size: int64(len(f.data)),
			ModTime: a.time}); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(out.Bytes())), nil },
		tarball.WithMediaType(types.OCILayer), tarball.WithCompressionLevel(9), tarball.WithCompressedCaching)
}
