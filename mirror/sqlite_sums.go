// SPDX-License-Identifier: MIT

package mirror

import (
	"fmt"
	"strings"
)

// sqliteDecimal declares a column with the exact text of an amount, and a column with its millionths, which is NULL if
// an integer of 64 bits cannot hold them.
func sqliteDecimal(column string) string {
	return fmt.Sprintf("%s TEXT, %[1]s_micros INTEGER AS (CASE WHEN ABS(%[1]s * 1000000.0) < 9.2e18"+
		" THEN CAST(ROUND(%[1]s * 1000000) AS INTEGER) END) VIRTUAL", column)
}

// sqliteTotal is the sum of integers. SUM alone makes the whole query fail when the sum exceeds 64 bits. This
// expression becomes a float instead, which sqliteSum recognizes.
func sqliteTotal(column string) string {
	return strings.ReplaceAll("(SUM(x / 1000000) * 1000000 + SUM(x % 1000000))", "x", column)
}

// sqliteSum is the exact text of the sum of amounts, with at least two decimals. It is NULL if the millionths of an
// amount or of the sum exceed 64 bits.
func sqliteSum(column string) string {
	const fraction = "SUBSTR('00000' || (ABS(TOTAL) % 1000000), -6)"
	const digits = "CASE WHEN TYPEOF(TOTAL) = 'integer' AND COUNT(x) = COUNT(x_micros)" +
		" THEN CASE WHEN TOTAL < 0 THEN '-' ELSE '' END || (ABS(TOTAL) / 1000000) || '.' || SUBSTR(" + fraction +
		", 1, 2) || RTRIM(SUBSTR(" + fraction + ", 3), '0') END"
	return strings.NewReplacer("TOTAL", sqliteTotal(column+"_micros"), "x", column).Replace(digits)
}
