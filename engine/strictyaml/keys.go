package strictyaml

import (
	"regexp"
	"slices"
	"strconv"
)

// Keys are the keys that a mapping may have, and what reading each of them does, like the flags of a [flag.FlagSet]: a key is added with its
// name, a line that says what it is for, the variable that it sets, and what may stand there. If a file leaves a key out or gets it wrong, the
// variable keeps its value, which is the key's default.
type Keys struct {
	Of  string // whose keys they are, for people: "a ruleset"
	All []*Key
}

// Key is one key of a mapping.
type Key struct {
	Name     string
	About    string // what it is for, as Markdown in one line: for the JSON schema, and for the docs
	Spec     Spec
	Required bool
	Pattern  *regexp.Regexp // nil: the key is called Name; otherwise any that matches, of which Name is an example

	set  []func(*Node)
	last bool
}

// NewKeys returns the keys of a mapping, of which there are none yet.
func NewKeys(of string) *Keys { return &Keys{Of: of} }

// Add adds a key that is read by set, or not at all if that is nil.
func (k *Keys) Add(name, about string, s Spec, set func(*Node)) *Key {
	key := &Key{Name: name, About: about, Spec: s}
	k.All = append(k.All, key)
	if set != nil {
		key.Then(set)
	}
	return key
}

// Format adds the key that files begin with: the number of their format, of which there is one (RS-2).
func (k *Keys) Format() {
	s := Number(1, 1)
	s.What = "1, the format that this bot reads"
	k.Add("roundel", "the format of the file; it must be the first key", s, nil).Must()
}

// Text adds a key with a text of that form.
func (k *Keys) Text(name, about string, into *string, form Spec) *Key {
	return k.Add(name, about, form, func(n *Node) { *into = n.Text })
}

// Texts adds a key with a list of texts.
func (k *Keys) Texts(name, about string, into *[]string, form Spec) *Key {
	return k.Add(name, about, form, func(n *Node) { *into = n.Texts() })
}

// Number adds a key with a whole number.
func (k *Keys) Number(name, about string, into *int, from, to int) *Key {
	return k.Add(name, about, Number(from, to), func(n *Node) {
		if v, err := strconv.Atoi(n.Text); err == nil {
			*into = v
		}
	})
}

// YesNo adds a key with a switch.
func (k *Keys) YesNo(name, about string, into *bool) *Key {
	return k.Add(name, about, YesNo(), func(n *Node) { *into = n.Text == "yes" })
}

// Choice adds a key with one of these words.
func Choice[W ~string](k *Keys, name, about string, into *W, words ...W) *Key {
	list := make([]string, len(words))
	for i, word := range words {
		list[i] = string(word)
	}
	return k.Add(name, about, Words(list...), func(n *Node) { *into = W(Straight(n.Text)) })
}

// Must makes a key one that must be there.
func (key *Key) Must() *Key {
	key.Required = true
	return key
}

// Then adds something to do with the key's value once it is read.
func (key *Key) Then(set func(*Node)) *Key {
	key.set = append(key.set, set)
	return key
}

// Last makes a key one that is read after those that are not, because what its value means depends on them.
func (key *Key) Last() *Key {
	key.last = true
	return key
}

// Read reads the keys that a mapping has. Those that are wrong have been reported by then, and are left out.
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

// Spec returns what a mapping with these keys is.
func (k *Keys) Spec() Spec {
	return Spec{Keys: k, What: "a mapping with the keys " + And(k.list())}
}

// is reports whether a key of a file is this one.
func (key *Key) is(name string) bool {
	if key.Pattern != nil {
		return key.Pattern.MatchString(name)
	}
	return key.Name == name
}

// find returns the key of that name, or nil.
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
