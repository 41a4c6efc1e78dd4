package scenarios

import (
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/utils/ptr"

	"informerscope/engine"
	"informerscope/engine/cache"
	"informerscope/engine/trace"
)

// Rule says what the values of a field are, beyond its Go type; of a list, what
// each element is. The loader enforces it and the JSON Schema tells it.
type Rule struct {
	// OneOf are the words that are allowed.
	OneOf []string
	// Min and Max bound a number, and the length of a list. With OneOf, either
	// a number or a word is allowed.
	Min, Max *float64
	// Pattern is a regular expression for text; Like says it in words.
	Pattern *regexp.Regexp
	Like    string
	// Check checks a text better than Pattern can, which is then for the schema.
	Check func(string) error
	// Manifest is a Kubernetes object; Merge a part of one, to be merged.
	Manifest, Merge bool
	// Shortest is the least duration but 0.
	Shortest time.Duration
}

func oneOf(words ...string) Rule       { return Rule{OneOf: words} }
func between(least, most float64) Rule { return Rule{Min: &least, Max: &most} }
func like(pattern, inWords string) Rule {
	return Rule{Pattern: regexp.MustCompile(pattern), Like: inWords}
}
func checked(check func(string) error) Rule { return Rule{Check: check} }

// {i} stands for a number in whatever `repeat` and `generate` repeat.
const letter = `(?:[A-Za-z0-9]|\{i\})`

var (
	nameRule     = like(`^`+letter+`(?:`+letter+`|[._-])*$`, "letters, digits, - _ and .")
	resourceRule = like(`^([a-z0-9.-]+/)?([a-z0-9]+/)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$`, "a plural such as pods, deployments.apps or apps/v1/deployments")
	objectRule   = like(`^[a-z0-9.-]+(/[^/]+){1,2}$`, "RESOURCE/NAMESPACE/NAME, or RESOURCE/NAME for what has no namespace")
	keyRule      = like(`^[^/]+(/[^/]+)?$`, "NAMESPACE/NAME, or NAME")
	partsRule    = between(0, maxParts)
)

// rules holds every Rule, under the type's name and the field's in the file.
// What else holds is for validate.go: it depends on more than one field.
var rules = map[string]Rule{
	"Scenario.apiVersion":  oneOf(APIVersion),
	"Scenario.kind":        oneOf(Kind),
	"Scenario.name":        like(`^[a-z0-9-]{1,100}$`, "a to z, 0 to 9 and -, 100 of them at most"),
	"Scenario.level":       between(1, 5),
	"Scenario.stage":       oneOf(trace.Rooms()...),
	"Scenario.steps":       between(0, maxRepeated),
	"Step.afterEvent":      between(1, math.MaxInt64),
	"Step.repeat":          between(1, maxRepeated),
	"Step.when":            checked(checkPredicate),
	"Step.focus":           {Check: checkPlace, Pattern: regexp.MustCompile(`^(` + strings.Join(places, "|") + `)(:.+)?$`)},
	"Step.create":          {Manifest: true},
	"Step.delete":          objectRule,
	"Step.bump":            between(1, maxBump),
	"Question.choices":     between(2, 9),
	"Question.answer":      between(0, 8),
	"UpdateCommand.object": objectRule,
	"UpdateCommand.merge":  {Merge: true},

	"Config.client":              oneOf(engine.Client137, engine.Client113),
	"Config.jitter":              oneOf(engine.JitterSeeded, engine.JitterNone),
	"Config.informers":           partsRule,
	"Config.workqueues":          partsRule,
	"Config.controllers":         partsRule,
	"Config.managers":            partsRule,
	"ServerConfig.objects":       {Manifest: true},
	"ServerConfig.history":       between(1, 1e6),
	"ServerConfig.bookmarkEvery": {Shortest: 10 * time.Millisecond},
	"Generate.count":             between(0, maxGenerated),
	"Generate.manifest":          {Manifest: true},

	"InformerConfig.name":          nameRule,
	"InformerConfig.resource":      resourceRule,
	"InformerConfig.labelSelector": checked(checkLabelSelector),
	"InformerConfig.fieldSelector": checked(checkFieldSelector),
	"InformerConfig.pinnedVersion": like(`^[1-9][0-9]*$`, "a version such as 5"),
	"InformerConfig.queue":         oneOf(engine.RealFIFO, engine.DeltaFIFO),
	"InformerConfig.pageSize":      between(0, 1e6),
	"InformerConfig.resync":        {Shortest: 10 * time.Millisecond},
	"InformerConfig.indexers":      {Check: checkIndexer, Pattern: regexp.MustCompile(`^(namespace|label:.+|field:.+)$`)},
	"InformerConfig.transform":     oneOf(engine.TransformNone, engine.TransformDropManagedFields),
	"InformerConfig.handlers":      partsRule,

	"HandlerConfig.name":          nameRule,
	"HandlerConfig.resync":        {Shortest: 10 * time.Millisecond},
	"HandlerConfig.labelSelector": checked(checkLabelSelector),
	"HandlerConfig.panicOn":       keyRule,
	"HandlerConfig.mistakes":      oneOf(engine.MistakeMutates, engine.MistakeRateLimited, engine.MistakePointerKeys),

	"WorkqueueConfig.name":           nameRule,
	"WorkqueueConfig.kind":           oneOf(engine.QueueRateLimiting, engine.QueuePriority),
	"ControllerConfig.rules":         partsRule,
	"ControllerConfig.fullResync":    {Shortest: 10 * time.Millisecond},
	"RuleConfig.create":              {Manifest: true},
	"RuleConfig.patch":               {Merge: true},
	"RuleConfig.status":              {Merge: true},
	"RuleConfig.delete":              like(`^[a-z0-9.-]+(/[^/]+){1,2}$`, "RESOURCE/NAMESPACE/NAME, or RESOURCE/NAME; {name} and {namespace} are the object's"),
	"RuleMatch.labelSelector":        checked(checkLabelSelector),
	"RuleMatch.fieldSelector":        checked(checkFieldSelector),
	"RateLimiterConfig.qps":          between(0.001, 1e6),
	"RateLimiterConfig.burst":        between(0, 1e6),
	"RateLimiterConfig.fastAttempts": between(0, 1e6),

	"ControllerConfig.name":              nameRule,
	"ControllerConfig.workers":           partsRule,
	"ControllerConfig.maxRetries":        between(0, 1e6),
	"ControllerConfig.reconcile":         oneOf(engine.ReconcileObserve, engine.ReconcileSetStatus, engine.ReconcileReplicas, engine.ReconcileQuota, engine.ReconcileNotify),
	"ControllerConfig.mistakes":          oneOf(engine.MistakeNoForget, engine.MistakeNoDone, engine.MistakeDoneOnly),
	"ManagerConfig.name":                 nameRule,
	"LeaderElectionConfig.lease":         like(`^[^/]+/[^/]+$`, "NAMESPACE/NAME"),
	"LeaderElectionConfig.leaseDuration": {Shortest: time.Second},
	"LeaderElectionConfig.renewDeadline": {Shortest: 10 * time.Millisecond},
	"LeaderElectionConfig.retryPeriod":   {Shortest: 10 * time.Millisecond},

	"FailConfig.key":   keyRule,
	"FailConfig.times": between(1, 1e6),

	"DropWatchCommand.how":       oneOf("eof", "reset", "timeout", "error-event"),
	"DropWatchCommand.status":    oneOf("410", "429", "500"),
	"CompactCommand.keep":        between(0, 1e6),
	"FailRequestsCommand.verb":   oneOf("list", "watch", "write"),
	"FailRequestsCommand.status": {Min: ptr.To(400.0), Max: ptr.To(599.0), OneOf: []string{"refused"}},
	"FailRequestsCommand.times":  between(1, 1e6),
	"QueueCommand.do":            oneOf("add", "addAfter", "addRateLimited", "forget", "done"),
	"QueueCommand.key":           keyRule,
	"QueueCommand.priority":      between(-1e6, 1e6),
}

// longest is the most that any duration may be: thirty days.
const longest = 720 * time.Hour

func checkLabelSelector(s string) error {
	_, err := labels.Parse(s)
	return noSelector(err)
}

func checkFieldSelector(s string) error {
	_, err := fields.ParseSelector(s)
	return noSelector(err)
}

func noSelector(err error) error {
	if err != nil {
		return say("this is no selector: %v", err)
	}
	return nil
}

func checkIndexer(s string) error {
	if _, err := cache.ParseIndexer(s); err != nil {
		return say("%q is no indexer; allowed: %s", s, list([]string{"namespace", "label:KEY", "field:PATH"}))
	}
	return nil
}

func checkPredicate(s string) error {
	_, err := ParsePredicate(s)
	return err
}

// places are the words that `focus` may begin with.
var places = []string{trace.APIServer, trace.Reflector, trace.Queue, trace.ProcessLoop, trace.Indexer,
	trace.Processor, trace.Listener, trace.Handler, trace.Workqueue, trace.Worker, trace.Manager}

func checkPlace(s string) error {
	place, which, several := strings.Cut(s, ":")
	if !slices.Contains(places, place) || several && which == "" {
		return say("%q is no place; allowed: %s; of several, PLACE:NAME%s", s, list(places), meant(Nearest(place, places)))
	}
	return nil
}

// Field is one key of a map in a scenario file.
type Field struct {
	Name string
	// Index finds the Go field, as reflect.Value.FieldByIndex takes it.
	Index    []int
	Type     reflect.Type
	Required bool
	Rule     Rule
	// Owner and GoName say where the Go field is declared.
	Owner  reflect.Type
	GoName string
	// List is the field into which a list goes, where a key takes a word or a list.
	List *Field
}

var (
	durationType = reflect.TypeFor[metav1.Duration]()
	textType     = reflect.TypeFor[Text]()
)

// FieldsOf returns the keys that a type of the format has, in their order. A
// field is required if it is written even when it is empty.
func FieldsOf(t reflect.Type) []Field { return format().fields[t] }

// fileFormat is the format as the Go types give it.
type fileFormat struct {
	fields map[reflect.Type][]Field
	// homes says where a key belongs: the path of the first map that has it.
	homes map[string]string
}

var format = sync.OnceValue(func() fileFormat {
	f := fileFormat{map[reflect.Type][]Field{}, map[string]string{}}
	f.add(reflect.TypeFor[Scenario](), "")
	return f
})

// add takes in a type that stands at path, and those within.
func (f fileFormat) add(t reflect.Type, path string) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || t == durationType || f.fields[t] != nil {
		return
	}
	var all []Field
	for _, v := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(v.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		if word := v.Tag.Get("listOf"); word != "" {
			at := slices.IndexFunc(all, func(f Field) bool { return f.Name == word })
			all[at].List = &Field{Name: word, Index: v.Index, Type: v.Type, Rule: rules[t.Name()+"."+name]}
			f.add(v.Type, strings.TrimPrefix(path+"."+word, "."))
			continue
		}
		owner := t
		if len(v.Index) > 1 {
			owner = t.Field(v.Index[0]).Type
		}
		all = append(all, Field{Name: name, Index: v.Index, Type: v.Type, Required: options == "",
			Rule: rules[t.Name()+"."+name], Owner: owner, GoName: v.Name})
		if _, known := f.homes[name]; !known {
			f.homes[name] = path
		}
	}
	f.fields[t] = all
	for _, field := range all {
		f.add(field.Type, strings.TrimPrefix(path+"."+field.Name, "."))
	}
}
