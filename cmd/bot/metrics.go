package main

import (
	"context"
	"net/http"
	"runtime"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"roundel/bot/discord"
	"roundel/claims"
	"roundel/store"
)

// metrics holds the metrics of /metrics. No label ever holds an ID, a name chosen by a user, or a token.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	answers  *prometheus.HistogramVec
	calls    *prometheus.CounterVec
	connects *prometheus.CounterVec
	commits  prometheus.Histogram
	writes   prometheus.Counter
}

func newMetrics() *metrics {
	m := &metrics{registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "roundel_requests_total",
			Help: "Requests by command or button and outcome: ok, refused or failed."}, []string{"name", "outcome"}),
		answers: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "roundel_answer_seconds",
			Help:    "Time from a request's arrival until Discord has the answer, by kind and outcome.",
			Buckets: []float64{0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10, 30}}, []string{"kind", "outcome"}),
		calls: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "roundel_discord_calls_total",
			Help: "REST calls to Discord by method, route and status; status 0 means no answer."}, []string{"method", "route", "status"}),
		connects: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "roundel_gateway_connects_total",
			Help: "Attempts to connect to the gateway: resume continues a session, identify starts a new one (Discord allows 1,000 a day)."},
			[]string{"kind"}),
		commits: prometheus.NewHistogram(prometheus.HistogramOpts{Name: "roundel_commit_seconds",
			Help:    "Duration of a commit to the database.",
			Buckets: []float64{0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5}}),
		writes: prometheus.NewCounter(prometheus.CounterOpts{Name: "roundel_writes_total",
			Help: "Writes to the database; several may share a commit."}),
	}
	for _, kind := range []string{"resume", "identify"} {
		m.connects.WithLabelValues(kind) // start at 0, so that the first connection shows as an increase
	}
	info := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "roundel_build_info", Help: "The running version; always 1."},
		[]string{"version", "go"})
	info.WithLabelValues(versionOf(buildInfo()), runtime.Version()).Set(1)
	m.registry.MustRegister(m.requests, m.answers, m.calls, m.connects, m.commits, m.writes, info, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func (m *metrics) page() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError})
}

func (m *metrics) command(name, outcome string) { m.requests.WithLabelValues(name, outcome).Inc() }

func (m *metrics) commit(took time.Duration, writes int) {
	m.commits.Observe(took.Seconds())
	m.writes.Add(float64(writes))
}

// session returns the callbacks that count what the connection to Discord does.
func (m *metrics) session() discord.Metrics {
	return discord.Metrics{
		Answered: func(kind, outcome string, took time.Duration) {
			m.answers.WithLabelValues(kind, outcome).Observe(took.Seconds())
		},
		Called: func(method, route string, status int) {
			m.calls.WithLabelValues(method, route, strconv.Itoa(status)).Inc()
		},
		Connecting: func(resume bool) {
			kind := "identify"
			if resume {
				kind = "resume"
			}
			m.connects.WithLabelValues(kind).Inc()
		},
	}
}

// observe adds the metrics of the store and those that are computed when the page is requested.
func (m *metrics) observe(s *discord.Session, st *store.Store, shared claims.Claims) {
	st.Observe(m.commit)
	m.registry.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "roundel_gateway_ready",
			Help: "1 while all shards of this process are connected and get events."}, func() float64 {
			if s.Ready() {
				return 1
			}
			return 0
		}),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "roundel_requests_in_flight",
			Help: "Requests queued, being handled or being answered."},
			func() float64 { return float64(s.Waiting()) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "roundel_processes",
			Help: "Processes of the bot that are alive, as far as this one knows. All report the same, so take the maximum, not the sum."},
			func() float64 { return float64(shared.Members()) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "roundel_shards_claimed", Help: "Shards that this process listens to."},
			func() float64 { return float64(s.Shards().Of()) }),
		shards{s, prometheus.NewDesc("roundel_gateway_shards", "Shards of this process, which are connections to Discord, by state: ready, connecting or waiting.",
			[]string{"state"}, nil)},
		&fights{st: st, desc: prometheus.NewDesc("roundel_encounters", "Encounters in the database by phase: setup, running, paused, ended. All processes of a bot report the same, so take the maximum, not the sum.",
			[]string{"phase"}, nil)})
}

// shards counts the shards whenever the metrics are requested.
type shards struct {
	s    *discord.Session
	desc *prometheus.Desc
}

// Describe sends the description of the only metric.
func (sh shards) Describe(out chan<- *prometheus.Desc) { out <- sh.desc }

// Collect counts the shards.
func (sh shards) Collect(out chan<- prometheus.Metric) {
	n := sh.s.Shards()
	for state, count := range map[string]int{"ready": n.Ready, "connecting": n.Connecting, "waiting": n.Waiting} {
		out <- prometheus.MustNewConstMetric(sh.desc, prometheus.GaugeValue, float64(count), state)
	}
}

// fights counts the encounters whenever the metrics are requested.
type fights struct {
	st   *store.Store
	desc *prometheus.Desc
}

// Describe sends the description of the only metric.
func (f *fights) Describe(out chan<- *prometheus.Desc) { out <- f.desc }

// Collect counts the encounters.
func (f *fights) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), probeLimit)
	defer cancel()
	phases, err := f.st.Phases(ctx)
	if err != nil {
		out <- prometheus.NewInvalidMetric(f.desc, err)
		return
	}
	for phase, n := range phases {
		out <- prometheus.MustNewConstMetric(f.desc, prometheus.GaugeValue, float64(n), phase)
	}
}
