package discord_test

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"roundel/bot/discord"
	"roundel/sandbox"
	"roundel/snowflake"
)

// answers checks that commands arrive and are answered.
func (r *rig) answers() {
	r.Helper()
	r.until(r.s.Ready)
	if got := r.do("/do it what:hello"); got.Text() != "hello" {
		r.Errorf("answered %+v", got)
	}
}

// reconnected waits for a new connection and checks how many times the bot has identified.
func (r *rig) reconnected(identifies, resumes int) {
	r.Helper()
	r.until(func() bool { return r.srv.Identifies() >= identifies && r.srv.Resumes() >= resumes && r.s.Ready() })
	r.answers()
	if got := r.srv.Identifies(); got != identifies {
		r.Errorf("%d IDENTIFYs, want %d", got, identifies)
	}
}

func TestSessionResumesAfterLoss(t *testing.T) {
	for name, lose := range map[string]func(*sandbox.Server){
		"drop":      (*sandbox.Server).DropGateway,
		"op 7":      (*sandbox.Server).SendReconnect,
		"op 9 true": func(s *sandbox.Server) { s.InvalidateSession(true) },
		"code 4000": func(s *sandbox.Server) { s.CloseGateway(4000) },
		"code 1001": func(s *sandbox.Server) { s.CloseGateway(1001) },
	} {
		t.Run(name, func(t *testing.T) {
			r := play(t, sandbox.Config{}, config{}, echo)
			r.ready()
			lose(r.srv)
			r.reconnected(1, 1)
			r.faultless()
		})
	}
}

func TestInvalidSessionIdentifiesAgain(t *testing.T) {
	for name, lose := range map[string]func(*sandbox.Server){
		"op 9 false":     func(s *sandbox.Server) { s.InvalidateSession(false) },
		"code 4007":      func(s *sandbox.Server) { s.CloseGateway(4007) },
		"code 4009":      func(s *sandbox.Server) { s.CloseGateway(4009) },
		"refused resume": func(s *sandbox.Server) { s.RefuseResume(1); s.DropGateway() },
	} {
		t.Run(name, func(t *testing.T) {
			r := play(t, sandbox.Config{}, config{}, echo)
			r.ready()
			lose(r.srv)
			r.reconnected(2, 0)
			r.faultless()
		})
	}
}

// TestASessionThatIsClosedAgainAndAgain: a session is given up if Discord keeps closing connections that try to resume it, but not after the first.
func TestASessionThatIsClosedAgainAndAgain(t *testing.T) {
	for _, code := range []int{1001, 4000, 4003} {
		t.Run(strconv.Itoa(code), func(t *testing.T) {
			r := play(t, sandbox.Config{}, config{}, echo)
			r.ready()
			r.srv.CloseResumes(code)
			r.srv.DropGateway()
			r.until(func() bool { return r.srv.Identifies() == 2 })
			if n := r.srv.Resumes(); n != 5 {
				t.Errorf("%d RESUMEs", n)
			}
			r.answers()
			r.srv.CloseResumes(0)
			r.srv.DropGateway()
			r.reconnected(2, 6)
			r.faultless()
		})
	}
}

// TestASessionOutlastsALostNetwork: connections that didn't reach Discord don't count against a session.
func TestASessionOutlastsALostNetwork(t *testing.T) {
	r := play(t, sandbox.Config{}, config{}, echo)
	r.ready()
	r.srv.CloseResumes(1001)
	r.srv.Blackout(true)
	r.srv.DropGateway()
	r.until(func() bool { return strings.Count(r.log.String(), "the gateway is not connected") > 6 })
	r.srv.Blackout(false)
	r.until(func() bool { return r.srv.Resumes() == 1 })
	r.srv.CloseResumes(0)
	r.until(r.s.Ready)
	if n := r.srv.Identifies(); n != 1 {
		t.Errorf("%d IDENTIFYs", n)
	}
	r.faultless()
}

func TestMissedInteractionsAreReplayed(t *testing.T) {
	t.Parallel()
	r := playAlone(t, sandbox.Config{}, config{}, echo)
	r.ready()
	r.srv.Blackout(true)
	r.srv.DropGateway()
	r.until(func() bool { return !r.s.Ready() })
	it := r.enter("/do it what:meanwhile")
	r.srv.Blackout(false)
	if got := r.wait(it); got.Text() != "meanwhile" {
		t.Errorf("%+v", got)
	}
	r.faultless()
}

func TestFailedRequestIsNotHandledLater(t *testing.T) {
	called := make(chan string, 10)
	r := play(t, sandbox.Config{AnswerWithin: 50 * time.Millisecond}, config{}, func(_ context.Context, req *discord.Request) (*discord.Reply, error) {
		called <- req.Options["what"]
		return &discord.Reply{Text: req.Options["what"]}, nil
	})
	r.ready()
	r.srv.Blackout(true)
	r.srv.DropGateway()
	r.until(func() bool { return !r.s.Ready() })
	if got := r.wait(r.enter("/do it what:failed")); !got.Failed {
		t.Fatalf("%+v", got)
	}
	r.srv.Blackout(false)
	r.until(r.s.Ready)
	r.enter("/do it what:next")
	if got := <-called; got != "next" {
		t.Errorf("%q was handled after Discord had told the user that it failed", got)
	}
}

func TestSilentConnectionIsReplaced(t *testing.T) {
	t.Parallel()
	t.Run("no HELLO", func(t *testing.T) {
		r := play(t, sandbox.Config{}, config{}, echo)
		r.ready()
		r.srv.HoldHello(true)
		r.srv.DropGateway()
		r.until(func() bool { return strings.Contains(r.log.String(), "discord did not respond") })
		r.srv.ClearFaults()
		r.reconnected(1, 1)
	})
	t.Run("no READY", func(t *testing.T) {
		r := play(t, sandbox.Config{}, config{}, echo)
		r.ready()
		r.srv.HoldReady(true)
		r.srv.InvalidateSession(false)
		r.until(func() bool { return strings.Contains(r.log.String(), "discord did not respond") })
		r.srv.ClearFaults()
		r.answers()
	})
	t.Run("zombie", func(t *testing.T) {
		r := play(t, sandbox.Config{HeartbeatInterval: 300 * time.Millisecond}, config{}, echo)
		r.ready()
		r.srv.SilenceGateway()
		r.until(func() bool { return strings.Contains(r.log.String(), "discord did not acknowledge heartbeats") })
		r.reconnected(1, 1)
		r.faultless()
	})
}

func TestReconnectBeforeReady(t *testing.T) {
	r := play(t, sandbox.Config{}, config{}, echo)
	r.ready()
	r.srv.HoldReady(true)
	r.srv.InvalidateSession(false)
	r.until(func() bool { return r.srv.Identifies() == 2 })
	r.srv.SendReconnect()
	r.until(func() bool { return strings.Contains(r.log.String(), "discord asked the bot to reconnect") })
	r.srv.ClearFaults()
	r.answers()
}

func TestDiscordDownAtStart(t *testing.T) {
	t.Parallel()
	srv := standIn(t, sandbox.Config{})
	noLeaks(t)
	srv.Blackout(true)
	r := &rig{T: t, srv: srv}
	r.start(config{}, echo)
	r.until(func() bool { return strings.Count(r.log.String(), "trying again") >= 3 })
	if r.s.Ready() {
		t.Error("ready without Discord")
	}
	srv.Blackout(false)
	r.ready()
	r.answers()
	r.faultless()
}

func TestFatalCloseCodes(t *testing.T) {
	for _, code := range []int{4004, 4012, 4013, 4014} {
		t.Run(strconv.Itoa(code), func(t *testing.T) {
			r := play(t, sandbox.Config{}, config{}, echo)
			r.ready()
			r.srv.CloseGateway(code)
			r.endsFatally()
		})
	}
}

func TestRefusedTokenAtStart(t *testing.T) {
	srv := standIn(t, sandbox.Config{})
	r := &rig{T: t, srv: srv}
	r.start(config{Config: discord.Config{Token: "canary.of.a-token"}}, echo)
	r.endsFatally()
	if n := len(srv.Refusals()); n != 2 {
		t.Errorf("%d calls with a refused token, want 2: the second confirms the refusal", n)
	}
}

// TestTokenRefusedLater checks that the session ends when Discord stops accepting the token, even if the connection stays open.
func TestTokenRefusedLater(t *testing.T) {
	r := play(t, sandbox.Config{}, config{}, echo)
	r.ready()
	r.srv.Fail(sandbox.Fault{Status: http.StatusUnauthorized, Times: -1})
	if err := r.s.Delete(r.soon(), snowflake.Channel(r.srv.ChannelID("fight")), "1"); err == nil || r.s.Ready() {
		t.Errorf("deleted with %v, ready: %v", err, r.s.Ready())
	}
	r.endsFatally()
}

func (r *rig) endsFatally() {
	r.Helper()
	err := <-r.done
	r.done <- nil
	var fatal *discord.FatalError
	if !errors.As(err, &fatal) || !strings.HasSuffix(fatal.Error(), ".") || strings.Contains(err.Error(), "canary") {
		r.Errorf("Run returned %v", err)
	}
}

func TestRestartResumes(t *testing.T) {
	t.Parallel()
	facts := &memory{}
	r := playAlone(t, sandbox.Config{}, config{Config: discord.Config{Facts: facts}}, echo)
	r.ready()
	r.answers()
	if err := r.end(); err != nil {
		t.Fatal(err)
	}
	it := r.enter("/do it what:between")
	r.start(config{Config: discord.Config{Facts: facts}}, echo)
	if got := r.wait(it); got.Text() != "between" {
		t.Errorf("%+v", got)
	}
	r.reconnected(1, 1)
	facts.mu.Lock()
	defer facts.mu.Unlock()
	for key, value := range facts.facts {
		if strings.Contains(key+value, r.srv.Token()) {
			t.Errorf("the token is in the fact %s", key)
		}
	}
	r.faultless()
}

func TestLastIdentifiesAreRationed(t *testing.T) {
	r := play(t, sandbox.Config{IdentifyLimit: 1}, config{}, echo)
	r.ready()
	r.srv.InvalidateSession(false)
	r.until(func() bool {
		return strings.Contains(r.log.String(), "nearly all of today's session starts are used up")
	})
	if n := r.srv.Identifies(); n != 1 {
		t.Errorf("%d IDENTIFYs of 1", n)
	}
	r.faultless()
}

func TestGatewayAddressFailsRepeatedly(t *testing.T) {
	r := play(t, sandbox.Config{}, config{}, echo)
	r.ready()
	r.srv.Fail(sandbox.Fault{Path: "/gateway/bot", Status: http.StatusServiceUnavailable, Times: 20})
	r.srv.InvalidateSession(false)
	r.reconnected(2, 0)
}

// TestGatewayGarbage checks that unexpected payloads and events cost a line in the log and nothing else, even if Discord
// replays them after a RESUME.
func TestGatewayGarbage(t *testing.T) {
	r := play(t, sandbox.Config{HeartbeatInterval: 100 * time.Millisecond}, config{}, echo)
	r.ready()
	for _, frame := range []string{`null`, ``, `nonsense`, `[]`, `{}`, `{"op":null}`, `{"op":"0"}`, `{"op":0}`, `{"op":1}`, `{"op":99,"d":null}`,
		`{"op":0,"t":null,"s":null,"d":null}`, `{"op":0,"t":"GUILD_CREATE","s":"x","d":{}}`, `{"op":10,"d":{"heartbeat_interval":50}}`, `{"op":11,"d":[]}`} {
		r.srv.SendFrame(frame)
		r.answers()
	}
	nulls := `{"id":"1","joined_at":null,"channels":[null],"threads":[null],"members":[null],"voice_states":[null],"roles":null}`
	guilds := []string{"GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE", "VOICE_STATE_UPDATE", "VOICE_SERVER_UPDATE", "CHANNEL_DELETE", "RESUMED", "SOMETHING_NEW"}
	for _, name := range append(guilds, "INTERACTION_CREATE") {
		for _, data := range []string{`null`, `[]`, `"x"`, `{}`, nulls, `{"id":"2","token":"t","application_id":"a","type":2,"member":null,"data":null}`} {
			r.srv.SendEvent(name, data)
		}
	}
	r.answers()
	r.srv.DropGateway()
	r.reconnected(1, 1)
	if text := r.log.String(); strings.Contains(text, "panic") || !strings.Contains(text, "was not understood") {
		t.Error("the log has a panic, or does not mention the events")
	}
}

// TestHeartbeatsConfirmEvents checks that Discord is told which events have been handled.
func TestHeartbeatsConfirmEvents(t *testing.T) {
	r := play(t, sandbox.Config{HeartbeatInterval: 50 * time.Millisecond}, config{}, echo)
	r.ready()
	r.answers()
	r.until(func() bool { return r.srv.Unconfirmed() == 0 })
	r.faultless()
}
