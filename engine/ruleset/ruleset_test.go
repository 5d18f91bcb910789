package ruleset

import (
	"slices"
	"testing"
)

// TestTexts checks that every kind of text of a file is listed, once, and nothing else is.
func TestTexts(t *testing.T) {
	rs, err := Read([]byte("roundel: 1\nname: duel\ntitle: Duel\ncredit: By us\nhelp: [One, Two]\nstats: {init: {is: Quickness}, hp_max: {}, ref: {}}\n" +
		"absorbs: {temp: {is: spare points}}\nrests: {night: {hp: full}}\nsaves: {roll: d20 + bonus, needs: dc, names: {ref: Reflex}}\ndamage: {kinds: [fire], words: {immune: none}}\n" +
		"order: {by: score, roll: d20 + init, phases: [shoot, move]}\nturn: {action: 1}\n" +
		"conditions: {Shaken: {note: trembles}, Two: {}}\ncounters: {doom: {}}\nevents: {Lair: {score: 20, every: 1, note: rumbles}}\n" +
		"down: {states: [dying, stable, dead], label: Last gasp, roll: d20, needs: 10, passes: 3, fails: 3}\n" +
		"difficulty: {rated: tier, party: ref, worth: {1: 5}, budgets: {mild: 1, wild: 2}, below: nothing, adjust: {big: {}}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"Duel", "By us", "One", "Two", "Quickness", "shoot", "move", "spare points", "night", "action", "Reflex", "fire", "all", "immune", "Shaken", "trembles", "dying", "stable", "dead", "Last gasp", "doom",
		"Lair", "rumbles", "tier", "mild", "wild", "nothing", "big"}
	if got := rs.Texts(); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
