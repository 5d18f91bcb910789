package statblock

import "strings"

// improvedInitiative reads a stat block of Improved Initiative.
func (b *block) improvedInitiative() {
	b.named("Name")
	hp := b.at("HP")
	b.hitPoints(hp["Value"], hp.text("Notes"))
	b.armorClass(b.object["AC"], "Value")
	saves := map[string]any{}
	for _, o := range b.list("Saves") {
		saves[strings.ToLower(o.text("Name"))] = o["Modifier"]
	}
	scores := b.at("Abilities")
	for _, key := range abilities() {
		if mod, ok := modifier(scores[strings.ToUpper(key[:1])+key[1:]]); ok {
			b.ability(key, mod, saves[key])
		}
	}
	more, _ := whole(b.object["InitiativeModifier"]) // 0 if it isn't there
	b.initiative(more)
	special := b.text("InitiativeSpecialRoll")
	switch on, _ := b.object["InitiativeAdvantage"].(bool); {
	case on, special == "advantage":
		b.stat("edge", 1)
	case special == "disadvantage":
		b.stat("edge", -1)
	case special != "":
		b.miss(Initiative, "")
	}
	b.traits(b.contents("Traits"))
	b.attacks(b.contents("Actions"))
	b.legendary(len(b.list("LegendaryActions")) > 0, b.text("Description"))
}

// contents returns abilities with their texts. A recharge may stand next to the name.
func (b *block) contents(key string) []ability {
	var out []ability
	for _, o := range b.list(key) {
		name := o.text("Name")
		if usage := o.text("Usage"); usage != "" {
			name += " (" + strings.Trim(usage, "()") + ")"
		}
		out = append(out, ability{name, o.text("Content")})
	}
	return out
}
