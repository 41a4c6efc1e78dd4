// Command size tells what a reader has to download: the size of the program
// under the best compression, as a multiple of go-app's hello world, which is
// built here and now with the same flags.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"sync"

	"github.com/andybalholm/brotli"

	"informerscope/web/site"
)

// limit is the largest ratio that the project allows itself: go-app and
// apimachinery alone come to 1.76.
const limit = 2.1

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	root, err := site.Root()
	if err != nil {
		return err
	}
	var ours, hello int
	var oursErr, helloErr error
	// Compression takes far longer than building: both at the same time.
	var both sync.WaitGroup
	both.Go(func() { ours, oursErr = size(root, "./wasm", "app.wasm") })
	both.Go(func() { hello, helloErr = size(root, "./web/size/hello", "hello.wasm") })
	both.Wait()
	if err := errors.Join(oursErr, helloErr); err != nil {
		return err
	}
	ratio := float64(ours) / float64(hello)
	fmt.Printf("app.wasm %d bytes, go-app's hello world %d bytes (brotli 11): ratio %.2f, at most %.2f\n",
		ours, hello, ratio, limit)
	if ratio > limit {
		return errors.New("app.wasm is too large")
	}
	return nil
}

// size builds the main package and returns its size under brotli 11.
func size(root, pkg, name string) (int, error) {
	program, err := site.Compile(root, pkg, name)
	if err != nil {
		return 0, err
	}
	var out bytes.Buffer
	w := brotli.NewWriterLevel(&out, brotli.BestCompression)
	w.Write(program) // a bytes.Buffer never fails
	w.Close()
	return out.Len(), nil
}
