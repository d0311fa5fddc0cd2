// SPDX-License-Identifier: MIT

package reservations

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"math"
	"net/url"
	"slices"
	"strings"

	"github.com/reservationkit/reservations-go/internal/paging"
)

// WithResume lets the walk over a list that comes in pages go on where an earlier walk has stopped,
// also one of another process. While the body of the loop runs, *token
// names the record that the body was given. Store the two together, and give the token to the next
// walk:
//
//	for supplement, err := range client.Supplements.All(ctx, params, reservations.WithResume(&token)) {
//		if err != nil {
//			return err
//		}
//		if err := store(supplement, token); err != nil {
//			return err
//		}
//	}
//
// A walk begins after the record that *token names when the range begins, and at the start of
// the list when *token is "". The token keeps its value when the loop ends. A walk
// that is resumed from the token of a complete walk yields what was added at the end of the list
// since then. If the body could not store a record, resume from the last token that was stored.
//
// The token names up to eight records that were read last, up to four that followed them on
// the page, and up to eight that were read although they can come later. The new walk goes on after
// the last of the first eight that it finds. If these are not at the same offsets any more, one page has to show
// all but at most one of them, and after them those of the four that it shows, all in their order. It
// must be within two pages before the place, one page after it, or at the start of the list. If the
// eight come later than they did, at least one of the four has to show. Otherwise the walk fails with
// an [IncompleteError], and has to begin anew. It also fails if one of the eight has no id and they
// are not at the same offsets, or if none of them has an id. Where the token names every record that
// was read, the walk begins at the start of the list instead, and yields all others.
//
// Where records are only added and removed between two walks, however many, a record that stays
// is yielded once, or the walk fails. What was added before the place may not be yielded. Where
// records move between two walks, these may be yielded again or not at all, and so may the others
// if most of those that the token names have moved together. A program that has to know must begin
// anew, or recognise the records that it has stored by their ids.
//
// If the list does not change, and the service serves as many records as it is asked for, a walk
// that is resumed sends at most two requests more than a walk over the rest alone, apart from pages
// that it reads ahead. With a Limit below 16 it asks for 16 records per page, unless the service
// refuses that.
//
// A token is a text of up to 301 letters, digits, "-" and "_". It holds ids of records and a
// hash of the parameters; no parameter can be read from it, and it does not name the server. It is
// valid for the same method with the same parameters, those of [WithQuery] included, apart from
// Limit and Offset. Offset is not used when the token is not empty. Any other token is a [ParamError],
// and nothing is sent.
//
// Calls that are not iterators over lists in pages refuse the option with a ParamError, and a nil
// token is one too. Walks that run at the same time need a token each.
func WithResume(token *string) CallOption {
	return func(o *callOptions) error {
		o.resume = token
		return require(token != nil, o.op, "WithResume", "must not be nil")
	}
}

// ListProgress says how far a walk over a list that comes in pages is. The Progress of the params
// of a list is called with it after the last record of each page, on the goroutine that ranges.
type ListProgress struct {
	// Records is the number of records that this walk has yielded.
	Records int
	// Covered is the number of records of the list up to the last one that was yielded, also of
	// those before Offset or before the token of [WithResume]. It never falls within a walk, and
	// is never more than Total.
	Covered int
	// Total is the number of records in the whole list, by the header X-Total-Count of the last
	// page. Without the header it is -1: the service documents that header for the night register
	// only. If the list has become shorter than Covered, Total is equal to Covered.
	Total int
}

// tokenVersion begins every token. It changes with their format.
const tokenVersion = "r1-"

// resume returns the place that the token of WithResume names, and a function that writes a later
// place to the token. Without WithResume both are nil.
func (x *exchange) resume() (from *paging.Place, reached func(paging.Place), err error) {
	token := x.options.resume
	if token == nil {
		return nil, nil, nil
	}
	list := listHash(x.about.Operation, x.request.URL)
	if *token != "" {
		var reason string
		if from, reason = readToken(*token, list); reason != "" {
			return nil, nil, newParamError(x.about.Operation, "WithResume",
				"%s; to read the list from its start, set the token to \"\"", reason)
		}
	}
	var memory []byte
	reached = func(at paging.Place) {
		memory = appendPlace(append(memory[:0], list...), at)
		memory = binary.BigEndian.AppendUint32(memory, crc32.ChecksumIEEE(memory))
		*token = tokenVersion + base64.RawURLEncoding.EncodeToString(memory)
	}
	return from, reached, nil
}

// readToken returns the place that a token names, or the reason why it names none. In a token the
// version is followed by the hash of the list, the place and a checksum.
func readToken(token string, list []byte) (place *paging.Place, reason string) {
	const damaged = "has a damaged token: give one that WithResume has written, unchanged"
	text, found := strings.CutPrefix(token, tokenVersion)
	if !found && strings.HasPrefix(token, tokenVersion[:1]) {
		return nil, "has a token that is damaged, or was written by another version of this package"
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if !found || err != nil || len(b) < len(list)+4 {
		return nil, damaged
	}
	b, sum := b[:len(b)-4], binary.BigEndian.Uint32(b[len(b)-4:])
	hash := b[:len(list)]
	place, ok := readPlace(b[len(list):])
	switch {
	case sum != crc32.ChecksumIEEE(b) || !ok:
		return nil, damaged
	case !bytes.Equal(hash[:4], list[:4]):
		return nil, "has the token of another list: of another method of this package"
	case !bytes.Equal(hash, list):
		return nil, "has the token of a list with other parameters: give the same parameters, apart from Offset and Limit"
	}
	return place, ""
}

// listHash returns four bytes for the operation, and eight for the query without offset and limit.
func listHash(op Operation, requestURL string) []byte {
	_, text, _ := strings.Cut(requestURL, "?")
	query, _ := url.ParseQuery(text) // it was made by Encode
	query.Del("offset")
	query.Del("limit")
	operation, params := sha256.Sum256([]byte(op.Name)), sha256.Sum256([]byte(query.Encode()))
	return append(operation[:4:4], params[:8]...)
}

// appendPlace writes a place as varints. It writes each id as the difference to the one before, which
// is shorter, because ids that follow each other in a list are often close.
func appendPlace(b []byte, at paging.Place) []byte {
	count := uint64(len(at.Before)) << 1
	if at.Whole {
		count++
	}
	b = binary.AppendUvarint(b, uint64(at.Offset))
	b = binary.AppendUvarint(b, count)
	b = binary.AppendUvarint(b, uint64(len(at.After)))
	last := int64(0)
	for _, id := range slices.Concat(at.Before, at.After, at.Missing) {
		b = binary.AppendVarint(b, id-last)
		last = id
	}
	return b
}

// readPlace reads what appendPlace has written.
func readPlace(b []byte) (place *paging.Place, ok bool) {
	var numbers [3]uint64 // offset, before, after
	r := bytes.NewReader(b)
	for i := range numbers {
		number, err := binary.ReadUvarint(r)
		if err != nil || number > math.MaxInt32 {
			return nil, false
		}
		numbers[i] = number
	}
	var ids []int64
	last := int64(0)
	for r.Len() > 0 {
		step, err := binary.ReadVarint(r)
		if err != nil {
			return nil, false
		}
		last += step
		ids = append(ids, last)
	}
	before, after, whole := int(numbers[1]>>1), int(numbers[2]), numbers[1]&1 == 1
	if before+after > len(ids) {
		return nil, false
	}
	return &paging.Place{
		Offset: int(numbers[0]), Before: ids[:before], After: ids[before : before+after], Missing: ids[before+after:], Whole: whole,
	}, true
}
