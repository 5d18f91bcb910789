package discord

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
)

var (
	errFull   = errors.New("bot: too many requests wait")
	errClosed = errors.New("bot: shutting down")
)

const (
	maxQueued    = 20_000 // jobs in all channels
	maxUnordered = 64     // jobs outside the channels' order, at once
)

// queue runs jobs: those of one channel one after the other in the order they came, channels beside each other. A channel
// has a goroutine while it has jobs and leaves nothing behind afterwards.
type queue struct {
	limit    int // jobs per channel, the running one included
	panicked func(value any, stack []byte)

	mu        sync.Mutex
	byChannel map[ChannelID][]func() // the first one is running
	pending   int                    // all jobs, waiting, running, in order or not
	unordered int
	closed    bool
	idle      chan struct{} // closed when closed and nothing is pending
}

func newQueue(limit int, panicked func(any, []byte)) *queue {
	return &queue{limit: limit, panicked: panicked, byChannel: map[ChannelID][]func(){}, idle: make(chan struct{})}
}

// put appends a job to a channel's line. It returns errFull or errClosed instead of waiting.
func (q *queue) put(channel ChannelID, job func()) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	line := q.byChannel[channel]
	switch {
	case q.closed:
		return errClosed
	case len(line) >= q.limit || q.pending >= maxQueued:
		return errFull
	}
	q.pending++
	q.byChannel[channel] = append(line, job)
	if len(line) == 0 {
		go q.work(channel, job)
	}
	return nil
}

// work runs a channel's jobs until none is left.
func (q *queue) work(channel ChannelID, job func()) {
	for job != nil {
		q.guard(job)
		job = q.next(channel)
	}
}

// next takes the finished job out of the line and returns the one behind it, or nil.
func (q *queue) next(channel ChannelID) func() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.finished()
	line := q.byChannel[channel]
	line[0] = nil
	if line = line[1:]; len(line) == 0 {
		delete(q.byChannel, channel)
		return nil
	}
	q.byChannel[channel] = line
	return line[0]
}

// aside runs a job beside all channels, a bounded number of them at once. It works while closing too: refusals are
// such jobs.
func (q *queue) putUnordered(job func()) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.closed && q.pending == 0:
		return errClosed
	case q.unordered >= maxUnordered:
		return errFull
	}
	q.unordered++
	q.pending++
	go func() {
		defer func() {
			q.mu.Lock()
			defer q.mu.Unlock()
			q.unordered--
			q.finished()
		}()
		q.guard(job)
	}()
	return nil
}

// carryOn runs the rest of a running job in a goroutine that counts as in flight.
func (q *queue) detach(rest func()) {
	q.mu.Lock()
	q.pending++
	q.mu.Unlock()
	go func() {
		defer func() {
			q.mu.Lock()
			defer q.mu.Unlock()
			q.finished()
		}()
		q.guard(rest)
	}()
}

// finished counts one job less; q.mu is held.
func (q *queue) finished() {
	q.pending--
	if q.closed && q.pending == 0 {
		close(q.idle)
	}
}

func (q *queue) guard(job func()) {
	defer func() {
		if value := recover(); value != nil {
			q.panicked(value, debug.Stack())
		}
	}()
	job()
}

// close takes no more jobs into channels and waits for those in flight until ctx ends; it returns how many are left.
func (q *queue) close(ctx context.Context) int {
	q.mu.Lock()
	if !q.closed {
		q.closed = true
		if q.pending == 0 {
			close(q.idle)
		}
	}
	q.mu.Unlock()
	select {
	case <-q.idle:
	case <-ctx.Done():
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.pending
}

func panicText(value any) string { return fmt.Sprint(value) }
