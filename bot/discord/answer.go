package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"roundel/snowflake"
)

// answer is the answer to an interaction: either sent at once, or deferred and then sent.
type answer struct {
	s     *Session
	req   *Request
	timer *time.Timer // defers the answer
	arrival

	mu        sync.Mutex
	finished  bool
	stands    bool              // the first response was sent
	deferred  bool              // the answer was deferred, or Discord had received one before
	before    standing          // what Discord had received before
	first     snowflake.Message // the message of the first response, which may be the message that was pressed; empty: there is none, or it was deleted
	ephemeral bool              // the first response is an ephemeral one
	laidOut   bool              // what Discord had received is laid out as a card is, and cannot become plain text
	tried     bool              // a first response was sent that Discord may have received, although it did not say so
	deferErr  error             // why deferring failed
	knownBy   time.Time         // until then Discord may not know the token yet, because the first response went by HTTP
}

// standing is what Discord says it has received as the answer to an interaction.
type standing int

const (
	unanswered standing = iota // nothing yet, or only what this answer has sent
	promised                   // a deferral, which nobody has followed up yet
	answered                   // an answer, which may have been deleted since
	untold                     // Discord does not say
)

// newAnswer returns an answer whose timer is not running yet.
func newAnswer(s *Session, req *Request, got arrival) *answer {
	a := &answer{s: s, req: req, arrival: got}
	a.timer = time.AfterFunc(time.Hour, func() {
		s.queue.guard(func() {
			if err := a.deferNow(); err != nil {
				s.cfg.Log.Warn().Str("interaction", req.ID).Str("error", s.secret.err(err)).Msg("could not defer an answer")
			}
		})
	})
	a.timer.Stop()
	return a
}

// deferNow defers the answer unless it was sent or deferred already. Only the asker sees a deferral: from a message that appears and then
// goes away, everyone else could tell that somebody has done something hidden.
func (a *answer) deferNow() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.finished || a.deferred {
		return nil
	}
	a.deferErr = a.callback(deferral(true), nil)
	a.deferred, a.ephemeral = a.deferErr == nil, true
	if Code(a.deferErr) == codeAcknowledged { // answered before a restart, or when it was first delivered
		a.deferred, a.deferErr = true, nil
		a.findFirst()
	}
	return a.deferErr
}

// deferral returns the response that defers an answer.
func deferral(ephemeral bool) response {
	body := struct {
		Flags int `json:"flags,omitempty"`
	}{}
	if ephemeral {
		body.Flags = flagEphemeral
	}
	return response{Type: typeDefer, Data: body}
}

// finish sends the reply, and then what follows it. A nil reply acknowledges the interaction and shows nothing. idle means that nothing was
// done, so nothing is stored that another delivery of the request would find: the reply is not sent if another delivery has answered.
func (a *answer) finish(reply *Reply, idle bool) (err error) {
	defer func() {
		if err == nil || a.s.work.Err() == nil || a.req.Kind == Completing {
			a.done()
		} // else it was cut off: the session has ended, and its successor can still answer
	}()
	a.timer.Stop()
	a.mu.Lock()
	defer a.mu.Unlock()
	a.finished = true
	posted, err := a.sendPost(reply)
	left := false
	if posted == "" && err == nil {
		left, err = a.send(reply, idle)
	}
	a.stands = err == nil && !left
	if reply != nil && reply.Post != nil { // before the Alone part, which may take long
		var via *Via
		if a.isPublic(reply) {
			via = a.token()
			via.first = posted
		}
		reply.Post.Sent(posted, via)
	}
	if a.stands && reply != nil && reply.Private != nil && reply.Form == nil && a.req.Kind != Completing {
		reply.Private(a.token())
	}
	if !a.stands || reply == nil {
		return err
	}
	if reply.Then != nil {
		then := *reply.Then
		then.Ephemeral = a.req.Sealed
		err = a.followUp(&then)
	}
	if reply.Alone != nil {
		alone := *reply.Alone
		alone.Ephemeral = true
		err = errors.Join(err, a.followUp(&alone))
	}
	return err
}

// send sends the reply without its Alone part. left is true if another delivery's answer was left alone instead.
func (a *answer) send(reply *Reply, idle bool) (left bool, err error) {
	if reply != nil && a.req.Sealed {
		alone := *reply
		alone.Ephemeral, alone.Update = true, false
		reply = &alone
	}
	if !a.deferred {
		resp := a.initialResponse(reply)
		size := 0
		for _, f := range resp.files {
			size += len(f.Data)
		}
		bulky := size > promptBytes // the files may take too long to upload within answerWithin
		if bulky {
			resp = deferral(reply.Ephemeral) // for the answer itself, Discord then allows 15 minutes
			if reply.Update && a.req.Message != "" {
				resp = response{Type: typeAcknowledge}
			}
		}
		err := a.callback(resp, nil)
		switch {
		case err == nil && bulky:
			return false, a.editOriginal(reply)
		case Code(err) != codeAcknowledged:
			return false, err
		case a.req.Kind == Completing, reply == nil, reply.Form != nil:
			return true, nil
		}
		a.deferred = true
		a.findFirst()
	}
	others := a.before == promised && !a.replayed && !a.tried // another process has deferred, and will answer
	if others && !idle {
		a.awaitPromise()
	}
	switch {
	case a.before == untold:
		return true, errUntold
	case idle && (others || a.before == answered):
		return true, nil
	}
	return false, a.finishDeferred(reply)
}

// initialResponse returns the response that answers an interaction at once.
func (a *answer) initialResponse(reply *Reply) response {
	switch {
	case a.req.Kind == Completing:
		return response{Type: typeChoices, Data: choices(reply.Choices)}
	case reply == nil:
		return response{Type: typeAcknowledge}
	case reply.Form != nil:
		return response{Type: typeForm, Data: reply.Form.body()}
	}
	m := a.message(reply)
	if reply.Update && a.req.Message != "" {
		return response{Type: typeUpdate, Data: editedMessage(m), files: m.Files}
	}
	body := newMessage(m)
	if reply.Ephemeral {
		body.Flags |= flagEphemeral
	}
	return response{Type: typeMessage, Data: body, files: m.Files}
}

// promptBytes is the maximum size of the files of an answer that is sent at once: what a slow line uploads in half a second.
const promptBytes = 64 << 10

// sendPost sends what the reply carries and returns the message's ID, or "" if the reply carries nothing or was deferred.
func (a *answer) sendPost(reply *Reply) (snowflake.Message, error) {
	if reply == nil || reply.Post == nil || reply.Ephemeral || a.req.Sealed {
		return "", nil
	}
	if a.deferred {
		return a.resendPost(reply)
	}
	var sent struct {
		Interaction struct {
			Message snowflake.Message `json:"response_message_id"`
		} `json:"interaction"`
	}
	resp, out := response{Type: typeMessage, Data: newMessage(reply.Post.Message)}, any(&sent)
	if reply.Post.Update {
		resp, out = response{Type: typeUpdate, Data: editedMessage(reply.Post.Message)}, nil
		sent.Interaction.Message = a.req.Message
	}
	err := a.callback(resp, out)
	switch id := sent.Interaction.Message; {
	case err == nil && id != "":
		return id, nil
	case err == nil && a.deferErr == nil: // it was sent, but the response does not say as which message
		return a.token().edit(a.s.work, original, reply.Post.Message)
	case err == nil, Code(err) == codeAcknowledged: // it was sent by an earlier attempt, whose response was lost, or by another delivery
		a.deferred = true
		a.findFirst()
		return a.resendPost(reply)
	case lost(err):
		a.findFirst()
		if a.before == promised || a.before == answered && a.first != "" {
			a.deferred = true
			return a.resendPost(reply)
		}
	}
	return "", err
}

type response struct {
	Type  int    `json:"type"`
	Data  any    `json:"data,omitempty"`
	files []File // of Data
}

const (
	typeMessage     = int(discordgo.InteractionResponseChannelMessageWithSource)
	typeDefer       = int(discordgo.InteractionResponseDeferredChannelMessageWithSource)
	typeAcknowledge = int(discordgo.InteractionResponseDeferredMessageUpdate)
	typeUpdate      = int(discordgo.InteractionResponseUpdateMessage)
	typeChoices     = int(discordgo.InteractionApplicationCommandAutocompleteResult)
	typeForm        = int(discordgo.InteractionResponseModal)
)

// callback sends a first response: in reply to the HTTP request if the interaction came that way, the request is still open and out is nil, otherwise
// by a call. A response with files is always sent by a call, because Discord documents no other way. The call has until answerWithin after arrival,
// but at least a second, and is not retried once it is late. If out is not nil, it receives what Discord made of the response.
func (a *answer) callback(resp response, out any) error {
	if out == nil && len(resp.files) == 0 && a.http.write(resp) {
		a.knownBy = time.Now().Add(tokenDelay)
		return nil
	}
	due := a.arrived.Add(answerWithin)
	ctx, cancel := context.WithTimeout(a.s.work, max(time.Until(due), time.Second))
	defer cancel()
	if !a.req.Sent.IsZero() { // Discord counts from the creation of the interaction, which is long before its arrival if it was replayed
		due = due.Add(-max(a.req.Arrived.Sub(a.req.Sent), 0))
	}
	route := "/interactions/" + a.in.ID + "/%s/callback"
	if out != nil {
		route += "?with_response=true"
	}
	err := a.s.rest.do(ctx, call{method: "POST", route: route, secret: a.in.Token, body: resp, files: resp.files, safe: true,
		hurry: true, due: due}, out)
	again := errors.Is(err, errSentAgain)
	a.tried = a.tried || again || err != nil && lost(err)
	if again && !a.replayed && !a.s.shared {
		err = nil // the attempt that seemed to fail succeeded: nobody else can have answered
	}
	if err == nil || Code(err) == codeAcknowledged {
		a.http.end(http.StatusAccepted)
	}
	return err
}

// claim makes sure that Discord has a first response to a request that may have been delivered before, and returns what it had
// received from the earlier delivery. late is true if Discord accepts no answer any more. Only if nobody has told the user
// anything, which is when the result is unanswered or promised, may the request be carried out.
func (a *answer) claim() (before standing, late bool) {
	if err := a.deferNow(); err != nil {
		code := Code(err)
		return untold, code == codeUnknownInteract || code == codeUnknownWebhook
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.before, false
}

// standingNow asks Discord once more for what claim did not find out.
func (a *answer) standingNow() standing {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.deferred = true
	a.findFirst()
	return a.before
}

// findFirst asks Discord what it has received as the answer. a.mu must be held.
func (a *answer) findFirst() {
	var sent struct {
		ID    snowflake.Message `json:"id"`
		Flags int               `json:"flags"`
	}
	var refusal *APIError
	via := a.token()
	ctx, cancel := context.WithTimeout(a.s.work, answerWithin)
	defer cancel()
	err := a.s.rest.do(ctx, call{method: "GET", route: via.route(original), secret: a.in.Token, safe: true}, &sent)
	switch {
	case err == nil && sent.Flags&flagLoading != 0:
		a.before = promised
	case err == nil:
		a.before = answered
	case errors.As(err, &refusal) && !lost(err) && refusal.Status != http.StatusTooManyRequests: // its message was deleted, or it was a form, or the token has expired
		a.before, a.first = answered, ""
		return
	default:
		a.before = untold
		return
	}
	a.first, a.ephemeral, a.laidOut = sent.ID, sent.Flags&flagEphemeral != 0, sent.Flags&flagV2 != 0
}

// awaitPromise waits until the process that has promised an answer gives it, but only up to pace.promise, because that process may have
// ended. If both gave it, an answer for everyone would be there twice. a.mu must be held.
func (a *answer) awaitPromise() {
	limit := a.s.pace.promise
	for end := time.Now().Add(limit); a.before == promised && time.Now().Before(end); {
		if sleep(a.s.work, limit/10) != nil {
			return
		}
		a.findFirst()
		if a.before == untold {
			a.before = promised
		}
	}
}

// resendPost sends what the reply carries to a request that Discord has an answer to. If that is only a promise to answer
// later, it sends nothing: keeping the promise pings nobody.
func (a *answer) resendPost(reply *Reply) (snowflake.Message, error) {
	pressed := a.first != "" && a.first == a.req.Message
	switch {
	case a.before == untold:
		return "", errUntold
	case a.before != answered, a.ephemeral, pressed && !reply.Post.Update && !reply.Post.Keep:
		return "", nil
	case a.first == "":
		return "", errGone
	case reply.Post.Keep:
		return a.first, nil
	}
	return a.token().edit(a.s.work, original, reply.Post.Message)
}

var (
	errUntold = errors.New("it is not known what Discord has received as the answer")
	errGone   = errors.New("the answer was deleted")
)

// finishDeferred sends the reply to an interaction that Discord has a first response to.
func (a *answer) finishDeferred(reply *Reply) error {
	loading := a.before != answered
	pressed := !loading && a.first != "" && a.first == a.req.Message
	gone := !loading && a.first == ""
	switch {
	case !loading && (reply == nil || reply.Form != nil || reply.Text == "" && reply.Post != nil):
		return nil
	case reply == nil, reply.Text == "" && reply.Post != nil:
		return a.deleteOriginal()
	case reply.Form != nil:
		reply = &Reply{Text: a.s.host.Texts(a.req).FormTooLate, Ephemeral: true}
	case reply.Update && pressed:
		return a.editOriginal(reply)
	case pressed:
		return nil // what was pressed tells
	case reply.Update && a.req.Message != "" && a.in.Message.Flags&flagEphemeral == 0:
		err := a.s.Edit(a.s.work, a.req.Channel, a.req.Message, a.message(reply))
		return errors.Join(err, a.deleteOriginal())
	}
	same := reply.Ephemeral == a.ephemeral
	switch {
	case gone, !loading && !same && reply.Ephemeral:
		return nil // the deferral was deleted once everyone had the answer, or somebody has deleted the answer; either way, another would be a second one
	case !loading && a.laidOut && !reply.V2:
		return nil // another delivery's answer carries a card, which tells
	case same:
		return a.editOriginal(reply)
	case !loading:
		if told, err := a.toldEveryone(); told || err != nil {
			return err
		}
	}
	// A deferred answer cannot change its visibility, and a follow-up would take its place. An answer for everyone reaches the asker first, in
	// a way that can be retried.
	makeRoom := a.deleteOriginal
	if !reply.Ephemeral {
		makeRoom = func() error { return a.editOriginal(reply) }
	}
	if err := makeRoom(); err != nil {
		return err
	}
	for tries := 1; ; tries++ {
		err := a.followUp(reply)
		switch {
		case reply.Ephemeral:
			return err
		case err == nil:
			return a.deleteOriginal()
		case tries == 3 || !lost(err):
			return err
		}
		told, unknown := a.toldEveryone()
		switch {
		case told:
			return unknown
		case unknown != nil:
			return errors.Join(err, unknown)
		}
	}
}

// toldEveryone reports whether everyone has the answer that its asker has. An earlier delivery may have ended after telling the asker, or another
// process may be about to tell everyone, so it waits for up to pace.promise. Whoever told everyone deletes the asker's own copy; if nobody does by
// then, it is deleted here. An error means that it isn't known.
func (a *answer) toldEveryone() (told bool, err error) {
	if a.req.Rights&(ReadMessageHistory|Administrator) == 0 {
		return false, errUntold // without it, Discord lists no messages
	}
	limit := a.s.pace.promise
	for end := time.Now().Add(limit); ; {
		a.findFirst()
		late := !time.Now().Before(end)
		switch {
		case a.before != answered: // Discord doesn't say, for now
			if late {
				return told, errUntold
			}
		case a.first == "" && a.token().Live():
			return true, nil
		case a.first == "":
			return told, errUntold
		default:
			if !told {
				told, err = a.posted()
			}
			switch {
			case err != nil && lost(err) && !errors.Is(err, errUntold) && !late: // asked again
			case err != nil, late && !told:
				return false, err
			case late, told && !a.replayed && !a.s.shared: // in the second case, nobody else can have told everyone
				return true, a.deleteOriginal()
			}
		}
		if err := sleep(a.s.work, limit/10); err != nil {
			return told, err
		}
	}
}

// posted reports whether a message after the first response is part of the answer, too.
func (a *answer) posted() (bool, error) {
	const most = 100
	var all []struct {
		About struct {
			ID string `json:"id"`
		} `json:"interaction_metadata"`
	}
	route := channelRoute(a.req.Channel) + "/messages"
	query := fmt.Sprintf("?limit=%d&after=%s", most, a.first)
	err := a.s.rest.do(a.s.work, call{method: "GET", route: route + query, bucket: route, safe: true}, &all)
	if err != nil {
		return false, err
	}
	for _, m := range all {
		if m.About.ID == a.in.ID {
			return true, nil
		}
	}
	if len(all) == most {
		return false, errUntold // there may be more
	}
	return false, nil
}

// followUp sends another message after the first response.
func (a *answer) followUp(reply *Reply) error {
	_, err := a.token().send(a.s.work, a.message(reply), reply.Ephemeral)
	return err
}

// editOriginal replaces the first response, or delivers a deferred one.
func (a *answer) editOriginal(reply *Reply) error {
	_, err := a.token().edit(a.s.work, original, a.message(reply))
	return err
}

// deleteOriginal deletes the first response.
func (a *answer) deleteOriginal() error {
	return a.token().Delete(a.s.work, original)
}

// message returns the message that shows a reply. A text that is too long is attached as a file; the message has its beginning.
func (a *answer) message(reply *Reply) Message {
	m := Message{Text: reply.Text, Buttons: reply.Buttons, Mentions: reply.Mentions, Files: reply.Files, V2: reply.V2}
	if !m.V2 {
		head, file := shorten(m.Text, func() string { return a.s.host.FullText(a.req, !reply.Ephemeral) })
		if file != nil {
			m.Text, m.Files = head, append(slices.Clone(m.Files), *file)
		}
	}
	if reply.Update && a.in.Message.Flags&flagV2 != 0 { // what was laid out like that stays so
		m.V2 = true
	}
	return m
}

// abandon ends the answer without sending it.
func (a *answer) abandon() {
	defer a.done()
	a.timer.Stop()
	a.mu.Lock()
	defer a.mu.Unlock()
	a.finished = true
}

// via returns a way to send messages after the reply, or nil if the reply was not sent yet or others do not see it.
func (a *answer) via(reply *Reply) *Via {
	if !a.mu.TryLock() {
		return nil // it is being sent
	}
	defer a.mu.Unlock()
	if !a.isPublic(reply) {
		return nil
	}
	return a.token()
}

// isPublic reports whether everyone can see the answer.
func (a *answer) isPublic(reply *Reply) bool { return a.stands && !reply.Ephemeral && !a.req.Sealed }

// token returns the interaction's token as a way to send messages.
func (a *answer) token() *Via {
	return &Via{rest: a.s.rest, app: a.in.App, token: a.in.Token, ends: a.arrived.Add(tokenLife), knownBy: a.knownBy}
}

// lost reports whether a call failed in a way that leaves open whether it took effect.
func lost(err error) bool {
	refusal, is := errors.AsType[*APIError](err)
	return !is || refusal.Status >= http.StatusInternalServerError
}
