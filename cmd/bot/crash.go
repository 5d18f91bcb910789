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

	"roundel/bot/discord"
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

// crashFile is where a bot with this database leaves a crash.
func crashFile(db string) string { return db + ".crash" }

// catchCrashes turns standard error to a file next to the database, and logs what the last run left there; the function
// that it returns undoes that. own is what ownStderr returned. When a goroutine panics, a library's too, the Go runtime
// prints the stacks as plain text, and by then no code of the process runs that could turn them into JSON. So the next start
// does.
func catchCrashes(own *os.File, cfg settings, log zerolog.Logger) (release func()) {
	path := crashFile(cfg.DB)
	text, err := os.ReadFile(path)
	if len(text) > 0 {
		said := strings.ReplaceAll(string(text[:min(len(text), longestCrash)]), cfg.Token, "[redacted]")
		log.Error().Str("crash", discord.Redact(said)).Msg("the last run of the bot wrote this outside of its log, probably when it crashed")
	}
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		err = stderrTo(path)
	}
	if err != nil {
		log.Warn().Err(err).Msg("a crash of the bot will not be in this log")
		return func() {}
	}
	stdlog.SetFlags(0)
	stdlog.SetOutput(lineWriter{log})
	return func() {
		err := unix.Dup2(int(own.Fd()), unix.Stderr)
		if info, failed := os.Stat(path); failed == nil && info.Size() == 0 {
			err = errors.Join(err, os.Remove(path))
		}
		if err != nil {
			log.Warn().Err(err).Msg("the file for crashes stays")
		}
	}
}

// stderrTo makes standard error an empty file.
func stderrTo(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(unix.Dup2(int(f.Fd()), unix.Stderr), f.Close())
}

// lineWriter makes a warning of each line that a library logs by itself.
type lineWriter struct{ log zerolog.Logger }

// Write logs a line.
func (w lineWriter) Write(line []byte) (int, error) {
	w.log.Warn().Msg(discord.Redact(strings.TrimSpace(string(line))))
	return len(line), nil
}
