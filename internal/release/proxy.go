package main

import (
	"bytes"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

// writeProxy lays the modules out in the way in which the go command reads GOPROXY=file://out.
// It takes the files that git tracks, as they are in the tree: a file that was forgotten is
// missing there too.
func (r repository) writeProxy(modules []string, version, out string) error {
	committed, err := r.git("log", "-1", "--format=%cI")
	if err != nil {
		return err
	}
	at, err := time.Parse(time.RFC3339, strings.TrimSpace(committed))
	if err != nil {
		return err
	}
	info, err := json.Marshal(struct {
		Version string
		Time    time.Time
	}{version, at.UTC()})
	if err != nil {
		return err
	}
	for _, folder := range modules {
		file, err := r.module(folder)
		if err != nil {
			return err
		}
		files, err := r.files(folder)
		if err != nil {
			return err
		}
		var archive bytes.Buffer
		if err := zip.Create(&archive, module.Version{Path: file.Module.Mod.Path, Version: version}, files); err != nil {
			return err
		}
		mod, err := r.read(filepath.Join(folder, "go.mod"))
		if err != nil {
			return err
		}
		escaped, err := module.EscapePath(file.Module.Mod.Path)
		if err != nil {
			return err
		}
		versions := filepath.Join(out, filepath.FromSlash(escaped), "@v")
		if err := os.MkdirAll(versions, 0o755); err != nil {
			return err
		}
		for name, data := range map[string][]byte{
			version + ".info": info, version + ".mod": mod, version + ".zip": archive.Bytes(), "list": []byte(version + "\n"),
		} {
			if err := os.WriteFile(filepath.Join(versions, name), data, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// files returns the files of the module in folder, without those of modules below it. A module
// without a licence has that of the repository, as the go command does it.
func (r repository) files(folder string) ([]zip.File, error) {
	output, err := r.git("ls-files", "-z", "--", folder)
	if err != nil {
		return nil, err
	}
	names := strings.FieldsFunc(output, func(c rune) bool { return c == 0 })
	var nested []string
	for _, name := range names {
		if dir := path.Dir(name); path.Base(name) == "go.mod" && dir != folder {
			nested = append(nested, dir+"/")
		}
	}
	files := []zip.File{}
	for _, name := range names {
		if !slices.ContainsFunc(nested, func(dir string) bool { return strings.HasPrefix(name, dir) }) {
			files = append(files, file{strings.TrimPrefix(name, folder+"/"), filepath.Join(string(r), name)})
		}
	}
	if !slices.ContainsFunc(files, func(f zip.File) bool { return f.Path() == "LICENSE" }) {
		files = append(files, file{"LICENSE", filepath.Join(string(r), "LICENSE")})
	}
	return files, nil
}

// file is a file at its path in a module.
type file struct{ path, name string }

func (f file) Path() string                 { return f.path }
func (f file) Lstat() (fs.FileInfo, error)  { return os.Lstat(f.name) }
func (f file) Open() (io.ReadCloser, error) { return os.Open(f.name) }
