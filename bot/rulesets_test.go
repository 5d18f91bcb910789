package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"roundel/bot/discord"
	"roundel/store"

	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/ruleset"
	"roundel/snowflake"
)

// uploads are the files that users attach, by their address.
type uploads map[string]string

func (u uploads) Fetch(_ context.Context, a discord.Attachment, limit int64) ([]byte, error) {
	text, ok := u[a.URL]
	switch {
	case !ok:
		return nil, &discord.Error{Problem: discord.Gone, Err: fmt.Errorf("no file %s", a.ID)}
	case int64(len(text)) > limit:
		return nil, &discord.Error{Problem: discord.TooLarge, Err: fmt.Errorf("%d bytes", len(text))}
	}
	return []byte(text), nil
}

// withUploads is a table whose users can attach files.
func withUploads(t *testing.T) (*table, uploads) {
	t.Helper()
	tb, files := newTable(t), uploads{}
	tb.bot.rulesets = NewLibrary(LibraryParts{Store: tb.store, Bundled: ruleset.Bundled(), Files: files})
	tb.reroute()
	return tb, files
}

// duelFile is a ruleset of a server's own. Its roll is the die given.
func duelFile(die string) string {
	return "roundel: 1\nname: duel\ntitle: A Duel\nfits: [fencing & co]\ncredit: Written at this table.\n" +
		"stats:\n  nerve: {is: how calm you are, need: all}\norder: {by: score, roll: " + die + " + nerve}\n"
}

// upload returns a request of /ruleset add with a file.
func (tb *table) upload(files uploads, who, text string, more ...string) *discord.Request {
	tb.t.Helper()
	r := tb.command(who, strings.TrimSpace("/ruleset add file:77 "+strings.Join(more, " ")))
	address := "https://cdn.discordapp.com/" + r.ID
	files[address] = text
	r.Attachments = map[string]discord.Attachment{"file": {ID: "77", Name: "house.yaml", Size: int64(len(text)), URL: address}}
	return r
}

// TestRS8OwnRulesets checks what /ruleset answers to good and bad files, with and without the permission.
func TestRS8OwnRulesets(t *testing.T) {
	tb, files := withUploads(t)
	tb.wants(tb.handle(tb.upload(files, "Anna", duelFile("d20"))), true, "Manage Server")
	private := tb.upload(files, "Admin", duelFile("d20"))
	private.Guild = ""
	tb.wants(tb.handle(private), true, "belong to a server")
	added := tb.handle(tb.upload(files, "Admin", duelFile("d20")))
	tb.wants(added, true, "**A Duel** (`duel`) has been added", "`d20 + nerve`, once per fight", "`nerve`, `hp`", "Hero", "Bandit", "Wolf")
	if discord.Length(added.Text) > maxMessage {
		t.Errorf("%d characters", discord.Length(added.Text))
	}
	tb.wants(tb.handle(tb.upload(files, "Admin", duelFile("d12"))), true, "already has a ruleset called duel", "replace:true")
	tb.wants(tb.handle(tb.upload(files, "Admin", duelFile("d12"), "replace:true")), true, "has been replaced")
	tb.wants(tb.handle(tb.upload(files, "Admin", strings.Replace(duelFile("d20"), "duel", "turn-order", 1))), true, "ruleset that every server has")
	tb.wants(tb.handle(tb.upload(files, "Admin", strings.Replace(duelFile("d20"), "duel", "token-bag", 1))), true, "ruleset that every server has")
	tb.wants(tb.handle(tb.upload(files, "Admin", duelFile("d20 + int"))), true, "1 problem.", "line 8, column 32: roll: ")
	tb.wants(tb.handle(tb.upload(files, "Admin", strings.Repeat("# long\n", 5000))), true, "at most 32,768 bytes")
	gone := tb.upload(files, "Admin", duelFile("d20"))
	clear(files)
	tb.wants(tb.handle(gone), true, "Attach it again")

	tb.wants(tb.do("Anna", "/ruleset list"), true, "**This server's own**\n`duel`: A Duel", "`turn-order`: Turn Order")
	for _, typed := range []string{"duel", "a duel", "Fencing & Co", "FENCING&CO"} {
		shown := tb.do("Anna", "/ruleset show name:"+typed)
		if len(shown.Files) != 1 || shown.Files[0].Name != "duel.yaml" || string(shown.Files[0].Data) != duelFile("d12") || !shown.Ephemeral {
			t.Errorf("%s: %+v", typed, shown)
		}
	}
	tb.wants(tb.do("Anna", "/ruleset remove name:duel"), true, "Manage Server")
	tb.wants(tb.do("Admin", "/ruleset remove name:turn-order"), true, "no ruleset of its own called", "duel")
	tb.do("Admin", "/roundel settings ruleset:A Duel")
	tb.wants(tb.do("Admin", "/ruleset remove name:duel"), true, "has been removed", "this server's default")
	tb.wants(tb.do("GM", "/init start"), true, "default ruleset, duel, has been removed", "/roundel settings")
	tb.wants(tb.do("GM", "/init start ruleset:duel"), true, "no ruleset called")
	tb.wants(tb.do("GM", "/init start ruleset:turn-order"), false, "Turn Order")
}

// TestWO11ProblemsOfFiles checks that what is wrong with a file is said in English, in an answer that is otherwise in the asker's language.
func TestWO11ProblemsOfFiles(t *testing.T) {
	tb, files := withUploads(t)
	told := func(locale string) string {
		r := tb.upload(files, "Admin", duelFile("d20 + int"))
		r.Locale = locale
		return tb.handle(r).Text
	}
	english, german := told("en-US"), told("de")
	_, problem, is := strings.Cut(english, "line 8, column 32: ")
	if !is || !strings.Contains(german, problem) || german == english {
		t.Errorf("%q and %q", english, german)
	}
}

// TestRS8ManyProblems checks that problems that don't fit a message are in a file, and counted.
func TestRS8ManyProblems(t *testing.T) {
	tb, files := withUploads(t)
	var b strings.Builder
	b.WriteString(duelFile("d20"))
	for i := range 19 {
		fmt.Fprintf(&b, "unknown_key_%d_%s: yes\n", i, strings.Repeat("_x", 40))
	}
	got := tb.handle(tb.upload(files, "Admin", b.String()))
	tb.wants(got, true, "19 problems", "attached file")
	if len(got.Files) != 1 || strings.Count(string(got.Files[0].Data), "\n") != 19 || !strings.Contains(string(got.Files[0].Data), "line 9, column 1: ") {
		t.Errorf("%+v", got.Files)
	}
}

// TestRS8AtMostFifty checks the limit of a server's own rulesets; replacing one is possible at the limit.
func TestRS8AtMostFifty(t *testing.T) {
	tb, files := withUploads(t)
	for i := range 50 {
		tb.wants(tb.handle(tb.upload(files, "Admin", strings.Replace(duelFile("d20"), "duel", fmt.Sprintf("duel-%d", i), 1))), true, "added")
	}
	tb.wants(tb.handle(tb.upload(files, "Admin", duelFile("d20"))), true, "already has 50 rulesets")
	tb.wants(tb.handle(tb.upload(files, "Admin", strings.Replace(duelFile("d8"), "duel", "duel-7", 1), "replace:true")), true, "replaced")
}

// TestRulesetsAnswerOnce checks that a file that is delivered twice gets the same answer, even after the ruleset was removed, and that the
// second delivery changes nothing.
func TestRulesetsAnswerOnce(t *testing.T) {
	tb, files := withUploads(t)
	for _, r := range []*discord.Request{tb.upload(files, "Admin", duelFile("d20")), tb.upload(files, "Admin", duelFile("d20"))} {
		first := tb.handle(r)
		tb.do("Admin", "/ruleset remove name:duel")
		clear(files) // the address has expired
		if again := tb.handle(r); again.Text != first.Text || !again.Ephemeral {
			t.Errorf("first %q, then %q", first.Text, again.Text)
		}
		if left := tb.store.rulesets["1"]; len(left) != 0 {
			t.Errorf("the server has %v", left)
		}
	}
}

// TestRS6AFightKeepsItsRuleset plays under an own ruleset that is replaced and removed meanwhile, by a bot that has forgotten everything it
// doesn't store.
func TestRS6AFightKeepsItsRuleset(t *testing.T) {
	tb, files := withUploads(t)
	tb.handle(tb.upload(files, "Admin", duelFile("d20")))
	hash := engine.TextHash([]byte(duelFile("d20")))
	tb.wants(tb.do("GM", "/init start ruleset:duel"), false, "A Duel")
	if s := tb.state(); s.Text != hash || s.Ruleset != "duel" {
		t.Fatalf("%q, %q", s.Text, s.Ruleset)
	}
	forget := func() {
		tb.bot.rulesets = NewLibrary(LibraryParts{Store: tb.store, Bundled: ruleset.Bundled(), Files: files})
		tb.reroute()
	}
	tb.handle(tb.upload(files, "Admin", duelFile("d4"), "replace:true"))
	forget()
	tb.wants(tb.do("Anna", "/init join name:Knight stats:nerve 3, hp 9 roll:19"), false, "Knight") // a d4 has no 19
	tb.do("Admin", "/ruleset remove name:duel")
	forget()
	tb.do("GM", "/init add name:Orc stats:nerve 1 roll:20")
	tb.wants(tb.do("GM", "/init roll"), false, "Knight")
	forget()
	tb.do("GM", "/init undo")
	forget()
	tb.do("GM", "/init redo")
	forget()
	var file struct {
		Ruleset string
		SHA256  string `json:"ruleset_sha256"`
	}
	if err := json.Unmarshal(tb.do("GM", "/init export").Files[0].Data, &file); err != nil || file.Ruleset != "duel" || file.SHA256 != hash {
		t.Errorf("%+v, %v", file, err)
	}
	forget()
	tb.wants(tb.do("Anna", "/help topic:rules"), true, "A Duel", "`nerve`: how calm you are.", "Written at this table.")
	forget()
	tb.wants(tb.do("Anna", "/init log"), true, "Knight")
	forget()
	tb.wants(tb.do("Anna", "/next"), false, "Knight's turn is over")
	tb.wants(tb.do("GM", "/init end"), true, "End")
}

// TestRS6ATextThatCannotBeRead: where the rules that a fight began with can't be read any more, because the database is damaged, commands say so,
// fail and change nothing. Characters can still be saved.
func TestRS6ATextThatCannotBeRead(t *testing.T) {
	tb, files := withUploads(t)
	tb.handle(tb.upload(files, "Admin", duelFile("d20")))
	tb.do("GM", "/init start ruleset:duel")
	hash, before := engine.TextHash([]byte(duelFile("d20"))), tb.state()
	for name, text := range map[string][]byte{"damaged": []byte("order: {}"), "missing": nil} {
		if tb.store.texts[hash] = text; text == nil {
			delete(tb.store.texts, hash)
		}
		tb.bot.rulesets = NewLibrary(LibraryParts{Store: tb.store, Bundled: ruleset.Bundled(), Files: files})
		for _, line := range []string{"/init join name:Knight stats:nerve 3, hp 9", "/init list", "/init export"} {
			_, err := tb.bot.Handle(t.Context(), tb.command("Anna", line))
			if err == nil {
				t.Fatalf("%s: %s succeeds", name, line)
			}
			tb.wants(ErrorReply(lang.English(), err, "3415266f"), true, "can't read the rules that this fight began with", "nothing was changed", "hosts the bot", "3415266f")
		}
		tb.wants(tb.do("Anna", "/character save name:Knight stats:hp 9"), true, "hp 9")
		if tb.state() != before {
			t.Errorf("%s: the fight has changed", name)
		}
	}
}

// TestRS8Autocomplete checks what is suggested for what was typed, the server's own first.
func TestRS8Autocomplete(t *testing.T) {
	tb, files := withUploads(t)
	tb.handle(tb.upload(files, "Admin", duelFile("d20")))
	suggested := func(path, option, typed string) string {
		r := tb.request("Anna", discord.Completing)
		r.Path, r.Focused, r.Options = path, option, map[string]string{option: typed}
		var out []string
		for _, c := range tb.handle(r).Choices {
			out = append(out, c.Value)
		}
		return strings.Join(out, " ")
	}
	for _, place := range [][2]string{{"init start", "ruleset"}, {"roundel settings", "ruleset"}, {"ruleset show", "name"}} {
		if got := suggested(place[0], place[1], ""); !strings.HasPrefix(got, "duel structured-time ") {
			t.Errorf("%s: %s", place[0], got)
		}
		for typed, want := range map[string]string{"fenc": "duel", "CO": "duel", "fencing&c": "duel", "& co": "duel", "rder": "", "turn o": "turn-order",
			"pathfinder": "three-actions", "D&D": "five-e-2014 five-e-2024", "5e": "five-e-2014 five-e-2024"} {
			if got := suggested(place[0], place[1], typed); !strings.HasPrefix(got, want) || want == "" && got != "" {
				t.Errorf("%s, %q: %q, want %q", place[0], typed, got, want)
			}
		}
	}
	if got := suggested("ruleset remove", "name", ""); got != "duel" {
		t.Errorf("own: %s", got)
	}
	tb.wants(tb.do("GM", "/init start ruleset:turn-oder"), true, "no ruleset called", "turn-order")
	other := strings.Replace(strings.Replace(duelFile("d20"), "duel", "joust", 1), "A Duel", "A Joust", 1)
	tb.handle(tb.upload(files, "Admin", other))
	tb.wants(tb.do("GM", "/init start ruleset:fencing & co"), true, "There are 2 rulesets", "duel or joust")
}

// TestRulesetsAreNotReadInsideTransactions checks that a fight goes on under its own ruleset if another fight, under another one, began
// between looking it up and the transaction.
func TestRulesetsAreNotReadInsideTransactions(t *testing.T) {
	tb, files := withUploads(t)
	tb.handle(tb.upload(files, "Admin", duelFile("d20")))
	tb.do("GM", "/init start ruleset:duel")
	tb.bot.rulesets = NewLibrary(LibraryParts{Store: tb.store, Bundled: ruleset.Bundled(), Files: files})
	tb.reroute()
	tb.store.before = func() {
		f := tb.store.fight(testChannel)
		f.state = nil // the fight ends, and the next begins
		tb.do("GM", "/init start ruleset:turn-order")
	}
	tb.wants(tb.do("Anna", "/init join name:Knight stats:init 3"), false, "Knight")
}

// endless never returns the file, as if the process ended meanwhile.
type endless struct{ asked chan struct{} }

func (e endless) Fetch(context.Context, discord.Attachment, int64) ([]byte, error) {
	close(e.asked)
	select {}
}

// failing fails to return the file.
type failing struct{ panics bool }

func (f failing) Fetch(context.Context, discord.Attachment, int64) ([]byte, error) {
	if f.panics {
		panic("a fault")
	}
	return nil, context.Canceled
}

// TestARulesetThatEndedTheBotIsRefused: a request that is delivered again after the process ended over it is refused, and only that one.
func TestARulesetThatEndedTheBotIsRefused(t *testing.T) {
	tb, files := withUploads(t)
	under := func(f Fetcher) *Library {
		return NewLibrary(LibraryParts{Store: tb.store, Bundled: ruleset.Bundled(), Files: f})
	}
	tb.do("Admin", "/roundel settings reminder:7")
	r := tb.upload(files, "Admin", duelFile("d20"))
	e := endless{make(chan struct{})}
	tb.bot.rulesets = under(e)
	tb.reroute()
	go func() { _, _ = tb.bot.addRuleset(context.Background(), r) }()
	<-e.asked
	tb.bot.rulesets = under(files)
	tb.reroute()
	for range 2 { // the second time it is the stored answer
		reply, err := tb.bot.addRuleset(t.Context(), r)
		if err != nil || !reply.Ephemeral || !strings.Contains(reply.Text, "The bot stopped while it was trying out this file.") {
			t.Fatalf("%+v, %v", reply, err)
		}
	}
	tb.wants(tb.do("Anna", "/ruleset list"), true, "`turn-order`")
	if list := tb.do("Anna", "/ruleset list"); strings.Contains(list.Text, "duel") {
		t.Errorf("it was added:\n%s", list.Text)
	}

	again := tb.upload(files, "Admin", duelFile("d20"))
	for _, f := range []failing{{false}, {true}} { // the process goes on, so that the request may be tried again
		tb.bot.rulesets = under(f)
		tb.reroute()
		func() {
			defer func() {
				if value := recover(); (value != nil) != f.panics {
					t.Errorf("panic: %v", value)
				}
			}()
			_, _ = tb.bot.addRuleset(t.Context(), again)
		}()
		if data, err := tb.store.Load(t.Context(), store.SettingsOf(r.Guild)); err != nil || strings.Contains(string(data), again.ID) {
			t.Errorf("%s, %v", data, err)
		}
	}
	tb.bot.rulesets = under(files)
	tb.reroute()
	reply, err := tb.bot.addRuleset(t.Context(), tb.upload(files, "Admin", duelFile("d20")))
	if err != nil || !strings.Contains(reply.Text, "has been added") {
		t.Errorf("%+v, %v", reply, err)
	}
	tb.wants(tb.do("Admin", "/roundel settings"), true, "7")
}

// TestRS71EventRows: an event has a row of its own, even where sides act; it has no pools, and a score only in an order by score.
func TestRS71EventRows(t *testing.T) {
	tb, files := withUploads(t)
	tb.handle(tb.upload(files, "Admin", "roundel: 1\nname: storms\ntitle: Storms\nunits: side\norder: {by: cards, deck: 1-9}\n"+
		"turn: {act: 1, parry: {count: 1, when: others' turns, back: round}}\n"))
	tb.do("GM", "/init start ruleset:storms")
	tb.do("Anna", "/init join name:Knight")
	tb.do("GM", "/init event name:Storm")
	if r := tb.do("GM", "/init roll rolls:party 7"); r.Refused || strings.Contains(r.Text, "Storm") {
		t.Errorf("the storm has a card: %s", r.Text)
	}
	tb.do("GM", "/next")
	list := tb.do("GM", "/init list").Text
	if !strings.Contains(list, "Turn: **Storm**\n") || !strings.Contains(list, "parry 1/1\n>    Storm\n```") {
		t.Error(list)
	}
}

// TestRI6Trades: the card offers to trade only what is there.
func TestRI6Trades(t *testing.T) {
	for turn, without := range map[string]string{
		"{move: {count: 1, also: surge}, surge: {count: grit, back: fight}}": "You have a move.\n",
		"{move: {count: grit, also: surge}, surge: 1}":                       "You have a surge.\n",
	} {
		tb, files := withUploads(t)
		tb.handle(tb.upload(files, "Admin", "roundel: 1\nname: surges\ntitle: Surges\nstats: {grit: Grit}\norder: {by: score, roll: d6}\nturn: "+turn+"\n"))
		tb.do("GM", "/init start ruleset:surges")
		tb.do("Anna", "/init join name:Knight stats:grit 1 roll:6")
		tb.do("Ben", "/init join name:Elf stats:grit 0 roll:1")
		tb.do("GM", "/init roll")
		for _, want := range []string{"You have a move and a surge. You can trade the surge for a second move.\n", without} {
			if text := (words.Card{In: lang.English(), Mentions: []snowflake.User{"101"}}).Text(tb.public(), tb.rules()); !strings.Contains(text, want) {
				t.Errorf("want %q in\n%s", want, text)
			}
			tb.do("GM", "/next")
		}
	}
}
