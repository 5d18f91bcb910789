package strictyaml

import (
	"regexp"
	"strconv"
)

// object is a part of a JSON schema.
type object = map[string]any

// SchemaOf returns the JSON schema of what a spec allows.
func SchemaOf(s Spec) object {
	var ways []object
	if s.scalar != nil {
		ways = append(ways, s.scalar.schema()...)
	}
	if s.List != nil {
		item := SchemaOf(s.List.Of)
		if s.List.Min <= 1 {
			ways = append(ways, item)
		}
		ways = append(ways, object{"type": "array", "items": item, "minItems": s.List.Min, "maxItems": s.List.Max})
	}
	if s.Keys != nil {
		ways = append(ways, s.Keys.schema())
	}
	if s.Names != nil {
		ways = append(ways, s.Names.schema())
	}
	for _, word := range s.words() {
		ways = append(ways, s.Forms[word].schema())
	}
	out := object{"anyOf": ways}
	if len(ways) == 1 {
		out = ways[0]
	}
	out["description"] = s.What
	return out
}

// link matches a link to another part of the docs.
var link = regexp.MustCompile(`\[(.*?)\]\(#.*?\)`)

// about prepends a line to a schema's description, saying what the value is for.
func about(line string, s object) object {
	if line != "" {
		s["description"] = link.ReplaceAllString(line, "$1") + "\n" + s["description"].(string)
	}
	return s
}

// schema returns the schemas of the ways in which a scalar can be written.
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
	case tenthsValue:
		return []object{{"type": "number", "minimum": float64(v.min) / 10, "maximum": float64(v.max) / 10, "multipleOf": 0.1}, {"type": "string", "pattern": `^[0-9]+(\.[0-9])?$`}}
	case formulaValue:
		return []object{{"type": []string{"string", "integer"}, "minLength": 1}}
	}
	return []object{{"type": []string{"string", "number", "boolean"}, "minLength": v.min, "maxLength": v.max}}
}

func (k *Keys) schema() object {
	properties, patterns, required := object{}, object{}, []string{}
	for _, key := range k.All {
		if key.Pattern != nil {
			patterns[key.Pattern.String()] = about(key.About, SchemaOf(key.Spec))
			continue
		}
		properties[key.Name] = about(key.About, SchemaOf(key.Spec))
		if key.Required {
			required = append(required, key.Name)
		}
	}
	out := object{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
	if len(patterns) > 0 {
		out["patternProperties"] = patterns
	}
	return out
}

func (l *Named) schema() object {
	name := object{"minLength": 1, "maxLength": l.Length}
	if l.Pattern != nil {
		name["pattern"] = l.Pattern.String()
	}
	return object{"type": "object", "propertyNames": name, "additionalProperties": about(l.About, SchemaOf(l.Spec)), "maxProperties": l.Most}
}
