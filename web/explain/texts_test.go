package explain

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// tables are all texts, by the name of their file.
func tables() map[string]map[string]text {
	return map[string]map[string]text{
		"simplified": simplified(),
		"sentences":  sentences(), "links": links(),
		"words": parse(files["words.txt"]), "page": parse(files["page.txt"]), "code": parse(files["code.txt"]),
	}
}

// simplified are the notes on what the engine leaves out, which the page shows too.
func simplified() map[string]text {
	var notes []struct {
		At   string
		Note struct{ En, Zh string }
	}
	file, err := os.ReadFile("../simplified/notes.json")
	if err == nil {
		err = json.Unmarshal(file, &notes)
	}
	if err != nil {
		panic(err)
	}
	all := map[string]text{}
	for _, n := range notes {
		all[n.At+": "+n.Note.En] = text{n.Note.En, n.Note.Zh}
	}
	return all
}

func TestEachTextStandsOnceAndInBothLanguages(t *testing.T) {
	for name, file := range map[string]string{"sentences": files["sentences.txt"], "links": files["links.txt"], "words+page": files["words.txt"] + "\n\n" + files["page.txt"]} {
		seen := map[string]bool{}
		for b := range strings.SplitSeq(file, "\n\n") {
			var lines []string
			for line := range strings.Lines(b) {
				if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
					lines = append(lines, line)
				}
			}
			if len(lines) == 0 {
				continue
			}
			assert.Lenf(t, lines, 3, "%s: an id, the English and the Chinese: %q", name, lines)
			assert.Falsef(t, seen[lines[0]], "%s: %s stands twice", name, lines[0])
			seen[lines[0]] = true
		}
		assert.NotEmpty(t, seen)
	}
}

var placeholders = regexp.MustCompile(`\{\??(\w+)[^}]*\}`)

func TestBothLanguagesHaveTheSamePlaceholders(t *testing.T) {
	names := func(s string) []string {
		all := map[string]bool{}
		for _, m := range placeholders.FindAllStringSubmatch(s, -1) {
			all[strings.ToLower(m[1])] = true
		}
		return slices.Sorted(maps.Keys(all))
	}
	for file, texts := range tables() {
		for id, text := range texts {
			assert.Equalf(t, names(text.en), names(text.zh), "%s, %s: %q, %q", file, id, text.en, text.zh)
		}
	}
}

func TestBracketsAndBracesAreClosed(t *testing.T) {
	for file, texts := range tables() {
		if file == "code" {
			continue // these are no templates
		}
		for id, text := range texts {
			for _, s := range []string{text.en, text.zh} {
				assert.NotRegexpf(t, `\{\??\}|\[\]`, s, "%s, %s", file, id)
				for _, pair := range []string{"{}", "[]"} {
					assert.Equalf(t, strings.Count(s, pair[:1]), strings.Count(s, pair[1:]), "%s, %s: %q", file, id, s)
				}
			}
		}
	}
}

// What stands outside brackets is printed whatever an event holds, so there has
// to be something that stands in for it.
func TestNoSentenceCanHaveAHole(t *testing.T) {
	brackets := regexp.MustCompile(`\[[^\]]*\]`)
	for file, texts := range map[string]map[string]text{"sentences": sentences(), "links": links()} {
		for id, text := range texts {
			for _, m := range placeholders.FindAllStringSubmatch(brackets.ReplaceAllString(text.en+text.zh, ""), -1) {
				name := strings.ToLower(m[1][:1]) + m[1][1:]
				assert.Truef(t, has("some."+name), "%s, %s: {%s} may be missing", file, id, name)
			}
		}
	}
}

// upstreamNames are the Latin words that a Chinese text may use: names from
// client-go's and Kubernetes' own source and protocol, as the field says them.
var upstreamNames = strings.Fields(`
	API Informer Reflector DeltaFIFO RealFIFO Indexer Lister Deltas
	Added Updated Deleted Replaced Sync ReplacedAll SyncAll Bookmark
	ADDED MODIFIED DELETED BOOKMARK ERROR Gone DeletedFinalStateUnknown
	ListAndWatch Run Replace Resync Pop PopBatch Update Delete Add AddAfter AddRateLimited ShutDownWithDrain Get Done Forget HandleDeltas
	HasSynced WaitForCacheSync AddEventHandler RemoveEventHandler OnAdd OnUpdate OnDelete
	addCh nextCh pendingNotifications processLoop processorListener sharedProcessor processor watchErrorHandler
	waitingLoop waitingForAddCh nextReadyAt pop run controller cache workqueue queue items dirty processing waiting
	informer listener lister notification object old new key batch deltas err rv
	kubectl get resourceVersion lastSyncResourceVersion client go panic
	Pod Lease Start factory InformersStarted QuotaMonitor resourceChanges wait Until RenewDeadline fullResync
	Kubernetes HTTP RBAC DNS etcd Event ReleaseOnCancel leader After RateLimited CustomResourceDefinition
	timeoutSeconds AddIfNotPresent ErrRequeue RetryOnError managedFields matchExpressions minReadySeconds runtime`)

// shown are words of the page that are not Chinese for a reason: formats, what a
// reader may type, the name of the other language.
var shown = strings.Fields(`Ctrl Enter Space English YAML JSON SVG PNG Mermaid Lines List NAME name value web shop s t branch`)

var latinWord = regexp.MustCompile(`[A-Za-z]+`)

// foreign are the Latin words of s that are no names.
func foreign(s string, names ...[]string) []string {
	var found []string
	for _, word := range latinWord.FindAllString(s, -1) {
		if !slices.ContainsFunc(names, func(list []string) bool { return slices.Contains(list, word) }) {
			found = append(found, word)
		}
	}
	return found
}

func TestChineseHasNoLatinWordsButNames(t *testing.T) {
	for file, texts := range tables() {
		names := [][]string{upstreamNames}
		if file == "page" || file == "simplified" {
			names = append(names, shown)
		}
		for id, text := range texts {
			assert.Emptyf(t, foreign(placeholders.ReplaceAllString(text.zh, ""), names...), "%s, %s: %q", file, id, text.zh)
		}
	}
}

func TestChineseIsPunctuatedAsChinese(t *testing.T) {
	wrong := regexp.MustCompile(`\p{Han}[,.:;?!]|[,.:;?!]\p{Han}`)
	for file, texts := range tables() {
		for id, text := range texts {
			assert.NotRegexpf(t, wrong, text.zh, "%s, %s", file, id)
		}
	}
}

func TestAPageTextIsFoundByItsID(t *testing.T) {
	assert.Equal(t, "Create", T(English, "action.create"))
	assert.Equal(t, "创建", T("zh-CN", "action.create"))
	assert.Equal(t, "429 on list", T(English, "action.fail-list", "status", 429))
	assert.Equal(t, "列举返回 429", T(Chinese, "action.fail-list", "status", 429))
	assert.Equal(t, "1 of 2 busy", T(English, "count.busy", "n", 1, "all", 2))
	assert.Equal(t, "2 个中 1 个忙", T(Chinese, "count.busy", "n", 1, "all", 2))
	assert.Equal(t, "1 key", T(English, "count.keys", "n", 1))
	assert.Equal(t, "3 keys", T(English, "count.keys", "n", 3))
	assert.Equal(t, "3 个键", T(Chinese, "count.keys", "n", 3))
	assert.Equal(t, "no.such.text", T(English, "no.such.text"), "an unknown id shows itself")
	assert.Equal(t, "index: …", T(English, "label.index"), "and so does a missing value")
}
