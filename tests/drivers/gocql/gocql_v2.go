//go:build !gocql1

package main

import (
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
	"github.com/apache/cassandra-gocql-driver/v2/lz4"
)

// What the facts use of the driver.
type (
	Session       = gocql.Session
	Batch         = gocql.Batch
	BatchType     = gocql.BatchType
	Query         = gocql.Query
	UUID          = gocql.UUID
	Duration      = gocql.Duration
	TableMetadata = gocql.TableMetadata
	RequestError  = gocql.RequestError
)

const (
	protocol      = 5
	loggedBatch   = gocql.LoggedBatch
	unloggedBatch = gocql.UnloggedBatch
	counterBatch  = gocql.CounterBatch
)

var (
	newCluster     = gocql.NewCluster
	newTraceWriter = gocql.NewTraceWriter
	parseUUID      = gocql.ParseUUID
	unset          = gocql.UnsetValue
	errNotFound    = gocql.ErrNotFound
)

func configured(cluster *gocql.ClusterConfig) *gocql.ClusterConfig {
	cluster.Compressor = lz4.LZ4Compressor{}
	return cluster
}

func execCAS(_ *Session, batch *Batch) (bool, error) {
	applied, iter, err := batch.MapExecCAS(map[string]interface{}{})
	if iter != nil {
		iter.Close()
	}
	return applied, err
}

// existing is what an error says exists already.
func existing(err error) []string {
	if already, ok := err.(*gocql.RequestErrAlreadyExists); ok {
		return []string{already.Keyspace, already.Table}
	}
	return nil
}

func init() {
	facts = append(facts, fact{"vectors", vectors})
	keyspaceOfRequest = inOtherKeyspace
}

func vectors(r *report, s *Session) {
	r.must(s.Query("CREATE TABLE vectors (id int PRIMARY KEY, v vector<float, 3>, w vector<text, 2>)").Exec())
	r.must(s.Query("CREATE INDEX vectors_by_v ON vectors (v) USING 'sai'").Exec())
	for n := 0; n < 5; n++ {
		r.must(s.Query("INSERT INTO vectors (id, v, w) VALUES (?, ?, ?)", n, []float32{float32(n), 0.5, -1}, []string{"a", "bb"}).Exec())
	}
	var v []float32
	var w []string
	r.must(s.Query("SELECT v, w FROM vectors WHERE id = ?", 2).Scan(&v, &w))
	r.equal("vectors", []any{[]float32{2, 0.5, -1}, []string{"a", "bb"}}, []any{v, w})
	r.equal("the number of neighbours", 2, s.Query("SELECT id FROM vectors ORDER BY v ANN OF ? LIMIT 2", []float32{4, 0.5, -1}).Iter().NumRows())
	var similarity float32
	r.must(s.Query("SELECT similarity_euclidean(v, ?) FROM vectors WHERE id = 4", []float32{4, 0.5, -1}).Scan(&similarity))
	r.equal("similarity", float32(1), similarity)
}

func inOtherKeyspace(r *report, s *Session) {
	r.must(s.Query("CREATE KEYSPACE driver_facts_2 WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}").Exec())
	r.must(s.Query("CREATE TABLE driver_facts_2.users (id int PRIMARY KEY, second text)").Exec())
	r.must(s.Query("INSERT INTO users (id, second) VALUES (?, ?)", 1, "second").SetKeyspace("driver_facts_2").Exec())
	var second string
	r.must(s.Query("SELECT second FROM users WHERE id = ?", 1).SetKeyspace("driver_facts_2").Scan(&second))
	r.equal("the keyspace of a request", "second", second)
	batch := s.Batch(loggedBatch).SetKeyspace("driver_facts_2")
	batch.Query("INSERT INTO users (id, second) VALUES (2, 'batch')")
	r.must(batch.Exec())
	r.must(s.Query("SELECT second FROM driver_facts_2.users WHERE id = 2").Scan(&second))
	r.equal("the keyspace of a batch", "batch", second)
	var ttl int
	r.must(s.Query("INSERT INTO users (id, second) VALUES (3, 'ttl') USING TTL 1000").SetKeyspace("driver_facts_2").Exec())
	r.must(s.Query("SELECT ttl(second) FROM driver_facts_2.users WHERE id = 3").WithNowInSeconds(int(time.Now().Unix()) + 500).Scan(&ttl))
	r.equal("the time of a request", true, ttl > 400 && ttl <= 500)
	r.must(s.Query("DROP KEYSPACE driver_facts_2").Exec())
}

func serialRead(q *Query) *Query {
	return q.Consistency(gocql.Serial)
}
