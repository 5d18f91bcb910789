package sandbox

import (
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// trim removes what Discord removes around texts.
func trim(text string) string { return strings.TrimSpace(text) }

// parseEmbeds checks a list of embeds, which may show the files named, and returns it as Discord shows it again.
func parseEmbeds(n node, files []string) []any {
	out, total := []any{}, 0
	for _, item := range n.list(0, maxEmbeds) {
		if !item.isObject() {
			continue
		}
		embed, size := parseEmbed(item, files)
		if size == 0 && !item.at("image").given() && !item.at("thumbnail").given() && !item.at("timestamp").given() {
			item.at("description").required()
		}
		total += size
		out = append(out, embed)
	}
	if total > maxEmbedText {
		n.fail("MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
	}
	return out
}

// parseEmbed checks one embed and counts its characters.
func parseEmbed(n node, files []string) (object, int) {
	out, size := object{"type": "rich"}, 0
	keep := func(into object, key, text string) {
		if text = trim(text); text != "" {
			into[key] = text
			size += utf8.RuneCountInString(text)
		}
	}
	keep(out, "title", n.at("title").text(256))
	keep(out, "description", n.at("description").text(4096))
	if link := n.at("url").link(2048, "http", "https"); link != "" {
		out["url"] = link
	}
	if color, given := n.at("color").whole(0, 0xFFFFFF); given {
		out["color"] = color
	}
	if at := n.at("timestamp"); at.given() {
		out["timestamp"] = at.value
		if _, err := time.Parse(time.RFC3339, at.text(64)); err != nil {
			at.fail("DATE_TIME_TYPE_PARSE", "Could not parse "+at.text(64)+". Should be ISO8601.")
		}
	}
	for key, most := range map[string]int{"author": 256, "footer": 2048} {
		part := n.at(key)
		if !part.given() || !part.isObject() {
			continue
		}
		inner := object{}
		name := map[string]string{"author": "name", "footer": "text"}[key]
		keep(inner, name, part.at(name).text(most))
		icon, link := picture(part.at("icon_url"), files), part.at("url").link(2048, "http", "https")
		setWhen(inner, "icon_url", icon != "", icon)
		setWhen(inner, "url", link != "" && key == "author", link)
		out[key] = inner
	}
	for _, key := range []string{"image", "thumbnail"} {
		if part := n.at(key); part.given() && part.isObject() {
			out[key] = object{"url": picture(part.at("url"), files)}
		}
	}
	fields, more := parseFields(n.at("fields"))
	if len(fields) > 0 {
		out["fields"] = fields
	}
	return out, size + more
}

// picture is the address of a picture, elsewhere or among the files of the message.
func picture(n node, files []string) string {
	if name, ours := strings.CutPrefix(n.text(2048), attachmentScheme); ours && slices.Contains(files, name) {
		return attachmentScheme + name
	}
	return n.link(2048, "http", "https")
}

func parseFields(n node) ([]any, int) {
	out, size := []any{}, 0
	for _, item := range n.list(0, 25) {
		if !item.isObject() {
			continue
		}
		field := object{"inline": item.at("inline").flag()}
		for key, most := range map[string]int{"name": 256, "value": 1024} {
			part := item.at(key)
			text := trim(part.text(most))
			if text == "" {
				part.required()
			}
			field[key] = text
			size += utf8.RuneCountInString(text)
		}
		out = append(out, maps.Clone(field))
	}
	return out, size
}
