package play_test

import (
	"reflect"
	"slices"
	"strings"

	"roundel/engine"
)

// stageMoves lists which events take a unit's turn from one stage to another. No other moves occur.
var stageMoves = map[[2]engine.Stage][]engine.Event{
	{engine.NotBegun, engine.Begun}:    {engine.TurnBegan{}},
	{engine.NotBegun, engine.Finished}: {engine.TurnEnded{}}, // it was lost
	{engine.Begun, engine.Finished}:    {engine.TurnEnded{}},
	{engine.Begun, engine.Delaying}:    {engine.UnitDelayed{}},
	{engine.Begun, engine.Holding}:     {engine.UnitDelayed{}},
	{engine.Begun, engine.NotBegun}:    {engine.RoundBegan{}, engine.RollAwaited{}, engine.TicksPassed{}, engine.UnitDropped{}}, // dropped: its place stays as a slot
	{engine.Delaying, engine.Rejoined}: {engine.PlaceTaken{}},
	{engine.Delaying, engine.NotBegun}: {engine.WaitOver{}},
	{engine.Rejoined, engine.Finished}: {engine.TurnEnded{}},
	{engine.Rejoined, engine.Delaying}: {engine.UnitDelayed{}},
	{engine.Rejoined, engine.NotBegun}: {engine.RoundBegan{}, engine.RollAwaited{}},
	{engine.Holding, engine.Begun}:     {engine.PlaceTaken{}},
	{engine.Holding, engine.NotBegun}:  {engine.WaitOver{}},
	{engine.Finished, engine.Begun}:    {engine.TurnBegan{}},
	{engine.Finished, engine.NotBegun}: {engine.RoundBegan{}, engine.RollAwaited{}, engine.TicksPassed{}, engine.UnitDropped{}},
}

// placeMoves does the same for what the round does to places.
var placeMoves = map[[2]engine.Place][]engine.Event{
	{engine.PlaceAhead, engine.PlacePast}:   {engine.TurnEnded{}, engine.SlotPassed{}, engine.UnitDelayed{}, engine.WaitOver{}, engine.PassBegan{}},
	{engine.PlaceAhead, engine.PlaceMissed}: {engine.UnitWaits{}},
	{engine.PlacePast, engine.PlaceAhead}: {engine.RoundBegan{}, engine.RollAwaited{}, engine.PassBegan{}, engine.TicksPassed{}, engine.TurnEnded{},
		engine.PlaceTaken{}},
	{engine.PlaceMissed, engine.PlaceAhead}: {engine.RoundBegan{}, engine.RollAwaited{}, engine.PassBegan{}},
	{engine.PlaceMissed, engine.PlacePast}:  {engine.PassBegan{}},
}

// checkStages checks that a command moves the turns of units only as they can move, and that what goes with a stage is there.
func checkStages(t failer, out engine.Outcome) {
	t.Helper()
	s := engine.Fold(out.Before, nil)
	is := func(kind reflect.Type) func(engine.Event) bool {
		return func(e engine.Event) bool { return reflect.TypeOf(e) == kind }
	}
	for _, e := range out.Events {
		before := slices.Concat(s.Units, s.Further)
		engine.Apply(s, e)
		may := is(reflect.TypeOf(e))
		for _, was := range before {
			u := s.Unit(was.ID)
			switch {
			case u == nil:
			case u.Stage != was.Stage && !slices.ContainsFunc(stageMoves[[2]engine.Stage{was.Stage, u.Stage}], may):
				t.Fatalf("%T takes the turn of %s from %q to %q", e, u.Name, was.Stage, u.Stage)
			case u.Place != was.Place && !slices.ContainsFunc(placeMoves[[2]engine.Place{was.Place, u.Place}], may):
				t.Fatalf("%T takes the place of %s from %q to %q", e, u.Name, was.Place, u.Place)
			}
		}
		for _, u := range slices.Concat(s.Units, s.Further) {
			if broken := brokenStage(s, &u); broken != "" {
				t.Fatalf("%s of %s after %T: %+v", broken, u.Name, e, u)
			}
		}
	}
}

// brokenStage says what of a unit does not go with the stage that its turn is in.
func brokenStage(s *engine.State, u *engine.Unit) string {
	var broken []string
	for what, is := range map[string]bool{
		"turn that began":       u.Stage != engine.Finished && u.Stage != engine.Delaying && (u.Began != 0) != (u.Stage != engine.NotBegun),
		"count":                 u.Stage == engine.Finished && !u.Counted,
		"turn now":              s.IsActive(u.ID) && (u.Began != s.Turn || u.Stage != engine.Begun && u.Stage != engine.Rejoined),
		"turn of another place": u.Of != 0 && (u.Stage != engine.NotBegun || u.HadTurn || u.Counted || u.Playing != 0 || u.Taken != 0 || u.Blow != engine.NoBlow),
		"place":                 u.Playing != 0 && !u.Resumes(),
	} {
		if is {
			broken = append(broken, what)
		}
	}
	return strings.Join(broken, ", ")
}
