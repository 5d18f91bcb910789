package bot

import (
	"slices"

	"roundel/bot/discord"

	"roundel/bot/card"
	"roundel/bot/words"

	"roundel/engine"
)

// What only the GM is told of a change: what players did to hidden combatants, who fell, planned waves that are due, and the attacks of the
// GM's combatants in their turn. The reply says it if it is the GM's. What a player does, the GM is told at once, in a message of its own
// (aside.go), or else with the GM's next reply.

// forGM is what the GM alone is told.
type forGM struct {
	names   *engine.State // the state in which the notices name combatants
	notices []engine.Notice
	fallen  bool // asks what became of the fallen
	armed   []*engine.Combatant
	waves   []engine.Wave // that are due
}

// add adds it to a reply that only the GM sees; nil: there is none yet.
func (tx *transaction) add(reply *discord.Reply, g forGM, s *engine.State) (*discord.Reply, error) {
	reply = withNotices(reply, g.names, g.notices)
	if g.fallen {
		var err error
		if reply, err = tx.withFallen(reply, s); err != nil {
			return nil, err
		}
	}
	if len(g.armed) > 0 {
		reply = withWeapons(reply, g.armed, card.TurnArg(s.Turn))
	}
	return tx.withWaves(reply, g.waves)
}

// tellGM adds to the reply to the GM, or someone who stands in for the GM, what they haven't been told.
func (tx *transaction) tellGM(alone *discord.Reply, done engine.Outcome) (*discord.Reply, error) {
	s := done.State
	g := forGM{names: done.Before}
	if done.Before != nil {
		g.notices = tx.told.Untold(done.Before.Notices)
	}
	attacked := func(c *engine.Combatant) bool { return s.AttacksMade(c) > 0 }
	armed := armed(s)
	if begins(done) || tx.actor.User == s.GM && tx.told.Turn != s.Turn && !slices.ContainsFunc(armed, attacked) {
		g.armed = armed
	}
	lists := len(g.armed) > 0
	g.fallen = someFell(done, g.notices) || lists && tx.told.Asks
	g.waves = s.DueWaves()
	if !tellsWaves(g.notices) && !(lists && tx.told.Offers) {
		g.waves = newlyDue(done)
	}
	if tx.actor.User == s.GM {
		tx.read = &asideTold{Turn: tx.told.Turn}
		if lists {
			tx.read.Turn = s.Turn
		}
		if len(s.Notices) > 0 { // the command leaves them
			tx.read.Notices = slices.Concat(tx.told.Notices, g.notices)
		}
	}
	return tx.add(alone, g, s)
}

// tellAside prepares what the GM is told at once of someone else's change, if there is anything new to tell. It says all that the GM has
// yet to read, because it takes the place of what was said before.
func (tx *transaction) tellAside(done engine.Outcome) error {
	s := done.State
	armed := armed(s)
	news := func(e engine.Event) bool { _, is := e.(engine.Noticed); return is }
	round := slices.ContainsFunc(newlyDue(done), func(w engine.Wave) bool { return !w.AnyTime })
	if tx.actor.User == s.GM || s.Phase == engine.Ended || !round &&
		!slices.ContainsFunc(done.Events, news) && !someFell(done, nil) && (len(armed) == 0 || !begins(done)) {
		return nil
	}
	g := forGM{names: s, notices: s.Notices, armed: armed}
	asks, offers := tx.b.asides.Open(tx.r.Channel, s.GM)
	g.fallen = someFell(done, s.Notices) || asks
	if tellsWaves(s.Notices) || round || offers {
		g.waves = s.DueWaves()
	}
	reply, err := tx.add(nil, g, s)
	if err != nil || reply == nil {
		return err
	}
	tx.aside = &asideNote{GM: s.GM, Turn: s.Turn, Message: discord.Message{Text: words.Clip(reply.Text, discord.MaxContent), Buttons: reply.Buttons},
		Says: asideTold{Notices: s.Notices, Asks: g.fallen, Offers: len(g.waves) > 0}}
	if len(armed) > 0 {
		tx.aside.Says.Turn = s.Turn
	}
	return nil
}

// begins reports whether a turn begins with a change.
func begins(done engine.Outcome) bool {
	return done.Before != nil && done.Before.Turn != done.State.Turn
}

// withNotices adds what players' commands did to hidden combatants to a reply that only the GM sees. s has their names.
func withNotices(reply *discord.Reply, s *engine.State, notices []engine.Notice) *discord.Reply {
	if len(notices) == 0 {
		return reply
	}
	lines := words.Notices(s, notices)
	if len(lines) == 0 {
		return reply
	}
	if reply == nil {
		reply = &discord.Reply{}
	}
	reply.Text = words.Lines(append(nonEmpty(reply.Text), lines...))
	var row []discord.Button
	for _, n := range notices {
		if n.Kind == engine.NoticeFled {
			row = append(row, strikeButton(s, n.By, n.Who)...)
		}
	}
	more, missing := buttonRows(row, MostRows-len(reply.Buttons))
	reply.Buttons = append(reply.Buttons, more...)
	if len(missing) > 0 {
		reply.Text = words.Lines([]string{reply.Text, words.ButtonsMissing(missing)})
	}
	return reply
}

// whisper keeps the way to a GM who is answered, notes what the GM was told, and tells the GM at once what someone else did. s is the
// state after the request, or nil without a fight.
func (tx *transaction) whisper(reply *discord.Reply, s *engine.State) {
	ch, asides := tx.r.Channel, &tx.b.asides
	if s == nil || s.Phase == engine.Ended {
		asides.Forget(ch)
		return
	}
	if tx.read != nil {
		asides.Read(ch, s.GM, *tx.read)
	}
	if reply == nil {
		return
	}
	if tx.actor.User == s.GM {
		reply.Private = func(w discord.Whisperer) { asides.Keep(ch, s.GM, w) }
	}
	if after := reply.After; tx.aside != nil {
		reply.After = func(via *discord.Via) {
			if after != nil {
				after(via)
			}
			asides.Tell(ch, *tx.aside)
		}
	}
}
