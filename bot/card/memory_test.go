package card

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/snowflake"
)

// TestCardsAreForgotten: what earlier cards show, and the tokens that can edit them, does not accumulate in a long fight.
func TestCardsAreForgotten(t *testing.T) {
	m := &memory{faces: map[snowflake.Message]*face{}}
	for i := range 1000 {
		m.arrived(&posted{}, snowflake.Message(fmt.Sprint(i)), 7, new(discord.Via))
	}
	if len(m.faces) != maxFaces || m.face("999").hash != 7 {
		t.Errorf("%d cards are remembered", len(m.faces))
	}
}

// TestContentHash: two cards that look the same have the same hash, also with a menu, and others don't.
func TestContentHash(t *testing.T) {
	menu := func(option string) discord.Message {
		return discord.Message{Text: "x", Buttons: [][]discord.Button{{{Label: "Pick", ID: "pick:1", Menu: &discord.Menu{Options: []discord.Option{{Label: option, Value: option}}}}}}}
	}
	one, same, other := menu("a"), menu("a"), menu("b")
	if contentHash(one) != contentHash(same) {
		t.Error("a card with a menu would always be edited")
	}
	if contentHash(one) == contentHash(other) {
		t.Error("a card with another menu would not be edited")
	}
}

// TestClaimsAreNotForgotten: when there are too many channels, those with an answer on its way are remembered.
func TestClaimsAreNotForgotten(t *testing.T) {
	p := &Publisher{memories: map[snowflake.Channel]*memory{}}
	p.Claim("claimed", 7)
	for i := range 2 * maxMemories {
		p.withMemory(snowflake.Channel(fmt.Sprint(i)), func(*memory) {})
	}
	if n := p.memories["claimed"].claims(7); n != 1 || len(p.memories) > maxMemories {
		t.Errorf("%d claims, %d channels", n, len(p.memories))
	}
}

// TestManyEndings: however many effects ended at once, a card has room for what they say and for the rest.
func TestManyEndings(t *testing.T) {
	p := &Publisher{parts: Parts{Turns: new(Turns), Languages: lang.Bundled()}}
	s := &engine.State{Turn: 1, Active: []engine.UnitID{1}, Units: []engine.Unit{{ID: 1}}}
	var ended []words.Ending
	for range maxEndings {
		ended = append(ended, words.Ending{Unit: 1, Line: strings.Repeat("x", 150)})
	}
	p.parts.Turns.Began("1", s, time.Now(), ended)
	if n := discord.Length(p.introOr("1", s, "")); n == 0 || n > maxIntro {
		t.Errorf("%d characters", n)
	}
}

// TestEndingsWaitForThePlayers: what ends while the GM acts for somebody hidden is told to those who act next, even if only the hidden ones of a turn still act.
func TestEndingsWaitForThePlayers(t *testing.T) {
	var turns Turns
	hidden := &engine.State{Phase: engine.Running, Turn: 1}
	next := &engine.State{Phase: engine.Running, Turn: 2, Active: []engine.UnitID{1}, Units: []engine.Unit{{ID: 1}}}
	if !hidden.GMActs() {
		t.Fatal("the GM doesn't act")
	}
	for _, line := range []string{"first", "second"} {
		turns.Began("1", hidden, time.Now(), []words.Ending{{Unit: 1, Line: line}})
	}
	turns.Began("1", next, time.Now(), []words.Ending{{Unit: 1, Line: "third"}})
	turns.Began("1", next, time.Now(), []words.Ending{{Unit: 1, Line: "told already"}})
	if got := strings.Join(turns.endingsFor("1", next), ", "); got != "first, second, third" {
		t.Errorf("the card says %s", got)
	}
}

// TestTiesOfOthers: a button of a tie acts for nobody once its unit has another name, or others are tied.
func TestTiesOfOthers(t *testing.T) {
	s := &engine.State{Units: []engine.Unit{{ID: 1, Name: "Knight"}, {ID: 2, Name: "Wolf"}, {ID: 3, Name: "Owl"}}, OpenTies: [][]engine.UnitID{{1, 2}}}
	arg := TieArg(s, s.OpenTies[0], &s.Units[0])
	if u, tied := TieNamed(s, arg); u != &s.Units[0] || len(tied) != 2 {
		t.Errorf("%v, %v", u, tied)
	}
	s.OpenTies[0] = []engine.UnitID{1, 3}
	if u, tied := TieNamed(s, arg); u != &s.Units[0] || tied != nil {
		t.Errorf("with others: %v, %v", u, tied)
	}
	s.Units[0].Name = "Bard"
	if u, tied := TieNamed(s, arg); u != nil || tied != nil {
		t.Errorf("with another name: %v, %v", u, tied)
	}
}
