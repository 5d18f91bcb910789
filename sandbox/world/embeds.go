package world

import (
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// trim removes the white space that Discord removes around texts.
func trim(text string) string { return strings.TrimSpace(text) }

// parseEmbeds checks a list of embeds, which may show the named files, and returns it as Discord would show it.
func parseEmbeds(n Node, files []string) []any {
	out, total := []any{}, 0
	for _, item := range n.List(0, maxEmbeds) {
		if !item.IsObject() {
			continue
		}
		embed, size := parseEmbed(item, files)
		if size == 0 && !item.At("image").Given() && !item.At("thumbnail").Given() && !item.At("timestamp").Given() {
			item.At("description").Required()
		}
		total += size
		out = append(out, embed)
	}
	if total > maxEmbedText {
		n.Fail("MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
	}
	return out
}

// parseEmbed checks one embed and counts its characters.
func parseEmbed(n Node, files []string) (object, int) {
	out, size := object{"type": "rich"}, 0
	keep := func(into object, key, text string) {
		text = trim(text)
		if text != "" {
			into[key] = text
			size += utf8.RuneCountInString(text)
		}
	}
	keep(out, "title", n.At("title").text(256))
	keep(out, "description", n.At("description").text(4096))
	if link := n.At("url").link(2048, "http", "https"); link != "" {
		out["url"] = link
	}
	if color, given := n.At("color").Whole(0, 0xFFFFFF); given {
		out["color"] = color
	}
	if at := n.At("timestamp"); at.Given() {
		out["timestamp"] = at.Value
		if _, err := time.Parse(time.RFC3339, at.text(64)); err != nil {
			at.Fail("DATE_TIME_TYPE_PARSE", "Could not parse "+at.text(64)+". Should be ISO8601.")
		}
	}
	for key, most := range map[string]int{"author": 256, "footer": 2048} {
		part := n.At(key)
		if !part.Given() || !part.IsObject() {
			continue
		}
		inner := object{}
		name := map[string]string{"author": "name", "footer": "text"}[key]
		keep(inner, name, part.At(name).text(most))
		icon, link := picture(part.At("icon_url"), files), part.At("url").link(2048, "http", "https")
		SetWhen(inner, "icon_url", icon != "", icon)
		SetWhen(inner, "url", link != "" && key == "author", link)
		out[key] = inner
	}
	for _, key := range []string{"image", "thumbnail"} {
		if part := n.At(key); part.Given() && part.IsObject() {
			out[key] = object{"url": picture(part.At("url"), files)}
		}
	}
	fields, more := parseFields(n.At("fields"))
	if len(fields) > 0 {
		out["fields"] = fields
	}
	return out, size + more
}

// picture checks the URL of a picture, which is either on the web or one of the message's files.
func picture(n Node, files []string) string {
	if name, ours := strings.CutPrefix(n.text(2048), attachmentScheme); ours && slices.Contains(files, name) {
		return attachmentScheme + name
	}
	return n.link(2048, "http", "https")
}

func parseFields(n Node) ([]any, int) {
	out, size := []any{}, 0
	for _, item := range n.List(0, 25) {
		if !item.IsObject() {
			continue
		}
		field := object{"inline": item.At("inline").Flag()}
		for key, most := range map[string]int{"name": 256, "value": 1024} {
			part := item.At(key)
			text := trim(part.text(most))
			if text == "" {
				part.Required()
			}
			field[key] = text
			size += utf8.RuneCountInString(text)
		}
		out = append(out, maps.Clone(field))
	}
	return out, size
}
