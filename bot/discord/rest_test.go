package discord_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"roundel/bot/discord"
	"roundel/sandbox"
	"roundel/snowflake"
)

const canary = "aW50ZXJhY3Rpb246Y2FuYXJ5"

// against returns a session whose REST calls are answered by serve.
func against(t *testing.T, serve http.HandlerFunc) *discord.Session {
	t.Helper()
	srv := httptest.NewServer(serve)
	t.Cleanup(srv.Close)
	s, err := discord.New(discord.Config{Token: "canary.bot.token", APIURL: srv.URL + "/", Log: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	s.Hurry()
	return s
}

func TestRoutesAndHeaders(t *testing.T) {
	var seen []string
	s := against(t, func(w http.ResponseWriter, r *http.Request) {
		seen = append(seen, r.Method+" "+r.URL.Path)
		if r.Header.Get("Authorization") != "Bot canary.bot.token" || !strings.HasPrefix(r.UserAgent(), "DiscordBot (") {
			t.Errorf("headers: %v", r.Header)
		}
		body := `{"id":"7"}`
		if r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "/commands") {
			body = "[]"
		}
		answer(t, w, http.StatusOK, body)
	})
	ctx := t.Context()
	id, err := s.Send(ctx, "1", discord.Message{Text: "x"})
	errs := []error{err, s.Edit(ctx, "1", "2", discord.Message{}), s.Delete(ctx, "1", "2"),
		s.RegisterCommands(ctx, "5", []string{}), s.RegisterCommands(ctx, "", []string{})}
	if err := errors.Join(errs...); err != nil || id != "7" {
		t.Fatal(id, err)
	}
	want := "POST /api/v9/channels/1/messages,PATCH /api/v9/channels/1/messages/2,DELETE /api/v9/channels/1/messages/2," +
		"GET /api/v9/applications/@me,PUT /api/v9/applications/7/guilds/5/commands," +
		"GET /api/v9/applications/7/commands,PUT /api/v9/applications/7/commands" // an Entry Point command stays
	if got := strings.Join(seen, ","); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func answer(t *testing.T, w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if _, err := w.Write([]byte(body)); err != nil {
		t.Log(err)
	}
}

// sequence returns a session whose calls get one status after another (0: no response), then 200.
func sequence(t *testing.T, calls *atomic.Int32, statuses ...int) *discord.Session {
	return against(t, func(w http.ResponseWriter, r *http.Request) {
		n := int(calls.Add(1))
		switch {
		case n > len(statuses):
			answer(t, w, http.StatusOK, `{"id":"7"}`)
		case statuses[n-1] == 0:
			panic(http.ErrAbortHandler)
		case statuses[n-1] == http.StatusTooManyRequests:
			answer(t, w, statuses[n-1], `{"message":"limited","retry_after":0.002,"global":false}`)
		default:
			answer(t, w, statuses[n-1], `{"message":"oops","code":0}`)
		}
	})
}

func TestRetries(t *testing.T) {
	edit := func(s *discord.Session) error {
		return s.Edit(context.Background(), "1", "2", discord.Message{Text: "x"})
	}
	send := func(s *discord.Session) error {
		_, err := s.Send(context.Background(), "1", discord.Message{Text: "x"})
		return err
	}
	sendOnce := func(s *discord.Session) error {
		_, err := s.Send(context.Background(), "1", discord.Message{Text: "x", Nonce: "n"})
		return err
	}
	for name, c := range map[string]struct {
		do       func(*discord.Session) error
		statuses []int
		calls    int32
		fails    bool
	}{
		"edit, 5xx":            {edit, []int{500, 502, 503, 504}, 5, false},
		"edit, no answer":      {edit, []int{0, 0}, 3, false},
		"edit, always 500":     {edit, []int{500, 500, 500, 500, 500, 500, 500, 500}, 6, true},
		"edit, 400":            {edit, []int{400}, 1, true},
		"edit, 403":            {edit, []int{403}, 1, true},
		"edit, 429":            {edit, []int{429, 429}, 3, false},
		"send, 500":            {send, []int{500}, 1, true},
		"send, no answer":      {send, []int{0}, 1, true},
		"send, 429":            {send, []int{429}, 2, false},
		"send with nonce, 500": {sendOnce, []int{500, 0}, 3, false},
	} {
		var calls atomic.Int32
		err := c.do(sequence(t, &calls, c.statuses...))
		if calls.Load() != c.calls || (err != nil) != c.fails {
			t.Errorf("%s: %d calls, %v", name, calls.Load(), err)
		}
	}
}

// TestRefusedTokenIsNotUsedAgain checks that after the first call and the one that confirms the refusal, none are sent.
func TestRefusedTokenIsNotUsedAgain(t *testing.T) {
	var calls atomic.Int32
	s := sequence(t, &calls, 401, 401, 401)
	for range 3 {
		if err := s.Delete(t.Context(), "1", "2"); err == nil || strings.Contains(err.Error(), "canary") {
			t.Error(err)
		}
	}
	if calls.Load() != 2 {
		t.Errorf("%d calls", calls.Load())
	}
}

// TestSingle401IsChecked checks that the call is retried once Discord has confirmed the token, however long that takes.
func TestSingle401IsChecked(t *testing.T) {
	for name, c := range map[string]struct {
		statuses []int
		calls    int32
	}{
		"at once":          {[]int{401, 200}, 3},
		"after an outage":  {[]int{401, 503, 429, 0, 200}, 6},
		"not for the call": {[]int{401, 200, 401}, 3},
	} {
		var calls atomic.Int32
		s := sequence(t, &calls, c.statuses...)
		_, err := s.Send(t.Context(), "1", discord.Message{Text: "x"})
		if refused := name == "not for the call"; refused != (err != nil) || calls.Load() != c.calls {
			t.Errorf("%s: %d calls, %v", name, calls.Load(), err)
		}
		if _, err := s.Send(t.Context(), "1", discord.Message{Text: "x"}); err != nil {
			t.Errorf("%s: the next call: %v", name, err)
		}
	}
}

func TestRateLimits(t *testing.T) {
	t.Run("a wait longer than the deadline is not started", func(t *testing.T) {
		s := against(t, func(w http.ResponseWriter, _ *http.Request) {
			answer(t, w, http.StatusTooManyRequests, `{"retry_after":300,"global":false}`)
		})
		var refusal *discord.APIError
		if err := s.Delete(t.Context(), "1", "2"); !errors.As(err, &refusal) || refusal.Retry != 5*time.Minute {
			t.Errorf("%v", err)
		}
	})
	t.Run("a route's limit does not affect other routes", func(t *testing.T) {
		s := limited(t, `{"retry_after":3600,"global":false}`, nil)
		if err := s.Edit(t.Context(), "1", "2", discord.Message{}); err == nil {
			t.Error("no limit")
		}
		if err := s.Edit(t.Context(), "9", "2", discord.Message{}); err != nil {
			t.Error(err)
		}
	})
	t.Run("a global limit affects all routes", func(t *testing.T) {
		s := limited(t, `{"retry_after":3600,"global":true}`, nil)
		for _, channel := range []snowflake.Channel{"1", "9"} {
			if err := s.Edit(t.Context(), channel, "2", discord.Message{}); err == nil {
				t.Error("no limit")
			}
		}
	})
	t.Run("an empty bucket blocks its route", func(t *testing.T) {
		s := limited(t, "", http.Header{"X-Ratelimit-Limit": {"1"}, "X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Reset-After": {"3600"}})
		if err := s.Edit(t.Context(), "9", "2", discord.Message{}); err != nil {
			t.Error(err)
		}
		if err := s.Edit(t.Context(), "9", "3", discord.Message{}); err == nil {
			t.Error("called although the bucket was empty")
		}
	})
	t.Run("too many edits of an old message", func(t *testing.T) {
		s := limited(t, `{"message":"Maximum","code":30046,"retry_after":3600,"global":false}`, nil)
		if err := s.Edit(t.Context(), "1", "2", discord.Message{}); discord.Code(err) != discord.CodeOldEdits {
			t.Errorf("%v", err)
		}
	})
	t.Run("waiting ends with the context", func(t *testing.T) {
		s := limited(t, `{"retry_after":30,"global":false}`, nil)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(10*time.Millisecond, cancel)
		if err := s.Edit(ctx, "1", "2", discord.Message{}); err == nil {
			t.Error("no error")
		}
	})
}

// limited returns a session whose calls get a 429 in channel 1, and 200 with these headers elsewhere.
func limited(t *testing.T, body string, header http.Header) *discord.Session {
	return against(t, func(w http.ResponseWriter, r *http.Request) {
		for key, values := range header {
			w.Header()[key] = values
		}
		if strings.HasPrefix(r.URL.Path, "/api/v9/channels/1/") {
			answer(t, w, http.StatusTooManyRequests, body)
			return
		}
		answer(t, w, http.StatusOK, `{}`)
	})
}

func TestMessages(t *testing.T) {
	r := play(t, sandbox.Config{}, config{}, echo)
	r.ready()
	ctx, channel := r.soon(), snowflake.Channel(r.srv.ChannelID("fight"))
	m := discord.Message{Text: r.srv.User("Anna").Mention() + r.srv.User("Ben").Mention(), Mentions: []snowflake.User{snowflake.User(r.srv.User("Anna").ID())}, Nonce: "n1"}
	r.srv.Fail(sandbox.Fault{Method: "POST", Path: "/channels/*/messages", Cut: true, After: true})
	id, err := r.s.Send(ctx, channel, m)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := r.s.Send(ctx, channel, m); err != nil || again != id {
		t.Errorf("sent twice: %s %s %v", id, again, err)
	}
	if len(r.srv.Pings("Anna")) != 1 || len(r.srv.Pings("Ben")) != 0 {
		t.Error("want one ping, for Anna")
	}
	board := discord.Message{Text: "board", V2: true, Buttons: [][]discord.Button{{{Label: "Go", ID: "go:1", Style: discord.Success}}}}
	shown, err := r.s.Send(ctx, channel, board)
	if err != nil {
		t.Fatal(err)
	}
	board.Text, board.Buttons = "board 2", nil
	err = errors.Join(r.s.Edit(ctx, channel, shown, board), r.s.Edit(ctx, channel, id, discord.Message{Text: "less"}),
		r.s.Edit(ctx, channel, id, discord.Message{Text: "a card", V2: true}), r.s.Delete(ctx, channel, id), r.s.Delete(ctx, channel, id))
	if err != nil {
		t.Error(err)
	}
	if err := r.s.Edit(ctx, channel, id, m); discord.Code(err) != discord.CodeUnknownMessage {
		t.Errorf("edited a deleted message: %v", err)
	}
	for _, v := range append(r.srv.Violations(10008), r.srv.Warnings()...) {
		t.Error(v)
	}
}

func TestErrorsHideTokens(t *testing.T) {
	texts := map[string]string{
		"follow-up": `Post "https://discord.com/api/v9/webhooks/123/` + canary + `?wait=true": EOF`,
		"original":  "https://discord.com/api/v9/webhooks/123/" + canary + "/messages/@original: 404",
		"callback":  "POST /interactions/99/" + canary + "/callback",
		"escaped":   "url=https%3A%2F%2Fdiscord.com%2Fapi%2Fwebhooks%2F123%2F" + canary,
		"payload":   `{"op":6,"d":{"token": "` + canary + `"}}`,
		"bot token": "Bot MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe." + canary + "abcdefgh",
	}
	for name, text := range texts {
		if got := discord.Redact(text); strings.Contains(got, canary) || !strings.Contains(got, "[redacted]") {
			t.Errorf("%s: %s", name, got)
		}
	}
	if plain := "POST /channels/1/messages: HTTP 404: Unknown Channel (10003)"; discord.Redact(plain) != plain {
		t.Error("redacts too much:", discord.Redact(plain))
	}
}
