package scenarios

import (
	"reflect"
	"strconv"
	"strings"
)

// iteration returns the i-th doing of a step: a copy without Repeat and After,
// with i in place of every {i}.
func (s Step) iteration(i int) Step {
	repeated := s.Repeat > 0
	s.Repeat, s.After = 0, nil
	if !repeated {
		return s
	}
	return fill(reflect.ValueOf(s), strings.NewReplacer("{i}", strconv.Itoa(i))).Interface().(Step)
}

// fill returns a copy of v with a replacement made in every text of it, map
// keys included. What it returns shares nothing that can change with v.
func fill(v reflect.Value, r *strings.Replacer) reflect.Value {
	if v.IsZero() { // most fields of a step, of which there may be many thousands
		return v
	}
	out := reflect.New(v.Type()).Elem()
	switch v.Kind() {
	case reflect.String:
		out.SetString(r.Replace(v.String()))
	case reflect.Pointer:
		out.Set(reflect.New(v.Type().Elem()))
		out.Elem().Set(fill(v.Elem(), r))
	case reflect.Interface:
		out.Set(fill(v.Elem(), r))
	case reflect.Struct:
		for i := range v.NumField() {
			out.Field(i).Set(fill(v.Field(i), r))
		}
	case reflect.Slice:
		out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		for i := range v.Len() {
			out.Index(i).Set(fill(v.Index(i), r))
		}
	case reflect.Map:
		out.Set(reflect.MakeMapWithSize(v.Type(), v.Len()))
		for entries := v.MapRange(); entries.Next(); {
			out.SetMapIndex(fill(entries.Key(), r), fill(entries.Value(), r))
		}
	default:
		out.Set(v)
	}
	return out
}
