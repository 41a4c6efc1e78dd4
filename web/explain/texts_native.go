//go:build !js

package explain

import (
	"embed"
	"path"
)

//go:embed texts/*.txt
var embedded embed.FS

func init() {
	texts, err := Files()
	if err != nil {
		panic(err) // the compiler has put them there
	}
	Use(texts)
}

// Files returns the texts for Use, as the page fetches them.
func Files() (map[string]string, error) {
	entries, err := embedded.ReadDir("texts")
	if err != nil {
		return nil, err
	}
	texts := map[string]string{}
	for _, entry := range entries {
		text, err := embedded.ReadFile(path.Join("texts", entry.Name()))
		if err != nil {
			return nil, err
		}
		texts[entry.Name()] = string(text)
	}
	return texts, nil
}
