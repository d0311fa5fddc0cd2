// SPDX-License-Identifier: MIT

package mirror_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/types"
)

// work copies n reservations, does all else that a copy does, and returns the Mirror.
func work(t *testing.T, dsn string, n int, record func(string)) *mirror.Mirror {
	t.Helper()
	list, night := []types.ReservationSummary{}, types.DateOf(time.Now().UTC()).AddDays(-1)
	for id := range int64(n) {
		list = append(list, full(id+1, 2, longAgo))
	}
	m := openMirror(t, dsn, mirror.Config{RegisterFrom: night})
	m.Record(record)
	for _, step := range []func(){func() {}, func() {}, func() { list = list[n/10:] }, func() { list[0] = full(list[0].ID, 5, time.Now()) }} {
		step()
		srv := serving(t, all(list), on(night, types.PresenceItem{ReservationID: 1, NumOfPersons: new(1)}))
		sync(t, m, clientOf(srv), mirror.Full(), mirror.AllowRemovals())
	}
	must(m.ForgetGuests(t.Context(), int64(n)))
	return m
}

// TestPlans has no statement that reads all rows of one table for each row of another.
func TestPlans(t *testing.T) {
	scan, parameter := regexp.MustCompile(`(Seq Scan on|SCAN) [a-ik-z]`), regexp.MustCompile(`\$\d+`) // json_each is a list of ids
	onEach(t, func(t *testing.T, newDSN func() string) {
		dsn, statements := newDSN(), map[string]bool{}
		m := work(t, dsn, 250, func(statement string) { statements[statement] = true })
		db, checked := m.DB(), 0
		if t.Name() == "TestPlans/postgres" {
			db = open(t, "pgx", dsn+"&plan_cache_mode=force_generic_plan")
			db.SetMaxOpenConns(1) // which has the prepared statements
		}
		for statement := range statements {
			if verb, _, _ := strings.Cut(statement, " "); !strings.Contains("SELECT INSERT UPDATE DELETE", verb) {
				continue
			}
			explain := "EXPLAIN QUERY PLAN " + strings.ReplaceAll(statement, "?", "NULL")
			if db != m.DB() {
				must(db.Exec(fmt.Sprintf("PREPARE p%d AS %s", checked, statement)))
				nulls := strings.Repeat("NULL, ", len(parameter.FindAllString(statement, -1)))
				explain = strings.ReplaceAll(fmt.Sprintf("EXPLAIN EXECUTE p%d(%s)", checked, strings.TrimSuffix(nulls, ", ")), "()", "")
			}
			plan := fmt.Sprint(query(t, db, explain))
			if len(scan.FindAllString(plan, -1)) > 1 || strings.Contains(plan, "SubPlan") || strings.Contains(plan, "CORRELATED") {
				t.Errorf("%s:\n%s", statement, plan)
			}
			checked++
		}
		if checked < 20 {
			t.Errorf("only %d statements were checked", checked)
		}
	})
}

// TestLinear counts the rows that PostgreSQL reads: ten times as many reservations take about ten times as many.
func TestLinear(t *testing.T) {
	t.Parallel()
	n := 200
	if testkit.Deep() {
		n = 2000
	}
	var read [2]int64
	for i := range read {
		dsn := newSchema(t)
		must(0, work(t, dsn, n, func(string) {}).Close()) // which counts the rows
		n *= 10
		const rows = "SELECT SUM(COALESCE(seq_tup_read, 0) + COALESCE(idx_tup_fetch, 0))::BIGINT AS n FROM pg_stat_user_tables WHERE schemaname = current_schema()"
		read[i] = query(t, open(t, "pgx", dsn), rows)[0]["n"].(int64)
	}
	if read[0] < 1000 || read[1] > 12*read[0] {
		t.Errorf("%d rows were read for %d reservations, and %d for %d", read[0], n/100, read[1], n/10)
	}
}
