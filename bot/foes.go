package bot

import (
	"strconv"
	"strings"
	"unicode"

	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/play"
)

// foesCommands reads lines such as "3 Goblin, init 7, hp 5".
func foesCommands(f Options) ([]play.Command, error) {
	var out []play.Command
	for line := range strings.Lines(f["lines"]) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		add := npcLine(line)
		add.Side, add.Hidden = f.Text("side"), f.Text("hidden") == "yes"
		out = append(out, add)
	}
	if len(out) == 0 {
		return nil, words.New(engine.Invalid, words.NoNPCs())
	}
	return out, nil
}

func npcLine(line string) play.Add {
	name, stats, _ := strings.Cut(strings.TrimSpace(line), ",")
	add := play.Add{Name: strings.TrimSpace(name), Stats: strings.TrimSpace(stats)}
	digits := strings.IndexFunc(add.Name, func(r rune) bool { return !unicode.IsDigit(r) })
	if digits > 0 {
		rest := strings.TrimLeft(add.Name[digits:], " x×")
		if n, err := strconv.Atoi(add.Name[:digits]); err == nil && rest != "" && strings.ContainsAny(add.Name[digits:], " ×") {
			add.Count, add.Name = n, rest
		}
	}
	return add
}
