package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"roundel/engine"
	"roundel/snowflake"
	"roundel/store"
)

// cell is one stored value that is read and replaced as a whole.
type cell struct {
	name  string
	get   func(ctx context.Context) ([]byte, error)
	amend func(ctx context.Context, interaction string, fn Amend) (answer []byte, again bool, err error)
}

// cells returns one cell of each kind, of server 500 and user anna.
func cells(s Saved) []cell { return cellsOf(s, "500", "anna") }

func cellsOf(s Saved, guild snowflake.Guild, user snowflake.User) []cell {
	of := func(name string, c store.Cell) cell {
		return cell{name, func(ctx context.Context) ([]byte, error) { return s.Load(ctx, c) },
			func(ctx context.Context, id string, fn Amend) ([]byte, bool, error) { return s.Amend(ctx, c, id, fn) }}
	}
	return []cell{of("settings", store.SettingsOf(guild)), of("monsters", store.MonstersOf(guild)), of("encounters", store.EncountersOf(guild)),
		of("characters", store.CharactersOf(guild, user)), of("preferences", store.PreferencesOf(guild, user)), of("rolls", store.RollsOf(guild, user))}
}

// replacing returns a function that stores a text, whatever there is.
func replacing(text, answer string) Amend {
	return func([]byte) ([]byte, []byte, error) { return []byte(text), []byte(answer), nil }
}

// save stores a text in a cell.
func (e *env) save(c cell, text string) {
	e.Helper()
	if _, _, err := c.amend(e.ctx(), "", replacing(text, "")); err != nil {
		e.Fatal(err)
	}
}

func (e *env) saveParty(channel snowflake.Channel, users ...snowflake.User) {
	e.Helper()
	if _, _, err := e.s.SetParty(e.ctx(), "500", channel, users, "", nil); err != nil {
		e.Fatal(err)
	}
}

func (e *env) wantParty(channel snowflake.Channel, users ...snowflake.User) {
	e.Helper()
	if got, err := e.s.Party(e.ctx(), channel); err != nil || !slices.Equal(got, users) {
		e.Errorf("the party of %s is %v, want %v, %v", channel, got, users, err)
	}
}

// saved returns the tests of what is saved outside of fights.
func saved() []contract {
	return []contract{
		{"SavedCharactersChangeWithAFight", amended},
		{"SeveralValuesChangeTogether", amendedTogether},
		{"ValuesAreReplacedAsAWhole", valuesAreReplaced},
		{"NoAmendmentIsLost", noAmendmentIsLost},
		{"ANoteOutlivesTheProcess", noteOutlives},
		{"ValuesAreSeparate", separateValues},
		{"WhatIsKeptInAServerIsThatOfItsUsers", keptIn},
		{"ValuesMustBeJSON", mustBeJSON},
		{"FactsAreKept", facts},
		{"PartiesAreKeptByChannel", parties},
		{"APartyIsSetAsAWhole", partyAsAWhole},
	}
}

// valuesAreReplaced: a second delivery changes nothing, a failure changes nothing, and a nil value is deleted.
func valuesAreReplaced(e *env) {
	for i, c := range cells(e.s) {
		adding := func(id, next, answer string, want bool) {
			e.Helper()
			got, again, err := c.amend(e.ctx(), fmt.Sprint(id, i), func(data []byte) ([]byte, []byte, error) {
				if next == "" {
					return nil, []byte(answer), nil
				}
				return append(data, next...), []byte(answer), nil
			})
			if string(got) != answer || again != want || err != nil {
				e.Errorf("%s: %q, %v, %v", c.name, got, again, err)
			}
		}
		value := func(want string) {
			e.Helper()
			if data, err := c.get(e.ctx()); string(data) != want || (data == nil) != (want == "") || err != nil {
				e.Errorf("%s: %q, want %q, %v", c.name, data, want, err)
			}
		}
		value("")
		adding("1", "[1", "saved", false)
		adding("1", "[1", "saved", true)
		adding("1", "", "saved", true)
		boom := errors.New("boom")
		if _, _, err := c.amend(e.ctx(), "2", func([]byte) ([]byte, []byte, error) { return []byte("x"), nil, boom }); err != boom {
			e.Errorf("%s: %v", c.name, err)
		}
		value("[1")
		adding("2", "]", "more", false)
		value("[1]")
		adding("3", "", "gone", false)
		value("")
		adding("4", "[2]", "back", false)
		value("[2]")
	}
	e.reopen()
	for _, c := range cells(e.s) {
		if data, err := c.get(e.ctx()); string(data) != "[2]" || err != nil {
			e.Errorf("%s: %q, %v", c.name, data, err)
		}
	}
}

// noAmendmentIsLost: when many callers change the same value at once, each builds on the previous change.
func noAmendmentIsLost(e *env) {
	const callers = 30
	list := cells(e.s)
	parallel(callers*len(list), func(n int) {
		c := list[n%len(list)]
		for _, want := range []bool{false, true} { // delivered twice
			answer, again, err := c.amend(e.ctx(), fmt.Sprint(100+n), func(data []byte) ([]byte, []byte, error) {
				return append(data, '1'), fmt.Append(nil, n), nil
			})
			if again != want || string(answer) != fmt.Sprint(n) || err != nil {
				e.Errorf("%s: %d: %q, %v, %v", c.name, n, answer, again, err)
			}
		}
	})
	for _, c := range list {
		if data, err := c.get(e.ctx()); string(data) != strings.Repeat("1", callers) || err != nil {
			e.Errorf("%s: %q, %v", c.name, data, err)
		}
	}
}

// noteOutlives: something noted without an interaction, before work that may end the process, is still there afterwards and doesn't count
// as an answer. The answer that the next process stores for the interaction is then the only one, and the note can be removed.
func noteOutlives(e *env) {
	const id = "77"
	amend := func(interaction string, wantAgain bool, want, next, answer string) {
		e.Helper()
		was := "not asked"
		got, again, err := e.s.Amend(e.ctx(), store.SettingsOf("500"), interaction, func(data []byte) ([]byte, []byte, error) {
			was = string(data)
			return []byte(next), []byte(answer), nil
		})
		if err != nil || again != wantAgain || was != want || interaction != "" && string(got) != answer {
			e.Errorf("it was %q, want %q; %q, %v, %v", was, want, got, again, err)
		}
	}
	amend("", false, "", `["old"]`, "")
	amend("", false, `["old"]`, `["old","77"]`, "")
	e.reopen()
	amend("", false, `["old","77"]`, `["old","77"]`, "")
	amend(id, false, `["old","77"]`, `["old","77"]`, "refused")
	amend("", false, `["old","77"]`, `["old"]`, "")
	e.reopen()
	amend(id, true, "not asked", `["other"]`, "refused")
	amend("", false, `["old"]`, `["old"]`, "")

	parallel(30, func(n int) { // requests that are noted at once
		for range 2 {
			_, again, err := e.s.Amend(e.ctx(), store.SettingsOf("501"), "", func(data []byte) ([]byte, []byte, error) {
				return append(data, '1'), nil, nil
			})
			if again || err != nil {
				e.Errorf("%d: %v, %v", n, again, err)
			}
		}
	})
	if data, err := e.s.Load(e.ctx(), store.SettingsOf("501")); string(data) != strings.Repeat("1", 60) || err != nil {
		e.Errorf("%q, %v", data, err)
	}
}

// separateValues: each kind, server and user has values of its own.
func separateValues(e *env) {
	type owner struct {
		guild snowflake.Guild
		user  snowflake.User
	}
	owners := []owner{{"500", "anna"}, {"501", "anna"}, {"500", "ben"}}
	for _, o := range owners {
		for _, c := range cellsOf(e.s, o.guild, o.user) {
			e.save(c, fmt.Sprintf("[%q, %q, %q]", c.name, o.guild, o.user))
		}
	}
	for _, o := range owners {
		for i, c := range cellsOf(e.s, o.guild, o.user) {
			user := o.user
			if i < 3 && o.guild == "500" { // the server's own, last changed by ben
				user = "ben"
			}
			want := fmt.Sprintf("[%q, %q, %q]", c.name, o.guild, user)
			if data, err := c.get(e.ctx()); err != nil || string(data) != want {
				e.Errorf("%s are %s, want %s, %v", c.name, data, want, err)
			}
		}
	}
	for _, c := range cellsOf(e.s, "502", "anna") {
		if data, err := c.get(e.ctx()); data != nil || err != nil {
			e.Errorf("%s of another server: %s, %v", c.name, data, err)
		}
	}
}

// keptIn: the characters and the dice that are kept in a server are those of all its users, and of no other server.
func keptIn(e *env) {
	for _, kept := range []struct {
		cell int
		in   func(context.Context, snowflake.Guild) (map[snowflake.User][]byte, error)
	}{{3, e.s.CharactersIn}, {5, e.s.RollsIn}} {
		for user, guild := range map[snowflake.User]snowflake.Guild{"anna": "500", "ben": "500", "cleo": "501"} {
			e.save(cellsOf(e.s, guild, user)[kept.cell], fmt.Sprintf("[%q]", user))
		}
		for guild, want := range map[snowflake.Guild]string{"500": `map[anna:["anna"] ben:["ben"]]`, "501": `map[cleo:["cleo"]]`, "502": "map[]"} {
			got, err := kept.in(e.ctx(), guild)
			if text := fmt.Sprintf("%s", got); text != want || err != nil {
				e.Errorf("%s in %s: %s, want %s, %v", cells(e.s)[kept.cell].name, guild, text, want, err)
			}
		}
	}
}

// mustBeJSON: a check names the server whose monsters or encounters are not valid JSON.
func mustBeJSON(e *env) {
	list := cellsOf(e.s, "501", "anna")
	e.save(list[1], `["rat"]`)
	e.save(list[2], `[]`)
	e.check()
	e.save(list[1], `["owl"`)
	e.save(list[2], `["owl"`)
	r, err := e.db.Check(e.ctx())
	if err != nil || len(r.Faults) != 2 || !strings.Contains(r.Faults[0], "server 501: its monsters") ||
		!strings.Contains(r.Faults[1], "server 501: its saved encounters") {
		e.Errorf("%v, %q", err, r.Faults)
	}
}

func facts(e *env) {
	want := func(key, want string) {
		e.Helper()
		if v, err := e.s.Get(e.ctx(), key); string(v) != want || err != nil {
			e.Fatalf("%s is %q, want %q, %v", key, v, want, err)
		}
	}
	if v, err := e.s.Get(e.ctx(), "hash"); v != nil || err != nil {
		e.Fatalf("absent: %q, %v", v, err)
	}
	for _, v := range []string{"one", "", "\x00two"} {
		e.no(e.s.Put(e.ctx(), "hash", []byte(v)))
		want("hash", v)
	}
	secret := "joined:https://bot:hunter2@proxy.example/1/500"
	e.no(e.s.Put(e.ctx(), secret, []byte("a fact")))
	e.reopen()
	want("hash", "\x00two")
	want(secret, "a fact")
	want(strings.Replace(secret, "hunter2", "another", 1), "a fact") // the password is not a part of the key
	want(strings.Replace(secret, "/1/", "/2/", 1), "")
	parallel(40, func(n int) {
		if err := e.s.Put(e.ctx(), fmt.Sprint("fact ", n%20), fmt.Append(nil, n%20)); err != nil {
			e.Error(err)
		}
	})
	for n := range 20 {
		want(fmt.Sprint("fact ", n), fmt.Sprint(n))
	}
}

// parties: they are replaced as a whole, a second delivery changes nothing, and a user who erases everything is in none.
func parties(e *env) {
	e.saveParty(channel, "ben", "anna", "ben")
	e.saveParty("101", "ben")
	for _, again := range []bool{false, true} {
		answer, was, err := e.s.SetParty(e.ctx(), "500", "101", []snowflake.User{"cleo", "ben"}, "7", []byte("kept"))
		if err != nil || was != again || string(answer) != "kept" {
			e.Errorf("%s, %v, %v", answer, was, err)
		}
	}
	e.wantParty(channel, "anna", "ben")
	e.wantParty("101", "ben", "cleo")
	e.wantParty("102")
	data, _, err := e.s.UserData(e.ctx(), "ben")
	if err != nil || !strings.Contains(string(data), `"channel": "101"`) || strings.Contains(string(data), "cleo") {
		e.Errorf("%s, %v", data, err)
	}
	e.no(e.s.EraseUser(e.ctx(), "ben"))
	e.reopen()
	e.wantParty(channel, "anna")
	e.wantParty("101", "cleo")
	e.saveParty("101")
	e.wantParty("101")
}

// partyAsAWhole: when several are set at once, one of them is left, and readers never see part of one.
func partyAsAWhole(e *env) {
	e.saveParty(channel, "0a", "0b", "0c")
	parallel(30, func(n int) {
		of := fmt.Sprint(n)
		users := []snowflake.User{snowflake.User(of + "a"), snowflake.User(of + "b"), snowflake.User(of + "c")}
		_, _, err := e.s.SetParty(e.ctx(), "500", channel, users, "", nil)
		got, readErr := e.s.Party(e.ctx(), channel)
		if err != nil || readErr != nil || len(got) != 3 || strings.TrimRight(string(got[0]), "a") != strings.TrimRight(string(got[2]), "c") {
			e.Errorf("%v, %v, %v", got, err, readErr)
		}
	})
}

// amended: what an update changes in saved characters is stored together with its entries, or not at all.
func amended(e *env) {
	e.scenes(2)
	cell := store.CharactersOf("a", "anna")
	amend := func(j engine.Journal, with string) {
		j.Amend("a", "anna", func(data []byte) []byte { return append(slices.Clip(data), with...) })
	}
	want := func(want string) {
		e.Helper()
		data, err := e.s.Load(e.ctx(), cell)
		if e.no(err); string(data) != want {
			e.Errorf("the characters are %q, want %q", data, want)
		}
	}
	e.do("", func(j engine.Journal) ([]byte, error) {
		amend(j, "1")
		amend(j, "2")
		return nil, j.Append(Did(6, ended()))
	})
	want("12")
	failed := errors.New("failed")
	_, _, err := e.s.Update(e.ctx(), "1", "", func(j engine.Journal) ([]byte, error) {
		amend(j, "3")
		return nil, failed
	})
	if !errors.Is(err, failed) {
		e.Error(err)
	}
	want("12")
}

// amendedTogether: several values change together and once, or not at all, whatever others change at the same time.
func amendedTogether(e *env) {
	anna, ben := store.CharactersOf("a", "anna"), store.CharactersOf("a", "ben")
	add := func(interaction, text string, cells ...store.Cell) (string, bool, error) {
		answer, again, err := e.s.AmendAll(e.ctx(), cells, interaction, func(data [][]byte) ([][]byte, []byte, error) {
			for i := range data {
				data[i] = append(slices.Clip(data[i]), text...)
			}
			return data, []byte("said " + text), nil
		})
		return string(answer), again, err
	}
	want := func(c store.Cell, want string) {
		e.Helper()
		data, err := e.s.Load(e.ctx(), c)
		if e.no(err); string(data) != want {
			e.Errorf("%s is %q, want %q", c, data, want)
		}
	}
	for n, delivered := range []bool{false, true} {
		if answer, again, err := add("77", "1", ben, anna); answer != "said 1" || again != delivered || err != nil {
			e.Errorf("delivery %d: %q, %v, %v", n, answer, again, err)
		}
	}
	want(anna, "1")
	want(ben, "1")
	failed := errors.New("failed")
	_, _, err := e.s.AmendAll(e.ctx(), []store.Cell{anna, ben}, "78", func([][]byte) ([][]byte, []byte, error) { return nil, nil, failed })
	if !errors.Is(err, failed) {
		e.Error(err)
	}
	parallel(20, func(n int) {
		cells := []store.Cell{anna, ben}
		if n%2 == 0 {
			slices.Reverse(cells)
		}
		if _, _, err := add("", "2", cells...); err != nil {
			e.Error(err)
		}
	})
	want(anna, "1"+strings.Repeat("2", 20))
	want(ben, "1"+strings.Repeat("2", 20))
}
