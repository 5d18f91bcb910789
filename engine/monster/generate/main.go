package main

import (
	"archive/zip"
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"roundel/engine"
	"roundel/engine/monster"
	"roundel/engine/ruleset"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 3 {
		return errors.New("give the title of the book, the file with the facts and the file to write")
	}
	text, err := os.ReadFile(args[1])
	if err != nil {
		return err
	}
	out, err := convert(args[0], text)
	if err != nil {
		return err
	}
	return os.WriteFile(args[2], out, 0o644)
}

// facts is the file that is read. A key that isn't listed here is an error, so that nothing of the data is lost unnoticed.
type facts struct {
	Source      string  `json:"source"`
	Attribution string  `json:"attribution"`
	Changes     string  `json:"changes"`
	Monsters    []beast `json:"monsters"`
}

// beast is one monster of it. What "not used" says has no place in a stat block.
type beast struct {
	Name           string         `json:"name"`
	Size           string         `json:"size"`
	Type           string         `json:"type"`
	Tags           []string       `json:"tags"`
	Alignment      string         `json:"alignment"` // not used
	CR             json.Number    `json:"cr"`
	XP             int            `json:"xp"`
	XPLair         int            `json:"xp_lair"` // not used
	PB             int            `json:"pb"`      // not used
	AC             int            `json:"ac"`
	HP             int            `json:"hp"`
	HitDice        string         `json:"hit_dice"`
	Speed          map[string]any `json:"speed"`
	Init           int            `json:"init"`
	Str            int            `json:"str"`
	Dex            int            `json:"dex"`
	Con            int            `json:"con"`
	Int            int            `json:"int"`
	Wis            int            `json:"wis"`
	Cha            int            `json:"cha"`
	Scores         []int          `json:"scores"` // not used
	Saves          map[string]int `json:"saves"`
	Skills         map[string]int `json:"skills"` // not used
	Senses         map[string]int `json:"senses"`
	Languages      string         `json:"languages"`
	Resist         []string       `json:"resist"`
	Immune         []string       `json:"immune"`
	Vulnerable     []string       `json:"vulnerable"`
	ResistNote     string         `json:"resist_note"`
	ImmuneNote     string         `json:"immune_note"`
	VulnerableNote string         `json:"vulnerable_note"`
	Conditions     []string       `json:"condition_immune"`
	Traits         []feature      `json:"traits"`
	Actions        []feature      `json:"actions"`
	Bonus          []feature      `json:"bonus_actions"`
	Reactions      []feature      `json:"reactions"`
	Legendary      []feature      `json:"legendary"`
	PerRound       int            `json:"legendary_actions"`
	PerRoundLair   int            `json:"legendary_actions_lair"` // not used
	PerDay         int            `json:"legendary_resistance"`
	PerDayLair     int            `json:"legendary_resistance_lair"` // not used
}

// feature is a trait, an action, a reaction or a legendary action.
type feature struct {
	Name     string `json:"name"`
	Text     string `json:"text"`
	Form     string `json:"form"` // in which shape it can be used; shown before the text
	Uses     int    `json:"uses"`
	UsesLair int    `json:"uses_lair"` // not used
	Per      string `json:"per"`
	Recharge int    `json:"recharge"`
	Cost     int    `json:"cost"`
	Attack   *struct {
		Kind   string   `json:"kind"`
		Bonus  int      `json:"bonus"`
		Reach  int      `json:"reach"`
		Range  int      `json:"range"`
		Long   int      `json:"long"` // not used
		Damage []damage `json:"damage"`
	} `json:"attack"`
	Save *struct {
		Ability string `json:"ability"`
		DC      int    `json:"dc"`
		Area    *struct {
			Shape string `json:"shape"`
			Size  int    `json:"size"`
			Width int    `json:"width"`
		} `json:"area"`
		Who    string   `json:"who"`
		Damage []damage `json:"damage"`
		Half   bool     `json:"half"`
	} `json:"save"`
	Multi []struct {
		N  int      `json:"n"`
		Of []string `json:"of"`
	} `json:"multi"`
	Then   []string `json:"then"`
	Spells *struct {
		Ability string  `json:"ability"`
		DC      int     `json:"dc"`
		Hit     int     `json:"hit"`
		Lists   [][]any `json:"lists"`
	} `json:"spells"`
}

type damage struct {
	Dice string `json:"dice"`
	Type string `json:"type"`
}

// convert returns the book as [monster.Book] reads it: a zip archive with an index and blocks of monsters.
func convert(title string, text []byte) ([]byte, error) {
	var in facts
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&in); err != nil {
		return nil, err
	}
	book := monster.Index{Title: title, Credit: in.Attribution,
		Needs: monster.Needs{Stats: []string{"init", "ac", "con", "legendary"}, Attack: ruleset.CriticalAttack}}
	if book.Credit == "" || len(in.Monsters) == 0 {
		return nil, errors.New("the facts lack an attribution or monsters")
	}
	slices.SortFunc(in.Monsters, func(a, b beast) int { return cmp.Compare(named(a.Name), named(b.Name)) })
	var list []monster.Monster
	for i := range in.Monsters {
		m, err := in.Monsters[i].monster()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", in.Monsters[i].Name, err)
		}
		book.Names = append(book.Names, m.Name)
		list = append(list, m)
	}
	return archive(&book, list)
}

// archive writes a book. It holds no times, so that the same facts give the same bytes.
func archive(book *monster.Index, list []monster.Monster) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	w.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestCompression) })
	add := func(name string, v any) error {
		f, err := w.Create(name)
		if err != nil {
			return err
		}
		text, err := json.Marshal(v)
		if err != nil {
			return err
		}
		_, err = f.Write(text)
		return err
	}
	if err := add(monster.IndexFile, book); err != nil {
		return nil, err
	}
	for n, block := range slices.Collect(slices.Chunk(list, monster.BlockSize)) {
		if err := add(monster.BlockFile(n), block); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// monster returns the monster with its stats as the rulesets for the game call them: a save has the name of its ability, and a modifier
// has _mod after it.
func (b *beast) monster() (monster.Monster, error) {
	m := monster.Monster{Name: named(b.Name), HP: b.HP, HitDice: b.HitDice, Tags: b.Tags, Languages: b.Languages,
		Rating: rating(b.CR), Worth: &b.XP, Is: strings.ToUpper(b.Size[:min(1, len(b.Size))]) + b.Size[min(1, len(b.Size)):] + " " + b.Type,
		Stats: map[string]int{"ac": b.AC, "init": b.Init}}
	for ability, mod := range map[string]int{"str": b.Str, "dex": b.Dex, "con": b.Con, "int": b.Int, "wis": b.Wis, "cha": b.Cha} {
		m.Stats[ability], m.Stats[ability+"_mod"] = mod, mod
		if save, ok := b.Saves[ability]; ok {
			m.Stats[ability] = save
		}
	}
	if b.PerRound > 0 {
		m.Stats["legendary"] = b.PerRound
	}
	if b.PerDay > 0 {
		m.Stats["resist"] = b.PerDay
	}
	for _, part := range []func(*monster.Monster) error{b.moves, b.notices, b.resists, b.features} {
		if err := part(&m); err != nil {
			return m, err
		}
	}
	if _, err := monster.Read(monster.Write([]monster.Monster{m})); err != nil {
		return m, err
	}
	return m, nil
}

// rating returns a challenge rating as people write it.
func rating(cr json.Number) string {
	if quarter, ok := map[string]string{"0.125": "1/8", "0.25": "1/4", "0.5": "1/2"}[cr.String()]; ok {
		return quarter
	}
	return cr.String()
}

// moves sets the speeds, walking first and without a word.
func (b *beast) moves(m *monster.Monster) error {
	var out []string
	for _, way := range []string{"walk", "burrow", "climb", "fly", "swim"} {
		switch feet, ok := b.Speed[way].(float64); {
		case !ok:
		case way == "walk":
			out = append(out, fmt.Sprintf("%v ft.", feet))
		default:
			out = append(out, fmt.Sprintf("%s %v ft.", way, feet))
		}
	}
	if hover, ok := b.Speed["hover"].(bool); ok && hover {
		out = append(out, "hover")
	}
	if len(out) != len(b.Speed) {
		return fmt.Errorf("speed: %v", b.Speed)
	}
	m.Speed = strings.Join(out, ", ")
	return nil
}

// notices sets the senses.
func (b *beast) notices(m *monster.Monster) error {
	var out []string
	for _, sense := range []string{"blindsight", "darkvision", "tremorsense", "truesight"} {
		if feet, ok := b.Senses[sense]; ok {
			out = append(out, fmt.Sprintf("%s %d ft.", sense, feet))
		}
	}
	if n, ok := b.Senses["passive"]; ok {
		out = append(out, fmt.Sprintf("passive Perception %d", n))
	}
	if len(out) != len(b.Senses) {
		return fmt.Errorf("senses: %v", b.Senses)
	}
	m.Senses = strings.Join(out, ", ")
	return nil
}

// physical are notes about damage as resistances.
var physical = map[string]string{
	"bludgeoning, piercing, and slashing from nonmagical weapons":                        "physical except magical",
	"bludgeoning, piercing, and slashing from nonmagical weapons that aren't silvered":   "physical except magical, silvered",
	"bludgeoning, piercing, and slashing from nonmagical weapons that aren't adamantine": "physical except magical, adamantine",
	"piercing and slashing from nonmagical weapons that aren't adamantine":               "piercing, slashing except magical, adamantine",
}

// resists sets the resistances. A note that can't be said as one becomes a trait.
func (b *beast) resists(m *monster.Monster) error {
	var out []string
	say := func(word string, of []string, note string, more []string) {
		known, ok := physical[note]
		if len(of)+len(more) > 0 {
			out = append(out, word+" "+strings.Join(slices.Concat(of, more), ", "))
		}
		switch {
		case ok:
			out = append(out, word+" "+known)
		case note != "":
			b.Traits = append(b.Traits, feature{Name: strings.ToUpper(word[:1]) + word[1:], Text: note + "."})
		}
	}
	var conditions []string
	for _, c := range b.Conditions {
		conditions = append(conditions, strings.ToUpper(c[:1])+c[1:])
	}
	say("immune", b.Immune, b.ImmuneNote, conditions)
	say("resist", b.Resist, b.ResistNote, nil)
	say("vulnerable", b.Vulnerable, b.VulnerableNote, nil)
	m.Resistances = strings.Join(out, "; ")
	return nil
}

// features sets attacks and abilities.
func (b *beast) features(m *monster.Monster) error {
	for _, list := range []struct {
		as   engine.As
		list []feature
	}{{engine.AsTrait, b.Traits}, {"", b.Actions}, {engine.AsBonus, b.Bonus}, {engine.AsReaction, b.Reactions}, {engine.AsLegendary, b.Legendary}} {
		for i := range list.list {
			if err := list.list[i].add(m, list.as); err != nil {
				return fmt.Errorf("%s: %w", list.list[i].Name, err)
			}
		}
	}
	return nil
}

// add adds the feature to a monster: as its multiattack, as an attack, as an ability, or as an attack with an ability that limits it.
func (f *feature) add(m *monster.Monster, as engine.As) error {
	if f.Multi != nil {
		var parts []string
		parts = append(parts, f.Then...)
		for _, step := range f.Multi {
			parts = append(parts, strconv.Itoa(step.N)+" "+strings.Join(step.Of, " or "))
		}
		m.Multiattack = strings.Join(parts, ", ")
		return nil
	}
	if f.Form != "" {
		f.Text = strings.TrimSpace(f.Form + ". " + f.Text)
	}
	a := monster.Ability{Name: f.Name, As: as, Text: f.Text, Costs: f.Cost}
	switch f.Per {
	case "", "day", "rest":
	case string(engine.PerTurn):
		a.Per = engine.PerTurn
	default:
		return fmt.Errorf("per %q", f.Per)
	}
	a.Uses = f.Uses
	if f.Recharge > 0 {
		a.Recharge = &engine.Recharge{Needs: f.Recharge}
	}
	if f.Spells != nil {
		a.Text = f.spells()
	}
	switch {
	case f.Attack != nil:
		if err := f.attack(m); err != nil {
			return err
		}
		if a.Uses == 0 && a.Recharge == nil {
			return nil
		}
		a.Name, a.Text, a.Attack = "Use "+f.Name, "", f.Name // its attack has the text
	case f.Save != nil:
		if err := f.save(&a); err != nil {
			return err
		}
	}
	m.Abilities = append(m.Abilities, a)
	m.Recharges = m.Recharges || a.Recharge != nil
	return nil
}

// attack adds the feature's attack.
func (f *feature) attack(m *monster.Monster) error {
	one := monster.Attack{Name: f.Name, Kind: monster.Kind(f.Attack.Kind), Bonus: &f.Attack.Bonus, Reach: f.Attack.Reach, Range: f.Attack.Range, Text: f.Text}
	if one.Kind == monster.Melee && one.Range > 0 || one.Kind == monster.Ranged && one.Reach > 0 {
		return fmt.Errorf("a reach and a range of %d and %d", one.Reach, one.Range)
	}
	for _, d := range f.Attack.Damage {
		one.Damage = append(one.Damage, monster.Damage{Dice: d.Dice, Type: d.Type})
	}
	m.Attacks = append(m.Attacks, one)
	return one.Check()
}

// save sets what targets save against, and what it does to them.
func (f *feature) save(a *monster.Ability) error {
	s := f.Save
	a.Save, a.Half = &monster.Save{Stat: s.Ability, DC: s.DC}, s.Half
	for _, d := range s.Damage {
		a.Damage = append(a.Damage, monster.Damage{Dice: d.Dice, Type: d.Type})
	}
	switch s.Who {
	case "one":
		a.One = true
	case "each":
	default:
		return fmt.Errorf("who %q", s.Who)
	}
	if area := s.Area; area != nil {
		a.Area = fmt.Sprintf("%d-foot %s", area.Size, area.Shape)
		if area.Width > 0 {
			a.Area += fmt.Sprintf(", %d feet wide", area.Width)
		}
	}
	return nil
}

// spells returns the names of the spells, as many as there is room for.
func (f *feature) spells() string {
	out := ""
	switch {
	case f.Spells.DC > 0 && f.Spells.Hit > 0:
		out = fmt.Sprintf("DC %d, %+d to hit. ", f.Spells.DC, f.Spells.Hit)
	case f.Spells.DC > 0:
		out = fmt.Sprintf("DC %d. ", f.Spells.DC)
	}
	for _, list := range f.Spells.Lists {
		var names []string
		for _, name := range list[1].([]any) {
			names = append(names, fmt.Sprint(name))
		}
		part := fmt.Sprintf("%v: %s. ", list[0], strings.Join(names, ", "))
		if len([]rune(out+part)) > monster.MaxText {
			return strings.TrimSpace(out) + " …"
		}
		out += part
	}
	return strings.TrimSpace(out)
}

// named returns a name that a combatant can have: "Vampire, Bat Form" is "Vampire (Bat Form)".
func named(name string) string {
	if kind, form, ok := strings.Cut(name, ", "); ok {
		return kind + " (" + form + ")"
	}
	return name
}
