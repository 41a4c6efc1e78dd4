package draw

import (
	"bufio"
	"encoding/xml"
	"io"
)

// WriteSVG writes a picture as a file that stands on its own: the stylesheet is
// in it, and it follows the reader's light or dark unless theme names one.
func WriteSVG(w io.Writer, picture Node, theme string) error {
	b := bufio.NewWriter(w)
	root := picture
	root.Attrs = append([]Attr{{"xmlns", "http://www.w3.org/2000/svg"}}, picture.Attrs...)
	if theme != "" {
		root.Attrs = append(root.Attrs, Attr{"data-theme", theme})
	}
	style := Node{Tag: "style", Text: CSS}
	// Wherever the picture's own corner is.
	ground := element("rect", "data-box", "page", "x", "-50", "y", "-50", "width", "200%", "height", "200%")
	root.Children = append([]Node{style, ground}, picture.Children...)
	writeNode(b, root)
	b.WriteByte('\n')
	return b.Flush()
}

// WriteFragment writes a picture that becomes a part of a page, which has the
// stylesheet.
func WriteFragment(w io.Writer, picture Node) error {
	b := bufio.NewWriter(w)
	picture.Attrs = append([]Attr{{"xmlns", "http://www.w3.org/2000/svg"}}, picture.Attrs...)
	writeNode(b, picture)
	return b.Flush()
}

// writeNode writes an element; errors are kept by the writer.
func writeNode(w *bufio.Writer, n Node) {
	w.WriteByte('<')
	w.WriteString(n.Tag)
	writeAttr(w, "transform", n.Transform())
	for _, a := range n.Attrs {
		writeAttr(w, a.Name, a.Value)
	}
	if n.Text == "" && len(n.Children) == 0 {
		w.WriteString("/>")
		return
	}
	w.WriteByte('>')
	_ = xml.EscapeText(w, []byte(n.Text))
	for _, c := range n.Children {
		w.WriteByte('\n')
		writeNode(w, c)
	}
	w.WriteString("</")
	w.WriteString(n.Tag)
	w.WriteByte('>')
}

func writeAttr(w *bufio.Writer, name, value string) {
	if value == "" {
		return
	}
	w.WriteByte(' ')
	w.WriteString(name)
	w.WriteString(`="`)
	_ = xml.EscapeText(w, []byte(value))
	w.WriteByte('"')
}
