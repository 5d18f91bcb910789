package library

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode"

	"roundel/bot/words/refusal"
	"roundel/engine"
	"roundel/engine/rules"
	"roundel/engine/ruleset"
)

// Server is what one server can choose from.
type Server struct {
	Own     []*ruleset.Ruleset // its own, sorted by name
	Broken  []string           // the names of those of its own that can't be read; only a damaged database has any
	Host    []*ruleset.Ruleset
	Bundled []*ruleset.Ruleset
}

// ForServer returns the rulesets of a server. Direct messages, which belong to none, have those that every server has.
func (l *Library) ForServer(ctx context.Context, guild engine.GuildID) (*Server, error) {
	out := &Server{Host: l.Host, Bundled: l.Bundled.List}
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
		case errors.Is(err, ErrUnreadable):
			out.Broken = append(out.Broken, one.Name)
		case err != nil:
			return nil, err
		default:
			out.Own = append(out.Own, rs)
		}
	}
	return out, nil
}

// All returns all rulesets that the server can use, its own first.
func (s *Server) All() []*ruleset.Ruleset { return slices.Concat(s.Own, s.Host, s.Bundled) }

// Match returns the ruleset that a user means by typed: the one with that name, or the only one with that title or game (RS-8). Otherwise
// it refuses and suggests the nearest.
func (s *Server) Match(typed string) (*ruleset.Ruleset, error) {
	all := s.All()
	name := strings.ToLower(strings.TrimSpace(typed))
	if i := slices.IndexFunc(all, func(rs *ruleset.Ruleset) bool { return rs.Name == name }); i >= 0 {
		return all[i], nil
	}
	for _, same := range []func(text string) bool{
		func(text string) bool { return strings.EqualFold(oneSpace(text), oneSpace(typed)) },
		func(text string) bool { return squeezed(typed) != "" && squeezed(text) == squeezed(typed) },
	} {
		switch found := having(all, same); {
		case len(found) == 1:
			return found[0], nil
		case len(found) > 1:
			return nil, refusal.New(engine.Invalid, refusal.SeveralRulesets(typed, names(found)))
		}
	}
	near := names(s.Suggest(typed))
	if one := (rules.Library{List: all}).Nearest(typed); len(near) == 0 && one != "" {
		near = []string{one}
	}
	return nil, refusal.New(engine.Invalid, refusal.UnknownRuleset(typed, near))
}

// Default returns the ruleset of new fights where that of the server's settings has this name, and refuses if it is gone. An empty name
// means the default of all servers.
func (s *Server) Default(name string) (*ruleset.Ruleset, error) {
	if name == "" {
		name = rules.Default
	}
	for _, rs := range s.All() {
		if rs.Name == name {
			return rs, nil
		}
	}
	return nil, refusal.New(engine.NotNow, refusal.DefaultRulesetGone(name))
}

// Suggest returns the rulesets to suggest for the text typed so far: those in which a word of the name, the title or a game begins with
// it. Only letters and digits count, so "d&d", "dd" and "5e" all find "D&D 5E". A server's own come first.
func (s *Server) Suggest(typed string) []*ruleset.Ruleset {
	typed = squeezed(typed)
	return having(s.All(), func(text string) bool {
		words := strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == '-' })
		for i := range words {
			if strings.HasPrefix(squeezed(strings.Join(words[i:], "")), typed) {
				return true
			}
		}
		return false
	})
}

// having returns the rulesets with a name, title or game for which has returns true.
func having(list []*ruleset.Ruleset, has func(text string) bool) []*ruleset.Ruleset {
	var out []*ruleset.Ruleset
	for _, rs := range list {
		if has(rs.Name) || has(rs.Title) || slices.ContainsFunc(rs.Fits, has) {
			out = append(out, rs)
		}
	}
	return out
}

func names(list []*ruleset.Ruleset) []string {
	out := make([]string, len(list))
	for i, rs := range list {
		out[i] = rs.Name
	}
	return out
}

// oneSpace returns a text with one space between its words.
func oneSpace(text string) string { return strings.Join(strings.Fields(text), " ") }

// squeezed returns the letters and digits of a text in lower case.
func squeezed(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}
