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
}
