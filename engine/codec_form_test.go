package engine

import (
	"reflect"
	"testing"
)

// TestTheFormOfStatesIsNumbered: whatever changes what is stored of a state changes the number that is stored with it, and nothing else does.
func TestTheFormOfStatesIsNumbered(t *testing.T) {
	type inner struct {
		A int `json:"a"`
	}
	type deeper struct {
		A int    `json:"a"`
		B string `json:"b,omitempty"`
	}
	type list struct {
		N    int `json:"n"`
		Next *list
	}
	forms := []reflect.Type{
		reflect.TypeFor[struct{ X []inner }](), reflect.TypeFor[struct{ X []deeper }](), reflect.TypeFor[struct{ X [1]inner }](),
		reflect.TypeFor[struct{ X *inner }](), reflect.TypeFor[struct{ X map[string]inner }](), reflect.TypeFor[struct{ X map[int]inner }](),
		reflect.TypeFor[struct{ X map[int]deeper }](), reflect.TypeFor[struct{ Y []inner }](), reflect.TypeFor[struct{ X, Y []inner }](),
		reflect.TypeFor[struct {
			X []inner `json:"z"`
		}](), reflect.TypeFor[struct{ X list }](), reflect.TypeFor[struct{ X int }](), reflect.TypeFor[struct{ X string }](),
	}
	known := map[int]reflect.Type{1: nil, 2: nil, 3: nil}
	for _, form := range forms {
		n := formOf(form)
		if other, taken := known[n]; taken {
			t.Errorf("%v has the number of %v", form, other)
		}
		if known[n] = form; n != formOf(form) || n < 0 {
			t.Errorf("%v has the numbers %d and %d", form, n, formOf(form))
		}
	}
	if formOf(reflect.TypeFor[struct {
		X []inner
		y bool
	}]()) != formOf(forms[0]) {
		t.Error("a field that is not stored counts")
	}
}
