// Command mutants breaks the engine in the ways that mutants.txt lists, one at
// a time, and checks that each turns a test red: what nobody notices is not
// tested. It changes no file; the compiler is given the broken one in an
// overlay.
//
//	go run ./engine/mutants [-only TEXT]
package main

import (
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

//go:embed mutants.txt
var list string

// parallel is how many run at a time: the compiler keeps two cores busy.
const parallel = 2

func main() {
	only := flag.String("only", "", "only the mutants whose name contains this")
	flag.Parse()
	if err := run(*only); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run tries all of them, and says which survived.
func run(only string) error {
	mutants, err := parse(list)
	if err != nil {
		return err
	}
	var (
		mu        sync.Mutex
		survivors []string
		tried     int
		wg        sync.WaitGroup
		slots     = make(chan struct{}, parallel)
	)
	for _, m := range mutants {
		if !strings.Contains(m.name, only) {
			continue
		}
		wg.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			began := time.Now()
			verdict, killed := m.try()
			mu.Lock()
			defer mu.Unlock()
			tried++
			fmt.Printf("%-9s %5.1fs  %s\n", verdict, time.Since(began).Seconds(), m.name)
			if !killed {
				survivors = append(survivors, m.name)
			}
		})
	}
	wg.Wait()
	if len(survivors) > 0 {
		return fmt.Errorf("%d of %d mutants turned no test red:\n  %s", len(survivors), tried, strings.Join(survivors, "\n  "))
	}
	fmt.Printf("all %d mutants turned a test red\n", tried)
	return nil
}

// try runs the tests of the packages that can notice, with the file broken.
func (m mutant) try() (verdict string, killed bool) {
	dir, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return err.Error(), false
	}
	defer os.RemoveAll(dir)
	overlay, err := m.overlay(dir)
	if err != nil {
		return err.Error(), false
	}
	for _, tests := range behaviour {
		args := append([]string{"test", "-count=1", "-failfast", "-overlay", overlay, "-run", tests}, m.packages()...)
		out, err := exec.Command("go", args...).CombinedOutput()
		if err == nil {
			continue
		}
		if !strings.Contains(string(out), "--- FAIL") {
			return "BROKEN: it does not compile, or no test ran:\n" + string(out), false
		}
		return "red", true
	}
	return "SURVIVED", false
}

// behaviour are the tests that say what is right, the quick ones first. The
// hashes, which notice everything, are not among them.
var behaviour = []string{"^TestTranscripts$", "^TestGoldenTraces$", "^(TestClonesGoTheirOwnWay|TestSimulation)$"}

// packages are the mutant's own and the engine.
func (m mutant) packages() []string {
	own := "./" + filepath.ToSlash(filepath.Dir(m.file))
	if own == "./engine" {
		return []string{own}
	}
	return []string{own, "./engine"}
}

// overlay writes the broken file, and the file that tells the compiler of it.
func (m mutant) overlay(dir string) (string, error) {
	file, err := filepath.Abs(m.file)
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	broken, err := m.apply(string(text))
	if err != nil {
		return "", err
	}
	replacement := filepath.Join(dir, filepath.Base(file))
	if err := os.WriteFile(replacement, []byte(broken), 0o644); err != nil {
		return "", err
	}
	content, err := json.Marshal(map[string]any{"Replace": map[string]string{file: replacement}})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(dir, "overlay.json")
	return overlay, os.WriteFile(overlay, content, 0o644)
}
