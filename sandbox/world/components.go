package world

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Component types.
const (
	CompRow         = 1
	CompButton      = 2
	CompSelect      = 3
	CompTextInput   = 4
	CompUserSelect  = 5
	CompRoleSelect  = 6
	CompMentionable = 7
	CompChannels    = 8
	compSection     = 9
	CompText        = 10
	compThumbnail   = 11
	compGallery     = 12
	CompFile        = 13
	compSeparator   = 14
	compContainer   = 17
	CompLabel       = 18
	CompUpload      = 19
	CompRadio       = 21
	compChecks      = 22
	CompCheck       = 23
)

const (
	styleLink    = 5
	stylePremium = 6
)

// layout checks the components of one message: which may go where, and the limits over all of them.
type layout struct {
	v2, modal bool
	files     []string
	customIDs map[string]bool
	ids       map[int64]bool
	count     int
	text      int
}

// parseComponents checks the components of a message and returns them as Discord would show them.
func parseComponents(n Node, v2 bool, files []string) []any {
	l := &layout{v2: v2, files: files, customIDs: map[string]bool{}, ids: map[int64]bool{}}
	most, allowed := 5, []int64{CompRow}
	if v2 {
		most = maxV2Components
		allowed = []int64{CompRow, compSection, CompText, compGallery, CompFile, compSeparator, compContainer}
	}
	out := []any{}
	for _, item := range n.List(0, most) {
		out = append(out, l.component(item, allowed...))
	}
	if l.count > maxV2Components {
		n.Fail("COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", fmt.Sprintf("The total number of components cannot exceed %d", maxV2Components))
	}
	if l.text > maxV2Text {
		n.Fail("COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
			fmt.Sprintf("The total displayable text size exceeds maximum size of %d", maxV2Text))
	}
	return out
}

// component checks one component, which must be of an allowed type.
func (l *layout) component(n Node, allowed ...int64) object {
	out := object{}
	if !n.IsObject() {
		return out
	}
	kind := n.At("type").Choice(allowed...)
	l.count++
	out["type"] = kind
	l.componentID(n, out)
	switch kind {
	case CompRow:
		l.row(n, out)
	case CompButton:
		l.button(n, out)
	case CompSelect, CompUserSelect, CompRoleSelect, CompMentionable, CompChannels:
		l.menu(n, out, kind)
	case compSection:
		l.section(n, out)
	case CompText:
		out["content"] = l.shown(n.At("content").Words(1, maxV2Text))
	case compContainer:
		l.container(n, out)
	default:
		l.media(n, out, kind)
	}
	return out
}

// componentID keeps the number that the request gives a component. It must be unique.
func (l *layout) componentID(n Node, out object) {
	if id, given := n.At("id").Whole(0, 1<<31-1); given && id != 0 {
		if l.ids[id] {
			n.At("id").Fail("COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
		}
		l.ids[id] = true
		out["id"] = id
	}
}

func (l *layout) shown(text string) string {
	l.text += utf8.RuneCountInString(text)
	return text
}

// row checks an action row: up to five buttons or one select.
func (l *layout) row(n Node, out object) {
	items := n.At("components").List(1, 5)
	inner, selects := []any{}, 0
	for _, item := range items {
		child := l.component(item, CompButton, CompSelect, CompUserSelect, CompRoleSelect, CompMentionable, CompChannels)
		if kind, ok := child["type"].(int64); ok && kind != CompButton && kind != 0 {
			selects++
		}
		inner = append(inner, child)
	}
	if selects > 1 || selects == 1 && len(items) > 1 {
		n.At("components").At("1").Fail("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
	}
	out["components"] = inner
}

// customID checks that a custom ID is present and unique in the message.
func (l *layout) customID(n Node, out object) {
	id := n.Words(1, 100)
	if l.customIDs[id] && id != "" {
		n.Fail("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
	}
	l.customIDs[id] = true
	out["custom_id"] = id
}

func (l *layout) button(n Node, out object) {
	style := n.At("style").Choice(1, 2, 3, 4, 5, 6)
	out["style"] = style
	label := n.At("label").text(80)
	SetWhen(out, "label", label != "", label)
	SetWhen(out, "disabled", n.At("disabled").Flag(), true)
	emoji := parseEmoji(n.At("emoji"))
	SetWhen(out, "emoji", emoji != nil, emoji)
	if style != stylePremium && n.At("sku_id").Given() {
		n.At("sku_id").Fail("BUTTON_COMPONENT_SKU_ID_NOT_ALLOWED", "Only premium buttons have a sku id")
	}
	switch style {
	case styleLink:
		if n.At("custom_id").Given() {
			n.At("custom_id").Fail("BUTTON_COMPONENT_CUSTOM_ID_AND_URL", "A custom id and url cannot both be specified")
		}
		if !n.At("url").Given() {
			n.At("url").Required()
		}
		out["url"] = n.At("url").link(512, "http", "https", "discord")
	case stylePremium:
		premiumButton(n, out)
		return
	default:
		if n.At("url").Given() && n.At("url").Value != "" {
			n.At("url").Fail("BUTTON_COMPONENT_CUSTOM_ID_AND_URL", "A custom id and url cannot both be specified")
		}
		l.customID(n.At("custom_id"), out)
	}
	if trim(label) == "" && emoji == nil {
		n.Fail("BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button must have a label or an emoji")
	}
}

// premiumButton checks a button that sells something; Discord writes its label.
func premiumButton(n Node, out object) {
	if !n.At("sku_id").Given() {
		n.At("sku_id").Required()
	}
	out["sku_id"] = n.At("sku_id").ID()
	for _, key := range []string{"custom_id", "label", "url", "emoji"} {
		if n.At(key).Given() {
			n.At(key).Fail("BUTTON_COMPONENT_PREMIUM_FIELD_NOT_ALLOWED", "A premium button cannot have a "+key)
		}
	}
}

func parseEmoji(n Node) object {
	if !n.Given() || !n.IsObject() {
		return nil
	}
	name, id := n.At("name").text(32), n.At("id").ID()
	if name == "" && id == "" {
		return nil
	}
	plain := strings.ContainsFunc(name, func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' })
	if id == "" && (plain || utf8.RuneCountInString(name) > 16) {
		n.At("name").Fail("COMPONENT_INVALID_EMOJI", "Invalid emoji")
	}
	out := object{"name": name}
	SetWhen(out, "id", id != "", id)
	return out
}

// menu checks a select of strings, users, roles or channels.
func (l *layout) menu(n Node, out object, kind int64) {
	l.customID(n.At("custom_id"), out)
	placeholder := n.At("placeholder").text(150)
	SetWhen(out, "placeholder", placeholder != "", placeholder)
	disabled := n.At("disabled").Flag()
	SetWhen(out, "disabled", disabled, true)
	if disabled && l.modal {
		n.At("disabled").Fail("MODAL_COMPONENT_DISABLED", "Components of a modal cannot be disabled")
	}
	most := l.amounts(n, out, 25, 1)
	if kind != CompSelect {
		defaultValues(n.At("default_values"), out, kind)
		if list := n.At("channel_types"); list.Given() && kind == CompChannels {
			out["channel_types"] = list.Value
		}
		return
	}
	options := l.menuOptions(n.At("options"), 1, 25)
	if int(most) > len(options) {
		n.At("max_values").Fail("SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", "max_values is above the number of options")
	}
	out["options"] = options
}

// amounts reads min_values and max_values: at most limit, and standard when max_values is absent. It returns the
// maximum.
func (l *layout) amounts(n Node, out object, limit, standard int64) int64 {
	least, most := int64(1), standard
	if number, given := n.At("max_values").Whole(1, limit); given {
		most = number
	}
	if number, given := n.At("min_values").Whole(0, limit); given {
		least = number
		if l.modal && number == 0 && out["required"] == true {
			n.At("min_values").Fail("NUMBER_TYPE_MIN", "int value should be greater than or equal to 1.")
		}
	}
	if least > most {
		n.At("min_values").Fail("NUMBER_TYPE_MAX", fmt.Sprintf("int value should be less than or equal to %d.", most))
	}
	out["min_values"], out["max_values"] = least, most
	return most
}

// defaultValues checks the users, roles or channels that are selected to begin with.
func defaultValues(n Node, out object, kind int64) {
	if !n.Given() {
		return
	}
	types := map[int64][]string{CompUserSelect: {"user"}, CompRoleSelect: {"role"}, CompMentionable: {"user", "role"},
		CompChannels: {"channel"}}[kind]
	list, chosen := n.List(0, 25), []any{}
	for _, item := range list {
		if !item.IsObject() {
			continue
		}
		if !item.At("id").Given() {
			item.At("id").Required()
		}
		name := item.At("type").Words(1, 20)
		if name != "" && !slices.Contains(types, name) {
			item.At("type").Fail("BASE_TYPE_CHOICES", fmt.Sprintf("Value must be one of ('%s').", strings.Join(types, "', '")))
		}
		chosen = append(chosen, object{"id": item.At("id").ID(), "type": name})
	}
	if count := int64(len(list)); count > 0 && (count < WholeOf(out["min_values"]) || count > WholeOf(out["max_values"])) {
		n.Fail("SELECT_COMPONENT_DEFAULT_VALUES_COUNT", "The number of default values is not between min_values and max_values")
	}
	out["default_values"] = chosen
}

func (l *layout) menuOptions(n Node, least, most int) []any {
	out, values := []any{}, map[string]bool{}
	for _, item := range n.List(least, most) {
		if !item.IsObject() {
			continue
		}
		value := item.At("value").Words(1, 100)
		one := object{"label": item.At("label").Words(1, 100), "value": value}
		if values[value] {
			item.At("value").Fail("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		values[value] = true
		description := item.At("description").text(100)
		SetWhen(one, "description", description != "", description)
		SetWhen(one, "default", item.At("default").Flag(), true)
		emoji := parseEmoji(item.At("emoji"))
		SetWhen(one, "emoji", emoji != nil, emoji)
		out = append(out, one)
	}
	return out
}

func (l *layout) section(n Node, out object) {
	inner := []any{}
	for _, item := range n.At("components").List(1, 3) {
		inner = append(inner, l.component(item, CompText))
	}
	out["components"] = inner
	if !n.At("accessory").Given() {
		n.At("accessory").Required()
		return
	}
	out["accessory"] = l.component(n.At("accessory"), CompButton, compThumbnail)
}

func (l *layout) container(n Node, out object) {
	inner := []any{}
	for _, item := range n.At("components").List(1, maxV2Components) {
		inner = append(inner, l.component(item, CompRow, compSection, CompText, compGallery, CompFile, compSeparator))
	}
	out["components"] = inner
	color, given := n.At("accent_color").Whole(0, 0xFFFFFF)
	out["accent_color"] = nil
	SetWhen(out, "accent_color", given, color)
	out["spoiler"] = n.At("spoiler").Flag()
}

// media checks thumbnails, galleries, files and separators.
func (l *layout) media(n Node, out object, kind int64) {
	switch kind {
	case compThumbnail:
		out["media"] = l.mediaItem(n.At("media"), false)
		out["description"], out["spoiler"] = orNull(n.At("description").text(1024)), n.At("spoiler").Flag()
	case compGallery:
		items := []any{}
		for _, item := range n.At("items").List(1, 10) {
			items = append(items, object{"media": l.mediaItem(item.At("media"), false),
				"description": orNull(item.At("description").text(1024)), "spoiler": item.At("spoiler").Flag()})
		}
		out["items"] = items
	case CompFile:
		out["file"], out["spoiler"] = l.mediaItem(n.At("file"), true), n.At("spoiler").Flag()
	case compSeparator:
		spacing := int64(1)
		if n.At("spacing").Given() {
			spacing = n.At("spacing").Choice(1, 2)
		}
		out["spacing"], out["divider"] = spacing, !n.At("divider").Given() || n.At("divider").Flag()
	}
}

func (l *layout) mediaItem(n Node, attachmentOnly bool) object {
	if !n.Given() {
		n.Required()
		return object{}
	}
	schemes := []string{"attachment"}
	if !attachmentOnly {
		schemes = append(schemes, "http", "https")
	}
	link := n.At("url").link(2048, schemes...)
	if !n.At("url").Given() {
		n.At("url").Required()
	}
	if name, ok := strings.CutPrefix(link, attachmentScheme); ok && !slices.Contains(l.files, name) {
		n.At("url").Fail("UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
			fmt.Sprintf("Referenced attachment %q not found", name))
	}
	return object{"id": "0", "url": link, "proxy_url": link}
}

// NumberComponents gives every component without an ID the next number.
func NumberComponents(list []any, last *int64) {
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
				NumberComponents(inner, last)
			case object:
				NumberComponents([]any{inner}, last)
			}
		}
	}
}

// Walk calls do for every component, outer ones first.
func Walk(list []any, do func(object)) {
	for _, item := range list {
		part, ok := item.(object)
		if !ok {
			continue
		}
		do(part)
		for _, key := range []string{"components", "accessory", "component"} {
			switch inner := part[key].(type) {
			case []any:
				Walk(inner, do)
			case object:
				Walk([]any{inner}, do)
			}
		}
	}
}

// KindOf returns a component's type, whether it was made here or decoded from JSON.
func KindOf(part object) int64 { return WholeOf(part["type"]) }

// WholeOf returns a number made here or decoded from JSON, and 0 for anything else.
func WholeOf(value any) int64 {
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

// TextOf returns a member of an object that is a string, or an empty one.
func TextOf(part object, key string) string {
	text, ok := part[key].(string)
	if !ok {
		return ""
	}
	return text
}
