package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const sample = `{"attribution": "From a book.", "monsters": [
{"name": "Wolf, Big Form", "size": "large", "type": "beast", "cr": 0.25, "xp": 50, "ac": 13, "hp": 11, "hit_dice": "2d8+2", "init": 2, "str": 1, "dex": 2, "con": 1, "int": -4,
 "wis": 1, "cha": -2, "saves": {"dex": 4}, "speed": {"walk": 40}, "senses": {"passive": 13}, "resist": ["cold"], "condition_immune": ["charmed"],
 "actions": [{"name": "Multiattack", "multi": [{"n": 2, "of": ["Bite"]}]},
  {"name": "Bite", "attack": {"kind": "melee", "bonus": 4, "reach": 5, "damage": [{"dice": "2d4+2", "type": "piercing"}]}},
  {"name": "Howl", "recharge": 5, "save": {"ability": "wis", "dc": 12, "who": "each", "area": {"shape": "cone", "size": 30}, "damage": [{"dice": "1d6", "type": "psychic"}], "half": true}}],
 "legendary_actions": 2}]}`

// Facts become an archive with an index and blocks of monsters, with names that combatants can have.
func Example() {
	out, err := convert("Book", []byte(sample))
	if err != nil {
		fmt.Println(err)
		return
	}
	files, err := contents(out)
	fmt.Println(files["index.json"], err)
	fmt.Println(files["0.json"])
	// Output:
	// {"title":"Book","credit":"From a book.","needs":{"stats":["init","ac","con","legendary"],"attack":"d20 critical"},"names":["Wolf (Big Form)"]} <nil>
	// [{"name":"Wolf (Big Form)","hp":11,"hit_dice":"2d8+2","stats":{"ac":13,"cha":-2,"cha_mod":-2,"con":1,"con_mod":1,"dex":4,"dex_mod":2,"init":2,"int":-4,"int_mod":-4,"legendary":2,"str":1,"str_mod":1,"wis":1,"wis_mod":1},"attacks":[{"name":"Bite","kind":"melee","bonus":4,"damage":["2d4+2 piercing"],"reach":5}],"recharges":true,"rating":"1/4","worth":50,"is":"Large beast","speed":"40 ft.","senses":"passive Perception 13","resistances":"immune Charmed; resist cold","multiattack":"2 Bite","abilities":[{"name":"Howl","recharge":{"needs":5},"save":{"stat":"wis","dc":12},"damage":["1d6 psychic"],"half":true,"area":"30-foot cone"}]}]
}

// contents returns the files of an archive by name.
func contents(archive []byte) (map[string]string, error) {
	r, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, file := range r.File {
		f, err := file.Open()
		if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(f)
		if err != nil {
			return nil, err
		}
		out[file.Name] = string(text)
	}
	return out, nil
}

// TestTheBooksAreMadeFromTheFacts compares what is in the archives, because another release of Go may deflate the same to other bytes.
func TestTheBooksAreMadeFromTheFacts(t *testing.T) {
	for key, title := range map[string]string{"srd-5.1": "SRD 5.1", "srd-5.2": "SRD 5.2.1"} {
		facts, err := os.ReadFile(key + ".json")
		if err != nil {
			t.Fatal(err)
		}
		made, err := convert(title, facts)
		if err != nil {
			t.Fatal(err)
		}
		kept, err := os.ReadFile("../" + key + ".zip")
		if err != nil {
			t.Fatal(err)
		}
		want, err := contents(made)
		if err != nil {
			t.Fatal(err)
		}
		got, err := contents(kept)
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != len(want) {
			t.Errorf("%s: %d files, not %d", key, len(got), len(want))
		}
		for name, text := range want {
			if got[name] != text {
				t.Errorf("%s: %s differs from the facts; run go generate in engine/monster", key, name)
			}
		}
	}
}

func TestRefusesFactsThatCantBeUsed(t *testing.T) {
	for _, text := range []string{"", "{}", `{"monsters": [{}]}`, strings.Replace(sample, "2d8+2", "two", 1), strings.Replace(sample, "2d4+2", "many", 1),
		strings.Replace(sample, "Wolf", "A wolf whose name is much too long", 1), strings.Replace(sample, `"hp"`, `"hits"`, 1),
		strings.Replace(sample, `"of": ["Bite"]`, `"of": ["Fang"]`, 1), strings.Replace(sample, "walk", "dig", 1), strings.Replace(sample, "passive", "smell", 1),
		strings.Replace(sample, `"each"`, `"some"`, 1)} {
		if out, err := convert("Book", []byte(text)); err == nil {
			t.Errorf("%s: %d bytes", text, len(out))
		}
	}
	dir := t.TempDir()
	facts, to := filepath.Join(dir, "facts.json"), filepath.Join(dir, "out.zip")
	if err := os.WriteFile(facts, []byte(sample), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{nil, {"Book", to}, {to}, {"Book", filepath.Join(dir, "none.json"), to}} {
		if err := run(args); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
	if err := run([]string{"Book", facts, to}); err != nil {
		t.Error(err)
	}
}
