package bot

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"roundel/engine"
	"roundel/engine/dice"

	"pgregory.net/rapid"
)

// The twins test plays one script at two tables that both have somebody hidden: text in [square brackets] happens only where that is a unit
// of its own, text in {curly braces} only where it is a member of a unit or side that everyone sees, and acts right after the others of
// it. Nobody but the GM may be able to tell the tables apart, not even by the number of messages or the IDs of buttons.

// twinsOf plays a script and returns the differences between the tables.
func twinsOf(t *testing.T, sc script, ruleset string) (found []leak) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		d := &duel{t: t, script: sc, clock: &niClock{}, part: -1}
		d.clock.ms.Store(time.Date(2026, 1, 2, 20, 0, 0, 0, time.UTC).UnixMilli())
		d.plain, d.hidden = newSeat(t, d.clock, sc.settings), newSeat(t, d.clock, sc.settings)
		d.hidden.bot.charts = d.plain.bot.charts // equal histories are drawn once
		d.plain.pub, d.hidden.pub = d.plain.bot.publisher(d.plain.discord, d.plain.store), d.hidden.bot.publisher(d.hidden.discord, d.hidden.store)
		for i, l := range sc.parse(ruleset) {
			d.line = fmt.Sprintf("line %d, %s", i+1, l)
			if !*deep {
				d.part = i % askParts()
			}
			if !strings.HasPrefix(l.plain, "wait ") {
				d.clock.add(time.Minute)
			}
			if l.plain == "pass" {
				l = same(d.passes())
			}
			p := &pending{}
			for _, st := range []*seat{d.plain, d.hidden} {
				st.loaded.use(dice.Seeded(uint64(1000 + i)))
				st.secret.use(dice.Seeded(uint64(3000 + i)))
			}
			if strings.HasPrefix(l.plain, "wait ") { // both tables share the clock
				p.plain = d.plain.perform(l.plain)
			} else {
				for st, of := range map[*seat]*lineOutcome{d.plain: &p.plain, d.hidden: &p.hidden} {
					line := l.plain
					if st == d.hidden {
						line = l.hidden
					}
					if who, r := st.play(line); r != nil {
						of.answers = []answered{{who, r}}
					}
				}
				time.Sleep(4 * time.Second)
				synctest.Wait()
				p.plain.posts = d.plain.discord.take()
			}
			p.hidden.posts = d.hidden.discord.take()
			d.compareTwins(p, ruleset)
		}
		d.plain.pub.Close(time.Second)
		d.hidden.pub.Close(time.Second)
		found = d.found
	})
	return found
}

// passes returns the line with which one visible active combatant ends its turn or, while the GM acts at both tables, the hidden one.
func (d *duel) passes() string {
	if d.plain.gmActing() && d.hidden.gmActing() {
		return "GM: /next"
	}
	if s := d.plain.state(); s != nil {
		for _, c := range s.ActiveMembers() {
			if !c.Hidden {
				return "GM: /next who:" + c.Name
			}
		}
	}
	return "GM: /init list"
}

// compareTwins compares everything that others get from a line and can ask after it.
func (d *duel) compareTwins(p *pending, ruleset string) {
	d.compareAnswers(p)
	calls := func(st *seat, posts []post) (out []string) {
		for _, one := range posts {
			out = append(out, one.call+" of a message\n"+st.ids.post(one))
		}
		return out
	}
	d.comparePart(calls(d.plain, p.plain.posts), calls(d.hidden, p.hidden.posts))
	ask := d.questions(ruleset)
	ask.names = nil
	for _, s := range []*engine.State{d.plain.state(), d.hidden.state()} {
		for i := 0; s != nil && i < len(s.Combatants); i++ { // but no side's name: see TestRS23HiddenOnesJoinTheNewUnitOfTheirSide
			if name := s.Combatants[i].Name; s.Combatants[i].Hidden && !slices.Contains(ask.names, name) {
				ask.names = append(ask.names, name)
			}
		}
	}
	for _, q := range ask.all(d.plain, d.hidden) {
		answer := func(st *seat) string {
			to := st.tried()
			var b strings.Builder
			for _, r := range d.relevant([]answered{{q.who, q.ask(to)}}, &pending{}) {
				b.WriteString(to.ids.reply(r))
			}
			return b.String()
		}
		d.differ(q.label, answer(d.plain), answer(d.hidden))
	}
}

const (
	grouped = "turn-order structured-time"
	// twins add Goblin, whom all see, and somebody hidden right after it: in its group, or alone.
	twins = `
GM: /init start name:Bridge ruleset:$ruleset
Anna: /init join name:Knight stats:$s, hp 30 roll:7
Ben: /init join name:Elf stats:$s, hp 20 roll:2
GM: /init add name:Goblin stats:$s, hp 8 roll:5
[GM: /init add name:Zorn stats:$s, hp 8 roll:4 hidden:true] {GM: /init add name:Goblin stats:$s, hp 8 hidden:true}
GM: /init roll
`
	// Both scripts add a hidden combatant that acts after the party: one on a side that others see, the other on a side of its own.
	spies = `
GM: /init start name:Bridge ruleset:$ruleset
Anna: /init join name:Knight stats:$s, hp 30
Ben: /init join name:Elf stats:$s, hp 20
GM: /init add name:Goblin stats:$s, hp 8
GM: /init add name:Spy stats:$s, hp 8 hidden:true side:[Dark]{party}
GM: /init roll rolls:party 6, foes 3[, Dark 5]
`
)

// TestNonInterferenceOfTwins checks that nobody but the GM can tell a hidden member of a unit from a hidden unit at the same place.
func TestNonInterferenceOfTwins(t *testing.T) {
	playEach(t, scriptsOfTwins(), twinsOf)
}

// TestNonInterferenceOfRandomTwins plays as many random scripts as -seeds says.
func TestNonInterferenceOfRandomTwins(t *testing.T) {
	checkSeeds(t)
	rapid.Check(t, func(rt *rapid.T) {
		ruleset := rapid.SampledFrom([]string{"turn-order", "structured-time", "combat-sequence", "three-actions", "five-e-2014", "holders"}).Draw(rt, "ruleset")
		lines := twinLines(rt, ruleset)
		sc := script{name: "random", sampled: true, lines: strings.Join(lines, "\n"),
			settings: rapid.SampledFrom([]string{"", `{"ping_gm":true}`, `{"reminder":5}`}).Draw(rt, "settings")}
		if found := twinsOf(t, sc, ruleset); len(found) > 0 || t.Failed() {
			rt.Fatalf("under %s:\n%s\n%s", ruleset, strings.Join(lines, "\n"), report(found))
		}
	})
}

// twinLines draws a script in which the hidden one stays at the same place at both tables, right after the visible members of its unit, and
// has its turns there: one that is stunned or goes down in the turn of its group still has that.
func twinLines(rt *rapid.T, ruleset string) []string {
	out := strings.Split(strings.TrimSpace(twins), "\n")
	if bySide(ruleset) {
		out = strings.Split(strings.TrimSpace(spies), "\n")
	}
	if more := rapid.IntRange(0, 2).Draw(rt, "more"); more > 0 && !bySide(ruleset) {
		out[3] = strings.Replace(out[3], "name:Goblin", fmt.Sprintf("name:Goblin count:%d", more), 1)
	}
	lines := []string{"Anna: /next", "Ben: /next", "Anna: press End turn", "Ben: press End turn", "Anna: press Act last", "GM: /hp target:Knight amount:-3",
		"GM: /hp target:$v3, $h1 amount:-2", "GM: /hp target:$v3 amount:-20", "GM: /heal target:$v3 amount:5", "GM: /hp target:Elf amount:-30",
		"GM: /heal target:Elf amount:5", "GM: /effect add target:Elf name:Burning duration:2 rounds damage:1", "GM: /effect add target:$v3 name:Burning duration:2 rounds damage:1",
		"GM: /effect add target:$v3 name:Stun duration:1 round skip:true",
		"GM: /effect add target:Elf name:Bless duration:end of round", "GM: /effect add target:$v1 name:Mark duration:end of this turn",
		"GM: /effect add target:$v3 name:Mark duration:end of turn", "GM: /effect add target:$v3 name:Haste duration:1 round",
		"GM: /effect add target:$v3 name:Bane duration:end of next turn", "GM: /effect add target:Knight name:Hex duration:end of source's next turn source:$v3",
		"GM: /effect add target:$h1 name:Rage duration:1 round", "GM: /effect remove target:$v3 name:Stun", "GM: /init undo", "GM: /init undo", "GM: /init redo", "GM: /init pause",
		"GM: /init resume", "GM: /init remove name:$v3", "GM: /init remove name:$v4", "GM: /init remove name:Elf", "GM: /init edit name:Goblin rename:Gob",
		"wait 90s", "wait 5m", "GM: press Undo", "Anna: /damage target:$v3 amount:2"}
	switch ruleset {
	case "three-actions", "five-e-2014", "holders":
		lines = append(lines, "Anna: /init delay", "Ben: /init delay", "Anna: /init take", "Ben: /init take")
	case "turn-order":
		lines = append(lines, "Anna: /init last", "Ben: /init last")
	}
	for range 8 {
		lines = append(lines, "pass")
	}
	return append(out, rapid.SliceOfN(rapid.SampledFrom(lines), 3, 25).Draw(rt, "lines")...)
}

func scriptsOfTwins() []script {
	return []script{
		{name: "a member of a group", rulesets: grouped, lines: twins + `
Anna: /next
GM: /next who:Goblin
GM: /next who:$h1
Ben: /next
Anna: press End turn
GM: /next who:Goblin
GM: press End turn
Ben: press End turn
`},
		{name: "of several members", rulesets: grouped, lines: `
GM: /init start name:Bridge ruleset:$ruleset
Anna: /init join name:Knight stats:$s, hp 30 roll:7
GM: /init add name:Goblin count:2 stats:$s, hp 8 roll:5
[GM: /init add name:Zorn stats:$s, hp 8 roll:4 hidden:true] {GM: /init add name:Goblin stats:$s, hp 8 hidden:true}
GM: /init roll
Anna: /next
GM: /next who:Goblin 2
GM: /next who:Goblin 1
GM: /next
GM: /effect add target:Goblin 1 name:Stun duration:1 round skip:true
Anna: /next
GM: /next who:Goblin 2
GM: /next
Anna: /next
GM: /next who:Goblin 1
GM: /next who:Goblin 2
GM: /next
`},
		{name: "where the visible one loses its turn", rulesets: grouped, lines: twins + `
GM: /effect add target:$v3 name:Stun duration:1 round skip:true
Anna: /next
GM: /next
Ben: /next
GM: /hp target:$v3 amount:-20
Anna: /next
GM: /next
Ben: /next
`},
		{name: "where the visible one goes down in its turn", rulesets: grouped, lines: twins + `
Anna: /next
GM: /hp target:$v3 amount:-20
GM: /next who:$v3
GM: /next
`},
		{name: "the visible one leaves in its turn", rulesets: grouped, lines: twins + `
Anna: /next
GM: /init remove name:$v3
GM: /next
Ben: /next
`},
		{name: "the visible one leaves its unit in its turn", rulesets: grouped, lines: twins + `
Anna: /next
GM: /init edit name:$v3 stats:$other
GM: /next who:$v3
GM: /next
Ben: /next
`},
		{name: "of a group that nobody is left of before its turn", rulesets: grouped, lines: twins + `
GM: /init remove name:$v3
Anna: /next
GM: /next
Ben: /next
`},
		{name: "effects", rulesets: grouped, lines: twins + `
GM: /effect add target:$v3 name:Burning duration:2 rounds damage:1
GM: /effect add target:Knight name:Bless duration:end of round
Anna: /next
GM: /effect add target:$v3 name:Ward duration:end of turn
GM: /effect add target:Knight name:Mark duration:end of this turn
GM: /effect add target:$v3 name:Haste duration:1 round
GM: /next who:$v3
GM: /effect add target:Knight name:Mark duration:end of this turn
GM: /effect add target:$v3 name:Slow duration:1 round
GM: /effect add target:$v3 name:Guard duration:end of turn
GM: /effect add target:$h1 name:Rage duration:1 round
GM: /next
Ben: /next
Anna: /next
GM: /next who:$v3
GM: /next
Ben: /next
`},
		{name: "undo and redo", rulesets: grouped, lines: twins + `
Anna: /next
GM: /next who:$v3
GM: /init undo
GM: /init redo
GM: /next
GM: /init undo
GM: /init undo
GM: /init undo
GM: /next who:$v3
GM: /init undo
Anna: /next
GM: /next who:$v3
GM: press Undo
GM: /next who:$v3
GM: /hp target:$h1 amount:-2
GM: /init undo
GM: /next
`},
		{name: "pause and resume", rulesets: grouped, lines: twins + `
Anna: /next
GM: /next who:$v3
GM: /init pause
GM: /init resume
GM: /next
GM: /init pause
GM: /init resume
Ben: /next
Anna: /next
GM: /init pause
GM: /next who:$v3
GM: /init resume
GM: /next who:$v3
GM: /next
`},
		{name: "somebody joins and leaves while the GM acts", lines: twins + `
Anna: /next
GM: /next who:$v3
Cleo: /init join name:Newt stats:$s, hp 5 roll:9
Cleo: /init remove name:Newt
GM: /init add name:Wolf stats:$s, hp 5 roll:1
Ben: /init remove name:Elf
GM: /next
GM: /next
Anna: /next
`, rulesets: grouped},
		{name: "another of the group joins while the GM acts", rulesets: grouped, lines: twins + `
Anna: /next
GM: /next who:$v3
GM: /init add name:Goblin stats:$s, hp 8
GM: /next
Ben: /next
`},
		{name: "presses of an older card", rulesets: grouped, lines: twins + `
Anna: /next
GM: /next who:$v3
Anna: press End turn
Ben: press Act last
GM: press Damage: target=Knight; amount=2
wait 1m
GM: press End turn
Ben: press End turn
`},
		{name: "the GM is pinged", settings: `{"ping_gm":true}`, rulesets: grouped, lines: twins + `
Anna: /next
GM: /next who:$v3
GM: /next
`},
		{name: "reminders", settings: `{"reminder":5}`, rulesets: grouped, lines: twins + `
Anna: /next
wait 3m
GM: /next who:$v3
wait 3m
wait 3m
wait 6m
GM: /next
wait 6m
`},
		{name: "an owned one", owner: "Ben", rulesets: "turn-order", lines: `
GM: /init start name:Bridge ruleset:$ruleset
Anna: /init join name:Knight stats:$s, hp 30 roll:7
Ben: /init join name:Elf stats:$s, hp 20 roll:2
GM: /init add name:Owl stats:$s, hp 4 roll:5 owner:Ben
[GM: /init add name:Bat stats:$s, hp 4 roll:4 owner:Ben hidden:true] {GM: /init add name:Owl stats:$s, hp 4 owner:Ben hidden:true}
GM: /init roll
Anna: /next
Ben: /next who:$v3
Ben: /damage target:Knight amount:1
Ben: /next
Ben: /next
Anna: /next
GM: /next who:$v3
GM: /next
`},
		{name: "somebody comes back while the GM acts", rulesets: "three-actions holders repeaters", lines: twins + `
Anna: /init delay
GM: /next who:$v3
Anna: /init take
Anna: /next
GM: /next
Ben: /next
Anna: /next
GM: /next who:$v3
GM: /next
Ben: /next
`},
		{name: "a member of a side", rulesets: "combat-sequence", lines: spies + `
Anna: /next
Ben: /next
GM: /next
GM: /next
Ben: press End turn
Anna: press End turn
GM: press End turn
GM: press End turn
GM: /next who:Elf
GM: /effect add target:Elf name:Stun duration:2 rounds skip:true
Anna: /next
GM: /effect add target:Elf name:Mark duration:end of this turn
GM: /next
GM: /next
`},
		{name: "somebody of the side is healed while the GM acts", rulesets: "combat-sequence", lines: spies + `
GM: /next who:Elf
GM: /hp target:Elf amount:-20
Anna: /next
GM: /next
GM: /next
Anna: /next
GM: /heal target:Elf amount:5
GM: /next
GM: /effect add target:Elf name:Stun duration:3 rounds skip:true
GM: /next
Anna: /next
GM: /effect remove target:Elf name:Stun
GM: /next
GM: /next
`},
		{name: "the side has lost everyone else", rulesets: "combat-sequence", lines: spies + `
GM: /next who:Elf
GM: /init remove name:Knight
GM: /next
GM: /next
`},
	}
}
