package bot

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/view"
)

// duel is a script that is being played at both tables.
type duel struct {
	t             testing.TB
	script        script
	clock         *niClock
	plain, hidden *seat
	line          string
	part          int // of the questions; -1: all of them
	found         []leak

	own       int  // log entries since the last line that both tables played, at the table with hidden combatants
	over      bool // nothing more can be compared
	pending   *pending
	lengths   []logged // log lengths around the lines that can be undone
	undone    []logged
	before    map[string]bool   // what could be read at the plain table before the line
	after     map[string]bool   // and after it
	plainly   map[string]string // the replies at the plain table since the last line played there
	announced map[string]bool   // texts that were sent at the plain table
}

// pending is a line whose outcome is compared when no hidden combatant is acting anymore.
type pending struct {
	plain, hidden lineOutcome
	acted         bool // the GM acted in between
	loose         bool // undone or redone in several steps
	apart         bool
	read          bool // what can be read at the plain table has been collected
}

// logged holds the lengths of both logs before and after a line.
type logged struct{ plain, hidden, plainAfter, hiddenAfter int }

// duelOf plays a script and returns the differences between the tables, at most one of each kind.
func duelOf(t *testing.T, sc script, ruleset string, lines []scriptLine) (found []leak) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		d := &duel{t: t, script: sc, clock: &niClock{}, announced: map[string]bool{}}
		d.clock.ms.Store(time.Date(2026, 1, 2, 20, 0, 0, 0, time.UTC).UnixMilli())
		d.plain, d.hidden = newSeat(t, d.clock, sc.settings), newSeat(t, d.clock, sc.settings)
		d.hidden.bot.charts = d.plain.bot.charts // equal histories are drawn once
		d.plain.speak(sc.speaks)
		d.hidden.speak(sc.speaks)
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

// step plays one line; last means that both tables play the next line too.
func (d *duel) step(i int, l scriptLine, ruleset string, last bool) {
	d.line = fmt.Sprintf("line %d, %s", i+1, l)
	d.part = i % askParts()
	if *deep && !d.script.sampled && l.plain != l.hidden {
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
		kept, was := d.hidden.loaded.use(dice.Seeded(uint64(5000+i))), d.hidden.entriesInForce()
		h := d.hidden.perform(strings.Replace(l.hidden, "back", "GM: /init undo", 1))
		d.hidden.loaded.use(kept)
		if d.own += d.hidden.entriesInForce() - was; d.hidden.entriesInForce() != was {
			d.undone = nil // what was undone before can't be redone anymore
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
		if n == 40 {
			d.differ("the turns", "somebody visible acts", "only hidden ones act for rounds")
			d.pending = nil
			return
		}
		d.pending.hidden.add(d.hidden.perform(d.hidden.passing()))
		d.settle(ruleset)
	}
	if n := len(d.lengths); n > 0 {
		d.lengths[n-1].hiddenAfter = d.hidden.entriesInForce()
	}
}

// playable reports whether a line can be played: undo and redo must be possible at both tables or at neither, and {back}
// must not undo a change that both tables made.
func (d *duel) playable(l scriptLine) bool {
	switch {
	case l.hidden == "back":
		return d.own > 0
	case takesBack(l):
		n := len(d.lengths) - max(1, l.jumps())
		return n >= 0 && (l.jumps() == 0 || d.lengths[n].plain > 0)
	case doesAgain(l):
		return len(d.undone) >= max(1, l.jumps())
	case strings.HasPrefix(l.plain, "GM: /act use"):
		return d.sameEnds()
	case l.plain == "" && strings.Contains(l.hidden, "/init take"):
		return !d.interrupts()
	case strings.HasSuffix(l.plain, "GM: press Take the turn"):
		return d.plain.ofGM() == d.hidden.ofGM() // otherwise one of the tables asks for which one
	case l.plain != l.hidden && (strings.HasPrefix(l.hidden, "GM: /next to:") || strings.HasPrefix(l.plain, "GM: /init roll rolls:")):
		return d.plain.accepted(l.plain) == d.hidden.accepted(l.hidden)
	}
	return true
}

// interrupts reports whether a hidden unit that comes back now does so in the middle of a visible unit's turn. Then everyone reads that the
// GM acts and, after that, whose turn goes on: at the other table there is nothing to go on.
func (d *duel) interrupts() bool {
	s := d.hidden.state()
	return s != nil && !d.hidden.gmActing() && slices.ContainsFunc(s.Units, func(u engine.Unit) bool {
		return s.IsActive(u.ID) && s.DidNothing(u.ID) || s.Hidden(u.ID) && u.Stage == engine.Holding
	})
}

// sameEnds reports whether the turn of another has just ended for the same visible units at both tables, as the GM knows it. If that is so
// only because a hidden one has acted, the GM may use what comes after the turns of others (RS-41) at one table alone, and shows that.
func (d *duel) sameEnds() bool {
	plain, hidden := d.plain.state(), d.hidden.state()
	return plain == nil || hidden == nil || !slices.ContainsFunc(plain.Units, func(u engine.Unit) bool {
		there := hidden.Unit(u.ID)
		return there != nil && plain.OtherJustActed(u.ID) != hidden.OtherJustActed(u.ID)
	})
}

func takesBack(l scriptLine) bool {
	return strings.HasSuffix(l.plain, "/init undo") || strings.HasSuffix(l.plain, "press Undo") || strings.Contains(l.plain, "/init undo to:$")
}

func doesAgain(l scriptLine) bool {
	return strings.HasSuffix(l.plain, "/init redo") || strings.Contains(l.plain, "/init redo to:$")
}

// jumps returns how many lines that both tables played "to:$2" stands for; 0: the line has no such option.
func (l scriptLine) jumps() int {
	_, n, _ := strings.Cut(l.plain, " to:$")
	out, err := strconv.Atoi(n)
	if err != nil {
		return 0
	}
	return out
}

// jump undoes or redoes several lines with one command at each table, to the same point of the fight.
func (d *duel) jump(l scriptLine, p *pending) {
	from, to := &d.lengths, &d.undone
	if doesAgain(l) {
		from, to = to, from
	}
	i := len(*from) - l.jumps()
	m := (*from)[i]
	at := func(st *seat, before, after int) string {
		f := st.store.fight(testChannel)
		if doesAgain(l) {
			return fmt.Sprint(f.redo[len(f.redo)-(after-len(f.line))])
		}
		return fmt.Sprint(f.line[before-1])
	}
	for _, moved := range slices.Backward((*from)[i:]) {
		*to = append(*to, moved)
	}
	*from = (*from)[:i]
	command, _, _ := strings.Cut(l.plain, "$")
	p.acted = !d.script.masked // what is undone may include that the GM acted
	p.plain = d.plain.perform(command + at(d.plain, m.plain, m.plainAfter))
	p.hidden = d.hidden.perform(command + at(d.hidden, m.hidden, m.hiddenAfter))
}

// both plays a line at both tables. An undo goes back equally far at both.
func (d *duel) both(l scriptLine) {
	at := logged{plain: d.plain.entriesInForce(), hidden: d.hidden.entriesInForce()}
	p := &pending{apart: l.apart}
	d.pending, d.plainly, d.own = p, map[string]string{}, 0
	if l.jumps() > 0 {
		d.jump(l, p)
		return
	}
	p.plain = d.plain.perform(l.plain)
	now := d.plain.entriesInForce()
	switch {
	case takesBack(l):
		if now >= at.plain {
			return
		}
		m := d.lengths[len(d.lengths)-1]
		d.lengths, d.undone = d.lengths[:len(d.lengths)-1], append(d.undone, m)
		for n := 0; d.hidden.entriesInForce() > m.hidden && n < 50; n++ {
			p.hidden.add(d.hidden.perform(l.hidden))
		}
		p.loose = p.hidden.steps > 1
	case doesAgain(l):
		if now <= at.plain {
			return
		}
		m := d.undone[len(d.undone)-1]
		d.undone, d.lengths = d.undone[:len(d.undone)-1], append(d.lengths, m)
		for n := 0; d.hidden.entriesInForce() < m.hiddenAfter && n < 50; n++ {
			p.hidden.add(d.hidden.perform(l.hidden))
		}
		p.loose = p.hidden.steps > 1
	default:
		if l.hidden != "" && !strings.HasPrefix(l.hidden, "wait ") {
			p.hidden = d.hidden.perform(l.hidden)
		} else if l.hidden != "" { // both tables share the clock
			p.hidden.posts = d.hidden.discord.take()
		}
		if now > at.plain {
			at.plainAfter = now
			d.lengths, d.undone = append(d.lengths, at), nil
		}
	}
}

// settle compares the outcome of the lines so far. While the GM is acting, it only checks what is shown in the meantime.
func (d *duel) settle(ruleset string) {
	ask := d.questions(ruleset)
	if d.pending != nil && !d.pending.read {
		d.pending.read = true
		d.before, d.after = d.after, d.readable(ask)
	}
	if d.acting(d.hidden) {
		d.pending.acted = true
		d.meanwhile(ask)
		return
	}
	p := d.pending
	d.pending = nil
	if !d.script.masked && d.hidden.suspended() { // the GM acts, but not until the pause is over
		d.over = true
		return
	}
	if !p.apart || slices.ContainsFunc(p.hidden.answers, func(a answered) bool { return a.r.Then != nil }) { // what a button does is public as if it had been typed
		d.compareAnswers(p)
	}
	d.comparePosts(p)
	d.compareViews(ask)
}

// acting reports whether only those can act who are hidden at one of the tables.
func (d *duel) acting(st *seat) bool { return !d.script.masked && st.gmActing() }

func (d *duel) differ(what, plain, hidden string) {
	if plain == hidden {
		return
	}
	d.found = append(d.found, leak{d.line, what, plain, hidden})
}

// concerns reports whether a user must not know about hidden combatants.
func (d *duel) concerns(who string) bool {
	return who != "GM" && who != "Admin" && who != d.script.owner
}

// compareAnswers compares the public replies, and those that only players get.
func (d *duel) compareAnswers(p *pending) {
	plain, hidden := d.relevant(p.plain.answers, p), d.relevant(p.hidden.answers, p)
	if slices.ContainsFunc(p.hidden.answers, func(a answered) bool {
		return a.who == d.script.owner && a.r.Ephemeral && nextLine.MatchString(a.r.Text)
	}) { // the hidden combatant's owner ended its turn; only the card of the next turn tells the others
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

// relevant returns the replies that matter. If the GM acted in between, it joins the public ones and drops that.
func (d *duel) relevant(all []answered, p *pending) []*discord.Reply {
	var out []*discord.Reply
	for _, a := range eachReply(all) {
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
		if p.loose { // several undos at once list their changes in a different order, and leave out others
			lines := strings.Split(r.Text, "\n")
			slices.Sort(lines)
			r.Text = strings.Join(slices.Compact(lines), "\n")
			if n := told(lines); n > 0 {
				r.Text = fmt.Sprint(n, " changes")
			}
		}
	}
	return slices.DeleteFunc(out, func(r *discord.Reply) bool { return p.acted && r.Text == "" && len(r.Buttons)+len(r.Files) == 0 })
}

// eachReply returns the replies, with what everyone reads after one as a reply of its own.
func eachReply(all []answered) []answered {
	var out []answered
	for _, a := range all {
		r := *a.r
		r.Then = nil
		if out = append(out, answered{a.who, &r}); a.r.Then != nil {
			out = append(out, answered{a.who, a.r.Then})
		}
	}
	return out
}

// told returns how many changes the lines of an undo stand for if some of them are only counted, and 0 otherwise.
func told(lines []string) (n int) {
	counted := false
	for _, line := range lines {
		var more int
		if _, err := fmt.Sscanf(line, "> … and %d more", &more); err == nil {
			n, counted = n+more, true
		} else if strings.HasPrefix(line, "> ") {
			n++
		}
	}
	if !counted {
		return 0
	}
	return n
}

var (
	nextLine  = regexp.MustCompile(`(?m)^Next: .*\n?`)
	actsLine  = regexp.MustCompile(`(?m)^(> )?The GM acts\.\n?`)
	actsInLog = regexp.MustCompile(`(?m)^\d\d:\d\d (\(undone\) )?(undo: |redo: )?The GM acts\.\n?`)
	loseTurns = regexp.MustCompile(`^(.*) loses? this turn \((.*)\)\.$`)
)

// withoutActs drops the lines that say the GM acts, and lists lost turns one by one, because the GM acts between them.
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

// comparePosts compares what the publisher sent, edited and deleted. It ignores posts that say the GM acts, if everything else
// in them can also be read at the other table. A card that is replaced by such a post is edited sooner, so that edits and
// messages are compared apart, each in their order.
func (d *duel) comparePosts(p *pending) {
	hidden := p.hidden.posts
	if p.acted || p.loose {
		hidden = slices.DeleteFunc(slices.Clone(hidden), func(one post) bool {
			if !strings.Contains(one.m.Text, "The GM acts") {
				return false
			}
			d.onlyActs("a message that says that the GM acts", one.m.Text)
			return true
		})
	}
	if p.loose { // a turn reached by several undos has a card before and after the hidden combatant's turn
		hidden = slices.DeleteFunc(hidden, func(one post) bool {
			again := slices.ContainsFunc(p.plain.posts, func(a post) bool { return a.call == one.call && a.m.Text == one.m.Text })
			return d.announced[one.m.Text] && !again
		})
	}
	for _, one := range p.plain.posts {
		d.announced[one.m.Text] = true
	}
	for _, sent := range []bool{true, false} {
		d.comparePart(d.partOf(d.plain, p.plain.posts, sent), d.partOf(d.hidden, hidden, sent))
	}
}

// partOf returns the new messages among posts, or the others, as text.
func (d *duel) partOf(st *seat, posts []post, sent bool) []string {
	var out []string
	for _, one := range posts {
		if (one.call == "send") == sent {
			out = append(out, one.call+" of a message\n"+st.ids.post(one))
		}
	}
	return out
}

func (d *duel) comparePart(plain, hidden []string) {
	for i := range max(len(plain), len(hidden)) {
		var a, b string
		what := "a message"
		if i < len(plain) {
			what, a, _ = strings.Cut(plain[i], "\n")
		}
		if i < len(hidden) {
			what, b, _ = strings.Cut(hidden[i], "\n")
		}
		d.differ(what, a, b)
	}
}

// onlyActs checks that a text shown while the GM acts says so, that no one else has the turn in it, and that everything
// else could be read at the other table before or after the line. That somebody acts next round says no more than that the round
// goes on, as it does while the GM acts.
func (d *duel) onlyActs(what, text string) {
	for _, seg := range segments(actsInLog.ReplaceAllString(text, "")) {
		if seg == "The GM acts" || seg == "The GM acts." || seg == "The GM acts <@100>" || seg == "acts next round" || d.before[seg] || d.after[seg] || d.comes(seg) || d.mixes(seg) || d.waits(seg) || d.passed(seg) {
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

// waits reports whether a text only says since when the GM acts, where the other table waits for the GM's roll: no turn has begun there.
func (d *duel) waits(seg string) bool {
	s := d.plain.state()
	return s != nil && s.Awaits && strings.HasPrefix(seg, "This turn began <t:")
}

// passed reports whether a text is a time that the other table has passed in the line: a round, or a tick on the clock.
func (d *duel) passed(seg string) bool {
	s := d.plain.state()
	if s == nil {
		return false
	}
	kind, n := "", 0
	if _, err := fmt.Sscanf(strings.ToLower(seg), "%s %d", &kind, &n); err == nil && len(strings.Fields(seg)) == 2 {
		return kind == "round" && n <= s.Round || kind == "tick" && n <= s.Tick
	}
	return false
}

// mixes reports whether all effects in a row were in rows before or after the line: while the GM acts, effects that end
// with the turn are gone and those that end with the round aren't.
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
	return true
}

// comes reports whether a text says that a visible combatant is next.
func (d *duel) comes(seg string) bool {
	next, deck := strings.CutPrefix(seg, "On deck: ")
	next, _, _ = strings.Cut(next, " (round ")
	s := d.plain.state()
	return deck && s != nil && slices.ContainsFunc(s.Units, func(u engine.Unit) bool { return slices.Contains(d.plain.called(u.Name), next) })
}

// called returns what a unit is called in the languages that are spoken at the table: its name or, of a side, the languages' words.
func (st *seat) called(name string) []string {
	out := []string{name}
	if st.ears != nil && st.state().BySide(st.rules()) {
		for _, tag := range st.ears.tags {
			out = append(out, st.ears.plain(st.bot.languages.Of(tag).Label("list.bare-side", lang.Side("side", name), lang.Name("name", name))))
		}
	}
	return out
}

// segments splits a text into parts that can be compared one by one, without how far each combatant is in the round.
func segments(text string) []string {
	var out []string
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "**", ""), "\n") {
		for part := range strings.SplitSeq(line, " · ") {
			if part = strings.TrimLeft(part, " >✓…"); part != "" {
				out = append(out, strings.TrimSpace(part))
			}
		}
	}
	return out
}

// readable returns everything that can be read at the plain table, in segments.
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
		to := d.plain.tried()
		r := q.ask(to)
		if q.log {
			add(logText(r, to.known()))
			continue
		}
		add(r.Text)
		for _, f := range r.Files {
			add(string(f.Data))
		}
	}
	return out
}

// meanwhile checks what can be read while the GM acts.
func (d *duel) meanwhile(ask questions) {
	for _, q := range ask.lists() {
		to := d.hidden.tried()
		r := q.ask(to)
		if q.log { // the lines about the GM may make it too long for a message
			d.onlyActs("while the GM acts, "+q.label, logText(r, to.known()))
			continue
		}
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
		if !d.script.masked && d.hidden.scratch.suspended() {
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

// known returns the fight's last state, which may be that of its end, as everyone may know it.
func (st *seat) known() *engine.State {
	s, err := engine.Latest(&memJournal{m: st.store, ch: testChannel})
	if err != nil {
		st.t.Fatal(err)
	}
	return view.State(s, view.Viewer{})
}

// view returns the reply to a question, asked at a copy of the table, and reports whether the GM had to act after it. acted
// means that the GM had to at the other table.
func (d *duel) view(st *seat, q question, acted bool) (string, bool) {
	to := st.tried()
	r := *q.ask(to)
	if q.log {
		if d.script.noLog {
			return "", false
		}
		return logText(&r, to.known()), false
	}
	all, p := []answered{{q.who, &r}}, &pending{acted: acted || d.acting(to)}
	for n := 0; d.acting(to) && to.visibleLeft() && n < 40; n++ { // once only hidden ones are left, how long they go on is up to the GM
		_, r := to.play(to.passing())
		all = append(all, answered{"GM", r})
	}
	var b strings.Builder
	for _, r := range d.relevant(all, p) {
		b.WriteString(to.ids.reply(r))
	}
	return b.String(), p.acted
}

// visibleLeft reports whether anyone visible is in the fight.
func (st *seat) visibleLeft() bool {
	return slices.ContainsFunc(st.state().Combatants, func(c engine.Combatant) bool { return !c.Hidden })
}

// logText returns a log, from a message or a file, without the lines about the GM acting. Changes undone together may be
// listed in any order. Messages name people by mentions, files by words.
func logText(r *discord.Reply, s *engine.State) string {
	text := r.Text
	if s != nil {
		text = inWords(text, s)
	}
	if len(r.Files) == 1 && strings.HasSuffix(r.Text, "is in the attached file.") {
		text = string(r.Files[0].Data)
	}
	text = strings.TrimSpace(actsInLog.ReplaceAllString(words.Unformatted(text), "")) + "\n"
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

// inWords replaces the mentions in a log with what a file has instead: the GM, or the player of the first of a user's combatants.
func inWords(text string, s *engine.State) string {
	player := func(c *engine.Combatant) string { return lang.Escape(c.Name) + "'s player" }
	text = strings.ReplaceAll(text, " The GM is "+words.Mention(s.GM)+".", "")
	text = userMention.ReplaceAllStringFunc(text, func(found string) string {
		if found == words.Mention(s.GM) {
			return "the GM"
		}
		for i := range s.Combatants {
			if c := &s.Combatants[i]; words.Mention(c.Owner) == found {
				return player(c)
			}
		}
		return "a player"
	})
	for i := range s.Combatants {
		name := lang.Escape(s.Combatants[i].Name)
		text = strings.ReplaceAll(text, name+" ("+player(&s.Combatants[i]), name+" (a player")
	}
	return text
}

var userMention = regexp.MustCompile(`<@\d+>`)

// hiddenNames returns the names that a table has because of its hidden combatants.
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
