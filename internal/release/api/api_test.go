package main

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const source = `package p

import "io"

const (
	Limit        = 7
	Kind  Colour = "k"
	hidden       = 1
)

type Colour string

func (c Colour) String() string { return "" }

type base struct{ Depth int }

func (b *base) Close() error { return nil }
func (b *base) close()       {}

type File struct {
	Name string
	base
	size int
}

type Pair[K comparable, V any] struct{ Key K }

func (p Pair[K, V]) Value() (v V) { return v }

type Opener interface{ Open(name string) (io.Reader, error) }
type Old = File
type private struct{ Field int }

var Default File

func Open(name string, flags ...int) (f *File, err error) { return nil, nil }
func open() {}
`

func TestListing(t *testing.T) {
	t.Parallel()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	config := types.Config{Importer: importer.Default()}
	pkg, err := config.Check("example.com/p", files, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`const Kind Colour = "k"`,
		"const Limit untyped int = 7",
		"func Open(name string, flags ...int) (f *File, err error)",
		"method (*File) Close() error",
		"method (Colour) String() string",
		"method (Pair) Value() (v V)",
		"type Colour string",
		"type File struct",
		"type File struct, Name string",
		"type Old = File",
		"type Opener interface{Open(name string) (io.Reader, error)}",
		"type Pair[K comparable, V any] struct",
		"type Pair[K comparable, V any] struct, Key K",
		"var Default File",
	}
	if diff := cmp.Diff(want, listing(pkg)); diff != "" {
		t.Errorf("listing (-want +got):\n%s", diff)
	}
}

// TestListingDiffers: -check finds every difference and changes nothing.
func TestListingDiffers(t *testing.T) {
	t.Parallel()
	const text = "func A()\nfunc B()\n"
	tests := map[string]struct{ there, problem string }{
		"the same":   {text, ""},
		"a new name": {"func B()\n", `line 1: "func B()" is listed, and "func A()" in the code`},
		"one gone":   {text + "func C()\n", `line 3: "func C()" is listed, and "" in the code`},
		"empty":      {"", `line 1`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "p.txt")
			if err := os.WriteFile(file, []byte(test.there), 0o600); err != nil {
				t.Fatal(err)
			}
			err := put(file, []byte(text), true)
			if test.problem == "" && err != nil || test.problem != "" && (err == nil || !strings.Contains(err.Error(), test.problem)) {
				t.Errorf("error %v, want %q in it", err, test.problem)
			}
			if now, err := os.ReadFile(file); err != nil || string(now) != test.there {
				t.Errorf("the file is now %q, error %v", now, err)
			}
		})
	}
	t.Run("not there", func(t *testing.T) {
		t.Parallel()
		file := filepath.Join(t.TempDir(), "p.txt")
		if err := put(file, []byte(text), true); err == nil || !strings.Contains(err.Error(), "go run ./internal/release/api") {
			t.Errorf("error %v, want one that says what to run", err)
		}
		if err := put(file, []byte(text), false); err != nil {
			t.Error(err)
		}
		if err := put(file, []byte(text), true); err != nil {
			t.Errorf("after it was written: %v", err)
		}
	})
}
