package play_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"

	"roundel/engine/view"
)

// names returns the names of all combatants.
func names(s *engine.State) string {
	var out []string
	for _, c := range s.Combatants {
		out = append(out, c.Name)
	}
	return strings.Join(out, ", ")
}

// TestTakenNamesAreRefused: an NPC can't have the name of another kind of combatant; NPCs of one kind are numbered.
func TestTakenNamesAreRefused(t *testing.T) {
	f := start(t, to)
	f.by(anna, play.Join{Name: "Knight", Stats: "init 1"})
	f.refused(theGM, play.Add{Name: "knight", Stats: "init 2"}, engine.Invalid, reason.NameTaken)
	f.refused(theGM, play.Add{Name: "knight", Count: 2, Stats: "init 2"}, engine.Invalid, reason.NameTaken)
	f.gm(play.Add{Name: "Goblin", Stats: "init 1"}, play.Add{Name: "Goblin", Stats: "init 9"})
	if got := names(f.s); got != "Knight, Goblin, Goblin (9)" {
		t.Errorf("the names are %s", got)
	}
}

// TestInvisibleCharacters: invisible characters don't make names different and are removed, except inside emoji.
func TestInvisibleCharacters(t *testing.T) {
	for _, name := range []string{"Kni\u200bght", "\u202eKnight", "KNIGHT\ufe0f", "Kn\u00adight", "\u2800Knight"} {
		if !engine.SameName(name, "Knight") {
			t.Errorf("%q is not the same name as Knight", name)
		}
	}
	f := start(t, to)
	f.by(anna, play.Join{Name: "Kni\u200bght", Stats: "init 1"})
	f.refused(other, play.Join{Name: "Kn\u2060ight", Stats: "init 1"}, engine.Invalid, reason.NameTaken)
	f.refused(other, play.Join{Name: "\u200b\u2800", Stats: "init 1"}, engine.Invalid, reason.NameEmpty)
	f.by(other, play.Join{Name: "👩\u200d🚀", Stats: "init 1"})
	if got := names(f.s); got != "Knight, 👩\u200d🚀" {
		t.Errorf("the names are %q", got)
	}
}

// TestHiddenGiveUpNames: a player can take the name of a hidden combatant or side, and the GM is notified.
func TestHiddenGiveUpNames(t *testing.T) {
	f := start(t, cs)
	f.gm(play.Add{Name: "Zorn", Hidden: true, Side: "Dark"})
	f.by(anna, play.Join{Name: "zorn", Stats: "dex 1"})
	f.by(other, play.Join{Name: "Dark", Stats: "dex 1"})
	if got := names(f.s); got != "Zorn 2, zorn, Dark" || f.s.Combatants[0].Side != "Dark 2" {
		t.Errorf("the names are %s, the hidden side is %s", got, f.s.Combatants[0].Side)
	}
	want := []engine.Notice{{Kind: engine.NoticeRenamed, Who: f.s.Combatants[0].ID, From: "Zorn", To: "Zorn 2"}}
	if !slices.Equal(f.s.Notices, want) {
		t.Errorf("the notices are %+v", f.s.Notices)
	}
	if f.gm(play.Scene{Text: "Night."}); f.s.Notices != nil {
		t.Error("the notices are not cleared")
	}
}

// TestHiddenFoesInMelee: moving doesn't reveal a hidden foe to a player, and the GM is notified.
func TestHiddenFoesInMelee(t *testing.T) {
	f := start(t, ri, 8, 1)
	f.by(anna, play.Join{Name: "Knight", Stats: "dex 1"})
	f.gm(play.Add{Name: "Zorn", Hidden: true}, play.Roll{}, play.Engage{Who: "Zorn", Target: "Knight"})
	f.refused(anna, play.Move{Leaving: "withdraw"}, engine.NotNow, reason.NotInMelee)
	f.by(anna, play.Move{})
	if len(f.s.Engaged) != 1 || len(f.s.Notices) != 1 || f.s.Notices[0].Kind != engine.NoticeSlipped {
		t.Errorf("in melee: %v, notices: %+v", f.s.Engaged, f.s.Notices)
	}
}

// TestRandomViews: in random fights under all rulesets, no view contains anything its viewer may not know, the GM's view is
// the fight itself, and a view's events lead to its state.
func TestRandomViews(t *testing.T) {
	played := slices.Clone(ruleset.Bundled().List)
	for name, lines := range map[string]string{
		"turns":         "{by: score, roll: d8 + init, turns: 2 if npc else 1, again: round, ties: together}\nunits: {alike: []}\nwait: hold",
		"passes":        "{by: score, roll: d8 + 4, passes: 3, turns: 2, phases: [a, b]}\nwait: rejoin\nsurprise: lost turn",
		"slots":         "{by: score, roll: d8 + init, slots: yes, turns: 2 if npc else 1, phases: [a, b], reroll: yes}\nsurprise: one action",
		"cards, turns":  "{by: cards, deck: 1-7, turns: 2, shuffle: when empty, reroll: yes}\nwait: swap\nunits: {alike: []}",
		"cards, phases": "{by: cards, deck: french + 2 jokers, again: round, shuffle: after joker, turns: 3 - round / 2, phases: [a, b]}\nwait: rejoin",
		"pick, turns":   "{by: pick, next: other side, who: side, turns: 2 if npc else 1, roll: d6, phases: [a, b], reroll: yes}\nunits: {alike: []}",
		"pick, sides":   "{by: pick, who: anyone, turns: members}\nunits: side",
	} {
		rs := shapeRules(t, "round: 6 s\norder: "+lines)
		rs.Name = name
		played = append(played, rs)
	}
	for _, rs := range played {
		t.Run(rs.Name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) { viewRandom(rt, rs) })
		})
	}
}

func viewRandom(rt *rapid.T, rs *ruleset.Ruleset) {
	codec := engine.New()
	in := play.Input{Actor: engine.Actor{User: theGM}, Dice: dice.Seeded(rapid.Uint64().Draw(rt, "seed"))}
	var s *engine.State
	cmds := []play.Command{play.Start{Name: "Random", Ruleset: rs.Name}, play.Join{Name: "Knight", Stats: rs.Template(false)}}
	for turn := range rapid.IntRange(5, 40).Draw(rt, "length") {
		in.Turn, in.Actor.User = engine.TurnID(turn+1), theGM
		var cmd play.Command
		if turn < len(cmds) {
			cmd = cmds[turn]
		} else {
			cmd = newDraw(rt, rs, s).command()
		}
		if _, joins := cmd.(play.Join); joins {
			in.Actor.User = anna
		}
		out, err := play.Decide(s, rs, cmd, in)
		if err != nil {
			continue
		}
		for _, v := range []view.Viewer{{}, {User: anna}, {User: other}} {
			wantNothingHidden(rt, codec, out, v)
		}
		if view := view.Of(out, view.Viewer{GM: true}); view.State != out.State || view.Withheld {
			rt.Fatal("the GM does not see everything")
		}
		s = out.State
	}
}

// wantNothingHidden checks that a view contains no combatant its viewer may not know, nor its name or ID, and that hit points
// are only given as they are shown (NU-31).
func wantNothingHidden(rt *rapid.T, codec *engine.Codec, out engine.Outcome, v view.Viewer) {
	view := view.Of(out, v)
	text := encode(rt, codec, view.State)
	events, err := codec.EncodeEvents(view.Events)
	if err != nil {
		rt.Fatal(err)
	}
	if strings.Contains(text+string(events), privateNote) || strings.Contains(text+string(events), secretFoe) {
		rt.Fatalf("the GM's note is in the view:\n%s\n%s", text, events)
	}
	for _, c := range out.State.Combatants {
		owner := c.Owner != "" && c.Owner == v.User
		shown := view.State.Combatant(c.ID)
		switch {
		case (c.Hidden && !owner) != (shown == nil):
			rt.Fatalf("%s: hidden is %v, but in the view is %v", c.Name, c.Hidden, shown != nil)
		case shown == nil && strings.Contains(text, fmt.Sprintf(`"name":%q`, c.Name)) && !slotCalled(view.State, c.Name):
			rt.Fatalf("%s is named in the view's state:\n%s", c.Name, text)
		case shown == nil && (view.Before() == nil || view.Before().Combatant(c.ID) == nil) && strings.Contains(string(events), fmt.Sprintf(`"combatant":%d,`, c.ID)):
			rt.Fatalf("%s is in the view's events:\n%s", c.Name, events)
		case shown != nil && shown.HasHP:
			want := out.State.HPShownOf(&c)
			if want == engine.HPNumbers || owner {
				want = ""
			}
			if shown.Blurred != want || want != "" && (shown.MaxHP > 10 || shown.Soak > 1) {
				rt.Fatalf("the view shows the hit points of %s as %q: %d/%d, not as %q", c.Name, shown.Blurred, shown.HP, shown.MaxHP, want)
			}
		}
	}
	wantNoPlaces(rt, out, view, text, string(events))
	wantOnlyKnown(rt, reflect.ValueOf(*view.State), out.State, view.State, "State")
	view.Follow(func(i int, s *engine.State) {
		if got, want := encode(rt, codec, s), encode(rt, codec, view.At(i+1)); got != want && i+1 < len(view.Events) {
			rt.Fatalf("after event %d:\n%s\n%s", i, got, want)
		}
	})
}

// slotCalled reports whether somebody whom everyone knew left a slot behind (RS-27), whose unit had that name.
func slotCalled(s *engine.State, name string) bool {
	return slices.ContainsFunc(s.Further, func(u engine.Unit) bool { return u.Slot && u.Name == name })
}

// wantOnlyKnown checks that no ID in a part of a view's state is of somebody or something in the fight that the view doesn't have.
func wantOnlyKnown(rt *rapid.T, v reflect.Value, fight, seen *engine.State, at string) {
	known := true
	switch id := v.Interface().(type) {
	case engine.CombatantID:
		known = fight.Combatant(id) == nil || seen.Combatant(id) != nil
	case engine.UnitID:
		known = fight.Unit(id) == nil || seen.Unit(id) != nil
	case engine.EffectID:
		known = fight.Effect(id) == nil || seen.Effect(id) != nil
	case time.Time, []engine.TurnEnd: // a turn that they saw end may be of somebody who was hidden afterwards
		return
	}
	if !known {
		rt.Fatalf("%s is %v, whom the viewer doesn't know", at, v)
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				wantOnlyKnown(rt, v.Field(i), fight, seen, at+"."+f.Name)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			wantOnlyKnown(rt, v.Index(i), fight, seen, at+"[]")
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			wantOnlyKnown(rt, v.MapIndex(key), fight, seen, at+"{}")
		}
	case reflect.Pointer:
		if !v.IsNil() {
			wantOnlyKnown(rt, v.Elem(), fight, seen, at)
		}
	}
}

// wantNoPlaces checks that the places, passes and cards of hidden units leave no trace in a view.
func wantNoPlaces(rt *rapid.T, out engine.Outcome, view view.View, state, events string) {
	known := func(s *engine.State, id engine.UnitID) bool { return s != nil && s.Unit(id) != nil }
	for _, u := range slices.Concat(out.State.Units, out.State.Further) {
		if seen := slices.ContainsFunc(out.State.Members(u.ID), func(c *engine.Combatant) bool { return view.State.Combatant(c.ID) != nil }); seen != known(view.State, u.ID) && !u.Slot {
			rt.Fatalf("place %d of %s: %v in the view", u.ID, u.Name, !seen)
		}
		lost := slices.ContainsFunc(out.State.Members(u.ID), func(c *engine.Combatant) bool { return view.Before() != nil && view.Before().Combatant(c.ID) != nil })
		if id := fmt.Sprint(u.ID); u.ID > engine.HiddenIDs && !lost && !known(view.State, u.ID) && !known(view.Before(), u.ID) {
			if strings.Contains(strings.ReplaceAll(state, fmt.Sprintf(`"last_hidden":%d`, out.State.LastHidden), "")+events, id) {
				rt.Fatalf("place %s of %s is in the view:\n%s\n%s", id, u.Name, state, events)
			}
		}
	}
	if s := view.State; s.HiddenPasses > 0 || len(s.HiddenOut) > 0 || s.HiddenJoker || s.Pass == 1 || s.TurnPhase > 0 && len(s.Active) == 0 && s.Phase == engine.Running {
		rt.Fatalf("%d hidden passes of %d, hidden cards %v, phase %d of %v", s.HiddenPasses, s.Pass, s.HiddenOut, s.TurnPhase, s.Active)
	}
}

// TestHiddenGroupsGiveUpNames: a visible member that leaves its group can form a unit with a hidden group's name.
func TestHiddenGroupsGiveUpNames(t *testing.T) {
	f := start(t, to, 5, 3, 1, 2, 6, 4)
	f.gm(play.Add{Name: "Wolf", Count: 2, Stats: "init 1", Side: "party"}, play.Add{Name: "Wolf", Stats: "init 1", Hidden: true},
		play.Roll{}, play.Edit{Name: "Wolf 1", Side: "foes"})
	var units []string
	for _, u := range f.s.Units {
		units = append(units, u.Name)
	}
	if got := strings.Join(units, ", "); got != "Wolf, Wolf 2 (1), Wolf (1)" && got != "Wolf, Wolf (1) 2, Wolf (1)" {
		t.Errorf("the units are %s", got)
	}
}

// TestHiddenMembersSplitOff: when the visible members of a group change sides, they keep its place and name, and the hidden
// members form a group of their own at the same score.
func TestHiddenMembersSplitOff(t *testing.T) {
	f := start(t, to, 5, 3, 1, 2, 6, 4)
	f.gm(play.Add{Name: "Wolf", Stats: "init 1"}, play.Add{Name: "Wolf", Count: 2, Stats: "init 1", Hidden: true},
		play.Roll{}, play.Edit{Name: "Wolf", Side: "party"})
	one, two, three := f.s.Combatants[0], f.s.Combatants[1], f.s.Combatants[2]
	if one.Unit != f.s.Units[0].ID || two.Unit == one.Unit || two.Unit != three.Unit {
		t.Errorf("the units are %d, %d and %d", one.Unit, two.Unit, three.Unit)
	}
	if a, b := f.s.Unit(one.Unit), f.s.Unit(two.Unit); a.Name != "Wolf" || a.Side != "party" || b.Side != "foes" || a.Base != b.Base {
		t.Errorf("%+v and %+v", a, b)
	}
}

// TestNotes: a note is kept until it is replaced, and only the GM may set it or learn that there is one, not even the owner.
func TestNotes(t *testing.T) {
	f := start(t, to)
	f.by(anna, play.Join{Name: "Knight", Stats: "init 1"})
	knight := f.combatant("Knight").ID
	f.refused(anna, play.Note{ID: knight, Text: "mine"}, engine.NotAllowed, reason.GMOnly)
	f.refused(theGM, play.Note{ID: 99, Text: "gone"}, engine.NotFound, reason.Gone)
	f.refused(theGM, play.Note{ID: knight, Text: strings.Repeat("ä", play.MaxNote+1)}, engine.Invalid, reason.NoteLength)
	for text, want := range map[string]string{" the\r\nheir ": "the\nheir", strings.Repeat("ä", play.MaxNote): strings.Repeat("ä", play.MaxNote), " ": ""} {
		if f.gm(play.Note{ID: knight, Text: text}); f.combatant("Knight").Note != want {
			t.Errorf("the note %q is kept as %q", text, f.combatant("Knight").Note)
		}
	}
	out, err := play.Decide(f.s, f.rs, play.Note{ID: knight, Text: "the heir"}, play.Input{Actor: engine.Actor{User: theGM}})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []view.Viewer{{}, {User: anna}} {
		view := view.Of(out, v)
		if len(view.Events) != 0 || !view.Withheld || view.State.Combatant(knight).Note != "" || view.At(0).Combatant(knight).Note != "" {
			t.Errorf("%+v: events %v, note %q", v, view.Events, view.State.Combatant(knight).Note)
		}
	}
	if again, err := play.Decide(out.State, f.rs, play.Note{ID: knight, Text: "the heir"}, play.Input{Actor: engine.Actor{User: theGM}}); err != nil || len(again.Events) != 0 {
		t.Errorf("the same note once more: %v, %v", again.Events, err)
	}
}

// TestPingGM: the GM can change in mid-fight whether NPCs' turns ping the GM. Others aren't told.
func TestPingGM(t *testing.T) {
	f := start(t, to)
	f.refused(anna, play.PingGM{On: true}, engine.NotAllowed, reason.GMOnly)
	out, err := play.Decide(f.s, f.rs, play.PingGM{On: true}, play.Input{Actor: engine.Actor{User: theGM}})
	if err != nil || !out.State.PingGM {
		t.Fatalf("%v, %v", out.State, err)
	}
	if view := view.Of(out, view.Viewer{}); len(view.Events) != 0 || !view.Withheld {
		t.Errorf("everybody sees %v", view.Events)
	}
	if off, err := play.Decide(out.State, f.rs, play.PingGM{}, play.Input{Actor: engine.Actor{User: theGM}}); err != nil || off.State.PingGM {
		t.Errorf("%v, %v", off.State, err)
	}
}

// TestNoticesOfTheFallen: whoever a player's command brings to 0 hit points waits for the GM's choice; what the GM does needs
// no notice.
func TestNoticesOfTheFallen(t *testing.T) {
	f := start(t, to, 6, 5, 1)
	f.by(anna, play.Join{Name: "Knight", Stats: "init 9"})
	f.gm(play.Add{Name: "Rat", Count: 2, Stats: "init 1, hp 1"}, play.Roll{})
	f.by(anna, play.Damage{Target: "Rat 1", Amount: "3"})
	f.by(anna, play.Damage{Target: "Rat 1", Amount: "3"})
	rat := f.combatant("Rat 1").ID
	if want := []engine.Notice{{Kind: engine.NoticeFell, Who: rat}}; !slices.Equal(f.s.Notices, want) {
		t.Errorf("the notices are %+v", f.s.Notices)
	}
	if f.gm(play.Damage{Target: "Rat 2", Amount: "3"}); len(f.s.Notices) != 0 || len(f.s.Undecided()) != 2 {
		t.Errorf("the notices are %+v, undecided are %v", f.s.Notices, f.s.Undecided())
	}
	if f.gm(play.PickDown{ID: rat, State: "dead"}); len(f.s.Undecided()) != 1 {
		t.Errorf("undecided are %v", f.s.Undecided())
	}
}
