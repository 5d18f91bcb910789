package bot

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/ruleset"
	"roundel/snowflake"
)

// What only the GM is told about a change: what players did to hidden combatants, who fell, planned waves that are due, and the attacks of the
// GM's combatants in their turn. If the change is the GM's, the reply says it. If it is a player's, the GM is told at once, in a message of its
// own, or with the next reply to the GM.

// forGM is what the GM alone is told.
type forGM struct {
	names   *engine.State // the state in which the notices name combatants
	notices []engine.Notice
	fallen  bool // asks what became of the fallen
	armed   []*engine.Combatant
	legends []*engine.Combatant // that may use legendary actions
	waves   []engine.Wave       // that are due
	dice    string              // of the saves of the GM's combatants, and what becomes of their abilities
	checks  []words.DueCheck    // that are due and kept from others
}

// tellGM adds to the reply to the GM, or someone who stands in for the GM, what they haven't been told.
func (tx *transaction) tellGM(alone *discord.Reply, done engine.Outcome) (*discord.Reply, error) {
	s := done.State
	g := forGM{names: done.Before}
	begins := done.Before != nil && done.Before.Turn != s.Turn
	if done.Before != nil {
		g.notices = tx.told.untold(done.Before.Notices)
	}
	attacked := func(c *engine.Combatant) bool { return s.AttacksMade(c) > 0 }
	armed := armed(s)
	if begins || tx.actor.User == s.GM && tx.told.Turn != s.Turn && !slices.ContainsFunc(armed, attacked) {
		g.armed, g.legends = armed, mayLegendNow(s, tx.rs)
	}
	lists := len(g.armed)+len(g.legends) > 0
	g.fallen = someFell(done, g.notices) || lists && tx.told.Asks
	g.waves = s.DueWaves()
	if len(g.waves) > 0 && !tellsWaves(g.notices) && !(lists && tx.told.Offers) {
		g.waves = newlyDue(done)
	}
	g.dice = rollsForGM(tx.own, tx.rs, done, alone != nil)
	if tx.actor.User == s.GM {
		tx.read = &asideTold{Turn: tx.told.Turn}
		if lists {
			tx.read.Turn = s.Turn
		}
		if len(s.Notices) > 0 { // the command leaves them
			tx.read.Notices = slices.Concat(tx.told.Notices, g.notices)
		}
	}
	return tx.addForGM(tx.own, alone, g, s)
}

// tellAside prepares what the GM is told at once of someone else's change, if there is anything new to tell. It says all that the GM has
// yet to read, because it takes the place of what was said before.
func (tx *transaction) tellAside(done engine.Outcome) error {
	s := done.State
	armed := armed(s)
	begins := done.Before != nil && done.Before.Turn != s.Turn
	news := func(e engine.Event) bool { _, is := e.(engine.Noticed); return is }
	round := slices.ContainsFunc(newlyDue(done), func(w engine.Wave) bool { return !w.AnyTime })
	l := words.Under(tx.b.languages.ForLocale(tx.b.asides.localeOf(tx.r.Channel, s.GM), tx.all), tx.rs)
	dice := rollsForGM(l, tx.rs, done, false)
	checks := keptChecks(s, tx.rs)
	due := slices.ContainsFunc(checks, func(c words.DueCheck) bool { return madeDue(done.Events, c) })
	legends := mayLegendNow(s, tx.rs)
	if s.Phase == engine.Ended || !round && dice == "" && !due &&
		!slices.ContainsFunc(done.Events, news) && !someFell(done, nil) && (len(armed)+len(legends) == 0 || !begins) {
		return nil
	}
	g := forGM{names: s, notices: s.Notices, armed: armed, legends: legends, dice: dice, checks: checks}
	asks, offers := tx.b.asides.open(tx.r.Channel, s.GM)
	g.fallen = someFell(done, s.Notices) || asks
	if tellsWaves(s.Notices) || round || offers {
		g.waves = s.DueWaves()
	}
	reply, err := tx.addForGM(l, nil, g, s)
	if err != nil || reply == nil {
		return err
	}
	most := discord.MaxContent
	if reply.V2 {
		most = discord.MaxContentV2
	}
	tx.aside = &asideNote{GM: s.GM, Turn: s.Turn, Message: discord.Message{Text: lang.Clip(reply.Text, most), Buttons: reply.Buttons, V2: reply.V2},
		Says: asideTold{Notices: s.Notices, Asks: g.fallen, Offers: len(g.waves) > 0}}
	if len(armed)+len(legends) > 0 {
		tx.aside.Says.Turn = s.Turn
	}
	return nil
}

// rollsForGM returns what only the GM reads about abilities and saves. told says that the reply tells the rolls anyway.
func rollsForGM(l *lang.Language, rs *ruleset.Ruleset, done engine.Outcome, told bool) string {
	lines := append(words.AbilityLines(l, rs, done, told), words.SaveDice(l, rs, done, !told))
	if !told {
		lines = append(lines, words.KeptChecks(l, rs, done)...)
	}
	return strings.Join(slices.DeleteFunc(lines, func(line string) bool { return line == "" }), "\n")
}

// addForGM adds g to a reply that only the GM sees, in the GM's language. alone is nil if there is no such reply yet.
func (tx *transaction) addForGM(l *lang.Language, alone *discord.Reply, g forGM, s *engine.State) (*discord.Reply, error) {
	var fallen []*engine.Combatant
	if g.fallen && s.Phase != engine.Ended {
		fallen = s.Undecided()
	}
	if tx.j.State() == nil {
		g.waves = nil
	}
	if len(g.notices)+len(fallen)+len(g.armed)+len(g.legends)+len(g.waves)+len(g.dice)+len(g.checks) == 0 {
		return alone, nil
	}
	var fight string
	if len(fallen)+len(g.waves) > 0 {
		var err error
		if fight, err = tx.fightArg(); err != nil {
			return nil, err
		}
	}
	reply := alone
	if reply == nil {
		reply = &discord.Reply{}
	}
	if g.dice != "" {
		addLines(l, reply, g.dice)
	}
	if len(g.notices) > 0 {
		addNotices(l, reply, g.names, g.notices)
	}
	if len(g.checks) > 0 {
		addChecks(l, reply, s, g.checks)
	}
	if len(fallen) > 0 {
		addFallen(l, reply, fallen, fight)
	}
	live := slices.ContainsFunc(g.armed, func(c *engine.Combatant) bool { return liveBlock(s, c) })
	if len(g.armed) > 0 && !live {
		addLines(l, reply, words.AttackLines(l, s, g.armed)...)
		addAttackRows(l, reply, s, tx.rs, g.armed, "")
	}
	if len(g.waves) > 0 {
		addWaves(l, reply, s, g.waves, fight)
	}
	if len(g.legends) > 0 {
		addLegendary(l, reply, s, tx.rs, g.legends, inTurn)
	}
	if live {
		addBlocks(l, reply, s, tx.rs, g.armed, inTurn)
	}
	if reply.Text == "" {
		return alone, nil
	}
	return reply, nil
}

// someFell reports whether anyone who has no state yet fell by a change, or before it, as one of the notices says.
func someFell(done engine.Outcome, notices []engine.Notice) bool {
	return slices.ContainsFunc(done.State.Undecided(), func(c *engine.Combatant) bool {
		return slices.ContainsFunc(notices, func(n engine.Notice) bool { return n.Kind == engine.NoticeFell && n.Who == c.ID }) ||
			slices.ContainsFunc(done.Events, func(e engine.Event) bool {
				change, is := e.(engine.HPChanged)
				return is && change.Combatant == c.ID && change.Tracked && change.To <= 0 && (change.From > 0 || change.Set)
			})
	})
}

// armed returns the GM's combatants that have the turn, can still act, and have weapons or abilities of their own.
func armed(s *engine.State) []*engine.Combatant {
	if s.Paused || s.Phase == engine.Setup || s.Phase == engine.Ended {
		return nil
	}
	return slices.DeleteFunc(s.ActiveMembers(), func(c *engine.Combatant) bool {
		return c.Owner != "" || c.Weapon == "" && len(s.Abilities(c)) == 0 || !c.Standing()
	})
}

// mayLegendNow returns the GM's combatants that may use legendary actions, have some left, and have used none in this turn (MO-22).
func mayLegendNow(s *engine.State, rs *ruleset.Ruleset) []*engine.Combatant {
	p := rs.Pool(string(engine.AsLegendary))
	return slices.DeleteFunc(words.MayLegend(s, rs), func(c *engine.Combatant) bool { return s.PoolLeft(c, p) == 0 || c.Pools[p.Key].SpentIn(s.Turn) })
}

// addNotices adds what players' commands did to hidden combatants to a reply that only the GM sees. s has their names.
func addNotices(l *lang.Language, reply *discord.Reply, s *engine.State, notices []engine.Notice) {
	lines := words.Notices(l, s, notices)
	if len(lines) == 0 {
		return
	}
	addLines(l, reply, lines...)
	var row []discord.Button
	for _, n := range notices {
		if n.Kind == engine.NoticeFled {
			row = append(row, strikeButton(l, s, n.By, n.Who)...)
		}
	}
	addButtons(l, reply, row)
}

// addChecks adds checks that are due, and that others don't know about, to a reply that only the GM sees.
func addChecks(l *lang.Language, reply *discord.Reply, s *engine.State, checks []words.DueCheck) {
	var row []discord.Button
	for _, c := range checks {
		addLines(l, reply, c.Say(l))
		row = append(row, card.DueButton(l, s, c, len(checks) == 1))
	}
	addButtons(l, reply, row)
}

// whisper remembers how to reach a GM who is answered, notes what the GM was told, and tells the GM at once what someone else did. s is the
// state after the request, or nil without a fight.
func (tx *transaction) whisper(reply *discord.Reply, s *engine.State) {
	ch, asides := tx.r.Channel, &tx.b.asides
	if s == nil || s.Phase == engine.Ended {
		asides.forget(ch)
		return
	}
	if tx.read != nil {
		asides.read(ch, s.GM, *tx.read)
	}
	if reply == nil {
		return
	}
	if tx.actor.User == s.GM {
		reply.Private = func(w discord.Whisperer) { asides.keep(ch, s.GM, w, tx.r.Locale) }
	}
	if after := reply.After; tx.aside != nil {
		reply.After = func(via *discord.Via) {
			if after != nil {
				after(via)
			}
			asides.tell(ch, *tx.aside)
		}
	}
}

// asideTold is what the GM has been told.
type asideTold struct {
	Turn    engine.TurnID   // the turn whose attacks were listed
	Notices []engine.Notice // those of the fight's notices
	Asks    bool            // a visible message still asks what became of the fallen
	Offers  bool            // a visible message still offers to bring in planned waves
}

// untold returns the notices of a fight that the GM has not been told yet.
func (t asideTold) untold(notices []engine.Notice) []engine.Notice {
	told := slices.Clone(t.Notices)
	return slices.DeleteFunc(slices.Clone(notices), func(n engine.Notice) bool {
		i := slices.Index(told, n)
		if i >= 0 {
			told = slices.Delete(told, i, i+1)
		}
		return i >= 0
	})
}

// asideNote is something to tell a GM.
type asideNote struct {
	GM      snowflake.User
	Turn    engine.TurnID // the current one
	Message discord.Message
	Says    asideTold // what the GM has been told once it has arrived
}

// asideTeller tells the GMs of all channels. The zero value is ready for use.
type asideTeller struct {
	Log zerolog.Logger

	mu       sync.Mutex
	channels map[snowflake.Channel]*memory
}

// memory is what is known about a channel.
type memory struct {
	gm      snowflake.User
	way     discord.Whisperer // sends to the GM with the latest token; nil if there is none
	locale  string            // that came with it
	shown   shown
	told    asideTold
	next    *asideNote    // the note to send after the call in flight
	calling chan struct{} // closed when the call in flight has ended; nil if there is none
}

// shown is the private message that the GM can see now.
type shown struct {
	id   snowflake.Message
	way  discord.Whisperer // can edit and delete it
	turn engine.TurnID     // the turn it was sent in
	v2   bool              // it is laid out as components V2, and stays so

	asks, offers bool // as in asideTold
}

// callLimit is the timeout of one call to Discord. The GM's next request waits for the call, because the reply depends on the outcome.
const callLimit = 2 * time.Second

// maxChannels is the maximum number of channels that are remembered.
const maxChannels = 16384

// keep remembers how to reach the GM of a channel's fight, and in which locale.
func (t *asideTeller) keep(ch snowflake.Channel, gm snowflake.User, way discord.Whisperer, locale string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	m := t.remember(ch, gm)
	m.way, m.locale = way, locale
}

// forget forgets a channel whose fight is over.
func (t *asideTeller) forget(ch snowflake.Channel) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.channels, ch)
}

// toldTo returns what a user has been told as the GM of a channel's fight. If a message is being sent, it waits for that.
func (t *asideTeller) toldTo(ctx context.Context, ch snowflake.Channel, user snowflake.User) (told asideTold) {
	for {
		var calling chan struct{}
		t.mu.Lock()
		if m := t.channels[ch]; m != nil && m.gm == user {
			told, calling = m.told, m.calling
			told.Asks, told.Offers = m.shown.asks, m.shown.offers
		}
		t.mu.Unlock()
		if calling == nil {
			return told
		}
		select {
		case <-calling:
			told = asideTold{}
		case <-ctx.Done():
			return asideTold{}
		}
	}
}

// open reports which buttons a message has that the GM can see: whether it asks what became of the fallen, and whether it offers to bring in
// planned waves.
func (t *asideTeller) open(ch snowflake.Channel, gm snowflake.User) (asks, offers bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	m := t.channels[ch]
	if m == nil || m.gm != gm {
		return false, false
	}
	return m.shown.asks, m.shown.offers
}

// localeOf returns the locale in which the GM can be told something, or "" if there is no way to.
func (t *asideTeller) localeOf(ch snowflake.Channel, gm snowflake.User) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if m := t.channels[ch]; m != nil && m.gm == gm {
		return m.locale
	}
	return ""
}

// read records what a reply has told the GM. A reply that lists the attacks of a turn replaces the private message.
func (t *asideTeller) read(ch snowflake.Channel, gm snowflake.User, told asideTold) {
	t.mu.Lock()
	defer t.mu.Unlock()
	m := t.remember(ch, gm)
	listed := told.Turn != m.told.Turn
	m.told = told
	if old := m.shown; listed && old.id != "" {
		m.shown = shown{}
		go t.remove(old)
	}
}

// tell starts to tell the GM, if the GM can be reached, and returns at once. If several notes are queued, only the last one is sent: each
// note contains everything that the GM has not read yet.
func (t *asideTeller) tell(ch snowflake.Channel, n asideNote) {
	t.mu.Lock()
	defer t.mu.Unlock()
	m := t.remember(ch, n.GM)
	m.next = &n
	if m.calling == nil {
		m.calling = make(chan struct{})
		go t.send(ch, m)
	}
}

// send sends the queued note.
func (t *asideTeller) send(ch snowflake.Channel, m *memory) {
	for {
		t.mu.Lock()
		n, way, old := m.next, m.way, m.shown
		m.next = nil
		if n == nil || way == nil || !way.Live() {
			close(m.calling)
			m.calling = nil
			t.mu.Unlock()
			return
		}
		t.mu.Unlock()
		now, err := t.deliver(*n, way, old)
		t.mu.Lock()
		m.shown = now
		if err == nil {
			m.told = n.Says
		}
		t.mu.Unlock()
		if err != nil {
			t.Log.Debug().Str("channel", string(ch)).Str("error", discord.Redact(err.Error())).Msg("could not tell a GM at once")
		}
	}
}

// deliver sends a note and deletes the previous message. If that is from the same turn and the GM has done nothing since, deliver edits it
// instead.
func (t *asideTeller) deliver(n asideNote, way discord.Whisperer, old shown) (shown, error) {
	now := shown{way: way, turn: n.Turn, v2: n.Message.V2, asks: n.Says.Asks, offers: n.Says.Offers}
	if old.id != "" && old.turn == n.Turn && old.way == way {
		n.Message.V2 = n.Message.V2 || old.v2
		now.v2 = n.Message.V2
		if err := t.call(func(ctx context.Context) error { return way.Edit(ctx, old.id, n.Message) }); err == nil {
			now.id = old.id
			return now, nil
		}
	}
	err := t.call(func(ctx context.Context) (err error) { now.id, err = way.Whisper(ctx, n.Message); return err })
	if err != nil {
		return old, err
	}
	t.remove(old)
	return now, nil
}

// remove deletes a message that has been replaced. If that fails, the message stays, which does no harm: its buttons belong to an earlier
// turn, or still work.
func (t *asideTeller) remove(old shown) {
	if old.id == "" || !old.way.Live() {
		return
	}
	if err := t.call(func(ctx context.Context) error { return old.way.Delete(ctx, old.id) }); err != nil {
		t.Log.Debug().Str("error", discord.Redact(err.Error())).Msg("could not delete an outdated private message")
	}
}

func (t *asideTeller) call(fn func(ctx context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.Background(), callLimit)
	defer cancel()
	return fn(ctx)
}

// remember returns what is known about a channel and its GM. The caller holds t.mu.
func (t *asideTeller) remember(ch snowflake.Channel, gm snowflake.User) *memory {
	if m := t.channels[ch]; m != nil && m.gm == gm {
		return m
	}
	if t.channels == nil || len(t.channels) >= maxChannels {
		t.channels = map[snowflake.Channel]*memory{}
	}
	m := &memory{gm: gm}
	t.channels[ch] = m
	return m
}
