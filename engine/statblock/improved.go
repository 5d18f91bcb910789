package statblock

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"roundel/engine"
	"roundel/engine/loosejson"
	"roundel/engine/monster"
)

// kindBeforeAlignment is the type, whose brackets can have commas, before the comma of the alignment.
var kindBeforeAlignment = regexp.MustCompile(`^(?:[^,(]|\([^)]*\))*`)

// improvedInitiative is the format of stat blocks from Improved Initiative.
func improvedInitiative() *form {
	return &form{
		is: func(o loosejson.Object) bool {
			_, named := o["Name"]
			return named && o.At("HP") != nil || alike(o, 3, "Name", "HP", "AC", "Abilities", "Challenge", "InitiativeModifier", "Actions")
		},
		rows: []row{
			{"Name", (*block).name},
			{"HP.Value", (*block).hitPoints},
			{"HP.Notes", (*block).hitDice},
			{"AC", (*block).armorClass},
			{"Abilities Saves", func(b *block, _ any) {
				saves := map[string]any{}
				for i, o := range b.List("Saves") {
					name := strings.ToLower(o.Text("Name"))
					for short, long := range longNames() {
						if name == long {
							name = short
						}
					}
					if saves[name] = o["Modifier"]; !slices.Contains(abilities(), name) {
						b.miss(Entry, "Saves."+strconv.Itoa(i))
					}
				}
				for _, key := range abilities() {
					if mod, ok := modifier(b.Get("Abilities." + strings.ToUpper(key[:1]) + key[1:])); ok {
						b.ability(key, mod, saves[key])
					}
				}
			}},
			{"InitiativeModifier", func(b *block, v any) {
				if more, ok := loosejson.Whole(v); ok || loosejson.Empty(v) {
					b.initiative(more) // 0 if there is none
				} else {
					b.miss(Initiative, "")
				}
			}},
			{"InitiativeAdvantage InitiativeSpecialRoll", func(b *block, _ any) {
				switch special := b.Text("InitiativeSpecialRoll"); {
				case b.Bool("InitiativeAdvantage"), special == "advantage":
					b.stat("edge", 1)
				case special == "disadvantage":
					b.stat("edge", -1)
				case special != "":
					b.miss(Initiative, "")
				}
			}},
			{"Challenge", (*block).rating},
			{"Type", func(b *block, v any) {
				text, _ := v.(string)
				b.is("", kindBeforeAlignment.FindString(text))
			}},
			{"Speed", lineFrom(speedOf)},
			{"Senses", lineFrom(sensesOf)},
			{"Languages", lineFrom(languagesOf)},
			{"DamageImmunities", resistFrom("immune")},
			{"ConditionImmunities", resistFrom("immune")},
			{"DamageResistances", resistFrom("resist")},
			{"DamageVulnerabilities", resistFrom("vulnerable")},
			{"Traits", contentsAs(engine.AsTrait)},
			{"Actions", contentsAs("")},
			{"BonusActions", contentsAs(engine.AsBonus)},
			{"Reactions", contentsAs(engine.AsReaction)},
			{"LegendaryActions", contentsAs(engine.AsLegendary)},
			{"Description", (*block).legendaryCount},
		},
		kinds: `
			number: Abilities.* Saves.*.Modifier
			text: Type Saves.*.Name
			texts: Speed Senses Languages
			list: Saves Traits Actions BonusActions Reactions LegendaryActions
			object: Saves.* Traits.* Actions.* BonusActions.* Reactions.* LegendaryActions.*
			text: Traits.*.Content Actions.*.Content BonusActions.*.Content Reactions.*.Content LegendaryActions.*.Content
			text: Traits.*.Usage Actions.*.Usage BonusActions.*.Usage Reactions.*.Usage LegendaryActions.*.Usage`,
		silent: `
			Id Path Source Version Player ImageURL Skills LastUpdateMs`,
	}
}

// contentsAs returns a function for a row with features. A separate entry may say how often each can be used.
func contentsAs(as engine.As) func(b *block, v any) {
	return func(b *block, v any) {
		for _, o := range loosejson.Objects(v) {
			name := o.Text("Name")
			if usage := o.Text("Usage"); usage != "" {
				name += " (" + strings.Trim(usage, "()") + ")"
			}
			b.add(feature{name: name, text: o.Text("Content"), Ability: monster.Ability{As: as}})
		}
	}
}
