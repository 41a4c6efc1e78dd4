package apiserver

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"path"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
)

const tokenVersion = "meta.k8s.io/v1"

// token says where the next page begins and which state it shows (A-44;
// upstream: apiserver, storage/continue.go). Revision -1 is the newest state.
type token struct {
	Version  string `json:"v"`
	Revision int64  `json:"rv"`
	// Start is the first key, below the collection's own.
	Start string `json:"start"`
}

// encodeToken makes a token for what follows after key.
func (s *Server) encodeToken(revision int64, prefix, key string) string {
	start := strings.TrimPrefix(key, prefix) + "\x00"
	if s.config.WatchCache {
		start = "/" + start
	}
	return token{tokenVersion, revision, start}.String()
}

// String is the token as clients see it.
func (t token) String() string {
	text, _ := json.Marshal(t) // a struct of strings and a number never fails
	return base64.RawURLEncoding.EncodeToString(text)
}

// decodeToken reads a token; its Start becomes a key below prefix.
func decodeToken(continueValue, prefix string) (token, error) {
	var t token
	invalid := func(why any) (token, error) {
		return token{}, apierrors.NewBadRequest(fmt.Sprintf("invalid continue token: continue key is not valid: %v", why))
	}
	data, err := base64.RawURLEncoding.DecodeString(continueValue)
	if err != nil {
		return invalid(err)
	}
	if err := json.Unmarshal(data, &t); err != nil {
		return invalid(err)
	}
	switch {
	case t.Version != tokenVersion:
		return invalid("server does not recognize this encoded version " + t.Version)
	case t.Revision == 0:
		return invalid("incorrect encoded start resourceVersion (version meta.k8s.io/v1)")
	case t.Start == "":
		return invalid("encoded start key empty (version meta.k8s.io/v1)")
	}
	key := t.Start
	if !strings.HasPrefix(key, "/") {
		key = "/" + key
	}
	if path.Clean(key) != key {
		return invalid(t.Start)
	}
	t.Start = prefix + key[1:]
	return t, nil
}

// expiredToken is the 410 that offers to go on with the newest state.
func expiredToken(t token, prefix string) error {
	t.Revision = -1
	t.Start = strings.TrimPrefix(t.Start, prefix)
	err := apierrors.NewResourceExpired("The provided continue parameter is too old " +
		"to display a consistent list result. You can start a new list without " +
		"the continue parameter, or use the continue token in this response to " +
		"retrieve the remainder of the results. Continuing with the provided " +
		"token results in an inconsistent list - objects that were created, " +
		"modified, or deleted between the time the first chunk was returned " +
		"and now may show up in the list.")
	err.ErrStatus.ListMeta.Continue = t.String()
	return err
}
