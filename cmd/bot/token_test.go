package main

import (
	"net/http"
	"strings"
	"testing"

	"roundel/sandbox"
)

// pageSays reports whether a page of the bot answers with a status.
func pageSays(t *testing.T, url string, status int) bool {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	if err := resp.Body.Close(); err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode == status
}

// TestASingle401DoesNotEndTheBot: Discord refuses the token once, for a card. Until the bot knows whether the token is
// really invalid, it is not ready but still answers commands. Then it continues, and nothing is missing.
func TestASingle401DoesNotEndTheBot(t *testing.T) {
	t.Parallel()
	addr := freeAddress(t)
	tb := newTable(t, "ROUNDEL_HTTP_ADDR="+addr)
	tb.underway()
	tb.end()
	tb.start() // without the tokens of earlier answers, with which the card could be edited
	ready := "http://" + addr + "/readyz"
	get(t, ready, http.StatusOK)
	tb.srv.Fail(sandbox.Fault{Method: "GET", Path: "/users/@me", Status: http.StatusServiceUnavailable, Times: -1})
	tb.srv.Fail(sandbox.Fault{Method: "PATCH", Path: "/channels/*/messages/*", Status: http.StatusUnauthorized})
	tb.do("Anna", "/next", "Elf")
	tb.until("not ready", func() bool { return pageSays(t, ready, http.StatusServiceUnavailable) })
	tb.do("GM", "/hp target:Elf amount:-3", "17/20")
	tb.srv.ClearFaults()
	tb.card("Round 1 · Elf", "17/20")
	tb.until("ready again", func() bool { return pageSays(t, ready, http.StatusOK) })
	tb.srv.DropGateway()
	tb.turn("Ben", "/next", "Round 2 · Knight")
}

// TestARevokedTokenEndsTheBot: if Discord keeps refusing the token, the process ends with status 1 and the log says what to do.
func TestARevokedTokenEndsTheBot(t *testing.T) {
	t.Parallel()
	tb := newProcessTable(t)
	tb.underway()
	tb.srv.Fail(sandbox.Fault{Status: http.StatusUnauthorized, Times: -1})
	if _, err := tb.srv.User("Anna").Command("fight", "/next"); err != nil {
		t.Fatal(err)
	}
	if status := tb.gone(); status != 1 {
		t.Errorf("the process ended with status %d", status)
	}
	onlyJSON(t, tb.out.String())
	if !strings.Contains(tb.out.String(), "Discord does not accept the bot token; copy a new one") {
		t.Error("the log does not say what to do")
	}
}
