package main

import (
	"net"
	"strings"
	"testing"

	"roundel/sandbox"
)

// newHTTPTable returns a table whose bot gets its interactions by HTTP.
func newHTTPTable(t *testing.T) *table {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	tb := newTableIn(t, sandbox.Config{}, nil, "ROUNDEL_INTERACTIONS_ADDR="+addr)
	soon := tb.soon()
	for tb.srv.SetEndpoint(soon, "http://"+addr+"/interactions") != nil { // the key is learned at about the same time
		if soon.Err() != nil {
			t.Fatal("the bot takes no interactions by HTTP")
		}
	}
	return tb
}

func TestAWholeFightByHTTP(t *testing.T) {
	t.Parallel()
	tb := newHTTPTable(t)
	tb.do("GM", "/init start name:Bridge fight", "Bridge fight")
	tb.fill("Anna", tb.card("Nobody has joined yet").ID, "Join", map[string]string{"name": "Knight", "stats": "init 15, hp 30", "roll": "6"}, "Knight")
	tb.do("GM", "/init add name:Goblin stats:init 1, hp 7", "Goblin")
	turn := tb.turn("GM", "/init roll rolls:Goblin 2", "Round 1 · Knight", "@Anna")
	tb.pressTurn("Anna", turn.ID, "End turn", "Round 1 · Goblin")
	tb.turn("GM", "/next", "Round 2 · Knight")
	asked := tb.do("GM", "/init end", "End **Bridge fight**?")
	tb.press("GM", asked.Message.ID, "End the fight", "is over")
	tb.do("Anna", "/init list", "no fight")
}

// TestARequestSentAgainByHTTPHasOneEffect: it is answered again, with the stored answer.
func TestARequestSentAgainByHTTPHasOneEffect(t *testing.T) {
	t.Parallel()
	tb := newHTTPTable(t)
	tb.do("GM", "/init start name:Bridge fight", "Bridge fight")
	it, err := tb.srv.User("GM").Command(tb.where(), "/init add name:Goblin stats:hp 7")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := it.Wait(tb.soon()); err != nil {
		t.Fatal(err)
	}
	tb.srv.Redeliver(it)
	if err := tb.srv.Await(tb.soon(), func() bool { return len(it.Answers()) > 1 }); err != nil {
		t.Fatal(err)
	}
	if a := it.Answers(); !a[0].Inline || !a[1].Inline || string(a[0].Body) != string(a[1].Body) {
		t.Errorf("first %s, then %s", a[0].Body, a[1].Body)
	}
	if list := tb.do("GM", "/init list"); strings.Contains(list.Text(), "Goblin 2") {
		t.Errorf("it was done twice: %s", list.Text())
	}
}
