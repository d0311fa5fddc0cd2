// SPDX-License-Identifier: MIT

package main

import (
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

func TestListStaff(t *testing.T) {
	t.Parallel()
	_, client := reservationstest.New(t, reservationstest.WithRecords(
		reservationstest.NewStaffMember(21, func(m *types.StaffMemberSpecification) { m.AllowedToChangeTasks = true }),
		reservationstest.NewStaffMember(22, func(m *types.StaffMemberSpecification) { m.TaskCategory = nil }),
	))
	const want = `ID  NAME             EMAIL                DOES      MAY CHANGE TASKS
21  Staff member 21  staff21@example.com  Cleaning  true
22  Staff member 22  staff22@example.com            false
`
	var got strings.Builder
	if err := listStaff(t.Context(), client, &got); err != nil || got.String() != want {
		t.Errorf("error %v, got\n%s\nwant\n%s", err, &got, want)
	}
}

func TestResetTask(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		id    int64
		fault reservationstest.Fault // nil for none
		want  string                 // in the output or in the error
	}{
		{"done", 501, nil, "Task 501 was reset: Clean the kitchen\n  status open, done false, due 2026-11-20"},
		{"no such task", 999, nil, "there is no task 999"},
		{"a failure of the service", 501, reservationstest.Status(500), "task 501 may have been reset"},
		{"a refusal", 501, reservationstest.Status(403), "resetting task 501 failed"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			server, client := reservationstest.New(t, reservationstest.WithRecords(
				reservationstest.NewTask(501, func(t *types.Task) { t.Title, t.Status, t.Done = "Clean the kitchen", "done", true })))
			if test.fault != nil {
				server.Inject(reservationstest.OpResetTask, reservationstest.Always(), test.fault)
			}
			var got strings.Builder
			if err := resetTask(t.Context(), client, test.id, &got); err != nil {
				got.WriteString(err.Error())
			}
			if !strings.Contains(got.String(), test.want) {
				t.Errorf("got %q, want %q", got.String(), test.want)
			}
		})
	}
}
