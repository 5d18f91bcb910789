package words_test

import (
	"fmt"
	"strings"
	"testing"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/ruleset"
	"roundel/snowflake"
)

// TestLongestCard: the card of a turn of 25 of 50 combatants has room for its heading, its mentions and the order, however long
// names, effects and what happened before are.
func TestLongestCard(t *testing.T) {
	rs, ok := ruleset.Bundled().Find("turn-order")
	if !ok {
		t.Fatal("no ruleset", "turn-order")
	}
	s := &engine.State{Name: strings.Repeat("*", 100), Ruleset: rs.Name, GM: "1", Phase: engine.Running, Round: 100, Turn: 1, LastID: 1000}
	c := words.Card{In: lang.English(), Intro: strings.Repeat("x", 1500)}
	for i := 1; i <= 50; i++ {
		name := fmt.Sprintf("%02d", i) + strings.Repeat("*", engine.MaxName-2)
		s.Units = append(s.Units, engine.Unit{ID: engine.UnitID(i), Name: name, Rolled: true})
		owner := snowflake.User(fmt.Sprintf("12345678901234567%02d", i))
		s.Combatants = append(s.Combatants, engine.Combatant{ID: engine.CombatantID(i), Name: name, Unit: engine.UnitID(i), Owner: owner})
		for range 3 {
			s.Effects = append(s.Effects, engine.Effect{Name: name, Target: engine.CombatantID(i), Until: engine.UntilFight, Note: strings.Repeat("*", 300)})
		}
		if i <= 25 {
			s.Active, c.Mentions = append(s.Active, engine.UnitID(i)), append(c.Mentions, owner)
		}
	}
	for _, left := range [][]snowflake.User{nil, c.Mentions} {
		c.Left = left
		text := c.Text(s, rs)
		if n := discord.Length(text); n > words.CardLength || strings.Count(text, "<@") != 25 || strings.Count(text, "```") != 2 ||
			!strings.Contains(text, "\n> ") || !strings.HasSuffix(text, rs.Title) {
			t.Errorf("%d characters:\n%s", n, text)
		}
		if n := discord.Length(c.Head(s, rs)); n > 2500 {
			t.Errorf("the heading has %d characters", n)
		}
	}
}
