// Package pgtest runs real PostgreSQL clusters for tests.
//
//	        URL(t)              ┌─────────────┐  streams  ┌─────────┐
//	test ──────────▶ Proxy ────▶│   Cluster   │──────────▶│ Standby │
//	     Cut, Reset, Heal       └─────────────┘           └─────────┘
//	                       Kill, Stop, Restart              Promote
//
// [Start] makes a cluster in a folder of its own, in memory if there is enough, with fsync on, and [Cluster.URL] creates an empty database in
// it. The first cluster of a test binary costs about a second, a further one half as much, so tests that don't stop it use one for the whole
// package: see [Shared]. Tests that all need the same tables have [Cluster.Prepare] make them once.
//
// Clusters end with the test, and with the test binary even if that is killed. When the test runs as root, they run as the user postgres.
// The programs are looked for in PATH and where Debian's package postgresql puts them. Without them, tests are skipped, unless CI=true is
// in the environment: then they fail.
package pgtest
