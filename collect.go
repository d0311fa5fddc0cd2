// SPDX-License-Identifier: MIT

package reservations

import "iter"

// Collect reads a list to its end and returns its records as a slice, such as
//
//	supplements, err := reservations.Collect(client.Supplements.All(ctx, params))
//
// When the list ends with an error, Collect returns that error together with the records
// that were read before it, in their order. Without an error the slice holds the whole list;
// it is nil when the list is empty.
//
// All records are held in memory at the same time. Range over the list itself where it
// can be long.
func Collect[T any](list iter.Seq2[T, error]) ([]T, error) {
	var records []T
	for record, err := range list {
		if err != nil {
			return records, err
		}
		records = append(records, record)
	}
	return records, nil
}
