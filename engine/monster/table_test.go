package monster_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"roundel/engine/dice"
	"roundel/engine/monster"
)

const roadTable = `roundel: 1
encounter: Night on the road
1d6: {1-3: 1d4+1 Wolf, 4-5: nothing, 6: The ford}
`

// table reads a file with a random table.
func table(t *testing.T, text string) monster.Encounter {
	t.Helper()
	e, err := monster.ReadEncounter([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return *e
}

// TestMO32Tables is example 11: typed 2 and the d4 at 3 are 4 wolves.
func TestMO32Tables(t *testing.T) {
	road := table(t, roadTable)
	ford := monster.Encounter{Name: "The ford", Waves: []monster.Wave{{Foes: []monster.Foe{{Monster: "Ogre"}}}}}
	list := []monster.Encounter{road, ford}
	two := 2
	rolled, leads, err := road.Roll(list, &two, dice.Script(3))
	if want := []monster.Rolled{{Table: "Night on the road", Dice: "1d6", Result: 2, Typed: true, Foes: "4 Wolf"}}; err != nil || leads != nil || !reflect.DeepEqual(rolled, want) {
		t.Errorf("%+v %v %v", rolled, leads, err)
	}
	rolled, leads, err = road.Roll(list, nil, dice.Script(5))
	if err != nil || leads != nil || len(rolled) != 1 || rolled[0].Foes != "" || rolled[0].Named != "" || rolled[0].Result != 5 {
		t.Errorf("%+v %v %v", rolled, leads, err)
	}
	rolled, leads, err = road.Roll(list, nil, dice.Script(6))
	if err != nil || leads == nil || leads.Name != "The ford" || rolled[0].Named != "The ford" {
		t.Errorf("%+v %v %v", rolled, leads, err)
	}
	if again := table(t, string(monster.WriteEncounter(&road))); !reflect.DeepEqual(again, road) {
		t.Errorf("%s", monster.WriteEncounter(&road))
	}
}

// TestMO32Rows: rows have several foes, marks and notes, and foes that come to none are left out.
func TestMO32Rows(t *testing.T) {
	e := table(t, "roundel: 1\nencounter: T\n2d4:\n  2-4: 1d4-1 Wolf, 1 Ogre hidden\n  5: {foes: 2 x Rat, note: It smells.}\n  6-8: Other\n")
	two, five := 2, 5
	rolled, _, err := e.Roll(nil, &two, dice.Script(1))
	if err != nil || rolled[0].Foes != "1 Ogre hidden" {
		t.Errorf("%+v %v", rolled, err)
	}
	if rolled, _, err = e.Roll(nil, &five, dice.Script()); err != nil || rolled[0].Foes != "2 Rat" || rolled[0].Note != "It smells." {
		t.Errorf("%+v %v", rolled, err)
	}
	if again := table(t, string(monster.WriteEncounter(&e))); !reflect.DeepEqual(again, e) {
		t.Errorf("%s", monster.WriteEncounter(&e))
	}
}

// TestMO32Refusals: circles, more than three tables, unknown names and results beyond the dice are refused when it is rolled.
func TestMO32Refusals(t *testing.T) {
	leads := func(name, to string) monster.Encounter {
		return table(t, "roundel: 1\nencounter: "+name+"\n1d2: {1: "+to+", 2: nothing}\n")
	}
	list := []monster.Encounter{leads("A", "B"), leads("B", "a"), leads("C", "D"), leads("D", "E"), leads("E", "F"), leads("F", "Nobody"), leads("G", "E")}
	nine := 9
	for name, want := range map[string]monster.TableError{
		"A": {Fault: monster.InCircles, Name: "B", Other: "A"}, "C": {Fault: monster.TooDeep, Name: "E", Other: "F"}, "F": {Fault: monster.NothingNamed, Name: "F", Other: "Nobody"},
		"G": {Fault: monster.NothingNamed, Name: "F", Other: "Nobody"}, "D": {Fault: monster.NothingNamed, Name: "F", Other: "Nobody"},
	} {
		e, _ := monster.FindEncounter(list, name)
		rolled, _, err := e.Roll(list, nil, dice.Script(1, 1, 1, 1))
		var got *monster.TableError
		if !errors.As(err, &got) || *got != want || rolled != nil {
			t.Errorf("%s: %+v %v", name, rolled, err)
		}
	}
	_, _, err := list[0].Roll(list, &nine, dice.Script())
	var got *monster.TableError
	if want := (monster.TableError{Fault: monster.NoResult, Name: "A", Low: 1, High: 2}); !errors.As(err, &got) || *got != want {
		t.Errorf("%v", err)
	}
}

// TestMO32Problems: what is wrong with a table is said with its place, all at once.
func TestMO32Problems(t *testing.T) {
	for rows, want := range map[string]string{
		"1d6: {1-3: 1d4+1 Wolf, 4-5: nothing}":        "3:1: 1d6: there is no row for 6; write 6: nothing if nothing happens then",
		"1d6: {1-3: 1 Wolf, 3-6: nothing}":            "3:20: 3-6: 3 is already in line 3; give each result one row",
		"1d6: {1-7: nothing}":                         "3:7: 1-7: the dice show 1 to 6",
		"1d6: {3-1: nothing, 4-6: 1 Rat}":             "3:7: 3-1: the first result must not be above the second",
		"1d6: {1-6: 3}":                               "3:12: 3: write how many and which, such as 1d4+1 Wolf",
		"1d6:\n  1-6: 1 Rat, 60 Wolf":                 "4:15: 60 Wolf: there can be 1 to 50 of a kind",
		"1d300: {1-300: nothing}":                     "3:1: 1d300: these dice have 300 results, and a table can have at most 200",
		"1d6: {x: nothing}":                           "3:7: x: the name of a row must be a result such as 4, or results such as 1-3",
		"1d6: {1-6: nothing}\n1d4: {1-4: nothing}":    "4:1: 1d4: a file has one random table; write the others as encounters of their own, and name them in rows",
		"1d6: {1-6: nothing}\nfoes: [{monster: Rat}]": "4:1: foes: a random table stands in place of foes and waves; leave this key out, or put the foes into a row",
		"1d6: {1-6: {note: x}}":                       "3:12: foes: this key is missing in a row; it is one line of at most 200 characters",
	} {
		_, err := monster.ReadEncounter([]byte("roundel: 1\nencounter: T\n" + rows + "\n"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s:\n%v\nwant %s", rows, err, want)
		}
	}
}
