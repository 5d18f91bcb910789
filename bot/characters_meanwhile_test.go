package bot

import (
	"testing"
	"time"

	"roundel/bot/discord"
)

// TestNU28JoinsWithWhatItCarriesThen: a character that joins brings what it carries at that moment, even if its combatant left the fight after the
// request arrived.
func TestNU28JoinsWithWhatItCarriesThen(t *testing.T) {
	for name, join := range map[string]func(*table) *discord.Reply{
		"the command": func(tb *table) *discord.Reply { return tb.do("Anna", "/init join") },
		"the button":  func(tb *table) *discord.Reply { return tb.press("Anna", tb.button("Join")) },
		"the menu":    func(tb *table) *discord.Reply { return tb.pick("Anna", "join-as:0", "Knight") },
	} {
		t.Run(name, func(t *testing.T) {
			tb := carried(t)
			tb.want("Anna", "/init join stats:hp 7, temp 9", "has joined")
			tb.store.before = func() { tb.want("GM", "/init remove name:Knight", "has left") }
			tb.wants(join(tb), false, "Knight", "has joined")
			if c := tb.state().Combatants[0]; c.HP != 7 || c.Absorbs["temp"].N != 9 {
				t.Errorf("it has joined with hp %d, temp %d", c.HP, c.Absorbs["temp"].N)
			}
		})
	}
}

// TestCR15SheetAsItIsThen: the sheet that is taken over is the one that is saved at that moment.
func TestCR15SheetAsItIsThen(t *testing.T) {
	tb, files := withSheets(t)
	tb.want("GM", "/init start name:Mill ruleset:three-actions", "begins")
	tb.handle(tb.sheetFile(files, "Anna", own("hp: 106", "skills: {perception: 13}")))
	tb.want("Anna", "/init join", "joined")
	reply := tb.handle(tb.sheetFile(files, "Anna", own("hp: 118", "skills: {perception: 15}")))
	tb.store.before = func() { tb.handle(tb.sheetFile(files, "Anna", own("hp: 130", "skills: {perception: 17}"))) }
	tb.wants(tb.press("Anna", buttonID(t, reply, "Update in the fight")), false, "Mira's sheet has been updated")
	if c := tb.state().Combatants[0]; c.MaxHP != 130 || c.Sheet.Skills["perception"] != 17 {
		t.Errorf("%d, %v", c.MaxHP, c.Sheet.Skills)
	}
}

// TestCR16JoinsAsItIsSaved: the combatant of a file in the form belongs to the character that is saved from it, even if one of that name was saved
// after the request arrived. Otherwise that character would never carry what its combatant leaves the fight with.
func TestCR16JoinsAsItIsSaved(t *testing.T) {
	tb, files := withSheets(t)
	tb.want("Admin", "/roundel settings carry:keep", "Saved")
	tb.want("GM", "/init start name:Mill ruleset:five-e-2014", "begins")
	files["https://cdn.discordapp.com/form"] = own("hp: 31/38", "numbers: {init: 1}")
	r := tb.request("Anna", discord.Filled)
	r.Path, r.Fields = "join-form", map[string]string{"file": "77"}
	r.Attachments = map[string]discord.Attachment{"file": {ID: "77", Name: "mira.yaml", URL: "https://cdn.discordapp.com/form"}}
	tb.store.before = func() {
		tb.want("Anna", "/character save name:Mira stats:hp 30", "Saved")
		tb.now = tb.now.Add(time.Second)
	}
	tb.wants(tb.handle(r), false, "Mira", "has joined")
	tb.want("GM", "/hp target:Mira amount:=9", "9/38")
	tb.want("GM", "/init remove name:Mira", "has left")
	tb.want("Anna", "/character show name:Mira", "From its last fight: hp 9")
}

// TestCR41NumbersAsTheyAreThen: a check and a roll outside of fights take the numbers that are saved when they are rolled.
func TestCR41NumbersAsTheyAreThen(t *testing.T) {
	for name, roll := range map[string]func(*table) *discord.Reply{
		"a check": func(tb *table) *discord.Reply { return tb.do("Anna", "/check what:perception") },
		"a roll":  func(tb *table) *discord.Reply { return tb.do("Anna", "/roll dice:d20+perception") },
		"the form": func(tb *table) *discord.Reply {
			return tb.fill("Anna", "roll-save-form:Mira", map[string]string{"what": "perception", "edge": "normal", "secret": "false"})
		},
	} {
		t.Run(name, func(t *testing.T) {
			tb, files := withSheets(t)
			tb.handle(tb.sheetFile(files, "Anna", own("skills: {perception: 13}", "check: d20 + modifier")))
			tb.store.before = func() {
				tb.handle(tb.sheetFile(files, "Anna", own("skills: {perception: 17}", "check: d20 + modifier")))
				tb.roll(2)
			}
			tb.wants(roll(tb), false, "19")
		})
	}
}
