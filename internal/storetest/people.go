package storetest

import (
	"encoding/json"
	"fmt"
	"strings"

	"roundel/engine"
	"roundel/snowflake"
)

// people returns the tests of what is stored about a user.
func people() []contract {
	return []contract{
		{"UserDataHasOnlyTheUsersOwnData", userData},
		{"UserDataHasTheCommandsInOrder", commandsInOrder},
		{"EraseUserLeavesEverybodyElseAlone", eraseUser},
	}
}

// by returns an entry by a user.
func by(user snowflake.User, n int) engine.Entry {
	entry := Did(n, scene("%d", n))
	entry.By = user
	return entry
}

// userData: the data has the user's own characters, preferences and commands, including those for dice rolls.
func userData(e *env) {
	e.longFight()
	e.save(cellsOf(e.s, "500", "ben")[3], `{"Monk":{}}`)
	e.save(cellsOf(e.s, "501", "anna")[3], `{"Rogue":{}}`)
	e.save(cellsOf(e.s, "500", "ben")[4], `{"ping_gm":false}`)
	data, whole, err := e.s.UserData(e.ctx(), "anna")
	if err != nil || !whole || !json.Valid(data) {
		e.Fatalf("%v: %s", err, data)
	}
	for _, want := range []string{"Knight", "Rogue", `"ping_gm": true`, "Sneak", "/roll 2d6", `"server": "501"`, `"user": "anna"`, "2026-03-01T20:01:20Z"} {
		if !strings.Contains(string(data), want) {
			e.Errorf("%s is missing in\n%s", want, data)
		}
	}
	for _, other := range []string{"Monk", `"ping_gm": false`, "/do ", "ben"} {
		if strings.Contains(string(data), other) {
			e.Errorf("it has other users' data, %s:\n%s", other, data)
		}
	}
	data, whole, err = e.s.UserData(e.ctx(), "nobody")
	for _, empty := range []string{`"characters": []`, `"preferences": []`, `"rolls": []`, `"parties": []`, `"commands": []`} {
		if err != nil || !whole || !strings.Contains(string(data), empty) {
			e.Errorf("%s, %v", data, err)
		}
	}
}

// commandsInOrder: commands are listed oldest first, across fights and channels, including what was undone but not what failed.
func commandsInOrder(e *env) {
	e.do("", Appending(Did(0, started("First")), by("anna", 1), by("ben", 2), by("anna", 3)))
	e.do("", Undoing(4))
	e.doIn("101", "", Appending(Did(5, started("Other")), by("anna", 6)))
	if err := e.try("", Appending(by("anna", 7), Did(8, started("x")))); err == nil {
		e.Fatal("a second start was accepted")
	}
	e.do("", Appending(by("anna", 9), Did(10, ended())))
	e.reopen()
	e.do("", Appending(Did(11, started("Second")), by("anna", 12)))
	data, whole, err := e.s.UserData(e.ctx(), "anna")
	e.no(err)
	var got struct {
		Commands []struct{ Channel, Command string }
	}
	e.no(json.Unmarshal(data, &got))
	text := ""
	for _, c := range got.Commands {
		text += fmt.Sprintf("%s %s, ", c.Channel, c.Command)
	}
	if want := "100 /do 1, 100 /do 3, 100 /do 9, 101 /do 6, 100 /do 12, "; text != want || !whole {
		e.Errorf("the commands are %q, want %q", text, want)
	}
}

// eraseUser: characters, preferences and the user's place in parties are gone, and nothing else.
func eraseUser(e *env) {
	e.longFight()
	for _, o := range []struct {
		guild snowflake.Guild
		user  snowflake.User
	}{{"501", "anna"}, {"500", "ben"}} {
		for _, c := range cellsOf(e.s, o.guild, o.user) {
			e.save(c, "{}")
		}
	}
	log := len(e.log())
	e.no(e.s.EraseUser(e.ctx(), "anna"))
	for _, guild := range []snowflake.Guild{"500", "501"} {
		for i, c := range cellsOf(e.s, guild, "anna") {
			if data, err := c.get(e.ctx()); err != nil || (data == nil) != (i >= 3) {
				e.Errorf("%s of anna in %s are %s, %v", c.name, guild, data, err)
			}
		}
	}
	for _, c := range cellsOf(e.s, "500", "ben") {
		if data, err := c.get(e.ctx()); err != nil || len(data) == 0 {
			e.Errorf("%s of ben are %s, %v", c.name, data, err)
		}
	}
	e.wantParty(channel, "ben")
	data, _, err := e.s.UserData(e.ctx(), "anna")
	if err != nil || strings.Contains(string(data), "Knight") || strings.Contains(string(data), "ping_gm") || !strings.Contains(string(data), "/roll 2d6") {
		e.Errorf("after erasing: %v\n%s", err, data)
	}
	if n := len(e.log()); n != log {
		e.Errorf("%d entries, want %d", n, log)
	}
	e.check()
}
