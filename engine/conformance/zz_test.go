package conformance
import ("testing";"fmt";"os";"regexp";"strings";"sort";"informerscope/scenarios")
func TestZZ(t *testing.T) {
	n := uint64(50); fmt.Sscan(os.Getenv("N"), &n)
	from := uint64(0); fmt.Sscan(os.Getenv("FROM"), &from)
	re := regexp.MustCompile(`[0-9.]+`)
	groups := map[string]int{}; example := map[string]string{}
	total, bad := 0, 0
	for _, m := range Modes() {
		if f := os.Getenv("MODE"); f != "" && m.String() != f { continue }
		for seed := from; seed < from+n; seed++ {
			total++
			s := Generate(m, seed)
			d := known(disagreement(t, s))
			if len(d) == 0 { continue }
			bad++
			s = Shrink(s, func(s *scenarios.Scenario) bool {
				real, err := RunReal(t, s)
				if err != nil { return false }
				engine, err := RunEngine(s)
				return err == nil && len(known(Differences(real, engine))) > 0
			})
			if again := known(disagreement(t, s)); len(again) > 0 { d = again } else { d = append([]string{"FLAKY"}, d...) }
			sig := ""
			for _, st := range s.Steps {
				text, _ := scenarios.Marshal(&scenarios.Scenario{Steps: []scenarios.Step{st}})
				for _, w := range []string{"create:","update:","delete:","dropWatch","compact","failRequests","outage","restart","bump","queue:","set:","addHandler","removeHandler","stop:","start:"} { if strings.Contains(string(text), w) { sig += w } }
			}
			sig += " " + re.ReplaceAllString(strings.SplitN(d[0], ":", 2)[0], "N")
			groups[sig]++
			text, _ := scenarios.Marshal(s)
			e := strings.Join(d, "\n") + "\n" + string(text)
			if old, ok := example[sig]; !ok || len(e) < len(old) { example[sig] = e }
		}
	}
	fmt.Println("total", total, "bad", bad)
	var sigs []string
	for s := range groups { sigs = append(sigs, s) }
	sort.Slice(sigs, func(i, j int) bool { return groups[sigs[i]] > groups[sigs[j]] })
	for _, s := range sigs { fmt.Println("=====", groups[s], s); fmt.Println(example[s]) }
}

func known(d []string) []string {
	var out []string
	for _, l := range d { if !strings.Contains(l, "real [], engine nothing") { out = append(out, l) } }
	return out
}
