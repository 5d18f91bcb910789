package bot

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"roundel/bot/discord"
	"roundel/engine"
	"roundel/snowflake"
)

// phone records what is sent.
type asidePhone struct {
	calls []string
	fail  error
	began chan struct{} // has room for each call that begins; nil: nobody asks
	hold  chan struct{} // each call waits for it
}

func (p *asidePhone) Live() bool { return true }

func (p *asidePhone) call(what string) error {
	if p.hold != nil {
		p.began <- struct{}{}
		<-p.hold
	}
	p.calls = append(p.calls, what)
	return p.fail
}

func (p *asidePhone) Whisper(_ context.Context, m discord.Message) (snowflake.Message, error) {
	return snowflake.Message("of " + m.Text), p.call("send " + m.Text)
}

func (p *asidePhone) Edit(_ context.Context, id snowflake.Message, m discord.Message) error {
	return p.call("edit " + string(id) + ": " + m.Text)
}

func (p *asidePhone) Delete(_ context.Context, id snowflake.Message) error {
	return p.call("delete " + string(id))
}

func note(turn engine.TurnID, text string) asideNote {
	return asideNote{GM: "gm", Turn: turn, Message: discord.Message{Text: text}, Says: asideTold{Turn: turn}}
}

// wantCalls waits until nothing is being sent.
func wantCalls(t *testing.T, teller *asideTeller, p *asidePhone, want string) {
	t.Helper()
	teller.toldTo(t.Context(), "1", "gm")
	if got := strings.Join(p.calls, ", "); got != want {
		t.Errorf("calls: %s\n want: %s", got, want)
	}
}

// TestEachChannelHasItsOwnWay: a token is used in its own channel, and for its own GM.
func TestEachChannelHasItsOwnWay(t *testing.T) {
	var teller asideTeller
	one, two := &asidePhone{}, &asidePhone{}
	teller.keep("1", "gm", one, "")
	teller.keep("2", "gm", two, "")
	teller.tell("1", note(1, "a"))
	wantCalls(t, &teller, one, "send a")
	teller.tell("1", asideNote{GM: "another", Turn: 2})
	teller.tell("1", note(3, "b")) // what was known of this GM is forgotten
	wantCalls(t, &teller, one, "send a")
	if len(two.calls) > 0 {
		t.Errorf("the other channel: %v", two.calls)
	}
}

// TestOneMessageAtATime: of the notes that come while one is being sent, only the last is sent, and it takes the place of the first.
func TestOneMessageAtATime(t *testing.T) {
	var teller asideTeller
	p := &asidePhone{began: make(chan struct{}, 9), hold: make(chan struct{})}
	teller.keep("1", "gm", p, "")
	teller.tell("1", note(1, "a"))
	<-p.began
	for _, text := range []string{"b", "c", "d"} {
		teller.tell("1", note(2, text))
	}
	close(p.hold)
	wantCalls(t, &teller, p, "send a, send d, delete of a")
}

// TestAnEditThatFailsBecomesAMessage, as when the GM has dismissed the one before.
func TestAnEditThatFailsBecomesAMessage(t *testing.T) {
	var teller asideTeller
	p := &asidePhone{}
	teller.keep("1", "gm", p, "")
	teller.tell("1", note(1, "a"))
	wantCalls(t, &teller, p, "send a")
	p.fail = errors.New("gone")
	teller.tell("1", note(1, "b"))
	wantCalls(t, &teller, p, "send a, edit of a: b, send b")
	if told := teller.toldTo(t.Context(), "1", "gm"); told.Turn != 1 {
		t.Errorf("%+v", told)
	}
	p.fail = nil
	teller.keep("1", "gm", p, "")
	teller.tell("1", note(1, "c"))
	wantCalls(t, &teller, p, "send a, edit of a: b, send b, edit of a: c")
}

// TestUntoldKeepsDoubles: a notice that is there twice and was told once has yet to be told once.
func TestUntoldKeepsDoubles(t *testing.T) {
	a, b := engine.Notice{Who: 1}, engine.Notice{Who: 2}
	if got := (asideTold{Notices: []engine.Notice{a}}).untold([]engine.Notice{a, b, a}); !slices.Equal(got, []engine.Notice{b, a}) {
		t.Errorf("%v", got)
	}
}

// TestForgottenChannels: nothing is told in a channel whose fight is over.
func TestForgottenChannels(t *testing.T) {
	var teller asideTeller
	p := &asidePhone{}
	teller.keep("1", "gm", p, "")
	teller.forget("1")
	teller.tell("1", note(1, "a"))
	wantCalls(t, &teller, p, "")
}
