package play_test

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"roundel/snowflake"
)

// section is a top-level key of a ruleset file, with its lines.
type section struct{ key, text string }

// sectionsOf splits a ruleset file at its top-level keys. Comments before the first key are left out.
func sectionsOf(text []byte) []section {
	var out []section
	for line := range strings.Lines(string(text)) {
		if key, _, found := strings.Cut(line, ":"); found && strings.TrimLeft(line, " #") == line {
			out = append(out, section{key: key})
		}
		if len(out) > 0 {
			out[len(out)-1].text += line
		}
	}
	return out
}

// mixedFile draws a file that is one of the bundled ones with some keys of others, and the stats of them all. Most can be played.
func mixedFile(t *rapid.T) string {
	var names []string // easier to read in a report than whole rulesets
	for _, rs := range ruleset.Bundled().List {
		names = append(names, rs.Name)
	}
	drawn := func(label string) *ruleset.Ruleset {
		rs, _ := ruleset.ByName(rapid.SampledFrom(names).Draw(t, label))
		return rs
	}
	from := drawn("file")
	file := sectionsOf(from.Text)
	used := []*ruleset.Ruleset{from}
	for range rapid.IntRange(1, 4).Draw(t, "changes") {
		other := drawn("other")
		s := rapid.SampledFrom(sectionsOf(other.Text)).Draw(t, "section")
		if slices.Contains([]string{"roundel", "name", "title", "stats"}, s.key) {
			continue
		}
		used = append(used, other)
		if i := slices.IndexFunc(file, func(have section) bool { return have.key == s.key }); i >= 0 {
			file[i] = s
		} else {
			file = append(file, s)
		}
	}
	for i, s := range file {
		if s.key == "order" {
			file[i].text = withTurns(t, s.text)
		}
	}
	var stats strings.Builder
	seen := map[string]bool{}
	for _, rs := range used {
		for _, s := range sectionsOf(rs.Text) {
			for line := range strings.Lines(s.text) {
				if key := strings.TrimSpace(strings.Split(line, ":")[0]); s.key == "stats" && strings.HasPrefix(line, "  ") && !seen[key] {
					seen[key] = true
					stats.WriteString(line)
				}
			}
		}
	}
	file = slices.DeleteFunc(file, func(s section) bool { return s.key == "stats" })
	if stats.Len() > 0 {
		file = append(file, section{"stats", "stats:\n" + stats.String()})
	}
	var out strings.Builder
	for _, s := range file {
		out.WriteString(s.text)
	}
	return out.String()
}

// withTurns sometimes adds several turns or phases to an order. Not every order can have them.
func withTurns(t *rapid.T, order string) string {
	more := rapid.SampledFrom([]string{"", "", "", "turns: 2 if npc else 1", "turns: 3 - round / 2", "phases: [first, second]", "turns: 2, phases: [first, second, third]"}).Draw(t, "turns")
	switch i := strings.LastIndex(order, "}"); {
	case more == "":
		return order
	case strings.HasPrefix(order, "order: {") && i >= 0:
		return order[:i] + ", " + more + order[i:]
	}
	return order + "  " + strings.ReplaceAll(more, ", phases", "\n  phases") + "\n"
}

// TestRS5WhatIsTakenCanPlay mixes the bundled files and plays random commands under all mixtures that the loader takes. Nothing may fail.
func TestRS5WhatIsTakenCanPlay(t *testing.T) {
	taken, refused, commands := 0, 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		rs, err := ruleset.Read([]byte(mixedFile(rt)))
		if err != nil {
			refused++
			return
		}
		taken++
		commands += playRandom(rt, rs, rs.Units.SideOption && rapid.Bool().Draw(rt, "group"))
	})
	t.Logf("%d files and %d commands, %d files refused", taken, commands, refused)
	if taken < refused/4 {
		t.Errorf("only %d files were taken, and %d refused", taken, refused)
	}
}

// TestRS5TheGuidesFile plays random commands under the file that the guide builds.
func TestRS5TheGuidesFile(t *testing.T) {
	page, err := os.ReadFile("../../docs/rulesets/your-own.md")
	if err != nil {
		t.Fatal(err)
	}
	_, file, _ := strings.Cut(string(page), "<!-- whole -->\n```yaml\n")
	file, _, _ = strings.Cut(file, "```")
	rs, err := ruleset.Read([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(rt *rapid.T) { playRandom(rt, rs, false) })
}

// TestRS7EqualFights plays random commands twice, each time with the ruleset read from the file again and with equal dice. All events are
// equal, and so is every refusal.
func TestRS7EqualFights(t *testing.T) {
	for _, bundled := range ruleset.Bundled().List {
		t.Run(bundled.Name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				seed := rapid.Uint64().Draw(rt, "seed")
				var played []played
				first := playedEvents(rt, bundled, seed, &played)
				again, err := ruleset.Read(bundled.Text)
				if err != nil {
					rt.Fatal(err)
				}
				if second := playedEvents(rt, again, seed, &played); !bytes.Equal(first, second) {
					rt.Fatalf("the second fight differs:\n%s\n%s", first, second)
				}
			})
		})
	}
}

// played is a command and who gave it.
type played struct {
	user snowflake.User
	cmd  play.Command
}

// playedEvents plays commands and returns the encoded events and the refusals. If there are no commands, it draws some and keeps them.
func playedEvents(rt *rapid.T, rs *ruleset.Ruleset, seed uint64, cmds *[]played) []byte {
	codec, roller := engine.New(), dice.Seeded(seed)
	drawing := len(*cmds) == 0
	if drawing {
		*cmds = []played{{theGM, play.Start{Name: "Twice", Ruleset: rs.Name}}}
	}
	length := len(*cmds)
	if drawing {
		length = rapid.IntRange(5, 40).Draw(rt, "length")
	}
	var s *engine.State
	var out bytes.Buffer
	for i := range length {
		if i == len(*cmds) {
			user := rapid.SampledFrom([]snowflake.User{theGM, theGM, anna}).Draw(rt, "user")
			*cmds = append(*cmds, played{user, newDraw(rt, rs, s).command()})
		}
		p := (*cmds)[i]
		in := play.Input{Actor: engine.Actor{User: p.user}, Now: time.Unix(int64(i), 0).UTC(), Turn: engine.TurnID(i), Dice: roller}
		done, err := play.Decide(s, rs, p.cmd, in)
		if err != nil {
			out.WriteString(err.Error() + "\n")
			continue
		}
		s = done.State
		data, err := codec.EncodeEvents(done.Events)
		if err != nil {
			rt.Fatal(err)
		}
		out.Write(append(data, '\n'))
	}
	return out.Bytes()
}

// TestRS44PricedReservedAndMeters: a file's own pool is priced and can be reserved, another has meters.
func TestRS44PricedReservedAndMeters(t *testing.T) {
	rs, err := ruleset.Read([]byte("roundel: 1\nname: beats\ntitle: Beats\nstats: {init: {need: all}}\norder: {by: score, roll: d20 + init}\n" +
		"turn:\n  beats: {count: 5, reserve: 1, priced: yes}\n  move: {count: 3, metres: 7}\n"))
	if err != nil {
		t.Fatal(err)
	}
	f := startWith(t, rs, play.Start{Name: "Beats"})
	f.pc("Anna", "init 3", 15)
	f.npc("Orc", 1, "init 0", 10)
	f.gm(play.Roll{})
	f.refused(anna, play.Do{Activity: "climb"}, engine.Invalid, reason.UnknownActivity) // it has no price
	f.refused(anna, play.Do{Activity: "climb", Ticks: roll(6)}, engine.NotNow, reason.TooFewLeft, engine.Args{Name: "Anna", Text: "climb", Pool: "beats", Count: 6, Left: 5})
	f.refused(anna, play.Reserve{Ticks: 2}, engine.Invalid, reason.ReserveLimit)
	f.by(anna, play.Do{Activity: "climb", Ticks: roll(3)}, play.Reserve{Ticks: 1}, play.Move{Terrain: "rough"})
	if c := f.combatant("Anna"); f.left("Anna", "beats") != 1 || c.Pools["beats"].Reserved != 1 || f.left("Anna", "move") != 2 {
		t.Errorf("%+v", c.Pools)
	}
	if e := lastOf[engine.Acted](f)[0]; e.Metres != 3 {
		t.Errorf("half of 7 meters, rounded down, is %d", e.Metres)
	}
	f.next(1)
	f.by(anna, play.React{Activity: "duck", Who: "Anna"})
	f.refused(anna, play.React{Activity: "duck", Who: "Anna"}, engine.NotNow, reason.NothingReserved)
}
