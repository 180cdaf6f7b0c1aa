// The facts of tests/drivers/README.md through gocql: facts HOST PORT. gocql_v1.go and gocql_v2.go name the driver.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"

	"gopkg.in/inf.v0"
)

const keyspace = "driver_facts"

type fact struct {
	name string
	run  func(*report, *Session)
}

// report holds what one fact expects, and what it got.
type report struct {
	name    string
	failed  bool
	skipped bool
}

var (
	facts             []fact                  // those that not every version can show
	keyspaceOfRequest func(*report, *Session) // only with protocol v5
	input             = bufio.NewScanner(os.Stdin)
)

func (r *report) equal(what string, expected, got any) {
	if !reflect.DeepEqual(expected, got) {
		r.failed = true
		fmt.Printf("%s: %s: expected %#v, got %#v\n", r.name, what, expected, got)
	}
}

// must ends the fact if there is an error.
func (r *report) must(err error) {
	if err != nil {
		panic(err)
	}
}

// refused expects an error of the server with this code.
func (r *report) refused(what string, code int, err error) {
	var refusal RequestError
	if !errors.As(err, &refusal) || refusal.Code() != code {
		r.equal(what, fmt.Sprintf("%#x", code), fmt.Sprintf("%v", err))
	}
}

func connected(in string) (*Session, error) {
	port, err := strconv.Atoi(os.Args[2])
	if err != nil {
		return nil, err
	}
	cluster := newCluster(os.Args[1])
	cluster.Port = port
	cluster.Keyspace = in
	cluster.Timeout = 60 * time.Second
	cluster.ConnectTimeout = 10 * time.Second
	cluster.ReconnectInterval = 200 * time.Millisecond
	return configured(cluster).CreateSession()
}

// until waits until the condition holds, and returns whether it did.
func until(limit time.Duration, condition func() bool) bool {
	for end := time.Now().Add(limit); !condition(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}

func rows(r *report, q *Query) [][]any {
	iter := q.Iter()
	var all [][]any
	for {
		data, err := iter.RowData()
		r.must(err)
		if !iter.Scan(data.Values...) {
			break
		}
		row := []any{}
		for _, value := range data.Values {
			row = append(row, reflect.Indirect(reflect.ValueOf(value)).Interface())
		}
		all = append(all, row)
	}
	r.must(iter.Close())
	return all
}

func connect(r *report, s *Session) {
	var cluster, datacenter, rack, release, version string
	var host UUID
	var tokens []string
	r.must(s.Query(`SELECT cluster_name, data_center, rack, release_version, native_protocol_version, host_id, tokens
		FROM system.local WHERE key = 'local'`).Scan(&cluster, &datacenter, &rack, &release, &version, &host, &tokens))
	r.equal("the node", []string{"datacenter1", "rack1", "5.0.9", "5"}, []string{datacenter, rack, release, version})
	r.equal("tokens", true, len(tokens) > 0)
	r.equal("rows of system.peers", 0, s.Query("SELECT * FROM system.peers").Iter().NumRows())
	used := s.Query("SELECT key FROM system.local").Iter()
	if used.Host() == nil {
		r.equal("a host", "a host", "none")
		return
	}
	r.equal("address", os.Args[1], used.Host().ConnectAddress().String())
	r.equal("host id", host.String(), used.Host().HostID())
	r.equal("datacenter of the host", "datacenter1", used.Host().DataCenter())
	r.equal("the host is up", true, used.Host().IsUp())
}

func tableNamed(r *report, s *Session, name string) *TableMetadata {
	metadata, err := s.KeyspaceMetadata(keyspace)
	r.must(err)
	return metadata.Tables[name]
}

func schema(r *report, s *Session) {
	for _, statement := range []string{
		"CREATE TYPE address (street text, zip int, tags frozen<set<text>>)",
		`CREATE TABLE readings (site text, day date, at timestamp, value double, note text, home frozen<address>, unit text,
			PRIMARY KEY ((site, day), at)) WITH CLUSTERING ORDER BY (at DESC) AND comment = 'a table''s comment'`,
		"CREATE INDEX readings_by_note ON readings (note)",
		`CREATE MATERIALIZED VIEW readings_by_value AS SELECT * FROM readings
			WHERE site IS NOT NULL AND day IS NOT NULL AND at IS NOT NULL AND value IS NOT NULL
			PRIMARY KEY (site, value, day, at)`,
		"CREATE TABLE statics (p int, c int, s text static, PRIMARY KEY (p, c))",
	} {
		r.must(s.Query(statement).Exec())
	}
	until(20*time.Second, func() bool { return tableNamed(r, s, "statics") != nil })
	metadata, err := s.KeyspaceMetadata(keyspace)
	r.must(err)
	r.equal("replication", []any{"org.apache.cassandra.locator.SimpleStrategy", "1"},
		[]any{metadata.StrategyClass, metadata.StrategyOptions["replication_factor"]})
	kind := metadata.UserTypes["address"]
	if kind == nil {
		r.equal("user type", "address", nil)
		return
	}
	r.equal("fields", []string{"street", "zip", "tags"}, kind.FieldNames)
	table := metadata.Tables["readings"]
	r.equal("partition key", []string{"site", "day"}, []string{table.PartitionKey[0].Name, table.PartitionKey[1].Name})
	r.equal("clustering key", []string{"at", "desc"}, []string{table.ClusteringColumns[0].Name, table.ClusteringColumns[0].ClusteringOrder})
	names := []string{}
	for name := range table.Columns {
		names = append(names, name)
	}
	sort.Strings(names)
	r.equal("columns", []string{"at", "day", "home", "note", "site", "unit", "value"}, names)
	r.equal("type of a column, of the double", 7, int(table.Columns["value"].Type.Type()))
	view := metadata.MaterializedViews["readings_by_value"]
	if view == nil || view.BaseTable == nil {
		r.equal("view", "readings_by_value", "none")
		return
	}
	r.equal("table of the view", "readings", view.BaseTable.Name)
	r.equal("static columns", "static", metadata.Tables["statics"].Columns["s"].Kind.String())
}

func types(r *report, s *Session) {
	parsed := func(text string) UUID {
		id, err := parseUUID(text)
		r.must(err)
		return id
	}
	varint, _ := new(big.Int).SetString("-1361129467683753853853498429727072845824", 10)
	decimal, _ := new(inf.Dec).SetString("-123456789.000000000987654321")
	names := []string{"ascii", "bigint", "blob", "boolean", "date", "decimal", "double", "duration", "float", "inet", "int", "smallint",
		"text", "time", "timestamp", "timeuuid", "tinyint", "uuid", "varchar", "varint"}
	values := []any{"plain", int64(-1 << 63), []byte{0, 1, 127, 128, 255}, true, time.Date(1969, 7, 20, 0, 0, 0, 0, time.UTC), decimal,
		1.7976931348623157e308, Duration{Months: -14, Days: -3, Nanoseconds: -1234567890}, float32(-0.5), net.ParseIP("2001:db8::1"),
		-1 << 31, int16(-1 << 15), "tëxt 漢字 \U0001f600", 24*time.Hour - 1, time.UnixMilli(-1).UTC(),
		parsed("f47ac10b-58cc-1372-8567-0e02b2c3d479"), int8(-128), parsed("f47ac10b-58cc-4372-a567-0e02b2c3d479"), "", varint}
	columns := make([]string, len(names))
	definitions := make([]string, len(names))
	for n, name := range names {
		columns[n], definitions[n] = "c_"+name, "c_"+name+" "+name
	}
	r.must(s.Query("CREATE TABLE types (id int PRIMARY KEY, " + strings.Join(definitions, ", ") + ")").Exec())
	r.must(s.Query("INSERT INTO types (id, "+strings.Join(columns, ", ")+") VALUES (?"+strings.Repeat(", ?", len(names))+")",
		append([]any{1}, values...)...).Exec())
	got := rows(r, s.Query("SELECT "+strings.Join(columns, ", ")+" FROM types WHERE id = ?", 1))
	for n, name := range names {
		expected, read := values[n], got[0][n]
		if at, ok := read.(time.Time); ok {
			read = at.UTC()
		}
		if ip, ok := read.(string); ok && name == "inet" {
			read = net.ParseIP(ip)
		}
		r.equal(name, fmt.Sprint(expected), fmt.Sprint(read))
		if name != "duration" {
			found := rows(r, s.Query("SELECT id FROM types WHERE id = 1 AND c_"+name+" = ? ALLOW FILTERING", expected))
			r.equal("a filter by "+name, [][]any{{1}}, found)
		}
	}
}

func nulls(r *report, s *Session) {
	r.must(s.Query("CREATE TABLE nulls (id int PRIMARY KEY, a int, b text, c int)").Exec())
	insert := "INSERT INTO nulls (id, a, b, c) VALUES (?, ?, ?, ?)"
	r.must(s.Query(insert, 1, 1, "b", 3).Exec())
	r.must(s.Query(insert, 1, nil, "", unset).Exec())
	var a, c *int
	var b *string
	r.must(s.Query("SELECT a, b, c FROM nulls WHERE id = 1").Scan(&a, &b, &c))
	r.equal("null deletes, unset leaves", []any{true, "", 3}, []any{a == nil, *b, *c})
	r.refused("an unset key", 0x2200, s.Query(insert, unset, 1, "b", 3).Exec())
	r.refused("a null key", 0x2200, s.Query(insert, nil, 1, "b", 3).Exec())
}

func collections(r *report, s *Session) {
	r.must(s.Query(`CREATE TABLE collections (id int PRIMARY KEY, l list<int>, s set<text>, m map<text, int>,
		f frozen<map<text, frozen<list<int>>>>, e list<text>)`).Exec())
	r.must(s.Query("INSERT INTO collections (id, l, s, m, f, e) VALUES (?, ?, ?, ?, ?, ?)", 1, []int{3, 1, 2, 1}, []string{"b", "a"},
		map[string]int{"y": 2, "x": 1}, map[string][]int{"k": {1, 2}, "e": {}}, []string{}).Exec())
	read := func() []any {
		var l []int
		var set, e []string
		var m map[string]int
		var f map[string][]int
		r.must(s.Query("SELECT l, s, m, f, e FROM collections WHERE id = ?", 1).Scan(&l, &set, &m, &f, &e))
		return []any{l, set, m, f, len(e)}
	}
	r.equal("as written", []any{[]int{3, 1, 2, 1}, []string{"a", "b"}, map[string]int{"x": 1, "y": 2}, map[string][]int{"k": {1, 2}, "e": {}}, 0}, read())
	r.must(s.Query("UPDATE collections SET l = l + ? WHERE id = 1", []int{9}).Exec())
	r.must(s.Query("UPDATE collections SET l[0] = ? WHERE id = 1", 7).Exec())
	r.must(s.Query("UPDATE collections SET s = s - ? WHERE id = 1", []string{"a"}).Exec())
	r.must(s.Query("UPDATE collections SET m[?] = ? WHERE id = 1", "z", 3).Exec())
	r.must(s.Query("DELETE m[?] FROM collections WHERE id = 1", "x").Exec())
	r.equal("after changes", []any{[]int{7, 1, 2, 1, 9}, []string{"b"}, map[string]int{"y": 2, "z": 3}}, read()[:3])
	var element int
	r.must(s.Query("SELECT m[?] FROM collections WHERE id = 1", "z").Scan(&element))
	r.equal("an element", 3, element)
}

type point struct {
	X      *int     `cql:"x"`
	Y      float64  `cql:"y"`
	Labels []string `cql:"labels"`
}

func userTypes(r *report, s *Session) {
	r.must(s.Query("CREATE TYPE point (x int, y double, labels frozen<list<text>>)").Exec())
	r.must(s.Query(`CREATE TABLE shapes (id int PRIMARY KEY, origin point, corners list<frozen<point>>,
		named map<text, frozen<point>>)`).Exec())
	one := 1
	first, second := point{&one, 0.5, []string{"a", "b"}}, point{nil, -2, nil}
	r.must(s.Query("INSERT INTO shapes (id, origin, corners, named) VALUES (?, ?, ?, ?)", 1, first, []point{first, second},
		map[string]point{"n": second}).Exec())
	var origin point
	var corners []point
	var named map[string]point
	r.must(s.Query("SELECT origin, corners, named FROM shapes WHERE id = ?", 1).Scan(&origin, &corners, &named))
	r.equal("user type", first, origin)
	r.equal("list of user types", 2, len(corners))
	r.equal("a user type with nulls", []any{true, -2.0, 0}, []any{named["n"].X == nil, named["n"].Y, len(named["n"].Labels)})
	r.must(s.Query("UPDATE shapes SET origin.y = ? WHERE id = 1", 7.5).Exec())
	r.equal("fields", [][]any{{1, 7.5}}, rows(r, s.Query("SELECT origin.x, origin.y FROM shapes WHERE id = 1")))
	r.must(s.Query("ALTER TYPE point ADD z int").Exec())
	var later map[string]any
	r.must(s.Query("SELECT origin FROM shapes WHERE id = 1").Scan(&later))
	_, found := later["z"]
	r.equal("a new field", true, found)
}

func tuples(r *report, s *Session) {
	r.must(s.Query("CREATE TABLE tuples (id int PRIMARY KEY, t tuple<int, text, frozen<list<double>>>, k frozen<tuple<int, int>>)").Exec())
	r.must(s.Query("INSERT INTO tuples (id, t) VALUES (?, (?, ?, ?))", 1, 1, "a", []float64{0.5}).Exec())
	r.must(s.Query("INSERT INTO tuples (id, t) VALUES (?, (null, '', null))", 2).Exec())
	var number *int
	var text *string
	var list []float64
	r.must(s.Query("SELECT t FROM tuples WHERE id = ?", 1).Scan(&number, &text, &list))
	r.equal("tuples", []any{1, "a", []float64{0.5}}, []any{*number, *text, list})
	r.must(s.Query("SELECT t FROM tuples WHERE id = ?", 2).Scan(&number, &text, &list))
	r.equal("nulls in tuples", []any{true, "", 0}, []any{number == nil, *text, len(list)})
	r.must(s.Query("CREATE TABLE pairs (p int, a int, b int, PRIMARY KEY (p, a, b))").Exec())
	for _, pair := range [][]any{{1, 1}, {1, 2}, {2, 1}} {
		r.must(s.Query("INSERT INTO pairs (p, a, b) VALUES (1, ?, ?)", pair...).Exec())
	}
	r.equal("a tuple of markers", [][]any{{1, 2}, {2, 1}}, rows(r, s.Query("SELECT a, b FROM pairs WHERE p = 1 AND (a, b) > (?, ?)", 1, 1)))
	r.must(s.Query("CREATE TABLE tuple_lists (id int PRIMARY KEY, l list<frozen<tuple<int, text>>>)").Exec())
	r.must(s.Query("INSERT INTO tuple_lists (id, l) VALUES (?, ?)", 1, [][]any{{1, "a"}, {2, ""}}).Exec())
	var pairs [][]any
	r.must(s.Query("SELECT l FROM tuple_lists WHERE id = 1").Scan(&pairs))
	r.equal("a list of tuples", [][]any{{1, "a"}, {2, ""}}, pairs)
}

func batches(r *report, s *Session) {
	r.must(s.Query("CREATE TABLE batches (p int, c int, v text, PRIMARY KEY (p, c))").Exec())
	r.must(s.Query("CREATE TABLE batch_counters (p int PRIMARY KEY, n counter)").Exec())
	insert, add := "INSERT INTO batches (p, c, v) VALUES (?, ?, ?)", "UPDATE batch_counters SET n = n + ? WHERE p = ?"
	logged := s.NewBatch(loggedBatch)
	for n := 0; n < 100; n++ {
		logged.Query(insert, 1, n, fmt.Sprint("v", n))
	}
	logged.Query("INSERT INTO batches (p, c, v) VALUES (1, 100, 'it''s text')")
	logged.Query("DELETE FROM batches WHERE p = ? AND c = ?", 1, 0)
	r.must(s.ExecuteBatch(logged))
	got := rows(r, s.Query("SELECT c, v FROM batches WHERE p = 1"))
	r.equal("rows", 100, len(got))
	r.equal("prepared and text, mixed", [][]any{{99, "v99"}, {100, "it's text"}}, got[len(got)-2:])
	unlogged := s.NewBatch(unloggedBatch)
	for n := 0; n < 50; n++ {
		unlogged.Query(insert, n+10, 0, "u")
	}
	r.must(s.ExecuteBatch(unlogged))
	var count int
	r.must(s.Query("SELECT count(*) FROM batches WHERE v = 'u' ALLOW FILTERING").Scan(&count))
	r.equal("rows of an unlogged batch", 50, count)
	counted := s.NewBatch(counterBatch)
	for n := 0; n < 10; n++ {
		counted.Query(add, int64(n), 1)
	}
	r.must(s.ExecuteBatch(counted))
	var sum int64
	r.must(s.Query("SELECT n FROM batch_counters WHERE p = 1").Scan(&sum))
	r.equal("a counter batch", int64(45), sum)
	mixed := s.NewBatch(loggedBatch)
	mixed.Query(insert, 2, 1, "a")
	mixed.Query(add, int64(1), 1)
	r.refused("counters in a logged batch", 0x2200, s.ExecuteBatch(mixed))
	r.equal("nothing of the refused batch", 0, s.Query("SELECT c FROM batches WHERE p = 2").Iter().NumRows())
}

// inParallel runs a request for each number below `count`, 200 at a time.
func inParallel(r *report, count int, request func(int) error) {
	var group sync.WaitGroup
	numbers := make(chan int)
	failures := make(chan error, count)
	for worker := 0; worker < 200; worker++ {
		group.Add(1)
		go func() {
			defer group.Done()
			for n := range numbers {
				if err := request(n); err != nil {
					failures <- err
				}
			}
		}()
	}
	for n := 0; n < count; n++ {
		numbers <- n
	}
	close(numbers)
	group.Wait()
	close(failures)
	for err := range failures {
		r.must(err)
	}
}

func paging(r *report, s *Session) {
	r.must(s.Query("CREATE TABLE pages (p int, c int, v text, PRIMARY KEY (p, c))").Exec())
	inParallel(r, 100000, func(n int) error {
		return s.Query("INSERT INTO pages (p, c, v) VALUES (?, ?, ?)", n/1000, n%1000, fmt.Sprint("value ", n)).Exec()
	})
	seen := map[int]bool{}
	wrong := 0
	var p, c int
	var v string
	iter := s.Query("SELECT p, c, v FROM pages").PageSize(5000).Iter()
	for iter.Scan(&p, &c, &v) {
		seen[p*1000+c] = true
		if v != fmt.Sprint("value ", p*1000+c) {
			wrong++
		}
	}
	r.must(iter.Close())
	r.equal("rows of 100,000", []int{100000, 0}, []int{len(seen), wrong})
	var state []byte
	partition, largest := []int{}, 0
	for {
		page := s.Query("SELECT c FROM pages WHERE p = ?", 7).PageSize(100).PageState(state).Iter()
		largest = max(largest, page.NumRows())
		state = page.PageState()
		for page.Scan(&c) {
			partition = append(partition, c)
		}
		r.must(page.Close())
		if len(state) == 0 {
			break
		}
	}
	r.equal("no page has more rows than asked", 100, largest)
	r.equal("rows of a partition in their order", numbersTo(1000), partition)
}

func numbersTo(end int) []int {
	numbers := make([]int, end)
	for n := range numbers {
		numbers[n] = n
	}
	return numbers
}

func pagingState(r *report, s *Session) {
	first := s.Query("SELECT c FROM driver_facts.pages WHERE p = 8").PageSize(300).PageState(nil).Iter()
	state := first.PageState()
	r.must(first.Close())
	other, err := connected("")
	r.must(err)
	defer other.Close()
	second := other.Query("SELECT c FROM driver_facts.pages WHERE p = 8").PageSize(300).PageState(state).Iter()
	var c int
	got := []int{}
	for n := 0; n < 300 && second.Scan(&c); n++ {
		got = append(got, c)
	}
	r.must(second.Close())
	r.equal("a page of another session", numbersTo(600)[300:], got)
	r.refused("a state that is none", 0x000a,
		other.Query("SELECT c FROM driver_facts.pages WHERE p = 8").PageSize(300).PageState([]byte{1, 2, 3}).Exec())
}

func lightweightTransactions(r *report, s *Session) {
	r.must(s.Query("CREATE TABLE users (id int PRIMARY KEY, name text, age int)").Exec())
	cas := func(text string, values ...any) []any {
		row := map[string]any{}
		applied, err := s.Query(text, values...).MapScanCAS(row)
		r.must(err)
		return []any{applied, row}
	}
	insert := "INSERT INTO users (id, name, age) VALUES (?, ?, ?) IF NOT EXISTS"
	r.equal("the first INSERT", []any{true, map[string]any{}}, cas(insert, 1, "ann", 30))
	r.equal("the second INSERT", []any{false, map[string]any{"id": 1, "age": 30, "name": "ann"}}, cas(insert, 1, "bob", 40))
	update := "UPDATE users SET age = ? WHERE id = ? IF age = ?"
	r.equal("a condition that fails", []any{false, map[string]any{"age": 30}}, cas(update, 31, 1, 29))
	r.equal("a condition that holds", []any{true, map[string]any{}}, cas(update, 31, 1, 30))
	r.equal("UPDATE IF EXISTS of nothing", []any{false, map[string]any{}}, cas("UPDATE users SET age = 1 WHERE id = ? IF EXISTS", 9))
	r.equal("DELETE IF", []any{true, map[string]any{}}, cas("DELETE FROM users WHERE id = ? IF name IN ?", 1, []string{"ann", "eve"}))
	r.must(s.Query("CREATE TABLE seats (show int, seat int, holder text, PRIMARY KEY (show, seat))").Exec())
	for _, expected := range []bool{true, false} {
		batch := s.NewBatch(loggedBatch)
		for seat := 1; seat <= 2; seat++ {
			batch.Query("INSERT INTO seats (show, seat, holder) VALUES (?, ?, ?) IF NOT EXISTS", 1, seat, "ann")
		}
		applied, err := execCAS(s, batch)
		r.must(err)
		r.equal("a conditional batch", expected, applied)
	}
	var holder string
	r.must(serialRead(s.Query("SELECT holder FROM seats WHERE show = 1 AND seat = 2")).Scan(&holder))
	r.equal("a serial read", "ann", holder)
}

func counters(r *report, s *Session) {
	r.must(s.Query("CREATE TABLE counters (p int, c text, hits counter, misses counter, PRIMARY KEY (p, c))").Exec())
	inParallel(r, 100, func(int) error {
		return s.Query("UPDATE counters SET hits = hits + ?, misses = misses - ? WHERE p = ? AND c = ?", int64(1), int64(2), 1, "a").Exec()
	})
	r.equal("counters", [][]any{{int64(100), int64(-200)}}, rows(r, s.Query("SELECT hits, misses FROM counters WHERE p = 1")))
	r.refused("an INSERT", 0x2200, s.Query("INSERT INTO counters (p, c, hits) VALUES (1, 'a', 1)").Exec())
}

func errorClasses(r *report, s *Session) {
	r.refused("wrong syntax", 0x2000, s.Query("SELEC * FROM users").Exec())
	r.refused("no such table", 0x2200, s.Query("SELECT * FROM nosuch").Exec())
	r.refused("no such column", 0x2200, s.Query("SELECT nosuch FROM users").Exec())
	r.refused("PREPARE of a wrong statement", 0x2200, s.Query("SELECT * FROM users WHERE nosuch = ?", 1).Exec())
	r.refused("a read that needs ALLOW FILTERING", 0x2200, s.Query("SELECT * FROM users WHERE age = 1").Exec())
	err := s.Query("CREATE TABLE users (id int PRIMARY KEY)").Exec()
	r.refused("a table twice", 0x2400, err)
	r.equal("what exists", []string{keyspace, "users"}, existing(err))
	err = s.Query("CREATE KEYSPACE driver_facts WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}").Exec()
	r.refused("a keyspace twice", 0x2400, err)
	r.equal("which keyspace exists", []string{keyspace, ""}, existing(err))
	r.refused("a wrong option", 0x2300, s.Query("CREATE TABLE other (id int PRIMARY KEY) WITH compaction = {'class': 'NoSuchStrategy'}").Exec())
	r.refused("a value of another type", 0x2200, s.Query("INSERT INTO users (id, age) VALUES (1, 'x')").Exec())
	r.equal("no row", errNotFound, s.Query("SELECT age FROM users WHERE id = 12345").Scan(new(int)))
	r.equal("the session goes on", 1, s.Query("SELECT key FROM system.local").Iter().NumRows())
}

func warnings(r *report, s *Session) {
	iter := s.Query("SELECT count(*) FROM users").Iter()
	found := iter.Warnings()
	if len(found) != 1 || !strings.Contains(strings.ToLower(found[0]), "aggregation query used without partition key") {
		r.equal("a warning", "Aggregation query used without partition key", found)
	}
	r.must(iter.Close())
	r.equal("no warning", 0, len(s.Query("SELECT * FROM users WHERE id = 1").Iter().Warnings()))
}

func tracing(r *report, s *Session) {
	var text strings.Builder
	r.must(s.Query("SELECT * FROM users WHERE id = ?", 1).Trace(newTraceWriter(s, &text)).Exec())
	r.equal("a trace", true, strings.Contains(text.String(), "Tracing session ") && strings.Contains(text.String(), "coordinator: "+os.Args[1]))
	r.equal("it has events", true, strings.Count(text.String(), "\n") > 2)
}

func times(r *report, s *Session) {
	r.must(s.Query("CREATE TABLE times (id int PRIMARY KEY, v text)").Exec())
	r.must(s.Query("INSERT INTO times (id, v) VALUES (?, ?) USING TIMESTAMP ? AND TTL ?", 1, "a", int64(1234567890123456), 1000).Exec())
	var written int64
	var left int
	r.must(s.Query("SELECT writetime(v), ttl(v) FROM times WHERE id = 1").Scan(&written, &left))
	r.equal("timestamp and time to live", []any{int64(1234567890123456), true}, []any{written, left > 0 && left <= 1000})
	r.must(s.Query("UPDATE times SET v = ? WHERE id = 2", "b").WithTimestamp(2234567890123456).Exec())
	r.must(s.Query("SELECT writetime(v) FROM times WHERE id = 2").Scan(&written))
	r.equal("the timestamp of a request", int64(2234567890123456), written)
}

func keyspaces(r *report, s *Session) {
	r.must(s.Query("CREATE KEYSPACE driver_facts_3 WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 1}").Exec())
	r.must(s.Query("CREATE TABLE driver_facts_3.users (id int PRIMARY KEY, second text)").Exec())
	r.must(s.Query("INSERT INTO driver_facts_3.users (id, second) VALUES (1, 'second')").Exec())
	other, err := connected("driver_facts_3")
	r.must(err)
	var second string
	r.must(other.Query("SELECT second FROM users WHERE id = ?", 1).Scan(&second))
	r.equal("the keyspace of the session", "second", second)
	r.refused("a column of the other keyspace's table", 0x2200, s.Query("SELECT second FROM users").Exec())
	other.Close()
	r.must(s.Query("DROP KEYSPACE driver_facts_3").Exec())
	_, err = connected("driver_facts_3")
	r.equal("no session for a dropped keyspace", true, err != nil)
	if keyspaceOfRequest != nil {
		keyspaceOfRequest(r, s)
	}
}

func names(r *report, s *Session) {
	r.must(s.Query("INSERT INTO users (id, name, age) VALUES (?, ?, ?)", 5, "eve", 50).Exec())
	r.equal("IN ? LIMIT ?", [][]any{{5}}, rows(r, s.Query("SELECT id FROM users WHERE id IN ? LIMIT ?", []int{5, 6, 7}, 2)))
	iter := s.Query(`SELECT count(*), max(age), cast(age AS text), ttl(name), age AS "My Age" FROM users WHERE id = 5`).Iter()
	columns := []string{}
	for _, column := range iter.Columns() {
		columns = append(columns, column.Name)
	}
	r.equal("names of columns", []string{"count", "system.max(age)", "cast(age as text)", "ttl(name)", "My Age"}, columns)
}

func events(r *report, s *Session) {
	watcher, err := connected(keyspace)
	r.must(err)
	defer watcher.Close()
	seen := func(what string, condition func(*TableMetadata) bool) {
		r.equal(what, true, until(20*time.Second, func() bool { return condition(tableNamed(r, watcher, "watched")) }))
	}
	seen("nothing", func(table *TableMetadata) bool { return table == nil })
	r.must(s.Query("CREATE TABLE watched (id int PRIMARY KEY)").Exec())
	seen("CREATE TABLE", func(table *TableMetadata) bool { return table != nil })
	r.must(s.Query("ALTER TABLE watched ADD extra text").Exec())
	seen("ALTER TABLE", func(table *TableMetadata) bool { return table != nil && table.Columns["extra"] != nil })
	r.must(s.Query("CREATE TYPE watched_type (a int)").Exec())
	r.equal("CREATE TYPE", true, until(20*time.Second, func() bool {
		metadata, err := watcher.KeyspaceMetadata(keyspace)
		r.must(err)
		return metadata.UserTypes["watched_type"] != nil
	}))
	r.must(s.Query("DROP TABLE watched").Exec())
	seen("DROP TABLE", func(table *TableMetadata) bool { return table == nil })
}

func alterPrepared(r *report, s *Session) {
	r.must(s.Query("CREATE TABLE altered (id int PRIMARY KEY, a int)").Exec())
	insert, read := "INSERT INTO altered (id, a) VALUES (?, ?)", "SELECT * FROM altered WHERE id = ?"
	r.must(s.Query(insert, 1, 10).Exec())
	r.equal("before", [][]any{{1, 10}}, rows(r, s.Query(read, 1)))
	r.must(s.Query("ALTER TABLE altered ADD b text").Exec())
	r.must(s.Query("UPDATE altered SET b = 'new' WHERE id = 1").Exec())
	r.must(s.Query(insert, 2, 20).Exec())
	r.equal("after ADD", [][]any{{1, 10, "new"}}, rows(r, s.Query(read, 1)))
	r.must(s.Query("ALTER TABLE altered DROP a").Exec())
	r.equal("after DROP", [][]any{{1, "new"}}, rows(r, s.Query(read, 1)))
	r.refused("a statement that names the dropped column", 0x2200, s.Query(insert, 3, 30).Exec())
}

func alterPaged(r *report, s *Session) {
	r.must(s.Query("CREATE TABLE altered_pages (p int, c int, v int, PRIMARY KEY (p, c))").Exec())
	for n := 0; n < 20; n++ {
		r.must(s.Query("INSERT INTO altered_pages (p, c, v) VALUES (1, ?, ?)", n, n).Exec())
	}
	seen := []string{}
	var state []byte
	for page := 0; page < 3; page++ {
		iter := s.Query("SELECT * FROM altered_pages WHERE p = ?", 1).PageSize(8).PageState(state).Iter()
		state = iter.PageState()
		for n := iter.NumRows(); n > 0; n-- {
			row := map[string]any{}
			if !iter.MapScan(row) {
				break
			}
			seen = append(seen, fmt.Sprint(row["c"], " ", row["w"]))
		}
		r.must(iter.Close())
		if page == 0 {
			r.must(s.Query("ALTER TABLE altered_pages ADD w text").Exec())
			r.must(s.Query("UPDATE altered_pages SET w = 'w' WHERE p = 1 AND c = 9").Exec())
		}
	}
	expected := []string{}
	for n := 0; n < 20; n++ {
		switch {
		case n < 8:
			expected = append(expected, fmt.Sprint(n, " <nil>"))
		case n == 9:
			expected = append(expected, "9 w")
		default:
			expected = append(expected, fmt.Sprint(n, " "))
		}
	}
	r.equal("rows of three pages", expected, seen)
	r.equal("no page more", 0, len(state))
}

func concurrency(r *report, s *Session) {
	r.must(s.Query("CREATE TABLE flights (id int PRIMARY KEY, v int)").Exec())
	inParallel(r, 2000, func(n int) error { return s.Query("INSERT INTO flights (id, v) VALUES (?, ?)", n, n*7).Exec() })
	inParallel(r, 2000, func(n int) error {
		var v int
		if err := s.Query("SELECT v FROM flights WHERE id = ?", n).Scan(&v); err != nil {
			return err
		}
		if v != n*7 {
			return fmt.Errorf("the row %d has %d", n, v)
		}
		return nil
	})
}

func restart(r *report, s *Session) {
	insert, read := "INSERT INTO users (id, name, age) VALUES (?, ?, ?)", "SELECT name FROM users WHERE id = ?"
	r.must(s.Query(insert, 100, "before", 1).Exec())
	var name string
	r.must(s.Query(read, 100).Scan(&name))
	fmt.Println("restart")
	if !input.Scan() || input.Text() != "restarted" {
		r.skipped = true
		return
	}
	name = ""
	until(60*time.Second, func() bool { return s.Query(read, 100).Scan(&name) == nil })
	r.equal("a prepared SELECT after the restart", "before", name)
	r.must(s.Query(insert, 101, "after", 2).Exec())
	r.must(s.Query(read, 101).Scan(&name))
	r.equal("a row after the restart", "after", name)
}

// run runs one fact, and returns its outcome.
func run(one fact, s *Session) string {
	r := &report{name: one.name}
	func() {
		defer func() { // a fact that breaks is a fact that fails
			if failure := recover(); failure != nil {
				r.equal("the run", "no error", fmt.Sprint(failure))
			}
		}()
		one.run(r, s)
	}()
	switch {
	case r.failed:
		return "failed"
	case r.skipped:
		return "skipped"
	}
	return "ok"
}

func begin() *Session {
	s, err := connected("")
	if err != nil {
		fmt.Println("connect:", err)
		os.Exit(1)
	}
	defer s.Close()
	for _, name := range []string{keyspace, "driver_facts_2", "driver_facts_3"} {
		if err := s.Query("DROP KEYSPACE IF EXISTS " + name).Exec(); err != nil {
			fmt.Println("DROP KEYSPACE:", err)
		}
	}
	if err := s.Query("CREATE KEYSPACE driver_facts WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}").Exec(); err != nil {
		fmt.Println("CREATE KEYSPACE:", err)
	}
	if s, err = connected(keyspace); err != nil {
		fmt.Println("connect:", err)
		os.Exit(1)
	}
	return s
}

func main() {
	s := begin()
	first := []fact{{"connect", connect}, {"schema", schema}, {"types", types}, {"nulls", nulls}, {"collections", collections},
		{"user-types", userTypes}, {"tuples", tuples}, {"batches", batches}, {"paging", paging}, {"paging-state", pagingState},
		{"lightweight-transactions", lightweightTransactions}, {"counters", counters}, {"errors", errorClasses}, {"warnings", warnings},
		{"tracing", tracing}, {"times", times}, {"keyspaces", keyspaces}, {"names", names}, {"events", events},
		{"alter-prepared", alterPrepared}, {"alter-paged", alterPaged}, {"concurrency", concurrency}}
	failed := false
	for _, one := range append(append(first, facts...), fact{"restart", restart}) {
		outcome := run(one, s)
		failed = failed || outcome == "failed"
		fmt.Println(outcome, one.name)
	}
	if err := s.Query("DROP KEYSPACE driver_facts").Exec(); err != nil {
		fmt.Println("DROP KEYSPACE:", err)
	}
	s.Close()
	if failed {
		os.Exit(1)
	}
}
