package bot

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"roundel/bot/card"
	"roundel/bot/discord"
)

// appliedTo opens the form for a message and returns it.
func (tb *table) appliedTo(who string, texts ...string) *discord.Form {
	tb.t.Helper()
	got := tb.quote(who, "Apply to fight", texts...)
	if got.Form == nil {
		tb.t.Fatalf("no form: %s", got.Text)
	}
	return got.Form
}

// chosenIn returns the labels that are picked in an input of a form.
func chosenIn(t *testing.T, f *discord.Form, id string) string {
	t.Helper()
	var out []string
	for _, o := range input(t, f, id).Options().Options {
		if o.Picked {
			out = append(out, o.Label)
		}
	}
	return strings.Join(out, ", ")
}

// TestCR57WhoMay: Apply to fight is open to those who can do any of what it does, under the setting for damage, and in servers and fights only.
func TestCR57WhoMay(t *testing.T) {
	tb := damageTable(t)
	form77 := "from-message-form:" + tb.turnArg() + ":77"
	for who, want := range map[string]string{"GM": "Damage, Healing, Initiative", "Admin": "Damage, Healing, Initiative", "Anna": "Damage, Healing", "Ben": "Damage, Healing"} {
		if got := offers(input(t, tb.appliedTo(who, "9"), "use").Options()); got != want {
			t.Errorf("%s: %s", who, got)
		}
	}
	if got := offered(tb.appliedTo("Ben", "9"), "target"); !slices.Equal(got, []string{"Elf"}) { // it isn't the Elf's turn
		t.Errorf("Ben is offered %v", got)
	}
	tb.wants(tb.quote("Cleo", "Apply to fight", "9"), true, "the players in this fight can do that")
	tb.do("Admin", "/roundel settings damage:gm")
	if got := offered(tb.appliedTo("Anna", "9"), "target"); !slices.Equal(got, []string{"Knight"}) {
		t.Errorf("Anna is offered %v where the GM deals damage", got)
	}
	tb.wants(tb.fill("Anna", form77, map[string]string{"number": "0:9", "use": "damage", "target": "Goblin 1"}), true, "can enter damage and healing")
	tb.do("Admin", "/roundel settings damage:confirm")
	got := tb.fill("Anna", form77, map[string]string{"number": "0:9", "use": "damage", "target": "Goblin 1"})
	tb.wants(got, false, "From a message", "Waiting for the GM")
	tb.wants(tb.press("GM", got.Buttons[0][0].ID), false, "Goblin 1 takes 9 damage")

	r := tb.request("Anna", discord.Typed)
	r.Path, r.Guild, r.Quoted = "Apply to fight", "", &discord.Quoted{ID: "5", Texts: []string{"9"}}
	tb.wants(tb.handle(r), true, "only works in servers")
	tb.do("GM", "/init pause")
	tb.wants(tb.quote("GM", "Apply to fight", "9"), true, "paused")
	tb.do("GM", "/init resume")
	tb.do("GM", "/init end")
	tb.press("GM", tb.last.Buttons[0][0].ID)
	tb.wants(tb.quote("GM", "Apply to fight", "9"), true, "no fight")
}

// TestCR57Forged: what the form didn't offer is refused, and changes nothing.
func TestCR57Forged(t *testing.T) {
	tb := damageTable(t)
	tb.bot.dice = anyDice{}
	tb.do("GM", "/init add name:Zorn stats:init 2, hp 9 hidden:true")
	before, err := json.Marshal(tb.state())
	if err != nil {
		t.Fatal(err)
	}
	form77 := "from-message-form:" + tb.turnArg() + ":77"
	fine := map[string]string{"number": "0:9", "use": "damage", "target": "Goblin 1", "half": "false"}
	for name, one := range map[string]struct{ form, key, value, want string }{
		"no number":            {form77, "number", "", "No number"},
		"a number of no form":  {form77, "number", "nine", "isn't one of the form's choices"},
		"a large number":       {form77, "number", "0:100001", "0 to 100,000"},
		"a negative number":    {form77, "another", "-1", "0 to 100,000"},
		"another of letters":   {form77, "another", "2d6", "whole number"},
		"another use":          {form77, "use", "murder", "isn't one of the form's choices"},
		"no use":               {form77, "use", "", "what to use the number as"},
		"an attack of nobody":  {form77, "use", "attack-99", "no longer in this fight"},
		"an attack":            {form77, "use", "attack-" + card.CombatantArg(&tb.state().Combatants[0]), "Turn Order doesn't compare"},
		"no target":            {form77, "target", "", "Choose a target"},
		"somebody hidden":      {form77, "target", "Zorn", "has that name"},
		"initiative of others": {form77, "use", "initiative", "Only <@100>"},
		"half":                 {form77, "half", "perhaps", "isn't one of the form's choices"},
		"no message":           {"from-message-form", "half", "false", "form"},
		"another message":      {"from-message-form:" + tb.turnArg() + ":x", "half", "false", "form"},
	} {
		fields := map[string]string{}
		for key, value := range fine {
			fields[key] = value
		}
		fields[one.key] = one.value
		if got := tb.fill("Anna", one.form, fields); !got.Ephemeral || !strings.Contains(got.Text, one.want) {
			t.Errorf("%s: %s", name, got.Text)
		}
	}
	tb.wants(tb.fill("Anna", form77, map[string]string{"number": "0:9", "use": "healing", "target": "Knight", "half": "true"}), true, "Half only goes with damage")
	tb.wants(tb.fill("GM", form77, map[string]string{"number": "0:9", "use": "initiative", "target": "Knight,Elf"}), true, "for one combatant")
	tb.wants(tb.fill("GM", form77, map[string]string{"number": "0:9", "use": "initiative", "target": "Goblin 1"}), true, "Goblin")
	if after, _ := json.Marshal(tb.state()); string(after) != string(before) {
		t.Error("something has changed")
	}
}

// TestCR57Targets: the only one named beside those whose turn it is is chosen, by whole names.
func TestCR57Targets(t *testing.T) {
	tb := damageTable(t)
	tb.bot.dice = anyDice{}
	tb.do("GM", "/init add name:Black Elf stats:init 1, hp 9")
	tb.do("GM", "/init add name:Assassin as:Shade stats:init 1, hp 9")
	for text, want := range map[string]string{
		"Knight hits Goblin 2 for 9":       "Goblin 2",
		"the black elf takes 9":            "Black Elf",
		"the elf and the black elf, 9":     "",
		"Elfs take 9":                      "",
		"Goblin 12 takes 9":                "",
		"Knight takes 9":                   "",
		"9, Goblin 1. Goblin 1!":           "Goblin 1",
		"**Goblin 3** takes *9* (~~Elf~~)": "Goblin 3",
	} {
		if got := chosenIn(t, tb.appliedTo("Anna", text), "target"); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	if got := chosenIn(t, tb.appliedTo("GM", "the assassin takes 9"), "target"); !strings.Contains(got, "Assassin") {
		t.Errorf("the GM's name for somebody masked chooses %q", got)
	}
	for range 3 {
		tb.do("GM", "/init add name:Rat count:10 stats:init 1, hp 1 separate:true")
	}
	form := tb.appliedTo("Anna", "Rat 30 takes 9")
	if got := chosenIn(t, form, "target"); got != "Rat 30" || len(input(t, form, "target").Menu.Options) != discord.MaxOptions-1 {
		t.Errorf("of many, %q is chosen", got)
	}
}

// TestCR60Before: a form says to whom its message was applied before, until that is undone, and only to those who see them.
func TestCR60Before(t *testing.T) {
	tb := damageTable(t)
	tb.bot.dice = anyDice{}
	tb.do("GM", "/init add name:Zorn stats:init 2, hp 9 hidden:true")
	help := func(who string) string { return input(t, tb.appliedTo(who, "boom 9"), "target").Help }
	form := tb.appliedTo("GM", "boom 9")
	tb.wants(tb.fill("GM", form.ID, map[string]string{"number": "0:9", "use": "damage", "target": "Zorn"}), true, "From a message", "Zorn takes 9")
	if gm, anna := help("GM"), help("Anna"); gm != "Applied before to Zorn" || anna != "" {
		t.Errorf("%q, %q", gm, anna)
	}
	public := tb.public()
	if len(public.Messages) != 0 {
		t.Errorf("everyone can know of %+v", public.Messages)
	}
	tb.wants(tb.fill("GM", form.ID, map[string]string{"number": "0:9", "use": "damage", "target": "Zorn,Goblin 1"}), false, "From a message", "Goblin 1 takes 9")
	if gm, anna := help("GM"), help("Anna"); gm != "Applied before to Zorn and Goblin 1" || anna != "Applied before to Goblin 1" {
		t.Errorf("%q, %q", gm, anna)
	}
	if text := strings.Join(tb.history(viewerOf("Anna")), "\n"); !strings.Contains(text, "From a message") || strings.Contains(text, "boom") || strings.Contains(text, "Zorn") {
		t.Error(text)
	}
	for _, one := range tb.store.fight(testChannel).all() {
		if data, _ := json.Marshal(one); strings.Contains(string(data), "boom") {
			t.Errorf("the message's text is stored: %s", data)
		}
	}
	tb.do("GM", "/init undo")
	if gm, anna := help("GM"), help("Anna"); gm != "Applied before to Zorn" || anna != "" {
		t.Errorf("after an undo: %q, %q", gm, anna)
	}
}

// TestCR57ManyTargets: whoever has no place in the menu of targets can be typed, and half damage is a use then. A message without numbers has room for both.
func TestCR57ManyTargets(t *testing.T) {
	tb := damageTable(t)
	tb.bot.dice = anyDice{}
	tb.want("GM", "/init add name:Rat count:30 stats:init 1, hp 20", "joined")
	ids := func(form *discord.Form) string {
		var out []string
		for _, in := range form.Inputs {
			out = append(out, in.ID)
		}
		return strings.Join(out, " ")
	}
	form := tb.appliedTo("Anna", "the rat takes 9")
	checkForm(t, "from-message-form", form)
	if got := ids(form); got != "number another use target target_more" {
		t.Fatalf("the form has %s", got)
	}
	uses := offers(input(t, form, "use").Options())
	if !strings.HasPrefix(uses, "Damage, Half damage, Healing") {
		t.Errorf("uses are %s", uses)
	}
	if got := len(input(t, form, "target").Menu.Options); got != discord.MaxOptions-1 {
		t.Errorf("%d targets", got)
	}
	fields := map[string]string{"number": "0:9", "use": "half", "target_more": "Rat 30"}
	tb.wants(tb.fill("Anna", form.ID, fields), false, "Rat 30 takes 4 damage, half of 9")
	fields = map[string]string{"number": "0:9", "use": "damage", "target": "Goblin 1", "target_more": "Rat 29, Rat 30"}
	tb.wants(tb.fill("Anna", form.ID, fields), false, "Goblin 1", "Rat", "9")
	tb.wants(tb.fill("Anna", form.ID, map[string]string{"number": "0:9", "use": "damage"}), true, "Choose a target")
	tb.wants(tb.fill("Anna", form.ID, map[string]string{"number": "0:9", "use": "damage", "target_more": "Rat 99"}), true, "Nobody called")
	if got := chosenIn(t, tb.appliedTo("Anna", "Rat 30 takes 9"), "target"); got != "Rat 30" {
		t.Errorf("chosen is %q", got)
	}
	if got := ids(tb.appliedTo("Anna", "boom")); got != "another use target target_more half" {
		t.Errorf("without numbers, the form has %s", got)
	}
}

// TestCR60BeforeApplied: a proposal counts as applied only once the GM applies it. Whoever saw a target that has since left still reads its name.
func TestCR60BeforeApplied(t *testing.T) {
	tb := damageTable(t)
	help := func(who string) string { return input(t, tb.appliedTo(who, "boom 9"), "target").Help }
	fill := func(who, target string) *discord.Reply {
		t.Helper()
		return tb.fill(who, tb.appliedTo(who, "boom 9").ID, map[string]string{"number": "0:9", "use": "damage", "target": target})
	}
	wants := func(gm, anna string) {
		t.Helper()
		if g, a := help("GM"), help("Anna"); g != gm || a != anna {
			t.Errorf("%q, %q, want %q, %q", g, a, gm, anna)
		}
	}
	tb.do("Admin", "/roundel settings damage:confirm")
	first := fill("Anna", "Goblin 1,Goblin 2")
	tb.wants(first, false, "Waiting for the GM")
	wants("", "")
	tb.do("GM", "/init remove name:Goblin 2")
	tb.wants(tb.press("GM", first.Buttons[0][0].ID), false, "Goblin 1 takes 9")
	wants("Applied before to Goblin 1", "Applied before to Goblin 1")
	tb.do("GM", "/init remove name:Goblin 1")
	wants("Applied before to Goblin 1", "Applied before to Goblin 1")
	tb.do("GM", "/init edit name:Goblin 3 hidden:true")
	fill("GM", "Goblin 3")
	tb.do("GM", "/init remove name:Goblin 3")
	wants("Applied before to Goblin 1 and Goblin 3", "Applied before to Goblin 1")
	tb.do("GM", "/init undo")
	wants("Applied before to Goblin 1 and Goblin 3", "Applied before to Goblin 1")
	tb.do("GM", "/init undo")
	tb.do("GM", "/init undo")
	tb.do("GM", "/init undo")
	tb.do("GM", "/init undo") // what the GM applied
	wants("", "")
}

// TestNU35LeftInMessages: players read the mask of somebody masked who has left the fight, and the GM reads both names.
func TestNU35LeftInMessages(t *testing.T) {
	tb := damageTable(t)
	tb.do("GM", "/init add name:Assassin as:Figure stats:init 2, hp 30 roll:1")
	form := tb.appliedTo("GM", "boom 9")
	tb.fill("GM", form.ID, map[string]string{"number": "0:9", "use": "damage", "target": "Figure"})
	for range 2 {
		for who, want := range map[string]string{"Anna": "Applied before to Figure", "GM": "Applied before to Assassin (as Figure)"} {
			if got := input(t, tb.appliedTo(who, "boom 9"), "target").Help; got != want {
				t.Errorf("%s reads %q", who, got)
			}
		}
		tb.do("GM", "/init remove name:Figure")
	}
}

// TestCR59Attack: an attack is judged by its total, by degrees where there are some, takes what attacks take, and leads to damage.
func TestCR59Attack(t *testing.T) {
	for _, one := range []struct {
		ruleset string
		total   string
		want    string
	}{{"five-e-2014", "14", "Miss"}, {"five-e-2014", "15", "Hit"}, {"three-actions", "25", "Critical success"}, {"three-actions", "15", "Success"},
		{"three-actions", "14", "Failure"}, {"three-actions", "5", "Critical failure"}, {"rounds-initiative", "15", "Hit"}, {"combat-sequence", "14", "Miss"}} {
		tb := versus(t, one.ruleset)
		tb.bot.dice = anyDice{}
		tb.do("GM", "/init roll")
		attacker := tb.state().ActiveMembers()[0].Name
		target := "Elf"
		if attacker == target {
			target = "Knight"
		}
		tb.do("GM", "/init edit name:"+target+" stats:ac 15, hp 30")
		form := tb.appliedTo("GM", "To hit: "+one.total)
		use := untouched(input(t, form, "use"))
		if !strings.HasPrefix(use, "attack-") {
			t.Fatalf("%s: %q is chosen of %s", one.ruleset, use, offers(input(t, form, "use").Options()))
		}
		got := tb.fill("GM", form.ID, map[string]string{"number": "0:" + one.total, "use": use, "target": target})
		tb.wants(got, false, "From a message", attacker+" attacks "+target+": **"+one.total+"**", one.want)
		damage := slices.ContainsFunc(slices.Concat(got.Buttons...), func(b discord.Button) bool { return b.Label == "Damage" })
		if hits := strings.Contains(strings.ToLower(one.want), "hit") || strings.HasSuffix(one.want, "uccess"); damage != hits {
			t.Errorf("%s, %s: a button for damage: %v", one.ruleset, one.total, damage)
		}
		if damage {
			if form := tb.press("GM", got.Buttons[0][0].ID).Form; form == nil || chosenIn(t, form, "target") != target {
				t.Errorf("%s: the form for damage is %+v", one.ruleset, form)
			}
		}
	}
}

// TestCR59Turn: whose attack it can be is for the turn in which the form was opened, and so is the button for the damage of a hit. In another turn or fight,
// the same numbers are other combatants.
func TestCR59Turn(t *testing.T) {
	tb := versus(t, "five-e-2014")
	tb.bot.dice = anyDice{}
	tb.do("GM", "/init roll")
	tb.turnOf("Wolf")
	tb.do("GM", "/init edit name:Knight stats:ac 15")
	hits := map[string]string{"number": "0:30", "target": "Knight"}
	form := tb.appliedTo("GM", "To hit: 30")
	hits["use"] = untouched(input(t, form, "use"))
	hit := tb.fill("GM", form.ID, hits)
	tb.wants(hit, false, "Wolf attacks Knight: **30**", "Hit")
	if form := tb.press("GM", hit.Buttons[0][0].ID).Form; form == nil {
		t.Fatal("the button doesn't open the form")
	}
	late := tb.appliedTo("GM", "To hit: 30")
	tb.do("GM", "/next")
	tb.wants(tb.press("GM", hit.Buttons[0][0].ID), true, "earlier turn")
	tb.wants(tb.fill("GM", late.ID, hits), true, "earlier turn")
	tb.wants(tb.fill("GM", late.ID, map[string]string{"number": "0:3", "use": "damage", "target": "Knight"}), false, "Knight takes 3") // means the same

	tb.do("GM", "/init end")
	tb.press("GM", tb.last.Buttons[0][0].ID)
	tb.do("GM", "/init start ruleset:five-e-2014")
	for _, name := range []string{"Ogre", "Cook", "Smith", "Cat"} {
		tb.do("GM", "/init add name:"+name+" stats:init 2, ac 12, hp 9")
	}
	tb.do("GM", "/init roll")
	hits["target"] = "Cat"
	tb.wants(tb.press("GM", hit.Buttons[0][0].ID), true, "earlier turn")
	tb.wants(tb.fill("GM", late.ID, hits), true, "earlier turn")
}

// TestCR57Attackers: of many whose turn it is, those are offered that can attack.
func TestCR57Attackers(t *testing.T) {
	tb := newTable(t)
	tb.bot.dice = anyDice{}
	tb.want("GM", "/init start ruleset:five-e-2014", "begins")
	tb.do("Anna", "/init join name:Knight stats:init 1, ac 30, hp 20 roll:1")
	tb.do("GM", "/init add name:Rat count:9 stats:init 9, ac 9, hp 2 roll:20")
	tb.do("GM", "/init roll")
	for n := range 7 {
		tb.want("GM", "/damage target:Rat "+strconv.Itoa(n+1)+" amount:9", "Rat")
	}
	if got := offers(input(t, tb.appliedTo("GM", "to hit: 9"), "use").Options()); got != "Damage, Healing, Initiative, Attack result of Rat 8, Attack result of Rat 9" {
		t.Errorf("offered are %s", got)
	}
}

// TestCR57Again: a refused form opens again with what was chosen. The message's text is kept nowhere, so its other numbers aren't offered.
func TestCR57Again(t *testing.T) {
	tb := damageTable(t)
	form := tb.appliedTo("Anna", "8 damage, 9 fire")
	refused := tb.fill("Anna", form.ID, map[string]string{"number": "1:9", "use": "healing", "target": "Knight", "half": "true"})
	tb.wants(refused, true, "Half only goes with damage")
	again := tb.press("Anna", buttonID(t, refused, "Try again")).Form
	if again == nil || again.ID != form.ID {
		t.Fatalf("%+v", again)
	}
	if offered, chosen := offers(input(t, again, "number").Options()), chosenIn(t, again, "number"); offered != "9" || chosen != "9" {
		t.Errorf("%s of %s", chosen, offered)
	}
	if use, target := chosenIn(t, again, "use"), chosenIn(t, again, "target"); use != "Healing" || target != "Knight" || input(t, again, "half").Value != "true" {
		t.Errorf("%s, %s, %+v", use, target, again)
	}
	tb.wants(tb.fill("Anna", again.ID, map[string]string{"number": "1:9", "use": "damage", "target": "Goblin 1"}), false, "Goblin 1 takes 9")
	tb.wants(tb.press("Ben", buttonID(t, refused, "Try again")), true, "someone else")
}

// TestCR56ApplyRoll: a public roll above 0 in a running fight can be applied.
func TestCR56ApplyRoll(t *testing.T) {
	tb := newTable(t)
	button := func(line string) string {
		t.Helper()
		for _, b := range slices.Concat(tb.do("Anna", line).Buttons...) {
			if b.Label == "Apply to fight" {
				return b.ID
			}
		}
		return ""
	}
	tb.roll(5)
	if button("/roll dice:d6") != "" {
		t.Error("without a fight")
	}
	tb = damageTable(t)
	tb.roll(5, 5, 2)
	for line, want := range map[string]bool{"/roll dice:d6": true, "/roll dice:d6 secret:true": false, "/roll dice:0*d6": false} {
		if got := button(line) != ""; got != want {
			t.Errorf("%s: %v", line, got)
		}
	}
	tb.roll(5)
	rolled := tb.do("Anna", "/roll dice:d6+3")
	r := tb.request("Anna", discord.Pressed)
	r.Path, r.Message, r.Quoted = rolled.Buttons[0][1].ID, "700", &discord.Quoted{ID: "700", Texts: []string{rolled.Text}}
	form := tb.handle(r).Form
	if form == nil || chosenIn(t, form, "number") != "8" || chosenIn(t, form, "use") != "Damage" {
		t.Fatalf("%+v", form)
	}
	tb.wants(tb.fill("Anna", form.ID, map[string]string{"number": "0:8", "use": "damage", "target": "Goblin 1"}), false, "Goblin 1 takes 8")
}

// TestCR56Amounts: damage and healing take the notation of rolls, without repeats, advantage and names.
func TestCR56Amounts(t *testing.T) {
	tb := damageTable(t)
	tb.roll(2, 6, 1, 5)
	tb.wants(tb.do("Anna", "/damage target:Goblin 1 amount:4d6dl1/2"), false, "Goblin 1 takes 6 damage (4d6dl1 (2, 6, ~~1~~, 5) / 2 = 6)")
	tb.roll(6, 2)
	tb.wants(tb.do("GM", "/heal target:Goblin 1 amount:(1d6! + 1) * 2"), false, "Goblin 1 heals 18 ((1d6! (6, 2) + 1) × 2 = 18)")
	for _, amount := range []string{"2#1d6", "1d20 adv", "init", "2d6 + dex", "-(1d6)", "=2*3"} {
		if got := tb.do("Anna", "/damage target:Goblin 1 amount:"+amount); !got.Ephemeral || !got.Refused {
			t.Errorf("%s: %s", amount, got.Text)
		}
	}
}

// TestCR71Members: what commands on members show and do.
func TestCR71Members(t *testing.T) {
	tb := damageTable(t)
	tb.do("Anna", "/character save name:Sage stats:init 9")
	tb.wants(tb.useOn("Anna", "Show character", people()["Anna"]), true, "Sage")
	tb.wants(tb.useOn("Anna", "Show character", people()["Ben"]), true, "Elf", "20/20")
	if got := tb.last.Text; strings.Contains(got, "Knight") || strings.Contains(got, "Goblin") {
		t.Error(got)
	}
	tb.wants(tb.useOn("Anna", "Show character", people()["Cleo"]), true, "You see nobody of that member")
	form := tb.useOn("GM", "Damage character", people()["Ben"]).Form
	if form == nil || chosenIn(t, form, "target") != "Elf" {
		t.Fatalf("%+v", form)
	}
	tb.wants(tb.fill("GM", form.ID, map[string]string{"target": "Elf", "amount": "3"}), false, "Elf takes 3 damage")
	tb.wants(tb.useOn("Cleo", "Damage character", people()["Anna"]), true, "the players in this fight can do that")
	tb.do("GM", "/init edit name:Elf hidden:true")
	for _, command := range []string{"Show character", "Damage character"} {
		tb.wants(tb.useOn("Anna", command, people()["Ben"]), true, "You see nobody of that member")
	}
	tb.wants(tb.useOn("GM", "Show character", people()["Ben"]), true, "Elf")
	count := map[discord.CommandKind]int{}
	for _, c := range tb.bot.Commands() {
		count[c.Type]++
		if c.Type == discord.ChatCommand {
			continue
		}
		if c.Description != "" || c.Options != nil || c.Contexts == nil || len(*c.Contexts) != 1 || (*c.Contexts)[0] != 0 {
			t.Errorf("%+v", c)
		}
	}
	const most = 100 // slash commands that Discord accepts (CR-71)
	if count[discord.ChatCommand] > most || count[discord.UserCommand] != 2 || count[discord.MessageCommand] != 1 {
		t.Errorf("%v", count)
	}
}

// TestCR59Rejoin: a score that was stated is kept as such when its character leaves and joins again: nobody knows what its die showed.
func TestCR59Rejoin(t *testing.T) {
	for _, rolled := range []bool{false, true} {
		tb := newTable(t)
		tb.bot.dice = anyDice{}
		tb.want("GM", "/init start", "begins")
		join := "/init join name:Elf stats:init 3, hp 20"
		tb.want("Ben", join, "joined")
		if rolled {
			tb.want("GM", "/init roll", "Round 1")
		}
		form := tb.appliedTo("GM", "init 13")
		tb.wants(tb.fill("GM", form.ID, map[string]string{"number": "0:13", "use": "initiative", "target": "Elf"}), false, "13")
		tb.want("Ben", "/init remove name:Elf")
		got := tb.do("Ben", join)
		tb.wants(got, false, "joined", "**13**")
		if strings.Contains(got.Text, "d20") {
			t.Errorf("a die is shown: %s", got.Text)
		}
		if !rolled {
			if got := tb.do("GM", "/init roll"); !strings.Contains(got.Text, "Elf: **13**") || strings.Contains(got.Text, "d20") {
				t.Errorf("the list shows a die: %s", got.Text)
			}
		}
		if u := tb.state().Units[0]; u.Base != 13 || u.Natural != 10 || !u.Stated {
			t.Errorf("rolled before: %v: %+v", rolled, u)
		}
	}
}

// TestCR59Clock: on a clock, a new score counts from the present tick, as that of somebody who joins does.
func TestCR59Clock(t *testing.T) {
	tb := newTable(t)
	for _, line := range []string{"/init start ruleset:tick-clock", "/init add name:A stats:init 2 roll:3", "/init add name:B stats:init 1 roll:3", "/init roll", "/next", "/next", "/next", "/next"} {
		tb.do("GM", line)
	}
	form := tb.appliedTo("GM", "Initiative: 6")
	tb.wants(tb.fill("GM", form.ID, map[string]string{"number": "0:6", "use": "initiative", "target": "B"}), false, "B's initiative is now 20 (was 14).")
}
