package bot

import (
	"context"
	"errors"
	"testing"

	"roundel/engine"
	"roundel/snowflake"
)

// rerunning is a store that rolls every update back once and runs it again, as it may.
type rerunning struct{ *memStore }

func (s rerunning) Update(ctx context.Context, ch snowflake.Channel, interaction string, fn func(engine.Journal) ([]byte, error)) ([]byte, bool, error) {
	again := errors.New("again")
	_, _, err := s.memStore.Update(ctx, ch, interaction, func(j engine.Journal) ([]byte, error) {
		if _, err := fn(j); err != nil {
			return nil, err
		}
		return nil, again
	})
	if err != nil && !errors.Is(err, again) {
		return nil, false, err
	}
	return s.memStore.Update(ctx, ch, interaction, fn)
}

// counted counts the claims on turns that are not released.
type counted struct {
	Cards
	claims *int
}

func (c counted) Claim(ch snowflake.Channel, begun engine.TurnID) {
	*c.claims++
	c.Cards.Claim(ch, begun)
}

func (c counted) Release(ch snowflake.Channel, begun engine.TurnID) {
	*c.claims--
	c.Cards.Release(ch, begun)
}

// TestARerunClaimsACardOnce: a claim of a run that was rolled back would keep the card of the turn waiting.
func TestARerunClaimsACardOnce(t *testing.T) {
	tb := newTable(t)
	claims := 0
	tb.bot.store, tb.bot.cards = rerunning{tb.store}, counted{tb.bot.cards, &claims}
	for _, line := range []string{"/init start name:Bridge", "/init join name:Knight stats:init 15, hp 30 roll:6", "/init roll"} {
		tb.do("GM", line)
	}
	before := claims
	tb.do("GM", "/next")
	if claims != before+1 {
		t.Errorf("%d claims, want 1", claims-before)
	}
}
