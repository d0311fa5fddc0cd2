package reservationstest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// answer writes value as the JSON body of an answer.
func answer(w http.ResponseWriter, status int, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("reservationstest: an answer cannot be written as JSON: %v", err))
	}
	answerText(w, status, "application/json", string(body))
}

// answerError writes the documented error shape; messages go into its errors field.
func answerError(w http.ResponseWriter, status int, messages ...string) {
	answer(w, status, map[string]any{
		"statusCode":  status,
		"description": description(status),
		"errors":      append([]string{}, messages...),
	})
}

func answerText(w http.ResponseWriter, status int, contentType, text string) {
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	w.Write([]byte(text))
}

// description returns the text of a status as the service writes it: Bad request.
func description(status int) string {
	text := http.StatusText(status)
	if text == "" {
		return "Unknown status"
	}
	return text[:1] + strings.ToLower(text[1:])
}

// headerHook calls before when the header of an answer is about to be written.
type headerHook struct {
	http.ResponseWriter
	before func(status int)
	done   bool
}

func (h *headerHook) WriteHeader(status int) {
	if !h.done {
		h.done = true
		h.before(status)
	}
	h.ResponseWriter.WriteHeader(status)
}

func (h *headerHook) Write(p []byte) (int, error) {
	if !h.done {
		h.WriteHeader(http.StatusOK)
	}
	return h.ResponseWriter.Write(p)
}

// Unwrap lets an http.ResponseController reach Flush and Hijack.
func (h *headerHook) Unwrap() http.ResponseWriter { return h.ResponseWriter }
