package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"roundel/engine/ruleset"
	"roundel/sandbox"
	"roundel/sandbox/play"
)

// playScript runs roundel sandbox --script and returns its status and what it printed.
func playScript(t *testing.T, text string, args ...string) (int, string, string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "script.txt")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out, errs := &output{}, &output{}
	err := run(t.Context(), append([]string{"sandbox", "--addr", "127.0.0.1:0", slow, "--script", file}, args...), nil, out, errs)
	return status(err), out.String(), errs.String()
}

// TestAScriptPlaysAFight: a script plays a fight without a browser, and with --db the next start continues it.
func TestAScriptPlaysAFight(t *testing.T) {
	t.Parallel()
	db := filepath.Join(t.TempDir(), "kept", "fights.db")
	got, out, errs := playScript(t, `# a quick fight
GM: /init start name:Bridge fight
wait [Join]
Anna: [Join] name = Knight | stats = init 15, hp 30 | roll = 6
  what came back before is skipped
GM: /init add name:Goblin count:2 stats:init 7, hp 5
GM: /init roll rolls:Goblin 12
Anna: here I come
Ben: /next
Anna: [End turn]
wait > 19 Goblin
`, "--db", db)
	if got != 0 {
		t.Fatalf("status %d\n%s%s", got, out, errs)
	}
	rest := out
	for _, line := range []string{"# a quick fight\n", "GM: /init start name:Bridge fight\n", "  **Bridge fight** begins (Turn Order). The GM is @GM.\n",
		"\n  [Join]", "Anna: [Join] name = Knight", "  Knight (@Anna) has joined.\n", "  Goblin 1 and Goblin 2 have joined.\n", "  **Round 1 · Knight** @Anna\n",
		"Anna: here I come\n", "Ben: /next\n  (only Ben) ", "Anna: [End turn]\n", "  **Round 1 · Goblin**\n", "> 19 Goblin"} {
		at := strings.Index(rest, line)
		if at < 0 {
			t.Fatalf("%q is missing or out of order:\n%s", line, out)
		}
		rest = rest[at+len(line):]
	}
	if strings.Contains(out, "came back before") || strings.Contains(errs, `"info"`) {
		t.Errorf("it prints too much:\n%s%s", out, errs)
	}
	got, out, errs = playScript(t, "GM: /next\nwait\n", "--db", db)
	if got != 0 || !strings.Contains(out, "**Round 2 · Knight**") {
		t.Errorf("the fight was not kept: %d\n%s%s", got, out, errs)
	}
}

// TestAScriptPicksFromMenus: a script picks several options of a form's menu and of a message's.
func TestAScriptPicksFromMenus(t *testing.T) {
	t.Parallel()
	got, out, errs := playScript(t, `GM: /init start name:Bridge fight
Anna: /init join name:Knight stats:init 15, hp 30 roll:20
GM: /init add name:Goblin count:3 stats:init 1, hp 5 roll:1
GM: /init roll
wait [Heal]
Anna: [Damage] Targets = Goblin 1 / Goblin 3 | Damage = 3
GM: [Effect] Targets = Knight / Goblin (all 3) | Effect = Prone | How long = 2 rounds
GM: /effect add target:Knight name:Slow
Anna: [More…]
Anna: [Remove effects] Prone, Slow
`)
	if got != 0 {
		t.Fatalf("status %d\n%s%s", got, out, errs)
	}
	for _, line := range []string{"  Goblins 1 and 3 take 3 damage and are bloodied.\n", "  Knight is Prone for 2 rounds.\n", "  Goblin is Prone for 2 rounds.\n",
		"\n  [Remove effects]", "  Prone has been removed from Knight.\n  Slow has been removed from Knight.\n"} {
		if !strings.Contains(out, line) {
			t.Errorf("%q is missing:\n%s", line, out)
		}
	}
}

// TestAScriptPrintsFollowUpMessages: what only the GM reads after a public answer is printed once.
func TestAScriptPrintsFollowUpMessages(t *testing.T) {
	t.Parallel()
	got, out, errs := playScript(t, `GM: /init start
GM: /init add name:Wolf stats:init 2, hp 10
GM: /init add name:Zorn stats:init 1, hp 10 hidden:true
GM: /hp target:Wolf, Zorn amount:-3
wait
GM: /init list
`)
	if got != 0 || strings.Count(out, "  (only GM) Only you see this:\n  ") != 1 || strings.Count(out, "Wolf and Zorn take 3 damage and are at 7/10.") != 1 {
		t.Errorf("status %d\n%s%s", got, out, errs)
	}
}

// TestABadScriptLineFails: the status is 1 and the message names the line.
func TestABadScriptLineFails(t *testing.T) {
	t.Parallel()
	for script, why := range map[string]string{
		"\nGM: /nope":                                       "line 2: GM: /nope: there is no command /nope",
		"GM: /init remove":                                  "required",
		"Nobody: /init start":                               `no user "Nobody"`,
		"Anna: [End turn]":                                  "Anna cannot see a [End turn]",
		"GM: /init start\nGM: [Join]":                       `opens the form "Join the fight"`,
		"GM: /init start\nGM: [Join] nonsense":              "has no value",
		"GM: /init start\nGM: [Join] height = 3":            "no field",
		"GM: /init start\nGM: [Roll initiative] name = Orc": "opened no form",
		"what is this":                                      "not understood",
	} {
		t.Run(why, func(t *testing.T) {
			t.Parallel() // they wait more than they work
			args := []string{}
			if strings.HasPrefix(why, "Anna cannot see a") {
				args = append(args, "--slow=1") // the button never appears
			}
			got, out, errs := playScript(t, script, args...)
			if got != 1 || !strings.Contains(errs, why) || !strings.Contains(out, "\n  ! ") {
				t.Errorf("%q: status %d:\n%s%s", script, got, out, errs)
			}
		})
	}
}

func TestSandboxArguments(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{"--help"}, 0, "--script FILE"},
		{[]string{"--nope"}, 2, "--help"},
		{[]string{"rest"}, 2, `unknown argument "rest"`},
		{[]string{"--script", "/does/not/exist"}, 2, "cannot read the script"},
		{[]string{"--addr", "nowhere"}, 2, "--addr is not a valid address"},
		{[]string{"--slow", "0"}, 2, "--slow must be 1 to 1000"},
	} {
		out := &output{}
		err := run(t.Context(), append([]string{"sandbox"}, test.args...), nil, out, out)
		if status(err) != test.status || !strings.Contains(out.String(), test.says) {
			t.Errorf("%v: status %d: %s", test.args, status(err), out)
		}
	}
	out := &output{}
	err := run(t.Context(), []string{"sandbox"}, []string{"ROUNDEL_LOG_LEVEL=loud"}, out, out)
	if status(err) != 2 || !strings.Contains(out.String(), "ROUNDEL_LOG_LEVEL") {
		t.Errorf("a bad setting: status %d: %s", status(err), out)
	}
}

// TestSandboxAddresses: if the default port is taken, the sandbox uses another, and it warns about an open address.
func TestSandboxAddresses(t *testing.T) {
	t.Parallel()
	first, err := startSandbox(sandbox.Config{}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	second, err := startSandbox(sandbox.Config{}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	out := &output{}
	open, err := startSandbox(sandbox.Config{Addr: "0.0.0.0:0"}, out)
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	if !strings.Contains(out.String(), "WARNING") || !strings.HasPrefix(open.URL(), "http://127.0.0.1:") {
		t.Errorf("%s: %s", open.URL(), out)
	}
}

// patientTable returns a table whose users wait for answers as long as the test does.
func patientTable(t *testing.T, cfg sandbox.Config) *table {
	t.Helper()
	cfg.AnswerWithin = patience
	srv, err := sandbox.Start(cfg)
	if err != nil {
		t.Fatal(err)
	}
	tb := &table{t: t, srv: srv, db: filepath.Join(t.TempDir(), "roundel.db"), out: &output{}}
	tb.launch()
	t.Cleanup(func() {
		if err := errors.Join(tb.stop(), srv.Close()); err != nil {
			t.Error(err)
		}
		for _, v := range append(srv.Violations(slowness()...), srv.Warnings()...) {
			t.Errorf("a violation or warning: %s", v)
		}
		if t.Failed() {
			t.Log(tb.out.String())
		}
	})
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := srv.WaitReady(ctx); err != nil {
		t.Fatal(err)
	}
	return tb
}

// TestEveryRulesetHasADemo: there is one demo for each bundled ruleset, under its title.
func TestEveryRulesetHasADemo(t *testing.T) {
	t.Parallel()
	titles := map[string]string{}
	for _, demo := range demos() {
		titles[demo.Name] = demo.Title
		if !strings.Contains(demo.Script, " ruleset:"+strings.TrimPrefix(demo.Name, "demo-")+"\n") {
			t.Errorf("%s begins no fight with its ruleset", demo.Name)
		}
	}
	for _, rs := range ruleset.Bundled().List {
		if titles["demo-"+rs.Name] != rs.Title {
			t.Errorf("the demo of %s is called %q, not %q", rs.Name, titles["demo-"+rs.Name], rs.Title)
		}
	}
	if len(titles) != len(ruleset.Bundled().List) {
		t.Errorf("%d demos for %d rulesets", len(titles), len(ruleset.Bundled().List))
	}
}

// TestEveryDemoStartsAFight: each demo starts a fight without any refusal.
func TestEveryDemoStartsAFight(t *testing.T) {
	t.Parallel()
	tb := patientTable(t, sandbox.Config{})
	for _, demo := range demos() {
		t.Run(demo.Name, func(t *testing.T) {
			t.Parallel() // they wait more than they work
			id, err := tb.srv.AddChannel("", demo.Name)
			if err != nil {
				t.Fatal(err)
			}
			out := &output{}
			err = play.Script{Channel: id, Text: demo.Script + "\nwait [Damage]\n", Out: out, Slow: 20}.Play(t.Context(), tb.srv)
			goesOn := func(button string) bool { return strings.Contains(out.String(), button) }
			if err != nil || !slices.ContainsFunc([]string{"[End turn]", "[Take the turn]", "[Hand over to]"}, goesOn) ||
				!strings.Contains(out.String(), "ound ") && // 1, or 2 if the first token out of a bag ends the round
					!strings.Contains(out.String(), "**Tick ") && !strings.Contains(out.String(), "The GM acts.") {
				t.Errorf("%v\n%s", err, out)
			}
			for _, word := range []string{"(only Anna)", "(only Ben)", "(only Cleo)", "Only @GM", "not know"} {
				if strings.Contains(out.String(), word) {
					t.Errorf("a refusal:\n%s", out)
				}
			}
		})
	}
}

// TestTheSandboxEndsWithItsBot: if the bot stops, the sandbox ends with an error.
func TestTheSandboxEndsWithItsBot(t *testing.T) {
	t.Parallel()
	out := &output{}
	err := run(t.Context(), []string{"sandbox", "--addr", "127.0.0.1:0", "--db", t.TempDir()}, nil, out, out)
	if status(err) != 1 || !strings.Contains(out.String(), "the bot stopped unexpectedly") {
		t.Errorf("status %d: %s", status(err), out)
	}
}

// TestCR57OverTheWire plays Apply to fight, the commands of members and a form with checkboxes as people use them, with all that goes over the
// sockets checked by the stand-in.
func TestCR57OverTheWire(t *testing.T) {
	t.Parallel()
	got, out, errs := playScript(t, `GM: /init start name:Bridge fight
Anna: /init join name:Mira stats:init 15, hp 30 roll:20
GM: /init add name:Goblin stats:init 1, hp 25 roll:1
GM: /init roll
wait [Heal]
Ben: **To Hit**: 2d20kh1 (~~4~~, 13) + 4 = 17, **Damage**: 1d8 (6) + 2 = 8
Anna: {Apply to fight} To Hit
Anna: > Number = 8 | Target = Goblin | Half damage = yes
Anna: {Apply to fight} To Hit
Anna: > Another number = 3 | Use it as = Damage | Target = Goblin
GM: {Damage character} @Anna
GM: > Damage = 2
Ben: {Show character} @Anna
Anna: /roll dice:1d1+6
Anna: [Apply to fight] Target = Goblin
Ben: {Apply to fight} To Hit
`)
	if got != 0 {
		t.Fatalf("status %d\n%s%s", got, out, errs)
	}
	for _, line := range []string{"  form Apply to fight: Number, Another number, Use it as, Target, Half damage\n", "  Goblin takes 4 damage, half of 8,", "  Goblin takes 3 damage",
		"  form Damage: Targets,", "  Mira takes 2 damage: 28/30.\n", "28/30\n", "  Goblin takes 7 damage", "(only Ben) Only @GM and the players in this fight"} {
		if !strings.Contains(out, line) {
			t.Errorf("%q is missing:\n%s", line, out)
		}
	}
}

// TestCR57OtherBots applies rolls that another bot and a webhook post, over real sockets: an embed, the answer to a slash command, text components
// and plain text. Who may not use the command, and who is hidden, is the same as for messages of people.
func TestCR57OtherBots(t *testing.T) {
	t.Parallel()
	j := newJudge(t)
	tb := patientTable(t, sandbox.Config{Exchanged: j.exchanged()})
	tb.srv.AddBot("Dicebot")
	tb.srv.AddWebhook("Webhook")
	out := &output{}
	steps := func(text string) {
		t.Helper()
		if err := (play.Script{Text: text, Out: out, Slow: 20}).Play(t.Context(), tb.srv); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	steps(`GM: /init start name:Bridge fight
Anna: /init join name:Mira stats:init 15, hp 30 roll:20
GM: /init add name:Goblin stats:init 1, hp 25 roll:1
GM: /init add name:Assassin stats:init 0, hp 40 roll:1 hidden:true
GM: /init roll
wait [Heal]
Dicebot: Mira attacks with a Rapier! / To hit: 2d20kh1 (~~4~~, 13) + 4 = 17 / Damage: 1d8 (6) + 2 = 8
Anna: {Apply to fight} Rapier!
Anna: > Target = Goblin
GM: /init undo
Dicebot for Anna /roll: Total: 5
Anna: {Apply to fight} Total: 5
Anna: > Use it as = Damage | Target = Goblin | Half damage = yes
Webhook: Longsword / Slashing Damage: 1d8 (6) + 3 = **9**
GM: {Apply to fight} Longsword
GM: > Target = Assassin
Webhook: Longsword hits for 7
Anna: {Apply to fight} hits for 7
Anna: > Target = Goblin
bot Avrae
Avrae: {"flags": 32768, "components": [{"type": 17, "components": [{"type": 10, "content": "Cure Wounds\nHealing: 2d8 (9) + 3 = 12"}]}]}
GM: {Apply to fight} Cure Wounds
GM: > Target = Goblin
Ben: {Apply to fight} Cure Wounds
`)
	for _, line := range []string{"  *From a message:*\n  Goblin takes 8 damage", "  *From a message:*\n  Goblin takes 2 damage, half of 5",
		"  (only GM) *From a message:*\n  Assassin takes 9 damage: 31/40.", "  *From a message:*\n  Goblin takes 7 damage", "  *From a message:*\n  Goblin heals 12",
		"  (only Ben) Only @GM and the players in this fight"} {
		if !strings.Contains(out.String(), line) {
			t.Errorf("%q is missing:\n%s", line, out)
		}
	}
	id, err := tb.srv.User("Dicebot").Say("fight", "The Assassin screams! / Mira: 2d20kh1 (~~4~~, 13) + 4 = 17 / Damage: 1d8 (6) + 2 = 8")
	if err != nil {
		t.Fatal(err)
	}
	forms := map[string]string{}
	for _, user := range []string{"Anna", "GM"} {
		it, err := tb.srv.User(user).OnMessage(id, "Apply to fight")
		if err != nil {
			t.Fatal(err)
		}
		r, err := it.Wait(t.Context())
		if err != nil || r.Modal == nil {
			t.Fatalf("%s got %+v, %v", user, r, err)
		}
		for _, field := range r.Modal.Fields {
			if field.Menu == nil {
				continue
			}
			for _, o := range field.Menu.Options {
				forms[user] += fmt.Sprintf("%s: %s (%s) %t\n", field.Label, o.Name, o.Description, o.Chosen)
			}
		}
		if user == "Anna" {
			if _, err := tb.srv.User(user).Submit(it, map[string]string{"Target": "Assassin"}); err == nil {
				t.Error("Anna chose the hidden assassin")
			}
		}
	}
	if anna := forms["Anna"]; strings.Contains(anna, "Target: Assassin") || strings.Contains(anna, "Target: Goblin () true") ||
		!strings.Contains(anna, "Number: 17 (Mira: 2d20kh1 (13) + 4 = 17) false") || !strings.Contains(anna, "Number: 8 (Damage: 1d8 (6) + 2 = 8) true") {
		t.Errorf("Anna's form has\n%s", anna)
	}
	if !regexp.MustCompile(`Target: Assassin.* true`).MatchString(forms["GM"]) {
		t.Errorf("the GM's form has\n%s", forms["GM"])
	}
	if seen := tb.srv.Seen("Ben"); strings.Contains(strings.ReplaceAll(seen, "The Assassin screams!", ""), "Assassin") {
		t.Error("Ben has seen the hidden assassin's name")
	}
	if j == nil {
		return
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, tb.srv.URL()+"/api/v9/channels/"+tb.srv.ChannelID("fight")+"/messages", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bot "+tb.srv.Token())
	request.Header.Set("User-Agent", "DiscordBot (https://example.org, 1)")
	answer, err := http.DefaultClient.Do(request) // the judge reads the messages of the other bots and the webhook
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if body, err := io.ReadAll(answer.Body); err != nil || !strings.Contains(string(body), `"username":"Dicebot"`) || !strings.Contains(string(body), `"discriminator":"0000"`) {
		t.Errorf("the messages are %s, %v", body, err)
	}
}
