module informerscope

go 1.26.0

require (
	github.com/andybalholm/brotli v1.3.0 // the dev server and make size compress as browsers like it
	github.com/chromedp/cdproto v0.160.1 // the protocol behind chromedp: console, keys, emulation
	github.com/chromedp/chromedp v0.23.1 // browser tests drive a real Chromium
	github.com/cockroachdb/datadriven v1.0.3 // transcript tests that read like a book
	github.com/maxence-charriere/go-app/v9 v9.8.0 // the page's front end; exactly this version
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3 // tests: the scenario schema agrees with the loader
	github.com/stretchr/testify v1.12.1 // assertions
	github.com/tidwall/btree v1.8.2 // ordered maps that are copied at no cost: cheap checkpoints
	go.yaml.in/yaml/v3 v3.0.6 // scenario files with the line and column of every value
	gopkg.in/evanphx/json-patch.v4 v4.13.0 // JSON patch of the server over HTTP, natively only
	k8s.io/apimachinery v0.37.2 // real Kubernetes objects, selectors, statuses, watch events
	k8s.io/utils v0.0.0-20260626114624-be93311217bd // pointers to literals, as the Kubernetes code writes them
	sigs.k8s.io/yaml v1.6.0 // manifests as YAML, the way kubectl prints and reads them
)

require (
	github.com/fxamacker/cbor/v2 v2.9.1 // indirect
	github.com/go-json-experiment/json v0.0.0-20260213210345-44df1a37e875 // indirect
	github.com/go-logr/logr v1.4.3 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/json-iterator/go v1.1.12 // indirect
	github.com/modern-go/concurrent v0.0.0-20180306012644-bacd9c7ef1dd // indirect
	github.com/modern-go/reflect2 v1.0.3-0.20250322232337-35a7c28c31ee // indirect
	github.com/pmezard/go-difflib v1.0.1-0.20181226105442-5d4384ee4fb2 // indirect
	github.com/x448/float16 v0.8.4 // indirect
	go.yaml.in/yaml/v2 v2.4.4 // indirect
	golang.org/x/net v0.57.0 // indirect
	golang.org/x/text v0.40.0 // indirect
	gopkg.in/inf.v0 v0.9.1 // indirect
	k8s.io/klog/v2 v2.140.0 // indirect
	k8s.io/kube-openapi v0.0.0-20260721132016-d427ff9ee9ad // indirect
	sigs.k8s.io/json v0.0.0-20250730193827-2d320260d730 // indirect
	sigs.k8s.io/randfill v1.0.0 // indirect
	sigs.k8s.io/structured-merge-diff/v6 v6.4.2 // indirect
)
