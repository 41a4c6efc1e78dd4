package scenarios

import (
	"encoding/base64"
	"fmt"
	"regexp"

	"informerscope/engine"
)

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration"

var secretRef = regexp.MustCompile(`^(v1/)?secrets/`)

// redact takes the data out of a Secret, on the spot: values become their
// lengths, which is enough to see that one changed. The annotation in which
// kubectl keeps a copy of the manifest goes too. Doing it twice is harmless.
func redact(m engine.Manifest) {
	if m["kind"] == "Secret" {
		redactData(m)
	}
}

// redactData does the same for a Secret, or a patch of one.
func redactData(m map[string]any) {
	if data, ok := m["data"].(map[string]any); ok {
		for key, value := range data {
			data[key] = length(value, true)
		}
	}
	if data, ok := m["stringData"].(map[string]any); ok {
		for key, value := range data {
			data[key] = length(value, false)
		}
	}
	metadata, _ := m["metadata"].(map[string]any)
	if annotations, ok := metadata["annotations"].(map[string]any); ok {
		delete(annotations, lastApplied)
	}
}

var lengthText = regexp.MustCompile(`^[0-9]+ bytes$`)

func length(value any, inBase64 bool) any {
	text, ok := value.(string)
	if !ok {
		return nil
	}
	if lengthText.MatchString(text) {
		return text
	}
	if decoded, err := base64.StdEncoding.DecodeString(text); err == nil && inBase64 {
		text = string(decoded)
	}
	return fmt.Sprintf("%d bytes", len(text))
}
