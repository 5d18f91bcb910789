// Package storetest is the contract of package store as a test suite: everything that the bot, the publisher, the
// connection to Discord and the host's tools rely on, whatever database is below.
//
//	func TestContract(t *testing.T) ──▶ storetest.Test ──▶ Database.Open ──▶ Store ──▶ a fight is played,
//	        of each backend                                  ▲                         delivered twice, refused,
//	                                                         └── Close, and again ◀──  undone, exported, erased …
//
// [Test] is for a backend. [TestFights] is the part of it that plays fights, for a store in memory that has no more than
// that. Every test has a database of its own, so all of them run in parallel.
package storetest
