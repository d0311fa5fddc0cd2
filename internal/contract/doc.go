// SPDX-License-Identifier: MIT

// Package contract holds openapi.yaml, the description of the service, and the tests that compare it with the SDK. It
// is a separate module, so that the SDK does not require the validator that these tests use. For an operation that has no
// method yet, TestOperationsHaveMethods prints a draft.
package contract
