package bot

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
)

// withDragon is a fight of two knights and a dragon of the GM's, in which the GM has ended Ann's turn and the dragon has its own.
func withDragon(t *testing.T) (tb *table, turn *discord.Reply) {
	t.Helper()
	tb, _ = withMonsters(t, "five-e-2014")
	tb.want("Anna", "/init join name:Ann stats:init 2, ac 18, hp 60 roll:19")
	tb.want("Ben", "/init join name:Ben stats:init 2, ac 18, hp 60 roll:3")
	tb.want("GM", "/init add monster:Adult Red Dragon name:Ember roll:12")
	tb.want("GM", "/init roll")
	return tb, tb.do("GM", "/next")
}

// shownButtons returns the labels of a message's buttons, those that are disabled in parentheses, and the options of its menus.
func shownButtons(r *discord.Reply) (out []string) {
	for _, row := range r.Buttons {
		for _, b := range row {
			switch {
			case b.Menu != nil:
				for _, o := range b.Menu.Options {
					out = append(out, "> "+o.Label)
				}
			case b.Disabled:
				out = append(out, "("+b.Label+")")
			default:
				out = append(out, b.Label)
			}
		}
	}
	return out
}

// wantButtons fails unless a message has these buttons, among others in their order.
func wantButtons(t *testing.T, r *discord.Reply, want ...string) {
	t.Helper()
	if r == nil {
		t.Fatal("there is no message")
	}
	got := shownButtons(r)
	for _, w := range want {
		if !slices.Contains(got, w) {
			t.Errorf("%q isn't among %q", w, got)
		}
	}
}

// TestMO15BlockAtTheStartOfATurn: the GM's private message is the stat block, in reply to the GM and by itself, and so is the GM screen; others are told
// nothing of it.
func TestMO15BlockAtTheStartOfATurn(t *testing.T) {
	tb, next := withDragon(t)
	for name, r := range map[string]*discord.Reply{"the GM's reply": next.Alone, "the GM screen": tb.do("GM", "/init list")} {
		if r == nil || !r.V2 {
			t.Fatalf("%s: %+v", name, r)
		}
		if !strings.Contains(r.Text, "**Ember**\nHuge dragon, CR 17 (18,000 XP)\nHit points: 256/256 (19d12+133) · AC 19") ||
			!strings.Contains(r.Text, "- Fire Breath (1 of 1, recharge 5–6, dex, DC 21") || !strings.Contains(r.Text, "Left: legendary 3/3, resistance 3/3\n-# This work includes") {
			t.Errorf("%s: %s", name, r.Text)
		}
		wantButtons(t, r, "Multiattack", "Bite", "Claw", "Tail", "Frightful Presence", "Fire Breath (1)", "(Wing Attack)")
		for _, row := range r.Buttons[max(0, len(r.Buttons)-3):] {
			if len(row) > 2 {
				t.Errorf("%s: %d buttons in a row", name, len(row))
			}
		}
		if n := (discord.Message{Text: r.Text, Buttons: r.Buttons}).Components(); n > discord.MaxComponents || discord.Length(r.Text) > discord.MaxContentV2 {
			t.Errorf("%s: %d components, %d characters", name, n, discord.Length(r.Text))
		}
	}
	if strings.Contains(next.Text, "Multiattack") || strings.Contains(tb.shownCard().Text, "Breath") {
		t.Errorf("%s\n%s", next.Text, tb.shownCard().Text)
	}
	tb.want("GM", "/init undo")
	p := &phone{}
	tb.way = func(*discord.Request) discord.Whisperer { return p }
	tb.do("GM", "/init list")
	tb.do("Anna", "/next")
	if got := tb.wantTold(p, "**Ember**"); !got.V2 || !strings.Contains(got.Text, "- Multiattack: Frightful Presence, 1 Bite, 2 Claw") {
		t.Errorf("%+v", got)
	}
}

// TestMO15SeveralKinds: a unit of one kind has one block; of several kinds, today's attacks and a menu to choose one; a minion that belongs to a player has
// today's.
func TestMO15SeveralKinds(t *testing.T) {
	tb, _ := withMonsters(t, "five-e-2014")
	tb.want("Anna", "/init join name:Ann stats:init 2, ac 18, hp 60 roll:19")
	tb.want("GM", "/init add monster:Goblin count:2 roll:10")
	tb.want("GM", "/init roll")
	next := tb.do("GM", "/next")
	if !strings.Contains(next.Alone.Text, "**Goblin**") || !strings.Contains(next.Alone.Text, "Hit points: Goblin 1 7/7, Goblin 2 7/7 · AC 15") || strings.Count(next.Alone.Text, "Scimitar") != 1 {
		t.Errorf("%s", next.Alone.Text)
	}
	form := tb.press("GM", tb.button("Scimitar")).Form
	if form == nil || form.Inputs[0].ID != "who" || len(form.Inputs[0].Menu.Options) != 2 {
		t.Errorf("the form asks who: %+v", form)
	}
	got := tb.fill("GM", form.ID, map[string]string{"who": "Goblin 2", "target": "Ann", "weapon": "Scimitar", "more": "roll 2"})
	if got.Then == nil || !strings.Contains(got.Then.Text, "Goblin 2 attacks Ann (Scimitar)") || !got.Update || !strings.Contains(got.Text, "**Goblin**") {
		t.Errorf("%+v", got)
	}

	tb, _ = withMonsters(t, "five-e-2014")
	tb.want("Anna", "/init join name:Ann stats:init 2, ac 18, hp 60 roll:19")
	tb.want("GM", "/init add monster:Goblin name:Grub roll:10")
	tb.want("GM", "/init add monster:Wolf name:Fang roll:9")
	tb.want("GM", "/init add monster:Wolf name:Pet owner:Anna roll:8")
	tb.want("GM", "/init roll")
	both := []*engine.Combatant{tb.state().Combatant(2), tb.state().Combatant(3)}
	for i := range tb.state().Combatants {
		switch c := &tb.state().Combatants[i]; c.Name {
		case "Grub":
			both[0] = c
		case "Fang":
			both[1] = c
		}
	}
	reply := &discord.Reply{}
	addBlocks(lang.English(), reply, tb.state(), tb.rules(), both, inTurn)
	wantButtons(t, reply, "Scimitar", "Bite", "> Grub", "> Fang")
	if !strings.Contains(reply.Text, "Grub can attack:\n- Scimitar") || strings.Contains(reply.Text, "Nimble") {
		t.Errorf("%s", reply.Text)
	}
	tb.do("GM", "/next")
	tb.do("GM", "/next")
	tb.do("GM", "/next")
	if own := tb.do("Anna", "/init list"); strings.Contains(own.Text, "Keen Hearing") {
		t.Errorf("%s", own.Text)
	}
}

// TestMO14UsesOfEach: the block of a unit says once how many uses are left where its members agree, and of each member where they don't.
func TestMO14UsesOfEach(t *testing.T) {
	tb, _ := withMonsters(t, "five-e-2014")
	tb.want("GM", "/init add monster:Deva count:2 roll:12")
	tb.want("Anna", "/init join name:Ann stats:init 2, ac 18, hp 60 roll:1")
	tb.want("GM", "/init roll")
	block := func() string { return tb.do("GM", "/init list").Text }
	if got := block(); !strings.Contains(got, "Healing Touch (3 of 3 left") || strings.Contains(got, "Healing Touch 3/3") {
		t.Error(got)
	}
	tb.want("GM", "/monster uses name:Deva 2 ability:Healing Touch left:1")
	if got := block(); !strings.Contains(got, "\nDeva 1: Healing Touch 3/3\nDeva 2: Healing Touch 1/3\n") {
		t.Error(got)
	}
	tb.want("GM", "/monster uses name:Deva 1 ability:Healing Touch left:1")
	if got := block(); !strings.Contains(got, "Healing Touch (1 of 3 left") || strings.Contains(got, "Healing Touch 1/3") {
		t.Error(got)
	}
}

// TestMO17BlockIsDrawnAnew: a press of one of its buttons shows the block as it is then, what is used up disabled, and everyone what happened.
func TestMO17BlockIsDrawnAnew(t *testing.T) {
	tb, next := withDragon(t)
	form := tb.press("GM", tb.button("Bite")).Form
	got := tb.fill("GM", form.ID, map[string]string{"target": "Ann", "weapon": "Bite", "more": "roll 2"})
	if !got.Update || !got.Ephemeral || got.Then == nil || got.Then.Ephemeral || !strings.HasPrefix(got.Then.Text, "Ember attacks Ann (Bite)") {
		t.Fatalf("%+v", got)
	}
	wantButtons(t, got, "Multiattack", "Bite", "(Wing Attack)") // a second attack costs nothing (RS-73)
	tb.want("GM", "/init undo")
	tb.want("GM", "/act use pool:action who:Ember")
	spent := tb.do("GM", "/monster show name:Ember")
	wantButtons(t, spent, "(Multiattack)", "(Bite)", "(Claw)", "(Frightful Presence)", "(Fire Breath (1))")
	_ = next
}

// TestMO14Worth: a monster that doesn't say what it is worth is worth what the ruleset says about its rating: the fight's or, without a fight, the server's.
func TestMO14Worth(t *testing.T) {
	tb, files := withMonsters(t, "five-e-2014")
	tb.wants(tb.handle(tb.addFile(files, "Admin", strings.Replace(ownBeast, "    hp: 50", "    hp: 50\n    rating: 2", 1))), true, "Added: Beast.")
	tb.want("Admin", "/init add monster:Beast roll:9")
	tb.wants(tb.do("GM", "/monster show name:Beast"), true, "CR 2 (450 XP)")
	tb.wants(tb.do("Admin", "/monster show name:Beast"), true, "CR 2 (450 XP)")
	tb, files = withUploads(t) // without a fight
	tb.wants(tb.handle(tb.addFile(files, "Admin", strings.Replace(ownBeast, "    hp: 50", "    hp: 50\n    rating: 2", 1))), true, "Added: Beast.")
	tb.wants(tb.do("Admin", "/monster show name:Beast"), true, "rating 2\n")
	tb.want("Admin", "/roundel settings ruleset:five-e-2014")
	tb.wants(tb.do("Admin", "/monster show name:Beast"), true, "CR 2 (450 XP)")
}

// TestMO14EitherAttack: an attack that is melee or ranged is shown as both, of a kind and of a combatant.
func TestMO14EitherAttack(t *testing.T) {
	tb, _ := withMonsters(t, "five-e-2014")
	const want = "Spear: melee or ranged, "
	tb.wants(tb.do("Admin", "/monster show name:Merfolk"), true, want)
	tb.want("Admin", "/init add monster:Merfolk roll:9")
	tb.wants(tb.do("GM", "/monster show name:Merfolk"), true, want)
	tb.want("Anna", "/init join name:Ann stats:init 2, ac 18, hp 60 roll:5")
	block := tb.do("GM", "/init roll").Alone
	tb.wants(block, true, want)
	tb.want("Admin", "/monster save name:Fishman from:Merfolk", want)
	s := tb.state()
	if lines := words.AttackLines(lang.English(), s, []*engine.Combatant{&s.Combatants[0]}); !slices.ContainsFunc(lines, func(line string) bool { return strings.Contains(line, want) }) {
		t.Errorf("%q", lines)
	}
	tb.wants(tb.do("Admin", "/monster show name:srd-5.1/Gladiator"), true, want, "Shield Bash: melee, +7")
}

// TestMO17KindsOfAUnit: where a unit has several kinds, an ability's button is for whoever of its kind can use it, asks who if several can, is disabled when
// none can, and its message is drawn again. In a menu, what can't be used says so.
func TestMO17KindsOfAUnit(t *testing.T) {
	tb, files := withMonsters(t, "combat-sequence")
	beast := "roundel: 1\nmonsters:\n  - name: Beast\n    hp: 9\n    stats: {dex: 1}\n    abilities:\n"
	for i := range 30 {
		beast += fmt.Sprintf("      - {name: Gift %d, uses: 1}\n", i)
	}
	beast += "  - name: Imp\n    hp: 3\n    stats: {dex: 1}\n    abilities: [{name: Sting, uses: 1, text: It stings.}]\n"
	tb.wants(tb.handle(tb.addFile(files, "Admin", beast)), true, "Added: Beast, Imp.")
	tb.want("Anna", "/init join name:Ann stats:dex 1, hp 9")
	tb.want("Admin", "/init add monster:Imp count:2")
	tb.want("Admin", "/init add monster:Beast name:Grim")
	tb.want("GM", "/init roll rolls:party 1, foes 6")
	screen := tb.do("GM", "/init list")
	var menu *discord.Button
	for _, row := range screen.Buttons {
		if len(row) == 1 && row[0].Menu != nil && strings.HasPrefix(row[0].ID, "ability:") {
			menu = &row[0]
		}
	}
	if menu == nil || menu.Menu.Options[0].Label != "Sting (1)" || menu.Menu.Options[0].About != "" {
		t.Fatalf("%+v", screen.Buttons)
	}
	form := tb.pick("GM", menu.ID, menu.Menu.Options[0].Value).Form
	if form == nil || len(form.Inputs) != 1 || len(form.Inputs[0].Menu.Options) != 2 {
		t.Fatalf("%+v", form)
	}
	once := tb.fill("GM", form.ID, map[string]string{"who": "Imp 2"})
	tb.wants(once, true, "Imp 2 uses **Sting**")
	wantButtons(t, once, "> Sting (1)")
	twice := tb.pick("GM", menu.ID, menu.Menu.Options[0].Value)
	tb.wants(twice, true, "Imp 1 uses **Sting**")
	for _, row := range twice.Buttons {
		for _, b := range row {
			if b.ID == menu.ID && (b.Menu.Options[0].Label != "Sting (0)" || b.Menu.Options[0].About != "Not now" || b.Menu.Options[1].About != "") {
				t.Errorf("%+v", b.Menu.Options[:2])
			}
		}
	}
	wantButtons(t, twice, "> Sting (0)")
}

// TestMO16OtherActions: what has no room as a button is in a menu, which does the same.
func TestMO16OtherActions(t *testing.T) {
	tb, files := withMonsters(t, "five-e-2014")
	var zoo strings.Builder
	zoo.WriteString("roundel: 1\nmonsters:\n  - name: Hydra\n    hp: 90\n    stats: {init: 3, ac: 15}\n    attacks:\n")
	for i := range 12 {
		fmt.Fprintf(&zoo, "      - {name: Head %d, bonus: 5, damage: 1d8 piercing}\n", i)
	}
	zoo.WriteString("    abilities:\n")
	for i := range 20 {
		fmt.Fprintf(&zoo, "      - {name: Breath %d, save: dex %d, damage: 2d6 fire, text: %q}\n", i, 10+i, strings.Repeat("Word ", 55)+"end.")
	}
	tb.wants(tb.handle(tb.addFile(files, "Admin", zoo.String())), true, "Added: Hydra.")
	tb.want("Anna", "/init join name:Ann stats:init 2, ac 18, hp 60 roll:19")
	tb.want("Admin", "/init add monster:Hydra roll:10")
	tb.want("GM", "/init roll")
	next := tb.do("GM", "/next").Alone
	buttons, options := 0, 0
	for _, row := range next.Buttons {
		for _, b := range row {
			if b.Menu != nil {
				options += len(b.Menu.Options)
			} else if buttons++; len(row) > 2 {
				t.Errorf("%d buttons in a row", len(row))
			}
		}
	}
	if n := (discord.Message{Text: next.Text, Buttons: next.Buttons}).Components(); n > discord.MaxComponents || buttons > 20 || buttons+options != 33 {
		t.Errorf("%d components, %d buttons, %d options", n, buttons, options)
	}
	if strings.Contains(next.Text, "Word") || discord.Length(next.Text) > discord.MaxContentV2 || !strings.Contains(next.Text, "- Breath 19 (dex, DC 29, 2d6 fire)") {
		t.Errorf("%d: %s", len(next.Text), next.Text)
	}
	more := tb.press("GM", tb.button("More"))
	if whole := more.Text; !more.Ephemeral || more.Update || strings.Count(whole, "end.") != 20 {
		t.Errorf("%s", whole)
	}
	menu := tb.labelled("Other actions")
	i := slices.IndexFunc(menu.Menu.Options, func(o discord.Option) bool { return o.Label == "Breath 19" })
	form := tb.pick("GM", menu.ID, menu.Menu.Options[i].Value).Form
	if form == nil || !strings.Contains(form.Title, "Breath 19") {
		t.Errorf("%+v", form)
	}
	r := tb.request("GM", discord.Pressed)
	r.Path, r.Fields = menu.ID, map[string]string{"values": "undo:" + strings.Split(menu.ID, ":")[1]}
	tb.wants(tb.handle(r), true, "button")
	tb.wants(tb.pick("Anna", menu.ID, menu.Menu.Options[i].Value), true, "nly <@100>")
}

// TestMO13ShowPrefersTheFight: for who runs the fight, a combatant of that name comes before the kind; anyone else learns nothing of it.
func TestMO13ShowPrefersTheFight(t *testing.T) {
	tb, _ := withDragon(t)
	tb.want("GM", "/damage target:Ember amount:100 fire plain:true")
	live := tb.do("GM", "/monster show name:ember")
	tb.wants(live, true, "**Ember**", "Hit points: 156/256 (19d12+133)")
	wantButtons(t, live, "Multiattack", "Fire Breath (1)")
	kind := tb.do("GM", "/monster show name:Adult Red Dragon")
	tb.wants(kind, true, "**Adult Red Dragon**", "Hit points: 256 (19d12+133)", "- Fire Breath (recharge 5–6, ")
	if len(kind.Buttons) > 0 {
		t.Errorf("a kind has live buttons: %q", shownButtons(kind))
	}
	for _, name := range []string{"Ember", "Adult Red Dragon", "Nobody"} {
		tb.wants(tb.do("Anna", "/monster show name:"+name), true, "Only members with")
	}
	next := tb.do("GM", "/next")
	live = tb.do("GM", "/monster show name:Ember")
	wantButtons(t, live, "(Multiattack)", "(Bite)", "(Fire Breath (1))")
	_ = next
}

// TestMO21Multiattack plays worked example 6: it costs what an attack costs and opens a row for this turn, whose attacks are free; all of them at one
// target are one step and stop when it goes down; a second one is refused; the row ends with the turn.
func TestMO21Multiattack(t *testing.T) {
	tb, _ := withDragon(t)
	tb.want("GM", "/hp target:Ann amount:=9")
	block := tb.do("GM", "/monster show name:Ember")
	wantButtons(t, block, "Multiattack")
	begun := tb.press("GM", tb.button("Multiattack"))
	tb.wants(begun, true, "Ember: multiattack. Left: Frightful Presence, Bite, 2 Claw.")
	wantButtons(t, begun, "Frightful Presence (1)", "Bite (1)", "Claw (2)", "All at one target", "(Multiattack)", "(Bite)", "(Fire Breath (1))")
	if begun.Then != nil || !begun.Update {
		t.Errorf("others are told of it: %+v", begun.Then)
	}
	if again := tb.press("GM", buttonsOf(block)["Multiattack"]); !again.Refused || !strings.Contains(again.Text, "already used multiattack this turn") {
		t.Errorf("%+v", again)
	}
	exported := func() string {
		var out struct {
			Combatants []struct {
				Name        string
				Multiattack json.RawMessage
			}
		}
		text := tb.do("GM", "/init export").Files[0].Data
		if err := json.Unmarshal(text, &out); err != nil {
			t.Fatal(err)
		}
		for _, c := range out.Combatants {
			if c.Name == "Ember" {
				return strings.Join(strings.Fields(string(c.Multiattack)), "")
			}
		}
		return ""
	}
	if got := exported(); got != `{"left":[{"of":["FrightfulPresence"],"n":1},{"of":["Bite"],"n":1},{"of":["Claw"],"n":2}]}` {
		t.Errorf("encounter.json: %s", got)
	}
	before := tb.state()
	form := tb.press("GM", tb.button("All at one target")).Form
	tb.roll(15, 2, 2, 2, 2) // Bite hits: 2d10 and 2d6, 8 + 8 = 16
	all := tb.fill("GM", form.ID, map[string]string{"target": "Ann"})
	if all.Then == nil || strings.Count(all.Then.Text, "attacks Ann") != 1 || !strings.Contains(all.Then.Text, "down") {
		t.Fatalf("%+v", all.Then)
	}
	wantButtons(t, all, "Frightful Presence (1)", "(Bite (0))", "Claw (2)", "All at one target")
	if got := exported(); got != `{"left":[{"of":["FrightfulPresence"],"n":1},{"of":["Claw"],"n":2}]}` {
		t.Errorf("encounter.json: %s", got)
	}
	tb.want("GM", "/init undo")
	if now := tb.state(); now.Combatants[0].HP != before.Combatants[0].HP || now.MultiattackOf(now.Combatant(before.Combatants[2].ID)).Left[1].N != 1 {
		t.Errorf("one step takes back all attacks: %+v", now.Combatants[0])
	}
	form = tb.press("GM", buttonsOf(begun)["Claw (2)"]).Form
	tb.roll(2)
	one := tb.fill("GM", form.ID, map[string]string{"target": "Ben", "weapon": "Claw"})
	wantButtons(t, one, "Claw (1)", "Bite (1)")
	form = tb.press("GM", buttonsOf(begun)["Claw (2)"]).Form
	other := tb.fill("GM", form.ID, map[string]string{"target": "Ben", "weapon": "Tail"})
	if !other.Refused || !strings.Contains(other.Text, "Tail isn't left in the multiattack of Ember. Left: Frightful Presence, Bite and Claw.") {
		t.Errorf("%s", other.Text)
	}
	tb.do("GM", "/next")
	if got := exported(); got != "null" {
		t.Errorf("after the turn: %s", got)
	}
	stale := tb.press("GM", buttonsOf(one)["Claw (1)"])
	if !stale.Refused {
		t.Errorf("%+v", stale)
	}
	for _, who := range []string{"Anna", "Ben"} {
		tb.wants(tb.press(who, buttonsOf(one)["Claw (1)"]), true, "nly <@100>")
	}
}

// TestMO22LegendaryRow plays worked example 7: after another's turn the GM gets a row, which has none live once one is used; in its own turn all are
// disabled; Pass closes it.
func TestMO22LegendaryRow(t *testing.T) {
	tb, own := withDragon(t)
	wantButtons(t, own.Alone, "(Detect)", "(Tail Attack)", "(Wing Attack)")
	tb.do("GM", "/next") // the dragon's turn ends: not another's
	next := tb.do("GM", "/next").Alone
	if next == nil || !strings.Contains(next.Text, "**Ember** · legendary actions: 3 of 3 left · Wing Attack costs 2") {
		t.Fatalf("%+v", next)
	}
	wantButtons(t, next, "Detect", "Tail Attack", "Wing Attack", "Pass")
	wantButtons(t, tb.do("GM", "/init list"), "Detect", "Tail Attack", "Wing Attack")
	passed := tb.press("GM", buttonsOf(next)["Pass"])
	if !passed.Update || passed.Text != "Passed." || len(passed.Buttons) > 0 || tb.state().Notices != nil {
		t.Errorf("%+v", passed)
	}
	tb.wants(tb.press("Anna", buttonsOf(next)["Pass"]), true, "nly <@100>")
	p := &phone{}
	tb.way = func(*discord.Request) discord.Whisperer { return p }
	tb.do("GM", "/init list")
	tb.do("Anna", "/next") // the dragon's own turn begins
	if got := tb.wantTold(p, "**Ember**"); strings.Contains(got.Text, "legendary actions: ") {
		t.Errorf("%s", got.Text)
	}
}
