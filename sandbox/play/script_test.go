package play_test

import (
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"roundel/internal/smallbot"
	"roundel/sandbox"
	"roundel/sandbox/play"
)

// start starts a sandbox for one test. Users wait for answers as long as the test does, unless cfg says otherwise.
func start(t *testing.T, cfg sandbox.Config) *sandbox.Server {
	t.Helper()
	t.Parallel()
	if cfg.AnswerWithin == 0 {
		cfg.AnswerWithin = smallbot.Patience
	}
	srv, err := sandbox.Start(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
	})
	return srv
}

func TestPlayScript(t *testing.T) {
	srv := start(t, sandbox.Config{})
	smallbot.Serve(t, srv, smallbot.Table(smallbot.Failing(t)))
	var out strings.Builder
	err := play.Script{Channel: "tavern", Out: &out, Text: `# all there is
GM: /init add name:Goblin count:3
Anna: [Join] Name = Bo
Anna: hello

channel fight
Ben: /say mode:Quiet
wait
channel tavern
wait Bo joined
`}.Play(smallbot.Soon(t), srv)
	want := `# all there is
GM: /init add name:Goblin count:3
  added name=Goblin count=3 by @GM
  [Join]
Anna: [Join] Name = Bo
  Bo joined
Anna: hello

channel fight
Ben: /say mode:Quiet
  (only Ben) said quiet
wait
channel tavern
wait Bo joined
`
	if err != nil || out.String() != want {
		t.Errorf("%v\n got: %s\nwant: %s", err, out.String(), want)
	}
	smallbot.NoViolations(t, srv)
}

func TestPlayStopsAtTheFirstError(t *testing.T) {
	srv := start(t, sandbox.Config{AnswerWithin: 100 * time.Millisecond})
	smallbot.Serve(t, srv, smallbot.Done(smallbot.Ignore))
	srv.Fail(sandbox.Fault{Path: "/interactions/**", Cut: true, Times: -1})
	for text, why := range map[string]string{
		"GM: /init end\nGM: hello": "line 1: GM: /init end: no answer: " + sandbox.NoAnswer,
		"# x\nchannel nowhere":     `line 2: channel nowhere: there is no channel "nowhere"`,
		"GM: [Join":                "the ] after the button is missing",
		"\nwait Godot":             `line 2: wait Godot: no message contains "Godot"`,
		"GM: {Quote":               "the } after the command is missing",
		"GM: {Quote} @Anna":        `there is no command "Quote" in the Apps menu here`,
		"GM: > Name = Bo":          "GM has no form to fill in",
		"GM: {Quote} Godot":        `GM cannot see a message that contains "Godot" here`,
	} {
		t.Run(why, func(t *testing.T) {
			t.Parallel()
			if err := (play.Script{Text: text}).Play(smallbot.Soon(t), srv); err == nil || !strings.Contains(err.Error(), why) {
				t.Errorf("%q: got %v, want %s", text, err, why)
			}
		})
	}
}

// TestPlayScriptWithApps uses the commands of Apps menus.
func TestPlayScriptWithApps(t *testing.T) {
	srv := start(t, sandbox.Config{})
	fail := smallbot.Failing(t)
	field := func(name, value string) discordgo.MessageComponent {
		return discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.TextInput{CustomID: name, Label: name, Style: discordgo.TextInputShort, Value: value}}}
	}
	answer := func(bot *discordgo.Session, i *discordgo.InteractionCreate) {
		if i.Type == discordgo.InteractionModalSubmit {
			var said []string
			for _, row := range i.ModalSubmitData().Components {
				said = append(said, row.(*discordgo.ActionsRow).Components[0].(*discordgo.TextInput).Value)
			}
			if err := bot.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseChannelMessageWithSource,
				Data: &discordgo.InteractionResponseData{Content: strings.Join(said, ": "), AllowedMentions: smallbot.None()}}); err != nil {
				fail(err)
			}
			return
		}
		data := i.ApplicationCommandData()
		if data.Name == "Ask" {
			if err := bot.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseModal,
				Data: &discordgo.InteractionResponseData{CustomID: "ask", Title: "Why?", Components: []discordgo.MessageComponent{field("Name", "Anna"), field("Note", "none")}}}); err != nil {
				fail(err)
			}
			return
		}
		text := ""
		for _, user := range data.Resolved.Users {
			text = "character of " + user.GlobalName
		}
		for _, m := range data.Resolved.Messages {
			text = "quoted: " + m.Content
		}
		if err := bot.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{Content: text, AllowedMentions: smallbot.None()}}); err != nil {
			fail(err)
		}
	}
	smallbot.Serve(t, srv, answer, &discordgo.ApplicationCommand{Type: discordgo.UserApplicationCommand, Name: "Show character"},
		&discordgo.ApplicationCommand{Type: discordgo.UserApplicationCommand, Name: "Ask"},
		&discordgo.ApplicationCommand{Type: discordgo.MessageApplicationCommand, Name: "Quote"})
	var out strings.Builder
	err := play.Script{Out: &out, Text: `Anna: I am a Knight
Ben: and I am not
GM: {Quote} Knight
GM: {Show character} @Anna
GM: {Ask} @Anna
GM: > Note = well said
GM: {Ask} @Anna
GM: >
`}.Play(smallbot.Soon(t), srv)
	want := `Anna: I am a Knight
Ben: and I am not
GM: {Quote} Knight
  quoted: I am a Knight
GM: {Show character} @Anna
  character of Anna
GM: {Ask} @Anna
  form Why?: Name, Note
GM: > Note = well said
  Anna: well said
GM: {Ask} @Anna
  form Why?: Name, Note
GM: >
  Anna: none
`
	if err != nil || out.String() != want {
		t.Errorf("%v\n got: %s\nwant: %s", err, out.String(), want)
	}
	smallbot.NoViolations(t, srv)
}

// TestPlayScriptWithLocales sets the languages of clients and of the server.
func TestPlayScriptWithLocales(t *testing.T) {
	srv := start(t, sandbox.Config{})
	fail := smallbot.Failing(t)
	smallbot.Serve(t, srv, func(bot *discordgo.Session, i *discordgo.InteractionCreate) {
		if err := bot.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{Content: string(i.Locale) + " in " + string(*i.GuildLocale), AllowedMentions: smallbot.None()}}); err != nil {
			fail(err)
		}
	})
	var out strings.Builder
	err := play.Script{Out: &out, Text: `locale Anna pt-BR
community de
Anna: /init end
Ben: /init end
`}.Play(smallbot.Soon(t), srv)
	want := `locale Anna pt-BR
community de
Anna: /init end
  pt-BR in de
Ben: /init end
  en-US in de
`
	if err != nil || out.String() != want {
		t.Errorf("%v\n got: %s\nwant: %s", err, out.String(), want)
	}
	for _, line := range []string{"locale Anna xx", "locale Anna", "community xx"} {
		if err := (play.Script{Text: line}).Play(smallbot.Soon(t), srv); err == nil {
			t.Errorf("%q was played", line)
		}
	}
	smallbot.NoViolations(t, srv)
}

// TestOtherBots: a script adds other bots and webhooks and posts as them. A name that is taken is refused.
func TestOtherBots(t *testing.T) {
	srv := start(t, sandbox.Config{})
	smallbot.Serve(t, srv, func(*discordgo.Session, *discordgo.InteractionCreate) {}, &discordgo.ApplicationCommand{Name: "go", Description: "d"})
	err := play.Script{Text: `bot Avrae
webhook Mira Vane
Avrae: Rapier / Damage: 1d8 (5) = 5
Avrae for Anna /roll: 1d20 (9) = 9
Mira Vane: takes 9
Avrae: {"content": "Total: 7"}
`}.Play(smallbot.Soon(t), srv)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range srv.Public("fight") {
		got = append(got, strings.Join([]string{m.Author, m.Command, m.User, m.Text}, "|"))
	}
	if want := "Avrae|||Rapier\nDamage: 1d8 (5) = 5 Avrae|/roll|Anna|1d20 (9) = 9 Mira Vane|||takes 9 Avrae|||Total: 7"; strings.Join(got, " ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, " "), want)
	}
	for _, line := range []string{"bot Anna", "webhook Avrae", "Mira Vane for Anna /roll: 5", "Avrae for Zoe /roll: 5", "Avrae for Anna: 5"} {
		if err := (play.Script{Text: line}).Play(smallbot.Soon(t), srv); err == nil {
			t.Errorf("%q was played", line)
		}
	}
}
