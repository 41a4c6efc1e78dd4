package v113

import (
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/tools/cache"
)

// D-17: an item goes back into the DeltaFIFO if its process function asks for it
// with ErrRequeue, or fails where RetryOnError is set. The engine knows neither, for
// no informer does either: the library makes no ErrRequeue, and sets RetryOnError
// for none.
func TestNoInformerPutsAnItemBack(t *testing.T) {
	stopped := make(chan struct{})
	close(stopped)
	source := &cache.ListWatch{}
	shared := cache.NewSharedIndexInformer(source, &unstructured.Unstructured{}, 0, nil)
	shared.Run(stopped) // makes its controller
	_, simple := cache.NewInformer(source, &unstructured.Unstructured{}, 0, cache.ResourceEventHandlerFuncs{})
	for name, controller := range map[string]reflect.Value{
		"shared": reflect.ValueOf(shared).Elem().FieldByName("controller").Elem(),
		"simple": reflect.ValueOf(simple),
	} {
		if controller.Elem().FieldByName("config").FieldByName("RetryOnError").Bool() {
			t.Errorf("a %s informer retries", name)
		}
	}
	for _, file := range sourcesOf(t, cache.NewInformer) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if code, _, _ := strings.Cut(line, "//"); strings.Contains(code, "ErrRequeue{") {
				t.Errorf("%s makes an ErrRequeue", file)
			}
		}
	}
}

// sourcesOf are the files of the package that a function is of, without tests.
func sourcesOf(t *testing.T, function any) []string {
	file, _ := runtime.FuncForPC(reflect.ValueOf(function).Pointer()).FileLine(reflect.ValueOf(function).Pointer())
	files, err := filepath.Glob(filepath.Join(filepath.Dir(file), "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no source at %s: %v", file, err)
	}
	var sources []string
	for _, f := range files {
		if !strings.HasSuffix(f, "_test.go") {
			sources = append(sources, f)
		}
	}
	return sources
}
