package discord_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"roundel/bot/discord"
	"roundel/sandbox"
	"roundel/snowflake"
)

// stuck are facts that can't be stored any more once it is full.
type stuck struct {
	memory
	full bool
}

// fill makes the facts full once the point is stored at which the session of r can be resumed.
func (s *stuck) fill(r *rig) {
	r.Helper()
	r.until(func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		for key, value := range s.facts {
			s.full = s.full || strings.HasPrefix(key, "gateway:") && strings.Contains(value, `"session":"`)
		}
		return s.full
	})
}

func (s *stuck) Put(ctx context.Context, key, value string) error {
	s.mu.Lock()
	full := s.full
	s.mu.Unlock()
	if full {
		return errors.New("the disk is full")
	}
	return s.memory.Put(ctx, key, value)
}

// How a ledgerful fails.
const (
	works    = iota
	refuses  // the disk is full
	lost     // the database cannot be reached, so nobody can say what is stored either
	panics   // after a change was stored
	delays   // answers are deferred
	failures // the number of the ways
)

// ledgerful is a host whose commands count once each. It outlives the sessions, as a database does.
type ledgerful struct {
	mu     sync.Mutex
	fails  int
	stored map[string]bool
}

var errRefused, errLost = errors.New("refused"), errors.New("lost")

const (
	saidDone    = "done"
	saidNothing = "nothing was changed"
	saidMaybe   = "may or may not have been saved"
)

func (l *ledgerful) fail(how int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fails = how
}

// handle carries a command out, unless it was.
func (l *ledgerful) handle(ctx context.Context, req *discord.Request) (*discord.Reply, error) {
	l.mu.Lock()
	fails := l.fails
	l.mu.Unlock()
	if fails == delays {
		select {
		case <-time.After(40 * time.Millisecond):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.fails == lost:
		return nil, errLost
	case l.fails == refuses && !l.stored[req.ID]:
		return nil, errRefused
	}
	l.stored[req.ID] = true
	if l.fails == panics {
		panic("after the commit")
	}
	return &discord.Reply{Text: saidDone, Ephemeral: len(req.ID)%2 == 0}, nil
}

func (l *ledgerful) recall(_ context.Context, req *discord.Request) (*discord.Reply, bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.fails == lost {
		return nil, false, errLost
	}
	return &discord.Reply{Text: saidDone, Ephemeral: len(req.ID)%2 == 0}, l.stored[req.ID], nil
}

// word words errors as package bot does.
func word(_ *discord.Request, err error, _ string) *discord.Reply {
	switch {
	case errors.Is(err, errRefused), errors.Is(err, errLost):
		return &discord.Reply{Text: saidNothing, Ephemeral: true}
	case errors.Is(err, discord.ErrInDoubt):
		return &discord.Reply{Text: saidMaybe, Ephemeral: true}
	}
	return &discord.Reply{Text: saidNothing, Ephemeral: true}
}

func (l *ledgerful) all() map[string]bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return maps.Clone(l.stored)
}

// told returns what the user reads last about an interaction, "" if that is nothing or a promise.
func told(it *sandbox.Interaction) string {
	r := it.Response()
	if n := len(r.FollowUps); n > 0 {
		return r.FollowUps[n-1].Text
	}
	if r.Failed || r.Message == nil {
		return ""
	}
	return r.Message.Text
}

// TestAnswersSayWhatHappened plays commands while the disk is full, the database is lost, handlers fail after they have committed, Discord's
// responses get lost, links drop and processes end in the middle, and no resume point can be stored, so that each new process gets everything
// again. Whatever the user reads at any time is what is stored then, and once they have read that nothing was changed, nothing is.
func TestAnswersSayWhatHappened(t *testing.T) {
	t.Parallel()
	seeds := uint64(6)
	if testing.Short() {
		seeds = 2
	}
	for seed := range seeds {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			rnd := rand.New(rand.NewPCG(seed, 27))
			l, facts := &ledgerful{stored: map[string]bool{}}, &stuck{}
			cfg := config{Config: discord.Config{Facts: facts, DeferAfter: 15 * time.Millisecond, Drain: time.Millisecond},
				Host: discord.Host{ErrorReply: word, Recall: l.recall}}
			r := play(t, sandbox.Config{}, cfg, l.handle)
			r.ready()
			facts.fill(r)
			var asked []*sandbox.Interaction
			refused := map[string]bool{}
			honest := func(when string) {
				t.Helper()
				texts := map[string]string{} // first: what is told later may be stored later
				for _, it := range asked {
					texts[it.ID] = told(it)
				}
				stored := l.all()
				for _, it := range asked {
					text := texts[it.ID]
					refused[it.ID] = refused[it.ID] || text == saidNothing
					if text == saidDone && !stored[it.ID] || refused[it.ID] && stored[it.ID] {
						t.Errorf("%s: %q was told of %s, which is stored: %v; all answers: %+v", when, text, it.ID, stored[it.ID], it.Response())
					}
				}
			}
			restart := func() {
				if err := r.end(); err != nil {
					t.Fatal(err)
				}
				r.srv.ClearFaults()
				r.start(cfg, l.handle)
				r.until(r.s.Ready)
			}
			for round := range 14 {
				l.fail(rnd.IntN(failures))
				if round < failures {
					l.fail(round)
				}
				for range 1 + rnd.IntN(3) {
					asked = append(asked, r.enter("/do it what:x"))
				}
				if round < failures || rnd.IntN(3) == 0 { // else things happen before the bot has answered
					for _, it := range asked {
						r.wait(it)
					}
				}
				switch rnd.IntN(8) {
				case 0:
					r.srv.Fail(sandbox.Fault{Path: "/interactions/**", Status: http.StatusBadGateway, After: rnd.IntN(2) == 0, Times: 2})
				case 1:
					r.srv.Fail(sandbox.Fault{Path: "/webhooks/**", Cut: true, After: rnd.IntN(2) == 0, Times: 2})
				case 2:
					r.srv.DropGateway()
					r.until(r.s.Ready)
				case 3:
					l.fail(works) // room is made, or the database is back, just then
					restart()
				case 4, 5:
					r.until(r.s.HoldsNothing)
				case 6:
					restart()
				}
				honest("while it goes on")
			}
			l.fail(works)
			r.until(r.s.HoldsNothing)
			restart()
			r.until(r.s.HoldsNothing)
			honest("in the end")
			counts := map[string]int{}
			for _, it := range asked {
				text := told(it)
				counts[text]++
				if got := it.Response(); got.Deferred && !got.Failed && got.Message != nil && text == "" {
					t.Errorf("a promise was not kept: %+v", got)
				}
			}
			if r.srv.Resumes() == 0 || counts[saidDone] == 0 || counts[saidNothing] == 0 {
				t.Errorf("%d RESUMEs; told: %v", r.srv.Resumes(), counts)
			}
			t.Logf("%d RESUMEs; told: %v", r.srv.Resumes(), counts)
		})
	}
}

// again plays a host whose replies are stored and come so late, lets something happen, and has a new process get it again. promise is that of config.
func again(t *testing.T, late, promise time.Duration, reply *discord.Reply, happens func(r *rig)) *rig {
	t.Helper()
	facts := &stuck{}
	var mu sync.Mutex
	stored := map[string]bool{}
	cfg := config{promise: promise, Config: discord.Config{Facts: facts, DeferAfter: 10 * time.Millisecond}, Host: discord.Host{Recall: func(_ context.Context, req *discord.Request) (*discord.Reply, bool, error) {
		mu.Lock()
		defer mu.Unlock()
		return reply, stored[req.ID], nil
	}}}
	handle := func(_ context.Context, req *discord.Request) (*discord.Reply, error) {
		time.Sleep(late)
		mu.Lock()
		defer mu.Unlock()
		if stored[req.ID] {
			t.Error("a request was handled twice")
		}
		stored[req.ID] = true
		return reply, nil
	}
	r := play(t, sandbox.Config{}, cfg, handle)
	r.ready()
	facts.fill(r)
	happens(r)
	r.until(r.s.HoldsNothing)
	if err := r.end(); err != nil {
		t.Fatal(err)
	}
	r.start(cfg, handle)
	r.until(func() bool { return r.s.Ready() && strings.Contains(r.log.String(), `"outcome":"repeated"`) })
	r.until(r.s.HoldsNothing)
	return r
}

// TestEveryoneIsToldOnce: the asker has a late answer before everyone else, and then a call fails: what everyone was to see was not posted, or
// was. The same process or the next one finds out, and everyone has it once.
func TestEveryoneIsToldOnce(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]sandbox.Fault{
		"posted":             {Method: "POST", Path: "/webhooks/**", Cut: true, After: true},
		"not posted":         {Method: "POST", Path: "/webhooks/**", Cut: true},
		"not posted, 502":    {Method: "POST", Path: "/webhooks/**", Status: http.StatusBadGateway, Times: 2},
		"never by the first": {Method: "POST", Path: "/webhooks/**", Cut: true, Times: 3},
		"posted, not tidied": {Method: "DELETE", Path: "/webhooks/**", Status: http.StatusForbidden},
	} {
		t.Run(name, func(t *testing.T) {
			reply := &discord.Reply{Text: "a tale for everyone"}
			r := again(t, 100*time.Millisecond, 0, reply, func(r *rig) {
				r.srv.Fail(fault)
				r.enter("/do it what:x")
				r.until(func() bool { return strings.Contains(r.log.String(), `"outcome":"ok"`) })
			})
			for _, user := range []string{"Anna", "Ben"} {
				seen, err := r.srv.Messages("fight", user)
				if err != nil {
					t.Fatal(err)
				}
				if len(seen) != 1 || seen[0].Text != reply.Text {
					t.Errorf("%s sees %+v", user, seen)
				}
			}
		})
	}
}

// TestEveryoneIsToldAfterAFailedLook: whether everyone has the answer is asked again if Discord doesn't say, and the same process tells them.
func TestEveryoneIsToldAfterAFailedLook(t *testing.T) {
	const tale = "a tale for everyone"
	again(t, 100*time.Millisecond, 5*time.Second, &discord.Reply{Text: tale}, func(r *rig) {
		r.srv.Fail(sandbox.Fault{Method: "POST", Path: "/webhooks/**", Cut: true})
		r.srv.Fail(sandbox.Fault{Method: "GET", Path: "/channels/*/messages", Status: http.StatusBadGateway, Times: 7})
		r.enter("/do it what:x")
		r.until(func() bool { return strings.Contains(r.log.String(), `"outcome":"ok"`) })
		seen, err := r.srv.Messages("fight", "Ben")
		if err != nil {
			t.Fatal(err)
		}
		if len(seen) != 1 || seen[0].Text != tale {
			t.Errorf("Ben sees %+v", seen)
		}
	})
}

// TestAPressDeliveredAgainKeepsItsMessage: an answer that changed the message which was pressed, or showed nothing, is that message for
// Discord. It is not deleted when the press is delivered again.
func TestAPressDeliveredAgainKeepsItsMessage(t *testing.T) {
	for name, reply := range map[string]*discord.Reply{
		"update":  {Text: "new board", Update: true},
		"nothing": nil,
		"post":    {Text: "", Post: &discord.Post{Message: discord.Message{Text: "new board", V2: true}, Update: true, Sent: func(snowflake.Message, *discord.Via) {}}},
	} {
		t.Run(name, func(t *testing.T) {
			var board snowflake.Message
			r := again(t, 0, 0, reply, func(r *rig) {
				var err error
				board, err = r.s.Send(r.soon(), snowflake.Channel(r.srv.ChannelID("fight")), discord.Message{Text: "board", V2: true,
					Buttons: [][]discord.Button{{{Label: "Go", ID: "go:1"}}}})
				if err != nil {
					t.Fatal(err)
				}
				if _, err := r.srv.User("Anna").Press(string(board), "Go"); err != nil {
					t.Fatal(err)
				}
				r.until(func() bool { return strings.Contains(r.log.String(), `"outcome":"ok"`) })
			})
			seen, err := r.srv.Messages("fight", "Anna")
			if err != nil {
				t.Fatal(err)
			}
			if len(seen) != 1 || seen[0].ID != string(board) {
				t.Errorf("%+v", seen)
			}
		})
	}
}

// TestAReconnectDoesNotConfirmWhatIsInHand: a request is being handled while the link is lost and the session resumed. If the process then ends,
// the next one gets the request again.
func TestAReconnectDoesNotConfirmWhatIsInHand(t *testing.T) {
	facts, running := &stuck{}, make(chan struct{})
	cfg := config{Config: discord.Config{Facts: facts, Drain: time.Millisecond}}
	r := play(t, sandbox.Config{}, cfg, func(ctx context.Context, _ *discord.Request) (*discord.Reply, error) {
		close(running)
		<-ctx.Done()
		return nil, ctx.Err()
	})
	r.ready()
	facts.fill(r)
	it := r.enter("/do it what:x")
	<-running
	r.srv.DropGateway()
	r.until(func() bool { return r.srv.Resumes() == 1 && r.s.Ready() })
	if err := r.end(); err != nil {
		t.Fatal(err)
	}
	r.start(cfg, echo)
	if got := r.wait(it); got.Text() != "x" {
		t.Errorf("%+v", got)
	}
}
