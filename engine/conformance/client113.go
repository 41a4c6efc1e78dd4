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

	"informerscope/engine/conformance/harness"
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

// ask113 runs a script on client-go v10.
func ask113(script harness.Script) (harness.Result, error) {
	if old == nil {
		started, err := start113()
		if err != nil {
			return harness.Result{}, err
		}
		old = started
	}
	return old.ask(script)
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
func (l *library113) ask(script harness.Script) (harness.Result, error) {
	var answer struct {
		Result harness.Result
		Error  string
	}
	err := json.NewEncoder(l.in).Encode(script)
	if err == nil {
		err = l.out.Decode(&answer)
	}
	if err != nil {
		close113()
		return harness.Result{}, fmt.Errorf("%w\n%s", err, l.said.String())
	}
	if answer.Error != "" {
		return harness.Result{}, errors.New(answer.Error)
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
