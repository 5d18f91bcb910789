package bot

import (
	"strings"
	"testing"

	"roundel/bot/discord"
)

// withSheets is a table whose users can attach files.
func withSheets(t *testing.T) (*table, uploads) {
	t.Helper()
	tb, files := newTable(t), uploads{}
	tb.bot.rulesets.Files = files
	tb.reroute()
	return tb, files
}

// sheetFile returns a request of /character import with a file.
func (tb *table) sheetFile(files uploads, who, text string, more ...string) *discord.Request {
	tb.t.Helper()
	r := tb.command(who, strings.TrimSpace("/character import file:77 "+strings.Join(more, " ")))
	address := "https://cdn.discordapp.com/" + r.ID
	files[address] = text
	r.Attachments = map[string]discord.Attachment{"file": {ID: "77", Name: "sheet.json", Size: int64(len(text)), URL: address}}
	return r
}

// own returns a file of the bot's own for Mira.
func own(lines ...string) string {
	return "roundel: 1\ncharacter: Mira\n" + strings.Join(lines, "\n") + "\n"
}

// TestCR14Again: a file for a saved name updates it. What was typed stays, and who is unhurt stays so.
func TestCR14Again(t *testing.T) {
	for _, c := range []struct{ name, before, file, want string }{
		{"new", "", "hp: 106", "106/106"},
		{"new and hurt", "", "hp: 20/106", "20/106"},
		{"without hit points", "", "", ""},
		{"hurt", "20/106", "hp: 118", "20/118"},
		{"hurt, and the file says other", "20/106", "hp: 70/118", "20/118"},
		{"unhurt", "106/106", "hp: 118", "118/118"},
		{"unhurt, and the file says other", "106/106", "hp: 3/118", "118/118"},
		{"a lower maximum", "50/106", "hp: 40", "40/40"},
		{"unhurt, a lower maximum", "106/106", "hp: 40", "40/40"},
		{"down", "0/106", "hp: 118", "0/118"},
		{"no longer stated", "20/106", "", "20/106"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tb, files := withSheets(t)
			if c.before != "" {
				tb.wants(tb.handle(tb.sheetFile(files, "Anna", own("hp: 106", "numbers: {ac: 27, level: 8}"))), true, "Imported: **Mira**", "hit points 106/106, 2 numbers")
				tb.want("Anna", "/character save name:Mira stats:hp "+c.before, "Saved")
			}
			text := tb.handle(tb.sheetFile(files, "Anna", own(c.file, "numbers: {ac: 28}"), "name:MIRA")).Text
			if got, is := "hit points "+c.want, strings.Contains(text, "hit points"); is != (c.want != "") || is && !strings.Contains(text, got+",") || !strings.Contains(text, "1 number,") {
				t.Errorf("%s\nwant %s", text, c.want)
			}
			if all := tb.saved("Anna"); len(all) != 1 || all[0].Name != "MIRA" || all[0].Sheet.Numbers["ac"] != 28 || len(all[0].Sheet.Numbers) != 1 {
				t.Errorf("%+v", all)
			}
		})
	}
}

// saved returns a user's characters as they are stored.
func (tb *table) saved(who string) []Character {
	tb.t.Helper()
	all, err := tb.bot.characters(tb.t.Context(), tb.command(who, "/character list"))
	if err != nil {
		tb.t.Fatal(err)
	}
	return all
}
