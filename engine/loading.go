package engine

import (
	"fmt"
	"slices"
)

// Loading is a world whose first objects are being written, one by one, for
// whoever does other things in between: a dump has thousands.
//
//	l := Begin(c)
//	for l.Next() {
//	}
//	w, err := l.World()
type Loading struct {
	world *World
	// objects are those that will be written, the generated ones last, and next
	// is the place of the next.
	objects []Manifest
	next    int
	err     error
}

// Begin begins to make the world of c.
func Begin(c Config) *Loading {
	c = c.Complete()
	l := &Loading{world: empty(c), objects: slices.Clone(c.Server.Objects)}
	for _, g := range c.Server.Generate {
		for i := range g.Count {
			m, _ := Expand(g.Manifest, i).(Manifest)
			l.objects = append(l.objects, m)
		}
	}
	l.world.Server.Prepare(l.objects...)
	return l
}

// Next writes one more object; false if there is none, or one was refused.
func (l *Loading) Next() bool {
	if l.err != nil || l.next == len(l.objects) {
		return false
	}
	if err := l.world.Server.Write(l.objects[l.next]); err != nil {
		l.err = fmt.Errorf("world.server: objects[%d]: %w", l.next, err)
	}
	l.next++
	return true
}

// Progress tells how much has been written, 0 to 1.
func (l *Loading) Progress() float64 { return float64(l.next) / float64(max(len(l.objects), 1)) }

// World is the world once all objects are written. The error names what is wrong
// in its configuration.
func (l *Loading) World() (*World, error) {
	if l.err == nil {
		l.err = l.world.addClients()
	}
	if l.err != nil {
		return nil, l.err
	}
	return l.world, nil
}
