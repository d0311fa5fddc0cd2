package reservations_test

import (
	"encoding/json"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// offsetList is a service with n records that pages by offset, with its quirks. Each
// request takes a while.
type offsetList struct {
	n            int
	most         int  // clamps the limit
	refuse       int  // refuses a larger limit
	ignoreOffset bool // answers every page like the first
	noIDs        bool
	took         time.Duration

	mu       sync.Mutex
	requests []string // offset and limit of each
	underWay int
}

func (l *offsetList) RoundTrip(r *http.Request) (*http.Response, error) {
	query := r.URL.Query()
	l.mu.Lock()
	l.requests = append(l.requests, query.Get("offset")+"+"+query.Get("limit"))
	l.underWay++
	l.mu.Unlock()
	defer func() {
		l.mu.Lock()
		l.underWay--
		l.mu.Unlock()
	}()
	select {
	case <-time.After(l.took):
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
	offset, _ := strconv.Atoi(query.Get("offset"))
	limit, _ := strconv.Atoi(query.Get("limit"))
	if l.refuse > 0 && limit > l.refuse {
		return answers(400, "application/json", `{"statusCode":400,"description":"Bad request"}`)(r)
	}
	if l.most > 0 {
		limit = min(limit, l.most)
	}
	if l.ignoreOffset {
		offset = 0
	}
	page := []map[string]any{}
	for id := offset + 1; id <= min(l.n, offset+limit); id++ {
		record := map[string]any{"id": id}
		if l.noIDs {
			record = map[string]any{"name": strconv.Itoa(id), "description": strconv.Itoa(id)}
		}
		page = append(page, record)
	}
	body, err := json.Marshal(page)
	if err != nil {
		return nil, err
	}
	return answers(200, "application/json", string(body))(r)
}
