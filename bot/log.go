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
		text := strings.Join(history(entries, rs, engine.ViewerOf(s, c.actor)), "\n")
		if length(text) <= logLength {
			return &Reply{Ephemeral: true, Text: text}, nil
		}
		return &Reply{Ephemeral: true, Text: "The log of " + plain(s.Name) + " is in the file.",
			Files: []File{textFile("log.txt", unmarked(named(text, c.seen())))}}, nil
	})
}

// past is an entry with the state it happened in.
type past struct {
	seq    int64
	before *engine.State
}

// history is the log in lines, as the viewer may know it. Who is hidden at the end is in none of it for those who may not
// know, nor what was taken back while hidden.
func history(entries []engine.Entry, rs *engine.Ruleset, v engine.Viewer) []string {
	v = v.Without(engine.HiddenAtLast(entries))
	var out []string
	var line []past // entries that hold, each with the state before it
	var now *engine.State
	undone := map[int64]*engine.State{}
	for _, e := range entries {
		done, lead := engine.Outcome{Before: now, Events: e.Events, State: now}, ""
		switch e.Kind {
		case engine.Did:
			line = append(line, past{e.Seq, now})
			now = engine.Fold(now, e.Events)
			done.State = now
		case engine.Undid:
			if len(line) == 0 || line[len(line)-1].seq != e.Of {
				continue // the log does not hold what was taken back
			}
			undone[e.Of], now = now, line[len(line)-1].before
			line, done.Before, lead = line[:len(line)-1], now, "taken back: "
		case engine.Redid:
			line, lead = append(line, past{e.Of, now}), "done again: "
			now = undone[e.Of]
			done.State = now
		}
		for _, told := range tell(rs, done.View(v)) {
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
