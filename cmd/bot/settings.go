package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"
	"github.com/mattn/go-isatty"
	"github.com/rs/zerolog"
	"golang.org/x/sys/unix"

	"roundel/bot/discord"
	"roundel/bot/words/lang"
	"roundel/engine/ruleset"
)

// settings holds the settings from the environment.
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
	Rules     string `env:"ROUNDEL_RULES"`
	Languages string `env:"ROUNDEL_LANGUAGES"`
	Shards    int    `env:"ROUNDEL_SHARDS"`
	Webhook   string `env:"ROUNDEL_INTERACTIONS_ADDR"`

	BackupDir   string        `env:"ROUNDEL_BACKUP_DIR"`
	BackupEvery time.Duration `env:"ROUNDEL_BACKUP_EVERY" envDefault:"24h"`
	BackupKeep  int           `env:"ROUNDEL_BACKUP_KEEP" envDefault:"7"`

	level zerolog.Level
	rules []*ruleset.Ruleset // the host's, of the folder Rules

	languages *lang.Set // those that come with the bot, with those of the folder Languages
}

// readRules reads the host's rulesets, which every server has. The error joins one line for each problem (RS-82).
func (s *settings) readRules() error {
	if s.Rules == "" {
		return nil
	}
	if err := checkFolder("ROUNDEL_RULES", s.Rules); err != nil {
		return err
	}
	var faults []error
	list, problems := ruleset.Bundled().ReadFolder(os.DirFS(s.Rules))
	for _, p := range problems {
		p.File = filepath.Join(s.Rules, p.File)
		faults = append(faults, errors.New(p.String()))
	}
	s.rules = list
	return errors.Join(faults...)
}

// checkFolder returns an error unless the folder that a setting names can be read.
func checkFolder(name, folder string) error {
	if _, err := os.ReadDir(folder); err != nil {
		return fmt.Errorf("%s cannot be read; name a folder that user %d may read: %w", name, os.Getuid(), err)
	}
	return nil
}

// parseSettings reads the settings without checking them, except that numbers must be numbers, and times times. The error joins one line
// for each that is not.
func parseSettings(environment []string) (settings, error) {
	var s settings
	values := given(environment)
	err := env.ParseWithOptions(&s, env.Options{Environment: values})
	var all env.AggregateError
	if !errors.As(err, &all) {
		return s, err
	}
	for i, fault := range all.Errors {
		var parse env.ParseError
		if !errors.As(fault, &parse) {
			continue
		}
		if field, ok := reflect.TypeFor[settings]().FieldByName(parse.Name); ok {
			name, kind := field.Tag.Get("env"), "a whole number"
			if field.Type == reflect.TypeFor[time.Duration]() {
				kind = "a time such as 24h or 90m"
			}
			all.Errors[i] = fmt.Errorf("%s must be %s, not %q", name, kind, values[name])
			delete(values, name) // its default is not wrong too
		}
	}
	return s, errors.Join(append(all.Errors, env.ParseWithOptions(&s, env.Options{Environment: values}))...)
}

// readSettings reads and checks all settings. The error joins one line for each that is wrong; none holds the token.
func readSettings(environment []string) (settings, error) {
	s, err := parseSettings(environment)
	err = errors.Join(s.readToken(), checkDatabase("ROUNDEL_DB", s.DB), s.checkAPI(), s.checkGuild(), s.checkHTTP(),
		checkAddress("ROUNDEL_INTERACTIONS_ADDR", s.Webhook), s.checkLog(), s.checkNumbers(), s.checkBackups(), s.readRules(), s.readLanguages(), err)
	return s, err
}

// given returns the environment as a map, without empty variables: an empty setting counts as not set. Values may be in quotation marks,
// because docker run --env-file, unlike other tools, doesn't remove them.
func given(environment []string) map[string]string {
	out := map[string]string{}
	for _, line := range environment {
		name, value, _ := strings.Cut(line, "=")
		value = strings.TrimSpace(value)
		for _, mark := range []string{`"`, "'"} {
			if inner, ok := strings.CutPrefix(value, mark); ok && strings.HasSuffix(inner, mark) {
				value = strings.TrimSpace(strings.TrimSuffix(inner, mark))
				break
			}
		}
		if value != "" {
			out[name] = value
		}
	}
	return out
}

// maxToken is the largest file that can hold a bot token, in bytes.
const maxToken = 4096

func (s *settings) readToken() error {
	switch {
	case s.Token != "" && s.TokenFile != "":
		return errors.New("DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set; keep one of them")
	case s.Token == "" && s.TokenFile == "":
		return errors.New("DISCORD_TOKEN is missing; set it to the bot token, or DISCORD_TOKEN_FILE to a file that holds it")
	case s.TokenFile != "":
		data, err := readSmall(s.TokenFile, maxToken)
		if err != nil {
			return fmt.Errorf("DISCORD_TOKEN_FILE cannot be read; name a file that user %d may read: %w", os.Getuid(), err)
		}
		if len(data) > maxToken {
			return fmt.Errorf("DISCORD_TOKEN_FILE: %s is too large to be a bot token; put only the token into it", s.TokenFile)
		}
		s.Token = strings.TrimSpace(string(data))
		if s.Token == "" {
			return fmt.Errorf("DISCORD_TOKEN_FILE: %s is empty; put the bot token into it", s.TokenFile)
		}
	}
	s.Token = strings.TrimPrefix(s.Token, "Bot ")
	if strings.ContainsAny(s.Token, " \t\r\n\"'") {
		return errors.New("the bot token has a space, a line break or a quotation mark in it; copy it again")
	}
	return nil
}

// versionedAPI matches the path of an address that already ends with the API's version, which Roundel adds itself.
var versionedAPI = regexp.MustCompile(`/api/v[0-9]+/*$`)

func (s *settings) checkAPI() error {
	if s.APIURL == "" {
		return nil
	}
	root, err := url.Parse(s.APIURL)
	if err != nil || root.Host == "" || root.Scheme != "http" && root.Scheme != "https" {
		return errors.New("DISCORD_API_URL is not a valid http:// or https:// address; leave it out to use Discord itself")
	}
	if versionedAPI.MatchString(root.Path) {
		return errors.New("DISCORD_API_URL must not include the API version; leave out /api and what follows, because Roundel adds it")
	}
	return nil
}

func (s *settings) checkGuild() error {
	if s.Guild == "" {
		return nil
	}
	if _, err := strconv.ParseUint(s.Guild, 10, 64); err != nil {
		return fmt.Errorf("DISCORD_GUILD_ID is not a valid server ID: %q; it is a number, or empty for all servers", s.Guild)
	}
	return nil
}

func (s *settings) checkHTTP() error {
	return checkAddress("ROUNDEL_HTTP_ADDR", s.HTTPAddr)
}

func checkAddress(name, addr string) error {
	if addr == "" {
		return nil
	}
	_, port, err := net.SplitHostPort(addr)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return fmt.Errorf("%s is not a valid address: %q; write it like :8080 or 127.0.0.1:8080", name, addr)
	}
	return nil
}

func (s *settings) checkNumbers() error {
	var faults []error
	if s.PerMinute < 0 {
		faults = append(faults, errors.New("ROUNDEL_COMMANDS_PER_MINUTE must not be negative (0 means no limit)"))
	}
	if s.KeepDays < 0 {
		faults = append(faults, errors.New("ROUNDEL_KEEP_DAYS must not be negative (0 keeps fights forever)"))
	}
	if s.Shards < 0 || s.Shards > discord.MostShards {
		faults = append(faults, fmt.Errorf("ROUNDEL_SHARDS must be a number of shards up to %d; leave it out to use as many as Discord recommends", discord.MostShards))
	}
	return errors.Join(faults...)
}

func (s *settings) checkBackups() error {
	var faults []error
	if s.BackupEvery < leastEvery {
		faults = append(faults, fmt.Errorf("ROUNDEL_BACKUP_EVERY must be at least %v; to make no backups, leave ROUNDEL_BACKUP_DIR out", leastEvery))
	}
	if s.BackupKeep < 1 {
		faults = append(faults, errors.New("ROUNDEL_BACKUP_KEEP must be at least 1; to make no backups, leave ROUNDEL_BACKUP_DIR out"))
	}
	if _, ok := databaseAt(s.DB).(file); !ok && s.BackupDir != "" {
		faults = append(faults, errors.New("ROUNDEL_BACKUP_DIR is for SQLite files; leave it out and use pg_dump or the server's own continuous backups for PostgreSQL"))
	}
	if err := checkPath("ROUNDEL_BACKUP_DIR", s.BackupDir); err != nil {
		faults = append(faults, err)
	}
	if info, err := os.Stat(s.BackupDir); err == nil && !info.IsDir() {
		faults = append(faults, fmt.Errorf("ROUNDEL_BACKUP_DIR: %s is not a folder", s.BackupDir))
	}
	return errors.Join(faults...)
}

func (s *settings) checkLog() error {
	var faults []error
	level, err := zerolog.ParseLevel(strings.ToLower(s.LogLevel))
	if err != nil {
		faults = append(faults, fmt.Errorf("ROUNDEL_LOG_LEVEL is not a valid level: %q; use debug, info, warn or error", s.LogLevel))
	}
	s.level = level
	if f := s.LogFormat; f != "" && f != "console" && f != "json" {
		faults = append(faults, fmt.Errorf("ROUNDEL_LOG_FORMAT is not a valid format: %q; use console or json", f))
	}
	return errors.Join(faults...)
}

// logger returns a logger with the level and format of the settings. Without a format, it writes plain text to a terminal
// and JSON elsewhere.
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

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}

// report prints each line of an error, as JSON if the settings ask for it.
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

// words returns the text of an error for people: without tokens and without package names.
func words(err error) string {
	text := strings.NewReplacer("store: ", "", ": postgres: ", ": ", "\npostgres: ", "\n").Replace(err.Error())
	return discord.Redact(strings.TrimPrefix(text, "postgres: "))
}

// lines returns the lines of an error's text.
func lines(err error) []string {
	return strings.Split(strings.TrimSpace(words(err)), "\n")
}

// pipeWait is the longest time to read a file that is a pipe.
const pipeWait = 5 * time.Second

// readSmall returns the contents of a file, or one byte more than the limit if it has more. If the file is a pipe, it doesn't wait for anyone
// to open the other end, and at most pipeWait for the contents.
func readSmall(name string, limit int64) ([]byte, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := f.SetReadDeadline(time.Now().Add(pipeWait)); err != nil && !errors.Is(err, os.ErrNoDeadline) { // regular files have none
		return nil, err
	}
	return io.ReadAll(io.LimitReader(f, limit+1))
}
