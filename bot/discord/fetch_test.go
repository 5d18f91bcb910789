package discord

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
)

const (
	limit  = 32 << 10
	secret = "hm=canary" // in an address, it lets anyone read the file
)

// host is an HTTP server that is the API's host, and a fetcher for it.
func host(t *testing.T, within time.Duration, serve http.HandlerFunc) (*httptest.Server, *Fetcher) {
	t.Helper()
	srv := httptest.NewServer(serve)
	t.Cleanup(srv.Close)
	f, err := NewFetcher(FetcherConfig{APIURL: srv.URL, Within: within})
	if err != nil {
		t.Fatal(err)
	}
	return srv, f
}

// fileAt is a description of a file at a server.
func fileAt(root string, size int64) Attachment {
	return Attachment{ID: "2", Name: "house.yaml", Size: size, URL: root + "/ephemeral-attachments/1/2/house.yaml?ex=1&is=0&" + secret + "&"}
}

// fails checks that a file is not fetched, for which reason, and that the error does not contain the file's address.
func fails(t *testing.T, name string, f *Fetcher, a Attachment, want Problem) error {
	t.Helper()
	data, err := f.Fetch(t.Context(), a, limit)
	var refused *Error
	if data != nil || !errors.As(err, &refused) || refused.Problem != want {
		t.Errorf("%s: got %d bytes and %v, want problem %d", name, len(data), err, want)
		return err
	}
	if strings.Contains(err.Error(), secret) || !strings.HasPrefix(err.Error(), "attach: ") {
		t.Errorf("%s: the error is %q", name, err)
	}
	return err
}

// text writes a body.
func text(t *testing.T, w http.ResponseWriter, body string) {
	t.Helper()
	if _, err := w.Write([]byte(body)); err != nil {
		t.Log("the client has gone:", err)
	}
}

// TestFetch downloads files up to the limit, and sends nothing that identifies the bot.
func TestFetch(t *testing.T) {
	body := ""
	srv, f := host(t, 0, func(w http.ResponseWriter, r *http.Request) {
		for _, name := range []string{"Authorization", "Cookie", "Referer"} {
			if r.Header.Get(name) != "" {
				t.Errorf("%s is %q", name, r.Header.Get(name))
			}
		}
		if !strings.Contains(r.URL.RawQuery, secret) {
			t.Errorf("the signature was not sent: %s", r.URL)
		}
		text(t, w, body)
	})
	for _, size := range []int{0, 1, 10_000, limit} {
		body = strings.Repeat("é", size/2) + strings.Repeat("x", size%2)
		data, err := f.Fetch(t.Context(), fileAt(srv.URL, int64(size)), limit)
		if err != nil || string(data) != body {
			t.Errorf("%d bytes: got %d, %v", size, len(data), err)
		}
	}
	own, err := NewFetcher(FetcherConfig{})
	if err != nil {
		t.Fatal(err)
	}
	fails(t, "without an API address", own, fileAt(srv.URL, 1), NotDiscord)
}

// TestFetchFromDiscord checks that Discord's own hosts are asked over TLS, whether or not there is an API address.
func TestFetchFromDiscord(t *testing.T) {
	var asked string
	srv := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.Host
		text(t, w, "dice: 1d20")
	}))
	t.Cleanup(srv.Close)
	for _, api := range []string{"", "http://127.0.0.1:1", "https://user:password@proxy.example"} {
		f, err := NewFetcher(FetcherConfig{APIURL: api})
		if err != nil {
			t.Fatal(err)
		}
		f.client.Transport = &http.Transport{DisableKeepAlives: true, TLSClientConfig: &tls.Config{RootCAs: srv.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs,
			ServerName: "example.com"}, DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, srv.Listener.Addr().String())
		}}
		for _, name := range []string{"cdn.discordapp.com", "media.discordapp.net", "cdn.discordapp.com:443"} {
			data, err := f.Fetch(t.Context(), fileAt("https://"+name, 10), limit)
			if err != nil || string(data) != "dice: 1d20" || asked != name {
				t.Errorf("%q: %s: got %q, %v; asked %s", api, name, data, err, asked)
			}
		}
	}
}

// TestRS83ForeignAddresses checks that no other address is asked.
func TestRS83ForeignAddresses(t *testing.T) {
	srv, f := host(t, 0, func(_ http.ResponseWriter, r *http.Request) { t.Errorf("%s was asked", r.Host) })
	_, port, err := net.SplitHostPort(srv.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	for _, root := range []string{
		"http://cdn.discordapp.com", "ftp://cdn.discordapp.com", "//cdn.discordapp.com", "", "file:///etc/passwd", "https:cdn.discordapp.com",
		"https://cdn.discordapp.com:8443", "https://cdn.discordapp.com.example.org", "https://cdn.discordapp.com.", "https://x.cdn.discordapp.com",
		"https://discordapp.com", "https://user@cdn.discordapp.com", "https://user:password@cdn.discordapp.com", "https://cdn.discordapp.com@example.org",
		"https://example.org/cdn.discordapp.com", "https://cdn.discordapp.com%2f.example.org", "https://cdn.discordapp.com\\.example.org",
		"https://127.0.0.1:" + port, "http://localhost:" + port, "http://127.0.0.1", "http://127.0.0.1:1" + port, "http://user@127.0.0.1:" + port,
	} {
		fails(t, root, f, fileAt(root, 1), NotDiscord)
	}
}

// TestAPIAddress checks which hosts an API address adds, and that an invalid one is refused.
func TestAPIAddress(t *testing.T) {
	for api, want := range map[string]string{
		"http://127.0.0.1:8080": "http://127.0.0.1:8080", "http://proxy.example/": "http://proxy.example:80",
		"https://Proxy.example/discord": "https://proxy.example", "http://user:password@[::1]:80": "http://[::1]",
	} {
		f, err := NewFetcher(FetcherConfig{APIURL: api})
		if err != nil {
			t.Fatal(err)
		}
		if u, err := url.Parse(want + "/a"); err != nil || !f.allowed(u) {
			t.Errorf("%s: %v does not allow %s, %v", api, f.origins, want, err)
		}
	}
	for _, api := range []string{"proxy.example", "ftp://proxy.example", "http://", "http://:80", "http://%zz"} {
		if _, err := NewFetcher(FetcherConfig{APIURL: api}); err == nil || strings.Contains(err.Error(), "zz") {
			t.Errorf("%q: %v", api, err)
		}
	}
}

// TestRS83TooLarge checks the size twice: a file that is said to be too large is not asked for, and one that turns out to be too large
// is not read to its end.
func TestRS83TooLarge(t *testing.T) {
	asked := false
	stopped := make(chan struct{})
	srv, f := host(t, 0, func(w http.ResponseWriter, _ *http.Request) {
		defer close(stopped)
		asked = true
		for { // until the fetcher hangs up
			if _, err := w.Write(make([]byte, 1<<10)); err != nil {
				return
			}
		}
	})
	fails(t, "said to be too large", f, fileAt(srv.URL, limit+1), TooLarge)
	if asked {
		t.Error("a file that is said to be too large was asked for")
	}
	fails(t, "endless", f, fileAt(srv.URL, 10), TooLarge)
	<-stopped
}

// TestOneByteTooMany checks the limit exactly, for a body that is larger than Discord said.
func TestOneByteTooMany(t *testing.T) {
	srv, f := host(t, 0, func(w http.ResponseWriter, _ *http.Request) { text(t, w, strings.Repeat("x", limit+1)) })
	fails(t, "one byte too many", f, fileAt(srv.URL, limit), TooLarge)
}

// TestStatuses checks what other answers than the file mean.
func TestStatuses(t *testing.T) {
	elsewhere := false
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { elsewhere = true }))
	t.Cleanup(other.Close)
	status := 0
	srv, f := host(t, 0, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", other.URL)
		w.WriteHeader(status)
		text(t, w, "This content is no longer available.")
	})
	for code, want := range map[int]Problem{404: Gone, 403: Gone, 410: Gone, 301: NotDiscord, 302: NotDiscord, 307: NotDiscord, 308: NotDiscord,
		206: Unreachable, 401: Unreachable, 429: Unreachable, 500: Unreachable, 503: Unreachable} {
		status = code
		fails(t, fmt.Sprint(code), f, fileAt(srv.URL, 1), want)
	}
	if elsewhere {
		t.Error("a redirect was followed")
	}
}

// TestRS83SlowHosts checks that the deadline is for the whole file: for its header and for its body.
func TestRS83SlowHosts(t *testing.T) {
	for name, before := range map[string]string{"header": "", "body": "the beginning"} {
		t.Run(name, func(t *testing.T) {
			srv, f := host(t, 50*time.Millisecond, func(w http.ResponseWriter, r *http.Request) {
				if before != "" {
					text(t, w, before)
					w.(http.Flusher).Flush()
				}
				<-r.Context().Done()
			})
			if err := fails(t, name, f, fileAt(srv.URL, 100), Unreachable); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("the cause is %v", err)
			}
		})
	}
	f, err := NewFetcher(FetcherConfig{})
	if err != nil || f.within != 5*time.Second {
		t.Errorf("the deadline is %s, %v", f.within, err)
	}
}

// TestFetchEndsWithItsContext checks that a fetch ends when the request does.
func TestFetchEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	srv, f := host(t, time.Minute, func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	})
	if _, err := f.Fetch(ctx, fileAt(srv.URL, 1), limit); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// TestIncompleteFiles checks that a file that arrives only in part is refused, even if its end looks like the end of a body.
func TestIncompleteFiles(t *testing.T) {
	for name, response := range map[string]string{
		"a length":      "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\ndice: 1d",
		"chunks":        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\ndice: 1d\r\n",
		"neither":       "HTTP/1.0 200 OK\r\n\r\ndice: 1d",
		"nothing":       "",
		"half a header": "HTTP/1.1 200 OK\r\nContent-",
	} {
		srv, f := host(t, 0, func(w http.ResponseWriter, _ *http.Request) {
			conn, _, err := w.(http.Hijacker).Hijack()
			if err == nil {
				_, err = conn.Write([]byte(response))
			}
			if err = errors.Join(err, conn.Close()); err != nil {
				t.Error(err)
			}
		})
		fails(t, name, f, fileAt(srv.URL, 10), Unreachable)
	}
	srv, f := host(t, 0, nil)
	srv.Close()
	fails(t, "a closed port", f, fileAt(srv.URL, 10), Unreachable)
}
