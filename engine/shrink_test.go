package engine

import "slices"

// shrink returns the smallest script it can find that still breaks something:
// it leaves out runs of steps, halves at first, then parts of the world.
func shrink(s script) script {
	breaks := func(s script) bool {
		if _, err := New(s.config); err != nil {
			return false // a part is missing that another needs
		}
		return s.simulate(nil) != nil
	}
	for size := len(s.steps); size > 0; size /= 2 {
		for from := 0; from < len(s.steps); {
			smaller := s
			smaller.steps = slices.Delete(slices.Clone(s.steps), from, min(from+size, len(s.steps)))
			if breaks(smaller) {
				s = smaller
			} else {
				from += size
			}
		}
	}
	for _, leaveOut := range []func(*Config){
		func(c *Config) { c.RandomOrder = false },
		func(c *Config) { c.Jitter = JitterNone },
		func(c *Config) { c.Network = NetworkConfig{} },
		func(c *Config) { c.Controllers = nil },
		func(c *Config) { c.Informers = c.Informers[:1] },
		func(c *Config) { c.Informers[0].Indexers = nil },
		func(c *Config) { c.Informers[0].Resync.Duration = 0 },
		func(c *Config) { c.Informers[0].Handlers = c.Informers[0].Handlers[1:] },
		func(c *Config) { c.Informers[0].Handlers = c.Informers[0].Handlers[:1] },
		func(c *Config) { c.Server.Objects = nil },
	} {
		smaller := s
		smaller.config.Informers = slices.Clone(s.config.Informers)
		if applied(leaveOut, &smaller.config) && breaks(smaller) {
			s = smaller
		}
	}
	return s
}

// applied leaves a part out, where there is one.
func applied(leaveOut func(*Config), c *Config) (ok bool) {
	defer func() { ok = recover() == nil }()
	leaveOut(c)
	return true
}
