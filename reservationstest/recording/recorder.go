// SPDX-License-Identifier: MIT

package recording

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync"
)

// maxBody is the most bytes of a body that is recorded.
const maxBody = 64 << 20

// Recorder is an [http.RoundTripper] that sends requests through another one and writes what the
// service responds to a file, without personal data. Make one with [NewRecorder]. Its methods are
// safe for concurrent use.
type Recorder struct {
	next     http.RoundTripper
	redactor redactor
	path     string

	mu     sync.Mutex
	file   *os.File // under another name until Close; nil after it
	lines  int      // in the file
	failed error    // why the recording is not whole; or nil
}

// Option sets up a Recorder.
type Option func(*options)

type options struct {
	keptIDs map[string]bool
}

// KeepIDs leaves these ids as they are, in records of every kind. Use it for ids that a test names, such
// as the one of the organization. Without it all ids are replaced by 1, 2, 3 and so on.
func KeepIDs(ids ...int64) Option {
	return func(s *options) {
		for _, id := range ids {
			s.keptIDs[strconv.FormatInt(id, 10)] = true
		}
	}
}

// NewRecorder returns a Recorder that sends requests through next; nil stands for
// [http.DefaultTransport]. [Recorder.Close] puts the recording at path and replaces a file that
// is there. Until then the recording is in a file in the same folder whose name ends in .tmp. Only the
// owner may read the file. NewRecorder fails when the file cannot be created.
func NewRecorder(path string, next http.RoundTripper, opts ...Option) (*Recorder, error) {
	chosen := options{keptIDs: map[string]bool{}}
	for _, opt := range opts {
		opt(&chosen)
	}
	if next == nil {
		next = http.DefaultTransport
	}
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.tmp")
	if err != nil {
		return nil, fmt.Errorf("recording: %w", err)
	}
	r := &Recorder{next: next, redactor: redactor{newInvention(chosen.keptIDs)}, path: path, file: file}
	r.write(head{format, version})
	return r, nil
}

// RoundTrip sends a request. The caller gets the same response or error as without the Recorder, but
// only when the body has been read. An attempt without a whole response is not recorded. A body of
// more than 64 MiB or with a Content-Encoding cannot be recorded. RoundTrip does not return such a
// failure of the recording; [Recorder.Close] does.
func (r *Recorder) RoundTrip(sent *http.Request) (*http.Response, error) {
	resp, err := r.next.RoundTrip(sent)
	if err != nil || resp.StatusCode == http.StatusSwitchingProtocols {
		return resp, err
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxBody+1))
	rest := io.Reader(resp.Body)
	switch {
	case err != nil:
		rest = failing{err}
	case len(body) > maxBody:
		r.fail(fmt.Errorf("a body of more than %d bytes is not recorded", maxBody))
	case resp.Header.Get("Content-Encoding") != "":
		r.fail(errors.New("a body with a Content-Encoding is not recorded: let the http.Transport unpack it"))
	default:
		r.record(sent, resp, body)
	}
	resp.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(body), rest), resp.Body}
	return resp, nil
}

// failing is the rest of a body that cannot be read.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// record replaces what is personal in an exchange, and writes it.
func (r *Recorder) record(sent *http.Request, resp *http.Response, body []byte) {
	request := r.redactor.request(sent)
	r.write(exchange{request, r.redactor.response(request.Operation, resp, body)})
}

// write adds a line to the file.
func (r *Recorder) write(line any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.file != nil {
		r.add(line)
	}
}

func (r *Recorder) add(line any) {
	if r.failed != nil {
		return
	}
	r.lines++
	encoder := json.NewEncoder(r.file)
	encoder.SetEscapeHTML(false)
	r.failed = encoder.Encode(line)
}

func (r *Recorder) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failed = errors.Join(r.failed, err)
}

// Close ends the recording. Requests are still sent after it, but no longer recorded. If the recording
// is not whole, Close returns why, and writes no file; a file that was there before stays. To close a
// Recorder again does nothing.
func (r *Recorder) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.file == nil {
		return nil
	}
	name := r.file.Name()
	r.add(tail{r.lines - 1})
	err := errors.Join(r.failed, r.file.Close())
	r.file = nil
	if err == nil {
		err = os.Rename(name, r.path)
	}
	if err != nil {
		_ = os.Remove(name)
		return fmt.Errorf("recording: %w", err)
	}
	return nil
}
