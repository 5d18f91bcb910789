package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"roundel/sandbox"
)

const diskFull = "The bot's disk is full, so nothing was changed. Tell whoever hosts the bot, and try again once there's room."

// newSmallDisk returns a table whose bot has a fight with a Hero on a disk of 2 MB.
func newSmallDisk(t *testing.T) *processTable {
	t.Helper()
	tb := newProcessTable(t)
	tb.kill()
	tb.mount = t.TempDir()
	tb.db = filepath.Join(tb.mount, "roundel.db")
	tb.begin()
	tb.do("GM", "/init start name:Siege", "begins")
	tb.do("Anna", "/init join name:Hero stats:init 9, hp 900 roll:9", "has joined")
	tb.do("GM", "/init roll", "Round 1")
	tb.card("900/900")
	return tb
}

// inside returns the name under which the test sees a file of the small disk.
func (tb *processTable) inside(name string) string {
	return filepath.Join(fmt.Sprintf("/proc/%d/root", tb.cmd.Process.Pid), tb.mount, name)
}

// fill fills the small disk until nothing more can be stored.
func (tb *processTable) fill() {
	tb.t.Helper()
	if err := os.WriteFile(tb.inside("ballast"), bytes.Repeat([]byte("x"), 8<<20), 0o600); !errors.Is(err, syscall.ENOSPC) {
		tb.t.Fatalf("the disk is not full: %v", err)
	}
	for range 200 { // the log of the database has room left
		if tb.do("Anna", "/hp target:Hero amount:-1").Text() == diskFull {
			return
		}
	}
	tb.t.Fatal("nothing is refused on a full disk")
}

// rescue stops the bot for good, as it is, and gives the next one a copy of the small disk's files on a large one.
func (tb *processTable) rescue() {
	tb.t.Helper()
	if err := tb.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		tb.t.Fatal(err)
	}
	large := tb.t.TempDir()
	for _, name := range []string{"roundel.db", "roundel.db-wal"} {
		data, err := os.ReadFile(tb.inside(name))
		if err == nil {
			err = os.WriteFile(filepath.Join(large, name), data, 0o600)
		}
		if err != nil {
			tb.t.Fatal(err)
		}
	}
	tb.kill()
	tb.db, tb.mount = filepath.Join(large, "roundel.db"), ""
}

// TestWhatAFullDiskRefusedStaysRefused: commands are answered with "nothing was changed" on a full disk, where the place in Discord's events
// can't be stored either. After a restart with room, Discord delivers them again: nothing is carried out, and the answers stay.
func TestWhatAFullDiskRefusedStaysRefused(t *testing.T) {
	t.Parallel()
	tb := newSmallDisk(t)
	tb.fill()
	before := tb.export()
	var refused []*sandbox.Interaction
	for range 12 {
		it, err := tb.srv.User("GM").Command("fight", "/damage target:Hero amount:10")
		if err != nil {
			t.Fatal(err)
		}
		got, err := it.Wait(tb.soon())
		if err != nil {
			t.Fatal(err)
		}
		tb.check("on a full disk", got, []string{diskFull})
		refused = append(refused, it)
	}
	tb.rescue()
	tb.begin()
	if after := tb.export(); after != before {
		t.Errorf("before the restart:\n%s\nafter it:\n%s", before, after)
	}
	for _, it := range refused {
		if got := it.Response(); got.Text() != diskFull || len(got.FollowUps) > 0 {
			t.Errorf("the answer became %+v", got)
		}
	}
	if tb.srv.Resumes() == 0 {
		t.Error("nothing was delivered again")
	}
	tb.do("GM", "/hp target:Hero amount:=77", "77/900")
	tb.card("77/900")
}

// TestTheBotStopsCleanlyOnAFullDisk: on SIGTERM, with commands refused because the disk is full, the bot ends with status 0. What has been
// refused stays so.
func TestTheBotStopsCleanlyOnAFullDisk(t *testing.T) {
	t.Parallel()
	tb := newSmallDisk(t)
	tb.fill()
	tb.do("GM", "/damage target:Hero amount:10", diskFull)
	tb.dies()
	if err := tb.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if status := tb.gone(); status != 0 {
		t.Errorf("the bot ended with status %d", status)
	}
}
