package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// node is a value of a YAML file: a map, a list or a scalar.
type node struct{ value any }

func (n node) at(path ...string) node {
	for _, key := range path {
		m, _ := n.value.(map[string]any)
		n = node{m[key]}
	}
	return n
}

func (n node) list() []node {
	items, _ := n.value.([]any)
	out := make([]node, 0, len(items))
	for _, item := range items {
		out = append(out, node{item})
	}
	return out
}

func (n node) text() string {
	s, _ := n.value.(string)
	return s
}

// readYAML returns the documents of a YAML file. A key that appears twice in a map is an error.
func readYAML(t *testing.T, name string) []node {
	t.Helper()
	return decodeYAML(t, name, readTop(t, name))
}

func decodeYAML(t *testing.T, name, text string) []node {
	t.Helper()
	var out []node
	from := yaml.NewDecoder(strings.NewReader(text))
	for {
		var value map[string]any
		err := from.Decode(&value)
		if err == io.EOF {
			return out
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		out = append(out, node{value})
	}
}

// filesIn returns the files below deploy that match the patterns.
func filesIn(t *testing.T, least int, patterns ...string) []string {
	t.Helper()
	var out []string
	for _, pattern := range patterns {
		found, err := filepath.Glob(filepath.Join(top, "deploy", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range found {
			out = append(out, strings.TrimPrefix(filepath.ToSlash(name), top+"/"))
		}
	}
	if len(out) < least {
		t.Fatalf("found only %q", out)
	}
	return out
}

// checkImage fails unless an image is Roundel's own, which the host builds, or has an exact version.
func checkImage(t *testing.T, where, image string) {
	t.Helper()
	if image != "roundel" && !regexp.MustCompile(`^[\w./-]+:\d+\.\d+[\w.-]*$`).MatchString(image) {
		t.Errorf("%s: the image %q is not pinned to a version", where, image)
	}
}

// checkVariable fails if a variable looks like a setting of Roundel and is not one, or if it holds a secret in clear text.
func checkVariable(t *testing.T, where, name, value string) {
	t.Helper()
	if regexp.MustCompile(`^(ROUNDEL|DISCORD)_`).MatchString(name) && !slices.Contains(settingNames(), name) {
		t.Errorf("%s: %s is not a setting", where, name)
	}
	secret := regexp.MustCompile(`(TOKEN|PASSWORD|SECRET\w*|KEY\w*)$`).MatchString(name)
	if secret && value != "" && !strings.HasPrefix(value, "${") {
		t.Errorf("%s: %s is written into the file", where, name)
	}
}

// checkMemory checks that the program is told to stay below the limit at which it is killed.
func checkMemory(t *testing.T, where, most, soft string) {
	t.Helper()
	digits := regexp.MustCompile(`^\d+`)
	hard, err := strconv.Atoi(digits.FindString(most))
	low, wrong := strconv.Atoi(digits.FindString(soft))
	if err != nil || wrong != nil || !strings.HasSuffix(soft, "MiB") || !regexp.MustCompile(`^\d+(m|M|Mi)$`).MatchString(most) || low < hard*8/10 || low > hard*9/10 {
		t.Errorf("%s: with at most %q of memory, GOMEMLIMIT is %q", where, most, soft)
	}
}

// TestMemoryOfTheService: the service is told to stay below its limit, too.
func TestMemoryOfTheService(t *testing.T) {
	t.Parallel()
	text := readTop(t, "deploy/roundel.service")
	found := func(pattern string) string {
		if m := regexp.MustCompile(pattern).FindStringSubmatch(text); m != nil {
			return m[1]
		}
		return ""
	}
	checkMemory(t, "deploy/roundel.service", found(`(?m)^MemoryMax=(\S+)$`), found(`(?m)^Environment=.*\bGOMEMLIMIT=(\S+)`))
}

// TestComposeFiles: every container of every compose file is locked down, has a pinned image, publishes no port and contains no secret.
func TestComposeFiles(t *testing.T) {
	t.Parallel()
	for _, name := range filesIn(t, 3, "compose*.yaml", "*/compose*.yaml") {
		docs := readYAML(t, name)
		services, _ := docs[0].at("services").value.(map[string]any)
		if len(docs) != 1 || len(services) == 0 {
			t.Fatalf("%s has no services", name)
		}
		for service, value := range services {
			where, s := name+": "+service, node{value}
			checkService(t, where, s)
			if s.at("image").text() != "roundel" {
				continue
			}
			if s.at("build").text() != ".." {
				t.Errorf("%s is not built from the source", where)
			}
			if files := s.at("env_file").list(); len(files) != 1 || files[0].at("path").text() != ".env" || files[0].at("required").value != false {
				t.Errorf("%s does not get all settings in .env, if there is such a file: %v", where, files)
			}
		}
	}
}

// checkService fails unless a service of a compose file is locked down and has a pinned image, and if it publishes a port or contains a secret.
// Roundel's own service needs a health check, because Podman ignores the one in an OCI image.
func checkService(t *testing.T, where string, s node) {
	t.Helper()
	checkImage(t, where, s.at("image").text())
	if s.at("read_only").value != true || s.at("mem_limit").value == nil || s.at("restart").text() != "unless-stopped" ||
		len(s.at("cap_drop").list()) != 1 || s.at("cap_drop").list()[0].text() != "ALL" ||
		len(s.at("security_opt").list()) != 1 || s.at("security_opt").list()[0].text() != "no-new-privileges:true" {
		t.Errorf("%s is not locked down", where)
	}
	for _, key := range []string{"ports", "privileged", "network_mode", "cap_add"} {
		if s.at(key).value != nil {
			t.Errorf("%s has %s", where, key)
		}
	}
	if s.at("image").text() == "roundel" {
		checkMemory(t, where, s.at("mem_limit").text(), s.at("environment", "GOMEMLIMIT").text())
		if test := s.at("healthcheck", "test").list(); len(test) != 3 || test[0].text() != "CMD" || test[1].text() != "/roundel" || test[2].text() != "health" {
			t.Errorf("%s: the health check is %v", where, test)
		}
	}
	environment, _ := s.at("environment").value.(map[string]any)
	for variable := range environment {
		checkVariable(t, where, variable, s.at("environment", variable).text())
	}
}

// TestComposePostgres: there can be several Roundels, they wait for the database, and only they can reach it.
func TestComposePostgres(t *testing.T) {
	t.Parallel()
	file := readYAML(t, "deploy/compose.postgres.yaml")[0]
	roundel, postgres := file.at("services", "roundel"), file.at("services", "postgres")
	if roundel.at("container_name").value != nil || roundel.at("volumes").value != nil {
		t.Error("several Roundels would share a name or a volume")
	}
	if got := roundel.at("depends_on", "postgres", "condition").text(); got != "service_healthy" {
		t.Errorf("Roundel starts when the database is %q", got)
	}
	if postgres.at("healthcheck", "test").value == nil || file.at("networks", "database", "internal").value != true {
		t.Error("the database has no health check, or its network is open")
	}
	declared, _ := file.at("networks").value.(map[string]any)
	for _, net := range roundel.at("networks").list() {
		if _, ok := declared[net.text()]; !ok {
			t.Errorf("Roundel is in the network %s, which isn't declared; Podman wants that", net.text())
		}
	}
	if nets := postgres.at("networks").list(); len(nets) != 1 || nets[0].text() != "database" {
		t.Errorf("the database is in %v", nets)
	}
	if env := roundel.at("environment"); env.at("ROUNDEL_DB").text() != "postgres:" || env.at("PGHOST").text() != "postgres" {
		t.Errorf("Roundel does not use the database: %v", env)
	}
	if vols := postgres.at("volumes").list(); len(vols) != 1 || vols[0].text() != "database:/var/lib/postgresql/data" {
		t.Errorf("the data is in %v", vols)
	}
}

// TestManifests: every container of every manifest is locked down and has a pinned image, no file with a secret can be read by everybody,
// and no manifest contains a secret.
func TestManifests(t *testing.T) {
	t.Parallel()
	for _, name := range filesIn(t, 5, "kubernetes/*.yaml") {
		for _, doc := range readYAML(t, name) {
			for _, key := range []string{"apiVersion", "kind"} {
				if doc.at(key).text() == "" || doc.at("metadata", "name").text() == "" {
					t.Errorf("%s: an object has no %s or name", name, key)
				}
			}
			if doc.at("kind").text() == "Cluster" {
				checkImage(t, name, doc.at("spec", "imageName").text())
			}
			if pod := doc.at("spec", "template", "spec"); pod.value != nil {
				checkPod(t, name, pod)
			}
		}
	}
}

func checkPod(t *testing.T, name string, pod node) {
	t.Helper()
	if pod.at("automountServiceAccountToken").value != false || pod.at("securityContext", "runAsNonRoot").value != true ||
		pod.at("securityContext", "runAsUser").value != 65532 || pod.at("securityContext", "seccompProfile", "type").text() != "RuntimeDefault" {
		t.Errorf("%s: the pod is not locked down", name)
	}
	containers := append(pod.at("initContainers").list(), pod.at("containers").list()...)
	if len(containers) == 0 {
		t.Errorf("%s: the pod has no container", name)
	}
	for _, c := range containers {
		where, security := name+": "+c.at("name").text(), c.at("securityContext")
		checkImage(t, where, c.at("image").text())
		drop := security.at("capabilities", "drop").list()
		if security.at("allowPrivilegeEscalation").value != false || security.at("readOnlyRootFilesystem").value != true ||
			len(drop) != 1 || drop[0].text() != "ALL" || c.at("resources", "limits", "memory").text() == "" {
			t.Errorf("%s is not locked down", where)
		}
		memory := ""
		for _, variable := range c.at("env").list() {
			if variable.at("name").text() == "GOMEMLIMIT" {
				memory = variable.at("value").text()
			}
			checkVariable(t, where, variable.at("name").text(), variable.at("value").text())
			if variable.at("name").text() == "ROUNDEL_DB" && variable.at("valueFrom", "secretKeyRef", "key").text() != "uri" {
				t.Errorf("%s does not take the database's address from the operator's secret", where)
			}
		}
		checkMemory(t, where, c.at("resources", "limits", "memory").text(), memory)
	}
	for _, volume := range pod.at("volumes").list() {
		if secret := volume.at("secret"); secret.value != nil && secret.at("defaultMode").value != 0o440 {
			t.Errorf("%s: the files of the secret %s have the mode %#o", name, secret.at("secretName").text(), secret.at("defaultMode").value)
		}
	}
}

// TestManyProcessesOnKubernetes: an update or the loss of a machine leaves enough processes, and no acknowledged commit is on one machine only.
func TestManyProcessesOnKubernetes(t *testing.T) {
	t.Parallel()
	kinds := map[string]node{}
	for _, name := range []string{"deploy/kubernetes/many.yaml", "deploy/kubernetes/postgres.yaml", "deploy/kubernetes/roundel.yaml"} {
		for _, doc := range readYAML(t, name) {
			kinds[doc.at("kind").text()] = doc
		}
	}
	many, one, cluster := kinds["Deployment"].at("spec"), kinds["StatefulSet"].at("spec"), kinds["Cluster"].at("spec")
	rolling, pod := many.at("strategy", "rollingUpdate"), many.at("template", "spec")
	if many.at("replicas").value != 3 || rolling.at("maxUnavailable").value != 0 || rolling.at("maxSurge").value != 1 {
		t.Errorf("an update stops pods before their successors are ready: %v", rolling)
	}
	label := many.at("selector", "matchLabels", "app.kubernetes.io/name").text()
	for what, got := range map[string]node{
		"the pods":              many.at("template", "metadata", "labels"),
		"the disruption budget": kinds["PodDisruptionBudget"].at("spec", "selector", "matchLabels"),
		"the spread":            pod.at("topologySpreadConstraints").list()[0].at("labelSelector", "matchLabels"),
	} {
		if got.at("app.kubernetes.io/name").text() != label || label == "" {
			t.Errorf("%s and the deployment have different labels: %v", what, got)
		}
	}
	if kinds["PodDisruptionBudget"].at("spec", "maxUnavailable").value != 1 {
		t.Error("a drained machine may stop more than one pod")
	}
	was := one.at("template", "spec")
	for _, probe := range []string{"livenessProbe", "readinessProbe"} {
		a, b := pod.at("containers").list()[0].at(probe, "httpGet", "path").text(), was.at("containers").list()[0].at(probe, "httpGet", "path").text()
		if a != b || a == "" {
			t.Errorf("the %s asks %q; with one process it asks %q", probe, a, b)
		}
	}
	if a, b := pod.at("terminationGracePeriodSeconds").value, was.at("terminationGracePeriodSeconds").value; a != b || a == nil {
		t.Errorf("a pod has %v seconds to stop; with one process it has %v", a, b)
	}
	sync := cluster.at("postgresql", "synchronous")
	if cluster.at("instances").value != 3 || sync.at("method").text() != "any" || sync.at("number").value != 1 || sync.at("dataDurability").text() != "required" {
		t.Errorf("a commit may be on one machine only: %v", sync)
	}
}

// TestFightsAreNotSummed: every process counts all fights, so the dashboard must not add them up.
func TestFightsAreNotSummed(t *testing.T) {
	t.Parallel()
	board := readTop(t, "deploy/grafana-dashboard.json") + readTop(t, "deploy/alerts.yml")
	if strings.Contains(board, "sum by (phase) (roundel_encounters") || !strings.Contains(board, "max by (phase) (roundel_encounters") {
		t.Error("with several processes, the dashboard shows too many fights")
	}
}

// TestImageHasEveryPackage: the build of the image gets every folder that the program is made of.
func TestImageHasEveryPackage(t *testing.T) {
	t.Parallel()
	list := exec.Command("go", "list", "-deps", ".")
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	ignore := strings.Split(readTop(t, ".dockerignore"), "\n")
	found := 0
	for line := range bytes.Lines(out) {
		if path, ours := strings.CutPrefix(strings.TrimSpace(string(line)), "roundel/"); ours {
			found++
			if folder, _, _ := strings.Cut(path, "/"); !slices.Contains(ignore, "!"+folder) {
				t.Errorf(".dockerignore keeps %s out of the image, and the program needs %s", folder, path)
			}
		}
	}
	if found < 10 {
		t.Errorf("found only %d packages", found)
	}
}
