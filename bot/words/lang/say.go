package lang

import (
	"cmp"
	"flag"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Say returns a phrase as a Discord message, with names escaped. It begins with a capital letter if its first word is the language's own; a
// name stays as it was typed.
func (l *Language) Say(p Phrase) string { return l.say(p, false) }

// Line is [Language.Say] for a phrase with these arguments.
func (l *Language) Line(id string, args ...Arg) string { return l.Say(Phrase{id, args}) }

// Label returns a phrase as plain text for buttons, boards and files: nothing is escaped, and no capital letter is added.
func (l *Language) Label(id string, args ...Arg) string { return l.say(Phrase{id, args}, true) }

// Own returns a text without arguments as plain text, or "" if the language itself lacks it.
func (l *Language) Own(id string) string {
	if l.texts[id] == nil {
		return ""
	}
	return l.Label(id)
}

func (l *Language) say(p Phrase, label bool) string {
	text, _ := l.write(p, label)
	return text
}

// write returns a phrase's text, and whether it begins with a name that somebody typed.
func (l *Language) write(p Phrase, label bool) (text string, typed bool) {
	if nodes, in := l.text(p.ID); in == l && len(nodes) == 1 && nodes[0].op == plainText {
		return nodes[0].text, false // the same for every phrase
	}
	w := writer{l: l, b: make([]byte, 0, 96), label: label}
	if w.phrase(p); w.fell {
		return l.fallback.write(p, label) // so that the sentence isn't in two languages
	}
	return string(w.b), w.typed
}

// writer writes one text.
type writer struct {
	l     *Language
	b     []byte
	fell  bool // a part was said in another language
	label bool // names aren't escaped
	said  bool // names are escaped already
	typed bool // a name that somebody typed comes first
}

func (w *writer) phrase(p Phrase) {
	nodes, l := w.l.text(p.ID)
	if nodes == nil {
		missing(p.ID, "there is no such text")
		return
	}
	from, was := len(w.b), w.l
	w.l, w.fell = l, w.fell || l != was
	w.nodes(p, nodes)
	w.l = was
	if from == 0 && !w.label && !w.typed && nodes[0].op != plainText {
		if a := p.find(nodes[0].key); a != nil && (a.kind == side || a.kind == part || a.kind == parts || a.kind == allParts || a.kind == someParts) {
			w.capital(a)
		}
	}
}

// capital starts the text with a capital letter if its first word is the language's own.
func (w *writer) capital(a *Arg) {
	if a.kind == side && strings.HasPrefix(string(w.b), a.text) || len(a.all) > 0 && !w.own(a.all[0]) {
		return // a name comes first
	}
	if first, n := utf8.DecodeRune(w.b); unicode.IsLower(first) {
		w.b = append(utf8.AppendRune(nil, unicode.ToUpper(first)), w.b[n:]...)
	}
}

// Sentence returns a phrase with a capital letter at the beginning, unless the first word is a name that somebody typed.
func (l *Language) Sentence(p Phrase) string {
	text, typed := l.write(p, false)
	if typed {
		return text
	}
	return Capital(text)
}

// typed reports whether an argument begins with a name that somebody typed.
func (a *Arg) typed() bool {
	return slices.Contains([]kind{name, names, allNames, commaNames, groups}, a.kind) || a.kind == unit && !twoSides(a.text)
}

// own reports whether a part begins with a word of the language.
func (w *writer) own(p Phrase) bool {
	nodes, _ := w.l.text(p.ID)
	if len(nodes) == 0 || nodes[0].op == plainText {
		return true
	}
	a := p.find(nodes[0].key)
	switch {
	case a == nil, a.kind == pool, a.kind == poolNoun:
		return true
	case a.kind == side:
		return twoSides(a.text) || startsLower(a.text)
	case len(a.all) > 0:
		return w.own(a.all[0])
	}
	return nodes[0].op == choose || nodes[0].op == plural
}

func (p Phrase) find(key string) *Arg {
	for i := range p.Args {
		if p.Args[i].Key == key {
			return &p.Args[i]
		}
	}
	return nil
}

func (w *writer) nodes(p Phrase, nodes []node) {
	for i := range nodes {
		n := &nodes[i]
		if n.op == plainText {
			w.b = append(w.b, n.text...)
			continue
		}
		a := p.find(n.key)
		if a == nil {
			missing(p.ID, n.key+" is not given")
			continue
		}
		from := len(w.b)
		first := from == 0 || from == 1 && w.b[0] == 0 // see within
		switch n.op {
		case value:
			w.value(a)
		case hash:
			w.count(a)
		case formed:
			w.formed(p.ID, a, n.form)
		case plural:
			w.nodes(p, n.plural(w.l, w.number(a)))
		case choose:
			w.nodes(p, n.chosen(w.word(a)))
		}
		if first && (n.op == value || n.op == formed) && a.typed() && len(w.b) > from {
			w.typed = true
		}
	}
}

// plural returns the case for a number.
func (n *node) plural(l *Language, count int) []node {
	for i := range n.cases {
		if b := &n.cases[i]; b.is && b.exact == count {
			return b.text
		}
	}
	return n.chosen(l.category(count))
}

// chosen returns the case for a word, or else the case "other".
func (n *node) chosen(word string) []node {
	var other []node
	for i := range n.cases {
		switch n.cases[i].word {
		case word:
			return n.cases[i].text
		case "other":
			other = n.cases[i].text
		}
	}
	return other
}

// number returns the number that a plural goes by.
func (w *writer) number(a *Arg) int {
	switch a.kind {
	case names, allNames, commaNames, groups:
		return len(a.list) + len(a.all)
	case parts, allParts, someParts, sentences:
		return len(a.all)
	case name, term, mixed, unit:
		return 1
	case side:
		if startsLower(a.text) && w.l.class("side", a.text) == "many" {
			return 2
		}
		return 1
	}
	return a.n
}

// count writes that number.
func (w *writer) count(a *Arg) {
	if a.kind == plainInt {
		w.b = strconv.AppendInt(w.b, int64(a.n), 10)
		return
	}
	w.grouped(w.number(a))
}

// word returns the word that a select goes by.
func (w *writer) word(a *Arg) string {
	switch a.kind {
	case literal:
		return cmp.Or(a.text, "none")
	case part:
		if a.all[0].Is() {
			return a.all[0].ID
		}
		return "none"
	case name, term, counted, mixed, quoted, side, unit, pool, poolNoun:
		switch {
		case a.text == "":
			return "none"
		case a.kind == side && twoSides(a.text):
			return a.text
		}
		return w.l.class(a.Key, w.shown(a))
	}
	return strconv.Itoa(w.number(a))
}

func (w *writer) value(a *Arg) {
	switch a.kind {
	case number:
		w.grouped(a.n)
	case plainInt:
		w.b = strconv.AppendInt(w.b, int64(a.n), 10)
	case decimal:
		point := "," // unless a comma groups digits, it separates decimals
		if w.l.marks.group == "," {
			point = "."
		}
		w.b = append(w.b, strings.Replace(a.text, ".", point, 1)...)
	case literal:
		w.b = append(w.b, a.text...)
	case name, term, counted, mixed, unit:
		w.name(w.shown(a))
	case quoted:
		w.b = append(w.b, w.l.marks.open...)
		from := len(w.b)
		w.name("\"" + Clip(w.shown(a), 100)) // so that what comes first isn't escaped as if it began a line
		w.b = append(slices.Delete(w.b, from, from+1), w.l.marks.close...)
	case side:
		w.side(a.text)
	case names:
		w.names(a.list, w.l.marks.and)
	case allNames:
		w.allNames(a.list, w.l.marks.and)
	case commaNames:
		w.allNames(a.list, w.l.marks.comma)
	case groups:
		w.groups(a.list, a.all)
	case part:
		if a.all[0].Is() {
			w.within(a.all[0])
		}
	case parts:
		w.joined(len(a.all), w.l.marks.comma, func(i int) { w.within(a.all[i]) })
	case allParts:
		w.joined(len(a.all), w.l.marks.and, func(i int) { w.within(a.all[i]) })
	case sentences:
		w.sentences(a.all)
	case someParts:
		w.some(a.all)
	case pool:
		w.within(Phrase{"pool.count", []Arg{N("n", a.n), Part("noun", w.noun(a.text, a.n))}})
	case poolNoun:
		if a.text != "" {
			w.within(w.noun(a.text, 1))
		}
	}
}

// shown returns the text of an argument in the language. What people typed is the same in all languages.
func (w *writer) shown(a *Arg) string {
	switch {
	case a.kind == unit && twoSides(a.text):
		return w.l.Label("list.bare-side", Side("side", a.text), Name("name", a.text))
	case a.kind == name, a.kind == unit:
		return w.l.Called(a.text)
	case a.kind == counted:
		return w.l.counted(a.text, a.n)
	case a.kind == mixed:
		return w.l.mixed(a)
	case a.kind == quoted && len(a.all) > 0:
		return w.l.Label("list.name", Part("name", a.all[0]))
	case a.kind == quoted && a.n > 0:
		return w.l.Term(a.text)
	case a.kind != term:
		return a.text
	case a.n > 0:
		return Clip(strings.TrimRight(w.l.Term(a.text), ". 。"), a.n)
	}
	return w.l.Term(a.text)
}

// name writes what people typed.
func (w *writer) name(text string) {
	switch {
	case w.said:
		w.b = append(w.b, text...)
	case w.label:
		w.b = append(w.b, Visible(text)...)
	default:
		w.b = appendEscaped(w.b, text)
	}
}

// Noun returns the noun of a pool for n of it: "action", "actions".
func (l *Language) Noun(key string, n int) string {
	w := writer{l: l}
	return l.say(w.noun(key, n), true)
}

// noun returns the noun of a pool for n of it.
func (w *writer) noun(key string, n int) Phrase {
	if forms := w.l.own[key]; forms != nil {
		return Phrase{"list.name", []Arg{Term("name", cmp.Or(forms[w.l.category(n)], forms["other"]))}}
	}
	if id := "pool." + key; w.l.Has(id) {
		return Phrase{id, []Arg{N("n", n)}}
	}
	written := strings.ReplaceAll(key, "_", "-")
	word := written
	for _, many := range []struct{ ends, one string }{{"ies", "y"}, {"shes", "sh"}, {"ches", "ch"}, {"sses", "ss"}, {"xes", "x"}, {"ss", "ss"}, {"us", "us"}, {"is", "is"}, {"s", ""}} {
		if stem, is := strings.CutSuffix(word, many.ends); is {
			word = stem + many.one
			break
		}
	}
	term := w.l.Terms[key]
	return Phrase{"pool.other", []Arg{N("n", n), Term("noun", cmp.Or(term, word)), Term("written", cmp.Or(term, written))}}
}

// within writes a phrase in the middle of another one, without a capital letter.
func (w *writer) within(p Phrase) {
	if len(w.b) > 0 {
		w.phrase(p)
		return
	}
	w.b = append(w.b, 0) // so that the part is not taken for the beginning of a sentence
	w.phrase(p)
	w.b = append(w.b[:0], w.b[1:]...)
}

// formed writes an argument in one of the forms of the file, or in one that every language has: or, a list to choose from; signed, a number
// with its sign; operator, a number as it is added or subtracted; some, the plural noun of a pool; noun, the noun of a pool for the
// argument's number; capital, with a capital letter.
func (w *writer) formed(id string, a *Arg, how string) {
	if a.kind == unit && twoSides(a.text) {
		a = &Arg{Key: a.Key, kind: side, text: a.text}
	}
	if only := w.onlySide(a); only != nil {
		a = only
	}
	from := len(w.b)
	switch {
	case how == "or" && a.kind == names:
		w.names(a.list, w.l.marks.or)
		return
	case how == "or" && a.kind == allNames:
		w.allNames(a.list, w.l.marks.or)
		return
	case how == "or" && a.kind == allParts:
		w.joined(len(a.all), w.l.marks.or, func(i int) { w.within(a.all[i]) })
		return
	case how == "signed":
		if a.n < 0 {
			w.b = append(w.b, w.l.marks.minus...)
		} else {
			w.b = append(w.b, '+')
		}
		w.b = strconv.AppendInt(w.b, int64(max(a.n, -a.n)), 10)
		return
	case how == "operator":
		if a.n < 0 {
			w.b = append(append(w.b, w.l.marks.minus...), ' ')
		} else {
			w.b = append(w.b, "+ "...)
		}
		w.b = strconv.AppendInt(w.b, int64(max(a.n, -a.n)), 10)
		return
	case how == "some":
		w.within(w.noun(a.text, 2))
		return
	case how == "noun":
		w.within(w.noun(a.text, a.n))
		return
	case how == "capital":
		w.value(a)
		if a.kind != side && len(a.all) == 0 || a.kind == side && startsLower(a.text) || len(a.all) > 0 && w.own(a.all[0]) {
			w.b = append(w.b[:from], Capital(string(w.b[from:]))...)
		}
		return
	case a.kind == side && w.l.texts["side."+a.text+"-"+how] != nil:
		w.within(Phrase{ID: "side." + a.text + "-" + how})
		return
	}
	rules, ok := w.l.forms[how]
	if !ok {
		missing(id, "the file has no form "+how)
	}
	w.value(a)
	w.b = append(w.b[:from], form(rules, string(w.b[from:]))...)
}

// onlySide returns the side that is all an argument's phrases say, or nil.
func (w *writer) onlySide(a *Arg) *Arg {
	if len(a.all) != 1 {
		return nil
	}
	nodes, _ := w.l.text(a.all[0].ID)
	if len(nodes) != 1 || nodes[0].op != value {
		return nil
	}
	if inner := a.all[0].find(nodes[0].key); inner != nil && inner.kind == side {
		return inner
	}
	return nil
}

// grouped writes a whole number with its digits grouped.
func (w *writer) grouped(n int) {
	if n < 0 {
		w.b, n = append(w.b, '-'), -n // as people type it
	}
	text := strconv.Itoa(n)
	for i := range len(text) {
		if i > 0 && (len(text)-i)%3 == 0 {
			w.b = append(w.b, w.l.marks.group...)
		}
		w.b = append(w.b, text[i])
	}
}

// twoSides reports whether a name is that of one of the two sides that every fight has.
func twoSides(name string) bool { return name == "party" || name == "foes" }

// side writes the name of a side: the two that every fight has are words of the language.
func (w *writer) side(name string) {
	id := "side.named"
	switch {
	case w.l.texts["side."+name] != nil && twoSides(name):
		id = "side." + name
	case startsLower(name) && !strings.HasPrefix(name, "the "):
		id = "side.common"
	}
	w.within(Phrase{id, []Arg{Name("name", name)}})
}

// missing is called for a text or an argument that isn't there. It panics in tests; otherwise the sentence does without.
func missing(id, what string) {
	if flag.Lookup("test.v") != nil {
		panic(id + ": " + what)
	}
}
