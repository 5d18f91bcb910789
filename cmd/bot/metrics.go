package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"runtime"
	"slices"
	"strconv"
	"time"

	vm "github.com/VictoriaMetrics/metrics"

	"roundel/bot/discord"
	"roundel/claims"
	"roundel/store"
)

// metrics holds the metrics of /metrics. No label ever holds an ID, a name chosen by a user, or a token.
type metrics struct {
	set *vm.Set
}

// newMetrics returns the metrics of a process.
func newMetrics() *metrics {
	vm.ExposeMetadata(true)
	m := &metrics{set: vm.NewSet()}
	for _, kind := range []string{"resume", "identify"} {
		m.connects(kind) // start at 0, so that the first connection shows as an increase
	}
	m.set.NewGauge(fmt.Sprintf("roundel_build_info{go=%q,version=%q}", runtime.Version(), versionOf(buildInfo())), nil).Set(1)
	m.set.RegisterMetricsWriter(vm.WriteProcessMetrics)
	return m
}

// page serves the metrics in Prometheus' text format.
func (m *metrics) page() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		m.set.WritePrometheus(w)
	})
}

// command counts a request by its command or button and its outcome: ok, refused or failed.
func (m *metrics) command(name, outcome string) {
	m.set.GetOrCreateCounter(fmt.Sprintf("roundel_requests_total{name=%q,outcome=%q}", name, outcome)).Inc()
}

// connects returns the counter of attempts to connect to the gateway: resume continues a session, identify starts a new one, of which
// Discord allows 1,000 a day.
func (m *metrics) connects(kind string) *vm.Counter {
	return m.set.GetOrCreateCounter(fmt.Sprintf("roundel_gateway_connects_total{kind=%q}", kind))
}

// session returns the callbacks that count what the connection to Discord does: how long answers took from the arrival of the request, and
// calls by route and status, which is 0 without an answer.
func (m *metrics) session() discord.Metrics {
	buckets := []float64{0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10, 30}
	return discord.Metrics{
		Answered: func(kind, outcome string, took time.Duration) {
			name := fmt.Sprintf("roundel_answer_seconds{kind=%q,outcome=%q}", kind, outcome)
			m.set.GetOrCreatePrometheusHistogramExt(name, buckets).Update(took.Seconds())
		},
		Called: func(method, route string, status int) {
			m.set.GetOrCreateCounter(fmt.Sprintf("roundel_discord_calls_total{method=%q,route=%q,status=%q}", method, route, strconv.Itoa(status))).Inc()
		},
		Connecting: func(resume bool) {
			kind := "identify"
			if resume {
				kind = "resume"
			}
			m.connects(kind).Inc()
		},
	}
}

// observe adds the metrics of the store and those that are computed when the page is requested.
func (m *metrics) observe(s *discord.Session, st *store.Store, shared claims.Claims) {
	commits := m.set.NewPrometheusHistogramExt("roundel_commit_seconds", // how long commits to the database take; several writes may share one
		[]float64{0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5})
	all := m.set.NewCounter("roundel_writes_total") // writes to the database
	st.Observe(func(took time.Duration, writes int) {
		commits.Update(took.Seconds())
		all.Add(writes)
	})
	m.set.RegisterMetricsWriter(func(w io.Writer) {
		ready := uint64(0) // 1 while all shards of this process are connected and get events
		if s.Ready() {
			ready = 1
		}
		vm.WriteGaugeUint64(w, "roundel_gateway_ready", ready)
		vm.WriteGaugeUint64(w, "roundel_requests_in_flight", uint64(s.Waiting())) // queued, being handled or being answered
		// Every process reports the same number of processes and encounters, so take the maximum, not the sum.
		vm.WriteGaugeUint64(w, "roundel_processes", uint64(shared.Members()))
		shards := s.Shards() // of this process
		vm.WriteGaugeUint64(w, "roundel_shards_claimed", uint64(shards.Of()))
		gauges(w, "roundel_gateway_shards", "state", map[string]int{"ready": shards.Ready, "connecting": shards.Connecting, "waiting": shards.Waiting})
		ctx, cancel := context.WithTimeout(context.Background(), probeLimit)
		defer cancel()
		if phases, err := st.Phases(ctx); err == nil { // left out while the database is down
			gauges(w, "roundel_encounters", "phase", phases)
		}
	})
}

// saved adds the metrics of regular backups, if there are any.
func (m *metrics) saved(b *backups) {
	if b == nil {
		return
	}
	m.set.RegisterMetricsWriter(func(w io.Writer) {
		// When the newest backup was made, in Unix seconds; 0 if there is none.
		vm.WriteGaugeFloat64(w, "roundel_backup_timestamp_seconds", float64(b.last.Load())/1000)
		vm.WriteGaugeFloat64(w, "roundel_backup_interval_seconds", b.every.Seconds()) // between two backups
	})
}

// gauges writes a gauge with a value for each value of a label.
func gauges(w io.Writer, name, label string, values map[string]int) {
	fmt.Fprintf(w, "# HELP %s\n# TYPE %s gauge\n", name, name)
	for _, value := range slices.Sorted(maps.Keys(values)) {
		fmt.Fprintf(w, "%s{%s=%q} %d\n", name, label, value, values[value])
	}
}
