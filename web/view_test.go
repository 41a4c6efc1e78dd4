package web

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/engine"
	"informerscope/engine/trace"
)

// atOnce is how a page is rendered where nobody else is.
func atOnce(do func()) { do() }

// mounted mounts the page as go-app does in a browser, and returns it with its
// dispatcher.
func (p *page) mounted() (*Page, app.ClientDispatcher) {
	p.t.Helper()
	c := &Page{model: p.Model, inTurn: atOnce, mount: func(app.Context) {}, failed: func(reason any) { p.t.Fatal(reason) }}
	d := app.NewClientTester(c)
	p.t.Cleanup(d.Close)
	return c, d
}

// html is the page as it is now.
func (p *page) html() string {
	c := &Page{model: p.Model, inTurn: atOnce, failed: func(reason any) { p.t.Fatal(reason) }}
	return app.HTMLString(c.Render())
}

func TestThePageBeginsLikeTheFirstPicture(t *testing.T) {
	c, d := openPage(t, "").mounted()
	d.Consume()
	for _, want := range []app.TestUIDescriptor{
		{Path: app.TestPath(0), Expected: app.Elem("div").ID("app").DataSet("view", "full").DataSet("inspector", false).DataSet("compare", false)},
		{Path: app.TestPath(0, 0, 1), Expected: app.Elem("h1")},
		{Path: app.TestPath(0, 0, 1, 0), Expected: app.Text("InformerScope")},
		{Path: app.TestPath(0, 1), Expected: app.Elem("main").ID("stage").TabIndex(-1).Aria("label", "Stage")},
		{Path: app.TestPath(0, 1, 0), Expected: nil}, // the stage is the driver's
	} {
		assert.NoError(t, app.TestMatch(c, want))
	}
}

// untranslated matches the id of a text that explain does not have.
var untranslated = regexp.MustCompile(`[>"](action|allowed|ask|copy|editor|import|empty|error|export|failure|form|heading|hint|inspector|key|label|level|page|panel|setting|share|tab|theme|time|count)\.[a-z-]+[<"]`)

// Whatever is open, in either language, everything has words, and nothing fails.
func TestEveryStateOfThePageHasWords(t *testing.T) {
	states := map[string]func(p *page){
		"at rest":   func(*page) {},
		"beginning": func(p *page) { p.press("start") },
		"playing":   func(p *page) { p.press("play") },
		"menu":      func(p *page) { p.press("menu") },
		"a room":    func(p *page) { p.press("select-place", "reflector") },
		"a state":   func(p *page) { p.press("select-place", "workqueue:main"); p.press("tab", "state") },
		"an object": func(p *page) { p.press("select-object", "pods/default/web-1"); p.press("tab", "object") },
		"nothing chosen that is": func(p *page) {
			p.press("select-object", "pods/default/none")
			p.press("tab", "object")
		},
		"a journey":      func(p *page) { p.press("select-event", "20"); p.press("tab", "journey") },
		"an event":       func(p *page) { p.press("select-event", "30") },
		"a notice":       func(p *page) { p.say(true, "bad") },
		"create":         func(p *page) { p.press("create-form") },
		"a bad manifest": func(p *page) { p.press("create-form"); p.send(Press{Action: "create-submit"}) },
		"edit":           func(p *page) { p.press("update-form") },
		"editor":         func(p *page) { p.press("editor") },
		"a bad scenario": func(p *page) {
			p.press("editor")
			p.send(Press{Action: "editor-input", Arg: "kind: Scenery\nx", Form: map[string]string{"before": "ki"}})
			p.wait(time.Second)
		},
		"picker": func(p *page) { p.press("scenario") },
		"help":   func(p *page) { p.press("help") },
		"share":  func(p *page) { p.press("share") },
		"export": func(p *page) { p.press("export") },
		"failed": func(p *page) { p.fail(Failed{In: "test", Panic: "a bug"}) },
	}
	for name, reach := range states {
		for _, lang := range Languages {
			t.Run(name+" in "+lang, func(t *testing.T) {
				p := openPage(t, "?lang="+lang)
				_, d := p.mounted()
				reach(p)
				d.Consume()
				assert.Empty(t, untranslated.FindAllString(p.html(), -1))
			})
		}
	}
}

func TestACaptionStandsOverTheSentence(t *testing.T) {
	p := openPage(t, "?scenario=first-steps")
	require.GreaterOrEqual(t, p.caption(), 0)
	say, choices := view{p.Model}.saying()
	assert.Contains(t, p.html(), say)
	assert.Empty(t, choices)

	p = untilAsked(t, "?scenario=missed-delete")
	_, choices = view{p.Model}.saying()
	q, _ := p.asked()
	assert.Len(t, choices, len(q.Choices))
	assert.Contains(t, p.html(), q.Question.In("en"))
}

// The log keeps to the last events, and makes only the rows that are in view.
func TestTheLogIsWindowed(t *testing.T) {
	p := openPage(t, "?scenario=missed-delete")
	p.press("end")
	p.idle()
	rows := regexp.MustCompile(`select-event`)
	assert.Len(t, rows.FindAllString(p.html(), -1), rowsInView)
	p.press("log-scroll", "1000")
	assert.Len(t, rows.FindAllString(p.html(), -1), rowsInView, "there is always something to see")
}

func TestTimePassesInWords(t *testing.T) {
	p := openPage(t, "?scenario=first-steps")
	p.press("start")
	p.idle()
	p.press("play")
	for range 600 {
		p.wait(refresh)
		if regexp.MustCompile(`[0-9.]+ s pass`).MatchString(view{p.Model}.sentence()) {
			return
		}
	}
	t.Fatal("no pause was told")
}

// One type of element serves all tags: each of go-app's own types would bring
// twenty functions into the program.
func TestEveryElementIsAnElem(t *testing.T) {
	own := regexp.MustCompile(`\bapp\.(Div|Span|P|Button|Section|Li|Ul|Ol|Label|Select|Option|Input|Textarea|Img|A|H[1-6]|Details|Summary|Progress|Table|T[rdh]|Pre|Code|Dialog|Form|Aside|Nav|Header|Footer|Main)\(\)|\bapp\.HTML\w+`)
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, found := range own.FindAllString(string(text), -1) {
			assert.Equal(t, "app.HTMLElem", found, `%s: write app.Elem("tag"), and Attr for what it has no method for`, file)
		}
	}
}

// What is asked first of a room is what it holds, of an object how it looks, of an
// event why it happened; who goes on to another room stays where they were.
func TestTheInspectorOpensOnWhatIsAskedFirst(t *testing.T) {
	p := openPage(t, "")
	p.press("select-place", "reflector")
	assert.Equal(t, TabState, p.Tab)
	p.press("tab", string(TabWhy))
	p.press("select-place", "indexer")
	assert.Equal(t, TabWhy, p.Tab)
	p.press("select-object", "pods/default/web-1")
	assert.Equal(t, TabObject, p.Tab)
	p.press("select-event", "3")
	assert.Equal(t, TabWhy, p.Tab)
	p.press("unselect")
	p.press("select-place", "indexer")
	assert.Equal(t, TabState, p.Tab)
}

// Before the first event the clock shows the same, wherever one comes from.
func TestTheBeginningIsAtZero(t *testing.T) {
	p := openPage(t, "?scenario=list-and-watch")
	assert.Zero(t, p.Event)
	assert.Zero(t, p.Time)
	p.press("step")
	p.press("start")
	assert.Zero(t, p.Time)
}

// Whatever a room holds is listed, in every scenario and at every moment.
func TestTheInspectorListsWhatARoomHolds(t *testing.T) {
	p := openPage(t, "?scenario=free-play")
	p.press("pause")
	has := func(place, name, value string) {
		t.Helper()
		p.press("unselect")
		p.press("select-place", place)
		assert.Contains(t, p.fields(p.subject()), field{name, value})
	}
	has("indexer", "default/web-1", "2")
	has("indexer", "namespace: default", "default/web-0 default/web-1")
	has("reflector", "phase", "watch: events")
	has("listener:pods/main", "addCh", "–")
	for _, queue := range queues {
		p.press("queue", queue)
		p.idle()
		seen := map[string]bool{}
		for n := 1; n <= p.Branch.Len(); n++ {
			p.press("seek", itoa(n))
			for _, place := range []string{"queue", "processloop", "listener:pods/main"} {
				p.Selection = Selection{Place: place}
				for _, f := range p.fields(p.subject()) {
					seen[f.name+" "+f.value] = true
				}
			}
		}
		assert.True(t, seen["nextCh OnAdd default/web-0 1"], queue)
		assert.Equal(t, queue == "DeltaFIFO", seen["default/web-0 Replaced 1"], queue)
		assert.Equal(t, queue == "RealFIFO", seen["– ReplacedAll 2"], queue)
	}
}

// The Object tab shows the last state that was known of what is gone: who is told
// of a delete sees of what.
func TestTheObjectOfADeleteIsShown(t *testing.T) {
	p := openPage(t, "?scenario=missed-delete")
	p.press("end")
	p.idle()
	told := 0
	for n := 1; n <= p.Branch.Len(); n++ {
		e := p.Branch.Event(n)
		if e.Kind != trace.HandlerCall {
			continue
		}
		told++
		p.press("seek", itoa(n))
		p.press("select-event", itoa(n))
		now, _, gone := p.versions(p.subject())
		require.NotNil(t, now, "event %d", n)
		assert.Equal(t, e.Key, now.GetNamespace()+"/"+now.GetName())
		if e.Data.String("call") == engine.OnDelete {
			assert.True(t, gone, "event %d", n)
			assert.Equal(t, e.RV, now.GetResourceVersion(), "the tombstone's, event %d", n)
		}
	}
	assert.NotZero(t, told)
}
