package main

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
)

var peakLine = regexp.MustCompile(`VmHWM:\s+(\d+) kB`)

// peak returns the most memory that the bot's process has had resident, in MB.
func (tb *processTable) peak() int {
	tb.t.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", tb.cmd.Process.Pid))
	if err != nil {
		tb.t.Fatal(err)
	}
	kb, err := strconv.Atoi(string(peakLine.FindSubmatch(data)[1]))
	if err != nil {
		tb.t.Fatal(err)
	}
	return kb >> 10
}

// atOnce uploads a file n times at once and waits for the answers, which must have the words.
func (tb *table) atOnce(n int, command, text string, want ...string) {
	tb.t.Helper()
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			by := tb.srv.User("Admin")
			id, err := by.Attach(fmt.Sprintf("zoo%d.txt", i), []byte(text))
			if err != nil {
				tb.t.Error(err)
				return
			}
			got, err := by.Do(tb.soon(), tb.where(), command+" file:"+id)
			if err != nil {
				tb.t.Errorf("%s: %v", command, err)
				return
			}
			tb.check(command, got, want)
		})
	}
	wg.Wait()
}

// TestUploadsTakeLittleMemory: files made to take as much memory as possible cost little of it, however many are uploaded at once. What others
// do is answered meanwhile.
func TestUploadsTakeLittleMemory(t *testing.T) {
	notInBrief(t)
	const uploads = 16
	most := 256 // MB, as in deploy
	if underRace {
		most *= 5
	}
	tb := newProcessTable(t)
	tb.do("GM", "/init start name:Bridge fight", "Bridge fight")
	bomb := func(part, end string, size int) string { return strings.Repeat(part, (size-len(end))/len(part)) + end }
	const refused = "he file has too many values"
	for i, file := range []struct{ command, text, want string }{
		{"/monster add", "[" + bomb(`{"":0},`, "0]", 1<<20-1), refused},
		{"/monster add", `["{\"a\":[` + bomb(`{},`, `0]}"]`, 1<<20-12), refused},
		{"/monster add", `{"roundel":[` + bomb(`[],`, "0]}", 1<<18-12), refused},
		{"/monster add", "roundel: 1\nmonsters: [" + bomb("a,", "a]", 1<<18-23), refused},
		{"/encounter import", "roundel: 1\nencounter: E\nfoes:\n" + bomb("-\n", "", 1<<18-30), refused},
		{"/monster add", "[" + strings.Repeat(`{"":0},`, 49_999) + "0]", "There are no monsters"},
		{"/encounter import", "roundel: 1\nencounter: E\nfoes: [" + strings.Repeat("[],", 32_000) + "]", "can't be added"},
		{"/monster add", "roundel: 1\nmonsters:\n" + strings.Repeat("- \n", 65_000), "can't be added"},
		{"/encounter import", bomb("&a ", "", 1<<18-30), "can't be added"},
		{"/character import", "[" + bomb(`{"":0},`, "0]", 4<<20-1), refused},
		{"/character import", `{"build":{"abilities":{` + bomb(`"a":[],`, `"a":0}}}`, 4<<20-24), refused},
		{"/character import", "roundel: 1\ncharacter: [" + bomb("a,", "a]", 1<<18-24), "can't be added"},
		{"/ruleset add", "roundel: 1\nname: [" + bomb("a,", "a]", 1<<15-20), "can't be added"},
	} {
		var wg sync.WaitGroup
		wg.Go(func() { tb.atOnce(uploads, file.command, file.text, file.want) })
		tb.do("GM", fmt.Sprintf("/init add name:Goblin %d stats:hp 7", i), "Goblin")
		wg.Wait()
		t.Logf("%s of %.40q: at most %d MB until then", file.command, file.text, tb.peak())
	}
	if got := tb.peak(); got > most {
		t.Errorf("up to %d MB", got)
	}
}

// TestUploadsTakeLittleOfTheDisk: what is kept for an upload is small, even if much of the file was left out.
func TestUploadsTakeLittleOfTheDisk(t *testing.T) {
	t.Parallel()
	uploads := int64(40)
	if brief() {
		uploads = 10
	}
	most := uploads * (4 << 20) / 40
	tb := newTable(t)
	size := func() int64 {
		tb.end()
		info, err := os.Stat(tb.db)
		if err != nil {
			t.Fatal(err)
		}
		tb.start()
		return info.Size()
	}
	before := size()
	text := `{"name": "Hydra", "hit_points": 22, "actions": [` + strings.Repeat(`{"name": "A head of the many that it has, which only eats"},`, 17_000) + `{}]}`
	for range uploads {
		tb.addMonsters("Admin", text, "")
		tb.do("Admin", "/monster delete name:Hydra", "")
	}
	grown := size() - before
	t.Logf("%d uploads: %d kB more", uploads, grown>>10)
	if grown > most {
		t.Errorf("%d bytes more", grown)
	}
}
