package sheet_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"roundel/engine/sheet"
)

// mistyped calls do for each part of v, with its path and a copy of v in which that part has the wrong type.
func mistyped(v any, path string, do func(path string, v any)) {
	switch v := v.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			mistyped(v[key], path+"."+key, func(path string, part any) {
				changed := maps.Clone(v)
				changed[key] = part
				do(path, changed)
			})
		}
		do(path, 7)
	case []any:
		for i := range v {
			mistyped(v[i], path+"."+strconv.Itoa(i), func(path string, part any) {
				changed := slices.Clone(v)
				changed[i] = part
				do(path, changed)
			})
		}
		do(path, 7)
	case string:
		do(path, true)
	case bool, float64:
		do(path, "x")
	}
}

// TestCR12WrongKinds: whichever part of a file has the wrong type, everything is read as before, or something more is listed as left out.
func TestCR12WrongKinds(t *testing.T) {
	for _, name := range []string{"dndbeyond-kes", "foundry-dnd5e-odo", "foundry-pf2e-ysolde", "pathbuilder-tamsin"} {
		text, err := os.ReadFile("testdata/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var file any
		if err := json.Unmarshal(text, &file); err != nil {
			t.Fatal(err)
		}
		want, before, err := sheet.Read(text, "X")
		if err != nil {
			t.Fatal(err)
		}
		mistyped(file, "", func(path string, v any) {
			changed, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			got, left, err := sheet.Read(changed, "X")
			if err == nil && reflect.DeepEqual(left, before) && fmt.Sprint(got.MaxHP, got.Numbers, got.Saves, got.Skills) != fmt.Sprint(want.MaxHP, want.Numbers, want.Saves, want.Skills) {
				t.Errorf("%s: %s: read %v %v %v; want %v %v %v, or a line that says what is missing", name, path, got.Numbers, got.Saves, got.Skills, want.Numbers, want.Saves, want.Skills)
			}
			if err == nil && reflect.DeepEqual(left, before) && !reflect.DeepEqual(got.Attacks, want.Attacks) && !strings.HasSuffix(path, ".name") {
				t.Errorf("%s: %s: %+v", name, path, got.Attacks)
			}
		})
	}
}
