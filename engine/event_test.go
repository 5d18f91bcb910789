package engine

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"strings"
	"testing"
)

// TestEveryEventHasARow: each event that this package declares can be stored.
func TestEveryEventHasARow(t *testing.T) {
	stored := map[string]bool{}
	for _, e := range events() {
		stored[reflect.TypeOf(e).Name()] = true
	}
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	declared := 0
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), f.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range parsed.Decls {
			fn, is := decl.(*ast.FuncDecl)
			if !is || fn.Recv == nil || fn.Name.Name != "apply" {
				continue
			}
			declared++
			if name := fn.Recv.List[0].Type.(*ast.Ident).Name; !stored[name] {
				t.Errorf("%s is in no list of codecs: a fight with it can't be stored", name)
			}
		}
	}
	if declared != len(stored) {
		t.Errorf("%d events are declared, %d are listed", declared, len(stored))
	}
}

// The IDs of somebody whom everyone knows and of somebody hidden, and of their units and effects.
const (
	known  = 2
	other  = 3 // known too
	hidden = 1
)

// everyonesView is what everyone knows of a fight with hidden.
func everyonesView() *State {
	s := &State{Phase: Running, Round: 1, Turn: 7, Active: []UnitID{known, other}, Open: &OpenTurn{}}
	filled(reflect.ValueOf(s.Open).Elem(), func() int { return known })
	for _, id := range []int{known, other} {
		s.Combatants = append(s.Combatants, Combatant{ID: CombatantID(id), Unit: UnitID(id), Name: "Knight", Side: Party, Ambusher: true})
		s.Units = append(s.Units, Unit{ID: UnitID(id), Name: "Knight", Side: Party})
		s.Effects = append(s.Effects, Effect{ID: EffectID(id), Target: CombatantID(id), Until: UntilOwnTurns})
	}
	return s
}

// filled sets all IDs and sides in a value: single ones to what one returns, and lists to one element for each of some.
func filled(v reflect.Value, one func() int, some ...int) {
	switch v.Interface().(type) {
	case CombatantID, UnitID, EffectID:
		v.SetInt(int64(one()))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(Party)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				filled(v.Field(i), one, some...)
			}
		}
	case reflect.Slice:
		for _, id := range some {
			elem := reflect.New(v.Type().Elem()).Elem()
			filled(elem, func() int { return id }, id)
			v.Set(reflect.Append(v, elem))
		}
	}
}

// names reports whether an ID of hidden is somewhere in a value.
func names(v reflect.Value) bool {
	switch id := v.Interface().(type) {
	case CombatantID:
		return id == hidden
	case UnitID:
		return id == hidden
	case EffectID:
		return id == hidden
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() && names(v.Field(i)) {
				return true
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			if names(v.Index(i)) {
				return true
			}
		}
	}
	return false
}

// TestEventsNameNobodyHidden: no kind of event names somebody to those who may not know of them, whether it is about them alone or about
// others too.
func TestEventsNameNobodyHidden(t *testing.T) {
	s := everyonesView()
	for _, e := range events() {
		for about, some := range map[int][]int{hidden: {hidden}, known: {known, hidden, other}} {
			v := reflect.New(reflect.TypeOf(e)).Elem()
			filled(v, func() int { return about }, some...)
			parts, whole := Seen(v.Interface().(Event), Sight{Before: s, After: s})
			for _, part := range parts {
				if names(reflect.ValueOf(part)) {
					t.Errorf("everyone sees %+v\nof            %+v", part, v)
				}
			}
			if cut := len(parts) > 0 && names(v); cut && whole {
				t.Errorf("%T is not whole: %+v of %+v", e, parts, v)
			}
		}
	}
}

// TestEventsNameNobodyHiddenBesides: no kind of event about somebody known names somebody hidden besides.
func TestEventsNameNobodyHiddenBesides(t *testing.T) {
	s := everyonesView()
	for _, e := range events() {
		switch e.(type) {
		case CombatantAdded, UnitChanged, MemberLeft, MemberBack, GroupInherited:
			continue // whoever knows a combatant knows its unit
		case EffectAdded, EffectEnded:
			continue // an effect is on a combatant or a unit, not on both; TestRS61HiddenSource has its source
		}
		for nth := 0; ; nth++ { // the nth single ID is of somebody hidden
			n := 0
			v := reflect.New(reflect.TypeOf(e)).Elem()
			filled(v, func() int {
				n++
				if n == nth+1 {
					return hidden
				}
				return known
			}, known, other)
			parts, _ := Seen(v.Interface().(Event), Sight{Before: s, After: s})
			for _, part := range parts {
				if names(reflect.ValueOf(part)) {
					t.Errorf("everyone sees %+v", part)
				}
			}
			if nth >= n {
				break
			}
		}
	}
}

// TestTO2RollsWithHiddenOnes: in logs of the first releases, hidden ones rolled with the others. Others read no dice of such a roll-off: they would give
// away that somebody else rolled.
func TestTO2RollsWithHiddenOnes(t *testing.T) {
	s := everyonesView()
	tie := TieSettled{Order: []UnitID{known, hidden, other}, Rolls: []TieRoll{{Units: []UnitID{known}, Faces: []int{4, 6}}, {Units: []UnitID{hidden}, Faces: []int{4, 2}},
		{Units: []UnitID{other}, Faces: []int{1}}}}
	parts, whole := Seen(tie, Sight{Before: s, After: s})
	if len(parts) != 1 || whole || len(parts[0].(TieSettled).Rolls) > 0 {
		t.Errorf("%+v", parts)
	}
	parts, _ = Seen(SidesRolled{Rolls: []SideRoll{{Side: Party, Natural: 3}, {Side: "ghosts", Natural: 3}}, Ties: []SideTie{{Side: Party, Faces: []int{5}}, {Side: "ghosts", Faces: []int{2}}},
		Order: []string{Party, "ghosts"}}, Sight{Before: s, After: s})
	for _, tie := range parts[0].(SidesRolled).Ties {
		if tie.Side == "ghosts" {
			t.Errorf("%+v", parts)
		}
	}
}

// TestNU34OldLogs: earlier releases noted only the new name when a mask was taken off.
func TestNU34OldLogs(t *testing.T) {
	for to, real := range map[string]string{"assassin": "", "Butler": "Assassin"} {
		s := &State{Combatants: []Combatant{{ID: known, Name: "Figure", RealName: "Assassin"}}}
		Apply(s, CombatantRenamed{Combatant: known, From: "Figure", To: to})
		if c := s.Combatants[0]; c.Name != to || c.RealName != real {
			t.Errorf("%+v", c)
		}
	}
}

// TestEventsForTheGM: if others are not told of an event even where they know everyone, it hides something by itself.
func TestEventsForTheGM(t *testing.T) {
	s := everyonesView()
	for _, e := range events() {
		v := reflect.New(reflect.TypeOf(e)).Elem()
		filled(v, func() int { return known }, known, other)
		e := v.Interface().(Event)
		if _, is := e.(TurnSeen); is {
			continue // there is none unless somebody is hidden
		}
		if _, whole := Seen(e, Sight{Before: s, After: s}); !whole && !Hides(e) {
			t.Errorf("%T is withheld from those who know everyone, but has no method hides", e)
		}
	}
}

// TestEventsEmbedNoEvent: an event inside another would lend it who may see it.
func TestEventsEmbedNoEvent(t *testing.T) {
	for _, e := range events() {
		for _, f := range reflect.VisibleFields(reflect.TypeOf(e)) {
			if _, is := reflect.Zero(f.Type).Interface().(Event); is && f.Anonymous {
				t.Errorf("%T embeds %s", e, f.Type)
			}
		}
	}
}

// events returns the zero value of every kind of event that this release writes.
func events() []Event {
	var out []Event
	for _, row := range codecs() {
		out = append(out, row.event)
	}
	return out
}
