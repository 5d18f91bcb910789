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

// childGrace is how long the bot may take to stop; it promises 10 s.
const childGrace = 12 * time.Second

// child is the bot in a separate process, so that it can be killed.
type child struct {
	environment []string
	stderr      io.Writer
	crash       string // the path of its crash report

	mu       sync.Mutex // guards the fields below
	process  *process
	stopping bool
	ended    chan struct{} // closed when the process has stopped unexpectedly
	err      error
}

// process is one run of the bot.
type process struct {
	cmd    *exec.Cmd
	stdin  io.Closer
	wanted bool // it was told to stop
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

// launch starts a process. The caller holds the lock.
func (c *child) launch() error {
	if c.stopping {
		return errors.New("the sandbox is shutting down")
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("cannot find the bot's program: %w", err)
	}
	cmd := exec.Command(self, "sandbox", "--child")
	cmd.Env, cmd.Stderr = c.environment, c.stderr
	stdin, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return fmt.Errorf("cannot start the bot: %w", err)
	}
	p := &process{cmd: cmd, stdin: stdin, done: make(chan struct{})}
	c.process = p
	go c.wait(p)
	return nil
}

// wait waits for the end of a process and records the error if nobody stopped it.
func (c *child) wait(p *process) {
	err := p.cmd.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	close(p.done)
	if p.wanted {
		return
	}
	c.err = errors.New("the bot stopped unexpectedly")
	if err != nil {
		c.err = fmt.Errorf("the bot stopped unexpectedly: %w", err)
	}
	if text, err := os.ReadFile(c.crash); err == nil && len(text) > 0 {
		c.err = fmt.Errorf("%w\n%s", c.err, text[:min(len(text), longestCrash)])
	}
	close(c.ended)
}

// restart kills the bot with SIGKILL and starts it again.
func (c *child) restart() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.process
	if p == nil || p.wanted {
		return errors.New("the bot is not running")
	}
	p.wanted = true
	if err := p.cmd.Process.Kill(); err != nil {
		return fmt.Errorf("cannot kill the bot: %w", err)
	}
	c.mu.Unlock()
	<-p.done
	c.mu.Lock()
	return c.launch()
}

// stop stops the bot, and kills it if it takes too long.
func (c *child) stop() {
	c.mu.Lock()
	p := c.process
	p.wanted, c.stopping = true, true
	c.mu.Unlock()
	p.stdin.Close()
	select {
	case <-p.done:
	case <-time.After(childGrace):
		_ = p.cmd.Process.Kill() // an error means that it has just stopped
		<-p.done
	}
}

// guard calls do and returns its error. If the bot stops unexpectedly, it cancels do and returns the reason.
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
			return nil // Ctrl+C reached the bot first
		}
		return c.err
	}
}
