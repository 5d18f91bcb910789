package bot

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/dice"
	"roundel/snowflake"
	"roundel/store"
)

// Rolls is what is kept of a user's dice in a server: named rolls (CR-54), what can be rolled again (CR-56), and how often each face came up (CR-61).
// A channel has one too, with the dice of its fight.
type Rolls struct {
	Named   []namedRoll   `json:"named,omitempty"` // sorted by name
	Again   []rollable    `json:"again,omitempty"` // the oldest first
	Faces   map[int][]int `json:"faces,omitempty"` // by the number of sides: how often each face came up, from 1
	Channel bool          `json:"channel,omitempty"`
}

// namedRoll is a roll that was saved under a name.
type namedRoll struct {
	Name string `json:"name"`
	Dice string `json:"dice"` // as typed
}

// rollable is a roll that can be made again: the options as they were typed.
type rollable struct {
	Key     string    `json:"key"`
	Options Options   `json:"options"`
	At      time.Time `json:"at"` // when it was last rolled
}

// The limits of what is kept.
const (
	maxNamedRolls = 50 // of a user in a server (CR-54)
	maxRollName   = 32
	rollAgainFor  = 30 * 24 * time.Hour // CR-56
	maxRollAgain  = 500                 // different rolls of a user that can be made again
	mostFaces     = 100                 // of dice that are counted (CR-61)
)

// amended returns a function that changes what is kept of somebody's dice. What can't be read stays as it is: a roll must not fail because of it, and
// /rolls says so.
func amended(fn func(r *Rolls)) func(data []byte) []byte {
	return func(data []byte) []byte {
		r, err := Decode[Rolls](data)
		if err != nil {
			return data
		}
		fn(&r)
		next, err := json.Marshal(r)
		if err != nil {
			return data
		}
		return next
	}
}

// count adds faces that came up.
func (r *Rolls) count(faces []face) {
	if r.Faces == nil {
		r.Faces = map[int][]int{}
	}
	for _, f := range faces {
		if r.Faces[f.sides] == nil {
			r.Faces[f.sides] = make([]int, f.sides)
		}
		r.Faces[f.sides][f.shows-1]++
	}
}

// remember keeps options so that they can be rolled again, and forgets what has become too old.
func (r *Rolls) remember(o Options, at time.Time) {
	key := rollKey(o)
	r.Again = slices.DeleteFunc(r.Again, func(a rollable) bool { return a.Key == key || at.Sub(a.At) > rollAgainFor })
	r.Again = append(r.Again, rollable{Key: key, Options: o, At: at.Truncate(time.Second)})
	r.Again = r.Again[max(0, len(r.Again)-maxRollAgain):]
}

// rollKey returns a key for the options of a roll. Equal options have equal keys.
func rollKey(o Options) string {
	var b strings.Builder
	for _, name := range []string{"dice", "reason", "secret", "edge", "who", "times"} {
		fmt.Fprintf(&b, "%q", o.Text(name))
	}
	sum := sha256.Sum256([]byte(b.String()))
	return hex.EncodeToString(sum[:6])
}

// named returns the dice of a named roll.
func (r *Rolls) named(name string) (dice string, ok bool) {
	i := slices.IndexFunc(r.Named, func(n namedRoll) bool { return engine.SameName(n.Name, strings.TrimSpace(name)) })
	if i < 0 {
		return "", false
	}
	return r.Named[i].Dice, true
}

// roll rolls dice, which can be named (CR-54).
func (b *Bot) roll(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	own, err := b.rollsOf(ctx, r)
	if err != nil {
		return nil, err
	}
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		o := tx.given()
		if r.Kind == discord.Filled {
			if o, err = readDiceForm(o); err != nil {
				return nil, err
			}
		}
		return rollDice(tx, o, own)
	})
}

// rollsOf returns the asker's named rolls, and what the asker can roll again.
func (b *Bot) rollsOf(ctx context.Context, r *discord.Request) (Rolls, error) {
	return load[Rolls](ctx, b.store, store.RollsOf(r.Guild, r.User))
}

// rollAgain rolls what a message shows once more, for who rolled it (CR-56).
func (b *Bot) rollAgain(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	_, args := discord.SplitID(r.Path)
	if textArg(args, 0) != string(r.User) {
		return nil, refuse(engine.NotAllowed, lang.P("dice.not-yours"))
	}
	own, err := b.rollsOf(ctx, r)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(own.Again, func(a rollable) bool { return a.Key == textArg(args, 1) })
	if i < 0 || b.now().Sub(own.Again[i].At) > rollAgainFor {
		return nil, refuse(engine.NotNow, lang.P("dice.too-old"))
	}
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) { return rollDice(tx, own.Again[i].Options, own) })
}

// rollNamed rolls a named roll of the list (CR-54).
func (b *Bot) rollNamed(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	own, err := b.rollsOf(ctx, r)
	if err != nil {
		return nil, err
	}
	_, args := discord.SplitID(r.Path)
	i := slices.IndexFunc(own.Named, func(n namedRoll) bool { return rollKey(Options{"dice": n.Name}) == textArg(args, 0) })
	if i < 0 {
		return nil, refuse(engine.NotFound, lang.P("dice.roll-gone"))
	}
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		return rollDice(tx, Options{"dice": own.Named[i].Name}, own)
	})
}

// amendRolls changes the asker's named rolls and stores the reply.
func (b *Bot) amendRolls(ctx context.Context, r *discord.Request, fn func(l *lang.Language, own *Rolls) (*discord.Reply, error)) (*discord.Reply, error) {
	l := b.reader(ctx, r)
	return amend(ctx, b, r, l, store.RollsOf(r.Guild, r.User), func(own *Rolls) (*discord.Reply, error) { return fn(l, own) })
}

// saveRoll saves a named roll, in place of one of that name (CR-54).
func (b *Bot) saveRoll(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	name, text := oneLine(r.Options["name"]), Options(r.Options).Text("dice")
	return b.amendRolls(ctx, r, func(l *lang.Language, own *Rolls) (*discord.Reply, error) {
		if n := len([]rune(name)); n == 0 || n > maxRollName {
			return nil, refuse(engine.Invalid, lang.P("dice.roll-name", lang.N("high", maxRollName)))
		}
		if n, err := dice.ParseNotation(name, dice.All); err == nil && (n.HasDice() || len(n.Names()) == 0) {
			return nil, refuse(engine.Invalid, lang.P("dice.name-is-dice", lang.Quoted("typed", name)))
		}
		if _, err := dice.ParseNotation(text, dice.All); err != nil {
			return nil, refuse(engine.Invalid, words.NotDice(err))
		}
		own.Named = slices.DeleteFunc(own.Named, func(n namedRoll) bool { return engine.SameName(n.Name, name) })
		if len(own.Named) >= maxNamedRolls {
			return nil, refuse(engine.NotNow, lang.P("dice.too-many-named", lang.N("most", maxNamedRolls)))
		}
		own.Named = sortedBy(append(own.Named, namedRoll{name, text}), func(n namedRoll) string { return n.Name })
		return privately(l.Line("dice.roll-saved", lang.Name("name", name), lang.Name("dice", text))), nil
	})
}

// deleteRoll deletes a named roll.
func (b *Bot) deleteRoll(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	name := Options(r.Options).Text("name")
	return b.amendRolls(ctx, r, func(l *lang.Language, own *Rolls) (*discord.Reply, error) {
		if _, ok := own.named(name); !ok {
			near := nearest(namesOf(own.Named, func(n namedRoll) string { return n.Name }), name)
			return nil, refuse(engine.NotFound, lang.P("dice.unknown-roll", lang.Quoted("typed", name), lang.Name("near", near)))
		}
		own.Named = slices.DeleteFunc(own.Named, func(n namedRoll) bool { return engine.SameName(n.Name, name) })
		return privately(l.Line("dice.roll-deleted", lang.Name("name", name))), nil
	})
}

// listRolls shows the asker's named rolls, with a button for each of the first 25 (CR-54).
func (b *Bot) listRolls(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	own, err := b.rollsOf(ctx, r)
	if err != nil {
		return nil, err
	}
	if len(own.Named) == 0 {
		return nil, refuse(engine.NotFound, lang.P("dice.no-rolls"))
	}
	l := b.reader(ctx, r)
	var lines []string
	var buttons []discord.Button
	for i, n := range own.Named {
		lines = append(lines, l.Line("dice.roll-listed", lang.Name("name", n.Name), lang.Name("dice", n.Dice)))
		if i < discord.MaxRows*discord.MaxInRow {
			buttons = append(buttons, discord.Button{Label: n.Name, ID: discord.CustomID("named-roll", rollKey(Options{"dice": n.Name}))})
		}
	}
	reply := privately(words.Lines(l, lines))
	reply.Buttons = slices.Collect(slices.Chunk(buttons, discord.MaxInRow))
	return reply, nil
}

// offerRolls offers the asker's named rolls.
func (b *Bot) offerRolls(ctx context.Context, r *discord.Request, input string) ([]discord.Choice, error) {
	own, err := b.rollsOf(ctx, r)
	if err != nil {
		return nil, err
	}
	return suggestNames("", input, namesOf(own.Named, func(n namedRoll) string { return n.Name })), nil
}

// offerDice offers the asker's named rolls, and those on the sheet of the character that the asker plays outside of fights.
func (b *Bot) offerDice(ctx context.Context, r *discord.Request, input string) ([]discord.Choice, error) {
	own, err := b.rollsOf(ctx, r)
	if err != nil {
		return nil, err
	}
	all, err := b.characters(ctx, r)
	if err != nil {
		return nil, err
	}
	names := namesOf(own.Named, func(n namedRoll) string { return n.Name })
	if c, ok := findCharacter(all, ""); ok && c.Sheet != nil {
		for _, roll := range c.Sheet.Rolls {
			if _, twice := own.named(roll.Name); !twice {
				names = append(names, roll.Name)
			}
		}
	}
	return suggestNames("", input, names), nil
}

// face is a die that came up, and whose it is.
type face struct {
	sides, shows int
	of           snowflake.User
}

// counting is a roller that counts what its dice show. It implements [dice.Counter].
type counting struct {
	dice.Roller
	faces *[]face
	of    snowflake.User // whose the dice are
}

// Roll rolls a die and counts it.
func (t counting) Roll(sides int) int {
	n := t.Roller.Roll(sides)
	if sides >= 2 && sides <= mostFaces {
		*t.faces = append(*t.faces, face{sides, n, t.of})
	}
	return n
}

// Of returns the roller for dice that are that user's.
func (t counting) Of(user string) dice.Roller {
	return counting{t.Roller, t.faces, snowflake.User(user)}
}

// Draw returns one of 1 to n, and counts nothing.
func (t counting) Draw(n int) int { return t.Roller.Roll(n) }

// roller returns the dice for a roll that others may see or, if hidden is set, must not. They are counted as the asker's, unless they are somebody's combatant's.
func (tx *transaction) roller(hidden bool) dice.Roller {
	return counting{tx.b.roller(hidden), &tx.faces, tx.r.User}
}

// roller returns the dice for a roll that others may see or, if hidden is set, must not.
func (b *Bot) roller(hidden bool) dice.Roller {
	if hidden && b.hidden != nil {
		return b.hidden
	}
	return b.dice
}

// keepDice stores the dice of the transaction with it (CR-61). All of them count for the fight.
func (tx *transaction) keepDice() {
	begins := tx.before == nil && tx.after != nil
	faces := tx.faces
	if len(faces) == 0 && !begins || tx.r.Guild == "" {
		return
	}
	by := map[snowflake.User][]face{}
	for _, f := range faces {
		by[f.of] = append(by[f.of], f)
	}
	for _, user := range slices.Sorted(maps.Keys(by)) {
		tx.j.AmendRolls(tx.r.Guild, user, amended(func(r *Rolls) { r.count(by[user]) }))
	}
	if tx.before == nil && tx.after == nil {
		return
	}
	tx.j.AmendRolls(tx.r.Guild, fightDice(tx.r.Channel), func(data []byte) []byte {
		if begins {
			data = nil // forget those of the fight before
		}
		if len(faces) == 0 {
			return data
		}
		return amended(func(r *Rolls) {
			r.Channel = true
			r.count(faces)
		})(data)
	})
}

// fightDice returns the key under which the dice of a channel's fight are stored among those of users. IDs of channels and users are never equal.
func fightDice(channel snowflake.Channel) snowflake.User { return snowflake.User(channel) }

// Whose dice a report is about (CR-62).
const (
	diceMine   = "mine"
	diceFight  = "fight"
	diceServer = "server"
)

// diceReport says how evenly dice came up (CR-62, CR-63).
func (b *Bot) diceReport(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	whose := cmp.Or(Options(r.Options).Text("whose"), diceMine)
	var faces map[int][]int
	switch whose {
	case diceServer:
		if !r.Manager {
			return nil, refuse(engine.NotAllowed, lang.P("dice.server-report"))
		}
		all, err := b.store.RollsIn(ctx, r.Guild)
		if err != nil {
			return nil, err
		}
		sum := Rolls{Faces: map[int][]int{}}
		for _, data := range all {
			one, err := Decode[Rolls](data)
			if err != nil {
				return nil, err
			}
			if !one.Channel {
				sum.add(one.Faces)
			}
		}
		faces = sum.Faces
	case diceFight:
		if _, err := b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) { return nil, tx.gm() }); err != nil {
			return nil, err
		}
		fallthrough
	default:
		of := r.User
		if whose == diceFight {
			of = fightDice(r.Channel)
		}
		one, err := load[Rolls](ctx, b.store, store.RollsOf(r.Guild, of))
		if err != nil {
			return nil, err
		}
		faces = one.Faces
	}
	var all []dice.Fairness
	for _, counts := range faces {
		all = append(all, dice.Judge(counts))
	}
	slices.SortFunc(all, func(a, b dice.Fairness) int { return cmp.Or(b.Rolls-a.Rolls, a.Sides-b.Sides) })
	return privately(words.DiceReport(b.reader(ctx, r), whose, all)), nil
}

// add adds counts of other dice.
func (r *Rolls) add(faces map[int][]int) {
	for sides, counts := range faces {
		if r.Faces[sides] == nil {
			r.Faces[sides] = make([]int, sides)
		}
		for i, n := range counts[:min(sides, len(counts))] {
			r.Faces[sides][i] += n
		}
	}
}
