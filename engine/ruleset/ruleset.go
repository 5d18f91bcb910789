package ruleset

import (
	"regexp"
	"strconv"
	"strings"

	"roundel/engine/strictyaml"
)

// Ruleset is how one game runs its turns. A zero field means that the game has no such rule. It is never changed once it has been
// read, and is safe for concurrent use.
type Ruleset struct {
	Name   string   // as typed: "turn-order"
	Title  string   // as shown: "Turn Order"
	Credit string   // where the text of the file comes from, if that is licensed
	Fits   []string // what people call games that it fits: "5e", "pathfinder 2e"
	Help   []string // paragraphs for /help

	Text []byte // the file it was read from
	Hash string // SHA-256 of Text in lower-case hex: which text it is, whatever its name

	RoundSeconds int // length of a round in seconds; 0: no clock is shown (CO-6)

	Stats      []Stat
	Units      Units
	Order      Order
	Turn       []Pool // what a turn has (RS-40); empty: nothing is counted
	Wait       Wait
	Blow       int // added to the score in the round after a blow, below 0 (TO-7); 0: there are none
	Surprise   Surprise
	Durations  Clock  // how "N rounds" are counted (RS-60)
	Save       *Check // of every effect that is put on with a difficulty and has no check of its own (RS-66)
	Conditions []Condition
	Down       *Down // nil: the GM picks the state of whoever is at 0 hit points (CO-12)
	Counters   []Counter
	Events     []Event
	Morale     Morale
	Once       bool // abilities that work once per scene (CS-4)
	Attack     Attack
	Words      Words // what the file's texts are in other languages (WO-13)
}

// titleKeys adds the keys that say which game it is.
func (r *reader) titleKeys(k *strictyaml.Keys) {
	rs := r.rs
	k.Text("name", "what people type in `/init start ruleset:`", &rs.Name, strictyaml.Pattern(namePattern, "2 to 32 small letters, digits and hyphens, with a letter first")).Must()
	k.Text("title", "what the bot shows", &rs.Title, strictyaml.Text(1, 60)).Must()
	k.Texts("fits", "what people may type to find the ruleset: names of games it suits", &rs.Fits, strictyaml.ListOf(strictyaml.Text(1, 40), 20, "one text or a list of at most 20"))
	k.Text("credit", "where text in the file comes from, if it is licensed; `/help` shows it", &rs.Credit, strictyaml.Paragraph(600))
	k.Texts("help", "paragraphs for `/help` in a fight", &rs.Help, strictyaml.ListOf(strictyaml.Paragraph(500), 12, "one text or a list of at most 12"))
}

var lengthPattern = regexp.MustCompile(`^0*[1-9]\d{0,4} *(s|min|h)$`)

func (r *reader) roundKey(k *strictyaml.Keys) {
	k.Add("round", "how long a round lasts; without it, there is no clock, and durations in minutes are refused",
		strictyaml.Pattern(lengthPattern, "a length of time such as 6 s, 1 min or 1 h"), func(n *strictyaml.Node) {
			digits := n.Text[:len(n.Text)-len(strings.TrimLeft(n.Text, "0123456789"))]
			count, err := strconv.Atoi(digits)
			if err != nil {
				return // the structure has been refused
			}
			r.rs.RoundSeconds = count * seconds(strings.TrimSpace(n.Text[len(digits):]))
			if r.rs.RoundSeconds > MaxHours*3600 {
				r.Problem(n, "round: a round can last at most %d h", MaxHours)
			}
		})
}
