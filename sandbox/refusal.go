package sandbox

import (
	"fmt"
	"net/http"
	"time"

	"roundel/sandbox/world"
)

// codeBanned is the code of a violation that began a ban of the address, or came during one. It is Cloudflare's.
const codeBanned = 1015

// reply is an endpoint's answer.
type reply struct {
	status  int
	body    any
	code    int
	why     string
	refused bool
	// provoked marks a refusal that the sandbox itself caused, which is not the bot's fault.
	provoked bool
	// again is the earlier answer that this request repeats, if the repetition is why it was refused.
	again again
	retry time.Duration
	scope string
	// kind is the body's content type if it is not JSON.
	kind string
}

func answer(body any) reply     { return reply{status: http.StatusOK, body: body} }
func created(body any) reply    { return reply{status: http.StatusCreated, body: body} }
func noContent() reply          { return reply{status: http.StatusNoContent} }
func unauthorized() reply       { return refuse(http.StatusUnauthorized, 0, "401: Unauthorized") }
func unknownChannel() reply     { return refuse(http.StatusNotFound, 10003, "Unknown Channel") }
func unknownGuild() reply       { return refuse(http.StatusNotFound, 10004, "Unknown Guild") }
func unknownMember() reply      { return refuse(http.StatusNotFound, 10007, "Unknown Member") }
func unknownMessage() reply     { return refuse(http.StatusNotFound, 10008, "Unknown Message") }
func unknownUser() reply        { return refuse(http.StatusNotFound, 10013, "Unknown User") }
func unknownWebhook() reply     { return refuse(http.StatusNotFound, 10015, "Unknown Webhook") }
func unknownInteraction() reply { return refuse(http.StatusNotFound, 10062, "Unknown interaction") }
func unknownCommand() reply     { return refuse(http.StatusNotFound, 10063, "Unknown application command") }
func missingAccess() reply      { return refuse(http.StatusForbidden, 50001, "Missing Access") }
func missingPermissions() reply { return refuse(http.StatusForbidden, 50013, "Missing Permissions") }
func threadArchived() reply     { return refuse(http.StatusBadRequest, 50083, "Thread is archived") }
func invalidWebhookToken() reply {
	return refuse(http.StatusUnauthorized, 50027, "Invalid Webhook Token")
}
func emptyMessage() reply {
	return refuse(http.StatusBadRequest, 50006, "Cannot send an empty message")
}

func entityTooLarge() reply {
	return refuse(http.StatusRequestEntityTooLarge, 40005, "Request entity too large")
}

func alreadyAcknowledged() reply {
	return refuse(http.StatusBadRequest, 40060, "Interaction has already been acknowledged.")
}

func refuse(status, code int, message string) reply {
	return reply{status: status, code: code, why: message, refused: true, body: object{"message": message, "code": code}}
}

// invalidForm is the answer to a body with faults: 50035 with each fault under the path of its field.
func invalidForm(f *world.Form) reply {
	return reply{status: http.StatusBadRequest, code: 50035, refused: true, why: f.Summary(),
		body: object{"message": "Invalid Form Body", "code": 50035, "errors": f.Errors()}}
}

func tooMany(retry time.Duration, scope string) reply {
	message := "You are being rate limited."
	if scope == "shared" {
		message = "The resource is being rate limited."
	}
	body := object{"message": message, "retry_after": retry.Seconds(), "global": scope == "global"}
	return reply{status: http.StatusTooManyRequests, refused: true, retry: retry, scope: scope, body: body,
		why: fmt.Sprintf("rate limited (%s), retry after %s", scope, retry)}
}

// tooManyOldEdits is the answer to an edit of a message older than an hour that exceeds the limit.
func tooManyOldEdits(retry time.Duration) reply {
	message := "Maximum number of edits to messages older than 1 hour reached. Try again later."
	body := object{"message": message, "code": 30046, "retry_after": retry.Seconds(), "global": false}
	return reply{status: http.StatusTooManyRequests, code: 30046, refused: true, retry: retry, scope: "shared",
		body: body, why: message}
}

// banned is the answer to an address that has made too many invalid requests. It comes from Cloudflare, not from Discord.
func banned(left time.Duration) reply {
	return reply{status: http.StatusTooManyRequests, code: codeBanned, refused: true, retry: left, kind: "text/plain; charset=UTF-8",
		body: []byte("error code: 1015"), why: fmt.Sprintf("the address is banned for another %s, for too many invalid requests", left.Round(time.Second))}
}
