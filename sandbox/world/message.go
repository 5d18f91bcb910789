package world

import (
	"net/url"
	"slices"
	"time"
)

// Message flags.
const (
	FlagSuppressEmbeds = 1 << 2
	FlagThread         = 1 << 5
	FlagEphemeral      = 1 << 6
	FlagLoading        = 1 << 7
	FlagSilent         = 1 << 12
	FlagV2             = 1 << 15
)

// Message types.
const (
	messageDefault  = 0
	MessagePin      = 6
	MessageThread   = 18
	MessageReply    = 19
	MessageCommand  = 20
	MessageApps     = 23
	MaxContent      = 2000
	maxEmbeds       = 10
	maxEmbedText    = 6000
	maxAttachments  = 10
	maxV2Components = 40
	maxV2Text       = 4000
)

// Message is a message in a channel; an ephemeral one is visible to one user only.
type Message struct {
	ID, ChannelID, AuthorID string
	Kind                    int
	Content                 string
	Embeds, Components      []any
	Attachments             []*Attachment
	Flags                   int64
	Mentions                mentions
	Created, Edited         time.Time
	Pinned                  time.Time
	Deleted                 bool
	Nonce                   any
	Reply                   object
	// Interaction is the interaction that this message answers or follows up.
	Interaction *Trigger
	// OnlyFor is the one user who can see an ephemeral message.
	OnlyFor string
	// Pinged lists the users who were notified when it was sent.
	Pinged []string
	// OldEdits are the times of the edits made when it was more than an hour old.
	OldEdits []time.Time
	// Past holds the components that it showed before each edit.
	Past [][]any
	// LastComponent is the highest component ID given so far.
	LastComponent int64
}

// Has reports whether a flag is set.
func (m *Message) Has(flag int64) bool { return m.Flags&flag != 0 }

// Draft is the part of a message that a request sets. Nil fields are not in the request.
type Draft struct {
	Content     *string
	Embeds      *[]any
	Components  *[]any
	Flags       *int64
	Attachments *[]attachmentRef
	Allowed     *allowedMentions
	Nonce       any
	Enforce     bool
	Reference   Node
	Files       []Upload
	v2          bool
}

type attachmentRef struct{ id, name, description string }

// ParseDraft reads and checks the fields of a message. Base is the message being edited, or nil for a new one.
func ParseDraft(n Node, files []Upload, base *Message) Draft {
	d := Draft{Files: files}
	if !n.IsObject() {
		return d
	}
	v2 := base != nil && base.Has(FlagV2)
	if flags, given := n.At("flags").Whole(0, 1<<31-1); given {
		d.Flags = &flags
		if v2 && flags&FlagV2 == 0 {
			n.At("flags").Fail("MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG",
				"The MessageFlags.IS_COMPONENTS_V2 flag cannot be removed from a message")
		}
		v2 = v2 || flags&FlagV2 != 0
	}
	d.v2 = v2
	d.parseAttachments(n.At("attachments"), base)
	names := d.fileNames(base)
	d.parseText(n, names)
	if list := n.At("components"); list.set {
		parsed := parseComponents(list, v2, names)
		d.Components = &parsed
	}
	d.Allowed = parseAllowed(n.At("allowed_mentions"))
	n.At("tts").Flag()
	if nonce := n.At("nonce"); nonce.Given() {
		nonce.text(25)
		d.Nonce = nonce.Value
	}
	d.Enforce = n.At("enforce_nonce").Flag()
	d.Reference = n.At("message_reference")
	return d
}

// parseText reads the content and the embeds, which are not allowed together with Components V2.
func (d *Draft) parseText(n Node, files []string) {
	if content := n.At("content"); content.set {
		text := trim(content.text(MaxContent))
		d.Content = &text
	}
	if embeds := n.At("embeds"); embeds.set {
		parsed := parseEmbeds(embeds, files)
		d.Embeds = &parsed
	}
	if !d.v2 {
		return
	}
	legacy := map[string]bool{"content": d.Content != nil && *d.Content != "", "embeds": d.Embeds != nil && len(*d.Embeds) > 0,
		"poll": n.At("poll").Given(), "sticker_ids": len(n.At("sticker_ids").List(0, 3)) > 0}
	for _, field := range []string{"content", "embeds", "poll", "sticker_ids"} {
		if legacy[field] {
			n.At(field).Fail("MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
				"The '"+field+"' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
		}
	}
}

// fileNames lists the files that embeds and components may refer to: those uploaded with the request and those the
// message keeps.
func (d *Draft) fileNames(base *Message) []string {
	var names []string
	for _, file := range d.Files {
		name, _ := d.NameOf(file)
		names = append(names, name)
	}
	if base != nil {
		for _, file := range base.Attachments {
			if d.Attachments == nil || d.Names(file.ID) {
				names = append(names, file.Name)
			}
		}
	}
	return names
}

// Names reports whether the request lists a file, by its ID or its index.
func (d *Draft) Names(id string) bool {
	return d.Attachments != nil && slices.ContainsFunc(*d.Attachments, func(ref attachmentRef) bool { return ref.id == id })
}

// NameOf returns the name and description that the request gives an uploaded file.
func (d *Draft) NameOf(file Upload) (name, description string) {
	name = file.Name
	if d.Attachments != nil {
		for _, ref := range *d.Attachments {
			if ref.id == file.Index {
				SetWhenText(&name, ref.name)
				description = ref.description
			}
		}
	}
	return name, description
}

// parseAttachments reads which files the message will have: uploaded ones by their index, kept ones by their ID.
func (d *Draft) parseAttachments(n Node, base *Message) {
	if len(d.Files) > maxAttachments {
		n.Fail("BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
	}
	if !n.set {
		return
	}
	refs := []attachmentRef{}
	for _, item := range n.List(0, maxAttachments) {
		if !item.IsObject() {
			continue
		}
		if !item.At("id").Given() {
			item.At("id").Required()
		}
		ref := attachmentRef{id: item.At("id").ID(), name: item.At("filename").text(1024),
			description: item.At("description").text(1024)}
		uploaded := slices.ContainsFunc(d.Files, func(file Upload) bool { return file.Index == ref.id })
		kept := base != nil && slices.ContainsFunc(base.Attachments, func(a *Attachment) bool { return a.ID == ref.id })
		if ref.id != "" && !uploaded && !kept {
			item.Fail("ATTACHMENT_NOT_FOUND", "Attachment data not found")
		}
		refs = append(refs, ref)
	}
	d.Attachments = &refs
}

// SetWhenText sets a field unless the text is empty.
func SetWhenText(field *string, text string) {
	if text != "" {
		*field = text
	}
}

// Around lists up to limit messages, oldest first: the latest, or those before, after or around an ID, which need not
// belong to a message.
func (c *Channel) Around(query url.Values, limit int) []*Message {
	all := slices.DeleteFunc(slices.Clone(c.Messages), func(m *Message) bool { return m.OnlyFor != "" })
	before := func(id string, after bool) int { // returns the number of messages before it
		i := slices.IndexFunc(all, func(m *Message) bool { return LessID(id, m.ID) || !after && id == m.ID })
		if i < 0 {
			return len(all)
		}
		return i
	}
	from, to := len(all)-limit, len(all)
	switch {
	case query.Get("around") != "":
		from = before(query.Get("around"), false) - limit/2
		to = from + limit
	case query.Get("after") != "":
		from = before(query.Get("after"), true)
		to = from + limit
	case query.Get("before") != "":
		to = before(query.Get("before"), false)
		from = to - limit
	}
	return all[max(0, from):min(to, len(all))]
}

// Pins lists a channel's pinned messages, the most recent pin first.
func (c *Channel) Pins() []*Message {
	var pinned []*Message
	for _, m := range c.Messages {
		if !m.Pinned.IsZero() {
			pinned = append(pinned, m)
		}
	}
	slices.SortStableFunc(pinned, func(a, b *Message) int { return b.Pinned.Compare(a.Pinned) })
	return pinned
}
