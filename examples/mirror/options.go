// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// variables is the end of the help.
const variables = `
The service is set in the environment:
  RESERVATIONS_BASE_URL      address of the service, such as https://api.example.com
  RESERVATIONS_API_KEY       API key for the service
  RESERVATIONS_ORGANIZATION  id of the organization
With neither address nor key set, the program starts an invented service in this process.
`

// options are the flags.
type options struct {
	dsn    string
	watch  time.Duration
	redact bool
	full   bool
	forget []int64
}

func parseOptions(args []string, stdout io.Writer) (o options, err error) {
	flags := flag.NewFlagSet("mirror", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main reports the error
	flags.StringVar(&o.dsn, "dsn", "", "`database`: an SQLite file or postgres://… (default reservations.db, for the invented service invented.db)")
	flags.DurationVar(&o.watch, "watch", 0, "read the changes again after this `time`, such as 1h, until the program is stopped")
	flags.BoolVar(&o.redact, "redact", false, "never store personal data")
	flags.BoolVar(&o.full, "full", false, "read everything, and remove what the service no longer lists")
	flags.Func("forget", "erase the personal data of the guests with these `ids`, such as 7,12, and read nothing", func(text string) error {
		ids, err := parseIDs(text)
		o.forget = ids
		return err
	})
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			flags.SetOutput(stdout)
			flags.Usage()
			fmt.Fprint(stdout, variables)
		}
		return o, err
	}
	switch {
	case flags.NArg() > 0:
		return o, fmt.Errorf("%q is not a flag; -h lists the flags", flags.Arg(0))
	case o.watch < 0:
		return o, errors.New("-watch must be longer than 0, such as 1h")
	}
	if o.dsn == "" {
		o.dsn = "reservations.db"
	}
	return o, nil
}

func parseIDs(text string) (ids []int64, err error) {
	for part := range strings.SplitSeq(text, ",") {
		id, err := strconv.ParseInt(strings.TrimSpace(part), 10, 64)
		if err != nil || id <= 0 {
			return nil, errors.New("ids are numbers with commas between them")
		}
		ids = append(ids, id)
	}
	return ids, nil
}
