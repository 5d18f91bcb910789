package bot

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/reason"
	"roundel/engine/view"
)

// undo undoes the last change, or all after a step.
func undo(tx *transaction) (*discord.Reply, error) { return tx.undoOrRedo(true) }

// redo redoes the last undo, or all up to a step.
func redo(tx *transaction) (*discord.Reply, error) { return tx.undoOrRedo(false) }

// undoOrRedo undoes or redoes changes and says which: every one after the step that the option names, or up to it, or only one. Only
// the GM is told of changes that involve something that is or was hidden, or somebody who gets a mask back through an undo.
func (tx *transaction) undoOrRedo(undo bool) (*discord.Reply, error) {
	to, err := stepOption(undo, tx.given().Text("to"))
	if err != nil {
		return nil, err
	}
	most := 1
	if to != 0 {
		most = engine.MaxSteps
	}
	if err := room(tx.j, most, nil); err != nil {
		return nil, err
	}
	step, before := tx.j.Redo, tx.j.State()
	if undo {
		step = tx.j.Undo
	}
	steps, err := step(tx.r.User, tx.now.Truncate(time.Millisecond), to)
	if err != nil {
		return nil, err
	}
	after := tx.j.State()
	tx.stepped = true
	tx.carrySteps(steps, undo)
	tx.speak(after)
	hidden, asker := hiddenAfter(steps, after), view.ViewerOf(after, tx.actor)
	masks := maskedAgain{undo: undo, after: after, worn: map[engine.CombatantID]bool{}, with: map[engine.CombatantID]bool{}}
	var public, own []view.View
	withheld := false
	for _, done := range steps.All() { // the changes as they happened
		everyone := view.Viewer{}.Without(masks.and(hidden, done))
		public, own = append(public, view.Of(done, everyone)), append(own, view.Of(done, asker))
		withheld = withheld || public[len(public)-1].Withheld || public[len(public)-1].Asides
	}
	stepped := func(reply *discord.Reply, l *lang.Language, steps []view.View, v view.Viewer) *discord.Reply {
		was, is := view.State(before, v), view.State(after, v)
		reply.Text = words.Stepped(l, tx.rs, undo, steps, was, is)
		reply.Buttons = dueAgainButtons(l, tx.rs, words.DueAgain(was, is))
		return reply
	}
	reply := stepped(&discord.Reply{}, tx.all, public, view.Viewer{})
	if withheld {
		alone := stepped(privately(""), tx.own, own, asker)
		switch said := stepped(privately(""), tx.own, public, view.Viewer{}); {
		case words.ShowNothing(tx.all, tx.rs, public):
			reply = alone
		case alone.Text != said.Text || len(alone.Buttons) != len(said.Buttons):
			reply.Alone = alone
		}
	}
	if err := tx.leftToGM(reply, before, after); err != nil {
		return nil, err
	}
	tx.sayCantShow(reply)
	return reply, nil
}

// leftToGM tells the GM what an undo or a redo from one state to another leaves for them to apply or to choose, with buttons and menus, because the
// messages that asked for it may have lost theirs. What doesn't fit is on the GM screen.
func (tx *transaction) leftToGM(reply *discord.Reply, before, after *engine.State) error {
	fight, err := tx.fightArg()
	if err != nil {
		return err
	}
	alone := &discord.Reply{}
	var row []discord.Button
	for i, p := range after.Proposals {
		if before.Proposal(p.ID) != nil {
			continue
		}
		addLines(tx.own, alone, words.Proposed(tx.own, after, tx.rs, i))
		if len(row) < discord.MaxInRow {
			row = append(row, applyOne(tx.own, fight, i, p))
		}
	}
	if len(row) > 0 {
		alone.Buttons = append(alone.Buttons, row)
	}
	g, asked := forGM{waves: newlyDue(engine.Outcome{Before: before, State: after})}, before.Undecided()
	for _, c := range after.Undecided() {
		g.fallen = g.fallen || !slices.ContainsFunc(asked, func(was *engine.Combatant) bool { return was.ID == c.ID })
	}
	if alone, err = tx.addForGM(tx.own, alone, g, after); err != nil || alone.Text == "" {
		return err
	}
	to := private(reply)
	if to.Text == "" {
		to.Text = onlyYou(tx.own)
	}
	addLines(tx.own, to, alone.Text)
	to.Buttons = append(to.Buttons, alone.Buttons[:min(len(alone.Buttons), discord.MaxRows-len(to.Buttons))]...)
	return nil
}

// stepOption returns the entry that an option for a step names by its number, or 0 if the option was left out.
func stepOption(undo bool, text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(strings.TrimPrefix(text, "#"), 10, 64)
	switch {
	case err == nil && n > 0:
		return n, nil
	case undo:
		return 0, engine.Refuse(engine.NotFound, reason.NotDone, engine.Args{Text: text})
	}
	return 0, engine.Refuse(engine.NotFound, reason.NotUndone, engine.Args{Text: text})
}

// hiddenAfter returns the combatants that are hidden after an undo or a redo, or were when last in the fight.
func hiddenAfter(steps engine.Steps, after *engine.State) map[engine.CombatantID]bool {
	hidden := map[engine.CombatantID]bool{}
	note := func(s *engine.State) {
		for i := range s.Combatants {
			hidden[s.Combatants[i].ID] = s.Combatants[i].Hidden
		}
	}
	note(steps.Before)
	for _, e := range steps.Entries {
		view.NoteHidden(hidden, e.Events)
	}
	note(after)
	return hidden
}

// maskedAgain finds who gets a mask back through an undo, step by step, or leaves with it: others must not read the name behind it again (NU-34).
type maskedAgain struct {
	undo  bool
	after *engine.State               // the state after the undo
	worn  map[engine.CombatantID]bool // who had a mask in the steps so far
	with  map[engine.CombatantID]bool // who was renamed in the steps so far together with somebody who gets a mask back
}

// and returns hidden and, besides, those that take part in a step without the mask that they get back, and those renamed together with them.
func (m maskedAgain) and(hidden map[engine.CombatantID]bool, done engine.Outcome) map[engine.CombatantID]bool {
	if !m.undo {
		return hidden
	}
	out := maps.Clone(hidden)
	for _, s := range []*engine.State{done.Before, done.State} {
		if s == nil {
			continue
		}
		for i := range s.Combatants {
			c := &s.Combatants[i]
			back := m.worn[c.ID]
			if now := m.after.Combatant(c.ID); now != nil {
				back = now.RealName != ""
			}
			switch {
			case c.RealName != "":
				m.worn[c.ID] = true
			case back:
				out[c.ID] = true
			}
		}
	}
	var renamed []engine.CombatantID
	for _, e := range done.Events {
		if e, is := e.(engine.CombatantRenamed); is {
			renamed = append(renamed, e.Combatant)
		}
	}
	if slices.ContainsFunc(renamed, func(id engine.CombatantID) bool { return out[id] && !hidden[id] }) {
		for _, id := range renamed {
			m.with[id] = true
		}
	}
	for id := range m.with {
		out[id] = true
	}
	return out
}

// completeDone suggests the steps that the GM can go back to, newest first. The very last one isn't among them, because
// nothing was done after it.
func completeDone(tx *transaction, input string) []discord.Choice {
	steps := tx.steps(func() (engine.Steps, error) { return tx.j.Done(discord.MaxOptions + 1) })
	steps = steps[:max(0, len(steps)-1)]
	slices.Reverse(steps)
	return containing(input, steps)
}

// completeUndone suggests the undone steps that the GM can redo, the next one first.
func completeUndone(tx *transaction, input string) []discord.Choice {
	return containing(input, tx.steps(func() (engine.Steps, error) { return tx.j.Undone(discord.MaxOptions) }))
}

// steps returns steps as choices for the GM, who alone may undo and redo. The value of a choice is the number of its entry, so
// that it means the same step later.
func (tx *transaction) steps(read func() (engine.Steps, error)) []discord.Choice {
	s := tx.j.State()
	if s == nil || !engine.MayGM(s, tx.actor) {
		return nil
	}
	steps, err := read()
	if err != nil {
		tx.fault = err
		return nil
	}
	var out []discord.Choice
	for e, done := range steps.All() {
		out = append(out, discord.Choice{Name: words.Step(tx.own, tx.rs, e, view.Of(done, view.ViewerOf(s, tx.actor))), Value: strconv.FormatInt(e.Seq, 10)})
	}
	return out
}
