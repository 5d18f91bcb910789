package bot

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"roundel/bot/discord"
	"roundel/bot/words/lang"
	"roundel/snowflake"
	"roundel/store"

	"roundel/bot/card"

	"roundel/engine"
	"roundel/engine/dice"
)

// The non-interference test plays one script at two tables. Text in {curly braces} happens only at the table with hidden
// combatants, text in [square brackets] only at the other one, the plain table. After each line, everything that users
// other than the GM and a hidden combatant's owner can get must be the same at both tables, except that on a hidden
// combatant's turn "the GM acts".

// script is a fight to play at both tables.
type script struct {
	name     string
	rulesets string // names separated by spaces; empty: all
	sides    string // what $sides stands for where sides roll; empty: party 6, foes 3
	owner    string // the owner of a hidden combatant, who may know about it
	settings string // of the server, as stored
	noLog    bool   // a hidden combatant was shown, so the logs differ from then on
	noEnd    bool   // a combatant has been hidden, which the end shows
	speaks   string // the languages of the fight and of the people: "pseudo", or two tags such as "de en-US"; empty: English
	masked   bool   // nobody is hidden at only one of the tables, but masked at it
	sampled  bool   // only some of the questions are asked after each line; without -deep, always
	lines    string
}

// scriptLine is what happens at each table in one line of a script. An empty line isn't played at that table.
type scriptLine struct {
	plain, hidden string
	apart         bool // two different commands, whose replies aren't compared
}

func (l scriptLine) String() string {
	switch {
	case l.plain == "":
		return "{" + l.hidden + "}"
	case l.plain == l.hidden:
		return l.plain
	}
	return "[" + l.plain + "] {" + l.hidden + "}"
}

var (
	inCurly  = regexp.MustCompile(`\{([^{}]*)\}`)
	inSquare = regexp.MustCompile(`\[([^\[\]]*)\]`)
	typedDie = regexp.MustCompile(` roll:\d+`)
)

// bySide reports whether sides roll initiative under the ruleset, so that no one rolls when joining.
func bySide(ruleset string) bool { return ruleset == "combat-sequence" }

// niStats returns stats that suit everyone under a ruleset; other ones make a different type of NPC.
func niStats(ruleset string, other bool) string {
	first, second := map[string]string{"turn-order": "init 5", "structured-time": "agility 30, awareness 30, ws 30",
		"flow-of-time": "finesse 3, cognition 2", "combat-sequence": "dex 1, ac 12, morale 7", "rounds-initiative": "dex 1, ac 12, morale 7",
		"five-e-2014": "init 2, ac 12, attack 3, recharge 4", "five-e-2024": "init 1, ac 12, attack 3, recharge 4",
		"three-actions": "init 1, ac 12, attack 3", "escalation": "init 1", "static-dex": "dex 40, skill 20", "d6-who-begins": "", "tally": "init 1, ac 12, grit 2",
		"holders": "init 1, ac 12", "swappers": "init 1, ac 12", "askers": "init 1, ac 12", "sworn": "init 1, ac 12", "joiners": "init 1, ac 12"},
		map[string]string{"turn-order": "init 9", "structured-time": "agility 50, ws 30", "flow-of-time": "finesse 5, cognition 2",
			"combat-sequence": "dex 3, ac 12, morale 7", "rounds-initiative": "dex 3, ac 12, morale 7", "five-e-2014": "init 6, edge 1, con 2, resist 1, legendary 2",
			"five-e-2024": "init 6, edge -1, con 2, resist 1, legendary 2", "three-actions": "init 4", "escalation": "init 5", "static-dex": "dex 40, gun 1",
			"tally": "init 3, ac 12, grit 5", "holders": "init 4, ac 12", "swappers": "init 3, ac 12", "askers": "init 3, ac 12", "joiners": "init 2, ac 12",
			"sworn": "init 2, ac 12"}
	if slices.Contains(shaped(), ruleset) {
		return shapedStats(ruleset, other)
	}
	if other {
		return second[ruleset]
	}
	return first[ruleset]
}

// parse reads the lines of a script for one ruleset.
func (sc script) parse(ruleset string) []scriptLine {
	sides := ""
	if bySide(ruleset) {
		sides = "rolls:party 6, foes 3"
		if sc.sides != "" {
			sides = "rolls:" + sc.sides
		}
	}
	fill := strings.NewReplacer("$ruleset", ruleset, "$sides", sides, "$absorb", map[bool]string{true: "ward", false: "temp"}[ruleset == "warded"], "$save", map[string]string{"five-e-2014": "dex", "five-e-2024": "dex", "three-actions": "ref"}[ruleset], "$focus", named(ruleset, "Focus", "Concentrating"),
		"$level", named(ruleset, "Sinking", "Frightened"), "$spent", named(ruleset, "Tired", "Stunned"), "$breath", named(ruleset, "breath", "recharge"), "$other", niStats(ruleset, true), "$s", niStats(ruleset, false))
	var out []scriptLine
	for line := range strings.Lines(sc.lines) {
		line = strings.ReplaceAll(strings.TrimSpace(fill.Replace(strings.TrimSpace(line))), "stats:, ", "stats:")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if !rolledFor(ruleset) && (strings.Contains(line, "/init join") || strings.Contains(line, "/init add")) {
			line = typedDie.ReplaceAllString(line, "")
		}
		l := scriptLine{plain: strings.TrimSpace(inSquare.ReplaceAllString(inCurly.ReplaceAllString(line, ""), "$1")),
			hidden: strings.TrimSpace(inCurly.ReplaceAllString(inSquare.ReplaceAllString(line, ""), "$1"))}
		l.apart = strings.HasPrefix(line, "[")
		out = append(out, l)
	}
	if sc.noEnd {
		return out
	}
	return append(out, same("GM: /init end"), same("GM: press End the fight"))
}

func same(line string) scriptLine { return scriptLine{plain: line, hidden: line} }

// niClock is the clock of both tables. It stands still while a line is played.
type niClock struct{ ms atomic.Int64 }

func (c *niClock) now() time.Time      { return time.UnixMilli(c.ms.Load()).UTC() }
func (c *niClock) add(d time.Duration) { c.ms.Add(d.Milliseconds()) }

// niDice depend only on the number of the line, so they are the same at both tables.
type niDice struct {
	mu sync.Mutex
	r  dice.Roller
}

func (d *niDice) Roll(sides int) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.r.Roll(sides)
}

// use sets the roller and returns the previous one.
func (d *niDice) use(r dice.Roller) dice.Roller {
	d.mu.Lock()
	defer d.mu.Unlock()
	old := d.r
	d.r = r
	return old
}

// secretDice sets the dice for hidden combatants, so that their rolls don't change anyone else's.
func secretDice(p *Parts, r dice.Roller) { p.HiddenDice = r }

// post is one call by the publisher.
type post struct {
	call, id string
	m        discord.Message
}

// scribe is a Discord that accepts everything and records what is posted.
type scribe struct {
	mu    sync.Mutex
	posts []post
	told  map[string]bool   // what public answers have said, in lines
	sent  map[string]string // message by nonce
	live  map[string]discord.Message
	order []string // IDs of the messages that exist
	ears  *listener
}

func (d *scribe) Send(_ context.Context, _ snowflake.Channel, m discord.Message) (snowflake.Message, error) {
	m = d.ears.message(m)
	d.mu.Lock()
	defer d.mu.Unlock()
	if id, twice := d.sent[m.Nonce]; twice {
		return snowflake.Message(id), nil
	}
	id := fmt.Sprint(800 + len(d.sent) + 1)
	d.sent[m.Nonce], d.live[id] = id, m
	d.order = append(d.order, id)
	d.posts = append(d.posts, post{"send", id, d.untold(m)})
	return snowflake.Message(id), nil
}

func (d *scribe) Edit(_ context.Context, _ snowflake.Channel, id snowflake.Message, m discord.Message) error {
	m = d.ears.message(m)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.live[string(id)] = m
	d.posts = append(d.posts, post{"edit", string(id), d.untold(m)})
	return nil
}

func (d *scribe) Delete(_ context.Context, _ snowflake.Channel, id snowflake.Message) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.live, string(id))
	d.order = slices.DeleteFunc(d.order, func(o string) bool { return o == string(id) })
	d.posts = append(d.posts, post{call: "delete", id: string(id)})
	return nil
}

func (d *scribe) Present(context.Context, snowflake.Channel, snowflake.User) (bool, error) {
	return true, nil
}

// untold returns a card without what happened before its turn, if the answers have said all of that: it stands on the card
// that came next, which may be one that says that the GM acts.
func (d *scribe) untold(m discord.Message) discord.Message {
	above, card, found := strings.Cut(m.Text, "\n\n**")
	if !m.V2 || !found {
		return m
	}
	for line := range strings.SplitSeq(above, "\n") {
		if !d.told[line] {
			return m
		}
	}
	m.Text = "**" + card
	return m
}

// carry sends what an answer carries: a new message, or an update of the one that was pressed.
func (d *scribe) carry(r *discord.Request, sent *discord.Post) {
	d.mu.Lock()
	id, call := string(r.Message), "edit"
	if !sent.Update {
		id, call = fmt.Sprint(800+len(d.sent)+1), "send"
		d.sent["answer "+id] = id
		d.order = append(d.order, id)
	}
	d.live[id] = sent.Message
	d.posts = append(d.posts, post{call, id, d.untold(sent.Message)})
	d.mu.Unlock()
	sent.Sent(snowflake.Message(id), nil)
}

// take returns what was posted since the last call.
func (d *scribe) take() []post {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := d.posts
	d.posts = nil
	return out
}

// shown returns the messages that exist, newest first.
func (d *scribe) shown() []discord.Message {
	d.mu.Lock()
	defer d.mu.Unlock()
	var out []discord.Message
	for _, id := range slices.Backward(d.order) {
		out = append(out, d.live[id])
	}
	return out
}

// seat is one of the two tables.
type seat struct {
	*table
	parts   Parts
	clock   *niClock
	loaded  *niDice
	secret  *niDice
	discord *scribe
	pub     *card.Publisher
	ids     *tokens
	replies []*discord.Reply // all replies, newest last
	scratch *seat            // a copy for trying things out
}

func newSeat(t testing.TB, clock *niClock, settings string) *seat {
	t.Helper()
	st := &seat{table: &table{t: t, store: newMemStore(), now: clock.now()}, clock: clock,
		loaded: &niDice{r: dice.Seeded(1)}, secret: &niDice{r: dice.Seeded(2)},
		discord: &scribe{told: map[string]bool{}, sent: map[string]string{}, live: map[string]discord.Message{}}, ids: &tokens{ids: map[string]int{}}}
	if settings != "" {
		st.store.settings[store.SettingsOf("1").String()] = []byte(settings)
	}
	st.parts = Parts{Store: st.store, Library: NewLibrary(LibraryParts{Store: st.store, Bundled: niRules(t), Files: samples{}}), Dice: st.loaded, Now: clock.now, Log: zerolog.Nop(),
		Cards: st}
	secretDice(&st.parts, st.secret)
	bot, err := NewBot(st.parts)
	if err != nil {
		t.Fatal(err)
	}
	st.bot = bot
	return st
}

// speak makes the table speak the languages of a script. It is read, and compared, in English letters, or with the English words that
// are looked for.
func (st *seat) speak(languages string) {
	switch languages {
	case "":
	case "pseudo":
		st.ears, st.bot.languages = newListener(), pseudo()
	default:
		st.ears = inGerman(strings.Fields(languages))
	}
	st.discord.ears = st.ears
}

// Changed tells the publisher, if the table has one.
func (st *seat) Changed(ch snowflake.Channel, via *discord.Via, newCard bool) {
	if st.pub != nil {
		st.pub.Changed(ch, via, newCard)
	}
}

// Release tells the publisher, if the table has one.
func (st *seat) Release(ch snowflake.Channel, begun engine.TurnID) {
	if st.pub != nil {
		st.pub.Release(ch, begun)
	}
}

// Claim tells the publisher, if the table has one.
func (st *seat) Claim(ch snowflake.Channel, begun engine.TurnID) {
	if st.pub != nil {
		st.pub.Claim(ch, begun)
	}
}

// Answer asks the publisher, if the table has one.
func (st *seat) Answer(ctx context.Context, ch snowflake.Channel, c card.Change) *discord.Post {
	if st.pub == nil {
		return nil
	}
	return st.pub.Answer(ctx, ch, c)
}

// tried returns a copy of the table, without a publisher, for trying things out. It reuses the last copy if nothing has
// changed there.
func (st *seat) tried() *seat {
	st.t.Helper()
	if st.scratch == nil {
		st.scratch = newSeat(st.t, st.clock, "")
		st.scratch.ears, st.scratch.discord.ears, st.scratch.bot.languages, st.scratch.bot.charts = st.ears, st.ears, st.bot.languages, st.bot.charts
	}
	to := st.scratch
	to.loaded.use(dice.Seeded(77))
	to.secret.use(dice.Seeded(78))
	to.ids, to.replies = st.ids.fork(), nil
	to.bot.perMinute, to.bot.rate.allowances = 0, nil // so that every request is within the rate limit
	st.store.mu.Lock()
	defer st.store.mu.Unlock()
	if of, is := st.store.fight(testChannel), to.store.fight(testChannel); of != nil && is != nil && len(st.store.fights) == len(to.store.fights) &&
		len(of.entries) == len(is.entries) && of.state == is.state {
		return to
	}
	to.store.answers, to.store.settings, to.store.fights = map[string][]byte{}, maps.Clone(st.store.settings), nil
	for _, f := range st.store.fights {
		kept := *f
		kept.entries, kept.line, kept.redo = slices.Clone(f.entries), slices.Clone(f.line), slices.Clone(f.redo)
		to.store.fights = append(to.store.fights, &kept)
	}
	return to
}

// send sends a request now.
func (st *seat) send(r *discord.Request) *discord.Reply {
	r.Sent, r.Arrived = st.clock.now(), st.clock.now()
	reply, err := st.bot.Handle(context.Background(), r)
	if err != nil {
		st.t.Fatalf("%s: %v", r.Path, err)
	}
	reply = st.ears.reply(r, reply)
	for _, public := range []*discord.Reply{reply, reply.Then} {
		if public == nil || public.Ephemeral {
			continue
		}
		st.discord.mu.Lock()
		for line := range strings.SplitSeq(public.Text, "\n") {
			st.discord.told[line] = true
		}
		st.discord.mu.Unlock()
	}
	if reply.Post != nil {
		st.discord.carry(r, reply.Post)
		reply.Post = nil
	}
	reply.Private = nil
	if reply.After != nil {
		reply.After(nil)
		reply.After = nil
	}
	st.replies = append(st.replies, reply)
	return reply
}

// labelled returns the newest button or menu with a label among the replies and the messages shown.
func (st *seat) labelled(label string) (b discord.Button, ok bool) {
	var rows [][]discord.Button
	for _, m := range st.discord.shown() {
		rows = append(rows, m.Buttons...)
	}
	for _, r := range slices.Backward(st.replies) {
		for _, part := range []*discord.Reply{r, r.Then, r.Alone} {
			if part != nil {
				rows = append(rows, part.Buttons...)
			}
		}
	}
	for _, row := range rows {
		for _, b := range row {
			if b.Label == label {
				return b, true
			}
		}
	}
	return discord.Button{}, false
}

// play plays one line: a command, a button with the form it opens, a menu with what is picked, Apply to fight on a message with a text and the
// form that this opens ("quote the wolf takes 9: target=Wolf"), or a wait.
func (st *seat) play(line string) (who string, got *discord.Reply) {
	st.t.Helper()
	who, what, ok := strings.Cut(line, ": ")
	if !ok {
		st.t.Fatalf("%q says nobody's name", line)
	}
	if what, ok = st.named(what); !ok {
		return who, nil
	}
	if text, quote := strings.CutPrefix(what, "quote "); quote {
		text, fields, fills := strings.Cut(text, ": ")
		r := st.request(who, discord.Typed)
		r.Path, r.Quoted = "Apply to fight", &discord.Quoted{ID: messageOf(text), Texts: []string{text}}
		return who, st.fillIn(who, st.send(r), fields, fills)
	}
	label, press := strings.CutPrefix(what, "press ")
	if !press {
		return who, st.send(st.command(who, what))
	}
	label, fields, fills := strings.Cut(label, ": ")
	b, ok := st.labelled(label)
	if !ok {
		return who, nil
	}
	pressed := st.pressing(who, b.ID)
	if b.Menu != nil {
		pressed.Fields = map[string]string{"values": st.values(b.Menu, strings.Split(fields, ", "))}
	}
	return who, st.fillIn(who, st.send(pressed), fields, fills)
}

// fillIn fills in the form that a reply opens, if it is to be filled in, and returns the reply to that; otherwise it returns the reply itself.
func (st *seat) fillIn(who string, got *discord.Reply, fields string, fills bool) *discord.Reply {
	st.t.Helper()
	if !fills || got.Form == nil {
		return got
	}
	r := st.request(who, discord.Filled)
	r.Path, r.Message, r.Fields = got.Form.ID, "700", map[string]string{}
	for _, in := range got.Form.Inputs {
		r.Fields[in.ID] = untouched(in)
	}
	for part := range strings.SplitSeq(fields, ";") {
		key, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		r.Fields[key] = value
	}
	return st.send(r)
}

// named replaces $h1, $h2 and so on with the names of hidden combatants, and $v1 and so on with those of the others, which
// may have been renamed since they were added. A hidden combatant that doesn't exist, or shares its name with a visible
// one, is dropped from a list; outside of a list, ok is false. $u1 is the first hidden combatant whose unit no one sees.
func (st *seat) named(text string) (out string, ok bool) {
	s := st.state()
	if s == nil || !strings.Contains(text, "$") {
		return text, true
	}
	n, seen := map[string]int{}, map[string]bool{}
	for i := range s.Combatants {
		seen[strings.ToLower(s.Combatants[i].Name)] = seen[strings.ToLower(s.Combatants[i].Name)] || !s.Combatants[i].Hidden
	}
	for i := range s.Combatants {
		c := &s.Combatants[i]
		kind := "v"
		if c.Hidden {
			kind = "h"
		}
		if n[kind]++; !c.Hidden || !seen[strings.ToLower(c.Name)] {
			text = strings.ReplaceAll(text, fmt.Sprintf("$%s%d", kind, n[kind]), c.Name)
			if c.Hidden && !slices.ContainsFunc(s.Members(c.Unit), func(m *engine.Combatant) bool { return !m.Hidden }) {
				text = strings.ReplaceAll(text, "$u1", c.Name)
			}
		}
	}
	for _, gone := range []string{", $h1", ", $h2"} {
		text = strings.ReplaceAll(text, gone, "")
	}
	return text, !strings.Contains(text, "$h") && !strings.Contains(text, "$u")
}

func (st *seat) pressing(who, id string) *discord.Request {
	r := st.request(who, discord.Pressed)
	r.Path, r.Message = id, "700"
	return r
}

// gmActing reports whether only hidden combatants can act now.
func (st *seat) gmActing() bool { s := st.state(); return s != nil && !s.Paused && onlyHidden(s) }

// suspended reports whether only hidden combatants can act when the pause is over.
func (st *seat) suspended() bool { s := st.state(); return s != nil && s.Paused && onlyHidden(s) }

func onlyHidden(s *engine.State) bool {
	if s.Open != nil {
		return s.Open.Hidden
	}
	active := s.ActiveMembers()
	return len(active) > 0 && !slices.ContainsFunc(active, func(c *engine.Combatant) bool { return !c.Hidden })
}

// entriesInForce returns the number of log entries that aren't undone.
func (st *seat) entriesInForce() int {
	if f := st.store.fight(testChannel); f != nil {
		return len(f.line)
	}
	return 0
}

// lineOutcome is what happened in one or several lines.
type lineOutcome struct {
	answers []answered
	posts   []post
	steps   int // number of commands
}

// answered is a reply and the user it went to.
type answered struct {
	who string
	r   *discord.Reply
}

// perform plays a line and waits until everything is shown.
func (st *seat) perform(line string) lineOutcome {
	st.t.Helper()
	var out lineOutcome
	if text, waits := strings.CutPrefix(line, "wait "); waits {
		d, err := time.ParseDuration(text)
		if err != nil {
			st.t.Fatal(err)
		}
		st.clock.add(d)
		time.Sleep(time.Minute) // the publisher checks for due reminders every now and then
	} else if who, r := st.play(line); r != nil {
		out.answers, out.steps = []answered{{who, r}}, 1
	}
	if st.pub != nil {
		time.Sleep(4 * time.Second)
		synctest.Wait()
		out.posts = st.discord.take()
	}
	return out
}

func (h *lineOutcome) add(more lineOutcome) {
	h.answers, h.posts, h.steps = append(h.answers, more.answers...), append(h.posts, more.posts...), h.steps+more.steps
}

// searched is what comparisons look for in English, with the German for it. The English words are in no German text, so that nothing
// becomes the same that was not.
var searched = []string{" steht in der angehängten Datei.", " is in the attached file.", "Die SL ist am Zug", "The GM acts", "die SL ist am Zug", "the GM acts", "ab nächster Runde", "acts next round", "Als Nächstes: ", "Next: ", "Danach: ", "On deck: ",
	"Dieser Zug begann ", "This turn began ", "(Runde ", "(round ", "Runde ", "Round ", "(rückgängig gemacht) ", "(undone) ", " rückgängig: ", " undo: ", " wiederholt: ", " redo: ",
	" verliert diesen Zug (", " loses this turn (", " verlieren diesen Zug (", " lose this turn (", " und ", " and ", "die SL", "the GM", " SL ist <@", " The GM is <@", "jemand am Tisch", "a player"}

// playerOf finds how a German log says whose a combatant is.
var playerOf = regexp.MustCompile(`Person hinter ([\pL\d* ]+)`)

// inGerman returns the listener of a table where German is spoken, in the fight or by people; tags are the languages of both. What is said stays in
// its language, but for what comparisons look for.
func inGerman(tags []string) *listener {
	en, de := lang.English(), lang.Bundled().Of("de")
	pairs := slices.Clone(searched)
	for _, id := range []string{"next", "apply", "undo", "damage", "join", "add", "roll", "end", "refresh", "forget", "take", "note"} {
		pairs = append(pairs, strconv.Quote(de.Own("button."+id)), strconv.Quote(en.Own("button."+id)))
	}
	english := strings.NewReplacer(pairs...)
	l := newListener()
	l.tags, l.plain = tags, func(text string) string {
		return playerOf.ReplaceAllString(english.Replace(text), "$1's player")
	}
	return l
}
