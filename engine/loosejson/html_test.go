package loosejson_test

import (
	"strings"
	"testing"

	"roundel/engine/loosejson"
)

// TestCR4WithoutTags: texts lose HTML. Only tags of blocks, which end a line, part words.
func TestCR4WithoutTags(t *testing.T) {
	for text, want := range map[string]string{
		"<b>Fire</b>ball":                                      "Fireball",
		"<p>Long</p><p>sword</p>":                              "Long sword",
		"Two<br>lines<BR/>more":                                "Two lines more",
		"<ul><li>cold</li><li>fire</li></ul>":                  "cold fire",
		"<h2>Rage</h2>of <em>the</em> <i class=\"x\">bear</i>": "Rage of the bear",
		"<blockquote>a</blockquote>b<!-- c -->d":               "a bd",
		"1 < 2 and 3 > 2":                                      "1 < 2 and 3 > 2",
		"a<brave>b<pre>c":                                      "ab c",
		"<td>1</td><td>2</td>":                                 "1 2",
	} {
		if got := strings.Join(strings.Fields(loosejson.WithoutTags(text)), " "); got != want {
			t.Errorf("%s: %q, not %q", text, got, want)
		}
	}
}
