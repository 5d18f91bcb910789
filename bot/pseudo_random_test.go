package bot

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"roundel/bot/discord"
	"roundel/engine/dice"
	"roundel/engine/monster"
	"roundel/engine/ruleset"
)

// stranger plays at random at a table: commands with what is suggested for their options, buttons, menus and forms.
type stranger struct {
	*table
	rs  *ruleset.Ruleset
	rnd *rand.Rand
}

// typedTexts are what strangers type where nothing is suggested. Most fits somewhere, and some nowhere.
var typedTexts = []string{"3", "1d6", "2d6+1", "-2", "+4", "=5", "2 rounds", "end of turn", "Zeta", "Omega 4, Zeta 7", "skip", "attack 3, ac -1", "q w e"}

// names are what strangers call combatants.
var strangersNames = []string{"Knight", "Elf", "Goblin", "Owl", "Newt"}

// outOfReach are commands that need what a table doesn't have, or that end what is played.
var outOfReach = []string{"init language", "roundel erase", "roundel settings", "ruleset add", "monster add", "encounter import", "character import"}

func pick[T any](s *stranger, from []T) T { return from[s.rnd.IntN(len(from))] }

func (s *stranger) who() string { return pick(s, []string{"GM", "GM", "GM", "Anna", "Ben", "Cleo"}) }

// write returns a text that was typed, which is then known.
func (s *stranger) write(text string) string {
	s.ears.learn(text + " " + strings.ToLower(text)) // as activities are called
	for _, w := range word.FindAllString(text, -1) {
		s.ears.learn(strings.ToUpper(w[:1]) + w[1:]) // as combatants are called
	}
	return text
}

// step does something at random.
func (s *stranger) step() {
	s.t.Helper()
	switch {
	case s.state() == nil:
		s.open()
	case s.rnd.IntN(3) == 0:
		s.pressAny()
	default:
		s.typeAny()
	}
}

// open starts a fight.
func (s *stranger) open() {
	s.do("GM", "/init start name:"+s.write("Bridge")+" ruleset:"+s.rs.Name)
	s.do("Anna", "/init join name:"+s.write("Knight")+" stats:"+s.rs.Template(false))
	s.do("Ben", "/init join name:"+s.write("Elf")+" stats:"+s.rs.Template(false))
	s.do("GM", "/init add name:"+s.write("Goblin")+" count:2 stats:"+s.rs.Template(true))
	s.do("GM", "/init add name:"+s.write("Owl")+" hidden:true stats:"+s.rs.Template(true))
	for _, e := range s.rs.Events {
		s.do("GM", "/init event name:"+e.Name)
	}
	if s.rnd.IntN(3) > 0 {
		s.do("GM", "/init roll")
	}
}

// typeAny types a command.
func (s *stranger) typeAny() {
	s.t.Helper()
	paths := slices.Sorted(maps.Keys(s.bot.commands))
	path := pick(s, slices.Concat(paths, []string{"next", "next", "next", "next", "init roll", "damage", "effect add", "act do", "act use"}))
	if slices.Contains(outOfReach, path) || path == "init end" && s.rnd.IntN(4) > 0 {
		return
	}
	rt := s.bot.commands[path]
	who := s.who()
	options := map[string]string{}
	for _, o := range rt.options {
		if o.required || s.rnd.IntN(4) == 0 {
			if value := s.value(who, rt, o, options); value != "" {
				options[o.name] = value
			} else if o.required {
				return
			}
		}
	}
	r := s.request(who, discord.Typed)
	r.Path, r.Options = path, options
	s.handle(r)
}

// isDownState reports whether a name is that of one of a ruleset's states at 0 hit points.
func isDownState(rs *ruleset.Ruleset, value string) bool {
	return rs.Down != nil && slices.Contains([]string{rs.Down.First, rs.Down.Middle, rs.Down.Last}, value)
}

// value returns what somebody gives as an option after others, or nothing.
func (s *stranger) value(who string, rt *route, o option, before map[string]string) string {
	s.t.Helper()
	if o.complete != nil || o.offer != nil {
		r := s.request(who, discord.Completing)
		r.Path, r.Focused, r.Options = rt.path, o.name, maps.Clone(before)
		r.Options[o.name] = ""
		last := s.last
		choices := s.handle(r).Choices
		if s.last = last; len(choices) > 0 && s.rnd.IntN(8) > 0 {
			value := pick(s, choices).Value
			if o.of == nil && o.name != "duration" || (o.of == effectNames || o.of == checkNames) && s.rs.Condition(value) == nil && !isDownState(s.rs, value) { // otherwise, languages have words for it
				s.write(value)
			}
			return value
		}
	}
	switch {
	case o.choices != nil:
		return pick(s, o.choices)
	case o.kind == asFlag:
		return pick(s, []string{"true", "false"})
	case o.kind == asWhole && o.max > o.min:
		return fmt.Sprint(o.min + s.rnd.IntN(min(o.max-o.min, 20)+1))
	case o.kind == asWhole:
		return fmt.Sprint(s.rnd.IntN(25) - 3)
	case o.kind == asUser:
		return string(people()[s.who()])
	case o.kind == asRole, o.kind == asFile:
		return ""
	case o.name == "stats":
		return s.rs.Template(true)
	case o.name == "name" || o.name == "target":
		return s.write(pick(s, strangersNames))
	}
	return s.write(pick(s, typedTexts))
}

// pressAny presses a button or picks from a menu, and fills in the form that this opens.
func (s *stranger) pressAny() {
	s.t.Helper()
	rows := slices.Clone(s.last.Buttons)
	if s.last.Alone != nil {
		rows = append(rows, s.last.Alone.Buttons...)
	}
	if s.rnd.IntN(2) == 0 {
		rows = append(rows, s.shownCard().Buttons...)
	}
	all := slices.Concat(rows...)
	if len(all) == 0 {
		return
	}
	b, who := pick(s, all), s.who()
	r := s.request(who, discord.Pressed)
	r.Path, r.Message = b.ID, "700"
	if b.Menu != nil {
		r.Fields = map[string]string{"values": s.choose(b.Menu)}
	}
	got := s.handle(r)
	if got.Form == nil || s.rnd.IntN(8) == 0 {
		return
	}
	fields := map[string]string{}
	for _, in := range got.Form.Inputs {
		switch {
		case in.Options() != nil && s.rnd.IntN(3) > 0:
			fields[in.ID] = s.choose(in.Options())
		case in.Check:
			fields[in.ID] = strconv.FormatBool(s.rnd.IntN(2) == 0)
		case in.Options() != nil || s.rnd.IntN(2) == 0:
			fields[in.ID] = untouched(in)
		case in.ID == "name":
			fields[in.ID] = s.write(pick(s, strangersNames))
		default:
			fields[in.ID] = s.write(pick(s, typedTexts))
		}
	}
	s.fill(who, got.Form.ID, fields)
}

// choose picks an option of a menu, or two if it may.
func (s *stranger) choose(m *discord.Menu) string {
	if len(m.Options) == 0 {
		return ""
	}
	one, other := pick(s, m.Options).Value, pick(s, m.Options).Value
	if m.Most > 1 && one != other {
		return one + "," + other
	}
	return one
}

// monsters are the names of bundled monsters and of what they attack with: what is typed to have the same.
var monsters = sync.OnceValue(func() string {
	return lowerCase.ReplaceAllString(strings.Join(namesOfMonsters(func(string) bool { return true }), " "), "")
})

// namesOfMonsters returns the names and stats of bundled monsters with such names, and what they can do is called.
func namesOfMonsters(with func(name string) bool) []string {
	var out []string
	for _, book := range monster.Books() {
		out = append(out, book.Index().Title)
		for _, name := range book.Index().Names {
			if !with(name) {
				continue
			}
			m, _ := book.Find(name)
			out = append(append(out, name, m.Is, m.Speed, m.Languages, m.Senses), strings.ReplaceAll(strings.Join(m.StatKeys(), " "), "_", " "))
			for _, a := range m.Attacks {
				out = append(out, a.Name)
			}
			for _, a := range m.Abilities {
				out = append(out, a.Name)
			}
		}
	}
	return out
}

// lowerCase finds words that begin with a small letter: they are in texts, too.
var lowerCase = regexp.MustCompile(`\b(a|an|and|at|by|each|for|form|from|in|of|on|one|only|or|the|to|with)\b`)

// TestTwoPseudoLanguagesAtRandom plays at random under every ruleset, with a fight in one pseudo-language and users in another; see
// [TestTwoPseudoLanguages]. With -deep, that goes on for longer.
func TestTwoPseudoLanguagesAtRandom(t *testing.T) {
	steps := 50
	if *deep {
		steps = 150
	}
	all := map[string]string{}
	for i, rs := range ruleset.Bundled().List {
		for n := range max(1, *simSeeds/20) {
			seed := uint64(100*n + i)
			tb := newTable(t)
			tb.bot.languages, tb.ears, tb.bot.dice = freePseudo(), newListener(), dice.Seeded(seed)
			tb.ears.learn(monsters())
			tb.ears.learn(strings.ReplaceAll(strings.Join(typedTexts, "\n"), " ", "")) // as names in dice, where blanks don't matter
			tb.ears.learn(tb.bot.languages.Of(fights.tag).Own("roster.fight"))
			if rs.Difficulty != nil { // what is typed
				for _, a := range rs.Difficulty.Adjust {
					tb.ears.learn(a.Word)
				}
			}
			s := &stranger{tb, rs, rand.New(rand.NewPCG(seed, 1))}
			for range steps {
				s.step()
			}
			for what, line := range tb.ears.found {
				all[what] = rs.Name + ": " + line
			}
		}
	}
	for _, what := range slices.Sorted(maps.Keys(all)) {
		t.Errorf("%s, in %q", what, all[what])
	}
}
