package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"roundel/sandbox"
	"roundel/sandbox/client"
)

// must fails if a change of the sandbox failed.
func (tb *table) must(err error) {
	tb.t.Helper()
	if err != nil {
		tb.t.Fatal(err)
	}
}

// until waits for a condition outside the stand-in: Server.Await checks again only when something changes there.
func (tb *table) until(what string, holds func() bool) {
	tb.t.Helper()
	for deadline := time.Now().Add(patience); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			tb.t.Fatalf("this never happened: %s\n%s", what, tb.out)
		}
	}
}

// logged waits until the words are in the log the given number of times, and fails if they are there more often.
func (tb *table) logged(words string, times int) {
	tb.t.Helper()
	tb.says(words, times)
	if n := strings.Count(tb.out.String(), words); n > times {
		tb.t.Errorf("%d times in the log, want %d: %s", n, times, words)
	}
}

// underway starts a fight of Anna's Knight and Ben's Elf, in this order, and returns the card of the Knight's turn.
func (tb *table) underway() client.Message {
	tb.t.Helper()
	tb.do("GM", "/init start name:Bridge fight", "begins")
	tb.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:6", "Knight")
	tb.do("Ben", "/init join name:Elf stats:init 3, hp 20 roll:10", "Elf")
	return tb.turn("GM", "/init roll", "Round 1 · Knight", "@Anna")
}

// TestAFightContinuesInAnArchivedThread: a fight continues after Discord has archived its thread. While a moderator also
// keeps the thread locked, so that nothing can be posted, commands work and their answers say so.
func TestAFightContinuesInAnArchivedThread(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.channel = "side-quest"
	tb.underway()

	tb.must(tb.srv.ArchiveThread("side-quest", true, false))
	elf := tb.turn("Anna", "/next", "Round 1 · Elf")

	tb.must(tb.srv.ArchiveThread("side-quest", true, false))
	tb.do("GM", "/init add name:Spy stats:init 1, hp 5 roll:2 hidden:true", "Spy (hidden) has joined") // ephemeral, so the thread stays archived
	tb.do("GM", "/hp target:Elf amount:-5", "15/20")                                                   // this answer reopens it
	card := tb.card("15/20")
	if card.ID != elf.ID {
		t.Error("the answer reopened the thread, but the card was posted again")
	}

	tb.must(tb.srv.ArchiveThread("side-quest", true, true))
	const sealed = "This thread is archived and locked. Until a moderator unlocks it, the card and pings are paused, and only you see this reply."
	if got := tb.do("Ben", "/next", "Elf's turn is over", sealed); !got.Ephemeral {
		t.Error("a public answer in a locked thread")
	}
	tb.do("GM", "/init undo", "Undone", sealed)
	tb.press("Ben", card.ID, "End turn", "Elf's turn is over", sealed)

	tb.must(tb.srv.ArchiveThread("side-quest", false, false))
	tb.turn("GM", "/next", "Round 2 · Knight")
	if strings.Contains(tb.srv.Seen("Cleo"), "Spy") {
		t.Error("Cleo has seen the hidden combatant")
	}
	tb.forgive = []int{50083}
}

// TestNoFightStartsInALockedThread: where the bot cannot post, no fight starts.
func TestNoFightStartsInALockedThread(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.channel = "side-quest"
	tb.must(tb.srv.ArchiveThread("side-quest", true, true))
	tb.do("GM", "/init start", "archived and locked. Ask a moderator to unlock it")
	tb.do("GM", "/init list", "no fight")
}

// TestFightsInDeletedChannelsAreLeftAlone: when the channel or thread of a fight is deleted, the bot logs it once and no longer
// tries to show the fight. Other fights continue. The fight stays in the database and in roundel's export.
func TestFightsInDeletedChannelsAreLeftAlone(t *testing.T) {
	t.Parallel()
	const line = "the channel of a fight was deleted"
	tb := newTable(t)
	for _, channel := range []string{"side-quest", "tavern", "fight"} {
		tb.channel = channel
		tb.underway()
	}
	tb.must(tb.srv.DeleteChannel("side-quest"))
	tb.logged(line, 1)
	tb.end()
	tb.must(tb.srv.DeleteChannel("tavern"))
	tb.start()
	tb.logged(line, 2)
	tb.turn("Anna", "/next", "Round 1 · Elf")
	tb.end()
	tb.start()
	tb.turn("Ben", "/next", "Round 2 · Knight")
	tb.logged(line, 2)
	for _, v := range tb.srv.Refusals() {
		t.Errorf("the bot used a deleted channel: %s", v)
	}
	fights := must(t, []string{"ROUNDEL_DB=" + tb.db}, "export", "-")
	if n := strings.Count(fights, `"Bridge fight"`); n != 3 {
		t.Errorf("%d fights are exported:\n%s", n, fights)
	}
	must(t, []string{"ROUNDEL_DB=" + tb.db}, "export", filepath.Join(t.TempDir(), "fights.jsonl"))
}

// TestAMissedChannelDeletionIsNoticed: if a channel was deleted while the bot was away, the bot notices it when it has
// something to show there, and only once.
func TestAMissedChannelDeletionIsNoticed(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.channel = "side-quest"
	tb.underway()
	tb.end()
	tb.start() // without the tokens of earlier answers, which can edit a card without permissions
	tb.must(tb.srv.SetBotPermissions("fight", 0))
	tb.do("Anna", "/next", "Elf", "The bot no longer has View Channel, Send Messages in Threads and Read Message History here")
	tb.end()
	tb.must(tb.srv.ResetPermissions("fight", "Roundel"))
	tb.must(tb.srv.DeleteChannel("side-quest"))
	for n := range 3 {
		tb.srv.RefuseResume(1)
		tb.start()
		tb.logged("the gateway is ready", 3+n) // with a new session, which is sent nothing of what came before
		tb.logged("the channel of a fight was deleted", 1)
		tb.channel = "fight"
		tb.do("GM", "/init list", "no fight")
		tb.end()
	}
	var asked []string
	for _, v := range tb.srv.Refusals() {
		if v.Code == 10003 {
			asked = append(asked, v.String())
		}
	}
	if len(asked) == 0 || len(asked) > 3 { // for its server, the new card and the old one
		t.Errorf("calls for the deleted channel: %q", asked)
	}
	tb.forgive = []int{10003, 50001}
}

// hourLater lets more than an hour pass, after which the bot asks again who is in the server. Tokens have expired by then.
func (tb *table) hourLater() {
	tb.t.Helper()
	tb.srv.Advance(61 * time.Minute)
	tb.forgive = append(tb.forgive, 50027)
	tb.do("Cleo", "/help") // from which the bot learns the time
}

// TestTheFightContinuesWhenAPlayerLeaves: the card says that the player has left and who can act. The GM can act
// for the combatant or hand it over to another member.
func TestTheFightContinuesWhenAPlayerLeaves(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.underway()
	ben := tb.srv.User("Ben").ID()
	tb.must(tb.srv.RemoveUser("Ben"))
	tb.hourLater()
	const away = "Elf's player has left this server. The GM can act for Elf, or choose a new player with /init edit name:Elf owner:…"
	if turn := tb.turn("Anna", "/next", "Round 1 · Elf", away); len(turn.Pinged) != 0 || strings.Contains(turn.Text, "@") {
		t.Errorf("pings %v: %s", turn.Pinged, turn.Text)
	}
	tb.turn("GM", "/next", "Round 2 · Knight")
	tb.do("GM", "/init edit name:Knight owner:"+ben, "The user in the owner option isn't in this server. Choose a member.")
	tb.do("GM", "/init edit name:Elf owner:Cleo", "Elf")
	turn := tb.turn("Anna", "/next", "Round 2 · Elf")
	if !slices.Equal(turn.Pinged, []string{"Cleo"}) || strings.Contains(turn.Text, "has left") {
		t.Errorf("pings %v: %s", turn.Pinged, turn.Text)
	}
	tb.turn("Cleo", "/next", "Round 3 · Knight")
	tb.forgive = append(tb.forgive, 10007)
}

// TestOthersCanActWhenTheGMLeaves: a refusal says who else may act, and they can.
func TestOthersCanActWhenTheGMLeaves(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.srv.AddRole("Game Masters", 0, false)
	tb.must(tb.srv.SetRoles("Cleo", "Game Masters"))
	tb.do("Admin", "/roundel settings ping_gm:true gm_role:Game Masters", "Saved")
	tb.underway()
	tb.do("GM", "/init add name:Orc stats:init 2, hp 5 roll:2", "Orc")
	tb.must(tb.srv.RemoveUser("GM"))
	tb.hourLater()
	tb.do("Anna", "/init pause", "Only @GM can do that.")
	tb.turn("Anna", "/next", "Round 1 · Elf")
	tb.turn("Cleo", "/next", "Round 1 · Orc", "The GM has left this server. A member with Manage Server can act as GM.")
	tb.do("Anna", "/init pause", "Only @GM can do that. The GM has left this server; a member with Manage Server can act as GM.")
	tb.turn("Admin", "/next", "Round 2 · Knight")
	tb.forgive = append(tb.forgive, 10007)
}

// TestFightsAreShownAgainWhenTheBotReturns: after the bot was removed from a server and invited again, it shows the fights of
// the server again, whether or not it was running in the meantime.
func TestFightsAreShownAgainWhenTheBotReturns(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	card := tb.underway()
	away := func() {
		t.Helper()
		tb.must(tb.srv.KickBot(""))
		tb.must(tb.srv.DeleteMessage(card.ID))
		tb.must(tb.srv.InviteBot(""))
	}
	back := func(turn string) {
		t.Helper()
		card = tb.card("The bot is back in this server, and **Bridge fight** continues.", turn)
		if len(card.Pinged) != 1 {
			t.Errorf("pings %v", card.Pinged)
		}
	}
	away()
	back("**Round 1 · Knight** @Anna")
	card = tb.turn("Anna", "/next", "Round 1 · Elf")

	tb.end() // after a RESUME, Discord sends what happened meanwhile
	away()
	tb.start()
	back("**Round 1 · Elf** @Ben")
	card = tb.turn("Ben", "/next", "Round 2 · Knight")

	tb.end() // without the session, it does not
	tb.srv.RefuseResume(1)
	away()
	tb.start()
	back("**Round 2 · Knight** @Anna")
	tb.turn("Anna", "/next", "Round 2 · Elf")

	before := strings.Count(tb.srv.Seen("Cleo"), "The bot is back")
	tb.must(tb.srv.Outage("")) // not a removal
	tb.end()
	tb.srv.RefuseResume(1)
	tb.start()
	tb.turn("Ben", "/next", "Round 3 · Knight")
	if n := strings.Count(tb.srv.Seen("Cleo"), "The bot is back"); n != before {
		t.Errorf("the bot was not away, but said %d times that it is back", n-before)
	}
	tb.forgive = []int{10008, 50001, 10003, 10004}
}

// TestServerCommandsComeBackWithTheBot: commands registered in one server disappear when the bot is removed and come back
// with it.
func TestServerCommandsComeBackWithTheBot(t *testing.T) {
	t.Parallel()
	srv, err := sandbox.Start(sandbox.Config{})
	if err != nil {
		t.Fatal(err)
	}
	guild := srv.GuildID("") // the same at every start
	if err := srv.Close(); err != nil {
		t.Fatal(err)
	}
	tb := newTable(t, "DISCORD_GUILD_ID="+guild)
	tb.do("GM", "/init start", "begins")
	tb.must(tb.srv.KickBot(""))
	if _, err := tb.srv.User("GM").Do(tb.soon(), "fight", "/init list"); err == nil {
		t.Error("the commands are still there")
	}
	tb.must(tb.srv.InviteBot(""))
	tb.message("GM", "The bot is back")
	tb.must(tb.srv.WaitReady(tb.soon()))
	tb.do("GM", "/init list", "Nobody has joined yet")
	tb.forgive = []int{50001}
}
