package sandbox_test

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"roundel/internal/smallbot"
	"roundel/sandbox"
	"roundel/sandbox/world"
)

func TestPlay(t *testing.T) {
	srv := start(t, sandbox.Config{})
	smallbot.Serve(t, srv, smallbot.Table(smallbot.Failing(t)))
	gm, anna := srv.User("GM"), srv.User("Anna")

	got, err := gm.Do(smallbot.Soon(t), "fight", `/init add name:Goblin King count:3 stats:init 7, hp: 5 owner:@Anna hidden:true`)
	if err != nil {
		t.Fatal(err)
	}
	want := "added name=Goblin King count=3 stats=init 7, hp: 5 owner=" + anna.ID() + " hidden=true by @GM"
	if got.Text() != want || got.Ephemeral || len(got.Message.Pinged) != 0 {
		t.Fatalf("got %q, want %q (%+v)", got.Text(), want, got)
	}

	pressed, err := anna.Press(got.Message.ID, "Join")
	if err != nil {
		t.Fatal(err)
	}
	form, err := pressed.Wait(smallbot.Soon(t))
	if err != nil || form.Modal == nil || form.Modal.Fields[0].Label != "Name" || form.Modal.Fields[0].Value != "Anna" {
		t.Fatalf("form: %+v, %v", form.Modal, err)
	}
	if _, err := anna.Submit(pressed, map[string]string{"Name": ""}); err == nil {
		t.Error("a required field was left empty and sent")
	}
	submitted, err := anna.Submit(pressed, map[string]string{"Name": "Annabel"})
	if err != nil {
		t.Fatal(err)
	}
	joined, err := submitted.Wait(smallbot.Soon(t))
	if err != nil || joined.Text() != "Annabel joined" || joined.Message.ID != got.Message.ID || !joined.Message.Edited {
		t.Fatalf("joined: %+v, %v", joined.Message, err)
	}

	choices, err := gm.Complete(smallbot.Soon(t), "fight", "/init add name:Go", "name")
	if err != nil || len(choices) != 1 || choices[0].Value != "goblin" {
		t.Fatalf("choices: %v, %v", choices, err)
	}
	smallbot.NoViolations(t, srv)
}

func TestEphemeralIsVisibleToOneUser(t *testing.T) {
	srv := start(t, sandbox.Config{})
	smallbot.Serve(t, srv, smallbot.Table(smallbot.Failing(t)))
	got, err := srv.User("GM").Do(smallbot.Soon(t), "fight", "/say mode:Quiet")
	if err != nil || got.Text() != "said quiet" || !got.Ephemeral || !got.Deferred {
		t.Fatalf("got %+v, %v", got, err)
	}
	for user, want := range map[string]int{"GM": 1, "Anna": 0} {
		if seen, err := srv.Messages("fight", user); err != nil || len(seen) != want {
			t.Errorf("%s sees %d messages (%v), want %d", user, len(seen), err, want)
		}
	}
	if strings.Contains(srv.Seen("Anna"), "quiet") || !strings.Contains(srv.Seen("GM"), "quiet") {
		t.Error("an ephemeral answer must be visible to its user and nobody else")
	}
	smallbot.NoViolations(t, srv)
}

func TestClientChecksCommands(t *testing.T) {
	srv := start(t, sandbox.Config{})
	smallbot.Serve(t, srv, smallbot.Table(smallbot.Failing(t)))
	for _, line := range []string{"/nope", "/init", "/init nope", "/init add", "/init add name:", "/init add count:3 name:Go count:4",
		"/init add name:Go count:x", "/init add name:Go count:0", "/init add name:Go count:21", "/init add name:Go owner:Nobody",
		"/init add name:Go hidden:maybe", "/say mode:Whisper", "/say text", "/init end now"} {
		if _, err := srv.User("GM").Command("fight", line); err == nil {
			t.Errorf("%s was sent", line)
		}
	}
	if _, err := srv.User("GM").Invoke("fight", "init add", map[string]string{"name": `a "b" count:3`}); err != nil {
		t.Error(err)
	}
	if _, err := srv.User("Nobody").Command("fight", "/init end"); err == nil {
		t.Error("an unknown user could run a command")
	}
}

func TestNoAnswerInTime(t *testing.T) {
	srv := start(t, sandbox.Config{AnswerWithin: 100 * time.Millisecond})
	given, late := make(chan struct{}), make(chan error, 1)
	smallbot.Serve(t, srv, func(bot *discordgo.Session, i *discordgo.InteractionCreate) {
		<-given
		late <- bot.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{Content: "late", AllowedMentions: smallbot.None()}})
	})
	got, err := srv.User("GM").Do(smallbot.Soon(t), "fight", "/init end")
	if err != nil || !got.Failed || got.Text() != sandbox.NoAnswer {
		t.Errorf("got %+v, %v", got, err)
	}
	close(given)
	wantCode(t, <-late, 404, 10062)
}

// wantCode checks that an error is Discord's, with a status and a code.
func wantCode(t *testing.T, err error, status, code int) {
	t.Helper()
	rest, ok := err.(*discordgo.RESTError)
	if !ok || rest.Response.StatusCode != status || rest.Message == nil || rest.Message.Code != code {
		t.Errorf("got %v, want status %d and code %d", err, status, code)
	}
}

func TestRedeliveryIsAnsweredOnce(t *testing.T) {
	srv := start(t, sandbox.Config{})
	smallbot.Serve(t, srv, func(bot *discordgo.Session, i *discordgo.InteractionCreate) {
		_ = bot.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{Content: "done", AllowedMentions: smallbot.None()}})
	})
	it, err := srv.User("GM").CommandAt(time.Now().Add(-time.Second), "fight", "/init end")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := it.Wait(smallbot.Soon(t)); err != nil {
		t.Fatal(err)
	}
	if age := time.Since(world.IDTime(it.ID)); age < time.Second {
		t.Errorf("the ID is %s old, want at least 1 s", age)
	}
	srv.Redeliver(it)
	if err := srv.Await(smallbot.Soon(t), func() bool { return len(it.Answers()) == 2 }); err != nil {
		t.Fatal(err)
	}
	if second := it.Answers()[1]; second.Code != 40060 || second.Status != 400 {
		t.Errorf("the second answer got %+v", second)
	}
	smallbot.NoViolations(t, srv)
}

// TestEachDeliveryExcusesOneAnswer checks that a bot may answer each delivery of an interaction once, and no more than that.
func TestEachDeliveryExcusesOneAnswer(t *testing.T) {
	srv := start(t, sandbox.Config{})
	var answers atomic.Int32 // to each delivery
	answers.Store(1)
	smallbot.Serve(t, srv, func(bot *discordgo.Session, i *discordgo.InteractionCreate) {
		for range answers.Load() {
			_ = bot.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
				Type: discordgo.InteractionResponseChannelMessageWithSource,
				Data: &discordgo.InteractionResponseData{Content: "done", AllowedMentions: smallbot.None()}})
		}
	})
	it, err := srv.User("GM").Command("fight", "/init end")
	if err != nil {
		t.Fatal(err)
	}
	given := func(n int) {
		t.Helper()
		if err := srv.Await(smallbot.Soon(t), func() bool { return len(it.Answers()) == n }); err != nil {
			t.Fatal(err)
		}
	}
	given(1)
	for n := range 2 {
		srv.Redeliver(it)
		given(n + 2)
	}
	smallbot.NoViolations(t, srv)
	answers.Store(2)
	srv.Redeliver(it)
	given(5)
	if got := srv.Violations(); len(got) != 1 || got[0].Code != 40060 {
		t.Errorf("%+v", got)
	}
}
