package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"roundel/bot/discord"
	"roundel/bot/words/lang"
	"roundel/snowflake"

	"roundel/bot/card"
	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/ruleset"

	"roundel/engine/view"
)

// people returns the users in tests. Admin has Manage Server.
func people() map[string]snowflake.User {
	return map[string]snowflake.User{"GM": "100", "Anna": "101", "Ben": "102", "Cleo": "103", "Admin": "109"}
}

const (
	testChannel = snowflake.Channel("500")
	allRights   = discord.ViewChannel | discord.SendMessages | discord.ReadMessageHistory
)

// table is a bot with a store in memory, scripted dice, and a clock that advances by a second with each request.
type table struct {
	t     testing.TB
	bot   *Bot
	store *memStore
	dice  *dice.Scripted
	now   time.Time
	clock atomic.Int64 // now, in nanoseconds, for the publisher
	n     int
	last  *discord.Reply
	older [][]discord.Button                           // of earlier replies, newest first
	carry func(r *discord.Request, post *discord.Post) // sends what an answer carries
	way   func(r *discord.Request) discord.Whisperer   // a way to whoever asks; nil: there is none
	ears  *listener                                    // of a table that speaks other languages; nil: see guildLocale
	form  *discord.Form                                // that was opened last by a command of an Apps menu

	guildLocale string            // of the server, and of everybody's Discord
	locales     map[string]string // of the Discord of users who have another, by name
}

func newTable(t testing.TB) *table {
	t.Helper()
	tb := &table{t: t, store: newMemStore(), dice: dice.Script(), now: time.Date(2026, 1, 2, 20, 0, 0, 0, time.UTC), locales: map[string]string{}}
	bot, err := NewBot(Parts{Store: tb.store, Library: NewLibrary(LibraryParts{Store: tb.store, Bundled: ruleset.Bundled(), Files: samples{}}), Dice: tb.dice, Now: func() time.Time { return tb.now },
		Log: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	tb.bot = bot
	tb.clock.Store(tb.now.UnixNano())
	return tb
}

// samples are the files of characters, encounters and monsters that people at the table can attach, by their names.
type samples struct{}

func (samples) Fetch(_ context.Context, a discord.Attachment, limit int64) ([]byte, error) {
	text, err := os.ReadFile(filepath.Join("../engine/sheet/testdata", filepath.Base(a.URL)))
	if errors.Is(err, fs.ErrNotExist) {
		text, err = os.ReadFile(filepath.Join("testdata/attached", filepath.Base(a.URL)))
	}
	if err == nil && int64(len(text)) > limit {
		err = fmt.Errorf("%s has more than %d bytes", a.URL, limit)
	}
	return text, err
}

// reroute makes the bot's routes use its parts as they are now. Tests that replace a part call it.
func (tb *table) reroute() {
	tb.t.Helper()
	var err error
	if tb.bot.commands, tb.bot.presses, err = indexRoutes(tb.bot.routes()); err != nil {
		tb.t.Fatal(err)
	}
}

// request returns a user's request, complete but for what it asks.
func (tb *table) request(who string, kind discord.Kind) *discord.Request {
	tb.n++
	tb.now = tb.now.Add(time.Second)
	tb.clock.Store(tb.now.UnixNano())
	id, ok := people()[who]
	if !ok {
		tb.t.Fatalf("no one at the table is called %q", who)
	}
	r := &discord.Request{Kind: kind, ID: fmt.Sprint(9000 + tb.n), Sent: tb.now, Arrived: tb.now, Channel: snowflake.Channel(testChannel), Guild: "1",
		User: id, Name: who, Manager: who == "Admin", Rights: allRights, Locale: cmp.Or(tb.locales[who], tb.guildLocale), GuildLocale: tb.guildLocale}
	if tb.ears != nil {
		r.GuildLocale, r.Locale = tb.ears.tags[0], tb.ears.tags[1]
	}
	return r
}

// typed returns a slash command as people type it: a value ends at the next option that the command has.
func (tb *table) command(who, line string) *discord.Request {
	tb.t.Helper()
	r := tb.request(who, discord.Typed)
	words := strings.Fields(strings.TrimPrefix(line, "/"))
	var cmd *route
	for _, n := range []int{2, 1} {
		if len(words) < n {
			continue
		}
		if found, ok := tb.bot.commands[strings.Join(words[:n], " ")]; ok {
			cmd, words = found, words[n:]
			break
		}
	}
	if cmd == nil {
		tb.t.Fatalf("the command %s does not exist", line)
	}
	r.Path, r.Options = cmd.path, map[string]string{}
	name := ""
	for _, w := range words {
		key, value, colon := strings.Cut(w, ":")
		if colon && slices.ContainsFunc(cmd.options, func(o option) bool { return o.name == key }) {
			name, r.Options[key] = key, value
		} else if name == "" {
			tb.t.Fatalf("%s: %q doesn't belong to an option", line, w)
		} else {
			r.Options[name] = strings.TrimSpace(r.Options[name] + " " + w)
		}
	}
	for _, o := range cmd.options {
		if user, ok := people()[strings.TrimPrefix(r.Options[o.name], "@")]; ok && o.kind == asUser {
			r.Options[o.name] = string(user)
		}
		if file := r.Options[o.name]; o.kind == asFile && filepath.Ext(file) != "" {
			r.Attachments = map[string]discord.Attachment{o.name: {ID: "77", Name: file, URL: file}}
		}
		if _, given := r.Options[o.name]; o.required && !given {
			tb.t.Fatalf("%s: the option %s is missing", line, o.name)
		}
	}
	return r
}

// handle answers a request. An error that is not a refusal fails the test.
func (tb *table) handle(r *discord.Request) *discord.Reply {
	tb.t.Helper()
	reply, err := tb.bot.Handle(context.Background(), r)
	if err == nil {
		reply = tb.ears.reply(r, reply)
	}
	if err == nil && reply.Post != nil {
		if tb.carry == nil {
			reply.Post.Sent("", nil)
		} else {
			tb.carry(r, reply.Post)
		}
		reply.Post = nil // replies are compared, and functions can't be
	}
	if err == nil && reply.Private != nil {
		if tb.way != nil {
			reply.Private(tb.way(r))
		}
		reply.Private = nil
	}
	if err == nil && reply.After != nil {
		reply.After(nil)
		reply.After = nil
	}
	if err != nil {
		tb.t.Fatalf("%s: %v", r.Path, err)
	}
	if tb.last != nil {
		tb.older = slices.Concat(tb.last.Buttons, tb.older)
		for _, next := range []*discord.Reply{tb.last.Then, tb.last.Alone} {
			if next != nil {
				tb.older = slices.Concat(next.Buttons, tb.older)
			}
		}
	}
	tb.last = reply
	return reply
}

func (tb *table) do(who, line string) *discord.Reply {
	tb.t.Helper()
	return tb.handle(tb.command(who, line))
}

func (tb *table) press(who, id string) *discord.Reply {
	tb.t.Helper()
	r := tb.request(who, discord.Pressed)
	r.Path, r.Message = id, "700"
	return tb.handle(r)
}

func (tb *table) fill(who, form string, fields map[string]string) *discord.Reply {
	tb.t.Helper()
	r := tb.request(who, discord.Filled)
	r.Path, r.Fields, r.Message = form, fields, "700"
	return tb.handle(r)
}

// quote uses a message command on a message with these texts. Equal texts are of the same message.
func (tb *table) quote(who, command string, texts ...string) *discord.Reply {
	tb.t.Helper()
	r := tb.request(who, discord.Typed)
	r.Path, r.Quoted = command, &discord.Quoted{ID: messageOf(texts...), Texts: texts}
	return tb.handle(r)
}

// messageOf returns the ID of the message with these texts.
func messageOf(texts ...string) snowflake.Message {
	h := fnv.New32()
	for _, text := range texts {
		h.Write([]byte(text))
	}
	return snowflake.Message(fmt.Sprint(1 + h.Sum32()))
}

// useOn uses a user command on a member.
func (tb *table) useOn(who, command string, member snowflake.User) *discord.Reply {
	tb.t.Helper()
	r := tb.request(who, discord.Typed)
	r.Path, r.Target = command, member
	return tb.handle(r)
}

// roll sets the next results of the dice.
func (tb *table) roll(results ...int) { tb.dice.Results = append(tb.dice.Results, results...) }

func (tb *table) state() *engine.State {
	tb.t.Helper()
	f := tb.store.fight(testChannel)
	if f == nil {
		return nil
	}
	return f.state
}

// public returns the state as everyone in the channel may know it.
func (tb *table) public() *engine.State { return view.State(tb.state(), view.Viewer{}) }

// rules returns the ruleset of the current fight.
func (tb *table) rules() *ruleset.Ruleset {
	tb.t.Helper()
	rs, err := tb.bot.rulesets.Of(tb.t.Context(), tb.state())
	if err != nil {
		tb.t.Fatal(err)
	}
	return rs
}

// history returns the log as one person may read it.
func (tb *table) history(v view.Viewer) []string {
	tb.t.Helper()
	lines, err := words.Log(lang.English(), tb.store.fight(testChannel).all(), tb.rules(), v, nil)
	if err != nil {
		tb.t.Fatal(err)
	}
	return lines
}

// pickLabels picks options of a menu by their labels.
func (tb *table) pickLabels(who string, b discord.Button, labels ...string) *discord.Reply {
	tb.t.Helper()
	return tb.pick(who, b.ID, tb.values(b.Menu, labels))
}

// values returns the values of a menu's options with these labels, as a request has them.
func (tb *table) values(m *discord.Menu, labels []string) string {
	tb.t.Helper()
	var out []string
	for _, label := range labels {
		i := slices.IndexFunc(m.Options, func(o discord.Option) bool {
			return o.Label == label || strings.HasSuffix(o.Label, " "+label+")") // a mask, behind the name that the GM reads
		})
		if i < 0 {
			tb.t.Fatalf("%q is not among %+v", label, m.Options)
		}
		out = append(out, m.Options[i].Value)
	}
	return strings.Join(out, ",")
}

// shownCard returns the card of the fight, which there must be.
func (tb *table) shownCard() discord.Message {
	tb.t.Helper()
	s := tb.public()
	var next []snowflake.User
	for _, u := range words.OnDeck(s, tb.rules()) {
		next = append(next, u.User)
	}
	want, err := OnDeck(tb.store)(tb.t.Context(), "1", next)
	if err != nil {
		tb.t.Fatal(err)
	}
	return tb.ears.message(card.Card(words.Under(tb.bot.languages.Of(s.Speaks()), tb.rules()), s, tb.rules(), nil, want...))
}

// button finds a button by its label and returns its ID.
func (tb *table) button(label string) string {
	tb.t.Helper()
	return tb.labelled(label).ID
}

// labelled finds a button or a menu by its label on the last reply, in its private part, on the card or an
// older reply.
func (tb *table) labelled(label string) discord.Button {
	tb.t.Helper()
	rows := slices.Clone(tb.last.Buttons)
	for _, next := range []*discord.Reply{tb.last.Then, tb.last.Alone} {
		if next != nil {
			rows = append(rows, next.Buttons...)
		}
	}
	if s := tb.state(); s != nil {
		rows = append(rows, tb.shownCard().Buttons...)
	}
	for _, row := range append(rows, tb.older...) {
		for _, b := range row {
			if b.Label == label {
				return b
			}
		}
	}
	tb.t.Fatalf("there is no button %q", label)
	return discord.Button{}
}

// untouched returns what an input of a form submits if nobody changes it: its text, or what is picked to begin with.
func untouched(in discord.Input) string {
	switch {
	case in.Check:
		return strconv.FormatBool(in.Value == "true")
	case in.Options() == nil:
		return in.Value
	}
	var picked []string
	for _, o := range in.Options().Options {
		if o.Picked {
			picked = append(picked, o.Value)
		}
	}
	return strings.Join(picked, ",")
}
