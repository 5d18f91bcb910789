package main

import (
	"reflect"
	"testing"

	"roundel/store"
)

// TestDisplayConversionKeepsEveryField: a display that goes from the store to the publisher and back is unchanged.
func TestDisplayConversionKeepsEveryField(t *testing.T) {
	t.Parallel()
	want := store.Display{Encounter: 1, Channel: "2", Ended: true, Seq: 3, Turn: 4, Paused: true, Card: "5", CardSeq: 6, Announced: 7,
		Shown: "8", Remind: 9}
	fields := reflect.ValueOf(want)
	for i := range fields.NumField() {
		if fields.Field(i).IsZero() {
			t.Errorf("the test does not set %s", fields.Type().Field(i).Name)
		}
	}
	if got := storeDisplay(publishDisplay(want)); got != want {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}
