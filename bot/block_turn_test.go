package bot

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"roundel/bot/discord"
	"roundel/engine"
	"roundel/engine/ruleset"
)

// TestMO22RowStaysWithTheRest: in the message with the row of legendary actions, what else it has stays when one is used, or passed: the attacks of another
// foe whose turn has begun.
func TestMO22RowStaysWithTheRest(t *testing.T) {
	tb, _ := withMonsters(t, "five-e-2014")
	tb.want("Anna", "/init join name:Ann stats:init 2, ac 18, hp 60 roll:19")
	tb.want("Admin", "/monster save name:Brute stats:init 1, ac 11, hp 32 attacks:Mace, hit 4, 1d6+2, type bludgeoning")
	tb.want("Admin", "/init add monster:Brute name:Thug roll:15")
	tb.want("Ben", "/init join name:Ben stats:init 2, ac 18, hp 60 roll:9")
	tb.want("GM", "/init add monster:Adult Red Dragon name:Ember roll:5")
	tb.want("GM", "/init roll")
	next := tb.do("GM", "/next").Alone
	wantButtons(t, next, "Detect", "Wing Attack", "Pass", "Mace")
	used := tb.press("GM", buttonsOf(next)["Detect"])
	tb.wants(used, true, "Ember uses **Detect**.", "legendary actions: 2 of 3 left", "Thug can attack:")
	wantButtons(t, used, "(Detect)", "(Wing Attack)", "Mace")
	passed := tb.press("GM", buttonsOf(next)["Pass"])
	if !passed.Update || strings.Contains(passed.Text, "legendary") {
		t.Errorf("%+v", passed)
	}
	wantButtons(t, passed, "Mace")
}

// TestMO22QuestionStays: a message that still asks what became of somebody goes on asking when a legendary action is used.
func TestMO22QuestionStays(t *testing.T) {
	tb, _ := withMonsters(t, "five-e-2014")
	tb.want("Anna", "/init join name:Ann stats:init 2, ac 18, hp 60 roll:19")
	tb.want("GM", "/init add name:Thug stats:init 1, ac 11, hp 5 roll:2")
	tb.want("Ben", "/init join name:Ben stats:init 2, ac 18, hp 60 roll:9")
	tb.want("GM", "/init add monster:Adult Red Dragon name:Ember roll:5")
	tb.want("GM", "/init roll")
	p := &phone{}
	tb.way = func(*discord.Request) discord.Whisperer { return p }
	tb.do("GM", "/init list")
	tb.want("Anna", "/damage target:Thug amount:9")
	tb.wantTold(p, "Thug")
	tb.want("Anna", "/next")
	told := tb.wantTold(p, "**Ember** · legendary actions: 3 of 3 left")
	asks := func(rows [][]discord.Button) bool {
		return slices.ContainsFunc(rows, func(row []discord.Button) bool { return row[0].Menu != nil && strings.HasPrefix(row[0].ID, "fate:") })
	}
	if !asks(told.Buttons) {
		t.Fatalf("%s %+v", told.Text, told.Buttons)
	}
	used := tb.press("GM", buttonsOf(&discord.Reply{Buttons: told.Buttons})["Detect"])
	tb.wants(used, true, "Ember uses **Detect**.")
	if !used.Update || !asks(used.Buttons) {
		t.Errorf("%s %+v", used.Text, used.Buttons)
	}
}

// TestMO22Costs plays the rest of worked example 7: after the next turn, the uses that remain pay for those that cost one.
func TestMO22Costs(t *testing.T) {
	tb, _ := withMonsters(t, "five-e-2014")
	for i, name := range []string{"Ann", "Ben", "Cid"} {
		tb.want("Anna", "/init join name:"+name+" stats:init 2, ac 18, hp 60, dex 1 roll:1"+string(rune('9'-i)))
	}
	tb.want("GM", "/init add monster:Adult Red Dragon name:Ember roll:5")
	tb.want("GM", "/init roll")
	row := tb.do("GM", "/next").Alone
	form := tb.press("GM", buttonsOf(row)["Wing Attack"]).Form
	tb.roll(3, 4)
	used := tb.fill("GM", form.ID, map[string]string{"target": "Ann", "dc": "22", "amount": "2d6+8 bludgeoning"})
	tb.wants(used, true, "legendary actions: 1 of 3 left")
	wantButtons(t, used, "(Detect)", "(Tail Attack)", "(Wing Attack)", "Pass")
	next := tb.do("GM", "/next").Alone
	wantButtons(t, next, "Detect", "Tail Attack", "(Wing Attack)", "Pass")
	if stale := tb.press("GM", buttonsOf(row)["Detect"]); !stale.Refused {
		t.Errorf("%+v", stale)
	}
}

// ownBeast is a monster with a part of a multiattack that can be either of two attacks, and abilities as others.
const ownBeast = `roundel: 1
monsters:
  - name: Beast
    hp: 50
    stats: {init: 3, ac: 15}
    multiattack: Gaze, Howl, 2 Claw or Tail
    attacks:
      - {name: Claw, bonus: 5, damage: 1d6 slashing}
      - {name: Tail, bonus: 5, damage: 1d8 bludgeoning}
    abilities:
      - {name: Gaze, uses: 2, text: It stares.}
      - {name: Howl, as: bonus, save: wis 12}
      - {name: Parry, as: reaction, text: It parries.}
`

// withBeast is a fight of Ann and two beasts of the GM's, of which the first has its turn.
func withBeast(t *testing.T) (tb *table, turn *discord.Reply) {
	t.Helper()
	tb, files := withMonsters(t, "five-e-2014")
	tb.wants(tb.handle(tb.addFile(files, "Admin", ownBeast)), true, "Added: Beast.")
	tb.want("Anna", "/init join name:Ann stats:init 2, ac 18, hp 60, wis 1 roll:10")
	tb.want("Admin", "/init add monster:Beast name:Grim roll:15")
	tb.want("Admin", "/init add monster:Beast name:Gnaw roll:2")
	return tb, tb.do("GM", "/init roll").Alone
}

// TestMO21EitherAttack: a part that is either of two attacks has both buttons and one count, and of all at one target its first is made.
func TestMO21EitherAttack(t *testing.T) {
	tb, turn := withBeast(t)
	begun := tb.press("GM", buttonsOf(turn)["Multiattack"])
	tb.wants(begun, true, "Grim: multiattack. Left: Gaze, Howl, 2 Claw or Tail.")
	wantButtons(t, begun, "Claw (2)", "Tail (2)")
	form := tb.press("GM", buttonsOf(begun)["Tail (2)"]).Form
	tb.roll(2)
	one := tb.fill("GM", form.ID, map[string]string{"target": "Ann", "weapon": "Tail"})
	tb.wants(one.Then, false, "Grim attacks Ann (Tail)")
	wantButtons(t, one, "Claw (1)", "Tail (1)", "All at one target")
	form = tb.press("GM", buttonsOf(one)["All at one target"]).Form
	tb.roll(2)
	all := tb.fill("GM", form.ID, map[string]string{"target": "Ann"})
	if n := strings.Count(all.Then.Text, "attacks Ann"); n != 1 {
		t.Errorf("%d attacks", n)
	}
	tb.wants(all.Then, false, "Grim attacks Ann (Claw)")
	wantButtons(t, all, "(Claw (0))", "(Tail (0))", "(All at one target)", "Gaze (1)")
	if again := tb.press("GM", buttonsOf(one)["All at one target"]); !again.Refused || again.Form != nil {
		t.Errorf("%+v", again)
	}
}

// TestMO21AbilitiesOfTheRow: abilities of a multiattack cost a use and no pool, each as often as it says, and not without a use left.
func TestMO21AbilitiesOfTheRow(t *testing.T) {
	tb, turn := withBeast(t)
	begun := tb.press("GM", buttonsOf(turn)["Multiattack"])
	left := func(pool string) int {
		s := tb.state()
		return s.PoolLeft(&s.Combatants[1], tb.rules().Pool(pool))
	}
	uses := func() int {
		s := tb.state()
		n, _ := s.Combatants[1].UsesLeft(engine.FindAbility(s.Abilities(&s.Combatants[1]), "Gaze"))
		return n
	}
	gazes := func() int { s := tb.state(); return s.MultiattackOf(&s.Combatants[1]).Left[0].N }
	if left("action") != 0 || left("bonus") != 1 || uses() != 2 {
		t.Fatalf("action %d, bonus action %d, uses %d", left("action"), left("bonus"), uses())
	}
	form := tb.press("GM", buttonsOf(begun)["Howl (1)"]).Form
	howled := tb.fill("GM", form.ID, map[string]string{"target": "Ann", "dc": "12"})
	tb.wants(howled.Then, false, "**Howl**")
	wantButtons(t, howled, "(Howl (0))", "Gaze (1)", "Howl")
	if left("bonus") != 1 {
		t.Error("the row has paid for it")
	}
	gazed := tb.press("GM", buttonsOf(begun)["Gaze (1)"])
	if gazed.Then != nil || !strings.Contains(gazed.Text, "Grim uses **Gaze**: 1 of 2 left.") || uses() != 1 || gazes() != 0 {
		t.Errorf("%s, then %+v, uses %d", gazed.Text, gazed.Then, uses())
	}
	wantButtons(t, gazed, "(Gaze (0))", "(Gaze (1))")
	if again := tb.press("GM", buttonsOf(begun)["Gaze (1)"]); !again.Refused || uses() != 1 {
		t.Errorf("%s", again.Text)
	}
	tb.want("GM", "/init undo")
	if uses() != 2 || gazes() != 1 {
		t.Error("one step takes back the use and the part")
	}
	tb.want("GM", "/monster uses name:Grim ability:Gaze left:0")
	wantButtons(t, tb.do("GM", "/monster show name:Grim"), "(Gaze (1))", "(Gaze (0))")
	if none := tb.press("GM", buttonsOf(begun)["Gaze (1)"]); !none.Refused || !strings.Contains(none.Text, "all 2 uses are spent") || gazes() != 1 {
		t.Errorf("%s", none.Text)
	}
}

// TestMO21AttackOfAnAbility: an attack that an ability of the row makes is to others what it would be had it been typed: it costs what attacks cost.
func TestMO21AttackOfAnAbility(t *testing.T) {
	for _, part := range []string{"Claw", "Swipe"} {
		tb, files := withMonsters(t, "five-e-2014")
		beast := strings.Replace(ownBeast, "Gaze, Howl, 2 Claw or Tail", "1 Claw, 1 Swipe", 1) + "      - {name: Swipe, attack: Claw}\n"
		tb.wants(tb.handle(tb.addFile(files, "Admin", beast)), true, "Added: Beast.")
		tb.want("Anna", "/init join name:Ann stats:init 2, ac 18, hp 60 roll:10")
		tb.want("Admin", "/init add monster:Beast name:Grim roll:15")
		begun := tb.press("GM", buttonsOf(tb.do("GM", "/init roll").Alone)["Multiattack"])
		tb.wants(tb.do("Anna", "/init list"), true, "Turn: **Grim**, left: action,")
		form := tb.press("GM", buttonsOf(begun)[part+" (1)"]).Form
		tb.roll(2)
		made := tb.fill("GM", form.ID, map[string]string{"target": "Ann", "weapon": "Claw"})
		if made.Then == nil || !strings.Contains(made.Then.Text, "Grim attacks Ann (Claw)") {
			t.Fatalf("%s: %+v", part, made)
		}
		wantButtons(t, made, "("+part+" (0))")
		if got := tb.do("Anna", "/init list").Text; strings.Contains(got, "left: action,") {
			t.Errorf("%s: %s", part, got)
		}
	}
}

// TestMO19HandedOver: a player who is given a monster in its turn reads what it has left of that, even if an ability has cost something in secret. Others
// go on reading what they did.
func TestMO19HandedOver(t *testing.T) {
	t.Parallel()
	tb, turn := withBeast(t)
	tb.press("GM", buttonsOf(turn)["Gaze (2)"])
	tb.want("GM", "/init edit name:Grim owner:@Anna", "is now played by")
	if got := tb.do("Anna", "/init list").Text; !strings.Contains(got, "Turn: **Grim**, left: bonus") {
		t.Error(got)
	}
	tb.wants(tb.do("Ben", "/init list"), true, "Turn: **Grim**, left: action,")
	tb.want("GM", "/init edit name:Grim owner:<@100>", "Grim")
	tb.wants(tb.do("Anna", "/init list"), true, "Turn: **Grim**, left: action,")
}

// TestMO21Several: of a unit of one kind, each has a multiattack of its own, and buttons say whose they are. If several can begin theirs, a form asks which
// of them does (MO-15); what is no longer so is refused with what
// there is (MO-18).
func TestMO21Several(t *testing.T) {
	tb, files := withMonsters(t, "five-e-2014")
	tb.wants(tb.handle(tb.addFile(files, "Admin", ownBeast)), true, "Added: Beast.")
	tb.want("Anna", "/init join name:Ann stats:init 2, ac 18, hp 60 roll:10")
	tb.want("Admin", "/init add monster:Beast count:4 roll:15")
	tb.want("GM", "/init roll")
	tb.want("GM", "/act use pool:action who:Beast 1")
	tb.want("GM", "/hp target:Beast 4 amount:=0")
	block := tb.do("GM", "/monster show name:Beast 1")
	wantButtons(t, block, "(Multiattack)")
	turn := tb.do("GM", "/init list")
	form := tb.press("GM", buttonsOf(turn)["Multiattack"]).Form
	if form == nil || form.Title != "Multiattack" || len(form.Inputs) != 1 || form.Inputs[0].Label != "Who uses it" {
		t.Fatalf("%+v", form)
	}
	var names []string
	for _, o := range form.Inputs[0].Menu.Options {
		names = append(names, o.Value)
	}
	if !slices.Equal(names, []string{"Beast 2", "Beast 3"}) {
		t.Errorf("%q are offered", names)
	}
	tb.wants(tb.fill("Anna", form.ID, map[string]string{"who": "Beast 3"}), true, "Only <@100> can do that")
	begun := tb.fill("GM", form.ID, map[string]string{"who": "Beast 3"})
	tb.wants(begun, true, "Beast 3: multiattack.")
	tb.wants(tb.fill("GM", form.ID, map[string]string{"who": "Beast 3"}), true, "Beast 3 has already used multiattack this turn.")
	begun = tb.press("GM", buttonsOf(begun)["Multiattack"]) // nobody else can
	tb.wants(begun, true, "Beast 2: multiattack.")
	tb.wants(tb.fill("GM", form.ID, map[string]string{"who": "Beast 1"}), true, "Beast 1 has already used the action this turn")
	tb.wants(tb.fill("GM", form.ID, map[string]string{"who": "Ann"}), true, "no longer in this fight")
	wantButtons(t, begun, "Claw (2) · Beast 2", "All at one target · Beast 2", "Claw (2) · Beast 3")
	form = tb.press("GM", buttonsOf(begun)["Claw (2) · Beast 3"]).Form
	tb.roll(2)
	made := tb.fill("GM", form.ID, map[string]string{"target": "Ann", "weapon": "Claw"})
	tb.wants(made.Then, false, "Beast 3 attacks Ann (Claw)")
	wantButtons(t, made, "Claw (2) · Beast 2", "Claw (1) · Beast 3")
}

// TestMO15WhoUses: of several of one kind, the form behind an ability's button asks who uses it, if more than one can.
func TestMO15WhoUses(t *testing.T) {
	tb, files := withMonsters(t, "five-e-2014")
	beast := ownBeast + "      - {name: Swipe, attack: Claw}\n      - {name: Spit, save: wis 12, damage: 2d6 acid, half: yes}\n"
	tb.wants(tb.handle(tb.addFile(files, "Admin", beast)), true, "Added: Beast.")
	tb.want("Anna", "/init join name:Ann stats:init 2, ac 18, hp 60, wis 1 roll:10")
	tb.want("Admin", "/init add monster:Beast count:3 roll:15")
	turn := tb.do("GM", "/init roll").Alone
	asked := func(r *discord.Reply, label string, names ...string) *discord.Form {
		t.Helper()
		form := tb.press("GM", buttonsOf(r)[label]).Form
		var got []string
		if form != nil && form.Inputs[0].ID == "who" {
			for _, o := range form.Inputs[0].Menu.Options {
				got = append(got, o.Value)
			}
		}
		if form == nil || !slices.Equal(got, names) {
			t.Fatalf("%s asks %q, want %q: %+v", label, got, names, form)
		}
		return form
	}
	gaze := asked(turn, "Gaze (2)", "Beast 1", "Beast 2", "Beast 3")
	used := tb.fill("GM", gaze.ID, map[string]string{"who": "Beast 2"})
	tb.wants(used, true, "Beast 2 uses **Gaze**")
	tb.wants(tb.fill("GM", gaze.ID, map[string]string{"who": "Beast 2"}), true, "Beast 2 has already used the action this turn") // MO-18
	swipe := asked(used, "Swipe", "Beast 1", "Beast 3")
	tb.roll(2)
	made := tb.fill("GM", swipe.ID, map[string]string{"who": "Beast 3", "target": "Ann"})
	tb.wants(made.Then, false, "Beast 3 attacks Ann (Claw)")
	tb.do("GM", "/init undo")
	spit := asked(used, "Spit", "Beast 1", "Beast 3")
	if last := spit.Inputs[len(spit.Inputs)-1]; len(spit.Inputs) > discord.MaxInputs || last.ID != "parts" || last.Value != "success half" {
		t.Errorf("%+v", spit.Inputs)
	}
	for parts, share := range map[string]ruleset.SaveShare{"success half": ruleset.TakesHalf, "": ""} { // what was deleted isn't brought
		tb.roll(6, 6)
		tb.fill("GM", spit.ID, map[string]string{"who": "Beast 3", "target": "Ann", "dc": "12", "amount": "2d6 acid", "parts": parts})
		if due := tb.state().AskedSaves; len(due) != 1 || due[0].Success != share {
			t.Errorf("%q: %+v", parts, due)
		}
		tb.do("GM", "/init undo")
	}
	tb.roll(6, 6)
	saved := tb.fill("GM", spit.ID, map[string]string{"who": "Beast 3", "target": "Ann", "dc": "12", "amount": "2d6 acid"})
	tb.wants(saved.Then, false, "**Spit**: Wisdom save, DC 12, 12 damage", "from Beast 3", "Ann has yet to save")
	if only := tb.press("GM", buttonsOf(saved)["Gaze (2)"]); only.Form != nil { // Beast 1 is the last that can
		t.Errorf("%+v", only.Form)
	}
	tb.wants(tb.do("GM", "/monster show name:Beast 3"), true, "Gaze (2 of 2")
}

// TestMO20TargetsFirst: whoever's turn it is, the form of an ability offers the enemies of who uses it first, and itself last.
func TestMO20TargetsFirst(t *testing.T) {
	tb, _ := withDragon(t)
	tb.do("GM", "/next")
	tb.do("GM", "/next") // Ben's turn is over, and Ann has hers
	turn := tb.do("GM", "/init list")
	form := tb.press("GM", buttonsOf(turn)["Wing Attack"]).Form
	if form == nil {
		t.Fatalf("%q", shownButtons(turn))
	}
	var names []string
	for _, o := range form.Inputs[0].Menu.Options {
		names = append(names, o.Value)
	}
	if !slices.Equal(names, []string{"Ann", "Ben", "Ember"}) {
		t.Errorf("%q are offered", names)
	}
}

// TestMO13ShowsAnybody: a combatant without a stat block is shown, too, with what is known of it.
func TestMO13ShowsAnybody(t *testing.T) {
	tb, _ := withBeast(t)
	tb.wants(tb.do("GM", "/monster show name:Ann"), true, "**Ann**", "60", "AC 18")
	tb.wants(tb.do("Ben", "/monster show name:Ann"), true, "Only members with")
}

// TestMO16ManyAtOnce: with rows of legendary actions, reactions and a stat block in one message, it keeps to Discord's limits, and all can be reached.
func TestMO16ManyAtOnce(t *testing.T) {
	for _, dragons := range []int{2, 3, 4, 6} {
		tb, files := withMonsters(t, "five-e-2014")
		tb.wants(tb.handle(tb.addFile(files, "Admin", ownBeast)), true, "Added: Beast.")
		tb.want("Anna", "/init join name:Ann stats:init 2, ac 18, hp 60 roll:19")
		tb.want("Admin", "/init add monster:Beast name:Grim roll:15")
		tb.want("Admin", "/init add monster:Beast name:Gnaw roll:2")
		for n := range dragons {
			tb.want("GM", fmt.Sprintf("/init add monster:Adult Red Dragon name:Wyrm %d roll:9", n+1), "has joined")
		}
		tb.want("GM", "/init roll")
		next := tb.do("GM", "/next")
		for where, r := range map[string]*discord.Reply{"the GM's reply": next.Alone, "the GM screen": tb.do("GM", "/init list")} {
			if n := (discord.Message{Text: r.Text, Buttons: r.Buttons, Files: r.Files}).Components(); n > discord.MaxComponents || discord.Length(r.Text) > discord.MaxContentV2 {
				t.Errorf("%s, %d dragons: %d components, %d characters", where, dragons, n, discord.Length(r.Text))
			}
			labels := strings.ReplaceAll(strings.Join(shownButtons(r), "\n"), "> ", "")
			for _, want := range []string{"Multiattack", "Claw", "Howl", "Detect · Wyrm 1", fmt.Sprint("Wing Attack · Wyrm ", dragons)} {
				if !slices.Contains(strings.Split(labels, "\n"), want) {
					t.Errorf("%s, %d dragons: %q isn't among %q", where, dragons, want, labels)
				}
			}
			if where == "the GM screen" && !strings.Contains(labels, "Parry · Gnaw") {
				t.Errorf("%d dragons: %q", dragons, labels)
			}
		}
	}
}

// TestMO23Reactions: outside its own turn, a foe's reactions are live in its block and in the GM screen, as long as the pool allows it.
func TestMO23Reactions(t *testing.T) {
	tb, turn := withBeast(t)
	wantButtons(t, turn, "Parry")
	wantButtons(t, tb.do("GM", "/init list"), "> Parry · Gnaw", "Parry")
	tb.do("GM", "/next")
	screen := tb.do("GM", "/init list")
	wantButtons(t, screen, "> Parry · Grim", "> Parry · Gnaw")
	wantButtons(t, tb.do("GM", "/monster show name:Grim"), "Parry", "(Multiattack)", "(Gaze (2))", "(Howl)")
	var menu discord.Button
	for _, row := range screen.Buttons {
		if row[0].Label == "Reactions" {
			menu = row[0]
		}
	}
	used := tb.pick("GM", menu.ID, menu.Menu.Options[0].Value)
	tb.wants(used, true, "Grim uses **Parry**")
	if got := shownButtons(used); slices.Contains(got, "> Parry · Grim") || !slices.Contains(got, "> Parry · Gnaw") {
		t.Errorf("%q", got)
	}
	wantButtons(t, tb.do("GM", "/monster show name:Grim"), "(Parry)")
	if again := tb.pick("GM", menu.ID, menu.Menu.Options[0].Value); !again.Refused || !strings.Contains(again.Text, "reaction") {
		t.Errorf("%s", again.Text)
	}
	tb.wants(tb.pick("Anna", menu.ID, menu.Menu.Options[1].Value), true, "nly <@100>")
	for _, who := range []string{"Anna", "Ben"} {
		if got := tb.do(who, "/init list"); strings.Contains(got.Text, "Parry") || slices.Contains(shownButtons(got), "> Parry · Gnaw") {
			t.Errorf("%s: %s", who, got.Text)
		}
	}
}

// TestMO13Offered: to whoever runs the fight, /monster show offers its combatants and then kinds, without the server's own where these are not for them; to
// players nothing.
func TestMO13Offered(t *testing.T) {
	tb, _ := withBeast(t)
	tb.want("GM", "/init add name:Zorn stats:init 1 hidden:true roll:7")
	for who, want := range map[string]map[string]string{
		"GM":    {"Gr": "Grim, Gray Ooze", "Zor": "Zorn", "Beas": ""},
		"Admin": {"Gr": "Grim, Gray Ooze", "Zor": "Zorn", "Beas": "Beast"},
		"Anna":  {"Gr": "", "Zor": "", "Beas": ""},
	} {
		for typed, begins := range want {
			r := tb.request(who, discord.Completing)
			r.Path, r.Focused, r.Options = "monster show", "name", map[string]string{"name": typed}
			var values []string
			for _, c := range tb.handle(r).Choices {
				values = append(values, c.Value)
			}
			if got := strings.Join(values, ", "); begins == "" && got != "" || !strings.HasPrefix(got, begins) {
				t.Errorf("%s types %q: %s", who, typed, got)
			}
		}
	}
}

// TestMO17NamesOfManyBytes: attacks whose names have letters of several bytes have buttons, too.
func TestMO17NamesOfManyBytes(t *testing.T) {
	name := strings.Repeat("Ж", 50)
	for _, beast := range []string{ownBeast, ownBeast[:strings.Index(ownBeast, "    multiattack")] + ownBeast[strings.Index(ownBeast, "    attacks"):strings.Index(ownBeast, "    abilities")]} {
		tb, files := withMonsters(t, "five-e-2014")
		beast = strings.ReplaceAll(beast, "Claw", name)
		tb.wants(tb.handle(tb.addFile(files, "Admin", beast)), true, "Added: Beast.")
		tb.want("Anna", "/init join name:Ann stats:init 2, ac 18, hp 60 roll:10")
		tb.want("Admin", "/init add monster:Beast name:Grim roll:15")
		turn := tb.do("GM", "/init roll").Alone
		var id string
		for label, button := range buttonsOf(turn) {
			if strings.HasPrefix(label, strings.Repeat("Ж", 30)) {
				id = button
			}
		}
		form := tb.press("GM", id).Form
		if form == nil {
			t.Fatalf("%q among %q", id, shownButtons(turn))
		}
		tb.roll(2)
		made := tb.fill("GM", form.ID, map[string]string{"target": "Ann", "weapon": name})
		told := said(made)
		if made.Then != nil {
			told = said(made.Then)
		}
		if !strings.Contains(told, "Grim attacks Ann ("+name+")") {
			t.Error(told)
		}
	}
}

// TestMO18AnotherByThatNumber: a button of a combatant that undo has taken away isn't one of the next that joins, though that gets its number.
func TestMO18AnotherByThatNumber(t *testing.T) {
	tb, files := withMonsters(t, "five-e-2014")
	tb.wants(tb.handle(tb.addFile(files, "Admin", ownBeast+"  - name: Imp\n    hp: 5\n    stats: {init: 1}\n    abilities:\n      - {name: Wish, uses: 1}\n      - {name: Vanish}\n")), true, "Added: Beast, Imp.")
	tb.want("Anna", "/init join name:Ann stats:init 2, ac 18, hp 60 roll:10")
	tb.want("GM", "/init roll")
	tb.want("Admin", "/init add monster:Beast name:Grim roll:2")
	shown := tb.do("GM", "/monster show name:Grim")
	tb.want("GM", "/init undo")
	tb.want("Admin", "/init add monster:Imp roll:2")
	before := tb.exported()
	for _, label := range []string{"Gaze (2)", "Howl"} {
		got := tb.press("GM", buttonsOf(shown)[label])
		tb.wants(got, true, "no longer in this fight")
	}
	if tb.exported() != before {
		t.Error("a refused press has changed something")
	}
}

// TestMO6MO16WholeBlocks: what a long stat block has no room for goes in its order, and the licence sentence stays, above other lines and below legendary actions.
func TestMO6MO16WholeBlocks(t *testing.T) {
	tb := newTable(t)
	tb.bot.dice = anyDice{}
	tb.want("GM", "/init start ruleset:five-e-2014")
	for _, name := range []string{"Lich", "Kraken", "Adult Red Dragon"} {
		tb.want("GM", "/init add monster:"+name)
		tb.want("GM", "/init add monster:"+name+" name:Second "+name+" hidden:true")
	}
	tb.want("Anna", "/init join name:Hero stats:init -9, hp 100, dex 1, level 20")
	reply := tb.do("GM", "/init roll rolls:Hero 1")
	for i := range 6 {
		alone := reply.Alone
		if reply.Ephemeral {
			alone = reply
		}
		if alone == nil || !alone.V2 || discord.Length(alone.Text) > discord.MaxContentV2 {
			t.Fatalf("turn %d: %+v", i, alone)
		}
		if !strings.HasSuffix(alone.Text, "/by/4.0/legalcode.") || strings.Contains(alone.Text, "and more") || !strings.Contains(alone.Text, "**Legendary actions**\n- ") {
			t.Errorf("turn %d:\n%s", i, alone.Text)
		}
		for _, b := range slices.Concat(alone.Buttons...) {
			if strings.HasPrefix(b.ID, "block-more:") {
				tb.wants(tb.press("GM", b.ID), true, "- ")
			}
		}
		reply = tb.do("GM", "/next")
	}
}

// TestMO21SameNameTwice: an attack that two parts of a multiattack name has a button in each, which uses that part.
func TestMO21SameNameTwice(t *testing.T) {
	tb, files := withMonsters(t, "five-e-2014")
	const chimera = "roundel: 1\nmonsters:\n  - {name: Chimera, hp: 20, stats: {init: 2, ac: 12, con: 1}, multiattack: \"%s\", " +
		"attacks: [{name: Bite, bonus: 4, damage: 1d6}, {name: Claw, bonus: 4, damage: 1d6}]}\n"
	tb.wants(tb.handle(tb.addFile(files, "Admin", fmt.Sprintf(chimera, "Bite, 21 Claw"))), true, "no attack or ability called 21 Claw")
	tb.wants(tb.handle(tb.addFile(files, "Admin", fmt.Sprintf(chimera, "Bite, 2 Claw or bite or Bite, Claw"))), true, "Added: Chimera.")
	tb.want("Admin", "/init add monster:Chimera roll:20")
	tb.want("Anna", "/init join name:Ann stats:init 0, ac 18, hp 90 roll:1")
	tb.want("GM", "/init roll")
	tb.do("GM", "/monster show name:Chimera")
	begun := tb.press("GM", tb.button("Multiattack"))
	wantButtons(t, begun, "Bite (1)", "Claw (2)", "Bite (2)", "Claw (1)")
	ids := map[string]bool{}
	for _, row := range begun.Buttons {
		for _, b := range row {
			if ids[b.ID] {
				t.Errorf("two buttons have the ID %s", b.ID)
			}
			ids[b.ID] = true
		}
	}
	form := tb.press("GM", buttonsOf(begun)["Bite (2)"]).Form
	tb.roll(2)
	tb.wants(tb.fill("GM", form.ID, map[string]string{"target": "Ann", "weapon": "Bite"}).Then, false, "Chimera attacks Ann (Bite)")
	left := func() string {
		s := tb.state()
		var of []int
		for _, part := range s.MultiattackOf(&s.Combatants[0]).Left {
			of = append(of, part.N)
		}
		return fmt.Sprint(of)
	}
	if got := left(); got != "[1 1 1]" {
		t.Errorf("left: %v", got)
	}
	form = tb.press("GM", buttonsOf(begun)["Claw (1)"]).Form // in which an attack of another part is picked
	tb.roll(2)
	tb.wants(tb.fill("GM", form.ID, map[string]string{"target": "Ann", "weapon": "Bite"}).Then, false, "Chimera attacks Ann (Bite)")
	if got := left(); got != "[0 1 1]" {
		t.Errorf("left: %v", got)
	}
}
