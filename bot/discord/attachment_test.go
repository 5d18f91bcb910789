package discord_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"roundel/bot/discord"

	"roundel/sandbox"
)

// attached runs /rules add with a file of Anna's.
func (r *rig) attached(name, text, more string) *sandbox.Interaction {
	r.Helper()
	id, err := r.srv.User("Anna").Attach(name, []byte(text))
	if err != nil {
		r.Fatal(err)
	}
	return r.enter("/rules add file:" + id + more)
}

// TestAttachments checks that a handler gets the description of a file, can fetch it while its address is valid, and can answer
// with a file.
func TestAttachments(t *testing.T) {
	fetcher := make(chan *discord.Fetcher, 1)
	given := make(chan discord.Attachment, 2)
	r := play(t, sandbox.Config{}, config{}, func(ctx context.Context, req *discord.Request) (*discord.Reply, error) {
		file, ok := req.Attachments["file"]
		if !ok || req.Path != "rules add" || req.Options["file"] != file.ID || len(req.Attachments) != 1 || req.Options["replace"] != "true" {
			t.Errorf("request: %+v", req)
		}
		f := <-fetcher
		fetcher <- f
		data, err := f.Fetch(ctx, file, 32<<10)
		if err != nil {
			return nil, err
		}
		given <- file
		return &discord.Reply{Text: "added", Ephemeral: true, Files: []discord.File{{Name: file.Name, Type: "application/x-yaml", Data: data}}}, nil
	})
	f, err := discord.NewFetcher(discord.FetcherConfig{APIURL: r.srv.URL()})
	if err != nil {
		t.Fatal(err)
	}
	fetcher <- f
	r.ready()

	const text = "dice: 1d20 # Würfel"
	got := r.wait(r.attached("house rules.yaml", text, " replace:true"))
	if got.Message == nil || !got.Ephemeral || len(got.Message.Files) != 1 || string(got.Message.Files[0].Data) != text || got.Message.Files[0].Name != "house_rules.yaml" {
		t.Errorf("answer: %+v", got)
	}
	file := <-given
	if file.Name != "house_rules.yaml" || file.Size != int64(len(text)) || file.ContentType != "application/x-yaml; charset=utf-8" || !file.Ephemeral ||
		!strings.HasPrefix(file.URL, r.srv.URL()+"/ephemeral-attachments/"+r.srv.BotID()+"/"+file.ID+"/house_rules.yaml?ex=") {
		t.Errorf("the file is %+v", file)
	}
	r.srv.Advance(26 * time.Hour)
	var refused *discord.Error
	if _, err := f.Fetch(r.soon(), file, 32<<10); !errors.As(err, &refused) || refused.Problem != discord.Gone {
		t.Errorf("after a day: %v", err)
	}
	r.until(r.s.HoldsNothing)
	r.faultless()
}

// TestFilesHoldUpNothing checks that a request with a file that takes long holds up neither its own channel nor another one.
func TestFilesHoldUpNothing(t *testing.T) {
	arrived := make(chan struct{})
	r := play(t, sandbox.Config{}, deferring(), func(ctx context.Context, req *discord.Request) (*discord.Reply, error) {
		if len(req.Attachments) == 0 {
			return &discord.Reply{Text: req.Options["what"]}, nil
		}
		select {
		case <-arrived:
			return &discord.Reply{Text: "added " + req.Attachments["file"].Name + " and " + req.Attachments["more"].Name}, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	})
	r.ready()
	id, err := r.srv.User("Anna").Attach("b.txt", nil)
	if err != nil {
		t.Fatal(err)
	}
	it := r.attached("a.yaml", "x", " more:"+id)
	r.deferred(it)
	for _, channel := range []string{"fight", "tavern"} {
		if got, err := r.srv.User("Ben").Do(r.soon(), channel, "/do it what:done"); err != nil || got.Text() != "done" {
			t.Errorf("%s: %+v, %v", channel, got, err)
		}
	}
	close(arrived)
	if got := r.wait(it); got.Text() != "added a.yaml and b.txt" {
		t.Errorf("answer: %+v", got)
	}
	r.until(r.s.HoldsNothing)
	r.faultless()
}

// TestFilesWaitForEachOther: two requests with files are handled at a time. The users of the others see that it takes a while, and get their
// answers.
func TestFilesWaitForEachOther(t *testing.T) {
	const files = 5
	began, goOn := make(chan time.Time, files), make(chan struct{})
	r := play(t, sandbox.Config{}, deferring(), func(ctx context.Context, req *discord.Request) (*discord.Reply, error) {
		until, _ := ctx.Deadline()
		began <- until
		<-goOn
		return &discord.Reply{Text: "added " + req.Attachments["file"].Name}, nil
	})
	r.ready()
	var sent []*sandbox.Interaction
	for i := range files {
		sent = append(sent, r.attached(fmt.Sprint(i, ".yaml"), "x", ""))
	}
	for _, it := range sent {
		r.deferred(it)
	}
	if n := len(began); n != 2 {
		t.Errorf("%d at once", n)
	}
	<-began
	<-began
	waited := time.Now()
	for range files {
		goOn <- struct{}{}
	}
	for i, it := range sent {
		if got := r.wait(it); got.Text() != fmt.Sprint("added ", i, ".yaml") {
			t.Errorf("answer: %+v", got)
		}
	}
	for range files - 2 { // the time that a handler has begins with the handler
		if until := <-began; until.Before(waited.Add(30 * time.Second)) {
			t.Errorf("the time of one that had waited ends at %v", until)
		}
	}
	r.until(r.s.HoldsNothing)
	r.faultless()
}
