package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"pgregory.net/rapid"

	"roundel/engine"
	"roundel/snowflake"
)

// texts is the number of texts of rulesets that these tests use.
const texts = 4

// rules returns the nth text of a ruleset.
func rules(n int) []byte {
	return fmt.Appendf(nil, "roundel: 1\nname: rules-%d\ntitle: \"Rules <%d> ’\"\n", n, n)
}

// startedUnder returns the entry that starts a fight with the text of its ruleset.
func startedUnder(name string, text []byte) engine.Entry {
	e := Did(0, engine.EncounterStarted{Name: name, Ruleset: "test", Text: engine.TextHash(text), GM: "gm"})
	e.Text = text
	return e
}

// startIn starts a fight with a text in a channel.
func (e *env) startIn(ch snowflake.Channel, text []byte) {
	e.Helper()
	e.doIn(ch, "", Appending(startedUnder("Fight", text)))
}

// endIn ends the fight of a channel.
func (e *env) endIn(ch snowflake.Channel) {
	e.Helper()
	e.doIn(ch, "", Appending(Did(9, ended())))
}

// changing returns a function for AmendRulesets that makes a change, whatever there is, and answers.
func changing(name string, text []byte, answer string) func([]engine.StoredRuleset) (engine.RulesetChange, []byte, error) {
	return func([]engine.StoredRuleset) (engine.RulesetChange, []byte, error) {
		return engine.RulesetChange{Name: name, Text: text}, []byte(answer), nil
	}
}

// saveRuleset stores a server's ruleset, or removes it if text is nil.
func (e *env) saveRuleset(guild snowflake.Guild, name string, text []byte) {
	e.Helper()
	_, _, err := e.s.AmendRulesets(e.ctx(), guild, "", changing(name, text, ""))
	e.no(err)
}

// wantTexts fails unless exactly these of the texts are stored.
func (e *env) wantTexts(want ...int) {
	e.Helper()
	if fault := wrongTexts(e.s, want); fault != nil {
		e.Fatal(fault)
	}
}

// wrongTexts returns an error unless exactly these of the texts are stored.
func wrongTexts(s Saved, want []int) error {
	for n := range texts {
		text := rules(n)
		got, err := s.RulesetText(context.Background(), engine.TextHash(text))
		if err != nil {
			return err
		}
		if !slices.Contains(want, n) {
			text = nil
		}
		if !bytes.Equal(got, text) {
			return fmt.Errorf("text %d is %q, want %q", n, got, text)
		}
	}
	return nil
}

// wantRulesets fails unless a server has exactly these rulesets, each given as NAME TEXT.
func (e *env) wantRulesets(guild snowflake.Guild, want ...string) {
	e.Helper()
	var got []string
	list, err := e.s.Rulesets(e.ctx(), guild)
	e.no(err)
	for _, r := range list {
		text, err := e.s.RulesetText(e.ctx(), r.Hash)
		e.no(err)
		got = append(got, r.Name+" "+string(text))
	}
	if !slices.Equal(got, want) {
		e.Fatalf("server %s has the rulesets %q, want %q", guild, got, want)
	}
}

// rulesets returns the tests of servers' rulesets and of the texts that fights began with.
func rulesets() []contract {
	return []contract{
		{"ATextIsStoredOnce", storedOnce},
		{"RS6AFightKeepsItsText", fightKeepsItsText},
		{"ATextMustBeValid", validTexts},
		{"AmendRulesets", amendRulesets},
		{"AFailedChangeOfRulesetsChangesNothing", failedChange},
		{"NoChangeOfRulesetsIsLost", noChangeIsLost},
		{"RulesetsAreReadAlongsideTheWriter", readAlongside},
		{"RandomRulesetsMatchTheModel", randomRulesets},
	}
}

// storedOnce: a text is stored once, however many servers and fights use it.
func storedOnce(e *env) {
	e.saveRuleset("500", "mine", rules(1))
	e.saveRuleset("501", "yours", rules(1))
	parallel(64, func(i int) { e.startIn(snowflake.Channel(fmt.Sprint(i)), rules(1)) })
	e.startIn(channel, rules(2))
	e.wantTexts(1, 2)
	if r := e.check(); r.Texts != 2 || r.Encounters != 65 {
		e.Errorf("%s", r)
	}
}

// fightKeepsItsText: replacing and removing a server's ruleset doesn't affect a fight, not even after a restart or an undo.
// The text is deleted with the last fight that has it.
func fightKeepsItsText(e *env) {
	e.saveRuleset("500", "mine", rules(1))
	e.do("", Appending(startedUnder("Bridge", rules(1)), Did(1, scene("dusk"))))
	e.startIn("101", rules(1))
	e.saveRuleset("500", "mine", rules(2))
	e.wantTexts(1, 2)
	e.reopen()
	e.saveRuleset("500", "mine", nil)
	e.wantTexts(1)
	e.do("", Undoing(2))
	e.do("", Redoing(3))
	if got := e.state().Text; got != engine.TextHash(rules(1)) {
		e.Fatalf("the state names the text %q", got)
	}
	e.check()
	e.endIn("101")
	e.clock.add(time.Hour)
	e.endIn(channel)
	e.reopen()
	e.no(e.s.Log(e.ctx(), channel, func(l engine.Log) error {
		got, err := engine.Latest(l)
		if err == nil && got.Text != engine.TextHash(rules(1)) {
			e.Errorf("the ended fight names the text %q", got.Text)
		}
		return err
	}))
	e.prune(30*time.Minute, 1)
	e.wantTexts(1)
	e.prune(90*time.Minute, 1)
	e.wantTexts()
	e.check()
}

// prune deletes the fights that ended before a time after epoch, of which there must be n.
func (e *env) prune(before time.Duration, n int) {
	e.Helper()
	if got, err := e.s.PruneFights(e.ctx(), epoch.Add(before)); got != n || err != nil {
		e.Fatalf("%d fights were deleted, want %d, %v", got, n, err)
	}
}

// validTexts: a text that is empty or not valid UTF-8 is refused, and so is one without a name; nothing is stored.
func validTexts(e *env) {
	for what, text := range map[string][]byte{"empty": {}, "not valid UTF-8": []byte("\xff")} {
		if err := e.try("7", Appending(startedUnder("Bridge", text))); err == nil {
			e.Errorf("a fight began under a text that is %s", what)
		}
		if _, _, err := e.s.AmendRulesets(e.ctx(), "500", "7", changing("mine", text, "")); err == nil {
			e.Errorf("a text that is %s was stored", what)
		}
	}
	if _, _, err := e.s.AmendRulesets(e.ctx(), "500", "7", changing("", rules(2), "")); err == nil {
		e.Error("a text without a name was stored")
	}
	if e.state() != nil {
		e.Error("the fight has begun")
	}
	e.wantRulesets("500")
	e.wantTexts()
	e.do("7", nothing)
}

// amendRulesets: the function sees what the server has, and a change that is delivered twice is made once.
func amendRulesets(e *env) {
	calls := 0
	amend := func(guild snowflake.Guild, interaction, name string, text []byte, want ...string) {
		e.Helper()
		for _, twice := range []bool{false, true} {
			answer, again, err := e.s.AmendRulesets(e.ctx(), guild, interaction, func(have []engine.StoredRuleset) (engine.RulesetChange, []byte, error) {
				calls++
				var names []string
				for _, r := range have {
					names = append(names, r.Name)
				}
				if !slices.Equal(names, want) {
					e.Errorf("the function got %v, want %v", names, want)
				}
				return engine.RulesetChange{Name: name, Text: text}, []byte("done " + interaction), nil
			})
			if err != nil || again != twice || string(answer) != "done "+interaction {
				e.Fatalf("%q, %v, %v", answer, again, err)
			}
		}
	}
	amend("500", "1", "second", rules(2))
	amend("500", "2", "first", rules(1), "second")
	amend("500", "3", "", nil, "first", "second")
	amend("501", "4", "first", rules(1))
	e.wantRulesets("500", "first "+string(rules(1)), "second "+string(rules(2)))
	amend("500", "5", "first", rules(3), "first", "second")
	e.wantRulesets("500", "first "+string(rules(3)), "second "+string(rules(2)))
	amend("500", "6", "second", nil, "first", "second")
	amend("500", "7", "second", nil, "first")
	e.reopen()
	e.wantRulesets("500", "first "+string(rules(3)))
	e.wantRulesets("501", "first "+string(rules(1)))
	amend("500", "8", "first", rules(3), "first") // the same text again
	e.wantTexts(1, 3)
	if calls != 8 {
		e.Errorf("the function ran %d times for 8 interactions", calls)
	}
}

// failedChange: a failed change leaves rulesets and texts alone, and its interaction can be delivered again.
func failedChange(e *env) {
	e.saveRuleset("500", "mine", rules(1))
	mine := errors.New("mine")
	if _, _, err := e.s.AmendRulesets(e.ctx(), "500", "9", func(have []engine.StoredRuleset) (engine.RulesetChange, []byte, error) {
		have[0].Name = "theirs"
		return engine.RulesetChange{Name: "mine", Text: rules(2)}, nil, mine
	}); err != mine {
		e.Fatal(err)
	}
	e.wantRulesets("500", "mine "+string(rules(1)))
	e.wantTexts(1)
	if _, again, err := e.s.AmendRulesets(e.ctx(), "500", "9", changing("mine", rules(2), "")); again || err != nil {
		e.Fatal(again, err)
	}
	e.wantRulesets("500", "mine "+string(rules(2)))
}

// noChangeIsLost: when many change a server's rulesets at once, each sees what the one before it has left.
func noChangeIsLost(e *env) {
	const changes = 24
	parallel(changes, func(n int) {
		_, _, err := e.s.AmendRulesets(e.ctx(), "500", "", func(have []engine.StoredRuleset) (engine.RulesetChange, []byte, error) {
			return engine.RulesetChange{Name: fmt.Sprintf("%02d", len(have)), Text: rules(n % texts)}, nil, nil
		})
		if err != nil {
			e.Error(err)
		}
	})
	list, err := e.s.Rulesets(e.ctx(), "500")
	for i, r := range list {
		if r.Name != fmt.Sprintf("%02d", i) {
			e.Errorf("ruleset %d is %s", i, r.Name)
		}
	}
	if len(list) != changes || err != nil {
		e.Errorf("%d rulesets, %v", len(list), err)
	}
	e.check()
}

// readAlongside: readers aren't held up by a change, and see what was committed before it.
func readAlongside(e *env) {
	e.saveRuleset("500", "mine", rules(1))
	_, _, err := e.s.AmendRulesets(e.ctx(), "500", "", func([]engine.StoredRuleset) (engine.RulesetChange, []byte, error) {
		e.wantRulesets("500", "mine "+string(rules(1)))
		return engine.RulesetChange{Name: "mine", Text: rules(2)}, nil, nil
	})
	e.no(err)
	e.do("", func(j engine.Journal) ([]byte, error) {
		err := j.Append(startedUnder("Bridge", rules(3)))
		e.wantTexts(2)
		return nil, err
	})
	e.wantTexts(2, 3)
}

// library says what the texts of a database are used for, according to the model.
type library struct {
	servers map[string]int            // the text of each server's ruleset, by SERVER NAME
	open    map[snowflake.Channel]int // the text of each open fight
	ended   map[int]bool              // the texts of ended fights
}

// used returns the texts that something refers to.
func (l library) used() []int {
	return slices.Concat(slices.Collect(maps.Values(l.servers)), slices.Collect(maps.Values(l.open)), slices.Collect(maps.Keys(l.ended)))
}

// change makes a random change to a server's rulesets.
func (l library) change(rt *rapid.T, e *env) {
	draw := func(what string, n int) int { return rapid.IntRange(0, n-1).Draw(rt, what) }
	guild, name, n := fmt.Sprint(draw("server", 2)), fmt.Sprint(draw("name", 3)), draw("text", texts+1)
	var text []byte
	if n < texts {
		text = rules(n)
	}
	var fail error
	if draw("fails", 4) == 0 {
		fail = errors.New("mine")
	}
	_, _, err := e.s.AmendRulesets(e.ctx(), snowflake.Guild(guild), "", func([]engine.StoredRuleset) (engine.RulesetChange, []byte, error) {
		return engine.RulesetChange{Name: name, Text: text}, nil, fail
	})
	switch {
	case err != fail:
		rt.Fatal(err)
	case fail == nil && text == nil:
		delete(l.servers, guild+" "+name)
	case fail == nil:
		l.servers[guild+" "+name] = n
	}
}

// fight starts or ends a fight.
func (l library) fight(rt *rapid.T, e *env) {
	ch, n := snowflake.Channel(fmt.Sprint(rapid.IntRange(0, 2).Draw(rt, "channel"))), rapid.IntRange(0, texts-1).Draw(rt, "text")
	if of, ok := l.open[ch]; ok {
		e.endIn(ch)
		l.ended[of] = true
		delete(l.open, ch)
		return
	}
	e.startIn(ch, rules(n))
	l.open[ch] = n
}

// randomRulesets makes random changes to rulesets and fights. Exactly the texts that a ruleset or a fight refers to are
// stored.
func randomRulesets(e *env) {
	l := library{map[string]int{}, map[snowflake.Channel]int{}, map[int]bool{}}
	rapid.Check(e.T, func(rt *rapid.T) {
		rt.Repeat(map[string]func(*rapid.T){
			"change": func(rt *rapid.T) { l.change(rt, e) },
			"fight":  func(rt *rapid.T) { l.fight(rt, e) },
			"prune": func(rt *rapid.T) {
				e.clock.add(time.Second)
				if _, err := e.s.PruneFights(e.ctx(), e.clock.time()); err != nil {
					rt.Fatal(err)
				}
				clear(l.ended)
			},
			"": func(*rapid.T) {
				if fault := wrongTexts(e.s, l.used()); fault != nil {
					rt.Fatal(fault)
				}
			},
		})
	})
	e.check()
}
