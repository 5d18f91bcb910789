package sandbox_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"roundel/internal/smallbot"
	"roundel/sandbox"
)

func TestCommandRules(t *testing.T) {
	srv := start(t, sandbox.Config{})
	path := "/applications/" + srv.BotID() + "/commands"
	with := func(options string) string { return `[{"name":"a","description":"d","options":` + options + `}]` }
	text := func(name string) string { return `{"type":3,"name":"` + name + `","description":"d"}` }
	choice := func(names string) string {
		return `[{"type":3,"name":"a","description":"d","choices":[{"name":"n","value":"v","name_localizations":` + names + `},{"name":"m","value":"w"}]}]`
	}
	for name, one := range map[string]struct{ body, at, code string }{
		"upper case":            {`[{"name":"Init","description":"d"}]`, "0.name", "APPLICATION_COMMAND_INVALID_NAME"},
		"space":                 {`[{"name":"in it","description":"d"}]`, "0.name", "APPLICATION_COMMAND_INVALID_NAME"},
		"long name":             {`[{"name":"` + long(33) + `","description":"d"}]`, "0.name", "BASE_TYPE_BAD_LENGTH"},
		"no description":        {`[{"name":"a"}]`, "0.description", "BASE_TYPE_REQUIRED"},
		"long description":      {`[{"name":"a","description":"` + long(101) + `"}]`, "0.description", "BASE_TYPE_BAD_LENGTH"},
		"name twice":            {`[{"name":"a","description":"d"},{"name":"a","description":"d"}]`, "1.name", "APPLICATION_COMMANDS_DUPLICATE_NAME"},
		"options":               {with(many(26, text("o#"))), "0.options", "BASE_TYPE_MAX_LENGTH"},
		"option twice":          {with(many(2, text("o"))), "0.options.1.name", "APPLICATION_COMMAND_OPTIONS_NAME_INVALID"},
		"option type":           {with(`[{"type":12,"name":"a","description":"d"}]`), "0.options.0.type", "BASE_TYPE_CHOICES"},
		"required last":         {with(`[` + text("a") + `,{"type":3,"name":"b","description":"d","required":true}]`), "0.options", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"},
		"choices":               {with(`[{"type":3,"name":"a","description":"d","choices":` + many(26, `{"name":"n#","value":"v#"}`) + `}]`), "0.options.0.choices", "BASE_TYPE_MAX_LENGTH"},
		"choice twice":          {with(`[{"type":3,"name":"a","description":"d","choices":` + many(2, `{"name":"n","value":"v"}`) + `}]`), "0.options.0.choices.1", "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS"},
		"choice of number":      {with(`[{"type":4,"name":"a","description":"d","choices":[{"name":"n","value":"x"}]}]`), "0.options.0.choices.0.value", "NUMBER_TYPE_COERCE"},
		"choices of users":      {with(`[{"type":6,"name":"a","description":"d","choices":[{"name":"n","value":"x"}]}]`), "0.options.0.choices", "APPLICATION_COMMAND_OPTION_CHOICES_INVALID"},
		"completed choices":     {with(`[{"type":3,"name":"a","description":"d","autocomplete":true,"choices":[{"name":"n","value":"v"}]}]`), "0.options.0.autocomplete", "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID"},
		"completed user":        {with(`[{"type":6,"name":"a","description":"d","autocomplete":true}]`), "0.options.0.autocomplete", "APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_INVALID_TYPE"},
		"completed file":        {with(`[{"type":11,"name":"a","description":"d","autocomplete":true}]`), "0.options.0.autocomplete", "APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_INVALID_TYPE"},
		"choices of files":      {with(`[{"type":11,"name":"a","description":"d","choices":[{"name":"n","value":"x"}]}]`), "0.options.0.choices", "APPLICATION_COMMAND_OPTION_CHOICES_INVALID"},
		"minimum of a file":     {with(`[{"type":11,"name":"a","description":"d","min_value":1}]`), "0.options.0.min_value", "APPLICATION_COMMAND_OPTION_MIN_MAX_INVALID"},
		"length of a file":      {with(`[{"type":11,"name":"a","description":"d","max_length":9}]`), "0.options.0.max_length", "APPLICATION_COMMAND_OPTION_MIN_MAX_LENGTH_INVALID"},
		"required file last":    {with(`[` + text("a") + `,{"type":11,"name":"b","description":"d","required":true}]`), "0.options", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"},
		"options of a file":     {with(`[{"type":11,"name":"a","description":"d","options":[` + text("b") + `]}]`), "0.options.0.options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"},
		"minimum of text":       {with(`[{"type":3,"name":"a","description":"d","min_value":1}]`), "0.options.0.min_value", "APPLICATION_COMMAND_OPTION_MIN_MAX_INVALID"},
		"minimum above":         {with(`[{"type":4,"name":"a","description":"d","min_value":2,"max_value":1}]`), "0.options.0", "APPLICATION_COMMAND_OPTION_MIN_MAX_INVALID"},
		"length of number":      {with(`[{"type":4,"name":"a","description":"d","max_length":1}]`), "0.options.0.max_length", "APPLICATION_COMMAND_OPTION_MIN_MAX_LENGTH_INVALID"},
		"channel types":         {with(`[{"type":3,"name":"a","description":"d","channel_types":[0]}]`), "0.options.0.channel_types", "APPLICATION_COMMAND_OPTION_CHANNEL_TYPES_INVALID"},
		"mixed":                 {with(`[{"type":1,"name":"a","description":"d"},` + text("b") + `]`), "0.options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"},
		"group in group":        {with(`[{"type":2,"name":"a","description":"d","options":[{"type":2,"name":"b","description":"d"}]}]`), "0.options.0.options.0.type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"},
		"value in group":        {with(`[{"type":2,"name":"a","description":"d","options":[` + text("b") + `]}]`), "0.options.0.options.0", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"},
		"options of a value":    {with(`[{"type":3,"name":"a","description":"d","options":[` + text("b") + `]}]`), "0.options.0.options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"},
		"locale":                {with(many(1, `{"type":3,"name":"a","description":"d","description_localizations":{"en":"d"}}`)), "0.options.0.description_localizations.en", "ENUM_TYPE_COERCE"},
		"locale of a command":   {`[{"name":"a","description":"d","description_localizations":{"de-DE":"d"}}]`, "0.description_localizations.de-DE", "ENUM_TYPE_COERCE"},
		"list of translations":  {`[{"name":"a","description":"d","description_localizations":["d"]}]`, "0.description_localizations", "MODEL_TYPE_CONVERT"},
		"long translation":      {`[{"name":"a","description":"d","description_localizations":{"de":"` + long(101) + `"}}]`, "0.description_localizations.de", "BASE_TYPE_BAD_LENGTH"},
		"empty translation":     {with(`[{"type":3,"name":"a","description":"d","description_localizations":{"de":""}}]`), "0.options.0.description_localizations.de", "BASE_TYPE_REQUIRED"},
		"null translation":      {with(`[{"type":3,"name":"a","description":"d","description_localizations":{"de":null}}]`), "0.options.0.description_localizations.de", "BASE_TYPE_REQUIRED"},
		"translated upper case": {`[{"name":"a","description":"d","name_localizations":{"de":"Los"}}]`, "0.name_localizations.de", "APPLICATION_COMMAND_INVALID_NAME"},
		"translated long name":  {with(`[{"type":3,"name":"a","description":"d","name_localizations":{"de":"` + long(33) + `"}}]`), "0.options.0.name_localizations.de", "BASE_TYPE_BAD_LENGTH"},
		"translated twice":      {`[{"name":"a","description":"d","name_localizations":{"de":"los"}},{"name":"los","description":"d"}]`, "1.name", "APPLICATION_COMMANDS_DUPLICATE_NAME"},
		"translated option":     {with(`[` + text("a") + `,{"type":3,"name":"b","description":"d","name_localizations":{"ja":"a"}}]`), "0.options.1.name", "APPLICATION_COMMAND_OPTIONS_NAME_INVALID"},
		"long choice":           {with(choice(`{"de":"` + long(101) + `"}`)), "0.options.0.choices.0.name_localizations.de", "BASE_TYPE_BAD_LENGTH"},
		"locale of a choice":    {with(choice(`{"zz":"x"}`)), "0.options.0.choices.0.name_localizations.zz", "ENUM_TYPE_COERCE"},
		"translated choice":     {with(choice(`{"de":"m"}`)), "0.options.0.choices.1", "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS"},
		"description of an app": {`[{"type":2,"name":"Quote","description_localizations":{"de":"d"}}]`, "0.description", "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID"},
		"8,000 of translations": {with(many(25, `{"type":3,"name":"o#","description":"d","description_localizations":{"de":"`+long(100)+`","fr":"x"},"choices":`+
			strings.ReplaceAll(many(2, `{"name":"n#","name_localizations":{"de":"x","ja":"n#`+long(98)+`"},"value":"v#`+long(20)+`"}`), "#", "")+`}`)), "0", "APPLICATION_COMMAND_TOO_LARGE"},
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

// translated is a command with translations of everything that has some.
const translated = `{"name":"dive","description":"Go down","name_localizations":{"ja":"潜る"},"description_localizations":{"de":"Tauchen","es-ES":"Bucear"},
	"options":[{"type":3,"name":"depth","description":"How deep","description_localizations":{"de":"Wie tief"},
	"choices":[{"name":"Shallow","value":"1","name_localizations":{"de":"Flach"}},{"name":"Deep","value":"2","name_localizations":{"de":"Tief"}}]}]}`

// TestTranslationsAreReturned: all routes return all translations, except the lists, which have one locale's texts unless asked for all.
func TestTranslationsAreReturned(t *testing.T) {
	srv := start(t, sandbox.Config{})
	path := "/applications/" + srv.BotID() + "/commands"
	const names, descriptions, depths, flat = "map[ja:潜る]", "map[de:Tauchen es-ES:Bucear]", "map[de:Wie tief]", "map[de:Flach]"
	check := func(name string, cmd map[string]any, want ...any) {
		t.Helper()
		option := cmd["options"].([]any)[0].(map[string]any)
		choice := option["choices"].([]any)[0].(map[string]any)
		got := fmt.Sprint([]any{cmd["name_localizations"], cmd["description_localizations"], option["description_localizations"], choice["name_localizations"],
			cmd["name_localized"], cmd["description_localized"], option["description_localized"], choice["name_localized"]})
		if got != fmt.Sprintf("%v", want) || cmd["name"] != "dive" || cmd["description"] != "Go down" || choice["name"] != "Shallow" {
			t.Errorf("%s got %v, want %v", name, got, want)
		}
	}
	status, body, _ := raw(t, srv, "PUT", path, "["+translated+"]")
	if status != 200 {
		t.Fatal(status, body)
	}
	one := func() map[string]any { return body["list"].([]any)[0].(map[string]any) }
	id := fmt.Sprint(one()["id"])
	check("PUT", one(), names, descriptions, depths, flat, nil, nil, nil, nil)
	_, body, _ = raw(t, srv, "POST", path, translated)
	check("POST", body, names, descriptions, depths, flat, nil, nil, nil, nil)
	_, body, _ = raw(t, srv, "GET", path+"/"+id, "")
	check("GET of one", body, names, descriptions, depths, flat, nil, nil, nil, nil)
	_, body, _ = raw(t, srv, "PATCH", path+"/"+id, `{"nsfw":false}`)
	check("PATCH", body, names, descriptions, depths, flat, nil, nil, nil, nil)
	_, body, _ = raw(t, srv, "GET", path+"?with_localizations=true", "")
	check("GET of all, with translations", one(), names, descriptions, depths, flat, nil, nil, nil, nil)
	_, body, _ = raw(t, srv, "GET", path, "")
	check("GET of all", one(), nil, nil, nil, nil, nil, nil, nil, nil)
	if _, given := one()["name_localizations"]; given {
		t.Error("a list without translations has null in their place")
	}
	for header, want := range map[string][]any{
		"X-Discord-Locale: de":                  {nil, nil, nil, nil, nil, "Tauchen", "Wie tief", "Flach"},
		"X-Discord-Locale: es-419":              {nil, nil, nil, nil, nil, "Bucear", nil, nil},
		"Accept-Language: xx, ja;q=0.9, de;q=0": {nil, nil, nil, nil, "潜る", nil, nil, nil},
	} {
		body = listed(t, srv, path, header)
		check(header, one(), want...)
	}
	smallbot.NoViolations(t, srv)
}

// listed reads a list with a header.
func listed(t *testing.T, srv *sandbox.Server, path, header string) map[string]any {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), "GET", srv.URL()+"/api/v10"+path, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	key, value, _ := strings.Cut(header, ": ")
	request.Header = http.Header{"Authorization": {"Bot " + srv.Token()}, "User-Agent": {"DiscordBot (https://example.org, 1)"}, key: {value}}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var list []any
	if err := json.NewDecoder(response.Body).Decode(&list); err != nil {
		t.Fatal(err)
	}
	return map[string]any{"list": list}
}

// TestPeopleSeeTranslations: a client shows the descriptions and choices of its own language, and takes their names for their values.
func TestPeopleSeeTranslations(t *testing.T) {
	s := newStage(t, sandbox.Config{})
	raw(t, s.srv, "PUT", "/applications/"+s.srv.BotID()+"/commands", "["+translated+`,{"name":"pick","description":"d",
		"options":[{"type":3,"name":"who","description":"d","autocomplete":true}]}]`)
	if err := s.srv.SetLocale("Anna", "de"); err != nil {
		t.Fatal(err)
	}
	for user, want := range map[string]string{"Anna": "dive Tauchen: depth Wie tief [Flach 1 Tief 2]", "Ben": "dive Go down: depth How deep [Shallow 1 Deep 2]"} {
		all, err := s.srv.CommandsFor(user, "fight")
		if err != nil {
			t.Fatal(err)
		}
		dive := all[0].(map[string]any)
		depth := dive["options"].([]any)[0].(map[string]any)
		var choices []string
		for _, one := range depth["choices"].([]any) {
			choices = append(choices, fmt.Sprint(one.(map[string]any)["name"], " ", one.(map[string]any)["value"]))
		}
		if got := fmt.Sprintf("%s %s: %s %s %v", dive["name"], dive["description"], depth["name"], depth["description"], choices); got != want {
			t.Errorf("%s sees %s, want %s", user, got, want)
		}
	}
	s.command("Anna", "/dive depth:Tief")
	if got := s.data()["options"].([]any)[0].(map[string]any)["value"]; got != "2" {
		t.Errorf("the choice sent %v", got)
	}
	if _, err := s.srv.User("Ben").Command("fight", "/dive depth:Tief"); err == nil {
		t.Error("an English client took a German choice")
	}
	for user, want := range map[string]string{"Anna": "Dachs", "Ben": "Badger"} {
		var wait = make(chan string, 1)
		go func() {
			found, err := s.srv.User(user).Complete(s.t.Context(), "fight", "/pick", "who")
			wait <- fmt.Sprint(found, err)
		}()
		got := s.arrived("INTERACTION_CREATE")
		status, body, _ := raw(t, s.srv, "POST", fmt.Sprint("/interactions/", got["id"], "/", got["token"], "/callback"),
			`{"type":8,"data":{"choices":[{"name":"Badger","name_localizations":{"de":"Dachs"},"value":"b"}]}}`)
		if seen := <-wait; status != 204 || !strings.Contains(seen, want) {
			t.Errorf("%s was offered %s (%d %v), want %s", user, seen, status, body, want)
		}
	}
	smallbot.NoViolations(t, s.srv)
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
	smallbot.NoViolations(t, srv)
}
