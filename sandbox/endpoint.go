package sandbox

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"time"

	"roundel/sandbox/world"
)

const interactionPing = 1

// SetEndpoint makes the sandbox post interactions to an address instead of sending them by the gateway, as Discord does once an
// Interactions Endpoint URL is set. Like Discord, it first tests the address, and refuses one that does not pass: a PING must be
// answered, and one with a wrong signature answered with 401. An empty address returns to the gateway.
func (s *Server) SetEndpoint(ctx context.Context, url string) error {
	if url != "" {
		if err := s.probe(ctx, url); err != nil {
			return fmt.Errorf("sandbox: the address %s did not pass the test: %w", url, err)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.endpoint = url
	return nil
}

// probe tests an address for interactions.
func (s *Server) probe(ctx context.Context, url string) error {
	s.mu.Lock()
	ping := world.Encode(object{"id": s.world.IDs.Next(s.now()), "application_id": s.world.AppID, "type": interactionPing,
		"token": world.RandomText(40), "version": 1})
	now := s.now()
	s.mu.Unlock()
	forged := s.SignInteraction(ping, now)
	forged.Set("X-Signature-Ed25519", hex.EncodeToString(make([]byte, ed25519.SignatureSize)))
	status, _, _, err := s.sendTo(ctx, url, forged, ping)
	if err == nil && status != http.StatusUnauthorized {
		err = fmt.Errorf("a wrong signature was answered with %d, not 401", status)
	}
	if err != nil {
		return err
	}
	status, _, body, err := s.sendTo(ctx, url, s.SignInteraction(ping, now), ping)
	if err != nil {
		return err
	}
	c := &call{}
	if status != http.StatusOK || c.decodeJSON(body) != nil {
		return fmt.Errorf("a PING was answered with %d: %.100q", status, body)
	}
	f := &world.Form{}
	if f.Root(c.body).At("type").Choice(callbackPong); f.Failed() {
		return fmt.Errorf("a PING was answered with %.100q", body)
	}
	return nil
}

// SignInteraction returns the headers with which Discord posts the body of an interaction at some time.
func (s *Server) SignInteraction(body []byte, at time.Time) http.Header {
	seconds := strconv.FormatInt(at.Unix(), 10)
	signature := ed25519.Sign(s.signer, append([]byte(seconds), body...))
	return http.Header{"X-Signature-Ed25519": {hex.EncodeToString(signature)}, "X-Signature-Timestamp": {seconds},
		"Content-Type": {"application/json"}, "User-Agent": {"Discord-Interactions/1.0 (+https://discord.com)"}}
}

// sendTo posts a body to the bot and returns its answer's status, content type and body.
func (s *Server) sendTo(ctx context.Context, url string, header http.Header, body []byte) (int, string, []byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return 0, "", nil, err
	}
	req.Header = header
	resp, err := s.poster.Do(req)
	if err != nil {
		return 0, "", nil, err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(http.MaxBytesReader(nil, resp.Body, maxBody))
	return resp.StatusCode, resp.Header.Get("Content-Type"), answer, err
}

// postInteraction posts an interaction to the bot and takes the answer in the response. It returns at once. s.mu must be held.
func (s *Server) postInteraction(it *interaction) {
	if s.closed {
		return
	}
	url, body, now := s.endpoint, world.Encode(it.payload), s.now()
	it.posted++
	s.wg.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), s.cfg.AnswerWithin)
		defer cancel()
		go func() {
			select {
			case <-s.done:
				cancel()
			case <-ctx.Done():
			}
		}()
		status, kind, answer, err := s.sendTo(ctx, url, s.SignInteraction(body, now), body)
		s.mu.Lock()
		defer s.mu.Unlock()
		it.posted--
		if err == nil {
			s.takeInline(it, url, status, kind, answer)
		}
		s.notify()
	})
}

// takeInline takes the response to an interaction that was posted. s.mu must be held.
func (s *Server) takeInline(it *interaction, url string, status int, kind string, body []byte) {
	switch status {
	case http.StatusAccepted:
		if len(body) > 0 {
			s.violate(Violation{Method: "INTERACTION", Path: url, Status: status, Why: "a 202 has no body", Body: string(body[:min(len(body), 600)])})
		}
		return // answered by the callback
	case http.StatusServiceUnavailable:
		return // the bot is starting or stopping
	case http.StatusOK:
	default:
		s.violate(Violation{Method: "INTERACTION", Path: url, Status: status, Why: "not a status that Discord expects"})
		return
	}
	request, err := http.NewRequest(http.MethodPost, url, nil)
	if err != nil {
		s.violate(Violation{Method: "INTERACTION", Path: url, Why: err.Error()})
		return
	}
	request.Header.Set("Content-Type", kind)
	c := &call{request: request, path: url, raw: body}
	out := s.takeResponse(c, it)
	if out.refused {
		s.violate(Violation{Method: "INTERACTION", Path: url, Status: out.status, Code: out.code, Body: c.excerpt(), Why: out.why,
			provoked: out.provoked || it.answered && it.posted > 0, again: out.again})
	}
}

// takeResponse checks and carries out an answer in a response exactly like one by the callback.
func (s *Server) takeResponse(c *call, it *interaction) reply {
	if refusal := c.decode(); refusal != nil {
		return *refusal
	}
	f := &world.Form{}
	kind := f.Root(c.body).At("type").Choice(4, 5, 6, 7, 8, 9)
	out := s.acceptCallback(c, it, kind, f)
	it.answers = append(it.answers, Answer{Type: kind, Status: out.status, Code: out.code, Body: slices.Clone(c.raw),
		Inline: true, At: time.Now()})
	return out
}
