// Package smallbot is a small bot, written with discordgo, for the tests of the sandbox's packages.
//
//	srv, err := sandbox.Start(sandbox.Config{})
//	bot, err := smallbot.Open(ctx, srv, smallbot.Table(failed))   // connected, Commands registered
//	got, err := srv.User("Anna").Do(ctx, "fight", "/say mode:Quiet")
//
// It needs no *testing.T: what fails is returned, or passed to a function. No program imports it.
package smallbot
