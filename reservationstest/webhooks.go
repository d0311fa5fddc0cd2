package reservationstest

import (
	"net/http"
	"strconv"

	"github.com/reservationkit/reservations-go/types"
)

// webhookEvents handles operation 22: a list of one.
func (s *Server) webhookEvents(w http.ResponseWriter, r *http.Request) {
	p := s.params(r)
	id := strconv.FormatInt(p.recordID(), 10)
	if p.refuse(w) {
		return
	}
	s.data.RLock()
	defer s.data.RUnlock()
	event, found := find[types.WebhookEvent](s, id)
	if !found {
		respondNotFound[types.WebhookEvent](w, id)
		return
	}
	respond(w, http.StatusOK, []types.WebhookEvent{event})
}

// deleteWebhook handles operation 23, without a body.
func (s *Server) deleteWebhook(w http.ResponseWriter, r *http.Request) {
	p := s.params(r)
	id := p.recordID()
	if p.refuse(w) {
		return
	}
	s.data.Lock()
	defer s.data.Unlock()
	if _, found := find[types.Webhook](s, id); !found {
		respondNotFound[types.Webhook](w, id)
		return
	}
	remove(s, func(webhook types.Webhook) bool { return webhook.ID == id })
	remove(s, func(event types.WebhookEvent) bool { return event.Webhook.ID == id })
	w.WriteHeader(http.StatusOK)
}
