package reservations

import (
	"context"

	"github.com/reservationkit/reservations-go/types"
)

// TasksService resets tasks and reads the staff that does them.
type TasksService struct{ client *Client }

// Reset resets a task and returns it as it is then (operation 6). What becomes of its
// status is not documented. It fails with [ErrNotFound] when there is none with this id.
//
// It is a write: it is repeated only when the service certainly did not act.
func (s *TasksService) Reset(ctx context.Context, id int64, opts ...CallOption) (*types.Task, error) {
	return get[types.Task](ctx, s.client, opResetTask, input{id: id}, opts)
}

// StaffMembersParams selects staff members (operation 9). Nothing is required.
type StaffMembersParams struct {
	TaskCategory            int64 `url:"taskCategory,omitempty"`
	StaffMemberOrganization int64 `url:"staffMemberOrganization,omitempty"`
}

// StaffMembers returns the staff members (operation 9).
//
// It is a read: it is repeated after passing failures.
func (s *TasksService) StaffMembers(ctx context.Context, p StaffMembersParams, opts ...CallOption) ([]types.StaffMemberSpecification, error) {
	return list[types.StaffMemberSpecification](ctx, s.client, opStaffMembers, input{params: p}, opts)
}
