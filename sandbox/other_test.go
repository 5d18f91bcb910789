package sandbox_test

import (
	"net/http"
	"strings"
	"testing"

	"roundel/internal/smallbot"
	"roundel/sandbox"
)

// quoted returns a message as the bot gets it with the command of an Apps menu that Anna uses on it.
func (s stage) quoted(id string) map[string]any {
	s.t.Helper()
	if _, err := s.srv.User("Anna").OnMessage(id, "Quote this"); err != nil {
		s.t.Fatal(err)
	}
	return s.data()["resolved"].(map[string]any)["messages"].(map[string]any)[id].(map[string]any)
}

// TestOtherBots: another bot's message, its answer to a slash command and a webhook's message come with a message command as Discord describes
// them, and without the intent they come empty with the event.
func TestOtherBots(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	s.apps()
	dice, hook := s.srv.AddBot("Dicebot"), s.srv.AddWebhook("Mira Vane")
	say := func(id string, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	const rapier = "Mira attacks with a Rapier! / To hit: 1d20 (13) + 8 = `21` / Damage: 1d8 (5) + 4 = `9`\nThe goblin groans."
	plain := say(s.srv.User("Dicebot").Say("fight", rapier))
	message := s.quoted(plain)
	for path, want := range map[string]string{"author.id": dice, "author.username": "Dicebot", "author.discriminator": "0001", "content": "",
		"embeds.0.title": "Mira attacks with a Rapier!", "embeds.0.description": "The goblin groans.",
		"embeds.0.fields.0.name": "To hit", "embeds.0.fields.1.value": "1d8 (5) + 4 = `9`"} {
		if got := dig(message, path); got != want {
			t.Errorf("%s is %v, want %s", path, got, want)
		}
	}
	if dig(message, "author.bot") != true || message["type"] != 0.0 || message["webhook_id"] != nil || message["application_id"] != nil || message["interaction_metadata"] != nil {
		t.Errorf("another bot's message is %v", message)
	}
	message = s.quoted(say(s.srv.User("Dicebot").RespondSaying("fight", "Anna", "roll", "1d20 (9) + 4 = 13")))
	if dig(message, "author.bot") != true || message["type"] != 20.0 || message["webhook_id"] != dice || message["application_id"] != dice ||
		dig(message, "interaction_metadata.name") != "roll" || dig(message, "interaction_metadata.user.id") != s.srv.User("Anna").ID() ||
		dig(message, "interaction_metadata.type") != 2.0 || dig(message, "embeds.0.description") != "1d20 (9) + 4 = 13" {
		t.Errorf("another bot's answer is %v", message)
	}
	message = s.quoted(say(s.srv.User("Mira Vane").Say("fight", "takes 9")))
	if dig(message, "author.bot") != true || dig(message, "author.id") != hook || dig(message, "author.discriminator") != "0000" || message["type"] != 0.0 ||
		message["webhook_id"] != hook || message["application_id"] != nil || message["content"] != "takes 9" {
		t.Errorf("a webhook's message is %v", message)
	}
	if text := dig(s.quoted(say(s.srv.User(hook).Say("fight", "Longsword / Damage: **9**"))), "embeds.0.fields.0.value"); text != "**9**" {
		t.Errorf("the field of a webhook's message is %v", text)
	}
	const parts = `{"flags":32768,"components":[{"type":17,"components":[{"type":10,"content":"Total: 7"}]},
		{"type":1,"components":[{"type":2,"style":1,"label":"Again","custom_id":"a"}]}]}`
	components := say(s.srv.User("Dicebot").Post("fight", parts))
	if text := dig(s.quoted(components), "components.0.components.0.content"); text != "Total: 7" {
		t.Errorf("the text component of another bot is %v", text)
	}
	if _, err := s.srv.User("Anna").Press(components, "Again"); err == nil || !strings.Contains(err.Error(), "Dicebot") {
		t.Errorf("Anna pressed another bot's button: %v", err)
	}
	status, body, _ := raw(t, s.srv, http.MethodGet, "/channels/"+s.srv.ChannelID("fight")+"/messages/"+plain, "")
	if embeds := body["embeds"].([]any); status != http.StatusOK || len(embeds) != 0 {
		t.Errorf("without the intent the bot gets %d %v", status, body)
	}
	seen, err := s.srv.Messages("fight", "Anna")
	if err != nil || !seen[0].Other || seen[0].FromBot || seen[0].Webhook || !strings.Contains(seen[0].Text, "Damage: 1d8 (5) + 4 = `9`") {
		t.Errorf("Anna sees %+v, %v", seen[0], err)
	}
	smallbot.NoViolations(t, s.srv)
}

// TestOtherBotsAreRefused: what Discord refuses isn't posted, and other bots and webhooks use no commands.
func TestOtherBotsAreRefused(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	s.apps()
	s.srv.AddBot("Dicebot")
	s.srv.AddWebhook("Hook")
	for name, post := range map[string]func() (string, error){
		"a person":           func() (string, error) { return s.srv.User("Anna").Post("fight", `{"content":"x"}`) },
		"our bot":            func() (string, error) { return s.srv.User("Roundel").Post("fight", `{"content":"x"}`) },
		"not JSON":           func() (string, error) { return s.srv.User("Dicebot").Post("fight", `{`) },
		"empty":              func() (string, error) { return s.srv.User("Dicebot").Post("fight", `{}`) },
		"too long":           func() (string, error) { return s.srv.User("Dicebot").Say("fight", strings.Repeat("x", 4097)) },
		"no such channel":    func() (string, error) { return s.srv.User("Dicebot").Say("nowhere", "x") },
		"a private message":  func() (string, error) { return s.srv.User("Dicebot").Say("@Anna", "x") },
		"a webhook's answer": func() (string, error) { return s.srv.User("Hook").RespondSaying("fight", "Anna", "roll", "x") },
		"for nobody":         func() (string, error) { return s.srv.User("Dicebot").RespondSaying("fight", "Zoe", "roll", "x") },
		"for a bot":          func() (string, error) { return s.srv.User("Dicebot").RespondSaying("fight", "Dicebot", "roll", "x") },
		"without a command":  func() (string, error) { return s.srv.User("Dicebot").RespondSaying("fight", "Anna", "", "x") },
		"an unknown bot":     func() (string, error) { return s.srv.User("Nobot").RespondSaying("fight", "Anna", "roll", "x") },
	} {
		if id, err := post(); err == nil || id != "" {
			t.Errorf("%s posted %q", name, id)
		}
	}
	if _, err := s.srv.User("Dicebot").Command("fight", "/go"); err == nil {
		t.Error("another bot used a command")
	}
	if _, err := s.srv.User("Anna").OnUser("fight", "Show character", "Hook"); err == nil {
		t.Error("a webhook has an Apps menu")
	}
	for _, name := range []string{"Dicebot", "Hook"} {
		commands, err := s.srv.CommandsFor(name, "fight")
		apps, err2 := s.srv.AppsFor(name, "fight")
		seen, err3 := s.srv.Messages("fight", name)
		if err != nil || err2 != nil || err3 != nil || len(commands)+len(apps)+len(seen) != 0 {
			t.Errorf("%s is offered %v and %v, and sees %v: %v %v %v", name, commands, apps, seen, err, err2, err3)
		}
	}
	smallbot.NoViolations(t, s.srv)
}
