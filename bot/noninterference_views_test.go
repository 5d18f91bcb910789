package bot

import (
	"fmt"
	"slices"
	"strings"

	"roundel/bot/discord"
)

// question is something that a user can ask at a copy of a table.
type question struct {
	label string
	who   string
	log   bool
	ask   func(st *seat) *discord.Reply
}

// questions are what the observers ask after each line.
type questions struct {
	ruleset string
	who     []string // the observers
	names   []string // names that only the table with hidden combatants has
	visible []string // names that both tables have
	masked  bool     // names are those behind masks
	part    int      // which part of the questions is asked, of askParts(); -1: all of them
}

// askParts returns the number of parts into which the questions are divided that aren't asked after every line.
func askParts() int {
	if *deep {
		return 4
	}
	return 12
}

func (d *duel) questions(ruleset string) questions {
	q := questions{ruleset: ruleset, names: hiddenNames(d.hidden), part: d.part}
	all := []string{"Anna", "Cleo"}
	if q.masked = d.script.masked; q.masked {
		all, q.names = append(all, "Ben"), slices.Concat(q.names, realNames(d.hidden))
	}
	for _, who := range all {
		if d.concerns(who) {
			q.who = append(q.who, who)
		}
	}
	if s := d.plain.state(); s != nil {
		for i := range s.Combatants {
			q.visible = append(q.visible, s.Combatants[i].Name)
		}
		q.visible = q.visible[:min(len(q.visible), 3)]
	}
	return q
}

func typing(who, line string) question {
	return question{label: who + ": " + line, who: who, log: strings.HasPrefix(line, "/init log"),
		ask: func(st *seat) *discord.Reply { return st.send(st.command(who, line)) }}
}

// lists returns the questions whose replies show the fight.
func (q questions) lists() []question {
	var out []question
	for _, who := range q.who {
		for _, line := range []string{"/init list", "/init log", "/effect list"} {
			out = append(out, typing(who, line))
		}
		if slices.Contains([]string{"tally", "three-actions", "escalation", "swappers", "sworn", "spotlight", "alternating"}, q.ruleset) {
			out = append(out, typing(who, "/counter list"))
		}
	}
	return out
}

// all returns the lists, the presses of buttons, of which it leaves out some without -deep, and all or part of everything else.
func (q questions) all(plain, hidden *seat) []question {
	out := q.lists()
	for i, press := range q.presses(plain, hidden) {
		if *deep || i%3 == q.part%3 {
			out = append(out, press)
		}
	}
	var rest []question
	for _, who := range q.who {
		for _, line := range q.lines() {
			rest = append(rest, typing(who, line))
		}
	}
	rest = append(rest, q.completions(plain)...)
	for _, who := range q.who {
		for _, line := range q.damage() {
			rest = append(rest, typing(who, line))
		}
	}
	for i, one := range rest {
		if q.part < 0 || i%askParts() == q.part {
			out = append(out, one)
		}
	}
	return out
}

// lines returns the commands that observers try.
func (q questions) lines() []string {
	stats := " stats:" + niStats(q.ruleset, false)
	out := []string{"/help", "/roundel data", "/character list", "/init undo", "/init export", "/init end", "/next", "/init last", "/init blow",
		"/act move leaving:withdraw", "/act move leaving:flee", "/act move", "/act do activity:Climb", "/act do activity:Shout type:instant",
		"/act do activity:Aim ticks:1", "/act reserve ticks:1", "/act react activity:Duck", "/init join name:Newt" + stats, "/init add name:Newt" + stats}
	for _, name := range q.names {
		for _, line := range []string{"/effect list target:%s", "/effect add target:%s name:Curse", "/effect remove target:%s name:Venom", "/hp target:%s amount:-1",
			"/next who:%s", "/init last name:%s", "/init last who:%s", "/init blow name:%s", "/init remove name:%s", "/init place name:%s before:Knight",
			"/act do activity:Climb who:%s", "/act react activity:Duck who:%s", "/act engage target:%s", "/act disengage target:%s",
			"/attack target:%s damage:1d4 hit:1", "/init join name:%s" + stats, "/init join name:%s 1" + stats, "/init join name:Newt side:%s" + stats} {
			out = append(out, fmt.Sprintf(line, name))
		}
		out = append(out, "/init join name:Newt side:"+strings.ToLower(name)+stats)
		if slices.Contains(filed(), q.ruleset) {
			for _, line := range []string{"/effect save target:%s", "/effect save target:%s name:Venom", "/effect level target:%s name:Venom amount:1",
				"/act use pool:action who:%s", "/act use pool:legendary who:%s", "/init take name:%s", "/init delay name:%s", "/init delay with:%s", "/next to:%s"} {
				out = append(out, fmt.Sprintf(line, name))
			}
			out = append(out, "/counter add name:wounds amount:1 who:"+name, "/counter add name:morale amount:1 who:"+name)
		}
	}
	if slices.Contains(filed(), q.ruleset) {
		out = append(out, "/init take", "/init delay", "/act use pool:action", "/act use pool:legendary", "/effect save target:Knight")
		for _, name := range q.visible {
			out = append(out, "/effect save target:"+name, "/init delay with:"+name, "/next to:"+name)
		}
	}
	for _, name := range q.visible {
		for _, line := range []string{"/effect list target:%s", "/hp target:%s amount:-1", "/act engage target:%s", "/act disengage target:%s",
			"/attack target:%s damage:1d4 hit:1 roll:15 damage_roll:2", "/init place name:Knight before:%s", "/init remove name:%s"} {
			out = append(out, fmt.Sprintf(line, name))
		}
	}
	return out
}

// damage returns commands that deal damage and heal.
func (q questions) damage() []string {
	var out []string
	for _, name := range q.names {
		for _, line := range []string{"/damage target:%s amount:1", "/damage target:Knight amount:1 none:%s", "/heal target:%s amount:1"} {
			out = append(out, fmt.Sprintf(line, name))
		}
	}
	for _, name := range q.visible {
		out = append(out, "/damage target:"+name+" amount:1")
	}
	return out
}

// presses returns a press of every button that both tables show.
func (q questions) presses(plain, hidden *seat) []question {
	one, two := plain.pressable(false), hidden.pressable(!q.masked)
	var out []question
	for i := range min(len(one), len(two)) {
		for _, who := range q.who {
			out = append(out, question{label: fmt.Sprintf("%s presses %s (%d)", who, one[i].Label, i), who: who, ask: func(st *seat) *discord.Reply {
				id := one[i].ID
				if st == hidden.scratch {
					id = two[i].ID
				}
				return st.send(st.pressing(who, id))
			}})
		}
	}
	return out
}

// pressable returns the buttons of the messages shown and of the last public replies, except for messages that only say the
// GM acts.
func (st *seat) pressable(hidden bool) []discord.Button {
	var out []discord.Button
	add := func(rows [][]discord.Button) {
		for _, row := range rows {
			for _, b := range row {
				if !slices.ContainsFunc(out, func(o discord.Button) bool { return o.ID == b.ID }) {
					out = append(out, b)
				}
			}
		}
	}
	for i, m := range slices.DeleteFunc(st.discord.shown(), func(m discord.Message) bool { return hidden && strings.Contains(m.Text, "The GM acts.") }) {
		if i < 3 {
			add(m.Buttons)
		}
	}
	for _, r := range st.replies[max(0, len(st.replies)-4):] {
		if !r.Ephemeral && r.Form == nil {
			add(r.Buttons)
		}
	}
	return out
}

// completions returns autocomplete requests for every option of every command, with nothing typed yet and with the
// beginnings of names.
func (q questions) completions(st *seat) []question {
	typed := []string{"", "g", "knight, "}
	for _, name := range q.names {
		first := strings.ToLower(name[:1])
		if !slices.Contains(typed, first) {
			typed = append(typed, first, "Knight, "+first)
		}
	}
	var out []question
	for _, path := range sortedPaths(st.bot) {
		for _, o := range st.bot.commands[path].options {
			if o.complete == nil {
				continue
			}
			for _, who := range q.who {
				for _, text := range typed {
					out = append(out, completing(who, path, o.name, text, ""))
				}
				for _, name := range append(slices.Clone(q.names), q.visible...) {
					if (path == "effect remove" || path == "effect save") && o.name == "name" {
						out = append(out, completing(who, path, o.name, "", name))
					}
				}
			}
		}
	}
	return out
}

func sortedPaths(b *Bot) []string {
	var out []string
	for path := range b.commands {
		out = append(out, path)
	}
	slices.Sort(out)
	return out
}

func completing(who, path, option, text, target string) question {
	return question{label: fmt.Sprintf("%s completes /%s %s:%s %s", who, path, option, text, target), who: who, ask: func(st *seat) *discord.Reply {
		r := st.request(who, discord.Completing)
		r.Path, r.Focused, r.Options = path, option, map[string]string{option: text}
		if target != "" {
			r.Options["target"] = target
		}
		return st.send(r)
	}}
}
