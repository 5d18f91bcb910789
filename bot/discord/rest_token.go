package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// tokenCheck finds out what a 401 means. A single one proves nothing, since it may come from a proxy or an outage. So after
// a pause the bot requests its own user from Discord, and calls that need the bot token wait for the result.
type tokenCheck struct {
	pause   time.Duration // before the first request, and at first between requests
	refused chan struct{} // closed once it is certain that Discord does not accept the token
	wg      sync.WaitGroup

	mu      sync.Mutex
	pending chan struct{} // closed when the current check ends; nil: there is none
	why     error         // the refusal, once it is certain
}

const longestCheckPause = 30 * time.Second

func newTokenCheck() *tokenCheck {
	return &tokenCheck{pause: 2 * time.Second, refused: make(chan struct{})}
}

// doubted reports whether the token is being checked or was refused.
func (t *tokenCheck) doubted() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.pending != nil || t.why != nil
}

// refusal returns the error for calls that are no longer sent, or nil unless the token was refused.
func (t *tokenCheck) refusal() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.why == nil {
		return nil
	}
	return fmt.Errorf("not sent, Discord does not accept the bot token: %w: %w", ErrUnauthorized, t.why)
}

// wait waits until the current check ends. It returns an error if the token was refused or ctx has ended.
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

// startTokenCheck starts a check of the token, unless one is running or its result is certain.
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

// askForToken asks Discord until it is clear whether it accepts the token. It returns Discord's refusal, or nil if the token
// is accepted or the session ends first.
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
		r.log.Warn().Str("error", r.secret.err(err)).Msg("cannot find out whether Discord accepts the bot token; asking again")
	}
	return nil // the session has ended
}

// isUnauthorized reports whether err is a response with status 401.
func isUnauthorized(err error) bool {
	var refusal *APIError
	return errors.As(err, &refusal) && refusal.Status == http.StatusUnauthorized
}
