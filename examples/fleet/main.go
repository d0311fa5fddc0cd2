// SPDX-License-Identifier: MIT

// Command fleet keeps copies of many parks up to date with the job queue River. With no environment it copies three
// invented parks into SQLite files, and ends. With DATABASE_URL it is a worker: any number of these processes share the
// parks and one PostgreSQL database, until Ctrl-C. The parks are the organizations in RESERVATIONS_PARKS, such as 7,8,9,
// of the service at RESERVATIONS_BASE_URL with the key in RESERVATIONS_API_KEY. Parks with keys of their own need a
// client each. With REDIS_ADDRESS all workers share one rate limit. FLEET_SLICE is how long a job runs, by default 1m.
package main

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/sharedlimit"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"
	"github.com/riverqueue/river/rivertype"
)

// park is a job: copy what has changed in one park. It is in the queue once, until it is done.
type park struct{ Organization int64 }

func (park) Kind() string { return "park" }

func (park) InsertOpts() river.InsertOpts {
	return river.InsertOpts{UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: []rivertype.JobState{
		rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable, rivertype.JobStateRunning, rivertype.JobStateScheduled}}}
}

// copier does the jobs.
type copier struct {
	river.WorkerDefaults[park]
	client   *reservations.Client
	database string // of the copies; "" for an SQLite file for each park
}

// Work copies a park. A copy that takes longer than a slice goes on where it stopped, in any worker. A refused key
// cancels the job until the next hour; after other failures River tries again, later each time.
func (c *copier) Work(ctx context.Context, job *river.Job[park]) error {
	id, result := job.Args.Organization, mirror.SyncResult{}
	m, err := mirror.Open(ctx, cmp.Or(c.database, fmt.Sprintf("park-%d.db", id)), mirror.Config{Organization: id, SkipRegister: true})
	if err == nil {
		defer m.Close()
		result, err = m.Sync(ctx, c.client)
	}
	switch {
	case errors.Is(err, reservations.ErrUnauthorized):
		log.Printf("park %d: the key was refused; restart with another one", id)
		return river.JobCancel(err)
	case err != nil && ctx.Err() != nil, errors.Is(err, mirror.ErrRunning): // another worker has taken over
		return river.JobSnooze(time.Second)
	case err == nil:
		log.Printf("park %d is copied. %v", id, result)
	}
	return err
}

// NextRetry does not count that the job was rescued, which is no failure of the park.
func (c *copier) NextRetry(job *river.Job[park]) time.Time {
	row := *job.JobRow
	row.Errors = slices.DeleteFunc(slices.Clone(row.Errors), func(e rivertype.AttemptError) bool { return strings.Contains(e.Error, "rescued") })
	return new(river.DefaultClientRetryPolicy).NextRetry(&row)
}

func main() {
	log.SetFlags(0)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if os.Getenv("DATABASE_URL") == "" {
		invented(ctx)
		return
	}
	opts := []reservations.Option{reservations.WithUserAgent(fmt.Sprintf("fleet/%d", os.Getpid()))} // names the worker in logs
	if address := os.Getenv("REDIS_ADDRESS"); address != "" {
		limiter, err := sharedlimit.New(redis.NewClient(&redis.Options{Addr: address}), sharedlimit.Config{Name: "parks", Rate: 9.5})
		check(err)
		opts = append(opts, limiter.Option())
	}
	client, err := reservations.NewClientFromEnv(opts...)
	check(err)
	var parks []int64
	check(json.Unmarshal([]byte("["+os.Getenv("RESERVATIONS_PARKS")+"]"), &parks))
	if len(parks) == 0 {
		log.Fatal("fleet: RESERVATIONS_PARKS names no park")
	}
	m, err := mirror.Open(ctx, os.Getenv("DATABASE_URL"), mirror.Config{Organization: parks[0]}) // no error of it shows the address
	check(err)
	check(m.Close())
	config, err := pgxpool.ParseConfig(os.Getenv("DATABASE_URL"))
	check(err)
	config.ConnConfig.RuntimeParams["idle_in_transaction_session_timeout"] = "30s" // what a worker that hangs has locked is free then
	pool, err := pgxpool.NewWithConfig(ctx, config)
	check(err)
	work(ctx, riverpgxv5.New(pool), &copier{client: client, database: os.Getenv("DATABASE_URL")}, parks, 0)
}

// invented copies three parks of a service in this process.
func invented(ctx context.Context) {
	server := reservationstest.NewServer()
	for id := range int64(400) {
		server.Put(reservationstest.NewSummary(1001 + id))
	}
	client, err := reservations.NewClient(server.URL(), reservationstest.Key)
	check(err)
	db, err := sql.Open("sqlite", "fleet.db?_pragma=busy_timeout(10000)")
	check(err)
	db.SetMaxOpenConns(1)                                               // as River asks for SQLite
	parks := []int64{999_999_999_001, 999_999_999_002, 999_999_999_003} // which nobody has
	work(ctx, riversqlite.New(db), &copier{client: client}, parks, len(parks))
}

// work does jobs until ctx ends, or until so many are done if enough is not 0.
func work[T any](ctx context.Context, driver riverdriver.Driver[T], c *copier, parks []int64, enough int) {
	slice, err := time.ParseDuration(cmp.Or(os.Getenv("FLEET_SLICE"), "1m"))
	check(err)
	migrator, err := rivermigrate.New(driver, nil)
	check(err)
	for range 10 { // fails while another worker makes the same tables
		if _, err = migrator.Migrate(ctx, rivermigrate.DirectionUp, nil); err == nil || ctx.Err() != nil {
			break
		}
		time.Sleep(time.Second)
	}
	check(err)
	config := river.Config{
		Queues: map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 4}}, Workers: river.NewWorkers(),
		JobTimeout: slice, RescueStuckJobsAfter: slice * 3 / 2,
	}
	river.AddWorker(config.Workers, c)
	for _, id := range parks {
		insert := func() (river.JobArgs, *river.InsertOpts) { return park{id}, nil }
		config.PeriodicJobs = append(config.PeriodicJobs, river.NewPeriodicJob(river.PeriodicInterval(time.Hour), insert,
			&river.PeriodicJobOpts{RunOnStart: true}))
	}
	client, err := river.NewClient(driver, &config)
	check(err)
	done, cancel := client.Subscribe(river.EventKindJobCompleted)
	defer cancel()
	check(client.Start(context.WithoutCancel(ctx)))
	for i := 0; ctx.Err() == nil && (enough == 0 || i < enough); i++ {
		select {
		case <-done:
		case <-ctx.Done():
		}
	}
	check(client.StopAndCancel(context.WithoutCancel(ctx)))
}

// check ends the program after an error.
func check(err error) {
	if err != nil {
		log.Fatal("fleet: ", err)
	}
}
