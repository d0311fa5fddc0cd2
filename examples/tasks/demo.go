// SPDX-License-Identifier: MIT

package main

import (
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

const demoTask = 501

// startDemo serves two invented staff members, a task that is done and one that is not.
func startDemo() *reservationstest.Server {
	return reservationstest.NewServer(reservationstest.WithRecords(
		reservationstest.NewStaffMember(21, func(m *types.StaffMemberSpecification) { m.AllowedToChangeTasks = true }),
		reservationstest.NewStaffMember(22, func(m *types.StaffMemberSpecification) { m.TaskCategory = nil }),
		reservationstest.NewTask(demoTask, func(t *types.Task) { t.Title, t.Status, t.Done = "Clean the kitchen", "done", true }),
		reservationstest.NewTask(502, func(t *types.Task) { t.Title = "Check the boiler" }),
	))
}
