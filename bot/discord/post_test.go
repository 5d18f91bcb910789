package discord_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"roundel/bot/discord"
	"roundel/sandbox"
	"roundel/sandbox/client"
	"roundel/snowflake"
)

// sentPost is what Post.Sent was called with.
type sentPost struct {
	id  snowflake.Message
	via *discord.Via

	late bool // it was called after a follow-up
}

// posted plays answers that carry a card.
type posted struct {
	*rig
	sent  chan sentPost
	mu    sync.Mutex
	calls []string // method, route and query of each REST call
	// first, if it is not nil, is called with the request before it is answered.
	first func(req *discord.Request)
	alone *discord.Reply // the private part of the answers
}

// card returns a message as the publisher posts it.
func card(text string) discord.Message {
	return discord.Message{Text: text, V2: true, Buttons: [][]discord.Button{{{Label: "Go", ID: "go:1"}}}}
}

// posts starts a session whose public answers carry post.
func posts(t *testing.T, post discord.Post, cfg config, world sandbox.Config) *posted {
	p := &posted{sent: make(chan sentPost, 8)}
	world.Exchanged = func(x sandbox.Exchange) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.calls = append(p.calls, x.Method+" "+x.Route+"?"+x.Query)
	}
	post.Sent = func(id snowflake.Message, via *discord.Via) { p.sent <- sentPost{id, via, p.called("POST /webhooks/")} }
	p.rig = play(t, world, cfg, func(_ context.Context, req *discord.Request) (*discord.Reply, error) {
		if p.first != nil {
			p.first(req)
		}
		return &discord.Reply{Text: "told", Ephemeral: req.Options["what"] == "quietly", Post: &post, Alone: p.alone}, nil
	})
	p.ready()
	return p
}

// outcome returns what Sent was called with, and fails if it is called again.
func (p *posted) outcome() sentPost {
	p.Helper()
	got := <-p.sent
	p.until(p.s.HoldsNothing)
	if len(p.sent) > 0 {
		p.Error("Sent was called twice")
	}
	return got
}

// called reports whether a REST call with these words was made.
func (p *posted) called(words string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.ContainsFunc(p.calls, func(c string) bool { return strings.Contains(c, words) })
}

// messages returns the bot's messages in the channel.
func (p *posted) messages() []client.Message {
	p.Helper()
	seen, err := p.srv.Messages("fight", "Anna")
	if err != nil {
		p.Fatal(err)
	}
	return slices.DeleteFunc(seen, func(m client.Message) bool { return !m.FromBot })
}

// TestAnswersCarryPosts: the answer is the post, Sent learns its ID, and its token can edit it and post more.
func TestAnswersCarryPosts(t *testing.T) {
	p := posts(t, discord.Post{Message: card("a card")}, config{}, sandbox.Config{})
	it := p.enter("/do it what:a")
	if got := p.wait(it); got.Text() != "a card" || len(got.Message.Buttons) != 1 {
		t.Errorf("%+v", got)
	}
	sent := p.outcome()
	if sent.id == "" || string(sent.id) != it.Response().Message.ID || !sent.via.Live() {
		t.Fatalf("Sent was called with %q", sent.id)
	}
	if !p.called("/callback?with_response=true") {
		t.Errorf("the ID was not asked for: %q", p.calls)
	}
	if err := sent.via.Edit(p.soon(), sent.id, card("another")); err != nil {
		t.Fatal(err)
	}
	next, err := sent.via.Send(p.soon(), card("next"))
	if err != nil {
		t.Fatal(err)
	}
	if err := sent.via.Edit(p.soon(), next, discord.Message{Text: "next, edited", V2: true}); err != nil {
		t.Fatal(err)
	}
	seen := p.messages()
	if len(seen) != 2 || seen[0].Text != "another" || seen[1].Text != "next, edited" || seen[1].ID != string(next) || len(seen[1].Buttons) != 0 {
		t.Errorf("%+v", seen)
	}
	p.must(p.srv.DeleteMessage(string(next)))
	if err := sent.via.Edit(p.soon(), next, card("gone")); discord.Code(err) != discord.CodeUnknownMessage {
		t.Errorf("edited a deleted message: %v", err)
	}
	for _, v := range append(p.srv.Violations(discord.CodeUnknownMessage), p.srv.Warnings()...) {
		t.Error(v)
	}
}

func (r *rig) must(err error) {
	r.Helper()
	if err != nil {
		r.Fatal(err)
	}
}

// TestPrivateAnswersCarryNoPosts: what only the user sees carries no card.
func TestPrivateAnswersCarryNoPosts(t *testing.T) {
	p := posts(t, discord.Post{Message: card("a card")}, config{}, sandbox.Config{})
	if got := p.do("/do it what:quietly"); got.Text() != "told" || !got.Ephemeral {
		t.Errorf("%+v", got)
	}
	if sent := p.outcome(); sent.id != "" || sent.via != nil {
		t.Errorf("Sent was called with %q and %v", sent.id, sent.via)
	}
}

// TestUpdatesCarryPosts: the answer changes the message that was pressed, and its token can edit that message.
func TestUpdatesCarryPosts(t *testing.T) {
	for name, fault := range map[string]*sandbox.Fault{
		"":              nil,
		"response lost": {Method: "POST", Path: "/interactions/**", Cut: true, After: true},
		"all lost":      {Method: "POST", Path: "/interactions/**", Cut: true, After: true, Times: -1},
	} {
		t.Run(name, func(t *testing.T) {
			p := posts(t, discord.Post{Message: discord.Message{Text: "shrunk", V2: true}, Update: true}, config{}, sandbox.Config{})
			board, err := p.s.Send(p.soon(), snowflake.Channel(p.srv.ChannelID("fight")), card("a card"))
			p.must(err)
			if fault != nil {
				p.srv.Fail(*fault)
			}
			it, err := p.srv.User("Anna").Press(string(board), "Go")
			p.must(err)
			if got := p.wait(it); got.Text() != "shrunk" || got.Message.ID != string(board) || len(got.Message.Buttons) != 0 {
				t.Errorf("%+v", got)
			}
			sent := p.outcome()
			if sent.id != board {
				t.Fatalf("Sent was called with %q, want %q", sent.id, board)
			}
			p.must(sent.via.Edit(p.soon(), board, card("back")))
			if seen := p.messages(); len(seen) != 1 || seen[0].Text != "back" || len(seen[0].Buttons) != 1 {
				t.Errorf("%+v", seen)
			}
		})
	}
}

// TestDeferredAnswersCarryNoPosts: an answer that was deferred is the text, because filling it pings nobody.
func TestDeferredAnswersCarryNoPosts(t *testing.T) {
	handed := make(chan struct{})
	p := posts(t, discord.Post{Message: card("a card")}, deferring(), sandbox.Config{})
	p.first = func(*discord.Request) { <-handed }
	it := p.enter("/do it what:a")
	p.deferred(it)
	close(handed)
	if got := p.wait(it); got.Text() != "told" {
		t.Errorf("%+v", got)
	}
	sent := p.outcome()
	if sent.id != "" {
		t.Errorf("Sent was called with %q", sent.id)
	}
	if seen := p.messages(); len(seen) != 1 || seen[0].Text != "told" {
		t.Errorf("%+v", seen)
	}
	p.faultless()
}

// TestPostsWhoseResponseIsLost: Sent learns the ID of a post even if no response arrives, and the post is there once.
func TestPostsWhoseResponseIsLost(t *testing.T) {
	const path = "/interactions/**"
	for name, fault := range map[string]sandbox.Fault{
		"cut":            {Path: path, Cut: true, After: true},
		"503":            {Path: path, Status: http.StatusServiceUnavailable, After: true},
		"every response": {Path: path, Cut: true, After: true, Times: -1},
		"every 503":      {Path: path, Status: http.StatusServiceUnavailable, After: true, Times: -1},
		"no content":     {Path: path, Status: http.StatusNoContent, After: true},
	} {
		t.Run(name, func(t *testing.T) {
			p := posts(t, discord.Post{Message: card("a card")}, config{}, sandbox.Config{})
			p.srv.Fail(fault)
			it := p.enter("/do it what:a")
			if got := p.wait(it); got.Text() != "a card" || len(got.FollowUps) != 0 {
				t.Errorf("%+v", got)
			}
			if sent := p.outcome(); string(sent.id) != it.Response().Message.ID {
				t.Errorf("Sent was called with %q, want %q", sent.id, it.Response().Message.ID)
			}
			if name == "no content" && p.called("GET /webhooks/") {
				t.Error("the bot looked for an answer that certainly stands")
			}
		})
	}
}

// TestPostsThatDiscordRefuses: Sent is called without an ID.
func TestPostsThatDiscordRefuses(t *testing.T) {
	for name, fault := range map[string]sandbox.Fault{
		"400": {Path: "/interactions/**", Status: http.StatusBadRequest},
		"500": {Path: "/interactions/**", Status: http.StatusInternalServerError, Times: -1},
		"cut": {Path: "/interactions/**", Cut: true, Times: -1},
	} {
		t.Run(name, func(t *testing.T) {
			p := posts(t, discord.Post{Message: card("a card")}, config{}, sandbox.Config{})
			p.srv.Fail(fault)
			p.enter("/do it what:a")
			if sent := p.outcome(); sent.id != "" || sent.via != nil {
				t.Errorf("Sent was called with %q and %v", sent.id, sent.via)
			}
			p.faultless()
		})
	}
}

// TestPostsBeforePrivateParts: Sent is called before the part of the answer that only the user sees is sent, which may take long.
func TestPostsBeforePrivateParts(t *testing.T) {
	p := posts(t, discord.Post{Message: card("a card")}, config{}, sandbox.Config{})
	p.alone = &discord.Reply{Text: "for you"}
	if got := p.do("/do it what:a"); got.Text() != "a card" {
		t.Errorf("%+v", got)
	}
	if sent := p.outcome(); sent.id == "" || sent.late {
		t.Errorf("%+v", sent)
	}
}

// answeredBefore answers each request as an earlier process would have.
func (p *posted) answeredBefore(body string) {
	p.first = func(req *discord.Request) {
		it, err := p.srv.Find(req.ID)
		if err != nil {
			p.Error(err)
			return
		}
		p.answeredAs(it, body)
	}
}

// answeredAs answers an interaction as another process would.
func (r *rig) answeredAs(it *sandbox.Interaction, body string) {
	call, err := http.NewRequest("POST", r.srv.URL()+"/api/v9/interactions/"+it.ID+"/"+it.Token()+"/callback", strings.NewReader(body))
	if err != nil {
		r.Error(err)
		return
	}
	call.Header.Set("Content-Type", "application/json")
	call.Header.Set("User-Agent", "DiscordBot (https://example.org, 1)")
	resp, err := http.DefaultClient.Do(call)
	if err != nil {
		r.Error(err)
		return
	}
	if err := resp.Body.Close(); err != nil || resp.StatusCode >= 300 {
		r.Errorf("%s, %v", resp.Status, err)
	}
}

const (
	deferredAnswer = `{"type":5}`
	cardAnswer     = `{"type":4,"data":{"flags":32768,"components":[{"type":10,"content":"an older card"}],"allowed_mentions":{"parse":[]}}}`
)

// TestPostsAfterAnEarlierAnswer: if an earlier process has answered, that answer becomes the post, unless it is to be kept. One
// that was only deferred becomes the text.
func TestPostsAfterAnEarlierAnswer(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		before, after string
		post          discord.Post
		posted        bool
	}{
		"deferred":       {deferredAnswer, "told", discord.Post{Message: card("a card")}, false},
		"deferred, kept": {deferredAnswer, "told", discord.Post{Message: card("a card"), Keep: true}, false},
		"posted":         {cardAnswer, "a card", discord.Post{Message: card("a card")}, true},
		"posted, kept":   {cardAnswer, "an older card", discord.Post{Message: card("a card"), Keep: true}, true},
	} {
		t.Run(name, func(t *testing.T) {
			p := posts(t, test.post, config{}, sandbox.Config{})
			p.answeredBefore(test.before)
			it := p.enter("/do it what:a")
			sent := p.outcome()
			if got := it.Response(); got.Text() != test.after || (string(sent.id) == got.Message.ID) != test.posted {
				t.Errorf("the answer is %q with the ID %s, and Sent was called with %q", got.Text(), got.Message.ID, sent.id)
			}
			if seen := p.messages(); len(seen) != 1 {
				t.Errorf("%+v", seen)
			}
			for _, v := range append(p.srv.Violations(40060), p.srv.Warnings()...) {
				t.Error(v)
			}
		})
	}
}
