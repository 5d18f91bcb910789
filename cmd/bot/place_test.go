package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"roundel/sandbox"
)

// must carries out a change of the world.
func (tb *table) must(err error) {
	tb.t.Helper()
	if err != nil {
		tb.t.Fatal(err)
	}
}

// until waits for what no message tells.
func (tb *table) until(what string, holds func() bool) {
	tb.t.Helper()
	for deadline := time.Now().Add(15 * time.Second); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			tb.t.Fatalf("never came: %s", what)
		}
	}
}

// logged waits for the bot to have written a line so many times.
func (tb *table) logged(words string, times int) {
	tb.t.Helper()
	tb.until("logged: "+words, func() bool { return strings.Count(tb.out.String(), words) >= times })
	if n := strings.Count(tb.out.String(), words); n > times {
		tb.t.Errorf("%d times in the log: %s", n, words)
	}
}

// underway is a fight in which it is Knight's turn, Anna's, before Elf's, Ben's.
func (tb *table) underway() sandbox.Message {
	tb.t.Helper()
	tb.do("GM", "/init start name:Bridge fight", "begins")
	tb.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:6", "Knight")
	tb.do("Ben", "/init join name:Elf stats:init 3, hp 20 roll:10", "Elf")
	tb.do("GM", "/init roll", "Next: Knight")
	tb.message("Anna", "Round 1 · Turn: **Knight**")
	return tb.tracker("round 1", "Turn: **Knight**")
}

// TestArchivedThread: a fight in a thread goes on after Discord has archived it, and while nothing can be posted there,
// because a moderator has locked it too, commands work and their answers say so.
func TestArchivedThread(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.place = "side-quest"
	board := tb.underway()

	tb.must(tb.srv.ArchiveThread("side-quest", true, false))
	tb.do("Anna", "/next", "Next: Elf")
	tb.message("Ben", "Round 1 · Turn: **Elf**")
	if now := tb.tracker("round 1", "Turn: **Elf**"); now.ID != board.ID {
		t.Error("the answer has opened the thread, and yet there is another tracker")
	}

	tb.must(tb.srv.ArchiveThread("side-quest", true, false))
	tb.do("GM", "/init add name:Spy stats:init 1, hp 5 roll:2 hidden:true", "Spy (hidden) joins") // for the GM's eyes: the thread stays shut
	tb.do("GM", "/hp target:Elf amount:-5", "15/20")                                              // this answer opens it
	board = tb.tracker("15/20")

	tb.must(tb.srv.ArchiveThread("side-quest", true, true))
	const sealed = "This thread is archived and locked. Until a moderator unlocks it, the tracker and pings are paused and only you see this answer."
	if got := tb.do("Ben", "/next", "Elf is done", sealed); !got.Ephemeral {
		t.Error("an answer for everybody in a locked thread")
	}
	tb.do("GM", "/init undo", "Undone", sealed)
	tb.press("Ben", board.ID, "End turn", "Elf is done", sealed)

	tb.must(tb.srv.ArchiveThread("side-quest", false, false))
	tb.do("GM", "/next", "Knight")
	tb.message("Anna", "Round 2 · Turn: **Knight**")
	tb.tracker("round 2", "Turn: **Knight**")
	if strings.Contains(tb.srv.Seen("Cleo"), "Spy") {
		t.Error("Cleo has seen the hidden one")
	}
	tb.forgive = []int{50083}
}

// TestNoFightInASealedThread: where nobody could follow it none begins.
func TestNoFightInASealedThread(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.place = "side-quest"
	tb.must(tb.srv.ArchiveThread("side-quest", true, true))
	tb.do("GM", "/init start", "archived and locked, so no fight can be shown here; have a moderator unlock it")
	tb.do("GM", "/init list", "no fight")
}

// TestDeletedChannel: a fight whose channel or thread is deleted is left alone, and the host is told once; the others go
// on; it is in the database and in what roundel export writes.
func TestDeletedChannel(t *testing.T) {
	t.Parallel()
	const line = "the channel of a fight was deleted"
	tb := newTable(t)
	for _, place := range []string{"side-quest", "tavern", "fight"} {
		tb.place = place
		tb.underway()
	}
	tb.must(tb.srv.DeleteChannel("side-quest"))
	tb.logged(line, 1)
	tb.end()
	tb.must(tb.srv.DeleteChannel("tavern"))
	tb.start()
	tb.logged(line, 2)
	tb.do("Anna", "/next", "Next: Elf")
	tb.tracker("Turn: **Elf**")
	tb.end()
	tb.start()
	tb.do("Ben", "/next", "Round 2")
	tb.tracker("round 2", "Turn: **Knight**")
	tb.logged(line, 2)
	for _, v := range tb.srv.Refusals() {
		t.Errorf("it was asked for what it knew to be gone: %s", v)
	}
	fights := must(t, []string{"ROUNDEL_DB=" + tb.db}, "export", "-")
	if n := strings.Count(fights, `"Bridge fight"`); n != 3 {
		t.Errorf("%d fights are exported:\n%s", n, fights)
	}
	must(t, []string{"ROUNDEL_DB=" + tb.db}, "export", filepath.Join(t.TempDir(), "fights.jsonl"))
}

// TestDeletedWhileNobodyHeard: that the channel is gone shows when something is still to be said there, once and for all.
func TestDeletedWhileNobodyHeard(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.place = "side-quest"
	tb.underway()
	tb.must(tb.srv.SetBotPermissions("fight", 0))
	tb.do("Anna", "/next", "Next: Elf", "The bot no longer has View Channel, Send Messages in Threads and Read Message History here")
	tb.end()
	tb.must(tb.srv.ResetPermissions("fight", "Roundel"))
	tb.must(tb.srv.DeleteChannel("side-quest"))
	for range 3 {
		tb.srv.RefuseResume(1)
		tb.start()
		tb.logged("the channel of a fight was deleted", 1)
		tb.place = "fight"
		tb.do("GM", "/init list", "no fight")
		tb.end()
	}
	var asked []string
	for _, v := range tb.srv.Refusals() {
		if v.Code == 10003 {
			asked = append(asked, v.String())
		}
	}
	if len(asked) == 0 || len(asked) > 3 { // whose server it is, the announcement and the tracker
		t.Errorf("asked for what is gone: %q", asked)
	}
	tb.forgive = []int{10003, 50001}
}

// TestPlayerLeaves: the fight goes on, its announcement says that nobody is there for a combatant and who can act, and the
// GM does or hands it over, to somebody who is there.
func TestPlayerLeaves(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.underway()
	ben := tb.srv.User("Ben").ID()
	tb.must(tb.srv.RemoveUser("Ben"))
	tb.do("Anna", "/next", "Next: Elf")
	const away = "The player of Elf is not in this server any more: the GM can act for Elf, or hand it over with /init edit name:Elf owner:…"
	if turn := tb.message("Cleo", "Turn: **Elf**", away); len(turn.Pinged) != 0 || strings.Contains(turn.Text, "@") {
		t.Errorf("pings %v: %s", turn.Pinged, turn.Text)
	}
	tb.do("GM", "/next", "Elf is done")
	tb.tracker("round 2", "Turn: **Knight**")
	tb.do("GM", "/init edit name:Knight owner:"+ben, "The user given as owner is not in this server; choose one of its members.")
	tb.do("GM", "/init edit name:Elf owner:Cleo", "Elf")
	tb.do("Anna", "/next", "Next: Elf")
	turn := tb.message("Cleo", "Round 2 · Turn: **Elf**")
	if !slices.Equal(turn.Pinged, []string{"Cleo"}) || strings.Contains(turn.Text, "any more") {
		t.Errorf("pings %v: %s", turn.Pinged, turn.Text)
	}
	tb.do("Cleo", "/next", "Elf is done")
	tb.forgive = []int{10007}
}

// TestGMLeaves: a refusal says who else may, and they may.
func TestGMLeaves(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.srv.AddRole("Game Masters", 0, false)
	tb.must(tb.srv.SetRoles("Cleo", "Game Masters"))
	tb.do("Admin", "/roundel settings ping_gm:true gm_role:Game Masters", "Saved")
	tb.underway()
	tb.do("GM", "/init add name:Orc stats:init 2, hp 5 roll:2", "Orc")
	tb.must(tb.srv.RemoveUser("GM"))
	tb.do("Anna", "/init pause", "Only the GM, @GM, may do that; ask there, or a member with Manage Server.")
	tb.do("Anna", "/next", "Next: Elf")
	tb.do("Cleo", "/next", "Next: Orc")
	tb.message("Anna", "Turn: **Orc**", "The GM is not in this server any more: a member with Manage Server can act as GM.")
	tb.do("Admin", "/next", "Round 2")
	tb.tracker("round 2", "Turn: **Knight**")
	tb.forgive = []int{10007}
}

// TestBotRemovedAndInvitedAgain: the fights of the server are shown anew, whether the bot was running meanwhile or not.
func TestBotRemovedAndInvitedAgain(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	board := tb.underway()
	away := func() {
		t.Helper()
		tb.must(tb.srv.KickBot(""))
		tb.must(tb.srv.DeleteMessage(board.ID))
		tb.must(tb.srv.InviteBot(""))
	}
	back := func(turn string) {
		t.Helper()
		got := tb.message("Cleo", "The bot is back in this server; **Bridge fight** goes on.", turn)
		if len(got.Pinged) != 1 {
			t.Errorf("pings %v", got.Pinged)
		}
		tb.until("another tracker", func() bool { return tb.tracker("Turn: **").ID != board.ID })
		board = tb.tracker("Turn: **")
	}
	away()
	back("Round 1 · Turn: **Knight**")
	tb.do("Anna", "/next", "Next: Elf")
	tb.tracker("Turn: **Elf**")

	tb.end() // Discord tells what happened meanwhile
	away()
	tb.start()
	back("Round 1 · Turn: **Elf**")
	tb.do("Ben", "/next", "Round 2")
	tb.tracker("Turn: **Knight**")

	tb.end() // and when it has forgotten the session, it does not
	tb.srv.RefuseResume(1)
	away()
	tb.start()
	back("Round 2 · Turn: **Knight**")
	tb.do("Anna", "/next", "Next: Elf")
	tb.tracker("Turn: **Elf**")

	before := strings.Count(tb.srv.Seen("Cleo"), "The bot is back")
	tb.must(tb.srv.Outage("")) // no removal
	tb.end()
	tb.srv.RefuseResume(1)
	tb.start()
	tb.do("Ben", "/next", "Round 3")
	tb.message("Anna", "Round 3 · Turn: **Knight**")
	if n := strings.Count(tb.srv.Seen("Cleo"), "The bot is back"); n != before {
		t.Errorf("the bot was never away and said %d times that it is back", n-before)
	}
	tb.forgive = []int{10008, 50001, 10003, 10004}
}

// TestCommandsOfOneServerComeBack: commands that are registered in one server go with the bot and come with it.
func TestCommandsOfOneServerComeBack(t *testing.T) {
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
		t.Error("the commands have stayed")
	}
	tb.must(tb.srv.InviteBot(""))
	tb.message("GM", "The bot is back")
	tb.must(tb.srv.WaitReady(tb.soon()))
	tb.do("GM", "/init list", "Nobody is in it yet")
	tb.forgive = []int{50001}
}
