package explain

import (
	"strconv"
	"strings"
)

// reasons are parts of messages of errors, and the texts that say the same to
// people. The first that fits counts.
var reasons = []struct{ part, id string }{
	{"already exists", "failure.exists"},
	{"has a handler", "failure.exists"},
	{"connection refused", "failure.refused"},
	{"very short watch", "failure.short"},
	{"is called", "failure.name"},
	{"has no handler", "failure.name"},
	{"is not running", "failure.notRunning"},
	{"is running", "failure.running"},
	{"has stopped already", "failure.stopped"},
	{"is a duration such as", "failure.value"},
	{"is a whole number", "failure.value"},
	{"cannot be set", "failure.value"},
	{"; say INFORMER/HANDLER", "failure.value"},
}

// failure says why something did not work: by the message where that is clearer
// than the status, then by the status, which the cause may have, at last by the
// message itself.
func (f facts) failure() value {
	message := f.Data.String("error")
	for _, r := range reasons {
		if strings.Contains(message, r.part) {
			return value{text: T(f.lang, r.id)}
		}
	}
	status := f.status()
	id := "failure." + strconv.FormatInt(status, 10)
	switch {
	case has(id):
		return value{text: T(f.lang, id)}
	case status != 0:
		return value{text: T(f.lang, "failure.status", "n", status)}
	case message != "":
		return value{text: T(f.lang, "failure.quoted", "text", message)}
	case f.Data.Get("status") != nil:
		return value{text: T(f.lang, "failure.refused")}
	}
	return value{}
}

// status is the HTTP status of the event or of what caused it; 0 if there is
// none.
func (f facts) status() int64 {
	if status := f.Data.Int("status"); status != 0 {
		return status
	}
	return causeOf(f.Event, f.ctx).Data.Int("status")
}

// error is the message of an error as it was written, in English, but for the
// examples that validation gives; a Chinese reader is told what it means instead.
func (f facts) error() value {
	if message, _, _ := strings.Cut(f.Data.String("error"), " (e.g. "); message != "" && !isChinese(f.lang) {
		return value{text: strings.TrimSuffix(message, ".")}
	}
	return f.failure()
}
