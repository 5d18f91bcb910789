package postgres

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"roundel/claims"
)

// childAddress is the variable that makes the test binary a process that claims channel 1.
const childAddress = "ROUNDEL_TEST_CLAIM_IN"

// startChild starts a process that has claimed channel 1, and returns it with what it says.
func startChild(t *testing.T, address string) (*exec.Cmd, *bufio.Reader) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run", "^TestChild$")
	cmd.Env = append(os.Environ(), childAddress+"="+address)
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it may be dead already
		_ = cmd.Wait()
	})
	said := bufio.NewReader(out)
	hear(t, said, "claimed")
	return cmd, said
}

// hear waits for a line of a process.
func hear(t *testing.T, said *bufio.Reader, want string) {
	t.Helper()
	line, err := said.ReadString('\n')
	if err != nil || strings.TrimSpace(line) != want {
		t.Fatalf("it said %q, %v; want %q", line, err, want)
	}
}

// TestChild is such a process. It claims channel 1 over and over, and says when it could not any more and whether it knew by then.
func TestChild(t *testing.T) {
	address := os.Getenv(childAddress)
	if address == "" {
		t.Skip("started by other tests only")
	}
	m, _ := join(t, address, brisk())
	m.try(1, true)
	lost := m.Lost()
	fmt.Println("claimed")
	for {
		got, err := m.Try(t.Context(), claims.Channel, 1)
		if got && err == nil {
			continue
		}
		select {
		case <-lost:
			fmt.Println("lost")
		default:
			fmt.Println("refused, but not lost")
		}
		select {}
	}
}

// TestStoppedProcess checks that a process that is stopped is taken from, and has lost its claims by the time that it notices.
func TestStoppedProcess(t *testing.T) {
	t.Parallel()
	address := shared.Cluster(t).URL(t)
	b, _ := join(t, address, brisk())
	child, said := startChild(t, address)
	b.try(1, false)
	if err := child.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	b.awaitClaim(1)
	if err := child.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	hear(t, said, "lost")
	b.try(1, true)
}

// TestKilledProcess checks, at a pace at which no process is ever taken from, that the claims of a killed process are free at once.
func TestKilledProcess(t *testing.T) {
	address := shared.Cluster(t).URL(t)
	child, _ := startChild(t, address)
	p := brisk()
	p.dead = 4 * soon
	b, _ := join(t, address, p)
	b.try(1, false)
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	b.awaitClaim(1)
}
