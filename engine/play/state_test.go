package play_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/ruleset"
)

// failer is a test, or one run of a random test.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// checkState checks what must be true of every state.
func checkState(t failer, rs *ruleset.Ruleset, s *engine.State) {
	t.Helper()
	for _, check := range []func(*ruleset.Ruleset, *engine.State) string{checkCombatants, checkUnits, checkApart, checkPlaces, checkTurn, checkRelations, checkSources, checkTies, checkCounters, checkCards, checkAskedSaves} {
		if broken := check(rs, s); broken != "" {
			data, _ := json.MarshalIndent(s, "", " ")
			t.Fatalf("invalid state: %s\n%s", broken, data)
		}
	}
}

// checkAskedSaves checks that saves are due only of combatants in the fight, once each, that no saves are kept of which none is due, and that none are due
// after the fight (NU-16).
func checkAskedSaves(_ *ruleset.Ruleset, s *engine.State) string {
	if s.Phase == engine.Ended && len(s.AskedSaves) > 0 {
		return "saves are due after the end"
	}
	ids := map[engine.SavesID]bool{}
	for _, a := range s.AskedSaves {
		due := map[engine.CombatantID]bool{}
		for _, t := range a.Due {
			if s.Combatant(t.Who) == nil || due[t.Who] {
				return fmt.Sprintf("a save of %d is due: %+v", t.Who, a)
			}
			due[t.Who] = true
		}
		for _, m := range a.Made {
			if due[m.Who] {
				return fmt.Sprintf("a save is made and due: %+v", a)
			}
		}
		if len(a.Due) == 0 || ids[a.ID] {
			return fmt.Sprintf("none are due, or these are twice: %+v", a)
		}
		ids[a.ID] = true
	}
	return ""
}

// checkAbsorbs checks that what absorbs is the ruleset's, that there is some, and that the parts of effects are no more than that.
func checkAbsorbs(rs *ruleset.Ruleset, s *engine.State, c *engine.Combatant) string {
	for key, a := range c.Absorbs {
		parts := 0
		for _, p := range a.Of {
			parts += p.N
			if s.Effect(p.Effect) == nil || p.N <= 0 {
				return fmt.Sprintf("%s has %d of %s from effect %d", c.Name, p.N, key, p.Effect)
			}
		}
		if rs.Absorb(key) == nil || a.N <= 0 || parts > a.N || !c.HasHP {
			return fmt.Sprintf("%s has %d of %s, %d of it from effects", c.Name, a.N, key, parts)
		}
	}
	return ""
}

// checkPools checks that no one has spent or held back more than there is. A count that depends on something can fall later.
func checkPools(rs *ruleset.Ruleset, s *engine.State, c *engine.Combatant) string {
	for key, use := range c.Pools {
		if engine.IsUsesPool(key) {
			if !usesOf(s, c, key, use) {
				return fmt.Sprintf("%s has used %+v of %s", c.Name, use, key)
			}
			continue
		}
		if use.Quiet < 0 || use.Quiet > use.Spent {
			return fmt.Sprintf("%s has spent %d of %s, %d of it without a word", c.Name, use.Spent, key, use.Quiet)
		}
		p := rs.Pool(key)
		if p != nil && !p.Counted() && p.When == ruleset.AfterOthersTurns && use.Spent == 0 && use.Reserved == 0 {
			continue // only the turn in which it was spent counts
		}
		if p == nil || !p.Counted() {
			return c.Name + " has used the pool " + key
		}
		most := s.PoolCount(c, p) - use.Taken
		if use.Spent < 0 || use.Reserved < 0 || use.Reserved > p.Reserve || !p.Priced && len(p.Count.Stats())+len(p.Count.Facts()) == 0 && use.Spent+use.Reserved > max(0, most) {
			return fmt.Sprintf("%s has spent %d and reserved %d of %d %s", c.Name, use.Spent, use.Reserved, most, key)
		}
	}
	return ""
}

// usesOf reports whether a pool counts the uses of an ability that a combatant has, and no more than there are.
func usesOf(s *engine.State, c *engine.Combatant, key string, use engine.PoolUse) bool {
	b := s.Block(c.Block)
	for i := 0; b != nil && i < len(b.Abilities); i++ {
		if a := &b.Abilities[i]; engine.UsesPool(a.Name) == key {
			return use == engine.PoolUse{Spent: use.Spent} && use.Spent > 0 && use.Spent <= a.Most()
		}
	}
	return false
}

func checkCombatants(rs *ruleset.Ruleset, s *engine.State) string {
	names := map[string]bool{}
	for i := range s.Combatants {
		if broken := cmp.Or(checkPools(rs, s, &s.Combatants[i]), checkAbsorbs(rs, s, &s.Combatants[i])); broken != "" {
			return broken
		}
	}
	for i := range s.Combatants {
		c := &s.Combatants[i]
		low := strings.ToLower(c.Name)
		switch {
		case names[low]:
			return fmt.Sprintf("two combatants are called %q", c.Name)
		case len([]rune(c.Name)) > engine.MaxName || c.Name != strings.TrimSpace(c.Name) || strings.Contains(c.Name, ","):
			return fmt.Sprintf("invalid name %q", c.Name)
		case s.Unit(c.Unit) == nil:
			return c.Name + " has no unit"
		case c.HasHP && (c.HP < 0 || c.HP > c.MaxHP):
			return fmt.Sprintf("%s has %d of %d hit points", c.Name, c.HP, c.MaxHP)
		case c.Down != "" && c.Standing():
			return c.Name + " is down and standing"
		case c.Saves != nil && c.Saves.Due && (rs.Down == nil || c.Down != rs.Down.First):
			return c.Name + " has a check to make that its state doesn't have"
		case c.Soak < 0:
			return c.Name + " has negative soak"
		case c.Surprised && (rs.Surprise.Kind == ruleset.NoSurprise || rs.Surprise.Kind == ruleset.AmbushTurns):
			return c.Name + " is surprised"
		case c.Ambusher && (rs.Surprise.Kind != ruleset.AmbushTurns || s.Phase == engine.Running):
			return c.Name + " lies in ambush"
		}
		names[low] = true
	}
	return ""
}

func sameGroup(a, b *engine.Unit) bool { return cmp.Or(a.Home, a.ID) == cmp.Or(b.Home, b.ID) }

// checkApart checks that only those stand apart from a group who differ from it or have yet to act, that all who differ do, and that a group
// whose place nobody sees any more is one no longer (TO-4).
func checkApart(rs *ruleset.Ruleset, s *engine.State) string {
	for i := range s.Units {
		u, home, members := &s.Units[i], s.Unit(s.Units[i].Home), s.Members(s.Units[i].ID)
		switch {
		case u.Home == 0:
			open := s.VisibleMembers(u.ID)
			for _, c := range members {
				if rs.Units.Alone && u.Key != "" && u.Rolled && s.OwnInitiative(c.ID) != 0 && (len(open) > 1 || !slices.Contains(open, c)) {
					return c.Name + " differs from its group and stands with it"
				}
			}
		case !rs.Units.Alone, home == nil, home.Home != 0, home.Key != u.Key, home.Side != u.Side, len(members) != 1:
			return u.Name + " stands apart from no group"
		case s.Hidden(home.ID) && !s.Hidden(u.ID):
			return u.Name + " stands apart from a group that is hidden"
		case s.OwnInitiative(members[0].ID) == 0 && u.Base == home.Base && u.Shift == home.Shift && u.Last+home.Last == 0 && u.Blow == home.Blow &&
			members[0].Acted && !s.IsActive(u.ID) && s.Phase != engine.Ended:
			return u.Name + " differs in nothing from its group and has not returned"
		}
	}
	return ""
}

func checkUnits(rs *ruleset.Ruleset, s *engine.State) string {
	lasts := map[string]*engine.Unit{}
	keys := map[string]bool{}
	seen := func(key string, u *engine.Unit) string { // hidden and visible units are counted separately
		if s.Hidden(u.ID) {
			return key + " (hidden)"
		}
		return key
	}
	for i := range s.Units {
		u := &s.Units[i]
		members := s.Members(u.ID)
		switch {
		case len(members) == 0:
			return "unit " + u.Name + " is empty"
		case u.Key != "" && u.Home == 0 && keys[seen(u.Key, u)] && (s.Phase == engine.Setup || s.BySide(rs)): // after the roll, each keeps its place
			return "two units have the key " + u.Key
		case u.Last > 0 && lasts[seen(u.Side, u)] != nil && rs.Wait != ruleset.Bottom && !sameGroup(u, lasts[seen(u.Side, u)]):
			return fmt.Sprintf("%s and %s are on one side and both act last", u.Name, lasts[seen(u.Side, u)].Name)
		case u.Stage == engine.Holding && s.Phase != engine.Ended && !slices.ContainsFunc(s.VisibleMembers(u.ID), func(c *engine.Combatant) bool { return canAct(s, c) }):
			return u.Name + " holds a turn, and nobody in it can act"
		case u.Acted() && s.PlaceActive(u) && !rs.Order.Slots:
			return u.Name + " has acted and is active"
		case !u.Rolled && (u.Base != 0 || u.Natural != 0):
			return u.Name + " has a score without a roll"
		case u.Stage == engine.Holding && (u.Held() == 0 || rs.Wait != ruleset.Hold), u.Stage != engine.Holding && u.HeldAt != 0:
			return fmt.Sprintf("%s holds turn %d", u.Name, u.Held())
		case u.Stage == engine.Delaying && rs.Wait != ruleset.Rejoin, u.Waits() && s.IsActive(u.ID):
			return u.Name + " waits"
		case u.IsEvent() && (len(members) != 1 || members[0].Kind != engine.AnEvent || u.Shift != 0 || u.Moved != 0 || len(members[0].Stats) > 0):
			return u.Name + " is more than an event"
		case u.NoPlace, !u.Rolled && !rs.Order.Scored():
		case !u.Rolled && (s.Awaits || u.Stage == engine.Holding):
		case !u.Rolled && u.Acted() && rs.Wait == ruleset.Hold && (rs.Order.Again != ruleset.OnceAFight || rs.Order.Reroll): // its hold has ended, and it rolls in the next round
		case !u.Rolled && rs.Wait == ruleset.Hold && len(s.PlacesOf(u.ID)) > 1: // it held its turn at another place when the others rolled
		case s.Phase == engine.Running && !u.Rolled && rs.Surprise.Kind != ruleset.LateRoll:
			return u.Name + " has not rolled"
		case s.Phase == engine.Running && s.Round > 1 && !u.Rolled && !slices.ContainsFunc(members, func(c *engine.Combatant) bool { return c.Surprised }):
			return u.Name + " has not rolled in a later round"
		}
		for _, c := range members {
			if c.Side != u.Side {
				return fmt.Sprintf("%s of %s is in a unit of %s", c.Name, c.Side, u.Side)
			}
			if u.Acted() && !s.HasPlaceLeft(u.ID) && !rs.Order.Slots && !c.Acted && s.Phase == engine.Running && !u.Waits() {
				return fmt.Sprintf("%s may act but its unit may not", c.Name)
			}
		}
		if u.Last > 0 {
			lasts[seen(u.Side, u)] = u
		}
		keys[seen(u.Key, u)] = keys[seen(u.Key, u)] || u.Home == 0
	}
	return ""
}

// canAct reports whether a combatant is neither down nor loses its turns.
func canAct(s *engine.State, c *engine.Combatant) bool {
	return c.Standing() && !c.Surprised && !slices.ContainsFunc(s.EffectsOn(c), func(e *engine.Effect) bool { return e.Skip })
}

// checkPlaces checks the places of units with several turns (RS-21).
func checkPlaces(rs *ruleset.Ruleset, s *engine.State) string {
	for i := range s.Further {
		p := &s.Further[i]
		u := s.Unit(p.Of)
		switch {
		case p.Slot && rs.Order.Slots && p.Of == 0 && s.Unit(p.ID) == p:
		case u == nil || u.Of != 0:
			return fmt.Sprintf("place %d is of unit %d", p.ID, p.Of)
		case u.NoPlace || rs.Order.Turns == nil:
			return fmt.Sprintf("%s has more turns than it can have", p.Name)
		case p.Name != u.Name || p.Side != u.Side:
			return fmt.Sprintf("%s of %s has a place called %s of %s", u.Name, u.Side, p.Name, p.Side)
		case p.Acted() && s.PlaceActive(p):
			return p.Name + " has acted and is active"
		case !p.Rolled && u != nil && u.Rolled && s.Phase == engine.Running && rs.Order.Scored() && rs.Wait != ruleset.Hold && rs.Surprise.Kind != ruleset.LateRoll:
			return p.Name + " has a place without a roll"
		case s.Unit(p.ID) != p:
			return fmt.Sprintf("two places are called %d", p.ID)
		}
	}
	for _, id := range s.Active {
		if u := s.Unit(id); u != nil && s.Playing(u).MainID() != id && !rs.Order.Slots {
			return u.Name + " has the turn at the place of another"
		}
	}
	return ""
}

func checkTurn(rs *ruleset.Ruleset, s *engine.State) string {
	order := s.Phase == engine.Running || s.Phase == engine.Ambush
	rounds := s.Round - 1 // that are over
	if s.Awaits {
		rounds++
	}
	switch {
	case (len(s.Active) > 0 || s.Open != nil) != (s.Turn != 0), len(s.Active) > 0 && s.Open != nil:
		return fmt.Sprintf("turn %d with active %v", s.Turn, s.Active)
	case len(s.Active) > 1 && !s.FreeRound && !engine.ActTogether(rs) &&
		slices.ContainsFunc(s.Active, func(id engine.UnitID) bool { return !rs.Units.Alone || s.Unit(id).Began != s.Unit(s.Active[0]).Began }): // members who left in the turn of their group
		return fmt.Sprintf("%d units are active", len(s.Active))
	case s.Open != nil && (len(s.Active) > 0 || s.Phase != engine.Running && s.Phase != engine.Ended || s.Awaits || len(s.Candidates()) == 0):
		return "an open turn has no way out"
	case len(s.Active) > 0 && !order:
		return fmt.Sprintf("active %v in phase %s", s.Active, s.Phase)
	case s.Open != nil && len(s.Candidates()) == 0:
		return "nobody can take the open turn"
	case order && !s.Awaits && s.Open == nil && !allHold(s) && !allHaveNoTurns(rs, s) && len(s.ActiveMembers()) == 0 && !emptyBag(rs, s):
		return "no one is active"
	case s.Awaits && (len(s.Active) > 0 || rs.Order.Again != ruleset.OnAsking || s.Phase == engine.Setup):
		return "a roll is awaited"
	case len(s.Interrupted) > 0 && len(s.Active) == 0 && s.Phase != engine.Ended:
		return "an interrupted turn does not go on"
	case s.Phase == engine.Ambush && s.Round != 0, s.Phase == engine.Running && s.Round < 1, s.Phase == engine.Setup && s.Round != 0:
		return fmt.Sprintf("round %d in phase %s", s.Round, s.Phase)
	case s.Phase == engine.Running && s.Elapsed != rs.RoundSeconds*rounds, s.Phase != engine.Running && s.Phase != engine.Ended && s.Elapsed != 0:
		return fmt.Sprintf("the clock is at %d s in round %d", s.Elapsed, s.Round)
	case s.FreeRound && s.Phase != engine.Ambush:
		return "a free round outside the ambush"
	}
	for _, id := range s.Active {
		if s.Unit(id) == nil {
			return fmt.Sprintf("unit %d is active but does not exist", id)
		}
	}
	got, due := s.Order(rs), len(s.Units)+len(s.Further)
	for i := range s.Units {
		if !s.InOrder(&s.Units[i]) {
			due--
		}
	}
	if len(got) != due {
		return fmt.Sprintf("the order has %d of %d units", len(got), due)
	}
	for i := 1; i < len(got); i++ {
		if a, b := got[i-1], got[i]; a.Last == 0 && b.Last == 0 && a.Rolled && b.Rolled && a.Shift == 0 && b.Shift == 0 && b.Card != ruleset.Blank && (!b.IsEvent() || rs.Order.Shape == ruleset.Score) && !inOrder(rs, s.Score(rs, a), s.Score(rs, b)) {
			return fmt.Sprintf("%s at %d is above %s at %d", a.Name, s.Score(rs, a), b.Name, s.Score(rs, b))
		}
	}
	return ""
}

// emptyBag reports whether nobody has put anything into the bag of the round.
func emptyBag(rs *ruleset.Ruleset, s *engine.State) bool {
	return rs.Order.Shape == ruleset.Draw && s.Bag != nil && !slices.ContainsFunc(s.Bag.Tokens, func(t engine.Tokens) bool { return t.Left > 0 })
}

// allHold reports whether nobody is left in the fight but events and those who hold their turn.
func allHold(s *engine.State) bool {
	return !slices.ContainsFunc(s.Units, func(u engine.Unit) bool { return !u.IsEvent() && !u.NoPlace && u.Stage != engine.Holding })
}

// hasNoTurns reports whether a unit has no turns in this round, and perhaps in no other (RS-21, RS-26).
func hasNoTurns(rs *ruleset.Ruleset, s *engine.State, u *engine.Unit) bool {
	return u.NoPlace || rs.Order.Passes > 0 && !u.IsEvent() && s.Score(rs, u)+s.Fallen(rs, u) <= 0
}

// allHaveNoTurns reports whether everyone but events and those who hold their turn has none.
func allHaveNoTurns(rs *ruleset.Ruleset, s *engine.State) bool {
	return !slices.ContainsFunc(s.Order(rs), func(u *engine.Unit) bool {
		return !u.IsEvent() && s.Main(u).Stage != engine.Holding && (!hasNoTurns(rs, s, u) || s.Pass > 1)
	})
}

// inOrder reports whether one score may stand above another.
func inOrder(rs *ruleset.Ruleset, above, below int) bool {
	if rs.Order.Low {
		return above <= below
	}
	return above >= below
}

// goesOn reports whether a turn is the present one, or has yet to go on.
func goesOn(s *engine.State, turn engine.TurnID) bool {
	return turn == s.Turn || slices.ContainsFunc(s.Interrupted, func(i engine.Interruption) bool { return i.Turn == turn }) ||
		slices.ContainsFunc(s.Units, func(u engine.Unit) bool { return u.Held() == turn })
}

func checkRelations(_ *ruleset.Ruleset, s *engine.State) string {
	type key struct {
		who  engine.CombatantID
		unit engine.UnitID
		name string
	}
	seen := map[key]bool{}
	for _, e := range s.Effects {
		k := key{e.Target, e.Unit, strings.ToLower(e.Name)}
		counted := e.Until.Counted()
		switch {
		case s.TargetName(&e) == "":
			return "effect " + e.Name + " has no target"
		case (e.Target == 0) == (e.Unit == 0):
			return "effect " + e.Name + " does not have exactly one target"
		case counted != (e.Remaining > 0):
			return fmt.Sprintf("effect %s until %s has %d left", e.Name, e.Until, e.Remaining)
		case e.Until == engine.UntilEndOfThisTurn && !goesOn(s, e.Turn) && s.Phase != engine.Ended:
			return "effect " + e.Name + " outlasts its turn"
		case seen[k]:
			return "two effects " + e.Name + " on one target"
		}
		seen[k] = true
	}
	for i, g := range s.Engaged {
		twice := slices.ContainsFunc(s.Engaged[:i], func(o engine.Engagement) bool {
			return o.A == g.A && o.B == g.B || o.A == g.B && o.B == g.A
		})
		if g.A == g.B || twice || s.Combatant(g.A) == nil || s.Combatant(g.B) == nil {
			return fmt.Sprintf("melee %+v", g)
		}
	}
	for i, g := range s.FreeAttacks {
		twice := slices.ContainsFunc(s.FreeAttacks[:i], func(o engine.FreeAttack) bool { return o.Attacker == g.Attacker && o.Target == g.Target })
		if g.Attacker == g.Target || twice || s.Combatant(g.Attacker) == nil || s.Combatant(g.Target) == nil {
			return fmt.Sprintf("free attack %+v", g)
		}
	}
	for _, q := range s.Tests {
		if s.Combatant(q.Who) == nil {
			return "a test without a combatant"
		}
	}
	return ""
}

// checkSources checks that the source of every effect, and the effect that it ends with, are there or marked, that levels are in range, and
// that no departed source outlives the effects bound to it.
func checkSources(rs *ruleset.Ruleset, s *engine.State) string {
	for i := range s.Effects {
		e := &s.Effects[i]
		c := rs.Condition(e.Name)
		switch {
		case (e.Source != 0 || e.SourceUnit != 0) && s.SourceName(e) == "":
			return "the source of " + e.Name + " is gone"
		case e.Until.OfSource() && e.Source == 0 && e.SourceUnit == 0:
			return "effect " + e.Name + " depends on a source and has none"
		case e.With != 0 && s.Effect(e.With) == nil:
			return "effect " + e.Name + " outlasts the one that it ends with"
		case c != nil && c.Level != (e.Level > 0), c == nil && e.Level != 0, c != nil && e.Level > c.Most && c.Level:
			return fmt.Sprintf("effect %s has level %d", e.Name, e.Level)
		}
	}
	for _, m := range s.Departed {
		here := s.Unit(m.Unit) != nil && m.Unit != 0 || s.Combatant(m.Combatant) != nil
		if here || !s.IsSource(m.Combatant, m.Unit) || m.Group != 0 && s.Unit(m.Group) == nil || m.Name == "" {
			return fmt.Sprintf("departed source %+v", m)
		}
	}
	return ""
}

// checkTies checks that every tie in the current order is settled, and that no settled tie names a unit that is gone.
func checkTies(rs *ruleset.Ruleset, s *engine.State) string {
	known := map[[2]engine.UnitID]bool{}
	for _, tie := range s.Ties {
		if s.Unit(tie.Above) == nil || s.Unit(tie.Below) == nil || tie.Above == tie.Below || known[[2]engine.UnitID{tie.Below, tie.Above}] {
			return fmt.Sprintf("tie %+v", tie)
		}
		known[[2]engine.UnitID{tie.Above, tie.Below}] = true
	}
	if s.Phase != engine.Running {
		return ""
	}
	order := slices.DeleteFunc(s.Order(rs), func(u *engine.Unit) bool { return !u.Rolled || u.Last > 0 || u.IsEvent() })
	for i, a := range order {
		for _, b := range order[i+1:] {
			tied := s.Score(rs, a)+a.Shift == s.Score(rs, b)+b.Shift && a.Came == b.Came && a.Card != ruleset.Blank && b.Card != ruleset.Blank
			if tied && !known[[2]engine.UnitID{a.ID, b.ID}] {
				return fmt.Sprintf("the tie of %s and %s is not settled", a.Name, b.Name)
			}
		}
	}
	return ""
}
