package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"roundel/internal/pgtest"
)

// TestCommandsPerCPUSecond prints how many commands one process and three carry out in a second of CPU time, PostgreSQL's included: once
// as if each process were on a machine of its own, with a share of a CPU and as many clients as the others, and once on the same machine
// with as many clients in all as one process has.
func TestCommandsPerCPUSecond(t *testing.T) {
	if !*load {
		t.Skip("only with -load")
	}
	for _, apart := range []bool{true, false} {
		t.Run(fmt.Sprint("apart=", apart), func(t *testing.T) { compareCPUSeconds(t, apart) })
	}
}

func compareCPUSeconds(t *testing.T, apart bool) {
	rates := map[int][]float64{}
	const turns = 3
	for range turns {
		for _, processes := range []int{1, manyProcesses} {
			t.Run(fmt.Sprint(processes), func(t *testing.T) {
				rates[processes] = append(rates[processes], perCPUSecond(t, processes, apart))
			})
		}
	}
	for n, list := range rates {
		if slices.Sort(list); len(list) < turns {
			t.Fatalf("%d processes could not be measured", n)
		}
	}
	one, three := rates[1], rates[manyProcesses]
	t.Logf("commands per CPU second: %d processes %.0f (%.0f to %.0f), one %.0f (%.0f to %.0f), ratio %.2f", manyProcesses, three[turns/2], three[0],
		three[turns-1], one[turns/2], one[0], one[turns-1], three[turns/2]/one[turns/2])
}

// ownShare is the share of a CPU that a process has if it is apart from the others.
const ownShare = 0.3

// limitCPU limits the CPU time of a process until the end of the test. It needs cgroups that it may write to.
func limitCPU(t *testing.T, pid int, share float64) {
	t.Helper()
	const period = 30_000 // microseconds
	quota := int(share * period)
	name := fmt.Sprint("roundel-", pid)
	dir, limits := filepath.Join("/sys/fs/cgroup", name), [][2]string{{"cpu.max", fmt.Sprint(quota, " ", period)}}
	if _, err := os.Stat("/sys/fs/cgroup/cpu/cpu.cfs_quota_us"); err == nil { // the first version of cgroups
		dir, limits = filepath.Join("/sys/fs/cgroup/cpu", name), [][2]string{{"cpu.cfs_period_us", fmt.Sprint(period)}, {"cpu.cfs_quota_us", fmt.Sprint(quota)}}
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	set := func(path, value string) {
		if err := os.WriteFile(path, []byte(value), 0o644); err != nil {
			t.Error(err)
		}
	}
	const members = "cgroup.procs"
	t.Cleanup(func() {
		set(filepath.Join(filepath.Dir(dir), members), strconv.Itoa(pid)) // an empty group can be removed
		if err := os.Remove(dir); err != nil {
			t.Error(err)
		}
	})
	for _, limit := range append(limits, [2]string{members, strconv.Itoa(pid)}) {
		set(filepath.Join(dir, limit[0]), limit[1])
	}
}

// perCPUSecond has 64 clients play without a pause, each in a channel of its own, and returns how many commands were acknowledged per
// second of CPU time. If apart is true, there are 64 clients for each process, and each has ownShare of a CPU.
func perCPUSecond(t *testing.T, processes int, apart bool) float64 {
	cluster := pgtest.Start(t)
	url := cluster.URL(t)
	clients := 64
	if apart {
		clients *= processes
	}
	m := newStandIn(t, url, clients+1)
	m.halls = nil
	for i := range m.srv.Locations()[1:] {
		m.halls = append(m.halls, hall(i))
	}
	for range processes {
		m.procs = append(m.procs, &oneOfMany{db: url})
	}
	m.begin()
	m.open()
	if apart {
		for _, p := range m.procs {
			limitCPU(t, p.cmd.Process.Pid, ownShare)
		}
	}
	played := func(d time.Duration) (acknowledged int) {
		end, before := time.Now().Add(d), len(m.asked)
		var players sync.WaitGroup
		for i := range clients {
			players.Go(func() {
				for time.Now().Before(end) {
					m.ask(m.halls[i])
				}
			})
		}
		players.Wait()
		for _, w := range m.asked[before:] {
			if !w.acknowledged {
				t.Errorf("not acknowledged: %q", w.text)
			}
			acknowledged++
		}
		return acknowledged
	}
	played(2 * time.Second)
	file := filepath.Join(cluster.Socket(), "data", "postmaster.pid")
	pid, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	postmaster, _, _ := strings.Cut(string(pid), "\n")
	used := func() (seconds float64) {
		seconds = cpuSeconds(t, postmaster)
		for _, p := range m.procs {
			seconds += cpuSeconds(t, strconv.Itoa(p.cmd.Process.Pid))
		}
		return seconds
	}
	before, below := used(), cpuSeconds(t, postmaster)
	n := played(8 * time.Second)
	all, server := used()-before, cpuSeconds(t, postmaster)-below
	t.Logf("%d commands in %.1f s of CPU time, %.1f of them PostgreSQL's", n, all, server)
	return float64(n) / all
}

// cpuSeconds returns the CPU time of a process and its children, also of those that have ended.
func cpuSeconds(t *testing.T, pid string) (seconds float64) {
	t.Helper()
	const hertz = 100                    // of the clock in /proc, on Linux
	const parent, first, end = 1, 11, 15 // fields after the name: the last four are user and system time, and those of children that have ended
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range stats {
		data, err := os.ReadFile(name)
		if err != nil {
			continue // it has just ended; then its parent counts its time
		}
		_, rest, _ := strings.Cut(string(data), ") ")
		fields := strings.Fields(rest)
		switch {
		case filepath.Base(filepath.Dir(name)) == pid:
		case fields[parent] == pid:
		default:
			continue
		}
		for _, f := range fields[first:end] {
			ticks, err := strconv.Atoi(f)
			if err != nil {
				t.Fatal(err)
			}
			seconds += float64(ticks) / hertz
		}
	}
	return seconds
}
