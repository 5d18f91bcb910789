package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"
	"github.com/mattn/go-isatty"
	"github.com/rs/zerolog"

	"roundel/bot/discord"
)

// settings are what the environment says.
type settings struct {
	Token     string `env:"DISCORD_TOKEN"`
	TokenFile string `env:"DISCORD_TOKEN_FILE"`
	APIURL    string `env:"DISCORD_API_URL"`
	Guild     string `env:"DISCORD_GUILD_ID"`
	DB        string `env:"ROUNDEL_DB" envDefault:"data/roundel.db"`
	HTTPAddr  string `env:"ROUNDEL_HTTP_ADDR"`
	LogLevel  string `env:"ROUNDEL_LOG_LEVEL" envDefault:"info"`
	LogFormat string `env:"ROUNDEL_LOG_FORMAT"`
	PerMinute int    `env:"ROUNDEL_COMMANDS_PER_MINUTE" envDefault:"6000"`
	KeepDays  int    `env:"ROUNDEL_KEEP_DAYS" envDefault:"0"`

	level zerolog.Level
}

// parseSettings reads the settings without looking at what they say.
func parseSettings(environment []string) (settings, error) {
	var s settings
	err := env.ParseWithOptions(&s, env.Options{Environment: given(environment)})
	return s, err
}

// readSettings reads and checks all of them. The error joins one line for each that is wrong; none holds the token.
func readSettings(environment []string) (settings, error) {
	s, err := parseSettings(environment)
	if err != nil {
		return s, err
	}
	return s, errors.Join(s.readToken(), s.checkAPI(), s.checkGuild(), s.checkHTTP(), s.checkLog(), s.checkNumbers())
}

// given is the environment without what is empty: an empty setting counts as left out.
func given(environment []string) map[string]string {
	out := map[string]string{}
	for _, line := range environment {
		if name, value, _ := strings.Cut(line, "="); strings.TrimSpace(value) != "" {
			out[name] = strings.TrimSpace(value)
		}
	}
	return out
}

func (s *settings) readToken() error {
	switch {
	case s.Token != "" && s.TokenFile != "":
		return errors.New("DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set; keep one of them")
	case s.Token == "" && s.TokenFile == "":
		return errors.New("DISCORD_TOKEN is missing; set it to the bot token, or DISCORD_TOKEN_FILE to a file that holds it")
	case s.TokenFile != "":
		data, err := os.ReadFile(s.TokenFile)
		if err != nil {
			return fmt.Errorf("DISCORD_TOKEN_FILE cannot be read: %w", err)
		}
		if s.Token = strings.TrimSpace(string(data)); s.Token == "" {
			return fmt.Errorf("DISCORD_TOKEN_FILE: %s is empty; put the bot token into it", s.TokenFile)
		}
	}
	s.Token = strings.TrimPrefix(s.Token, "Bot ")
	if strings.ContainsAny(s.Token, " \t\r\n") {
		return errors.New("the bot token has a space or a line break in it; copy it again")
	}
	return nil
}

func (s *settings) checkAPI() error {
	if s.APIURL == "" {
		return nil
	}
	root, err := url.Parse(s.APIURL)
	if err != nil || root.Host == "" || root.Scheme != "http" && root.Scheme != "https" {
		return errors.New("DISCORD_API_URL is no http:// or https:// address; leave it out for Discord itself")
	}
	return nil
}

func (s *settings) checkGuild() error {
	if strings.Trim(s.Guild, "0123456789") != "" {
		return fmt.Errorf("DISCORD_GUILD_ID is no server's ID: %q; it is a number, or empty for all servers", s.Guild)
	}
	return nil
}

func (s *settings) checkHTTP() error {
	if s.HTTPAddr == "" {
		return nil
	}
	if _, _, err := net.SplitHostPort(s.HTTPAddr); err != nil {
		return fmt.Errorf("ROUNDEL_HTTP_ADDR is no address: %q; write it like :8080 or 127.0.0.1:8080", s.HTTPAddr)
	}
	return nil
}

func (s *settings) checkNumbers() error {
	var faults []error
	if s.PerMinute < 0 {
		faults = append(faults, fmt.Errorf("ROUNDEL_COMMANDS_PER_MINUTE is less than nothing: %d; 0 is any number", s.PerMinute))
	}
	if s.KeepDays < 0 {
		faults = append(faults, fmt.Errorf("ROUNDEL_KEEP_DAYS is less than nothing: %d; 0 keeps fights for ever", s.KeepDays))
	}
	return errors.Join(faults...)
}

func (s *settings) checkLog() error {
	var faults []error
	level, err := zerolog.ParseLevel(strings.ToLower(s.LogLevel))
	if err != nil {
		faults = append(faults, fmt.Errorf("ROUNDEL_LOG_LEVEL is no level: %q; it is debug, info, warn or error", s.LogLevel))
	}
	s.level = level
	if f := s.LogFormat; f != "" && f != "console" && f != "json" {
		faults = append(faults, fmt.Errorf("ROUNDEL_LOG_FORMAT is no format: %q; it is console or json", f))
	}
	return errors.Join(faults...)
}

// logger writes as the settings say: without a format, for people on a terminal and as JSON elsewhere.
func (s *settings) logger(stderr io.Writer) zerolog.Logger {
	out := stderr
	if !s.json(stderr) {
		out = zerolog.ConsoleWriter{Out: stderr, TimeFormat: time.TimeOnly, NoColor: !isTerminal(stderr)}
	}
	return zerolog.New(zerolog.SyncWriter(out)).Level(s.level).With().Timestamp().Logger()
}

// json reports whether the log is JSON.
func (s *settings) json(stderr io.Writer) bool {
	return s.LogFormat == "json" || s.LogFormat == "" && !isTerminal(stderr)
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}

// report tells each line of an error; as JSON where that is asked for.
func report(environment []string, stderr io.Writer, err error) {
	for _, line := range lines(err) {
		if given(environment)["ROUNDEL_LOG_FORMAT"] == "json" {
			log := zerolog.New(stderr).With().Timestamp().Logger()
			log.Error().Msg(line)
			continue
		}
		fmt.Fprintln(stderr, line)
	}
}

// words is an error as people read it: without tokens, and without the names of our packages.
func words(err error) string {
	return discord.Redact(strings.ReplaceAll(err.Error(), "store: ", ""))
}

func lines(err error) []string {
	return strings.Split(strings.TrimSpace(words(err)), "\n")
}
