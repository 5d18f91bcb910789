package main

import (
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"roundel/store/sqlite"
)

// copies returns the backups in a folder, oldest first.
func (tb *table) copies(dir string) []string {
	tb.t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, "roundel-????????T??????.???.db"))
	tb.must(err)
	slices.Sort(list)
	return list
}

// backedUp waits until a backup has been begun and made from now on.
func (tb *processTable) backedUp() {
	tb.t.Helper()
	const made = "made a backup of the database"
	tb.says(made, strings.Count(tb.out.String(), made)+2) // the first of them may have been begun before
}

// gauge returns the value of a metric of the running bot.
func gauge(t *testing.T, addr, name string) float64 {
	t.Helper()
	m := regexp.MustCompile(`(?m)^` + name + ` (\S+)$`).FindStringSubmatch(get(t, "http://"+addr+"/metrics", http.StatusOK))
	if m == nil {
		t.Fatalf("there is no metric %s", name)
	}
	value, err := strconv.ParseFloat(m[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// TestBackupsAreMadeWhileAFightGoesOn: the built program makes one after the other, keeps the newest, and leaves other files alone. Each is sound
// and private, and the newest restores the fight.
func TestBackupsAreMadeWhileAFightGoesOn(t *testing.T) {
	t.Parallel()
	addr, dir := freeAddress(t), filepath.Join(t.TempDir(), "to", "backups")
	tb := newBuiltTable(t, "ROUNDEL_HTTP_ADDR="+addr, "ROUNDEL_BACKUP_DIR="+dir, "ROUNDEL_BACKUP_EVERY=1s", "ROUNDEL_BACKUP_KEEP=3")
	tb.must(os.MkdirAll(dir, 0o755))
	const left, ahead = "roundel-20260101T000000.000.db.part", "roundel-29990101T000000.000.db"
	others := []string{"notes.txt", "roundel-monday.db", "other-20260101T000000.000.db", "roundel-2-20260101T000000.000.db.part", ahead}
	for _, name := range append(others, left) {
		tb.must(os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600))
	}
	tb.begin()
	tb.do("GM", "/init start name:Bridge fight", "begins")
	tb.do("Anna", "/init join name:Knight stats:init 15, hp 300 roll:6", "has joined")
	for n := 1; strings.Count(tb.out.String(), "made a backup of the database") < 5; n++ {
		tb.do("GM", "/hp target:Knight amount:-1", fmt.Sprint(300-n))
		time.Sleep(50 * time.Millisecond)
	}
	get(t, "http://"+addr+"/readyz", http.StatusOK)
	want := tb.export()
	tb.backedUp()
	if age := float64(time.Now().UnixMilli())/1000 - gauge(t, addr, "roundel_backup_timestamp_seconds"); age < -1 || age > 5 {
		t.Errorf("the newest backup is %.1f s old", age)
	}
	if every := gauge(t, addr, "roundel_backup_interval_seconds"); every != 1 {
		t.Errorf("a backup every %v s", every)
	}
	tb.kill()
	list := slices.DeleteFunc(tb.copies(dir), func(name string) bool { return filepath.Base(name) == ahead })
	if n := len(list); n < 3 || n > 4 { // the oldest one is deleted after the newest is there
		t.Errorf("%d backups: %v", n, list)
	}
	for _, name := range list {
		info, err := os.Stat(name)
		if err != nil || info.Mode() != fs.FileMode(0o600) {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
		if code, out := tb.command("check", name); code != 0 || !strings.HasSuffix(out, "sound\n") {
			t.Errorf("%s: status %d\n%s", name, code, out)
		}
	}
	for _, name := range others {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, left)); err == nil {
		t.Errorf("%s of a process that was killed is still there", left)
	}
	tb.must(os.Remove(tb.db))
	if code, out := tb.command("restore", "--force", list[len(list)-1]); code != 0 {
		t.Fatalf("status %d\n%s", code, out)
	}
	tb.begin()
	if got := tb.export(); got != want {
		t.Errorf("backed up:\n%s\nrestored:\n%s", want, got)
	}
}

// TestARestartMakesNoBackupBeforeItIsDue: the folder says when the last one was made.
func TestARestartMakesNoBackupBeforeItIsDue(t *testing.T) {
	t.Parallel()
	addr, dir := freeAddress(t), filepath.Join(t.TempDir(), "backups")
	tb := newBuiltTable(t, "ROUNDEL_HTTP_ADDR="+addr, "ROUNDEL_BACKUP_DIR="+dir)
	tb.begin()
	tb.says("made a backup of the database", 1)
	made := gauge(t, addr, "roundel_backup_timestamp_seconds")
	tb.kill()
	tb.begin()
	tb.do("GM", "/init start name:Bridge fight", "begins")
	if again := gauge(t, addr, "roundel_backup_timestamp_seconds"); again != made {
		t.Errorf("the last backup was made at %v, and after the restart at %v", made, again)
	}
	list := tb.copies(dir)
	if len(list) != 1 {
		t.Fatalf("after a restart there are %v", list)
	}
	tb.kill()
	old := filepath.Join(dir, "roundel-20260101T000000.000.db") // as if the bot had been stopped for long
	tb.must(os.Rename(list[0], old))
	tb.begin()
	tb.says("made a backup of the database", 2)
	if list := tb.copies(dir); len(list) != 2 || list[0] != old {
		t.Errorf("backups: %v", list)
	}
}

// TestBackupsAfterTheClockWasSetBack: the bot makes one again at once, and doesn't wait until the time at which it made the last one.
func TestBackupsAfterTheClockWasSetBack(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db := filepath.Join(dir, "roundel.db")
	st, err := sqlite.Open(t.Context(), db, t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	clock := &machineClock{}
	clock.jump(72 * time.Hour)
	b := &backups{shelf: shelf{dir: filepath.Join(dir, "backups"), db: db}, every: time.Second, keep: 3, now: clock.now, log: zerolog.Nop()}
	stop := b.start(t.Context())
	defer stop()
	newest := func() time.Time { return time.UnixMilli(b.last.Load()) }
	until := func(what string, done func() bool) {
		t.Helper()
		for limit := time.Now().Add(30 * time.Second); !done(); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(limit) {
				t.Fatalf("%s: the newest backup is from %v, and now it is %v", what, newest(), clock.now())
			}
		}
	}
	until("with the clock ahead", func() bool { return newest().After(time.Now().Add(71 * time.Hour)) })
	clock.jump(-72 * time.Hour)
	until("after it was set back", func() bool {
		at := newest()
		return at.After(time.Now().Add(-time.Hour)) && at.Before(time.Now().Add(time.Hour))
	})
}

// TestBackupsOnAFullDisk: the bot warns once, the backup from before stays, fights and the health pages are not affected, and once there is room, it
// goes on.
func TestBackupsOnAFullDisk(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("only root can mount")
	}
	addr, dir := freeAddress(t), t.TempDir()
	tb := newBuiltTable(t, "ROUNDEL_HTTP_ADDR="+addr, "ROUNDEL_BACKUP_DIR="+dir, "ROUNDEL_BACKUP_EVERY=1s", "ROUNDEL_BACKUP_KEEP=1")
	tb.wrap = mounting(dir, "size=2m")
	var err error
	tb.wrap[0], err = exec.LookPath(tb.wrap[0])
	tb.must(err)
	if out, err := exec.Command(tb.wrap[0], append(tb.wrap[1:], "true")...).CombinedOutput(); err != nil {
		t.Skipf("no permission to create a mount namespace: %s", out)
	}
	tb.begin()
	tb.do("GM", "/init start name:Bridge fight", "begins")
	tb.do("Anna", "/init join name:Knight stats:init 15, hp 300 roll:6", "has joined")
	tb.backedUp()
	inside := fmt.Sprintf("/proc/%d/root%s", tb.cmd.Process.Pid, dir)
	ballast, err := os.Create(filepath.Join(inside, "ballast"))
	tb.must(err)
	for err == nil {
		_, err = ballast.Write(make([]byte, 4096))
	}
	tb.must(ballast.Close())
	const warning, done = "the database could not be backed up", "made a backup of the database"
	tb.says(warning, 1)
	made, kept, last := strings.Count(tb.out.String(), done), tb.copies(inside), gauge(t, addr, "roundel_backup_timestamp_seconds")
	for begin, n := time.Now(), 1; time.Since(begin) < 4*time.Second; n++ {
		tb.do("GM", "/hp target:Knight amount:-1", fmt.Sprint(300-n))
		time.Sleep(50 * time.Millisecond)
	}
	get(t, "http://"+addr+"/readyz", http.StatusOK)
	get(t, "http://"+addr+"/healthz", http.StatusOK)
	tb.logged(warning, 1)
	tb.logged("the disk is full: a copy of", 1)
	tb.logged(done, made)
	if list := tb.copies(inside); !slices.Equal(list, kept) || len(list) == 0 {
		t.Errorf("there were the backups %v, and now %v", kept, list)
	}
	if left, err := filepath.Glob(filepath.Join(inside, "*.part*")); err != nil || len(left) > 0 {
		t.Errorf("%v is left, %v", left, err)
	}
	if now := gauge(t, addr, "roundel_backup_timestamp_seconds"); now != last {
		t.Errorf("the time of the last backup was %v and is %v", last, now)
	}
	tb.must(os.Remove(filepath.Join(inside, "ballast")))
	tb.says(done, made+2)
	tb.logged(warning, 1)
	if list := tb.copies(inside); len(list) == 0 || slices.Contains(list, kept[0]) {
		t.Errorf("backups: %v", list)
	}
}

// TestAFolderForBackupsThatCannotBeUsed: the bot starts, warns once and goes on.
func TestAFolderForBackupsThatCannotBeUsed(t *testing.T) {
	t.Parallel()
	in := filepath.Join(t.TempDir(), "file")
	tb := newBuiltTable(t, "ROUNDEL_BACKUP_DIR="+in+"/backups", "ROUNDEL_BACKUP_EVERY=1s")
	tb.must(os.WriteFile(in, nil, 0o600))
	tb.begin()
	tb.says("the database could not be backed up", 1)
	time.Sleep(2500 * time.Millisecond)
	tb.logged("the database could not be backed up", 1)
	tb.do("GM", "/init start name:Bridge fight", "begins")
}

// TestTheSandboxMakesNoBackups: they could replace those of a real bot with the same settings.
func TestTheSandboxMakesNoBackups(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cmd := exec.Command(built(t), "sandbox", "--script", "-")
	cmd.Env = append(os.Environ(), "ROUNDEL_BACKUP_DIR="+dir, "ROUNDEL_BACKUP_EVERY=1s", "ROUNDEL_LOG_LEVEL=info")
	cmd.Stdin = strings.NewReader("GM: /init start name:Bridge fight\nwait\n")
	if out, err := cmd.CombinedOutput(); err != nil || strings.Contains(string(out), "backup") {
		t.Errorf("%v\n%s", err, out)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) > 0 {
		t.Errorf("backups of the sandbox: %v, %v", list, err)
	}
}

// TestSettingsOfBackupsAreChecked: each wrong one is named, and what to do instead.
func TestSettingsOfBackupsAreChecked(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for setting, want := range map[string]string{
		"ROUNDEL_BACKUP_EVERY=1d":      `ROUNDEL_BACKUP_EVERY must be a time such as 24h or 90m, not "1d"`,
		"ROUNDEL_BACKUP_EVERY=0s":      "ROUNDEL_BACKUP_EVERY must be at least 1s",
		"ROUNDEL_BACKUP_KEEP=0":        "ROUNDEL_BACKUP_KEEP must be at least 1",
		"ROUNDEL_BACKUP_KEEP=many":     `ROUNDEL_BACKUP_KEEP must be a whole number, not "many"`,
		"ROUNDEL_BACKUP_DIR=" + file:   file + " is not a folder",
		"ROUNDEL_BACKUP_DIR=~/backups": "ROUNDEL_BACKUP_DIR begins with ~, which only a shell expands; write the whole path",
		"ROUNDEL_DB=postgres://a@b/c":  "leave it out and use pg_dump",
	} {
		fails(t, []string{"DISCORD_TOKEN=x", "ROUNDEL_BACKUP_DIR=" + t.TempDir(), setting}, 2, want, "run")
	}
}
