package statblock

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/loosejson"
	"roundel/engine/monster"
)

// fiveETools is the format of monsters from 5e.tools, published or homebrew.
func fiveETools() *form {
	return &form{
		is: func(o loosejson.Object) bool {
			_, named := o["name"]
			return named && o.At("hp") != nil && (o["ac"] != nil || o["dex"] != nil) ||
				o["_copy"] == nil && o["source"] != nil && alike(o, 6, "name", "hp", "ac", "str", "dex", "con", "int", "wis", "cha", "cr", "size", "type", "speed", "action", "trait")
		},
		rows: []row{
			{"name", (*block).name},
			{"hp.average hp", (*block).hitPoints},
			{"hp.formula", (*block).hitDice},
			{"ac", (*block).armorClass},
			{strings.Join(append(abilities(), "save"), " "), func(b *block, _ any) {
				for _, key := range slices.Sorted(maps.Keys(b.At("save"))) {
					if !slices.Contains(abilities(), key) {
						b.miss(Entry, "save."+key)
					}
				}
				for _, key := range abilities() {
					if mod, ok := modifier(b.Get(key)); ok {
						b.ability(key, mod, b.Get("save."+key))
					}
				}
			}},
			{"initiative", (*block).fiveEInitiative},
			{"cr.cr cr", (*block).rating},
			{"size type", func(b *block, _ any) {
				size := ""
				if all := b.Texts("size"); len(all) > 0 {
					known := map[string]string{"T": "tiny", "S": "small", "M": "medium", "L": "large", "H": "huge", "G": "gargantuan"}
					if size = known[all[0]]; size == "" {
						b.miss(Entry, "size")
					}
				}
				kind := b.Text("type")
				if kind == "" {
					kind = b.Text("type.type")
				}
				b.is(size, kind)
				tags := b.Texts("type.tags")
				for _, o := range b.List("type.tags") { // with a word before it that isn't a kind of its own
					tags = append(tags, o.Text("tag"))
				}
				b.tags(tags)
			}},
			{"speed", (*block).fiveESpeed},
			{"senses", lineFrom(sensesOf)},
			{"languages", lineFrom(languagesOf)},
			{"immune", resistFrom("immune")},
			{"conditionImmune", resistFrom("immune")},
			{"resist", resistFrom("resist")},
			{"vulnerable", resistFrom("vulnerable")},
			{"trait", entriesAs(engine.AsTrait)},
			{"action", entriesAs("")},
			{"bonus", entriesAs(engine.AsBonus)},
			{"reaction", entriesAs(engine.AsReaction)},
			{"legendary", entriesAs(engine.AsLegendary)},
			{"legendaryActions", func(b *block, v any) {
				if n, ok := loosejson.Whole(v); ok && n > 0 {
					b.stat("legendary", n)
				} else if loosejson.Empty(v) && len(b.List("legendary")) > 0 {
					b.stat("legendary", 3) // the format's default
				}
			}},
		},
		kinds: `
			number: str dex con int wis cha save.*
			count: legendaryActions
			text: type.type
			texts: size senses languages
			words: type.tags.*
			list: trait action bonus reaction legendary
			object: trait.* action.* bonus.* reaction.* legendary.*
			list: trait.*.entries action.*.entries bonus.*.entries reaction.*.entries legendary.*.entries
			words: trait.*.entries.* action.*.entries.* bonus.*.entries.* reaction.*.entries.* legendary.*.entries.*
			object: save`,
		silent: `
			source page otherSources additionalSources reprintedAs referenceSources srd srd52 basicRules basicRules2024 legacy
			alias shortName isNamedCreature isNpc familiar hasToken hasFluff hasFluffImages tokenUrl tokenCredit token
			tokenCustom altArt fluff soundClip foundryTokenScale foundryImg environment treasure group alignment
			alignmentPrefix sizeNote level pbNote passive skill dragonCastingColor dragonAge summonedBySpell
			summonedBySpellLevel legendaryGroup legendaryHeader legendaryActionsLair actionHeader actionNote bonusHeader
			reactionHeader traitTags senseTags actionTags languageTags damageTags damageTagsSpell damageTagsLegendary
			spellcastingTags miscTags attachedItems gear conditionInflict conditionInflictSpell conditionInflictLegendary
			savingThrowForced savingThrowForcedSpell savingThrowForcedLegendary uniqueId`,
	}
}

// copyOf is the format of monsters from 5e.tools that are given as copies of others.
func copyOf() *form {
	return &form{
		is: func(o loosejson.Object) bool {
			_, named := o["name"].(string)
			return named && o.At("_copy") != nil
		},
		rows:   []row{{"name", (*block).name}},
		copied: true,
	}
}

// fiveEInitiative reads the initiative modifier: the Dexterity modifier, unless the monster has its own.
func (b *block) fiveEInitiative(v any) {
	if o, ok := v.(loosejson.Object); ok {
		v = o["initiative"]
		if v == nil { // with proficiency, whose bonus depends on the challenge rating
			b.miss(Initiative, "")
			return
		}
	}
	switch n, ok := loosejson.Whole(v); {
	case ok:
		b.stat("init", n)
	case loosejson.Empty(v):
		b.initiative(0)
	default:
		b.miss(Initiative, "")
	}
}

// fiveESpeed reads speeds in feet for each way of moving. Each is a number or an object with a number.
func (b *block) fiveESpeed(v any) {
	if speeds, ok := v.(loosejson.Object); ok {
		flat := loosejson.Object{"hover": speeds.Bool("canHover") || speeds.Bool("hover")}
		for way, one := range speeds {
			if o, ok := one.(loosejson.Object); ok {
				one = o["number"]
			}
			flat[way] = cmp.Or(flat[way], one)
		}
		v = flat
	}
	b.speeds("speed", v, "ft.")
}

// entriesAs returns a function for a row with features whose text is nested entries.
func entriesAs(as engine.As) func(b *block, v any) {
	return func(b *block, v any) {
		for _, o := range loosejson.Objects(v) {
			var text strings.Builder
			if !flatten(o["entries"], &text, 0) {
				b.miss(Action, untagged(o.Text("name")))
				continue
			}
			b.add(feature{name: untagged(o.Text("name")), text: text.String(), Ability: monster.Ability{As: as}})
		}
	}
}
