package ruleset

import (
	"encoding/json"
	"strings"

	"roundel/engine/strictyaml"
)

// Keys returns every key that a file can have, with what may stand there and what it is for.
func Keys() strictyaml.Spec { return (&reader{rs: &Ruleset{}}).keys().Spec() }

// Schema returns the JSON schema of ruleset files, for editors. It is made from the keys that [Read] holds files against, so that it agrees with
// the reader on which keys there are, where they stand and what form their values have. What a formula or a name means it does not know. Numbers
// and switches can be quoted or not; yes and no are words, as in YAML 1.2.
func Schema() []byte {
	s := strictyaml.SchemaOf(Keys())
	s["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	s["title"] = "Roundel ruleset, format 1"
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(s); err != nil {
		panic("ruleset: the schema is not JSON: " + err.Error()) // it is made of maps, slices, texts and numbers
	}
	return []byte(out.String())
}
