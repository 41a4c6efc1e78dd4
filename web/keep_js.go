//go:build js && wasm

package web

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"syscall/js"
)

// The browser's database, and its only table: sessions as JSON, by key. Keys
// begin with the time of the visit, so that their order is that of time.
const (
	databaseName = "informerscope"
	tableName    = "sessions"
)

// remember reads what earlier visits left, and from then on keeps what the model
// wants kept. A browser that forbids it says so in err.
func (d *driver) remember(keeps <-chan Keep) {
	db, err := openDatabase()
	var kept Kept
	if err == nil {
		kept.Sessions, err = readSessions(db, d.model.Lang)
	}
	kept.Err = err
	d.send(kept)
	if err != nil {
		return
	}
	for keep := range keeps {
		if err := write(db, keep); err != nil {
			// It may be full: what is oldest makes room.
			dropOldest(db, mostKept/2)
			if err = write(db, keep); err != nil {
				d.send(Kept{Err: err})
				return
			}
		}
	}
}

// request makes a request of the database and waits for its answer.
func request(make func() js.Value, upgrade func(db js.Value)) (value js.Value, err error) {
	defer func() {
		if r := recover(); r != nil { // the browser throws where it forbids
			err = errors.New("IndexedDB")
		}
	}()
	promise, p := newPromise()
	r := make()
	for event, then := range map[string]func(){
		"onsuccess":       func() { p.keep.Invoke(r.Get("result")) },
		"onerror":         func() { p.breakIt.Invoke(r.Get("error")) },
		"onblocked":       func() { p.breakIt.Invoke("IndexedDB") },
		"onupgradeneeded": func() { upgrade(r.Get("result")) },
	} {
		f := js.FuncOf(func(js.Value, []js.Value) any { then(); return nil })
		defer f.Release()
		r.Set(event, f)
	}
	return await(promise)
}

func openDatabase() (js.Value, error) {
	return request(func() js.Value {
		return window.Get("Reflect").Call("get", window, "indexedDB").Call("open", databaseName, 1)
	}, func(db js.Value) { db.Call("createObjectStore", tableName) })
}

func table(db js.Value, mode string) js.Value {
	return db.Call("transaction", tableName, mode).Call("objectStore", tableName)
}

// write keeps a session, or lets it go if there is nothing of it.
func write(db js.Value, k Keep) error {
	_, err := request(func() js.Value {
		if k.Value == "" {
			return table(db, "readwrite").Call("delete", k.Key)
		}
		return table(db, "readwrite").Call("put", k.Value, k.Key)
	}, nil)
	return err
}

// readSessions are those that are kept, the newest first; what is too old goes.
func readSessions(db js.Value, lang string) ([]KeptSession, error) {
	dropOldest(db, mostKept)
	keys, err := request(func() js.Value { return table(db, "readonly").Call("getAllKeys") }, nil)
	if err != nil {
		return nil, err
	}
	values, err := request(func() js.Value { return table(db, "readonly").Call("getAll") }, nil)
	if err != nil {
		return nil, err
	}
	var all []KeptSession
	for i := range min(keys.Length(), values.Length()) {
		k := KeptSession{}
		if json.Unmarshal([]byte(values.Index(i).String()), &k) == nil {
			k.Key = keys.Index(i).String()
			k.When = timeOfKey(k.Key, lang)
			all = append(all, k)
		}
	}
	slices.Reverse(all)
	return all, nil
}

// dropOldest lets all but the newest sessions go.
func dropOldest(db js.Value, most int) {
	keys, err := request(func() js.Value { return table(db, "readonly").Call("getAllKeys") }, nil)
	if err != nil {
		return
	}
	for i := range keys.Length() - most {
		write(db, Keep{Key: keys.Index(i).String()})
	}
}

// newVisit is a name for this visit that begins with its time.
func newVisit() string {
	now := window.Get("Date").Call("now").Int()
	return itoa(now) + "-" + itoa(window.Get("performance").Call("now").Int())
}

func timeOfKey(key, lang string) string {
	began, _, _ := strings.Cut(key, "-")
	ms := js.ValueOf(number(began))
	return window.Get("Date").New(ms).Call("toLocaleString", lang, map[string]any{"dateStyle": "medium", "timeStyle": "short"}).String()
}

// settingsKey is where the browser keeps the settings.
const settingsKey = "informerscope"

// localSettings are those of earlier visits, as a query.
func localSettings() string {
	stored := window.Get("localStorage").Call("getItem", settingsKey)
	if stored.Type() != js.TypeString {
		return ""
	}
	return stored.String()
}

func keepSettings(query string) {
	defer func() { recover() }() // it may be full
	window.Get("localStorage").Call("setItem", settingsKey, query)
}
