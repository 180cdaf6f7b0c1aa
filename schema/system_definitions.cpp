#include "schema/system_definitions.h"

namespace cellar {

namespace {

constexpr SystemDefinition kDefinitions[] = {
    {"system", "IndexInfo", "built column indexes", "table_name text | index_name text | value blob"},
    {"system", "available_ranges",
     "available keyspace/ranges during bootstrap/replace that are ready to be served",
     "keyspace_name text | | ranges set<blob>"},
    {"system", "available_ranges_v2",
     "available keyspace/ranges during bootstrap/replace that are ready to be served",
     "keyspace_name text | | full_ranges set<blob>, transient_ranges set<blob>"},
    {"system", "batches", "batches awaiting replay", "id timeuuid | | mutations list<blob>, version int"},
    {"system", "built_views", "built views",
     "keyspace_name text | view_name text | status_replicated boolean"},
    {"system", "compaction_history", "week-long compaction history",
     "id timeuuid | | bytes_in bigint, bytes_out bigint, columnfamily_name text, compacted_at timestamp, "
     "compaction_properties frozen<map<text, text>>, keyspace_name text, rows_merged map<int, bigint>",
     604800},
    {"system", "local", "information about the local node",
     "key text | | bootstrapped text, broadcast_address inet, broadcast_port int, cluster_name text, "
     "cql_version text, data_center text, gossip_generation int, host_id uuid, listen_address inet, "
     "listen_port int, native_protocol_version text, partitioner text, rack text, release_version text, "
     "rpc_address inet, rpc_port int, schema_version uuid, tokens set<text>, truncated_at map<uuid, blob>"},
    {"system", "paxos", "in-progress paxos proposals",
     "row_key blob | cf_id uuid | in_progress_ballot timeuuid, in_progress_read_ballot timeuuid, "
     "most_recent_commit blob, most_recent_commit_at timeuuid, most_recent_commit_version int, proposal "
     "blob, proposal_ballot timeuuid, proposal_version int"},
    {"system", "paxos_repair_history", "paxos repair history",
     "keyspace_name text | table_name text | points frozen<list<frozen<tuple<blob, timeuuid>>>>"},
    {"system", "peer_events", "events related to peers", "peer inet | | hints_dropped map<timeuuid, int>"},
    {"system", "peer_events_v2", "events related to peers",
     "peer inet | peer_port int | hints_dropped map<timeuuid, int>"},
    {"system", "peers", "information about known peers in the cluster",
     "peer inet | | data_center text, host_id uuid, preferred_ip inet, rack text, release_version text, "
     "rpc_address inet, schema_version uuid, tokens set<text>"},
    {"system", "peers_v2", "information about known peers in the cluster",
     "peer inet | peer_port int | data_center text, host_id uuid, native_address inet, native_port int, "
     "preferred_ip inet, preferred_port int, rack text, release_version text, schema_version uuid, tokens "
     "set<text>"},
    {"system", "prepared_statements", "prepared statements",
     "prepared_id blob | | logged_keyspace text, query_string text"},
    {"system", "repairs", "repairs",
     "parent_id timeuuid | | cfids set<uuid>, coordinator inet, coordinator_port int, last_update timestamp, "
     "participants set<inet>, participants_wp set<text>, ranges set<blob>, repaired_at timestamp, started_at "
     "timestamp, state int"},
    {"system", "size_estimates",
     "per-table primary range size estimates, table is deprecated in favor of table_estimates",
     "keyspace_name text | table_name text, range_start text, range_end text | mean_partition_size bigint, "
     "partitions_count bigint"},
    {"system", "sstable_activity", "historic sstable read rates",
     "keyspace_name text, columnfamily_name text, generation int | | rate_120m double, rate_15m double"},
    {"system", "sstable_activity_v2", "historic sstable read rates",
     "keyspace_name text, table_name text, id text | | rate_120m double, rate_15m double"},
    {"system", "table_estimates", "per-table range size estimates",
     "keyspace_name text | table_name text, range_type text, range_start text, range_end text | "
     "mean_partition_size bigint, partitions_count bigint"},
    {"system", "top_partitions", "Stores the top partitions",
     "keyspace_name text | table_name text, top_type text | last_update timestamp, top "
     "frozen<list<frozen<tuple<text, bigint>>>>"},
    {"system", "transferred_ranges", "record of transferred ranges for streaming operation",
     "operation text, keyspace_name text | peer inet | ranges set<blob>"},
    {"system", "transferred_ranges_v2", "record of transferred ranges for streaming operation",
     "operation text, keyspace_name text | peer inet, peer_port int | ranges set<blob>"},
    {"system", "view_builds_in_progress", "views builds current progress",
     "keyspace_name text | view_name text, start_token text, end_token text | keys_built bigint, last_token "
     "text"},
    {"system_auth", "cidr_groups", "cidr groups to cidrs mapping",
     "cidr_group text | | cidrs frozen<set<frozen<tuple<inet, smallint>>>>"},
    {"system_auth", "cidr_permissions", "user cidr permissions",
     "role text | | cidr_groups frozen<set<text>>"},
    {"system_auth", "identity_to_role", "mtls authorized identities lookup table",
     "identity text | | role text"},
    {"system_auth", "network_permissions", "user network permissions", "role text | | dcs frozen<set<text>>"},
    {"system_auth", "resource_role_permissons_index",
     "index of db roles with permissions granted on a resource", "resource text | role text |"},
    {"system_auth", "role_members", "role memberships lookup table", "role text | member text |"},
    {"system_auth", "role_permissions", "permissions granted to db roles",
     "role text | resource text | permissions set<text>"},
    {"system_auth", "roles", "role definitions",
     "role text | | can_login boolean, is_superuser boolean, member_of set<text>, salted_hash text"},
    {"system_distributed", "parent_repair_history", "Repair history",
     "parent_id timeuuid | | columnfamily_names set<text>, exception_message text, exception_stacktrace "
     "text, finished_at timestamp, keyspace_name text, options map<text, text>, requested_ranges set<text>, "
     "started_at timestamp, successful_ranges set<text>",
     2592000},
    {"system_distributed", "partition_denylist", "Partition keys which have been denied access",
     "ks_name text, table_name text | key blob |"},
    {"system_distributed", "repair_history", "Repair history",
     "keyspace_name text, columnfamily_name text | id timeuuid | coordinator inet, coordinator_port int, "
     "exception_message text, exception_stacktrace text, finished_at timestamp, parent_id timeuuid, "
     "participants set<inet>, participants_v2 set<text>, range_begin text, range_end text, started_at "
     "timestamp, status text",
     2592000},
    {"system_distributed", "view_build_status", "Materialized View build status",
     "keyspace_name text, view_name text | host_id uuid | status text"},
    {"system_schema", "aggregates", "user defined aggregate definitions",
     "keyspace_name text | aggregate_name text, argument_types frozen<list<text>> | final_func text, "
     "initcond text, return_type text, state_func text, state_type text"},
    {"system_schema", "column_masks", "column dynamic data masks",
     "keyspace_name text | table_name text, column_name text | function_argument_nulls "
     "frozen<list<boolean>>, function_argument_types frozen<list<text>>, function_argument_values "
     "frozen<list<text>>, function_keyspace text, function_name text"},
    {"system_schema", "columns", "column definitions",
     "keyspace_name text | table_name text, column_name text | clustering_order text, column_name_bytes "
     "blob, kind text, position int, type text"},
    {"system_schema", "dropped_columns", "dropped column registry",
     "keyspace_name text | table_name text, column_name text | dropped_time timestamp, kind text, type text"},
    {"system_schema", "functions", "user defined function definitions",
     "keyspace_name text | function_name text, argument_types frozen<list<text>> | argument_names "
     "frozen<list<text>>, body text, called_on_null_input boolean, language text, return_type text"},
    {"system_schema", "indexes", "secondary index definitions",
     "keyspace_name text | table_name text, index_name text | kind text, options frozen<map<text, text>>"},
    {"system_schema", "keyspaces", "keyspace definitions",
     "keyspace_name text | | durable_writes boolean, replication frozen<map<text, text>>"},
    {"system_schema", "tables", "table definitions",
     "keyspace_name text | table_name text | additional_write_policy text, allow_auto_snapshot boolean, "
     "bloom_filter_fp_chance double, caching frozen<map<text, text>>, cdc boolean, comment text, compaction "
     "frozen<map<text, text>>, compression frozen<map<text, text>>, crc_check_chance double, "
     "dclocal_read_repair_chance double, default_time_to_live int, extensions frozen<map<text, blob>>, flags "
     "frozen<set<text>>, gc_grace_seconds int, id uuid, incremental_backups boolean, max_index_interval int, "
     "memtable text, memtable_flush_period_in_ms int, min_index_interval int, read_repair text, "
     "read_repair_chance double, speculative_retry text"},
    {"system_schema", "triggers", "trigger definitions",
     "keyspace_name text | table_name text, trigger_name text | options frozen<map<text, text>>"},
    {"system_schema", "types", "user defined type definitions",
     "keyspace_name text | type_name text | field_names frozen<list<text>>, field_types frozen<list<text>>"},
    {"system_schema", "views", "view definitions",
     "keyspace_name text | view_name text | additional_write_policy text, allow_auto_snapshot boolean, "
     "base_table_id uuid, base_table_name text, bloom_filter_fp_chance double, caching frozen<map<text, "
     "text>>, cdc boolean, comment text, compaction frozen<map<text, text>>, compression frozen<map<text, "
     "text>>, crc_check_chance double, dclocal_read_repair_chance double, default_time_to_live int, "
     "extensions frozen<map<text, blob>>, gc_grace_seconds int, id uuid, include_all_columns boolean, "
     "incremental_backups boolean, max_index_interval int, memtable text, memtable_flush_period_in_ms int, "
     "min_index_interval int, read_repair text, read_repair_chance double, speculative_retry text, "
     "where_clause text"},
    {"system_traces", "events", "tracing events",
     "session_id uuid | event_id timeuuid | activity text, source inet, source_elapsed int, source_port int, "
     "thread text"},
    {"system_traces", "sessions", "tracing sessions",
     "session_id uuid | | client inet, command text, coordinator inet, coordinator_port int, duration int, "
     "parameters map<text, text>, request text, started_at timestamp"},
};

}  // namespace

std::span<const SystemDefinition> system_definitions() { return kDefinitions; }

}  // namespace cellar
