package ruleset

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"roundel/engine/strictyaml"
)

// Ruleset says how one game runs its turns. A zero field means that the game has no such rule. A ruleset is never changed once it has been
// read, and is safe for concurrent use.
type Ruleset struct {
	Name   string   // as typed: "turn-order"
	Title  string   // as shown: "Turn Order"
	Credit string   // where text in the file comes from, if it is licensed
	Fits   []string // names of games that it fits: "5e", "pathfinder 2e"
	Help   []string // paragraphs for /help

	Text []byte // the file it was read from
	Hash string // SHA-256 of Text in lower-case hex; identifies the text, whatever its name

	RoundSeconds int // length of a round in seconds; 0: no clock is shown (CO-6)

	Stats            []Stat
	Units            Units
	Order            Order
	Absorbs          []Absorb // what takes damage before hit points do, in this order (NU-11)
	Rests            []Rest   // what restores hit points and pools (NU-29)
	Turn             []Pool   // the pools of a turn (RS-40); empty: nothing is counted
	Wait             Wait
	Blow             int // added to the score in the round after a blow, negative (TO-7); 0: no such rule
	Surprise         Surprise
	Durations        Clock   // how "N rounds" are counted (RS-60)
	Saves            *Saves  // nil: there are none (NU-13)
	Save             *Check  // the check of every effect with a difficulty that has no check of its own (RS-66)
	Damage           *Damage // nil: amounts have no kinds (NU-4)
	Conditions       []Condition
	ConditionsChange bool  // some of them change rolls or damage (NU-22)
	ByRange          bool  // some of these changes depend on whether an attack is ranged
	Down             *Down // nil: the GM picks the state of combatants at 0 hit points (CO-12)
	Counters         []Counter
	Events           []Event
	Morale           Morale
	Once             bool     // abilities that work once per scene (CS-4)
	Monsters         []string // the books of monsters offered, in this order (MO-4); nil: not set; empty: none
	Attack           Attack
	Difficulty       *Difficulty // nil: foes aren't compared with the party
	Sheet            *Sheet      // nil: sheets only provide stats of the same name
	Words            Words       // translations of the file's texts (WO-13)

	texts []string
}

// keys returns every key that a file can have. Each mechanic has a line here and a field in [Ruleset]; the rest is in its own file. Keys are
// read in this order, so those that others depend on come first; one that depends on a later key is marked with Last.
func (r *reader) keys() *strictyaml.Keys {
	k := strictyaml.NewKeys("a ruleset")
	k.Format()
	r.titleKeys(k)
	r.roundKey(k)
	r.statsKey(k)
	r.unitsKey(k)
	r.orderKey(k)
	r.absorbsKey(k)
	r.restsKey(k)
	r.turnKey(k)
	r.waitKeys(k)
	r.surpriseKey(k)
	r.durationsKey(k)
	r.savesKey(k)
	r.saveKey(k)
	r.damageKey(k)
	r.conditionsKey(k)
	r.downKey(k)
	r.countersKey(k)
	r.eventsKey(k)
	r.moraleKey(k)
	k.YesNo("once", "whether abilities can be marked as once per fight", &r.rs.Once)
	r.attackKey(k)
	r.difficultyKey(k)
	r.sheetKey(k)
	r.wordsKey(k)
	return k
}

// Texts returns the texts in the file that people read, each once. These are what translations translate.
func (rs *Ruleset) Texts() []string { return slices.Clone(rs.texts) }

// shown adds texts of the file to those that people read.
func (r *reader) shown(texts ...string) {
	for _, text := range texts {
		if text != "" && !slices.Contains(r.rs.texts, text) {
			r.rs.texts = append(r.rs.texts, text)
		}
	}
}

// shows is for keys whose values are texts that people read.
func (r *reader) shows(n *strictyaml.Node) { r.shown(n.Texts()...) }

// Brings reports whether the file has something with this name that changes rolls or deals damage, as a condition does. Other names of such
// things were typed. Each mechanic that has some has a line here.
func (rs *Ruleset) Brings(name string) bool {
	return name != "" && rs.Condition(name) != nil
}

// first returns the first element for which is returns true, or nil. The pointer points into the list.
func first[E any](list []E, is func(e *E) bool) *E {
	for i := range list {
		if is(&list[i]) {
			return &list[i]
		}
	}
	return nil
}

// each returns a text of each element.
func each[E any](list []E, text func(e *E) string) []string {
	var out []string
	for i := range list {
		out = append(out, text(&list[i]))
	}
	return out
}

// titleKeys adds the keys that say which game it is.
func (r *reader) titleKeys(k *strictyaml.Keys) {
	rs := r.rs
	k.Text("name", "what people type in `/init start ruleset:`", &rs.Name, strictyaml.Pattern(namePattern, "2 to 32 small letters, digits and hyphens, with a letter first")).Must()
	k.Text("title", "what the bot shows", &rs.Title, strictyaml.Text(1, 60)).Must().Then(r.shows)
	k.Texts("fits", "what people may type to find the ruleset: names of games it suits", &rs.Fits, strictyaml.ListOf(strictyaml.Text(1, 40), 20, "one text or a list of at most 20"))
	k.Text("credit", "where text in the file comes from, if it is licensed; `/help` shows it", &rs.Credit, strictyaml.Paragraph(600)).Then(r.shows)
	k.Add("monsters", "the books of monsters that are offered where they fit, the first before the others; default: `srd-5.1`",
		strictyaml.Or(strictyaml.Words("none"), strictyaml.ListOf(strictyaml.Words(MonsterBooks...), len(MonsterBooks), "a list of "+strictyaml.And(MonsterBooks))), r.books)
	k.Texts("help", "paragraphs for `/help` in a fight", &rs.Help, strictyaml.ListOf(strictyaml.Paragraph(500), 12, "one text or a list of at most 12")).Then(r.shows)
}

// MonsterBooks are the keys of the bundled books of monsters.
var MonsterBooks = []string{"srd-5.1", "srd-5.2"}

func (r *reader) books(n *strictyaml.Node) {
	r.rs.Monsters = []string{}
	for _, book := range n.List() {
		switch {
		case book.Text == "none":
		case slices.Contains(r.rs.Monsters, book.Text):
			r.Problem(book, "monsters: %s is there twice", book.Text)
		default:
			r.rs.Monsters = append(r.rs.Monsters, book.Text)
		}
	}
}

var lengthPattern = regexp.MustCompile(`^0*[1-9]\d{0,4} *(s|min|h)$`)

func (r *reader) roundKey(k *strictyaml.Keys) {
	k.Add("round", "how long a round lasts; without it, there is no clock, and durations in minutes are refused",
		strictyaml.Pattern(lengthPattern, "a length of time such as 6 s, 1 min or 1 h"), func(n *strictyaml.Node) {
			digits := n.Text[:len(n.Text)-len(strings.TrimLeft(n.Text, "0123456789"))]
			count, err := strconv.Atoi(digits)
			if err != nil {
				return // already refused, by its structure
			}
			r.rs.RoundSeconds = count * seconds(strings.TrimSpace(n.Text[len(digits):]))
			if r.rs.RoundSeconds > MaxHours*3600 {
				r.Problem(n, "round: a round can last at most %d h", MaxHours)
			}
		})
}
