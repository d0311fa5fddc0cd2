// SPDX-License-Identifier: MIT

// Command tasks lists the staff, or resets a task.
//
// It calls the service at RESERVATIONS_BASE_URL with the key in RESERVATIONS_API_KEY.
// With neither set it starts an invented service in this process:
//
//	go run ./examples/tasks
//	go run ./examples/tasks -reset 501
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"text/tabwriter"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
)

const usage = `Tasks lists the staff, or resets a task.

It calls the service at RESERVATIONS_BASE_URL with the key in RESERVATIONS_API_KEY. With neither
set it starts an invented service in this process.

`

func main() {
	log.SetFlags(0)
	task := flag.Int64("reset", 0, "reset the task with this `id`; without it the staff is listed and nothing changed")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), usage)
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 {
		log.Fatalf("tasks: %q is not a flag; -h lists the flags", flag.Arg(0))
	}
	client, err := reservations.NewClientFromEnv()
	if os.Getenv("RESERVATIONS_BASE_URL") == "" && os.Getenv("RESERVATIONS_API_KEY") == "" {
		fmt.Println("RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY are not set: calling an invented service in this process.")
		server := reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewTask(501), reservationstest.NewStaffMember(21)))
		client, err = reservations.NewClient(server.URL(), reservationstest.Key)
	}
	if err != nil {
		log.Fatal("tasks: ", err)
	}
	if *task == 0 {
		err = listStaff(context.Background(), client, os.Stdout)
	} else {
		err = resetTask(context.Background(), client, *task, os.Stdout)
	}
	if err != nil {
		log.Fatal("tasks: ", err)
	}
}

func listStaff(ctx context.Context, client *reservations.Client, out io.Writer) error {
	staff, err := client.Tasks.StaffMembers(ctx, reservations.StaffMembersParams{})
	if err != nil {
		return fmt.Errorf("listing the staff failed: %w", err)
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "ID\tNAME\tEMAIL\tDOES\tMAY CHANGE TASKS")
	for _, member := range staff {
		category := ""
		if member.TaskCategory != nil { // the service may leave it out
			category = member.TaskCategory.Description
		}
		fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%t\n", member.ID, member.Name, member.Email, category, member.AllowedToChangeTasks)
	}
	return table.Flush()
}

func resetTask(ctx context.Context, client *reservations.Client, id int64, out io.Writer) error {
	task, err := client.Tasks.Reset(ctx, id)
	switch {
	case errors.Is(err, reservations.ErrNotFound):
		return fmt.Errorf("there is no task %d", id)
	case reservations.MayHaveWritten(err):
		return fmt.Errorf("task %d may have been reset, look at it before you try again: %w", id, err)
	case err != nil:
		return fmt.Errorf("resetting task %d failed: %w", id, err)
	}
	// It is not documented what a reset changes, so print the task that the service returns.
	fmt.Fprintf(out, "Task %d was reset: %s\n", task.ID, task.Title)
	fmt.Fprintf(out, "  status %s, done %t, due %s\n", task.Status, task.Done, task.DueDate)
	return nil
}
