package view

import (
	"encoding/json"
	"slices"

	"roundel/engine"
	"roundel/engine/ruleset"
	"roundel/snowflake"
)

// fight is the shape of encounter.json, version 1. Later releases may add fields, but never rename or remove one.
type fight struct {
	Version    int            `json:"version"`
	Name       string         `json:"name"`
	Ruleset    string         `json:"ruleset"`
	Language   string         `json:"language"` // the tag
	Phase      engine.Phase   `json:"phase"`
	Paused     bool           `json:"paused"`
	Round      int            `json:"round"`
	Elapsed    *int           `json:"elapsed_seconds"` // null without a clock
	GM         snowflake.User `json:"gm"`
	Active     []string       `json:"active"`
	Order      []unit         `json:"order"`
	Combatants []combatant    `json:"combatants"`
	Effects    []effect       `json:"effects"`
	Counters   []counter      `json:"counters"`

	HeldRolls     map[string]string `json:"held_rolls"`     // results typed for the next round, by the name of the unit
	RulesetSHA256 string            `json:"ruleset_sha256"` // of the text of the ruleset that the fight is played under

	AskedSaves []askedSaves `json:"asked_saves"` // of which some are due, oldest first

	Difficulty *difficulty `json:"difficulty"` // null without a party, and where the ruleset doesn't say
	XP         *experience `json:"xp"`         // null before the end, too

	OpenTies [][]string `json:"open_ties,omitempty"` // units whose players may still say who goes first, in the order in which they act meanwhile

	shapes
}

// shapes are the fields that only some shapes of order have.
type shapes struct {
	Pass      *int      `json:"pass"`
	Tick      *int      `json:"tick"` // the present one, once the fight has begun
	TurnPhase string    `json:"turn_phase"`
	OpenTurn  *openTurn `json:"open_turn"` // null if somebody has the turn, or nobody can
	DeckLeft  *int      `json:"deck_left"` // how many cards are in the deck
	Bag       *bag      `json:"bag"`       // null in orders without tokens, and before round 1
}

type unit struct {
	Unit     string   `json:"unit"`
	Members  []string `json:"members"`
	Score    *int     `json:"score"`
	Original *int     `json:"original_score"`
	Acted    bool     `json:"acted"`
	Place    int      `json:"place"`    // of the unit's places, from 1
	Together bool     `json:"together"` // acts at once with others of its score
	Shown    string   `json:"shown"`    // the card, in orders that deal some

	Group string `json:"group,omitempty"` // the group that the one member stands apart from for a while
}

type combatant struct {
	Name      string          `json:"name"`
	Kind      engine.Kind     `json:"kind"`
	Side      string          `json:"side"`
	Owner     *snowflake.User `json:"owner"` // null: the GM's
	Unit      string          `json:"unit"`
	Stats     map[string]int  `json:"stats"`
	Natural   *int            `json:"natural"`
	Score     *int            `json:"score"`
	Original  *int            `json:"original_score"`
	Acted     bool            `json:"acted"`
	Surprised bool            `json:"surprised"`
	Hidden    bool            `json:"hidden"`
	Alert     bool            `json:"alert"`
	Ambusher  bool            `json:"ambusher"`
	Blow      engine.Blow     `json:"blow"`
	Last      bool            `json:"last"`
	Down      string          `json:"down"`
	HP        *int            `json:"hp"`
	MaxHP     *int            `json:"hp_max"`
	Absorbs   map[string]int  `json:"absorbs"`    // what takes damage before hit points do (NU-11), everything of the ruleset
	TicksLeft *int            `json:"ticks_left"` // null without ticks
	Reserved  *int            `json:"ticks_reserved"`

	HPShown engine.HPShown `json:"hp_shown"` // to others: its own, or as the fight's preferences say

	Pools   map[string]pool `json:"pools"`
	Carries bool            `json:"carries"` // it joined from a saved character

	Saves *saves `json:"saves"` // null unless the ruleset says what follows at 0 hit points

	Resistances []resistance `json:"resistances"` // one for each name, also those of effects (NU-6)

	Rating string `json:"rating"` // "1/4"; empty: unknown
	Adjust string `json:"adjust"` // the word by which it was made stronger or weaker; empty: none

	Block *block `json:"block"` // null without a stat block
	Uses  []uses `json:"uses"`  // of its abilities, those that are counted

	Multiattack *multiattack `json:"multiattack"` // null outside of one (MO-21)

	Waiting engine.Stage `json:"waiting"`

	RealName string `json:"real_name"` // of a masked one, whose name is what players read; empty: no mask

	Sheet *sheet `json:"sheet"` // null without one

	HiddenFromEnemy bool `json:"hidden_from_enemy,omitempty"` // a player's ambusher
	SurpriseDue     bool `json:"surprise_due,omitempty"`      // surprised once a new order is rolled
}

// sheet is the sheet that a combatant joined with (CR-45).
type sheet struct {
	Format   string               `json:"format"`
	Level    *int                 `json:"level"` // null if the sheet doesn't say
	Numbers  map[string]int       `json:"numbers"`
	Saves    map[string]int       `json:"saves"`
	Skills   map[string]int       `json:"skills"`
	Attacks  []engine.SheetAttack `json:"attacks"`
	Defences defences             `json:"defences"`
}

type defences struct {
	Resists []string `json:"resists"`
	Immune  []string `json:"immune"`
	Weak    []string `json:"weak"`
}

// exportSheet returns the JSON form of a sheet, with empty lists and maps instead of null.
func exportSheet(s *engine.Sheet) *sheet {
	if s == nil {
		return nil
	}
	numbers := func(m map[string]int) map[string]int {
		if m == nil {
			return map[string]int{}
		}
		return m
	}
	out := &sheet{Format: s.Format, Numbers: numbers(s.Numbers), Saves: numbers(s.Saves), Skills: numbers(s.Skills), Attacks: []engine.SheetAttack{},
		Defences: defences{append([]string{}, s.Defence.Resists...), append([]string{}, s.Defence.Immune...), append([]string{}, s.Defence.Weak...)}}
	if level, has := s.Number("level"); has {
		out.Level = &level
	}
	for _, a := range s.Attacks {
		a.Damage = append([]string{}, a.Damage...)
		out.Attacks = append(out.Attacks, a)
	}
	return out
}

// pool is what a combatant has left of a pool; null where the ruleset doesn't count it.
type pool struct {
	Left *int `json:"left"`
	Of   *int `json:"of"`
}

// block identifies the stat block of a combatant by the name of the monster and the key of its book.
type block struct {
	Monster string `json:"monster"`
	Book    string `json:"book"` // empty: the server's own
}

// uses is what a combatant has left of an ability (MO-10).
type uses struct {
	Name string `json:"name"`
	Left int    `json:"left"`
	Of   int    `json:"of"`
	Back string `json:"back"` // fight, round, turn or recharge N
}

// multiattack is what is left of a multiattack in the current turn.
type multiattack struct {
	Left []step `json:"left"`
}

// step is N uses of any of some attacks or abilities.
type step struct {
	Of []string `json:"of"`
	N  int      `json:"n"`
}

// resistance is how a combatant resists one kind of damage, or is weak to it.
type resistance struct {
	Word   string   `json:"word"`
	Of     string   `json:"of"`
	Amount *int     `json:"amount"` // null under words without numbers
	Except []string `json:"except"`
	From   string   `json:"from"` // the effect that brings it; empty: its own
}

type effect struct {
	Target    string            `json:"target"`
	Name      string            `json:"name"`
	Until     engine.Until      `json:"until"`
	Remaining *int              `json:"remaining"` // turns or rounds; null for any other duration
	Source    string            `json:"source"`
	Level     *int              `json:"level"`   // null for an effect without levels
	With      string            `json:"with"`    // the name of the effect that it ends with
	Changes   map[string]string `json:"changes"` // what was typed as changes of rolls, by what is changed (NU-22)
	Check     *check            `json:"check"`   // null if it has none
}

// counter is a number that the bot keeps for the table (RS-70).
type counter struct {
	Name  string            `json:"name"`
	Of    ruleset.CounterOf `json:"of"`
	Who   string            `json:"who"` // the combatant or side that has it; empty: there is one for all
	Value int               `json:"value"`
}

// Beside is what encounter.json contains that isn't part of the fight.
type Beside struct {
	Party               []int // the levels of the party (MO-25); empty: not known
	All, Living, Posted bool  // how experience points are shared out (MO-27)
}

// difficulty is how hard a fight is (MO-26).
type difficulty struct {
	Label   string   `json:"label"`
	Worth   int      `json:"worth"`
	Counted int      `json:"counted"`
	Foes    int      `json:"foes"`
	Unrated []string `json:"unrated"`
	Party   []int    `json:"party"` // the highest level first
}

// experience is what the foes were worth (MO-27).
type experience struct {
	Worth  int  `json:"worth"`
	Among  int  `json:"among"`
	Each   int  `json:"each"`
	All    bool `json:"all_foes"`
	Living bool `json:"living"`
	Posted bool `json:"posted"`
}

// exportDifficulty returns how hard the fight is and, once it has ended, what its foes were worth.
func exportDifficulty(s *engine.State, rs *ruleset.Ruleset, b Beside) (*difficulty, *experience) {
	if rs.Difficulty == nil {
		return nil, nil
	}
	var hard *difficulty
	if len(b.Party) > 0 {
		j := rs.Difficulty.Judge(b.Party, s.Weighed((*engine.Combatant).Standing))
		hard = &difficulty{rs.Difficulty.LabelText(j.Label), j.Worth, j.Counted, j.Foes, append([]string{}, j.Unrated...), j.Party}
	}
	if s.Phase != engine.Ended {
		return hard, nil
	}
	xp := s.XP(rs, b.Party, b.All, b.Living)
	return hard, &experience{xp.Worth, xp.Heads, xp.Each, b.All, b.Living, b.Posted}
}

// JSON returns encounter.json for a fight under its ruleset, including everything that is hidden: it is for the GM only. The
// same state always gives the same bytes. s must not be nil. An error means that the state can't be written as JSON.
func JSON(s *engine.State, rs *ruleset.Ruleset) ([]byte, error) { return JSONWith(s, rs, Beside{}) }

// JSONWith is like [JSON], with what isn't part of the fight.
func JSONWith(s *engine.State, rs *ruleset.Ruleset, beside Beside) ([]byte, error) {
	out := fight{Version: 1, Name: s.Name, Ruleset: s.Ruleset, Language: s.Speaks(), Phase: s.Phase, Paused: s.Paused, Round: s.Round,
		GM: s.GM, Active: []string{}, Order: []unit{}, Combatants: []combatant{}, Effects: []effect{}, Counters: []counter{}, AskedSaves: exportSavesDue(s, rs), HeldRolls: map[string]string{},
		RulesetSHA256: rs.Hash}
	out.Difficulty, out.XP = exportDifficulty(s, rs, beside)
	if rs.RoundSeconds > 0 {
		out.Elapsed = &s.Elapsed
	}
	if rs.Order.Passes > 0 && s.Phase == engine.Running {
		pass := max(1, s.Pass)
		out.Pass = &pass
	}
	out.TurnPhase = s.PhaseName(rs)
	out.OpenTurn, out.Bag = exportOpen(s), exportBag(s, rs)
	for _, c := range s.ActiveMembers() {
		out.Active = append(out.Active, c.Name)
	}
	for _, tied := range s.OpenTies {
		var names []string
		for _, id := range tied {
			if u := s.Unit(id); u != nil {
				names = append(names, u.Name)
			}
		}
		out.OpenTies = append(out.OpenTies, names)
	}
	order := s.Order(rs)
	for _, u := range order {
		row := unit{Unit: u.Name, Members: []string{}, Acted: u.Acted() && !s.Main(u).Waits() && rs.Order.Shape != ruleset.Ticks,
			Place: placeNumber(s, u), Shown: u.Card.String()}
		row.Together = slices.ContainsFunc(order, func(other *engine.Unit) bool { return levelWith(s, rs, u, other) })
		row.Score, row.Original = scores(s, rs, u)
		if group := s.Unit(u.Home); group != nil {
			row.Group = group.Name
		}
		for _, c := range s.Combatants {
			if slot := rs.Order.Slots && !u.IsEvent() && engine.SameName(c.Side, u.Side); slot || c.Unit == u.MainID() {
				row.Members = append(row.Members, c.Name)
			}
		}
		if rs.Order.Slots && !u.IsEvent() {
			row.Unit = u.Side
		}
		out.Order = append(out.Order, row)
	}
	for i := range s.Combatants {
		out.Combatants = append(out.Combatants, exportCombatant(s, rs, &s.Combatants[i]))
	}
	for i := range s.Effects {
		out.Effects = append(out.Effects, exportEffect(s, rs, &s.Effects[i]))
	}
	if s.Phase == engine.Running && rs.Order.Again != ruleset.OnceAFight {
		for _, r := range s.Rolls {
			out.HeldRolls[r.Name] = r.Shown()
		}
	}
	switch rs.Order.Shape {
	case ruleset.Cards:
		deck := ruleset.Full(&rs.Order.Deck)
		deck.Remove(s.Out...)
		deck.Remove(s.HiddenOut...)
		left := deck.Len()
		out.DeckLeft = &left
	case ruleset.Ticks:
		if now := s.Now(true); s.Phase == engine.Running {
			out.Tick = &now
		}
	}
	for i := range rs.Counters {
		for _, v := range s.CountersOf(rs.Counters[i].Name) {
			out.Counters = append(out.Counters, counter{Name: v.Name, Of: v.Of, Who: s.CounterOwner(v.CounterID), Value: v.N})
		}
	}
	return json.MarshalIndent(out, "", "  ")
}

// placeNumber returns which of its unit's places this is, from 1 (RS-21).
func placeNumber(s *engine.State, u *engine.Unit) int {
	return 1 + max(0, slices.Index(s.PlacesOf(u.MainID()), u))
}

// levelWith reports whether two units act at once because of their scores (RS-23).
func levelWith(s *engine.State, rs *ruleset.Ruleset, u, other *engine.Unit) bool {
	return u.ID != other.ID && u.Rolled && other.Rolled && s.ActsWith(u.ID, other.ID) &&
		s.Score(rs, u)+u.Shift == s.Score(rs, other)+other.Shift
}

// scores returns a unit's present and original score, or nil for both before it has rolled.
func scores(s *engine.State, rs *ruleset.Ruleset, u *engine.Unit) (score, original *int) {
	if !u.Rolled || u.Card == ruleset.Blank || u.IsEvent() && rs.Order.Shape != ruleset.Score {
		return nil, nil
	}
	now := s.Score(rs, u)
	return &now, &u.Base
}

func exportCombatant(s *engine.State, rs *ruleset.Ruleset, c *engine.Combatant) combatant {
	out := combatant{Name: c.Name, RealName: c.RealName, Kind: c.Kind, Side: c.Side, Stats: c.Stats, Acted: c.Acted && rs.Order.Shape != ruleset.Ticks,
		Surprised: c.Surprised, Hidden: c.Hidden, Alert: c.Alert, Ambusher: c.Ambusher, Down: c.Down,
		HPShown: s.HPShownOf(c)}
	if out.Stats == nil {
		out.Stats = map[string]int{}
	}
	if c.Owner != "" {
		out.Owner = &c.Owner
	}
	if c.HasHP {
		out.HP, out.MaxHP = &c.HP, &c.MaxHP
	}
	out.Carries = c.Saved != nil
	out.Absorbs = map[string]int{}
	for _, key := range rs.AbsorbKeys() {
		if n := c.Absorbs[key].N; c.HasHP {
			out.Absorbs[key] = n
		}
	}
	if u := s.Unit(c.Unit); u != nil {
		out.Unit, out.Blow, out.Last = u.Name, u.Blow, u.Last > 0
		switch {
		case u.Blow == engine.BlowTwice:
			out.Blow = engine.BlowActive
		case u.Blow == engine.NoBlow && c.BlowDue:
			out.Blow = engine.BlowPending
		}
		out.Score, out.Original = scores(s, rs, u)
		if u.Waits() {
			out.Waiting = u.Stage
		}
		if u.Rolled && !u.Stated && !u.IsEvent() && !(rs.Order.Shape == ruleset.Cards && (rs.Order.Deck.French || u.Card == ruleset.Blank)) {
			out.Natural = &u.Natural
		}
	}
	if p := rs.PricedPool(); p != nil && p.Counted() {
		left, reserved := s.PoolLeft(c, p), c.Pools[p.Key].Reserved
		out.TicksLeft, out.Reserved = &left, &reserved
	}
	out.Saves, out.HiddenFromEnemy, out.SurpriseDue = exportSaves(rs, c), c.Concealed, c.SurpriseDue
	out.Resistances = []resistance{}
	for _, r := range s.Resistances(rs, c) {
		row := resistance{Word: r.Word, Of: r.Of, Except: append([]string{}, r.Except...), From: r.From}
		if r.N > 0 {
			row.Amount = &r.N
		}
		out.Resistances = append(out.Resistances, row)
	}
	out.Pools = make(map[string]pool, len(rs.Turn))
	for i := range rs.Turn {
		p, row := &rs.Turn[i], pool{}
		if p.Counted() {
			left, of := s.PoolLeft(c, p), s.PoolCount(c, p)
			row = pool{&left, &of}
		}
		out.Pools[p.Key] = row
	}
	out.Sheet = exportSheet(c.Sheet)
	out.Rating = s.Rated(c).Rating
	if b := s.BlockOf(c); b != nil {
		out.Adjust = b.Adjust
		out.Block = &block{b.Monster, b.Book}
	}
	if m := s.MultiattackOf(c); m != nil {
		out.Multiattack = &multiattack{[]step{}}
		for _, left := range m.Left {
			if left.N > 0 {
				out.Multiattack.Left = append(out.Multiattack.Left, step{left.Of, left.N})
			}
		}
	}
	out.Uses = []uses{}
	all := s.Abilities(c)
	for i := range all {
		if left, of := c.UsesLeft(&all[i]); of > 0 {
			out.Uses = append(out.Uses, uses{all[i].Name, left, of, all[i].Back()})
		}
	}
	return out
}

func exportEffect(s *engine.State, rs *ruleset.Ruleset, e *engine.Effect) effect {
	out := effect{Target: s.TargetName(e), Name: e.Name, Until: e.Until, Source: s.SourceName(e), Check: exportCheck(rs, e), Changes: map[string]string{}}
	typed, _ := rs.ParseChanges(e.Changes) // it was checked when the effect was put on
	for _, c := range typed {
		out.Changes[c.Name()] = c.Text
	}
	if e.Until.Counted() {
		out.Remaining = &e.Remaining
	}
	if e.Until == engine.UntilTicks {
		left := e.Tick - s.Now(s.Combatant(e.Target) == nil && s.Hidden(e.Unit) || s.Combatant(e.Target) != nil && s.Combatant(e.Target).Hidden)
		out.Remaining = &left
	}
	if e.Level > 0 {
		out.Level = &e.Level
	}
	if with := s.Effect(e.With); with != nil {
		out.With = with.Name
	}
	return out
}

// openTurn is a turn that nobody has yet (RS-34).
type openTurn struct {
	Chooser    ruleset.Chooser `json:"chooser"`
	By         []string        `json:"by"` // the unit or side that chooses; empty: the GM, or anyone who can take it
	Candidates []string        `json:"candidates"`
}

// bag lists the tokens that have not been drawn yet (RS-36).
type bag struct {
	Ends   int            `json:"ends"`
	Tokens map[string]int `json:"tokens"` // by unit, or by what several share: npc, or the side
}

func exportOpen(s *engine.State) *openTurn {
	if s.Open == nil {
		return nil
	}
	out := &openTurn{Chooser: s.Open.Chooser, By: []string{}, Candidates: []string{}}
	if u := s.Unit(s.Open.By); s.Open.Chooser == ruleset.ByActor && u != nil {
		out.By = append(out.By, u.Name)
	}
	if s.Open.Chooser == ruleset.BySide && s.Open.Side != "" {
		out.By = append(out.By, s.Open.Side)
	}
	for _, u := range s.Candidates() {
		out.Candidates = append(out.Candidates, u.Name)
	}
	return out
}

func exportBag(s *engine.State, rs *ruleset.Ruleset) *bag {
	if s.Bag == nil {
		return nil
	}
	out := &bag{Ends: s.Bag.Ends, Tokens: map[string]int{}}
	for _, lot := range s.Lots(rs) {
		out.Tokens[lot.Name] = lot.Left
	}
	return out
}

// check is the JSON form of a check that ends or keeps an effect.
type check struct {
	Due    int  `json:"due"` // how many rolls are due
	DC     *int `json:"dc"`  // null where none was typed
	Passes int  `json:"passes"`
	Fails  int  `json:"fails"`
}

// saves are the death saves, or the like, of a combatant that is down.
type saves struct {
	Passes int  `json:"passes"`
	Fails  int  `json:"fails"`
	Level  *int `json:"level"` // null where the ruleset counts instead
	Due    bool `json:"due"`
}

func exportCheck(rs *ruleset.Ruleset, e *engine.Effect) *check {
	if e.CheckUnder(rs) == nil {
		return nil
	}
	out := &check{}
	if e.HasDC {
		out.DC = &e.DC
	}
	if c := e.Check; c != nil {
		out.Due, out.Passes, out.Fails = c.Due, c.Passes, c.Fails
	}
	return out
}

func exportSaves(rs *ruleset.Ruleset, c *engine.Combatant) *saves {
	if c.Saves == nil {
		return nil
	}
	out := &saves{Passes: c.Saves.Passes, Fails: c.Saves.Fails, Due: c.Saves.Due}
	if rs.Down != nil && rs.Down.Level {
		out.Level = &c.Saves.Level
	}
	return out
}
