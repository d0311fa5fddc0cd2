// SPDX-License-Identifier: MIT

// Package redact knows which values are secrets, and cuts them out of strings and errors.
//
//	names.go     which values are secrets
//	scrubber.go  the secrets of one call, the keys of a client, and texts of the service in one line
//	cutter.go    what is cut out of a string
//	spellings.go how a secret may be spelled
//	errors.go    errors without secrets
package redact
