package gateway

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
)

// gatewayOnly is the HTTP transport of discordgo sessions. It answers the one request they need, for the gateway's address,
// with the address we chose, and refuses all others: discordgo's endpoints are hard-coded to discord.com, so another
// request might reach the wrong host, and would bypass our rate limits.
type gatewayOnly struct{ address string }

// RoundTrip answers GET /gateway.
func (g gatewayOnly) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body != nil {
		if err := req.Body.Close(); err != nil {
			return nil, err
		}
	}
	if req.Method != http.MethodGet || !strings.HasSuffix(req.URL.Path, "/gateway") {
		return nil, fmt.Errorf("gateway: unexpected request from discordgo: %s", req.Method) // its address may hold a token
	}
	body := `{"url":` + strconv.Quote(g.address) + `}`
	return &http.Response{StatusCode: http.StatusOK, Status: "200 OK", Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Content-Type": {"application/json"}}, ContentLength: int64(len(body)),
		Body: io.NopCloser(strings.NewReader(body)), Request: req}, nil
}
