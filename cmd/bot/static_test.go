package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"roundel/sandbox"
)

// staticName is the environment variable with the path of a program built by deploy/build.sh.
const staticName = "ROUNDEL_STATIC"

const (
	imageLimit = 25 << 20
	idleLimit  = 30 << 20
)

// emptyRoot is a root folder with nothing but the program, the certificates and a data folder, as in the image. The
// program runs in it without root or groups, and can write only to the data folder.
type emptyRoot struct {
	*processTable
	dir string
}

func newEmptyRoot(t *testing.T) *emptyRoot {
	t.Helper()
	program := os.Getenv(staticName)
	switch {
	case program == "":
		t.Skip("set " + staticName + " to a program built by deploy/build.sh; .ci/run does")
	case os.Getuid() != 0:
		t.Skip("only root can change the root folder")
	}
	if out, err := exec.Command("unshare", "--mount", "true").CombinedOutput(); err != nil {
		t.Skipf("no permission to create a mount namespace: %s", out)
	}
	dir := t.TempDir()
	for _, name := range []string{"etc/ssl/certs", "data"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chown(filepath.Join(dir, "data"), 65532, 65532); err != nil {
		t.Fatal(err)
	}
	size := int64(0)
	for from, to := range map[string]string{program: "roundel", "/etc/ssl/certs/ca-certificates.crt": "etc/ssl/certs/ca-certificates.crt"} {
		data, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		size += int64(len(data))
		if err := os.WriteFile(filepath.Join(dir, to), data, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("the image would have %.1f MB", float64(size)/(1<<20))
	if size > imageLimit {
		t.Errorf("the limit is %d bytes", imageLimit)
	}
	srv, err := sandbox.Start(sandbox.Config{})
	if err != nil {
		t.Fatal(err)
	}
	r := &emptyRoot{&processTable{table: &table{t: t, srv: srv, db: "/data/roundel.db", out: &output{}}}, dir}
	t.Cleanup(func() {
		r.kill()
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Log(r.out.String())
		}
	})
	return r
}

// enter returns a command that runs the program in the root. Each command of the chain replaces the one before, so that
// it is a single process.
func (r *emptyRoot) enter(args ...string) *exec.Cmd {
	const script = `mount --make-rprivate / && mount --bind "$0" "$0" && mount --bind "$0/data" "$0/data" &&
		mount -o remount,ro,bind "$0" && cd "$0" && exec chroot --userspec=65532:65532 --groups= . /roundel "$@"`
	cmd := exec.Command("unshare", append([]string{"--mount", "sh", "-c", script, r.dir}, args...)...)
	cmd.Env = []string{"DISCORD_TOKEN=" + r.srv.Token(), "DISCORD_API_URL=" + r.srv.URL(), "ROUNDEL_DB=" + r.db,
		"ROUNDEL_HTTP_ADDR=" + r.env[0], "ROUNDEL_LOG_FORMAT=json", "TMPDIR=/data", "PATH=" + os.Getenv("PATH")}
	return cmd
}

func (r *emptyRoot) run(args ...string) string {
	r.t.Helper()
	out, err := r.enter(args...).CombinedOutput()
	if err != nil {
		r.t.Fatalf("roundel %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

func (r *emptyRoot) begin() {
	r.t.Helper()
	r.cmd = r.enter("run")
	r.cmd.Stdout, r.cmd.Stderr = r.out, r.out
	if err := r.cmd.Start(); err != nil {
		r.t.Fatal(err)
	}
	if err := r.srv.WaitReady(r.soon()); err != nil {
		r.t.Fatalf("the bot did not get ready: %v\n%s", err, r.out)
	}
}

// status returns a line of the running bot's /proc status.
func (r *emptyRoot) status(name string) string {
	r.t.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", r.cmd.Process.Pid))
	if err != nil {
		r.t.Fatal(err)
	}
	_, after, _ := bytes.Cut(data, []byte("\n"+name+":"))
	line, _, _ := bytes.Cut(after, []byte("\n"))
	return strings.Join(strings.Fields(string(line)), " ")
}

// TestStaticInAnEmptyRoot: alone in an empty read-only root, as a user without a name, the program plays a fight,
// continues after a kill, makes a backup while running, and continues from the restored backup.
func TestStaticInAnEmptyRoot(t *testing.T) {
	t.Parallel()
	r := newEmptyRoot(t)
	r.env = []string{freeAddress(t)}
	r.begin()
	if ids, groups := r.status("Uid"), r.status("Groups"); ids != "65532 65532 65532 65532" || groups != "" {
		t.Errorf("the bot runs as user %q in the groups %q", ids, groups)
	}
	if out, err := r.enter("backup", "/etc/backup.db").CombinedOutput(); err == nil {
		t.Errorf("the program can write outside /data: %s", out)
	}
	r.do("GM", "/init start name:Bridge fight", "begins")
	r.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:6", "has joined")
	r.do("GM", "/init add name:Goblin count:3 stats:init 7, hp 5 roll:12", "join")
	r.do("GM", "/init roll", "Round 1")
	r.turn("Anna", "/next", "Round 1 · Goblin")
	before := r.export()
	r.kill()
	r.begin()
	if after := r.export(); after != before {
		t.Fatalf("before the kill:\n%s\nafter it:\n%s", before, after)
	}
	if out := r.run("health"); out != "ok\n" {
		t.Error(out)
	}
	r.run("backup", "/data/backup.db")
	lost := r.turn("GM", "/next", "Round 2 · Knight")
	r.run("check")
	time.Sleep(2 * time.Second)
	idle, err := strconv.Atoi(strings.TrimSuffix(r.status("VmRSS"), " kB"))
	t.Logf("memory when idle: %.1f MB; %s of it are the process's own, %s are pages of files", float64(idle)/1024, r.status("RssAnon"), r.status("RssFile"))
	if err != nil || idle<<10 > idleLimit {
		t.Errorf("memory when idle: %d KiB, %v", idle, err)
	}
	r.kill()
	r.db = "/data/elsewhere/roundel.db"
	r.run("restore", "/data/backup.db")
	r.begin()
	if after := r.export(); after != before {
		t.Fatalf("backed up:\n%s\nrestored:\n%s", before, after)
	}
	r.press("Anna", lost.ID, "End turn", "earlier turn", "Goblin's turn now") // the backup knows nothing of this card
	r.do("GM", "/next", "Round 2 · Knight")
}
