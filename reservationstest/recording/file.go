// SPDX-License-Identifier: MIT

package recording

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
)

// A file of a recording has one JSON value on each line: the head, then the exchanges in the order
// in which their responses ended, and the tail.

// version is the version of the form of the files.
const version = 1

type head struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
}

const format = "reservations-recording"

// A tail is the last line of a file. It shows that the file is whole.
type tail struct {
	Exchanges int `json:"exchanges"`
}

// An exchange is a request and its response, without what is personal.
type exchange struct {
	Request  request  `json:"request"`
	Response response `json:"response"`
}

type request struct {
	Operation string     `json:"operation,omitempty"` // empty for a path that is not documented
	Method    string     `json:"method"`
	Path      string     `json:"path"` // escaped, from /api on
	Query     url.Values `json:"query,omitempty"`
}

type response struct {
	Status int             `json:"status"`
	Header http.Header     `json:"header,omitempty"`
	Body   json.RawMessage `json:"body,omitempty"` // JSON
	Text   string          `json:"text,omitempty"` // in place of a body that is no JSON
}

// String returns the method and the address. It is equal for equal requests.
func (r request) String() string {
	if len(r.Query) == 0 {
		return r.Method + " " + r.Path
	}
	return r.Method + " " + r.Path + "?" + r.Query.Encode()
}

func (r response) content() []byte {
	if r.Body != nil {
		return r.Body
	}
	return []byte(r.Text)
}

// read reads the exchanges of a file.
func read(path string) (exchanges []exchange, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("recording: %w", err)
	}
	defer file.Close()
	var first head
	decoder := json.NewDecoder(file)
	if err := decoder.Decode(&first); err != nil || first.Format != format {
		return nil, fmt.Errorf("recording: %s is no recording", path)
	}
	if first.Version != version {
		return nil, fmt.Errorf("recording: %s has version %d of the format, and this package reads version %d",
			path, first.Version, version)
	}
	for {
		var next struct {
			exchange
			Exchanges *int `json:"exchanges"` // in the tail
		}
		err := decoder.Decode(&next)
		switch {
		case errors.Is(err, io.EOF):
			return nil, fmt.Errorf("recording: the end of %s is missing, after exchange %d", path, len(exchanges))
		case err != nil:
			return nil, fmt.Errorf("recording: exchange %d of %s cannot be read: %w", len(exchanges)+1, path, err)
		case next.Exchanges == nil:
			exchanges = append(exchanges, next.exchange)
		case *next.Exchanges != len(exchanges) || decoder.More():
			return nil, fmt.Errorf("recording: %s has other than its %d exchanges", path, *next.Exchanges)
		default:
			return exchanges, nil
		}
	}
}
