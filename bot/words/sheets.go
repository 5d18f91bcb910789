package words

import (
	"roundel/bot/words/lang"
	"roundel/engine/sheet"
)

// SheetImported says that a character was imported from a file; again means that there was one with its name, which now has the file's sheet.
func SheetImported(l *lang.Language, s *sheet.Sheet, again bool) string {
	return l.Line("character.imported", lang.Flag("again", again), lang.Name("name", s.Name), lang.Part("format", lang.P("character.from-"+string(s.Format)))) + "\n" + Sheet(l, s)
}

// Sheet says in a line what a sheet has: hit points, and how many numbers, saves, skills and attacks.
func Sheet(l *lang.Language, s *sheet.Sheet) string {
	hp := lang.Phrase{}
	if s.MaxHP > 0 {
		now := s.MaxHP
		if s.HP != nil {
			now = *s.HP
		}
		hp = lang.P("character.hit-points", lang.Int("now", now), lang.Int("most", s.MaxHP))
	}
	return l.Line("character.sheet", lang.Part("hp", hp), lang.N("numbers", len(s.Numbers)), lang.N("saves", len(s.Saves)), lang.N("skills", len(s.Skills)), lang.N("attacks", len(s.Attacks)))
}
