# InformerScope: every command of the README is a target here.

PORT ?= 8000

# What needs the real client-go is a module of its own.
NESTED = $(patsubst %/go.mod,%,$(shell git ls-files '*/go.mod'))

WASM_EXEC = $(shell go env GOROOT)/lib/wasm/go_js_wasm_exec

.DEFAULT_GOAL := help

##@ Use

.PHONY: help
help: ## List the targets
	@awk 'BEGIN { FS = ":.*## " } \
		/^##@ / { printf "\n%s\n", substr($$0, 5) } \
		/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: ## Build the page and serve it on this machine (PORT=8000)
	@go run ./web/serve -port '$(PORT)'

.PHONY: site
site: ## Write the page into dist/, for any static web server and any folder
	@rm -rf dist
	@go run ./web/serve -write dist
	@echo "dist/ is ready"

##@ Work on it

.PHONY: build
build: site ## Build everything, the page in dist/ included
	go build ./...

.PHONY: test
test: verify test-native test-race test-wasm test-browser ## Run every test, the browser tests included

.PHONY: test-native
test-native: ## Run the tests that need only Go
	go test $$(go list ./... | grep -v /web/browser)
	@for dir in $(NESTED); do echo "cd $$dir && go test ./..."; (cd $$dir && go test ./...) || exit 1; done

.PHONY: test-race
test-race: ## Try under the race detector, too, that a run is the same bytes everywhere
	@if [ "$$(go env CGO_ENABLED)" = 1 ]; then go test -race -run SameBytes ./engine; \
	else echo "no C compiler and so no race detector: left out"; fi

.PHONY: test-wasm
test-wasm: need-node ## Run the engine's tests as WebAssembly, under Node
	GOOS=js GOARCH=wasm go test -exec '$(WASM_EXEC)' ./engine/...

.PHONY: test-browser
test-browser: need-browser need-npm ## Run the tests that drive the page in a browser
	go test -count=1 ./web/browser/...

.PHONY: verify
verify: ## Check the formatting, and what go vet finds
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); \
		[ -z "$$unformatted" ] || { echo "gofmt -w has to be run on:" $$unformatted; exit 1; }
	go vet ./...
	GOOS=js GOARCH=wasm go vet ./wasm

SCRIPTS ?= 2000
SEED ?= 0

.PHONY: conformance
conformance: ## Compare the engine with the real client-go (SCRIPTS=2000 a mode, SEED=0: a new one)
	cd engine/conformance && go test -count=1 -timeout 60m -v -run 'Agree|Fresh|Golden' . -scripts=$(SCRIPTS) -seed=$(SEED) -result=result.json
	cd engine/conformance/controllers && go test -count=1 -v ./... -scripts=$$((10 * $(SCRIPTS))) -seed=$(SEED)

.PHONY: golden
golden: ## Have the real client-go write the traces anew that the engine's tests hold it to
	cd engine/conformance && go test -count=1 -run GoldenTraces . -update

.PHONY: mutants
mutants: ## Break the engine in many ways, one at a time: each must turn a test red
	go run ./engine/mutants

.PHONY: soak
soak: ## Simulate random worlds with faults: 10,000 seeds (SEEDS=, SEED=)
	go test ./engine -count=1 -timeout 6h -run TestSimulation -seeds $(SEEDS) -seed $(SEED)

SEEDS ?= 10000

.PHONY: bench
bench: need-node need-browser ## Measure speed, memory and smoothness, natively, as WebAssembly and in a browser, and compare with client-go
	@failed=0; (cd engine/conformance && go test -count=1 -v -run TestSpeed . -speed) || failed=1; \
	go run ./scenarios/bench || failed=1; \
	GOOS=js GOARCH=wasm go run -gcflags=all=-l -gcflags=runtime= -gcflags=internal/...= -exec '$(WASM_EXEC)' ./scenarios/bench || failed=1; \
	go run ./web/browser/frames || failed=1; \
	exit $$failed

.PHONY: frames
frames: need-browser ## Measure only how smooth the page is in a browser
	go run ./web/browser/frames

.PHONY: size
size: ## Tell the size of the program as a multiple of go-app's hello world
	@go run ./web/size

SLIDEV = build/slidev

.PHONY: slidev
slidev: need-node need-browser ## Build examples/slidev, some hundred packages of npm, and try it in a browser
	@mkdir -p $(SLIDEV) && cp examples/slidev/* $(SLIDEV)/
	cd $(SLIDEV) && npm install --ignore-scripts --no-audit --no-fund && npx slidev build --base ./ --out dist
	go test -count=1 ./web/browser -run Slidev -slidev '$(CURDIR)/$(SLIDEV)/dist'

# What the tests need besides Go: used where it is installed, else installed as
# Debian's package where that is possible and allowed.

.PHONY: need-browser
need-browser: NEED = Chromium, Chrome or Edge
need-browser:
	@go build -o build/find-browser ./web/browser/find
	@build/find-browser >/dev/null 2>&1 || $(call install,chromium)

.PHONY: need-node
need-node: NEED = Node 18 or newer
need-node:
	@node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)' 2>/dev/null || $(call install,nodejs)

# It brings packages that the browser tests put into the page.
.PHONY: need-npm
need-npm: NEED = npm
need-npm:
	@command -v npm >/dev/null || $(call install,npm)

define install
{ [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && echo "installing $(1)" && \
	apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends $(1) >/dev/null; } </dev/null || \
	{ echo "make test needs $(NEED): please install it" >&2; exit 1; }
endef
