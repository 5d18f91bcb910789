package play_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"

	"roundel/engine/view"
	"roundel/snowflake"
)

// The people at the test table.
const (
	theGM = snowflake.User("100")
	anna  = snowflake.User("101")
	ben   = snowflake.User("102")
	other = snowflake.User("109")
)

// fight plays commands through the public API and keeps the state, as the store would.
type fight struct {
	t     *testing.T
	rs    *ruleset.Ruleset
	own   *ruleset.Ruleset // the same one under another name; nil: it has no file
	s     *engine.State
	dice  dice.Roller
	now   time.Time
	turn  engine.TurnID
	last  []engine.Event // the events of the last command
	codec *engine.Codec
}

// start begins a fight under a ruleset. The dice show the results given.
func start(t *testing.T, name string, results ...int) *fight {
	t.Helper()
	rs, ok := ruleset.ByName(name)
	if !ok {
		t.Fatalf("no ruleset is called %q", name)
	}
	return startWith(t, rs, play.Start{Name: "Test", Ruleset: name}, results...)
}

func startWith(t *testing.T, rs *ruleset.Ruleset, cmd play.Start, results ...int) *fight {
	t.Helper()
	f := &fight{t: t, rs: rs, own: renamed(t, rs), dice: dice.Script(results...), codec: engine.New(),
		now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	f.gm(cmd)
	return f
}

// do plays one command and returns the refusal, or nil.
func (f *fight) do(user snowflake.User, cmd play.Command) error {
	f.t.Helper()
	f.turn++
	f.now = f.now.Add(time.Second)
	before := f.encode(f.s)
	rolled := &recorder{Roller: f.dice}
	in := play.Input{Actor: engine.Actor{User: user}, Now: f.now, Turn: f.turn, Dice: rolled}
	out, err := play.Decide(f.s, f.rs, cmd, in)
	if after := f.encode(f.s); after != before {
		f.t.Fatalf("Decide(%#v) changed the state it was given:\n%s\n%s", cmd, before, after)
	}
	f.alsoRenamed(cmd, in, rolled.results, out, err)
	if err != nil {
		checkRefusal(f.t, err)
		return err
	}
	if folded := f.encode(engine.Fold(f.s, out.Events)); folded != f.encode(out.State) {
		f.t.Fatalf("Decide(%#v) returned a state that its events do not lead to:\n%s\n%s", cmd, folded, f.encode(out.State))
	}
	f.last, f.s = out.Events, out.State
	checkState(f.t, f.rs, f.s)
	checkStages(f.t, out)
	return nil
}

// checkRefusal checks that a refusal has a code and a reason, and names the GM if it is for lack of permission.
func checkRefusal(t failer, err error) {
	t.Helper()
	var refusal *engine.Error
	if !errors.As(err, &refusal) {
		t.Fatalf("a refusal without a code: %v", err)
	}
	if refusal.Code == "" || refusal.Reason == "" || refusal.Code == engine.NotAllowed && refusal.GM == "" {
		t.Fatalf("a refusal without code, reason or GM: %+v", refusal)
	}
}

func (f *fight) encode(s *engine.State) string {
	f.t.Helper()
	data, err := f.codec.EncodeState(s)
	if err != nil {
		f.t.Fatal(err)
	}
	return string(data)
}

func (f *fight) by(user snowflake.User, cmds ...play.Command) {
	f.t.Helper()
	for _, cmd := range cmds {
		if err := f.do(user, cmd); err != nil {
			f.t.Fatalf("%#v by %s: %v", cmd, user, err)
		}
	}
}

func (f *fight) gm(cmds ...play.Command) { f.t.Helper(); f.by(theGM, cmds...) }

// refused checks that a command is refused with this code. Each of wants is the refusal's reason, its arguments, or a text
// that they contain.
func (f *fight) refused(user snowflake.User, cmd play.Command, code engine.Code, wants ...any) {
	f.t.Helper()
	err := f.do(user, cmd)
	var refusal *engine.Error
	if !errors.As(err, &refusal) {
		f.t.Fatalf("%#v was not refused", cmd)
	}
	if refusal.Code != code {
		f.t.Fatalf("%#v: refused with %v, want %s", cmd, refusal, code)
	}
	for _, want := range wants {
		ok := false
		switch want := want.(type) {
		case reason.Reason:
			ok = refusal.Reason == want
		case engine.Args:
			ok = reflect.DeepEqual(refusal.Args, want)
		case string:
			ok = strings.Contains(refusal.Args.String(), want)
		}
		if !ok {
			f.t.Fatalf("%#v: refused with %v, want %v", cmd, refusal, want)
		}
	}
}

// next ends the current turn, n times.
func (f *fight) next(n int) {
	f.t.Helper()
	for range n {
		f.gm(play.Next{})
	}
}

func roll(n int) *int { return &n }

// pc makes anna join with a character; npc adds NPCs.
func (f *fight) pc(name, stats string, natural int) {
	f.t.Helper()
	f.by(anna, play.Join{Name: name, Stats: stats, Roll: roll(natural)})
}

func (f *fight) npc(name string, count int, stats string, natural int) {
	f.t.Helper()
	f.gm(play.Add{Name: name, Count: count, Stats: stats, Roll: roll(natural)})
}

// order returns the current order, like "Knight 21, Goblin 16/19*": the original score follows if it differs, and a star
// marks units that have acted.
func (f *fight) order() string {
	var out []string
	for _, u := range f.s.Order(f.rs) {
		row := u.Name + " ?"
		if u.Rolled {
			row = fmt.Sprintf("%s %d", u.Name, f.s.Score(f.rs, u))
			if f.s.Score(f.rs, u) != u.Base {
				row += fmt.Sprintf("/%d", u.Base)
			}
		}
		if u.Acted() {
			row += "*"
		}
		out = append(out, row)
	}
	return strings.Join(out, ", ")
}

// active returns the round and the combatants who may act: "2: Knight".
func (f *fight) active() string {
	var names []string
	for _, c := range f.s.ActiveMembers() {
		names = append(names, c.Name)
	}
	return fmt.Sprintf("%d: %s", f.s.Round, strings.Join(names, ", "))
}

func (f *fight) wantOrder(want string) {
	f.t.Helper()
	if got := f.order(); got != want {
		f.t.Fatalf("the order is\n%s, want\n%s", got, want)
	}
}

func (f *fight) wantActive(want string) {
	f.t.Helper()
	if got := f.active(); got != want {
		f.t.Fatalf("active is %q, want %q", got, want)
	}
}

// wantTurns checks that these turns follow one another. It ends each but the last.
func (f *fight) wantTurns(want ...string) {
	f.t.Helper()
	for i, w := range want {
		if i > 0 {
			f.next(1)
		}
		f.wantActive(w)
	}
}

func (f *fight) combatant(name string) *engine.Combatant {
	f.t.Helper()
	for i := range f.s.Combatants {
		if engine.SameName(f.s.Combatants[i].Name, name) {
			return &f.s.Combatants[i]
		}
	}
	f.t.Fatalf("no one is called %q", name)
	return nil
}

func (f *fight) wantHP(name string, want int) {
	f.t.Helper()
	if c := f.combatant(name); !c.HasHP || c.HP != want {
		f.t.Fatalf("%s has %d hit points, want %d", name, c.HP, want)
	}
}

// wantScore checks a combatant's natural result and its current and original scores.
func (f *fight) wantScore(name string, natural, score, original int) {
	f.t.Helper()
	u := f.s.Unit(f.combatant(name).Unit)
	if !u.Rolled || u.Natural != natural || f.s.Score(f.rs, u) != score || u.Base != original {
		f.t.Fatalf("%s: natural %d, score %d, original %d, rolled %v, want %d, %d, %d",
			name, u.Natural, f.s.Score(f.rs, u), u.Base, u.Rolled, natural, score, original)
	}
}

func (f *fight) wantClock(seconds int) {
	f.t.Helper()
	if f.s.Elapsed != seconds {
		f.t.Fatalf("the clock is at %d s, want %d", f.s.Elapsed, seconds)
	}
}

// strike makes an attack and returns its event.
func (f *fight) strike(user snowflake.User, cmd play.Strike) engine.Attacked {
	f.t.Helper()
	f.by(user, cmd)
	events := lastOf[engine.Attacked](f)
	if len(events) != 1 {
		f.t.Fatalf("%d attacks: %+v", len(events), f.last)
	}
	return events[0]
}

// effects returns each effect with its target and remaining duration: "Stunned on Shaman 1".
func (f *fight) effects() string {
	var out []string
	for i := range f.s.Effects {
		e := &f.s.Effects[i]
		out = append(out, fmt.Sprintf("%s on %s %d", e.Name, f.s.TargetName(e), e.Remaining))
	}
	return strings.Join(out, ", ")
}

func (f *fight) wantEffects(want string) {
	f.t.Helper()
	if got := f.effects(); got != want {
		f.t.Fatalf("the effects are %q, want %q", got, want)
	}
}

// lastOf returns the events of one type from the last command.
func lastOf[E engine.Event](f *fight) []E {
	var out []E
	for _, e := range f.last {
		if e, ok := e.(E); ok {
			out = append(out, e)
		}
	}
	return out
}

// onlyOf returns the event of a kind of which the last commands wrote exactly one.
func onlyOf[E engine.Event](f *fight) E {
	f.t.Helper()
	found := lastOf[E](f)
	if len(found) != 1 {
		f.t.Fatalf("%d of %T: %+v", len(found), *new(E), f.last)
	}
	return found[0]
}

func (f *fight) export() string {
	f.t.Helper()
	data, err := view.JSON(f.s, f.rs)
	if err != nil {
		f.t.Fatal(err)
	}
	f.exportRenamed(string(data))
	return string(data)
}

// script returns dice that show these results.
func script(t *testing.T, results ...int) dice.Roller {
	t.Helper()
	return dice.Script(results...)
}
