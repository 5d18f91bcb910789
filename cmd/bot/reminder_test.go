package main

import (
	"context"
	"testing"
	"time"

	"roundel/sandbox"
)

// TestOneFightDoesNotStopTheRemindersOfOthers: a channel that Discord always answers with 500, and a fight whose state cannot be
// read, get no reminder. Everybody else does, and the channel gets its reminder once Discord is well again.
func TestOneFightDoesNotStopTheRemindersOfOthers(t *testing.T) {
	notInBrief(t)
	t.Parallel()
	clock := &machineClock{}
	from := realOutside()
	from.now = clock.now
	tb := newTableFrom(t, &from)
	tb.forgive = append(tb.forgive, 500)
	tb.do("Admin", "/roundel settings reminder:1")
	rooms := []string{"failing", "damaged", "well"} // in the order in which their reminders fall due
	for _, name := range rooms {
		_, err := tb.srv.AddChannel("", name)
		tb.must(err)
		tb.channel = name
		tb.underway()
	}
	tb.end()
	damaged := tb.srv.ChannelID("damaged")
	tamper(t, tb.db, "UPDATE states SET data = '{' WHERE encounter IN (SELECT id FROM encounters WHERE channel = '"+damaged+"')")
	tamper(t, tb.db, "UPDATE entries SET events = '{' WHERE encounter IN (SELECT id FROM encounters WHERE channel = '"+damaged+"')")
	clock.jump(time.Hour)
	tb.srv.Fail(sandbox.Fault{Method: "POST", Path: "/channels/" + tb.srv.ChannelID("failing") + "/messages", Status: 500, Times: -1})
	tb.start()

	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute) // the bot looks for them a few times a minute
	defer cancel()
	tb.channel = "well"
	tb.messageWithin(ctx, "Cleo", "Still waiting for **Knight**")
	tb.srv.ClearFaults()
	tb.channel = "failing"
	tb.messageWithin(ctx, "Cleo", "Still waiting for **Knight**")
}
