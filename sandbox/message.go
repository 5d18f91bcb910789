package sandbox

import (
	"net/url"
	"slices"
	"time"
)

// Message flags.
const (
	flagSuppressEmbeds = 1 << 2
	flagThread         = 1 << 5
	flagEphemeral      = 1 << 6
	flagLoading        = 1 << 7
	flagSilent         = 1 << 12
	flagV2             = 1 << 15
)

// Message types.
const (
	messageDefault  = 0
	messagePin      = 6
	messageThread   = 18
	messageReply    = 19
	messageCommand  = 20
	maxContent      = 2000
	maxEmbeds       = 10
	maxEmbedText    = 6000
	maxAttachments  = 10
	maxV2Components = 40
	maxV2Text       = 4000
)

// message is a message in a channel, or an ephemeral one that only its user sees.
type message struct {
	id, channelID, authorID string
	kind                    int
	content                 string
	embeds, components      []any
	attachments             []*attachment
	flags                   int64
	mentions                mentions
	created, edited         time.Time
	pinned                  time.Time
	deleted                 bool
	nonce                   any
	reply                   object
	// interaction is the one whose answer or follow-up this is.
	interaction *trigger
	// onlyFor is the user who alone sees an ephemeral message.
	onlyFor string
	// pinged are the users who were notified when it was sent.
	pinged []string
	// oldEdits are the edits made when it was more than an hour old.
	oldEdits []time.Time
	// past holds the components it showed before its edits.
	past [][]any
	// component IDs given so far
	lastComponent int64
}

func (m *message) has(flag int64) bool { return m.flags&flag != 0 }

// draft is the part of a message that a request sets; nil fields are not in the request.
type draft struct {
	content     *string
	embeds      *[]any
	components  *[]any
	flags       *int64
	attachments *[]attachmentRef
	allowed     *allowedMentions
	nonce       any
	enforce     bool
	reference   node
	files       []upload
	v2          bool
}

type attachmentRef struct{ id, name, description string }

// parseDraft reads and checks the fields of a message. base is the message that is edited, nil for a new one.
func parseDraft(n node, files []upload, base *message) draft {
	d := draft{files: files}
	if !n.isObject() {
		return d
	}
	v2 := base != nil && base.has(flagV2)
	if flags, given := n.at("flags").whole(0, 1<<31-1); given {
		d.flags = &flags
		if v2 && flags&flagV2 == 0 {
			n.at("flags").fail("MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG",
				"The MessageFlags.IS_COMPONENTS_V2 flag cannot be removed from a message")
		}
		v2 = v2 || flags&flagV2 != 0
	}
	d.v2 = v2
	d.parseAttachments(n.at("attachments"), base)
	names := d.fileNames(base)
	d.parseText(n, names)
	if list := n.at("components"); list.set {
		parsed := parseComponents(list, v2, names)
		d.components = &parsed
	}
	d.allowed = parseAllowed(n.at("allowed_mentions"))
	n.at("tts").flag()
	if nonce := n.at("nonce"); nonce.given() {
		nonce.text(25)
		d.nonce = nonce.value
	}
	d.enforce = n.at("enforce_nonce").flag()
	d.reference = n.at("message_reference")
	return d
}

// parseText reads content and embeds, which Components V2 exclude.
func (d *draft) parseText(n node, files []string) {
	if content := n.at("content"); content.set {
		text := trim(content.text(maxContent))
		d.content = &text
	}
	if embeds := n.at("embeds"); embeds.set {
		parsed := parseEmbeds(embeds, files)
		d.embeds = &parsed
	}
	if !d.v2 {
		return
	}
	legacy := map[string]bool{"content": d.content != nil && *d.content != "", "embeds": d.embeds != nil && len(*d.embeds) > 0,
		"poll": n.at("poll").given(), "sticker_ids": len(n.at("sticker_ids").list(0, 3)) > 0}
	for _, field := range []string{"content", "embeds", "poll", "sticker_ids"} {
		if legacy[field] {
			n.at(field).fail("MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
				"The '"+field+"' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
		}
	}
}

// fileNames lists the files that embeds and components may refer to: those sent along and those the message keeps.
func (d *draft) fileNames(base *message) []string {
	var names []string
	for _, file := range d.files {
		name, _ := d.nameOf(file)
		names = append(names, name)
	}
	if base != nil {
		for _, file := range base.attachments {
			if d.attachments == nil || d.names(file.id) {
				names = append(names, file.name)
			}
		}
	}
	return names
}

// names reports whether a request lists a file, by its ID or its number.
func (d *draft) names(id string) bool {
	return d.attachments != nil && slices.ContainsFunc(*d.attachments, func(ref attachmentRef) bool { return ref.id == id })
}

// nameOf is the name and the description that a request gives an uploaded file.
func (d *draft) nameOf(file upload) (name, description string) {
	name = file.name
	if d.attachments != nil {
		for _, ref := range *d.attachments {
			if ref.id == file.index {
				setWhenText(&name, ref.name)
				description = ref.description
			}
		}
	}
	return name, description
}

// parseAttachments reads which files the message has: uploaded ones by their number, kept ones by their ID.
func (d *draft) parseAttachments(n node, base *message) {
	if len(d.files) > maxAttachments {
		n.fail("BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
	}
	if !n.set {
		return
	}
	refs := []attachmentRef{}
	for _, item := range n.list(0, maxAttachments) {
		if !item.isObject() {
			continue
		}
		if !item.at("id").given() {
			item.at("id").required()
		}
		ref := attachmentRef{id: item.at("id").id(), name: item.at("filename").text(1024),
			description: item.at("description").text(1024)}
		uploaded := slices.ContainsFunc(d.files, func(file upload) bool { return file.index == ref.id })
		kept := base != nil && slices.ContainsFunc(base.attachments, func(a *attachment) bool { return a.id == ref.id })
		if ref.id != "" && !uploaded && !kept {
			item.fail("ATTACHMENT_NOT_FOUND", "Attachment data not found")
		}
		refs = append(refs, ref)
	}
	d.attachments = &refs
}

func setWhenText(field *string, text string) {
	if text != "" {
		*field = text
	}
}

// around lists up to limit messages, oldest first: the last ones, or those before, after or around an ID, which need not
// be that of a message.
func (ch *channel) around(query url.Values, limit int) []*message {
	all := slices.DeleteFunc(slices.Clone(ch.messages), func(m *message) bool { return m.onlyFor != "" })
	place := func(id string, behind bool) int { // the number of messages before it
		i := slices.IndexFunc(all, func(m *message) bool { return lessID(id, m.id) || !behind && id == m.id })
		if i < 0 {
			return len(all)
		}
		return i
	}
	from, to := len(all)-limit, len(all)
	switch {
	case query.Get("around") != "":
		from = place(query.Get("around"), false) - limit/2
		to = from + limit
	case query.Get("after") != "":
		from = place(query.Get("after"), true)
		to = from + limit
	case query.Get("before") != "":
		to = place(query.Get("before"), false)
		from = to - limit
	}
	return all[max(0, from):min(to, len(all))]
}

// pins lists a channel's pinned messages, the latest pin first.
func (ch *channel) pins() []*message {
	var pinned []*message
	for _, m := range ch.messages {
		if !m.pinned.IsZero() {
			pinned = append(pinned, m)
		}
	}
	slices.SortStableFunc(pinned, func(a, b *message) int { return b.pinned.Compare(a.pinned) })
	return pinned
}
