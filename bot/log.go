package bot

import (
	"context"
	"fmt"
	"strings"

	"roundel/engine"
)

// logLength is how long a log may be to be a message rather than a file.
const logLength = 1800

// showLog tells all that happened, with dice, as far as the asker may know it.
func showLog(ctx context.Context, b *Bot, r *Request) (*Reply, error) {
	return b.look(ctx, r, func(c *deed) (*Reply, error) {
		s, rs, err := c.fight()
		if err != nil {
			return nil, err
		}
		entries, err := c.j.Entries()
		if err != nil {
			return nil, err
		}
		text := strings.Join(history(entries, rs, viewerOf(s, c.actor)), "\n")
		if length(text) <= logLength {
			return &Reply{Ephemeral: true, Text: text}, nil
		}
		return &Reply{Ephemeral: true, Text: "The log of " + plain(s.Name) + " is in the file.",
			Files: []File{textFile("log.txt", unmarked(named(text, s, viewerOf(s, c.actor))))}}, nil
	})
}

// past is an entry with the state it happened in.
type past struct {
	seq    int64
	before *engine.State
}

// history is the log in lines. Who is hidden at the end is in none of it for those who may not see it, nor what was
// taken back while hidden.
func history(entries []engine.Entry, rs *engine.Ruleset, v viewer) []string {
	hidden := lastHidden(entries)
	var out []string
	var line []past // entries that hold, each with the state before it
	var now *engine.State
	undone := map[int64]*engine.State{}
	for _, e := range entries {
		from, lead := now, ""
		switch e.Kind {
		case engine.Did:
			line = append(line, past{e.Seq, now})
			now = engine.Fold(now, e.Events)
		case engine.Undid:
			if len(line) == 0 || line[len(line)-1].seq != e.Of {
				continue // the log does not hold what was taken back
			}
			undone[e.Of], now = now, line[len(line)-1].before
			line, from, lead = line[:len(line)-1], now, "taken back: "
		case engine.Redid:
			line, lead = append(line, past{e.Of, now}), "done again: "
			now = undone[e.Of]
		}
		t := newTeller(from, rs, v)
		t.mask = func(c *engine.Combatant) bool { return !v.gm && masked(c, hidden, v) }
		for _, told := range t.tell(e.Events) {
			if strings.HasPrefix(told, "**Round ") && lead == "" {
				out = append(out, "") // rounds stand apart
			}
			out = append(out, stamp(e, lead)+told)
		}
	}
	return out
}

func stamp(e engine.Entry, lead string) string {
	mark := ""
	if e.Undone {
		mark = "(undone) "
	}
	return fmt.Sprintf("%s %s%s", e.At.UTC().Format("15:04"), mark, lead)
}

// masked tells whether a combatant is hidden as things stand now.
func masked(c *engine.Combatant, hidden map[engine.CombatantID]bool, v viewer) bool {
	return hidden[c.ID] && (v.user == "" || v.user != c.Owner)
}

// lastHidden is who was hidden when last in the fight, by the entries that hold.
func lastHidden(entries []engine.Entry) map[engine.CombatantID]bool {
	out := map[engine.CombatantID]bool{}
	var s *engine.State
	for _, e := range entries {
		if e.Kind != engine.Did || e.Undone {
			continue
		}
		s = engine.Fold(s, e.Events)
		for i := range s.Combatants {
			out[s.Combatants[i].ID] = s.Combatants[i].Hidden
		}
	}
	return out
}
