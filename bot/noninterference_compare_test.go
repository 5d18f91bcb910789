package bot

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/dice"
)

// duel is a script being played at both tables.
type duel struct {
	t             testing.TB
	tale          tale
	clock         *niClock
	plain, hidden *seat
	line          string
	part          int // of the questions; -1: all
	found         []leak

	own       int  // entries of the log since the last line of both, where somebody is hidden
	over      bool // nothing more can be compared
	pending   *pending
	marks     []logged // of the lines that can be undone
	undone    []logged
	before    map[string]bool   // what could be read at the table without hidden ones before the line
	after     map[string]bool   // and after it
	plainly   map[string]string // what the table without hidden ones has answered since the last line played there
	announced map[string]bool   // texts that were sent at the plain table
}

// pending is a line whose outcome is compared once nobody hidden acts.
type pending struct {
	plain, hidden heard
	acted         bool // the GM acted meanwhile
	loose         bool // taken back or done again in several steps
	apart         bool
	read          bool // what can be read at the table without hidden ones is known
}

// logged is how long both logs were before and after a line.
type logged struct{ plain, hidden, plainAfter, hiddenAfter int }

// duelOf plays a script and returns what tells the tables apart, at most one leak of a kind.
func duelOf(t *testing.T, ta tale, ruleset string, lines []scriptLine) (found []leak) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		d := &duel{t: t, tale: ta, clock: &niClock{}, announced: map[string]bool{}}
		d.clock.ms.Store(time.Date(2026, 1, 2, 20, 0, 0, 0, time.UTC).UnixMilli())
		d.plain, d.hidden = newSeat(t, d.clock, ta.settings), newSeat(t, d.clock, ta.settings)
		d.plain.pub, d.hidden.pub = d.plain.bot.publisher(d.plain.discord, d.plain.store), d.hidden.bot.publisher(d.hidden.discord, d.hidden.store)
		for i, l := range lines {
			if d.over {
				break
			}
			d.step(i, l, ruleset, i+1 == len(lines) || lines[i+1].plain != "")
		}
		d.plain.pub.Close(time.Second)
		d.hidden.pub.Close(time.Second)
		found = d.found
	})
	return found
}

// step plays one line. last: the next one is played at both tables again.
func (d *duel) step(i int, l scriptLine, ruleset string, last bool) {
	d.line = fmt.Sprintf("line %d, %s", i+1, l)
	if d.part = i % askParts; !d.tale.sampled && l.plain != l.hidden {
		d.part = -1
	}
	switch {
	case !d.playable(l):
	case l.plain != "":
		d.clock.add(time.Minute)
		d.plain.loaded.use(dice.Seeded(uint64(1000 + i)))
		d.hidden.loaded.use(dice.Seeded(uint64(1000 + i)))
		d.both(l)
	default:
		kept, was := d.hidden.loaded.use(dice.Seeded(uint64(5000+i))), d.hidden.told()
		h := d.hidden.perform(strings.Replace(l.hidden, "back", "GM: /init undo", 1))
		d.hidden.loaded.use(kept)
		if d.own += d.hidden.told() - was; d.hidden.told() != was {
			d.undone = nil // what was taken back before cannot be done again
		}
		if d.pending == nil {
			d.pending = &pending{}
		}
		d.pending.hidden.add(h)
	}
	if d.pending != nil {
		d.settle(ruleset)
	}
	for n := 0; last && d.pending != nil; n++ {
		if n == 12 {
			d.differ("the turns", "somebody visible acts", "only hidden ones act for rounds")
			d.pending = nil
			return
		}
		d.pending.hidden.add(d.hidden.perform("GM: /next"))
		d.settle(ruleset)
	}
	if n := len(d.marks); n > 0 {
		d.marks[n-1].hiddenAfter = d.hidden.told()
	}
}

// playable reports whether a line can be played at all: nothing is taken back or done again at one table that cannot be
// at the other, and {back} takes back nothing of both.
func (d *duel) playable(l scriptLine) bool {
	switch {
	case l.hidden == "back":
		return d.own > 0
	case takesBack(l):
		return len(d.marks) > 0
	case doesAgain(l):
		return len(d.undone) > 0
	}
	return true
}

func takesBack(l scriptLine) bool {
	return strings.HasSuffix(l.plain, "/init undo") || strings.HasSuffix(l.plain, "press Undo")
}

func doesAgain(l scriptLine) bool { return strings.HasSuffix(l.plain, "/init redo") }

// both plays a line at both tables. A step back goes as far back at one as at the other.
func (d *duel) both(l scriptLine) {
	at := logged{plain: d.plain.told(), hidden: d.hidden.told()}
	p := &pending{apart: l.apart}
	d.pending, d.plainly, d.own = p, map[string]string{}, 0
	p.plain = d.plain.perform(l.plain)
	now := d.plain.told()
	switch {
	case takesBack(l):
		if now >= at.plain {
			return
		}
		m := d.marks[len(d.marks)-1]
		d.marks, d.undone = d.marks[:len(d.marks)-1], append(d.undone, m)
		for n := 0; d.hidden.told() > m.hidden && n < 50; n++ {
			p.hidden.add(d.hidden.perform(l.hidden))
		}
		p.loose = p.hidden.steps > 1
	case doesAgain(l):
		if now <= at.plain {
			return
		}
		m := d.undone[len(d.undone)-1]
		d.undone, d.marks = d.undone[:len(d.undone)-1], append(d.marks, m)
		for n := 0; d.hidden.told() < m.hiddenAfter && n < 50; n++ {
			p.hidden.add(d.hidden.perform(l.hidden))
		}
		p.loose = p.hidden.steps > 1
	default:
		if l.hidden != "" && !strings.HasPrefix(l.hidden, "wait ") {
			p.hidden = d.hidden.perform(l.hidden)
		} else if l.hidden != "" { // the clock is one for both
			p.hidden.posts = d.hidden.discord.take()
		}
		if now > at.plain {
			at.plainAfter = now
			d.marks, d.undone = append(d.marks, at), nil
		}
	}
}

// settle compares what came of the lines so far, unless the GM acts just now: then it looks at what is shown meanwhile.
func (d *duel) settle(ruleset string) {
	ask := d.questions(ruleset)
	if d.pending != nil && !d.pending.read {
		d.pending.read = true
		d.before, d.after = d.after, d.readable(ask)
	}
	if d.hidden.gmActing() {
		d.pending.acted = true
		d.meanwhile(ask)
		return
	}
	p := d.pending
	d.pending = nil
	if d.hidden.suspended() { // the GM acts, but after the pause
		d.over = true
		return
	}
	if !p.apart {
		d.compareAnswers(p)
	}
	d.comparePosts(p)
	d.compareViews(ask)
}

func (d *duel) differ(what, plain, hidden string) {
	if plain == hidden {
		return
	}
	d.found = append(d.found, leak{d.line, what, plain, hidden})
}

// concerns reports whether somebody may not know of hidden combatants.
func (d *duel) concerns(who string) bool { return who != "GM" && who != "Admin" && who != d.tale.owner }

// compareAnswers compares what everybody can read of the answers, and what players get as their own.
func (d *duel) compareAnswers(p *pending) {
	plain, hidden := d.folded(p.plain.answers, p), d.folded(p.hidden.answers, p)
	if slices.ContainsFunc(p.hidden.answers, func(a answered) bool {
		return a.who == d.tale.owner && a.r.Ephemeral && nextLine.MatchString(a.r.Text)
	}) { // its owner ended the hidden one's turn, which the next turn's card alone tells the others
		for _, r := range plain {
			r.Text = strings.TrimRight(nextLine.ReplaceAllString(r.Text, ""), "\n")
		}
	}
	for i := range max(len(plain), len(hidden)) {
		var a, b string
		if i < len(plain) {
			a = d.plain.ids.reply(plain[i])
		}
		if i < len(hidden) {
			b = d.hidden.ids.reply(hidden[i])
		}
		d.differ("the answer", a, b)
	}
}

// folded are the answers that matter. Where the GM acted meanwhile the public ones are one, without that.
func (d *duel) folded(all []answered, p *pending) []*discord.Reply {
	var out []*discord.Reply
	for _, a := range all {
		r := *a.r
		if d.concerns(a.who) && r.Alone != nil {
			out = append(out, r.Alone)
		}
		if !d.concerns(a.who) && (r.Ephemeral || r.Form != nil) {
			continue
		}
		if !p.acted && !p.loose || r.Ephemeral || r.Form != nil {
			out = append(out, &r)
			continue
		}
		r.Text = withoutActs(r.Text)
		if n := len(out); n > 0 && !out[n-1].Ephemeral {
			to := out[n-1]
			to.Text = strings.Trim(to.Text+"\n"+r.Text, "\n")
			to.Buttons, to.Files, to.Mentions = append(to.Buttons, r.Buttons...), append(to.Files, r.Files...), append(to.Mentions, r.Mentions...)
		} else {
			out = append(out, &r)
		}
	}
	for _, r := range out {
		r.Text = strings.TrimRight(r.Text, "\n")
		if p.loose { // what is taken back in several steps is named in another order
			lines := strings.Split(r.Text, "\n")
			slices.Sort(lines)
			r.Text = strings.Join(slices.Compact(lines), "\n")
		}
	}
	return slices.DeleteFunc(out, func(r *discord.Reply) bool { return p.acted && r.Text == "" && len(r.Buttons)+len(r.Files) == 0 })
}

var (
	nextLine  = regexp.MustCompile(`(?m)^Next: .*\n?`)
	actsLine  = regexp.MustCompile(`(?m)^(> )?The GM acts\.\n?`)
	actsInLog = regexp.MustCompile(`(?m)^\d\d:\d\d (\(undone\) )?(undo: |redo: )?The GM acts\.\n?`)
	loseTurns = regexp.MustCompile(`^(.*) loses? this turn \((.*)\)\.$`)
)

// withoutActs leaves out that the GM acts, and tells turns lost in a row one by one: the GM acts between them.
func withoutActs(text string) string {
	var out []string
	for line := range strings.SplitSeq(actsLine.ReplaceAllString(text, ""), "\n") {
		if m := loseTurns.FindStringSubmatch(line); m != nil {
			for name := range strings.SplitSeq(strings.ReplaceAll(m[1], " and ", ", "), ", ") {
				out = append(out, name+" loses this turn ("+m[2]+").")
			}
			continue
		}
		out = append(out, line)
	}
	return strings.TrimSuffix(strings.Join(out, "\n"), "\n")
}

// comparePosts compares what the publisher sent, edited, deleted and pinned. What says that the GM acts, and nothing
// that cannot be read at the other table, is left out.
func (d *duel) comparePosts(p *pending) {
	hidden := p.hidden.posts
	if p.acted || p.loose {
		hidden = slices.DeleteFunc(slices.Clone(hidden), func(one post) bool {
			if !strings.Contains(one.m.Text, "The GM acts.") {
				return false
			}
			d.onlyActs("a message that says that the GM acts", one.m.Text)
			return true
		})
	}
	if p.loose { // a turn that several steps lead back to is announced once more after the hidden one's
		hidden = slices.DeleteFunc(hidden, func(one post) bool {
			again := slices.ContainsFunc(p.plain.posts, func(a post) bool { return a.call == "send" && a.m.Text == one.m.Text })
			return one.call == "send" && d.announced[one.m.Text] && !again
		})
	}
	for _, one := range p.plain.posts {
		if one.call == "send" {
			d.announced[one.m.Text] = true
		}
	}
	for i := range max(len(p.plain.posts), len(hidden)) {
		var a, b string
		what := "a message"
		if i < len(p.plain.posts) {
			a, what = d.plain.ids.post(p.plain.posts[i]), p.plain.posts[i].call+" of a message"
		}
		if i < len(hidden) {
			b, what = d.hidden.ids.post(hidden[i]), hidden[i].call+" of a message"
		}
		d.differ(what, a, b)
	}
}

// onlyActs wants a text shown while the GM acts to say that, and else only what can be read at the other table before or
// after it; nobody has the turn in it.
func (d *duel) onlyActs(what, text string) {
	for _, seg := range segments(actsInLog.ReplaceAllString(text, "")) {
		if seg == "The GM acts." || seg == "The GM acts. <@100>" || d.before[seg] || d.after[seg] || d.comes(seg) || d.mixes(seg) {
			continue
		}
		d.differ(what, "", seg)
	}
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, ">") {
			d.differ(what, "(nobody has the turn)", line)
		}
	}
}

// mixes reports whether a row of effects has only such as stand in rows before or after: what ends with the turn has gone
// while the GM acts, what ends with the round has not.
func (d *duel) mixes(seg string) bool {
	for part := range strings.SplitSeq(seg, ", ") {
		in := func(all map[string]bool) bool {
			for row := range all {
				if slices.Contains(strings.Split(row, ", "), part) {
					return true
				}
			}
			return false
		}
		if !in(d.before) && !in(d.after) {
			return false
		}
	}
	return strings.Contains(seg, ", ")
}

// comes reports whether a text says that one whom everybody knows is on deck.
func (d *duel) comes(seg string) bool {
	next, deck := strings.CutPrefix(seg, "On deck: ")
	next, _, _ = strings.Cut(next, " (round ")
	s := d.plain.state()
	return deck && s != nil && slices.ContainsFunc(s.Units, func(u engine.Unit) bool { return u.Name == next })
}

// segments are the parts of a text that can be compared singly; how far each has come in the round is left out.
func segments(text string) []string {
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		for part := range strings.SplitSeq(line, " · ") {
			if part = strings.TrimLeft(part, " >✓…"); part != "" {
				out = append(out, strings.TrimSpace(part))
			}
		}
	}
	return out
}

// readable is everything that can be read at the table without hidden ones, in segments.
func (d *duel) readable(ask questions) map[string]bool {
	out := map[string]bool{}
	add := func(text string) {
		for _, seg := range segments(text) {
			out[seg] = true
		}
	}
	for _, m := range d.plain.discord.shown() {
		add(m.Text)
	}
	for _, r := range d.plain.replies[max(0, len(d.plain.replies)-3):] {
		add(r.Text)
	}
	for _, q := range ask.lists() {
		r := q.ask(d.plain.tried())
		add(r.Text)
		for _, f := range r.Files {
			add(string(f.Data))
		}
	}
	return out
}

// meanwhile looks at what can be read while the GM acts.
func (d *duel) meanwhile(ask questions) {
	for _, q := range ask.lists() {
		r := q.ask(d.hidden.tried())
		d.onlyActs("while the GM acts, "+q.label, r.Text)
		for _, f := range r.Files {
			d.onlyActs("while the GM acts, the file of "+q.label, string(f.Data))
		}
	}
}

// compareViews asks both tables everything that the observers can ask.
func (d *duel) compareViews(ask questions) {
	for _, q := range ask.all(d.plain, d.hidden) {
		b, acted := d.view(d.hidden, q, false)
		if d.hidden.scratch.suspended() {
			continue // the GM would act after the pause
		}
		a, known := d.plainly[q.label]
		if !known || acted {
			a, _ = d.view(d.plain, q, acted)
		}
		if !acted {
			d.plainly[q.label] = a
		}
		d.differ(q.label, a, b)
	}
}

// view is what somebody gets who asks something, at a copy of the table, and whether the GM had to act after it. acted:
// the GM had to at the other table.
func (d *duel) view(st *seat, q question, acted bool) (string, bool) {
	to := st.tried()
	r := *q.ask(to)
	if q.log {
		if d.tale.noLog {
			return "", false
		}
		return logText(&r, to.public()), false
	}
	all, p := []answered{{q.who, &r}}, &pending{acted: acted}
	for n := 0; to.gmActing() && n < 12; n++ {
		p.acted = true
		all = append(all, answered{"GM", to.send(to.typed("GM", "/next"))})
	}
	var b strings.Builder
	for _, r := range d.folded(all, p) {
		b.WriteString(to.ids.reply(r))
	}
	return b.String(), p.acted
}

// logText is a log without the GM's acting, whether it came as a message or as a file. What is taken back in one go may
// be named in any order. A message names people by mentions, a file by words.
func logText(r *discord.Reply, s *engine.State) string {
	text := r.Text
	if s != nil {
		text = words.Named(text, s)
	}
	if len(r.Files) == 1 && strings.HasSuffix(r.Text, "is in the attached file.") {
		text = string(r.Files[0].Data)
	}
	text = strings.TrimSpace(actsInLog.ReplaceAllString(words.Unmarked(text), "")) + "\n"
	var out, back []string
	for line := range strings.Lines(text) {
		if strings.Contains(line, " undo: ") {
			back = append(back, line)
			continue
		}
		if n := len(back); n > 0 && !strings.Contains(line[:min(len(line), 3)], ":") && strings.TrimSpace(line) != "" { // its second line
			back[n-1] += line
			continue
		}
		slices.Sort(back)
		out, back = append(append(out, back...), line), nil
	}
	slices.Sort(back)
	return strings.Join(append(out, back...), "")
}

// hiddenNames are those that a table has because of its hidden combatants.
func hiddenNames(st *seat) []string {
	s := st.state()
	if s == nil {
		return nil
	}
	seen, out := map[string]bool{}, map[string]bool{}
	for i := range s.Combatants {
		c := &s.Combatants[i]
		names := []string{c.Name, c.Side}
		if u := s.Unit(c.Unit); u != nil {
			names = append(names, u.Name)
		}
		for _, name := range names {
			if c.Hidden {
				out[name] = true
			} else {
				seen[name] = true
			}
		}
	}
	for name := range seen {
		delete(out, name)
	}
	names := slices.Sorted(maps.Keys(out))
	return names[:min(len(names), 4)]
}
