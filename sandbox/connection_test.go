package sandbox_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"roundel/internal/smallbot"
	"roundel/sandbox"
)

// hangUp answers an interaction and hangs up before the bot hears back. The first answer takes effect; the sandbox is stuck in it until release is closed.
func hangUp(t *testing.T) (s stage, it *sandbox.Interaction, release chan struct{}) {
	t.Helper()
	ctx, hangUp := context.WithCancel(t.Context())
	release = make(chan struct{})
	var first sync.Once
	s = newStage(t, sandbox.Config{Exchanged: func(e sandbox.Exchange) {
		if strings.HasSuffix(e.Route, "/callback") {
			first.Do(func() {
				hangUp()
				<-release
			})
		}
	}})
	it = s.command("GM", "/go")
	request, err := http.NewRequestWithContext(ctx, "POST",
		s.srv.URL()+"/api/v9/interactions/"+it.ID+"/"+it.Token()+"/callback", strings.NewReader(hello))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "DiscordBot (https://example.org, 1)")
	if response, err := http.DefaultClient.Do(request); err == nil {
		response.Body.Close()
		t.Fatal("the bot heard back")
	}
	return s, it, release
}

// TestAnswerRepeatedAfterHangUp checks that a bot that hung up because it never heard back about its answer may repeat
// it. The repetition is refused, as by Discord, but is not the bot's fault, however slow the sandbox or the bot is. A bot that did hear back and answers
// again is at fault.
func TestAnswerRepeatedAfterHangUp(t *testing.T) {
	for name, slow := range map[string]func(release chan struct{}){
		"neither is slow":     func(release chan struct{}) { close(release) },
		"the sandbox is slow": func(release chan struct{}) { time.AfterFunc(1500*time.Millisecond, func() { close(release) }) },
		"the bot is slow": func(release chan struct{}) {
			close(release)
			time.Sleep(1500 * time.Millisecond)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, it, release := hangUp(t)
			slow(release)
			status, body := s.answer(it, hello)
			<-release
			s.want(status, body, 400, 40060)
			if bad := s.srv.Violations(); len(bad) > 0 {
				t.Error(bad)
			}
			if len(s.srv.Refusals()) != 1 {
				t.Errorf("refused: %v", s.srv.Refusals())
			}
			it = s.command("GM", "/go")
			s.answer(it, hello)
			s.answer(it, hello)
			if bad := s.srv.Violations(); len(bad) != 1 || bad[0].Code != 40060 {
				t.Errorf("answered twice: %v", bad)
			}
		})
	}
}

// TestADeliveryExcusesOneAnswer checks that a further delivery excuses one further answer, also if that has been forgotten.
func TestADeliveryExcusesOneAnswer(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	s.srv.DeliverTwice(true)
	it := s.command("GM", "/go")
	s.answer(it, hello)
	s.answer(it, hello)
	smallbot.NoViolations(t, s.srv)
	s.srv.ClearViolations()
	s.answer(it, hello)
	if bad := s.srv.Violations(); len(bad) != 1 || bad[0].Code != 40060 {
		t.Errorf("the third answer to two deliveries: %v", bad)
	}
}
