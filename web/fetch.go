package web

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"informerscope/scenarios"
	"informerscope/web/explain"
)

// fetchTimeout is how long a file may take to come.
const fetchTimeout = 30 * time.Second

// fetch gets a file whose address may be relative to base. What is larger than a
// scenario may be is refused.
func fetch(ctx context.Context, base, lang string, f Fetch) Fetched {
	body, err := get(ctx, base, lang, f.Address)
	return Fetched{Fetch: f, Body: body, Err: err}
}

func get(ctx context.Context, base, lang, address string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, fetchTimeout)
	defer cancel()
	from, err := url.Parse(base)
	if err != nil {
		return nil, err
	}
	target, err := from.Parse(address)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, target.String(), nil)
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, fmt.Errorf("%s (%w)", explain.T(lang, "error.no-answer"), err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s", explain.T(lang, "error.status", "status", response.StatusCode))
	}
	limit := scenarios.ScenarioLimits.Bytes
	body, err := io.ReadAll(io.LimitReader(response.Body, int64(limit)+1))
	if err == nil && len(body) > limit {
		return nil, fmt.Errorf("%s", explain.T(lang, "error.too-large", "limit", "1 MiB"))
	}
	return body, err
}
