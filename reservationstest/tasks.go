package reservationstest

import (
	"net/http"

	"github.com/reservationkit/reservations-go/types"
)

// resetTask handles operation 6. What a reset does is not documented; here the task is
// open again, and nobody has started or completed it.
func (s *Server) resetTask(w http.ResponseWriter, r *http.Request) {
	p := s.params(r)
	id := p.recordID()
	if p.refuse(w) {
		return
	}
	respondChanged(s, w, id, func(t *types.Task) {
		t.Status, t.Done = types.TaskStatusOpen, false
		t.StartedBy, t.CompletedBy = "", ""
		t.Start, t.End, t.Modified = types.DateTime{}, types.DateTime{}, now()
	})
}

// staffMembers handles operation 9. Both filters compare with the id of the record of
// their name in the staff member.
func (s *Server) staffMembers(w http.ResponseWriter, r *http.Request) {
	p := s.params(r)
	category, organization := p.integer("taskCategory", 1, 0), p.integer("staffMemberOrganization", 1, 0)
	if p.refuse(w) {
		return
	}
	respondRecords(s, w, func(m types.StaffMemberSpecification, _ int64) bool {
		return (category == 0 || m.TaskCategory != nil && m.TaskCategory.ID == category) &&
			(organization == 0 || m.StaffMemberOrganization != nil && m.StaffMemberOrganization.ID == organization)
	})
}
