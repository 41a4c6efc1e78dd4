// Command serve builds the site and serves it on this machine, or writes it
// into a folder:
//
//	go run ./web/serve -port 8000
//	go run ./web/serve -write dist
package main

import (
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"strconv"
	"syscall"

	"informerscope/web/site"
)

func main() {
	port := flag.String("port", "8000", "serve the site on this `port`; 0 chooses a free one")
	dir := flag.String("write", "", "write the site into this `folder` instead of serving it")
	flag.Parse()
	if err := run(*port, *dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(port, dir string) error {
	if dir != "" {
		return write(dir)
	}
	// The port comes first: nobody waits for a build to learn that it is taken.
	listener, err := listen(port)
	if err != nil {
		return err
	}
	files, err := build()
	if err != nil {
		return err
	}
	fmt.Printf("InformerScope is at http://localhost:%d/ (Ctrl-C ends it)\n", listener.Addr().(*net.TCPAddr).Port)
	// Whoever works on the page wants what was built last, not what a visit kept.
	return http.Serve(listener, site.Handler(files.WithoutWorker()))
}

func build() (site.Files, error) {
	root, err := site.Root()
	if err != nil {
		return nil, err
	}
	return site.Build(root)
}

func write(dir string) error {
	files, err := build()
	if err != nil {
		return err
	}
	return files.WriteTo(dir)
}

// listen opens the port on this machine only.
func listen(port string) (net.Listener, error) {
	number, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return nil, fmt.Errorf("PORT=%s is not a port: it must be a number from 0 to 65535", port)
	}
	listener, err := net.Listen("tcp", net.JoinHostPort("localhost", port))
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("port %s is in use: choose another one, for instance with make run PORT=%d", port, number%65535+1)
	}
	return listener, err
}
