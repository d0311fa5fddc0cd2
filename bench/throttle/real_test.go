// SPDX-License-Identifier: MIT

package throttle

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

var real = flag.Bool("real", false, "run against nginx and haproxy, which must be installed")

// served is how long the service behind nginx and haproxy takes.
const served = 20 * time.Millisecond

// realScenario is one limit of a real server.
type realScenario struct {
	name  string
	nginx string       // directives of its location; or
	per   string       // the period of its stick-table in haproxy, and
	most  int          // the requests in it, refused ones included
	limit func() limit // the model that the bound comes from
	time  float64      // over the bound, at most; 0 is 1.3
}

// by503 refuses with the status that nginx has by default.
const by503 = "limit_req_status 503; limit_conn_status 503; "

var realScenarios = []realScenario{
	{name: "nginx limit_req 20r/s", nginx: "limit_req zone=ZONE;", limit: func() limit { return newBucket(20, 1, 0) }},
	{name: "nginx limit_req 20r/s burst=5 nodelay", nginx: "limit_req zone=ZONE burst=5 nodelay;", limit: func() limit { return newBucket(20, 6, 0) }},
	{name: "nginx limit_req 20r/s burst=20 nodelay", nginx: "limit_req zone=ZONE burst=20 nodelay;", limit: func() limit { return newBucket(20, 21, 0) }},
	{name: "nginx limit_req 20r/s burst=5", nginx: "limit_req zone=ZONE burst=5;", limit: func() limit { return newBucket(20, 1, 0) }},
	{name: "nginx limit_conn 1", nginx: "limit_conn connZONE 1;", limit: func() limit { return &parallel{most: 1} }},
	{name: "nginx limit_conn 2", nginx: "limit_conn connZONE 2;", limit: func() limit { return &parallel{most: 2} }},
	{name: "nginx limit_req 20r/s, status 503", nginx: by503 + "limit_req zone=ZONE;", limit: func() limit { return newBucket(20, 1, 0) }, time: 1.6},
	{name: "nginx limit_req 5r/s burst=5 nodelay, status 503", nginx: by503 + "limit_req zone=slowZONE burst=5 nodelay;", limit: func() limit { return newBucket(5, 6, 0) }, time: 1.6},
	{name: "nginx limit_conn 2, status 503", nginx: by503 + "limit_conn connZONE 2;", limit: func() limit { return &parallel{most: 2} }, time: 1.6},
	{name: "haproxy 20 per 1 s", per: "1s", most: 20, limit: func() limit { return &frequency{period: time.Second, most: 20} }},
	// One refusal more or less is a pause of seconds here: walks take 1.08 to 1.31 of the bound.
	{name: "haproxy 60 per 10 s", per: "10s", most: 60, limit: func() limit { return &frequency{period: 10 * time.Second, most: 60} }, time: 1.4},
}

// TestReal walks against all of them at once, each walk with a server of its own.
func TestReal(t *testing.T) {
	if !*real {
		t.Skip("-real is not given")
	}
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		time.Sleep(served)
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, guest)
	}))
	t.Cleanup(backend.Close)
	upstream := strings.TrimPrefix(backend.URL, "http://")
	var nginx strings.Builder
	nginx.WriteString("daemon off; pid nginx.pid; error_log stderr crit; events {}\nhttp { access_log off; limit_req_status 429; limit_conn_status 429;\n" +
		"upstream backend { server " + upstream + "; keepalive 16; }\nproxy_http_version 1.1; proxy_set_header Connection \"\";\n")
	for _, dir := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		nginx.WriteString(dir + "_temp_path tmp;\n")
	}
	var haproxy strings.Builder
	haproxy.WriteString("defaults\n mode http\n timeout connect 5s\n timeout client 60s\n timeout server 60s\nbackend service\n server one " + upstream + "\n")
	addresses := map[string]string{}
	for i, s := range realScenarios {
		for _, inFlight := range []int{4, 8} {
			address, zone := freeAddress(t), fmt.Sprintf("z%dx%d", i, inFlight)
			addresses[fmt.Sprint(s.name, inFlight)] = address
			if s.nginx != "" {
				fmt.Fprintf(&nginx, "limit_req_zone $server_addr zone=%s:1m rate=20r/s; limit_req_zone $server_addr zone=slow%[1]s:1m rate=5r/s; limit_conn_zone $server_addr zone=conn%[1]s:1m;\n"+
					"server { listen %[2]s; location / { %[3]s proxy_pass http://backend; } }\n", zone, address, strings.ReplaceAll(s.nginx, "ZONE", zone))
			} else {
				fmt.Fprintf(&haproxy, "frontend %s\n bind %s\n stick-table type ip size 1k expire 60s store http_req_rate(%s)\n http-request track-sc0 src\n"+
					" http-request deny deny_status 429 if { sc_http_req_rate(0) gt %d }\n default_backend service\n", zone, address, s.per, s.most)
			}
		}
	}
	start(t, "nginx", nginx.String()+"}\n", "-p", "DIR", "-c", "FILE")
	start(t, "haproxy", haproxy.String(), "-db", "-f", "FILE")
	fmt.Printf("\n| %-50s | in flight | time over the bound (1.30) | refused | failed |\n|---|--:|--:|--:|--:|\n", "service")
	t.Run("walk", func(t *testing.T) {
		for _, s := range realScenarios {
			for _, inFlight := range []int{4, 8} {
				t.Run(fmt.Sprint(s.name, "/", inFlight), func(t *testing.T) {
					t.Parallel()
					s.walk(t, addresses[fmt.Sprint(s.name, inFlight)], inFlight)
				})
			}
		}
	})
}

func (s realScenario) walk(t *testing.T, address string, inFlight int) {
	await(t, address)
	var mu sync.Mutex
	var latencies []float64
	refused := 0
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = inFlight
	defer transport.CloseIdleConnections()
	rt := testkit.RoundTripper(func(req *http.Request) (*http.Response, error) {
		sent := time.Now()
		resp, err := transport.RoundTrip(req)
		mu.Lock()
		defer mu.Unlock()
		if err == nil && (resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode == http.StatusServiceUnavailable) {
			refused++
		} else {
			latencies = append(latencies, float64(time.Since(sent)))
		}
		return resp, err
	})
	began := time.Now()
	err := walk(sdk("http://"+address, rt, inFlight), inFlight, walkRequests)
	took := time.Since(began)
	model := scenario{latency: time.Duration(median(latencies)), limit: s.limit}
	over := took.Seconds() / model.bound(walkRequests, inFlight).Seconds()
	fmt.Printf("| %-50s | %d | %.2f | %d | %v |\n", s.name, inFlight, over, refused, err != nil)
	if err != nil || over > cmp.Or(s.time, 1.3) {
		t.Errorf("%.2f of the bound, %v", over, err)
	}
}

// start runs a server with a configuration until the test ends.
func start(t *testing.T, program, config string, args ...string) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, program+".conf")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	for i, arg := range args {
		args[i] = strings.NewReplacer("DIR", dir, "FILE", file).Replace(arg)
	}
	cmd := exec.Command(program, args...)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Signal(os.Interrupt)
		cmd.Wait()
	})
}

func freeAddress(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// await returns once something listens.
func await(t *testing.T, address string) {
	t.Helper()
	for range 100 {
		if c, err := net.Dial("tcp", address); err == nil {
			c.Close()
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("nothing listens on %s", address)
}
