package words

import (
	"fmt"
	"iter"
	"strings"

	"roundel/engine"
)

// past is an entry with the state it happened in; nil where that is never needed again.
type past struct {
	seq    int64
	before *engine.State
}

// History is the log in lines, as the viewer may know it. Who is hidden at the end is in none of it for those who may not
// know, nor what was taken back while hidden.
func History(entries iter.Seq2[engine.Entry, error], rs *engine.Ruleset, v engine.Viewer) ([]string, error) {
	ahead, err := lookAhead(entries)
	if err != nil {
		return nil, err
	}
	v = v.Without(ahead.hidden)
	var out []string
	var line []past // entries that hold
	var now *engine.State
	undone := map[int64]*engine.State{} // the states after entries that may be done again
	for e, err := range entries {
		if err != nil {
			return nil, err
		}
		done, lead := engine.Outcome{Before: now, Events: e.Events, State: now}, ""
		switch e.Kind {
		case engine.Did:
			line = append(line, past{e.Seq, ahead.keeps(e.Seq, now)})
			now = engine.Fold(now, e.Events)
			done.State = now
			clear(undone)
		case engine.Undid:
			if len(line) == 0 || line[len(line)-1].seq != e.Of {
				continue // the log does not hold what was taken back
			}
			undone[e.Of], now = now, line[len(line)-1].before
			line, done.Before, lead = line[:len(line)-1], now, "undo: "
		case engine.Redid:
			line, lead = append(line, past{e.Of, ahead.keeps(e.Of, now)}), "redo: "
			now = undone[e.Of]
			done.State = now
		}
		for _, told := range Tell(rs, done.View(v)) {
			if strings.HasPrefix(told, "**Round ") && lead == "" {
				out = append(out, "") // rounds stand apart
			}
			out = append(out, stamp(e, lead)+told)
		}
	}
	return out, nil
}

func stamp(e engine.Entry, lead string) string {
	mark := ""
	if e.Undone {
		mark = "(undone) "
	}
	return fmt.Sprintf("%s %s%s", e.At.UTC().Format("15:04"), mark, lead)
}

// foresight is what has to be known of a log before it is told from its beginning.
type foresight struct {
	hidden map[engine.CombatantID]bool // who was hidden when last in the fight, by the entries that hold
	ever   bool                        // somebody was hidden at some time
	back   map[int64]bool              // entries that were taken back at some time
}

// keeps returns the state before an entry when it will be needed once more. A state for each of many entries would fill
// the memory.
func (f foresight) keeps(seq int64, before *engine.State) *engine.State {
	if f.back[seq] {
		return before
	}
	return nil
}

// lookAhead reads a whole log once before it is told.
func lookAhead(entries iter.Seq2[engine.Entry, error]) (foresight, error) {
	f := foresight{hidden: map[engine.CombatantID]bool{}, back: map[int64]bool{}}
	for e, err := range entries {
		if err != nil {
			return f, err
		}
		if e.Kind == engine.Undid {
			f.back[e.Of] = true
		}
		if e.Kind != engine.Did || e.Undone {
			continue
		}
		f.ever = engine.NoteHidden(f.hidden, e.Events) || f.ever
	}
	return f, nil
}
