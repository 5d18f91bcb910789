package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
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
	if len(args) != 2 || args[0] == "" {
		return errors.New("give the file with the facts and the file to write; with go generate, set SRD_MONSTERS to the first")
	}
	text, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	out, err := convert(text)
	if err != nil {
		return err
	}
	return os.WriteFile(args[1], out, 0o644)
}

// facts is the file that is read.
type facts struct {
	Attribution string  `json:"attribution"`
	Monsters    []beast `json:"monsters"`
}

// beast is one monster of it.
type beast struct {
	Name      string         `json:"name"`
	AC        int            `json:"ac"`
	HP        int            `json:"hp"`
	HitDice   string         `json:"hit_dice"`
	Saves     map[string]int `json:"saves"`
	Recharge  int            `json:"recharge"` // how many abilities recharge
	Legendary int            `json:"legendary_actions"`
	Resist    int            `json:"legendary_resistance"`
	Str       int            `json:"str"`
	Dex       int            `json:"dex"`
	Con       int            `json:"con"`
	Int       int            `json:"int"`
	Wis       int            `json:"wis"`
	Cha       int            `json:"cha"`
	Attacks   []struct {
		Name   string `json:"name"`
		Kind   string `json:"kind"`
		Bonus  int    `json:"bonus"`
		Damage []struct {
			Dice string `json:"dice"`
			Type string `json:"type"`
		} `json:"damage"`
	} `json:"attacks"`
}

// convert returns the book with one monster a line, so that a change of the facts shows line by line.
func convert(text []byte) ([]byte, error) {
	var in facts
	if err := json.Unmarshal(text, &in); err != nil {
		return nil, err
	}
	book := monster.Book{Title: "SRD 5.1", Credit: in.Attribution,
		Needs: monster.Needs{Stats: []string{"init", "ac", "con", "legendary"}, Attack: ruleset.CriticalAttack}}
	if book.Credit == "" || len(in.Monsters) == 0 {
		return nil, errors.New("the facts lack an attribution or monsters")
	}
	slices.SortFunc(in.Monsters, func(a, b beast) int { return cmp.Compare(named(a.Name), named(b.Name)) })
	var lines []string
	for _, b := range in.Monsters {
		m, err := b.monster()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", b.Name, err)
		}
		line, err := json.Marshal(m)
		if err != nil {
			return nil, err
		}
		lines = append(lines, string(line))
	}
	head, err := json.Marshal(book)
	if err != nil {
		return nil, err
	}
	head = bytes.Replace(head, []byte(`"monsters":null`), []byte("\"monsters\":[\n"+strings.Join(lines, ",\n")+"\n]"), 1)
	return append(head, '\n'), nil
}

// monster returns the monster with its stats as the rulesets for the game call them: a save has the name of its ability, and a modifier
// has _mod after it.
func (b *beast) monster() (monster.Monster, error) {
	m := monster.Monster{Name: named(b.Name), HP: b.HP, HitDice: b.HitDice, Recharges: b.Recharge > 0,
		Stats: map[string]int{"ac": b.AC, "init": b.Dex}}
	for ability, mod := range map[string]int{"str": b.Str, "dex": b.Dex, "con": b.Con, "int": b.Int, "wis": b.Wis, "cha": b.Cha} {
		m.Stats[ability], m.Stats[ability+"_mod"] = mod, mod
		if save, ok := b.Saves[ability]; ok {
			m.Stats[ability] = save
		}
	}
	if b.Legendary > 0 {
		m.Stats["legendary"] = b.Legendary
	}
	if b.Resist > 0 {
		m.Stats["resist"] = b.Resist
	}
	if _, err := dice.Parse(b.HitDice); err != nil {
		return m, err
	}
	for _, a := range b.Attacks {
		one := monster.Attack{Name: a.Name, Kind: monster.Kind(a.Kind), Bonus: &a.Bonus}
		for _, d := range a.Damage {
			one.Damage = append(one.Damage, monster.Damage{Dice: d.Dice, Type: d.Type})
		}
		if err := one.Check(); err != nil {
			return m, err
		}
		m.Attacks = append(m.Attacks, one)
	}
	return m, engine.CheckName(m.Name)
}

// named returns a name that a combatant can have: "Vampire, Bat Form" is "Vampire (Bat Form)".
func named(name string) string {
	if kind, form, ok := strings.Cut(name, ", "); ok {
		return kind + " (" + form + ")"
	}
	return name
}
