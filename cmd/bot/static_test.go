package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"roundel/sandbox"
)

const (
	imageLimit = 25 << 20
	idleLimit  = 30 << 20
)

// emptyRoot is a root folder with what is in the image of a release, and nothing else. The program runs in it as the image says: without root or
// groups, and it can write only to the data folder.
type emptyRoot struct {
	*processTable
	dir       string
	image     releaseImage
	variables []string // that the host sets
}

// newEmptyRoot unpacks the image of an architecture. If that isn't this machine's, the root also has an emulator.
func newEmptyRoot(t *testing.T, architecture string) *emptyRoot {
	t.Helper()
	image := openImage(t, releaseFolder(t), architecture)
	if os.Getuid() != 0 {
		needed(t, "only root can change the root folder")
	}
	if out, err := exec.Command("unshare", "--mount", "true").CombinedOutput(); err != nil {
		needed(t, "no permission to create a mount namespace: "+string(out))
	}
	r := &emptyRoot{dir: t.TempDir(), image: image, variables: []string{"ROUNDEL_BACKUP_DIR=/data/backups", "TZ=Asia/Tokyo"}}
	image.unpack(t, r.dir)
	if architecture != runtime.GOARCH {
		name := map[string]string{"amd64": "qemu-x86_64-static", "arm64": "qemu-aarch64-static"}[architecture]
		emulator, err := exec.LookPath(name)
		if err != nil {
			needed(t, name+" is missing")
		}
		data, err := os.ReadFile(emulator)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(r.dir, "emulator"), data, 0o755); err != nil {
			t.Fatal(err)
		}
		r.image.config.Entrypoint = append([]string{"/emulator"}, r.image.config.Entrypoint...)
	}
	srv, err := sandbox.Start(sandbox.Config{})
	if err != nil {
		t.Fatal(err)
	}
	r.processTable = &processTable{table: &table{t: t, srv: srv, db: "/data/roundel.db", out: &output{}}}
	r.env = []string{freeAddress(t)}
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

// enter returns a command that runs the image's program in the root. Each command of the chain replaces the one before, so that it is a single
// process.
func (r *emptyRoot) enter(args ...string) *exec.Cmd {
	const script = `mount --make-rprivate / && mount --bind "$0" "$0" && mount --bind "$0/data" "$0/data" &&
		mount -o remount,ro,bind "$0" && cd "$0" && user=$1 && shift && exec chroot --userspec="$user" --groups= . "$@"`
	config := r.image.config
	cmd := exec.Command("unshare", slices.Concat([]string{"--mount", "sh", "-c", script, r.dir, config.User}, config.Entrypoint, args)...)
	cmd.Env = slices.Concat(config.Env, r.variables, []string{"DISCORD_TOKEN=" + r.srv.Token(), "DISCORD_API_URL=" + r.srv.URL(), "ROUNDEL_DB=" + r.db,
		"ROUNDEL_HTTP_ADDR=" + r.env[0], "PATH=" + os.Getenv("PATH")})
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
	r.cmd = r.enter(r.image.config.Cmd...)
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

// fight plays the first turn of a fight.
func (r *emptyRoot) fight() {
	r.t.Helper()
	r.do("GM", "/init start name:Bridge fight", "begins")
	r.do("Anna", "/init join name:Knight stats:init 15, hp 30 roll:6", "has joined")
	r.do("GM", "/init add name:Goblin count:3 stats:init 7, hp 5 roll:12", "join")
	r.do("GM", "/init roll", "Round 1")
	r.turn("Anna", "/next", "Round 1 · Goblin")
}

// TestStaticInAnEmptyRoot: alone in an empty read-only root, as a user without a name, the program plays a fight,
// continues after a kill, makes backups by itself and on command while running, and continues from the restored one.
func TestStaticInAnEmptyRoot(t *testing.T) {
	t.Parallel()
	r := newEmptyRoot(t, runtime.GOARCH)
	r.begin()
	if ids, groups := r.status("Uid"), r.status("Groups"); ids != "65532 65532 65532 65532" || groups != "" {
		t.Errorf("the bot runs as user %q in the groups %q", ids, groups)
	}
	if out, err := r.enter("backup", "/etc/backup.db").CombinedOutput(); err == nil {
		t.Errorf("the program can write outside /data: %s", out)
	}
	r.fight()
	r.says("made a backup of the database", 1)
	if list := r.copies(filepath.Join(r.dir, "data/backups")); len(list) != 1 {
		t.Errorf("backups: %v", list)
	}
	if log := r.out.String(); !strings.Contains(log, `+09:00"`) {
		t.Error("the image has no time zones, so that TZ=Asia/Tokyo does nothing")
	}
	before := r.export()
	r.kill()
	r.begin()
	if after := r.export(); after != before {
		t.Fatalf("before the kill:\n%s\nafter it:\n%s", before, after)
	}
	if out := r.run("health"); out != "ok\n" {
		t.Error(out)
	}
	r.until("the commands are registered", func() bool { return strings.Contains(r.out.String(), "the commands are registered") })
	if out := r.run("doctor", "--channel", r.srv.ChannelID("tavern")); !hasAll(out, []string{"token        accepted", "as in this release", ": the bot lacks nothing",
		"a bot has it open", "backups      1; ", "bot          ready"}) || strings.Contains(out, "!!") {
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

// TestImageOfTheOtherArchitecture: under an emulator, the program of the image for the other architecture says its version, plays a fight, continues
// after a kill, and finds the database in order.
func TestImageOfTheOtherArchitecture(t *testing.T) {
	t.Parallel()
	architecture := map[string]string{"amd64": "arm64", "arm64": "amd64"}[runtime.GOARCH]
	r := newEmptyRoot(t, architecture)
	version := r.image.config.Labels["org.opencontainers.image.version"]
	if out := r.run("version"); !strings.HasPrefix(out, "roundel "+version+",") || !strings.Contains(out, "linux/"+architecture) {
		t.Errorf("the image of %s for %s says\n%s", version, architecture, out)
	}
	r.begin()
	r.fight()
	before := r.export()
	r.kill()
	r.begin()
	if after := r.export(); after != before {
		t.Fatalf("before the kill:\n%s\nafter it:\n%s", before, after)
	}
	r.do("GM", "/next", "Round 2 · Knight")
	if out := r.run("health"); out != "ok\n" {
		t.Error(out)
	}
	r.run("check")
}
