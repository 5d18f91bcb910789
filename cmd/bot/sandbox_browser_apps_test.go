package main

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestAppsMenusInTheBrowser uses the commands in the Apps menu of a message.
func TestAppsMenusInTheBrowser(t *testing.T) {
	t.Parallel()
	bot := newPuppet(t, `[{"name":"go","description":"d"},{"type":3,"name":"Quote this"},{"type":2,"name":"Show character"}]`)
	id, err := bot.srv.User("Ben").Say("fight", "I am a Knight")
	if err != nil {
		t.Fatal(err)
	}
	w := newBrowser(t, bot.srv.URL()).open(t, "Anna", "fight")
	w.click("DisclosureTriangle", "Apps")
	w.looks(func() { w.fitsAndIsSound("an Apps menu") })
	w.press("Quote this")
	if data := bot.heard(thanks); data["target_id"] != id {
		t.Errorf("the bot got %v", data)
	}
	w.sees("Anna used Quote this", "Thank you")
	w.press("Show character (@Ben)")
	if data := bot.heard(`{"type":9,"data":{"custom_id":"f","title":"Character of Ben","components":[` +
		`{"type":1,"components":[{"type":4,"style":1,"custom_id":"i","label":"Note"}]}]}}`); data["target_id"] != bot.srv.User("Ben").ID() {
		t.Errorf("the bot got %v", data)
	}
	w.sees("Character of Ben")
	w.keys(kb.Escape)
	bot.send("PUT", "/applications/"+bot.srv.BotID()+"/commands", `[{"name":"go","description":"d"}]`)
	w.until("no Apps menu", func() bool { return len(w.roles("DisclosureTriangle", "Apps")) == 0 })
}
