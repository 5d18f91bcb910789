package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/loosejson"
	"roundel/engine/play"
	"roundel/engine/sheet"
	"roundel/engine/strictyaml"
)

// maxSheet is the maximum size of a stored sheet in bytes (CR-4).
const maxSheet = 64 << 10

// importCharacter answers /character import and its form: it downloads the file, reads it, and saves or updates the character. Downloading may take
// seconds. Without a file, the command opens the form.
func (b *Bot) importCharacter(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	given := Options(r.Options)
	if r.Kind == discord.Filled {
		given = Options(r.Fields)
	}
	file, attached := r.Attachments["file"]
	switch {
	case !attached && r.Kind == discord.Filled:
		return nil, refuse(engine.NotFound, lang.P("bot.file-gone"))
	case !attached:
		return b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) { return opened(importForm(tx)) })
	}
	s, left, why := b.fetchSheet(ctx, file, given.Text("name"))
	l := b.reader(ctx, r)
	name := ""
	if why == nil {
		name = s.Name
	}
	buttons, err := b.importButtons(ctx, r, l, name)
	if err != nil {
		return nil, err
	}
	var problems strictyaml.Problems
	return amendList(ctx, b, r, l, charactersOf(r), func(all []Character) ([]Character, *discord.Reply, error) {
		if errors.As(why, &problems) {
			return all, faulty(l, "file", problems), nil
		} else if why != nil {
			return nil, nil, why
		}
		all, c, again, err := importInto(all, s, b.now())
		text, file := words.SheetImported(l, c.present(), left, again)
		reply := withFile(text, "left-out.txt", file)
		reply.Buttons = [][]discord.Button{buttons}
		return all, reply, err
	})
}

// importButtons returns the buttons after an import: to import another file, and to join the channel's fight unless the asker has or, if the combatant of
// that name is the asker's, to give it the sheet (CR-15).
func (b *Bot) importButtons(ctx context.Context, r *discord.Request, l *lang.Language, name string) (out []discord.Button, err error) {
	_, err = b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		out = []discord.Button{card.Button(l, discord.Secondary, "import")}
		s := tx.j.State()
		switch {
		case s == nil:
		case name != "" && play.OwnNamed(s, tx.actor, name) != nil:
			out = append(out, card.Button(l, discord.Primary, "sheet-update", name))
		case !tx.plays():
			out = append(out, card.Button(l, discord.Primary, "join", card.TurnArg(s.Turn)))
		}
		return &discord.Reply{}, nil
	})
	return out, err
}

// pressUpdateSheet gives the asker's combatant the sheet that the character of its name has now (CR-15).
func pressUpdateSheet(tx *transaction) (*discord.Reply, error) {
	all, err := tx.characters()
	if err != nil {
		return nil, err
	}
	name := discord.CustomID(tx.args()...)
	if c, ok := findCharacter(all, name); !ok || c.Sheet == nil {
		return nil, noCharacter(name)
	}
	in, err := tx.joining(all, Options{"name": name})
	if err != nil {
		return nil, err
	}
	return tx.playSaved(in, play.UpdateSheet{Name: name, Sheet: in.Sheet, Stats: in.Stats, Weapon: in.Weapon})
}

// sheetFiles are the endings that the name of a character's file may have.
func sheetFiles() []string { return []string{".json", ".yaml", ".yml"} }

// joinWithFile answers the form to join with a file: its character is saved first, and joins then; if only joining fails, the reply says both (CR-16).
func (b *Bot) joinWithFile(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	s, left, why := b.fetchSheet(ctx, r.Attachments["file"], Options(r.Fields).Text("name"))
	var problems strictyaml.Problems
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if errors.As(why, &problems) {
			return faulty(tx.own, "file", problems), nil
		} else if why != nil {
			return nil, why
		}
		if _, _, err := tx.fight(); err != nil {
			return nil, err
		}
		all, err := tx.characters()
		if err != nil {
			return nil, err
		}
		o := maps.Clone(tx.given())
		if preset, err := tx.joining(all, Options{}); err == nil && o.Text("stats") == preset.Stats {
			o["stats"] = ""
		}
		o["name"] = s.Name
		list, c, again, err := importInto(slices.Clone(all), s, tx.now)
		if err != nil {
			return nil, err
		}
		tx.j.Amend(charactersIn(r), r.User, func(data []byte) []byte { return importing(data, s, tx.now) })
		text, rest := words.SheetImported(tx.own, c.present(), left, again)
		report := withFile(text, "left-out.txt", rest)
		in, err := tx.joining(list, o)
		var reply *discord.Reply
		if err == nil {
			reply, err = tx.playJoin(in)
		}
		var refused *engine.Error
		switch {
		case errors.As(err, &refused):
			report.Text = words.Lines(tx.own, []string{text, b.refused(tx.own, tx.j.State(), tx.sidesAct(), r, err).Text})
			return report, nil
		case err != nil:
			return nil, err
		case reply.Alone != nil:
			addLines(tx.own, reply.Alone, text)
			reply.Alone.Files = append(reply.Alone.Files, report.Files...)
		default:
			report.Text = words.Lines(tx.own, []string{tx.own.Line("answer.only-you"), text})
			reply.Alone = report
		}
		return reply, nil
	})
}

// importInto returns a list of characters with the sheet of a file, the character that has it, and whether there was one of its name.
func importInto(all []Character, s *sheet.Sheet, now time.Time) (list []Character, c Character, again bool, err error) {
	i := slices.IndexFunc(all, func(x Character) bool { return engine.SameName(x.Name, s.Name) })
	if i >= 0 {
		c = all[i]
	}
	c.update(*s)
	list, err = putCharacter(all, c, now)
	return list, c, i >= 0, err
}

// importing returns stored characters with the sheet of a file. What can't be read or has no room stays as it is.
func importing(data []byte, s *sheet.Sheet, now time.Time) []byte {
	all, err := Decode[[]Character](data)
	if err != nil {
		return data
	}
	all, _, _, err = importInto(all, s, now)
	if err != nil {
		return data
	}
	next, err := json.Marshal(all)
	if err != nil {
		return data
	}
	return next
}

// importForm asks for the file of a character.
func importForm(tx *transaction) (*discord.Form, error) {
	return tx.newForm("import-form", nil, discord.Input{ID: "file", Required: true, File: sheetFiles()},
		discord.Input{ID: "name", Value: lang.Clip(tx.given().Text("name"), engine.MaxName), Max: engine.MaxName}), nil
}

// exportCharacter answers /character export with a file that /character import reads as the same sheet.
func (b *Bot) exportCharacter(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	all, err := b.characters(ctx, r)
	if err != nil {
		return nil, err
	}
	name := Options(r.Options).Text("name")
	c, ok := findCharacter(all, name)
	if !ok {
		return nil, noCharacter(name)
	}
	reply := privately(b.reader(ctx, r).Line("character.exported", lang.Name("name", c.Name)))
	reply.Files = []discord.File{{Name: "character.yaml", Type: "application/yaml", Data: sheet.Write(c.whole())}}
	return reply, nil
}

// whole returns a character's sheet with its present hit points and its own stats, which take precedence over those of the file.
func (c *Character) whole() *sheet.Sheet {
	s := sheet.Sheet{}
	if c.Sheet != nil {
		s = *c.Sheet
	}
	s.Name = c.Name
	own := c.typed()
	for _, g := range s.Stats {
		if !slices.ContainsFunc(own, func(x engine.StatPair) bool { return x.Key == g.Key }) {
			own = append(own, g)
		}
	}
	s.Stats = slices.DeleteFunc(own, func(g engine.StatPair) bool { return g.Key == "hp" })
	if hp, most := c.hitPoints(); most > 0 {
		setHP(&s, engine.StatPair{Value: hp, Most: most})
	}
	return &s
}

// useCharacter answers /character use.
func (b *Bot) useCharacter(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	name, l := Options(r.Options).Text("name"), b.reader(ctx, r)
	return amendList(ctx, b, r, l, charactersOf(r), func(all []Character) ([]Character, *discord.Reply, error) {
		c, ok := findCharacter(all, name)
		if !ok {
			return nil, nil, noCharacter(name)
		}
		for i := range all {
			all[i].Used = engine.SameName(all[i].Name, c.Name)
		}
		return all, privately(l.Line("character.used", lang.Name("name", c.Name))), nil
	})
}

// fetchSheet downloads and reads a file. name, if it isn't empty, replaces the file's. If the file can't be imported, the error is
// [strictyaml.Problems] or a refusal.
func (b *Bot) fetchSheet(ctx context.Context, file discord.Attachment, name string) (*sheet.Sheet, []sheet.Left, error) {
	if name != "" {
		if err := engine.CheckName(name); err != nil {
			return nil, nil, err
		}
	}
	text, err := b.rulesets.Files.Fetch(ctx, file, sheet.MaxBytes)
	if err != nil {
		return nil, nil, notFetched(err, lang.P("bot.sheet-too-large", lang.N("limit", sheet.MaxBytes)))
	}
	b.sheets.Lock()
	s, left, err := sheet.Read(text, name)
	b.sheets.Unlock()
	var syntax *loosejson.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return nil, nil, refuse(engine.Invalid, lang.P("bot.sheet-syntax", lang.N("line", syntax.Line), lang.N("column", syntax.Column)))
	case errors.Is(err, sheet.ErrTooLarge):
		return nil, nil, refuse(engine.Invalid, lang.P("bot.sheet-too-large", lang.N("limit", sheet.MaxBytes)))
	case errors.Is(err, sheet.ErrNotText):
		return nil, nil, refuse(engine.Invalid, lang.P("bot.sheet-not-text"))
	case errors.Is(err, sheet.ErrComplex):
		return nil, nil, refuse(engine.Invalid, lang.P("bot.sheet-complex"))
	case errors.Is(err, sheet.ErrUnknown):
		return nil, nil, refuse(engine.Invalid, lang.P("bot.sheet-unknown"))
	case errors.Is(err, sheet.ErrMonster):
		return nil, nil, refuse(engine.Invalid, lang.P("bot.sheet-monster"))
	case errors.Is(err, sheet.ErrName):
		return nil, nil, refuse(engine.Invalid, lang.P("bot.sheet-name", lang.N("most", engine.MaxName)))
	case err != nil:
		return nil, nil, err
	}
	data, err := json.Marshal(s)
	if err != nil {
		return nil, nil, err
	}
	if len(data) > maxSheet {
		return nil, nil, refuse(engine.Invalid, lang.P("bot.sheet-too-much", lang.N("limit", maxSheet)))
	}
	return s, left, nil
}

// update gives a character, which may be a new one, the sheet of a file (CR-14). What was typed stays, except for hit points. A character's first file sets
// them, to the maximum unless it says otherwise. With later files, an unhurt character stays unhurt, and others keep the hit points they have.
func (c *Character) update(s sheet.Sheet) {
	hp, most := c.hitPoints()
	again, typed, carried := c.Sheet, c.takeHP(), c.Carried
	if s.MaxHP == 0 && again != nil {
		s.HP, s.MaxHP = again.HP, again.MaxHP
	} else if s.MaxHP == 0 && typed != nil {
		setHP(&s, *typed)
	} else if again != nil && most > 0 {
		setHP(&s, engine.StatPair{Value: min(hp, s.MaxHP), Most: s.MaxHP})
		if hp >= most {
			s.HP = nil
		}
	}
	switch {
	case s.MaxHP > 0 && again != nil && most > 0 && carried != nil && carried.HP != nil: // it goes on carrying them, so that it can rest
		next, now := *carried, s.MaxHP
		if s.HP != nil {
			now = *s.HP
		}
		next.HP, next.MaxHP = &now, s.MaxHP
		c.Carried, s.HP = &next, nil
		if again.HP != nil && *again.HP < s.MaxHP {
			s.HP = again.HP // what it was saved with
		}
	case s.MaxHP > 0:
		c.Carried = carriedBesides(carried, []engine.StatPair{{Key: "hp"}})
	}
	if s.MaxHP > 0 && (again == nil || !c.Carried.Same(carried)) {
		c.replaceCarried(c.Carried)
	}
	c.Name, c.Sheet = s.Name, &s
}

// present returns the character's sheet with the hit points that it has now.
func (c *Character) present() *sheet.Sheet {
	s := *c.Sheet
	if hp, most := c.hitPoints(); most > 0 {
		setHP(&s, engine.StatPair{Value: hp, Most: most})
	}
	return &s
}

// keepSheet keeps a character's sheet when it is saved again. Hit points that were typed are put into the sheet.
func (c *Character) keepSheet(s sheet.Sheet) {
	if typed := c.takeHP(); typed != nil {
		setHP(&s, *typed)
	}
	s.Name, c.Sheet = c.Name, &s
}

// setHP gives a sheet hit points as they are typed: "hp 31/38" or "hp 38".
func setHP(s *sheet.Sheet, typed engine.StatPair) {
	s.HP, s.MaxHP = nil, max(typed.Value, typed.Most)
	if typed.Value < s.MaxHP {
		s.HP = &typed.Value
	}
}

// typed returns the stats that were typed.
func (c *Character) typed() []engine.StatPair {
	pairs, err := engine.ParseStats(c.Stats, "")
	if err != nil { // it was parsed before it was saved
		return nil
	}
	return pairs
}

// takeHP removes the hit points that were typed, and returns them; nil: there are none.
func (c *Character) takeHP() (hp *engine.StatPair) {
	var rest []string
	for _, g := range c.typed() {
		if g.Key == "hp" {
			hp = &g
		} else {
			rest = append(rest, g.String())
		}
	}
	if hp != nil {
		c.Stats = strings.Join(rest, ", ")
	}
	return hp
}

// hitPoints returns the present hit points of a character and its maximum, 0 if that isn't known.
func (c *Character) hitPoints() (hp, most int) {
	if s := c.Sheet; s != nil {
		hp, most = s.MaxHP, s.MaxHP
		if s.HP != nil {
			hp = *s.HP
		}
	}
	for _, g := range c.typed() {
		if g.Key == "hp" {
			hp, most = g.Value, max(g.Value, g.Most)
		}
	}
	if k := c.Carried; k != nil && k.HP != nil {
		most = cmp.Or(most, k.MaxHP)
		hp = min(*k.HP, most)
	}
	return hp, most
}
