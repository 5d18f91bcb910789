package card

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"time"

	"roundel/bot/discord"
	"roundel/engine"
	"roundel/snowflake"
	"roundel/store"
)

// memory is what a Publisher knows about a channel, and is doing there. Apart from the task, all of it can be lost: then messages are
// sent and edited the ordinary way.
//
// The card of a turn goes through these stages:
//
//	claimed   an answer may carry it              claim
//	sent      it is being sent, or may be there   unstored, without an ID
//	there     it has an ID                        unstored, with its ID
//	stored    it is the fight's card              store.Display.Card; what it shows: faces
//	old       its turn is over                    shown.Old, until its buttons are gone
type memory struct {
	worker *worker   // shows the channel at the moment; nil: there is none
	owned  time.Time // when this process last claimed the channel among several; zero: it hasn't
	task   task      // work other than showing changes

	via      *discord.Via // the token of the latest public answer, to post the next card; nil: none
	intro    intro        // what the next card says happened before its turn
	claim    claim        // an answer that is being sent carries the next card
	unstored []*posted    // the cards that are sent, and those that are there and not stored; the oldest first
	unsure   bool         // an attempt to post a card may have succeeded without anyone knowing

	faces map[snowflake.Message]*face // what the latest cards show
	last  store.Display               // what was read or stored last
	doubt oldCard                     // the card when the channel began to be shown, until what it shows has been stored; zero: none
}

// there reports whether any posted card has not been stored yet.
func (m *memory) there() bool {
	return slices.ContainsFunc(m.unstored, func(c *posted) bool { return c.id != "" })
}

// maxMemories is the maximum number of channels that are remembered; when there are more, those with nothing going on are forgotten.
const maxMemories = 16384

// withMemory calls fn with what is known about a channel.
func (p *Publisher) withMemory(ch snowflake.Channel, fn func(m *memory)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	fn(p.remember(ch))
}

// remember returns what is known about a channel. The caller holds p.mu.
func (p *Publisher) remember(ch snowflake.Channel) *memory {
	if m := p.memories[ch]; m != nil {
		return m
	}
	if len(p.memories) >= maxMemories {
		for known, m := range p.memories {
			if m.worker == nil && m.owned.IsZero() && m.claim.answers == 0 && !m.there() && m.task == 0 {
				delete(p.memories, known)
			}
		}
	}
	m := &memory{faces: map[snowflake.Message]*face{}}
	p.memories[ch] = m
	return m
}

// intro is what happened before a turn.
type intro struct {
	turn engine.TurnID
	text string
}

// posted is a card that is being sent or has been posted, with what is stored about it. Pinged has only the turns for which no earlier card has
// mentioned those on deck.
type posted struct {
	shown
	id        snowflake.Message // empty: the post has not been confirmed
	encounter int64
	turn      engine.TurnID
	seq       int64     // the last entry of the log that it shows; 0: not known
	pings     bool      // it mentions those who have the turn
	carried   time.Time // when an answer that is being sent began to carry it; zero: none does
}

// sending notes that a card is being sent. Of those before it, only the ones that are there are remembered.
func (m *memory) sending(card *posted) {
	m.unstored = append(slices.DeleteFunc(m.unstored, func(c *posted) bool { return c.id == "" }), card)
}

// arrived notes that a card is there, and what it shows, unless an answer has changed it before this was known. via is a token that can edit
// it, if any.
func (m *memory) arrived(card *posted, id snowflake.Message, hash uint64, via *discord.Via) {
	card.id = id
	m.unstored = append(slices.DeleteFunc(m.unstored, func(c *posted) bool { return c == card }), card)
	f := m.face(id)
	if f.hash == 0 && f.calls == 0 {
		f.hash = hash
	}
	f.via = cmp.Or(via, f.via)
}

// face is what this process knows about a card's content, and how to edit it.
type face struct {
	hash   uint64       // of the message; bare: its buttons are gone; 0: not known
	via    *discord.Via // a token that can edit it; nil: none
	calls  int          // how many calls that change it are in flight
	mixed  bool         // two of them overlap
	denied int64        // the last entry of the log when Discord last refused to remove its buttons
}

// bare is the hash of a card whose buttons are gone, or that was deleted.
const bare = 1

// contentHash returns the hash of what a card shows. A card that would look the same is not edited: the edit would reveal that
// something hidden happened.
func contentHash(m discord.Message) uint64 {
	h := fnv.New64a()
	rows := make([][]discord.Button, len(m.Buttons))
	var menus []discord.Menu // without them, buttons have no addresses
	for i, row := range m.Buttons {
		rows[i] = slices.Clone(row)
		for j := range row {
			if menu := row[j].Menu; menu != nil {
				rows[i][j].Menu, menus = nil, append(menus, *menu)
			}
		}
	}
	fmt.Fprintf(h, "%q %q", m.Text, fmt.Sprint(rows))
	if menus != nil {
		fmt.Fprintf(h, " %q", fmt.Sprint(menus))
	}
	return h.Sum64()
}

// maxFaces is the maximum number of cards of a channel whose faces are remembered.
const maxFaces = maxOld + 2

// face returns what is known about a card. When there are too many, the oldest is forgotten.
func (m *memory) face(id snowflake.Message) *face {
	f := m.faces[id]
	if f == nil {
		f = &face{}
		m.faces[id] = f
	}
	if len(m.faces) > maxFaces {
		delete(m.faces, slices.MinFunc(slices.Collect(maps.Keys(m.faces)), age))
	}
	return f
}

// age compares two messages by when they were posted.
func age(a, b snowflake.Message) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) }

// begin notes that a call begins that changes the card: until it ends, and if it fails, it isn't known what the card shows.
func (f *face) begin() {
	f.mixed = f.mixed || f.calls > 0
	f.calls++
	f.hash = 0
}

// end notes what the card shows after a call; 0: not known. It reports whether that is certain: if there was another call at the same time,
// Discord may have made the two changes in either order.
func (f *face) end(hash uint64) (certain bool) {
	certain = !f.mixed
	if certain {
		f.hash = hash
	}
	f.calls--
	f.mixed = f.mixed && f.calls > 0
	return certain
}

// read notes what is stored about a channel. If another process has stored something since this one last read or stored it, nothing else
// is known about the card, and read returns the card on which this process may have put an old state, if any.
func (m *memory) read(d store.Display) (doubt oldCard) {
	elsewhere := shownPart(d) != shownPart(m.last)
	if elsewhere {
		m.forgetFaces()
		if m.doubt.ID != "" {
			return m.doubt
		}
	}
	m.last = d
	if f := m.face(d.Card); elsewhere && f.calls == 0 {
		f.hash = shownOf(d).Sent
	}
	return oldCard{}
}

// interrupted notes that a process may have ended while it was posting or editing the card of d, so that what is stored about it may not be
// true. What this process knows stays, unless someone else has stored something since: the bot has only reconnected.
func (m *memory) interrupted(d store.Display) {
	if shownPart(d) != shownPart(m.last) {
		m.forgetFaces()
	}
	if m.doubt.ID == "" {
		m.last = d
	}
	m.unsure = true
}

// forgetFaces forgets what the cards show.
func (m *memory) forgetFaces() {
	for _, f := range m.faces {
		f.hash = 0
	}
}
