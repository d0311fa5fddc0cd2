// SPDX-License-Identifier: MIT

package reservationstest

import (
	"fmt"
	"net/http"

	"github.com/reservationkit/reservations-go/types"
)

func init() {
	serve("voip.sendEvent", (*Server).sendVoIPEvent)
	addKind(voipCall)
}

func (s *Server) sendVoIPEvent(r checkedRequest[nothing, types.VoIPEvent]) (any, *errorResponse) {
	event := r.body
	if event.Reference == "" {
		return nil, fail(http.StatusBadRequest, "reference is missing")
	}
	call := types.VoIPCall{ID: s.newID()}
	known := list(s, func(c types.VoIPCall, _ int64) bool { return c.Reference == event.Reference })
	if len(known) > 0 {
		call = known[0]
	}
	call = merged(call, r.Changes)
	if call.Status == "" { // which is required, also in the response to a note
		call.Status = types.VoIPCallStatusQueued
	}
	asInstants(&call.BeginDate, &call.EndDate, &call.AnswerDate)
	s.put(call)
	return call, nil
}

func voipCall(id int64, changes ...func(*types.VoIPCall)) types.VoIPCall {
	return build(types.VoIPCall{
		ID: id, Reference: fmt.Sprintf("call-%d", id), Status: types.VoIPCallStatusRinging, Direction: types.VoIPCallDirectionIn,
		Source: "+31201234567", Destination: "+31207654321", BeginDate: at(20, 14),
	}, changes)
}
