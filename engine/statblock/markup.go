package statblock

import (
	"html"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"roundel/engine"
	"roundel/engine/loosejson"
	"roundel/engine/monster"
)

// oneLine returns at most 50 characters of a text, on one line and without control characters.
func oneLine(text string) string {
	text = unbroken(text)
	if runes := []rune(text); len(runes) > 50 {
		return string(runes[:50])
	}
	return text
}

// unbroken returns a text on one line, without control characters.
func unbroken(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToValidUTF8(text, ""), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || r == '\u2028' || r == '\u2029'
	}), " ")
}

// The markup in texts of other tools.
var (
	tag         = regexp.MustCompile(`\{@(\w+)\s*([^{}]*)\}`)                                                                      // of 5e.tools, with no other inside: "{@damage 1d6 + 2}"
	labelled    = regexp.MustCompile(`(?:@\w+\[[^\[\]]{0,300}\]|\[\[[^\[\]]{0,300}\]\]|&\w+\[[^\[\]]{0,300}\])\{([^{}]{0,300})\}`) // of Foundry: "@UUID[…]{Prone}"
	damageRoll  = regexp.MustCompile(`@Damage\[((?:[^\[\]]+|\[[^\[\]]*\])+)\](?:\{[^{}]{0,300}\})?`)                               // of Foundry: "@Damage[2d6[fire],1d4[acid]]"
	enclosed    = regexp.MustCompile(`\(([^()]+)\)\[`)                                                                             // "(2d6+3)[fire]"
	checkRoll   = regexp.MustCompile(`@Check\[([^\[\]]{0,300})\]`)                                                                 // "@Check[reflex|dc:22|basic]"
	template    = regexp.MustCompile(`@Template\[([^\[\]]{0,300})\]`)                                                              // "@Template[type:cone|distance:30]"
	enriched    = regexp.MustCompile(`\[\[/?(\w+)([^\[\]]{0,300})\]\]`)                                                            // "[[/item Horns]]", "[[lookup @name]]"
	reference   = regexp.MustCompile(`[@&]\w+\[([^\[\]]{0,300})\]`)                                                                // "&Reference[prone]"
	markdown    = regexp.MustCompile(`\[([^\[\]\n]{1,200})\]\([^()\s]{0,500}\)`)                                                   // "[text](address)"
	emphasis    = regexp.MustCompile(`(\*{1,3}|\b__?|` + "`{1,3}" + `)([^*\n` + "`" + `]{1,500}?)(\*{1,3}|__?\b|` + "`{1,3}" + `)`)
	address     = regexp.MustCompile(`(?i)\bhttps?://\S+`)
	spaceBefore = regexp.MustCompile(` +([.,;:!?)])`)
)

// plain returns the words of a text on one line, without tags, HTML, links, rolls and invisible characters.
func plain(text string) string {
	if strings.ContainsRune(text, '{') {
		text = untagged(text)
	}
	if strings.ContainsAny(text, "@[&<") {
		text = html.UnescapeString(loosejson.WithoutTags(text))
		text = labelled.ReplaceAllString(text, "$1")
		text = replaced(damageRoll, text, func(inside string) string {
			inside, _, _ = strings.Cut(inside, "|")
			inside = enclosed.ReplaceAllString(inside, "$1[")
			return strings.NewReplacer("[", " ", "],", " plus ", "]", "", "{", "(", "}", ")").Replace(inside)
		})
		text = replaced(checkRoll, text, checked)
		text = replaced(template, text, func(inside string) string {
			values := options(inside)
			return values["distance"] + "-foot " + values["type"]
		})
		text = enriched.ReplaceAllStringFunc(text, func(found string) string {
			m := enriched.FindStringSubmatch(found)
			return rolled(m[1], strings.TrimSpace(m[2]))
		})
		text = reference.ReplaceAllString(text, "$1")
		text = markdown.ReplaceAllString(text, "$1")
	}
	text = emphasis.ReplaceAllString(address.ReplaceAllString(text, ""), "$2")
	text = spaceBefore.ReplaceAllString(unbroken(text), "$1")
	return engine.CleanName(text)
}

// replaced replaces each match with what say returns for its first group.
func replaced(pattern *regexp.Regexp, text string, say func(inside string) string) string {
	return pattern.ReplaceAllStringFunc(text, func(found string) string { return say(pattern.FindStringSubmatch(found)[1]) })
}

// options reads "type:cone|distance:30" and "reflex|dc:22|basic". The first word without a value becomes the value of type; further ones are
// keys with the value "yes".
func options(inside string) map[string]string {
	out := map[string]string{}
	for part := range strings.SplitSeq(inside, "|") {
		key, value, given := strings.Cut(strings.TrimSpace(part), ":")
		switch _, typed := out["type"]; {
		case given:
			out[key] = value
		case typed:
			out[key] = "yes"
		default:
			out["type"] = key
		}
	}
	return out
}

// checked returns a check in words: "DC 22 basic reflex".
func checked(inside string) string {
	values := options(inside)
	var out []string
	if dc := values["dc"]; dc != "" {
		out = append(out, "DC "+dc)
	}
	if values["basic"] != "" {
		out = append(out, "basic")
	}
	return strings.Join(append(out, values["type"]), " ")
}

// rolled returns the words that a command in brackets stands for.
func rolled(command, text string) string {
	if command == "lookup" {
		return "it"
	}
	var out []string
	dc := ""
	for _, word := range strings.Fields(text) {
		key, value, option := strings.Cut(word, "=")
		switch {
		case key == "dc" && option:
			dc = "DC " + value + " "
		case !option:
			out = append(out, word)
		}
	}
	text = strings.Join(out, " ")
	if command == "save" {
		text += " saving throw"
	}
	return dc + text
}

// untagged returns a text of 5e.tools as it is printed.
func untagged(text string) string {
	for range 4 { // tags can be nested
		next := tag.ReplaceAllStringFunc(text, func(found string) string {
			m := tag.FindStringSubmatch(found)
			return printed(m[1], strings.Split(m[2], "|"))
		})
		if next == text {
			return text
		}
		text = next
	}
	return text
}

// longAbility returns the full name of an ability.
func longAbility(short string) string {
	for _, key := range abilities() {
		if strings.HasPrefix(strings.ToLower(short), key) {
			long := longNames()[key]
			return strings.ToUpper(long[:1]) + long[1:]
		}
	}
	return short
}

// printed returns the text that a tag of 5e.tools stands for. parts are the texts between the bars.
func printed(name string, parts []string) string {
	text := strings.TrimSpace(parts[0])
	part := func(n int) string {
		if n < len(parts) && strings.TrimSpace(parts[n]) != "" {
			return strings.TrimSpace(parts[n])
		}
		return text
	}
	switch name {
	case "h":
		return "Hit: "
	case "m":
		return "Miss: "
	case "hom":
		return "Hit or Miss: "
	case "hit":
		return "+" + strings.TrimPrefix(text, "+")
	case "atk", "atkr":
		kind := monster.Melee
		if strings.Contains(text, "r") {
			kind = monster.Ranged
			if strings.Contains(text, "m") {
				kind = monster.Either
			}
		}
		return string(kind) + " attack:"
	case "dc":
		return "DC " + text
	case "chance":
		return text + " percent"
	case "recharge":
		if text == "" {
			text = "6"
		}
		return "(Recharge " + text + "-6)"
	case "actSave":
		return longAbility(text) + " Saving Throw:"
	case "actSaveFail":
		return "Failure:"
	case "actSaveSuccess":
		return "Success:"
	case "actSaveSuccessOrFail":
		return "Failure/Success:"
	case "actSaveFailBy":
		return "Failure by " + text + " or more:"
	case "actTrigger":
		return "Trigger:"
	case "actResponse":
		return "Response:"
	case "damage", "dice", "d20", "link", "filter", "b", "i", "bold", "italic", "note":
		return text
	case "quickref":
		return part(4)
	case "deity":
		return part(3)
	}
	return part(2) // after the name and the book comes what to print
}

// flatten joins the texts of nested entries of 5e.tools. It returns false if some were left out because they are nested too deep.
func flatten(v any, out *strings.Builder, depth int) bool {
	whole := true
	switch v := v.(type) {
	case string:
		out.WriteString(v)
		out.WriteByte(' ')
	case []any:
		for _, one := range v {
			whole = flatten(one, out, depth+1) && whole
		}
	case loosejson.Object:
		if depth >= 8 {
			return false
		}
		for _, key := range []string{"name", "entries", "entry", "items"} {
			whole = flatten(v[key], out, depth+1) && whole
		}
	}
	return whole
}

// capital returns a text with a capital letter first.
func capital(text string) string {
	_, n := utf8.DecodeRuneInString(text)
	return strings.ToUpper(text[:n]) + text[n:]
}

// clip shortens a text to most characters, at the end of a sentence if possible.
func clip(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	head := string(runes[:most-2])
	if at := strings.LastIndexAny(head, ".!?"); at > 0 {
		for ; at > 0; at = strings.LastIndexAny(head[:at], ".!?") {
			if at+1 < len(text) && text[at+1] == ' ' {
				return text[:at+1] + " …"
			}
		}
	}
	if at := strings.LastIndexByte(head, ' '); at > len(head)/2 {
		head = head[:at]
	}
	return head + "…"
}
