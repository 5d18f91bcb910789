package rules

import (
	"encoding/json"
	"strconv"
	"strings"
)

// Schema returns the JSON schema of ruleset files, for editors. It is made from the tables that [Read] checks files with, so that it agrees with
// the loader on which keys there are, where they stand and what form their values have. What a formula or a name means it does not know. Numbers
// and switches can be quoted or not; yes and no are words, as in YAML 1.2.
func Schema() []byte {
	s := schemaOf(fileKeys())
	s["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	s["title"] = "Roundel ruleset, format 1"
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(s); err != nil {
		panic("rules: the schema is not JSON: " + err.Error()) // it is made of maps, slices, texts and numbers
	}
	return []byte(out.String())
}

// object is a part of a JSON schema.
type object = map[string]any

// schemaOf returns the schema of what a spec allows.
func schemaOf(s spec) object {
	var ways []object
	if s.scalar != nil {
		ways = append(ways, s.scalar.schema()...)
	}
	if s.list != nil {
		item := schemaOf(s.list.of)
		if s.list.min <= 1 {
			ways = append(ways, item)
		}
		ways = append(ways, object{"type": "array", "items": item, "minItems": s.list.min, "maxItems": s.list.max})
	}
	if s.keys != nil {
		ways = append(ways, s.keys.schema())
	}
	if s.names != nil {
		ways = append(ways, s.names.schema())
	}
	for _, word := range s.words() {
		ways = append(ways, s.forms[word].schema())
	}
	out := object{"anyOf": ways}
	if len(ways) == 1 {
		out = ways[0]
	}
	out["description"] = s.what
	return out
}

// schema returns the ways in which a scalar can be written.
func (v *value) schema() []object {
	switch v.kind {
	case wordValue:
		return []object{{"enum": v.words}}
	case patternValue:
		return []object{{"type": "string", "pattern": v.pattern.String()}}
	case numberValue:
		if v.min == v.max {
			return []object{{"enum": []any{v.min, strconv.Itoa(v.min)}}}
		}
		return []object{{"type": "integer", "minimum": v.min, "maximum": v.max}, {"type": "string", "pattern": `^[+-]?[0-9]+$`}}
	case formulaValue:
		return []object{{"type": []string{"string", "integer"}, "minLength": 1}}
	}
	return []object{{"type": []string{"string", "number", "boolean"}, "minLength": v.min, "maxLength": v.max}}
}

func (k *keys) schema() object {
	properties, required := object{}, []string{}
	for _, key := range k.all {
		properties[key.name] = schemaOf(key.spec)
		if key.required {
			required = append(required, key.name)
		}
	}
	return object{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

func (l *names) schema() object {
	name := object{"minLength": 1, "maxLength": l.length}
	if l.pattern != nil {
		name["pattern"] = l.pattern.String()
	}
	return object{"type": "object", "propertyNames": name, "additionalProperties": schemaOf(l.spec), "maxProperties": l.most}
}
