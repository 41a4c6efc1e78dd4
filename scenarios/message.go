package scenarios

import "fmt"

// Message is what an error says to people. Its format, of package fmt and in
// English, is also what it is known by where it is said in another language:
// see In. What a library or the server says is an argument, and quoted.
type Message struct {
	Format string
	Args   []any
}

func say(format string, args ...any) Message { return Message{format, args} }

// Said is whatever can be said in another language. An error that is not is said
// in English everywhere.
type Said interface {
	// In has translate say each format in that language.
	In(translate func(format string) string) string
}

// In says the message, and the messages among its arguments.
func (m Message) In(translate func(format string) string) string {
	if len(m.Args) == 0 {
		return translate(m.Format)
	}
	args := make([]any, len(m.Args))
	for i, arg := range m.Args {
		args[i] = arg
		if said, ok := arg.(Said); ok {
			args[i] = said.In(translate)
		}
	}
	return fmt.Sprintf(translate(m.Format), args...)
}

func (m Message) String() string { return m.In(inEnglish) }

// Error makes a message an error.
func (m Message) Error() string { return m.String() }

func (m Message) empty() bool { return m.Format == "" }

func inEnglish(format string) string { return format }
