package harness

import "time"

// result collects what the run came to.
func (r *run) result() Result {
	res := Result{
		Report: Report{
			EndedAt: r.script.Until.String(), Scenario: r.script.Name, Seed: r.script.Seed, Server: r.server.report(),
			Handlers: map[string][]string{}, Informers: map[string]InformerReport{},
			Reconciles: map[string][]string{}, Workqueues: map[string]WorkqueueReport{},
		},
		Unordered: map[string][]Block{}, Times: map[string][]string{},
	}
	for name, h := range r.handlers {
		lines, at, blocks := h.Report()
		res.Report.Handlers[name] = lines
		if len(blocks) > 0 {
			res.Unordered[handlersPath+name] = blocks
		}
		for _, t := range at {
			res.tell(handlersPath+name, r.since(t))
		}
	}
	for name, inf := range r.informers {
		res.Report.Informers[name] = inf.report()
	}
	for name, c := range r.controllers {
		res.Report.Reconciles[name] = []string{}
		for _, done := range c.report() {
			res.Report.Reconciles[name] = append(res.Report.Reconciles[name], done.line)
			res.tell(reconcilesPath+name, r.since(done.began)+" to "+r.since(done.end))
		}
	}
	for name, q := range r.queues {
		res.Report.Workqueues[name] = q.report(r.began.Add(r.script.Until))
		for _, w := range q.waits {
			res.tell(workqueuesPath+name, r.since(w.at)+" "+w.key+" "+rounded(w.after))
		}
	}
	return res
}

// tell adds a line to the times of a path.
func (r *Result) tell(path, line string) { r.Times[path] = append(r.Times[path], line) }

// since is a time as a report shows it.
func (r *run) since(t time.Time) string { return rounded(t.Sub(r.began)) }
