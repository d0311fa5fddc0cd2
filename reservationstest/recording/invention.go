// SPDX-License-Identifier: MIT

package recording

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/reservationkit/reservations-go/internal/source"
)

// An invention replaces values by invented ones: equal values by equal ones, different values by
// different ones. It numbers the values of each form as they appear, and an invented value is such a
// number, written in that form. So it shows nothing else about the value that it replaces. Of the
// values themselves only a digest with a random key is kept.
type invention struct {
	key     []byte
	keptIDs map[string]bool

	mu    sync.Mutex
	known map[[sha256.Size]byte]string // by the digest of the value
	count map[form]int64
}

// A form is a kind of invented values and their length, which is 0 for kinds of any length.
type form struct {
	kind   kind
	length int
}

type kind string

const (
	word     kind = "word"     // letters
	digits   kind = "digits"   // which may begin with 0
	number   kind = "number"   // digits that do not begin with 0
	id       kind = "id"       // a positive integer of any length
	secret   kind = "secret"   // such as the token of a reservation
	email    kind = "email"    // an address
	link     kind = "link"     // a URL
	uuid     kind = "uuid"     // in the usual form
	day      kind = "day"      // a calendar date
	sentence kind = "sentence" // a text of several words
)

func newInvention(keptIDs map[string]bool) *invention {
	key := make([]byte, sha256.Size)
	_, _ = rand.Read(key) // it never fails
	return &invention{
		key: key, keptIDs: keptIDs, known: map[[sha256.Size]byte]string{}, count: map[form]int64{},
	}
}

// replace returns the invented value for a value. If all values of the form are taken, it is
// longer than the form says.
func (v *invention) replace(f form, value string) string {
	v.mu.Lock()
	defer v.mu.Unlock()
	mac := hmac.New(sha256.New, v.key)
	mac.Write([]byte(string(f.kind) + " " + value))
	digest := [sha256.Size]byte(mac.Sum(nil))
	invented, known := v.known[digest]
	for !known {
		for v.count[f] >= f.capacity() {
			f.length++
		}
		invented = f.write(v.count[f])
		v.count[f]++
		known = !(f.kind == id && v.keptIDs[invented]) && !(f.kind == word && source.IsKnownValue(invented))
	}
	v.known[digest] = invented
	return invented
}

const (
	consonants = "bcdfghjklmnpqrstvwxz"
	vowels     = "aeiou"
	// longest is how many characters of a long word or number differ from value to value. It keeps
	// capacities within an int64.
	longest = 12
	// stride makes words with consecutive numbers look different. It has no divisor in common with the
	// number of consonants or of vowels, so different numbers give different words.
	stride = 618_033_988_747
)

// capacity returns how many values a form has.
func (f form) capacity() int64 {
	length := min(f.length, longest)
	switch f.kind {
	case word:
		return power(len(consonants), (length+1)/2) * power(len(vowels), length/2)
	case digits:
		return power(10, length)
	case number:
		return 9 * power(10, length-1)
	}
	return math.MaxInt64
}

func power(base, exponent int) int64 {
	product := int64(1)
	for range exponent {
		product *= int64(base)
	}
	return product
}

// write returns the value with number n of a form.
func (f form) write(n int64) string {
	switch f.kind {
	case word:
		return f.letters((n + int64(f.length)) * stride % f.capacity()) // words of other lengths begin differently
	case digits:
		return fmt.Sprintf("%0*d", f.length, n)
	case number:
		length := min(f.length, longest)
		return strconv.FormatInt(power(10, length-1)+n, 10) + strings.Repeat("0", f.length-length)
	case email:
		return fmt.Sprintf("guest-%d@example.com", n+1)
	case link:
		return fmt.Sprintf("https://example.com/%d", n+1)
	case uuid:
		return fmt.Sprintf("00000000-0000-4000-8000-%012d", n+1)
	case day: // from 1950 on, so that the persons of a recording are adults
		return time.Date(1950, time.January, 1+int(n), 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
	case sentence:
		text := fmt.Sprintf("Invented text %d", n+1)
		return (text + strings.Repeat(", and more of it", f.length/10))[:f.length]
	case secret:
		return fmt.Sprintf("secret-%d", n+1)
	}
	return strconv.FormatInt(n+1, 10) // an id
}

// letters writes a number as a word in which consonants and vowels alternate.
func (f form) letters(n int64) string {
	letters := make([]byte, f.length)
	for i := range letters {
		alphabet := consonants
		if i%2 == 1 {
			alphabet = vowels
		}
		letters[i] = alphabet[n%int64(len(alphabet))]
		n /= int64(len(alphabet))
	}
	return string(letters)
}
