package bot

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/snowflake"
)

// option is one option of a command.
type option struct {
	name     string
	kind     discord.OptionKind // zero: text
	required bool
	choices  []string  // the values that it can have; nil: any
	min, max int       // of whole numbers (both 0: no limits); for texts, max is the number of characters
	complete completer // autocomplete; nil: none
	offer    offerer   // autocomplete that needs no fight; nil: none
	fills    string    // the field of the route's command that it fills in, if that isn't its name
	list     bool      // names, separated by commas
	dice     bool      // names with what was rolled for them, separated by commas
	levels   bool      // names joined by +, each perhaps with a level: "Frightened 3 + Fleeing"
	words    wording   // puts what was typed in translation into the form of the ruleset's file, where that isn't a name alone; nil: nothing
	of       *naming   // what it names; nil: nothing that languages have words for
	none     string    // in a form, the value that stands for leaving it out, because a menu can't have empty values
}

const (
	asWhole = discord.WholeOption
	asFlag  = discord.FlagOption
	asUser  = discord.UserOption
	asRole  = discord.RoleOption
	asFile  = discord.AttachmentOption
)

// into returns the option as one that fills in another field than its own. If two options fill in the same field, only one of them may be given.
func (o option) into(field string) option {
	o.fills = field
	return o
}

// describedBy returns the ID of the option's text for the command with that path: its own, or that of every option of its name.
func (o option) describedBy(path string) string {
	if own := textID("option." + path + "-" + o.name); lang.English().Has(own) {
		return own
	}
	return textID("option." + o.name)
}

func (o option) spec(path string, languages []*lang.Language) *discord.CommandOption {
	spec := &discord.CommandOption{Type: o.kind, Name: o.name, Required: o.required, Autocomplete: o.complete != nil || o.offer != nil}
	spec.Description, spec.DescriptionLocalizations = described(o.describedBy(path), languages)
	if spec.Type == 0 {
		spec.Type = discord.TextOption
		spec.MaxLength = o.max
	} else if o.min != 0 || o.max != 0 {
		low := float64(o.min)
		spec.MinValue, spec.MaxValue = &low, float64(o.max)
	}
	for _, value := range o.choices {
		choice := &discord.CommandChoice{Value: value}
		choice.Name, choice.NameLocalizations = described("choice."+o.name+"-"+value, languages)
		spec.Choices = append(spec.Choices, choice)
	}
	return spec
}

// field returns the field of a command's type that the option fills in: the one of its name without underscores.
func (o option) field(command reflect.Type) ([]int, error) {
	name := strings.ReplaceAll(cmp.Or(o.fills, o.name), "_", "")
	f, ok := command.FieldByNameFunc(func(field string) bool { return strings.EqualFold(field, name) })
	if ok && (f.Type.Kind() == reflect.String || f.Type == reflect.TypeFor[bool]() || f.Type == reflect.TypeFor[int]() ||
		f.Type == reflect.TypeFor[*bool]() || f.Type == reflect.TypeFor[*int]() || f.Type == reflect.TypeFor[*snowflake.User]()) {
		return f.Index, nil
	}
	return nil, fmt.Errorf("%s has no field for the option %s", command, o.name)
}

// Options are the values that the user gave, by the name of the option or field.
type Options map[string]string

// Text returns an option without blanks around it; empty if it was left out.
func (o Options) Text(name string) string { return strings.TrimSpace(o[name]) }

// Flag reports whether a switch is on.
func (o Options) Flag(name string) bool { return o[name] == "true" }

// Number returns a whole number, or nil if the option was left out.
func (o Options) Number(name string) *int {
	n, err := strconv.Atoi(o.Text(name))
	if err != nil {
		return nil // left out: Discord only accepts whole numbers
	}
	return &n
}

// Whole returns a whole number, or 0 if the option was left out.
func (o Options) Whole(name string) int {
	if n := o.Number(name); n != nil {
		return *n
	}
	return 0
}

// WholeNumber returns the whole number in a field of a form, or nil if the field was left empty.
func (o Options) WholeNumber(name string) (*int, error) {
	if o.Text(name) == "" {
		return nil, nil
	}
	if n := o.Number(name); n != nil {
		return n, nil
	}
	return nil, refuse(engine.Invalid, lang.P("bot.not-a-whole-number", lang.Quoted("text", o.Text(name))))
}

// ticked reports whether a checkbox of a form is ticked. In earlier releases it was a menu of yes and no.
func (o Options) ticked(name string) (bool, error) {
	switch o.Text(name) {
	case "", "false", "no":
		return false, nil
	case "true", "yes":
		return true, nil
	}
	return false, notOffered()
}

// picked returns which of the values that a form offers were picked in one of its inputs. Any other value is refused.
func (o Options) picked(name string, offered ...string) ([]string, error) {
	if o.Text(name) == "" {
		return nil, nil
	}
	picks := strings.Split(o.Text(name), ",")
	if slices.ContainsFunc(picks, func(pick string) bool { return !slices.Contains(offered, pick) }) {
		return nil, notOffered()
	}
	return picks, nil
}

// notOffered is the refusal of a value that a form didn't offer.
func notOffered() error { return refuse(engine.Invalid, lang.P("bot.not-offered")) }

// user returns a user, or nil if the option was left out.
func (o Options) user(name string) *snowflake.User {
	id := snowflake.User(o.Text(name))
	if id == "" {
		return nil
	}
	return &id
}

// given returns the options of the command or the fields of the form.
func (tx *transaction) given() Options {
	if tx.r.Kind == discord.Typed || tx.r.Kind == discord.Completing {
		return tx.r.Options
	}
	return tx.r.Fields
}

// text returns what was given for an option. In a form, what a menu has no room for is in a text input next to it (see [choose]), and whose command
// it is may be in the custom ID.
func (tx *transaction) text(o option) (string, error) {
	given := tx.given()
	text, more := given.Text(o.name), given.Text(o.name+"_more")
	switch {
	case tx.r.Kind != discord.Filled:
		return text, nil
	case o.name == "who":
		return tx.chosen()
	case text == o.none:
		text = ""
	}
	if o.list {
		return listedNames(text, more), nil
	}
	return cmp.Or(more, text), nil
}

// command returns the route's command with what was given. An option that was left out leaves its field as it is. Three more fields say what
// isn't typed: Players, Moment, and Cleared, the options that were given as no or 0.
func (tx *transaction) command() (play.Command, error) {
	rt, given := tx.route, tx.given()
	out := reflect.New(reflect.TypeOf(rt.play)).Elem()
	out.Set(reflect.ValueOf(rt.play))
	var cleared []string
	for i, o := range rt.options {
		text, err := tx.text(o)
		if err != nil {
			return nil, err
		}
		if text == "" {
			continue
		}
		for j, other := range rt.options[:i] {
			if given.Text(other.name) != "" && slices.Equal(rt.fields[j], rt.fields[i]) {
				return nil, refuse(engine.Invalid, lang.P("bot.one-name", lang.Text("option", other.name), lang.Text("other", o.name)))
			}
		}
		if o.kind == asFlag && text != "true" || o.kind == asWhole && text == "0" {
			cleared = append(cleared, o.name)
		}
		field := out.FieldByIndex(rt.fields[i])
		if field.Kind() == reflect.Pointer {
			field.Set(reflect.New(field.Type().Elem()))
			field = field.Elem()
		}
		switch field.Kind() {
		case reflect.String:
			field.SetString(text)
		case reflect.Bool:
			field.SetBool(text == "true")
		case reflect.Int:
			n, err := strconv.Atoi(text)
			if err != nil { // Discord only accepts whole numbers
				return nil, refuse(engine.Invalid, lang.P("bot.not-a-whole-number", lang.Quoted("text", text)))
			}
			field.SetInt(int64(n))
		}
	}
	if rt.players != nil {
		out.FieldByIndex(rt.players).SetString(string(tx.conf.Damage))
	}
	if rt.moment != nil {
		*out.FieldByIndex(rt.moment).Addr().Interface().(*play.Moment) = tx.moment()
	}
	if rt.cleared != nil {
		out.FieldByIndex(rt.cleared).Set(reflect.ValueOf(cleared))
	}
	return out.Interface().(play.Command), nil
}

// args returns the parts of a custom ID after its verb.
func (tx *transaction) args() []string {
	_, args := discord.SplitID(tx.r.Path)
	return args
}

// textArg returns the argument of a custom ID at an index, or an empty text if there is none.
func textArg(args []string, i int) string {
	if i >= len(args) {
		return ""
	}
	return args[i]
}

// turnArg returns the turn that a button belongs to; 0 during setup.
func turnArg(args []string) engine.TurnID {
	if len(args) == 0 {
		return 0
	}
	n, err := strconv.ParseInt(args[0], 36, 64)
	if err != nil {
		return -1 // not the ID of any turn, so the button is stale
	}
	return engine.TurnID(n)
}

// moment returns when the request was made: in the turn of its button or, for a typed command, when it was sent. If the clock was set back,
// times prove nothing.
func (tx *transaction) moment() play.Moment {
	s := tx.j.State()
	switch {
	case tx.r.Kind != discord.Typed:
		return play.Moment{Turn: turnArg(tx.args())}
	case s == nil || s.TurnCountsFrom().After(tx.now):
		return play.Moment{}
	}
	return play.Moment{Sent: tx.r.Sent, Arrived: tx.r.Arrived, Shown: tx.b.turns.ShownAt(tx.r.Channel, s.Turn)}
}

// combatantArg returns the combatant of a state that the argument of the custom ID at an index names, and refuses if it is gone.
func (tx *transaction) combatantArg(s *engine.State, i int) (*engine.Combatant, error) {
	return combatantNamed(s, textArg(tx.args(), i))
}

// combatantNamed returns the combatant of a state that a text of a custom ID or a menu names, and refuses if it is gone.
func combatantNamed(s *engine.State, text string) (*engine.Combatant, error) {
	c := card.CombatantNamed(s, text)
	if c == nil {
		return nil, engine.Refuse(engine.NotFound, reason.Gone, engine.Args{})
	}
	return c, nil
}

// source returns what the user did, for the log: a command and its options as one line, or the verb of a button or form. A button that works once is
// told from others by the rest of its custom ID.
func (tx *transaction) source() string {
	if tx.route != nil && tx.route.once {
		return "button " + tx.r.Path
	}
	if tx.r.Kind != discord.Typed {
		verb, _ := discord.SplitID(tx.r.Path)
		return "button " + verb
	}
	if tx.route != nil && tx.route.on != 0 {
		return tx.r.Path
	}
	parts := []string{"/" + tx.r.Path}
	for _, name := range slices.Sorted(maps.Keys(tx.r.Options)) {
		parts = append(parts, name+":"+tx.r.Options[name])
	}
	return strings.Join(parts, " ")
}

// listedNames joins lists of names.
func listedNames(lists ...string) string {
	return strings.Join(slices.DeleteFunc(lists, func(list string) bool { return list == "" }), ",")
}

// oneLine returns a text of several lines as one.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
