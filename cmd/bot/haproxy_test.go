package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// haproxyConfig returns deploy/haproxy.cfg with a certificate for tests, which is also returned, and the addresses replaced. It skips the
// test if there is no HAProxy.
func haproxyConfig(t *testing.T, replace ...string) (path string, roots *x509.CertPool) {
	t.Helper()
	if _, err := exec.LookPath("haproxy"); err != nil {
		needed(t, "haproxy is not installed")
	}
	// The certificate of httptest is for example.com and 127.0.0.1.
	srv := httptest.NewUnstartedServer(nil)
	srv.StartTLS()
	defer srv.Close()
	roots = x509.NewCertPool()
	roots.AddCert(srv.Certificate())
	key, err := x509.MarshalPKCS8PrivateKey(srv.TLS.Certificates[0].PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	both := append(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: srv.Certificate().Raw}),
		pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: key})...)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "roundel.pem"), both, 0o600); err != nil {
		t.Fatal(err)
	}
	text := readTop(t, "deploy/haproxy.cfg")
	for i := 0; i < len(replace); i += 2 {
		if !strings.Contains(text, replace[i]) {
			t.Fatalf("deploy/haproxy.cfg has no %q", replace[i])
		}
		text = strings.ReplaceAll(text, replace[i], replace[i+1])
	}
	text = strings.ReplaceAll(text, "/etc/haproxy/roundel.pem", filepath.Join(dir, "roundel.pem"))
	path = filepath.Join(dir, "haproxy.cfg")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path, roots
}

// TestHAProxyAcceptsItsConfiguration: haproxy -c finds nothing wrong, and warns of nothing.
func TestHAProxyAcceptsItsConfiguration(t *testing.T) {
	t.Parallel()
	path, _ := haproxyConfig(t)
	out, err := exec.Command("haproxy", "-c", "-f", path).CombinedOutput()
	if err != nil || bytes.Contains(out, []byte("WARNING")) {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestHAProxyAsksAnotherProcess: a request that meets a process that is gone, is killed or is stopping is answered by another, whole; so is
// one while no process is ready but some are alive. Other paths and methods are not passed on.
func TestHAProxyAsksAnotherProcess(t *testing.T) {
	t.Parallel()
	body := strings.Repeat("x", 60_000)
	dies := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		panic(http.ErrAbortHandler)
	}))
	defer dies.Close()
	stops := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) }))
	defer stops.Close()
	works := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if got, err := io.ReadAll(r.Body); err != nil || string(got) != body || r.URL.Path != "/interactions" || r.Method != http.MethodPost {
			t.Errorf("%s %s with %d bytes: %v", r.Method, r.URL.Path, len(got), err)
		}
		_, _ = io.WriteString(w, "done")
	}))
	defer works.Close()
	gone := httptest.NewServer(nil)
	gone.Close()
	var unready atomic.Bool
	health := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/readyz" && unready.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	defer health.Close()
	port := func(s *httptest.Server) string { return s.Listener.Addr().String() }
	for name, broken := range map[string]*httptest.Server{"killed": dies, "stopping": stops, "gone": gone} {
		path, roots := haproxyConfig(t, "bind :443", "bind fd@3", "check port 8080", "check port "+regexp.MustCompile(`\d+$`).FindString(port(health)),
			"10.0.0.11:8081", port(broken), "10.0.0.12:8081", port(works), "10.0.0.13:8081", port(works))
		unready.Store(false)
		post, noneReady := startHAProxy(t, path, roots)
		for range 6 {
			if status, text := post("POST", "/interactions", body); status != http.StatusOK || text != "done" {
				t.Errorf("%s: the answer is %d %q", name, status, text)
			}
		}
		unready.Store(true)
		noneReady()
		for range 3 {
			if status, text := post("POST", "/interactions", body); status != http.StatusOK || text != "done" {
				t.Errorf("%s, and none is ready: the answer is %d %q", name, status, text)
			}
		}
		for _, other := range [][2]string{{"GET", "/interactions"}, {"POST", "/metrics"}} {
			if status, _ := post(other[0], other[1], ""); status != http.StatusNotFound {
				t.Errorf("%s: %v is answered with %d", name, other, status)
			}
		}
	}
}

// watchedLog keeps what is written to it, and closes seen once that contains the text.
type watchedLog struct {
	text string
	seen chan struct{}
	all  bytes.Buffer
}

func (l *watchedLog) Write(p []byte) (int, error) {
	had := strings.Contains(l.all.String(), l.text)
	l.all.Write(p)
	if !had && strings.Contains(l.all.String(), l.text) {
		close(l.seen)
	}
	return len(p), nil
}

// startHAProxy starts HAProxy. It returns a function that sends a request through it, and one that waits until no process is ready.
func startHAProxy(t *testing.T, path string, roots *x509.CertPool) (post func(method, page, body string) (int, string), noneReady func()) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	f, err := l.(*net.TCPListener).File() // requests wait in its queue until HAProxy takes them
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	log := &watchedLog{text: "backend ready has no server available", seen: make(chan struct{})}
	cmd := exec.Command("haproxy", "-db", "-f", path)
	cmd.ExtraFiles, cmd.Stdout, cmd.Stderr = []*os.File{f}, log, log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
		if t.Failed() {
			t.Log(log.all.String())
		}
	})
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, ServerName: "example.com"}}
	t.Cleanup(transport.CloseIdleConnections)
	client := &http.Client{Transport: transport}
	addr := l.Addr().String()
	post = func(method, page, body string) (int, string) {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		req, err := http.NewRequestWithContext(ctx, method, "https://"+addr+page, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		resp, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		text, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return resp.StatusCode, string(text)
	}
	noneReady = func() {
		t.Helper()
		select {
		case <-log.seen:
		case <-time.After(patience):
			t.Fatal("processes still count as ready")
		}
	}
	return post, noneReady
}
