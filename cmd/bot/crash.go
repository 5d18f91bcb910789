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
	"roundel/store/postgres"
)

// longestCrash is the maximum number of bytes of a crash report that go into the log. The cause is at the beginning.
const longestCrash = 64 << 10

// ownStderr duplicates standard error, so that file descriptor 2, to which the Go runtime and C libraries write, can be
// redirected. It returns nil if the log is not JSON, or does not go to standard error.
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

// crashFile returns the path of the crash report of a bot with this database.
func crashFile(db string) string { return db + ".crash" }

// catchCrashes logs the crash report of the last run, if there is one, and redirects standard error to a file next to the
// database. release undoes that. own is the result of ownStderr. When any goroutine panics, even a library's, the Go
// runtime prints the stacks as plain text and ends the process, so only the next start can turn them into JSON. With a database on a
// server there is no such file, because the next start may be on another machine; a crash is then plain text in the log.
func catchCrashes(own *os.File, cfg settings, log zerolog.Logger) (release func()) {
	if postgres.IsAddress(cfg.DB) {
		logLines(log)
		return func() {}
	}
	path := crashFile(cfg.DB)
	text, err := os.ReadFile(path)
	if len(text) > 0 {
		report := strings.ReplaceAll(string(text[:min(len(text), longestCrash)]), cfg.Token, "[redacted]")
		log.Error().Str("crash", discord.Redact(report)).Msg("the bot's last run wrote this outside its log, probably when it crashed")
	}
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		err = stderrTo(path)
	}
	if err != nil {
		log.Warn().Err(err).Msg("if the bot crashes, the report will not be in this log")
		return func() {}
	}
	logLines(log)
	return func() {
		err := unix.Dup2(int(own.Fd()), unix.Stderr)
		if info, failed := os.Stat(path); failed == nil && info.Size() == 0 {
			err = errors.Join(err, os.Remove(path))
		}
		if err != nil {
			log.Warn().Err(err).Msg("could not remove the crash file")
		}
	}
}

// stderrTo redirects standard error to a file, which it empties first.
func stderrTo(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(unix.Dup2(int(f.Fd()), unix.Stderr), f.Close())
}

// logLines has the log take what libraries write with Go's log package.
func logLines(log zerolog.Logger) {
	stdlog.SetFlags(0)
	stdlog.SetOutput(lineWriter{log})
}

// lineWriter logs each line that a library writes with Go's log package as a warning.
type lineWriter struct{ log zerolog.Logger }

// Write logs one line.
func (w lineWriter) Write(line []byte) (int, error) {
	w.log.Warn().Msg(discord.Redact(strings.TrimSpace(string(line))))
	return len(line), nil
}
