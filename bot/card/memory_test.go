package card

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
	"roundel/snowflake"
)

// TestTokensAreForgotten: tokens that no longer work do not accumulate in a long fight.
func TestTokensAreForgotten(t *testing.T) {
	m := &memory{tokens: map[snowflake.Message]*discord.Via{}}
	for i := range 1000 {
		m.keepToken(snowflake.Message(fmt.Sprint(i)), new(discord.Via))
	}
	if len(m.tokens) > 1 {
		t.Errorf("%d tokens are remembered", len(m.tokens))
	}
}

// TestClaimsAreNotForgotten: when there are too many channels, those with an answer on its way are remembered.
func TestClaimsAreNotForgotten(t *testing.T) {
	p := &Publisher{memories: map[snowflake.Channel]*memory{}, workers: map[snowflake.Channel]*worker{}}
	p.Claim("claimed", 7)
	for i := range 2 * maxMemories {
		p.settled(snowflake.Channel(fmt.Sprint(i)))
	}
	if n := p.claims("claimed", 7); n != 1 || len(p.memories) > maxMemories {
		t.Errorf("%d claims, %d channels", n, len(p.memories))
	}
}

// TestManyEndings: however many effects ended at once, a card has room for what they say and for the rest.
func TestManyEndings(t *testing.T) {
	p := &Publisher{parts: Parts{Turns: new(Turns)}}
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
