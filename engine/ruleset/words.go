package ruleset

import (
	"regexp"
	"slices"
	"strings"

	"roundel/engine/strictyaml"
)

// Words are translations of a file's texts: by language tag, by text, and by plural category. A text without plural forms only has "other".
type Words = map[string]map[string]map[string]string

var (
	tagPattern    = regexp.MustCompile(`^[a-z]{2}(-[A-Z]{2}|-419)?$`)
	pluralPattern = regexp.MustCompile(`^(zero|one|two|few|many|other)$`)
)

const maxText = 600 // maximum length of a translatable text and of its translation, in characters

func (r *reader) wordsKey(k *strictyaml.Keys) {
	word := strictyaml.Paragraph(maxText)
	word.Names = &strictyaml.Named{Of: "a plural category", About: "what the name of a pool is for such a number; `other` is required", Spec: strictyaml.Text(1, strictyaml.MaxKey),
		Most: 6, Pattern: pluralPattern, Length: 5, What: "zero, one, two, few, many or other"}
	word.What += ", or for the name of a pool a mapping such as {one: Aktion, other: Aktionen}"
	texts := strictyaml.Spec{What: "a mapping of texts of this file to their translations", Names: &strictyaml.Named{Of: "a text",
		About: "a text of this file, exactly as it stands there, and its translation", Spec: word, Most: 400, Length: maxText, What: "a text of at most 600 characters"}}
	k.Add("words", "[translations](#words) of the file's texts", strictyaml.Spec{What: "a mapping of languages to translations, such as de: {Shaken: Verstört}",
		Names: &strictyaml.Named{Of: "a language", About: "the tag of the language, as in `/roundel settings language:`", Spec: texts, Most: 33, Pattern: tagPattern, Length: 6,
			What: "a tag such as de or pt-BR"}}, r.readWords).Last()
}

func (r *reader) readWords(n *strictyaml.Node) {
	known := r.rs.texts
	inFile := map[string]string{} // by the text with single spaces, because lines may be broken differently
	for _, text := range known {
		inFile[strings.Join(strings.Fields(text), " ")] = text
	}
	r.rs.Words = Words{}
	languages := strictyaml.Languages()
	for _, language := range n.Mappings() {
		if tag := language.Key.Text; tagPattern.MatchString(tag) && !slices.Contains(languages, tag) {
			near := strictyaml.Meant(tag, languages)
			if i := slices.IndexFunc(languages, func(l string) bool { return l[:2] == tag[:2] }); i >= 0 {
				near = "; is \"" + languages[i] + "\" meant?"
			}
			r.newProblem(language.Key, "%s: Discord has no language with this tag%s", tag, near)
		}
		words := map[string]map[string]string{}
		for _, e := range language.Value.Entries {
			text := inFile[strings.Join(strings.Fields(e.Key.Text), " ")]
			if text == "" {
				r.Problem(e.Key, "%s: this text is not in the file%s", strictyaml.Clip(e.Key.Text), strictyaml.Meant(e.Key.Text, known))
				continue
			}
			if e.Value.Kind == strictyaml.Scalar && strings.TrimSpace(e.Value.Text) == "" {
				r.newProblem(e.Value, "%s: the translation is empty; leave it out to keep the text", strictyaml.Clip(e.Key.Text))
				continue
			}
			words[text] = r.readWord(e, r.rs.Pool(text) != nil)
		}
		r.rs.Words[language.Key.Text] = words
	}
}

// readWord reads the translation of a text. pool is true for the name of a pool.
func (r *reader) readWord(e strictyaml.Entry, pool bool) map[string]string {
	if e.Value.Kind == strictyaml.Scalar {
		return map[string]string{"other": e.Value.Text}
	}
	if e.Value.Kind == strictyaml.Mapping && !pool {
		r.Problem(e.Value, "%s: only the names of pools have plural forms; write one text", strictyaml.Clip(e.Key.Text))
	} else if e.Value.Kind == strictyaml.Mapping && !e.Value.Has("other") {
		r.Problem(e.Value, "other: this key is missing; it is the word for all numbers that have none of their own")
	}
	forms := map[string]string{}
	for _, f := range e.Value.Entries {
		forms[f.Key.Text] = f.Value.Text
	}
	return forms
}
