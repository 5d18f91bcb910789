package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"crypto/x509"
	"debug/buildinfo"
	"debug/elf"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// releaseName is the environment variable with the folder of a release made by deploy/release.sh.
const releaseName = "ROUNDEL_RELEASE"

// releaseFolder returns the folder with a release made by deploy/release.sh, or skips the test.
func releaseFolder(t *testing.T) string {
	t.Helper()
	dir := os.Getenv(releaseName)
	if dir == "" {
		needed(t, releaseName+" names no folder made by deploy/release.sh; .ci/run makes one")
	}
	return dir
}

// releaseImage is an image of an OCI image layout, for one architecture.
type releaseImage struct {
	config struct {
		User, WorkingDir, StopSignal string
		Entrypoint, Cmd, Env         []string
		Labels                       map[string]string
		Volumes, ExposedPorts        map[string]struct{}
		Healthcheck                  struct {
			Test                           []string
			Interval, Timeout, StartPeriod time.Duration
			Retries                        int
		}
	}
	files map[string]packed
}

// packed is a file of an image.
type packed struct {
	tar.Header
	data []byte
}

// described is what a layout says of one of its files.
type described struct {
	MediaType, Digest string
	Size              int64
	Platform          struct{ OS, Architecture string }
}

// blob returns a file of the layout after a look at its checksum.
func blob(t *testing.T, layout string, d described) []byte {
	t.Helper()
	digest, _ := strings.CutPrefix(d.Digest, "sha256:")
	data, err := os.ReadFile(filepath.Join(layout, "blobs", "sha256", digest))
	if err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != digest || int64(len(data)) != d.Size {
		t.Fatalf("%s has %d bytes and another checksum", d.Digest, len(data))
	}
	return data
}

func unzip(t *testing.T, data []byte) []byte {
	t.Helper()
	from, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(from)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func decode(t *testing.T, data []byte, to any) {
	t.Helper()
	if err := json.Unmarshal(data, to); err != nil {
		t.Fatal(err)
	}
}

// openImage reads the image of an architecture from a release.
func openImage(t *testing.T, release, architecture string) releaseImage {
	t.Helper()
	layout := filepath.Join(release, "image")
	top, err := os.ReadFile(filepath.Join(layout, "index.json"))
	if err != nil {
		t.Fatal(err)
	}
	var index struct{ Manifests []described }
	decode(t, top, &index)
	if len(index.Manifests) != 1 {
		t.Fatalf("the layout has %d images", len(index.Manifests))
	}
	decode(t, blob(t, layout, index.Manifests[0]), &index)
	at := slices.IndexFunc(index.Manifests, func(d described) bool {
		return d.Platform.OS == "linux" && d.Platform.Architecture == architecture
	})
	if len(index.Manifests) != 2 || at < 0 {
		t.Fatalf("the image is for %v", index.Manifests)
	}
	var manifest struct {
		Config described
		Layers []described
	}
	decode(t, blob(t, layout, index.Manifests[at]), &manifest)
	out := releaseImage{files: map[string]packed{}}
	var config struct {
		Architecture, OS string
		Config           any
	}
	config.Config = &out.config
	decode(t, blob(t, layout, manifest.Config), &config)
	if config.OS != "linux" || config.Architecture != architecture {
		t.Errorf("the image for %s says that it is for %s/%s", architecture, config.OS, config.Architecture)
	}
	for _, layer := range manifest.Layers {
		from := tar.NewReader(bytes.NewReader(unzip(t, blob(t, layout, layer))))
		for {
			header, err := from.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			data, err := io.ReadAll(from)
			if err != nil {
				t.Fatal(err)
			}
			out.files[header.Name] = packed{*header, data}
		}
	}
	return out
}

// unpack writes the image's files to a folder, with their owners.
func (i releaseImage) unpack(t *testing.T, dir string) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(i.files)) { // folders come before what is in them
		f, to := i.files[name], filepath.Join(dir, name)
		var err error
		switch f.Typeflag {
		case tar.TypeDir:
			err = os.Mkdir(to, f.FileInfo().Mode().Perm())
		case tar.TypeSymlink:
			err = os.Symlink(f.Linkname, to)
		default:
			err = os.WriteFile(to, f.data, f.FileInfo().Mode().Perm())
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Lchown(to, f.Uid, f.Gid); err != nil {
			t.Fatal(err)
		}
	}
}

var architectures = map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64}

// TestReleaseSums: SHA256SUMS has every file of the release, and their checksums.
func TestReleaseSums(t *testing.T) {
	t.Parallel()
	dir := releaseFolder(t)
	sums := map[string]string{}
	list, err := os.ReadFile(filepath.Join(dir, "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(list)) {
		sum, name, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		if !ok {
			t.Fatalf("sha256sum can't read %q", line)
		}
		sums[name] = sum
	}
	err = fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || name == "SHA256SUMS" {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != sums[name] {
			t.Errorf("SHA256SUMS has another checksum for %s: %q", name, sums[name])
		}
		delete(sums, name)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range sums {
		t.Errorf("SHA256SUMS has %s, which is missing", name)
	}
}

// TestReleasePrograms: each program is for its architecture, needs no libraries, is small enough, and is the one in the image.
func TestReleasePrograms(t *testing.T) {
	t.Parallel()
	dir := releaseFolder(t)
	for architecture, machine := range architectures {
		name := filepath.Join(dir, "roundel-linux-"+architecture)
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %.1f MB", filepath.Base(name), float64(len(data))/(1<<20))
		if len(data) > imageLimit {
			t.Errorf("%s has %d bytes, the limit is %d", name, len(data), imageLimit)
		}
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o755 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
		program, err := elf.NewFile(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if program.Machine != machine {
			t.Errorf("%s is for %s", name, program.Machine)
		}
		for _, part := range program.Progs {
			if part.Type == elf.PT_INTERP || part.Type == elf.PT_DYNAMIC {
				t.Errorf("%s needs libraries", name)
			}
		}
		if !bytes.Equal(openImage(t, dir, architecture).files["roundel"].data, data) {
			t.Errorf("the image for %s has another program", architecture)
		}
	}
}

// TestReleaseImage: the images have the program, licenses, certificates, time zones and an empty data folder that belongs to the user, so no shell. They are run as the
// Dockerfile's is.
func TestReleaseImage(t *testing.T) {
	t.Parallel()
	dir := releaseFolder(t)
	for architecture := range architectures {
		image := openImage(t, dir, architecture)
		want := map[string]string{
			"LICENSES.txt.gz":                   "-rw-r--r-- 0:0",
			"data/":                             "-rwxr-xr-x 65532:65532",
			"etc/":                              "-rwxr-xr-x 0:0",
			"etc/ssl/":                          "-rwxr-xr-x 0:0",
			"etc/ssl/certs/":                    "-rwxr-xr-x 0:0",
			"etc/ssl/certs/ca-certificates.crt": "-rw-r--r-- 0:0",
			"roundel":                           "-rwxr-xr-x 0:0",
			"usr/":                              "-rwxr-xr-x 0:0",
			"usr/share/":                        "-rwxr-xr-x 0:0",
			"usr/share/zoneinfo/":               "-rwxr-xr-x 0:0",
		}
		got, size := map[string]string{}, int64(0)
		for name, f := range image.files {
			size += f.Size
			if zone, ok := strings.CutPrefix(name, "usr/share/zoneinfo/"); !ok || zone == "" {
				got[name] = fmt.Sprintf("%s %d:%d", f.FileInfo().Mode().Perm(), f.Uid, f.Gid)
			} else if f.Typeflag == tar.TypeReg && !bytes.HasPrefix(f.data, []byte("TZif")) || f.Typeflag == tar.TypeSymlink &&
				image.files[strings.TrimPrefix(f.Linkname, "/")].Typeflag != tar.TypeReg {
				t.Errorf("%s has %s, which is no time zone", architecture, name)
			}
		}
		for _, zone := range []string{"Europe/Berlin", "Asia/Tokyo", "America/Los_Angeles", "UTC"} {
			if _, ok := image.files["usr/share/zoneinfo/"+zone]; !ok {
				t.Errorf("%s lacks the time zone %s", architecture, zone)
			}
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s has %v", architecture, got)
		}
		t.Logf("the image for %s has %.1f MB", architecture, float64(size)/(1<<20))
		if size > imageLimit {
			t.Errorf("the image for %s has %d bytes, the limit is %d", architecture, size, imageLimit)
		}
		if unzipped := unzip(t, image.files["LICENSES.txt.gz"].data); string(unzipped) != released(t, "LICENSES.txt") {
			t.Errorf("the image for %s has other licenses: %.100s", architecture, unzipped)
		}
		checkCertificates(t, image.files["etc/ssl/certs/ca-certificates.crt"].data)
		if got, want := image.instructions(), dockerInstructions(t); !slices.Equal(got, want) {
			t.Errorf("%s is configured as\n%s\nthe Dockerfile says\n%s", architecture, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		for label, pattern := range map[string]string{"title": `^Roundel$`, "description": `.`, "licenses": `^MIT$`, "version": `^\d+\.\d+\.\d+`,
			"created": `^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$`} {
			if value := image.config.Labels["org.opencontainers.image."+label]; !regexp.MustCompile(pattern).MatchString(value) {
				t.Errorf("%s: the label %s is %q", architecture, label, value)
			}
		}
	}
}

// checkCertificates fails unless the file has the usual authorities, among them those that Discord's certificates come from.
func checkCertificates(t *testing.T, data []byte) {
	t.Helper()
	found := map[string]bool{}
	for len(bytes.TrimSpace(data)) > 0 {
		var block *pem.Block
		if block, data = pem.Decode(data); block == nil {
			t.Fatal("the file of certificates has something else in it")
		}
		certificate, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		found[certificate.Subject.CommonName] = true
	}
	if len(found) < 100 {
		t.Errorf("there are only %d certificates", len(found))
	}
	for _, name := range []string{"GTS Root R1", "GTS Root R4", "ISRG Root X1", "DigiCert Global Root G2"} {
		if !found[name] {
			t.Errorf("%s is missing", name)
		}
	}
}

// instructions returns the image's configuration in the Dockerfile's words.
func (i releaseImage) instructions() []string {
	c, quoted := i.config, func(words []string) string {
		return `["` + strings.Join(words, `", "`) + `"]`
	}
	h := c.Healthcheck
	return []string{
		"ENV " + strings.Join(c.Env, " "),
		"USER " + c.User,
		"WORKDIR " + c.WorkingDir,
		"VOLUME " + strings.Join(slices.Sorted(maps.Keys(c.Volumes)), " "),
		"EXPOSE " + strings.TrimSuffix(strings.Join(slices.Sorted(maps.Keys(c.ExposedPorts)), " "), "/tcp"),
		"STOPSIGNAL " + c.StopSignal,
		fmt.Sprintf("HEALTHCHECK --interval=%s --timeout=%s --start-period=%s --retries=%d %s %s", h.Interval, h.Timeout, h.StartPeriod, h.Retries,
			h.Test[0], quoted(h.Test[1:])),
		"ENTRYPOINT " + quoted(c.Entrypoint),
		"CMD " + quoted(c.Cmd),
	}
}

// dockerInstructions returns what the Dockerfile says about running the image.
func dockerInstructions(t *testing.T) []string {
	t.Helper()
	_, last, ok := strings.Cut(readTop(t, "Dockerfile"), "\nFROM scratch\n")
	if !ok {
		t.Fatal("the Dockerfile's image isn't empty at first")
	}
	return regexp.MustCompile(`(?m)^(ENV|USER|WORKDIR|VOLUME|EXPOSE|STOPSIGNAL|HEALTHCHECK|ENTRYPOINT|CMD) .*$`).FindAllString(last, -1)
}

// TestReleaseBill: each bill of materials has the modules that its program says it is made of, in their versions, and nothing else.
func TestReleaseBill(t *testing.T) {
	t.Parallel()
	dir := releaseFolder(t)
	for architecture := range architectures {
		info, err := buildinfo.ReadFile(filepath.Join(dir, "roundel-linux-"+architecture))
		if err != nil {
			t.Fatal(err)
		}
		want := []string{"std " + info.GoVersion}
		for _, module := range info.Deps {
			want = append(want, module.Path+" "+module.Version)
		}
		data, err := os.ReadFile(filepath.Join(dir, "roundel-linux-"+architecture+".cdx.json"))
		if err != nil {
			t.Fatal(err)
		}
		var bill struct {
			BOMFormat, SpecVersion string
			Metadata               struct {
				Component struct{ Name, Version string }
			}
			Components []struct{ Name, Version, PURL string }
		}
		decode(t, data, &bill)
		var got []string
		for _, c := range bill.Components {
			got = append(got, c.Name+" "+c.Version)
			if !strings.HasPrefix(c.PURL, "pkg:golang/"+c.Name+"@"+c.Version) {
				t.Errorf("%s has the address %s", c.Name, c.PURL)
			}
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) || len(want) < 20 {
			t.Errorf("the bill for %s has\n%q, the program\n%q", architecture, got, want)
		}
		image := openImage(t, dir, architecture)
		if c := bill.Metadata.Component; bill.BOMFormat != "CycloneDX" || c.Name != "roundel" || c.Version != image.config.Labels["org.opencontainers.image.version"] {
			t.Errorf("the bill for %s is a %s %s of %s %s", architecture, bill.BOMFormat, bill.SpecVersion, c.Name, c.Version)
		}
	}
}

// TestReleaseLicenses: the release has the license of each module of the programs, and of Go, the C library and the font.
func TestReleaseLicenses(t *testing.T) {
	t.Parallel()
	text := released(t, "LICENSES.txt")
	want := []string{readTop(t, "LICENSE"), readTop(t, "NOTICE"), "GNU LESSER GENERAL PUBLIC LICENSE", "SIL OPEN FONT LICENSE"}
	for architecture := range architectures {
		info, err := buildinfo.ReadFile(filepath.Join(releaseFolder(t), "roundel-linux-"+architecture))
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, "The standard library of "+info.GoVersion+"\n\nCopyright")
		for _, module := range info.Deps {
			want = append(want, "\n"+module.Path+" "+module.Version+"\n\n")
		}
	}
	for _, part := range want {
		if !strings.Contains(text, part) {
			t.Errorf("LICENSES.txt lacks %.100q", part)
		}
	}
}

// TestReleaseWorkflow: on a tag, the workflow makes the release with the script, in the container in which the Dockerfile builds, and pushes what it made.
// Its steps are single commands, so that everything else is in the script.
func TestReleaseWorkflow(t *testing.T) {
	t.Parallel()
	workflow := readYAML(t, ".github/workflows/release.yaml")[0]
	if tags := workflow.at("on", "push", "tags").list(); len(tags) != 1 || tags[0].text() != "v*" {
		t.Errorf("it runs on %v", workflow.at("on").value)
	}
	if want := map[string]any{"contents": "write", "packages": "write"}; !maps.Equal(workflow.at("permissions").value.(map[string]any), want) {
		t.Errorf("it may %v", workflow.at("permissions").value)
	}
	job := workflow.at("jobs", "release")
	version := regexp.MustCompile(`ARG GO_VERSION=(\S+)`).FindStringSubmatch(readTop(t, "Dockerfile"))[1]
	if want := "golang:" + version + "-bookworm"; job.at("container").text() != want {
		t.Errorf("it runs in %s, the Dockerfile builds in %s", job.at("container").text(), want)
	}
	script := readTop(t, "deploy/release.sh")
	for variable := range job.at("env").value.(map[string]any) {
		if variable != "GITHUB_TOKEN" && !strings.Contains(script, variable) {
			t.Errorf("the script takes no %s", variable)
		}
	}
	var runs []string
	for _, step := range job.at("steps").list() {
		if uses := step.at("uses").text(); uses != "" && !regexp.MustCompile(`^actions/[a-z-]+@[0-9a-f]{40}$`).MatchString(uses) {
			t.Errorf("%s is not pinned", uses)
		}
		if run := step.at("run").text(); run != "" {
			runs = append(runs, run)
			if strings.ContainsAny(run, "\n;|") || step.at("if").value != nil {
				t.Errorf("this belongs in the script: %s", run)
			}
		}
	}
	for _, want := range []string{`deploy/release.sh "$GITHUB_REF_NAME" dist/release`, `go run -C deploy/release . push "$PWD/dist/release" "$IMAGE"`} {
		if !slices.ContainsFunc(runs, func(run string) bool { return strings.HasSuffix(run, want) }) {
			t.Errorf("no step runs %s", want)
		}
	}
	if !slices.ContainsFunc(runs, func(run string) bool {
		return strings.HasPrefix(run, "gh release create ") && strings.Contains(run, " --prerelease=${{ contains(github.ref_name, '-') }} ")
	}) {
		t.Error("1.2.3-rc.1 would be the latest release")
	}
}

// TestReleaseScriptRefuses: what can't be a release is refused before anything is built, and what is there stays.
func TestReleaseScriptRefuses(t *testing.T) {
	t.Parallel()
	there := t.TempDir()
	for _, tt := range []struct {
		args []string
		want string
	}{
		{nil, "usage: deploy/release.sh VERSION [FOLDER]"},
		{[]string{"next", filepath.Join(there, "new")}, "VERSION must be like 1.2.3 or 1.2.3-rc.1, not next"},
		{[]string{"1.2", filepath.Join(there, "new")}, "not 1.2"},
		{[]string{"1.2.3; true", filepath.Join(there, "new")}, "not 1.2.3; true"},
		{[]string{"1.2.3", there}, there + " exists; remove it or name another folder"},
	} {
		out, err := exec.Command(filepath.Join(top, "deploy/release.sh"), tt.args...).CombinedOutput()
		if err == nil || !strings.Contains(string(out), tt.want) || strings.Count(string(out), "\n") != 1 {
			t.Errorf("%q: %v\n%s", tt.args, err, out)
		}
	}
	if left, err := os.ReadDir(there); err != nil || len(left) != 0 {
		t.Error(left, err)
	}
}
