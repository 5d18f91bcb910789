package discord

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"roundel/snowflake"
)

func TestQueueKeepsOrderPerChannel(t *testing.T) {
	const channels, jobs = 20, 500
	q := newQueue(jobs, maxQueued, func(value any, _ []byte) { t.Error(value) })
	got := make([][]int, channels)
	for j := range jobs {
		for c := range channels {
			if err := q.put(snowflake.Channel(fmt.Sprint(c)), func() { got[c] = append(got[c], j) }); err != nil {
				t.Fatal(err)
			}
		}
	}
	if left := q.close(t.Context()); left != 0 || len(q.byChannel) != 0 {
		t.Errorf("%d jobs and %d channels are left", left, len(q.byChannel))
	}
	for c := range channels {
		for j := range jobs {
			if len(got[c]) != jobs || got[c][j] != j {
				t.Fatalf("channel %d: job %d of %d", c, j, len(got[c]))
			}
		}
	}
	if err := q.put("1", func() {}); !errors.Is(err, errClosed) {
		t.Errorf("put after close: %v", err)
	}
	if err := q.putUnordered(func() {}); !errors.Is(err, errClosed) {
		t.Errorf("putUnordered after close: %v", err)
	}
}

func TestQueueLimitsAndPanics(t *testing.T) {
	var panics atomic.Int32
	q := newQueue(2, maxQueued, func(any, []byte) { panics.Add(1) })
	gate := make(chan struct{})
	var unorderedDone sync.WaitGroup
	wait := func() { <-gate; panic("job") }
	for range 2 {
		if err := q.put("1", wait); err != nil {
			t.Fatal(err)
		}
	}
	if err := q.put("1", wait); !errors.Is(err, errFull) {
		t.Errorf("third job: %v", err)
	}
	for i := range maxUnordered + 1 {
		unorderedDone.Add(1)
		if err := q.putUnordered(func() { defer unorderedDone.Done(); <-gate }); err != nil {
			unorderedDone.Done()
			if i != maxUnordered || !errors.Is(err, errFull) {
				t.Errorf("unordered job %d: %v", i, err)
			}
		}
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if left := q.close(over); left != 2+maxUnordered {
		t.Errorf("%d are left", left)
	}
	close(gate)
	unorderedDone.Wait()
	if left := q.close(t.Context()); left != 0 || panics.Load() != 2 {
		t.Errorf("%d are left, %d panics", left, panics.Load())
	}
}

// TestQueueAlongside checks that jobs alongside a channel's queue don't wait for it, that only some run at once, and that there is a limit on
// those that wait.
func TestQueueAlongside(t *testing.T) {
	q := newQueue(1, maxQueued, func(value any, _ []byte) { t.Error(value) })
	gate := make(chan struct{})
	if err := q.put("1", func() { <-gate }); err != nil {
		t.Fatal(err)
	}
	var running sync.WaitGroup
	started := make(chan struct{}, maxAlongside)
	var now, most atomic.Int32
	for range maxAlongside {
		running.Add(1)
		if err := q.putAlongside(func() {
			defer running.Done()
			most.Store(max(most.Load(), now.Add(1)))
			defer now.Add(-1)
			started <- struct{}{}
			<-gate
		}); err != nil {
			t.Fatal(err)
		}
	}
	for range mostAtOnce {
		<-started
	}
	if err := q.putAlongside(func() {}); !errors.Is(err, errFull) {
		t.Errorf("above the limit: %v", err)
	}
	if err := q.putUnordered(func() {}); err != nil {
		t.Errorf("a refusal while files are being fetched: %v", err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	q.close(over)
	if err := q.putAlongside(func() {}); !errors.Is(err, errClosed) {
		t.Errorf("after close: %v", err)
	}
	close(gate)
	running.Wait()
	if left := q.close(t.Context()); left != 0 || q.alongside != 0 || most.Load() != mostAtOnce {
		t.Errorf("%d are left, %d alongside, %d at once", left, q.alongside, most.Load())
	}
}
