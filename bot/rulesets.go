package bot

import (
	"container/list"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/ruleset"
	"roundel/engine/strictyaml"
	"roundel/engine/view"
	"roundel/snowflake"
	"roundel/store"
)

// addRuleset answers /ruleset add. It plays a sample fight under a file that somebody has written, which might end the process.
func (b *Bot) addRuleset(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	return b.attempt(ctx, r, func() (*discord.Reply, error) { return b.keepRuleset(ctx, r) })
}

// maxAttempts is the maximum number of noted requests of a server. The oldest are forgotten first.
const maxAttempts = 20

// attempt runs what might end the process, such as trying out a file that somebody has written. The request is noted in the server's settings until
// run has returned. If it is delivered again after a crash, it is refused instead of ending the process once more, and the refusal is
// stored as its answer. Files of monsters and encounters need no note: they are only read, which costs little whatever is in them.
func (b *Bot) attempt(ctx context.Context, r *discord.Request, run func() (*discord.Reply, error)) (reply *discord.Reply, err error) {
	crashed := false
	_, _, err = b.amendAttempts(ctx, r, "", func(noted []string) ([]string, []byte, error) {
		crashed = slices.Contains(noted, r.ID)
		if crashed {
			return noted, nil, nil
		}
		return append(noted, r.ID), nil, nil
	})
	if err != nil {
		return nil, err
	}
	defer func() { // whatever happens but the end of the process
		_, _, failed := b.amendAttempts(context.WithoutCancel(ctx), r, "", func(noted []string) ([]string, []byte, error) {
			return slices.DeleteFunc(noted, func(id string) bool { return id == r.ID }), nil, nil
		})
		if failed != nil && err == nil {
			reply, err = nil, failed // what was stored is sent
		}
	}()
	if !crashed {
		return run()
	}
	return keepReply(b.reader(ctx, r), func(keep keeping) ([]byte, bool, error) {
		return b.amendAttempts(ctx, r, r.ID, func(noted []string) ([]string, []byte, error) {
			answer, err := keep(nil, refuse(engine.NotNow, lang.P("bot.ended-the-bot")))
			return noted, answer, err
		})
	})
}

// amendAttempts changes which requests of the server are noted. An answer is stored under the interaction, if there is one.
func (b *Bot) amendAttempts(ctx context.Context, r *discord.Request, interaction string, change func(noted []string) (left []string, answer []byte, err error)) ([]byte, bool, error) {
	return b.store.Amend(ctx, store.SettingsOf(r.Guild), interaction, amending(func(conf *Settings) ([]byte, error) {
		left, answer, err := change(conf.Attempts)
		conf.Attempts = left[max(0, len(left)-maxAttempts):]
		return answer, err
	}))
}

const (
	maxOwn  = 50     // rulesets of one server (RS-8)
	maxText = 32_768 // bytes of a file (RS-1)
)

// keepRuleset downloads the attached file, reads it, and keeps it for the server. Downloading may take seconds.
func (b *Bot) keepRuleset(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	l := b.reader(ctx, r)
	rs, faults, why := b.fetchRuleset(ctx, l, r.Attachments["file"])
	var sample string
	if rs != nil {
		s, err := sampleFight(l, rs)
		if err != nil {
			return nil, fmt.Errorf("library: a sample fight under a new ruleset: %w", err)
		}
		sample = words.Board(words.Under(l, rs), view.State(s, view.Viewer{}), rs, mostSample)
	}
	return b.amendRulesets(ctx, r, func(have []engine.StoredRuleset) (engine.RulesetChange, *discord.Reply, error) {
		if rs == nil {
			return engine.RulesetChange{}, faults, why
		}
		exists := slices.ContainsFunc(have, func(one engine.StoredRuleset) bool { return one.Name == rs.Name })
		switch {
		case exists && r.Options["replace"] != "true":
			return engine.RulesetChange{}, nil, refuse(engine.NotNow, lang.P("bot.ruleset-exists", lang.Name("name", rs.Name)))
		case !exists && len(have) >= maxOwn:
			return engine.RulesetChange{}, nil, refuse(engine.NotNow, lang.P("bot.too-many-rulesets", lang.Int("n", len(have))))
		}
		return engine.RulesetChange{Name: rs.Name, Text: rs.Text}, privately(words.Added(l, rs, exists, sample)), nil
	})
}

// mostSample is the maximum length of the order of a sample fight.
const mostSample = 400

// fetchRuleset downloads and reads a ruleset. If it can't be added, it returns either a reply with everything that is wrong with the file, or why
// the file is refused as a whole.
func (b *Bot) fetchRuleset(ctx context.Context, l *lang.Language, file discord.Attachment) (*ruleset.Ruleset, *discord.Reply, error) {
	text, err := b.rulesets.Files.Fetch(ctx, file, maxText)
	if err != nil {
		return nil, nil, notFetched(err, lang.P("bot.ruleset-too-large", lang.N("limit", maxText)))
	}
	rs, err := ruleset.Read(text)
	var problems strictyaml.Problems
	switch {
	case errors.As(err, &problems):
		return nil, faulty(l, "ruleset", problems), nil
	case err != nil:
		return nil, nil, err
	case b.rulesets.offers(rs.Name):
		return nil, nil, refuse(engine.Invalid, lang.P("bot.ruleset-name-taken", lang.Name("name", rs.Name)))
	}
	return rs, nil, nil
}

// offers reports whether a name belongs to a ruleset that every server has, or to a file that comes with the bot.
func (l *Library) offers(name string) bool {
	_, taken := l.named(name)
	return taken || slices.Contains(ruleset.Names(), name)
}

// sampleFight plays the beginning of a fight under a ruleset: a player character and two NPCs with made-up stats join, and initiative is rolled.
// The same file always gives the same fight. An error means that the ruleset can't be played, which is a fault of the bot (RS-5).
func sampleFight(l *lang.Language, rs *ruleset.Ruleset) (*engine.State, error) {
	const gm, player = "1", "2"
	seed := binary.BigEndian.Uint64([]byte(rs.Hash)[:8])
	made := rand.New(rand.NewPCG(seed, seed))
	roller := dice.Seeded(seed)
	now := time.Unix(1, 0)
	var s *engine.State
	for i, step := range []struct {
		by  snowflake.User
		cmd play.Command
	}{
		{gm, play.Start{Name: l.Label("ruleset.sample"), Ruleset: rs.Name}},
		{player, play.Join{Name: "Hero", Stats: madeUp(rs, made)}},
		{gm, play.Add{Name: "Bandit", Stats: madeUp(rs, made)}},
		{gm, play.Add{Name: "Wolf", Stats: madeUp(rs, made)}},
		{gm, play.Roll{}},
	} {
		done, err := play.Decide(s, rs, step.cmd, play.Input{Actor: engine.Actor{User: step.by}, Now: now, Turn: engine.TurnID(i + 1), Dice: roller})
		if err != nil {
			return nil, fmt.Errorf("%T: %w", step.cmd, err)
		}
		s = done.State
	}
	return s, nil
}

// madeUp returns every stat of a ruleset with a small number that it can have.
func madeUp(rs *ruleset.Ruleset, from *rand.Rand) string {
	const most = 6 // so that a die in the roll still matters
	var out []string
	for _, st := range rs.Stats {
		low := max(st.Min, min(st.Max, 0))
		out = append(out, fmt.Sprintf("%s %d", st.Key, low+from.IntN(min(st.Max-low, most)+1)))
	}
	return strings.Join(append(out, "hp 10"), ", ")
}

// listRulesets answers /ruleset list.
func (b *Bot) listRulesets(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	server, err := b.rulesets.forServer(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	return privately(words.Listing(b.reader(ctx, r), words.List{Heading: "ruleset.own", Rulesets: server.Own, Broken: server.Broken},
		words.List{Heading: "ruleset.host", Rulesets: server.Host}, words.List{Heading: "ruleset.bundled", Rulesets: server.Bundled})), nil
}

// showRuleset answers /ruleset show: it attaches the file of a ruleset, byte for byte.
func (b *Bot) showRuleset(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	server, err := b.rulesets.forServer(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	rs, err := server.match(r.Options["name"])
	if err != nil {
		return nil, err
	}
	reply := privately(b.reader(ctx, r).Line("ruleset.attached", lang.Term("title", rs.Title)))
	reply.Files = []discord.File{{Name: rs.Name + ".yaml", Type: "application/yaml", Data: rs.Text}}
	return reply, nil
}

// removeRuleset answers /ruleset remove, for a server's own rulesets.
func (b *Bot) removeRuleset(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	conf, err := b.settings(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	typed, l := strings.TrimSpace(r.Options["name"]), b.reader(ctx, r)
	return b.amendRulesets(ctx, r, func(have []engine.StoredRuleset) (engine.RulesetChange, *discord.Reply, error) {
		var own []string
		for _, one := range have {
			own = append(own, one.Name)
			if strings.EqualFold(one.Name, typed) {
				return engine.RulesetChange{Name: one.Name}, privately(l.Line("ruleset.removed", lang.Name("name", one.Name), lang.Flag("default", one.Name == conf.Ruleset))), nil
			}
		}
		return engine.RulesetChange{}, nil, refuse(engine.NotFound, words.NotOwnRuleset(typed, own))
	})
}

// amendRulesets changes a server's rulesets and stores the reply, even if it is a refusal.
func (b *Bot) amendRulesets(ctx context.Context, r *discord.Request,
	fn func(have []engine.StoredRuleset) (engine.RulesetChange, *discord.Reply, error)) (*discord.Reply, error) {
	return keepReply(b.reader(ctx, r), func(keep keeping) ([]byte, bool, error) {
		return b.store.AmendRulesets(ctx, r.Guild, r.ID, func(have []engine.StoredRuleset) (engine.RulesetChange, []byte, error) {
			change, reply, why := fn(have)
			answer, err := keep(reply, why)
			return change, answer, err
		})
	})
}

// offerRulesets suggests rulesets for what was typed so far, the server's own first.
func (b *Bot) offerRulesets(ctx context.Context, r *discord.Request, input string) ([]discord.Choice, error) {
	server, err := b.rulesets.forServer(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	return rulesetChoices(b.reader(ctx, r), server, input), nil
}

// offerOwnRulesets is like offerRulesets for the server's own.
func (b *Bot) offerOwnRulesets(ctx context.Context, r *discord.Request, input string) ([]discord.Choice, error) {
	server, err := b.rulesets.forServer(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	out := rulesetChoices(b.reader(ctx, r), &serverRulesets{Own: server.Own}, input)
	for _, name := range server.Broken {
		out = append(out, discord.Choice{Name: name, Value: name})
	}
	return out[:min(len(out), discord.MaxOptions)], nil
}

func rulesetChoices(l *lang.Language, from *serverRulesets, input string) []discord.Choice {
	title := func(rs *ruleset.Ruleset) string { return words.Under(l, rs).Term(rs.Title) }
	list := from.suggest(input, title)
	var out []discord.Choice
	for _, rs := range list[:min(len(list), discord.MaxOptions)] {
		out = append(out, discord.Choice{Name: lang.Clip(title(rs), maxValue-len(rs.Name)-3) + " (" + rs.Name + ")", Value: rs.Name})
	}
	return out
}

// RulesetStore holds servers' own rulesets and the texts that fights began with.
type RulesetStore interface {
	// Rulesets returns a server's own rulesets, sorted by name. AmendRulesets changes one of them in a transaction and stores the
	// answer under the interaction's ID. If there already is an answer under that ID, it returns that answer with again set, without running fn.
	Rulesets(ctx context.Context, guild snowflake.Guild) ([]engine.StoredRuleset, error)
	AmendRulesets(ctx context.Context, guild snowflake.Guild, interaction string,
		fn func(have []engine.StoredRuleset) (change engine.RulesetChange, answer []byte, err error)) (answer []byte, again bool, err error)
	// RulesetText returns the text with that [engine.TextHash], or nil if no ruleset of any server and no fight refers to it. It
	// doesn't block the writer.
	RulesetText(ctx context.Context, hash string) ([]byte, error)
}

// keptRulesets is the number of rulesets that are kept in memory, not counting those that all servers have.
const keptRulesets = 256

// LibraryParts is what a Library is made of.
type LibraryParts struct {
	Store   RulesetStore
	Bundled ruleset.Library
	Host    []*ruleset.Ruleset // of the host's folder (RS-82)
	Files   Fetcher            // nil: no rulesets can be added
}

// Library finds rulesets.
type Library struct {
	LibraryParts
	byHash map[string]*ruleset.Ruleset // what all servers are offered
	cache  cache
}

// NewLibrary returns a library.
func NewLibrary(p LibraryParts) *Library {
	l := &Library{LibraryParts: p, byHash: map[string]*ruleset.Ruleset{}, cache: cache{room: keptRulesets}}
	for _, rs := range l.offered() {
		l.byHash[rs.Hash] = rs
	}
	return l
}

// offered returns the rulesets that every server has: the host's, then the bundled ones.
func (l *Library) offered() []*ruleset.Ruleset { return slices.Concat(l.Host, l.Bundled.List) }

// known returns a fight's ruleset, and whether it was found without asking the store. If it wasn't, [Library.Of] may still find it.
func (l *Library) known(s *engine.State) (*ruleset.Ruleset, bool) {
	if s.Text == "" {
		return l.named(s.Ruleset)
	}
	if rs, ok := l.byHash[s.Text]; ok {
		return rs, true
	}
	return l.cache.get(s.Text)
}

// Of returns the ruleset of a fight: the one that it began with (RS-6).
func (l *Library) Of(ctx context.Context, s *engine.State) (*ruleset.Ruleset, error) {
	if rs, ok := l.known(s); ok {
		return rs, nil
	}
	if s.Text == "" {
		return nil, fmt.Errorf("%w: there is no ruleset %q", card.ErrUnreadable, s.Ruleset)
	}
	return l.read(ctx, s.Text)
}

// named returns the ruleset with that name among those that all servers are offered.
func (l *Library) named(name string) (*ruleset.Ruleset, bool) {
	if rs, ok := l.Bundled.Find(name); ok {
		return rs, true
	}
	return ruleset.Library{List: l.Host}.Find(name)
}

// read returns the ruleset with that hash, from memory or from the store.
func (l *Library) read(ctx context.Context, hash string) (*ruleset.Ruleset, error) {
	if rs, ok := l.cache.get(hash); ok {
		return rs, nil
	}
	text, err := l.Store.RulesetText(ctx, hash)
	if err != nil {
		return nil, err
	}
	if text == nil {
		return nil, fmt.Errorf("%w: its text is missing: %s", card.ErrUnreadable, hash)
	}
	rs, err := ruleset.ReadStored(text)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", card.ErrUnreadable, hash, err)
	}
	l.cache.put(hash, rs)
	return rs, nil
}

// serverRulesets is what one server can choose from.
type serverRulesets struct {
	Own     []*ruleset.Ruleset // its own, sorted by name
	Broken  []string           // the names of its own rulesets that can't be read; only a damaged database has any
	Host    []*ruleset.Ruleset
	Bundled []*ruleset.Ruleset
}

// forServer returns the rulesets of a server. Direct messages, which belong to none, have those that every server has.
func (l *Library) forServer(ctx context.Context, guild snowflake.Guild) (*serverRulesets, error) {
	out := &serverRulesets{Host: l.Host, Bundled: l.Bundled.List}
	if guild == "" {
		return out, nil
	}
	have, err := l.Store.Rulesets(ctx, guild)
	if err != nil {
		return nil, err
	}
	for _, one := range have {
		rs, err := l.read(ctx, one.Hash)
		switch {
		case errors.Is(err, card.ErrUnreadable):
			out.Broken = append(out.Broken, one.Name)
		case err != nil:
			return nil, err
		default:
			out.Own = append(out.Own, rs)
		}
	}
	return out, nil
}

// all returns all rulesets that the server can use, its own first.
func (s *serverRulesets) all() []*ruleset.Ruleset { return slices.Concat(s.Own, s.Host, s.Bundled) }

// match returns the ruleset that a user means by typed: the one with that name, or the only one with that title or game (RS-8). Otherwise
// it refuses and suggests the nearest.
func (s *serverRulesets) match(typed string) (*ruleset.Ruleset, error) {
	all := s.all()
	name := strings.ToLower(strings.TrimSpace(typed))
	if i := slices.IndexFunc(all, func(rs *ruleset.Ruleset) bool { return rs.Name == name }); i >= 0 {
		return all[i], nil
	}
	for _, same := range []func(text string) bool{
		func(text string) bool { return strings.EqualFold(oneLine(text), oneLine(typed)) },
		func(text string) bool { return squeezed(typed) != "" && squeezed(text) == squeezed(typed) },
	} {
		switch found := having(all, ownTitle, same); {
		case len(found) == 1:
			return found[0], nil
		case len(found) > 1:
			return nil, refuse(engine.Invalid, words.SeveralRulesets(typed, namesOf(found, rulesetName)))
		}
	}
	near := namesOf(s.suggest(typed, ownTitle), rulesetName)
	if one := (ruleset.Library{List: all}).Nearest(typed); len(near) == 0 && one != "" {
		near = []string{one}
	}
	return nil, refuse(engine.Invalid, words.UnknownRuleset(typed, near))
}

// forNewFight returns the ruleset of new fights, whose name is in the server's settings, and refuses if it is gone. An empty name means the default of all
// servers.
func (s *serverRulesets) forNewFight(name string) (*ruleset.Ruleset, error) {
	if name == "" {
		name = ruleset.Default
	}
	for _, rs := range s.all() {
		if rs.Name == name {
			return rs, nil
		}
	}
	return nil, refuse(engine.NotNow, lang.P("bot.default-ruleset-gone", lang.Name("name", name)))
}

// suggest returns the rulesets to suggest for the text typed so far: those in which a word of the name, the title or a game begins with
// it. Only letters and digits count, so "d&d", "dd" and "5e" all find "D&D 5E". A server's own come first. title returns a ruleset's title as
// whoever types reads it.
func (s *serverRulesets) suggest(typed string, title func(rs *ruleset.Ruleset) string) []*ruleset.Ruleset {
	typed = squeezed(typed)
	return having(s.all(), title, func(text string) bool {
		words := strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == '-' })
		for i := range words {
			if strings.HasPrefix(squeezed(strings.Join(words[i:], "")), typed) {
				return true
			}
		}
		return false
	})
}

func ownTitle(rs *ruleset.Ruleset) string { return rs.Title }

// having returns the rulesets with a name, title or game for which has returns true.
func having(list []*ruleset.Ruleset, title func(rs *ruleset.Ruleset) string, has func(text string) bool) []*ruleset.Ruleset {
	var out []*ruleset.Ruleset
	for _, rs := range list {
		if has(rs.Name) || has(rs.Title) || has(title(rs)) || slices.ContainsFunc(rs.Fits, has) {
			out = append(out, rs)
		}
	}
	return out
}

func rulesetName(rs *ruleset.Ruleset) string { return rs.Name }

// squeezed returns the letters and digits of a text in lower case.
func squeezed(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// cache keeps the rulesets that were used last, by the hashes of their texts. It may be used from any goroutine.
type cache struct {
	room int // how many it keeps

	mu     sync.Mutex
	byHash map[string]*list.Element
	recent list.List // of *ruleset.Ruleset, the one used last in front
}

// get returns the ruleset with that hash, and whether it is kept.
func (c *cache) get(hash string) (*ruleset.Ruleset, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byHash[hash]
	if !ok {
		return nil, false
	}
	c.recent.MoveToFront(e)
	return e.Value.(*ruleset.Ruleset), true
}

// put keeps a ruleset. If the cache is full, it drops the least recently used one.
func (c *cache) put(hash string, rs *ruleset.Ruleset) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.byHash[hash]; ok {
		return
	}
	if c.byHash == nil {
		c.byHash = map[string]*list.Element{}
	}
	c.byHash[hash] = c.recent.PushFront(rs)
	if last := c.recent.Back(); c.recent.Len() > c.room {
		delete(c.byHash, c.recent.Remove(last).(*ruleset.Ruleset).Hash)
	}
}
