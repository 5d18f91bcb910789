package ruleset

import (
	"errors"
	"regexp"
	"strconv"
	"strings"

	"roundel/engine/strictyaml"
)

// The limits of a duration.
const (
	MaxRounds = 1000
	MaxHours  = 168
)

// Errors of [ParseDuration].
var (
	ErrDuration = errors.New("ruleset: not a duration")
	ErrRounds   = errors.New("ruleset: more rounds than a duration can have")
	ErrHours    = errors.New("ruleset: more hours than a duration can have")
)

// End says what ends an effect.
type End string

// What ends an effect (CO-11, RS-60).
const (
	Removed              End = "" // only a command
	Fight                End = "fight"
	EndOfTurn            End = "end of turn" // the target's: its current or next one
	EndOfThisTurn        End = "end of this turn"
	EndOfRound           End = "end of round"
	EndOfNextTurn        End = "end of next turn" // the target's, but not the current one
	EndOfSourcesTurn     End = "end of source's turn"
	EndOfSourcesNextTurn End = "end of source's next turn"
	StartOfTurn          End = "start of turn" // the target's next
	StartOfSourcesTurn   End = "start of source's turn"
	Counted              End = "counted" // a number of rounds
	Ticked               End = "ticks"   // when a clock has moved on by this many ticks (RS-38)
)

// Duration is how long an effect lasts.
type Duration struct {
	End     End
	Rounds  int   // Counted: in rounds, 0 if Seconds is given; Ticked: in ticks
	Seconds int   // Counted: in time, converted to rounds by their length
	Clock   Clock // Counted: when a round counts; empty: as the ruleset says
}

var (
	countPattern = regexp.MustCompile(`^(\d{1,5})\s*([a-z]*)$`)
	timePattern  = regexp.MustCompile(`^(\d{1,5})(?:\.(\d{1,2}))?\s*([a-z]+)\s*`)
)

// ParseDuration parses a duration as typed in a command or a file: "2 rounds", "10 min", "1 h 30 min", "end of turn", "2 rounds, start of
// source's turn". The error is [ErrDuration], [ErrRounds] or [ErrHours].
func ParseDuration(text string) (Duration, error) {
	text = strings.ReplaceAll(strings.ToLower(strings.Join(strings.Fields(text), " ")), "’", "'")
	switch end := End(text); end {
	case Removed, Fight, EndOfTurn, EndOfThisTurn, EndOfRound, EndOfNextTurn, EndOfSourcesTurn, EndOfSourcesNextTurn, StartOfTurn, StartOfSourcesTurn:
		return Duration{End: end}, nil
	}
	count, at, stated := strings.Cut(text, ",")
	d := Duration{End: Counted}
	if stated {
		clock, ok := parseClock(at)
		if !ok {
			return Duration{}, ErrDuration
		}
		d.Clock = clock
	}
	return d.count(strings.TrimSpace(count))
}

// parseClock returns the moment that a text names. ok is false if there is none.
func parseClock(text string) (Clock, bool) {
	clock := Clock(strings.ReplaceAll(strings.ToLower(strings.Join(strings.Fields(text), " ")), "’", "'"))
	switch clock {
	case TargetsEnd, TargetsStart, SourcesStart, SourcesEnd, RoundsEnd:
		return clock, true
	}
	return "", false
}

// count reads "2 rounds", "10 min" or "1 h 30 min".
func (d Duration) count(text string) (Duration, error) {
	m := countPattern.FindStringSubmatch(text)
	if m == nil {
		return d.time(text)
	}
	n, err := strconv.Atoi(m[1])
	if err != nil || n < 1 {
		return Duration{}, ErrDuration
	}
	switch m[2] {
	case "", "r", "round", "rounds":
		d.Rounds = n
		if n > MaxRounds {
			return Duration{}, ErrRounds
		}
		return d, nil
	case "tick", "ticks":
		d.End, d.Rounds = Ticked, n
		if d.Clock != "" {
			return Duration{}, ErrDuration
		} else if n > MaxRounds {
			return Duration{}, ErrRounds
		}
		return d, nil
	}
	return d.time(text)
}

// time reads "10 min", "1.5 h" or "2 days 4 hours": each unit once, the longest first.
func (d Duration) time(text string) (Duration, error) {
	last, hundredths := 100*86400, 0
	for text != "" {
		m := timePattern.FindStringSubmatch(text)
		if m == nil {
			return Duration{}, ErrDuration
		}
		n, err := strconv.Atoi(m[1] + (m[2] + "00")[:2])
		unit := seconds(m[3])
		if err != nil || unit == 0 || unit >= last {
			return Duration{}, ErrDuration
		}
		last, hundredths = unit, hundredths+n*unit
		text = text[len(m[0]):]
	}
	d.Seconds = (hundredths + 99) / 100
	switch {
	case d.Seconds == 0:
		return Duration{}, ErrDuration
	case d.Seconds > MaxHours*3600:
		return Duration{}, ErrHours
	}
	return d, nil
}

// seconds returns the length of a unit of time, or 0 if it isn't one.
func seconds(unit string) int {
	switch unit {
	case "s", "sec", "secs", "second", "seconds":
		return 1
	case "m", "min", "mins", "minute", "minutes":
		return 60
	case "h", "hour", "hours":
		return 3600
	case "d", "day", "days":
		return 86400
	}
	return 0
}

// Clock is the moment at which "N rounds" are counted (RS-60).
type Clock string

// The moments: the ends of the target's turns (CO-11), the other ends and starts of turns, the ends of rounds.
const (
	TargetsEnd   Clock = "end of target's turn"
	TargetsStart Clock = "start of target's turn"
	SourcesStart Clock = "start of source's turn"
	SourcesEnd   Clock = "end of source's turn"
	RoundsEnd    Clock = "end of round"
)

func (r *reader) durationsKey(k *strictyaml.Keys) {
	strictyaml.Choice(k, "durations", "when effects of `2 rounds` count down; default: `end of target's turn`", &r.rs.Durations,
		TargetsEnd, TargetsStart, SourcesStart, SourcesEnd, RoundsEnd).Then(func(n *strictyaml.Node) {
		if r.rs.Order.Shape == Ticks && r.rs.Durations == RoundsEnd {
			r.Problem(n, "durations: a clock has no rounds; write end of target's turn or another turn")
		}
	})
}

// checkLasts checks the duration of a condition.
func (r *reader) checkLasts(n *strictyaml.Node) {
	d, err := ParseDuration(n.Text)
	if d.End == Ticked && r.rs.Order.Shape != Ticks {
		err = ErrDuration
	}
	switch {
	case errors.Is(err, ErrRounds) && r.rs.Order.Shape == Ticks:
		r.Problem(n, "lasts: an effect can last at most %d rounds or ticks", MaxRounds)
	case errors.Is(err, ErrRounds):
		r.Problem(n, "lasts: an effect can last at most %d rounds", MaxRounds)
	case errors.Is(err, ErrHours):
		r.Problem(n, "lasts: an effect can last at most %d h", MaxHours)
	case err != nil:
		more := strictyaml.Meant(strictyaml.Straight(strings.ToLower(n.Text)), ends())
		if more == "" {
			more = "; write one such as 2 rounds, end of turn or start of source's turn"
		}
		r.Problem(n, "lasts: %s is not a duration%s", strictyaml.Quote(n.Text), more)
	case r.rs.Order.Shape == Ticks && (d.End == EndOfRound || d.Clock == RoundsEnd):
		r.Problem(n, "lasts: a clock has no rounds to end; write ticks, or a turn")
	case r.rs.Order.Shape == Ticks && d.Seconds > 0:
		r.Problem(n, "lasts: a clock has no length of rounds, so time can't be counted; write ticks or rounds")
	case d.Seconds > 0 && !r.Root.Has("round"):
		r.Problem(n, "lasts: time can only be counted if the ruleset has round, the length of a round; add it, or write rounds")
	}
}

// ends returns the durations that are only words.
func ends() []string {
	var out []string
	for _, end := range []End{Fight, EndOfTurn, EndOfThisTurn, EndOfRound, EndOfNextTurn,
		EndOfSourcesTurn, EndOfSourcesNextTurn, StartOfTurn, StartOfSourcesTurn} {
		out = append(out, string(end))
	}
	return out
}
