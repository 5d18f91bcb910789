package bot

import (
	"strconv"
	"strings"

	"roundel/bot/discord"

	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
)

func idText(id engine.CombatantID) string { return strconv.Itoa(int(id)) }

// turnArg returns the turn that a button belongs to; 0 during setup.
func turnArg(args []string) engine.TurnID {
	if len(args) == 0 {
		return 0
	}
	n, err := strconv.ParseInt(args[0], 36, 64)
	if err != nil {
		return -1 // not the ID of any turn, so the button is stale
	}
	return engine.TurnID(n)
}

// textArg returns the argument of a custom ID at an index, or an empty text if there is none.
func textArg(args []string, i int) string {
	if i >= len(args) {
		return ""
	}
	return args[i]
}

// checkTurn refuses a button that belongs to a turn other than the current one, and says whose turn it is now.
func (tx *transaction) checkTurn(args []string) error {
	s := tx.j.State()
	switch {
	case s == nil:
		return noFight()
	case s.Turn != turnArg(args):
		return refuse(engine.Stale, words.EarlierTurn(tx.seen()))
	}
	return nil
}

// pressMember ends the turn of one member of a group or side. If others still act and the card says all there is to say, nobody but the asker
// sees the reply.
func pressMember(tx *transaction) (*discord.Reply, error) {
	args := tx.args()
	reply, err := tx.play(play.Next{ID: engine.CombatantID(discord.NumberArg(args, 1)), Moment: tx.moment()})
	if err == nil && tx.checkTurn(args) == nil && tx.intro != nil && *tx.intro == "" {
		reply.Ephemeral = true
	}
	return reply, err
}

// pressWhich is like pressMember for the buttons of a private message, whose place such a reply takes.
func pressWhich(tx *transaction) (*discord.Reply, error) {
	reply, err := pressMember(tx)
	if err == nil && reply.Ephemeral {
		reply.Update = true
	}
	return reply, err
}

// pressDown chooses a state for one combatant at 0 hit points, or for all who have none yet, with a button of an earlier release.
func pressDown(tx *transaction) (*discord.Reply, error) {
	args := tx.args()
	states := engine.DownStates()
	i := discord.NumberArg(args, 1)
	if i < 0 || i >= len(states) {
		return nil, refuse(engine.NotFound, words.UnknownButton())
	}
	var cmds []play.Command
	if args[0] != "all" {
		cmds = append(cmds, play.PickDown{ID: engine.CombatantID(discord.NumberArg(args, 0)), State: states[i]})
	} else {
		cmds = pickAll(tx.j.State(), states[i])
	}
	if len(cmds) == 0 {
		return nil, refuse(engine.NotNow, words.NoOneNeedsState())
	}
	return tx.play(cmds...)
}

// pickAll returns the commands that give a state to all visible combatants who are down without one.
func pickAll(s *engine.State, state string) []play.Command {
	var out []play.Command
	for _, c := range s.Combatants {
		if !c.Standing() && c.Down == "" && !c.Hidden {
			out = append(out, play.PickDown{ID: c.ID, State: state})
		}
	}
	return out
}

// pressApply applies the damage or healing that a player proposed. The reply replaces the proposal, unless only the GM may
// see it.
func pressApply(tx *transaction) (*discord.Reply, error) {
	args := tx.args()
	reply, err := tx.play(play.ApplyProposal{ID: engine.ProposalID(turnArg(args))})
	if err == nil && !reply.Ephemeral {
		reply.Update = true
	}
	return reply, err
}

// pressFirst says who of the tied goes first (TO-3). The chosen unit is in the button or picked in the menu; with "roll-" before it, all
// who are tied with it roll off.
func pressFirst(tx *transaction) (*discord.Reply, error) {
	which, rollsOff := strings.CutPrefix(textArg(tx.args(), 1)+tx.given()["values"], "roll-")
	picked, err := strconv.Atoi(which)
	if err != nil {
		return nil, refuse(engine.NotFound, words.UnknownButton())
	}
	if !rollsOff {
		return tx.play(play.GoFirst{Unit: engine.UnitID(picked)})
	}
	tied := tx.seen().OpenTie(engine.UnitID(picked))
	if len(tied) == 0 {
		return nil, engine.Refuse(engine.NotNow, reason.TieOver, engine.Args{})
	}
	names := []string{tx.seen().Unit(tied[0]).Name, tx.seen().Unit(tied[1]).Name}
	return tx.play(play.Place{Name: names[0], Before: names[1], Dispute: true})
}
