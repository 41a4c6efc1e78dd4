package v113

import (
	"encoding/json"
	"reflect"
	"testing"

	"informerscope/engine/conformance/harness"
)

// simple is a script as the comparison sends it: a pod comes, changes while the
// watch is lost with its history, and another goes.
const simple = `{"name": "simple", "until": 60000000000,
	"world": {
		"server": {"history": 1000, "watchCache": true, "objects": [{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a", "namespace": "default"}}]},
		"network": {"list": "20ms", "watch": "1ms"},
		"informers": [{"name": "pods", "resource": "pods", "shared": true, "pageSize": 500, "handlers": [{"name": "main"}]}]
	},
	"steps": [
		{"at": 1000000000, "command": {"create": {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "b", "namespace": "default"}}}},
		{"at": 2000000000, "command": {"dropWatch": {"informer": "pods", "how": "error-event"}}},
		{"at": 2000000000, "command": {"update": {"object": "pods/default/b", "merge": {"metadata": {"labels": {"x": "y"}}}}}},
		{"at": 2000000000, "command": {"delete": "pods/default/a"}}
	]}`

// The library of 1.13 tells what a relist brought with the deletes last, and asks
// for version "0" again.
func TestRun(t *testing.T) {
	var s harness.Script
	if err := json.Unmarshal([]byte(simple), &s); err != nil {
		t.Fatal(err)
	}
	result, err := Run(t, s)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"add default/a 1", "add default/b 2", "update default/b 2->3", "delete default/a 1 tombstone"}
	if got := result.Report.Handlers["pods/main"]; !reflect.DeepEqual(got, want) {
		t.Errorf("handler: %q, want %q", got, want)
	}
	var asked []string
	for _, r := range result.Report.Informers["pods"].Requests {
		asked = append(asked, r.At+" "+r.Verb+" "+r.ResourceVersion)
	}
	want = []string{"0s list 0", "40ms watch 1", "3.001s list 0", "3.041s watch 4"}
	if !reflect.DeepEqual(asked, want) {
		t.Errorf("requests: %q, want %q", asked, want)
	}
}
