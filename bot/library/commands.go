package library

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"roundel/bot/attach"
	"roundel/bot/discord"
	"roundel/bot/lists"
	"roundel/bot/words"
	"roundel/bot/words/describe"
	"roundel/bot/words/refusal"
	"roundel/engine"
	"roundel/engine/rules"
	"roundel/engine/ruleset"
	"roundel/engine/views"
)

const (
	maxOwn  = 50     // rulesets of one server (RS-8)
	maxText = 32_768 // bytes of a file (RS-1)
)

// Add answers /ruleset add: it downloads the attached file, reads it, and keeps it for the server. Downloading may take seconds.
func (l *Library) Add(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	if err := managing(r); err != nil {
		return nil, err
	}
	rs, faults, why := l.fetch(ctx, r.Attachments["file"])
	var sample string
	if rs != nil {
		s, err := Sample(rs)
		if err != nil {
			return nil, fmt.Errorf("library: a sample fight under a new ruleset: %w", err)
		}
		sample = words.Board(views.State(s, views.Viewer{}), rs, mostSample)
	}
	// Even a refusal is stored, so that a request that is delivered again gets the answer that it got before.
	return l.amend(ctx, r, func(have []engine.StoredRuleset) (engine.RulesetChange, *discord.Reply, error) {
		if rs == nil {
			return engine.RulesetChange{}, faults, why
		}
		exists := slices.ContainsFunc(have, func(one engine.StoredRuleset) bool { return one.Name == rs.Name })
		switch {
		case exists && r.Options["replace"] != "true":
			return engine.RulesetChange{}, nil, refusal.New(engine.NotNow, refusal.RulesetExists(rs.Name))
		case !exists && len(have) >= maxOwn:
			return engine.RulesetChange{}, nil, refusal.New(engine.NotNow, refusal.TooManyRulesets(len(have)))
		}
		return engine.RulesetChange{Name: rs.Name, Text: rs.Text}, lists.Private(describe.Added(rs, exists, sample)), nil
	})
}

// mostSample is the maximum length of the order of a sample fight.
const mostSample = 400

// managing refuses requests outside of servers, and of users who may not change a server's rulesets.
func managing(r *discord.Request) error {
	if err := inServer(r); err != nil {
		return err
	}
	if !r.Manager {
		return refusal.New(engine.NotAllowed, refusal.RulesetsForManagers())
	}
	return nil
}

func inServer(r *discord.Request) error {
	if r.Guild == "" {
		return refusal.New(engine.NotNow, refusal.RulesetsInServer())
	}
	return nil
}

// fetch downloads and reads a ruleset. If it can't be added, it returns either a reply with everything that is wrong with the file, or why
// the file is refused as a whole.
func (l *Library) fetch(ctx context.Context, file attach.Attachment) (*ruleset.Ruleset, *discord.Reply, error) {
	text, err := l.Files.Fetch(ctx, file, maxText)
	if err != nil {
		return nil, nil, lists.NotFetched(err, refusal.RulesetTooLarge(maxText))
	}
	rs, err := rules.Read(text)
	var problems rules.Problems
	switch {
	case errors.As(err, &problems):
		return nil, lists.Faulty("ruleset", problems), nil
	case err != nil:
		return nil, nil, err
	case l.offers(rs.Name):
		return nil, nil, refusal.New(engine.Invalid, refusal.RulesetNameTaken(rs.Name))
	}
	return rs, nil, nil
}

// offers reports whether a name belongs to a ruleset that every server has, or to a file that comes with the bot.
func (l *Library) offers(name string) bool {
	_, taken := l.named(name)
	return taken || slices.Contains(rules.Names(), name)
}

// amend changes a server's rulesets and stores the reply, even if it is a refusal. A request that is delivered again gets the same reply.
func (l *Library) amend(ctx context.Context, r *discord.Request,
	fn func(have []engine.StoredRuleset) (engine.RulesetChange, *discord.Reply, error)) (*discord.Reply, error) {
	refused := false
	data, _, err := l.Store.AmendRulesets(ctx, engine.GuildID(r.Guild), r.ID, func(have []engine.StoredRuleset) (engine.RulesetChange, []byte, error) {
		change, reply, err := fn(have)
		if why := (*refusal.Refused)(nil); errors.As(err, &why) {
			reply = lists.Private(why.Text)
			reply.Refused = true
		} else if err != nil {
			return engine.RulesetChange{}, nil, err
		}
		refused = reply.Refused
		answer, err := json.Marshal(reply)
		return change, answer, err
	})
	if err != nil {
		return nil, err
	}
	reply := new(discord.Reply)
	if err := json.Unmarshal(data, reply); err != nil {
		return nil, fmt.Errorf("library: stored reply: %w", err)
	}
	reply.Refused = refused
	return reply, nil
}

// Remove answers /ruleset remove, for a server's own rulesets. preset is the server's default ruleset, or empty.
func (l *Library) Remove(ctx context.Context, r *discord.Request, preset string) (*discord.Reply, error) {
	if err := managing(r); err != nil {
		return nil, err
	}
	typed := strings.TrimSpace(r.Options["name"])
	return l.amend(ctx, r, func(have []engine.StoredRuleset) (engine.RulesetChange, *discord.Reply, error) {
		var own []string
		for _, one := range have {
			if own = append(own, one.Name); strings.EqualFold(one.Name, typed) {
				return engine.RulesetChange{Name: one.Name}, lists.Private(describe.Removed(one.Name, one.Name == preset)), nil
			}
		}
		return engine.RulesetChange{}, nil, refusal.New(engine.NotFound, refusal.NotOwnRuleset(typed, own))
	})
}

// Show answers /ruleset show: it attaches the file of a ruleset, byte for byte.
func (l *Library) Show(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	if err := inServer(r); err != nil {
		return nil, err
	}
	server, err := l.ForServer(ctx, engine.GuildID(r.Guild))
	if err != nil {
		return nil, err
	}
	rs, err := server.Match(r.Options["name"])
	if err != nil {
		return nil, err
	}
	reply := lists.Private(describe.Shown(rs))
	reply.Files = []discord.File{{Name: rs.Name + ".yaml", Type: "application/yaml", Data: rs.Text}}
	return reply, nil
}

// List answers /ruleset list.
func (l *Library) List(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	if err := inServer(r); err != nil {
		return nil, err
	}
	server, err := l.ForServer(ctx, engine.GuildID(r.Guild))
	if err != nil {
		return nil, err
	}
	own := listed(server.Own)
	for _, name := range server.Broken {
		own = append(own, describe.Name{Name: name})
	}
	return lists.Private(describe.Listing(describe.List{Heading: describe.OwnHeading, Names: own},
		describe.List{Heading: describe.HostHeading, Names: listed(server.Host)},
		describe.List{Heading: describe.BundledHeading, Names: listed(server.Bundled)})), nil
}

func listed(list []*ruleset.Ruleset) []describe.Name {
	var out []describe.Name
	for _, rs := range list {
		out = append(out, describe.Name{Name: rs.Name, Title: rs.Title})
	}
	return out
}
