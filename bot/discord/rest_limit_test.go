package discord

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"
)

func TestLimiterForgetsOldRoutes(t *testing.T) {
	l := newLimiter(zerolog.Nop())
	for i := range 10 * sweepEvery {
		l.learn(call{method: "POST", route: "/x", secret: fmt.Sprint(i)}, emptied("0.000001"), nil)
	}
	if len(l.routes) > sweepEvery {
		t.Errorf("%d routes are remembered", len(l.routes))
	}
}

// emptied returns a response after which the route may not be used for that many seconds.
func emptied(after string) *http.Response {
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"X-Ratelimit-Limit": {"5"}, "X-Ratelimit-Remaining": {"0"},
		"X-Ratelimit-Reset-After": {after}}}
}

// TestManyRetriesHavePauses checks that a token which Discord doesn't know yet can be tried again any number of times.
func TestManyRetriesHavePauses(t *testing.T) {
	r := &rest{base: time.Millisecond}
	unknown := &APIError{Status: http.StatusNotFound, Code: codeUnknownWebhook}
	for attempt := 1; attempt <= 100; attempt++ {
		pause, again := r.retry(call{knownBy: time.Now().Add(time.Hour)}, unknown, attempt)
		if !again || pause <= 0 || pause > 8*r.base {
			t.Errorf("after attempt %d: %v, %v", attempt, pause, again)
		}
	}
}

// TestTokensAreApartFromTheGlobalLimit: a call with an interaction's token neither waits for the global limit nor counts to it.
func TestTokensAreApartFromTheGlobalLimit(t *testing.T) {
	r := &rest{limits: newLimiter(zerolog.Nop()), check: newTokenCheck()}
	atOnce, cancel := context.WithDeadline(t.Context(), time.Now()) // a call that has to wait fails
	defer cancel()
	send, edit := call{method: "POST", route: "/webhooks/1/%s", secret: "token"}, call{method: "PATCH", route: "/channels/1/messages/2"}
	for range 10 * globalBurst {
		if err := r.waitTurn(atOnce, send); err != nil {
			t.Fatalf("a call with a token waits: %v", err)
		}
	}
	for n := range globalBurst {
		if err := r.waitTurn(atOnce, edit); err != nil {
			t.Fatalf("ordinary call %d waits, although only calls with a token came before: %v", n+1, err)
		}
	}
	r.limits.learn(edit, &http.Response{StatusCode: http.StatusTooManyRequests, Header: http.Header{}}, []byte(`{"retry_after":60,"global":true}`))
	if r.waitTurn(atOnce, edit) == nil {
		t.Error("an ordinary call does not wait for the global limit")
	}
	if err := r.waitTurn(atOnce, send); err != nil {
		t.Errorf("a call with a token waits: %v", err)
	}
}

func TestLimiterReleasesWaitersByWindow(t *testing.T) {
	l, now := newLimiter(zerolog.Nop()), time.Now()
	l.routes["r"] = &route{limit: 2, window: time.Minute, reset: now.Add(-time.Second)}
	gone := 0
	for range 5 {
		if l.take("r", false, now) == 0 {
			gone++
		}
	}
	if gone != 2 {
		t.Errorf("%d calls were sent with a limit of 2", gone)
	}
}

// TestExcessiveLimitsAreCapped checks that no response blocks a route for longer than Discord's longest window, and that
// one which tries to is logged.
func TestExcessiveLimitsAreCapped(t *testing.T) {
	c := call{method: "PATCH", route: "/channels/1/messages/2"}
	limited := func(retry string, global bool) (*http.Response, []byte) {
		return &http.Response{StatusCode: http.StatusTooManyRequests, Header: http.Header{}},
			fmt.Appendf(nil, `{"retry_after":%s,"global":%v}`, retry, global)
	}
	for _, after := range []string{"1e9", "1e300", "Inf", "601", "NaN", "-1e9"} {
		var log strings.Builder
		l := newLimiter(zerolog.New(&log))
		l.learn(c, emptied(after), nil)
		long := after != "NaN" && after != "-1e9"
		for _, global := range []bool{false, true} {
			if long && after != "Inf" {
				resp, body := limited(after, global)
				l.learn(c, resp, body)
			}
		}
		if pause := l.take(c.limitKey(), true, time.Now().Add(longestLimit)); pause > 0 {
			t.Errorf("%s: the route is blocked for another %v", after, pause)
		}
		if logged := strings.Contains(log.String(), "longer than any"); logged != long {
			t.Errorf("%s: logged %q", after, log.String())
		}
	}
}

// TestLimitOnOneMessage checks that a 429 with code 30046, which limits one message, does not block the route, and that the
// same digits elsewhere in the response mean nothing.
func TestLimitOnOneMessage(t *testing.T) {
	c := call{method: "PATCH", route: "/channels/1/messages/2"}
	for body, closes := range map[string]bool{
		`{"message":"Maximum","code":30046,"retry_after":60,"global":false}`:   false,
		`{"message":"limited","retry_after":60.30046,"global":false}`:          true,
		`{"message":"limited 30046","code":0,"retry_after":60,"global":false}`: true,
	} {
		l := newLimiter(zerolog.Nop())
		l.learn(c, &http.Response{StatusCode: http.StatusTooManyRequests, Header: http.Header{}}, []byte(body))
		if got := l.take(c.limitKey(), false, time.Now()) > 0; got != closes {
			t.Errorf("%s blocks the route: %v", body, got)
		}
	}
}

// TestTheGlobalLimitIsShared checks that several processes together send no more than one may alone, also at once.
func TestTheGlobalLimitIsShared(t *testing.T) {
	for members := 1; members <= 4; members++ {
		l := newLimiter(zerolog.Nop())
		l.members = func() int { return members }
		now, sent := time.Now(), 0
		for end := now.Add(10 * time.Second); now.Before(end); {
			pause := l.take("GET /x", true, now)
			if pause <= 0 {
				sent++
			}
			now = now.Add(max(pause, 0))
		}
		if all := sent * members; all < 480 || all > 500 {
			t.Errorf("%d processes send %d in 10 s", members, all)
		}
	}
}
