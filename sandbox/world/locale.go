package world

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// DefaultLocale is the locale of users who have chosen no language, and of servers that can't choose one.
const DefaultLocale = "en-US"

// Locales maps the locales that a Discord client can have to the native names that its settings show.
var Locales = map[string]string{"ar": "العربية", "bg": "български", "cs": "Čeština", "da": "Dansk", "de": "Deutsch", "el": "Ελληνικά",
	"en-GB": "English, UK", "en-US": "English, US", "es-419": "Español, LATAM", "es-ES": "Español", "fi": "Suomi", "fr": "Français",
	"he": "עברית", "hi": "हिन्दी", "hr": "Hrvatski", "hu": "Magyar", "id": "Bahasa Indonesia", "it": "Italiano", "ja": "日本語", "ko": "한국어",
	"lt": "Lietuviškai", "nl": "Nederlands", "no": "Norsk", "pl": "Polski", "pt-BR": "Português do Brasil", "ro": "Română", "ru": "Русский",
	"sv-SE": "Svenska", "th": "ไทย", "tr": "Türkçe", "uk": "Українська", "vi": "Tiếng Việt", "zh-CN": "中文", "zh-TW": "繁體中文"}

// fallbacks holds the locale that Discord takes in place of one for which a bot has sent no text.
var fallbacks = map[string]string{"en-US": "en-GB", "en-GB": "en-US", "es-419": "es-ES"}

// Texts are the translations of one text of a command, by locale.
type Texts map[string]string

// In returns the translation for a locale or the one it falls back to, and whether there is either.
func (t Texts) In(locale string) (string, bool) {
	for _, tag := range []string{locale, fallbacks[locale]} {
		if text, ok := t[tag]; ok {
			return text, true
		}
	}
	return "", false
}

// Or returns the translation for a locale, or the text that has no locale.
func (t Texts) Or(locale, text string) string {
	if translated, ok := t.In(locale); ok {
		return translated
	}
	return text
}

// longest returns the number of characters that count towards the size of a command: those of the text or of its longest translation,
// whichever has more.
func (t Texts) longest(text string) int {
	most := utf8.RuneCountInString(text)
	for _, one := range t {
		most = max(most, utf8.RuneCountInString(one))
	}
	return most
}

// Translations reads the optional translations of a text. Each may have at most most characters, and check, if any, checks it.
func (n Node) Translations(most int, check func(Node, string)) Texts {
	if !n.Given() || !n.IsObject() {
		return nil
	}
	members := n.Value.(object)
	out := Texts{}
	for _, tag := range slices.Sorted(maps.Keys(members)) {
		one := n.At(tag)
		if Locales[tag] == "" {
			one.Fail("ENUM_TYPE_COERCE", fmt.Sprintf("Value %q is not a valid enum value.", tag))
			continue
		}
		out[tag] = one.Words(1, most)
		if check != nil {
			check(one, out[tag])
		}
	}
	return out
}

// clash reports whether two texts with translations read the same in some locale.
func clash(text string, texts Texts, other string, others Texts) bool {
	for _, all := range []Texts{texts, others} {
		for tag := range all {
			if texts.Or(tag, text) == others.Or(tag, other) {
				return true
			}
		}
	}
	return text == other
}

// Accepted returns the locale that a request asks for: Discord's own header, then the browser's, then the default.
func Accepted(own, browsers string) string {
	for _, wanted := range append([]string{own}, strings.Split(browsers, ",")...) {
		if tag, _, _ := strings.Cut(strings.TrimSpace(wanted), ";"); Locales[tag] != "" {
			return tag
		}
	}
	return DefaultLocale
}
