package words

import (
	"fmt"
	"slices"
	"strings"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/ruleset"
)

// The maximum length of the order on the GM screen, and of each note below it.
const (
	screenBoard = 1000
	screenNote  = 100
)

// GMScreen returns a fight as only its GM may see it, as one message: the order with exact numbers, what is waiting for the GM, and the
// notes. If not everything fits, rest is all of it as plain text.
func GMScreen(l *lang.Language, s *engine.State, rs *ruleset.Ruleset) (text, rest string) {
	s = calledBoth(l, s)
	f := fight{l, s, rs}
	whole, more := f.wholeBoard(screenBoard, f.aboutFoe)
	lines := f.waitingForGM()
	lines = append(lines, f.counterLines()...)
	if s.Turn != 0 {
		lines = append(lines, TurnSince(l, s))
	}
	lines = append(lines, l.Line("gm.pings", lang.Flag("on", s.PingGM)))
	for i := range s.Combatants {
		if c := &s.Combatants[i]; c.Note != "" {
			lines = append(lines, l.Line("gm.note-on", lang.Name("who", c.Name), lang.Name("note", lang.Clip(oneLine(c.Note), screenNote))))
		}
	}
	text = f.board(screenBoard, f.aboutFoe)
	for i, line := range lines {
		if Length(text)+Length(line)+1 > longest {
			text, more = text+"\n"+l.Line("gm.more-lines", lang.N("n", len(lines)-i)), true
			break
		}
		text += "\n" + line
	}
	if more {
		rest = whole + "\n\n" + Unformatted(strings.Join(lines, "\n"))
	}
	return text, rest
}

// aboutFoe returns what the GM screen says about a combatant below its row: whether it is stronger or weaker than its kind (MO-31), and what it has left for
// others' turns.
func (f fight) aboutFoe(c *engine.Combatant) []string {
	var out []string
	if b := f.s.BlockOf(c); b != nil && b.Adjust != "" {
		out = append(out, Adjustment(Under(f.l, f.rs), b.Adjust))
	}
	return append(out, f.aside(c)...)
}

// waitingForGM returns what the GM of a fight still has to read, apply or choose.
func (f fight) waitingForGM() []string {
	lines := Notices(f.l, f.s, f.s.Notices)
	for i := range f.s.Proposals {
		lines = append(lines, Proposed(f.l, f.s, f.rs, i))
	}
	if down := f.s.Undecided(); len(down) > 0 {
		lines = append(lines, WhatBecame(f.l, down, 0))
	}
	return append(append(lines, f.dueLines()...), Waves(f.l, f.s)...)
}

// Proposed returns the line about the i-th proposal of a fight, counted from 0, with its number.
func Proposed(l *lang.Language, s *engine.State, rs *ruleset.Ruleset, i int) string {
	return fmt.Sprintf("%d. %s", i+1, (&teller{fight: fight{l, s, rs}}).proposed(s.Proposals[i]))
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// Notices says what players' commands did to hidden combatants. s is the state that has their names.
func Notices(l *lang.Language, s *engine.State, notices []engine.Notice) []string {
	s = calledBoth(l, s)
	var out []string
	for _, n := range notices {
		if n.Kind != engine.NoticeFell && n.Kind != engine.NoticeWave {
			out = append(out, notice(l, s, n))
		}
	}
	return out
}

// WhatBecame asks the GM what became of combatants at 0 hit points (CO-12). more is the number of combatants asked about next.
func WhatBecame(l *lang.Language, who []*engine.Combatant, more int) string {
	names := make([]string, len(who))
	for i, c := range who {
		names[i] = Called(l, c)
	}
	return l.Line("gm.fallen", lang.Groups("who", names), lang.N("more", more))
}

// longestResistances is the maximum length of the resistances on a combatant's page, in characters. It leaves room for what follows.
const longestResistances = 400

// CombatantPage returns everything about one combatant, as only the GM may see it.
func CombatantPage(l *lang.Language, s *engine.State, rs *ruleset.Ruleset, c *engine.Combatant) string {
	s = calledBoth(l, s)
	f := fight{l, s, rs}
	c = s.Combatant(c.ID)
	head := []string{l.Line("gm.page", lang.Name("who", c.Name), lang.Part("side", bareSide(c.Side)))}
	if u := s.Unit(c.Unit); u != nil {
		if now, was := f.score(u); u.Rolled {
			head = append(head, l.Line("gm.initiative", lang.Text("now", now), lang.Text("was", was)))
		}
		for _, word := range append(f.unitStates(u), f.states(c)...) {
			head = append(head, lang.Escape(word))
		}
	}
	lines := []string{strings.Join(head, " · ")}
	if c.HasHP {
		var down lang.Phrase
		if !c.Standing() {
			down = downWord(c)
		}
		lines = append(lines, l.Line("gm.hit-points", lang.Int("hp", c.HP), lang.Int("max", c.MaxHP), lang.Int("absorbs", c.AbsorbsAll()), lang.Part("down", down), lang.Int("soak", c.Soak)))
	}
	if c.HPShown != "" {
		lines = append(lines, l.Line("gm.hp-shown", lang.Text("as", string(c.HPShown))))
	}
	if stats := statsOf(rs, c); stats != "" {
		lines = append(lines, l.Line("list.stats", lang.Text("stats", stats)))
	}
	if len(c.Resists) > 0 {
		text := lang.Clip(ruleset.ResistancesText(c.Resists), longestResistances)
		lines = append(lines, l.Line("monster.resistances", lang.MixedOf("text", text, rs.Resistible())))
	}
	if b := s.BlockOf(c); b != nil && b.Adjust != "" {
		lines = append(lines, l.Line("monster.adjusted", lang.Part("word", adjustment(b.Adjust))))
	}
	if left := f.aside(c); left != nil {
		lines = append(lines, l.Line("gm.left", lang.Listed("pools", left)))
	}
	for weapon := range strings.Lines(c.Weapon) {
		lines = append(lines, l.Line("gm.weapon", lang.Name("weapon", strings.TrimSpace(weapon))))
	}
	lines = append(lines, PreparedLines(l, s.PreparedSaves(c))...)
	if c.Owner != "" {
		lines = append(lines, l.Line("gm.player", lang.Text("player", Mention(c.Owner))))
	}
	lines = append(lines, f.effectsOn(c)...)
	if c.Note != "" {
		lines = append(lines, l.Line("gm.note", lang.Name("note", c.Note)))
	}
	return strings.Join(lines, "\n")
}

// effectsOn lists the effects on a combatant, a line each.
func (f fight) effectsOn(c *engine.Combatant) []string {
	var lines []string
	effects := f.s.EffectsOn(c)
	for i, e := range effects {
		if most := 10; i == most {
			return append(lines, f.l.Line("effect.more", lang.N("n", len(effects)-most)))
		}
		lines = append(lines, f.l.Line("effect.listed-alone", effectName("effect", f.rs, e.Name), lang.Int("level", e.Level), lang.Parts("details", effectDetails(f.s, f.rs, e, "their")),
			lang.Part("check", checkStatus(f.s, f.rs, e))))
	}
	return lines
}

// bareSide returns the name of a side standing on its own: "party", "Red Hand".
func bareSide(name string) lang.Phrase {
	return lang.P("list.bare-side", lang.Side("side", name), lang.Name("name", name))
}

// AttackLines lists the weapons of the GM's active combatants. Combatants with the same weapons share their lines.
func AttackLines(l *lang.Language, s *engine.State, who []*engine.Combatant) []string {
	var out []string
	var told []string
	for _, c := range who {
		saves := s.PreparedSaves(c)
		kind := c.Weapon + engine.PreparedText(saves)
		if slices.Contains(told, kind) {
			continue
		}
		told = append(told, kind)
		name := Called(l, c)
		if len(who) > 1 && c.Type != "" && c.RealName == "" {
			name = c.Type
		}
		out = append(out, l.Line("gm.can-attack", lang.Name("who", name)))
		for line := range strings.Lines(c.Weapon) {
			weapon, _, _ := strings.Cut(line, ",")
			either := s.BlockOf(c).Either(weapon) || c.Sheet.Either(weapon)
			out = append(out, l.Line("monster.attack", lang.Part("attack", attack(line, either))))
		}
		out = append(out, PreparedLines(l, saves)...)
	}
	return out
}

// statsOf lists a combatant's stats in the ruleset's order: "init 15, ac 12".
func statsOf(rs *ruleset.Ruleset, c *engine.Combatant) string {
	var out []string
	for _, st := range rs.Stats {
		if n, has := c.Stats[st.Key]; has {
			out = append(out, fmt.Sprintf("%s %d", st.Key, n))
		}
	}
	return strings.Join(out, ", ")
}

// AboutCombatant is the line below a combatant's name in a menu of the GM: "12/30, hidden".
func AboutCombatant(l *lang.Language, s *engine.State, rs *ruleset.Ruleset, c *engine.Combatant) string {
	parts := append([]string{Health(l, c)}, fight{l, s, rs}.states(c)...)
	if c.Note != "" {
		parts = append(parts, l.Label("gm.has-note"))
	}
	return l.Label("list.all", lang.Listed("parts", slices.DeleteFunc(parts, func(p string) bool { return p == "" })))
}

// notice tells the GM what a player's command did to hidden combatants.
func notice(l *lang.Language, s *engine.State, n engine.Notice) string {
	name := func(key string, id engine.CombatantID) lang.Arg {
		if c := s.Combatant(id); c != nil {
			return lang.Name(key, c.Name)
		}
		return lang.Name(key, "")
	}
	switch n.Kind {
	case engine.NoticeRenamed:
		return l.Line("gm.renamed", lang.Name("from", n.From), lang.Name("to", n.To))
	case engine.NoticeSlipped:
		return l.Line("gm.slipped", name("who", n.Who), name("by", n.By))
	}
	return l.Line("gm.fled", name("who", n.Who), name("by", n.By))
}

// AboutTarget is the line below a combatant in a menu: its side, and its health as far as the view shows it.
func AboutTarget(l *lang.Language, c *engine.Combatant) string {
	parts := []string{l.Label("list.part", lang.Part("part", bareSide(c.Side)))}
	if how := Health(l, c); how != "" {
		parts = append(parts, how)
	}
	if c.Hidden {
		parts = append(parts, l.Label("state.hidden"))
	}
	if c.Concealed {
		parts = append(parts, l.Label("state.concealed"))
	}
	return strings.Join(parts, " · ")
}
