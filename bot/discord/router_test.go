package discord_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"roundel/bot/discord"
	"roundel/sandbox"
	"roundel/snowflake"
)

// slow is a handler that waits until the test passes it a reply.
type slow chan *discord.Reply

func (s slow) handle(ctx context.Context, _ *discord.Request) (*discord.Reply, error) {
	select {
	case reply := <-s:
		return reply, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// deferring returns a configuration with which an answer that isn't there after a millisecond is deferred.
func deferring() config { return config{Config: discord.Config{DeferAfter: time.Millisecond}} }

func (r *rig) deferred(it *sandbox.Interaction) {
	r.Helper()
	if err := r.srv.Await(r.soon(), func() bool { return it.Response().Deferred }); err != nil {
		r.Fatal(err)
	}
}

// TestSlowAnswersAreDeferred: a slow answer is deferred, which only the asker sees, and then reaches those whom it is for, once.
func TestSlowAnswersAreDeferred(t *testing.T) {
	for _, ephemeral := range []bool{false, true} {
		t.Run(fmt.Sprint("ephemeral ", ephemeral), func(t *testing.T) {
			handed := make(slow)
			r := play(t, sandbox.Config{}, deferring(), handed.handle)
			r.ready()
			first, second := r.enter("/do it what:a"), r.enter("/do it what:b")
			r.deferred(first)
			r.deferred(second) // still queued
			handed <- &discord.Reply{Text: "one", Ephemeral: ephemeral, Alone: &discord.Reply{Text: "besides"}}
			handed <- &discord.Reply{Text: "two", Ephemeral: ephemeral}
			r.until(r.s.HoldsNothing)
			if got := first.Response(); got.Text() != "one" || got.Ephemeral != ephemeral || !got.Deferred || len(got.FollowUps) != 1 || got.FollowUps[0].Text != "besides" {
				t.Errorf("%+v", got)
			}
			if got := second.Response(); got.Text() != "two" || got.Ephemeral != ephemeral || len(got.FollowUps) != 0 {
				t.Errorf("%+v", got)
			}
			want := []string{"+ one", "+ two"}
			if ephemeral {
				want = nil
			}
			if seen := r.srv.Timeline("fight", "Ben"); !slices.Equal(slices.Sorted(slices.Values(seen)), want) { // the channel does not wait for slow answers
				t.Errorf("Ben saw %q", seen)
			}
			r.faultless()
		})
	}
}

// TestAPublicAnswerThatIsNotPosted: if Discord refuses to post a deferred answer for everyone, the asker has it.
func TestAPublicAnswerThatIsNotPosted(t *testing.T) {
	handed := make(slow)
	r := play(t, sandbox.Config{}, deferring(), handed.handle)
	r.ready()
	it := r.enter("/do it what:a")
	r.deferred(it)
	r.srv.Fail(sandbox.Fault{Method: "POST", Path: "/webhooks/**", Status: 500, Times: -1})
	handed <- &discord.Reply{Text: "told"}
	r.until(r.s.HoldsNothing)
	if got := it.Response(); got.Text() != "told" || !got.Ephemeral {
		t.Errorf("%+v", got)
	}
}

// TestDeferredForEveryone: an answer that an earlier release deferred for everyone reaches those whom it is for after an upgrade.
func TestDeferredForEveryone(t *testing.T) {
	for _, ephemeral := range []bool{false, true} {
		t.Run(fmt.Sprint("ephemeral ", ephemeral), func(t *testing.T) {
			r := play(t, sandbox.Config{}, config{}, func(context.Context, *discord.Request) (*discord.Reply, error) {
				return &discord.Reply{Text: "told", Ephemeral: ephemeral}, nil
			})
			r.ready()
			r.srv.HoldHello(true)
			r.srv.DropGateway()
			it := r.enter("/do it what:a")
			r.answeredAs(it, deferredAnswer)
			r.srv.HoldHello(false)
			r.until(func() bool { return it.Response().Text() == "told" })
			r.until(r.s.HoldsNothing)
			if got := it.Response(); got.Ephemeral != ephemeral || len(got.FollowUps) != 0 {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestFormsAndUpdatesAfterDeferring(t *testing.T) {
	handed := make(slow)
	r := play(t, sandbox.Config{}, deferring(), handed.handle)
	r.ready()
	board, err := r.s.Send(r.soon(), snowflake.Channel(r.srv.ChannelID("fight")), discord.Message{Text: "board",
		Buttons: [][]discord.Button{{{Label: "Go", ID: "go:1"}}}})
	if err != nil {
		t.Fatal(err)
	}
	press := func(reply *discord.Reply) sandbox.Response {
		it, err := r.srv.User("Anna").Press(string(board), "Go")
		if err != nil {
			t.Fatal(err)
		}
		r.deferred(it)
		handed <- reply
		r.until(r.s.HoldsNothing)
		return it.Response()
	}
	if got := press(&discord.Reply{Form: &discord.Form{ID: "f", Title: "F"}}); got.Text() != texts(nil).FormTooLate || !got.Ephemeral {
		t.Errorf("form: %+v", got)
	}
	if got := press(nil); got.Message != nil || len(got.FollowUps) != 0 {
		t.Errorf("nothing: %+v", got)
	}
	if got := press(&discord.Reply{Text: "new board", Update: true}); got.Message != nil || len(got.FollowUps) != 0 {
		t.Errorf("update: %+v", got)
	}
	seen, err := r.srv.Messages("fight", "Anna")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range seen {
		if m.ID == string(board) && (m.Text != "new board" || len(m.Buttons) != 0) {
			t.Errorf("board: %+v", m)
		}
	}
	r.faultless()
}

func TestErrorsAndPanics(t *testing.T) {
	refs := make(chan string, 1)
	cfg := config{}
	cfg.ErrorReply = func(_ *discord.Request, err error, ref string) *discord.Reply {
		if strings.Contains(err.Error(), "speechless") {
			panic("in ErrorReply too")
		}
		refs <- ref
		return &discord.Reply{Text: "failed " + ref, Ephemeral: true}
	}
	r := play(t, sandbox.Config{}, cfg, func(_ context.Context, req *discord.Request) (*discord.Reply, error) {
		if req.Kind == discord.Completing {
			panic("while typing")
		}
		switch req.Options["what"] {
		case "fail":
			return nil, errors.New("disk full")
		case "panic":
			panic("at the table")
		case "speechless":
			return nil, errors.New("speechless")
		}
		return &discord.Reply{Text: "fine"}, nil
	})
	r.ready()
	for _, what := range []string{"fail", "panic"} {
		got, ref := r.do("/do it what:"+what), <-refs
		if got.Text() != "failed "+ref || ref == "" || !strings.Contains(r.log.String(), `"ref":"`+ref) {
			t.Errorf("%s: %+v", what, got)
		}
	}
	if got := r.do("/do it what:speechless"); !strings.HasPrefix(got.Text(), "failed [") || got.Text() == texts(nil).Failed("") {
		t.Errorf("%+v", got)
	}
	if offered, err := r.srv.User("Anna").Complete(r.soon(), "fight", "/say word:ab", "word"); err != nil || len(offered) != 0 {
		t.Errorf("offered %v, %v", offered, err)
	}
	if got := r.do("/do it what:on"); got.Text() != "fine" {
		t.Errorf("%+v", got)
	}
	r.until(r.s.HoldsNothing)
	if text := r.log.String(); !strings.Contains(text, "at the table") || !strings.Contains(text, "while typing") || !strings.Contains(text, "router_test.go") {
		t.Error("the log lacks the panic or its stack")
	}
	r.faultless()
}

func TestFullQueueTurnsRequestsAway(t *testing.T) {
	handed := make(slow)
	r := play(t, sandbox.Config{}, config{Config: discord.Config{QueueLength: 2}}, handed.handle)
	r.ready()
	first, second := r.enter("/do it what:a"), r.enter("/do it what:b")
	if got := r.do("/do it what:c"); got.Text() != texts(nil).Busy || !got.Ephemeral {
		t.Errorf("%+v", got)
	}
	other, err := r.srv.User("Ben").Command("tavern", "/do it what:d")
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		handed <- &discord.Reply{Text: "done"}
	}
	for _, it := range []*sandbox.Interaction{first, second, other} {
		if got := r.wait(it); got.Text() != "done" {
			t.Errorf("%+v", got)
		}
	}
	r.until(r.s.HoldsNothing)
	r.faultless()
}

func TestCallbackFaults(t *testing.T) {
	const path = "/interactions/**"
	for name, fault := range map[string]sandbox.Fault{
		"500":               {Path: path, Status: http.StatusInternalServerError},
		"502 twice":         {Path: path, Status: http.StatusBadGateway, Times: 2},
		"cut":               {Path: path, Cut: true},
		"done, answer lost": {Path: path, Cut: true, After: true},
		"done, but 503":     {Path: path, Status: http.StatusServiceUnavailable, After: true},
		"429":               {Path: path, Status: http.StatusTooManyRequests, RetryAfter: 10 * time.Millisecond},
		"429 global":        {Path: path, Status: http.StatusTooManyRequests, RetryAfter: 10 * time.Millisecond, Scope: "global"},
	} {
		t.Run(name, func(t *testing.T) {
			r := play(t, sandbox.Config{}, config{}, echo)
			r.ready()
			r.srv.Fail(fault)
			if got := r.do("/do it what:heard"); got.Text() != "heard" || len(got.FollowUps) != 0 {
				t.Errorf("%+v", got)
			}
			r.until(r.s.HoldsNothing)
		})
	}
}

func TestRedeliveredInteractionIsAnsweredOnce(t *testing.T) {
	r := play(t, sandbox.Config{}, config{}, echo)
	r.ready()
	it := r.enter("/do it what:once")
	r.wait(it)
	r.srv.Redeliver(it)
	r.answers() // comes after it
	if got := it.Response(); got.Text() != "once" || len(got.FollowUps) != 0 {
		t.Errorf("%+v", got)
	}
	r.faultless()
}

func TestInvalidInteractionsAreHarmless(t *testing.T) {
	r := play(t, sandbox.Config{}, config{}, echo)
	r.ready()
	for _, raw := range []string{`null`, `{}`, `[]`, `"x"`, `{"id":"1","token":"t","application_id":"2"}`,
		`{"id":"1","token":"t","application_id":"2","type":99,"channel_id":"3","user":{"id":"4"},"data":null}`,
		`{"id":"1","token":"t","application_id":"2","type":3,"channel_id":"3","user":{"id":"4"},"message":{"components":[{"type":99}]},"data":{"components":7}}`,
	} {
		r.s.Accept([]byte(raw))
	}
	r.until(r.s.HoldsNothing)
	r.answers()
}

func TestFailedAnswersDoNotLogTokens(t *testing.T) {
	r := play(t, sandbox.Config{}, config{}, echo)
	r.ready()
	for _, fault := range []sandbox.Fault{{Cut: true}, {Status: http.StatusInternalServerError}, {Status: http.StatusNotFound}} {
		fault.Path, fault.Times = "/interactions/**", -1
		r.srv.ClearFaults()
		r.srv.Fail(fault)
		it := r.enter("/do it what:unheard")
		r.until(func() bool { return r.s.InFlight() == 0 && strings.Contains(r.log.String(), "/interactions/"+it.ID) })
		if strings.Contains(r.log.String(), it.Token()) {
			t.Error("an interaction's token is in the log")
		}
	}
	r.srv.ClearFaults()
	r.answers()
}

// TestSlowAnswerIsSentOnce checks that an answer is not sent again while Discord is slow to confirm it.
func TestSlowAnswerIsSentOnce(t *testing.T) {
	r := play(t, sandbox.Config{}, config{}, echo)
	r.ready()
	r.srv.Fail(sandbox.Fault{Method: "POST", Path: "/interactions/**", Delay: 1300 * time.Millisecond, After: true})
	it := r.enter("/do it what:hello")
	if got := r.wait(it); got.Text() != "hello" {
		t.Errorf("answered %+v", got)
	}
	r.until(r.s.HoldsNothing)
	if n := len(it.Answers()); n != 1 {
		t.Errorf("answered %d times", n)
	}
}
