package bot

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/monster"
	"roundel/engine/play"
	"roundel/engine/ruleset"
	"roundel/snowflake"
	"roundel/store"
)

// maxParty is how many characters can be typed as a party.
const maxParty = 20

// partyPattern matches characters of one level: "4x5", or "5" for a single one.
var partyPattern = regexp.MustCompile(`(?i)^(?:(\d{1,2})\s*[x×]\s*)?(\d{1,2})$`)

// parseParty reads a typed party, such as "4x5, 1x4": the levels of its characters, the highest first (MO-25); nil for an empty text.
func parseParty(typed string) ([]int, error) {
	var out []int
	for part := range strings.SplitSeq(typed, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		m := partyPattern.FindStringSubmatch(part)
		if m == nil {
			return nil, refuse(engine.Invalid, lang.P("bot.party-form", lang.Quoted("text", part)))
		}
		count := 1
		if m[1] != "" {
			count, _ = strconv.Atoi(m[1]) // two digits
		}
		level, _ := strconv.Atoi(m[2])
		if count < 1 || level < 1 || level > ruleset.MaxLevel || len(out)+count > maxParty {
			return nil, refuse(engine.Invalid, lang.P("bot.party-range", lang.Quoted("text", part), lang.N("most", maxParty), lang.N("level", ruleset.MaxLevel)))
		}
		out = append(out, slices.Repeat([]int{level}, count)...)
	}
	if len(out) == 0 && strings.TrimSpace(typed) != "" {
		return nil, refuse(engine.Invalid, lang.P("bot.party-form", lang.Quoted("text", typed)))
	}
	slices.SortFunc(out, func(a, b int) int { return b - a })
	return out, nil
}

// partyText writes levels as they are typed: "4x5, 1x4".
func partyText(levels []int) string {
	var parts []string
	for _, g := range words.ByLevel(levels) {
		parts = append(parts, strconv.Itoa(g.Count)+"x"+strconv.Itoa(g.Level))
	}
	return strings.Join(parts, ", ")
}

// channelNote is what a server's settings keep about a channel. Nothing in it is about a person.
type channelNote struct {
	Channel snowflake.Channel `json:"channel"`
	Party   string            `json:"party,omitempty"` // as last typed (MO-25)
	XP      *xpNote           `json:"xp,omitempty"`    // of its last fight
}

// maxChannelNotes is the maximum number of channels that a server's settings keep notes about. The oldest notes are dropped.
const maxChannelNotes = 200

// note returns what is kept about a channel.
func (s *Settings) note(channel snowflake.Channel) channelNote {
	if i := slices.IndexFunc(s.Channels, func(n channelNote) bool { return n.Channel == channel }); i >= 0 {
		return s.Channels[i]
	}
	return channelNote{Channel: channel}
}

// keepNote replaces what is kept about a channel.
func (s *Settings) keepNote(n channelNote) {
	s.Channels = slices.DeleteFunc(slices.Clone(s.Channels), func(other channelNote) bool { return other.Channel == n.Channel })
	s.Channels = append(s.Channels, n)
	s.Channels = s.Channels[max(0, len(s.Channels)-maxChannelNotes):]
}

// amendNote changes what is kept about the request's channel, together with the request's answer; see [keepReply].
func (b *Bot) amendNote(ctx context.Context, r *discord.Request, interaction string, fn func(n *channelNote) (answer []byte, err error)) ([]byte, bool, error) {
	return b.store.Amend(ctx, store.SettingsOf(r.Guild), interaction, amending(func(conf *Settings) ([]byte, error) {
		n := conf.note(r.Channel)
		answer, err := fn(&n)
		conf.keepNote(n)
		return answer, err
	}))
}

// typedParty returns the party that was typed with a request, nil if none was, and keeps it for the channel.
func (b *Bot) typedParty(ctx context.Context, r *discord.Request) ([]int, error) {
	levels, err := parseParty(Options(r.Options).Text("party"))
	if err != nil || len(levels) == 0 || r.Guild == "" {
		return levels, err
	}
	_, _, err = b.amendNote(ctx, r, "", func(n *channelNote) ([]byte, error) {
		n.Party = partyText(levels)
		return nil, nil
	})
	return levels, err
}

// regulars are the users of a channel's usual party, with their saved characters.
type regulars struct {
	users      []snowflake.User
	characters [][]Character // of each
}

// findRegulars looks up the usual party. It asks the store, and so must not be called in a transaction.
func (b *Bot) findRegulars(ctx context.Context, r *discord.Request) (*regulars, error) {
	users, err := b.store.Party(ctx, r.Channel)
	if err != nil || len(users) == 0 {
		return &regulars{}, err
	}
	saved, err := b.store.CharactersIn(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	out := &regulars{}
	for _, user := range users {
		characters, err := Decode[[]Character](saved[user])
		if err != nil {
			return nil, err
		}
		out.users, out.characters = append(out.users, user), append(out.characters, characters)
	}
	return out, nil
}

// of returns the levels of the usual party under a ruleset, and who has none. A user's level is that of their first character with one.
func (r *regulars) of(rs *ruleset.Ruleset) (levels []int, without []lang.Phrase) {
	for i, user := range r.users {
		level := 0
		for _, c := range r.characters[i] {
			level = cmp.Or(level, c.level(rs))
		}
		if level > 0 {
			levels = append(levels, level)
		} else {
			without = append(without, words.User(user))
		}
	}
	return levels, without
}

// level returns the level that the character would have in a fight under a ruleset, or 0 if it has none or can't join.
func (c Character) level(rs *ruleset.Ruleset) int {
	fit, _, err := c.fitting(rs, "")
	if err != nil {
		return 0
	}
	stats, err := play.ParseStats(fit, rs)
	if err != nil {
		return 0
	}
	return new(engine.State).LevelOf(rs, &engine.Combatant{Kind: engine.PC, Stats: stats.Values})
}

// party returns the levels of the party: the first of these in which everyone has one (MO-25): what was typed now, the fight's player
// characters, what was last typed in the channel, the channel's usual party. If there is none, it returns who lacks a level.
func (tx *transaction) party(rs *ruleset.Ruleset, typed []int) (levels []int, without []lang.Phrase, err error) {
	if len(typed) > 0 {
		return typed, nil, nil
	}
	s, kept := tx.j.State(), tx.conf.note(tx.r.Channel)
	levels, without = levelsOf(s, rs, kept, &regulars{})
	if len(levels) > 0 || tx.r.Guild == "" {
		return levels, without, nil
	}
	if tx.usual == nil {
		return nil, nil, missing(func(ctx context.Context) (err error) {
			tx.usual, err = tx.b.findRegulars(ctx, tx.r)
			return err
		})
	}
	levels, without = levelsOf(s, rs, kept, tx.usual)
	return levels, without, nil
}

// levelsOf returns the levels of a party that nobody has typed. Without a fight, s is nil.
func levelsOf(s *engine.State, rs *ruleset.Ruleset, kept channelNote, usual *regulars) (levels []int, without []lang.Phrase) {
	if s != nil {
		here, lacks := s.Levels(rs)
		if len(here) > 0 && len(lacks) == 0 {
			return sortedLevels(here), nil
		}
		for _, name := range lacks {
			without = append(without, lang.P("list.name", lang.Name("name", name)))
		}
	}
	if levels, err := parseParty(kept.Party); err == nil && len(levels) > 0 {
		return levels, nil
	}
	levels, lacks := usual.of(rs)
	if len(levels) > 0 && len(lacks) == 0 {
		return sortedLevels(levels), nil
	}
	if len(without) == 0 {
		without = lacks
	}
	return nil, without
}

func sortedLevels(levels []int) []int {
	slices.SortFunc(levels, func(a, b int) int { return b - a })
	return levels
}

// difficultyLine returns the line that tells the GM how hard the fight is (MO-26). It is empty if the ruleset doesn't say, or if no foe has a
// rating.
func (tx *transaction) difficultyLine() (string, error) {
	s, rs := tx.j.State(), tx.rs
	if s == nil || rs == nil || rs.Difficulty == nil {
		return "", nil
	}
	foes := s.Weighed((*engine.Combatant).Standing)
	if !anyRated(foes) {
		return "", nil
	}
	return tx.difficultyOf(rs, foes, nil)
}

func anyRated(foes []ruleset.RatedFoe) bool {
	return slices.ContainsFunc(foes, func(f ruleset.RatedFoe) bool { return f.Rating != "" || f.Worth != nil })
}

// difficultyOf returns the line about foes for the party, which may be typed.
func (tx *transaction) difficultyOf(rs *ruleset.Ruleset, foes []ruleset.RatedFoe, typed []int) (string, error) {
	party, without, err := tx.party(rs, typed)
	if err != nil {
		return "", err
	}
	if len(party) == 0 {
		return tx.own.Line("difficulty.no-party", lang.Int("count", len(without)), lang.AllParts("names", without)), nil
	}
	return words.Difficulty(words.Under(tx.own, rs), rs.Difficulty, rs.Difficulty.Judge(party, foes)), nil
}

// tellDifficulty adds the line to what only the GM reads of a reply that adds foes, before round 1 (MO-26). A reply that everyone reads, with nothing for
// the GM alone, stays as it is.
func (tx *transaction) tellDifficulty(reply *discord.Reply) error {
	s := tx.j.State()
	if reply == nil || s == nil || s.Phase != engine.Setup && s.Phase != engine.Ambush {
		return nil
	}
	private := reply
	if !reply.Ephemeral {
		private = reply.Alone
	}
	if private == nil {
		return nil
	}
	line, err := tx.difficultyLine()
	if err == nil && line != "" {
		addLines(tx.own, private, line)
	}
	return err
}

// showEncounter answers /encounter show: a saved encounter or, without a name, the fight, each with how hard it is (MO-26).
func (b *Bot) showEncounter(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	name := Options(r.Options).Text("name")
	if name == "" {
		return b.showFoes(ctx, r)
	}
	if err := b.admitToServer(ctx, r, encounterGM); err != nil {
		return nil, err
	}
	e, err := b.chosenEncounter(ctx, r)
	if err != nil {
		return nil, err
	}
	party, err := b.typedParty(ctx, r)
	if err != nil {
		return nil, err
	}
	own, err := b.ownMonsters(ctx, r)
	if err != nil {
		return nil, err
	}
	l := b.reader(ctx, r)
	text, file := words.Encounter(l, e)
	reply := withFile(text, "encounter.txt", file)
	var lines []string // how hard it is
	_, err = b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		rs, err := tx.rulesHere()
		if err != nil || rs.Difficulty == nil {
			return nil, ignoreRefusal(err)
		}
		find := func(name string) (*monster.Monster, error) {
			return b.findMonster(own, rs, name, "bot.unknown-monster")
		}
		var foes []ruleset.RatedFoe
		lines = nil // it may run more than once
		for _, w := range e.Waves {
			foes = append(foes, monster.Weighed(rs.Difficulty, w.Foes, find)...)
			if len(party) == 0 && !anyRated(foes) {
				continue
			}
			line, err := tx.difficultyOf(rs, foes, party)
			if err != nil {
				return nil, err
			}
			if w.Round > 0 {
				line = tx.own.Line("difficulty.wave", lang.N("round", w.Round), lang.Text("line", line))
			}
			if !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
			if party, _, err := tx.party(rs, party); err != nil || len(party) == 0 {
				break
			}
		}
		return nil, nil
	})
	if len(lines) > 0 {
		addLines(l, reply, lines...)
	}
	return reply, err
}

// ignoreRefusal returns nil instead of a refusal, such as that the server's default ruleset is gone.
func ignoreRefusal(err error) error {
	if _, refused := err.(*words.Refused); refused {
		return nil
	}
	return err
}

// showFoes shows its GM how hard the channel's fight is.
func (b *Bot) showFoes(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	check := func(tx *transaction) (*discord.Reply, error) {
		if err := tx.gm(); err != nil {
			return nil, err
		}
		if tx.rs.Difficulty == nil {
			return nil, refuse(engine.NotNow, lang.P("bot.no-difficulty", lang.Term("ruleset", tx.rs.Title)))
		}
		return nil, nil
	}
	if _, err := b.look(ctx, r, check); err != nil {
		return nil, err
	}
	party, err := b.typedParty(ctx, r)
	if err != nil {
		return nil, err
	}
	return b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if _, err := check(tx); err != nil {
			return nil, err
		}
		line, err := tx.difficultyOf(tx.rs, tx.j.State().Weighed((*engine.Combatant).Standing), party)
		return privately(line), err
	})
}

// completeRating suggests the ratings that the fight's ruleset weighs.
func completeRating(tx *transaction, input string) []discord.Choice {
	if tx.rs == nil || tx.rs.Difficulty == nil {
		return nil
	}
	return suggestNames("", input, tx.rs.Difficulty.Ratings())
}

// adjusted returns a monster made stronger or weaker by a word of the ruleset (MO-31). An empty word leaves it as it is.
func adjusted(m *monster.Monster, word string, rs *ruleset.Ruleset) (*monster.Monster, error) {
	if word == "" {
		return m, nil
	}
	a := rs.Difficulty.Adjustment(word)
	if a == nil {
		return nil, refuse(engine.Invalid, lang.P("bot.no-adjustment", lang.Quoted("word", word), lang.Term("ruleset", rs.Title), lang.Listed("words", rs.Difficulty.AdjustWords())))
	}
	return m.Adjusted(a), nil
}

// completeAdjust suggests the words by which the fight's ruleset makes foes stronger or weaker.
func completeAdjust(tx *transaction, input string) []discord.Choice {
	if tx.rs == nil {
		return nil
	}
	l := words.Under(tx.own, tx.rs)
	return suggestAs("", input, tx.rs.Difficulty.AdjustWords(), func(word string) string { return words.Adjustment(l, word) })
}
