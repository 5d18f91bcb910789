package engine

import (
	"encoding/json"
	"testing"
)

// TestTheLogKeepsTheKeysOfUnits: events have the keys for units that all releases read and write, whatever states call them.
func TestTheLogKeepsTheKeysOfUnits(t *testing.T) {
	for _, c := range []struct {
		log  string
		unit Unit
	}{
		{`{"id":1,"name":"Orc","side":"foes"}`, Unit{}},
		{`{"id":1,"name":"Orc","side":"foes","acted":true}`, Unit{Place: PlacePast}},
		{`{"id":1,"name":"Orc","side":"foes","acted":true,"waits":true}`, Unit{Place: PlaceMissed}},
		{`{"id":1,"name":"Orc","side":"foes","turn_began":7}`, Unit{Stage: Begun, Began: 7}},
		{`{"id":1,"name":"Orc","side":"foes","turn_began":7,"again":true}`, Unit{Stage: Begun, Began: 7, Counted: true}},
		{`{"id":1,"name":"Orc","side":"foes","turn_began":7,"over":true}`, Unit{Stage: Rejoined, Began: 7}},
		{`{"id":1,"name":"Orc","side":"foes","turn_began":7,"over":true,"waiting":"delay"}`, Unit{Stage: Delaying, Began: 7}},
		{`{"id":1,"name":"Orc","side":"foes","turn_began":7,"held_at":2,"waiting":"hold","held":7}`, Unit{Stage: Holding, Began: 7, HeldAt: 2}},
		{`{"id":1,"name":"Orc","side":"foes","turn_began":7,"acted":true,"turn_ended":true}`, Unit{Place: PlacePast, Stage: Finished, Began: 7, Counted: true}},
		{`{"id":1,"name":"Orc","side":"foes","acted":true,"turn_ended":true}`, Unit{Place: PlacePast, Stage: Finished, Counted: true}},
		{`{"id":1,"name":"Orc","side":"foes","blow":"active","blow_due":true}`, Unit{Blow: BlowTwice}},
	} {
		c.unit.ID, c.unit.Name, c.unit.Side = 1, "Orc", Foes
		var read UnitForm
		if err := json.Unmarshal([]byte(c.log), &read); err != nil || Unit(read) != c.unit {
			t.Errorf("%s is read as %+v, %v", c.log, read, err)
		}
		if out, err := json.Marshal(UnitForm(c.unit)); err != nil || string(out) != c.log {
			t.Errorf("%+v is written as %s, %v", c.unit, out, err)
		}
	}
	var both UnitForm
	if err := json.Unmarshal([]byte(`{"turn_ended":true,"again":true}`), &both); err != nil || both.Stage != Finished || !both.Counted {
		t.Errorf("a second turn that has ended is read as %+v, %v", both, err)
	}
}
