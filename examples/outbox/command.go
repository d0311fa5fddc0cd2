// SPDX-License-Identifier: MIT

package outbox

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"time"
)

// Command is what programs with an outbox have in common: their flags, and what these do.
type Command struct {
	File    string // of the outbox
	Accept  bool   // accept new messages and send nothing
	Deliver bool   // accept nothing new

	uncertain   string
	wait, watch time.Duration
	list        bool
	again, drop int64
}

// AddFlags adds the flags. The name of the file and what is done with a message that may have
// arrived, send or hold, are the defaults of the program.
func (c *Command) AddFlags(flags *flag.FlagSet, file, uncertain string) {
	flags.StringVar(&c.File, "outbox", file, "`file` that keeps what is not delivered yet, readable by its owner alone")
	flags.BoolVar(&c.Accept, "accept", false, "only write to the outbox: needs no service, and what the program says it accepted is not lost")
	flags.BoolVar(&c.Deliver, "deliver", false, "only send what the outbox has")
	flags.DurationVar(&c.watch, "watch", 0, "with -deliver, look for new messages after each such `time`, until the program is ended")
	flags.DurationVar(&c.wait, "wait", time.Minute, "for how long a `time` to try while the service is away or limits the rate; "+
		"0, and always with -watch, means for ever")
	flags.StringVar(&c.uncertain, "uncertain", uncertain, "`what` to do with a message that may have arrived: send it again, before any later one, or hold it")
	flags.BoolVar(&c.list, "list", false, "list the messages in the outbox, without what they say")
	flags.Int64Var(&c.again, "again", 0, "send the held or refused message with this `number` again, at the next delivery")
	flags.Int64Var(&c.drop, "drop", 0, "delete the held or refused message with this `number`")
}

// Check reports flags that cannot be used, or not together.
func (c *Command) Check() error {
	modes := 0
	for _, chosen := range []bool{c.Accept, c.Deliver, c.list, c.again != 0, c.drop != 0} {
		if chosen {
			modes++
		}
	}
	switch {
	case modes > 1:
		return errors.New("of -accept, -deliver, -list, -again and -drop only one can be given")
	case c.uncertain != "send" && c.uncertain != "hold":
		return fmt.Errorf("-uncertain is %q, and must be send or hold", c.uncertain)
	case c.watch < 0 || c.wait < 0:
		return errors.New("-watch and -wait must not be negative")
	case c.watch > 0 && !c.Deliver:
		return errors.New("-watch needs -deliver")
	}
	return nil
}

// Manages reports whether the flags ask to look at the outbox or to decide about a message
// in it, which [Command.Manage] does.
func (c *Command) Manages() bool { return c.list || c.again != 0 || c.drop != 0 }

// Manage lists the messages, or does what was decided about one of them.
func (c *Command) Manage(ctx context.Context, stdout io.Writer) error {
	box, err := Open(ctx, c.File)
	if err != nil {
		return err
	}
	defer box.Close()
	switch {
	case c.again != 0:
		return box.Again(ctx, c.again)
	case c.drop != 0:
		return box.Drop(ctx, c.drop)
	}
	messages, err := box.List(ctx)
	if err != nil {
		return err
	}
	for _, m := range messages {
		fmt.Fprintf(stdout, "%d %s, tries: %d", m.ID, m.State, m.Tries)
		if m.Problem != "" {
			fmt.Fprintf(stdout, ", %s", m.Problem)
		}
		fmt.Fprintln(stdout)
	}
	fmt.Fprintf(stdout, "%s: %d messages\n", c.File, len(messages))
	return nil
}

// Run accepts the messages and delivers what the outbox has, as the flags say. It tells of
// failed attempts on stderr.
func (c *Command) Run(ctx context.Context, messages []any, send func(context.Context, json.RawMessage) error, stdout, stderr io.Writer) error {
	box, err := Open(ctx, c.File)
	if err != nil {
		return err
	}
	defer box.Close()
	if !c.Deliver {
		if err := box.Add(ctx, messages...); err != nil {
			return err
		}
		fmt.Fprintf(stdout, "Accepted %d messages in %s\n", len(messages), c.File)
	}
	if c.Accept {
		return nil
	}
	putAside := 0
	d := Delivery{Send: send, Hold: c.uncertain == "hold", Patience: c.wait, Watch: c.watch}
	if c.watch > 0 {
		d.Patience = 0
	}
	d.Log = func(m Message, err error) {
		fmt.Fprintf(stderr, "Message %d, try %d, is %s: %v\n", m.ID, m.Tries, m.State, err)
		if m.State == "held" || m.State == "refused" {
			putAside++
		}
	}
	err = box.Deliver(ctx, d)
	switch {
	case errors.Is(err, ErrBusy) && !c.Deliver:
		fmt.Fprintf(stdout, "Another program is delivering from %s, and sends them\n", c.File)
		return nil
	case err != nil:
		return err
	case putAside > 0:
		return fmt.Errorf("messages held or refused: %d; -list shows why, and -again or -drop decides about each", putAside)
	}
	return nil
}
