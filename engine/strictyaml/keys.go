package strictyaml

import (
	"regexp"
	"slices"
	"strconv"
)

// Keys are the keys that a mapping may have, and what reading each of them does, like the flags of a [flag.FlagSet]. Each key is added with
// its name, a line that says what it is for, the variable that it sets, and what is allowed there. If a file leaves a key out or gets it
// wrong, the variable keeps its value, which is the key's default.
type Keys struct {
	Of  string // whose keys they are, for people: "a ruleset"
	All []*Key
}

// Key is one key of a mapping.
type Key struct {
	Name     string
	About    string // what it is for, as one line of Markdown: for the JSON schema and the docs
	Spec     Spec
	Required bool
	Pattern  *regexp.Regexp // nil: the key is Name; otherwise any key that matches, and Name is an example

	set  []func(*Node)
	last bool
}

// NewKeys returns an empty set of keys.
func NewKeys(of string) *Keys { return &Keys{Of: of} }

// Add adds a key. set reads its value; if it is nil, nothing does.
func (k *Keys) Add(name, about string, s Spec, set func(*Node)) *Key {
	key := &Key{Name: name, About: about, Spec: s}
	k.All = append(k.All, key)
	if set != nil {
		key.Then(set)
	}
	return key
}

// Format adds the key that files begin with: the version of their format. There is only one (RS-2).
func (k *Keys) Format() {
	s := Number(1, 1)
	s.What = "1, the format that this bot reads"
	k.Add("roundel", "the format of the file; it must be the first key", s, nil).Must()
}

// Text adds a key whose value is a text of the given form.
func (k *Keys) Text(name, about string, into *string, form Spec) *Key {
	return k.Add(name, about, form, func(n *Node) { *into = n.Text })
}

// Texts adds a key whose value is a list of texts.
func (k *Keys) Texts(name, about string, into *[]string, form Spec) *Key {
	return k.Add(name, about, form, func(n *Node) { *into = n.Texts() })
}

// Number adds a key whose value is a whole number.
func (k *Keys) Number(name, about string, into *int, from, to int) *Key {
	return k.Add(name, about, Number(from, to), func(n *Node) {
		if v, err := strconv.Atoi(n.Text); err == nil {
			*into = v
		}
	})
}

// YesNo adds a key whose value is yes or no.
func (k *Keys) YesNo(name, about string, into *bool) *Key {
	return k.Add(name, about, YesNo(), func(n *Node) { *into = n.Text == "yes" })
}

// Choice adds a key whose value is one of some words.
func Choice[W ~string](k *Keys, name, about string, into *W, words ...W) *Key {
	list := make([]string, len(words))
	for i, word := range words {
		list[i] = string(word)
	}
	return k.Add(name, about, Words(list...), func(n *Node) { *into = W(Straight(n.Text)) })
}

// Must makes a key required.
func (key *Key) Must() *Key {
	key.Required = true
	return key
}

// Then adds another function to call with the key's value.
func (key *Key) Then(set func(*Node)) *Key {
	key.set = append(key.set, set)
	return key
}

// Last makes Read read a key after those that aren't last, because the meaning of its value depends on them.
func (key *Key) Last() *Key {
	key.last = true
	return key
}

// Read reads the keys of a mapping. Those with wrong values have been reported already, and are skipped.
func (k *Keys) Read(n *Node) {
	for _, last := range []bool{false, true} {
		for _, key := range k.All {
			if key.last != last {
				continue
			}
			for _, e := range n.Entries {
				if !key.is(e.Key.Text) || e.Value.Kind == Broken {
					continue
				}
				for _, set := range key.set {
					set(e.Value)
				}
			}
		}
	}
}

// Spec returns the spec of a mapping with these keys.
func (k *Keys) Spec() Spec {
	return Spec{Keys: k, What: "a mapping with the keys " + And(k.list())}
}

// is reports whether name, a key in a file, is this key.
func (key *Key) is(name string) bool {
	if key.Pattern != nil {
		return key.Pattern.MatchString(name)
	}
	return key.Name == name
}

// find returns the key with that name, or nil.
func (k *Keys) find(name string) *Key {
	i := slices.IndexFunc(k.All, func(key *Key) bool { return key.is(name) })
	if i < 0 {
		return nil
	}
	return k.All[i]
}

// list returns the names of the keys.
func (k *Keys) list() []string {
	var out []string
	for _, key := range k.All {
		out = append(out, key.Name)
	}
	return out
}
