package ruleset

import (
	"encoding/json"
	"strings"

	"roundel/engine/strictyaml"
)

// Keys returns every key that a file can have, what it is for, and what may stand there.
func Keys() strictyaml.Spec { return (&reader{rs: &Ruleset{}}).keys().Spec() }

// Schema returns the JSON schema of ruleset files, for editors. It is generated from the keys that [Read] uses, so both agree on which keys
// there are, where they go and what form their values have. It doesn't check what formulas and names mean. Numbers and switches can be quoted
// or not; yes and no are words, as in YAML 1.2.
func Schema() []byte {
	s := strictyaml.SchemaOf(Keys())
	s["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	s["title"] = "Roundel ruleset, format 1"
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(s); err != nil {
		panic("ruleset: the schema is not JSON: " + err.Error()) // can't happen: it is made of maps, slices, texts and numbers
	}
	return []byte(out.String())
}
