package engine_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"roundel/engine"
)

func TestParseStats(t *testing.T) {
	initHP := []engine.StatPair{{Key: "init", Value: 15}, {Key: "hp", Value: 30}}
	wounded := []engine.StatPair{{Key: "hp", Value: 45, Most: 60}}
	for text, want := range map[string][]engine.StatPair{
		"":                        nil,
		" , \n,":                  nil,
		"init 15, hp 30":          initHP,
		"init 15 hp 30":           initHP,
		"init=15 hp:30":           initHP,
		"init = 15,hp : 30,":      initHP,
		" INIT\t15 , , Hp  30 ":   initHP,
		"init +15 hp 30":          initHP,
		"init+15 hp 30":           initHP,
		"init 15\nhp 30":          initHP,
		"hp 45/60":                wounded,
		"hp=45/60":                wounded,
		"hp: 45 / 60":             wounded,
		"hp 0/60":                 {{Key: "hp", Most: 60}},
		"hp 60/60":                {{Key: "hp", Value: 60, Most: 60}},
		"init 15 hp 45/60, ac 12": {{Key: "init", Value: 15}, {Key: "hp", Value: 45, Most: 60}, {Key: "ac", Value: 12}},
		"dex -1 str −2 agility_bonus 3": {{Key: "dex", Value: -1}, {Key: "str", Value: -2},
			{Key: "agility_bonus", Value: 3}},
	} {
		if got, err := engine.ParseStats(text, "x"); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, %v; want %v", text, got, err, want)
		}
	}
}

func TestParseStatsRefuses(t *testing.T) {
	for text, want := range map[string]engine.Args{
		"init":                         {Text: "init", Example: "x"},
		"init 15 quick":                {Text: "quick", Example: "x"},
		"init 15 hp, ac 12":            {Text: "hp", Example: "x"},
		"init 15 30":                   {Text: "30", Example: "x"},
		"init 15.5":                    {Text: "init 15.5", Example: "x"},
		"init 15/20":                   {Text: "init 15/20", Example: "x"},
		"hp 45/":                       {Text: "hp 45/", Example: "x"},
		"hp 45/60/70":                  {Text: "hp 45/60/70", Example: "x"},
		"hp /60":                       {Text: "hp /60", Example: "x"},
		"hp 45/-60":                    {Text: "hp 45/-60", Example: "x"},
		"init == 15":                   {Text: "init == 15", Example: "x"},
		"init １５":                      {Text: "init １５", Example: "x"},
		"hp 30 HP 30":                  {Stat: "hp"},
		"hp 60/45":                     {Count: 60, High: 45},
		"hp 5/0":                       {Count: 5},
		"hp -1/20":                     {Stat: "hp", High: engine.MaxHP, Count: -1},
		"hp -1":                        {Stat: "hp", High: engine.MaxHP, Count: -1},
		"hp 1/100001":                  {High: engine.MaxHP},
		"hp 100001/1":                  {High: engine.MaxHP},
		"hp 1/99999999999999999999999": {High: engine.MaxHP},
		"init 99999999999999999999999": {Stat: "init"},
	} {
		_, err := engine.ParseStats(text, "x")
		var refusal *engine.Error
		if !errors.As(err, &refusal) || refusal.Code != engine.Invalid || !reflect.DeepEqual(refusal.Args, want) {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
	}
}

// FuzzParseStats checks that whatever is accepted means the same when it is written out, with commas and without.
func FuzzParseStats(f *testing.F) {
	for _, text := range []string{"init 15, hp 30", "init 15 hp 45/60", "init=15 hp:1/2", "dex-1,str+2", "hp 60/45", "a 1 a 1", "hp/1", "= 5", "x\x00 1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		pairs, err := engine.ParseStats(text, "")
		var refusal *engine.Error
		if err != nil {
			if !errors.As(err, &refusal) || refusal.Code != engine.Invalid {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		var written []string
		for _, g := range pairs {
			if g.Most != 0 && (g.Key != "hp" || g.Value > g.Most) {
				t.Fatalf("%q has %v", text, g)
			}
			written = append(written, g.String())
		}
		for _, sep := range []string{", ", " ", ",", "\n"} {
			if again, err := engine.ParseStats(strings.Join(written, sep), ""); err != nil || fmt.Sprint(again) != fmt.Sprint(pairs) {
				t.Fatalf("%q is %v, but written out with %q it is %v, %v", text, pairs, sep, again, err)
			}
		}
	})
}
