package ruleset_test

import (
	"errors"
	"testing"

	"roundel/engine/ruleset"
)

func TestRS60ParseDuration(t *testing.T) {
	for text, want := range map[string]ruleset.Duration{
		"":                                 {},
		" Fight ":                          {End: ruleset.Fight},
		"end  of turn":                     {End: ruleset.EndOfTurn},
		"end of source’s turn":             {End: ruleset.EndOfSourcesTurn},
		"end of source's next turn":        {End: ruleset.EndOfSourcesNextTurn},
		"start of turn":                    {End: ruleset.StartOfTurn},
		"3":                                {End: ruleset.Counted, Rounds: 3},
		"1 round":                          {End: ruleset.Counted, Rounds: 1},
		"10 min":                           {End: ruleset.Counted, Seconds: 600},
		"168 h":                            {End: ruleset.Counted, Seconds: 604800},
		"1 h 30 min":                       {End: ruleset.Counted, Seconds: 5400},
		"1h30m":                            {End: ruleset.Counted, Seconds: 5400},
		"1.5 h":                            {End: ruleset.Counted, Seconds: 5400},
		"2 days":                           {End: ruleset.Counted, Seconds: 172800},
		"1 day 6 hours":                    {End: ruleset.Counted, Seconds: 108000},
		"30 s":                             {End: ruleset.Counted, Seconds: 30},
		"90 sec, end of round":             {End: ruleset.Counted, Seconds: 90, Clock: ruleset.RoundsEnd},
		"2 rounds, start of source's turn": {End: ruleset.Counted, Rounds: 2, Clock: ruleset.SourcesStart},
		"1 minute , end of  round":         {End: ruleset.Counted, Seconds: 60, Clock: ruleset.RoundsEnd},
		"1000 rounds,end of target's turn": {End: ruleset.Counted, Rounds: 1000, Clock: ruleset.TargetsEnd},
		"4 r, START OF TARGET'S TURN":      {End: ruleset.Counted, Rounds: 4, Clock: ruleset.TargetsStart},
	} {
		if got, err := ruleset.ParseDuration(text); err != nil || got != want {
			t.Errorf("ParseDuration(%q) = %+v, %v; want %+v", text, got, err, want)
		}
	}
	for text, want := range map[string]error{
		"soon": ruleset.ErrDuration, "0 rounds": ruleset.ErrDuration, "2 rounds, end of turn": ruleset.ErrDuration, "-1": ruleset.ErrDuration,
		"fight, end of round": ruleset.ErrDuration, "1001 rounds": ruleset.ErrRounds, "169 h": ruleset.ErrHours,
		"8 days": ruleset.ErrHours, "7 days 1 s": ruleset.ErrHours, "1.5 rounds": ruleset.ErrDuration, "1.5": ruleset.ErrDuration, "0 s": ruleset.ErrDuration,
		"30 min 1 h": ruleset.ErrDuration, "1 h 1 h": ruleset.ErrDuration, "1 h 30": ruleset.ErrDuration, "1 h and": ruleset.ErrDuration,
		"1 h 2 rounds": ruleset.ErrDuration, "1. h": ruleset.ErrDuration,
	} {
		if _, err := ruleset.ParseDuration(text); !errors.Is(err, want) {
			t.Errorf("ParseDuration(%q) = %v; want %v", text, err, want)
		}
	}
}
