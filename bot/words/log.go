package words

import (
	"fmt"
	"iter"
	"regexp"
	"strings"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// past is an entry with the state before it; nil if that is never needed again.
type past struct {
	seq    int64
	before *engine.State
}

// Log returns the log in lines, as the viewer may know it. Combatants hidden at the end are left out for viewers who may
// not know of them, and so is what was undone while they were hidden.
func Log(l *lang.Language, entries iter.Seq2[engine.Entry, error], rs *ruleset.Ruleset, v view.Viewer) ([]string, error) {
	ahead, err := lookAhead(entries)
	if err != nil {
		return nil, err
	}
	v = v.Without(ahead.hidden)
	var out []string
	var line []past // entries that still count
	var now *engine.State
	undone := map[int64]*engine.State{} // the states after entries that can be redone
	for e, err := range entries {
		if err != nil {
			return nil, err
		}
		done, prefix := engine.Outcome{Before: now, Events: e.Events, State: now}, ""
		switch e.Kind {
		case engine.Did:
			line = append(line, past{e.Seq, ahead.keeps(e.Seq, now)})
			now = engine.Fold(now, e.Events)
			done.State = now
			clear(undone)
		case engine.Undid:
			if len(line) == 0 || line[len(line)-1].seq != e.Of {
				continue // the undone entry is not in the log
			}
			undone[e.Of], now = now, line[len(line)-1].before
			line, done.Before, prefix = line[:len(line)-1], now, "undo: "
		case engine.Redid:
			line, prefix = append(line, past{e.Of, ahead.keeps(e.Of, now)}), "redo: "
			now = undone[e.Of]
			done.State = now
		}
		for _, text := range Tell(l, rs, view.Of(done, v)) {
			if strings.HasPrefix(text, "**Round ") && prefix == "" {
				out = append(out, "") // a blank line between rounds
			}
			out = append(out, stamp(e, prefix)+text)
		}
	}
	return out, nil
}

func stamp(e engine.Entry, prefix string) string {
	undone := ""
	if e.Undone {
		undone = "(undone) "
	}
	return fmt.Sprintf("%s %s%s", e.At.UTC().Format("15:04"), undone, prefix)
}

// foresight holds what must be known about a whole log before its first line is rendered.
type foresight struct {
	hidden map[engine.CombatantID]bool // hidden when last in the fight, by the entries that still count
	ever   bool                        // someone was hidden at some point
	back   map[int64]bool              // entries that were undone at some point
}

// keeps returns the state before an entry if it will be needed again, else nil: keeping one for every entry would fill the
// memory.
func (f foresight) keeps(seq int64, before *engine.State) *engine.State {
	if f.back[seq] {
		return before
	}
	return nil
}

// lookAhead reads a whole log before it is rendered.
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
		f.ever = view.NoteHidden(f.hidden, e.Events) || f.ever
	}
	return f, nil
}

// Named replaces mentions, which a file shows as numbers, with words: the GM, or the player of the first of a
// user's combatants in the view.
func Named(text string, s *engine.State) string {
	text = strings.ReplaceAll(text, " The GM is "+Mention(s.GM)+".", "")
	text = userMention.ReplaceAllStringFunc(text, func(found string) string {
		if found == Mention(s.GM) {
			return "the GM"
		}
		for i := range s.Combatants {
			if c := &s.Combatants[i]; Mention(c.Owner) == found {
				return playerOf(c)
			}
		}
		return "a player"
	})
	for i := range s.Combatants { // "Knight (Knight's player) has joined" says nothing
		c := &s.Combatants[i]
		text = strings.ReplaceAll(text, Text(c.Name)+" ("+playerOf(c), Text(c.Name)+" (a player")
	}
	return text
}

func playerOf(c *engine.Combatant) string { return Text(c.Name) + "'s player" }

var userMention = regexp.MustCompile(`<@\d+>`)
