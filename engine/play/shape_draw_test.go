package play_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"

	"roundel/engine/view"
)

// bag returns what is in the bag: "Anna 2, npc 3, end 1".
func (f *fight) bag() string {
	var out []string
	for _, lot := range f.s.Lots(f.rs) {
		out = append(out, fmt.Sprintf("%s %d", lot.Name, lot.Left))
	}
	if f.s.Bag.Ends > 0 {
		out = append(out, fmt.Sprintf("end %d", f.s.Bag.Ends))
	}
	return strings.Join(out, ", ")
}

func (f *fight) wantBag(want string) {
	f.t.Helper()
	if got := f.bag(); got != want {
		f.t.Fatalf("the bag holds %q, want %q", got, want)
	}
}

func tokenBag(t *testing.T) *ruleset.Ruleset {
	t.Helper()
	rs, ok := ruleset.ByName("token-bag")
	if !ok {
		t.Fatal("no token-bag")
	}
	return rs
}

// TestRS36WorkedExample16: two tokens a PC, three for the NPCs and an end token.
func TestRS36WorkedExample16(t *testing.T) {
	f := playFight(t, tokenBag(t), "Orc Wolf Bat", 1, 4, 1, 4, 1)
	f.gm(play.Roll{}) // 1 of 8: Anna
	f.wantWho("1: Anna")
	f.wantBag("Anna 1, Ben 2, npc 3, end 1")
	f.by(anna, play.Next{}) // 4 of 7: npc
	f.wantWho("1? Orc, Wolf, Bat by gm")
	f.refused(anna, nextTo("Orc"), engine.NotAllowed, reason.NotYourChoice)
	f.refused(theGM, play.Next{}, engine.NotNow, reason.TurnOpen)
	f.refused(theGM, nextTo("Anna"), engine.NotNow, reason.NoCandidate)
	f.gm(nextTo("Wolf"))
	f.wantWho("1: Wolf")
	f.gm(play.Next{}) // 1 of 6: Anna
	f.wantWho("1: Anna")
	f.wantBag("Anna 0, Ben 2, npc 2, end 1")
	f.by(anna, play.Next{}) // 4 of 5: npc
	f.wantWho("1? Orc, Wolf, Bat by gm")
	f.gm(play.Take{Name: "Wolf"}) // as often as drawn
	f.wantBag("Anna 0, Ben 2, npc 1, end 1")
	f.dice = script(t, 4, 3)
	f.gm(play.Next{}) // 4 of 4: the end; then 3 of 8: Ben
	f.wantWho("2: Ben")
	f.wantBag("Anna 2, Ben 1, npc 3, end 1")
}

// TestRS36AtMost: nobody gets more turns than they have tokens, and only drawn tokens leave the bag.
func TestRS36AtMost(t *testing.T) {
	f := playFight(t, tokenBag(t), "Orc Wolf Bat")
	f.dice = dice.Seeded(5)
	had := map[string]int{}
	check := func() {
		t.Helper()
		drawn := 0
		for _, e := range f.last {
			if c, is := e.(engine.BagChanged); is && c.Filled {
				clear(had)
			}
			if d, is := e.(engine.TokenDrawn); is {
				who := "end"
				if c := f.s.Combatant(d.Who); c != nil {
					who = f.s.LotOf(f.rs, c)
				}
				had[who]++
			}
		}
		for who, n := range had {
			if most := map[string]int{"Anna": 2, "Ben": 2, "npc": 3, "end": 1}[who]; n > most {
				t.Fatalf("%s has %d of %d turns", who, n, most)
			}
			drawn += n
		}
		left := f.s.Bag.Ends
		for _, lot := range f.s.Lots(f.rs) {
			left += lot.Left
		}
		if left != 8-drawn {
			t.Fatalf("%d left after %d", left, drawn)
		}
	}
	f.gm(play.Roll{})
	check()
	for f.s.Round < 200 {
		if f.s.Open != nil {
			f.gm(play.Take{Name: f.s.Candidates()[f.s.Round%3].Name})
		} else {
			f.gm(play.Next{})
			check()
		}
	}
}

// TestRS36TypedTokens: the GM says what was drawn from a real bag.
func TestRS36TypedTokens(t *testing.T) {
	f := playFight(t, tokenBag(t), "Orc Wolf", 1)
	f.gm(play.Roll{})
	f.wantWho("1: Anna")
	f.refused(anna, nextTo("Ben"), engine.NotAllowed, reason.GMOnly)
	f.gm(nextTo("Anna"))
	f.wantWho("1: Anna")
	f.refused(theGM, nextTo("Anna"), engine.NotNow, reason.NoToken, "Anna")
	f.refused(theGM, nextTo("Nobody"), engine.NotFound)
	f.gm(nextTo("Wolf"))
	f.wantWho("1: Wolf")
	f.gm(nextTo("npc"))
	f.wantWho("1? Orc, Wolf by gm")
	f.wantBag("Anna 0, Ben 2, npc 0, end 1")
	f.gm(nextTo("Orc"))
	f.refused(theGM, nextTo("Wolf"), engine.NotNow, reason.NoToken, "Wolf")
	f.dice = script(t, 3)
	f.gm(nextTo("end of round"))
	f.wantWho("2: Ben")
	f.gm(nextTo("npc"))
	f.dice = script(t, 1)
	f.gm(nextTo("end of round")) // at the open turn
	f.wantWho("3: Anna")

	f = playFight(t, readFile(t, "{by: draw, tokens: 1}"), "Orc", 1)
	f.gm(play.Roll{}, nextTo("Orc"))
	f.refused(theGM, nextTo("end of round"), engine.NotNow, reason.NoToken)
	f.gm(nextTo("Ben"), nextTo("Orc")) // the bag is empty, so a round begins
	f.wantWho("2: Orc")
}

// TestRS36Sides: the tokens of a side are alike, and the side chooses.
func TestRS36Sides(t *testing.T) {
	f := playFight(t, readFile(t, "{by: draw, tokens: 1, pool: side}"), "Orc", 1, 2)
	f.gm(play.Roll{})
	f.wantWho("1? Anna, Ben by party")
	f.wantBag("party 1, foes 1")
	f.by(ben, play.Take{}, play.Next{})
	f.wantWho("1: Orc") // the only one
	f.gm(play.Next{})
	f.wantWho("1? Anna, Ben by party")
	f.by(ben, play.Take{}) // Ben again
	f.dice = script(t, 3)
	f.by(ben, play.Next{})
	f.wantWho("2: Orc")
}

// TestRS37ComeAndGo: who comes adds its tokens at once, who goes takes its own along.
func TestRS37ComeAndGo(t *testing.T) {
	f := playFight(t, tokenBag(t), "Orc Wolf Bat", 1)
	f.gm(play.Roll{}, play.Add{Name: "Ogre", Stats: "tokens 3"})
	f.wantBag("Anna 1, Ben 2, npc 6, end 1")
	f.gm(nextTo("Wolf"), nextTo("Wolf"))
	f.wantBag("Anna 1, Ben 2, npc 4, end 1")
	f.gm(play.Remove{Name: "Orc"}) // one of the lot
	f.wantBag("Anna 1, Ben 2, npc 3, end 1")
	f.gm(play.Remove{Name: "Ogre"})
	f.wantBag("Anna 1, Ben 2, npc 0, end 1")
	f.by(ben, play.Remove{Name: "Ben"})
	f.wantBag("Anna 1, npc 0, end 1")
	f.by(ben, play.Join{Name: "Ben"}) // had no turn yet
	f.wantBag("Anna 1, npc 0, Ben 2, end 1")
	f.gm(nextTo("Anna"))
	f.dice = script(t, 1, 1)
	f.by(anna, play.Remove{Name: "Anna"}, play.Join{Name: "Anna"}) // CO-3: no second pair of turns
	f.wantBag("npc 0, Ben 1, end 1")
	f.gm(nextTo("end of round"))
	f.wantBag("npc 1, Ben 2, Anna 2, end 1")
}

// TestRS37LostTurns: a token of somebody down or stunned is drawn and passed over.
func TestRS37LostTurns(t *testing.T) {
	f := playFight(t, readFile(t, "{by: draw, tokens: 2}"), "Orc", 1)
	f.gm(play.Roll{}, play.EffectAdd{Target: "Ben", Name: "Stunned", Skip: true, Duration: "1 round"}, play.HP{Target: "Orc", Amount: "-9"})
	f.dice = script(t, 2, 3, 1)
	f.gm(play.Next{}) // 2 of 5: Ben, lost, and the stun is over; 3 of 4: the Orc, lost; 1 of 3: Anna
	if lost := lastOf[engine.TurnLost](f); len(lost) != 2 {
		t.Fatalf("%+v", lost)
	}
	f.wantWho("1: Anna")
	f.wantBag("Anna 0, Ben 1, Orc 1")
	f.gm(nextTo("Ben"))
	f.wantWho("1: Ben")
}

// TestRS68DrawnWhileDown: whoever is down rolls once a round, for the first of its tokens.
func TestRS68DrawnWhileDown(t *testing.T) {
	f := playFight(t, readFile(t, "{by: draw, tokens: 2}", "down: {states: [dying, stable, dead], roll: d20, needs: 10, passes: 3, fails: 3}"), "Orc", 1)
	f.gm(play.Roll{}, play.HP{Target: "Ben", Amount: "=0"}, nextTo("Ben"))
	f.wantWho("1: Ben")
	if saves := f.combatant("Ben").Saves; saves == nil || !saves.Due {
		t.Fatalf("%+v", saves)
	}
	f.dice = script(t, 3)
	f.by(ben, play.EffectSave{Target: "Ben", Roll: roll(3)})
	f.wantWho("1: Orc") // 3 of 4
	f.dice = script(t, 1)
	f.gm(nextTo("Ben"))
	if lost := lastOf[engine.TurnLost](f); len(lost) != 1 || lost[0].Why != engine.LostToDown {
		t.Fatalf("%+v", f.last)
	}
}

// TestRS71EventsOfDraw: fixed entries come when the round ends, by an end token or because the bag is empty.
func TestRS71EventsOfDraw(t *testing.T) {
	f := playFight(t, readFile(t, "{by: draw, tokens: 1, ends: 1}"), "", 1)
	f.refused(theGM, play.AddEvent{Name: "Lair", Score: roll(10)}, engine.Invalid, reason.EventAtEnd)
	f.gm(play.Roll{}, play.AddEvent{Name: "Lair"}, nextTo("end of round"))
	f.wantWho("1: Lair")
	f.dice = script(t, 1, 1)
	f.next(1)
	f.wantWho("2: Anna")
	f.next(1)
	f.wantWho("2: Ben")
	f.next(1)
	f.wantWho("2: Lair")
}

// TestRS36NoTokens: where nobody has tokens nobody acts, until somebody has.
func TestRS36NoTokens(t *testing.T) {
	f := startWith(t, readFile(t, "{by: draw, tokens: tokens}"), play.Start{Name: "Test", Ruleset: "test"})
	f.gm(play.Add{Name: "Orc"}, play.Roll{})
	f.wantWho("1: ")
	f.gm(play.Add{Name: "Elf", Stats: "tokens 1"})
	f.wantWho("1: Elf")
	f.gm(play.Edit{Name: "Elf", Stats: "tokens 0"}, play.Next{})
	f.wantWho("1: ")
	f.gm(play.Edit{Name: "Orc", Stats: "tokens 1"}, play.Next{})
	f.wantWho("2: Orc")
}

// TestRS36Uniform: over many draws, 100,000 of them with -rapid.checks 100, each token is as likely as any other, also where some are of hidden units, and the others are drawn
// as if there were no hidden ones.
func TestRS36Uniform(t *testing.T) {
	rs := readFile(t, "{by: draw, tokens: tokens, ends: 1}")
	for _, hidden := range []bool{false, true} {
		t.Run(fmt.Sprintf("hidden=%v", hidden), func(t *testing.T) {
			cmds := []play.Command{play.Start{Name: "Test", Ruleset: "test"}}
			for i := range 6 {
				cmds = append(cmds, play.Add{Name: fmt.Sprintf("N%d", i), Stats: fmt.Sprintf("tokens %d", i%3+1), Hidden: hidden && i >= 4})
			}
			in := play.Input{Actor: engine.Actor{User: theGM}, Dice: dice.Seeded(11), HiddenDice: dice.Seeded(12)}
			var s *engine.State
			for _, cmd := range cmds {
				s = mustPlay(t, s, rs, cmd, in).State
			}
			for i := 1; i < 6; i++ { // so that one command draws many tokens
				s = mustPlay(t, s, rs, play.EffectAdd{Target: fmt.Sprintf("N%d", i), Name: "Stunned", Skip: true}, in).State
			}
			chi, draws, bag := 0.0, 0, map[engine.CombatantID]int{}      // 0: the end tokens
			seen, expected := map[[2]int]float64{}, map[[2]int]float64{} // by how many are in the bag and by which was drawn
			var cmd play.Command = play.Roll{}
			for draws < 1000*checks() {
				in.Turn++
				out := mustPlay(t, s, rs, cmd, in)
				for _, e := range out.Events {
					if e, is := e.(engine.BagChanged); is {
						bag = map[engine.CombatantID]int{0: e.Bag.Ends}
						for _, tok := range e.Bag.Tokens {
							bag[tok.Who] = tok.Left
						}
					}
					drawn, is := e.(engine.TokenDrawn)
					if !is {
						continue
					}
					total := 0
					for _, n := range bag {
						total += n
					}
					for who, n := range bag {
						expected[[2]int{total, int(who)}] += float64(n) / float64(total)
					}
					seen[[2]int{total, int(drawn.Who)}]++
					bag[drawn.Who]--
					draws++
				}
				s, cmd = out.State, play.Next{}
			}
			free := 0
			for cell, want := range expected {
				if want >= 5 {
					chi += (seen[cell] - want) * (seen[cell] - want) / want
					free++
				}
			}
			if most := float64(free) + 4*math.Sqrt(2*float64(free)); chi > most {
				t.Errorf("chi-square is %.1f over %d cells, more than %.1f", chi, free, most)
			}
		})
	}
}

// TestRS36HiddenTokensChangeNothing: the others draw the same tokens, whether or not there are hidden ones in the bag.
func TestRS36HiddenTokensChangeNothing(t *testing.T) {
	rs := tokenBag(t)
	drawn := func(hidden bool) string {
		in := play.Input{Actor: engine.Actor{User: theGM}, Dice: dice.Seeded(3), HiddenDice: dice.Seeded(4)}
		cmds := []play.Command{play.Start{Name: "Test", Ruleset: "token-bag"}, play.Add{Name: "Orc", Stats: "tokens 2"}, play.Add{Name: "Wolf"}}
		if hidden {
			cmds = append(cmds, play.Add{Name: "Ghost", Stats: "tokens 4", Hidden: true}, play.Add{Name: "Shade", Hidden: true})
		}
		var s *engine.State
		for _, cmd := range append(cmds, play.Roll{}) {
			s = mustPlay(t, s, rs, cmd, in).State
		}
		var out []string
		for len(out) < 400 {
			var cmd play.Command = play.Next{}
			if s.Open != nil {
				name := ""
				for _, u := range s.Candidates() {
					if !s.Hidden(u.ID) || s.Open.Hidden {
						name = u.Name
						break
					}
				}
				cmd = play.Take{Name: name}
			}
			played := mustPlay(t, s, rs, cmd, in)
			s = played.State
			for _, e := range view.Of(played, view.Viewer{}).Events {
				if e, is := e.(engine.TokenDrawn); is {
					out = append(out, fmt.Sprint(e.Who))
				}
			}
			in.Turn++
		}
		return strings.Join(out[:400], " ")
	}
	if a, b := drawn(false), drawn(true); a != b {
		t.Errorf("without hidden ones:\n%s\nwith:\n%s", a, b)
	}
}

func mustPlay(t testing.TB, s *engine.State, rs *ruleset.Ruleset, cmd play.Command, in play.Input) engine.Outcome {
	t.Helper()
	out, err := play.Decide(s, rs, cmd, in)
	if err != nil {
		t.Fatalf("%#v: %v", cmd, err)
	}
	return out
}

// TestRS36NoSuchTokenAmongHidden: a token that isn't in the bag is refused where all the tokens are those of hidden units, too.
func TestRS36NoSuchTokenAmongHidden(t *testing.T) {
	for ends, to := range map[string]string{"0": play.EndOfRound, "1": "Wolf"} {
		f := inFile(t, "order: {by: draw, tokens: 1, ends: "+ends+"}", 1, 1, 1, 1)
		f.gm(play.Add{Name: "Wolf", Hidden: true}, play.Roll{})
		f.wantActive("1: Wolf")
		f.refused(theGM, nextTo(to), engine.NotNow, reason.NoToken)
		f.next(1)
		f.wantActive("2: Wolf")
	}
}
