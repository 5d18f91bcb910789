package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// top is the path of the repository's root from this package.
const top = "../.."

func readTop(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(top, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestEnvExampleHasEverySetting: it has every setting with its default, in order, and nothing else.
func TestEnvExampleHasEverySetting(t *testing.T) {
	t.Parallel()
	var want, got []string
	for field := range reflect.TypeFor[settings]().Fields() {
		if name := field.Tag.Get("env"); name != "" {
			want = append(want, name+"="+field.Tag.Get("envDefault"))
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^#?([A-Z_]+)=(.*)$`).FindAllStringSubmatch(readTop(t, "deploy/env.example"), -1) {
		value := m[2]
		if m[1] == "DISCORD_TOKEN_FILE" {
			value = "" // the file has an example value
		}
		got = append(got, m[1]+"="+value)
	}
	if !slices.Equal(got, want) {
		t.Errorf("deploy/env.example has\n%q, the settings are\n%q", got, want)
	}
}

// TestSettingsAreDocumented: the README and the hosting guide name every setting.
func TestSettingsAreDocumented(t *testing.T) {
	t.Parallel()
	for _, doc := range []string{"README.md", "docs/hosting.md"} {
		text := readTop(t, doc)
		for _, name := range settingNames() {
			if !strings.Contains(text, "`"+name+"`") {
				t.Errorf("%s lacks %s", doc, name)
			}
		}
	}
}

// TestDashboardAndAlertsMatchTheMetrics: the dashboard and the alerts use only metrics that exist, and every metric is in
// one of them.
func TestDashboardAndAlertsMatchTheMetrics(t *testing.T) {
	t.Parallel()
	measured := map[string]string{}
	source := readTop(t, "cmd/bot/metrics.go")
	for _, m := range regexp.MustCompile("[\"`](roundel_\\w+)").FindAllStringSubmatch(source, -1) {
		measured[m[1]] = ""
	}
	if len(measured) < 12 {
		t.Fatalf("only %d metrics found", len(measured))
	}
	asked := readTop(t, "deploy/grafana-dashboard.json") + readTop(t, "deploy/alerts.yml")
	if !json.Valid([]byte(readTop(t, "deploy/grafana-dashboard.json"))) {
		t.Error("the dashboard is not valid JSON")
	}
	for _, name := range regexp.MustCompile(`roundel_\w+`).FindAllString(asked, -1) {
		plain := name
		for _, suffix := range []string{"_bucket", "_sum", "_count"} {
			plain = strings.TrimSuffix(plain, suffix)
		}
		if _, ok := measured[plain]; !ok {
			t.Errorf("%s is used, but there is no such metric", name)
		}
	}
	if !strings.Contains(readTop(t, "deploy/grafana-dashboard.json"), "sum by (state) (roundel_gateway_shards)") {
		t.Error("the dashboard does not show the shards by state, so one that is down is not seen")
	}
	for _, same := range []string{"roundel_encounters", "roundel_processes"} { // in all processes
		for _, line := range strings.Split(asked, "\n") {
			if strings.Contains(line, same) && !strings.Contains(line, "max") {
				t.Errorf("not the maximum over all processes: %s", line)
			}
		}
	}
	for name := range measured {
		if !strings.Contains(asked, name) {
			t.Errorf("%s is neither in the dashboard nor in the alerts", name)
		}
	}
}

// TestContainersAreLockedDown: the containers and the service keep their security settings.
func TestContainersAreLockedDown(t *testing.T) {
	t.Parallel()
	for file, wants := range map[string][]string{
		"Dockerfile": {"FROM scratch", "USER 65532:65532", "VOLUME /data", `CMD ["/roundel", "health"]`, "STOPSIGNAL SIGTERM",
			"--chown=65532:65532", "ca-certificates.crt"},
		"deploy/compose.yaml": {"read_only: true", "cap_drop: [ALL]", "no-new-privileges:true", "restart: unless-stopped", "mem_limit:",
			"DISCORD_TOKEN_FILE"},
		"deploy/litestream/compose.yaml": {"read_only: true", "cap_drop: [ALL]", "no-new-privileges:true", "create_host_path: false"},
		"deploy/roundel.service": {"DynamicUser=yes", "ProtectSystem=strict", "NoNewPrivileges=yes", "CapabilityBoundingSet=\n",
			"LoadCredential=", "RestartPreventExitStatus=2"},
		"deploy/kubernetes/roundel.yaml": {"kind: StatefulSet", "replicas: 1", "runAsNonRoot: true", "readOnlyRootFilesystem: true",
			"drop: [ALL]", "automountServiceAccountToken: false", "/healthz", "/readyz"},
	} {
		text := readTop(t, file)
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("%s lacks %q", file, want)
			}
		}
	}
	// The image is built with the Go version of go.mod.
	minor := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(readTop(t, "go.mod"))[1]
	if !regexp.MustCompile(`ARG GO_VERSION=` + regexp.QuoteMeta(minor) + `\.\d+\n`).MatchString(readTop(t, "Dockerfile")) {
		t.Errorf("the Dockerfile does not pin Go %s", minor)
	}
}
