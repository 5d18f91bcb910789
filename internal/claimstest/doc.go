// Package claimstest has the claims of several processes that are all in one test.
//
//	shared := claimstest.New()
//	a, b := shared.Join(), shared.Join() ──▶ two processes
//	a.Lose()                             ──▶ a is cut off, and b can claim what it had
//
// Nothing is stored. What a member has claimed is free once the member is cut off, has left, or has not beaten for long.
package claimstest
