package discord_test

import (
	"context"
	"slices"
	"testing"

	"roundel/bot/discord"
	"roundel/sandbox"
	"roundel/sandbox/client"
)

// TestPrivateMessagesAfterAReply: once a reply was sent, be it public or not, its way sends messages that only the asker sees, edits them
// and deletes them. A form gives no way.
func TestPrivateMessagesAfterAReply(t *testing.T) {
	ways := make(chan discord.Whisperer, 1)
	p := &posted{}
	p.rig = play(t, sandbox.Config{}, config{}, func(_ context.Context, req *discord.Request) (*discord.Reply, error) {
		reply := &discord.Reply{Text: "told", Ephemeral: req.Options["what"] == "quietly", Private: func(w discord.Whisperer) { ways <- w }}
		if req.Options["what"] == "form" {
			reply.Form = &discord.Form{ID: "f", Title: "F", Inputs: []discord.Input{{ID: "a", Label: "A"}}}
		}
		return reply, nil
	})
	p.ready()
	p.do("/do it what:form")
	for _, what := range []string{"aloud", "quietly"} {
		p.do("/do it what:" + what)
		w := <-ways
		id, err := w.Whisper(p.soon(), discord.Message{Text: "only for Anna"})
		p.must(err)
		p.must(w.Edit(p.soon(), id, discord.Message{Text: "changed"}))
		seen := p.messages()
		if last := seen[len(seen)-1]; last.Text != "changed" || !last.Ephemeral || !w.Live() {
			t.Errorf("%s: Anna sees %+v", what, last)
		}
		others, err := p.srv.Messages("fight", "Ben")
		p.must(err)
		for _, m := range others {
			if m.Text == "changed" || m.Ephemeral {
				t.Errorf("%s: Ben sees %+v", what, m)
			}
		}
		p.must(w.Delete(p.soon(), id))
		p.must(w.Delete(p.soon(), id)) // it is gone already
		if all := p.messages(); slices.ContainsFunc(all, func(m client.Message) bool { return m.Text == "changed" }) {
			t.Errorf("%s: not deleted: %+v", what, all)
		}
	}
}
