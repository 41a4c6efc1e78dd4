// What the comparisons with the two releases of client-go have in common. It is
// compiled with the apimachinery of either, so it is a module of its own that
// asks for the elder, and knows neither client-go nor the engine.
module informerscope/engine/conformance/harness

go 1.26.0

require k8s.io/apimachinery v0.0.0-20181127025237-2b1284ed4c93

require (
	github.com/davecgh/go-spew v1.1.1 // indirect
	github.com/gogo/protobuf v1.3.2 // indirect
	github.com/google/gofuzz v1.2.0 // indirect
	github.com/json-iterator/go v1.1.12 // indirect
	github.com/modern-go/reflect2 v1.0.2 // indirect
	github.com/spf13/pflag v1.1.0 // indirect
	github.com/stretchr/testify v1.12.1 // indirect
	golang.org/x/net v0.57.0 // indirect
	golang.org/x/text v0.40.0 // indirect
	gopkg.in/inf.v0 v0.9.1 // indirect
	k8s.io/klog v1.0.0 // indirect
	sigs.k8s.io/yaml v1.6.0 // indirect
)
