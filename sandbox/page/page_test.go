package page_test

import (
	"io/fs"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/gorilla/websocket"

	"roundel/sandbox"
	"roundel/sandbox/page"
)

// mostStatic is the maximum size of all files of the page together.
const mostStatic = 120 << 10

// TestPageIsSmallAndPlain checks that the page is small, loads nothing from elsewhere and has no inline scripts or
// styles.
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
			"a foreign URL":            `(src|href|import|url)\s*[=(]?\s*["']?https?://`,
			"markup from text":         `innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function`,
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
		t.Errorf("the page has %d bytes; the maximum is %d", total, mostStatic)
	}
	t.Logf("the page has %d bytes", total)
}

// TestForeignForms checks that every POST of the page refuses a form from a foreign site.
func TestForeignForms(t *testing.T) {
	srv := start(t, sandbox.Config{}, page.Config{})
	for pattern := range page.Handlers(srv, page.Config{}) {
		path, posts := strings.CutPrefix(pattern, "POST ")
		if !posts {
			continue
		}
		response, err := http.Post(srv.URL()+path, "text/plain", strings.NewReader(`{"user":"GM"}`))
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != http.StatusForbidden {
			t.Errorf("%s: status %d, want 403", path, response.StatusCode)
		}
	}
}

// TestPageGetsChanges checks that the WebSocket announces what has changed, and that foreign pages cannot listen.
func TestPageGetsChanges(t *testing.T) {
	srv := start(t, sandbox.Config{}, page.Config{})
	address := strings.Replace(srv.URL(), "http://", "ws://", 1) + "/sandbox/live"
	ws, response, err := websocket.DefaultDialer.DialContext(t.Context(), address, nil)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	defer ws.Close()
	announced := func(want string) {
		t.Helper()
		for {
			_, data, err := ws.ReadMessage()
			if err != nil {
				t.Fatalf("never got %q: %v", want, err)
			}
			if strings.Contains(string(data), want) {
				return
			}
		}
	}
	announced(`"connected":false`)
	if _, err := srv.User("Anna").Say("fight", "hello"); err != nil {
		t.Fatal(err)
	}
	announced(srv.ChannelID("fight"))
	if _, err := srv.AddChannel("", "cellar"); err != nil {
		t.Fatal(err)
	}
	announced(`"world"`)
	_, response, err = websocket.DefaultDialer.DialContext(t.Context(), address, http.Header{"Origin": {"http://evil.example"}})
	if err == nil || response.StatusCode != http.StatusForbidden {
		t.Errorf("a foreign page could listen: %v", err)
	}
}
