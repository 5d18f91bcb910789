package engine

import "slices"

// WaveID identifies a wave within an encounter. It is never used twice, not even after an undo. 0 means none.
type WaveID int64

// Wave is what a saved encounter brings in later. Only the GM learns that there is one.
type Wave struct {
	ID      WaveID      `json:"id"`
	From    string      `json:"from"`               // the name of the saved encounter
	Round   int         `json:"round"`              // the round that makes it due
	AnyTime bool        `json:"any_time,omitempty"` // the ruleset has no rounds, so it is always due
	Foes    []Newcomers `json:"foes"`               // never changed
}

// Newcomers are NPCs of one kind that are to join. The texts are as typed with a command.
type Newcomers struct {
	Name     string `json:"name"`
	Count    int    `json:"count"`
	Stats    string `json:"stats,omitempty"`
	HitDice  string `json:"hit_dice,omitempty"`
	Weapons  string `json:"weapons,omitempty"` // one a line
	Side     string `json:"side,omitempty"`
	Hidden   bool   `json:"hidden,omitempty"`
	Separate bool   `json:"separate,omitempty"`
}

// Wave returns the planned wave with this ID, or nil.
func (s *State) Wave(id WaveID) *Wave {
	for i := range s.Waves {
		if s.Waves[i].ID == id {
			return &s.Waves[i]
		}
	}
	return nil
}

// DueWaves returns the planned waves that the GM can bring in now: their round has begun. A nil state has none.
func (s *State) DueWaves() []Wave {
	var out []Wave
	for i := 0; s != nil && i < len(s.Waves); i++ {
		if w := s.Waves[i]; w.AnyTime || s.Phase == Running && s.Round >= w.Round {
			out = append(out, w)
		}
	}
	return out
}

// WavesPlanned adds waves to those that the GM plans. WaveOver takes one of them away: it has been brought in, or Dropped.
type (
	WavesPlanned struct {
		Waves []Wave `json:"waves"`
	}
	WaveOver struct {
		Wave    Wave `json:"wave"`
		Dropped bool `json:"dropped,omitempty"`
	}
)

func (e WavesPlanned) apply(s *State) { s.Waves = append(s.Waves, e.Waves...) }

func (e WaveOver) apply(s *State) {
	s.Waves = slices.DeleteFunc(s.Waves, func(w Wave) bool { return w.ID == e.Wave.ID })
}
