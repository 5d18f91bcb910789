package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const sample = `{"attribution": "From a book.", "monsters": [
{"name": "Wolf, Big Form", "size": "large", "ac": 13, "hp": 11, "hit_dice": "2d8+2", "str": 1, "dex": 2, "con": 1, "int": -4, "wis": 1, "cha": -2,
 "saves": {"dex": 4}, "attacks": [{"name": "Bite", "kind": "melee", "bonus": 4, "damage": [{"dice": "2d4+2", "type": "piercing"}]}],
 "recharge": 1, "legendary_actions": 2, "legendary_resistance": 0}]}`

// Facts become one line for each monster, with names that combatants can have.
func Example() {
	out, err := convert([]byte(sample))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.Split(string(out), "\n")[1])
	// Output:
	// {"name":"Wolf (Big Form)","hp":11,"hit_dice":"2d8+2","stats":{"ac":13,"cha":-2,"cha_mod":-2,"con":1,"con_mod":1,"dex":4,"dex_mod":2,"init":2,"int":-4,"int_mod":-4,"legendary":2,"str":1,"str_mod":1,"wis":1,"wis_mod":1},"attacks":[{"name":"Bite","kind":"melee","bonus":4,"damage":["2d4+2 piercing"]}],"recharges":true}
}

func TestRefusesFactsThatCantBeUsed(t *testing.T) {
	for _, text := range []string{"", "{}", `{"monsters": [{}]}`, strings.Replace(sample, "2d8+2", "two", 1), strings.Replace(sample, "2d4+2", "many", 1),
		strings.Replace(sample, "Wolf", "A wolf whose name is much too long", 1)} {
		if out, err := convert([]byte(text)); err == nil {
			t.Errorf("%s: %s", text, out)
		}
	}
	dir := t.TempDir()
	facts, to := filepath.Join(dir, "facts.json"), filepath.Join(dir, "out.json")
	if err := os.WriteFile(facts, []byte(sample), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{nil, {"", to}, {to}, {filepath.Join(dir, "none.json"), to}} {
		if err := run(args); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
	if err := run([]string{facts, to}); err != nil {
		t.Error(err)
	}
}
