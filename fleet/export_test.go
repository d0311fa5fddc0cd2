// SPDX-License-Identifier: MIT

package fleet

// NewSchema is for the tests of package fleet_test.
var NewSchema = newSchema
