package scenarios

// Limits keep a hostile or mistaken file from taking the page down. Each has a
// message of its own that says the limit.
type Limits struct {
	// Bytes is the size of the file.
	Bytes int
	// Depth is how deep lists and maps may be nested.
	Depth int
	// Values counts lists, maps and scalars, once for each time an alias
	// repeats them.
	Values int
	// Grown is the number of bytes that `generate` and `repeat` may grow to.
	Grown int
}

// The limits of a scenario that somebody wrote or a link carries, and of one
// that an import made of a cluster's real objects.
var (
	ScenarioLimits = Limits{Bytes: 1 << 20, Depth: 100, Values: 500_000, Grown: 128 << 20}
	ImportLimits   = Limits{Bytes: 64 << 20, Depth: 100, Values: 8_000_000, Grown: 128 << 20}
)

// How much a file may ask for, whatever its size.
const (
	maxGenerated = 100_000 // objects of all `generate` together
	maxRepeated  = 100_000 // steps, repetitions counted
	maxParts     = 200     // informers, handlers of one, workqueues, controllers, workers
	maxBump      = 1e12    // revisions of one bump
)
