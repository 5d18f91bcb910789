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
		t := &teller{fight: fight{l: l, rs: rs}, view: view.Of(done, ahead.viewer(v, e.Seq)), named: named}
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

// maskedAgain is an entry that unmasks combatants, and was undone. Entries between it and the last undo of it, and the two themselves, don't show
// others the names.
type maskedAgain struct {
	who      []unmasking
	from, to int64
}

// viewer returns the viewer for an entry. If a combatant is masked again, entries from its unmasking to the undo hide it from others.
func (f foresight) viewer(v view.Viewer, seq int64) view.Viewer {
	hidden, own := f.hidden, false
	for _, m := range f.masked {
		if v.GM || seq < m.from || m.to < seq {
			continue
		}
		if !own {
			hidden, own = maps.Clone(hidden), true
		}
		for _, u := range m.who {
			hidden[u.who] = true
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
	before := map[int64]map[engine.CombatantID]string{} // what they were before the entries that changed them
	unmasked := map[int64][]unmasking{}                 // by entry
	stay := map[engine.CombatantID][]string{}           // the names of those unmasked by entries that still count
	again := map[int64]int{}                            // the place in masked of an entry that unmasks
	for e, err := range entries {
		if err != nil {
			return f, err
		}
		switch e.Kind {
		case engine.Did:
			after, off := unmask(behind, e.Events)
			if after != nil {
				before[e.Seq], unmasked[e.Seq], behind = behind, off, after
			}
			if !e.Undone {
				for _, u := range off {
					stay[u.who] = append(stay[u.who], u.name)
				}
				f.ever = view.NoteHidden(f.hidden, e.Events) || f.ever
			}
		case engine.Undid:
			f.back[e.Of] = true
			if off := unmasked[e.Of]; len(off) > 0 {
				if _, known := again[e.Of]; !known {
					again[e.Of] = len(f.masked)
					f.masked = append(f.masked, maskedAgain{who: off, from: e.Of})
				}
				f.masked[again[e.Of]].to = e.Seq
			}
			if was, changed := before[e.Of]; changed {
				behind = was
			}
		case engine.Redid:
			if after, _ := unmask(behind, e.Events); after != nil {
				behind = after
			}
		}
	}
	for i := range f.masked {
		f.masked[i].who = slices.DeleteFunc(slices.Clone(f.masked[i].who), func(u unmasking) bool {
			return slices.ContainsFunc(stay[u.who], func(name string) bool { return engine.SameName(name, u.name) })
		})
	}
	return f, nil
}

// unmask returns the names behind masks after the events, and the combatants that lost a mask through them, with those that were renamed together with
// them: their new names say the same. after is nil if nothing changes. Old logs don't always say which new name is the real one.
func unmask(behind map[engine.CombatantID]string, events []engine.Event) (after map[engine.CombatantID]string, off []unmasking) {
	name := func(id engine.CombatantID) string {
		if after != nil {
			return after[id]
		}
		return behind[id]
	}
	set := func(id engine.CombatantID, to string) {
		if name(id) == to {
			return
		}
		if after == nil {
			after = maps.Clone(behind)
		}
		after[id] = to
		if to == "" {
			delete(after, id)
		}
	}
	var others []unmasking
	for _, event := range events {
		switch e := event.(type) {
		case engine.CombatantAdded:
			set(e.Combatant.ID, e.Combatant.RealName)
		case engine.CombatantRemoved:
			set(e.Combatant, "")
		case engine.CombatantRenamed:
			switch masked := name(e.Combatant); {
			case e.Real != "":
				set(e.Combatant, e.Real)
			case e.Revealed || masked != "" && engine.SameName(masked, e.To):
				off = append(off, unmasking{e.Combatant, e.To})
				set(e.Combatant, "")
			default:
				others = append(others, unmasking{e.Combatant, e.To})
			}
		}
	}
	if len(off) > 0 {
		off = append(off, others...)
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
