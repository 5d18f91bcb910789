package discord

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

const (
	interactionsPath = "/interactions"
	maxInteraction   = 128 << 10        // bytes; a form and the message with its button have at most half of that, and typed options less
	smallInteraction = 8 << 10          // bytes; most are smaller
	maxLarge         = 32               // larger ones that are read at the same time
	signatureLife    = time.Minute      // how old a signature may be; stored answers are kept for longer
	signatureAhead   = 10 * time.Second // how far Discord's clock may be ahead of this one
	tokenDelay       = 10 * time.Second // after an answer in a response: until then its token may not work yet
)

// Interactions returns a handler that takes interactions from Discord by HTTP, at /interactions, and passes them to the same
// handler as those from the gateway. It answers 503 before Run and once Run has begun to stop. It needs Config.Webhook.
func (s *Session) Interactions() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+interactionsPath, s.takeInteraction)
	return mux
}

// takeInteraction checks and answers one interaction.
func (s *Session) takeInteraction(w http.ResponseWriter, r *http.Request) {
	arrived := time.Now()
	signature, err := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
	signed := r.Header.Get("X-Signature-Timestamp")
	key := s.verifyKey.Load()
	switch {
	case key == nil:
		refuse(w, http.StatusServiceUnavailable)
		return
	case err != nil, len(signature) != ed25519.SignatureSize, !s.isFresh(signed, arrived):
		refuse(w, http.StatusUnauthorized) // Discord sends some such requests itself, as a test
		return
	case r.ContentLength > maxInteraction:
		refuse(w, http.StatusRequestEntityTooLarge)
		return
	}
	body, status := s.readBody(w, r, signed)
	if status != 0 {
		refuse(w, status)
		return
	}
	if !ed25519.Verify(*key, body, signature) {
		refuse(w, http.StatusUnauthorized)
		return
	}
	body = body[len(signed):]
	var in interaction
	err = json.Unmarshal(body, &in)
	switch {
	case err == nil && discordgo.InteractionType(in.Type) == discordgo.InteractionPing:
		newHTTPResponse(w).write(response{Type: int(discordgo.InteractionResponsePong)})
	case !in.isAnswerable():
		s.cfg.Log.Warn().Msg("a request to " + interactionsPath + " was not understood")
		refuse(w, http.StatusBadRequest)
	default:
		open := newHTTPResponse(w)
		s.accept(arrival{in: &in, decodeErr: err, arrived: arrived, http: open, done: func() { open.end(http.StatusAccepted) }})
		open.wait(r.Context(), s.work)
	}
}

// refuse answers a request of which nothing more is read, and closes its connection.
func refuse(w http.ResponseWriter, status int) {
	w.Header().Set("Connection", "close")
	w.WriteHeader(status)
}

// readBody returns the body of a request after a prefix, or the status to refuse the request with. Whoever sends it is not known yet, so it has to
// arrive soon, and only a few large ones are read at a time.
func (s *Session) readBody(w http.ResponseWriter, r *http.Request, prefix string) (body []byte, status int) {
	control := http.NewResponseController(w)
	if err := control.SetReadDeadline(time.Now().Add(answerWithin)); err != nil {
		return nil, http.StatusInternalServerError
	}
	out := bytes.NewBuffer(make([]byte, 0, len(prefix)+smallInteraction+bytes.MinRead))
	out.WriteString(prefix)
	_, err := io.CopyN(out, r.Body, smallInteraction)
	if err == nil { // there may be more
		select {
		case s.large <- struct{}{}:
			defer func() { <-s.large }()
		case <-time.After(answerWithin):
			return nil, http.StatusServiceUnavailable
		}
		out.Grow(maxInteraction + bytes.MinRead - smallInteraction)
		_, err = io.CopyN(out, r.Body, maxInteraction-smallInteraction+1)
	}
	switch {
	case err == nil:
		return nil, http.StatusRequestEntityTooLarge
	case !errors.Is(err, io.EOF):
		return nil, http.StatusBadRequest
	case control.SetReadDeadline(time.Time{}) != nil: // it would end the request while it is handled
		return nil, http.StatusInternalServerError
	}
	return out.Bytes(), 0
}

// isFresh reports whether a signature was made at about the time it arrived, by the clock or by the dates of Discord's responses: the
// clock may be wrong until an interaction sets it, and otherwise none would ever be accepted. The signature's time is in seconds since 1970.
func (s *Session) isFresh(signed string, arrived time.Time) bool {
	seconds, err := strconv.ParseInt(signed, 10, 64)
	if err != nil {
		return false
	}
	age, byDiscord := s.cfg.Clock.At(arrived).Sub(time.Unix(seconds, 0)), s.rest.now(arrived).Sub(time.Unix(seconds, 0))
	if isNow := func(age time.Duration) bool { return age <= signatureLife && age >= -signatureAhead }; !isNow(age) && !isNow(byDiscord) {
		now := time.Now().UnixNano()
		if last := s.staleTold.Load(); now-last > int64(time.Minute) && s.staleTold.CompareAndSwap(last, now) { // anyone can send such requests
			s.cfg.Log.Warn().Dur("age", age).Msg("refused an interaction whose signature is not from now; is this machine's clock right?")
		}
		return false
	}
	return true
}

// learnKey asks Discord for the key with which it signs interactions until it says, or ctx ends.
func (s *Session) learnKey(ctx context.Context) {
	for failures := 0; ; failures++ {
		var app struct {
			ID  string `json:"id"`
			Key string `json:"verify_key"`
		}
		err := s.rest.do(ctx, call{method: "GET", route: "/applications/@me", safe: true}, &app)
		if key, bad := hex.DecodeString(app.Key); err == nil && bad == nil && len(key) == ed25519.PublicKeySize {
			s.setApplication(app.ID)
			public := ed25519.PublicKey(key)
			s.verifyKey.Store(&public)
			return
		}
		if err == nil {
			err = errors.New("its answer has no valid key")
		}
		if ctx.Err() != nil {
			return
		}
		pause := s.pace.after(failures)
		s.cfg.Log.Warn().Str("error", s.secret.err(err)).Dur("pause", pause).
			Msg("cannot ask Discord for the key that signs interactions; trying again")
		if sleep(ctx, pause) != nil {
			return
		}
	}
}

// httpResponse is the response to the HTTP request that brought an interaction. It can carry the answer. Methods of a nil httpResponse do
// nothing: the interaction came from the gateway.
type httpResponse struct {
	mu   sync.Mutex
	w    http.ResponseWriter
	over chan struct{} // closed once the response is complete, or can no longer be written
}

func newHTTPResponse(w http.ResponseWriter) *httpResponse {
	return &httpResponse{w: w, over: make(chan struct{})}
}

// write sends an answer without files as the response. It reports whether it could; if not, Discord may not have received it.
func (h *httpResponse) write(resp response) bool {
	if h == nil {
		return false
	}
	body, err := json.Marshal(resp)
	if err != nil {
		return false
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if isClosed(h.over) {
		return false
	}
	defer close(h.over)
	h.w.Header().Set("Content-Type", "application/json")
	h.w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	h.w.WriteHeader(http.StatusOK)
	if _, err := h.w.Write(body); err != nil {
		return false
	}
	return http.NewResponseController(h.w).Flush() == nil
}

// end completes the response without an answer, unless it is complete.
func (h *httpResponse) end(status int) {
	if h == nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if !isClosed(h.over) {
		h.w.WriteHeader(status)
		close(h.over)
	}
}

// wait returns once the response is complete. If Discord hangs up first, the answer is sent by a call; if work ends first, the
// request was cut off, and another process may answer it.
func (h *httpResponse) wait(request, work context.Context) {
	select {
	case <-h.over:
	case <-request.Done():
		h.end(http.StatusAccepted)
	case <-work.Done():
		h.end(http.StatusServiceUnavailable)
	}
}
