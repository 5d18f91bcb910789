package ruleset

import (
	"encoding/json"
	"roundel/engine/strictyaml"
	"strings"
)

// Schema returns the JSON schema of ruleset files, for editors. It is made from the tables that [Read] checks files with, so that it agrees with
// the loader on which keys there are, where they stand and what form their values have. What a formula or a name means it does not know. Numbers
// and switches can be quoted or not; yes and no are words, as in YAML 1.2.
func Schema() []byte {
	s := strictyaml.SchemaOf(fileKeys())
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
