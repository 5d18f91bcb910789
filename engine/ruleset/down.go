package ruleset

import (
	"regexp"
	"strconv"
	"strings"

	"roundel/engine/formula"
	"roundel/engine/strictyaml"
)

// Down says what happens at 0 hit points (RS-68).
type Down struct {
	PC, NPC bool
	First   string // on going down
	Middle  string // after enough passes, or at level 0
	Last    string // after enough fails
	Label   string // of the button
	Roll    *formula.Formula
	Needs   *formula.Formula
	Passes  int    // how many lead to Middle; 0 with Level
	Fails   int    // how many fails, or which level, lead to Last; 0: none
	OnOne   int    // additional fails that a natural 1 counts as: 0 or 1
	UpAt    int    // hit points that a natural 20 restores; 0: nothing special
	Hit     int    // fails that damage while down counts as
	Massive bool   // damage of the full hit points below 0 leads straight to Last
	Level   bool   // there is a level instead of counts
	Saves   string // which changes of saves count for its roll, as in [Check]
	Degrees bool   // 10 or more above or below counts twice, and a natural 20 or 1 is one degree better or worse
}

var upPattern = regexp.MustCompile(`^up at 0*[1-9]\d{0,4} hp$`)

func (r *reader) downKey(k *strictyaml.Keys) {
	k.Add("down", "[what happens at 0 hit points](#down); without it, the GM decides", r.downKeys(&Down{}).Spec(), func(n *strictyaml.Node) {
		d := &Down{PC: true, Passes: 1}
		r.rs.Down = d
		unclear := n.Refused("level")
		d.Level = unclear // formulas may need it
		r.downKeys(d).Read(n)
		if unclear {
			return
		}
		if d.Level {
			d.Passes = 0
			r.Only(n, "with level: yes passes are not counted; each lowers the level", "passes")
		} else {
			r.Only(n, "this is only for level: yes", "degrees")
		}
	})
}

// downKeys returns the keys of what happens at 0 hit points (RS-68).
func (r *reader) downKeys(d *Down) *strictyaml.Keys {
	// formulas know the level if there is one
	parse := func(n *strictyaml.Node, key string, sc scope) *formula.Formula {
		if d.Level {
			sc.also = append(sc.also, "level")
		}
		return r.parse(n, key, n.Text, sc)
	}
	k := strictyaml.NewKeys("down")
	k.Add("who", "who it is for; default: `pc`", strictyaml.Words("pc", "npc", "all"), func(n *strictyaml.Node) {
		d.PC, d.NPC = n.Text != "npc", n.Text != "pc"
	})
	k.Add("states", "what they are at first, after the passes, and after the fails",
		strictyaml.Spec{List: &strictyaml.Items{Of: strictyaml.Text(1, strictyaml.MaxKey), Min: 3, Max: 3}, What: "a list of three states, such as [dying, stable, dead]"},
		func(n *strictyaml.Node) {
			r.distinct(n, "states")
			if states := n.Texts(); len(states) == 3 {
				d.First, d.Middle, d.Last = states[0], states[1], states[2]
				r.shown(states...)
			}
		}).Must()
	k.Add("at", "when the check is due: at the start of their turns, which is the default", strictyaml.Words("start"), nil)
	k.Text("label", "what the button says; default: Death save", &d.Label, strictyaml.Text(1, 45)).Then(r.shows)
	r.savedWith(k, &d.Saves)
	k.Add("roll", "what is rolled", rollForm(), func(n *strictyaml.Node) { d.Roll = parse(n, "roll", scope{also: saveFacts(d.Saves)}) }).Must().Last()
	k.Add("needs", "the total that passes", numberForm(), func(n *strictyaml.Node) { d.Needs = parse(n, "needs", scope{number: true}) }).Must().Last()
	k.Number("passes", "how many passes make them stable; default: 1; not with `level`", &d.Passes, 1, maxCount)
	k.Number("fails", "how many fails lead to the last state; without it, none do", &d.Fails, 1, maxCount)
	k.Add("on 1", "what a natural 1 does; default: nothing more", strictyaml.Words("two fails", "none"), func(n *strictyaml.Node) {
		if n.Text == "two fails" {
			d.OnOne = 1
		}
	})
	k.Add("on 20", "what a natural 20 does; default: nothing more", strictyaml.Pattern(upPattern, "up at 1 hp, or another number of hit points"), func(n *strictyaml.Node) {
		if hp, err := strconv.Atoi(strings.Fields(n.Text)[2]); err == nil {
			d.UpAt = hp
		}
	})
	k.Number("hit", "how many fails damage counts for; default: 0", &d.Hit, 0, maxCount)
	k.YesNo("massive", "whether damage beyond 0 of all their hit points or more leads to the last state at once", &d.Massive)
	k.YesNo("level", "whether there is a level instead of counts: it begins at 1, passes lower it, fails raise it; `needs` may use it", &d.Level)
	k.YesNo("degrees", "with `level`: whether a total 10 above or below counts twice, and a natural 20 or 1 one step more", &d.Degrees)
	return k
}
