// SPDX-License-Identifier: MIT

package outbox

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// Parse reads the arguments of the program. With -h it prints the flags, and then what else
// there is to know.
func (c *Command) Parse(flags *flag.FlagSet, args []string, more string, stdout io.Writer) error {
	flags.SetOutput(io.Discard) // the program reports the error
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			flags.SetOutput(stdout)
			flags.Usage()
			fmt.Fprint(stdout, more)
		}
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("%q is not a flag; -h lists the flags", flags.Arg(0))
	}
	return c.Check()
}

// Connect makes the client that sends the messages, or none with -accept. Without a service in
// the environment it starts an invented one, and takes an outbox in a folder of its own, so that
// invented messages are not mixed with real ones. The caller calls end when the client has done
// its work.
func (c *Command) Connect(invented func() *reservationstest.Server, stdout io.Writer) (client *reservations.Client, demo bool, end func(), err error) {
	end = func() {}
	if c.Accept {
		return nil, false, end, nil
	}
	noRetry := reservations.WithRetry(reservations.NoRetry()) // the outbox retries
	if os.Getenv("RESERVATIONS_BASE_URL") != "" || os.Getenv("RESERVATIONS_API_KEY") != "" {
		client, err = reservations.NewClientFromEnv(noRetry)
		return client, false, end, err
	}
	if c.Deliver { // real messages would be lost in an invented service
		return nil, false, end, errors.New("-deliver needs a service: set RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY")
	}
	folder, err := os.MkdirTemp("", "outbox")
	if err != nil {
		return nil, false, end, err
	}
	server := invented()
	end = func() {
		server.Close()
		os.RemoveAll(folder)
	}
	fmt.Fprintf(stdout, "RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY are not set: calling an invented service in this process, at %s.\n", server.URL())
	c.File = filepath.Join(folder, filepath.Base(c.File))
	client, err = reservations.NewClient(server.URL(), reservationstest.Key, noRetry)
	return client, true, end, err
}
