package sandbox_test

import (
	"io/fs"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"roundel/sandbox"
)

// mostStatic is how large all files of the page may be together.
const mostStatic = 120 << 10

// TestPageIsSmallAndPlain: no build step, no inline script or style, nothing from elsewhere, and small.
func TestPageIsSmallAndPlain(t *testing.T) {
	total := 0
	root := os.DirFS("static")
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		total += len(data)
		text := string(data)
		for what, pattern := range map[string]string{
			"an address elsewhere":     `(src|href|import|url)\s*[=(]?\s*["']?https?://`,
			"markup made of text":      `innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function`,
			"an inline style or event": `<[^>]*\s(style|on\w+)=`,
			"an inline script":         `<script(>| [^>]*[^"]>)|<style`,
		} {
			if strings.HasSuffix(name, ".js") && strings.HasPrefix(what, "an inline") {
				continue
			}
			if hit := regexp.MustCompile(pattern).FindString(text); hit != "" {
				t.Errorf("%s has %s: %q", name, what, hit)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if total > mostStatic {
		t.Errorf("the page has %d bytes, %d are the most", total, mostStatic)
	}
	t.Logf("the page has %d bytes", total)
}

func TestPageIsGuarded(t *testing.T) {
	srv := start(t, sandbox.Config{})
	open := another(t, sandbox.Config{Addr: "0.0.0.0:0", Public: true})
	name, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		srv    *sandbox.Server
		host   string
		status int
	}{{srv, "", 200}, {srv, "localhost:1", 200}, {srv, "evil.example", 403}, {srv, "192.0.2.1", 403}, {open, "192.0.2.1:80", 200},
		{open, "evil.example", 403}, {open, name, 200}} {
		for _, path := range []string{"/", "/app.js", "/side.html", "/sandbox/world?user=GM"} {
			request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, test.srv.URL()+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			request.Host = test.host
			response, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			response.Body.Close()
			if response.StatusCode != test.status {
				t.Errorf("%s as %q: status %d, want %d", path, test.host, response.StatusCode, test.status)
			}
			policy := response.Header.Get("Content-Security-Policy")
			if test.status == 200 && (!strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe")) {
				t.Errorf("%s: the policy is %q", path, policy)
			}
		}
	}
	if _, err := sandbox.Start(sandbox.Config{Addr: "0.0.0.0:0"}); err == nil {
		t.Error("an address for everybody needs Public")
	}
}
