// Command find prints the path of the browser that the browser tests use.
package main

import (
	"fmt"
	"os"

	"informerscope/web/browser"
)

func main() {
	path, err := browser.Find()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(path)
}
