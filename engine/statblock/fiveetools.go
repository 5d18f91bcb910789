package statblock

import (
	"regexp"
	"strings"

	"roundel/engine/monster"
)

// fiveETools reads a monster from 5e.tools, published or homebrew.
func (b *block) fiveETools() {
	b.named("name")
	hp := b.at("hp")
	b.hitPoints(hp["average"], hp.text("formula"))
	b.armorClass(b.object["ac"], "ac")
	saves := b.at("save")
	for _, key := range abilities() {
		if mod, ok := modifier(b.object[key]); ok {
			b.ability(key, mod, saves[key])
		}
	}
	b.fiveEInitiative()
	b.traits(b.entries("trait"))
	b.attacks(b.entries("action"))
	if n, ok := whole(b.object["legendaryActions"]); ok {
		b.stat("legendary", n)
	} else if len(b.list("legendary")) > 0 {
		b.stat("legendary", 3) // what the format means where it says nothing
	}
}

// copyOf notes a monster of 5e.tools that is given as a copy of another one.
func (b *block) copyOf() {
	b.named("name")
	b.copied = true
}

// fiveEInitiative reads the initiative modifier: the Dexterity modifier, unless the monster has its own.
func (b *block) fiveEInitiative() {
	v := b.object["initiative"]
	if o, ok := v.(map[string]any); ok {
		v = o["initiative"]
		if v == nil { // proficient, with a bonus that depends on the challenge
			b.miss(Initiative, "")
			return
		}
	}
	if n, ok := whole(v); ok {
		b.stat("init", n)
		return
	}
	b.initiative(0)
}

// entries returns abilities with their texts, without the tags in them.
func (b *block) entries(key string) []ability {
	var out []ability
	for _, o := range b.list(key) {
		var text strings.Builder
		flatten(o["entries"], &text, 0)
		out = append(out, ability{strings.TrimSpace(untagged(o.text("name"))), untagged(text.String())})
	}
	return out
}

// flatten joins the texts of nested entries.
func flatten(v any, out *strings.Builder, depth int) {
	switch v := v.(type) {
	case string:
		out.WriteString(v)
		out.WriteByte(' ')
	case []any:
		for _, one := range v {
			flatten(one, out, depth+1)
		}
	case map[string]any:
		if depth < 8 {
			flatten(v["entries"], out, depth+1)
			flatten(v["entry"], out, depth+1)
			flatten(v["items"], out, depth+1)
		}
	}
}

// tag matches a tag that contains no other tag: "{@damage 1d6 + 2}".
var tag = regexp.MustCompile(`\{@(\w+)\s*([^{}]*)\}`)

// untagged returns a text as it is printed.
func untagged(text string) string {
	for range 4 { // tags may be inside others
		next := tag.ReplaceAllStringFunc(text, func(found string) string {
			m := tag.FindStringSubmatch(found)
			first, _, _ := strings.Cut(m[2], "|")
			return printed(m[1], strings.TrimSpace(first))
		})
		if next == text {
			return text
		}
		text = next
	}
	return text
}

// printed returns the text that a tag stands for.
func printed(name, text string) string {
	switch name {
	case "h", "hom":
		return "Hit: "
	case "hit":
		return "+" + strings.TrimPrefix(text, "+")
	case "atk", "atkr":
		kind := monster.Melee
		if strings.Contains(text, "r") {
			kind = monster.Ranged
			if strings.Contains(text, "m") {
				kind = monster.Either
			}
		}
		return string(kind) + " " + "attack:"
	case "recharge":
		if text == "" {
			return "(Recharge 6)"
		}
		return "(Recharge " + text + "-6)"
	}
	return text
}
