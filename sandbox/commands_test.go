package sandbox_test

import (
	"fmt"
	"strings"
	"testing"

	"roundel/sandbox"
)

func TestCommandRules(t *testing.T) {
	srv := start(t, sandbox.Config{})
	path := "/applications/" + srv.BotID() + "/commands"
	with := func(options string) string { return `[{"name":"a","description":"d","options":` + options + `}]` }
	text := func(name string) string { return `{"type":3,"name":"` + name + `","description":"d"}` }
	for name, one := range map[string]struct{ body, at, code string }{
		"upper case":         {`[{"name":"Init","description":"d"}]`, "0.name", "APPLICATION_COMMAND_INVALID_NAME"},
		"space":              {`[{"name":"in it","description":"d"}]`, "0.name", "APPLICATION_COMMAND_INVALID_NAME"},
		"long name":          {`[{"name":"` + long(33) + `","description":"d"}]`, "0.name", "BASE_TYPE_BAD_LENGTH"},
		"no description":     {`[{"name":"a"}]`, "0.description", "BASE_TYPE_REQUIRED"},
		"long description":   {`[{"name":"a","description":"` + long(101) + `"}]`, "0.description", "BASE_TYPE_BAD_LENGTH"},
		"name twice":         {`[{"name":"a","description":"d"},{"name":"a","description":"d"}]`, "1.name", "APPLICATION_COMMANDS_DUPLICATE_NAME"},
		"options":            {with(many(26, text("o#"))), "0.options", "BASE_TYPE_MAX_LENGTH"},
		"option twice":       {with(many(2, text("o"))), "0.options.1.name", "APPLICATION_COMMAND_OPTIONS_NAME_INVALID"},
		"option type":        {with(`[{"type":12,"name":"a","description":"d"}]`), "0.options.0.type", "BASE_TYPE_CHOICES"},
		"required last":      {with(`[` + text("a") + `,{"type":3,"name":"b","description":"d","required":true}]`), "0.options", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"},
		"choices":            {with(`[{"type":3,"name":"a","description":"d","choices":` + many(26, `{"name":"n#","value":"v#"}`) + `}]`), "0.options.0.choices", "BASE_TYPE_MAX_LENGTH"},
		"choice twice":       {with(`[{"type":3,"name":"a","description":"d","choices":` + many(2, `{"name":"n","value":"v"}`) + `}]`), "0.options.0.choices.1", "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS"},
		"choice of number":   {with(`[{"type":4,"name":"a","description":"d","choices":[{"name":"n","value":"x"}]}]`), "0.options.0.choices.0.value", "NUMBER_TYPE_COERCE"},
		"choices of users":   {with(`[{"type":6,"name":"a","description":"d","choices":[{"name":"n","value":"x"}]}]`), "0.options.0.choices", "APPLICATION_COMMAND_OPTION_CHOICES_INVALID"},
		"completed choices":  {with(`[{"type":3,"name":"a","description":"d","autocomplete":true,"choices":[{"name":"n","value":"v"}]}]`), "0.options.0.autocomplete", "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID"},
		"completed user":     {with(`[{"type":6,"name":"a","description":"d","autocomplete":true}]`), "0.options.0.autocomplete", "APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_INVALID_TYPE"},
		"completed file":     {with(`[{"type":11,"name":"a","description":"d","autocomplete":true}]`), "0.options.0.autocomplete", "APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_INVALID_TYPE"},
		"choices of files":   {with(`[{"type":11,"name":"a","description":"d","choices":[{"name":"n","value":"x"}]}]`), "0.options.0.choices", "APPLICATION_COMMAND_OPTION_CHOICES_INVALID"},
		"minimum of a file":  {with(`[{"type":11,"name":"a","description":"d","min_value":1}]`), "0.options.0.min_value", "APPLICATION_COMMAND_OPTION_MIN_MAX_INVALID"},
		"length of a file":   {with(`[{"type":11,"name":"a","description":"d","max_length":9}]`), "0.options.0.max_length", "APPLICATION_COMMAND_OPTION_MIN_MAX_LENGTH_INVALID"},
		"required file last": {with(`[` + text("a") + `,{"type":11,"name":"b","description":"d","required":true}]`), "0.options", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"},
		"options of a file":  {with(`[{"type":11,"name":"a","description":"d","options":[` + text("b") + `]}]`), "0.options.0.options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"},
		"minimum of text":    {with(`[{"type":3,"name":"a","description":"d","min_value":1}]`), "0.options.0.min_value", "APPLICATION_COMMAND_OPTION_MIN_MAX_INVALID"},
		"minimum above":      {with(`[{"type":4,"name":"a","description":"d","min_value":2,"max_value":1}]`), "0.options.0", "APPLICATION_COMMAND_OPTION_MIN_MAX_INVALID"},
		"length of number":   {with(`[{"type":4,"name":"a","description":"d","max_length":1}]`), "0.options.0.max_length", "APPLICATION_COMMAND_OPTION_MIN_MAX_LENGTH_INVALID"},
		"channel types":      {with(`[{"type":3,"name":"a","description":"d","channel_types":[0]}]`), "0.options.0.channel_types", "APPLICATION_COMMAND_OPTION_CHANNEL_TYPES_INVALID"},
		"mixed":              {with(`[{"type":1,"name":"a","description":"d"},` + text("b") + `]`), "0.options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"},
		"group in group":     {with(`[{"type":2,"name":"a","description":"d","options":[{"type":2,"name":"b","description":"d"}]}]`), "0.options.0.options.0.type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"},
		"value in group":     {with(`[{"type":2,"name":"a","description":"d","options":[` + text("b") + `]}]`), "0.options.0.options.0", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"},
		"options of a value": {with(`[{"type":3,"name":"a","description":"d","options":[` + text("b") + `]}]`), "0.options.0.options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"},
		"8,000 characters": {with(many(20, `{"type":3,"name":"o#","description":"`+long(100)+`","choices":`+
			strings.ReplaceAll(many(15, `{"name":"n#`+long(20)+`","value":"v#"}`), "#", "")+`}`)), "0", "APPLICATION_COMMAND_TOO_LARGE"},
	} {
		t.Run(name, func(t *testing.T) {
			status, body, _ := raw(t, srv, "PUT", path, one.body)
			if got := faultAt(body, one.at); status != 400 || body["code"] != 50035.0 || got != one.code {
				t.Errorf("got %d %v, want 400 and %s at %s", status, body, one.code, one.at)
			}
		})
	}
	if status, body, _ := raw(t, srv, "PUT", path, many(101, `{"name":"c#","description":"d"}`)); status != 400 || body["code"] != 30032.0 {
		t.Errorf("101 commands got %d %v", status, body)
	}
	if status, body, _ := raw(t, srv, "PUT", path, many(100, `{"name":"c#","description":"d"}`)); status != 200 {
		t.Errorf("100 commands got %d %v", status, body)
	}
}

// TestEntryPointCommand: an application has at most one Entry Point command, and a list that replaces all commands must have it.
func TestEntryPointCommand(t *testing.T) {
	srv := start(t, sandbox.Config{})
	path := "/applications/" + srv.BotID() + "/commands"
	const chat, entry = `{"name":"a","description":"d"}`, `{"name":"launch","type":4,"handler":2}`
	for _, row := range []struct {
		method, body string
		status       int
		code         any
	}{
		{"POST", entry, 201, nil}, {"PUT", "[" + chat + "]", 400, 50240.0}, {"PUT", "[" + chat + "," + entry + "]", 200, nil},
		{"POST", `{"name":"play","type":4,"handler":1}`, 400, 30032.0}, {"POST", `{"name":"launch","type":4,"handler":3}`, 400, 50035.0},
	} {
		if status, body, _ := raw(t, srv, row.method, path, row.body); status != row.status || row.code != nil && body["code"] != row.code {
			t.Errorf("%s %s got %d %v", row.method, row.body, status, body)
		}
	}
}

func TestCommandsKeepTheirIDs(t *testing.T) {
	srv := start(t, sandbox.Config{})
	path := "/applications/" + srv.BotID() + "/guilds/" + srv.GuildID("") + "/commands"
	ids := map[string]bool{}
	for range 2 {
		_, body, _ := raw(t, srv, "PUT", path, `[{"name":"a","description":"d"}]`)
		ids[body["list"].([]any)[0].(map[string]any)["id"].(string)] = true
	}
	status, body, _ := raw(t, srv, "POST", path, `{"name":"a","description":"e"}`)
	ids[fmt.Sprint(body["id"])] = true
	if len(ids) != 1 || status != 200 {
		t.Errorf("overwriting gave the IDs %v and status %d, want one ID and 200", ids, status)
	}
	if status, _, _ := raw(t, srv, "POST", path, `{"name":"b","description":"e"}`); status != 201 {
		t.Errorf("a new command got %d, want 201", status)
	}
	for id := range ids {
		status, body, _ := raw(t, srv, "PATCH", path+"/"+id, `{"description":"f"}`)
		if status != 200 || body["description"] != "f" || body["name"] != "a" {
			t.Errorf("editing got %d %v", status, body)
		}
		if status, _, _ := raw(t, srv, "DELETE", path+"/"+id, ""); status != 204 {
			t.Errorf("deleting got %d", status)
		}
	}
	if _, body, _ := raw(t, srv, "GET", path, ""); len(body["list"].([]any)) != 1 {
		t.Errorf("the remaining commands are %v", body)
	}
	noViolations(t, srv)
}
