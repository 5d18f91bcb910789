package sandbox_test

import (
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"roundel/sandbox"
	"roundel/sandbox/page"
)

// TestForeignHosts checks that a foreign site that points its name at the sandbox gets nothing, whatever the route.
func TestForeignHosts(t *testing.T) {
	srv := start(t, sandbox.Config{})
	paths := []string{"GET /app.js", "GET /side.html", "GET /sandbox/nothing", "OPTIONS /api/v9/gateway"}
	paths = append(append(paths, srv.Patterns()...), pagePatterns(srv)...)
	for _, route := range sandbox.Routes() {
		method, path, _ := strings.Cut(route, " ")
		paths = append(paths, method+" /api/v9"+path)
	}
	for _, path := range paths {
		t.Run(path, func(t *testing.T) {
			for _, host := range []string{"evil.example", "evil.example:8484", "192.0.2.1", "localhost.evil.example", "127.0.0.1.evil.example"} {
				if status, _ := visit(t, srv, host, path); status != http.StatusForbidden {
					t.Errorf("as %q: status %d, want 403", host, status)
				}
			}
		})
	}
	if got := srv.Requests(); len(got) != 0 {
		t.Errorf("REST requests were answered: %v", got)
	}
}

// pagePatterns lists what the page serves, such as "GET /sandbox/world".
func pagePatterns(srv *sandbox.Server) []string {
	return slices.Collect(maps.Keys(page.Handlers(srv, page.Config{})))
}

// visit makes a request with a Host header and the headers that a foreign site could send. The path is "GET /app.js" or
// a pattern.
func visit(t *testing.T, srv *sandbox.Server, host, path string) (int, http.Header) {
	t.Helper()
	method, path, spaced := strings.Cut(path, " ")
	if !spaced {
		method, path = http.MethodGet, method
	}
	path = strings.NewReplacer("{$}", "", "{", "", "}", "").Replace(path)
	request, err := http.NewRequestWithContext(t.Context(), method, srv.URL()+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Host = host
	request.Header = http.Header{"Authorization": {"Bot " + srv.Token()}, "Content-Type": {"application/json"}, "Origin": {"http://" + host}}
	if strings.Contains(path, "gateway") || strings.Contains(path, "live") {
		request.Header.Set("Connection", "Upgrade")
		request.Header.Set("Upgrade", "websocket")
		request.Header.Set("Sec-Websocket-Version", "13")
		request.Header.Set("Sec-Websocket-Key", "AAAAAAAAAAAAAAAAAAAAAA==")
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	return response.StatusCode, response.Header
}

// TestOwnHosts checks that the page is served under the sandbox's own names and may not load anything from elsewhere.
func TestOwnHosts(t *testing.T) {
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
	}{{srv, "", 200}, {srv, "localhost:1", 200}, {srv, "[::1]:1", 200}, {open, "192.0.2.1:80", 200}, {open, "evil.example", 403}, {open, name, 200}} {
		for _, path := range []string{"/", "/app.js", "/side.html", "/sandbox/world?user=GM", "/api/v9/users/@me"} {
			status, header := visit(t, test.srv, test.host, path)
			if status != test.status {
				t.Errorf("%s as %q: status %d, want %d", path, test.host, status, test.status)
			}
			policy := header.Get("Content-Security-Policy")
			if status == 200 && !strings.HasPrefix(path, "/api/") && (!strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe")) {
				t.Errorf("%s: the policy is %q", path, policy)
			}
		}
	}
	if _, err := sandbox.Start(sandbox.Config{Addr: "0.0.0.0:0"}); err == nil {
		t.Error("a public address was accepted without Public")
	}
}
