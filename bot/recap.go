package bot

import (
	"roundel/bot/chart"
	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/ruleset"
	"time"
)

// summary is what a fight's log says of the whole fight.
type summary struct {
	Tallies *words.Tallies
	shown   chart.History
	picture *chart.Picture // nil: there is nothing to see
}

// summaryOf sums up a whole log; s is the state that it leads to.
func summaryOf(l engine.Log, s *engine.State) (*summary, error) {
	sum := &summary{}
	var err error
	sum.Tallies, err = words.Tally(l.All(), sum.shown.Note)
	sum.shown.Note(s)
	return sum, err
}

// Draw draws the picture. That takes long enough not to be done while the log is read.
func (sum *summary) Draw() (err error) {
	sum.picture, err = sum.shown.Picture()
	return err
}

// Reply shows the summary of a fight whose last state is s.
func (sum *summary) Reply(s *engine.State, rs *ruleset.Ruleset, ended time.Time) *discord.Reply {
	return &discord.Reply{Text: words.Summary(s, rs, sum.Tallies, ended), Files: sum.Files()}
}

// Files returns the picture, if there is one.
func (sum *summary) Files() []discord.File {
	if sum.picture == nil {
		return nil
	}
	return []discord.File{{Name: "fight.png", Type: "image/png", Data: sum.picture.PNG, Description: sum.picture.Alt}}
}

// summaryWhenEnded returns a function that shows the summary of a fight that is over. s is its last state.
func summaryWhenEnded(l engine.Log, s *engine.State, rs *ruleset.Ruleset) (func() (*discord.Reply, error), error) {
	var ended time.Time
	for e, err := range l.All() {
		if err != nil {
			return nil, err
		}
		ended = e.At
	}
	sum, err := summaryOf(l, s)
	return func() (*discord.Reply, error) {
		if err := sum.Draw(); err != nil {
			return nil, err
		}
		return sum.Reply(s, rs, ended), nil
	}, err
}
