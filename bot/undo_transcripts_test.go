package bot

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words/lang"
	"roundel/engine"
)

// TestCO9EveryStepOfTheTranscripts plays the transcripts, a third of them in a plain run, and undoes each step right after it. Then everything that
// anyone at the table can see must be as it was before the step, and after a redo, as it was after the step. The transcript continues from there, and
// must say what it always says. At its end, every step is undone, one by one, and all are redone at once.
//
// An undo takes back steps in the log of the open fight. The following aren't in it or can't be undone, and the test checks that an undo leaves them
// alone:
//   - The beginning of a fight, and its end: a fight that has ended can't be reopened (CO-9).
//   - What is only noted, such as /roll: an undo skips it and undoes the step before it.
//   - What is kept outside of fights: characters that are saved or imported, settings, rulesets, monsters, encounters, parties, rests between fights.
//   - Counts of how dice came up (CR-61), and the log itself, which keeps what was undone and says so.
//   - What characters carry after a redo that lets their combatants leave again, if they were saved since (NU-28: the last leaving counts).
//   - The steps that can be redone: each redo uses one up.
//   - The time from which the turn's buttons count (CO-10).
func TestCO9EveryStepOfTheTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/transcripts/*.txt")
	translated, _ := filepath.Glob("testdata/transcripts/*/*.txt")
	if err != nil || len(files) < 6 || len(translated) < 5 {
		t.Fatalf("%d transcripts, %d translated, %v", len(files), len(translated), err)
	}
	count := map[string]int{}
	for i, file := range append(files, translated...) {
		if !*deep && i%playEvery != 0 {
			continue
		}
		t.Run(strings.TrimSuffix(strings.TrimPrefix(file, "testdata/transcripts/"), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			b := &backAndForth{table: newTable(t), every: *deep || i%lookEvery == 0, after: map[int64]*engine.State{}, count: count}
			if got := playBy(t, b.table, string(text), b.step); got != string(text) {
				t.Error("after undo and redo of each step, it goes on differently: " + difference(string(text), got))
			}
			b.allTheWay()
		})
	}
	t.Logf("%d steps undone and redone, %d undos and redos the other way round, %d only noted, %d fights", count["did"], count["undid"]+count["redid"], count["noted"], count["fights"])
	if *deep && (count["did"] < 1000 || count["noted"] < 5 || count["undid"] < 5 || count["redid"] < 2) || count["did"] < 150 {
		t.Errorf("these are too few: %v", count)
	}
}

// Without -deep, one of playEvery transcripts is played, and in one of lookEvery, everything is looked at.
const (
	playEvery = 6
	lookEvery = 51
)

// backAndForth is a table at which every step is undone and redone.
type backAndForth struct {
	*table
	every bool // looks at everything: what each button of the card and the screen opens, and what autocomplete offers
	fight int64
	last  sight                   // what was seen last
	after map[int64]*engine.State // the state of the fight after each of its entries
	count map[string]int
	apart bool // what is kept outside of the fight has changed since it began
}

// sight is what people see, keyed by what they looked at.
type sight struct {
	state *engine.State
	shown map[string]string
}

// kept is the prefix of keys for what is stored outside of fights.
const kept = "what is kept: "

func isKept(what, _ string) bool { return strings.HasPrefix(what, kept) }

// step plays a line of a transcript, undoes what it did, and redoes it.
func (b *backAndForth) step(line string) []string {
	b.t.Helper()
	before, had := b.last, b.entries()
	said := b.table.step(line)
	f := b.store.fight(testChannel)
	switch {
	case line == "" || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "dice: ") || f == nil:
		return said
	case f.id == b.fight && len(f.entries) == had:
		b.last = b.look()
		for what, text := range b.last.shown {
			b.apart = b.apart || isKept(what, text) && before.shown[what] != text
		}
		return said
	case f.id != b.fight:
		b.fight, b.after, b.apart = f.id, map[int64]*engine.State{}, false
		b.count["fights"]++
		for _, e := range f.entries[1:] {
			b.t.Fatalf("%s: a fight begins with several steps, the second is %q", line, e.Command)
		}
		b.after[1] = f.state
		b.unmoved(line, "/init undo", "/init redo")
		return said
	case f.state == nil: // it has ended
		b.unmoved(line, "/init undo", "/init redo", "/init undo to:1")
		return said
	}
	steps, kind := len(f.entries)-had, f.entries[len(f.entries)-1].Kind
	b.count[string(kind)]++
	counted, redoable := slices.Clone(f.line), slices.Clone(f.redo)
	now, back, forth := b.look(), "/init undo", "/init redo"
	switch kind {
	case engine.Did:
		if steps != 1 {
			b.t.Fatalf("%s: one request made %d steps", line, steps)
		}
		b.after[f.line[len(f.line)-1]] = f.state
	case engine.Noted:
		if len(f.line) == 1 {
			b.unmoved(line, "/init undo")
			return said
		}
		before = sight{state: b.after[f.line[len(f.line)-2]]}
	case engine.Undid:
		back, forth = forth, back
	}
	told := b.move(steps, back)
	b.same(line+": after "+back, before, b.look())
	if undone, redone := told, b.move(steps, forth); kind == engine.Undid {
		b.again(line, redone, undone)
	} else {
		b.again(line, undone, redone)
	}
	b.last = b.look()
	b.same(line+": after "+forth, now, b.last)
	if !slices.Equal(f.line, counted) || !slices.Equal(f.redo, redoable) {
		b.t.Errorf("%s: the steps that count are %v and %v, want %v and %v", line, f.line, f.redo, counted, redoable)
	}
	f.entries = f.entries[:had+steps] // so that the transcript's log and the numbers of its steps stay as they are
	return said
}

// entries returns the number of entries in the fight's log.
func (b *backAndForth) entries() int {
	if f := b.store.fight(testChannel); f != nil {
		return len(f.entries)
	}
	return 0
}

// gm returns the name of the fight's GM.
func (b *backAndForth) gm() string {
	if s := b.state(); s != nil {
		for name, id := range people() {
			if id == s.GM {
				return name
			}
		}
	}
	return "GM"
}

// move undoes or redoes steps one by one, and returns the replies.
func (b *backAndForth) move(steps int, command string) (told []*discord.Reply) {
	b.t.Helper()
	for range steps {
		got := b.ask(b.gm(), func(r *discord.Request) { r.Path, r.Kind = strings.TrimPrefix(command, "/"), discord.Typed })
		if got.Refused {
			b.t.Fatalf("%s is refused: %s", command, got.Text)
		}
		told = append(told, got)
	}
	return told
}

// again checks that the GM reads the same steps in an undo and in a redo. An undo that hides somebody again is told to the GM alone, with the names
// behind masks. It doesn't say what to do next, so that is cut from what a redo says.
func (b *backAndForth) again(line string, undone, redone []*discord.Reply) {
	b.t.Helper()
	var masks []string
	for i := range b.state().Combatants {
		if c := &b.state().Combatants[i]; c.RealName != "" {
			masks = append(masks, c.RealName+" (as "+c.Name+")", c.Name, c.RealName, c.Name)
		}
	}
	unmask := strings.NewReplacer(masks...)
	steps := func(replies []*discord.Reply, cut *strings.Replacer) (out []string) {
		for _, r := range replies {
			if r.Alone != nil && strings.Contains(r.Alone.Text, "\n> ") {
				r = r.Alone
			}
			for said := range strings.SplitSeq(r.Text, "\n") {
				if strings.HasPrefix(said, "> ") {
					out = append(out, unmask.Replace(cut.Replace(said)))
				}
			}
		}
		slices.Sort(out) // several undos list the last step first
		return out
	}
	was, is := steps(undone, strings.NewReplacer()), steps(redone, b.next())
	if len(was) == 0 || !slices.Equal(was, is) {
		b.t.Errorf("%s: one way it tells\n%s\nthe other way\n%s", line, strings.Join(was, "\n"), strings.Join(is, "\n"))
	}
}

// next returns a replacer that cuts what to do next, in each language, from the steps of a redo.
func (b *backAndForth) next() *strings.Replacer {
	b.t.Helper()
	var cut []string
	for _, l := range b.bot.languages.All() {
		for _, id := range []string{"turn.paused", "wait.roll-awaited", "wait.delays", "act.morale-due"} {
			said := func(undone bool) string {
				return l.Line(id, lang.Name("who", "Wolf"), lang.Flag("hold", false), lang.Part("button", lang.P("button.take")), lang.Flag("undone", undone))
			}
			next, is := strings.CutPrefix(said(false), said(true))
			if !is || next == "" {
				b.t.Fatalf("%s: %q, undone %q", id, said(false), said(true))
			}
			cut = append(cut, next, "")
		}
	}
	return strings.NewReplacer(cut...)
}

// unmoved checks that commands are refused and change nothing.
func (b *backAndForth) unmoved(line string, commands ...string) {
	b.t.Helper()
	b.last = b.look()
	before, had := b.last, b.entries()
	for _, command := range commands {
		path, to, _ := strings.Cut(strings.TrimPrefix(command, "/"), " to:")
		got := b.ask(b.gm(), func(r *discord.Request) {
			r.Path, r.Kind, r.Options = path, discord.Typed, map[string]string{"to": to}
		})
		if !got.Refused || !got.Ephemeral || got.Text == "" || b.entries() != had {
			b.t.Errorf("%s: %s says %q", line, command, got.Text)
		}
	}
	b.same(line+": after what was refused", before, b.look())
}

// allTheWay undoes all steps of an open fight, one by one, and redoes all of them at once.
func (b *backAndForth) allTheWay() {
	b.t.Helper()
	f := b.store.fight(testChannel)
	if f == nil || f.state == nil || len(f.line) == 1 {
		return
	}
	now, last := b.look(), f.line[len(f.line)-1]
	for len(f.line) > 1 {
		b.move(1, "/init undo")
		b.same("on the way back", sight{state: b.after[f.line[len(f.line)-1]]}, sight{state: f.state})
	}
	b.unmoved("at the beginning", "/init undo")
	b.ask(b.gm(), func(r *discord.Request) {
		r.Path, r.Kind, r.Options = "init redo", discord.Typed, map[string]string{"to": fmt.Sprint(last)}
	})
	after := b.look()
	if b.apart {
		maps.DeleteFunc(now.shown, isKept)
		maps.DeleteFunc(after.shown, isKept)
	}
	b.same("after a redo of everything", now, after)
}

// ask sends a user's request and returns the answer, which later lines don't see. The clock stands still.
func (b *backAndForth) ask(who string, what func(r *discord.Request)) *discord.Reply {
	b.t.Helper()
	last, older, now := b.table.last, b.older, b.now
	b.now = now.Add(-time.Second)
	r := b.request(who, discord.Pressed)
	what(r)
	got := b.handle(r)
	b.table.last, b.older, b.now = last, older, now
	return got
}

// look returns everything that people see.
func (b *backAndForth) look() sight {
	b.t.Helper()
	s := b.state()
	out := sight{state: s, shown: map[string]string{}}
	if s == nil {
		return out
	}
	cardNow := b.shownCard()
	out.add("the card", cardNow)
	for key, data := range b.store.settings {
		if !strings.HasPrefix(key, "rolls ") {
			out.shown[kept+key] = string(withoutUndone(b.t, key, data))
		}
	}
	turn := card.TurnArg(s.Turn)
	screen := b.ask(b.gm(), func(r *discord.Request) { r.Path, r.Message = discord.CustomID("panel", turn), "700" })
	out.add("the GM screen", screen)
	for _, who := range slices.Sorted(maps.Keys(people())) {
		looks := []string{"init list"}
		if who == b.gm() {
			looks = append(looks, "init export")
		}
		if b.every {
			looks = append(looks, "effect list", "counter list", "character list", "character show", "help")
		}
		for _, path := range looks {
			out.add(path+" of "+who, b.ask(who, func(r *discord.Request) { r.Path, r.Kind = path, discord.Typed }))
		}
		if !b.every {
			continue
		}
		more := b.ask(who, func(r *discord.Request) { r.Path, r.Message = discord.CustomID("more", turn), "700" })
		out.add("more of "+who, more)
		for _, row := range slices.Concat(cardNow.Buttons, more.Buttons, screen.Buttons) {
			for _, button := range row {
				b.open(&out, who, button)
			}
		}
		for path, rt := range b.bot.commands {
			for _, o := range rt.options {
				if o.complete == nil && o.offer == nil || path == "init redo" {
					continue
				}
				out.add("what is offered to "+who+" for "+path+" "+o.name, b.ask(who, func(r *discord.Request) {
					r.Path, r.Kind, r.Focused, r.Options = path, discord.Completing, o.name, map[string]string{o.name: ""}
				}))
			}
		}
	}
	return out
}

// withoutUndone returns what is kept under a key without the leavings of characters that were undone: they only say how to redo them (NU-28).
func withoutUndone(t testing.TB, key string, data []byte) []byte {
	t.Helper()
	if !strings.HasPrefix(key, "characters ") || len(data) == 0 {
		return data
	}
	var all []Character
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	for i := range all {
		all[i].Left = slices.DeleteFunc(all[i].Left, func(l leaving) bool { return l.Undone })
	}
	data, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// open adds what a button, or each option of a menu, shows if it only opens something.
func (b *backAndForth) open(out *sight, who string, button discord.Button) {
	b.t.Helper()
	verb, _ := discord.SplitID(button.ID)
	rt := b.bot.presses[verb]
	if rt == nil || rt.look == nil && (rt.form == nil || rt.play != nil) {
		return
	}
	ids := []string{""}
	if button.Menu != nil {
		ids = nil
		for _, o := range button.Menu.Options {
			ids = append(ids, o.Value)
		}
	}
	for _, picked := range ids {
		out.add(button.Label+" "+picked+" of "+who, b.ask(who, func(r *discord.Request) {
			r.Path, r.Message, r.Fields = button.ID, "700", map[string]string{"values": picked}
		}))
	}
}

func (s *sight) add(what string, of any) {
	text, err := json.Marshal(of)
	if err != nil {
		panic(err)
	}
	s.shown[what] = string(text)
}

// same compares what people see. If one of the sights has only a state, only the states are compared.
func (b *backAndForth) same(when string, want, got sight) {
	b.t.Helper()
	was, is := want.state.Clone(), got.state.Clone()
	was.Restarted, is.Restarted = time.Time{}, time.Time{}
	if !reflect.DeepEqual(was, is) {
		b.t.Errorf("%s, the state is\n%s\nwant\n%s", when, asJSON(is), asJSON(was))
	}
	if want.shown == nil || got.shown == nil {
		return
	}
	for what := range want.shown {
		if _, there := got.shown[what]; !there {
			b.t.Errorf("%s, %s is gone", when, what)
		}
	}
	for _, what := range slices.Sorted(maps.Keys(got.shown)) {
		if want.shown[what] != got.shown[what] {
			b.t.Errorf("%s, %s is\n%s\nwant\n%s", when, what, got.shown[what], want.shown[what])
		}
	}
}

func asJSON(s *engine.State) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(text)
}
