package statblock

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"roundel/engine/loosejson"
)

// maxMisshapen limits how many entries of a wrong kind are listed for an actor or an item.
const maxMisshapen = 50

// misshapen lists the entries of an object that are not of the kind that the format gives them, because they are read as if they weren't there.
// kinds has a line for each kind: its name, a colon and paths in which * stands for any key or place in a list. of is the name of the item that the
// object belongs to, if any. Entries that are missed by the row that reads them needn't be in it.
func (b *block) misshapen(of string, o loosejson.Object, kinds string) {
	var found []string
	for line := range strings.Lines(kinds) {
		kind, paths, _ := strings.Cut(line, ":")
		for path := range strings.FieldsSeq(paths) {
			each("", o, strings.Split(path, "."), func(path string, v any) {
				within := func(whole string) bool { return path == whole || strings.HasPrefix(path, whole+".") }
				if loosejson.Empty(v) || isKind(strings.TrimSpace(kind), v) || len(found) == maxMisshapen || slices.ContainsFunc(found, within) {
					return
				}
				found = append(found, path)
				if of != "" {
					path = of + ": " + path
				}
				b.miss(Entry, path)
			})
		}
	}
}

// alike reports whether an object looks like a monster of a format by its keys, whatever their values: it needs a name and at least least of the
// keys, or twice as many without a name. So an entry of the wrong type loses only that entry, not the monster (MO-33).
func alike(o loosejson.Object, least int, name string, keys ...string) bool {
	n := 0
	for _, key := range keys {
		if _, given := o[key]; given {
			n++
		}
	}
	_, named := o[name]
	return named && n >= least || n >= 2*least
}

// each calls do for what is at a path: the value at its end, or one before it that has nothing inside. before is the path that leads to v.
func each(before string, v any, path []string, do func(path string, v any)) {
	if len(path) == 0 {
		do(before, v)
		return
	}
	if before != "" {
		before += "."
	}
	list, listed := v.([]any)
	inside, nested := v.(loosejson.Object)
	switch key := path[0]; {
	case listed && key == "*":
		for i, one := range list {
			each(before+strconv.Itoa(i), one, path[1:], do)
		}
	case nested && key == "*":
		for _, key := range slices.Sorted(maps.Keys(inside)) {
			each(before+key, inside[key], path[1:], do)
		}
	case nested:
		each(before+key, inside[key], path[1:], do)
	default:
		do(strings.TrimSuffix(before, "."), v)
	}
}

// isKind reports whether a value is of a kind: a number is whole, a count is one of at least 0, and texts
// are one or a list of them.
func isKind(kind string, v any) bool {
	list, listed := v.([]any)
	_, text := v.(string)
	_, object := v.(loosejson.Object)
	n, whole := loosejson.Whole(v)
	switch kind {
	case "number":
		return whole
	case "count":
		return whole && n >= 0
	case "text":
		return text
	case "texts":
		return text || listed && !slices.ContainsFunc(list, func(one any) bool { return !isKind("text", one) })
	case "object":
		return object
	case "words": // a text, or an object that has texts
		return text || object
	case "list":
		return listed
	}
	return false
}
