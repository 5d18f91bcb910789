package smallbot

import (
	"context"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"roundel/sandbox"
)

// Patience is the time that a test waits for something that has to happen. It decides only how soon a failure is reported, so it is far longer
// than even a busy machine needs.
const Patience = time.Minute

// Soon returns a context that ends after [Patience], or with the test.
func Soon(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), Patience)
	t.Cleanup(cancel)
	return ctx
}

// Serve opens a bot until the end of the test; see [Open].
func Serve(t testing.TB, srv *sandbox.Server, handle Handler, further ...*discordgo.ApplicationCommand) {
	t.Helper()
	bot, err := Open(Soon(t), srv, handle, further...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := Close(bot); err != nil {
			t.Log(err)
		}
	})
}

// Failing returns a function that fails the test with an error of the bot's handler.
func Failing(t testing.TB) func(error) { return func(err error) { t.Error(err) } }

// Ignore is for bots whose answers may be lost to a fault.
func Ignore(error) {}

// NoViolations fails the test for everything that Discord would refuse, except with these codes, or would warn about.
func NoViolations(t testing.TB, srv *sandbox.Server, except ...int) {
	t.Helper()
	for _, v := range append(srv.Violations(except...), srv.Warnings()...) {
		t.Error("violation:", v)
	}
}
