package loosejson

import "regexp"

// element is a tag of HTML; block, one that begins or ends a line, so that what it stands between are different words.
var (
	element = regexp.MustCompile(`</?[a-zA-Z!][^<>]*>`)
	block   = regexp.MustCompile(`(?i)</?(?:address|article|aside|blockquote|br|d[dlt]|div|figure|footer|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|tbody|t[dhr]|tfoot|thead|ul)(?:[\s/][^<>]*)?>`)
)

// WithoutTags returns a text without tags of HTML. Those of blocks, such as paragraphs, become a space; others leave none, as they can stand
// within a word.
func WithoutTags(text string) string {
	return element.ReplaceAllString(block.ReplaceAllString(text, " "), "")
}
