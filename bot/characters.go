package bot

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/ruleset"
	"roundel/engine/sheet"
	"roundel/snowflake"
	"roundel/store"
)

// maxCharacters is the maximum number of characters that a user can save in a server.
const maxCharacters = 50

// Character is a saved character: a name, what was typed, which takes precedence over what was imported (CR-1), and what a file says about it.
type Character struct {
	Name    string            `json:"name"`
	Stats   string            `json:"stats,omitempty"`   // for any rulesets; without hit points if there is a sheet, which keeps those
	Resists string            `json:"resists,omitempty"` // resistances, as typed
	Weapon  string            `json:"weapon,omitempty"`  // written out in full
	Saves   []engine.Prepared `json:"saves,omitempty"`   // prepared saves (NU-20)
	First   int64             `json:"first,omitempty"`   // when it was first saved, as [engine.SavedAs] has it; 0: by an earlier release

	Used bool `json:"used,omitempty"` // chosen with /character use: the one meant where none is named

	Sheet *sheet.Sheet `json:"sheet,omitempty"` // from the file imported last, with the hit points that the character joins with; nil: none

	Carried *engine.Carried `json:"carries,omitempty"` // from its last fight (NU-28), which takes precedence over the sheet's hit points; nil: nothing
	Left    []leaving       `json:"left,omitempty"`    // how its combatants have left fights that may go on, latest last
}

// saveCharacter saves one of the user's characters.
func (b *Bot) saveCharacter(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	rules, err := b.likelyRulesets(ctx, r)
	if err != nil {
		return nil, err
	}
	l := b.reader(ctx, r)
	o, typed := Options(r.Options), vocabulariesOf(rules, l)
	c := Character{Name: o.Text("name"), Stats: o.Text("stats"), Weapon: typed.weapons(o.Text("weapon"))}
	stats, err := checkCharacter(typed, rules, &c)
	if err != nil {
		return nil, err
	}
	if c.Saves, err = readPrepared(typed, o.Text("saves")); err != nil {
		return nil, err
	}
	return amendList(ctx, b, r, l, charactersOf(r), func(all []Character) ([]Character, *discord.Reply, error) {
		if old, ok := findCharacter(all, c.Name); ok {
			c.Used = old.Used
			if old.Sheet != nil {
				c.keepSheet(*old.Sheet)
			}
			if c.Stats == "" && c.Resists == "" {
				c.Stats, c.Resists = old.Stats, old.Resists
			}
			c.Carried, c.Left = carriedBesides(old.Carried, stats), old.Left
			if slices.ContainsFunc(stats, func(g engine.StatPair) bool {
				return g.Key == "hp" || slices.ContainsFunc(rules, func(rs *ruleset.Ruleset) bool { return slices.Contains(rs.AbsorbKeys(), g.Key) })
			}) {
				c.replaceCarried(c.Carried)
			}
			if c.Weapon == "" {
				c.Weapon = old.Weapon
			}
			if c.Saves == nil {
				c.Saves = old.Saves
			}
		}
		all, err := putCharacter(all, c, b.now())
		return all, privately(c.shown(l, true)), err
	})
}

// putCharacter adds a character to a list, as the one saved last, in place of the one with the same name.
func putCharacter(all []Character, c Character, now time.Time) ([]Character, error) {
	c.First = now.UnixMilli()
	if i := slices.IndexFunc(all, func(x Character) bool { return engine.SameName(x.Name, c.Name) }); i >= 0 {
		c.First = all[i].First
		all = slices.Delete(all, i, i+1)
	}
	if len(all) >= maxCharacters {
		return nil, refuse(engine.NotNow, lang.P("bot.too-many-characters", lang.N("most", maxCharacters)))
	}
	return append(all, c), nil
}

// checkCharacter refuses a character that no ruleset could use, and returns its stats.
func checkCharacter(typed savedVocabularies, rules []*ruleset.Ruleset, c *Character) ([]engine.StatPair, error) {
	if err := engine.CheckName(c.Name); err != nil {
		return nil, err
	}
	pairs, resists, err := play.SavedResistances(c.Stats, rules, typed.stats(c.Stats), "init 15, hp 30")
	if err != nil {
		return nil, err
	}
	c.Resists = resists.String()
	var stats []string
	for _, g := range pairs {
		if !slices.ContainsFunc(rules, func(rs *ruleset.Ruleset) bool { return rs.Knows(g.Key) }) {
			return nil, refuse(engine.Invalid, lang.P("bot.stat-in-no-ruleset", lang.Quoted("key", g.Key)))
		}
		if err := play.CheckSaved(g, rules); err != nil {
			return nil, err
		}
		stats = append(stats, g.String())
	}
	c.Stats = strings.Join(stats, ", ")
	if c.Weapon != "" {
		return pairs, play.CheckWeapon(c.Weapon)
	}
	return pairs, nil
}

// showCharacter shows one of the user's characters.
func (b *Bot) showCharacter(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	all, err := b.characters(ctx, r)
	if err != nil {
		return nil, err
	}
	preset, err := b.preset(ctx, r)
	if err != nil {
		return nil, err
	}
	name := Options(r.Options).Text("name")
	c, ok := findCharacter(all, name)
	if !ok {
		return nil, noCharacter(name)
	}
	l := b.reader(ctx, r)
	lines := []string{c.shown(l, false)}
	if c.Sheet != nil {
		lines = append(lines, words.SheetLines(l, c.Sheet)...)
	}
	reply := privately(strings.Join(lines, "\n"))
	if n, err := savedNumbers(all, c.Name); err == nil && n.CanCheck(preset) && len(formNumbers(n)) > 0 {
		reply.Buttons = [][]discord.Button{{card.Button(l, discord.Secondary, "roll-save", c.Name)}}
	}
	return reply, nil
}

// listCharacters shows all of the user's characters.
func (b *Bot) listCharacters(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	all, err := b.characters(ctx, r)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, noCharacter("")
	}
	lines, l := make([]string, len(all)), b.reader(ctx, r)
	for i, c := range all {
		lines[len(all)-1-i] = c.shown(l, false)
	}
	return privately(strings.Join(lines, "\n")), nil
}

// deleteCharacter deletes one of the user's characters.
func (b *Bot) deleteCharacter(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	name, l := Options(r.Options).Text("name"), b.reader(ctx, r)
	return amendList(ctx, b, r, l, charactersOf(r), func(all []Character) ([]Character, *discord.Reply, error) {
		c, ok := findCharacter(all, name)
		if !ok || name == "" {
			return nil, nil, noCharacter(name)
		}
		rest := slices.DeleteFunc(all, func(x Character) bool { return x.Name == c.Name })
		return rest, privately(l.Line("character.deleted", lang.Name("name", c.Name))), nil
	})
}

// shown returns a character as its player sees it; saved means that it has just been changed.
func (c *Character) shown(l *lang.Language, saved bool) string {
	lines := []string{l.Line("character.shown", lang.Flag("saved", saved), lang.Name("name", c.Name), lang.Name("stats", c.allStats()), lang.Name("weapon", c.Weapon), carriedOf(c))}
	if c.Sheet != nil {
		lines = append(lines, words.SheetLine(l, c.Sheet))
	}
	return words.Lines(l, append(lines, words.PreparedLines(l, c.Saves)...))
}

// allStats returns the stats as they are typed, with resistances.
func (c *Character) allStats() string { return strings.Trim(c.Stats+"; "+c.Resists, "; ") }

func noCharacter(name string) error {
	if name == "" {
		return refuse(engine.NotFound, lang.P("bot.no-characters"))
	}
	return refuse(engine.NotFound, lang.P("bot.unknown-character", lang.Quoted("name", name)))
}

// characters returns the user's characters in the server; the one saved last comes last.
func (b *Bot) characters(ctx context.Context, r *discord.Request) ([]Character, error) {
	return load[[]Character](ctx, b.store, charactersOf(r))
}

// characters returns the asker's characters as they are in the transaction.
func (tx *transaction) characters() ([]Character, error) {
	data, err := tx.j.Characters(charactersIn(tx.r), tx.r.User)
	if err != nil {
		return nil, err
	}
	all, err := Decode[[]Character](data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", charactersOf(tx.r), err)
	}
	return all, nil
}

// charactersOf returns where the characters that a request uses are stored.
func charactersOf(r *discord.Request) store.Cell { return store.CharactersOf(charactersIn(r), r.User) }

// charactersIn returns the server whose characters a request uses; direct messages have their own.
func charactersIn(r *discord.Request) snowflake.Guild { return cmp.Or(r.Guild, "@me") }

// findCharacter returns the character with a name, or without a name the one of /character use, or else the one saved last.
func findCharacter(all []Character, name string) (Character, bool) {
	if name == "" && len(all) > 0 {
		if i := slices.IndexFunc(all, func(c Character) bool { return c.Used }); i >= 0 {
			return all[i], true
		}
		return all[len(all)-1], true
	}
	i := slices.IndexFunc(all, func(c Character) bool { return engine.SameName(c.Name, name) })
	if i < 0 {
		return Character{}, false
	}
	return all[i], true
}

// leftOut is the part of a saved character that stays out of a fight.
type leftOut struct {
	unused []string            // what the ruleset doesn't have: "agility 42"
	beyond []ruleset.StatValue // what is out of the range of its stat (CR-30)
}

// fitting returns the stats that the character joins with under a ruleset: those that are given, which take precedence, then its own, then what its sheet
// gives (CR-30), and the numbers that it leaves out.
func (c Character) fitting(rs *ruleset.Ruleset, stats string) (fit string, left leftOut, err error) {
	rest, typed, err := play.TakeResistances(stats, rs)
	if err != nil {
		return "", left, err
	}
	given, err := engine.ParseStats(rest, rs.Template(false))
	if err != nil {
		return "", left, err
	}
	own, err := engine.ParseStats(c.Stats, rs.Template(false))
	if err != nil {
		return "", left, err
	}
	all := []string{rest}
	add := func(g engine.StatPair) {
		st, is := rs.Stat(g.Key)
		switch {
		case slices.ContainsFunc(given, func(x engine.StatPair) bool { return x.Key == g.Key }):
			return
		case !rs.Knows(g.Key):
			left.unused = append(left.unused, g.String())
		case c.Sheet != nil && is && (g.Value < st.Min || g.Value > st.Max):
			left.beyond = append(left.beyond, ruleset.StatValue{Stat: g.Key, Value: g.Value})
		default:
			all = append(all, g.String())
		}
		given = append(given, g)
	}
	for _, g := range own {
		add(g)
	}
	for _, g := range c.sheetStats(rs) {
		add(g)
	}
	saved, unknown := rs.FitResistances(c.Resists)
	fit = strings.Trim(strings.Join(all, ", "), ", ")
	if resists := ruleset.ResistancesText(typed.Over(saved)); resists != "" {
		fit = strings.TrimPrefix(fit+"; "+resists, "; ")
	}
	left.unused = append(left.unused, unknown...)
	return fit, left, nil
}

// sheetStats returns the stats that the character's sheet gives under a ruleset: first those that it has by the rulesets' keys, then those by the ruleset's
// table (CR-30), and hit points.
func (c Character) sheetStats(rs *ruleset.Ruleset) []engine.StatPair {
	if c.Sheet == nil {
		return nil
	}
	out := slices.Clone(c.Sheet.Stats)
	sheet := c.Sheet.InFight()
	given, beyond := rs.Sheet.From(rs, func(name string) (int, bool) {
		if name == "hp" {
			return c.Sheet.MaxHP, c.Sheet.MaxHP > 0
		}
		return sheet.Number(name)
	})
	for _, v := range append(given, beyond...) {
		out = append(out, engine.StatPair{Key: v.Stat, Value: v.Value})
	}
	if c.Sheet.MaxHP > 0 {
		hp := engine.StatPair{Key: "hp", Value: c.Sheet.MaxHP, Most: c.Sheet.MaxHP}
		if c.Sheet.HP != nil {
			hp.Value = *c.Sheet.HP
		}
		out = append(out, hp)
	}
	return out
}

// weapons returns the weapons that the character joins with, one a line: its own, then the attacks of its sheet (CR-40).
func (c Character) weapons() string {
	var all []string
	name, _ := split(c.Weapon)
	if c.Weapon != "" {
		all = append(all, c.Weapon)
	}
	if c.Sheet != nil {
		for i := range c.Sheet.Attacks {
			if a := &c.Sheet.Attacks[i]; c.Weapon == "" || !engine.SameName(a.Name, name) {
				all = append(all, a.Weapon())
			}
		}
	}
	return strings.Join(all, "\n")
}
