package discord_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"roundel/bot/discord"
	"roundel/sandbox"
	"roundel/snowflake"
)

// resumePoint returns the sequence number in the stored resume point.
func (m *memory) resumePoint(t *testing.T) int64 {
	t.Helper()
	m.mu.Lock()
	defer m.mu.Unlock()
	var point struct{ Seq int64 }
	for key, text := range m.facts {
		if strings.HasPrefix(key, "gateway:") {
			if err := json.Unmarshal([]byte(text), &point); err != nil {
				t.Fatal(err)
			}
		}
	}
	return point.Seq
}

// TestServerEventsOverflowQueue checks that server events which do not fit into the queue are dropped, and that the resume
// point still advances.
func TestServerEventsOverflowQueue(t *testing.T) {
	facts, entered, leave := &memory{}, make(chan struct{}, 1), make(chan struct{})
	r := play(t, sandbox.Config{}, config{Config: discord.Config{Facts: facts, QueueLength: 1}, Host: discord.Host{Deleted: func(context.Context, snowflake.Channel) {
		entered <- struct{}{}
		<-leave
	}}}, echo)
	r.ready()
	r.srv.SendEvent("CHANNEL_DELETE", `{"id":"11","guild_id":"1"}`)
	<-entered
	r.srv.SendEvent("CHANNEL_DELETE", `{"id":"12","guild_id":"1"}`)
	r.until(func() bool { return strings.Contains(r.log.String(), "dropped an event") })
	held := facts.resumePoint(t)
	close(leave)
	r.answers()
	r.until(func() bool { return facts.resumePoint(t) > held+2 })
}
