// SPDX-License-Identifier: MIT

package mirror_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// aPeak is what Linux tells a process about the most memory that it has had.
var aPeak = regexp.MustCompile(`VmHWM:\s+(\d+) kB`)

// childVariable makes the test binary a program that runs one Sync.
const childVariable = "MIRROR_TEST_CHILD"

// child is what such a program does.
type child struct {
	DSN       string
	URL       string // of the service; "" generates reservations in the process
	Generated int
	Register  types.Date    // first night; zero leaves out the register
	Ahead     time.Duration // of the clock
}

func TestMain(m *testing.M) {
	if text := os.Getenv(childVariable); text != "" {
		if err := runChild(text); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func runChild(text string) error {
	var c child
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		return err
	}
	var opts []reservations.Option
	if c.URL == "" {
		c.URL = "https://api.example.test"
		opts = append(opts, reservations.WithHTTPClient(&http.Client{Transport: generator(c.Generated)}))
	}
	client, err := reservations.NewClient(c.URL, reservationstest.Key, append(opts, reservations.WithOrganization(1))...)
	if err != nil {
		return err
	}
	m, err := mirror.Open(context.Background(), c.DSN, mirror.Config{RegisterFrom: c.Register, SkipRegister: c.Register.IsZero()})
	if err != nil {
		return err
	}
	m.SetClock(func() time.Time { return time.Now().Add(c.Ahead) })
	result, err := m.Sync(context.Background(), client)
	if err != nil {
		return err
	}
	status, _ := os.ReadFile("/proc/self/status") // only Linux has it
	fmt.Printf("%s\n%s", result, status)
	return m.Close()
}

// command returns the program.
func (c child) command(t *testing.T) *exec.Cmd {
	t.Helper()
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childVariable+"="+string(text), "GOGC=100") // its memory is measured
	return cmd
}

// generator is a service with as many reservations as it says, each with lines, which are made
// when they are asked for.
type generator int

func (g generator) RoundTrip(r *http.Request) (*http.Response, error) {
	query := r.URL.Query()
	var body strings.Builder
	body.WriteByte('[')
	if strings.HasSuffix(r.URL.Path, "/summaries") && query.Get("modifiedSince") == "" {
		offset, _ := strconv.Atoi(query.Get("offset"))
		limit, _ := strconv.Atoi(query.Get("limit"))
		for id := offset + 1; id <= min(offset+limit, int(g)); id++ {
			if id > offset+1 {
				body.WriteByte(',')
			}
			fmt.Fprintf(&body, `{"id":%d,"number":"R%[1]d","name":"Guest %[1]d","dateFrom":"2026-07-06","totalPrice":129.95,"modified":"2026-07-01T10:00:00Z",`+
				`"guest":{"id":%[1]d,"surname":"Guest","email":"guest%[1]d@example.com"},"orderLines":[{"id":%[1]d,"description":"Stay","totalPrice":129.95}],`+
				`"ageGroupLines":[{"id":%[1]d,"description":"Adults","quantity":2}],"notes":"%[2]s"}`, id, strings.Repeat("notes ", 20))
		}
	}
	body.WriteByte(']')
	return &http.Response{
		StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r,
		Header:        http.Header{"Content-Type": {"application/json"}},
		Body:          io.NopCloser(strings.NewReader(body.String())),
		ContentLength: int64(body.Len()),
	}, nil
}
