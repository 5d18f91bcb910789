package bot

import (
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/ruleset"
)

// card returns the labels of the card's buttons, row by row.
func (tb *table) card() string {
	tb.t.Helper()
	var rows []string
	for _, row := range card.Card(lang.English(), tb.public(), tb.rules(), nil).Buttons {
		var labels []string
		for _, b := range row {
			labels = append(labels, b.Label)
		}
		rows = append(rows, strings.Join(labels, ", "))
	}
	return strings.Join(rows, " / ")
}

func (tb *table) wantCard(want string) {
	tb.t.Helper()
	if got := tb.card(); got != want {
		tb.t.Errorf("the card has\n %s, want\n %s", got, want)
	}
}

// turnArg returns the current turn as the card's buttons have it.
func (tb *table) turnArg() string { return card.TurnArg(tb.state().Turn) }

// opened presses a button of the card and returns the form that it opens.
func (tb *table) opened(who, verb string) *discord.Form {
	tb.t.Helper()
	got := tb.press(who, discord.CustomID(verb, tb.turnArg()))
	if got.Form == nil {
		tb.t.Fatalf("%s opened no form for %s: %s", verb, who, got.Text)
	}
	return got.Form
}

// offered returns the values that a form's menu offers.
func offered(f *discord.Form, id string) []string {
	var out []string
	for _, in := range f.Inputs {
		if in.ID == id && in.Menu != nil {
			for _, o := range in.Menu.Options {
				out = append(out, o.Value)
			}
		}
	}
	return out
}

// versus starts a fight under a ruleset between Anna's Knight, Ben's Elf and the GM's Goblin and Wolf, with seeded dice.
func versus(t *testing.T, ruleset string) *table {
	t.Helper()
	tb := newTable(t)
	tb.bot.dice = dice.Seeded(5)
	for _, line := range []string{"GM: /init start ruleset:" + ruleset, "Anna: /init join name:Knight stats:" + niStats(ruleset, true) + ", hp 20",
		"Ben: /init join name:Elf stats:" + niStats(ruleset, false) + ", hp 20", "GM: /init add name:Goblin stats:" + niStats(ruleset, false) + ", hp 8",
		"GM: /init add name:Wolf stats:" + niStats(ruleset, false) + ", hp 9"} {
		who, what, _ := strings.Cut(line, ": ")
		tb.do(who, what)
	}
	return tb
}

// turnOf ends turns until it is the turn of the combatant with that name.
func (tb *table) turnOf(name string) {
	tb.t.Helper()
	for range 10 {
		if slices.ContainsFunc(tb.state().ActiveMembers(), func(c *engine.Combatant) bool { return c.Name == name }) {
			return
		}
		tb.do("GM", "/next")
	}
	tb.t.Fatalf("%s never has the turn", name)
}

func TestCardButtons(t *testing.T) {
	tb := versus(t, "turn-order")
	tb.wantCard("Join, Add foes, Roll initiative / Undo, More…, Invite the party")
	tb.do("GM", "/init roll")
	tb.turnOf("Knight")
	tb.wantCard("End turn, Damage, Heal, Effect / Act last, Join, Undo, More…")
	tb.do("Anna", "/init last")
	tb.turnOf("Knight")
	tb.wantCard("End turn, Damage, Heal, Effect / Join, Undo, More…")
	tb.do("GM", "/init pause")
	tb.wantCard("Resume, Join / Undo, More…")

	tb = versus(t, "structured-time")
	tb.do("GM", "/init roll")
	tb.wantCard("End turn, Attack, Damage, Heal / Effect, React / Join, Undo, More…")

	tb = versus(t, "flow-of-time")
	tb.do("GM", "/init roll")
	tb.turnOf("Knight")
	tb.wantCard("End turn, Damage, Heal, Effect / Reserve, Join, Undo, More…")
	tb.do("Anna", "/act reserve ticks:2")
	tb.wantCard("End turn, Damage, Heal, Effect / Join, Undo, More…")
	tb.do("Anna", "/next")
	tb.wantCard("End turn, Damage, Heal, Effect / React, Reserve / Join, Undo, More…")

	tb = versus(t, "rounds-initiative")
	tb.do("GM", "/init roll")
	tb.turnOf("Knight")
	tb.wantCard("End turn, Attack, Damage, Heal / Effect, Join, Undo, More…")
	tb.do("Anna", "/act do activity:Climb")
	tb.wantCard("End turn, Damage, Heal, Effect / Join, Undo, More…")

	tb = newTable(t)
	for _, line := range []string{"/init start", "/init add name:Rock stats:init 0", "/init roll"} {
		tb.roll(5)
		tb.do("GM", line)
	}
	tb.wantCard("End turn, Effect, Act last / Join, Undo, More…") // nobody's hit points are tracked
}

// TestTheCardHasWhatCanBeDone checks under every ruleset that the card has the button for something exactly when the GM, who may act
// for everybody, can do it.
func TestTheCardHasWhatCanBeDone(t *testing.T) {
	labels := map[string]string{"attack": "Attack", "damage": "Damage", "heal": "Heal", "effect": "Effect", "react": "React", "reserve": "Reserve", "last": "Act last"}
	for _, rs := range ruleset.Seeds() {
		tb := versus(t, rs.Name)
		tb.do("GM", "/init roll")
		for i, line := range []string{"/hp target:Goblin amount:-50", "/act do activity:Run", "/next", "/act reserve ticks:2 who:Elf", "/act do activity:Aim ticks:4",
			"/effect add target:Wolf, Knight name:Bound no_reactions:true", "/init last", "/act reserve ticks:1", "/next", "/act react activity:Duck who:Elf", "/next", "/next", "/next"} {
			tb.do("GM", line)
			for verb, label := range labels {
				var can bool
				if verb == "last" {
					before := tb.state()
					if can = !tb.press("GM", discord.CustomID("last", tb.turnArg())).Refused; can {
						tb.do("GM", "/init undo")
					}
					if now := tb.state(); now.Round != before.Round || !reflect.DeepEqual(now.Active, before.Active) {
						t.Fatal("undoing went wrong")
					}
				} else {
					can = tb.press("GM", discord.CustomID(verb, tb.turnArg())).Form != nil
				}
				if has := strings.Contains(tb.card(), label); has != can {
					t.Errorf("%s, after %d %s: the card has %s: %v, it can be done: %v\n%s", rs.Name, i, line, label, has, can, tb.last.Text)
				}
			}
		}
	}
}

// TestTheCardOfAHiddenTurn checks that the buttons at a hidden unit's turn don't depend on whose turn it is or what that unit has done.
func TestTheCardOfAHiddenTurn(t *testing.T) {
	for _, rs := range ruleset.Seeds() {
		cards := map[string]bool{}
		for _, lines := range [][]string{{"/next"}, {"/act do activity:Run"}, {"/act do activity:Run ticks:4"}, {"/act reserve ticks:2"}, {"/init last name:Zorn"},
			{"/hp target:Zorn amount:-50"}, {"/effect add target:Zorn name:Bound no_reactions:true"}, {"/act do activity:Run", "/act move"}} {
			tb := versus(t, rs.Name)
			tb.do("GM", "/init add name:Zorn stats:"+niStats(rs.Name, false)+", hp 9 hidden:true side:Dark")
			tb.do("GM", "/init add name:Yrsa stats:"+niStats(rs.Name, false)+" hidden:true side:Dark separate:true")
			tb.do("GM", "/init roll")
			tb.turnOf("Zorn")
			for _, line := range lines {
				tb.do("GM", line)
			}
			if tb.public().GMActs() {
				cards[tb.card()] = true
			}
		}
		if len(cards) != 1 {
			t.Errorf("%s: the cards of hidden turns: %q", rs.Name, slices.Sorted(maps.Keys(cards)))
		}
	}
}

// TestAttackForm checks that the form offers whom and with what the combatant can attack, and does exactly what /attack does.
func TestAttackForm(t *testing.T) {
	for _, c := range []struct {
		ruleset, line string
		fields        map[string]string
		weapons       []string
	}{
		{"combat-sequence", "/attack target:Wolf weapon:Punch modifier:3 roll:15 damage_roll:2", map[string]string{"target": "Wolf", "weapon": "Punch", "more": "+3, roll 15, damage 2"}, []string{"Punch"}},
		{"rounds-initiative", "/attack target:Goblin weapon:Bow, ranged, 1d6 circumstance:half-cover, prepared", map[string]string{"target": "Goblin", "weapon": "Punch", "weapon_more": "Bow, ranged, 1d6", "more": "half-cover,prepared"}, []string{"Punch"}},
		{"structured-time", "/attack target:Goblin range:melee roll:12", map[string]string{"target": "Goblin", "weapon": "~melee", "more": "roll 12"}, []string{"~melee", "~ranged", "Punch"}},
	} {
		typed, pressed := versus(t, c.ruleset), versus(t, c.ruleset)
		for _, tb := range []*table{typed, pressed} {
			tb.do("GM", "/init roll")
			tb.turnOf("Knight")
		}
		form := pressed.opened("Anna", "attack")
		if got := offered(form, "target"); !slices.Equal(got, []string{"Goblin", "Wolf", "Elf"}) {
			t.Errorf("%s: targets %q", c.ruleset, got)
		}
		if got := offered(form, "weapon"); !slices.Equal(got, c.weapons) {
			t.Errorf("%s: weapons %q", c.ruleset, got)
		}
		want, got := typed.do("Anna", c.line), pressed.fill("Anna", form.ID, c.fields)
		if want.Ephemeral || !reflect.DeepEqual(want, got) {
			t.Errorf("%s: the form did\n%+v\nand the command\n%+v", c.ruleset, got, want)
		}
	}
}

func TestAttackFormAsksOnlyWhatIsNeeded(t *testing.T) {
	tb := versus(t, "combat-sequence")
	tb.do("Anna", "/character save name:Knight stats:dex 3, ac 12 weapon:Sword, melee, 1d8")
	tb.do("GM", "/init remove name:Knight")
	tb.do("Anna", "/init join")
	tb.do("GM", "/init roll rolls:party 8, foes 1")
	form := tb.opened("Anna", "attack")
	if got := offered(form, "weapon"); len(offered(form, "who")) != 0 || !slices.Equal(got, []string{"Sword", "Punch"}) || !form.Inputs[1].Menu.Options[0].Picked {
		t.Errorf("Anna's form: %+v", form)
	}
	form = tb.opened("GM", "attack")
	if got := offered(form, "who"); !slices.Equal(got, []string{"Elf", "Knight"}) {
		t.Errorf("the GM's form asks for one of %q", got)
	}
	tb.wants(tb.fill("GM", form.ID, map[string]string{"target": "Goblin", "weapon": "Punch"}), true, "Nobody was chosen")
	bad := tb.fill("GM", form.ID, map[string]string{"who": "Knight", "target": "Goblin", "weapon": "Sword", "more": "quickly"})
	tb.wants(bad, true, `"quickly" can't be added to an attack`)
	again := tb.press("GM", bad.Buttons[0][0].ID).Form
	if again == nil || !slices.ContainsFunc(again.Inputs[0].Menu.Options, func(o discord.Option) bool { return o.Value == "Knight" && o.Picked }) {
		t.Errorf("the form was not opened with what had been chosen: %+v", again)
	}
	tb.wants(tb.fill("GM", form.ID, map[string]string{"who": "Elf", "target": "Goblin", "weapon": "Punch", "more": "roll 20"}), false, "Elf attacks Goblin (Punch)")
}

// TestFormsWithSeveralTargets checks that several targets can be picked from a menu, whole groups too, and that nobody has to be picked
// twice.
func TestFormsWithSeveralTargets(t *testing.T) {
	tb := fight(t)
	form := tb.opened("Anna", "damage")
	want := []string{"Goblin", "Goblin 1", "Goblin 2", "Goblin 3", "Knight", "Elf", "Owl"}
	if got := offered(form, "target"); !slices.Equal(got, want) || !slices.Equal(offered(form, "half"), want) || !slices.Equal(offered(form, "none"), want) {
		t.Errorf("the form offers %q", got)
	}
	tb.wants(tb.fill("Anna", form.ID, map[string]string{"target": "Goblin 1,Goblin 2", "half": "Elf", "none": "Goblin 3", "amount": "4"}), false,
		"Goblins 1 and 2 take 4 damage", "Elf takes half", "Goblin 3 takes nothing")
	for name, hp := range map[string]int{"Goblin 1": 4, "Goblin 2": 4, "Goblin 3": 8, "Elf": 18} {
		if got := tb.hp(name); got != hp {
			t.Errorf("%s has %d hit points, want %d", name, got, hp)
		}
	}
	form = tb.opened("Anna", "heal")
	if got := offered(form, "target"); got[0] != "Knight" || !slices.Contains(got, "Goblin") {
		t.Errorf("healing is offered to %q, friends first", got)
	}
	tb.wants(tb.fill("Anna", form.ID, map[string]string{"target": "Goblin,Elf", "amount": "1"}), false, "heal")
	if tb.hp("Goblin 1") != 5 || tb.hp("Elf") != 19 {
		t.Error("not everybody was healed")
	}
	form = tb.opened("GM", "effect")
	tb.wants(tb.fill("GM", form.ID, map[string]string{"target": "Goblin,Knight", "name": "Burning", "duration": "2 rounds", "more": "damage 1d4, skip"}), false,
		"Goblin", "Knight", "Burning")
	for _, e := range tb.state().Effects {
		if e.Damage != "1d4" || !e.Skip || e.Remaining != 2 {
			t.Errorf("%+v", e)
		}
	}
	tb.wants(tb.fill("GM", form.ID, map[string]string{"target": "Elf", "name": "Hexed", "duration": "until removed"}), false, "Elf is Hexed")
}

func (tb *table) hp(name string) int {
	tb.t.Helper()
	for _, c := range tb.state().Combatants {
		if c.Name == name {
			return c.HP
		}
	}
	tb.t.Fatalf("nobody is called %s", name)
	return 0
}

// TestFormsWithMoreThanAMenuHolds checks that beyond 25 candidates there is a text input for the rest.
func TestFormsWithMoreThanAMenuHolds(t *testing.T) {
	tb := formFight(t, rulesetNamed(t, "turn-order"), 30)
	for _, verb := range []string{"damage", "heal", "effect"} {
		form := tb.opened("GM", verb)
		if n := len(offered(form, "target")); n != 24 || form.Inputs[0].Required || form.Inputs[1].ID != "target_more" {
			t.Errorf("%s offers %d and then %s", verb, n, form.Inputs[1].ID)
		}
		fields := map[string]string{"target": "Goblin 1,Goblin 2", "target_more": "Goblin 29, Goblin 30", "amount": "2", "name": "Slow"}
		tb.wants(tb.fill("GM", form.ID, fields), false)
		for _, n := range []string{"1", "2", "29", "30"} {
			if !regexp.MustCompile(`\b` + n + `\b`).MatchString(strings.ReplaceAll(tb.last.Text, "2 damage", "")) {
				t.Errorf("%s left out Goblin %s: %s", verb, n, tb.last.Text)
			}
		}
	}
	tb = formFight(t, rulesetNamed(t, "combat-sequence"), 30)
	tb.turnOf(strings.Repeat("Ж", engine.MaxName))
	form := tb.opened("Anna", "attack")
	if n := len(offered(form, "target")); n != 24 {
		t.Errorf("attack offers %d", n)
	}
	tb.wants(tb.fill("Anna", form.ID, map[string]string{"target_more": "Goblin 30", "weapon": "Punch"}), false, "attacks Goblin 30")
}

// TestFormsOfferNobodyHidden checks that a hidden combatant is offered to nobody but the GM, in no form.
func TestFormsOfferNobodyHidden(t *testing.T) {
	for _, rs := range ruleset.Seeds() {
		tb := versus(t, rs.Name)
		tb.do("GM", "/init add name:Zorn stats:"+niStats(rs.Name, false)+", hp 9 hidden:true")
		tb.do("GM", "/init roll")
		tb.turnOf("Knight")
		tb.do("Anna", "/act reserve ticks:1")
		forms := 0
		for _, verb := range []string{"attack", "damage", "heal", "effect", "react", "reserve", "act", "move", "long"} {
			id := discord.CustomID(verb, tb.turnArg())
			for _, who := range []string{"Anna", "Ben"} {
				if got := tb.press(who, id); got.Form != nil {
					forms++
					for _, in := range got.Form.Inputs {
						if text := fmt.Sprintf("%+v %+v", in, in.Options()); strings.Contains(text, "Zorn") {
							t.Errorf("%s: %s sees in %s: %s", rs.Name, who, verb, text)
						}
					}
				} else if strings.Contains(got.Text, "Zorn") {
					t.Errorf("%s: %s is told of %s: %s", rs.Name, who, verb, got.Text)
				}
			}
		}
		if forms < 5 {
			t.Errorf("%s: only %d forms were opened", rs.Name, forms)
		}
		if got := offered(tb.opened("GM", "damage"), "target"); !slices.Contains(got, "Zorn") {
			t.Errorf("%s: the GM is offered %q", rs.Name, got)
		}
	}
}

// TestFormsAreRefusedBeforeTheyOpen checks that a form that could only be refused doesn't open, and that its button says what the
// command would say.
func TestFormsAreRefusedBeforeTheyOpen(t *testing.T) {
	for _, c := range []struct{ ruleset, before, who, verb, line string }{
		{"turn-order", "", "Cleo", "damage", "/damage target:Goblin amount:1"},
		{"turn-order", "", "Cleo", "effect", "/effect add target:Goblin name:Prone"},
		{"turn-order", "", "Anna", "add", "/init add name:Orc"},
		{"turn-order", "", "Anna", "attack", "/attack target:Goblin"},
		{"turn-order", "", "Anna", "react", "/act react activity:Duck"},
		{"rounds-initiative", "", "Ben", "attack", "/attack target:Goblin weapon:Punch"},
		{"rounds-initiative", "", "Cleo", "attack", "/attack target:Goblin weapon:Punch"},
		{"rounds-initiative", "Anna: /act do activity:Climb", "Anna", "attack", "/attack target:Goblin weapon:Punch"},
		{"rounds-initiative", "GM: /init pause", "Anna", "attack", "/attack target:Goblin weapon:Punch"},
		{"flow-of-time", "", "Anna", "react", "/act react activity:Duck"},
		{"flow-of-time", "", "Ben", "react", "/act react activity:Duck"},
		{"flow-of-time", "", "Ben", "reserve", "/act reserve ticks:1"},
		{"flow-of-time", "Anna: /act reserve ticks:2", "Anna", "reserve", "/act reserve ticks:1"},
		{"structured-time", "GM: /effect add target:Elf name:Bound no_reactions:true", "Ben", "react", "/act react activity:Duck"},
		{"structured-time", "", "Cleo", "react", "/act react activity:Duck"},
	} {
		tb := versus(t, c.ruleset)
		tb.do("GM", "/init roll")
		tb.turnOf("Knight")
		if who, line, given := strings.Cut(c.before, ": "); given {
			tb.do(who, line)
		}
		pressed, typed := tb.press(c.who, discord.CustomID(c.verb, tb.turnArg())), tb.do(c.who, c.line)
		if pressed.Form != nil || !pressed.Refused || pressed.Text != typed.Text {
			t.Errorf("%s: %s presses %s: %q, types %s: %q", c.ruleset, c.who, c.verb, pressed.Text, c.line, typed.Text)
		}
	}
}

// TestDamageIsOfferedForWhomItMay checks that players out of their turn, and where only the GM enters damage, are offered their own.
func TestDamageIsOfferedForWhomItMay(t *testing.T) {
	tb := fight(t)
	if got := offered(tb.opened("Ben", "damage"), "target"); !slices.Equal(got, []string{"Elf", "Owl"}) {
		t.Errorf("Ben is offered %q in Anna's turn", got)
	}
	tb.do("Admin", "/roundel settings damage:gm")
	if got := offered(tb.opened("Anna", "heal"), "target"); !slices.Equal(got, []string{"Knight"}) {
		t.Errorf("Anna is offered %q where only the GM heals", got)
	}
	tb = newTable(t)
	for _, line := range []string{"GM: /init start", "GM: /init add name:Goblin stats:init 1, hp 4 roll:5", "Anna: /init join name:Knight stats:init 5 roll:9", "GM: /init roll"} {
		who, what, _ := strings.Cut(line, ": ")
		tb.do(who, what)
	}
	tb.do("Admin", "/roundel settings damage:gm")
	tb.wants(tb.press("Anna", discord.CustomID("damage", tb.turnArg())), true, "In this server, only <@100> can enter damage")
}

// TestNobodyToAttack checks what a form says while there is nobody it could be for.
func TestNobodyToAttack(t *testing.T) {
	tb := newTable(t)
	tb.bot.dice = dice.Seeded(1)
	tb.do("GM", "/init start ruleset:rounds-initiative")
	tb.wants(tb.press("GM", discord.CustomID("effect", tb.turnArg())), true, "Nobody is in this fight yet")
	tb.do("Anna", "/init join name:Knight stats:dex 1, ac 12")
	tb.do("GM", "/init add name:Zorn stats:dex 1, ac 12, hp 3 hidden:true")
	tb.do("GM", "/init roll")
	tb.turnOf("Knight")
	tb.wants(tb.press("Anna", discord.CustomID("attack", tb.turnArg())), true, "There's nobody to attack")
	if got := offered(tb.opened("GM", "attack"), "target"); !slices.Equal(got, []string{"Zorn"}) {
		t.Errorf("the GM can attack %q", got)
	}
}

// TestTargetsWithoutArmorAreNotOffered checks that those are left out whom an attack could only be refused on, and that the form says why
// if there is nobody else.
func TestTargetsWithoutArmorAreNotOffered(t *testing.T) {
	tb := versus(t, "combat-sequence")
	tb.do("GM", "/init join name:Ghost stats:dex 1, ac_ranged 10 side:foes")
	tb.do("GM", "/init edit name:Goblin stats:ac 12")
	tb.do("GM", "/init roll rolls:party 8, foes 1")
	if got := offered(tb.opened("Anna", "attack"), "target"); !slices.Equal(got, []string{"Goblin", "Wolf", "Ghost", "Elf"}) {
		t.Errorf("Anna is offered %q", got)
	}
	for i := range tb.store.fight(testChannel).state.Combatants {
		if c := &tb.store.fight(testChannel).state.Combatants[i]; c.Name != "Wolf" {
			c.Stats = nil
		}
	}
	if got := offered(tb.opened("Anna", "attack"), "target"); !slices.Equal(got, []string{"Wolf"}) {
		t.Errorf("with armor only on the Wolf, Anna is offered %q", got)
	}
	tb.do("GM", "/init remove name:Wolf")
	tb.wants(tb.press("Anna", discord.CustomID("attack", tb.turnArg())), true, "ac")
}

// TestReactionOfOneOfSeveral checks that the form asks who reacts only if several can.
func TestReactionOfOneOfSeveral(t *testing.T) {
	tb := versus(t, "structured-time")
	tb.do("GM", "/init edit name:Wolf owner:Ben")
	tb.do("GM", "/init roll")
	form := tb.opened("Ben", "react")
	if got := offered(form, "who"); !slices.Equal(got, []string{"Elf", "Wolf"}) {
		t.Errorf("Ben is asked for one of %q", got)
	}
	tb.wants(tb.fill("Ben", form.ID, map[string]string{"who": "Wolf", "activity": "Duck"}), false, "Wolf reacts: Duck")
	tb.do("GM", "/effect add target:Elf name:Bound no_reactions:true")
	form = tb.opened("Ben", "react")
	if len(form.Inputs) != 1 {
		t.Errorf("%+v", form)
	}
	tb.wants(tb.fill("Ben", form.ID, map[string]string{"activity": "Dodge"}), false, "Wolf reacts: Dodge")
}

// TestCardSaysWhatIsLeftOnce: at first the card says what the turn allows, and later how much of it is left, but never both.
func TestCardSaysWhatIsLeftOnce(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:combat-sequence")
	tb.do("Anna", "/init join name:Knight stats:dex 1, hp 12")
	tb.do("GM", "/init add name:Goblin stats:dex 2, ac 13, hp 5")
	tb.do("GM", "/init roll rolls:party 8, foes 1")
	const all, left = "You have a main action, a move and on-turn actions.", "Left: a move."
	if card := card.Card(lang.English(), tb.public(), tb.rules(), nil).Text; !strings.Contains(card, all) || strings.Contains(strings.ToLower(card), "left:") {
		t.Errorf("a new turn: %s", card)
	}
	tb.do("Anna", "/act do activity:Climb")
	if card := card.Card(lang.English(), tb.public(), tb.rules(), nil).Text; !strings.Contains(card, left) || strings.Contains(card, all) {
		t.Errorf("after the main action: %s", card)
	}
}
