#include "planner/definition/options/table_options.h"

#include <catch2/catch.hpp>

#include "definition_world.h"

using namespace cellar;

TEST_CASE("replication is checked and kept with the full class name") {
  World world;
  const auto outcome = [&world](const std::string& map) {
    return world.outcome("CREATE KEYSPACE k WITH replication = " + map).substr(0, 11);
  };
  CHECK(outcome("{'class': 'SimpleStrategy', 'replication_factor': 3}") == "ok");
  CHECK(outcome("{'class': 'SimpleStrategy', 'replication_factor': -1}") == "E217 config");
  CHECK(outcome("{'class': 'SimpleStrategy', 'replication_factor': 'one'}") == "E217 config");
  CHECK(outcome("{'class': 'SimpleStrategy', 'dc1': 1}") == "E217 config");
  CHECK(outcome("{'class': 'NetworkTopologyStrategy', 'no_such_dc': 1}") == "E217 config");
  CHECK(outcome("{'class': 'NetworkTopologyStrategy'}") == "ok");
  CHECK(outcome("{'class': 'NetworkTopologyStrategy', 'datacenter1': 0}") == "E217 config");
  CHECK(world.outcome("CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', "
                      "'datacenter1': 3, 'dc2': 2}") ==
        "E217 config [replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 3, 'dc2': 2}] "
        "replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 3}");
  CHECK(outcome("{'class': 'NoSuchStrategy'}") == "E217 config");
  CHECK(outcome("{'class': 'LocalStrategy'}") == "E217 invali");
  CHECK(outcome("{'replication_factor': 1}") == "E217 config");
  CHECK(outcome("'SimpleStrategy'") == "E212 syntax");
  CHECK(world.outcome("CREATE KEYSPACE k WITH durable_writes = true") ==
        "E217 invalid [k] replication = {'class': 'SimpleStrategy', 'replication_factor': 1} AND ");
  CHECK(world.outcome("CREATE KEYSPACE \"a b\" WITH durable_writes = true") == "E215 invalid [\"a b\"]");

  const auto replication = [&world] { return world.keyspace().replication; };
  CHECK(replication().at("class") == "org.apache.cassandra.locator.SimpleStrategy");
  world.run(
      "ALTER KEYSPACE app WITH replication = {'class': 'NetworkTopologyStrategy', 'replication_factor': 2}");
  CHECK(replication().at("datacenter1") == "2");
  CHECK_FALSE(replication().contains("replication_factor"));
  world.run("ALTER KEYSPACE app WITH durable_writes = 'no'");
  CHECK_FALSE(world.keyspace().durable_writes);
  CHECK(replication().at("datacenter1") == "2");
}

TEST_CASE("options have defaults and canonical values") {
  World world;
  world.run("CREATE TABLE d (k int PRIMARY KEY)");
  CHECK(world.option("d", "gc_grace_seconds") == "864000");
  CHECK(world.option("d", "bloom_filter_fp_chance") == "0.01");
  CHECK(world.map("d", "caching") ==
        std::map<std::string, std::string>{{"keys", "ALL"}, {"rows_per_partition", "NONE"}});
  CHECK(world.map("d", "compaction").at("min_threshold") == "4");
  world.run(
      "CREATE TABLE t (k int PRIMARY KEY) WITH compaction = {'class': 'LeveledCompactionStrategy', "
      "'sstable_size_in_mb': 80} AND compression = {'class': 'SnappyCompressor'} AND caching = {'keys': "
      "'none'} "
      "AND speculative_retry = '99PERCENTILE' AND additional_write_policy = 'min(50ms, 99PERCENTILE)' AND "
      "cdc = 'yes' "
      "AND "
      "gc_grace_seconds = '10' AND comment = 5 AND crc_check_chance = 1 AND read_repair = 'none'");
  CHECK(world.map("t", "compaction").at("class") ==
        "org.apache.cassandra.db.compaction.LeveledCompactionStrategy");
  CHECK(world.map("t", "compaction").at("sstable_size_in_mb") == "80");
  CHECK(world.option("t", "bloom_filter_fp_chance") == "0.1");
  CHECK(world.map("t", "compression") ==
        std::map<std::string, std::string>{{"class", "org.apache.cassandra.io.compress.SnappyCompressor"},
                                           {"chunk_length_in_kb", "16"}});
  CHECK(world.map("t", "caching").at("keys") == "NONE");
  CHECK(world.option("t", "speculative_retry") == "99p");
  CHECK(world.option("t", "additional_write_policy") == "MIN(99p,50ms)");
  CHECK(world.option("t", "cdc") == "true");
  CHECK(world.option("t", "gc_grace_seconds") == "10");
  CHECK(world.option("t", "comment") == "5");
  CHECK(world.option("t", "crc_check_chance") == "1.0");
  CHECK(world.option("t", "read_repair") == "NONE");
  world.run("ALTER TABLE t WITH caching = {'rows_per_partition': '007'} AND extensions = {'a': 0xff}");
  CHECK(world.map("t", "caching") ==
        std::map<std::string, std::string>{{"keys", "NONE"}, {"rows_per_partition", "7"}});
  CHECK(world.map("t", "extensions").empty());
  world.run("ALTER TABLE t WITH comment = 'new'");
  CHECK(world.option("t", "comment") == "new");
  CHECK(world.option("t", "gc_grace_seconds") == "10");
}

TEST_CASE("options out of their range are refused") {
  World world;
  const auto outcome = [&world](const std::string& option) {
    return world.outcome("CREATE TABLE t (k int PRIMARY KEY) WITH " + option).substr(0, 11);
  };
  CHECK(world.outcome("CREATE TABLE t (k int PRIMARY KEY) WITH coment = 'x'") ==
        "E212 syntax [coment] comment");
  CHECK(world.outcome("CREATE TABLE t (k int PRIMARY KEY) WITH read_repair_chance = 0.5") ==
        "E212 syntax [read_repair_chance] ");
  CHECK(outcome("gc_grace_seconds = 'soon'") == "E212 syntax");
  CHECK(outcome("gc_grace_seconds = -1") == "E213 config");
  CHECK(outcome("default_time_to_live = 630720000") == "ok");
  CHECK(outcome("default_time_to_live = 630720001") == "E213 config");
  CHECK(outcome("default_time_to_live = 1.5") == "E212 syntax");
  CHECK(outcome("bloom_filter_fp_chance = 0") == "E213 config");
  CHECK(outcome("crc_check_chance = 1.5") == "E213 config");
  CHECK(outcome("min_index_interval = 512 AND max_index_interval = 256") == "E213 config");
  CHECK(outcome("speculative_retry = '100p'") == "E213 config");
  CHECK(outcome("speculative_retry = 'MIN(99p,98p)'") == "E213 config");
  CHECK(outcome("memtable = 'other'") == "E213 config");
  CHECK(outcome("caching = {'keys': 'SOME'}") == "E213 config");
  CHECK(outcome("caching = {'columns': 'ALL'}") == "E213 config");
  CHECK(outcome("caching = 'ALL'") == "E212 syntax");
  CHECK(outcome("compression = {'class': 'LZ4Compressor', 'chunk_length_in_kb': 63}") == "E213 config");
  CHECK(outcome("compression = {'class': 'LZ4Compressor', 'enabled': false}") == "E213 config");
  CHECK(outcome("compression = {'chunk_length_in_kb': 64}") == "E213 config");
  CHECK(outcome("compaction = {'min_threshold': 4}") == "E213 config");
  CHECK(outcome("compaction = {'class': 'NoSuchStrategy'}") == "E213 config");
  const std::string tiered = "compaction = {'class': 'SizeTieredCompactionStrategy', ";
  CHECK(outcome(tiered + "'min_threshold': 8, 'max_threshold': 4}") == "E213 config");
  CHECK(outcome(tiered + "'bucket_low': 2.0, 'bucket_high': 1.0}") == "E213 config");
  CHECK(outcome(tiered + "'min_threshold': 2.5}") == "E213 config");
  CHECK(
      outcome("compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': 'hours'}") ==
      "E213 config");
  CHECK(outcome(tiered + "'sstable_size_in_mb': 5}") == "E213 config");
  const std::string unified = "compaction = {'class': 'UnifiedCompactionStrategy', 'scaling_parameters': ";
  CHECK(outcome(unified + "'T4, L10, N'}") == "ok");
  CHECK(outcome(unified + "'Q4'}") == "E213 config");
  world.run("CREATE TABLE t (k int PRIMARY KEY)");
  CHECK(world.outcome("ALTER TABLE t WITH id = 00112233-4455-6677-8899-aabbccddeeff").substr(0, 11) ==
        "E213 config");
}
