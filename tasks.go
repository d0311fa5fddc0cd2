// SPDX-License-Identifier: MIT

package reservations

import (
	"context"

	"github.com/reservationkit/reservations-go/types"
)

// TasksService resets tasks and reads the staff members who do them.
type TasksService service

// Reset resets a task, to a status that is not documented (operation 6).
func (s *TasksService) Reset(ctx context.Context, id int64, opts ...CallOption) (*types.Task, error) {
	return one[types.Task](ctx, s.client, opTasksReset, input{id: id}, opts)
}

// StaffMembersParams selects staff members (operation 9).
type StaffMembersParams struct {
	TaskCategory            int64 `url:"taskCategory,omitempty"`
	StaffMemberOrganization int64 `url:"staffMemberOrganization,omitempty"`
}

// StaffMembers returns the staff members that p selects (operation 9).
func (s *TasksService) StaffMembers(ctx context.Context, p StaffMembersParams, opts ...CallOption) ([]types.StaffMemberSpecification, error) {
	return list[types.StaffMemberSpecification](ctx, s.client, opTasksStaffMembers, input{params: p}, opts)
}
