package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// tokenCheck finds out what a 401 means. A single one proves nothing: it may come from a proxy or an outage. So after a
// pause the bot asks Discord for its own user; calls that need the bot token wait for the answer.
type tokenCheck struct {
	pause   time.Duration // from a 401 until Discord is asked, and the first pause until it is asked again
	refused chan struct{} // closed when Discord does not accept the token
	wg      sync.WaitGroup

	mu      sync.Mutex
	pending chan struct{} // closed when the check under way is over; nil: none is
	why     error         // the refusal, once it is certain
}

const longestCheckPause = 30 * time.Second

func newTokenCheck() *tokenCheck {
	return &tokenCheck{pause: 2 * time.Second, refused: make(chan struct{})}
}

// doubted reports whether the token was refused, at least once and not disproved yet.
func (t *tokenCheck) doubted() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.pending != nil || t.why != nil
}

// refusal returns the error for calls that are not sent any more, or nil while the token may be good.
func (t *tokenCheck) refusal() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.why == nil {
		return nil
	}
	return fmt.Errorf("not sent, Discord does not accept the bot token: %w: %w", ErrUnauthorized, t.why)
}

// wait waits until no check is under way. The error says that the token is refused, or that ctx has ended.
func (t *tokenCheck) wait(ctx context.Context) error {
	t.mu.Lock()
	pending := t.pending
	t.mu.Unlock()
	if pending != nil {
		select {
		case <-pending:
		case <-ctx.Done():
			return fmt.Errorf("waiting for Discord to say whether it accepts the bot token: %w", ctx.Err())
		}
	}
	return t.refusal()
}

// doubtToken begins a check of the token, unless one is under way or its outcome is certain.
func (r *rest) startTokenCheck() {
	t := r.check
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.pending != nil || t.why != nil || r.life.Err() != nil {
		return
	}
	over := make(chan struct{})
	t.pending = over
	r.log.Warn().Msg("Discord answered 401 Unauthorized; asking again before the bot token counts as refused")
	t.wg.Go(func() {
		why := r.askForToken()
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.pending, t.why = nil, why; why != nil {
			close(t.refused)
		}
		close(over)
	})
}

// askForToken asks Discord until it says whether it accepts the token, and returns its refusal, if it is one.
func (r *rest) askForToken() error {
	c := call{method: "GET", route: "/users/@me"}
	for pause := r.check.pause; sleep(r.life, pause) == nil; pause = min(2*pause, longestCheckPause) {
		err := r.limits.wait(r.life, c.limitKey(), true)
		if err == nil {
			_, err = r.attempt(r.life, c, "", nil)
		}
		switch {
		case err == nil:
			r.log.Info().Msg("Discord accepts the bot token after all")
			return nil
		case isUnauthorized(err):
			return err
		}
		r.log.Warn().Str("error", r.secret.err(err)).Msg("Discord does not say whether it accepts the bot token; asking again")
	}
	return nil // the session has ended
}

// isUnauthorized reports whether Discord refused the bot token in an answer.
func isUnauthorized(err error) bool {
	var refusal *APIError
	return errors.As(err, &refusal) && refusal.Status == http.StatusUnauthorized
}
