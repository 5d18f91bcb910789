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

// top is the tree's root as the tests of this package see it.
const top = "../.."

func readTop(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(top, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestEnvExample: it has every setting with its default, in the order of the settings, and no other.
func TestEnvExample(t *testing.T) {
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
			value = "" // an example of one
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

// TestMetricsAreThere: what the dashboard and the alerts ask for is measured, with those labels, and all that is
// measured is shown or watched.
func TestMetricsAreThere(t *testing.T) {
	t.Parallel()
	measured := map[string]string{}
	source := readTop(t, "cmd/bot/metrics.go")
	for _, m := range regexp.MustCompile(`(?:Name: |NewDesc\()"(roundel_\w+)"`).FindAllStringSubmatch(source, -1) {
		measured[m[1]] = ""
	}
	if len(measured) < 9 {
		t.Fatalf("only %d metrics found", len(measured))
	}
	asked := readTop(t, "deploy/grafana-dashboard.json") + readTop(t, "deploy/alerts.yml")
	if !json.Valid([]byte(readTop(t, "deploy/grafana-dashboard.json"))) {
		t.Error("the dashboard is no JSON")
	}
	for _, name := range regexp.MustCompile(`roundel_\w+`).FindAllString(asked, -1) {
		plain := name
		for _, suffix := range []string{"_bucket", "_sum", "_count"} {
			plain = strings.TrimSuffix(plain, suffix)
		}
		if _, ok := measured[plain]; !ok {
			t.Errorf("%s is asked for and not measured", name)
		}
	}
	for name := range measured {
		if !strings.Contains(asked, name) {
			t.Errorf("%s is measured and neither shown nor watched", name)
		}
	}
}

// TestContainerIsLockedUp: nobody takes these out unnoticed.
func TestContainerIsLockedUp(t *testing.T) {
	t.Parallel()
	for file, wants := range map[string][]string{
		"Dockerfile": {"FROM scratch", "USER 65532:65532", "VOLUME /data", `CMD ["/roundel", "health"]`, "STOPSIGNAL SIGTERM",
			"--chown=65532:65532", "ca-certificates.crt"},
		"deploy/compose.yaml": {"read_only: true", "cap_drop: [ALL]", "no-new-privileges:true", "restart: unless-stopped", "mem_limit:",
			"DISCORD_TOKEN_FILE"},
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
	// The image is built with the Go that the module asks for.
	minor := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(readTop(t, "go.mod"))[1]
	if !regexp.MustCompile(`ARG GO_VERSION=` + regexp.QuoteMeta(minor) + `\.\d+\n`).MatchString(readTop(t, "Dockerfile")) {
		t.Errorf("the Dockerfile does not pin Go %s", minor)
	}
}
