// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// addresses are ways to write the address of a database, also wrong ones, with %s for the password.
var addresses = []string{
	"postgres://user:%s@db.example/park", "postgresql://user:%s@db.example:5432/park?sslmode=require",
	"POSTGRES://user:%s@db.example/park", "Postgresql://user:%s@db.example/park", "postgres://%s@db.example/park",
	"postgres://:%s@db.example/park", "postgres://user:%s@/park",
	"postgres://user:%s@a.example,b.example:5433/park", "postgres://user:%s@[::1]:5432/park",
	"postgres://user:%s@db.example", "postgres://user@db.example/park?password=%s",
	"postgres://user@db.example/park?pasword=%s", "postgres://user@db.example/park?%s",
	"postgres://user@db.example/park?sslmode=%s", "postgres://user@db.example/park?connect_timeout=%s",
	"postgres://user@db.example/%s", "postgres://user@%s/park", "postgres://user@db.example:%s/park",
	"postgres://%s", "postgres:%s", "postgres:/user:%s@db.example/park", "postgres//user:%s@db.example/park",
	"ostgres://user:%s@db.example/park", " postgres://user:%s@db.example/park",
	"postgres://user:%s@db.example/park\n", "\npostgres://user:%s@db.example/park",
	"\ufeffpostgres://user:%s@db.example/park", `"postgres://user:%s@db.example/park"`,
	"'postgres://user:%s@db.example/park'", "DB=postgres://user:%s@db.example/park",
	"export DB=postgres://user:%s@db.example/park", "url: postgres://user:%s@db.example/park",
	"jdbc:postgresql://db.example/park?user=u&password=%s", "user:%s@db.example/park", "user:%s", "%s",
	"%s@db.example", "user=user password=%s", "host=db.example user=user password=%s dbname=park.db",
	"password='%s'", "db.example:5432:park:user:%s", "Server=db.example;User=user;Password=%s;Database=park",
	"mysql://user:%s@db.example/park", "%s://user@db.example/park", "sqlite://user:%s@db.example/park",
	"sqlite:user:%s@db.example/park.db", "SQLite://%s@db.example/park.db", "file:park.db?key=%s", "park.db?key=%s",
	"https://user:%s@db.example/park", "postgres%%3A%%2F%%2Fuser%%3A%s%%40db.example%%2Fpark",
}

// passwords with the pieces of them that have to be nowhere.
var passwords = []struct {
	text   string
	pieces []string
}{
	{"Zk4canary", []string{"Zk4canary"}},
	{"Zk4canary@Wq9canary", []string{"Zk4canary", "Wq9canary"}},
	{"Zk4canary/Wq9canary", []string{"Zk4canary", "Wq9canary"}},
	{"Zk4canary:Wq9canary", []string{"Zk4canary", "Wq9canary"}},
	{"Zk4canary?Wq9canary#Rt3canary", []string{"Zk4canary", "Wq9canary", "Rt3canary"}},
	{"Zk4canary%40Wq9canary%zz", []string{"Zk4canary", "Wq9canary"}},
	{"Zk4canary Wq9canary", []string{"Zk4canary", "Wq9canary"}},
	{"12/Wq9canary@Rt3canary", []string{"Wq9canary", "Rt3canary"}},
	{"[Zk4canary]&Wq9canary=Rt3canary", []string{"Zk4canary", "Wq9canary", "Rt3canary"}},
}

// TestNoAddressInErrors opens addresses with a password in them, as they are and with one to three
// typing errors outside the password: it is in no error, in no text of a Mirror, and not the name of a file.
// After sqlite: any path is a file, so that there it is only one.
func TestNoAddressInErrors(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	mistakes := 4
	if testkit.Deep() {
		mistakes = 400
	}
	connected := 0
	for _, form := range addresses {
		for _, password := range passwords {
			correct := fmt.Sprintf(form, password.text)
			for i := range 1 + mistakes {
				address := correct
				most := 3
				if strings.HasPrefix(strings.ToLower(form), "sqlite:") {
					most = 1
				}
				for range min(i, 1+random.IntN(most)) {
					address = mistype(random, address, password.pieces)
				}
				shown, dialled := openUnreachable(t, address)
				if dialled {
					connected++
				}
				for _, piece := range password.pieces {
					if strings.Contains(shown, piece) {
						t.Fatalf("seed %d: %q shows %q in:\n%s", seed, address, piece, shown)
					}
				}
			}
		}
	}
	if connected < 100 {
		t.Errorf("seed %d: only %d addresses were those of PostgreSQL", seed, connected)
	}
}

// openUnreachable opens an address where no host is known, by errors that name it as those of the driver do, and
// returns all that can be seen.
func openUnreachable(t *testing.T, address string) (shown string, dialled bool) {
	t.Helper()
	d, err := dialectOf(address)
	if err != nil {
		if !errors.Is(err, ErrAddress) {
			t.Errorf("%q: got %v, want ErrAddress", address, err)
		}
		return err.Error(), false
	}
	if file, ok := d.(sqlite); ok {
		return file.path, false
	}
	d.(postgres).config.LookupFunc = func(_ context.Context, host string) ([]string, error) {
		if strings.Contains(host, "a.") {
			return []string{"192.0.2.1"}, nil
		}
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	d.(postgres).config.DialFunc = func(_ context.Context, network, address string) (net.Conn, error) {
		return nil, &net.OpError{Op: "dial", Net: network, Err: &net.AddrError{Err: address, Addr: d.(postgres).config.Password}}
	}
	m := &Mirror{dialect: d, config: Config{DatabaseTimeout: time.Minute}}
	m.db, _ = d.open()
	printed := fmt.Sprintf("%v %+v %#v", m, m, m)
	if _, err = m.connect(t.Context()); err == nil {
		t.Fatalf("%q was opened", address)
	}
	return printed + err.Error(), true
}

// mistype makes one typing error outside the pieces of a password.
func mistype(random *rand.Rand, address string, pieces []string) string {
	at := random.IntN(len(address) + 1)
	for _, piece := range pieces {
		if start := strings.Index(address, piece); start >= 0 && at > start && at < start+len(piece) {
			at = start
		}
	}
	before, after := address[:at], address[at:]
	_, size := utf8.DecodeRuneInString(after)
	if slices.ContainsFunc(pieces, func(piece string) bool { return strings.HasPrefix(after, piece) }) {
		size = 0 // nothing of it is left out
	}
	const typed = " \t\n\"'`@:/?#%=&;,.\\[]<>|*~-_x9\u200b\ufeff\u00e9"
	letters := []rune(typed)
	letter := string(letters[random.IntN(len(letters))])
	switch random.IntN(4) {
	case 0: // left out
		return before + after[size:]
	case 1: // typed instead
		return before + letter + after[size:]
	case 2: // typed twice
		return before + after[:size] + after
	default: // typed in addition
		return before + letter + after
	}
}
