package words

import (
	"iter"
	"maps"
	"slices"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/ruleset"
	"roundel/engine/view"
	"roundel/snowflake"
)

// past is an entry with the state before it, which is nil if it will never be needed again.
type past struct {
	seq    int64
	before *engine.State
}

// Log returns the log in lines, as the viewer may know it. For viewers who may not know of combatants hidden at the end, it leaves these
// out, and what was undone while they were hidden. If named is nil, people are mentioned; a file shows mentions as numbers, so with named
// each is called the player of their first combatant there.
func Log(l *lang.Language, entries iter.Seq2[engine.Entry, error], rs *ruleset.Ruleset, v view.Viewer, named *engine.State) ([]string, error) {
	ahead, err := lookAhead(entries)
	if err != nil {
		return nil, err
	}
	var out []string
	var line []past // entries that still count
	var now *engine.State
	undone := map[int64]*engine.State{} // the states after entries that can be redone
	for e, err := range entries {
		if err != nil {
			return nil, err
		}
		done := engine.Outcome{Before: now, Events: e.Events, State: now}
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
			line, done.Before = line[:len(line)-1], now
		case engine.Redid:
			line = append(line, past{e.Of, ahead.keeps(e.Of, now)})
			now = undone[e.Of]
			done.State = now
		}
		t := &teller{l: l, rs: rs, view: view.Of(done, ahead.viewer(v, e.Seq)), named: named}
		for i, text := range t.tell() {
			if slices.Contains(t.rounds, i) && e.Kind == engine.Did {
				out = append(out, "") // a blank line between rounds
			}
			out = append(out, l.Line("history.line", at(e), lang.Flag("undone", e.Undone), lang.Text("kind", kindOf(e)), lang.Text("text", text)))
		}
	}
	return out, nil
}

// at returns the time of an entry.
func at(e engine.Entry) lang.Arg { return lang.Text("time", e.At.UTC().Format("15:04")) }

// kindOf returns what a text selects by: "undo", "redo" or "".
func kindOf(e engine.Entry) string {
	switch e.Kind {
	case engine.Undid:
		return "undo"
	case engine.Redid:
		return "redo"
	}
	return ""
}

// foresight holds what must be known about a whole log before its first line is rendered.
type foresight struct {
	hidden map[engine.CombatantID]bool // hidden when last in the fight, by the entries that still count
	ever   bool                        // someone was hidden at some point
	back   map[int64]bool              // entries that were undone at some point
	masked []maskedAgain
}

// unmasking is a combatant that lost its mask, and the name that everyone has read since then.
type unmasking struct {
	who  engine.CombatantID
	name string
}

// maskedAgain is an unmasking that was undone. Entries between the two, and they themselves, don't show others the name.
type maskedAgain struct {
	unmasking
	from, to int64 // entries: the unmasking and its undo
}

// viewer returns the viewer for an entry. If a combatant is masked again, entries from its unmasking to the undo hide it from others.
func (f foresight) viewer(v view.Viewer, seq int64) view.Viewer {
	hidden := f.hidden
	for _, m := range f.masked {
		if m.from <= seq && seq <= m.to {
			hidden = maps.Clone(hidden)
			hidden[m.who] = true
		}
	}
	return v.Without(hidden)
}

// keeps returns the state before an entry if it will be needed again, else nil: keeping every state would fill the memory.
func (f foresight) keeps(seq int64, before *engine.State) *engine.State {
	if f.back[seq] {
		return before
	}
	return nil
}

// lookAhead reads a whole log before it is rendered.
func lookAhead(entries iter.Seq2[engine.Entry, error]) (foresight, error) {
	f := foresight{hidden: map[engine.CombatantID]bool{}, back: map[int64]bool{}}
	behind := map[engine.CombatantID]string{}           // the names behind masks
	before := map[int64]map[engine.CombatantID]string{} // what they were before entries that changed them
	unmasked := map[int64][]unmasking{}                 // by entry
	var stay []unmasking                                // by entries that still count
	for e, err := range entries {
		if err != nil {
			return f, err
		}
		switch e.Kind {
		case engine.Did:
			after, off := unmask(behind, e.Events)
			before[e.Seq], unmasked[e.Seq], behind = behind, off, after
			if !e.Undone {
				stay = append(stay, off...)
				f.ever = view.NoteHidden(f.hidden, e.Events) || f.ever
			}
		case engine.Undid:
			f.back[e.Of] = true
			for _, u := range unmasked[e.Of] {
				f.masked = append(f.masked, maskedAgain{u, e.Of, e.Seq})
			}
			if was, there := before[e.Of]; there {
				behind = was
			}
		case engine.Redid:
			behind, _ = unmask(behind, e.Events)
		}
	}
	f.masked = slices.DeleteFunc(f.masked, func(m maskedAgain) bool {
		return slices.ContainsFunc(stay, func(u unmasking) bool { return u.who == m.who && engine.SameName(u.name, m.name) })
	})
	return f, nil
}

// unmask returns the names behind masks after the events, and the combatants that lost a mask through them. Old logs don't always say which new
// name is the real one.
func unmask(behind map[engine.CombatantID]string, events []engine.Event) (after map[engine.CombatantID]string, off []unmasking) {
	after = behind
	set := func(id engine.CombatantID, name string) {
		if after[id] != name {
			after = maps.Clone(after)
			after[id] = name
		}
	}
	for _, event := range events {
		switch e := event.(type) {
		case engine.CombatantAdded:
			set(e.Combatant.ID, e.Combatant.RealName)
		case engine.CombatantRenamed:
			switch {
			case e.Real != "":
				set(e.Combatant, e.Real)
			case e.Revealed || after[e.Combatant] != "" && engine.SameName(after[e.Combatant], e.To):
				set(e.Combatant, "")
				off = append(off, unmasking{e.Combatant, e.To})
			}
		}
	}
	return after, off
}

// user returns a user as an argument: a mention or, if people are named, the GM or a player. of is the combatant whose name the sentence
// already has.
func (t *teller) user(key string, id snowflake.User, of string) lang.Arg {
	if t.named == nil {
		return lang.Text(key, Mention(id))
	}
	return lang.Text(key, t.l.Say(t.playerOf(id, of)))
}

func (t *teller) playerOf(id snowflake.User, of string) lang.Phrase {
	if id == t.named.GM {
		return lang.P("history.the-gm")
	}
	for i := range t.named.Combatants {
		if c := &t.named.Combatants[i]; c.Owner == id {
			if c.Name == of { // "Knight (Knight's player) has joined" says nothing
				break
			}
			return lang.P("history.player-of", lang.Name("who", c.Name))
		}
	}
	return lang.P("history.a-player")
}
