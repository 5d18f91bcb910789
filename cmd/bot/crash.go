package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	stdlog "log"
	"os"
	"strings"

	"github.com/rs/zerolog"
	"golang.org/x/sys/unix"

	"roundel/bot"
)

// longestCrash is how much of a crash goes into the log; what happened stands at its beginning.
const longestCrash = 64 << 10

// ownStderr returns the process's standard error under another number, so that number 2, to which the Go runtime and C
// libraries write, can be turned elsewhere. It returns nil where the log is not JSON, or not written to standard error.
func (s *settings) ownStderr(stderr io.Writer) (*os.File, error) {
	f, ok := stderr.(*os.File)
	if !ok || f.Fd() != uintptr(unix.Stderr) || !s.json(stderr) {
		return nil, nil
	}
	number, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("standard error: %w", err)
	}
	return os.NewFile(uintptr(number), f.Name()), nil
}

// crashFile keeps what the process writes to its standard error outside of its log: above all what the Go runtime says
// when a goroutine panics, whoever started it. That is no JSON, and nothing of the process runs any more that could make
// JSON of it; so it goes into a file, and the next start puts it into the log.
type crashFile struct {
	own  *os.File // the standard error that the log is written to
	path string
}

// catchCrashes tells what the last run left in the file at path and turns standard error there. own is what [ownStderr]
// returned. Nobody else may use the file.
func catchCrashes(own *os.File, path string, log zerolog.Logger, secret string) (*crashFile, error) {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if len(text) > 0 {
		said := strings.ReplaceAll(string(text[:min(len(text), longestCrash)]), secret, "[redacted]")
		log.Error().Str("crash", bot.Redact(said)).Msg("the last run of the bot wrote this outside of its log, probably when it crashed")
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(unix.Dup2(int(f.Fd()), unix.Stderr), f.Close()); err != nil {
		return nil, err
	}
	stdlog.SetFlags(0)
	stdlog.SetOutput(lineWriter{log})
	return &crashFile{own, path}, nil
}

// release turns standard error back, and removes the file when nothing is in it.
func (c *crashFile) release() error {
	err := unix.Dup2(int(c.own.Fd()), unix.Stderr)
	if info, failed := os.Stat(c.path); failed == nil && info.Size() == 0 {
		return errors.Join(err, os.Remove(c.path))
	}
	return err
}

// lineWriter makes a warning of each line that a library logs by itself.
type lineWriter struct{ log zerolog.Logger }

// Write logs a line.
func (w lineWriter) Write(line []byte) (int, error) {
	w.log.Warn().Msg(bot.Redact(strings.TrimSpace(string(line))))
	return len(line), nil
}
