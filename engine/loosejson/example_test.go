package loosejson_test

import (
	"fmt"

	"roundel/engine/loosejson"
)

// What has another form than asked for isn't there.
func Example() {
	v, err := (&loosejson.Decoder{Values: 1000, Deep: 64, Most: 64}).Decode(`{"name": "Wolf", "hp": {"max": "11", "temp": "none"}, "notes": "grey"}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	wolf, _ := v.(loosejson.Object)
	most, ok := wolf.Int("hp.max")
	fmt.Println(wolf.Text("name"), most, ok)
	temp, ok := wolf.Int("hp.temp")
	fmt.Println(temp, ok)
	fmt.Println(wolf.Unread(func(key string) bool { return key == "name" || key == "hp" }))
	// Output:
	// Wolf 11 true
	// 0 false
	// [notes]
}
