package discord

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"
)

// deadlines is a transport that records how long each call may take.
type deadlines struct{ got []time.Duration }

func (d *deadlines) RoundTrip(req *http.Request) (*http.Response, error) {
	if at, ok := req.Context().Deadline(); ok {
		d.got = append(d.got, time.Until(at))
	}
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("{}"))}, nil
}

// TestDeadlinesDependOnSize checks that a call with files may take as much longer as a slow line needs to upload them.
func TestDeadlinesDependOnSize(t *testing.T) {
	seen := &deadlines{}
	r := newRest(t.Context(), "http://discord.invalid", "token", zerolog.Nop())
	r.client.Transport = seen
	const size = 8 << 20
	for _, files := range [][]File{nil, {{Name: "log.txt", Type: "text/plain", Data: bytes.Repeat([]byte("x"), size)}}} {
		c := call{method: "PATCH", route: "/webhooks/1/%s/messages/@original", secret: "s", body: Message{Text: "log"}, files: files, safe: true}
		if err := r.do(t.Context(), c, nil); err != nil {
			t.Fatal(err)
		}
	}
	if len(seen.got) != 2 || seen.got[0] > attemptLimit+time.Second || seen.got[1] < size*time.Second/slowestLine {
		t.Errorf("calls may take %v", seen.got)
	}
}
