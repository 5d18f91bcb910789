package main

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

// TestMetricsHaveNoPersonalData: a fight shows up in the metrics, but no ID or name does.
func TestMetricsHaveNoPersonalData(t *testing.T) {
	t.Parallel()
	addr := freeAddress(t)
	tb := newTable(t, "ROUNDEL_HTTP_ADDR="+addr)
	tb.do("GM", "/init start name:Bridge fight", "begins")
	tb.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:6", "has joined")
	tb.do("Anna", "/init roll", "Only @GM can do that.")
	turn := tb.turn("GM", "/init roll", "Round 1 · Knight")
	tb.press("Anna", turn.ID, "End turn")
	tb.srv.DropGateway()
	tb.card("Round 2 · Knight")
	var text string
	tb.until("the shard is ready again", func() bool {
		text = get(t, "http://"+addr+"/metrics", http.StatusOK)
		return hasAll(text, []string{`roundel_gateway_connects_total{kind="resume"} 1`, `roundel_gateway_shards{state="ready"} 1`})
	})
	for _, want := range []string{
		`roundel_requests_total{name="init start",outcome="ok"} 1`,
		`roundel_requests_total{name="init roll",outcome="refused"} 1`,
		`roundel_answer_seconds_count{kind="typed",outcome="ok"} `,
		`roundel_answer_seconds_bucket{kind="pressed",outcome="ok",le="3"} 1`,
		`roundel_commit_seconds_count `,
		`roundel_writes_total `,
		`roundel_gateway_connects_total{kind="identify"} 1`,
		`roundel_gateway_connects_total{kind="resume"} 1`,
		`roundel_gateway_ready 1`,
		`roundel_gateway_shards{state="waiting"} 0`,
		`roundel_requests_in_flight `,
		`roundel_discord_calls_total{method="PUT",route="/applications/:id/commands",status="200"} 1`,
		`route="/interactions/:id/:token/callback"`,
		`route="/webhooks/:id/:token"`,
		`roundel_encounters{phase="running"} 1`,
		`roundel_encounters{phase="ended"} 0`,
		`roundel_build_info{go="go1.`,
		`process_resident_memory_bytes `,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is missing", want)
		}
	}
	if m := regexp.MustCompile(`="[^"]*(\d{15}|Bridge|Knight|Anna)[^"]*"`).FindString(text); m != "" {
		t.Errorf("a label has personal data: %s", m)
	}
	if t.Failed() {
		t.Log(text)
	}
}

// TestReadyzNamesTheCause: a process without its database has no shards either, and what is to be mended is the database.
func TestReadyzNamesTheCause(t *testing.T) {
	t.Parallel()
	write, down := error(nil), ""
	pages := probes{down: func() string { return down }, alive: func(context.Context) error { return nil }, write: func(context.Context) error { return write },
		metrics: http.NotFoundHandler()}.pages()
	for _, c := range []struct {
		write error
		down  string
		want  string
	}{{nil, "", "ready"}, {nil, "not connected to Discord", "not connected to Discord"}, {io.ErrClosedPipe, "", "the database does not accept writes"},
		{io.ErrClosedPipe, "not connected to Discord", "the database does not accept writes"}} {
		write, down = c.write, c.down
		w := httptest.NewRecorder()
		pages.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/readyz", nil))
		if got := strings.TrimSpace(w.Body.String()); got != c.want || (w.Code == http.StatusOK) != (c.want == "ready") {
			t.Errorf("%v, %q: %d %s, want %s", c.write, c.down, w.Code, got, c.want)
		}
	}
}
