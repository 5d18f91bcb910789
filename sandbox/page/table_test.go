package page_test

import (
	"testing"

	"roundel/internal/smallbot"
	"roundel/sandbox"
	"roundel/sandbox/page"
)

// start starts a sandbox with a page for one test, which runs in parallel with the others.
func start(t *testing.T, cfg sandbox.Config, offers page.Config) *sandbox.Server {
	t.Helper()
	t.Parallel()
	return another(t, cfg, offers)
}

// another starts a further sandbox. Users wait for answers as long as the test does.
func another(t *testing.T, cfg sandbox.Config, offers page.Config) *sandbox.Server {
	t.Helper()
	cfg.AnswerWithin = smallbot.Patience
	srv, err := sandbox.Start(cfg)
	if err != nil {
		t.Fatal(err)
	}
	srv.Handle(page.Handlers(srv, offers))
	t.Cleanup(func() {
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
	})
	return srv
}
