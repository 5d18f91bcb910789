package sqlite

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"roundel/engine"
	"roundel/internal/storetest"
	"roundel/snowflake"
	"roundel/store"
)

// Some of these tests need a process that can be killed or run out of disk space: they run this test binary again, with
// the name of a task in the environment.
const (
	childEnv     = "ROUNDEL_STORE_CHILD"
	childPathEnv = "ROUNDEL_STORE_PATH"
)

func isChild() bool { return os.Getenv(childEnv) != "" }

// child does the task named in the environment.
func child() {
	path := os.Getenv(childPathEnv)
	run := map[string]func(string) error{
		"fight":    fightOn,
		"full":     fillTheDisk,
		"readonly": openReadOnly,
		"limited":  hitTheLimit,
		"copies":   copyOntoAFullDisk,
		"power":    playPower,
		"open":     openAndMeasure,
		"restore":  restoreBackup,
		"once":     openOnce,
	}[os.Getenv(childEnv)]
	if err := run(path); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func childCommand(t *testing.T, what, path string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+what, childPathEnv+"="+path)
	return cmd
}

// fighters is the number of channels in which fightOn plays.
const fighters = 8

// fightOn plays until it is killed or the store stops, and prints the interactions that were acknowledged.
func fightOn(path string) error {
	s, err := Open(context.Background(), path, func(string, ...any) {})
	if err != nil {
		return err
	}
	var out sync.Mutex
	run := rand.Int64N(10_000_000_000)
	var wg sync.WaitGroup
	for c := range fighters {
		wg.Go(func() {
			for n := 0; ; n++ {
				id := fmt.Sprint((run*fighters+int64(c))*1_000_000 + int64(n))
				err := doAnything(s, c, n, id)
				if err != nil {
					fmt.Fprintln(os.Stderr, err)
					return
				}
				out.Lock()
				fmt.Println(id)
				out.Unlock()
			}
		})
	}
	wg.Wait()
	return <-s.Fatal()
}

// doAnything does something in channel c, or to the rulesets of server c, that depends on n. The answer is the interaction.
func doAnything(s *store.Store, c, n int, id string) error {
	if n%5 == 2 {
		text := rules(n % 3)
		if n%2 == 1 {
			text = nil
		}
		_, _, err := s.AmendRulesets(context.Background(), snowflake.Guild(fmt.Sprint(c)), id, changing("mine", text, id))
		return err
	}
	_, _, err := s.Update(context.Background(), snowflake.Channel(fmt.Sprint(c)), id, anything(id, n))
	return err
}

// anything returns an update that depends on n.
func anything(id string, n int) func(engine.Journal) ([]byte, error) {
	return func(j engine.Journal) ([]byte, error) {
		switch {
		case j.State() == nil:
			return []byte(id), j.Append(startedUnder(id, rules(n%3)))
		case n%50 == 49:
			return []byte(id), j.Append(storetest.Did(n, engine.EncounterEnded{}))
		case n%7 == 3 && j.NextSeq() > 2:
			return undone(j, id)
		}
		return []byte(id), errors.Join(j.Append(storetest.Did(n, scene("%s", id))), j.Append(storetest.Did(n, scene("%s again", id))))
	}
}

// undone undoes the last entry, if there is anything to undo, and answers.
func undone(j engine.Journal, id string) ([]byte, error) {
	_, err := j.Undo("gm", storetest.At(0), 0)
	var refusal *engine.Error
	if errors.As(err, &refusal) {
		err = nil
	}
	return []byte(id), err
}

func TestNothingAcknowledgedIsLostToAKill(t *testing.T) {
	t.Parallel()
	path := file(t)
	rounds := 2
	if *deep {
		rounds = 6
	}
	for range rounds {
		cmd := childCommand(t, "fight", path)
		acknowledged, _ := killed(t, cmd, time.Duration(100+rand.IntN(200))*time.Millisecond)
		if len(acknowledged) == 0 {
			t.Log("the process was killed before its first command")
		}
		checkKept(t, path, acknowledged)
	}
}

// killed runs cmd and kills it after d, or lets it end by itself if d is 0. It returns the complete lines that cmd wrote
// to standard output, and everything it wrote to standard error.
func killed(t *testing.T, cmd *exec.Cmd, d time.Duration) (lines []string, complaints string) {
	t.Helper()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if d > 0 {
		timer := time.AfterFunc(d, func() {
			if err := cmd.Process.Signal(syscall.SIGKILL); err != nil && !errors.Is(err, os.ErrProcessDone) {
				t.Error(err)
			}
		})
		defer timer.Stop()
	}
	in := bufio.NewReader(stdout)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			if err != io.EOF {
				t.Error(err)
			}
			break
		}
		lines = append(lines, strings.TrimSuffix(line, "\n"))
	}
	err = cmd.Wait()
	if d > 0 && err == nil || d > 0 && !strings.Contains(err.Error(), "killed") {
		t.Fatalf("the process ended: %v\n%s", err, &stderr)
	}
	return lines, stderr.String()
}

// checkKept fails unless the store has the answer to every acknowledged interaction and every state matches its log.
func checkKept(t *testing.T, path string, acknowledged []string) {
	t.Helper()
	s := mustOpen(t, path)
	for _, id := range acknowledged {
		answer, again, err := s.Update(t.Context(), channel, id, func(engine.Journal) ([]byte, error) {
			return nil, errors.New("forgotten")
		})
		if err != nil || !again || string(answer) != id {
			t.Fatalf("acknowledged interaction %s: %q, %v, %v", id, answer, again, err)
		}
	}
	for c := range fighters {
		checkFold(t, s, snowflake.Channel(fmt.Sprint(c)))
	}
	mustClose(t, s)
	mustCheck(t, path)
}

// checkFold fails unless the state of a channel matches its log.
func checkFold(t *testing.T, s *store.Store, ch snowflake.Channel) {
	t.Helper()
	err := s.Log(t.Context(), ch, func(j engine.Log) error {
		log, err := all(j)
		if err != nil || j.State() == nil {
			return err
		}
		var want *engine.State
		for i, e := range log {
			if e.Seq != int64(i+1) {
				t.Errorf("channel %s: entry %d at index %d", ch, e.Seq, i)
			}
			if e.Kind == engine.Did && !e.Undone {
				want = engine.Fold(want, e.Events)
			}
		}
		got, err := json.Marshal(j.State())
		if err != nil {
			return err
		}
		fold, err := json.Marshal(want)
		if !bytes.Equal(got, fold) {
			t.Errorf("channel %s is\n%s\nbut its log folds to\n%s", ch, got, fold)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestAFailedFsyncStopsTheStore(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("strace is not installed")
	}
	path := file(t)
	mustClose(t, mustOpen(t, path))
	for _, n := range []int{3, 4, 10, 31} {
		cmd := childCommand(t, "fight", path)
		cmd.Args = append([]string{strace, "-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync,fdatasync",
			"-e", fmt.Sprintf("inject=fsync,fdatasync:error=EIO:when=%d", n)}, cmd.Args...)
		cmd.Path = strace
		acknowledged, complaints := killed(t, cmd, 0)
		if strings.Contains(complaints, "not permitted") {
			t.Skip("strace may not trace here")
		}
		if cmd.ProcessState.Success() || !strings.Contains(complaints, "I/O error") {
			t.Fatalf("the process did not stop because of the fault: %s", complaints)
		}
		checkKept(t, path, acknowledged)
	}
}

// inOwnMounts runs a child in its own mount namespace, with an empty folder to mount a file system on.
func inOwnMounts(t *testing.T, what string) {
	t.Helper()
	cmd := childCommand(t, what, filepath.Join(t.TempDir(), "roundel.db"))
	cmd.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS}
	out, err := cmd.CombinedOutput()
	if errors.Is(err, syscall.EPERM) || strings.Contains(string(out), errNoMount.Error()) {
		t.Skipf("no permission to mount a file system: %v %s", err, out)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

func TestTheStoreSurvivesAFullDisk(t *testing.T) { inOwnMounts(t, "full") }

func TestABackupThatFailsLeavesNothing(t *testing.T) { inOwnMounts(t, "copies") }
func TestAReadOnlyFolderIsRefused(t *testing.T)      { inOwnMounts(t, "readonly") }

func TestAFileSizeLimitStopsTheStore(t *testing.T) {
	path := file(t)
	out, err := childCommand(t, "limited", path).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	s := mustOpen(t, path)
	checkFold(t, s, channel)
	if n := len(entries(t, s)); n < 1 {
		t.Errorf("%d entries", n)
	}
}
