package sandbox

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Component types.
const (
	compRow         = 1
	compButton      = 2
	compSelect      = 3
	compTextInput   = 4
	compUserSelect  = 5
	compRoleSelect  = 6
	compMentionable = 7
	compChannels    = 8
	compSection     = 9
	compText        = 10
	compThumbnail   = 11
	compGallery     = 12
	compFile        = 13
	compSeparator   = 14
	compContainer   = 17
	compLabel       = 18
	compUpload      = 19
	compRadio       = 21
	compChecks      = 22
	compCheck       = 23
)

const (
	styleLink    = 5
	stylePremium = 6
)

// layout checks the components of one message: what may stand where, and what is counted over all of them.
type layout struct {
	v2, modal bool
	files     []string
	customIDs map[string]bool
	ids       map[int64]bool
	count     int
	text      int
}

// parseComponents checks the components of a message and returns them as Discord shows them again.
func parseComponents(n node, v2 bool, files []string) []any {
	l := &layout{v2: v2, files: files, customIDs: map[string]bool{}, ids: map[int64]bool{}}
	most, allowed := 5, []int64{compRow}
	if v2 {
		most = maxV2Components
		allowed = []int64{compRow, compSection, compText, compGallery, compFile, compSeparator, compContainer}
	}
	out := []any{}
	for _, item := range n.list(0, most) {
		out = append(out, l.component(item, allowed...))
	}
	if l.count > maxV2Components {
		n.fail("COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", fmt.Sprintf("The total number of components cannot exceed %d", maxV2Components))
	}
	if l.text > maxV2Text {
		n.fail("COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
			fmt.Sprintf("The total displayable text size exceeds maximum size of %d", maxV2Text))
	}
	return out
}

// component checks one component, which must be of an allowed type.
func (l *layout) component(n node, allowed ...int64) object {
	out := object{}
	if !n.isObject() {
		return out
	}
	kind := n.at("type").choice(allowed...)
	l.count++
	out["type"] = kind
	l.componentID(n, out)
	switch kind {
	case compRow:
		l.row(n, out)
	case compButton:
		l.button(n, out)
	case compSelect, compUserSelect, compRoleSelect, compMentionable, compChannels:
		l.menu(n, out, kind)
	case compSection:
		l.section(n, out)
	case compText:
		out["content"] = l.shown(n.at("content").words(1, maxV2Text))
	case compContainer:
		l.container(n, out)
	default:
		l.media(n, out, kind)
	}
	return out
}

// componentID keeps the number that a component was given, which no other may have.
func (l *layout) componentID(n node, out object) {
	if id, given := n.at("id").whole(0, 1<<31-1); given && id != 0 {
		if l.ids[id] {
			n.at("id").fail("COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
		}
		l.ids[id] = true
		out["id"] = id
	}
}

func (l *layout) shown(text string) string {
	l.text += utf8.RuneCountInString(text)
	return text
}

// row is up to five buttons or one select.
func (l *layout) row(n node, out object) {
	items := n.at("components").list(1, 5)
	inner, selects := []any{}, 0
	for _, item := range items {
		child := l.component(item, compButton, compSelect, compUserSelect, compRoleSelect, compMentionable, compChannels)
		if kind, ok := child["type"].(int64); ok && kind != compButton && kind != 0 {
			selects++
		}
		inner = append(inner, child)
	}
	if selects > 1 || selects == 1 && len(items) > 1 {
		n.at("components").at("1").fail("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
	}
	out["components"] = inner
}

// customID checks that a custom ID is there and the only one of its kind in the message.
func (l *layout) customID(n node, out object) {
	id := n.words(1, 100)
	if l.customIDs[id] && id != "" {
		n.fail("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
	}
	l.customIDs[id] = true
	out["custom_id"] = id
}

func (l *layout) button(n node, out object) {
	style := n.at("style").choice(1, 2, 3, 4, 5, 6)
	out["style"] = style
	label := n.at("label").text(80)
	setWhen(out, "label", label != "", label)
	setWhen(out, "disabled", n.at("disabled").flag(), true)
	emoji := parseEmoji(n.at("emoji"))
	setWhen(out, "emoji", emoji != nil, emoji)
	if style != stylePremium && n.at("sku_id").given() {
		n.at("sku_id").fail("BUTTON_COMPONENT_SKU_ID_NOT_ALLOWED", "Only premium buttons have a sku id")
	}
	switch style {
	case styleLink:
		if n.at("custom_id").given() {
			n.at("custom_id").fail("BUTTON_COMPONENT_CUSTOM_ID_AND_URL", "A custom id and url cannot both be specified")
		}
		if !n.at("url").given() {
			n.at("url").required()
		}
		out["url"] = n.at("url").link(512, "http", "https", "discord")
	case stylePremium:
		premiumButton(n, out)
		return
	default:
		if n.at("url").given() && n.at("url").value != "" {
			n.at("url").fail("BUTTON_COMPONENT_CUSTOM_ID_AND_URL", "A custom id and url cannot both be specified")
		}
		l.customID(n.at("custom_id"), out)
	}
	if trim(label) == "" && emoji == nil {
		n.fail("BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button must have a label or an emoji")
	}
}

// premiumButton offers something for sale, whose name and price Discord writes on it.
func premiumButton(n node, out object) {
	if !n.at("sku_id").given() {
		n.at("sku_id").required()
	}
	out["sku_id"] = n.at("sku_id").id()
	for _, key := range []string{"custom_id", "label", "url", "emoji"} {
		if n.at(key).given() {
			n.at(key).fail("BUTTON_COMPONENT_PREMIUM_FIELD_NOT_ALLOWED", "A premium button cannot have a "+key)
		}
	}
}

func parseEmoji(n node) object {
	if !n.given() || !n.isObject() {
		return nil
	}
	name, id := n.at("name").text(32), n.at("id").id()
	if name == "" && id == "" {
		return nil
	}
	plain := strings.ContainsFunc(name, func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' })
	if id == "" && (plain || utf8.RuneCountInString(name) > 16) {
		n.at("name").fail("COMPONENT_INVALID_EMOJI", "Invalid emoji")
	}
	out := object{"name": name}
	setWhen(out, "id", id != "", id)
	return out
}

// menu is a select of strings, or of users, roles or channels.
func (l *layout) menu(n node, out object, kind int64) {
	l.customID(n.at("custom_id"), out)
	placeholder := n.at("placeholder").text(150)
	setWhen(out, "placeholder", placeholder != "", placeholder)
	disabled := n.at("disabled").flag()
	setWhen(out, "disabled", disabled, true)
	if disabled && l.modal {
		n.at("disabled").fail("MODAL_COMPONENT_DISABLED", "Components of a modal cannot be disabled")
	}
	most := l.amounts(n, out, 25, 1)
	if kind != compSelect {
		defaultValues(n.at("default_values"), out, kind)
		if list := n.at("channel_types"); list.given() && kind == compChannels {
			out["channel_types"] = list.value
		}
		return
	}
	options := l.menuOptions(n.at("options"), 1, 25)
	if int(most) > len(options) {
		n.at("max_values").fail("SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", "max_values is above the number of options")
	}
	out["options"] = options
}

// amounts reads how many values are to be chosen, limit at most and standard if nothing is said. It returns the most.
func (l *layout) amounts(n node, out object, limit, standard int64) int64 {
	least, most := int64(1), standard
	if number, given := n.at("max_values").whole(1, limit); given {
		most = number
	}
	if number, given := n.at("min_values").whole(0, limit); given {
		least = number
		if l.modal && number == 0 && out["required"] == true {
			n.at("min_values").fail("NUMBER_TYPE_MIN", "int value should be greater than or equal to 1.")
		}
	}
	if least > most {
		n.at("min_values").fail("NUMBER_TYPE_MAX", fmt.Sprintf("int value should be less than or equal to %d.", most))
	}
	out["min_values"], out["max_values"] = least, most
	return most
}

// defaultValues are the users, roles or channels that are chosen when nobody has chosen yet.
func defaultValues(n node, out object, kind int64) {
	if !n.given() {
		return
	}
	types := map[int64][]string{compUserSelect: {"user"}, compRoleSelect: {"role"}, compMentionable: {"user", "role"},
		compChannels: {"channel"}}[kind]
	list, chosen := n.list(0, 25), []any{}
	for _, item := range list {
		if !item.isObject() {
			continue
		}
		if !item.at("id").given() {
			item.at("id").required()
		}
		name := item.at("type").words(1, 20)
		if name != "" && !slices.Contains(types, name) {
			item.at("type").fail("BASE_TYPE_CHOICES", fmt.Sprintf("Value must be one of ('%s').", strings.Join(types, "', '")))
		}
		chosen = append(chosen, object{"id": item.at("id").id(), "type": name})
	}
	if count := int64(len(list)); count > 0 && (count < wholeOf(out["min_values"]) || count > wholeOf(out["max_values"])) {
		n.fail("SELECT_COMPONENT_DEFAULT_VALUES_COUNT", "The number of default values is not between min_values and max_values")
	}
	out["default_values"] = chosen
}

func (l *layout) menuOptions(n node, least, most int) []any {
	out, values := []any{}, map[string]bool{}
	for _, item := range n.list(least, most) {
		if !item.isObject() {
			continue
		}
		value := item.at("value").words(1, 100)
		one := object{"label": item.at("label").words(1, 100), "value": value}
		if values[value] {
			item.at("value").fail("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		values[value] = true
		description := item.at("description").text(100)
		setWhen(one, "description", description != "", description)
		setWhen(one, "default", item.at("default").flag(), true)
		emoji := parseEmoji(item.at("emoji"))
		setWhen(one, "emoji", emoji != nil, emoji)
		out = append(out, one)
	}
	return out
}

func (l *layout) section(n node, out object) {
	inner := []any{}
	for _, item := range n.at("components").list(1, 3) {
		inner = append(inner, l.component(item, compText))
	}
	out["components"] = inner
	if !n.at("accessory").given() {
		n.at("accessory").required()
		return
	}
	out["accessory"] = l.component(n.at("accessory"), compButton, compThumbnail)
}

func (l *layout) container(n node, out object) {
	inner := []any{}
	for _, item := range n.at("components").list(1, maxV2Components) {
		inner = append(inner, l.component(item, compRow, compSection, compText, compGallery, compFile, compSeparator))
	}
	out["components"] = inner
	color, given := n.at("accent_color").whole(0, 0xFFFFFF)
	out["accent_color"] = nil
	setWhen(out, "accent_color", given, color)
	out["spoiler"] = n.at("spoiler").flag()
}

// media checks thumbnails, galleries, files and separators.
func (l *layout) media(n node, out object, kind int64) {
	switch kind {
	case compThumbnail:
		out["media"] = l.mediaItem(n.at("media"), false)
		out["description"], out["spoiler"] = orNull(n.at("description").text(1024)), n.at("spoiler").flag()
	case compGallery:
		items := []any{}
		for _, item := range n.at("items").list(1, 10) {
			items = append(items, object{"media": l.mediaItem(item.at("media"), false),
				"description": orNull(item.at("description").text(1024)), "spoiler": item.at("spoiler").flag()})
		}
		out["items"] = items
	case compFile:
		out["file"], out["spoiler"] = l.mediaItem(n.at("file"), true), n.at("spoiler").flag()
	case compSeparator:
		spacing := int64(1)
		if n.at("spacing").given() {
			spacing = n.at("spacing").choice(1, 2)
		}
		out["spacing"], out["divider"] = spacing, !n.at("divider").given() || n.at("divider").flag()
	}
}

func (l *layout) mediaItem(n node, attachmentOnly bool) object {
	if !n.given() {
		n.required()
		return object{}
	}
	schemes := []string{"attachment"}
	if !attachmentOnly {
		schemes = append(schemes, "http", "https")
	}
	link := n.at("url").link(2048, schemes...)
	if !n.at("url").given() {
		n.at("url").required()
	}
	if name, ok := strings.CutPrefix(link, attachmentScheme); ok && !slices.Contains(l.files, name) {
		n.at("url").fail("UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
			fmt.Sprintf("Referenced attachment %q not found", name))
	}
	return object{"id": "0", "url": link, "proxy_url": link}
}

// numberComponents gives every component without an ID the next free one.
func numberComponents(list []any, last *int64) {
	for _, item := range list {
		part, ok := item.(object)
		if !ok {
			continue
		}
		if part["id"] == nil {
			*last++
			part["id"] = *last
		}
		for _, key := range []string{"components", "accessory", "component"} {
			switch inner := part[key].(type) {
			case []any:
				numberComponents(inner, last)
			case object:
				numberComponents([]any{inner}, last)
			}
		}
	}
}

// walk calls do for every component, outer ones first.
func walk(list []any, do func(object)) {
	for _, item := range list {
		part, ok := item.(object)
		if !ok {
			continue
		}
		do(part)
		for _, key := range []string{"components", "accessory", "component"} {
			switch inner := part[key].(type) {
			case []any:
				walk(inner, do)
			case object:
				walk([]any{inner}, do)
			}
		}
	}
}

// kindOf is a component's type, whether it was made here or decoded from JSON.
func kindOf(part object) int64 { return wholeOf(part["type"]) }

func wholeOf(value any) int64 {
	switch number := value.(type) {
	case int64:
		return number
	case int:
		return int64(number)
	case json.Number:
		whole, err := number.Int64()
		if err != nil {
			return 0
		}
		return whole
	}
	return 0
}

// textOf is a member of a component that is a text, or empty.
func textOf(part object, key string) string {
	text, ok := part[key].(string)
	if !ok {
		return ""
	}
	return text
}
