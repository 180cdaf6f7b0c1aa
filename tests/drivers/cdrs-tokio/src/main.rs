//! The facts of tests/drivers/README.md through the crate `cdrs-tokio`: facts HOST PORT.
mod data;
mod driver;
mod requests;

use std::io::BufRead;
use std::time::Duration;

use cdrs_tokio::cluster::topology::ReplicationStrategy;
use cdrs_tokio::cluster::Murmur3Token;
use cdrs_tokio::compression::Compression;
use cdrs_tokio::frame::events::{SchemaChange, SchemaChangeOptions, SchemaChangeTarget, SchemaChangeType, ServerEvent};
use cdrs_tokio::frame::message_error::ErrorType;
use cdrs_tokio::frame::message_result::{CUdt, ColType, ColTypeOption, ColTypeOptionValue};
use cdrs_tokio::frame::Version;
use cdrs_tokio::query::{BatchQueryBuilder, QueryValues};
use cdrs_tokio::statement::StatementParamsBuilder;
use cdrs_tokio::types::cassandra_type::CassandraType;
use cdrs_tokio::types::value::Value;
use driver::{
    bigint, columns, connected, connected_by, decoded, execute, first_row, int, names_of, rows, run, text, until,
    Failure, Report, Session,
};

pub const KEYSPACE: &str = "driver_facts";

pub fn address() -> String {
    let arguments: Vec<String> = std::env::args().collect();
    format!("{}:{}", arguments[1], arguments[2])
}

async fn connect(r: &mut Report, session: &Session) -> Result<(), Failure> {
    let read =
        "SELECT data_center, rack, release_version, host_id, tokens, token(key) FROM system.local WHERE key = 'local'";
    r.equal("the protocol", Version::V5, session.query(read).await?.version);
    for (version, compression) in [(Version::V4, Compression::None), (Version::V4, Compression::Lz4)] {
        let other = connected_by(version, compression, None).await?;
        r.equal("an older protocol", version, other.query(read).await?.version);
    }
    let compressed = connected_by(Version::V5, Compression::Lz4, None).await?;
    r.equal("compressed", 1, rows(&compressed, read, values![]).await?.len());
    let row = first_row(session, read, values![]).await?;
    r.equal("the node", vec![text("datacenter1"), text("rack1"), text("5.0.9")], row[..3].to_vec());
    r.equal("rows of system.peers", 0, rows(session, "SELECT * FROM system.peers", values![]).await?.len());
    let metadata = session.cluster_metadata();
    r.equal("nodes", 1, metadata.nodes().len());
    let node = metadata.nodes().values().next().ok_or("no node")?;
    r.equal("its address", address(), node.broadcast_rpc_address().to_string());
    r.equal("its host id", row[3].clone(), node.host_id().map_or(CassandraType::Null, CassandraType::Uuid));
    r.equal("its datacenter and rack", ("datacenter1", "rack1"), (node.datacenter(), node.rack()));
    r.equal("it is connected", true, node.is_any_connection_up().await);
    let tokens = node.tokens().iter().map(|token| text(&token.value.to_string())).collect::<Vec<_>>();
    r.equal("it has tokens", true, !tokens.is_empty());
    r.equal("its tokens", row[4].clone(), CassandraType::List(tokens));
    let token = Murmur3Token::generate(b"local");
    r.equal("the token of a key", row[5].clone(), bigint(token.value));
    let owners: Vec<_> = metadata.token_map().nodes_for_token(token).map(|owner| owner.host_id()).collect();
    r.equal("the owner of the key", vec![node.host_id()], owners);
    Ok(())
}

fn native(id: ColType) -> ColTypeOption {
    ColTypeOption { id, value: None }
}

async fn schema(r: &mut Report, session: &Session) -> Result<(), Failure> {
    for statement in [
        "CREATE TYPE address (street text, zip int, tags frozen<set<text>>)",
        "CREATE TABLE readings (site text, day date, at timestamp, value double, note text, home frozen<address>, unit text,
            PRIMARY KEY ((site, day), at)) WITH CLUSTERING ORDER BY (at DESC) AND comment = 'a table''s comment'",
        "CREATE INDEX readings_by_note ON readings (note)",
        "CREATE MATERIALIZED VIEW readings_by_value AS SELECT * FROM readings
            WHERE site IS NOT NULL AND day IS NOT NULL AND at IS NOT NULL AND value IS NOT NULL
            PRIMARY KEY (site, value, day, at)",
        "CREATE TABLE statics (p int, c int, s text static, PRIMARY KEY (p, c))",
    ] {
        run(session, statement, values![]).await?;
    }
    let strategy =
        session.cluster_metadata().keyspace(KEYSPACE).map(|keyspace| format!("{:?}", keyspace.replication_strategy));
    r.equal("replication", Some("SimpleStrategy { replication_factor: 1 }".to_string()), strategy);
    described_columns(r, session).await?;
    // The driver's metadata end at the keyspaces: the rest is what a program reads through it.
    let here = "WHERE keyspace_name = 'driver_facts' AND table_name = 'readings'";
    let comment = rows(session, &format!("SELECT comment FROM system_schema.tables {here}"), values![]).await?;
    r.equal("comment", vec![vec![text("a table's comment")]], comment);
    let read = format!("SELECT column_name, kind, position, clustering_order FROM system_schema.columns {here}");
    let row = |name: &str, kind: &str, position, order: &str| vec![text(name), text(kind), int(position), text(order)];
    let expected = vec![
        row("at", "clustering", 0, "desc"),
        row("day", "partition_key", 1, "none"),
        row("home", "regular", -1, "none"),
        row("note", "regular", -1, "none"),
        row("site", "partition_key", 0, "none"),
        row("unit", "regular", -1, "none"),
        row("value", "regular", -1, "none"),
    ];
    r.equal("kinds and order", expected, rows(session, &read, values![]).await?);
    let read = format!("SELECT index_name, kind, options['target'] FROM system_schema.indexes {here}");
    let index = [text("readings_by_note"), text("COMPOSITES"), text("note")].to_vec();
    r.equal("index", vec![index], rows(session, &read, values![]).await?);
    let read = "SELECT view_name, base_table_name FROM system_schema.views WHERE keyspace_name = 'driver_facts'";
    let expected = vec![vec![text("readings_by_value"), text("readings")]];
    r.equal("view", expected, rows(session, read, values![]).await?);
    Ok(())
}

/// The columns as the driver has them from the answers.
async fn described_columns(r: &mut Report, session: &Session) -> Result<(), Failure> {
    let readings = columns(session, "SELECT * FROM readings").await?;
    r.equal("columns", vec!["site", "day", "at", "home", "note", "unit", "value"], names_of(&readings));
    use ColType::{Date, Double, Int, Timestamp, Udt, Varchar};
    let types = readings.iter().map(|column| column.col_type.id).collect();
    r.equal("types", vec![Varchar, Date, Timestamp, Udt, Varchar, Varchar, Double], types);
    let tags = ColTypeOption { id: ColType::Set, value: Some(ColTypeOptionValue::CSet(Box::new(native(Varchar)))) };
    let fields = [("street", native(Varchar)), ("zip", native(Int)), ("tags", tags)];
    let address = CUdt {
        ks: KEYSPACE.to_string(),
        udt_name: "address".to_string(),
        descriptions: fields.map(|(name, of)| (name.to_string(), of)).to_vec(),
    };
    r.equal("user type", Some(ColTypeOptionValue::UdtType(address)), readings[3].col_type.value.clone());
    let prepared = session.prepare_raw("SELECT value FROM readings WHERE at = ? AND day = ? AND site = ?").await?;
    r.equal("markers of the partition key", vec![2, 1], prepared.metadata.pk_indexes);
    let table = prepared.metadata.global_table_spec.ok_or("no table")?;
    r.equal("table", (KEYSPACE, "readings"), (&table.ks_name, &table.table_name));
    let view = columns(session, "SELECT * FROM readings_by_value").await?;
    r.equal("columns of the view", vec!["site", "value", "day", "at", "home", "note", "unit"], names_of(&view));
    r.equal("static columns", vec!["p", "c", "s"], names_of(&columns(session, "SELECT * FROM statics").await?));
    Ok(())
}

async fn keyspaces(r: &mut Report, session: &Session) -> Result<(), Failure> {
    for statement in [
        "CREATE KEYSPACE driver_facts_3 WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 1}",
        "CREATE TABLE driver_facts_3.users (id int PRIMARY KEY, second text)",
        "INSERT INTO driver_facts_3.users (id, second) VALUES (1, 'second')",
    ] {
        run(session, statement, values![]).await?;
    }
    let second = || vec![vec![text("second")]];
    let other = connected(Some("driver_facts_3")).await?;
    let read = other.prepare("SELECT second FROM users WHERE id = ?").await?;
    let row = decoded(execute(&other, &read, values![1]).await?)?;
    r.equal("the keyspace of the session", second(), row);
    let used = other.query(format!("USE {KEYSPACE}")).await?.response_body()?.into_set_keyspace();
    r.equal("USE", Some(KEYSPACE.to_string()), used.map(|answer| answer.body));
    r.equal("the driver's keyspace", Some(KEYSPACE.to_string()), other.current_keyspace().map(|name| name.to_string()));
    let row = decoded(execute(&other, &read, values![1]).await?)?;
    r.equal("a prepared statement keeps its keyspace", second(), row);
    let outcome = run(session, "SELECT second FROM users", values![]).await;
    r.refused("a column of the other keyspace's table", ErrorType::Invalid, outcome);
    let there = || StatementParamsBuilder::new().with_keyspace("driver_facts_3".to_string());
    let row = decoded(session.query_with_params("SELECT second FROM users WHERE id = 1", there().build()).await?)?;
    r.equal("the keyspace of a request", second(), row);
    let text = "SELECT second FROM users WHERE id = ?";
    let read = session.prepare_tw(text, Some("driver_facts_3".to_string()), false, false, false).await?;
    r.equal("the keyspace of PREPARE", second(), decoded(execute(session, &read, values![1]).await?)?);
    let batch = BatchQueryBuilder::new().with_keyspace("driver_facts_3".to_string());
    let insert = "INSERT INTO users (id, second) VALUES (?, ?)";
    let batch = batch.add_query(insert, QueryValues::SimpleValues(values![2, "second"]));
    session.batch(batch.build()?).await?;
    let row = rows(session, "SELECT second FROM driver_facts_3.users WHERE id = 2", values![]).await?;
    r.equal("the keyspace of a batch", second(), row);
    run(session, "DROP KEYSPACE driver_facts_3", values![]).await?;
    r.refused("USE of a dropped keyspace", ErrorType::Invalid, other.query("USE driver_facts_3").await);
    Ok(())
}

async fn events(r: &mut Report, session: &Session) -> Result<(), Failure> {
    use SchemaChangeTarget::{Keyspace, Table, Type};
    use SchemaChangeType::{Created, Dropped, Updated};
    let watcher = connected(None).await?;
    let mut receiver = watcher.create_event_receiver();
    let named = |name: &str| SchemaChangeOptions::TableType(KEYSPACE.to_string(), name.to_string());
    let keyspace = || SchemaChangeOptions::Keyspace("driver_facts_2".to_string());
    for (statement, change_type, target, options) in [
        ("CREATE TABLE watched (id int PRIMARY KEY)", Created, Table, named("watched")),
        ("ALTER TABLE watched ADD extra text", Updated, Table, named("watched")),
        ("CREATE INDEX watched_index ON watched (extra)", Updated, Table, named("watched")),
        ("CREATE TYPE watched_type (a int)", Created, Type, named("watched_type")),
        ("ALTER TYPE watched_type ADD b int", Updated, Type, named("watched_type")),
        ("DROP TYPE watched_type", Dropped, Type, named("watched_type")),
        ("DROP TABLE watched", Dropped, Table, named("watched")),
        (
            "CREATE KEYSPACE driver_facts_2 WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}",
            Created,
            Keyspace,
            keyspace(),
        ),
        (
            "ALTER KEYSPACE driver_facts_2 WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 1}",
            Updated,
            Keyspace,
            keyspace(),
        ),
    ] {
        run(session, statement, values![]).await?;
        let event = tokio::time::timeout(Duration::from_secs(20), receiver.recv()).await??;
        r.equal(statement, ServerEvent::SchemaChange(SchemaChange { change_type, target, options }), event);
    }
    watched_keyspace(r, session, &watcher).await
}

/// What the driver's metadata have of the keyspace that `events` has created and altered.
async fn watched_keyspace(r: &mut Report, session: &Session, watcher: &Session) -> Result<(), Failure> {
    let limit = Duration::from_secs(20);
    let is_altered = || async {
        let metadata = watcher.cluster_metadata();
        let strategy = metadata.keyspace("driver_facts_2").map(|keyspace| &keyspace.replication_strategy);
        matches!(strategy, Some(ReplicationStrategy::NetworkTopologyStrategy { datacenter_replication_factor: factors })
            if factors.get("datacenter1") == Some(&1))
    };
    r.equal("the metadata after ALTER KEYSPACE", true, until(limit, is_altered).await);
    run(session, "DROP KEYSPACE driver_facts_2", values![]).await?;
    let is_gone = || async { watcher.cluster_metadata().keyspace("driver_facts_2").is_none() };
    r.equal("the metadata after DROP KEYSPACE", true, until(limit, is_gone).await);
    Ok(())
}

async fn restart(r: &mut Report, session: &Session) -> Result<(), Failure> {
    let insert = session.prepare("INSERT INTO users (id, name, age) VALUES (?, ?, ?)").await?;
    let read = session.prepare("SELECT name FROM users WHERE id = ?").await?;
    execute(session, &insert, values![100, "before", 1]).await?;
    println!("restart");
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line)?;
    if line.trim() != "restarted" {
        r.skipped = true;
        return Ok(());
    }
    let asked = until(Duration::from_secs(60), || async { execute(session, &read, values![100]).await.is_ok() }).await;
    r.equal("it connects again", true, asked);
    let name = decoded(execute(session, &read, values![100]).await?)?;
    r.equal("a row from before", vec![vec![text("before")]], name);
    execute(session, &insert, values![101, "after", 2]).await?;
    let name = rows(session, "SELECT name FROM users WHERE id = ?", values![101]).await?;
    r.equal("a row after the restart", vec![vec![text("after")]], name);
    Ok(())
}

async fn begin() -> Result<Session, Failure> {
    let session = connected(None).await?;
    for name in [KEYSPACE, "driver_facts_2", "driver_facts_3"] {
        run(&session, &format!("DROP KEYSPACE IF EXISTS {name}"), values![]).await?;
    }
    let create = "CREATE KEYSPACE driver_facts WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}";
    run(&session, create, values![]).await?;
    connected(Some(KEYSPACE)).await
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let session = begin().await?;
    let mut failed = false;
    // A fact that breaks is a fact that fails.
    macro_rules! facts {
        ($($name:literal => $fact:path),*) => {$(
            let mut r = Report { name: $name, failed: false, skipped: false };
            if let Err(failure) = $fact(&mut r, &session).await {
                r.equal("the run", "no error".to_string(), failure.to_string());
            }
            failed |= r.failed;
            println!("{} {}", if r.failed { "failed" } else if r.skipped { "skipped" } else { "ok" }, r.name);
        )*};
    }
    facts!(
        "connect" => connect, "schema" => schema, "types" => data::types, "nulls" => data::nulls,
        "collections" => data::collections, "user-types" => data::user_types, "tuples" => data::tuples,
        "vectors" => data::vectors, "batches" => requests::batches, "paging" => requests::paging,
        "paging-state" => requests::paging_state, "lightweight-transactions" => requests::lightweight_transactions,
        "counters" => requests::counters, "errors" => requests::errors, "warnings" => requests::warnings,
        "tracing" => requests::tracing, "times" => requests::times, "keyspaces" => keyspaces, "names" => requests::names,
        "events" => events, "alter-prepared" => requests::alter_prepared, "alter-paged" => requests::alter_paged,
        "concurrency" => requests::concurrency, "restart" => restart
    );
    run(&session, "DROP KEYSPACE driver_facts", values![]).await?;
    std::process::exit(failed.into())
}
