package play_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/ruleset"
)

// sums are random rules of damage: every key of damage, absorbs and saves that decides about an amount, and soak.
type sums struct {
	text     string
	does     []string // what the words do, in their order
	up       bool     // halves are rounded up
	absorbs  []string
	counts   map[string]bool
	shares   map[ruleset.SaveResult]ruleset.SaveShare
	wordOf   map[string]string
	random   *rand.Rand
	kindsOf  map[string][]string
	resisted []string // whatever resistances can name
}

func newSums(random *rand.Rand) *sums {
	x := &sums{random: random, counts: map[string]bool{}, shares: map[ruleset.SaveResult]ruleset.SaveShare{}, kindsOf: map[string][]string{"physical": {"slashing", "piercing"}},
		wordOf:   map[string]string{"none": "immune", "minus": "reduce", "plus": "weak", "half": "resist", "double": "vulnerable"},
		resisted: []string{"fire", "cold", "slashing", "physical", "magical", "all"}}
	words := ""
	for _, does := range []string{"none", "minus", "plus", "half", "double"} {
		if random.IntN(4) > 0 || does == "double" && len(x.does) == 0 {
			x.does, words = append(x.does, does), words+", "+x.wordOf[does]+": "+does
		}
	}
	x.up = random.IntN(2) == 0
	x.text = "roundel: 1\nname: sums\ntitle: Sums\norder: {by: score, roll: d20 + init}\nattack: d20 trauma\n" +
		"stats: {init: Initiative, dex: Dexterity, ac: {is: Armor Class}, trauma_target: {is: Trauma Target}, soak: {is: Soak}}\n" +
		"damage: {kinds: [fire, cold, slashing, piercing], groups: {physical: [slashing, piercing]}, marks: [magical], words: {" + words[2:] + "}, round: " + x.one("down", "up", x.up) + "}\n"
	absorbs := ""
	for _, key := range []string{"temp", "ward", "shield"}[:random.IntN(4)] {
		x.counts[key] = random.IntN(2) == 0
		x.absorbs, absorbs = append(x.absorbs, key), absorbs+fmt.Sprintf(", %s: {stacks: %s, counts: %s, from: %d, to: %d}", key, x.one("no", "yes", random.IntN(2) == 0), x.one("no", "yes", x.counts[key]), random.IntN(3), 9+random.IntN(20))
	}
	if absorbs != "" {
		x.text += "absorbs: {" + absorbs[2:] + "}\n"
	}
	degrees := random.IntN(2) == 0
	for _, result := range []ruleset.SaveResult{ruleset.SaveCriticalSuccess, ruleset.SaveSuccess, ruleset.SaveFailure, ruleset.SaveCriticalFailure} {
		x.shares[result] = []ruleset.SaveShare{ruleset.TakesNone, ruleset.TakesHalf, ruleset.TakesFull, ruleset.TakesDouble}[random.IntN(4)]
	}
	x.text += "saves: {roll: d20 + bonus, needs: dc, names: {dex: Dexterity}, degrees: " + x.one("no", "yes", degrees) +
		fmt.Sprintf(", damage: {success: %s, failure: %s", x.shares[ruleset.SaveSuccess], x.shares[ruleset.SaveFailure])
	if degrees {
		x.text += fmt.Sprintf(", critical success: %s, critical failure: %s", x.shares[ruleset.SaveCriticalSuccess], x.shares[ruleset.SaveCriticalFailure])
	}
	x.text += "}}\n"
	return x
}

func (x *sums) one(no, yes string, is bool) string {
	if is {
		return yes
	}
	return no
}

func (x *sums) of(texts ...string) string { return texts[x.random.IntN(len(texts))] }

// resist is a resistance as it was typed.
type resist struct {
	does, of, except string
	n                int
}

// resists draws resistances of different names under each word.
func (x *sums) resists() (out []resist, typed string) {
	for _, does := range x.does {
		var list []string
		for _, i := range x.random.Perm(len(x.resisted))[:x.random.IntN(3)] {
			r := resist{does: does, of: x.resisted[i]}
			text := r.of
			if does == "minus" || does == "plus" {
				r.n = 1 + x.random.IntN(12)
				text += fmt.Sprint(" ", r.n)
			}
			out, list = append(out, r), append(list, text)
		}
		if len(list) == 0 {
			continue
		}
		line := x.wordOf[does] + " " + strings.Join(list, ", ")
		if does != "minus" && does != "plus" && x.random.IntN(4) == 0 {
			line += " except cold"
			for i := range out {
				if out[i].does == does {
					out[i].except = "cold"
				}
			}
		}
		typed += "; " + line
	}
	return out, typed
}

// fits is NU-7.
func (x *sums) fits(r resist, names []string) bool {
	has := func(name string) bool {
		return slices.Contains(names, name) || slices.ContainsFunc(x.kindsOf[name], func(kind string) bool { return slices.Contains(names, kind) })
	}
	return (r.of == "all" || has(r.of)) && (r.except == "" || !has(r.except))
}

// arrives is steps 2 and 3 of NU-8, written down once more.
func (x *sums) arrives(parts []engine.Part, share ruleset.SaveShare, all []resist) int {
	half := func(n int) int {
		if x.up {
			n++
		}
		return n / 2
	}
	left := make([]int, len(parts))
	for i, p := range parts {
		left[i] = map[ruleset.SaveShare]int{ruleset.TakesNone: 0, ruleset.TakesHalf: half(p.Amount), ruleset.TakesFull: p.Amount, ruleset.TakesDouble: 2 * p.Amount}[share]
	}
	for _, does := range x.does {
		of := slices.DeleteFunc(slices.Clone(all), func(r resist) bool { return r.does != does })
		slices.SortStableFunc(of, func(a, b resist) int { return cmp.Compare(b.n, a.n) })
		used := map[int]bool{}
		for _, r := range of {
			best, most := 0, 0
			for i, p := range parts {
				if used[i] || left[i] == 0 || !x.fits(r, p.Names) {
					continue
				}
				switch does {
				case "none":
					left[i] = 0
				case "half":
					left[i], used[i] = half(left[i]), true
				case "double":
					left[i], used[i] = 2*left[i], true
				case "minus":
					if n := min(left[i], r.n); n > most {
						best, most = i, n
					}
				case "plus":
					if r.n > most {
						best, most = i, r.n
					}
				}
			}
			switch {
			case most == 0:
			case does == "minus":
				left[best], used[best] = left[best]-most, true
			case does == "plus":
				left[best], used[best] = left[best]+most, true
			}
		}
	}
	sum := 0
	for _, n := range left {
		sum += n
	}
	return sum
}

// TestNU8SumsOfRandomFiles deals amounts under random files, a million with -rapid.checks=100: what arrives is what NU-8 says, and of that each target's soak, then its pools in their
// order, then its hit points take all that there is.
func TestNU8SumsOfRandomFiles(t *testing.T) {
	const targets, resets, commands = 20, 10, 20
	amounts := 0
	for seed := uint64(0); amounts < 10_000*checks(); seed++ {
		x := newSums(rand.New(rand.NewPCG(seed, 8)))
		rs, err := ruleset.Read([]byte(x.text))
		if err != nil {
			t.Fatalf("%v\n%s", err, x.text)
		}
		turn := engine.TurnID(1)
		decided := func(s *engine.State, cmd play.Command) engine.Outcome {
			turn++
			out, err := play.Decide(s, rs, cmd, play.Input{Actor: engine.Actor{User: theGM}, Turn: turn, Dice: dice.Seeded(x.random.Uint64())})
			if err != nil {
				t.Fatalf("%+v: %v\n%s", cmd, err, x.text)
			}
			return out
		}
		begun := decided(nil, play.Start{Name: "Sums", Ruleset: rs.Name}).State
		resists, names := map[string][]resist{}, []string{}
		for i := range targets {
			name := fmt.Sprintf("Target %c", 'A'+i)
			stats := fmt.Sprintf("init 0, dex %d, ac 10, hp %d, soak %d", x.random.IntN(9), 1+x.random.IntN(90), x.random.IntN(9))
			for _, key := range x.absorbs {
				stats += fmt.Sprintf(", %s %d", key, x.random.IntN(9))
			}
			typed := ""
			resists[name], typed = x.resists()
			names = append(names, name)
			begun = decided(begun, play.Add{Name: name, Stats: stats + typed}).State
		}
		for range resets {
			s := begun
			for range commands {
				out := decided(s, x.dealing(names))
				checkSums(t, x, resists, out)
				amounts += targets
				s = out.State
			}
		}
	}
}

// dealing draws a command that deals one amount to all of these.
func (x *sums) dealing(names []string) play.Command {
	n := func() string { return fmt.Sprint(x.random.IntN(30)) }
	amount := x.of(n(), n()+" fire", n()+" cold magical + "+n()+" slashing", "2d6 piercing + "+n()+" fire", n()+" slashing magical + "+n()+" piercing + "+n()+" cold")
	target, plain := strings.Join(names, ", "), x.random.IntN(6) == 0
	if x.random.IntN(2) == 0 {
		dc := 5 + x.random.IntN(20)
		return play.Save{Target: target, Save: "dex", DC: &dc, Amount: amount, Plain: plain, Success: x.of("", "", "none", "half"), Now: true}
	}
	half := x.random.IntN(len(names))
	return play.Damage{Target: target, Amount: amount, Plain: plain, Half: strings.Join(names[:half], ", "), None: strings.Join(names[half:half+x.random.IntN(len(names)-half)], ", ")}
}

// checkSums checks what one amount did to each target, by the states before and after it.
func checkSums(t *testing.T, x *sums, resists map[string][]resist, out engine.Outcome) {
	t.Helper()
	made := map[engine.CombatantID]engine.SaveMade{}
	var call engine.SavesCalled
	done := 0
	for _, e := range out.Events {
		switch e := e.(type) {
		case engine.SavesCalled:
			call = e
		case engine.SaveMade:
			made[e.Who] = e
		case engine.HPChanged:
			done++
			before, after := out.Before.Combatant(e.Combatant), out.State.Combatant(e.Combatant)
			parts, share := e.Parts, ruleset.TakesFull
			switch save, saved := made[e.Combatant]; {
			case saved:
				parts, share = call.Parts, x.shares[save.Result]
				if !strings.Contains(x.text, "degrees: yes") {
					share = x.shares[map[bool]ruleset.SaveResult{true: ruleset.SaveSuccess, false: ruleset.SaveFailure}[save.Total >= save.Needs]]
				}
				passed := save.Result == ruleset.SaveSuccess || save.Result == ruleset.SaveCriticalSuccess
				if call.Success != "" && save.Result == ruleset.SaveSuccess || call.Success == ruleset.TakesNone && passed {
					share = call.Success
				}
			case e.None:
				share = ruleset.TakesNone
			case e.Half:
				share = ruleset.TakesHalf
			}
			all := resists[before.Name]
			if e.Plain {
				all = nil
			}
			left := x.arrives(parts, share, all)
			if e.Arrives() != left {
				t.Fatalf("%s: %d arrive, want %d of %+v, %s\n%+v\n%s", before.Name, e.Arrives(), left, parts, share, all, x.text)
			}
			take := func(what string, had, has int) int {
				took := min(left, had)
				if had-has != took {
					t.Fatalf("%s of %s goes from %d to %d, of %d\n%+v\n%s", what, before.Name, had, has, left, e, x.text)
				}
				left -= took
				return took
			}
			take("soak", before.Soak, after.Soak)
			taken := left
			for _, key := range x.absorbs {
				if took := take(key, before.Absorbs[key].N, after.Absorbs[key].N); !x.counts[key] {
					taken -= took
				}
			}
			if e.Taken() != taken {
				t.Fatalf("%s has taken %d, want %d\n%+v\n%s", before.Name, e.Taken(), taken, e, x.text)
			}
			take("hit points", before.HP, after.HP)
			if e.Arrives() > 0 && e.Beyond() > 0 != (left > 0) || left > 0 && e.Beyond() != left {
				t.Fatalf("%d go below 0, want %d\n%+v\n%s", e.Beyond(), left, e, x.text)
			}
		}
	}
	if done != len(resists) {
		t.Fatalf("%d targets", done)
	}
}
