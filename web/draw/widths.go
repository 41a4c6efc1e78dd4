package draw

// widths are the widths at which the stage is drawn. A page takes the largest
// one that it has room for, so that the pictures made beforehand, one for each,
// are the very ones that the program draws. On a larger screen the picture is
// larger, not fuller.
var widths = []int{320, 336, 351, 366, 390, 430, 500, 600, 700, 728, 780, 860, 940, 984, 1060, 1100, 1160, 1240, 1326, 1400, 1496, 1640, 1760, 1880}

// Widths are the widths at which the stage is drawn, in order.
func Widths() []int { return widths }

// Snap is the width at which the stage is drawn where room is all there is; the
// smallest one if even that has no room.
func Snap(room int) int {
	fits := widths[0]
	for _, w := range widths {
		if w <= room {
			fits = w
		}
	}
	return fits
}
