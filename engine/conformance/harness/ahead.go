package harness

import (
	"fmt"
	"strconv"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// tooLargeWait is how long a server waits for a revision of the future.
const tooLargeWait = 3 * time.Second

// waitFor waits until the server has come to a version, and gives up with the
// error of A-50. The lock is not held meanwhile.
func (s *server) waitFor(version string) error {
	revision, err := strconv.ParseInt(version, 10, 64)
	if err != nil || revision <= s.revision { // what is no number is complained of elsewhere
		return nil
	}
	retryAfter := 0
	if *s.cfg.WatchCache {
		retryAfter = 1
		over := time.After(tooLargeWait)
		for waiting := true; waiting && s.revision < revision; {
			moved := s.moved
			s.mu.Unlock()
			select {
			case <-moved:
			case <-over:
				waiting = false
			}
			s.mu.Lock()
		}
		if s.revision >= revision {
			return nil
		}
	}
	tooLarge := apierrors.NewTimeoutError(fmt.Sprintf("Too large resource version: %d, current: %d", revision, s.revision), retryAfter)
	tooLarge.ErrStatus.Details.Causes = []metav1.StatusCause{{Type: "ResourceVersionTooLarge", Message: "Too large resource version"}}
	return tooLarge
}
