// Package claimstest gives tests the claims of several processes, all in one test binary.
//
//	shared := claimstest.New()
//	a, b := shared.Join(), shared.Join() ──▶ two processes
//	a.Lose()                             ──▶ a is cut off, and b can claim what it had
//
// Nothing is stored. What a member has claimed is free once the member is cut off, has ended, or has not called Beat for long.
package claimstest
