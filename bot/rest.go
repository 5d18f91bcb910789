package bot

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/ruleset"
	"roundel/engine/view"
	"roundel/snowflake"
	"roundel/store"
)

// rest is a rest of those in the channel's fight or, without one, of saved characters (NU-30).
func (b *Bot) rest(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	var open bool
	if err := b.store.Read(ctx, r.Channel, func(j engine.Journal) error { open = j.State() != nil; return nil }); err != nil {
		return nil, err
	}
	if !open {
		return b.restBetween(ctx, r)
	}
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if err := tx.gm(); err != nil {
			return nil, err
		}
		reply, err := tx.play(play.Rest{Kind: tx.given().Text("kind"), Names: tx.given().Text("names"), Amount: tx.given().Text("amount")})
		return tx.withoutAmount(reply, tx.given().Text("kind")), err
	})
}

// withoutAmount adds for the asker that the rest restores hit points only with an amount, if none was typed.
func (tx *transaction) withoutAmount(reply *discord.Reply, kind string) *discord.Reply {
	if reply == nil {
		return nil
	}
	if rest := tx.rs.Rest(kind); rest != nil && rest.HP == ruleset.RestTyped && strings.TrimSpace(tx.given().Text("amount")) == "" {
		addLines(tx.own, private(reply), tx.own.Line("rest.no-amount", lang.Term("rest", rest.Name)))
	}
	return reply
}

// camp is where saved characters rest between fights: after the last fight of a channel, under its ruleset.
type camp struct {
	*transaction                    // without a journal
	last         *engine.State      // the fight's last state
	joined       []engine.Combatant // those that joined it from saved characters, as they last were in it
}

// camp returns the camp of a channel that has no fight. why is the refusal if nobody can rest there, or nil.
func (b *Bot) camp(ctx context.Context, r *discord.Request) (out *camp, why, err error) {
	actor, conf, err := b.actor(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	out = &camp{transaction: &transaction{b: b, r: r, route: b.routeOf(r), now: b.now(), actor: actor, conf: conf}}
	err = finding(ctx, func(f *lookups) error {
		return b.store.Log(ctx, r.Channel, func(l engine.Log) (err error) {
			out.joined, out.last, err = b.joined.from(r.Channel, l)
			if err == nil && out.last != nil {
				out.rs, err = b.rulesOf(out.last, f)
			}
			return err
		})
	})
	out.speak(out.last)
	switch {
	case out.last == nil:
		why = refuse(engine.NoEncounter, lang.P("bot.rest-no-fight"))
	case conf.Carry != carryKeep:
		why = refuse(engine.NotNow, lang.P("bot.rest-carries-nothing"))
	}
	return out, why, err
}

// lastJoined remembers who joined the fight that it was asked for last, because suggestions ask with each key that is pressed, and reading a long log takes
// a while. Only a fight that is over is remembered, because that doesn't change.
type lastJoined struct {
	mu     sync.Mutex
	fight  begunFight
	joined []engine.Combatant
	last   *engine.State
}

// begunFight tells fights apart.
type begunFight struct {
	channel snowflake.Channel
	by      snowflake.User
	at      int64
}

// from returns the same as [engine.JoinedFrom] for the log of a channel. The caller must not change it.
func (j *lastJoined) from(ch snowflake.Channel, l engine.Log) (joined []engine.Combatant, last *engine.State, err error) {
	fight := begunFight{channel: ch}
	for first, err := range l.All() {
		if err != nil {
			return nil, nil, err
		}
		fight.by, fight.at = first.By, first.At.UnixMilli()
		break
	}
	j.mu.Lock()
	joined, last, known := j.joined, j.last, j.last != nil && j.fight == fight
	j.mu.Unlock()
	if known {
		return joined, last, nil
	}
	joined, last, err = engine.JoinedFrom(l)
	if err == nil && last != nil && last.Phase == engine.Ended {
		j.mu.Lock()
		defer j.mu.Unlock()
		j.fight, j.joined, j.last = fight, joined, last
	}
	return joined, last, err
}

// restBetween is a rest between fights: it changes what saved characters carry, and tells what they carried before, since nothing undoes it.
func (b *Bot) restBetween(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	c, none, err := b.camp(ctx, r)
	if err != nil {
		return nil, err
	}
	users := []snowflake.User{r.User}
	if none == nil && engine.MayGM(c.last, c.actor) && c.given().Text("names") != "" {
		for i := range c.joined {
			if user := c.joined[i].Saved.User; !slices.Contains(users, user) {
				users = append(users, user)
			}
		}
	}
	cells := make([]store.Cell, 2*len(users)) // everyone's characters, then everyone's dice
	for i, user := range users {
		cells[i], cells[len(users)+i] = store.CharactersOf(r.Guild, user), store.RollsOf(r.Guild, user)
	}
	return keepReply(c.own, func(keep keeping) ([]byte, bool, error) { // a refusal too: the request may be delivered again when a rest is possible
		return b.store.AmendAll(ctx, cells, r.ID, func(data [][]byte) (next [][]byte, answer []byte, err error) {
			lists := make([][]Character, len(users))
			for i := range users {
				if lists[i], err = Decode[[]Character](data[i]); err != nil {
					return nil, nil, err
				}
			}
			next = slices.Clone(data)
			var reply *discord.Reply
			var changed []int
			c.faces = nil
			why := none
			if why == nil {
				reply, changed, why = c.rest(users, lists)
			}
			if answer, err = keep(reply, why); err != nil || why != nil {
				return data, answer, err
			}
			for _, i := range changed {
				if next[i], err = json.Marshal(lists[i]); err != nil {
					return nil, nil, err
				}
			}
			for i, user := range users {
				if own := slices.DeleteFunc(slices.Clone(c.faces), func(f face) bool { return f.of != user }); len(own) > 0 {
					next[len(users)+i] = amended(func(r *Rolls) { r.count(own) })(next[len(users)+i])
				}
			}
			return next, answer, nil
		})
	})
}

// rest lets the named characters rest, and returns the indexes of the lists it has changed. users are the users whose lists they are, the asker first.
func (c *camp) rest(users []snowflake.User, lists [][]Character) (reply *discord.Reply, changed []int, err error) {
	var rests []campers
	for i, user := range users {
		for j := range lists[i] {
			one := campers{i, user, &lists[i][j]}
			if one.character.canRest() && (i == 0 || c.combatant(one) != nil) {
				rests = append(rests, one)
			}
		}
	}
	rest := play.Rest{Kind: c.kept(restNames, c.given().Text("kind")), Amount: c.given().Text("amount")}
	who, err := c.named(rests)
	if err != nil {
		return nil, nil, err
	}
	resting := make([]play.Resting, len(who))
	for i, one := range who {
		resting[i] = c.resting(one)
	}
	done, carried, err := rest.RestBetween(c.last, c.rs, resting, play.Input{Now: c.now, Turn: newTurn(c.now), Dice: c.roller(false), HiddenDice: c.roller(true)})
	if err != nil {
		return nil, nil, err
	}
	for i, one := range who {
		one.character.replaceCarried(&carried[i])
		changed = append(changed, one.list)
	}
	return c.withoutAmount(c.rested(done), rest.Kind), changed, nil
}

// canRest reports whether a character carries something from its last fight, or is hurt as it was saved.
func (c *Character) canRest() bool {
	hp, most := c.hitPoints()
	return c.Carried != nil || hp < most
}

// campers is a saved character that can rest.
type campers struct {
	list      int // the index of the list that it is in
	user      snowflake.User
	character *Character
}

// named returns the characters among all that were named or, if nobody was named, all of the asker's. The party are those who joined the last fight.
func (c *camp) named(all []campers) ([]campers, error) {
	own := func(one campers) bool { return one.user == c.r.User }
	typed := play.Names(c.given().Text("names"))
	var out []campers
	take := func(fits func(one campers) bool) bool {
		before := len(out)
		for _, one := range all {
			if fits(one) && !slices.Contains(out, one) {
				out = append(out, one)
			}
		}
		return len(out) > before || slices.ContainsFunc(out, fits)
	}
	if len(typed) == 0 && !take(own) {
		return nil, refuse(engine.NotFound, lang.P("bot.rest-nobody", lang.Flag("gm", engine.MayGM(c.last, c.actor))))
	}
	for _, name := range typed {
		called := func(one campers) bool {
			return engine.SameName(one.character.Name, name) || engine.SameName(c.lastName(one), name)
		}
		switch {
		case take(func(one campers) bool { return own(one) && called(one) }), take(called):
		case !c.isParty(name):
			return nil, c.unknown(all, name)
		case !engine.MayGM(c.last, c.actor):
			return nil, refuse(engine.NotAllowed, lang.P("bot.rest-own"))
		case !take(func(one campers) bool { return c.combatant(one) != nil }):
			return nil, refuse(engine.NotFound, lang.P("bot.rest-no-party"))
		}
	}
	return out, nil
}

// unknown refuses the name of somebody who can't rest.
func (c *camp) unknown(all []campers, name string) error {
	var names []string
	for _, one := range all {
		names = append(names, one.character.Name)
	}
	if len(names) == 0 {
		return refuse(engine.NotFound, lang.P("bot.rest-nobody", lang.Flag("gm", engine.MayGM(c.last, c.actor))))
	}
	return refuse(engine.NotFound, lang.P("bot.rest-unknown", lang.Quoted("name", name), lang.All("names", names[:min(len(names), 10)])))
}

// isParty reports whether a name is that of the party, in the language of the asker or the channel.
func (c *camp) isParty(name string) bool {
	called := append(whom.called(c.transaction, c.own, engine.Party), whom.called(c.transaction, c.all, engine.Party)...)
	return slices.ContainsFunc(append(called, engine.Party), func(party string) bool { return engine.SameName(party, name) })
}

// combatant returns what a character was when the last fight last had it, or nil if it never joined that.
func (c *camp) combatant(one campers) *engine.Combatant {
	as := one.character.as(c.r.Guild, one.user, "")
	for i := range slices.Backward(c.joined) {
		if m := &c.joined[i]; m.Saved.Is(as) {
			return m
		}
	}
	return nil
}

// lastName returns what a character was called when the last fight last had it.
func (c *camp) lastName(one campers) string {
	if m := c.combatant(one); m != nil {
		return m.Name
	}
	return one.character.Name
}

// resting returns a character as it rests. It and its hit points are shown as they were when the last fight last had it.
func (c *camp) resting(one campers) play.Resting {
	stats, _, err := one.character.fitting(c.rs, "")
	if err != nil {
		stats = "" // what is wrong is said when it joins
	}
	carried := carriedBesides(one.character.Carried, nil)
	if carried == nil {
		carried = &engine.Carried{}
	}
	if hp, most := one.character.hitPoints(); carried.HP == nil && hp < most {
		carried.HP, carried.MaxHP = &hp, most
	}
	out := play.Resting{Name: one.character.Name, Owner: one.user, Stats: stats, Carried: *carried}
	if m := c.combatant(one); m != nil {
		out.Hidden, out.HPShown = m.Hidden, c.last.HPShownOf(m)
	}
	return out
}

// rested tells what a rest has changed, and what was before it: to everybody what they may know, and more to the asker alone. A long text becomes a file
// instead of being cut, because no log has it.
func (c *camp) rested(done engine.Outcome) *discord.Reply {
	tell := func(l *lang.Language, viewer view.Viewer) string {
		v := view.Of(done, viewer)
		return strings.TrimSpace(strings.Join(append(words.Tell(l, c.rs, v), words.RestedFrom(l, c.rs, v)), "\n"))
	}
	public, mine := tell(c.all, view.Viewer{}), tell(c.own, view.ViewerOf(done.State, c.actor))
	switch {
	case public == "":
		return privately(mine)
	case mine == tell(c.own, view.Viewer{}):
		return &discord.Reply{Text: public}
	}
	return &discord.Reply{Text: public, Alone: privately(c.own.Line("answer.only-you") + "\n" + mine)}
}

// offerRests suggests the rests of the ruleset of the channel's latest fight.
func (b *Bot) offerRests(ctx context.Context, r *discord.Request, input string) ([]discord.Choice, error) {
	tx := &transaction{b: b, r: r, now: b.now()}
	err := finding(ctx, func(f *lookups) error {
		return b.store.Log(ctx, r.Channel, func(l engine.Log) error {
			s, err := begun(l)
			if s == nil || err != nil {
				return err
			}
			rs, err := b.rulesOf(s, f)
			tx.rs = rs
			tx.speak(s)
			return err
		})
	})
	if err != nil || tx.rs == nil {
		return nil, err
	}
	return tx.suggest(restNames, "", input, tx.rs.RestNames()), nil
}

// begun returns the first state of a log's fight, or nil if there never was one.
func begun(l engine.Log) (*engine.State, error) {
	for first, err := range l.All() {
		if err != nil {
			return nil, err
		}
		return engine.Fold(nil, first.Events), nil
	}
	return nil, nil
}

// offerResting suggests who can rest: those in the fight or, without one, the asker's characters that can. Whoever can act as GM there is also offered
// those that joined the channel's last fight, and the party.
func (b *Bot) offerResting(ctx context.Context, r *discord.Request, input string) (out []discord.Choice, err error) {
	open := false
	_, err = b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if open = tx.j.State() != nil; open {
			out = completeList(tx, input)
		}
		return nil, nil
	})
	if err != nil || open {
		return out, err
	}
	c, none, err := b.camp(ctx, r)
	if err != nil || none != nil {
		return nil, err
	}
	own, err := b.characters(ctx, r)
	if err != nil {
		return nil, err
	}
	var names []string
	for i := range own {
		if own[i].canRest() {
			names = append(names, own[i].Name)
		}
	}
	if engine.MayGM(c.last, c.actor) {
		for i := range c.joined {
			names = append(names, c.joined[i].Name)
		}
		names = append(names, engine.Party)
	}
	before, last, rest := lastPart(input)
	names = slices.DeleteFunc(names, func(name string) bool {
		return slices.ContainsFunc(rest, func(r string) bool { return engine.SameName(r, name) })
	})
	return suggestAs(before, last, names, func(name string) string {
		if name == engine.Party {
			return whom.called(c.transaction, c.own, name)[0]
		}
		return name
	}), nil
}
