package main

import (
	"encoding/xml"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// unraidTemplate is a template for Unraid's containers.
type unraidTemplate struct {
	Version     string `xml:"version,attr"`
	Name        string
	Repository  string
	Network     string
	Privileged  bool
	ExtraParams string
	Overview    string
	Config      []struct {
		Name        string `xml:",attr"`
		Target      string `xml:",attr"`
		Default     string `xml:",attr"`
		Mode        string `xml:",attr"`
		Description string `xml:",attr"`
		Type        string `xml:",attr"`
		Display     string `xml:",attr"`
		Required    bool   `xml:",attr"`
		Mask        bool   `xml:",attr"`
		Value       string `xml:",chardata"`
	}
}

func readUnraid(t *testing.T, name, text string) unraidTemplate {
	t.Helper()
	var out unraidTemplate
	if err := xml.Unmarshal([]byte(text), &out); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return out
}

// settingDefaults returns the settings with what each is if it isn't set.
func settingDefaults() map[string]string {
	out := map[string]string{}
	for field := range reflect.TypeFor[settings]().Fields() {
		if name := field.Tag.Get("env"); name != "" {
			out[name] = field.Tag.Get("envDefault")
		}
	}
	return out
}

// substituted returns a value of a compose file with the variables of somebody who has set none but the token.
func substituted(t *testing.T, value string) string {
	t.Helper()
	return regexp.MustCompile(`\$\{(\w+)(:[-?])([^}]*)\}`).ReplaceAllStringFunc(value, func(variable string) string {
		m := regexp.MustCompile(`\$\{(\w+)(:[-?])([^}]*)\}`).FindStringSubmatch(variable)
		if m[2] == ":-" {
			return m[3]
		}
		if m[1] != "DISCORD_TOKEN" {
			t.Errorf("%s has to be set", m[1])
		}
		return ""
	})
}

// TestTemplateForPanels: its service is the one of compose.yaml, but for how it gets its image and settings, and that more can be set. What can be set is a setting, and has
// its default.
func TestTemplateForPanels(t *testing.T) {
	t.Parallel()
	const name = "deploy/templates/stack.yaml"
	stack, compose := readYAML(t, name)[0].at("services", "roundel"), readYAML(t, "deploy/compose.yaml")[0].at("services", "roundel")
	checkService(t, name, stack)
	checkImage(t, name, stack.at("image").text())
	for key := range compose.value.(map[string]any) {
		if key != "build" && key != "environment" && key != "env_file" && !reflect.DeepEqual(stack.at(key).value, compose.at(key).value) {
			t.Errorf("%s has another %s than compose.yaml: %v", name, key, stack.at(key).value)
		}
	}
	if m := regexp.MustCompile(`:\?[^}]`).FindString(readTop(t, name)); m != "" {
		t.Errorf("%s says after :? what to do; Coolify takes that for the value", name)
	}
	environment, defaults := stack.at("environment").value.(map[string]any), settingDefaults()
	for variable, value := range environment {
		value, _ := value.(string)
		if m := regexp.MustCompile(`^\$\{(\w+):-(.*)\}$`).FindStringSubmatch(value); m != nil && (m[1] != variable || variable != "TZ" && m[2] != defaults[variable]) {
			t.Errorf("%s has %s: %s; the default is %q", name, variable, value, defaults[variable])
		}
		if _, known := defaults[variable]; !known && variable != "TZ" && variable != "GOMEMLIMIT" {
			t.Errorf("%s: %s is no setting", name, variable)
		}
	}
	for variable := range compose.at("environment").value.(map[string]any) {
		if environment[variable] == nil {
			t.Errorf("%s lacks %s, which compose.yaml has", name, variable)
		}
	}
}

// TestTemplateForUnraid: the container is locked down as the one of compose.yaml, the token is hidden, and what can be set is a setting, and has its default.
func TestTemplateForUnraid(t *testing.T) {
	t.Parallel()
	const name = "deploy/templates/unraid.xml"
	template, defaults := readUnraid(t, name, readTop(t, name)), settingDefaults()
	if template.Version != "2" || template.Repository != "roundel" || template.Network != "bridge" || template.Privileged || template.Overview == "" {
		t.Errorf("the template is %+v", template)
	}
	compose := readYAML(t, "deploy/compose.yaml")[0].at("services", "roundel")
	params, memory := strings.Fields(template.ExtraParams), ""
	for _, want := range []string{"--read-only", "--cap-drop=ALL", "--security-opt=no-new-privileges:true", "--memory=" + compose.at("mem_limit").text(),
		"--stop-timeout=" + strings.TrimSuffix(compose.at("stop_grace_period").text(), "s"), "--restart=" + compose.at("restart").text(), "--user=99:100"} {
		if !slices.Contains(params, want) {
			t.Errorf("the extra parameters lack %s", want)
		}
	}
	folders := 0
	for _, c := range template.Config {
		if c.Value != c.Default || c.Name == "" || c.Description == "" {
			t.Errorf("%s is %q, by default %q: %s", c.Name, c.Value, c.Default, c.Description)
		}
		switch c.Type {
		case "Path":
			folders++
			if c.Target != "/data" || c.Mode != "rw" || !c.Required {
				t.Errorf("%s is mounted at %s", c.Name, c.Target)
			}
		case "Variable":
			want, known := defaults[c.Target]
			if c.Target == "GOMEMLIMIT" {
				memory = c.Default
			} else if !known || c.Default != want && c.Target != "ROUNDEL_BACKUP_DIR" {
				t.Errorf("%s is %q by default; as a setting it is %q", c.Target, c.Default, want)
			}
			if secret := c.Target == "DISCORD_TOKEN"; c.Mask != secret || secret && !c.Required {
				t.Errorf("%s: hidden: %t, required: %t", c.Target, c.Mask, c.Required)
			}
		default:
			t.Errorf("%s is a %s", c.Name, c.Type)
		}
	}
	if folders != 1 {
		t.Errorf("there are %d folders", folders)
	}
	checkMemory(t, name, compose.at("mem_limit").text(), memory)
}

// released returns a text file of the release.
func released(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(releaseFolder(t), name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestReleaseFilesNameTheImage: the files of a release that start containers are those of deploy, except that they name the release's image and need no
// source.
func TestReleaseFilesNameTheImage(t *testing.T) {
	t.Parallel()
	version := openImage(t, releaseFolder(t), "amd64").config.Labels["org.opencontainers.image.version"]
	image := regexp.MustCompile(`^[a-z0-9][a-z0-9./:_-]*:` + regexp.QuoteMeta(version) + `$`)
	for name, from := range map[string]string{"compose.yaml": "compose.yaml", "compose.postgres.yaml": "compose.postgres.yaml",
		"stack.yaml": "templates/stack.yaml", "kubernetes.yaml": "kubernetes/roundel.yaml"} {
		text, source := released(t, name), readTop(t, "deploy/"+from)
		if strings.Contains(text, "deploy/") || strings.Contains(text, "--build") {
			t.Errorf("%s names files of the source", name)
		}
		named := 0
		got, want := decodeYAML(t, name, text), decodeYAML(t, from, source)
		for i, doc := range got {
			service, was := doc.at("services", "roundel"), want[i].at("services", "roundel")
			if containers := doc.at("spec", "template", "spec", "containers").list(); len(containers) == 1 {
				service, was = containers[0], want[i].at("spec", "template", "spec", "containers").list()[0]
			}
			if service.value == nil {
				continue
			}
			if !image.MatchString(service.at("image").text()) {
				t.Errorf("%s has the image %q", name, service.at("image").text())
			}
			named++
			service.value.(map[string]any)["image"] = "roundel"
			delete(was.value.(map[string]any), "build")
		}
		if named != 1 || !reflect.DeepEqual(got, want) {
			t.Errorf("%s differs from deploy/%s in more than its image:\n%s", name, from, text)
		}
	}
	template := readUnraid(t, "unraid.xml", released(t, "unraid.xml"))
	if !image.MatchString(template.Repository) {
		t.Errorf("unraid.xml has the image %q", template.Repository)
	}
	template.Repository = "roundel"
	if want := readUnraid(t, "unraid.xml", readTop(t, "deploy/templates/unraid.xml")); !reflect.DeepEqual(template, want) {
		t.Errorf("unraid.xml differs from deploy/templates/unraid.xml in more than its image: %+v", template)
	}
	for _, name := range []string{"roundel.service", "env.example", "alerts.yml", "grafana-dashboard.json"} {
		if got, want := released(t, name), strings.ReplaceAll(readTop(t, "deploy/"+name), "deploy/", ""); got != want {
			t.Errorf("%s differs from deploy/%s", name, name)
		}
	}
}

// TestReleaseFilesStartTheImage: with what each file sets and nothing else but the token, the image's program starts, and backs up its database.
func TestReleaseFilesStartTheImage(t *testing.T) {
	t.Parallel()
	for name, environment := range map[string]func(t *testing.T) (map[string]string, string){
		"compose.yaml": composeEnvironment, "stack.yaml": composeEnvironment, "unraid.xml": unraidEnvironment,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newEmptyRoot(t, runtime.GOARCH)
			variables, user := environment(t)
			if user != "" {
				r.image.config.User = user
				if err := os.Chown(filepath.Join(r.dir, "data"), 99, 100); err != nil {
					t.Fatal(err)
				}
			}
			r.variables = nil
			for _, variable := range slices.Sorted(maps.Keys(variables)) {
				if variable != "DISCORD_TOKEN" {
					r.variables = append(r.variables, variable+"="+variables[variable])
				}
			}
			r.begin()
			r.do("GM", "/init start name:Bridge fight", "begins")
			r.says("made a backup of the database", 1)
			if list := r.copies(filepath.Join(r.dir, "data/backups")); len(list) != 1 {
				t.Errorf("backups: %v", list)
			}
			if out := r.run("health"); out != "ok\n" {
				t.Error(out)
			}
		})
	}
}

func composeEnvironment(t *testing.T) (map[string]string, string) {
	t.Helper()
	name := filepath.Base(t.Name())
	out := map[string]string{}
	for variable, value := range decodeYAML(t, name, released(t, name))[0].at("services", "roundel", "environment").value.(map[string]any) {
		out[variable] = substituted(t, value.(string))
	}
	return out, ""
}

// unraidEnvironment also returns the user in the extra parameters.
func unraidEnvironment(t *testing.T) (map[string]string, string) {
	t.Helper()
	template, out := readUnraid(t, "unraid.xml", released(t, "unraid.xml")), map[string]string{}
	for _, c := range template.Config {
		if c.Type == "Variable" {
			out[c.Target] = c.Value
		}
	}
	return out, regexp.MustCompile(`--user=(\S+)`).FindStringSubmatch(template.ExtraParams)[1]
}
