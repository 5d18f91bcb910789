package bot

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/engine"
)

// impostors are two monsters that undo makes change places in [TestMO18ANumberGivenAgain]. All that the first has, the second has too, under the same numbers.
const impostors = `roundel: 1
monsters:
  - name: Beast
    hp: 50
    stats: {init: 3, ac: 15, wis: 1}
    attacks: [{name: Claw, bonus: 5, damage: 1d6 slashing}]
    abilities:
      - {name: Parry, as: reaction, text: It parries.}
      - {name: Gaze, as: legendary, save: wis 12}
  - name: Imp
    hp: 50
    stats: {init: 3, ac: 15, wis: 1, legendary: 3}
    attacks: [{name: Claw, bonus: 5, damage: 1d6 slashing}]
    abilities:
      - {name: Parry, as: reaction, text: It wishes.}
      - {name: Gaze, as: legendary, save: wis 12}
`

// pressable is a button or an option of a menu that somebody saw.
type pressable struct{ label, id, value string }

// pressables returns the buttons and the options of the menus of replies, and of what comes with them.
func pressables(replies ...*discord.Reply) []pressable {
	var out []pressable
	for _, r := range replies {
		for ; r != nil; r = r.Alone {
			for _, row := range r.Buttons {
				for _, b := range row {
					if b.Menu == nil {
						out = append(out, pressable{b.Label, b.ID, ""})
						continue
					}
					for _, o := range b.Menu.Options {
						out = append(out, pressable{o.Label, b.ID, o.Value})
					}
				}
			}
		}
	}
	return out
}

// TestMO18ANumberGivenAgain: after an undo, another combatant gets the number of one that was there, in the same turn. Whatever named the first, buttons, options
// of menus and forms, doesn't act for the other: it is refused in one sentence that only its presser reads, and changes nothing.
func TestMO18ANumberGivenAgain(t *testing.T) {
	for name, row := range map[string]struct {
		ruleset string
		stats   string   // of the player's
		first   string   // brings the one that undo takes away
		back    int      // how many steps undo takes back
		then    []string // brings the other, in the same state
		shown   func(tb *table) []*discord.Reply
		labels  []string // what names the combatant; forms that open are sent with fields
		fields  map[string]string
	}{
		"stat block": {"five-e-2014", "init 2, ac 18, hp 60, wis 1", "/init add monster:Beast name:Grim roll:2", 1, []string{"/init add monster:Imp roll:2"},
			func(tb *table) []*discord.Reply { return []*discord.Reply{tb.do("GM", "/monster show name:Grim")} },
			[]string{"Parry", "Gaze", "Claw"}, map[string]string{"target": "Ann", "dc": "12"}},
		"GM screen": {"five-e-2014", "init 2, ac 18, hp 60, wis 1", "/init add monster:Beast name:Grim stats:legendary 3 roll:2", 1, []string{"/init add monster:Imp roll:2"},
			func(tb *table) []*discord.Reply {
				screen := tb.do("GM", "/init list")
				return []*discord.Reply{screen, tb.pickLabels("GM", tb.labelled("Choose a combatant"), "Grim")}
			},
			[]string{"Grim", "Parry · Grim", "Gaze", "Parry", "Damage", "Heal", "Effect", "Roll a check", "Hide", "Note"},
			map[string]string{"target": "Ann", "dc": "12", "amount": "3", "note": "x", "what": "wis", "edge": "normal", "secret": "false", "name": "Slow", "roll": "9"}},
		"GM screen, the same monster": {"five-e-2014", "init 2, ac 18, hp 60, wis 1", "/init add monster:Beast name:Grim stats:legendary 3 roll:2", 1,
			[]string{"/init add monster:Beast name:Grom stats:legendary 3 roll:2"},
			func(tb *table) []*discord.Reply { return []*discord.Reply{tb.do("GM", "/init list")} }, []string{"Parry · Grim"}, nil},
		"GM screen, several of the same monster": {"five-e-2014", "init 2, ac 18, hp 60, wis 1", "/init add monster:Beast name:Grim count:2 roll:2", 1,
			[]string{"/init add monster:Beast name:Grom count:2 roll:2"},
			func(tb *table) []*discord.Reply { return []*discord.Reply{tb.do("GM", "/init list")} }, []string{"Parry · Grim"}, map[string]string{"who": "Grom 1"}},
		"fallen": {"turn-order", "init 2, hp 60", "/init add name:Rat count:2 stats:init 1, hp 1 roll:3", 2,
			[]string{"/init add name:Bat count:2 stats:init 1, hp 1 roll:3", "/damage target:Bat 1, Bat 2 amount:1"},
			func(tb *table) []*discord.Reply {
				return []*discord.Reply{tb.do("GM", "/damage target:Rat 1, Rat 2 amount:1"), tb.do("GM", "/init list")}
			},
			[]string{"Dead", "Rat 1", "Rat 2", "Unconscious"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			tb, files := withMonsters(t, row.ruleset)
			tb.bot.dice = anyDice{}
			tb.wants(tb.handle(tb.addFile(files, "Admin", impostors)), true, "Added: Beast, Imp.")
			tb.want("Anna", "/init join name:Ann stats:"+row.stats+" roll:10", "Ann")
			tb.want("GM", "/init roll")
			if got := tb.do("Admin", row.first); got.Refused {
				t.Fatal(got.Text)
			}
			was := tb.state().Combatants[1]
			all := pressables(row.shown(tb)...)
			var forms []string
			var old []pressable
			for _, label := range row.labels {
				n := len(old)
				for _, p := range all {
					if p.label != label || slices.Contains(old, p) {
						continue
					}
					old = append(old, p)
					if p.value == "" {
						before := tb.exported()
						if r := tb.press("GM", p.id); r.Form != nil {
							forms = append(forms, r.Form.ID)
						} else if tb.exported() != before {
							tb.want("GM", "/init undo")
						}
					}
				}
				if len(old) == n {
					t.Errorf("%s isn't among %v", label, all)
				}
			}
			for range row.back {
				tb.want("GM", "/init undo")
			}
			turn := tb.state().Turn
			tb.now = tb.now.Add(time.Minute)
			for _, line := range row.then {
				if got := tb.do("Admin", line); got.Refused {
					t.Fatal(got.Text)
				}
			}
			if is := tb.state().Combatants[1]; is.ID != was.ID || tb.state().Turn != turn {
				t.Fatalf("%d, not %d", is.ID, was.ID)
			}
			before := tb.exported()
			for _, p := range old {
				got := tb.press("GM", p.id)
				if p.value != "" {
					got = tb.pick("GM", p.id, p.value)
				}
				wantNobody(t, p, got)
			}
			for _, id := range forms {
				fields := maps.Clone(row.fields)
				if verb, _ := discord.SplitID(id); slices.Contains([]string{"damage-form", "heal-form", "effect-form"}, verb) { // they have its name, as the target
					fields["target"] = was.Name
				}
				wantNobody(t, id, tb.fill("GM", id, fields))
			}
			if after := tb.exported(); after != before {
				t.Errorf("what was refused has changed something:\n%s\n%s", before, after)
			}
		})
	}
}

// wantNobody fails unless a reply says in private that who it was for isn't there.
func wantNobody(t *testing.T, what any, got *discord.Reply) {
	t.Helper()
	gone := slices.ContainsFunc([]string{"no longer in this fight", "Nobody in this fight has that name", "Nobody at 0 hit points needs a state"}, func(text string) bool { return strings.Contains(got.Text, text) })
	if !got.Refused || !got.Ephemeral || got.Form != nil || !gone {
		t.Errorf("%v: %+v", what, got)
	}
}

// TestMO18OfPlayers: the same for what players see of their own combatants.
func TestMO18OfPlayers(t *testing.T) {
	tb, _ := withMonsters(t, "five-e-2014")
	tb.bot.dice = anyDice{}
	tb.want("Anna", "/init join name:Ann stats:init 2, ac 18, hp 60, wis 1 roll:10")
	tb.want("GM", "/init roll")
	tb.want("GM", "/init add name:Wolf owner:Ben stats:init 1, hp 9, wis 3 roll:2")
	tb.want("GM", "/init add name:Owl owner:Ben stats:init 1, hp 9, wis 3 roll:1")
	menu := tb.press("Ben", "roll-save")
	var ids []string
	for _, p := range pressables(menu) {
		ids = append(ids, tb.pick("Ben", p.id, p.value).Form.ID)
	}
	tb.want("GM", "/save target:Wolf, Owl save:wis dc:12")
	asked := tb.press("Ben", tb.button("Roll my save")).Form
	for range 3 {
		tb.want("GM", "/init undo")
	}
	for _, name := range []string{"Cat", "Dog"} {
		tb.want("GM", "/init add name:"+name+" owner:Ben stats:init 1, hp 9, wis 3 roll:2")
	}
	before := tb.snapshot()
	for _, p := range pressables(menu) {
		wantNobody(t, p, tb.pick("Ben", p.id, p.value))
	}
	for _, id := range ids {
		wantNobody(t, id, tb.fill("Ben", id, map[string]string{"what": "wis", "edge": "normal", "secret": "false"}))
	}
	got := tb.fill("Ben", asked.ID, map[string]string{"who": asked.Inputs[0].Menu.Options[0].Value})
	if !got.Refused || !got.Ephemeral {
		t.Errorf("%+v", got)
	}
	if tb.snapshot() != before {
		t.Error("what was refused has changed something")
	}
}

// TestMO18OfAnEarlierRelease: what an earlier release made has numbers alone. It acts for combatants that were there under that release, and for nobody since.
func TestMO18OfAnEarlierRelease(t *testing.T) {
	s := &engine.State{Combatants: []engine.Combatant{{ID: 7, Name: "Old", Unit: 1}, {ID: 8, Name: "New", Unit: 2, Added: 1_780_000_000_000}, {ID: 9, Name: "Last", Unit: 2, Added: 1_780_000_000_001}},
		Units: []engine.Unit{{ID: 1, Name: "Old"}, {ID: 2, Name: "New"}}, LastID: 9}
	for arg, want := range map[string]string{"7": "Old", "8": "", "": "", "x": "", "-1": "", "07": "", "7+": "", "99": "",
		card.CombatantArg(&s.Combatants[0]): "Old", card.CombatantArg(&s.Combatants[1]): "New", strings.Replace(card.CombatantArg(&s.Combatants[1]), "8", "9", 1): ""} {
		got := ""
		if c := card.CombatantNamed(s, arg); c != nil {
			got = c.Name
		}
		if got != want {
			t.Errorf("%q is %q, want %q", arg, got, want)
		}
	}
	list := func(ids ...int) (who []*engine.Combatant) {
		for _, i := range ids {
			who = append(who, &s.Combatants[i])
		}
		return who
	}
	for arg, want := range map[string]int{"7-9": 1, "8": 0, "7.8": 1, card.CombatantsArg(list(0, 1, 2)): 3, card.CombatantsArg(list(1)): 1, card.CombatantsArg(list(0)): 1,
		strings.Replace(card.CombatantsArg(list(1)), "8", "9", 1): 0, "7+!": 0, "7-zzzzz": 1, "": 0} {
		if got := card.CombatantsNamed(s, arg, 36); len(got) != want {
			t.Errorf("%q: %d, want %d", arg, len(got), want)
		}
	}
	far := &engine.State{Combatants: []engine.Combatant{{ID: 12, Name: "Twelve"}, {ID: 38, Name: "Thirty-eight"}}}
	if got := card.CombatantsNamed(far, "12", 10); len(got) != 1 || got[0].ID != 12 {
		t.Errorf("%+v", got)
	}
	if got := card.CombatantsNamed(far, card.CombatantsArg([]*engine.Combatant{&far.Combatants[0]}), 10); len(got) != 1 || got[0].ID != 12 {
		t.Errorf("%+v", got)
	}
	s.OpenTies = [][]engine.UnitID{{1, 2}}
	of := func(i int) string { return card.TieArg(s, s.OpenTies[0], &s.Units[i]) }
	for arg, want := range map[string]engine.UnitID{"1": 1, "2": 0, "3": 0, "x": 0, of(0): 1, of(1): 2, strings.Replace(of(1), "2+", "1+", 1): 0} {
		got := engine.UnitID(0)
		if u, tied := card.TieNamed(s, arg); u != nil && len(tied) > 0 {
			got = u.ID
		}
		if got != want {
			t.Errorf("%q is %d, want %d", arg, got, want)
		}
	}
	before := of(0)
	s.Combatants[1].Added++ // somebody else under the same name
	if u, tied := card.TieNamed(s, before); u == nil || tied != nil {
		t.Errorf("%+v %v", u, tied)
	}
	all := []engine.Ability{{}, {}}
	all[0].Name, all[1].Name = "Gaze", "Howl"
	for arg, want := range map[string]bool{card.AbilityArg(all, 0): true, card.AbilityArg(all, 1): true, "0": false, "": false, "5+x": false, strings.Replace(card.AbilityArg(all, 0), "0", "1", 1): false} {
		if _, ok := card.AbilityNamed(&s.Combatants[1], all, arg); ok != want {
			t.Errorf("%q: %t", arg, ok)
		}
	}
	for arg, want := range map[string]bool{"0": true, "1": true, "2": false, "x": false} {
		if _, ok := card.AbilityNamed(&s.Combatants[0], all, arg); ok != want {
			t.Errorf("%q: %t", arg, ok)
		}
	}
	e := &engine.Effect{Target: 8, Name: "Poisoned"}
	key := card.EffectKey(s, e)
	group := &engine.Effect{Unit: 2, Name: "Poisoned"}
	whole := card.EffectKey(s, group)
	s.Combatants[1].Added++
	if card.EffectKey(s, e) == key || card.EffectKey(s, group) == whole {
		t.Error("an effect on those who joined later under the same name has the same key")
	}
	whole = card.EffectKey(s, group)
	s.Combatants = append([]engine.Combatant{{ID: 6, Name: "Lurker", Unit: 2, Added: 5, Hidden: true}}, s.Combatants...)
	if card.EffectKey(s, group) != whole {
		t.Error("the key of a group's effect depends on who is hidden in it")
	}
}

// TestMO18ManySurprised: the button that confirms who is surprised is for all of them, however many there are.
func TestMO18ManySurprised(t *testing.T) {
	s := &engine.State{}
	var who []*engine.Combatant
	for i := range 50 {
		s.Combatants = append(s.Combatants, engine.Combatant{ID: engine.CombatantID(3 + i), Added: 1_780_000_000_000})
	}
	for i := range s.Combatants {
		who = append(who, &s.Combatants[i])
	}
	arg := card.CombatantsArg(who)
	if got := card.CombatantsNamed(s, arg, 10); len(got) != 50 || len(arg) > 30 {
		t.Errorf("%q names %d", arg, len(got))
	}
}

// TestMO15MoreThanAForm: of more of one kind than a form has room for, menus offer all, and the one that is chosen acts.
func TestMO15MoreThanAForm(t *testing.T) {
	tb, files := withMonsters(t, "five-e-2014")
	beast := ownBeast + "      - {name: Swipe, attack: Claw}\n"
	tb.wants(tb.handle(tb.addFile(files, "Admin", beast)), true, "Added: Beast.")
	tb.want("Anna", "/init join name:Ann stats:init 2, ac 18, hp 60, wis 1 roll:10")
	tb.want("Admin", "/init add monster:Beast count:30 roll:15")
	turn := tb.do("GM", "/init roll").Alone
	for label, field := range map[string]map[string]string{"Gaze (2)": nil, "Multiattack": nil, "Swipe": {"target": "Ann"}, "Claw": {"target": "Ann", "weapon": "Claw"}, "Howl": {"target": "Ann", "dc": "12"}} {
		which := tb.press("GM", buttonsOf(turn)[label])
		tb.wants(which, true, "Which of them?")
		all := pressables(which)
		if len(all) != 30 || len(which.Buttons) != 2 || all[27].label != "Beast 28" {
			t.Fatalf("%s: %+v", label, which)
		}
		for _, p := range all {
			if !fitsID(p.value) || !which.V2 {
				t.Errorf("%s: %+v", label, p)
			}
		}
		got := tb.pick("GM", all[27].id, all[27].value)
		if field != nil {
			if got.Form == nil || slices.ContainsFunc(got.Form.Inputs, func(in discord.Input) bool { return in.ID == "who" }) {
				t.Fatalf("%s: %+v", label, got)
			}
			tb.bot.dice = anyDice{}
			got = tb.fill("GM", got.Form.ID, field)
		}
		told := said(got)
		if got.Then != nil {
			told += said(got.Then)
		}
		if got.Refused || !strings.Contains(told, "Beast 28") {
			t.Errorf("%s: %+v", label, got)
		}
		tb.want("GM", "/init undo")
	}
}

// TestMO13BlockOfAKind: the block of a kind that was chosen from a menu is of those that still act, also when the one that it was chosen by no longer does. The
// block of one combatant is that one's, whatever becomes of it.
func TestMO13BlockOfAKind(t *testing.T) {
	tb, files := withMonsters(t, "five-e-2014")
	tb.wants(tb.handle(tb.addFile(files, "Admin", ownBeast)), true, "Added: Beast.")
	tb.want("Anna", "/init join name:Ann stats:init 2, ac 18, hp 60, wis 1 roll:10")
	tb.want("Admin", "/init add monster:Beast count:3 roll:15")
	tb.want("GM", "/init roll")
	first := &tb.state().Combatants[1]
	one := tb.do("GM", "/monster show name:"+first.Name)
	wantButtons(t, one, "Claw")
	tb.want("GM", "/damage target:"+first.Name+" amount:50")
	s := tb.state()
	first = &s.Combatants[1]
	if first.Standing() {
		t.Fatalf("%+v", first)
	}
	var names []string
	for _, c := range blockOf(s, "k"+card.CombatantArg(first)) {
		names = append(names, c.Name)
	}
	if !slices.Equal(names, []string{"Beast 2", "Beast 3"}) {
		t.Errorf("the block of the kind is of %q", names)
	}
	if of := blockOf(s, alone(first)); len(of) != 1 || of[0] != first {
		t.Errorf("%+v", of)
	}
	if got := tb.press("GM", buttonsOf(one)["Claw"]); !got.Refused || got.Form != nil || !got.Ephemeral {
		t.Errorf("%+v", got)
	}
}

// TestMO18OthersOfTheKind: when the one that a button of several of one kind names has left the fight, the button acts for the others. The button of one
// combatant doesn't, and neither does one of a kind of which nobody is left.
func TestMO18OthersOfTheKind(t *testing.T) {
	for _, chosen := range []bool{false, true} {
		tb, files := withMonsters(t, "five-e-2014")
		beast := ownBeast + "      - {name: Swipe, attack: Claw}\n"
		tb.wants(tb.handle(tb.addFile(files, "Admin", beast)), true, "Added: Beast.")
		tb.want("Anna", "/init join name:Ann stats:init 2, ac 18, hp 60, wis 1 roll:10")
		tb.want("Admin", "/init add monster:Beast count:3 roll:15")
		block, kind := tb.do("GM", "/init roll").Alone, placeOf("", knownCombatants(tb.state())[1:])
		if chosen {
			block = tb.pick("GM", "block-pick:"+card.TurnArg(tb.state().Turn), kind)
		}
		one := tb.do("GM", "/monster show name:Beast 1")
		begun := tb.fill("GM", tb.press("GM", buttonsOf(block)["Multiattack"]).Form.ID, map[string]string{"who": "Beast 1"})
		row := buttonsOf(begun)["Claw (2) · Beast 1"]
		tb.want("GM", "/init undo")
		tb.want("GM", "/init remove name:Beast 1")
		for _, label := range []string{"Claw", "Swipe", "Howl", "Gaze (2)", "Multiattack"} {
			got := tb.press("GM", buttonsOf(block)[label])
			if got.Refused || got.Form == nil || got.Form.Inputs[0].ID != "who" || len(got.Form.Inputs[0].Menu.Options) != 2 {
				t.Errorf("%s: %+v", label, got)
			}
			if got := tb.press("GM", buttonsOf(one)[label]); !got.Refused || !strings.Contains(got.Text, "no longer in this fight") {
				t.Errorf("%s of Beast 1 alone: %+v", label, got)
			}
		}
		if got := tb.press("GM", row); !got.Refused || !strings.Contains(got.Text, "no longer in this fight") {
			t.Errorf("its multiattack: %+v", got)
		}
		gaze := tb.press("GM", buttonsOf(block)["Gaze (2)"]).Form
		used := tb.fill("GM", gaze.ID, map[string]string{"who": "Beast 3"})
		tb.wants(used, true, "Beast 3 uses **Gaze**")
		if !used.Update || !strings.Contains(used.Text, "Beast 2 50/50") {
			t.Errorf("it is drawn again: %+v", used)
		}
		only := tb.press("GM", buttonsOf(block)["Multiattack"]) // Beast 3 has used its action
		tb.wants(only, true, "Beast 2: multiattack.")
		if got := tb.press("Anna", buttonsOf(block)["Gaze (2)"]); !got.Refused || got.Form != nil {
			t.Errorf("%+v", got)
		}
		tb.want("GM", "/init remove name:Beast 2")
		tb.want("GM", "/init add monster:Goblin count:2 roll:15")
		tb.want("GM", "/init remove name:Beast 3")
		for _, label := range []string{"Claw", "Howl", "Gaze (2)", "Multiattack"} {
			if got := tb.press("GM", buttonsOf(block)[label]); !got.Refused || got.Form != nil {
				t.Errorf("%s without one of its kind: %+v", label, got)
			}
		}
		if got := tb.pick("GM", "block-pick:"+card.TurnArg(tb.state().Turn), kind); !got.Refused || !strings.Contains(got.Text, "no longer in this fight") {
			t.Errorf("the block of a kind without one: %+v", got)
		}
	}
}

// TestMO15TheOneThatCan: if only one of a kind can use an ability now, its button asks nothing and acts for that one, not for the first of them.
func TestMO15TheOneThatCan(t *testing.T) {
	tb, files := withMonsters(t, "five-e-2014")
	tb.wants(tb.handle(tb.addFile(files, "Admin", ownBeast)), true, "Added: Beast.")
	tb.want("Anna", "/init join name:Ann stats:init 2, ac 18, hp 60, wis 1 roll:10")
	tb.want("Admin", "/init add monster:Beast count:3 roll:15")
	gaze := buttonsOf(tb.do("GM", "/init roll").Alone)["Gaze (2)"]
	tb.wants(tb.fill("GM", tb.press("GM", gaze).Form.ID, map[string]string{"who": "Beast 2"}), true, "Beast 2 uses **Gaze**")
	tb.want("GM", "/init remove name:Beast 1")
	tb.wants(tb.press("GM", gaze), true, "Beast 3 uses **Gaze**")
}
