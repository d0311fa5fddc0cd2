// SPDX-License-Identifier: MIT

package reservations

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/reservationkit/reservations-go/internal/content"
	"github.com/reservationkit/reservations-go/internal/lenient"
	"github.com/reservationkit/reservations-go/internal/paging"
	"github.com/reservationkit/reservations-go/internal/params"
	"github.com/reservationkit/reservations-go/internal/transport"
)

// ListProgress says how far a walk over a list that comes in pages is. The Progress of the params of a list is called
// with it after the last record of each page, on the goroutine that ranges.
type ListProgress struct {
	Records int // that this walk has yielded
	Total   int // records in the whole list, by X-Total-Count; -1 without that header, which no list documents
}

// pageParams are the fields that the params of all lists in pages have in common, and the id of a record.
type pageParams[T any] struct {
	offset, limit int
	progress      func(ListProgress)
	id            func(T) int64
}

// pages yields the records of all pages of a list that is paged by offset.
func pages[T any](ctx context.Context, c *Client, op Operation, in input, p pageParams[T], opts []CallOption) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		w, err := c.newAPIWalk(ctx, op, in, opts)
		if err != nil {
			yield(*new(T), err)
			return
		}
		_ = w.run(ctx, func(ctx context.Context) (failure error) {
			for record, err := range listOf(w, p).All(ctx) {
				failure = w.asIncompleteError(err)
				if !yield(record, failure) {
					break
				}
			}
			return failure
		})
	}
}

// apiWalk is a range over a list, or a reading of the register: what its calls have in common, and how many they are. The
// packages paging and presence decide which pages it reads.
type apiWalk struct {
	client  *Client
	info    Walk             // what the hooks are given
	options callOptions      // that opts set
	opts    []CallOption     // for each call
	id      any              // in the path, as in input
	query   url.Values       // of the params
	pages   atomic.Int64     // how many pages were asked for
	sent    atomic.Int64     // how many requests were sent
	warned  *lenient.Overlap // which records of a list have been warned about; nil for the register
}

// newAPIWalk checks the input of a walk: it makes a call that is never sent. It copies opts and params, so that a caller who
// changes them later does not change the walk.
func (c *Client) newAPIWalk(ctx context.Context, op Operation, in input, opts []CallOption) (*apiWalk, error) {
	opts = slices.Clone(opts)
	a, err := c.newCall(ctx, op, in, opts)
	if err != nil {
		return nil, err
	}
	info := Walk{Operation: op, Server: c.origin, URLPath: a.info.URLPath}
	return &apiWalk{client: c, info: info, options: a.options, opts: opts, id: in.id, query: a.query}, nil
}

// run calls read, which makes the calls of the walk, within its timeout, and calls the hooks for the start and the end of the
// walk. It returns the error of read.
func (w *apiWalk) run(ctx context.Context, read func(context.Context) error) (err error) {
	ctx, cancel := w.options.withTimeout(ctx)
	defer cancel()
	o := observation[Walk]{hooks: w.client.walkHooks}
	began := time.Now()
	err = transport.ErrUnfinished // what the hooks get if a function of the caller panics
	defer func() {
		w.info.Pages, w.info.Err, w.info.Duration = int(w.pages.Load()), err, time.Since(began)
		defer o.end(w.info) // also when the handler of the logger panics
		w.client.logFailure(ctx, w.info.URLPath, err)
	}()
	return read(o.start(ctx, w.info))
}

// nextInput returns the input of the call for the next page, and counts the page.
func (w *apiWalk) nextInput(offset, limit int) input {
	query := maps.Clone(w.query)
	query.Set("limit", strconv.Itoa(limit))
	if offset > 0 {
		query.Set("offset", strconv.Itoa(offset))
	}
	page := &WalkPage{Number: int(w.pages.Add(1)), Offset: offset, Limit: limit}
	return input{id: w.id, extra: query, walk: w, page: page}
}

// listOf returns the list that a walk reads, for package paging.
func listOf[T any](w *apiWalk, p pageParams[T]) paging.List[T] {
	w.warned = new(lenient.Overlap)
	l := paging.List[T]{
		Fetch: func(ctx context.Context, offset, limit int) (paging.Fetched[T], error) {
			return fetchListPage[T](ctx, w, w.nextInput(offset, limit))
		},
		Reasons:     pageReasons,
		ID:          p.id,
		Offset:      p.offset,
		Limit:       cmp.Or(p.limit, params.DefaultLimit),
		MaxInFlight: w.client.transport.MaxInFlight,
		Repeated:    w.options.repeatedIDs,
	}
	if p.progress != nil {
		l.Progress = func(records, total int) { p.progress(ListProgress{records, total}) }
	}
	return l
}

// fetchListPage fetches one page of a list. The Response of WithResponseInto is filled later, because pages are read ahead: the
// walk calls BeforeYield before it yields the records of the page.
func fetchListPage[T any](ctx context.Context, w *apiWalk, in input) (paging.Fetched[T], error) {
	opts, into := w.opts, w.options.into
	var beforeYield func()
	if into != nil {
		own := new(Response)
		opts = append(slices.Clip(opts), WithResponseInto(own))
		beforeYield = func() { *into = *own }
	}
	p, err := makeCall(ctx, w.client, w.info.Operation, in, opts, func(a *apiCall) (paging.Fetched[T], error) {
		total, _ := content.TotalCount(a.result.Header, a.scrub)
		records, err := decodeList[T](a)
		return paging.Fetched[T]{Records: records, Bytes: len(a.result.Body), Total: total}, err
	})
	p.BeforeYield = beforeYield
	return p, err
}

// pageReasons tell the reasons of the error of a page apart.
var pageReasons = paging.Reasons{LimitRefused: isLimitRefused, TooLong: isTooLong, OffsetRefused: isOffsetRefused}

// isLimitRefused reports whether the service refused a request as it was: its limit may be the reason.
func isLimitRefused(err error) bool {
	return hasStatus(err, http.StatusBadRequest, http.StatusUnprocessableEntity,
		http.StatusRequestEntityTooLarge, http.StatusRequestURITooLong)
}

// isOffsetRefused reports whether a service may have refused a request because its offset is beyond the end of the list.
func isOffsetRefused(err error) bool {
	return hasStatus(err, http.StatusBadRequest, http.StatusUnprocessableEntity, http.StatusNotFound,
		http.StatusRequestedRangeNotSatisfiable, http.StatusInternalServerError)
}

func hasStatus(err error, statuses ...int) bool {
	failure, ok := errors.AsType[*APIError](err)
	return ok && slices.Contains(statuses, failure.StatusCode)
}

// isTooLong reports whether the body of a response was larger than [WithMaxResponseBytes] allows.
func isTooLong(err error) bool {
	_, ok := errors.AsType[*http.MaxBytesError](err)
	return ok
}

// asIncompleteError makes an IncompleteError of one of package paging, and returns any other error as it is.
func (w *apiWalk) asIncompleteError(err error) error {
	found, ok := errors.AsType[*paging.IncompleteError](err)
	if !ok {
		return err
	}
	return &IncompleteError{
		Operation: w.info.Operation, URLPath: w.info.URLPath, Reason: found.Reason, Passes: found.Passes, Pages: found.Pages,
		Totals: found.Totals, Attempts: int(w.sent.Load()), Final: found.Final,
	}
}

// Collect reads a list to its end, as in Collect(client.Supplements.All(ctx, params)), and returns its records as a
// slice, which is nil for an empty list. When the list ends with an error, Collect returns it with the records before
// it. All are held in memory: range over the list where it can be long.
func Collect[T any](list iter.Seq2[T, error]) ([]T, error) {
	var records []T
	for record, err := range list {
		if err != nil {
			return records, err
		}
		records = append(records, record)
	}
	return records, nil
}
