package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"roundel/engine/ruleset"
	"roundel/sandbox/client"
)

// mostMessages is the maximum number of messages in a round of ten combatants in which nobody attacks, and mostCalls that of the
// calls that count to the bot's global rate limit.
const (
	mostMessages = 12
	mostCalls    = 2
)

// TestMessagesARound: under every ruleset, a round of four player characters and six NPCs of two kinds takes few messages, and each
// deed at most one more. Almost no call counts to the bot's global rate limit. After the round, only the last card has buttons, and
// each player was pinged once.
func TestMessagesARound(t *testing.T) {
	t.Parallel()
	stats := map[string]string{"turn-order": "init 3", "structured-time": "agility 33", "flow-of-time": "finesse 3",
		"combat-sequence": "dex 1, ac 12", "rounds-initiative": "dex 1, ac 12"}
	for _, rs := range ruleset.Seeds() {
		t.Run(rs.Name, func(t *testing.T) { countRounds(t, "ruleset:"+rs.Name, stats[rs.Name]) })
	}
	t.Run("rounds-initiative by side", func(t *testing.T) { countRounds(t, "ruleset:rounds-initiative group:true", stats["rounds-initiative"]) })
}

// countRounds plays round 2 without deeds and round 3 with a deed by everyone who ends a turn.
func countRounds(t *testing.T, with, stats string) {
	t.Parallel()
	tb := newTable(t)
	tb.do("GM", "/init start "+with)
	players := []string{"Anna", "Ben", "Dora", "Emil"}
	for _, who := range players {
		tb.srv.AddUser(who)
		tb.do(who, fmt.Sprintf("/init join name:%s's Hero stats:%s, hp 90", who, stats), "Hero")
	}
	tb.fill("GM", tb.card("Emil's Hero").ID, "Add foes", map[string]string{"lines": fmt.Sprintf("4 Goblin, %s, hp 90\n2 Orc, %[1]s, hp 90", stats)}, "Orc 2")
	tb.do("GM", "/init roll")
	r := &roundPlayer{table: tb, players: players, card: tb.card("**Round 1 · ")}
	r.play(1, false)
	quiet := r.play(2, false)
	if quiet.messages > mostMessages || quiet.messages > quiet.turns || quiet.calls > mostCalls {
		t.Errorf("a round takes %+v, and the card is the only message that a turn needs", quiet)
	}
	busy := r.play(3, true)
	if busy.messages > quiet.messages+busy.deeds || busy.calls > mostCalls {
		t.Errorf("a round takes %+v, and without deeds %+v", busy, quiet)
	}
	t.Logf("%s: a round without deeds: %+v; with deeds: %+v", with, quiet, busy)
}

// roundPlayer plays the rounds of a fight from card to card.
type roundPlayer struct {
	*table
	players []string
	card    client.Message // of the current turn
}

// spent is what a round took.
type spent struct{ turns, messages, deeds, calls int }

// play plays a round from its first card to the first card of the next round, and checks what its messages look like afterwards.
// Those who have the turn end it with the card's button, each player for their own combatant; with deeds, they deal damage first.
func (r *roundPlayer) play(n int, deeds bool) (took spent) {
	r.t.Helper()
	first, before := r.card, requests(r.srv)
	heads := map[string]string{}
	for heading := fmt.Sprintf("**Round %d · ", n); strings.Contains(r.card.Text, heading); took.turns++ {
		head := cardHeading.FindString(r.card.Text)
		heads[r.card.ID] = head
		who, target := slices.Clone(r.card.Pinged), "Goblin 4"
		if r.checkPings(head); len(who) == 0 {
			who, target = []string{"GM"}, "Anna's Hero"
		}
		for _, user := range who {
			if deeds {
				took.deeds++
				if got := r.fill(user, r.card.ID, "Damage", map[string]string{"target": target, "amount": "1"}, target+" takes 1 damage"); got.Ephemeral {
					r.t.Errorf("only %s sees the answer %s", user, got.Text())
				}
			}
			if got := r.press(user, r.card.ID, "End turn"); got.Failed || got.Ephemeral {
				r.t.Fatalf("%s presses End turn: %s", user, got.Text())
			}
		}
		r.card = r.next()
	}
	took.calls = requests(r.srv) - before
	took.messages = r.checkRound(first, heads)
	return took
}

// next waits for another card than the current one.
func (r *roundPlayer) next() (card client.Message) {
	r.t.Helper()
	err := r.srv.Await(r.soon(), func() bool {
		fault := ""
		card, fault = theCard(r.public())
		return fault == "" && card.ID != r.card.ID
	})
	if err != nil {
		r.t.Fatalf("no card follows %s: %v", r.card.Text, err)
	}
	return card
}

// checkPings fails unless the current card pings the players of the combatants in its heading, and nobody else.
func (r *roundPlayer) checkPings(heading string) {
	r.t.Helper()
	var want []string
	for _, who := range r.players {
		if strings.Contains(heading, who) || strings.HasSuffix(strings.ToLower(heading), " · party**") {
			want = append(want, who)
		}
	}
	slices.Sort(r.card.Pinged)
	if !slices.Equal(r.card.Pinged, want) {
		r.t.Errorf("%s pings %v, want %v", heading, r.card.Pinged, want)
	}
}

// checkRound returns how many messages a round has, from its first card. Its cards must have only their headings left, none of its
// messages may have buttons, and together they must ping each player once.
func (r *roundPlayer) checkRound(first client.Message, heads map[string]string) (n int) {
	r.t.Helper()
	var pinged []string
	for _, m := range r.public() {
		if m.Created.Before(first.Created) || m.ID == r.card.ID {
			continue
		}
		n++
		pinged = append(pinged, m.Pinged...)
		if head, isCard := heads[m.ID]; len(m.Buttons)+len(m.Menus) > 0 || isCard && !strings.HasSuffix(m.Text, head) {
			r.t.Errorf("after the round, there is %q with %v", m.Text, m.Rows())
		}
	}
	if slices.Sort(pinged); !slices.Equal(pinged, r.players) {
		r.t.Errorf("the round pinged %v", pinged)
	}
	return n
}

// TestAChosenMembersTurnEndsOnTheCard: if somebody has several combatants in a side and chooses whose turn ends, the card shows it
// and no message says it again. The question, which nobody else sees, gives way to the answer.
func TestAChosenMembersTurnEndsOnTheCard(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:combat-sequence")
	tb.do("Anna", "/init join name:Knight stats:dex 5, hp 9")
	tb.do("GM", "/init add name:Wolf stats:dex 0, hp 9 owner:Anna")
	tb.do("GM", "/init add name:Orc stats:dex 0, hp 9")
	tb.do("GM", "/init roll rolls:party 8, foes 1")
	card := tb.card("**Round 1 · 0:00 · party**")
	before := len(tb.public())
	asked := tb.press("Anna", card.ID, "End turn", "Choose whose turn to end.")
	got := tb.press("Anna", asked.Message.ID, "Wolf", "Wolf's turn is over.")
	if !got.Ephemeral || got.Message.ID != asked.Message.ID || len(got.Message.Buttons) != 0 {
		t.Errorf("the answer is %+v", got.Message)
	}
	shown := tb.card("✓     Wolf")
	if now := tb.public(); shown.ID != card.ID || len(now) != before {
		t.Errorf("new messages: %v", now[before:])
	}
	tb.pressTurn("Anna", card.ID, "End turn", "Round 1 · 0:00 · foes")
}
