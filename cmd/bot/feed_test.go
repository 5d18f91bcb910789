package main

import (
	"encoding/pem"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// releases are feeds, as GitHub answers.
const (
	releasesJSON = `[{"tag_name":"v9.0.0","html_url":"https://example.com/9","draft":true,"prerelease":false},
		{"tag_name":"v0.9.0","html_url":"https://example.com/0.9.0","draft":false,"prerelease":false,"body":"<Notes>"},
		{"tag_name":"v0.10.0","html_url":"https://example.com/\u001b[31m0.10.0","draft":false,"prerelease":false},
		{"tag_name":"v2.0.0-rc.1","html_url":"https://example.com/rc","draft":false,"prerelease":true},
		{"tag_name":"nightly","html_url":"https://example.com/nightly"}]`
	latestJSON = `{"tag_name":"v0.0.0","html_url":"https://example.com/0"}`
	atomFeed   = `<?xml version="1.0" encoding="UTF-8"?>
		<feed xmlns="http://www.w3.org/2005/Atom"><title>Release notes</title><link rel="alternate" href="https://example.com/releases"/>
		<entry><id>tag:1</id><title>The bridge</title><link rel="alternate" type="text/html" href="https://example.com/releases/tag/v1.2.0"/></entry>
		<entry><id>tag:2</id><title>v1.3.0-rc.1</title><link rel="alternate" href="https://example.com/releases/tag/v1.3.0-rc.1"/></entry>
		<entry><id>tag:3</id><title>1.10.0</title></entry></feed>`
)

// checked runs roundel version --check with a feed server's certificate among the known ones.
func checked(t *testing.T, srv *httptest.Server, address string) (int, string) {
	t.Helper()
	known := filepath.Join(t.TempDir(), "known.pem")
	data := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: srv.Certificate().Raw})
	if err := os.WriteFile(known, data, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(built(t), "version", "--check", address)
	cmd.Env = append(os.Environ(), "SSL_CERT_FILE="+known, "DISCORD_TOKEN="+secretToken)
	out, err := cmd.CombinedOutput()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

// TestVersionComparesWithAReleaseFeed: the built program reads each format, says one sentence, and sends nothing about the bot.
func TestVersionComparesWithAReleaseFeed(t *testing.T) {
	t.Parallel()
	const unreadable = "the release feed is not in a format that Roundel reads: the JSON of releases that GitHub, Gitea and Forgejo have, or Atom; check its address\n"
	text := func(body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) }
	}
	code := func(status int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }
	}
	to := func(address string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, address, http.StatusFound) }
	}
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		status int
		want   string
	}{
		"json":        {text(releasesJSON), 0, "Roundel 0.10.0 is available\n"}, // its page can't be shown
		"latest":      {text(latestJSON), 0, "This is the newest release.\n"},
		"older":       {text(`[{"tag_name":"0.0.0-rc.1"},{"tag_name":"0.0.0"}]`), 0, "This is the newest release.\n"},
		"atom":        {text(atomFeed), 0, "Roundel 1.10.0 is available\n"},
		"atom page":   {text(strings.ReplaceAll(atomFeed, "1.10.0", "1.1.0")), 0, "Roundel 1.2.0 is available: https://example.com/releases/tag/v1.2.0\n"},
		"previews":    {text(`[{"tag_name":"1.0.0-rc.1"}]`), 1, "the release feed has no release with a version such as 1.2.0; check its address\n"},
		"empty":       {text(`[]`), 1, "the release feed has no release with a version such as 1.2.0; check its address\n"},
		"a page":      {text("<!doctype html><html><body>Releases</body></html>"), 1, unreadable},
		"other json":  {text(`{"message":"Not here"}`), 1, unreadable},
		"nothing":     {text(""), 1, unreadable},
		"gone":        {code(http.StatusNotFound), 1, "the release feed answers with HTTP 404; check its address\n"},
		"too often":   {code(http.StatusForbidden), 1, "the release feed refuses to answer (HTTP 403), perhaps because it was asked too often; try again in an hour\n"},
		"insecure":    {to("http://127.0.0.1:1/feed"), 1, "the release feed cannot be read: it leads to an address without https; check its address and this machine's connection\n"},
		"in a circle": {to("/feed"), 1, "the release feed cannot be read: it redirects too often; check its address and this machine's connection\n"},
		"large":       {text("[" + strings.Repeat(" ", feedSize) + "]"), 1, "the release feed has more than 8 MB; check its address\n"},
		"slow": {func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, 1,
			"the release feed did not answer within 10s; try again later\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Header.Get("Authorization") != "" || r.UserAgent() != "roundel" || r.Method != http.MethodGet {
					t.Errorf("%s with %v", r.Method, r.Header)
				}
				c.answer(w, r)
			}))
			defer srv.Close()
			status, out := checked(t, srv, srv.URL+"/feed")
			if status != c.status || !strings.HasPrefix(out, "roundel "+builtVersion+", ") || !strings.HasSuffix(out, "\n"+c.want) {
				t.Errorf("status %d, want %d and %q:\n%s", status, c.status, c.want, out)
			}
		})
	}
}

// TestVersionsAreCompared by number; a preview comes before its release.
func TestVersionsAreCompared(t *testing.T) {
	t.Parallel()
	order := []string{"0.9.9", "0.10.0-rc.1", "v0.10.0", "0.10.1", "1.0.0", "1.0.0+build.7", "v1.2.3"}
	for i, a := range order {
		for j, b := range order {
			x, ok := parseNumber(a)
			y, fine := parseNumber(b)
			if want := i > j && !(a == "1.0.0+build.7" && b == "1.0.0"); !ok || !fine || x.newer(y) != want {
				t.Errorf("%s is newer than %s: %v", a, b, x.newer(y))
			}
		}
	}
	for _, text := range []string{"", "devel", "1.2", "v1.2.3.4", "1.2.x", "v0.0.0-20261126235222-6cc6da82abcd", "9999999999.0.0", "v1.2.3-\x1b[31m", " 1.2.3"} {
		if n, ok := parseNumber(text); ok {
			t.Errorf("%q is read as %v", text, n)
		}
	}
}

// FuzzReleases: no feed makes the reader panic, and what it returns can be shown.
func FuzzReleases(f *testing.F) {
	for _, feed := range []string{releasesJSON, latestJSON, atomFeed, "", "<feed/>", "[null]", "{}"} {
		f.Add(feed)
	}
	f.Fuzz(func(t *testing.T, feed string) {
		r, err := newestRelease([]byte(feed))
		shown := r.version.String() + r.page
		if err == nil && strings.ContainsFunc(shown, func(c rune) bool { return c < ' ' || c > '~' }) {
			t.Errorf("%q", shown)
		}
	})
}

// TestVersionNeedsASafeAddress: without https, or without a server, it says so; without --check, nothing is asked.
func TestVersionNeedsASafeAddress(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"http://example.com/feed", "example.com/feed", "file:///etc/passwd", "https://"} {
		if code, out := roundel(t, nil, "version", "--check", address); code != 2 || !strings.Contains(out, "--check needs the https:// address of a release feed") {
			t.Errorf("%s: status %d\n%s", address, code, out)
		}
	}
	begin := time.Now()
	code, out := roundel(t, nil, "version", "--check", "https://me:hunter2@127.0.0.1:1/feed")
	if code != 1 || !strings.Contains(out, "the release feed cannot be read: dial tcp 127.0.0.1:1: connect: connection refused; check its address") ||
		strings.Contains(out, "hunter2") {
		t.Errorf("status %d after %v\n%s", code, time.Since(begin), out)
	}
}
