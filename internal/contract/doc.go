// SPDX-License-Identifier: MIT

// Package contract holds openapi.yaml, the description of the service that the SDK
// is built to, and the tests that keep the two the same. It has no code of its own and
// is a module of its own, so that the validator it needs stays out of the SDK's go.mod.
package contract
