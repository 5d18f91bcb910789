package sandbox_test

import (
	"context"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
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
	var stuck atomic.Bool
	s = newStage(t, sandbox.Config{Exchanged: func(e sandbox.Exchange) {
		if strings.HasSuffix(e.Route, "/callback") && stuck.CompareAndSwap(false, true) {
			hangUp()
			<-release
		}
	}})
	it = s.command("GM", "/go")
	if response, err := http.DefaultClient.Do(s.callback(ctx, it)); err == nil {
		response.Body.Close()
		t.Fatal("the bot heard back")
	}
	return s, it, release
}

// callback returns the request that answers an interaction.
func (s stage) callback(ctx context.Context, it *sandbox.Interaction) *http.Request {
	s.t.Helper()
	request, err := http.NewRequestWithContext(ctx, "POST",
		s.srv.URL()+"/api/v9/interactions/"+it.ID+"/"+it.Token()+"/callback", strings.NewReader(hello))
	if err != nil {
		s.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "DiscordBot (https://example.org, 1)")
	return request
}

// TestAnswerRepeatedAfterHangUp checks that a bot that hung up because it never heard back about its answer may repeat
// it. The repetition is refused, as by Discord, but is not the bot's fault, however slow the sandbox or the bot is. A bot that did hear back and answers
// again is at fault.
func TestAnswerRepeatedAfterHangUp(t *testing.T) {
	t.Parallel()
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
			s.want(status, body, 400, 40060)
			for range 2 { // also while the sandbox is stuck
				if bad := s.srv.Violations(); len(bad) > 0 {
					t.Error(bad)
				}
				<-release
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

// TestAnswerRepeatedAfterClosing checks that a bot that heard back about its answer, closed the connection and answers again is at fault, whoever closed it
// first, and even if it hung up on that connection later, while it waited for something else.
func TestAnswerRepeatedAfterClosing(t *testing.T) {
	t.Parallel()
	for name, then := range map[string]func(s stage, client *http.Client){
		"after each request": nil,
		"afterwards":         func(_ stage, client *http.Client) { client.CloseIdleConnections() },
		"while it waited for something else": func(s stage, client *http.Client) {
			s.srv.Fail(sandbox.Fault{Method: "GET", Path: "/gateway", Delay: 500 * time.Millisecond})
			client.Timeout = 100 * time.Millisecond
			if response, err := client.Get(s.srv.URL() + "/api/v9/gateway"); err == nil {
				response.Body.Close()
				t.Fatal("the bot heard back")
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, sandbox.Config{})
			client := &http.Client{Transport: &http.Transport{DisableKeepAlives: then == nil}}
			for began := time.Now(); ; began = time.Now() {
				s.srv.ClearViolations()
				client.Timeout = 0
				it := s.command("GM", "/go")
				response, err := client.Do(s.callback(t.Context(), it))
				if err != nil {
					t.Fatal(err)
				}
				response.Body.Close()
				if then != nil {
					then(s, client)
				}
				for range 2 { // at once, and when the sandbox has noticed the closing
					status, body := s.answer(it, hello)
					s.want(status, body, 400, 40060)
					time.Sleep(200 * time.Millisecond)
				}
				if time.Since(began) < time.Second { // else the machine is busy, and the bot may have given up waiting
					break
				}
			}
			if bad := s.srv.Violations(); len(bad) != 2 || bad[0].Code != 40060 || bad[1].Code != 40060 {
				t.Errorf("answered three times: %v", bad)
			}
		})
	}
}

// TestAnswerRepeatedUnread checks that a bot that hung up when the response was there, but had not been read, may repeat its answer.
func TestAnswerRepeatedUnread(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	it := s.command("GM", "/go")
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.srv.URL(), "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := s.callback(t.Context(), it).Write(conn); err != nil {
		t.Fatal(err)
	}
	first := make([]byte, 1)
	if _, err := conn.Read(first); err != nil { // the response has come; its rest is not read
		t.Fatal(err)
	}
	conn.Close()
	status, body := s.answer(it, hello)
	s.want(status, body, 400, 40060)
	for end := time.Now().Add(10 * time.Second); len(s.srv.Violations()) > 0; time.Sleep(10 * time.Millisecond) { // until the sandbox has noticed
		if time.Now().After(end) {
			t.Fatal(s.srv.Violations())
		}
	}
	if n := len(s.srv.Refusals()); n != 1 {
		t.Errorf("%d refusals", n)
	}
}

// TestAnswerRepeatedAfterGivingUp checks that a bot whose time to wait was up when it had the response, and which has closed the connection, may repeat its
// answer, but not give another one.
func TestAnswerRepeatedAfterGivingUp(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	it := s.command("GM", "/go")
	client := &http.Client{Transport: &http.Transport{}}
	response, err := client.Do(s.callback(t.Context(), it))
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	client.CloseIdleConnections()
	time.Sleep(1100 * time.Millisecond) // longer than bots that have heard back take to answer wrongly again
	s.answer(it, hello)
	smallbot.NoViolations(t, s.srv)
	s.answer(it, strings.Replace(hello, "hello", "hello again", 1))
	if bad := s.srv.Violations(); len(bad) != 1 || bad[0].Code != 40060 {
		t.Errorf("answered differently: %v", bad)
	}
}

// TestRefusalUnheard checks that a bot that hung up because it never heard that its answer to a second delivery was refused may repeat it, but not
// once it has heard.
func TestRefusalUnheard(t *testing.T) {
	ctx, hangUp := context.WithCancel(t.Context())
	var calls atomic.Int32
	release := make(chan struct{})
	s := newStage(t, sandbox.Config{Exchanged: func(e sandbox.Exchange) {
		if strings.HasSuffix(e.Route, "/callback") && calls.Add(1) == 2 {
			hangUp()
			<-release
		}
	}})
	it := s.command("GM", "/go")
	s.answer(it, hello)
	s.srv.Redeliver(it)
	if response, err := http.DefaultClient.Do(s.callback(ctx, it)); err == nil {
		response.Body.Close()
		t.Fatal("the bot heard back")
	}
	close(release)
	s.answer(it, hello)
	smallbot.NoViolations(t, s.srv)
	s.answer(it, hello)
	if bad := s.srv.Violations(); len(bad) != 1 || bad[0].Code != 40060 {
		t.Errorf("repeated after the refusal was heard: %v", bad)
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
