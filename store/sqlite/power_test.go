package sqlite

import (
	"bufio"
	"context"
	"database/sql"
	"flag"
	"fmt"
	"hash/maphash"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"roundel/engine"
)

// deep tests every system call and every n instead of a sample. CI sets it in its longer job.
var deep = flag.Bool("deep", false, "power loss at every system call, a failure at every n")

// playPower plays a short fight in three channels at once and prints the interactions that were acknowledged.
func playPower(path string) error {
	s, err := Open(context.Background(), path, quiet)
	if err != nil {
		return err
	}
	var wg sync.WaitGroup
	for c := range 3 {
		wg.Go(func() {
			for n := range 14 {
				id := fmt.Sprint(1000 + 100*c + n)
				if err := doAnything(s, c, n, id); err != nil {
					fmt.Fprintln(os.Stderr, err)
					return
				}
				fmt.Println("ack " + id)
			}
		})
	}
	wg.Wait()
	return s.Close()
}

// disk is a file in the page cache and on the disk.
type disk struct {
	safe    []byte  // survives a power failure
	pending []patch // written, not synced
}

// patch is one write, or a truncation if data is nil.
type patch struct {
	at   int64
	data []byte
}

func (p patch) on(file []byte) []byte {
	if p.data == nil {
		return append(slices.Clone(file[:min(p.at, int64(len(file)))]), make([]byte, max(0, p.at-int64(len(file))))...)
	}
	if need := p.at + int64(len(p.data)); need > int64(len(file)) {
		file = append(file, make([]byte, need-int64(len(file)))...)
	}
	copy(file[p.at:], p.data)
	return file
}

// after returns the file after a power failure: everything synced, and those pending writes for which keep returns true,
// the last one shortened by torn.
func (d *disk) after(keep func(i int) bool, torn func(data []byte) []byte) []byte {
	file := slices.Clone(d.safe)
	for i, p := range d.pending {
		if !keep(i) {
			continue
		}
		if i == len(d.pending)-1 && p.data != nil {
			p.data = torn(p.data)
		}
		file = p.on(file)
	}
	return file
}

// crash rebuilds the disk along a trace and checks images of it.
type crash struct {
	t      *testing.T
	dir    string
	names  [2]string // the database and its log
	disks  [2]disk
	acked  []string
	rnd    *rand.Rand
	seen   map[uint64]bool
	hash   maphash.Seed
	images int
}

// TestPowerLossAtEverySystemCall simulates a power failure after each write, sync and truncation of a fight. It keeps
// none, all or some of the unsynced writes, or only a part of the last one. Each time the database opens, is sound, and
// has everything that was acknowledged.
func TestPowerLossAtEverySystemCall(t *testing.T) {
	t.Parallel()
	strace := needStrace(t)
	path := file(t)
	mustClose(t, mustOpen(t, path))
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	trace := filepath.Join(t.TempDir(), "trace")
	cmd := traced(strace, childCommand(t, "power", path), "-y", "-xx", "-s", "100000", "-o", trace,
		"-e", "trace=pwrite64,write,fsync,fdatasync,ftruncate,unlink")
	if out, err := cmd.CombinedOutput(); err != nil {
		skipUntraceable(t, string(out))
		t.Fatalf("%v\n%s", err, out)
	}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	c := &crash{t: t, dir: t.TempDir(), names: [2]string{path, path + "-wal"}, rnd: rand.New(rand.NewPCG(seed, 1)),
		seen: map[uint64]bool{}, hash: maphash.MakeSeed()}
	c.disks[0].safe = before
	c.follow(trace)
	t.Logf("%d images of the disk, all sound; %d commands acknowledged", c.images, len(c.acked))
	if c.images < 50 || len(c.acked) < 40 {
		t.Error("the trace was not understood")
	}
}

func needStrace(t *testing.T) string {
	t.Helper()
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("strace is not installed")
	}
	return strace
}

// traced returns cmd under strace with options.
func traced(strace string, cmd *exec.Cmd, options ...string) *exec.Cmd {
	cmd.Args = slices.Concat([]string{strace, "-f", "-qq"}, options, cmd.Args)
	cmd.Path = strace
	return cmd
}

func skipUntraceable(t *testing.T, complaints string) {
	t.Helper()
	if strings.Contains(complaints, "not permitted") {
		t.Skip("strace may not trace here")
	}
}

var (
	callLine   = regexp.MustCompile(`^(\d+) +(\w+)\((\d+)<([^>]*)>(?:, |\)| )(.*)$`)
	resumeLine = regexp.MustCompile(`^(\d+) +<\.\.\. (\w+) resumed>`)
	unlinkLine = regexp.MustCompile(`^\d+ +unlink\("([^"]*)"`)
)

// follow reads the trace. A write counts from its start, a sync from its end.
func (c *crash) follow(trace string) {
	f, err := os.Open(trace)
	if err != nil {
		c.t.Fatal(err)
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<20)
	syncing := map[string]int{} // by process: which file
	for in.Scan() {
		line := in.Text()
		if m := resumeLine.FindStringSubmatch(line); m != nil {
			if which, ok := syncing[m[1]]; ok && strings.HasSuffix(m[2], "sync") {
				delete(syncing, m[1])
				c.synced(which)
			}
			continue
		}
		if m := unlinkLine.FindStringSubmatch(line); m != nil && unhex(m[1]) == c.names[1] {
			c.disks[1] = disk{} // the file may reappear after a power failure, but by then its contents are synced elsewhere
			continue
		}
		m := callLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		which := slices.Index(c.names[:], unhex(m[4]))
		switch {
		case m[2] == "write" && m[3] == "1":
			c.acknowledged(m[5])
		case which < 0:
		case strings.HasSuffix(m[2], "sync") && strings.HasSuffix(line, "<unfinished ...>"):
			syncing[m[1]] = which
		case strings.HasSuffix(m[2], "sync"):
			c.synced(which)
		default:
			c.written(which, m[2], m[5])
		}
	}
	if err := in.Err(); err != nil {
		c.t.Fatal(err)
	}
}

// unhex decodes a string written by strace -xx and leaves other strings unchanged.
func unhex(text string) string {
	out, err := strconv.Unquote(`"` + text + `"`)
	if err != nil {
		return text
	}
	return out
}

func (c *crash) acknowledged(args string) {
	text, _, _ := strings.Cut(strings.TrimPrefix(args, `"`), `"`)
	for line := range strings.Lines(unhex(text)) {
		if id, ok := strings.CutPrefix(strings.TrimSpace(line), "ack "); ok {
			c.acked = append(c.acked, id)
		}
	}
}

func (c *crash) written(which int, call, args string) {
	d := &c.disks[which]
	if call == "ftruncate" {
		size, _, _ := strings.Cut(args, ")")
		d.pending = append(d.pending, patch{at: number(c.t, size)})
	} else {
		text, rest, _ := strings.Cut(strings.TrimPrefix(args, `"`), `"`)
		fields := strings.Split(rest, ", ")
		at, _, _ := strings.Cut(fields[len(fields)-1], ")")
		at, _, _ = strings.Cut(at, " ")
		d.pending = append(d.pending, patch{number(c.t, at), []byte(unhex(text))})
	}
	c.cut()
}

func number(t *testing.T, text string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func (c *crash) synced(which int) {
	d := &c.disks[which]
	for _, p := range d.pending {
		d.safe = p.on(d.safe)
	}
	d.pending = nil
	c.cut()
}

// cut simulates a power failure at this point, in each way.
func (c *crash) cut() {
	if !*deep && c.rnd.IntN(6) != 0 {
		return
	}
	whole := func(data []byte) []byte { return data }
	torn := func(data []byte) []byte { return data[:c.rnd.IntN(len(data)+1)] }
	all := func(int) bool { return true }
	c.image(func(int) bool { return false }, whole)
	c.image(all, whole)
	c.image(func(int) bool { return c.rnd.IntN(2) == 0 }, whole)
	c.image(all, torn)
}

// image writes one image, opens it and checks it.
func (c *crash) image(keep func(int) bool, torn func([]byte) []byte) {
	var h maphash.Hash
	h.SetSeed(c.hash)
	path := filepath.Join(c.dir, fmt.Sprint(c.images), "roundel.db")
	var contents [2][]byte
	for i := range c.disks {
		contents[i] = c.disks[i].after(keep, torn)
		fmt.Fprintln(&h, len(contents[i]), len(c.acked))
		h.Write(contents[i])
	}
	if c.seen[h.Sum64()] {
		return
	}
	c.seen[h.Sum64()] = true
	c.images++
	if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil {
		c.t.Fatal(err)
	}
	defer os.RemoveAll(filepath.Dir(path))
	for i, name := range []string{path, path + "-wal"} {
		if i == 1 && len(contents[i]) == 0 {
			continue
		}
		if err := os.WriteFile(name, contents[i], 0o600); err != nil {
			c.t.Fatal(err)
		}
	}
	report, err := Check(c.t.Context(), path, nil)
	if err != nil || !report.Sound() {
		c.t.Fatalf("image %d: %v, %v", c.images, err, report.Faults)
	}
	if missing := missing(c.t, path, c.acked); len(missing) > 0 {
		c.t.Fatalf("image %d lost %v", c.images, missing)
	}
}

// missing returns the interactions that are not in the database at path.
func missing(t *testing.T, path string, ids []string) []string {
	t.Helper()
	db, err := sql.Open("sqlite3", dsn(path, readOptions))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	known := map[string]bool{}
	err = tx(t.Context(), db).Each("SELECT id FROM interactions", nil, func(rows *sql.Rows) error {
		var id string
		err := rows.Scan(&id)
		known[id] = true
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return known[id] })
}

// TestTheNthCallFails makes the nth sync, write or truncation fail with an I/O error or a full disk. Whatever the process
// does then, everything acknowledged is there after a restart.
func TestTheNthCallFails(t *testing.T) {
	t.Parallel()
	strace := needStrace(t)
	cases := []struct {
		calls, fault string
		upTo         int
	}{{"fsync,fdatasync", "EIO", 60}, {"pwrite64", "EIO", 60}, {"pwrite64", "ENOSPC", 60}, {"ftruncate", "EIO", 6}}
	for _, k := range cases {
		failed := 0
		for n := 1; n <= k.upTo; n++ {
			if !*deep && n%29 != 3 {
				continue
			}
			path := file(t)
			mustClose(t, mustOpen(t, path))
			cmd := traced(strace, childCommand(t, "power", path), "-o", "/dev/null", "-e", "trace="+k.calls,
				"-e", fmt.Sprintf("inject=%s:error=%s:when=%d", k.calls, k.fault, n))
			lines, complaints := killed(t, cmd, 0)
			skipUntraceable(t, complaints)
			if !cmd.ProcessState.Success() {
				failed++
			}
			checkAfterFailure(t, fmt.Sprintf("%s %s %d", k.calls, k.fault, n), path, lines)
		}
		t.Logf("%s of %s: the process ended in %d cases; nothing acknowledged was lost", k.fault, k.calls, failed)
	}
}

func checkAfterFailure(t *testing.T, what, path string, lines []string) {
	t.Helper()
	report, err := Check(t.Context(), path, nil)
	if err != nil || !report.Sound() {
		t.Fatalf("%s: %v, %v", what, err, report.Faults)
	}
	var acked []string
	for _, line := range lines {
		if id, ok := strings.CutPrefix(line, "ack "); ok {
			acked = append(acked, id)
		}
	}
	if lost := missing(t, path, acked); len(lost) > 0 {
		t.Fatalf("%s: lost %v", what, lost)
	}
	s := mustOpen(t, path)
	mustUpdate(t, s, "1000002", func(engine.Journal) ([]byte, error) { return nil, nil })
	mustClose(t, s)
}
