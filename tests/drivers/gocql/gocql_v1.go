//go:build gocql1

package main

import "github.com/gocql/gocql"

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
	protocol      = 4
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
	cluster.Compressor = gocql.SnappyCompressor{}
	return cluster
}

func execCAS(s *Session, batch *Batch) (bool, error) {
	applied, iter, err := s.MapExecuteBatchCAS(batch, map[string]interface{}{})
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

func serialRead(q *Query) *Query {
	return q.Consistency(gocql.Consistency(gocql.Serial))
}
