package bot

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine/monster"
	"roundel/engine/ruleset"
)

// alphabet is a pseudo-language: English in which each letter is replaced by one of the alphabet's 26, capital or small.
type alphabet struct {
	tag            string
	capital, small rune // of A and a
	long           bool // texts are longer by 40 %
	pools          bool // pools to choose from are called what they are, as in other languages; in English, they are as one types them
}

// padding is added to long texts. It comes after the letters.
const padding = 27

// The fight is in Armenian letters, and everybody's Discord in Cyrillic ones. Both have the width of Latin letters, and capitals.
var (
	fights = alphabet{tag: "hu", capital: 'Ա', small: 'ա'}
	users  = alphabet{tag: "fi", capital: 'А', small: 'а'}
)

// letter returns a letter of the alphabet for one of English.
func (a alphabet) letter(r rune) rune {
	switch {
	case r >= 'A' && r <= 'Z':
		return a.capital + r - 'A'
	case r >= 'a' && r <= 'z':
		return a.small + r - 'a'
	}
	return r
}

func (a alphabet) has(r rune) bool {
	return r >= a.capital && r < a.capital+26 || r >= a.small && r < a.small+26 || r == a.small+padding
}

// plain returns a text with the letters of English.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		for _, a := range []alphabet{fights, users} {
			switch {
			case r >= a.capital && r < a.capital+26:
				return 'A' + r - a.capital
			case r >= a.small && r < a.small+26:
				return 'a' + r - a.small
			case r == a.small+padding:
				return -1
			}
		}
		return r
	}, text)
}

// text returns a text of a language file in the alphabet: all but what is in braces, of which only the texts of its cases.
func (a alphabet) text(s string) string {
	var out strings.Builder
	own := 0 // characters
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		if r != '{' {
			out.WriteRune(a.letter(r))
			s, own = s[size:], own+1
			continue
		}
		end := closing(s)
		out.WriteString(a.argument(s[:end]))
		s = s[end:]
	}
	if a.long && own > 1 {
		out.WriteString(strings.Repeat(string(a.small+padding), (own*2+4)/5))
	}
	return out.String()
}

// closing returns the length of what begins with a brace.
func closing(s string) int {
	depth := 0
	for i, r := range s {
		switch r {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

// argument returns what is in braces, with the texts of its cases in the alphabet.
func (a alphabet) argument(s string) string {
	head := regexp.MustCompile(`^\{\s*\w+\s*,\s*(plural|select)\s*,`).FindString(s)
	if head == "" {
		return s
	}
	out, rest := head, s[len(head):len(s)-1]
	for {
		word, cases, more := strings.Cut(rest, "{")
		out += word
		if !more {
			return out + "}"
		}
		cases = "{" + cases
		end := closing(cases)
		out += "{" + a.text(cases[1:end-1]) + "}"
		rest = cases[end:]
	}
}

// addition is what a form adds to a name, or a list has between its items.
var addition = regexp.MustCompile(`\b(add|before|and|or): ("[^"]*"|\w+)`)

// endings are what rules for names look for.
var endings = regexp.MustCompile(`\b(ends|starts|but|words|next): (&\w+ )?\[[^]]*\]`)

// file returns English as a file of a language in the alphabet, with the texts of all bundled rulesets. The texts in short don't get longer.
func (a alphabet) file(short map[string]bool) lang.File {
	source, err := os.ReadFile("words/lang/languages/en.yaml")
	if err != nil {
		panic(err)
	}
	var en struct {
		Texts map[string]map[string]any
	}
	if err := yaml.Unmarshal(source, &en); err != nil {
		panic(err)
	}
	form := a
	form.long = false // what is added to names stays as long as it is
	head, _, _ := strings.Cut(string(source), "\ntexts:")
	head = strings.Replace(head, "language: en\n", "language: "+a.tag+"\n", 1)
	head = strings.Replace(head, "title: English\n", "title: "+form.text("English")+"\n", 1)
	head = addition.ReplaceAllStringFunc(head, func(s string) string {
		key, value, _ := strings.Cut(s, ": ")
		return key + ": " + form.text(value)
	})
	head = endings.ReplaceAllStringFunc(head, func(s string) string {
		at := strings.IndexByte(s, '[')
		list := strings.TrimSuffix(s[at+1:], "]")
		return s[:at+1] + list + ", " + form.text(list) + "]" // names may be in either
	})
	out := []byte(head + "\n\ntexts:\n")
	for _, section := range slices.Sorted(maps.Keys(en.Texts)) {
		out = append(out, "  "+section+":\n"...)
		for _, name := range slices.Sorted(maps.Keys(en.Texts[section])) {
			in := a
			in.long = a.long && !short[section+"."+name]
			text := fmt.Sprint(en.Texts[section][name])
			if a.pools && section+"."+name == "list.pool-typed" {
				text = "{pool, noun}"
			}
			out = append(out, "    "+strconv.Quote(name)+": "+strconv.Quote(in.text(text))+"\n"...)
		}
	}
	if a.long { // with the rulesets' texts, the file would be larger than a file may be
		return lang.File{Name: a.tag + ".yaml", Source: out}
	}
	out = append(out, "rules:\n"...)
	for _, text := range rulesetTexts() {
		translated := strconv.Quote(strings.Map(a.letter, text))
		if text == "ticks" { // the only thing that turns have several of and that has no text of its own
			translated = "{one: " + strings.Map(a.letter, "tick") + ", other: " + translated + "}"
		}
		out = append(out, "  "+strconv.Quote(text)+": "+translated+"\n"...)
	}
	return lang.File{Name: a.tag + ".yaml", Source: out}
}

// rulesetTexts lists what the bundled rulesets say, and what common effects are called.
func rulesetTexts() []string {
	out := append(words.CommonEffects(), "except", ruleset.NothingElse) // the latter two stand in resistances
	for _, rs := range ruleset.Bundled().List {
		out = append(out, rs.Texts()...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// pseudo is the bundled languages with the pseudo-languages.
var pseudo = sync.OnceValue(func() *lang.Set { return spoken(fights, users) })

// spoken returns the bundled languages with these.
func spoken(all ...alphabet) *lang.Set {
	var files []lang.File
	for _, a := range all {
		files = append(files, a.file(nil))
	}
	set, problems := lang.Bundled().With(files)
	if len(problems) > 0 {
		panic(fmt.Sprint(problems[:min(5, len(problems))]))
	}
	return set
}

// freePseudo is pseudo where nothing has to be as in English.
var freePseudo = sync.OnceValue(func() *lang.Set {
	fights, users := fights, users
	fights.pools, users.pools = true, true
	return spoken(fights, users)
})

// longPseudo is pseudo with texts that are 40 % longer than in English, as far as a file of a language may have them.
var longPseudo = sync.OnceValue(func() *lang.Set {
	short := map[string]bool{}
	for range 6 {
		first, rest := halves(longer(fights).file(short), longer(users).file(short))
		set, problems := lang.Bundled().With(first)
		if len(problems) == 0 {
			set, problems = set.With(rest)
		}
		if len(problems) == 0 {
			return set
		}
		for _, one := range problems {
			short[tooLong.FindString(one.Problem.Text)] = true
		}
	}
	panic(fmt.Sprint("too much is wrong with the long languages: ", slices.Sorted(maps.Keys(short))))
})

// halves divides files of languages that are larger than a file may be.
func halves(files ...lang.File) (first, rest []lang.File) {
	section := regexp.MustCompile(`(?m)^  [a-z-]+:$`)
	for _, f := range files {
		head := regexp.MustCompile(`language: .*\n`).Find(f.Source)
		half := len(f.Source) / 2
		half += section.FindIndex(f.Source[half:])[0]
		first = append(first, lang.File{Name: f.Name, Source: f.Source[:half]})
		rest = append(rest, lang.File{Name: f.Name, Source: slices.Concat(head, []byte("texts:\n"), f.Source[half:])})
	}
	return first, rest
}

func longer(a alphabet) alphabet {
	a.long = true
	return a
}

// tooLong finds the text that a problem is about.
var tooLong = regexp.MustCompile(`[a-z-]+\.[a-z-]+`)

// listener reads all that a bot says, and notes what is not in the alphabet of those who read it.
type listener struct {
	tags  []string            // the languages of the fight and of people
	plain func(string) string // returns what is said as tests look for it
	typed []string            // what the present request says, as refusals quote it
	known map[string]bool     // words that stay as they are: what was typed, and names
	long  map[string]string   // what is longer than Discord allows, by where it is
	found map[string]string   // lines with words in the wrong letters, by where they were read, and the word
}

func newListener() *listener {
	return &listener{tags: []string{fights.tag, users.tag}, plain: plain, known: map[string]bool{}, found: map[string]string{}, long: map[string]string{}}
}

// reply reads a reply, and returns it in English letters.
func (l *listener) reply(r *discord.Request, reply *discord.Reply) *discord.Reply {
	if l == nil {
		return reply
	}
	l.typed = nil
	for _, values := range []map[string]string{r.Options, r.Fields} {
		for _, value := range values {
			for _, part := range slices.Concat(strings.Split(value, ","), strings.Fields(value), []string{value}) {
				part = strings.TrimSpace(part)
				for _, said := range []string{part, strings.ToLower(part), strings.ToLower(strings.ReplaceAll(part, " ", ""))} {
					l.typed = append(l.typed, strconv.Quote(said))
				}
			}
		}
	}
	l.hear(r, reply)
	out := inEnglish(l, *reply)
	if reply.Post != nil {
		out.Post = &discord.Post{Message: inEnglish(l, reply.Post.Message), Update: reply.Post.Update, Keep: reply.Post.Keep, Sent: reply.Post.Sent}
	}
	for i, f := range out.Files {
		if utf8.Valid(f.Data) {
			out.Files[i].Data = []byte(l.plain(string(f.Data)))
		}
	}
	out.Refused, out.After, out.Private = reply.Refused, reply.After, reply.Private
	return &out
}

// message reads a message that everyone sees, and returns it in English letters.
func (l *listener) message(m discord.Message) discord.Message {
	if l == nil {
		return m
	}
	l.read("card", m.Text, content(m.V2), fights)
	l.buttons("card", m.Buttons, fights)
	return inEnglish(l, m)
}

// inEnglish returns a copy of what JSON can hold, as tests look for it.
func inEnglish[T any](l *listener, of T) (out T) {
	var data strings.Builder
	to := json.NewEncoder(&data)
	to.SetEscapeHTML(false)
	err := to.Encode(of)
	if err == nil {
		err = json.Unmarshal([]byte(l.plain(data.String())), &out)
	}
	if err != nil {
		panic(err)
	}
	return out
}

var word = regexp.MustCompile(`[\p{L}\p{M}][\p{L}\p{M}'’]*`)

// learn adds the words of a text that people typed.
func (l *listener) learn(text string) {
	for _, w := range word.FindAllString(text, -1) {
		l.known[w] = true
	}
}

// untranslated is what never changes: mentions, times, links, what is typed, commands and dice.
var untranslated = regexp.MustCompile("<[^>]*>|https?://\\S+|`[^`\n]+`|/[a-z]+( [a-z-]+)?|\\d*d\\d+(k[hl]\\d+)?" +
	"|[AJQK][♣♦♥♠]|Joker|\\b(10|[2-9AJQK])[CDHS]\\b|\\d+ rounds|end of (this )?turn|end of round|^fight$")

// typed is what is typed in English in every language: examples of weapons, of what can be added to an attack or effect, and of durations; what
// /attack and /act use accept; the built-in weapon, and what a bundled monster has; formulas, and names of options and rulesets.
var typed = strings.NewReplacer(slices.Concat(gone("+2, roll 15, damage 6, advantage", "+1, shock 2/AC 13", "-2, attacker-prone",
	"melee, hit 4, 1d6+2, type slashing", "ranged, hit 4, 1d6+2, type piercing",
	"target-prone-far, target-prone-near, attacker-prone, half-cover, full-cover, prepared, armor-immune", "armor-primitive", "action, bonus, move, reaction, legendary, resistance",
	users.text("Use the ")+"who"+users.text(" option"), // /init last: Discord doesn't translate the names of options
	"\"bs 35\"", "resistance 3/3", "Punch", "Shortbow", "Greatclub", "Javelin", "turn-order", users.text("Choose ")+"agile", users.text("type ")+"instant", "name"+users.text(" and ")+"who", users.text("for ")+"dc", users.text("for ")+"bonus"), ofRulesets())...)

// ofRulesets returns what is typed under bundled rulesets, as pairs for a replacer: their names, formulas, examples of effects, and lists of the kinds of
// damage that can be typed.
func ofRulesets() []string {
	var out []string
	for _, rs := range ruleset.Bundled().List {
		out = append(out, "("+rs.Name+")", words.EffectParts(rs), words.ChangesExample(rs), words.SaveParts(rs), words.PreparedParts(rs))
		if strings.Contains(rs.Name, "-") {
			out = append(out, rs.Name)
		}
		if rs.Damage != nil {
			out = append(out, typedDamage(rs)...)
		}
		for i := range rs.Turn {
			if p := &rs.Turn[i]; p.Counted() && strings.Contains(p.Count.String(), " ") {
				out = append(out, p.Count.String())
			}
		}
	}
	slices.SortFunc(out, func(a, b string) int { return len(b) - len(a) })
	out = slices.DeleteFunc(slices.Compact(out), func(text string) bool { return len(text) < 3 })
	return gone(out...)
}

// typedDamage returns the lists of what is typed in amounts and resistances, as refusals and /help have them.
func typedDamage(rs *ruleset.Ruleset) []string {
	kinds := strings.Join(rs.Damage.Kinds, ", ")
	out := []string{kinds, strings.Join(rs.Damage.Marks, ", ")}
	for _, g := range rs.Damage.Groups {
		out = append(out, users.text(", and ")+g.Name+users.text(" several"))
	}
	_, _, err := rs.TakeResistances(rs.Damage.Words[0].Word + " unknown")
	var fault *ruleset.ResistanceError
	if !errors.As(err, &fault) {
		panic("an unknown kind is no fault")
	}
	for _, known := range [][]string{rs.Damage.Names(), fault.Known} {
		last := len(known) - 1
		out = append(out, strings.Join(known[:last], ", ")+users.text(" and ")+known[last])
	}
	return out
}

// gone returns pairs for a replacer that takes texts out.
func gone(texts ...string) (pairs []string) {
	for _, text := range texts {
		pairs = append(pairs, text, " ")
	}
	return pairs
}

// statKeys are the keys of the stats of bundled rulesets, which are typed.
var statKeys = sync.OnceValue(func() map[string]bool {
	keys := map[string]bool{"hp": true}
	for _, rs := range ruleset.Bundled().List {
		for _, key := range rs.CanChange() { // by effects
			for _, word := range strings.Fields(key) {
				keys[word] = true
			}
		}
		for _, stat := range rs.Stats {
			for _, word := range strings.Split(stat.Key, "_") {
				keys[word] = true
			}
		}
	}
	return keys
})

// fromBooks takes out what the bundled monsters' books say, sentence by sentence, and where it comes from: no language changes that.
var fromBooks = sync.OnceValue(func() *strings.Replacer {
	var out []string
	add := func(texts ...string) {
		for _, text := range texts {
			for len(text) > 0 {
				sentence, rest, _ := strings.Cut(text, ". ")
				out, text = append(out, text, sentence), rest
			}
		}
	}
	for _, book := range monster.Books() {
		add(book.Index().Credit)
		for _, name := range book.Index().Names {
			m, _ := book.Find(name)
			add(m.Is, m.Speed, m.Senses, m.Languages, m.Multiattack)
			for _, a := range m.Attacks {
				add(a.Text)
			}
			for _, a := range m.Abilities {
				add(a.Text, a.Area, a.Name)
			}
		}
	}
	slices.SortFunc(out, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	out = slices.DeleteFunc(slices.Compact(out), func(text string) bool { return len(text) < 12 })
	return strings.NewReplacer(gone(out...)...)
})

// bookTexts takes out what the books say of their monsters, which no language changes.
var bookTexts = sync.OnceValue(func() *strings.Replacer {
	var texts []string
	for _, book := range monster.Books() {
		for _, name := range book.Index().Names {
			m, _ := book.Find(name)
			texts = append(texts, m.Name, m.Is, m.Speed, m.Senses, m.Languages, m.Resistances, m.Multiattack)
			for _, a := range m.Attacks {
				_, numbers, _ := strings.Cut(a.Weapon(), ", ")
				texts = append(texts, a.Name, a.Text, numbers)
			}
			for _, a := range m.Abilities {
				texts = append(texts, a.Name, a.Text, a.Area)
				for i, r := range a.Text {
					if r == '.' { // a stat block can have the first sentence
						texts = append(texts, a.Text[:i+1])
					}
				}
			}
		}
	}
	slices.SortFunc(texts, func(a, b string) int { return len(b) - len(a) })
	return strings.NewReplacer(gone(slices.DeleteFunc(slices.Compact(texts), func(text string) bool { return len(text) < 3 })...)...)
})

// read checks a text, which must not have more than that many characters.
func (l *listener) read(where, text string, most int, a alphabet) {
	text = fromBooks().Replace(text)
	if strings.HasSuffix(where, "button") || strings.HasSuffix(where, "menu") || where == "form of ability" || where == "form of block-attack" {
		text = bookTexts().Replace(text)
	}
	if discord.Length(text) > most {
		l.long[where] = text
	}
	for _, quoted := range l.typed {
		text = strings.ReplaceAll(text, quoted, "")
	}
	for line := range strings.Lines(untranslated.ReplaceAllString(typed.Replace(text), "")) {
		for _, w := range word.FindAllString(line, -1) {
			left := strings.Trim(strings.Map(func(r rune) rune {
				if a.has(r) {
					return -1
				}
				return r
			}, w), "'’")
			if left != "" && !l.knows(left, left != w || strings.Contains(line, w+"…")) {
				l.found[where+": "+left] = strings.TrimSpace(line)
			}
		}
	}
}

// knows reports whether a word stays as it is. Of a name with an ending in another language, a part stays.
func (l *listener) knows(w string, part bool) bool {
	if l.known[w] || statKeys()[strings.ToLower(w)] {
		return true
	}
	for name := range l.known {
		if part && strings.HasPrefix(name, w) {
			return true
		}
	}
	return false
}

func (l *listener) buttons(where string, rows [][]discord.Button, a alphabet) {
	for _, row := range rows {
		for _, b := range row {
			l.read(where+" button", b.Label, discord.MaxLabel, a)
			if b.Menu != nil {
				l.menu(where+" menu", b.Menu, a)
			}
		}
	}
}

// content is how many characters a message can have.
func content(v2 bool) int {
	if v2 {
		return discord.MaxContentV2
	}
	return discord.MaxContent
}

func (l *listener) menu(where string, m *discord.Menu, a alphabet) {
	for _, o := range m.Options {
		l.read(where, o.Label, discord.MaxChoice, a)
		l.read(where, o.About, discord.MaxChoice, a)
	}
}

// hear checks a reply: what everyone reads is in the language of the fight, what the asker reads alone in their own.
func (l *listener) hear(r *discord.Request, reply *discord.Reply) {
	a, who := fights, "public"
	if reply.Ephemeral {
		a, who = users, "private"
	}
	path, _, _ := strings.Cut(r.Path, ":")
	where := who + " " + path
	l.read(where, reply.Text, content(reply.V2), a)
	l.buttons(where, reply.Buttons, a)
	if reply.Post != nil {
		l.read("card", reply.Post.Message.Text, content(reply.Post.Message.V2), fights)
		l.buttons("card", reply.Post.Message.Buttons, fights)
	}
	for _, f := range reply.Files {
		if ext := filepath.Ext(f.Name); ext == ".txt" || ext == ".md" {
			l.read(where+" file", string(f.Data), 1<<20, a)
		}
		l.read(where+" picture", f.Description, 1024, a)
	}
	for _, c := range reply.Choices {
		l.read("choice of "+path, c.Name, discord.MaxChoice, users)
	}
	if form := reply.Form; form != nil {
		l.read("form of "+path, form.Title, discord.MaxTitle, users)
		for _, in := range form.Inputs {
			l.read("form of "+path, in.Label, discord.MaxTitle, users)
			l.read("form of "+path, in.Help, discord.MaxHint, users)
			l.read("hint of "+path, in.Hint, discord.MaxHint, users)
			if in.Options() != nil {
				l.menu("form of "+path, in.Options(), users)
			}
		}
	}
	if reply.Then != nil {
		l.hear(r, reply.Then)
	}
	if reply.Alone != nil {
		alone := *reply.Alone
		alone.Ephemeral = true
		l.hear(r, &alone)
	}
}

// hint is how the asker alone reads how to change the language of a fight that is in another one than theirs (WO-5).
var hint = regexp.MustCompile("(?m)^  (\\(only \\w+\\) )?This fight in [^:]+: `/init language to:.*\n")

// transcripts plays the transcripts at tables that speak other languages, and returns how many differ from what is said in English. Without -deep,
// it plays every second of them, from this one on.
func transcripts(t *testing.T, languages *lang.Set, from int, played func(*listener)) (different int) {
	t.Helper()
	files, err := filepath.Glob("testdata/transcripts/*.txt")
	if err != nil || len(files) < 6 {
		t.Fatalf("%d transcripts, %v", len(files), err)
	}
	for i, file := range files {
		if !*deep && i%2 != from {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		tb := newTable(t)
		tb.bot.languages, tb.ears = languages, newListener()
		tb.ears.learn(languages.Of(fights.tag).Own("roster.fight")) // stays the fight's name
		tb.ears.learn("agile")                                      // as it is typed in the form of an attack
		tb.ears.learn("main")                                       // as English calls a pool on the board; see alphabet.pools
		tb.ears.learn(strings.Join(namesOfMonsters(func(name string) bool { return strings.Contains(string(data), ":"+name) }), " "))
		tb.ears.learn(wordsOfSamples(t, string(data)))
		for line := range strings.Lines(string(data)) {
			if !strings.HasPrefix(line, "  ") && !strings.HasPrefix(line, "#") {
				tb.ears.learn(line)
			}
		}
		if got := hint.ReplaceAllString(playAt(t, tb, string(data)), ""); got != string(data) {
			different++
			t.Logf("%s: %s", file, difference(string(data), got))
		}
		played(tb.ears)
	}
	return different
}

// wordsOfSamples returns what is read from the files that a transcript attaches, also as it begins a line.
func wordsOfSamples(t *testing.T, transcript string) string {
	t.Helper()
	var out strings.Builder
	for _, file := range regexp.MustCompile(`file:([a-z0-9-]+)(\.\w+)`).FindAllStringSubmatch(transcript, -1) {
		text, err := os.ReadFile(filepath.Join("../engine/sheet/testdata", file[1]+".txt"))
		if errors.Is(err, fs.ErrNotExist) {
			text, err = os.ReadFile(filepath.Join("testdata/attached", file[1]+file[2]))
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range word.FindAllString(strings.ReplaceAll(string(text), "_", " "), -1) {
			out.WriteString(w + " " + lang.Capital(w) + " ")
		}
	}
	return out.String()
}

// TestTwoPseudoLanguages plays all transcripts with a fight in one pseudo-language and users in another: what everyone reads is in the
// letters of the first, what one user reads in those of the second, and nothing in others but what was typed.
func TestTwoPseudoLanguages(t *testing.T) {
	all := map[string]string{}
	different := transcripts(t, pseudo(), 0, func(l *listener) { maps.Copy(all, l.found) })
	for _, what := range slices.Sorted(maps.Keys(all)) {
		t.Errorf("%s, in %q", what, all[what])
	}
	if different > 0 {
		t.Errorf("%d transcripts say something else than in English", different)
	}
}

// TestLongLanguages plays all transcripts in languages whose texts are 40 % longer than in English: everything keeps Discord's limits.
func TestLongLanguages(t *testing.T) {
	all := map[string]string{}
	different := transcripts(t, longPseudo(), 1, func(l *listener) { maps.Copy(all, l.long) })
	t.Logf("%d transcripts are shortened", different)
	for _, where := range slices.Sorted(maps.Keys(all)) {
		t.Errorf("%s is too long: %s", where, all[where])
	}
}
