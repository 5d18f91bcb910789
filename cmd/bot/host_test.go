package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"roundel/sandbox"
)

// mounting returns a command that runs another one with its own file system mounted at dir.
func mounting(dir, options string) []string {
	script := "mount --make-rprivate / && mount -t tmpfs -o " + options + ` none "$0" && exec "$@"`
	return []string{"unshare", "--mount", "sh", "-c", script, dir}
}

// startIn starts the bot as a process with its own file system mounted at dir.
func startIn(t *testing.T, dir, options string, out io.Writer, env ...string) *exec.Cmd {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("only root can mount")
	}
	wrap := mounting(dir, options)
	if made, err := exec.Command(wrap[0], append(wrap[1:], "true")...).CombinedOutput(); err != nil {
		t.Skipf("no permission to create a mount namespace: %s", made)
	}
	cmd := exec.Command(wrap[0], append(wrap[1:], os.Args[0])...)
	cmd.Env = append(os.Environ(), append(env, childName+"=1")...)
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd
}

// TestAnUnwritableFolderIsReported: the message names the folder, and the status is 1.
func TestAnUnwritableFolderIsReported(t *testing.T) {
	t.Parallel()
	dir, out := t.TempDir(), &output{}
	cmd := startIn(t, dir, "ro,size=1m", out, "DISCORD_TOKEN="+secretToken, "ROUNDEL_DB="+dir+"/roundel.db")
	err := cmd.Wait()
	if cmd.ProcessState.ExitCode() != 1 || !strings.Contains(out.String(), "the folder of the database must be writable by user 0, which the bot runs as: ") ||
		!strings.Contains(out.String(), dir) {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestAFolderThatCannotBeCreatedIsReported: there is a file in its place.
func TestAFolderThatCannotBeCreatedIsReported(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	fails(t, []string{"DISCORD_TOKEN=" + secretToken, "ROUNDEL_DB=" + file + "/x/roundel.db", "ROUNDEL_LOG_FORMAT=json"}, 1,
		"create the folder of the database", "run")
}

// TestAFullDiskAtStartIsReported: the message says that the disk is full, and the status is 1.
func TestAFullDiskAtStartIsReported(t *testing.T) {
	t.Parallel()
	dir, out := t.TempDir(), &output{}
	cmd := startIn(t, dir, "size=16k", out, "DISCORD_TOKEN="+secretToken, "ROUNDEL_DB="+dir+"/roundel.db")
	err := cmd.Wait()
	if cmd.ProcessState.ExitCode() != 1 || !strings.Contains(out.String(), "no space left on device") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestAFullDiskShowsInReadyz: when the disk fills up during a fight, the bot refuses what it cannot store, stays alive, and
// /readyz says so. Once there is room, the fight continues.
func TestAFullDiskShowsInReadyz(t *testing.T) {
	t.Parallel()
	srv, err := sandbox.Start(sandbox.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer srv.Close()
	addr, dir, out := freeAddress(t), t.TempDir(), &output{}
	cmd := startIn(t, dir, "size=2m", out, "DISCORD_TOKEN="+srv.Token(), "DISCORD_API_URL="+srv.URL(),
		"ROUNDEL_DB="+dir+"/roundel.db", "ROUNDEL_HTTP_ADDR="+addr, "ROUNDEL_LOG_FORMAT=json")
	tb := &processTable{table: &table{t: t, srv: srv, out: out}, cmd: cmd}
	defer tb.kill()
	if err := srv.WaitReady(tb.soon()); err != nil {
		t.Fatal(err, out)
	}
	tb.do("GM", "/init start name:Bridge fight", "begins")
	tb.do("Anna", "/init join name:Knight stats:init 15, hp 300 roll:6", "has joined")
	ballast := fmt.Sprintf("/proc/%d/root%s/ballast", cmd.Process.Pid, dir)
	f, err := os.Create(ballast)
	if err != nil {
		t.Fatal(err)
	}
	for err == nil {
		_, err = f.Write(make([]byte, 4096))
	}
	f.Close()
	failed := ""
	for range 400 {
		if got := tb.do("GM", "/init scene text:"+strings.Repeat("dusk ", 200)); !strings.Contains(got.Text(), "dusk") {
			failed = got.Text()
			break
		}
	}
	if failed == "" {
		t.Fatal("no command was refused on a full disk")
	}
	t.Logf("a user reads: %s", failed)
	get(t, "http://"+addr+"/healthz", http.StatusOK)
	if text := get(t, "http://"+addr+"/readyz", http.StatusServiceUnavailable); !strings.Contains(text, "does not accept writes") {
		t.Error(text)
	}
	tb.says("the disk is full", 1)
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	tb.do("GM", "/hp target:Knight amount:-5", "295")
	get(t, "http://"+addr+"/readyz", http.StatusOK)
}

// TestANewerDatabaseIsRefused: a database of a newer release is not changed, and the message says what to do.
func TestANewerDatabaseIsRefused(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.end()
	tamper(t, tb.db, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, 1)")
	env := []string{"DISCORD_TOKEN=" + tb.srv.Token(), "DISCORD_API_URL=" + tb.srv.URL(), "ROUNDEL_DB=" + tb.db, "ROUNDEL_LOG_FORMAT=json"}
	fails(t, env, 1, "Run the newer release, or restore a backup made before the upgrade", "run")
	fails(t, env, 1, "newer", "check")
	fails(t, env, 1, "newer", "restore", tb.db)
}

// TestRegistrationIsRetried: the log says why Discord refuses the commands, and when it accepts them.
func TestRegistrationIsRetried(t *testing.T) {
	t.Parallel()
	srv, err := sandbox.Start(sandbox.Config{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { srv.Close() })
	db := filepath.Join(t.TempDir(), "x.db")
	for guild, want := range map[string]string{"99": "roundel invite prints the link", "": "the commands are registered"} {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		out, done := &output{}, make(chan error, 1)
		go func() {
			done <- run(ctx, nil, []string{"DISCORD_TOKEN=" + srv.Token(), "DISCORD_API_URL=" + srv.URL(), "ROUNDEL_DB=" + db,
				"DISCORD_GUILD_ID=" + guild, "ROUNDEL_LOG_FORMAT=json"}, out, out)
		}()
		for ctx.Err() == nil && !strings.Contains(out.String(), want) {
			time.Sleep(20 * time.Millisecond)
		}
		if ctx.Err() != nil {
			t.Errorf("in server %q: no %q in\n%s", guild, want, out)
		}
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// TestTheInvitedPermissionsAreEnough: with exactly the permissions in the invite link, the bot can do everything, and Discord refuses nothing.
func TestTheInvitedPermissionsAreEnough(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	link := must(t, nil, "invite", "--id", "1")
	var bits uint64
	if _, err := fmt.Sscanf(link[strings.Index(link, "permissions="):], "permissions=%d", &bits); err != nil {
		t.Fatal(err)
	}
	if err := tb.srv.SetBotPermissions("fight", bits); err != nil {
		t.Fatal(err)
	}
	tb.do("GM", "/init start name:Bridge fight", "begins")
	tb.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:6", "has joined")
	tb.turn("GM", "/init roll", "Round 1 · Knight", "@Anna")
	tb.do("GM", "/init log")
	tb.do("GM", "/init export")
}

// TestTheTokenIsNeverWritten: whatever goes wrong, nothing that the process writes or serves contains the token.
func TestTheTokenIsNeverWritten(t *testing.T) {
	t.Parallel()
	const canary = "CANARY.of-a-bot.token_that-sings-when-it-is-seen"
	srv, err := sandbox.Start(sandbox.Config{Token: canary})
	if err != nil {
		t.Fatal(err)
	}
	defer srv.Close()
	dir := t.TempDir()
	var seen strings.Builder
	file := filepath.Join(dir, "token")
	if err := os.WriteFile(file, []byte(canary), 0o600); err != nil {
		t.Fatal(err)
	}
	// In every command, with the token given or read from a file, and the API refusing it, unreachable or misspelled.
	for _, token := range []string{"DISCORD_TOKEN=" + canary, "DISCORD_TOKEN_FILE=" + file, "DISCORD_TOKEN=" + canary + " " + canary} {
		for _, api := range []string{srv.URL() + "/not-here", "no address", srv.URL()} {
			for _, name := range []string{"register", "unregister", "invite", "health", "check", "version"} {
				_, out := roundel(t, []string{token, "DISCORD_API_URL=" + api, "ROUNDEL_DB=" + dir + "/none.db"}, name)
				seen.WriteString(out)
			}
		}
	}
	_, out := roundel(t, []string{"DISCORD_TOKEN=" + canary, "DISCORD_API_URL=http://" + canary + "@127.0.0.1:1"}, "invite")
	seen.WriteString(out)
	seen.WriteString(canaryCrash(t, srv, dir))
	if strings.Contains(seen.String(), "CANARY") {
		t.Errorf("the output contains the token:\n%s", seen.String())
	}
}

// canaryCrash runs the bot through faults and a crash with the stacks of all goroutines, and returns its output, its crash
// report and the pages it served.
func canaryCrash(t *testing.T, srv *sandbox.Server, dir string) string {
	addr, out := freeAddress(t), &output{}
	tb := &processTable{table: &table{t: t, srv: srv, db: filepath.Join(dir, "x.db"), out: out,
		env: []string{"ROUNDEL_HTTP_ADDR=" + addr, "ROUNDEL_LOG_LEVEL=debug", "GOTRACEBACK=all"}}}
	tb.cmd = exec.Command(os.Args[0])
	tb.cmd.Env = append(os.Environ(), append(tb.env, childName+"=1", "DISCORD_TOKEN="+srv.Token(), "DISCORD_API_URL="+srv.URL(),
		"ROUNDEL_DB="+tb.db)...)
	tb.cmd.Stdout, tb.cmd.Stderr = out, out
	if err := tb.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if err := srv.WaitReady(tb.soon()); err != nil {
		t.Fatal(err, out)
	}
	tb.do("GM", "/init start", "begins")
	tb.card("Nobody")
	if err := srv.SetBotPermissions("fight", 0); err != nil {
		t.Fatal(err)
	}
	tb.do("GM", "/init scene text:dusk")
	srv.Blackout(true)
	srv.DropGateway()
	time.Sleep(1500 * time.Millisecond)
	pages := get(t, "http://"+addr+"/metrics", http.StatusOK) + get(t, "http://"+addr+"/healthz", http.StatusOK)
	if !strings.Contains(pages, "roundel_gateway_ready 0") || !strings.Contains(pages, `route="/interactions/:id/:token/callback"`) {
		t.Error(pages)
	}
	if err := tb.cmd.Process.Signal(syscall.SIGQUIT); err != nil {
		t.Fatal(err)
	}
	err := tb.cmd.Wait()
	crash, failed := os.ReadFile(crashFile(tb.db))
	if err == nil || failed != nil || !strings.Contains(string(crash), "goroutine ") {
		t.Errorf("the bot did not crash: %v, %v", err, failed)
	}
	srv.Blackout(false)
	return out.String() + string(crash) + pages
}
