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
	"github.com/reservationkit/reservations-go/internal/presence"
	"github.com/reservationkit/reservations-go/internal/transport"
)

// ListProgress says how far a walk over a list that comes in pages is. The Progress of the params of a list is called
// with it after the last record of each page, on the goroutine that ranges.
type ListProgress struct {
	Records int // that this walk has yielded
	Total   int // records in the whole list, by X-Total-Count; -1 without that header, which no list documents
}

// pageParams are the fields that the params of all lists in pages have in common.
type pageParams struct {
	offset, limit int
	progress      func(ListProgress)
}

// pages yields the records of all pages of a list that is paged by offset.
func pages[T any](
	ctx context.Context, c *Client, op Operation, selected any, p pageParams, opts []CallOption, id func(T) int64,
) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		w, err := c.newWalk(ctx, op, selected, opts)
		if err != nil {
			yield(*new(T), err)
			return
		}
		_ = w.run(ctx, func(ctx context.Context) (failure error) {
			for record, err := range listOf(w, p, id).All(ctx) {
				failure = w.incomplete(err)
				if !yield(record, failure) {
					break
				}
			}
			return failure
		})
	}
}

// listOf returns the list that a walk reads, for package paging.
func listOf[T any](w *walk, p pageParams, id func(T) int64) paging.List[T] {
	list := paging.List[T]{
		ID:       id,
		Refused:  isRefused,
		TooLong:  isTooLong,
		Beyond:   isBeyondEnd,
		Offset:   p.offset,
		Limit:    cmp.Or(p.limit, params.DefaultLimit),
		Window:   w.client.transport.InFlight,
		Repeated: w.options.repeatedIDs,
	}
	if p.progress != nil {
		list.Progress = func(records, total int) { p.progress(ListProgress{records, total}) }
	}
	w.warned = new(lenient.Overlap)
	list.Fetch = func(ctx context.Context, offset, limit int) (paging.Fetched[T], error) {
		return fetchPage[T](ctx, w, w.input(offset, limit))
	}
	return list
}

// isRefused reports whether the service refused a request as it was: its limit may be the reason.
func isRefused(err error) bool {
	return hasStatus(err, http.StatusBadRequest, http.StatusUnprocessableEntity,
		http.StatusRequestEntityTooLarge, http.StatusRequestURITooLong)
}

// isBeyondEnd reports whether a service may have refused a request because its offset is beyond the end of the list.
func isBeyondEnd(err error) bool {
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

// walk is one walk over the pages of a list or of the register: what its calls have in common, and what it counts.
type walk struct {
	client  *Client
	op      Operation
	options callOptions      // that opts set
	opts    []CallOption     // for each call
	query   url.Values       // of the params
	pages   atomic.Int64     // how many pages were asked for
	sent    atomic.Int64     // how many requests were sent
	warned  *lenient.Overlap // which records of a list have been warned about; nil for the register
}

// newWalk checks the input of a walk, but sends nothing. It copies opts and params, so that a caller who changes them later
// does not change the walk.
func (c *Client) newWalk(ctx context.Context, op Operation, params any, opts []CallOption) (*walk, error) {
	opts = slices.Clone(opts)
	a, err := c.newCall(ctx, op, input{params: params}, opts)
	if err != nil {
		return nil, err
	}
	return &walk{client: c, op: op, options: a.options, opts: opts, query: a.query}, nil
}

// run calls read within the timeout of the walk, and the hooks for the start and the end of the walk around it. It returns
// the error of read.
func (w *walk) run(ctx context.Context, read func(context.Context) error) (err error) {
	ctx, cancel := w.options.withTimeout(ctx)
	defer cancel()
	o := observation[Walk]{hooks: w.client.hooks, of: Hooks.ofWalk}
	info := Walk{Operation: w.op, Server: w.client.origin, URLPath: w.client.prefix + w.op.Path}
	began := time.Now()
	err = transport.ErrUnfinished // what the hooks get if a function of the caller panics
	defer func() {
		info.Pages, info.Err, info.Duration = int(w.pages.Load()), err, time.Since(began)
		defer o.end(info) // also when the handler of the logger panics
		w.client.logFailure(ctx, info.URLPath, err)
	}()
	return read(o.start(ctx, info))
}

// input returns the input of the call for the next page, and counts the page.
func (w *walk) input(offset, limit int) input {
	query := maps.Clone(w.query)
	query.Set("limit", strconv.Itoa(limit))
	if offset > 0 {
		query.Set("offset", strconv.Itoa(offset))
	}
	page := &WalkPage{Number: int(w.pages.Add(1)), Offset: offset, Limit: limit}
	return input{extra: query, walk: w, page: page}
}

// incomplete makes an IncompleteError from an error of package paging or presence which says that the pages do not prove
// to be complete. It returns any other error as it is.
func (w *walk) incomplete(err error) error {
	var made *IncompleteError
	if list, ok := errors.AsType[*paging.IncompleteError](err); ok {
		made = &IncompleteError{Reason: list.Error(), Walks: 1, Pages: list.Pages}
	} else if r, ok := errors.AsType[*presence.IncompleteError](err); ok {
		made = &IncompleteError{Reason: r.Reason, Walks: r.Walks, Pages: r.Pages, Totals: r.Totals, final: r.Final}
	} else {
		return err
	}
	made.Operation, made.URLPath, made.Attempts = w.op, w.client.prefix+w.op.Path, int(w.sent.Load())
	return made
}

// fetchPage fetches one page of a list. It does not fill the Response of WithResponseInto, because pages are read ahead: the
// walk calls BeforeYield before it yields the records of the page, and that fills the Response.
func fetchPage[T any](ctx context.Context, w *walk, in input) (paging.Fetched[T], error) {
	opts, into := w.opts, w.options.into
	var beforeYield func()
	if into != nil {
		own := new(Response)
		opts = append(slices.Clip(opts), WithResponseInto(own))
		beforeYield = func() { *into = *own }
	}
	p, err := makeCall(ctx, w.client, w.op, in, opts, func(a *apiCall) (paging.Fetched[T], error) {
		total, _ := content.TotalCount(a.result.Header, a.scrub)
		records, err := decodeList[T](a)
		return paging.Fetched[T]{Records: records, Bytes: len(a.result.Body), Total: total}, err
	})
	p.BeforeYield = beforeYield
	return p, err
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
