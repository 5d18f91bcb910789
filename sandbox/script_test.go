package sandbox_test

import (
	"strings"
	"testing"
	"time"

	"roundel/sandbox"
	"roundel/sandbox/play"
)

func TestPlayScript(t *testing.T) {
	srv := start(t, sandbox.Config{})
	serve(t, srv, table(t))
	var out strings.Builder
	err := play.Script{Channel: "tavern", Out: &out, Text: `# all there is
GM: /init add name:Goblin count:3
Anna: [Join] Name = Bo
Anna: hello

channel fight
Ben: /say mode:Quiet
wait
channel tavern
wait Bo joined
`}.Play(soon(t), srv)
	want := `# all there is
GM: /init add name:Goblin count:3
  added name=Goblin count=3 by @GM
  [Join]
Anna: [Join] Name = Bo
  Bo joined
Anna: hello

channel fight
Ben: /say mode:Quiet
  (only Ben) said quiet
wait
channel tavern
wait Bo joined
`
	if err != nil || out.String() != want {
		t.Errorf("%v\n got: %s\nwant: %s", err, out.String(), want)
	}
	noViolations(t, srv)
}

func TestPlayStopsAtTheFirstError(t *testing.T) {
	srv := start(t, sandbox.Config{AnswerWithin: 100 * time.Millisecond})
	answering(t, srv)
	srv.Fail(sandbox.Fault{Path: "/interactions/**", Cut: true, Times: -1})
	for text, why := range map[string]string{
		"GM: /init end\nGM: hello": "line 1: GM: /init end: no answer: " + sandbox.NoAnswer,
		"# x\nchannel nowhere":     `line 2: channel nowhere: there is no channel "nowhere"`,
		"GM: [Join":                "the ] after the button is missing",
		"\nwait Godot":             `line 2: wait Godot: no message contains "Godot"`,
	} {
		if err := (play.Script{Text: text}).Play(soon(t), srv); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: got %v, want %s", text, err, why)
		}
	}
}
