package conformance

import "flag"

// How much is tried; `make conformance` asks for more than `go test` does.
var scripts = flag.Int("scripts", 25, "random scripts in each mode")
