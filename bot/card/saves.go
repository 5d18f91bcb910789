package card

import (
	"context"
	"slices"
	"time"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/ruleset"
	"roundel/snowflake"
	"roundel/store"
)

// savesMessage is a message that asks for saves (NU-14), and what it says of the state. It is edited when that has changed and no answer says so:
// after an undo, or when somebody leaves who had yet to save.
type savesMessage struct {
	ID    snowflake.Message `json:"id"`
	Saves engine.SavesID    `json:"saves"`
	Hash  uint64            `json:"hash,omitempty"` // of the state as it says it; noneDue; unknownSaves
	Rest  string            `json:"rest,omitempty"` // what remains of it when none of its saves is due any more
}

// Hashes of messages of saves that say nothing of the state, or nobody knows what.
const (
	noneDue      = 0
	unknownSaves = 1
)

// maxClosedSaves is the maximum number of messages of saves that are known although none of their saves is due: an undo may reopen them.
const maxClosedSaves = 4

// putSaves adds a message of saves, or replaces what is known of it.
func (s *shown) putSaves(m savesMessage) {
	s.Saves = append(slices.DeleteFunc(slices.Clone(s.Saves), func(old savesMessage) bool { return old.ID == m.ID }), m)
	closed := 0
	for _, m := range slices.Backward(s.Saves) {
		if m.Hash == noneDue {
			closed++
		}
		if m.Hash == noneDue && closed > maxClosedSaves {
			s.Saves = slices.DeleteFunc(s.Saves, func(old savesMessage) bool { return old == m })
		}
	}
}

// SaveButtons returns the buttons of saves that are due. more are the last arguments of their custom IDs.
func SaveButtons(l *lang.Language, id engine.SavesID, more ...string) []discord.Button {
	button := func(verb string) string {
		return discord.CustomID(append([]string{verb, TurnArg(engine.TurnID(id))}, more...)...)
	}
	return []discord.Button{{Label: l.Label("button.asked"), ID: button("asked"), Style: discord.Primary}, {Label: l.Label("button.rest"), ID: button("rest")}}
}

// savesNow returns what a message of saves says of a state, and the message that says only that.
func (p *Publisher) savesNow(s *engine.State, rs *ruleset.Ruleset, was savesMessage) (savesMessage, discord.Message) {
	now := savesMessage{ID: was.ID, Saves: was.Saves, Rest: was.Rest}
	var a *engine.AskedSaves
	if s != nil {
		a = s.AskedSave(was.Saves)
	}
	if a == nil {
		return now, discord.Message{Text: was.Rest}
	}
	l := words.Under(p.parts.Languages.Of(s.Speaks()), rs)
	m := discord.Message{Text: words.SavesNow(l, rs, s, a, true), Buttons: [][]discord.Button{SaveButtons(l, a.ID)}}
	now.Hash, now.Rest = contentHash(m), words.SavesNow(l, rs, s, a, false)
	return now, m
}

// Asked is a public answer that asks for saves, or tells the results of some on the message that asked for them.
type Asked struct {
	Saves   engine.SavesID
	Reply   *discord.Reply
	Pressed snowflake.Message // the message that the answer replaces; empty: none
	State   *engine.State     // that it tells of, as everyone knows it
	Rules   *ruleset.Ruleset
}

// ClaimSaves keeps the publisher from editing a channel's messages of saves for a while, because an answer replaces one of them. It must be
// called before the answer's change is stored, and [Publisher.Asked] after that.
func (p *Publisher) ClaimSaves(ch snowflake.Channel) {
	p.withMemory(ch, func(m *memory) { m.saves = time.Now() })
}

// Asked returns an answer as a post, so that its message is known and can be kept up to date; nil: it can't be.
func (p *Publisher) Asked(ctx context.Context, ch snowflake.Channel, a Asked) *discord.Post {
	d, ok, err := p.display(ctx, ch)
	if err != nil || !ok || d.Ended {
		return nil
	}
	r := a.Reply
	return &discord.Post{Message: discord.Message{Text: r.Text, Buttons: r.Buttons, Mentions: r.Mentions}, Update: a.Pressed != "", Sent: func(id snowflake.Message, _ *discord.Via) {
		now, _ := p.savesNow(a.State, a.Rules, savesMessage{ID: id, Saves: a.Saves, Rest: r.Text})
		if id == "" { // the answer comes later, or never
			now.ID, now.Hash = a.Pressed, unknownSaves
		}
		if now.ID != "" {
			err := p.save(p.ctx, &d, func(d *store.Display) error {
				s := shownOf(*d)
				s.putSaves(now)
				return setShown(d, s)
			})
			if err != nil {
				p.parts.Log.Warn().Str("channel", string(ch)).Str("error", discord.Redact(err.Error())).Msg("could not store the message of saves")
			}
		}
		p.withMemory(ch, func(m *memory) { m.saves = time.Time{} })
	}}
}

// redrawSaves edits the messages of saves that don't say how things stand. s is nil when the fight has ended. If an answer replaces one of
// them, it returns errElsewhere, or [store.ErrOutdated] if one has done that since d was read.
func (p *Publisher) redrawSaves(ctx context.Context, d *store.Display, s *engine.State, rs *ruleset.Ruleset) error {
	for _, was := range shownOf(*d).Saves {
		now, m := p.savesNow(s, rs, was)
		if now.Hash == was.Hash {
			continue
		}
		var outdated error
		p.withMemory(d.Channel, func(m *memory) {
			switch {
			case time.Since(m.saves) < claimLimit:
				outdated = errElsewhere
			case shownPart(m.last) != shownPart(*d):
				outdated = store.ErrOutdated // an answer has replaced it since d was read
			}
		})
		if outdated != nil {
			return outdated
		}
		limited, cancel := context.WithTimeout(ctx, callLimit)
		err := p.parts.Discord.Edit(limited, d.Channel, was.ID, m)
		cancel()
		switch {
		case transient(err) || discord.Code(err) == discord.CodeUnknownChannel:
			return err
		case err != nil && !uneditable(err):
			p.debug(d.Channel, err).Msg("could not edit a message of saves") // the next change tries again
			continue
		}
		gone, mixed := err != nil, false
		err = p.save(ctx, d, func(d *store.Display) error {
			all := shownOf(*d)
			switch i := slices.IndexFunc(all.Saves, func(m savesMessage) bool { return m.ID == was.ID }); {
			case i < 0:
			case gone:
				all.Saves = slices.Delete(all.Saves, i, i+1)
			case all.Saves[i] == was:
				all.Saves[i] = now
			default: // an answer has replaced the message at the same time
				all.Saves[i].Hash, mixed = unknownSaves, true
			}
			return setShown(d, all)
		})
		if err != nil {
			return err
		}
		if mixed {
			return errElsewhere
		}
	}
	return nil
}
