// Package ordered writes numbers as text that sorts as they do. With it one kind
// of tree, btree.Map[string, *T], serves the ordered collections of the engine:
// pointers share their code, so that the program holds the tree once instead of
// once for each type of key and value. What such a map holds is never changed in
// place, since copies of the world share it.
package ordered

import "encoding/binary"

// Key is a text that sorts among its like as the numbers do, the first before
// the second. None of them may be negative.
func Key(first, second int64) string {
	var b [16]byte
	binary.BigEndian.PutUint64(b[:8], uint64(first))
	binary.BigEndian.PutUint64(b[8:], uint64(second))
	return string(b[:])
}

// Number is Key of one number.
func Number(n int64) string {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], uint64(n))
	return string(b[:])
}
