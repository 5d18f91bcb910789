package bot

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// attackForm asks for an attack by one of the asker's combatants that can attack now.
func attackForm(tx *transaction) (*discord.Form, error) {
	if textArg(tx.args(), 2) != "" {
		return abilityAttackForm(tx)
	}
	return attackFormOf(tx, tx.seen().ActiveMembers(), "", "", "")
}

// attackFormOf asks for an attack by one of these combatants. weapon is the name of the weapon to pick; empty: the first one. place and row
// are those of the stat block's button that opens the form, or empty; a multiattack has paid for its attacks.
func attackFormOf(tx *transaction, pool []*engine.Combatant, weapon, place, row string) (*discord.Form, error) {
	rs := tx.rs
	free := row != ""
	who, err := tx.performers(pool, func(c *engine.Combatant) error { return tx.cannotAttack(c, free) })
	if err != nil {
		return nil, err
	}
	targets, err := tx.attackable(who, free)
	if err != nil {
		return nil, err
	}
	turn := card.TurnArg(tx.j.State().Turn)
	id := []string{"attack-form", turn}
	var inputs []discord.Input
	if len(who) == 1 {
		id = append(id, card.CombatantArg(who[0]))
	} else {
		inputs = choose("who", 1, tx.offer(who)[:min(len(who), discord.MaxOptions)])
	}
	inputs = append(inputs, choose("target", 1, tx.offer(targets))...)
	weapons := tx.weaponOptions(who)
	if weapon != "" {
		for i := range weapons {
			weapons[i].Picked = weapons[i].Value == weapon
		}
	}
	inputs = append(inputs, discord.Input{ID: "weapon", Menu: &discord.Menu{Options: weapons}})
	if len(inputs)+1 < discord.MaxInputs {
		inputs = append(inputs, discord.Input{ID: "weapon_more", Max: 200})
	}
	if play.OptionsOf(rs.Attack.Form).Edge && len(inputs)+1 < discord.MaxInputs {
		inputs = append(inputs, discord.Input{ID: "edge", Menu: &discord.Menu{Options: tx.edgeOptions()}})
	}
	if place != "" {
		if len(who) > 1 {
			id = append(id, "")
		}
		id = append(id, "", place, row)
	}
	return tx.newForm(discord.CustomID(id...), []lang.Arg{lang.Text("parts", words.AttackParts(rs)), lang.Name("attack", "")}, append(inputs, discord.Input{ID: "more", Max: 200})...), nil
}

// readAttackForm adds what the last line of the form says to the attack.
func readAttackForm(tx *transaction, cmd play.Command) ([]play.Command, error) {
	attack := cmd.(play.Strike)
	if err := tx.byAbility(&attack); err != nil {
		return nil, err
	}
	switch attack.Weapon {
	case meleeSkill:
		attack.Weapon, attack.Range = "", "melee"
	case rangedSkill:
		attack.Weapon, attack.Range = "", "ranged"
	}
	if attack.Target == "" {
		return nil, refuse(engine.Invalid, lang.P("bot.nobody-chosen"))
	}
	attack.Row = tx.rowPart()
	err := readParts(tx.rs, &attack, tx.given().Text("more"), words.AttackParts(tx.rs))
	return []play.Command{attack}, err
}

// cannotAttack returns why a combatant can't attack anybody, or nil if it can or if that depends on the target. It tries one attack, so
// that it is fast in a large fight. free is whether the attack costs nothing.
func (tx *transaction) cannotAttack(c *engine.Combatant, free bool) error {
	for _, t := range tx.combatants() {
		if t.ID == c.ID {
			continue
		}
		err := tx.wouldRefuseAttack(c, t, free)
		if e, is := errors.AsType[*engine.Error](err); is && e.Reason == reason.LacksStat && engine.SameName(e.Args.Name, t.Name) {
			return nil
		}
		return err
	}
	return refuse(engine.NotNow, lang.P("bot.nobody-to-attack"))
}

// wouldRefuseAttack returns the refusal of an attack with any weapon, melee or ranged.
func (tx *transaction) wouldRefuseAttack(c, target *engine.Combatant, free bool) error {
	cmd := play.Strike{Who: c.Name, Target: target.Name, Weapon: punch, Damage: "1", Free: free}
	err := tx.wouldRefuse(cmd)
	if err == nil {
		return nil
	}
	cmd.Range = "ranged"
	if tx.wouldRefuse(cmd) == nil {
		return nil
	}
	return err
}

// attackable returns those whom one of the attackers can attack, enemies first. If there is nobody, it returns why.
func (tx *transaction) attackable(attackers []*engine.Combatant, free bool) ([]*engine.Combatant, error) {
	var out []*engine.Combatant
	why := refuse(engine.NotNow, lang.P("bot.nobody-to-attack"))
	for _, t := range tx.combatants() {
		by := attackers[0]
		if by.ID == t.ID {
			by = attackers[len(attackers)-1]
		}
		if by.ID == t.ID {
			continue
		}
		if err := tx.wouldRefuseAttack(by, t, free); err != nil {
			why = err
			continue
		}
		out = append(out, t)
	}
	if len(out) == 0 {
		return nil, why
	}
	tx.nearestFirst(out, false)
	return out, nil
}

// readParts reads what is added to an attack, separated by commas. parts shows what is possible, for a refusal.
func readParts(rs *ruleset.Ruleset, cmd *play.Strike, text, parts string) error {
	for part := range strings.SplitSeq(text, ",") {
		if !parseAttackPart(cmd, play.OptionsOf(rs.Attack.Form), strings.ToLower(strings.ReplaceAll(oneLine(part), "−", "-"))) {
			return refuse(engine.Invalid, lang.P("bot.not-in-attack", lang.Quoted("text", oneLine(part)), lang.Text("parts", parts)))
		}
	}
	return nil
}

// parseAttackPart reads one part of what is added to an attack, and reports whether it is one.
func parseAttackPart(cmd *play.Strike, has play.Has, word string) bool {
	key, value, _ := strings.Cut(word, " ")
	typed, err := strconv.Atoi(value)
	modifier, bare := strconv.Atoi(word)
	switch {
	case word == "":
	case bare == nil:
		cmd.Modifier += modifier
	case slices.Contains(has.Named(), word):
		cmd.Circumstance = listedNames(cmd.Circumstance, word)
	case has.Edge && (word == string(engine.Advantage) || word == string(engine.Disadvantage) || word == play.NoEdge):
		cmd.Edge = word
	case key == "roll" && err == nil:
		cmd.Roll = &typed
	case key == "damage" && err == nil:
		cmd.DamageRoll = &typed
	case key == "damage" && strings.Contains(value, "/"):
		cmd.DamageRolls = value
	case key == "trauma" && err == nil:
		cmd.TraumaRoll = &typed
	default:
		return false
	}
	return true
}

// strikeButton returns the button for a free attack on a combatant that fled, or none if one of them is gone.
func strikeButton(l *lang.Language, s *engine.State, attacker, target engine.CombatantID) []discord.Button {
	c, fled := s.Combatant(attacker), s.Combatant(target)
	if c == nil || fled == nil {
		return nil
	}
	return []discord.Button{{Label: l.Label("button.strike", lang.Name("who", c.Name)),
		ID: discord.CustomID("strike", card.CombatantArg(c), card.CombatantArg(fled)), Style: discord.Danger}}
}

// pressStrike opens the form for a free attack on a combatant that fled (CS-7, RI-8).
func pressStrike(tx *transaction) (*discord.Reply, error) {
	who, err := tx.owned()
	if err != nil {
		return nil, err
	}
	s, rs, err := tx.fight()
	if err != nil {
		return nil, err
	}
	target, err := tx.combatantArg(s, 1)
	if err != nil {
		return nil, err
	}
	if err := play.CheckFreeAttack(s, who.ID, target.ID); err != nil {
		return nil, err
	}
	return &discord.Reply{Form: tx.strikeForm(who, rs, tx.args()...)}, nil
}

// strikeForm asks for a free attack.
func (tx *transaction) strikeForm(who *engine.Combatant, rs *ruleset.Ruleset, args ...string) *discord.Form {
	return tx.newForm(discord.CustomID(append([]string{"strike-form"}, args...)...), []lang.Arg{lang.Name("who", who.Name),
		lang.Flag("trauma", rs.Attack.Form == ruleset.TraumaAttack), lang.Text("weapon", words.StrikeWeapon(rs)), lang.Text("parts", words.StrikeParts(rs))},
		discord.Input{ID: "weapon", Menu: &discord.Menu{Options: tx.freeAttackOptions(who)}},
		discord.Input{ID: "damage", Max: 100},
		discord.Input{ID: "roll", Max: 4},
		discord.Input{ID: "damage_roll", Max: 20},
		discord.Input{ID: "modifier", Max: 100})
}

// freeAttackOptions returns the weapons for a free attack, the first one picked: the saved ones that aren't ranged, one whose dice are typed,
// and Punch. Free attacks are melee attacks.
func (tx *transaction) freeAttackOptions(c *engine.Combatant) []discord.Option {
	var out []discord.Option
	for _, weapon := range play.Arms(c) {
		name, _ := split(weapon)
		if name != "" && !play.Ranged(weapon) && !engine.SameName(name, punch) && len(out) < discord.MaxOptions-2 {
			out = append(out, discord.Option{Label: lang.Visible(name), Value: name})
		}
	}
	out = append(out, discord.Option{Label: tx.own.Label("menu.other-weapon"), Value: otherWeapon, About: tx.own.Label("menu.other-weapon-about")}, discord.Option{Label: punch, Value: punch})
	out[0].Picked = true
	return out
}

func strikeFilled(tx *transaction) (*discord.Reply, error) {
	s, rs, err := tx.fight()
	if err != nil {
		return nil, err
	}
	attacker, err := tx.combatantArg(s, 0)
	if err != nil {
		return nil, err
	}
	target, err := tx.combatantArg(s, 1)
	if err != nil {
		return nil, err
	}
	cmd, err := readStrikeForm(rs, tx.given())
	if err != nil {
		return nil, err
	}
	cmd.Who, cmd.Target, cmd.Damage = attacker.Name, target.Name, tx.keptIn("attack", "damage", cmd.Damage)
	return tx.play(cmd)
}

// readStrikeForm reads the form for a free attack.
func readStrikeForm(rs *ruleset.Ruleset, f Options) (cmd play.Strike, err error) {
	cmd = play.Strike{Weapon: f.Text("weapon"), Range: "melee", Free: true, Due: true}
	if cmd.Weapon == otherWeapon {
		cmd.Weapon = ""
	}
	for part := range strings.SplitSeq(oneLine(f.Text("damage")), ",") {
		key, value, _ := strings.Cut(strings.TrimSpace(part), " ")
		key = strings.ToLower(key)
		switch {
		case key == "shock" && cmd.Shock == "":
			cmd.Shock = value
		case key == "trauma" && cmd.Trauma == "":
			cmd.Trauma = value
		case key != "" && cmd.Damage == "":
			cmd.Damage = part
		case key != "":
			return cmd, refuse(engine.Invalid, lang.P("bot.not-in-weapon", lang.Quoted("text", strings.TrimSpace(part)), lang.Text("parts", words.StrikeWeapon(rs))))
		}
	}
	if cmd.Roll, err = f.WholeNumber("roll"); err != nil {
		return cmd, err
	}
	if text := f.Text("damage_roll"); strings.Contains(text, "/") {
		cmd.DamageRolls = text
	} else if cmd.DamageRoll, err = f.WholeNumber("damage_roll"); err != nil {
		return cmd, err
	}
	return cmd, readParts(rs, &cmd, f.Text("modifier"), words.StrikeParts(rs))
}

// owned returns the combatant that a button is for, to its owner and the GM.
func (tx *transaction) owned() (*engine.Combatant, error) {
	s := tx.seen()
	if s == nil {
		return nil, noFight()
	}
	one, err := tx.combatantArg(s, 0)
	switch {
	case err != nil:
		return nil, err
	case !tx.mayAct(one):
		return nil, &engine.Error{Code: engine.NotAllowed, Reason: reason.NotYoursToPlay, GM: s.GM,
			Args: engine.Args{Name: one.Name, Owned: one.Owner != ""}}
	}
	return one, nil
}

// addAttackRows adds as many buttons as fit for the attacks, abilities and prepared saves of some of the GM's combatants to a reply that only the GM sees.
// place is the place of that reply if it is redrawn once an ability has been used, and otherwise empty.
func addAttackRows(l *lang.Language, reply *discord.Reply, s *engine.State, rs *ruleset.Ruleset, who []*engine.Combatant, place string) {
	if row := weaponRow(card.TurnArg(s.Turn), who); len(reply.Buttons)+len(row) <= discord.MaxRows {
		reply.Buttons = append(reply.Buttons, row...)
	}
	reply.Buttons = append(reply.Buttons, card.AbilityRows(l, s, rs, who, place, discord.MaxRows-len(reply.Buttons))...)
}

// weaponRow returns a row with a button for each weapon that these combatants have, or nothing. Only the GM sees it. turn is the ID of the
// buttons' turn as it appears in custom IDs.
func weaponRow(turn string, who []*engine.Combatant) [][]discord.Button {
	var row []discord.Button
	for _, c := range who {
		for _, name := range weaponNames(c) {
			id := discord.CustomID("armed", turn, card.CombatantArg(c), name)
			known := slices.ContainsFunc(row, func(b discord.Button) bool { return engine.SameName(b.Label, lang.Visible(name)) })
			if !known && len(row) < discord.MaxInRow && fitsID(id) {
				row = append(row, discord.Button{Label: lang.Visible(name), ID: id, Style: discord.Primary})
			}
		}
	}
	if len(row) == 0 {
		return nil
	}
	return [][]discord.Button{row}
}

// pressArmed opens the form of an attack for one of the asker's combatants with one of its weapons picked, if the button belongs to the
// current turn.
func pressArmed(tx *transaction) (*discord.Reply, error) {
	args := tx.args()
	c, err := tx.combatantArg(tx.j.State(), 1)
	if err != nil {
		return nil, err
	}
	like := slices.DeleteFunc(armed(tx.j.State()), func(other *engine.Combatant) bool { return other.Unit != c.Unit })
	if !slices.Contains(like, c) {
		like = []*engine.Combatant{c}
	}
	weapon := discord.CustomID(args[2:]...)
	if many := tx.whichOf(like, func(c *engine.Combatant) string { return blockAttackID(tx.j.State(), alone(c), 0, c, weapon) }); many != nil {
		return many, nil
	}
	return opened(attackFormOf(tx, like, weapon, "", ""))
}

// punch is the built-in weapon. The next two stand for a skill test without a weapon, and otherWeapon for a weapon that is only its
// damage dice. usualEdge stands for what effects say, because a menu can't have empty values.
const (
	punch       = "Punch"
	meleeSkill  = "~melee"
	rangedSkill = "~ranged"
	otherWeapon = "~other"
	usualEdge   = "by-effects"
)

// weaponOptions returns the weapons that these combatants have, the first one picked.
func (tx *transaction) weaponOptions(who []*engine.Combatant) []discord.Option {
	var out []discord.Option
	add := func(weapons []string, sheet *engine.Sheet) {
		for _, weapon := range weapons {
			name, about := split(weapon)
			if sheet.Has(name) {
				about = words.AboutAttack(tx.own, sheet, weapon)
			}
			if name != "" && !slices.ContainsFunc(out, func(o discord.Option) bool { return engine.SameName(o.Value, name) }) {
				out = append(out, discord.Option{Label: lang.Visible(name), Value: name, About: lang.Visible(about)})
			}
		}
	}
	for _, c := range who {
		add(play.Weapons(c), c.Sheet)
	}
	if len(out) == 0 && tx.rs.Attack.Form == ruleset.SkillTest {
		out = append(out, discord.Option{Label: tx.own.Label("menu.melee"), Value: meleeSkill, About: tx.own.Label("menu.skill", lang.Text("stat", tx.rs.Attack.Stats.Melee))},
			discord.Option{Label: tx.own.Label("menu.ranged"), Value: rangedSkill, About: tx.own.Label("menu.skill", lang.Text("stat", tx.rs.Attack.Stats.Ranged))})
	}
	for _, c := range who {
		add(c.Typed, nil)
	}
	out = out[:min(len(out), discord.MaxOptions-1)]
	if !slices.ContainsFunc(out, func(o discord.Option) bool { return engine.SameName(o.Value, punch) }) {
		out = append(out, discord.Option{Label: punch, Value: punch})
	}
	out[0].Picked = true
	return out
}

// edgeOptions returns the edges that an attack can have (RS-73), the usual one picked.
func (tx *transaction) edgeOptions() []discord.Option {
	var out []discord.Option
	edges := []string{usualEdge, string(engine.Advantage), string(engine.Disadvantage), play.NoEdge}
	change := tx.rs.ConditionsChange || slices.ContainsFunc(tx.seen().Effects, func(e engine.Effect) bool { return e.Changes != "" })
	if !change { // the usual edge is none (NU-22)
		edges = edges[:3]
	}
	for i, edge := range edges {
		label := tx.own.Label("menu." + edge)
		if i == 0 && len(edges) == 3 {
			label = tx.own.Label("menu." + play.NoEdge)
		}
		out = append(out, discord.Option{Label: label, Value: edge, Picked: i == 0})
	}
	return out
}

// split splits a saved weapon into its name and the rest.
func split(weapon string) (name, about string) {
	name, about, _ = strings.Cut(weapon, ",")
	return strings.TrimSpace(name), strings.TrimSpace(about)
}

// weaponNames returns the names of a combatant's saved weapons.
func weaponNames(c *engine.Combatant) []string {
	var out []string
	for _, weapon := range play.Weapons(c) {
		name, _ := split(weapon)
		out = append(out, name)
	}
	return out
}

// completeWeapons suggests Punch, and the saved and typed weapons of combatants that the asker may act for.
func completeWeapons(tx *transaction, input string) []discord.Choice {
	out := []string{punch}
	for _, one := range tx.combatants() {
		if tx.mayAct(one) {
			for _, weapon := range play.Arms(one) {
				name, _ := split(weapon)
				out = append(out, name)
			}
		}
	}
	return suggestNames("", input, out)
}

func completeCircumstances(tx *transaction, input string) []discord.Choice {
	if tx.rs == nil {
		return nil
	}
	before, last, rest := lastPart(input)
	known := play.OptionsOf(tx.rs.Attack.Form).Circumstances
	known = slices.DeleteFunc(known, func(c string) bool { return slices.Contains(rest, c) })
	return suggestAs(before, last, known, func(value string) string {
		if tx.own.Tag == "en" {
			return value
		}
		return tx.own.Label("attack.idle", lang.Text("what", value), lang.Name("name", value))
	})
}
