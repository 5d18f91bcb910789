package engine_test

import (
	"fmt"

	"roundel/engine"
)

func Example_codec() {
	c := engine.New()
	data, err := c.EncodeEvents([]engine.Event{engine.SceneSet{Text: "A bridge."}})
	fmt.Println(string(data), err)
	events, err := c.DecodeEvents(data)
	fmt.Printf("%+v %v\n", events, err)
	// Output:
	// [{"t":"scene-set/1","d":{"text":"A bridge."}}] <nil>
	// [{Text:A bridge.}] <nil>
}
