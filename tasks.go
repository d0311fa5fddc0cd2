// SPDX-License-Identifier: MIT

package reservations

import (
	"context"

	"github.com/reservationkit/reservations-go/types"
)

// TasksService resets tasks and reads the staff members who do them.
type TasksService struct{ client *Client }

// Reset resets a task and returns the changed task (operation 6). Which status it then has is not
// documented. It fails with [ErrNotFound] when there is no task with this id.
func (s *TasksService) Reset(ctx context.Context, id int64, opts ...CallOption) (*types.Task, error) {
	return get[types.Task](ctx, s.client, opResetTask, input{id: id}, opts)
}

// StaffMembersParams selects staff members (operation 9). Both fields are ids; neither is
// required, and 0 is not sent.
type StaffMembersParams struct {
	TaskCategory            int64 `url:"taskCategory,omitempty"`
	StaffMemberOrganization int64 `url:"staffMemberOrganization,omitempty"`
}

// StaffMembers returns the staff members that p selects (operation 9). It fails with
// [ErrBadRequest] among others.
func (s *TasksService) StaffMembers(ctx context.Context, p StaffMembersParams, opts ...CallOption) ([]types.StaffMemberSpecification, error) {
	return list[types.StaffMemberSpecification](ctx, s.client, opStaffMembers, input{params: p}, opts)
}
