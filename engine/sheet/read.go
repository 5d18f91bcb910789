package sheet

import (
	"bytes"
	"cmp"
	"errors"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"roundel/engine"
	"roundel/engine/loosejson"
	"roundel/engine/monster"
	"roundel/engine/statblock"
)

// The limits of a file (CR-10).
const (
	MaxBytes  = 4 << 20
	MaxDeep   = 64
	MaxValues = 200_000 // objects, lists, texts and so on
)

// The reasons why a file can't be read. Unreadable JSON is a *[loosejson.SyntaxError], and what is wrong with the bot's own YAML is a
// [strictyaml.Problems].
var (
	ErrTooLarge = errors.New("sheet: the file has more than 4,194,304 bytes")
	ErrNotText  = errors.New("sheet: the file is not UTF-8")
	ErrComplex  = errors.New("sheet: there are too many values, or they are nested too deep")
	ErrUnknown  = errors.New("sheet: there is no character in a known format")
	ErrMonster  = errors.New("sheet: this is a monster")
	ErrName     = errors.New("sheet: no combatant can have this name")
)

// Read returns the sheet in a file, and what was left out of it. name, if it isn't empty, goes before the file's. The error is one of those above.
func Read(text []byte, name string) (*Sheet, []Left, error) {
	switch {
	case len(text) > MaxBytes:
		return nil, nil, ErrTooLarge
	case !utf8.Valid(text):
		return nil, nil, ErrNotText
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	if trimmed := bytes.TrimSpace(text); len(trimmed) == 0 || trimmed[0] != '{' && trimmed[0] != '[' {
		return readOwn(text, name)
	}
	v, err := (&loosejson.Decoder{Values: MaxValues, Deep: MaxDeep, Most: MaxDeep}).Decode(string(text))
	switch {
	case errors.Is(err, loosejson.ErrTooComplex):
		return nil, nil, ErrComplex
	case err != nil:
		return nil, nil, err
	}
	o, _ := v.(loosejson.Object)
	if o["roundel"] != nil || o["character"] != nil && o["build"] == nil && o["data"] == nil {
		return readOwn(text, name)
	}
	for _, f := range formats() {
		if root := f.find(o); root != nil {
			r := &reader{Object: root, s: &Sheet{Format: f.format, Check: PlainCheck, Numbers: map[string]int{}, Saves: map[string]int{}, Skills: map[string]int{}}, changed: map[string][]string{}}
			f.read(r)
			return r.named(cmp.Or(name, root.Text("name")))
		}
	}
	if _, _, err := statblock.Read(text); err == nil {
		return nil, nil, ErrMonster
	}
	return nil, nil, ErrUnknown
}

// format is a format in JSON.
type format struct {
	format Format
	find   func(o loosejson.Object) loosejson.Object // the character in a file, or nil
	read   func(r *reader)
}

// formats are told apart by their keys.
func formats() []format {
	return []format{
		{Pathbuilder, within(func(o loosejson.Object) bool {
			return o.At("abilities") != nil && o.At("attributes") != nil && o.At("proficiencies") != nil
		}, "build"), (*reader).pathbuilder},
		{DnDBeyond, within(func(o loosejson.Object) bool {
			_, stats := o["stats"].([]any)
			_, classes := o["classes"].([]any)
			return stats && classes && o.At("modifiers") != nil
		}, "data", "ddb.character"), (*reader).dndBeyond},
		{FoundryFiveE, within(func(o loosejson.Object) bool { return isActor(o) && systemOf(o).Get("abilities.str.value") != nil }), (*reader).foundryFiveE},
		{FoundryPathfind, within(func(o loosejson.Object) bool {
			return isActor(o) && systemOf(o).Get("details.level.value") != nil && systemOf(o).Get("abilities.str.value") == nil
		}), (*reader).foundryPathfinder},
	}
}

// within returns a function that finds a character at the top or at one of some paths.
func within(is func(o loosejson.Object) bool, paths ...string) func(o loosejson.Object) loosejson.Object {
	return func(o loosejson.Object) loosejson.Object {
		if is(o) {
			return o
		}
		for _, path := range paths {
			if at := o.At(path); is(at) {
				return at
			}
		}
		return nil
	}
}

// isActor reports whether an object is a character of Foundry.
func isActor(o loosejson.Object) bool {
	_, items := o["items"].([]any)
	return o.Text("type") == "character" && items
}

// systemOf returns what a system keeps of an actor or an item; older versions of Foundry call it data.
func systemOf(o loosejson.Object) loosejson.Object {
	if system := o.At("system"); system != nil {
		return system
	}
	return o.At("data")
}

// reader reads one character.
type reader struct {
	loosejson.Object
	s       *Sheet
	left    []Left
	changed map[string][]string // by key: what changes the number in a way that its sum doesn't know
}

// named sets the name, which must be one that a combatant can have (CR-13), and returns what was read.
func (r *reader) named(name string) (*Sheet, []Left, error) {
	r.s.Name = engine.CleanName(clean(name))
	if engine.CheckName(r.s.Name) != nil || strings.ContainsAny(name, ",\n\r\u2028\u2029") {
		return nil, nil, ErrName
	}
	return r.s, r.left, nil
}

// clean returns a text in one line without HTML, control and invisible characters (CR-4), and cuts off what nobody would read to its end.
func clean(text string) string {
	const most = 4096
	text = engine.CleanName(strings.ToValidUTF8(text[:min(len(text), most)], ""))
	text = loosejson.WithoutTags(text)
	words := strings.FieldsFunc(text, func(c rune) bool { return unicode.IsSpace(c) || unicode.IsControl(c) })
	return strings.Join(words, " ")
}

// leave lists something as left out, once.
func (r *reader) leave(what string, why Reason, by string) {
	one := Left{short(what), why, short(by)}
	if !slices.Contains(r.left, one) {
		r.left = append(r.left, one)
	}
}

// list returns the objects in the list at a path of an object, which may have a name. What has the wrong type is listed as left out (CR-12).
func (r *reader) list(name string, o loosejson.Object, path string) []loosejson.Object {
	v, what := o.Get(path), strings.TrimSpace(name+" "+path[strings.LastIndexByte(path, '.')+1:])
	all, ok := v.([]any)
	if !ok && !loosejson.Empty(v) {
		r.leave(what, Unclear, "")
	}
	for i, one := range all {
		if _, ok := one.(loosejson.Object); !ok && one != nil {
			r.leave(what+" "+strconv.Itoa(i+1), Unclear, "")
		}
	}
	return o.List(path)
}

// items returns what a character of Foundry has. What can't be told apart by its type, or has nothing that could be read, is listed as left out (CR-12).
func (r *reader) items() []loosejson.Object {
	all := r.list("", r.Object, "items")
	for _, item := range all {
		what := cmp.Or(item.Text("name"), "items")
		if item.Text("type") == "" {
			r.leave(what, Unclear, "type")
		} else if systemOf(item) == nil {
			r.leave(what, Unclear, "system")
		}
	}
	return all
}

// short returns at most 60 characters of a text in one line.
func short(text string) string { return upTo(60, text) }

// upTo returns at most some characters of a text in one line.
func upTo(most int, text string) string {
	runes := []rune(clean(text))
	return strings.TrimSpace(string(runes[:min(len(runes), most)]))
}

// part is a part of a sum: a whole number, or why there is none.
type part struct {
	n   int
	why Reason // empty: n is the number
	by  string
}

// num returns a number as a part.
func num(n int) part { return part{n: n} }

// whole returns the whole number in a value. Text is not a number, even if it is all digits (CR-13).
func whole(v any) (int, bool) {
	if _, isText := v.(string); isText {
		return 0, false
	}
	return loosejson.Whole(v)
}

// wholeOf returns the whole number in a value. by names it.
func wholeOf(v any, by string) part {
	n, ok := whole(v)
	switch {
	case ok:
		return num(n)
	case v == nil:
		return part{why: Missing, by: by}
	}
	return part{why: NotWhole, by: by}
}

// part returns the whole number at a path of the character.
func (r *reader) part(path string) part {
	return wholeOf(r.Get(path), path[strings.LastIndexByte(path, '.')+1:])
}

// wrong returns the first of the paths with a value that isn't of a kind, or "". The kinds are bool, number, text, texts and object.
func wrong(o loosejson.Object, kind string, paths ...string) string {
	for _, path := range paths {
		v := o.Get(path)
		var is bool
		switch kind {
		case "bool":
			_, is = v.(bool)
		case "number":
			_, is = whole(v)
		case "text":
			_, is = v.(string)
		case "texts":
			list, listed := v.([]any)
			is = textOrNone(v) || listed && len(o.Texts(path)) == len(list)
		case "object":
			_, is = v.(loosejson.Object)
		}
		if v != nil && !is {
			return path
		}
	}
	return ""
}

// optional returns the whole number in a value, and 0 if there is none. by names it.
func optional(v any, by string) part {
	if loosejson.Empty(v) {
		return num(0)
	}
	return wholeOf(v, by)
}

// plus adds parts up. The first that isn't a number is the sum.
func plus(parts ...part) part {
	total := 0
	for _, p := range parts {
		if p.why != "" {
			return p
		}
		if total += p.n; total > math.MaxInt32 || total < math.MinInt32 {
			return part{why: OutOfRange}
		}
	}
	return num(total)
}

// highest returns the highest of some parts, or the first that isn't a number.
func highest(parts []part) part {
	if sum := plus(parts...); sum.why != "" {
		return sum
	}
	return slices.MaxFunc(parts, func(a, b part) int { return a.n - b.n })
}

// atMost returns the lower of two parts, or the first that isn't a number.
func atMost(p, limit part) part {
	if sum := plus(p, limit); sum.why != "" {
		return sum
	}
	return num(min(p.n, limit.n))
}

// times multiplies two parts.
func times(a, b part) part {
	if sum := plus(a, b); sum.why != "" {
		return sum
	}
	if a.n != 0 && (a.n > MaxValue || a.n < -MaxValue || b.n > MaxValue || b.n < -MaxValue) {
		return part{why: OutOfRange}
	}
	return num(a.n * b.n)
}

// of applies a function to a part that is a number.
func (p part) of(f func(n int) int) part {
	if p.why == "" {
		p.n = f(p.n)
	}
	return p
}

// modifier returns the modifier of a score (CR-17).
func modifier(score part) part {
	return score.of(func(n int) int { return int(math.Floor(float64(n-10) / 2)) })
}

// set sets a number, a save or a skill, or lists why it can't be.
func (r *reader) set(into map[string]int, key string, p part) {
	switch by := r.changed[key]; {
	case !IsKey(key):
		r.leave(key, Unclear, "")
	case len(by) > 0:
		r.leave(key, Changed, strings.Join(by, ", "))
	case p.why != "":
		r.leave(key, p.why, p.by)
	case p.n > MaxValue || p.n < -MaxValue:
		r.leave(key, OutOfRange, "")
	case len(r.s.Numbers)+len(r.s.Saves)+len(r.s.Skills) >= MaxNumbers:
		r.leave(key, TooMany, "")
	default:
		into[key] = p.n
	}
}

// change notes that something changes a number in a way that its sum doesn't know, once.
func (r *reader) change(key, by string) {
	if by = cmp.Or(short(by), "?"); !slices.Contains(r.changed[key], by) {
		r.changed[key] = append(r.changed[key], by)
	}
}

// unless returns a part, or why there is none if something changes it.
func (r *reader) unless(key string, p part) part {
	if by := r.changed[key]; len(by) > 0 {
		return part{why: Changed, by: strings.Join(by, ", ")}
	}
	return p
}

// everything returns the keys of all numbers that a sum gives, and of attacks.
func everything() []string {
	return slices.Concat(abilities(), strings.Fields("attacks hp ac init speed proficiency class_dc spell_attack spell_dc fortitude reflex will"), fiveESaves(),
		sorted(skills()), sorted(pathfinderSkills()))
}

// hp sets the maximum hit points and, if the file states them, the present ones.
func (r *reader) hp(most, present part) {
	switch by := r.changed["hp"]; {
	case len(by) > 0:
		r.leave("hp", Changed, strings.Join(by, ", "))
		return
	case most.why != "":
		r.leave("hp", most.why, most.by)
		return
	case most.n < 1 || most.n > engine.MaxHP:
		r.leave("hp", OutOfRange, "")
		return
	}
	if r.s.MaxHP = most.n; present.why != "" && present.why != Missing {
		r.leave(present.by, present.why, "")
	}
	if present.why == "" && present.n >= 0 {
		now := min(present.n, most.n)
		r.s.HP = &now
	}
}

// attack adds an attack (CR-13), or lists why it can't be. why is empty if nothing is wrong with it so far.
func (r *reader) attack(a monster.Attack, why Reason, by string) {
	a.Name = upTo(50, strings.NewReplacer(",", "", ";", "").Replace(a.Name))
	switch {
	case why != "":
		r.leave(a.Name, why, by)
	case len(r.changed["attacks"]) > 0:
		r.leave(a.Name, Changed, strings.Join(r.changed["attacks"], ", "))
	case a.Bonus == nil:
		r.leave(a.Name, NoBonus, "")
	case *a.Bonus > MaxValue || *a.Bonus < -MaxValue:
		r.leave(a.Name, OutOfRange, "")
	case len(a.Damage) > MaxParts:
		r.leave(a.Name, TooMany, "")
	case slices.ContainsFunc(r.s.Attacks, func(b monster.Attack) bool { return engine.SameName(a.Name, b.Name) }):
		r.leave(a.Name, Unclear, "")
	case !a.Fits(), a.Check() != nil:
		r.leave(a.Name, NotDice, "")
	case len(r.s.Attacks) >= MaxAttacks:
		r.leave(a.Name, TooMany, "")
	default:
		r.s.Attacks = append(r.s.Attacks, a)
	}
}

// texts returns the texts of a list as they are shown.
func texts(v any) []string {
	var out []string
	for _, text := range (loosejson.Object{"": v}).Texts("") {
		if text = short(text); text != "" && len(out) < maxListed {
			out = append(out, text)
		}
	}
	return out
}

// abilities are the six abilities.
func abilities() []string { return []string{"str", "dex", "con", "int", "wis", "cha"} }

// skills returns the skills of 5E with the ability of each.
func skills() map[string]string {
	return map[string]string{"acrobatics": "dex", "animal_handling": "wis", "arcana": "int", "athletics": "str", "deception": "cha", "history": "int", "insight": "wis",
		"intimidation": "cha", "investigation": "int", "medicine": "wis", "nature": "int", "perception": "wis", "performance": "cha", "persuasion": "cha", "religion": "int",
		"sleight_of_hand": "dex", "stealth": "dex", "survival": "wis"}
}

// pathfinderSkills returns the skills of Pathfinder 2E with the ability of each.
func pathfinderSkills() map[string]string {
	return map[string]string{"acrobatics": "dex", "arcana": "int", "athletics": "str", "crafting": "int", "deception": "cha", "diplomacy": "cha", "intimidation": "cha",
		"medicine": "wis", "nature": "wis", "occultism": "int", "performance": "cha", "religion": "wis", "society": "int", "stealth": "dex", "survival": "wis", "thievery": "dex"}
}

// sorted returns the keys of a map in order.
func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
