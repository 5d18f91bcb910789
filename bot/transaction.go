package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"roundel/engine/view"
	"roundel/snowflake"
)

// transaction is one request within a transaction of the store, on the fight of its channel.
type transaction struct {
	b      *Bot
	r      *discord.Request
	route  *route // of the request
	j      engine.Journal
	rs     *ruleset.Ruleset // of the fight, or of the one that the request starts; nil: neither
	actor  engine.Actor
	own    *lang.Language // of what only the asker reads
	all    *lang.Language // of what everyone in the channel reads
	conf   Settings
	now    time.Time
	saved  []Character       // only with autocomplete: the asker's characters
	fault  error             // only with autocomplete: why there are no choices
	ended  []words.Ending    // effects that ended by themselves
	public *engine.State     // the state after a command, as everyone knows it; nil: not worked out
	intro  *string           // what the reply says that a card doesn't; nil: all of it
	onCard bool              // the answer may change the message that was pressed, if that is the card
	told   asideTold         // what the asker has been told as the GM
	read   *asideTold        // what the reply itself tells the asker as the GM; nil: it wasn't worked out
	drawn  string            // the beginning of the fight of which the reply has a picture
	aside  *asideNote        // what the GM is told at once; nil: nothing
	user   *engine.Combatant // only with a form for an ability: who uses it
	draft  Options           // only with a form that is opened again: what was filled in

	faces []face // that its dice showed

	before, after *engine.State  // of the fight, once the request has been decided
	changed       bool           // the log has grown
	stepped       bool           // it has, by an undo or a redo, which put right what characters carry
	done          engine.Outcome // what was told last
	out           answer

	known, knownOf *engine.State // cache of seen
	*lookups
}

// lookups are what was looked up for one request. Looking something up may ask the store, which must not be done inside its transactions: what is
// missing ends the transaction with a [missing], and [finding] looks it up and runs the transaction again.
type lookups struct {
	ofFight *ruleset.Ruleset // of the last fight whose ruleset was missing
	server  *serverRulesets
	onDeck  *bool // whether the asker is pinged on deck
	usual   *regulars
}

// missing is an error that ends a transaction because something has to be looked up first. Calling it does that.
type missing func(ctx context.Context) error

var errMissing = errors.New("bot: something has to be looked up first")

func (missing) Error() string { return errMissing.Error() }

// maxFinds is the maximum number of lookups for one request. A channel's fight is rarely replaced by another in the meantime, so more than one
// of each lookup means a race.
const maxFinds = 5

// finding runs fn, which runs one transaction, until everything that it needs was looked up.
func finding(ctx context.Context, fn func(f *lookups) error) (err error) {
	f := &lookups{}
	for range maxFinds {
		err = fn(f)
		lookUp, is := errors.AsType[missing](err)
		if !is {
			return err
		}
		if err := lookUp(ctx); err != nil {
			return err
		}
	}
	return err
}

// rulesOf returns the ruleset of a fight.
func (b *Bot) rulesOf(s *engine.State, f *lookups) (*ruleset.Ruleset, error) {
	if f.ofFight != nil && f.ofFight.Hash == s.Text {
		return f.ofFight, nil
	}
	if rs, ok := b.rulesets.known(s); ok {
		return rs, nil
	}
	return nil, missing(func(ctx context.Context) (err error) {
		f.ofFight, err = b.rulesets.Of(ctx, s)
		return err
	})
}

// change runs fn in a transaction and stores its reply, even if it is a refusal: if Discord delivers the request again, it
// gets the same reply and changes nothing.
func (b *Bot) change(ctx context.Context, r *discord.Request, fn action) (*discord.Reply, error) {
	told := b.asides.toldTo(ctx, r.Channel, r.User)
	var tx *transaction // of the last run of once
	release := func() {
		if tx != nil && tx.out.carries() {
			b.cards.Release(r.Channel, tx.out.Change.Began)
		}
	}
	once := func(f *lookups, j engine.Journal) ([]byte, error) {
		release() // an earlier run was rolled back
		var err error
		if tx, err = b.begin(r, j, f); err != nil {
			return nil, err
		}
		tx.told, tx.before = told, j.State()
		next := j.NextSeq()
		var reply *discord.Reply
		err = tx.admit()
		if err == nil {
			reply, err = fn(tx)
		}
		if err != nil {
			if _, refusal := errors.AsType[*engine.Error](err); !refusal {
				return nil, err
			}
			asked := r
			if r.Kind == discord.Typed { // a button that repeats it has the names that the fight keeps
				asked = tx.r
			}
			reply = b.refused(tx.own, j.State(), tx.sidesAct(), asked, err)
		}
		tx.after, tx.changed = j.State(), j.NextSeq() != next
		if err == nil {
			tx.keepDice()
		}
		if tx.changed && !tx.stepped {
			keepCarried(j, tx.conf, tx.rs, tx.before, tx.after, false)
		}
		tx.out = tx.answer(reply)
		if tx.out.carries() {
			b.cards.Claim(r.Channel, tx.out.Change.Began)
		}
		return tx.out.stored()
	}
	var data []byte
	var again bool
	err := finding(ctx, func(f *lookups) (err error) {
		data, again, err = b.store.Update(ctx, r.Channel, r.ID, func(j engine.Journal) ([]byte, error) { return once(f, j) })
		return err
	})
	if err != nil {
		release()
		return nil, err
	}
	if again { // delivered a second time
		release() // another process has stored its answer while this one ran
		return b.answerAgain(ctx, r, data)
	}
	tx.began()
	out, before, after := tx.out, tx.before, tx.after
	if tx.changed {
		newCard := after != nil && (before == nil || after.Turn != before.Turn || before.Paused && !after.Paused)
		out.After = func(via *discord.Via) { b.cards.Changed(r.Channel, via, newCard) }
	}
	if out.carries() {
		out.Post = b.cards.Answer(ctx, r.Channel, *out.Change)
	}
	tx.whisper(out.Reply, after)
	return out.Reply, nil
}

// look runs fn on the current state, which is nil if there is no fight, and changes nothing.
func (b *Bot) look(ctx context.Context, r *discord.Request, fn action) (*discord.Reply, error) {
	var reply *discord.Reply
	err := finding(ctx, func(f *lookups) error {
		return b.store.Read(ctx, r.Channel, func(j engine.Journal) error {
			tx, err := b.begin(r, j, f)
			if err != nil {
				return err
			}
			err = tx.admit()
			if err == nil {
				reply, err = fn(tx)
			}
			if s := j.State(); err == nil && s != nil {
				tx.whisper(reply, s)
			}
			if _, refusal := errors.AsType[*engine.Error](err); refusal {
				err = &refusedIn{err, tx.own, tx.sidesAct()}
			}
			return err
		})
	})
	return reply, err
}

// refusedIn is a refusal by [Bot.look], with the asker's language in the words of the fight's ruleset.
type refusedIn struct {
	error
	l     *lang.Language
	sides bool // in the fight, each side acts as one
}

// Unwrap returns the refusal.
func (r *refusedIn) Unwrap() error { return r.error }

// begin returns a request's transaction. The fight's ruleset is looked up before anything is done, so that nothing is done twice.
func (b *Bot) begin(r *discord.Request, j engine.Journal, f *lookups) (tx *transaction, err error) {
	tx = &transaction{b: b, r: r, route: b.routeOf(r), j: j, now: b.now(), lookups: f}
	if r.Guild != "" {
		data, err := j.Settings(r.Guild)
		if err != nil {
			return nil, err
		}
		if tx.conf, err = Decode[Settings](data); err != nil {
			return nil, err
		}
	}
	tx.actor = acting(r, tx.conf)
	if s := j.State(); s != nil {
		tx.rs, err = b.rulesOf(s, f)
	}
	tx.speak(j.State())
	if err == nil {
		tx.keepNames()
	}
	return tx, err
}

// admit refuses those who may not use the request's route, a button that belongs elsewhere, and an owner who is known to have left the
// server: no one could act for that combatant. Autocomplete only offers what the asker may see, and refuses nothing.
func (tx *transaction) admit() error {
	rt := tx.route
	if rt == nil || tx.r.Kind == discord.Completing {
		return nil
	}
	var err error
	switch rt.by {
	case theGM:
		err = tx.gm()
	case partyGM:
		err = mayInvite(tx.j.State(), tx.actor)
	}
	if err != nil {
		return err
	}
	switch rt.of {
	case itsTurn:
		return tx.checkTurn(tx.args())
	case itsScreen:
		return tx.checkScreen(tx.args())
	}
	for _, o := range rt.options {
		if o.kind != asUser {
			continue
		}
		if left, known := tx.b.members.Left(tx.r.Channel, snowflake.User(tx.r.Options[o.name]), tx.now); left && known {
			return refuse(engine.Invalid, lang.P("bot.not-a-member", lang.Name("option", o.name)))
		}
	}
	return nil
}

// playRoute decides the commands of the route with what was given, either all or none. A form that belongs nowhere may be submitted in a
// later turn than it was opened in, because it means the same then.
func playRoute(tx *transaction) (*discord.Reply, error) {
	if tx.rs == nil {
		return nil, noFight()
	}
	cmd, err := tx.command()
	if err != nil {
		return nil, err
	}
	cmds := []play.Command{cmd}
	if tx.route.fill != nil {
		if cmds, err = tx.route.fill(tx, cmd); err != nil {
			return nil, err
		}
	}
	reply, err := tx.play(cmds...)
	if err != nil || tx.route.place == 0 {
		return reply, err
	}
	return tx.redrawn(reply, textArg(tx.args(), tx.route.place))
}

// play decides commands, either all or none, logs their events as one entry and tells what happened. If the route is of a card and ends its
// turn, the answer changes the card.
func (tx *transaction) play(cmds ...play.Command) (*discord.Reply, error) {
	adds := slices.ContainsFunc(cmds, func(cmd play.Command) bool { _, is := cmd.(play.Add); return is })
	screen := slices.ContainsFunc(tx.args(), func(arg string) bool { where, _ := splitPlace(arg); return where == inScreen })
	if (adds || screen) && tx.rs != nil && tx.rs.Difficulty != nil { // the GM screen says how hard the fight is
		if _, _, err := tx.party(tx.rs, nil); err != nil { // before any dice fall, as it may have to be looked up first
			return nil, err
		}
	}
	done, err := tx.decide(cmds)
	switch {
	case err != nil:
		return nil, err
	case len(done.Events) == 0:
		tx.onCard = tx.route.onCard
		return privately(tx.own.Line("answer.unchanged")), nil
	}
	if err := tx.append(engine.Did, done); err != nil {
		return nil, err
	}
	tx.onCard = tx.route.onCard
	reply, err := tx.tell(done)
	if err == nil && adds {
		err = tx.tellDifficulty(reply)
	}
	return reply, err
}

// decide decides commands one after the other, each on the state that the one before led to.
func (tx *transaction) decide(cmds []play.Command) (engine.Outcome, error) {
	if tx.rs == nil {
		return engine.Outcome{}, noFight()
	}
	in := play.Input{Actor: tx.actor, Now: tx.now, Dice: tx.roller(false), HiddenDice: tx.roller(true), Turn: newTurn(tx.now)}
	if s := tx.j.State(); s != nil { // hidden rolls count as the GM's (CR-61)
		in.HiddenDice = dice.Of(in.HiddenDice, string(s.GM))
	}
	all := engine.Outcome{Before: tx.j.State(), State: tx.j.State()}
	for _, cmd := range cmds {
		out, err := play.Decide(all.State, tx.rs, cmd, in)
		if err != nil {
			return all, err
		}
		all.Events, all.State = append(all.Events, out.Events...), out.State
	}
	return all, nil
}

// append adds an entry to the fight's log.
func (tx *transaction) append(kind engine.EntryKind, done engine.Outcome) error {
	if err := room(tx.j, 1, done.Events); err != nil {
		return err
	}
	entry := engine.Entry{Seq: tx.j.NextSeq(), Kind: kind, By: tx.r.User,
		At: tx.now.Truncate(time.Millisecond), Command: tx.source(), Events: done.Events, State: done.State, Server: tx.r.Guild}
	if tx.j.State() == nil { // the entry that begins the fight brings the text of its ruleset
		entry.Text = tx.rs.Text
	}
	err := tx.j.Append(entry)
	if s := tx.j.State(); s != nil { // otherwise it has ended, and its language stays
		tx.speak(s)
	}
	return err
}

// quietly decides commands, and returns what happened, for the GM's private message. Nobody else is told.
func (tx *transaction) quietly(cmds ...play.Command) (string, error) {
	done, err := tx.decide(cmds)
	if err != nil {
		return "", err
	}
	if len(done.Events) == 0 {
		return tx.own.Line("answer.unchanged"), nil
	}
	if err := tx.append(engine.Did, done); err != nil {
		return "", err
	}
	return words.Lines(tx.own, words.Tell(tx.own, tx.rs, view.Of(done, view.Viewer{GM: true}))), nil
}

// turnBits is the number of low bits of a turn's ID that are random; the bits above hold the time in seconds. So a button
// never fits a turn other than its own, and an ID doesn't reveal how many changes came before it.
const turnBits = 30

func newTurn(now time.Time) engine.TurnID {
	return engine.TurnID(now.Unix()<<turnBits | rand.Int64N(1<<turnBits))
}

// seen returns what the asker may see of the fight, or nil if there is no fight.
func (tx *transaction) seen() *engine.State {
	if s := tx.j.State(); tx.known == nil || tx.knownOf != s {
		tx.knownOf, tx.known = s, view.State(s, view.ViewerOf(s, tx.actor))
	}
	return tx.known
}

// rulesHere returns the fight's ruleset or, without a fight, the one that a new fight would have. If the server's default is gone, it refuses.
func (tx *transaction) rulesHere() (*ruleset.Ruleset, error) {
	switch {
	case tx.rs != nil:
		return tx.rs, nil
	case tx.server == nil:
		return nil, missing(func(ctx context.Context) (err error) {
			tx.server, err = tx.b.rulesets.forServer(ctx, tx.r.Guild)
			return err
		})
	}
	return tx.server.forNewFight(tx.conf.Ruleset)
}

// fight returns the fight and its ruleset, or refuses if there is no fight.
func (tx *transaction) fight() (*engine.State, *ruleset.Ruleset, error) {
	if s := tx.j.State(); s != nil {
		return s, tx.rs, nil
	}
	return nil, nil, noFight()
}

// gm refuses if there is no fight or the asker isn't its GM.
func (tx *transaction) gm() error { return requireGM(tx.j.State(), tx.actor) }

// requireGM refuses if there is no fight or the actor isn't its GM.
func requireGM(s *engine.State, actor engine.Actor) error {
	switch {
	case s == nil:
		return noFight()
	case engine.MayGM(s, actor):
		return nil
	}
	return &engine.Error{Code: engine.NotAllowed, Reason: reason.GMOnly, GM: s.GM}
}

// answer is a reply as it is stored with its request.
type answer struct {
	*discord.Reply
	Change *card.Change `json:"change,omitempty"` // nil: the card of the turn goes on
	Drawn  string       `json:"drawn,omitempty"`  // the beginning of the fight whose picture is drawn again instead of being stored
}

// answer returns a reply with what is needed to let it carry a card.
func (tx *transaction) answer(reply *discord.Reply) answer {
	before, after := tx.before, tx.after
	if tx.drawn != "" && reply != nil && !reply.Refused {
		return answer{Reply: reply, Drawn: tx.drawn}
	}
	if after == nil || reply == nil || before != nil && after.Turn == before.Turn && !tx.onCard {
		return answer{Reply: reply}
	}
	c := &card.Change{Began: after.Turn, Intro: reply.Text, Mentions: reply.Mentions}
	if before != nil {
		c.Ended = before.Turn
	}
	if tx.intro != nil {
		c.Intro = *tx.intro
	}
	if tx.onCard {
		c.Pressed = tx.r.Message
	}
	return answer{Reply: reply, Change: c}
}

// carries reports whether a card may take the reply's place: the reply is text for everyone, without anything to press.
func (a answer) carries() bool {
	return a.Change != nil && !a.Ephemeral && len(a.Buttons) == 0 && len(a.Files) == 0 && a.Form == nil && a.Text != ""
}

// stored returns an answer as it is stored.
func (a answer) stored() ([]byte, error) {
	if a.Drawn != "" {
		bare := *a.Reply
		bare.Files = nil
		a.Reply = &bare
	}
	return json.Marshal(a)
}

// answerAgain returns the answer that was stored with a request, for its second delivery.
func (b *Bot) answerAgain(ctx context.Context, r *discord.Request, data []byte) (*discord.Reply, error) {
	var out answer
	if err := json.Unmarshal(data, &out); err != nil {
		return nil, fmt.Errorf("stored reply: %w", err)
	}
	if out.Drawn != "" {
		out.Files = b.drawAgain(ctx, r, out.Drawn)
	}
	if !out.carries() {
		return out.Reply, nil
	}
	ch := r.Channel
	b.cards.Claim(ch, out.Change.Began)
	out.Post = b.cards.Answer(ctx, ch, *out.Change)
	if out.Post == nil { // the first answer may have carried a card, which may still be the fight's
		out.Post = &discord.Post{Message: discord.Message{Text: out.Text, V2: true}, Keep: true, Sent: func(snowflake.Message, *discord.Via) {}}
	}
	out.After = func(via *discord.Via) { b.cards.Changed(ch, via, true) }
	return out.Reply, nil
}

// began notes that a turn has begun or effects have ended with a request.
func (tx *transaction) began() {
	out, public, ended := tx.out, tx.public, tx.ended
	if out.Change == nil && len(ended) == 0 {
		return
	}
	if public == nil {
		public = view.State(tx.after, view.Viewer{})
	}
	if out.Reply != nil && !out.Ephemeral {
		ended = nil // the answer says so
	}
	tx.b.turns.Began(tx.r.Channel, public, tx.b.now(), ended)
}

// These limits protect the bot's host, in addition to those of the engine (combatants, effects, names) and of the queue
// (waiting requests).
const (
	maxFights     = 250     // open fights per server
	maxEntries    = 100_000 // log entries per fight, enough for about 1,000 rounds with many combatants
	maxAttachment = 8 << 20 // bytes of files per reply; Discord accepts 10 MiB
)

// anotherFight refuses a fight in a server that already has the maximum number of open fights.
func anotherFight(j engine.Journal, server snowflake.Guild) error {
	n, err := j.OpenCount(server)
	if err != nil || n < maxFights {
		return err
	}
	return refuse(engine.NotNow, lang.P("bot.too-many-fights", lang.N("open", n)))
}

// room refuses n entries if the fight's log has no room for them. The entry that ends the fight is always accepted.
func room(j engine.Journal, n int, events []engine.Event) error {
	if j.NextSeq()+int64(n) <= maxEntries+1 {
		return nil
	}
	for _, e := range events {
		if _, ends := e.(engine.EncounterEnded); ends {
			return nil
		}
	}
	return refuse(engine.NotNow, lang.P("bot.log-full", lang.N("most", maxEntries)))
}
