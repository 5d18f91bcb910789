package bot

import (
	"slices"
	"strings"
	"testing"

	"roundel/bot/card"
	"roundel/bot/words/lang"
)

// labels returns the labels of all buttons on the card.
func (tb *table) labels() []string {
	var out []string
	for _, row := range card.Card(lang.English(), tb.public(), tb.rules(), nil).Buttons {
		for _, b := range row {
			out = append(out, b.Label)
		}
	}
	return out
}

func (tb *table) wantLabel(label string, want bool) {
	tb.t.Helper()
	if got := tb.labels(); slices.Contains(got, label) != want {
		tb.t.Errorf("the card has %q; %s: want %v", strings.Join(got, ", "), label, want)
	}
}

// TestRS80ButtonsForWaiting: Delay and Take the turn are for those who can, so not for who is down or stunned.
func TestRS80ButtonsForWaiting(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start name:Crypt ruleset:three-actions")
	tb.do("Anna", "/init join name:Ana stats:init 2, hp 40 roll:18")
	tb.do("Ben", "/init join name:Bo stats:init 0, hp 20 roll:15")
	tb.do("GM", "/init add name:Orc stats:init 0, hp 30 roll:10")
	tb.do("GM", "/init roll")
	tb.wantLabel("Delay", true)
	tb.do("GM", "/hp target:Bo amount:-20")
	tb.do("Anna", "/init delay")
	tb.wantLabel("Delay", false) // Bo is down
	tb.wantLabel("Take the turn", true)
	tb.do("GM", "/effect add target:Ana name:Stunned skip:true")
	tb.wantLabel("Take the turn", false)
	tb.do("GM", "/effect remove target:Ana name:Stunned")
	tb.wantLabel("Take the turn", true)
	tb.do("GM", "/next")
	tb.wantLabel("Delay", true)
}
