package draw

// BranchLine is a run of a session on the timeline.
type BranchLine struct {
	// ID names it; Parent is the one that it left, which stands before it in the
	// list, or -1.
	ID, Parent int
	// Fork and End are where it leaves its parent and where it ends, from 0 to 1.
	Fork, End float64
	// Label says what was done there.
	Label string
}

const (
	branchPitch, treeMost, branchLeast = 17, 84, 7
)

// pitchOfTree is the distance of two branches: as many as there are have room,
// without words where they are many.
func (t *Timeline) pitchOfTree() float64 {
	return min(branchPitch, max(branchLeast, treeMost/float64(len(t.o.Branches))))
}

func (t *Timeline) heightOfTree() float64 {
	if len(t.o.Branches) < 2 {
		return 0
	}
	return 4 + float64(len(t.o.Branches))*t.pitchOfTree()
}

// tree draws all runs of the session below the lanes, on the same scale: each is a
// line from where it left another one. Pressing it shows it.
func (t *Timeline) tree() {
	if len(t.o.Branches) < 2 {
		return
	}
	pitch := t.pitchOfTree()
	rows := make(map[int]float64, len(t.o.Branches))
	for i, b := range t.o.Branches {
		rows[b.ID] = t.foot + 4 + (float64(i)+0.5)*pitch
	}
	t.fitEnd(faceLabel, t.left-6, rows[t.o.Branches[0].ID]+4, t.left-8, text(t.o.Lang, "lane.branches"))
	for _, b := range t.o.Branches {
		t.branch(b, rows[b.ID], rows[b.Parent], pitch)
	}
}

// branch draws one run; parent is the height of the one that it left.
func (t *Timeline) branch(b BranchLine, y, parent, pitch float64) {
	from, to := t.left+b.Fork*(t.right-t.left), t.left+b.End*(t.right-t.left)
	to = max(to, from+10)
	tone := toneIdle
	if b.ID == t.o.Branch {
		tone = toneAccent
	}
	d := "M" + number(from) + " " + number(y) + "H" + number(to)
	if b.Parent >= 0 {
		d = "M" + number(from) + " " + number(parent) + "V" + number(y) + "H" + number(to)
	}
	var p pen
	p.box("hit", rect{from, y - pitch/2, max(t.right-from, 60), pitch}, 3)
	p.path("flow", d, "data-tone", string(tone))
	p.circle("state", from, y, 3, "data-tone", string(tone))
	if pitch >= 14 {
		t.nameBranch(&p, b, from, to, y, tone)
	}
	// The timeline is a slider, in which nothing else can have the focus: by keyboard
	// the page has a list of the same branches.
	n := element("g", "data-action", "branch", "data-arg", itoa(b.ID), "data-branch", itoa(b.ID), "data-label", b.Label)
	n.Key, n.Children = controlKey("branch", itoa(b.ID)), p.nodes
	t.add(n)
}

// nameBranch writes what was done, on the line: behind where it begins, or before
// it where there is more room.
func (t *Timeline) nameBranch(p *pen, b BranchLine, from, to, y float64, tone Tone) {
	x, room := from+10, t.right-from-12
	if before := from - t.left - 12; before > room {
		words := faceLabel.Fit(b.Label, before)
		x, room = from-10-faceLabel.Width(words), before
	}
	words := faceLabel.Fit(b.Label, room)
	p.box("plate", rect{x - 4, y - 7, faceLabel.Width(words) + 8, 14}, 4)
	p.text(faceLabel, anchorStart, x, y+4, words, "data-tone", string(tone))
}
