package storetest

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"roundel/engine"
	"roundel/snowflake"
)

// once returns the tests of interactions that are delivered more than once.
func once() []contract {
	return []contract{
		{"DeliveredAtOnceAnInteractionIsDoneOnce", deliveredAtOnce},
		{"AnInteractionHasOneAnswerWhateverItDid", oneAnswerForAll},
		{"AFailedInteractionCanBeDeliveredAgain", failedAgain},
		{"IDsComeInAnyOrder", anyOrder},
		{"OnlyNumbersAreIDs", onlyNumbers},
		{"AnswersAreKeptAsTheyAre", answersAsTheyAre},
	}
}

// deliveredAtOnce: many deliveries at once, in two channels, do what one does, and all get its answer.
func deliveredAtOnce(e *env) {
	channels := []snowflake.Channel{channel, "101"}
	for _, ch := range channels {
		e.doIn(ch, "", Appending(Did(0, started("Bridge"))))
	}
	for id := range 20 {
		var first atomic.Int32
		answers := make([]string, 16)
		parallel(len(answers), func(i int) {
			answer, again, err := e.s.Update(e.ctx(), channels[i%2], fmt.Sprint(1+id), func(j engine.Journal) ([]byte, error) {
				return fmt.Append(nil, i), j.Append(Did(id, scene("%d", id)))
			})
			if err != nil {
				e.Error(err)
			}
			if !again {
				first.Add(1)
			}
			answers[i] = string(answer)
		})
		answers = slices.Compact(answers)
		if first.Load() != 1 || len(answers) != 1 {
			e.Errorf("interaction %d was done %d times and has the answers %q", 1+id, first.Load(), answers)
		}
	}
	if n := len(e.logIn(channels[0])) + len(e.logIn(channels[1])); n != 2+20 {
		e.Errorf("%d entries", n)
	}
	e.check()
}

// oneAnswerForAll: whatever an interaction changed, it has one answer, and nothing else is done for it.
func oneAnswerForAll(e *env) {
	e.do("", Appending(Did(0, started("Bridge"))))
	ask := map[string]func(id, text string) ([]byte, bool, error){
		"a fight": func(id, text string) ([]byte, bool, error) {
			return e.s.Update(e.ctx(), channel, id, func(j engine.Journal) ([]byte, error) {
				return []byte(text), j.Append(Did(1, scene("%s", text)))
			})
		},
		"rulesets": func(id, text string) ([]byte, bool, error) {
			return e.s.AmendRulesets(e.ctx(), "500", id, changing(text, rules(1), text))
		},
		"a party": func(id, text string) ([]byte, bool, error) {
			return e.s.SetParty(e.ctx(), "500", channel, []snowflake.User{snowflake.User(text)}, id, []byte(text))
		},
	}
	for _, c := range cells(e.s) {
		ask[c.name] = func(id, text string) ([]byte, bool, error) { return c.amend(e.ctx(), id, replacing(text, text)) }
	}
	n := 0
	for first, by := range ask {
		n++
		id := fmt.Sprint(n)
		if answer, again, err := by(id, first); err != nil || again || string(answer) != first {
			e.Fatalf("%s: %q, %v, %v", first, answer, again, err)
		}
		for second, by := range ask {
			if answer, again, err := by(id, "again"); err != nil || !again || string(answer) != first {
				e.Errorf("%s and then %s: %q, %v, %v", first, second, answer, again, err)
			}
		}
	}
	for _, c := range cells(e.s) {
		if data, err := c.get(e.ctx()); err != nil || string(data) != c.name {
			e.Errorf("%s are %s, %v", c.name, data, err)
		}
	}
	if got, err := e.s.Party(e.ctx(), channel); err != nil || !slices.Equal(got, []snowflake.User{"a party"}) {
		e.Errorf("the party is %v, %v", got, err)
	}
	e.wantRulesets("500", "rulesets "+string(rules(1)))
	e.wantScene("a fight")
}

// failedAgain: an interaction that failed has no answer, not even after a restart, and may do something else the next time.
func failedAgain(e *env) {
	broken := errors.New("broken")
	fail := func() {
		if err := e.try("5", func(engine.Journal) ([]byte, error) { return []byte("x"), broken }); err != broken {
			e.Fatal(err)
		}
		for _, c := range cells(e.s) {
			if _, _, err := c.amend(e.ctx(), "5", func([]byte) ([]byte, []byte, error) { return []byte("1"), []byte("x"), broken }); err != broken {
				e.Fatalf("%s: %v", c.name, err)
			}
		}
	}
	fail()
	e.reopen()
	fail()
	e.do("5", answering("done"))
	e.again(channel, "5", "done")
	for _, c := range cells(e.s) {
		if data, err := c.get(e.ctx()); err != nil || data != nil {
			e.Errorf("%s are %s, %v", c.name, data, err)
		}
	}
}

// anyOrder: an ID lower than one that was stored before is not taken for a second delivery.
func anyOrder(e *env) {
	ids := []string{"9223372036854775807", "1", "500", "499", "1191184013721993216", "501"}
	for i, id := range ids {
		e.do(id, answering(fmt.Sprint(i)))
		if i == 3 {
			e.reopen()
		}
	}
	for i, id := range ids {
		e.again(channel, id, fmt.Sprint(i))
	}
}

// onlyNumbers: nothing is done for an ID that Discord cannot have given.
func onlyNumbers(e *env) {
	for _, id := range []string{"x", "0", "-1", "1.5", "0x10", " 1", "9223372036854775808"} {
		err := e.try(id, func(engine.Journal) ([]byte, error) {
			e.Errorf("%q was done", id)
			return nil, nil
		})
		if err == nil {
			e.Errorf("%q was accepted", id)
		}
		for _, c := range cells(e.s) {
			if _, _, err := c.amend(e.ctx(), id, replacing("1", "")); err == nil {
				e.Errorf("%s: %q was accepted", c.name, id)
			}
		}
	}
}

func answersAsTheyAre(e *env) {
	long := make([]byte, 100_000)
	for i := range long {
		long[i] = byte(i * i / 7)
	}
	for i, text := range []string{"", "\x00\xff", "’ü", string(long)} {
		id := fmt.Sprint(1 + i)
		if got := e.do(id, answering(text)); got != text {
			e.Errorf("the answer is %q, want %q", got, text)
		}
		e.again(channel, id, text)
	}
}
