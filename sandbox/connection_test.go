package sandbox_test

import (
	"context"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"

	"roundel/internal/smallbot"
	"roundel/sandbox"
)

// TestAnswerRepeatedAfterHangUp checks that a bot that hung up because it never heard back about its answer may repeat
// it. The repetition is refused, as by Discord, but is not the bot's fault. A bot that did hear back and answers again
// is at fault.
func TestAnswerRepeatedAfterHangUp(t *testing.T) {
	ctx, hangUp := context.WithCancel(t.Context())
	release := make(chan struct{})
	var first sync.Once
	s := newStage(t, sandbox.Config{Exchanged: func(e sandbox.Exchange) {
		if strings.HasSuffix(e.Route, "/callback") {
			first.Do(func() { // the answer took effect, but the bot does not hear back
				hangUp()
				<-release
			})
		}
	}})
	it := s.command("GM", "/go")
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
	close(release)
	status, body := s.answer(it, hello)
	s.want(status, body, 400, 40060)
	for limit := smallbot.Soon(t); len(s.srv.Violations()) > 0; runtime.Gosched() { // until the sandbox notices that the bot hung up
		if limit.Err() != nil {
			t.Fatal(s.srv.Violations())
		}
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
}
