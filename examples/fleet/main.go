// SPDX-License-Identifier: MIT

// Command fleet keeps copies of many parks up to date with the job queue River. Without DATABASE_URL it copies three
// invented parks into SQLite files, and ends. Otherwise it is a worker: any number of these processes share the parks
// and one PostgreSQL database, until Ctrl-C. The parks are the organizations in RESERVATIONS_PARKS, such as 7,8,9, of the
// service at RESERVATIONS_BASE_URL with the key in RESERVATIONS_API_KEY; parks with other keys need a client each. With
// REDIS_ADDRESS all workers share one rate limit. FLEET_SLICE is how long a job runs, by default 1m.
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
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/sharedlimit"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
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

// Work copies a park, and once a day reads all of it. What takes longer than a slice goes on where it stopped, in any
// worker. A refused key cancels the job until the next hour; after other failures River tries again, later each time.
func (c *copier) Work(ctx context.Context, job *river.Job[park]) error {
	id, result := job.Args.Organization, mirror.SyncResult{}
	m, err := mirror.Open(ctx, cmp.Or(c.database, fmt.Sprintf("park-%d.db", id)), mirror.Config{Organization: id, SkipRegister: true})
	if err == nil {
		defer m.Close()
		result, err = m.Sync(ctx, c.client, mirror.FullEvery(24*time.Hour))
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

// NextRetry is soon, because a job that was rescued from another worker has failed as well.
func (c *copier) NextRetry(job *river.Job[park]) time.Time {
	return time.Now().Add(time.Duration(1+10*len(job.Errors)) * time.Second)
}

func main() {
	database := os.Getenv("DATABASE_URL")
	if database == "" {
		invented()
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	opts := []reservations.Option{reservations.WithUserAgent(fmt.Sprintf("fleet/%d", os.Getpid()))} // names the worker in logs
	if address := os.Getenv("REDIS_ADDRESS"); address != "" {
		rdb := redis.NewClient(&redis.Options{Addr: address})
		opts = append(opts, must(sharedlimit.New(rdb, sharedlimit.Config{Name: "parks", Rate: 9.5})).Option())
	}
	client := must(reservations.NewClientFromEnv(opts...))
	var parks []int64
	if json.Unmarshal([]byte("["+os.Getenv("RESERVATIONS_PARKS")+"]"), &parks) != nil || len(parks) == 0 {
		log.Fatal("fleet: RESERVATIONS_PARKS has to name parks, such as 7,8,9")
	}
	m := must(mirror.Open(ctx, database, mirror.Config{Organization: parks[0]})) // no error of it shows the address
	defer m.Close()
	worker, _ := start(ctx, riverdatabasesql.New(m.DB()), &copier{client: client, database: database}, parks)
	<-worker.Stopped()
}

// invented copies three parks of a service in this process.
func invented() {
	server := reservationstest.NewServer()
	for id := range int64(400) {
		server.Put(reservationstest.NewSummary(1001 + id))
	}
	db := must(sql.Open("sqlite", "fleet.db?_pragma=busy_timeout(10000)"))
	db.SetMaxOpenConns(1)                                               // as River asks for SQLite
	parks := []int64{999_999_999_001, 999_999_999_002, 999_999_999_003} // which nobody has
	client := must(reservations.NewClient(server.URL(), reservationstest.Key))
	_, done := start(context.Background(), riversqlite.New(db), &copier{client: client}, parks)
	for range parks {
		<-done
	}
}

// start makes the tables of River, and inserts and does jobs until ctx ends. done gets each job that is done.
func start(ctx context.Context, driver riverdriver.Driver[*sql.Tx], c *copier, parks []int64) (client *river.Client[*sql.Tx], done <-chan *river.Event) {
	migrator := must(rivermigrate.New(driver, nil))
	_, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil)
	for i := 0; i < 10 && err != nil && ctx.Err() == nil; i++ { // while another worker makes the same tables
		time.Sleep(time.Second)
		_, err = migrator.Migrate(ctx, rivermigrate.DirectionUp, nil)
	}
	must(0, err)
	slice := must(time.ParseDuration(cmp.Or(os.Getenv("FLEET_SLICE"), "1m")))
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
	client = must(river.NewClient(driver, &config))
	done, _ = client.Subscribe(river.EventKindJobCompleted)
	must(0, client.Start(ctx))
	return client, done
}

// must returns a value, or ends the program after an error.
func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal("fleet: ", err)
	}
	return value
}
