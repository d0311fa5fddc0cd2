// SPDX-License-Identifier: MIT

// Command tasks lists the staff and resets a task.
//
// It calls the service at RESERVATIONS_BASE_URL with the key in RESERVATIONS_API_KEY.
// With neither set it starts an invented service in this process:
//
//	go run ./examples/tasks
//	go run ./examples/tasks -reset 502
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"text/tabwriter"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// variables is the end of the help.
const variables = `
The service is set in the environment:
  RESERVATIONS_BASE_URL  address of the service, such as https://api.example.com
  RESERVATIONS_API_KEY   API key for the service
With neither address nor key set, the program starts an invented service in this process.
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "tasks:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("tasks", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main reports the error
	task := flags.Int64("reset", 0, "reset the task with this `id`; without it the staff is listed and nothing changed")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			flags.SetOutput(stdout)
			flags.Usage()
			fmt.Fprint(stdout, variables)
		}
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("%q is not a flag; -h lists the flags", flags.Arg(0))
	}
	client, err := reservations.NewClientFromEnv()
	if os.Getenv("RESERVATIONS_BASE_URL") == "" && os.Getenv("RESERVATIONS_API_KEY") == "" {
		server := startDemo()
		defer server.Close()
		fmt.Fprintf(stdout, "RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY are not set: calling an invented service in this process, at %s.\n", server.URL())
		client, err = reservations.NewClient(server.URL(), reservationstest.Key)
		*task = cmp.Or(*task, demoTask)
	}
	if err != nil {
		return err
	}
	if err := listStaff(ctx, client, stdout); err != nil {
		return err
	}
	if *task == 0 {
		return nil
	}
	return resetTask(ctx, client, *task, stdout)
}

func listStaff(ctx context.Context, client *reservations.Client, stdout io.Writer) error {
	staff, err := client.Tasks.StaffMembers(ctx, reservations.StaffMembersParams{})
	if err != nil {
		return fmt.Errorf("listing the staff failed: %w", err)
	}
	table := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "ID\tNAME\tEMAIL\tDOES\tMAY CHANGE TASKS")
	for _, member := range staff {
		category := "-" // what the service may leave out is nil
		if member.TaskCategory != nil {
			category = member.TaskCategory.Description
		}
		fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%t\n", member.ID, member.Name, member.Email, category, member.AllowedToChangeTasks)
	}
	return table.Flush()
}

func resetTask(ctx context.Context, client *reservations.Client, id int64, stdout io.Writer) error {
	task, err := client.Tasks.Reset(ctx, id)
	switch {
	case errors.Is(err, reservations.ErrNotFound):
		return fmt.Errorf("there is no task %d", id)
	case reservations.MayHaveWritten(err):
		return fmt.Errorf("task %d may have been reset, look at it before you try again: %w", id, err)
	case err != nil:
		return fmt.Errorf("resetting task %d failed: %w", id, err)
	}
	// What a reset does to a task is not documented, so show what the service says.
	fmt.Fprintf(stdout, "\nTask %d was reset: %s\n", task.ID, task.Title)
	fmt.Fprintf(stdout, "  status %s, done %t, due %s\n", task.Status, task.Done, task.DueDate)
	if task.AccommodationUnit != nil {
		fmt.Fprintf(stdout, "  unit %s\n", task.AccommodationUnit.Number)
	}
	return nil
}
