package discord

import (
	"context"
	"errors"
	"runtime/debug"
	"sync"

	"roundel/snowflake"
)

var (
	errFull   = errors.New("bot: too many queued requests")
	errClosed = errors.New("bot: shutting down")
)

const (
	maxQueued    = 20_000  // queued and running requests of all channels
	maxEvents    = 200_000 // queued and running events about servers; at a start there is one for every server
	maxUnordered = 64      // running jobs that belong to no channel's queue
	maxAlongside = 64      // requests that are handled alongside their channel's queue, or wait for that
	mostAtOnce   = 2       // of those, how many are handled at the same time, because what is in a file may take much memory
)

// queue runs jobs. Those of one channel run one at a time, in the order they were queued; channels run in parallel.
// A channel has a goroutine and takes memory only while it has jobs.
type queue struct {
	limit    int // jobs per channel, including the running one
	most     int // jobs of all channels
	panicked func(value any, stack []byte)

	mu        sync.Mutex
	byChannel map[snowflake.Channel][]func() // the first one is running
	pending   int                            // all jobs, queued or running, with or without a channel
	unordered int
	alongside int
	lanes     chan struct{} // has an element for each request that is handled alongside
	closed    bool
	idle      chan struct{} // closed once the queue is closed and nothing is pending
}

func newQueue(limit, most int, panicked func(any, []byte)) *queue {
	return &queue{limit: limit, most: most, panicked: panicked, byChannel: map[snowflake.Channel][]func(){}, lanes: make(chan struct{}, mostAtOnce), idle: make(chan struct{})}
}

// put appends a job to a channel's queue. It returns errFull or errClosed instead of blocking.
func (q *queue) put(channel snowflake.Channel, job func()) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	line := q.byChannel[channel]
	switch {
	case q.closed:
		return errClosed
	case len(line) >= q.limit || q.pending >= q.most:
		return errFull
	}
	q.pending++
	q.byChannel[channel] = append(line, job)
	if len(line) == 0 {
		go q.work(channel, job)
	}
	return nil
}

// putUnordered runs a job at once, outside the channels' queues. It returns errFull, if too many such jobs are running, or errClosed.
func (q *queue) putUnordered(job func()) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.closed:
		return errClosed
	case q.unordered >= maxUnordered:
		return errFull
	}
	q.start(&q.unordered, job)
	return nil
}

// putAlongside runs a job alongside the channels' queues, because it may take long, once fewer than mostAtOnce others run. It returns errFull
// or errClosed instead of blocking.
func (q *queue) putAlongside(job func()) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.closed:
		return errClosed
	case q.alongside >= maxAlongside || q.pending >= q.most:
		return errFull
	}
	q.start(&q.alongside, func() {
		q.lanes <- struct{}{}
		defer func() { <-q.lanes }()
		job()
	})
	return nil
}

// detach runs the rest of a running job in a goroutine of its own, which close waits for too.
func (q *queue) detach(rest func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.start(new(int), rest)
}

// start runs a job in a goroutine of its own and counts it in running. q.mu must be held.
func (q *queue) start(running *int, job func()) {
	*running++
	q.pending++
	go func() {
		defer func() {
			q.mu.Lock()
			defer q.mu.Unlock()
			*running--
			q.finished()
		}()
		q.guard(job)
	}()
}

// close refuses new jobs for channels and waits until ctx ends or all jobs are done. It returns how many are left.
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

// work runs a channel's jobs, the first of which is job, until none are left.
func (q *queue) work(channel snowflake.Channel, job func()) {
	for job != nil {
		q.guard(job)
		job = nil
		q.mu.Lock()
		q.finished()
		line := q.byChannel[channel]
		line[0] = nil
		if line = line[1:]; len(line) > 0 {
			job, q.byChannel[channel] = line[0], line
		} else {
			delete(q.byChannel, channel)
		}
		q.mu.Unlock()
	}
}

// finished counts a job as done. q.mu must be held.
func (q *queue) finished() {
	q.pending--
	if q.closed && q.pending == 0 {
		close(q.idle)
	}
}

// guard runs a job and reports its panic.
func (q *queue) guard(job func()) {
	defer func() {
		if value := recover(); value != nil {
			q.panicked(value, debug.Stack())
		}
	}()
	job()
}
