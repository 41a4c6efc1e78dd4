package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"informerscope/engine"
	"informerscope/scenarios"
)

// library113 is client-go v10 in a process of its own: the sister module v113,
// whose test binary answers scripts with reports, a line of JSON for each.
type library113 struct {
	dir  string
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *json.Decoder
	said bytes.Buffer // on stderr
}

// old is the process, once a script has asked for it.
var old *library113

// script113 is v113.Script.
type script113 struct {
	Name  string        `json:"name"`
	Seed  uint64        `json:"seed"`
	World engine.Config `json:"world"`
	Steps []step113     `json:"steps"`
	Until time.Duration `json:"until"`
}

// step113 is v113.TimedStep.
type step113 struct {
	At      time.Duration  `json:"at"`
	Command engine.Command `json:"command"`
}

// runReal113 runs a scenario on client-go v10.
func runReal113(s *scenarios.Scenario) (Result, error) {
	if old == nil {
		started, err := start113()
		if err != nil {
			return Result{}, err
		}
		old = started
	}
	script := script113{Name: s.Name, Seed: s.Seed, World: s.World.Complete(), Until: s.Until.Duration}
	for _, g := range script.World.Server.Generate {
		for i := range g.Count {
			script.World.Server.Objects = append(script.World.Server.Objects, engine.Expand(g.Manifest, i).(map[string]any))
		}
	}
	for _, step := range s.Timeline() {
		script.Steps = append(script.Steps, step113{step.At, step.Command})
	}
	result, err := old.ask(script)
	if err != nil {
		return Result{}, fmt.Errorf("scenario %s: client-go v10: %w", s.Name, err)
	}
	return result, nil
}

// start113 builds the test binary and starts it.
func start113() (*library113, error) {
	l := &library113{}
	var err error
	if l.dir, err = os.MkdirTemp("", "v113"); err != nil {
		return nil, err
	}
	binary := filepath.Join(l.dir, "v113.test")
	build := exec.Command("go", "test", "-c", "-o", binary, ".")
	build.Dir = "v113"
	if message, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building v113: %w\n%s", err, message)
	}
	l.cmd = exec.Command(binary, "-test.run=^TestServe$", "-test.timeout=0", "-serve")
	l.cmd.Stderr = &l.said
	if l.in, err = l.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := l.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	l.out = json.NewDecoder(out)
	return l, l.cmd.Start()
}

// ask runs one script. A process that has died is not asked again.
func (l *library113) ask(script script113) (Result, error) {
	var answer struct {
		Result Result
		Error  string
	}
	err := json.NewEncoder(l.in).Encode(script)
	if err == nil {
		err = l.out.Decode(&answer)
	}
	if err != nil {
		close113()
		return Result{}, fmt.Errorf("%w\n%s", err, l.said.String())
	}
	if answer.Error != "" {
		return Result{}, errors.New(answer.Error)
	}
	return answer.Result, nil
}

// close113 ends the process, if there is one.
func close113() {
	if old == nil {
		return
	}
	old.in.Close()
	old.cmd.Wait() // whatever it says now, it has answered
	os.RemoveAll(old.dir)
	old = nil
}
