package lang

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"roundel/engine/strictyaml"
)

// reader reads a file. It reports problems with their line and column (WO-18).
type reader struct {
	strictyaml.Reader
	l *Language
}

// read reads a file into a copy of what base returns for its tag. [reader.check] checks the texts themselves.
func read(source []byte, base func(tag string) Language) *reader {
	r := &reader{l: new(Language)}
	keys := r.keys()
	kind := strictyaml.File{What: keys.Of, Most: MaxBytes, Chars: maxChars, Marks: maxChars / 8, Begins: "language: and its tag", Key: 600}
	if !r.Open(source, kind, keys.Spec()) {
		return r
	}
	if tag := r.Root.Get("language"); tag != nil {
		*r.l = base(tag.Text)
	}
	keys.Read(r.Root)
	r.l.Title = cmp.Or(r.l.Title, r.l.Tag)
	return r
}

// category matches a plural category other than "other".
var category = regexp.MustCompile(`^(zero|one|two|few|many)$`)

// keys returns the keys of a file, and what they set.
func (r *reader) keys() *strictyaml.Keys {
	l := r.l
	anyName := strictyaml.Named{Most: 1000, Length: 600, What: "a text"}
	k := strictyaml.NewKeys("a language")
	k.Text("language", "its tag, such as `de`", &l.Tag, strictyaml.Words(strictyaml.Languages()...)).Must()
	k.Text("title", "its name in the language itself", &l.Title, strictyaml.Text(1, 40))
	k.Add("plurals", "its plural categories besides `other`, with their rules", strictyaml.Spec{What: "a mapping of plural categories to rules",
		Names: &strictyaml.Named{Of: "a plural category", Spec: strictyaml.Text(1, 200), Most: 5, Pattern: category, Length: 5,
			What: "zero, one, two, few or many; other needs no rule"}}, r.plurals)
	r.words(k, "numbers", "what is within numbers", map[string]*string{"group": &l.marks.group, "minus": &l.marks.minus})
	r.words(k, "quotes", "what is around something that was typed", map[string]*string{"open": &l.marks.open, "close": &l.marks.close})
	r.words(k, "lists", "what is between the items of a list", map[string]*string{"comma": &l.marks.comma, "and": &l.marks.and, "or": &l.marks.or})
	var e ending
	rule := endingKeys(&e)
	rules := func(name, about string, into *map[string][]ending) {
		of := anyName
		of.Of, of.Spec = "one of the "+name, strictyaml.ListOf(rule.Spec(), 100, "a list of rules")
		k.Add(name, about, strictyaml.Spec{What: "a mapping of names to rules", Names: &of}, func(n *strictyaml.Node) {
			all := map[string][]ending{}
			for _, entry := range n.Entries {
				list := []ending{}
				for _, item := range entry.Value.List() {
					e = ending{}
					rule.Read(item)
					list = append(list, e)
				}
				all[entry.Key.Text] = list
			}
			*into = merged(*into, all)
		})
	}
	rules("forms", "what becomes of names", &l.forms)
	rules("classes", "what texts select names by", &l.classes)
	one, sections := anyName, anyName
	one.Of, one.Spec = "a text", strictyaml.Paragraph(4000)
	sections.Of, sections.Spec = "a section", strictyaml.Spec{What: "a mapping of names to texts", Names: &one}
	k.Add("texts", "what the bot says, by section and name", strictyaml.Spec{What: "a mapping of sections to texts", Names: &sections}, r.texts)
	term, counted := anyName, strictyaml.Paragraph(4000)
	counted.Names = &strictyaml.Named{Of: "a plural category", Spec: strictyaml.Text(1, 100), Most: 6, Length: 5,
		Pattern: regexp.MustCompile(`^(zero|one|two|few|many|other)$`), What: "zero, one, two, few, many or other"}
	counted.What += ", or a mapping of plural categories to texts"
	term.Of, term.Spec = "a text of a ruleset", counted
	k.Add("rules", "what texts of rulesets' files are in the language", strictyaml.Spec{What: "a mapping of texts to their translations", Names: &term}, r.rules)
	return k
}

// merged returns the entries of both maps; b's win.
func merged[V any](a, b map[string]V) map[string]V {
	out := make(map[string]V, len(a)+len(b))
	maps.Copy(out, a)
	maps.Copy(out, b)
	return out
}

// words adds a key with short texts in which white space counts.
func (r *reader) words(k *strictyaml.Keys, name, about string, into map[string]*string) {
	inner := strictyaml.NewKeys(name)
	for _, key := range slices.Sorted(maps.Keys(into)) {
		inner.Add(key, about, strictyaml.Text(0, 20), func(n *strictyaml.Node) { *into[key] = n.Exact() })
	}
	k.Add(name, about, inner.Spec(), inner.Read)
}

// endingKeys returns the keys of a rule of a form or a class.
func endingKeys(e *ending) *strictyaml.Keys {
	k := strictyaml.NewKeys("a rule")
	strictyaml.Choice(k, "part", "the word that is meant", &e.part, "first", "last", "head")
	texts := func(name, about string, into *[]string) {
		k.Add(name, about, strictyaml.ListOf(strictyaml.Text(1, 40), 200, "one text or a list of at most 200"), func(n *strictyaml.Node) {
			for _, item := range n.List() {
				*into = append(*into, item.Exact())
			}
		})
	}
	texts("next", "what the second word has to be for the first to be the head; #: a number", &e.next)
	texts("starts", "what it begins with", &e.starts)
	texts("ends", "what it ends with", &e.ends)
	texts("words", "what it is", &e.words)
	texts("but", "what it must not end with", &e.but)
	k.Number("stem", "the least number of characters before `ends`", &e.stem, 0, 50)
	k.YesNo("latin", "only names that end in a small letter from a to z", &e.latin)
	k.YesNo("exact", "capital letters count", &e.exact)
	k.Number("cut", "how many characters are dropped at the end", &e.cut, 0, 50)
	k.Add("before", "what is added in front", strictyaml.Text(0, 40), func(n *strictyaml.Node) { e.before = n.Exact() })
	k.Add("add", "what is added at the end", strictyaml.Text(0, 40), func(n *strictyaml.Node) { e.add = n.Exact() })
	k.Text("is", "the class", &e.is, strictyaml.Text(1, 40))
	return k
}

// scalars calls fn for the entries of a mapping that are plain texts.
func scalars(n *strictyaml.Node, fn func(key, value *strictyaml.Node)) {
	for _, e := range n.Entries {
		if e.Value.Kind == strictyaml.Scalar {
			fn(e.Key, e.Value)
		}
	}
}

func (r *reader) plurals(n *strictyaml.Node) {
	r.l.plurals = nil
	scalars(n, func(key, value *strictyaml.Node) {
		rule, err := parsePlural(key.Text, value.Text)
		if err != nil {
			r.Problem(value, "%s: %v", key.Text, err)
			return
		}
		r.l.plurals = append(r.l.plurals, rule)
	})
	slices.SortFunc(r.l.plurals, func(a, b pluralRule) int { return strings.Compare(a.category, b.category) })
}

func (r *reader) texts(n *strictyaml.Node) {
	all := map[string]*text{}
	for _, section := range n.Mappings() {
		scalars(section.Value, func(key, value *strictyaml.Node) {
			all[section.Key.Text+"."+key.Text] = &text{source: value.Exact()}
		})
	}
	r.l.texts = merged(r.l.texts, all)
}

// rules reads translations of rulesets' texts. One with plural categories names a pool, so it becomes a text, too.
func (r *reader) rules(n *strictyaml.Node) {
	terms, pools := map[string]string{}, map[string]*text{}
	scalars(n, func(key, value *strictyaml.Node) { terms[key.Text] = value.Text })
	for _, e := range n.Mappings() {
		var b strings.Builder
		b.WriteString("{n, plural,")
		scalars(e.Value, func(key, value *strictyaml.Node) {
			fmt.Fprintf(&b, " %s {%s}", key.Text, quoteMessage(value.Text, true))
			if key.Text == "other" {
				terms[e.Key.Text] = value.Text
			} else if category.MatchString(key.Text) && !r.l.counts(key.Text) {
				r.Problem(key, "%s: the language has no plural category %s; give its rule under plurals, or remove it", strictyaml.Clip(e.Key.Text), key.Text)
			}
		})
		if !e.Value.Has("other") {
			r.Problem(e.Key, "%s: the translation has no plural category other; add it", strictyaml.Clip(e.Key.Text))
		}
		if id := "pool." + e.Key.Text; r.l.texts[id] == nil || r.l.texts[id].term {
			pools[id] = &text{source: b.String() + "}", term: true}
		}
	}
	r.l.Terms, r.l.texts = merged(r.l.Terms, terms), merged(r.l.texts, pools)
}
