package main

import (
	"net"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestListenSaysWhatIsWrongWithThePort(t *testing.T) {
	first, err := listen("0")
	require.NoError(t, err)
	defer first.Close()
	taken := strconv.Itoa(first.Addr().(*net.TCPAddr).Port)

	tests := []struct{ port, want string }{
		{taken, "port " + taken + " is in use: choose another one, for instance with make run PORT="},
		{"http", "PORT=http is not a port: it must be a number from 0 to 65535"},
		{"65536", "PORT=65536 is not a port"},
		{"-1", "PORT=-1 is not a port"},
		{"", "PORT= is not a port"},
	}
	for _, test := range tests {
		_, err := listen(test.port)
		assert.ErrorContains(t, err, test.want)
	}
}
