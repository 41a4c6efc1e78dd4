package conformance

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	code := m.Run()
	close113()
	os.Exit(code)
}
