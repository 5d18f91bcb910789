package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"
)

// childGrace is how long the bot may take to end; it promises 10 s.
const childGrace = 12 * time.Second

// child is the bot as a process of its own, so that it can be killed as a host may be.
type child struct {
	environment []string
	stderr      io.Writer
	crash       string // the file that it leaves when it crashes

	mu       sync.Mutex // guards all below
	process  *process
	stopping bool
	ended    chan struct{} // closed when the process ended and nobody wanted it to
	err      error
}

// process is one run of the bot.
type process struct {
	cmd    *exec.Cmd
	stdin  io.Closer
	wanted bool // it is being ended
	done   chan struct{}
}

// start starts the bot.
func (c *child) start() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended == nil {
		c.ended = make(chan struct{})
	}
	return c.launch()
}

// launch starts a process. The lock is held.
func (c *child) launch() error {
	if c.stopping {
		return errors.New("the sandbox is ending")
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("the bot's own program is not found: %w", err)
	}
	cmd := exec.Command(self, "sandbox", "--child")
	cmd.Env, cmd.Stderr = c.environment, c.stderr
	stdin, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return fmt.Errorf("the bot cannot be started: %w", err)
	}
	p := &process{cmd: cmd, stdin: stdin, done: make(chan struct{})}
	c.process = p
	go c.watch(p)
	return nil
}

// watch waits for a process and tells when it ended by itself.
func (c *child) watch(p *process) {
	err := p.cmd.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	close(p.done)
	if p.wanted {
		return
	}
	c.err = errors.New("the bot ended by itself")
	if err != nil {
		c.err = fmt.Errorf("the bot ended by itself: %w", err)
	}
	if text, err := os.ReadFile(c.crash); err == nil && len(text) > 0 {
		c.err = fmt.Errorf("%w\n%s", c.err, text[:min(len(text), longestCrash)])
	}
	close(c.ended)
}

// restart kills the bot without a warning, as kill -9 does, and starts it again.
func (c *child) restart() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.process
	if p == nil || p.wanted {
		return errors.New("the bot is not running")
	}
	p.wanted = true
	if err := p.cmd.Process.Kill(); err != nil {
		return fmt.Errorf("the bot cannot be killed: %w", err)
	}
	c.mu.Unlock()
	<-p.done
	c.mu.Lock()
	return c.launch()
}

// stop ends the bot, and kills it when it does not.
func (c *child) stop() {
	c.mu.Lock()
	p := c.process
	p.wanted, c.stopping = true, true
	c.mu.Unlock()
	p.stdin.Close()
	select {
	case <-p.done:
	case <-time.After(childGrace):
		_ = p.cmd.Process.Kill() // it has ended meanwhile, or ends now
		<-p.done
	}
}

// guard does something for as long as the bot lives and ctx lasts.
func (c *child) guard(ctx context.Context, do func(context.Context) error) error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- do(inner) }()
	select {
	case err := <-done:
		return err
	case <-c.ended:
		cancel()
		<-done
		if ctx.Err() != nil {
			return nil // the terminal's signal reached the bot first
		}
		return c.err
	}
}
