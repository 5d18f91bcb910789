package engine_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"roundel/engine"
)

// TestWhatOthersKnowOfACombatant: of each field of a combatant it is decided whether others may know it. A new one has to be added here and, unless everybody
// may know it, to Blur.
func TestWhatOthersKnowOfACombatant(t *testing.T) {
	known := strings.Fields(`ID Added Name Type Kind Side Owner Unit Stats Typed Separate Acted Unnoticed Hidden SurpriseDue Alert Ambusher BlowDue Lurking Concealed
		HasHP Down HPShown Once Did Lost Regained Cost Wields Attacks Saves`)
	kept := strings.Fields(`Sheet Weapon Given RealName Saved Prepared Block Rating Resists Surprised HP MaxHP Soak Absorbs Note Blurred Pools Multiattack`)
	var c engine.Combatant
	v := reflect.ValueOf(&c).Elem()
	for i := range v.NumField() {
		setSomething(v.Field(i))
	}
	c.Owner, c.HPShown, c.Blurred, c.HP, c.MaxHP = "", engine.HPWords, "", 5, 9
	before := reflect.ValueOf(c)
	engine.Preferences{}.Blur(&c, "102")
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		same := reflect.DeepEqual(before.Field(i).Interface(), v.Field(i).Interface())
		if slices.Contains(known, name) == slices.Contains(kept, name) {
			t.Errorf("it isn't decided whether others may know %s", name)
		} else if same != slices.Contains(known, name) {
			t.Errorf("%s stays the same: %t", name, same)
		}
	}
}

// TestCO9CloneSharesNoLists: events change a copy of a state without changing the state, to which an undo may lead back. Lists that are replaced and never changed
// can be shared.
func TestCO9CloneSharesNoLists(t *testing.T) {
	shared := strings.Fields(`Before Done SeenBefore SeenDone Ready OpenTies Blocks`)
	var s engine.State
	v := reflect.ValueOf(&s).Elem()
	lists := slices.DeleteFunc(reflect.VisibleFields(v.Type()), func(f reflect.StructField) bool { return f.Type.Kind() != reflect.Slice })
	for _, f := range lists {
		v.FieldByIndex(f.Index).Set(reflect.MakeSlice(f.Type, 1, 1))
	}
	copied := reflect.ValueOf(s.Clone()).Elem()
	for _, f := range lists {
		same := v.FieldByIndex(f.Index).Pointer() == copied.FieldByIndex(f.Index).Pointer()
		if same != slices.Contains(shared, f.Name) {
			t.Errorf("Clone shares %s: %t", f.Name, same)
		}
	}
}

// TestMO1UsesOfAbilities: others aren't told which of its abilities a combatant has used, but they are told what it has used of the ruleset's pools.
func TestMO1UsesOfAbilities(t *testing.T) {
	c := engine.Combatant{Pools: map[string]engine.PoolUse{engine.UsesPool("Breath"): {Spent: 1}, "action": {Spent: 1}}}
	engine.Preferences{}.Blur(&c, "")
	if _, spent := c.Pools["action"]; !spent || len(c.Pools) != 1 {
		t.Errorf("others know of %v", c.Pools)
	}
}

// setSomething sets a value to something that isn't its zero value.
func setSomething(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString("something")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(7)
	case reflect.Uint8:
		v.SetUint(1)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		setSomething(v.Index(0))
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		setSomething(key)
		setSomething(value)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case reflect.Struct:
		for i := range v.NumField() {
			setSomething(v.Field(i))
		}
	}
}
