// SPDX-License-Identifier: MIT

package cost

import "testing"

func TestMain(m *testing.M) { Main(m) }
