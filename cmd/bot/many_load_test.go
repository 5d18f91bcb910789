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

	"roundel/store/postgres/pgtest"
)

// TestCommandsPerCPUSecond prints how many commands one process and three carry out in a second of CPU time, PostgreSQL's included.
func TestCommandsPerCPUSecond(t *testing.T) {
	if !*load {
		t.Skip("only with -load")
	}
	rates := map[int][]float64{}
	const turns = 3
	for range turns {
		for _, processes := range []int{1, manyProcesses} {
			t.Run(fmt.Sprint(processes), func(t *testing.T) { rates[processes] = append(rates[processes], perCPUSecond(t, processes)) })
		}
	}
	for _, list := range rates {
		slices.Sort(list)
	}
	one, three := rates[1], rates[manyProcesses]
	t.Logf("commands per CPU second: %d processes %.0f (%.0f to %.0f), one %.0f (%.0f to %.0f), ratio %.2f", manyProcesses, three[turns/2], three[0],
		three[turns-1], one[turns/2], one[0], one[turns-1], three[turns/2]/one[turns/2])
}

// perCPUSecond has 64 clients play without a pause, and returns how many commands were acknowledged per second of CPU time.
func perCPUSecond(t *testing.T, processes int) float64 {
	cluster := pgtest.Start(t)
	url := cluster.URL(t)
	m := newStandIn(t, url)
	m.halls = nil // more than one, so that a single process commits for several at once, too
	for i := range m.srv.Locations()[1:] {
		m.halls = append(m.halls, hall(i))
	}
	for range processes {
		m.procs = append(m.procs, &oneOfMany{db: url})
	}
	m.begin()
	m.open()
	played := func(d time.Duration) (acknowledged int) {
		end, before := time.Now().Add(d), len(m.asked)
		var clients sync.WaitGroup
		for i := range 64 {
			clients.Go(func() {
				for time.Now().Before(end) {
					m.ask(m.halls[i%len(m.halls)])
				}
			})
		}
		clients.Wait()
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
