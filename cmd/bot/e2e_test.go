package main

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"roundel/bot/words/lang"
	"roundel/sandbox"
	"roundel/sandbox/client"
)

// output collects what the bot writes.
type output struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.String()
}

// table is a bot that plays against the sandbox over real HTTP and WebSocket, started by the same function as the program.
type table struct {
	t    *testing.T
	srv  *sandbox.Server
	db   string
	out  *output
	env  []string
	from *outside // nil: the real one
	stop func() error

	endpoint string // to which interactions are sent by HTTP; empty: they are not

	channel string   // the channel or thread in which people play; empty: fight
	rooms   []string // channels that the test has added
	forgive []int    // statuses and error codes that the test provokes
}

func newTable(t *testing.T, env ...string) *table {
	t.Helper()
	return newTableFrom(t, nil, env...)
}

// newTableFrom returns a table whose bot has a different clock, dice or rulesets.
func newTableFrom(t *testing.T, from *outside, env ...string) *table {
	t.Helper()
	return newTableIn(t, sandbox.Config{}, from, env...)
}

// newTableIn returns a table in a stand-in of its own.
func newTableIn(t *testing.T, world sandbox.Config, from *outside, env ...string) *table {
	t.Helper()
	srv := startStandIn(t, world)
	tb := &table{t: t, srv: srv, db: filepath.Join(t.TempDir(), "roundel.db"), out: &output{}, env: env, from: from}
	tb.start()
	t.Cleanup(func() {
		tb.end()
		for _, v := range srv.Violations(append(slowness(), tb.forgive...)...) {
			t.Errorf("Discord would refuse: %s", v)
		}
		for _, v := range srv.Warnings() {
			t.Errorf("a careful bot avoids: %s", v)
		}
		onlyJSON(t, tb.out.String())
		if strings.Contains(tb.out.String(), srv.Token()) {
			t.Error("the token is in the log")
		}
		if t.Failed() {
			t.Log(tb.out.String())
		}
	})
	return tb
}

// startStandIn returns a stand-in for Discord whose exchanges are checked. It ends with the test.
func startStandIn(t *testing.T, world sandbox.Config) *sandbox.Server {
	t.Helper()
	world.Exchanged = newJudge(t).exchanged()
	srv, err := sandbox.Start(world)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
	})
	return srv
}

func (tb *table) start() {
	tb.t.Helper()
	if err := tb.srv.WaitConnected(tb.soon(), false); err != nil {
		tb.t.Fatalf("the bot before it is still connected, so that this one would seem ready too early: %v", err)
	}
	tb.launch()
	if err := tb.srv.WaitReady(tb.soon()); err != nil {
		tb.t.Fatalf("the bot did not get ready: %v\n%s", err, tb.out)
	}
}

// readLanguages reads all languages once, so that not every bot of this process reads what they say about commands.
var readLanguages = sync.OnceFunc(func() { lang.Bundled().All() })

// launch starts the bot without waiting for it.
func (tb *table) launch() {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	env := append([]string{"DISCORD_TOKEN=" + tb.srv.Token(), "DISCORD_API_URL=" + tb.srv.URL(), "ROUNDEL_DB=" + tb.db,
		"ROUNDEL_LOG_FORMAT=json"}, tb.env...)
	from := realOutside()
	if tb.from != nil {
		from = *tb.from
	}
	from.spaced, from.shared = spaced(), true
	readLanguages()
	go func() { done <- runBot(ctx, env, tb.out, from) }()
	tb.stop = func() error { cancel(); return <-done }
}

// end stops the bot and fails if that returns an error or takes more than 10 s.
func (tb *table) end() {
	tb.t.Helper()
	if tb.stop == nil {
		return
	}
	start := time.Now()
	if err := tb.stop(); err != nil {
		tb.t.Errorf("the bot ended with %v", err)
	}
	if took := time.Since(start); took > 10*time.Second {
		tb.t.Errorf("it took %v to stop", took)
	}
	tb.stop = nil
}

func (tb *table) soon() context.Context {
	ctx, cancel := context.WithTimeout(tb.t.Context(), 15*time.Second)
	tb.t.Cleanup(cancel)
	return ctx
}

func (tb *table) where() string {
	if tb.channel == "" {
		return "fight"
	}
	return tb.channel
}

// do types a command and fails unless the answer has the words.
func (tb *table) do(user, line string, want ...string) sandbox.Response {
	tb.t.Helper()
	got, err := tb.srv.User(user).Do(tb.soon(), tb.where(), line)
	if err != nil {
		tb.t.Fatalf("%s: %s: %v", user, line, err)
	}
	return tb.check(user+": "+line, got, want)
}

func (tb *table) check(what string, got sandbox.Response, want []string) sandbox.Response {
	tb.t.Helper()
	for _, w := range want {
		if !strings.Contains(got.Text(), w) {
			tb.t.Errorf("%s\n got: %s\nwant: %s", what, got.Text(), w)
		}
	}
	return got
}

// press presses a button and fails unless the answer has the words.
func (tb *table) press(user, message, button string, want ...string) sandbox.Response {
	tb.t.Helper()
	i, err := tb.srv.User(user).Press(message, button)
	if err != nil {
		tb.t.Fatalf("%s presses %s: %v", user, button, err)
	}
	got, err := i.Wait(tb.soon())
	if err != nil {
		tb.t.Fatalf("%s presses %s: %v", user, button, err)
	}
	return tb.check(user+" presses "+button, got, want)
}

// pressStale presses a button that a message had once, as somebody does whose client has not shown the edit yet. It fails
// unless the answer is ephemeral and has the words.
func (tb *table) pressStale(user, message, button string, want ...string) {
	tb.t.Helper()
	i, err := tb.srv.User(user).PressStale(message, button)
	if err != nil {
		tb.t.Fatalf("%s presses %s: %v", user, button, err)
	}
	got, err := i.Wait(tb.soon())
	if err != nil {
		tb.t.Fatalf("%s presses %s: %v", user, button, err)
	}
	if !got.Ephemeral {
		tb.t.Errorf("%s presses %s: everybody sees the answer", user, button)
	}
	tb.check(user+" presses "+button, got, want)
}

// fill presses a button that opens a form and sends the form.
func (tb *table) fill(user, message, button string, fields map[string]string, want ...string) sandbox.Response {
	tb.t.Helper()
	opened, err := tb.srv.User(user).Press(message, button)
	if err != nil {
		tb.t.Fatalf("%s presses %s: %v", user, button, err)
	}
	if form, err := opened.Wait(tb.soon()); err != nil || form.Modal == nil {
		tb.t.Fatalf("%s presses %s and gets no form: %q, %v", user, button, form.Text(), err)
	}
	sent, err := tb.srv.User(user).Submit(opened, fields)
	if err != nil {
		tb.t.Fatalf("%s fills %s: %v", user, button, err)
	}
	got, err := sent.Wait(tb.soon())
	if err != nil {
		tb.t.Fatalf("%s fills %s: %v", user, button, err)
	}
	return tb.check(user+" fills "+button, got, want)
}

// message waits for a message of the channel that has all these words, and returns the newest one.
func (tb *table) message(user string, words ...string) client.Message {
	tb.t.Helper()
	return tb.messageWithin(tb.soon(), user, words...)
}

func (tb *table) messageWithin(ctx context.Context, user string, words ...string) client.Message {
	tb.t.Helper()
	var found client.Message
	err := tb.srv.Await(ctx, func() bool {
		seen, err := tb.srv.Messages(tb.where(), user)
		if err != nil {
			tb.t.Fatal(err)
		}
		for i := len(seen) - 1; i >= 0; i-- {
			if hasAll(seen[i].Text, words) {
				found = seen[i]
				return true
			}
		}
		return false
	})
	if err != nil {
		seen, _ := tb.srv.Messages(tb.where(), user)
		for _, m := range seen {
			tb.t.Log(m.Text)
		}
		tb.t.Fatalf("%s sees no message with %q: %v", user, words, err)
	}
	return found
}

func hasAll(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// card waits until the fight has exactly one card with buttons, it is the newest card, and it has all these words. It returns the card.
func (tb *table) card(words ...string) client.Message {
	tb.t.Helper()
	return tb.cardWithin(tb.soon(), words...)
}

func (tb *table) cardWithin(ctx context.Context, words ...string) client.Message {
	tb.t.Helper()
	var card client.Message
	var fault string
	var seen []client.Message
	err := tb.srv.Await(ctx, func() bool {
		var err error
		if seen, err = tb.srv.Messages(tb.where(), "Cleo"); err != nil {
			tb.t.Fatal(err)
		}
		card, fault = theCard(seen)
		if fault == "" && !hasAll(card.Text, words) {
			fault = "the card does not say so"
		}
		return fault == ""
	})
	if err != nil {
		for _, m := range seen {
			tb.t.Logf("%s %v", m.Text, m.Rows())
		}
		tb.t.Fatalf("no card with %q: %s: %v", words, fault, err)
	}
	return card
}

var cardHeading = regexp.MustCompile(`(?m)^\*\*(Round \d+|Before round 1)( · .+)? · .+\*\*`)

// theCard returns the card among a channel's messages, or what is wrong: only one message may have a card's buttons, and no
// newer one may have the heading of a card.
func theCard(seen []client.Message) (card client.Message, fault string) {
	at, cards := 0, 0
	for i, m := range seen {
		if _, ok := m.Button("More…"); ok && m.FromBot && !m.Ephemeral {
			card, at, cards = m, i, cards+1
		}
	}
	if cards != 1 {
		return card, fmt.Sprintf("%d messages have a card's buttons", cards)
	}
	for _, m := range seen[at+1:] {
		if m.FromBot && !m.Ephemeral && cardHeading.MatchString(m.Text) {
			return card, "a newer message has a card's heading: " + m.Text
		}
	}
	return card, ""
}

// newestCard returns the newest card with buttons among a channel's messages. A kill between an answer and its note may have left
// an older one, too.
func newestCard(seen []client.Message) (card client.Message) {
	for _, m := range seen {
		if _, ok := m.Button("More…"); ok && m.FromBot && !m.Ephemeral {
			card = m
		}
	}
	return card
}

// turn types a command that begins a turn, waits for the turn's card and returns it. The answer or the card must have the words.
func (tb *table) turn(user, line, heading string, words ...string) client.Message {
	tb.t.Helper()
	return tb.began(user+": "+line, tb.do(user, line), heading, words)
}

// pressTurn presses a button that begins a turn, waits for the turn's card and returns it. The answer or the card must have the words.
func (tb *table) pressTurn(user, message, button, heading string, words ...string) client.Message {
	tb.t.Helper()
	return tb.began(user+" presses "+button, tb.press(user, message, button), heading, words)
}

// began waits for the card of the turn that a command began.
func (tb *table) began(what string, got sandbox.Response, heading string, words []string) client.Message {
	tb.t.Helper()
	if got.Failed {
		tb.t.Fatalf("%s: %s", what, got.Text())
	}
	missing := slices.DeleteFunc(slices.Clone(words), func(word string) bool { return strings.Contains(got.Text(), word) })
	return tb.card(append(missing, "**"+heading+"**")...)
}

func TestAWholeFight(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.do("GM", "/init start name:Bridge fight", "Bridge fight", "Turn Order")
	tb.do("Anna", "/init start", "already", "@GM")
	setup := tb.card("Nobody has joined yet")
	tb.fill("Anna", setup.ID, "Join", map[string]string{"name": "Knight", "stats": "init 15, hp 30", "roll": "6"}, "Knight")
	tb.do("Ben", "/init join name:Elf stats:init 3, hp 20 roll:10", "Elf")
	tb.fill("GM", tb.card("Knight", "Elf").ID, "Add foes", map[string]string{"lines": "3 Goblin, init 7, hp 7"}, "Goblin")
	tb.fill("GM", tb.card("Goblin").ID, "Add foes", map[string]string{"lines": "Assassin, init 1, hp 9", "hidden": "true"},
		"Assassin (hidden) has joined")
	tb.do("Anna", "/init roll", "Only @GM can do that.")

	turn := tb.turn("GM", "/init roll rolls:Goblin 12, Assassin 2", "Round 1 · Knight", "Knight: d20", "@Anna", "On deck: Goblin")
	if strings.Join(turn.Pinged, " ") != "Anna" {
		t.Errorf("Knight's turn pinged %v", turn.Pinged)
	}
	tb.press("Ben", turn.ID, "End turn", "Knight's turn")
	goblins := tb.pressTurn("Anna", turn.ID, "End turn", "Round 1 · Goblin", "Goblin 1", "Goblin 3")
	if len(goblins.Pinged) != 0 {
		t.Errorf("the goblins' turn pinged %v", goblins.Pinged)
	}
	if old := tb.message("Ben", "**Round 1 · Knight**"); old.ID != turn.ID || len(old.Buttons) != 0 || strings.Contains(old.Text, "@") {
		t.Errorf("what remains of the Knight's card is %q with %v", old.Text, old.Rows())
	}
	tb.do("GM", "/hp target:Goblin 1, Goblin 2 amount:-7 half:Goblin 2", "Goblin 1 takes 7 damage", "down", "hurt")
	tb.end()
	tb.start()
	if elf := tb.turn("GM", "/next", "Round 1 · Elf", "@Ben"); strings.Join(elf.Pinged, " ") != "Ben" {
		t.Errorf("Elf's turn pinged %v", elf.Pinged)
	}
	tb.turn("GM", "/init undo", "Round 1 · Goblin", "Undone")
	tb.turn("GM", "/next", "Round 1 · Elf")
	tb.turn("Ben", "/next", "Round 1 · The GM acts")
	tb.turn("GM", "/next", "Round 2 · Knight", "@Anna")
	tb.do("Anna", "/init log", "Goblin 2 takes half of 7 (3)", "(undone) Goblin's turn is over")
	asked := tb.do("GM", "/init end", "End **Bridge fight**?")
	tb.do("Anna", "/init list", "Bridge fight")
	tb.press("GM", asked.Message.ID, "End the fight", "is over", "2 rounds, ", "Goblin 1 down")
	tb.message("Cleo", "This fight is over")
	if files := tb.message("Cleo", "**Bridge fight** is over").Files; len(files) != 1 || files[0].Name != "fight.png" || !bytes.HasPrefix(files[0].Data, []byte("\x89PNG")) ||
		files[0].Description != "Chart of the hit points of 5 combatants over 2 rounds. Went down: Goblin 1 in round 1. Standing at the end: Knight 30/30, Elf 20/20, Goblin 2 hurt, Goblin 3 unhurt." {
		t.Errorf("the summary has %v", files)
	}
	tb.do("Anna", "/init list", "no fight")
	for _, player := range []string{"Anna", "Ben", "Cleo"} {
		if strings.Contains(tb.srv.Seen(player), "Assassin") {
			t.Errorf("%s has seen the hidden combatant", player)
		}
	}
}
