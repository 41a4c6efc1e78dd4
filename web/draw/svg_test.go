package draw

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A file holds its own stylesheet and a ground; texts are escaped, and a place
// is written as a translation.
func TestWriteSVG(t *testing.T) {
	token := element("g", "data-token", "7", "data-empty", "")
	token.At = &Point{12.346, -3}
	label := element("text", "data-text", "mono", "x", number(1.5))
	label.Text = `a<b & "c"`
	token.Children = []Node{label}
	picture := element("svg", "width", "10")
	picture.Children = []Node{token}

	var out bytes.Buffer
	require.NoError(t, WriteSVG(&out, picture, "dark"))
	before, after, _ := strings.Cut(out.String(), "<style>")
	_, after, _ = strings.Cut(after, "</style>")
	assert.Equal(t, `<svg xmlns="http://www.w3.org/2000/svg" width="10" data-theme="dark">`+"\n", before)
	assert.Equal(t, `
<rect data-box="page" x="-50" y="-50" width="200%" height="200%"/>
<g transform="translate(12.35,-3)" data-token="7">
<text data-text="mono" x="1.5">a&lt;b &amp; &#34;c&#34;</text></g></svg>
`, after)
}

// Every picture is well-formed XML, whatever the objects are called.
func TestFilesAreWellFormed(t *testing.T) {
	for _, r := range runs(t) {
		for _, n := range r.sample(5) {
			var out bytes.Buffer
			require.NoError(t, WriteSVG(&out, r.picture(n, Options{Width: 1400, Lang: "zh", Still: true}), ""))
			d := xml.NewDecoder(&out)
			for {
				_, err := d.Token()
				if errors.Is(err, io.EOF) {
					break
				}
				require.NoError(t, err)
			}
		}
	}
}

// failing is a file on a full disk.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestWriteSVGTellsOfErrors(t *testing.T) {
	assert.ErrorIs(t, WriteSVG(failing{}, element("svg"), ""), io.ErrShortWrite)
}

func TestNumbersAreShort(t *testing.T) {
	for f, want := range map[float64]string{0: "0", 1.0: "1", 2.5: "2.5", -0.125: "-0.13", 1.0 / 3: "0.33", 1234.999: "1235"} {
		assert.Equal(t, want, number(f))
	}
}
