package main

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/rs/zerolog"
	"golang.org/x/sys/unix"

	"roundel/bot/discord"
	"roundel/snowflake"
	"roundel/store"
	"roundel/store/sqlite"
)

const (
	leastFree    = 100_000_000      // bytes that a disk should have free
	clockBound   = time.Minute      // by how much the machine's clock may be wrong; the bot corrects it
	greetLimit   = 5 * time.Second  // for Discord's answers before the bot starts
	mostProblems = 10               // how many problems with files are listed
	databaseTime = 30 * time.Second // for looking at the database
)

// finding is one line of a report. Its text may have several lines.
type finding struct {
	about, text string
	remedy      string // what to do about it; empty: nothing
}

// findings is what was found out about the settings, Discord and the database.
type findings []finding

func (r *findings) add(about, format string, args ...any) {
	*r = append(*r, finding{about: about, text: fmt.Sprintf(format, args...)})
}

// wrong adds something that the host has to do something about.
func (r *findings) wrong(about, remedy, format string, args ...any) {
	*r = append(*r, finding{about, fmt.Sprintf(format, args...), remedy})
}

// failed adds an error whose text says what to do.
func (r *findings) failed(about string, err error) { r.wrong(about, words(err), "%s", words(err)) }

// first returns what to do first, or "" if nothing is wrong.
func (r findings) first() string {
	for _, f := range r {
		if f.remedy != "" {
			return f.remedy
		}
	}
	return ""
}

// screen returns the report for people to read and to paste.
func (r findings) screen() string {
	var out strings.Builder
	for _, f := range r {
		mark := "  "
		if f.remedy != "" {
			mark = "!!"
		}
		const indent = "\n                "
		text := strings.ReplaceAll(f.text, "\n", indent)
		if f.remedy != "" && f.remedy != f.text {
			text += indent + "→ " + f.remedy
		}
		fmt.Fprintf(&out, "%s %-12s %s\n", mark, f.about, text)
	}
	return out.String()
}

// line returns the report as one line of a log.
func (r findings) line() string {
	var parts []string
	for _, f := range r {
		text := f.about + ": " + strings.ReplaceAll(f.text, "\n", ", ")
		if f.remedy != "" && f.remedy != f.text {
			text += " (" + f.remedy + ")"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

// fit removes the token, everything that looks like one, and the name of the user's home from a text.
func fit(text string, s settings) string {
	if len(s.Token) > 8 {
		text = strings.ReplaceAll(text, s.Token, "[redacted]")
	}
	if home, err := os.UserHomeDir(); err == nil && len(home) > 1 {
		text = strings.ReplaceAll(text, home+"/", "~/")
	}
	return discord.Redact(text)
}

// examine is the command doctor.
func examine(ctx context.Context, c *invocation) error {
	for _, id := range c.channels {
		if id == "" || strings.Trim(id, "0123456789") != "" {
			return exit{2, fmt.Errorf("--channel is not a valid channel ID: %q; in Discord, turn on Developer Mode and choose Copy Channel ID", id)}
		}
	}
	var r findings
	r.add("version", "%s", versionLine(buildInfo()))
	s, accepted := r.settings(c.environment)
	if accepted {
		r.online(ctx, s, c.channels)
	}
	o := r.database(ctx, s)
	r.backups(s, o)
	r.running(ctx, s, o)
	if _, err := fmt.Fprint(c.stdout, fit(r.screen(), s)); err != nil {
		return err
	}
	if first := r.first(); first != "" {
		return errors.New("to do first: " + fit(first, s))
	}
	return nil
}

// settings adds the settings as they are read, without secrets, and what is wrong with them. It reports whether Discord can be asked.
func (r *findings) settings(environment []string) (s settings, askable bool) {
	plain, _ := parseSettings(environment) // the error is that of readSettings, too
	noToken := plain.readToken()
	s, err := readSettings(environment)
	values := given(environment)
	var shown []string
	for field := range reflect.TypeFor[settings]().Fields() {
		name := field.Tag.Get("env")
		if value, ok := values[name]; ok && name != "" {
			shown = append(shown, name+"="+public(name, value))
		}
	}
	if len(shown) == 0 {
		shown = []string{"none are set"}
	}
	r.add("settings", "%s", strings.Join(shown, "\n"))
	for _, name := range unknownSettings(environment) {
		r.add("settings", "%s is not a setting of Roundel", name)
	}
	for _, line := range ambiguous(s) {
		r.add("settings", "%s", line)
	}
	var problems []string
	if err != nil {
		problems = lines(err)
	}
	for i, line := range problems {
		if i == mostProblems {
			r.add("settings", "there are %d problems", len(problems))
			break
		}
		if noToken == nil || line != words(noToken) {
			r.wrong("settings", line, "%s", line)
		}
	}
	if noToken != nil {
		r.failed("token", noToken)
	}
	return s, noToken == nil && s.checkAPI() == nil
}

// unknownSettings returns the names of variables that look like settings of Roundel but aren't, sorted.
func unknownSettings(environment []string) []string {
	values := given(environment)
	for field := range reflect.TypeFor[settings]().Fields() {
		delete(values, field.Tag.Get("env"))
	}
	maps.DeleteFunc(values, func(name, _ string) bool {
		return !strings.HasPrefix(name, "ROUNDEL_") || strings.Contains(name, "_SERVICE_") || strings.Contains(name, "_PORT") // Kubernetes sets these
	})
	return slices.Sorted(maps.Keys(values))
}

// public returns the value of a setting as others may see it.
func public(name, value string) string {
	switch name {
	case "DISCORD_TOKEN":
		return "(not shown)"
	case "DISCORD_API_URL":
		if root, err := url.Parse(value); err == nil && root.Host != "" {
			return root.Scheme + "://" + root.Host
		}
		return "(not an address)"
	case "ROUNDEL_DB":
		if checkDatabase(name, value) != nil {
			return "(not shown)"
		}
		return databaseAt(value).String()
	}
	return value
}

// online adds what Discord says.
func (r *findings) online(ctx context.Context, s settings, channels []string) {
	ctx, cancel := context.WithTimeout(ctx, discordLimit)
	defer cancel()
	session, err := discord.New(discord.Config{Token: s.Token, APIURL: s.APIURL, Log: zerolog.Nop()})
	if err != nil {
		r.failed("token", err)
		return
	}
	if !r.application(ctx, s, session) {
		return
	}
	if list, err := commandList(s); err != nil {
		r.failed("commands", err)
	} else {
		r.commands(ctx, s, session, list)
	}
	for _, id := range channels {
		r.channel(ctx, s, session, snowflake.Channel(id))
	}
}

// application adds what Discord says about the bot as a whole, and reports whether it accepts the token.
func (r *findings) application(ctx context.Context, s settings, session *discord.Session) bool {
	app, err := session.Application(ctx)
	var refusal *discord.APIError
	var certificate x509.CertificateInvalidError
	switch {
	case errors.Is(err, discord.ErrUnauthorized), errors.As(err, &refusal) && refusal.Status == http.StatusUnauthorized:
		r.wrong("token", "choose Reset Token on the Bot page of the developer portal, and set the new token", "Discord does not accept it")
		return false
	case errors.As(err, &certificate) && certificate.Reason == x509.Expired: // or not valid yet
		r.wrong("token", setClock, "Discord did not say whether it accepts it: %s", words(err))
		return false
	case err != nil:
		r.wrong("token", "check this machine's connection to Discord, and look at discordstatus.com", "Discord did not say whether it accepts it: %s", words(err))
		return false
	}
	r.add("token", "accepted")
	intents := "privileged intents: none"
	if len(app.Privileged) > 0 {
		intents = "privileged intents that Roundel doesn't need: " + strings.Join(app.Privileged, ", ")
	}
	if !app.Public {
		intents += "; only its owner can invite it"
	}
	r.add("application", "%s %q; uses the intent Guilds; %s", app.ID, app.Name, intents)
	if app.CodeGrant {
		r.wrong("application", "turn off Requires OAuth2 Code Grant on the Bot page of the developer portal", "nobody can invite it")
	}
	if app.Endpoint != "" && s.Webhook == "" {
		r.wrong("application", "clear Interactions Endpoint URL on the General Information page of the developer portal, or set ROUNDEL_INTERACTIONS_ADDR",
			"Discord sends commands by HTTP, and the bot doesn't take them there")
	}
	r.add("invite", "%s", discord.InviteURL(app.ID))
	r.add("servers", "about %d", app.Servers)
	r.starts(ctx, s, session)
	if ahead, ok := session.Ahead(); ok {
		r.clock(ahead)
	}
	return true
}

// starts adds the number of shards, and of sessions that the bot may start today.
func (r *findings) starts(ctx context.Context, s settings, session *discord.Session) {
	starts, err := session.Starts(ctx)
	if err != nil {
		r.wrong("shards", "look at discordstatus.com", "Discord did not say how many it recommends: %s", words(err))
		return
	}
	text := fmt.Sprintf("Discord recommends %d", starts.Shards)
	if s.Shards > 0 {
		text += fmt.Sprintf(", and the settings ask for %d", s.Shards)
	}
	text += fmt.Sprintf("; %d of %d session starts left", starts.Left, starts.Total)
	if starts.Left < starts.Total/10 {
		r.wrong("shards", "look in the log for why the bot keeps starting sessions; the count begins again in "+span(starts.Reset), "%s", text)
		return
	}
	r.add("shards", "%s", text)
}

// setClock is what to do about a clock that is wrong.
const setClock = "set this machine's clock, and let NTP keep it right"

// clock adds by how much the machine's clock differs from Discord's.
func (r *findings) clock(ahead time.Duration) {
	text := span(ahead.Abs()) + " ahead of Discord's"
	if ahead < 0 {
		text = span(ahead.Abs()) + " behind Discord's"
	}
	switch {
	case ahead.Abs() < 2*time.Second:
		r.add("clock", "agrees with Discord's")
	case ahead.Abs() < clockBound:
		r.add("clock", "%s; the bot uses Discord's", text)
	default:
		r.wrong("clock", setClock, "%s", text)
	}
}

// commands adds whether the commands are registered as this release has them.
func (r *findings) commands(ctx context.Context, s settings, session *discord.Session, list any) {
	where := "in every server"
	if s.Guild != "" {
		where = "in server " + s.Guild
	}
	have, err := session.Compare(ctx, snowflake.Guild(s.Guild), list)
	if err != nil {
		r.failed("commands", advise(err, s.Guild))
		return
	}
	var faults []string
	for _, fault := range []struct {
		what  string
		names []string
	}{{"missing", have.Missing}, {"different", have.Changed}, {"unknown", have.Other}} {
		if len(fault.names) > 0 {
			faults = append(faults, fault.what+": "+strings.Join(fault.names, ", "))
		}
	}
	text := fmt.Sprintf("%d are registered %s", have.Number, where)
	if len(faults) == 0 {
		r.add("commands", "%s, as in this release", text)
	} else {
		r.wrong("commands", "start the bot, or run roundel register", "%s; %s", text, strings.Join(faults, "; "))
	}
	if s.Guild == "" {
		return
	}
	if all, err := session.Compare(ctx, "", []any{}); err == nil && all.Number > 0 {
		r.wrong("commands", "run roundel unregister with an empty DISCORD_GUILD_ID", "%d are registered in every server, too, so they show up twice", all.Number)
	}
}

// rights are the permissions that the bot needs in a channel, by the names that Discord's clients have for them.
var rights = []struct {
	bit  int64
	name string
}{
	{discord.ViewChannel, "View Channels"},
	{discord.SendMessages, "Send Messages"},
	{discord.SendInThreads, "Send Messages in Threads"},
	{discord.ReadMessageHistory, "Read Message History"},
}

// channel adds what the bot lacks in a channel.
func (r *findings) channel(ctx context.Context, s settings, session *discord.Session, id snowflake.Channel) {
	about := "channel"
	place, err := session.Place(ctx, id)
	switch {
	case discord.Code(err) == discord.CodeMissingAccess:
		r.wrong(about, "give the bot's role View Channels there, or open the invite link if it isn't in that server", "%s: the bot can't see it", id)
		return
	case discord.Code(err) == discord.CodeUnknownChannel:
		r.wrong(about, "copy the channel's ID again: in Discord, turn on Developer Mode and choose Copy Channel ID", "%s: there is no such channel", id)
		return
	case err != nil:
		r.failed(about, err)
		return
	}
	var lacking []string
	for _, right := range rights {
		if place.Lacking&right.bit != 0 {
			lacking = append(lacking, right.name)
		}
	}
	switch {
	case len(lacking) > 0:
		r.wrong(about, "allow the bot's role that in the channel's permissions", "%s: the bot lacks %s", id, strings.Join(lacking, ", "))
	case place.Silent.After(time.Now()):
		r.wrong(about, "end the bot's timeout in that server", "%s: the bot is timed out until %s", id, place.Silent.UTC().Format(time.RFC3339))
	case s.Guild != "" && s.Guild != string(place.Guild):
		r.wrong(about, "leave DISCORD_GUILD_ID out, or set it to "+string(place.Guild), "%s: it is in another server than the one with the commands", id)
	case place.Everyone&discord.UseCommands == 0:
		r.add(about, "%s: the bot lacks nothing, but only members whose roles have Use Application Commands can use it", id)
	default:
		r.add(about, "%s: the bot lacks nothing", id)
	}
}

// database adds what can be said about the database, and how much of its disk is free.
func (r *findings) database(ctx context.Context, s settings) store.Overview {
	if checkDatabase("ROUNDEL_DB", s.DB) != nil {
		return store.Overview{} // said already
	}
	db := databaseAt(s.DB)
	ctx, cancel := context.WithTimeout(ctx, databaseTime)
	defer cancel()
	o, err := db.look(ctx)
	use := ""
	if o.InUse {
		use = "; a bot has it open"
	}
	switch {
	case err != nil:
		r.failed("database", fmt.Errorf("%s: %w", db, err))
	case o.Schema < 0:
		r.add("database", "%s: none yet; the bot creates it when it starts", db)
	case o.Schema < o.Newest:
		r.add("database", "%s: %s, %s, schema %d; the bot upgrades it to schema %d when it starts%s", db, o.Kind, size(o.Size), o.Schema, o.Newest, use)
	default:
		r.add("database", "%s: %s, %s, schema %d%s", db, o.Kind, size(o.Size), o.Schema, use)
	}
	if f, ok := db.(file); ok {
		r.disk(existing(filepath.Dir(string(f))))
	}
	return o
}

// disk adds how much of the disk of the database's folder is free, and whether the folder can be written to.
func (r *findings) disk(folder string) {
	free, err := sqlite.Free(folder)
	switch {
	case err != nil:
		r.add("disk", "%s", words(err))
	case free < leastFree:
		r.wrong("disk", "make room on the disk of "+folder, "%s free", size(free))
	default:
		r.add("disk", "%s free", size(free))
	}
	r.writable("disk", folder)
}

// writable adds that a folder can't be written to.
func (r *findings) writable(about, folder string) {
	if err := unix.Access(folder, unix.W_OK); err != nil {
		r.wrong(about, "give the folder to the user the bot runs as", "%s cannot be written to: %v", folder, err)
	}
}

// existing returns a folder, or the nearest one above it that exists.
func existing(folder string) string {
	for {
		_, err := os.Stat(folder)
		up := filepath.Dir(folder)
		if !errors.Is(err, fs.ErrNotExist) || up == folder {
			return folder
		}
		folder = up
	}
}

// backups adds when the last regular backup was made, how much of the disk of their folder is free, and whether it can be written to.
func (r *findings) backups(s settings, o store.Overview) {
	f, ok := databaseAt(s.DB).(file)
	if !ok {
		r.add("backups", "with PostgreSQL's own tools")
		return
	}
	if s.BackupDir == "" {
		r.add("backups", "off; ROUNDEL_BACKUP_DIR turns them on")
		return
	}
	const why = "look in the bot's log for why it makes none"
	list, err := shelf{dir: s.BackupDir, db: string(f)}.list(time.Now())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		r.wrong("backups", "give the bot's user, and yours, access to the folder in ROUNDEL_BACKUP_DIR", "%s", words(err))
		return
	}
	folder := existing(s.BackupDir)
	free := ""
	if bytes, err := sqlite.Free(folder); err == nil { // else their disk doesn't say
		free = "; " + size(bytes) + " free"
	}
	r.writable("backups", folder)
	switch {
	case len(list) == 0 && o.InUse:
		r.wrong("backups", why, "none%s", free)
		return
	case len(list) == 0:
		r.add("backups", "none yet; the bot makes one when it starts%s", free)
		return
	}
	newest := list[len(list)-1]
	age := time.Since(newest.made)
	text := fmt.Sprintf("%d; the last one was made %s ago, one is made every %s%s", len(list), span(age), span(s.BackupEvery), free)
	if age > 2*s.BackupEvery && o.InUse {
		r.wrong("backups", why, "%s", text)
		return
	}
	r.add("backups", "%s", text)
}

// running adds whether a bot answers at the address of the health pages.
func (r *findings) running(ctx context.Context, s settings, o store.Overview) {
	if s.HTTPAddr == "" || s.checkHTTP() != nil {
		return
	}
	status, text, err := ask(ctx, s.HTTPAddr, "readyz")
	switch {
	case err != nil && o.InUse:
		r.wrong("bot", "look in its log", "it has the database open, but does not answer at %s", s.HTTPAddr)
	case err != nil:
		r.add("bot", "none answers at %s", s.HTTPAddr)
	case status != http.StatusOK:
		r.wrong("bot", "look in its log", "not ready: %s", text)
	default:
		r.add("bot", "ready")
	}
}

// size returns a number of bytes for people to read.
func size(bytes int64) string {
	for _, unit := range []struct {
		name string
		of   float64
	}{{"GB", 1e9}, {"MB", 1e6}} {
		if float64(bytes) >= unit.of {
			return fmt.Sprintf("%.1f %s", float64(bytes)/unit.of, unit.name)
		}
	}
	return fmt.Sprintf("%d kB", (bytes+999)/1000)
}

// span returns a duration for people to read, rounded down.
func span(d time.Duration) string {
	switch {
	case d < 2*time.Minute:
		return fmt.Sprintf("%d s", d/time.Second)
	case d < 2*time.Hour:
		return fmt.Sprintf("%d min", d/time.Minute)
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h", d/time.Hour)
	}
	return fmt.Sprintf("%d days", d/(24*time.Hour))
}

// greet logs what roundel doctor says of the settings and the database, in two lines for people at a terminal.
func greet(ctx context.Context, environment []string, log zerolog.Logger) {
	var own, data findings
	own.add("version", "%s", versionLine(buildInfo()))
	s, _ := own.settings(environment)
	data.backups(s, data.database(ctx, s))
	log.Info().Msg(fit(own.line(), s))
	log.Info().Msg(fit(data.line(), s))
}

// greetOnline logs what roundel doctor says of Discord, in one line for people at a terminal.
func greetOnline(ctx context.Context, s settings, session *discord.Session, log zerolog.Logger) {
	ctx, cancel := context.WithTimeout(ctx, greetLimit)
	defer cancel()
	var r findings
	r.application(ctx, s, session)
	log.Info().Msg(fit(r.line(), s))
}
