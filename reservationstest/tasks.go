// SPDX-License-Identifier: MIT

package reservationstest

import (
	"fmt"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

func init() {
	serve("tasks.reset", (*Server).resetTask)
	serve("tasks.staffMembers", (*Server).staffMembers)
	addKind(NewTask)
	addKind(NewStaffMember)
}

func (s *Server) resetTask(r checkedRequest[nothing, nothing]) (any, *errorResponse) {
	return change(s, r.ID, func(t *types.Task) {
		t.Status, t.Done, t.StartedBy, t.CompletedBy = types.TaskStatusOpen, false, "", ""
		t.Start, t.End, t.Modified = types.DateTime{}, types.DateTime{}, now()
	})
}

func (s *Server) staffMembers(r checkedRequest[reservations.StaffMembersParams, nothing]) (any, *errorResponse) {
	category, organization := r.params.TaskCategory, r.params.StaffMemberOrganization
	return list(s, func(m types.StaffMemberSpecification, _ int64) bool {
		return (category == 0 || m.TaskCategory != nil && m.TaskCategory.ID == category) &&
			(organization == 0 || m.StaffMemberOrganization != nil && m.StaffMemberOrganization.ID == organization)
	}), nil
}

// NewTask returns an open task, due on 20 November 2026 (operation 6).
func NewTask(id int64, changes ...func(*types.Task)) types.Task {
	unit := NewUnit(1, func(u *types.AccommodationUnit) { u.Content.Organization = &types.ResponseRef{ID: 1} }) // as a task has it
	return build(types.Task{
		ID: id, Title: "Clean", Priority: 200, Status: types.TaskStatusOpen, AccommodationUnit: &unit,
		OriginalDueDate: at(20, 0), DueDate: at(20, 0), DueTime: "00:00:00", Created: at(1, 9),
		TaskCategories:  []types.TaskCategory{{ID: 1, Description: "Cleaning"}},
		TaskAttachments: []types.TaskAttachment{}, TaskChangeNotes: []types.TaskChangeNote{}, TaskChecklist: []types.TaskChecklist{},
		StaffMemberSpecifications: []types.StaffMemberSpecification{},
	}, changes)
}

// NewStaffMember returns a person who cleans (operation 9).
func NewStaffMember(id int64, changes ...func(*types.StaffMemberSpecification)) types.StaffMemberSpecification {
	return build(types.StaffMemberSpecification{
		ID: id, Name: fmt.Sprintf("Staff member %d", id), Email: fmt.Sprintf("staff%d@example.com", id), Created: at(1, 9),
		TaskCategory: &types.TaskCategory{ID: 1, Description: "Cleaning"}, StaffMemberOrganization: &types.StaffMemberOrganization{ID: 1, Name: "Housekeeping"},
	}, changes)
}
