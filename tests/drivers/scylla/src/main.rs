//! The facts of tests/drivers/README.md through the crate `scylla`: facts HOST PORT.
mod data;
mod driver;
mod requests;

use std::io::BufRead;
use std::time::Duration;

use driver::{connected, first_row, rows, run, until, Bind, Failure, Report, Value};
use scylla::client::session::Session;
use scylla::cluster::metadata::ColumnKind;
use scylla::cluster::metadata::Strategy;

pub const KEYSPACE: &str = "driver_facts";

pub fn address() -> String {
    let arguments: Vec<String> = std::env::args().collect();
    format!("{}:{}", arguments[1], arguments[2])
}

async fn connect(r: &mut Report, session: &Session) -> Result<(), Failure> {
    let row = rows(
        session,
        "SELECT data_center, rack, release_version, host_id FROM system.local WHERE key = 'local'",
        values![],
    )
    .await?
    .remove(0);
    r.equal(
        "the node",
        vec!["'datacenter1'".to_string(), "'rack1'".to_string(), "'5.0.9'".to_string()],
        row[..3].to_vec(),
    );
    r.equal("rows of system.peers", 0, rows(session, "SELECT * FROM system.peers", values![]).await?.len());
    let state = session.get_cluster_state();
    let nodes = state.get_nodes_info();
    r.equal("nodes", 1, nodes.len());
    r.equal("its address", address(), format!("{}:{}", nodes[0].address.ip(), nodes[0].address.port()));
    r.equal("its host id", row[3].clone(), nodes[0].host_id.to_string());
    r.equal("its datacenter", Some("datacenter1"), nodes[0].datacenter.as_deref());
    r.equal("its rack", Some("rack1"), nodes[0].rack.as_deref());
    r.equal("it is connected", true, nodes[0].is_connected());
    let token = state.compute_token(KEYSPACE, "none", &(1,)).is_err();
    r.equal("no token in a table that is not there", true, token);
    Ok(())
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
    session.refresh_metadata().await?;
    let state = session.get_cluster_state();
    let keyspace = state.get_keyspace(KEYSPACE).ok_or("no keyspace")?;
    r.equal("replication", true, matches!(keyspace.strategy, Strategy::SimpleStrategy { replication_factor: 1 }));
    let fields = keyspace.user_defined_types.get("address").ok_or("no type")?.field_types.iter();
    r.equal("fields", vec!["street", "zip", "tags"], fields.map(|field| field.0.as_ref()).collect());
    let table = keyspace.tables.get("readings").ok_or("no table")?;
    r.equal("partition key", vec!["site", "day"], table.partition_key.iter().map(String::as_str).collect());
    r.equal("clustering key", vec!["at"], table.clustering_key.iter().map(String::as_str).collect());
    let mut names: Vec<&str> = table.columns.keys().map(String::as_str).collect();
    names.sort_unstable();
    r.equal("columns", vec!["at", "day", "home", "note", "site", "unit", "value"], names);
    r.equal("type of a column", "Native(Double)".to_string(), format!("{:?}", table.columns["value"].typ));
    let view = keyspace.views.get("readings_by_value").ok_or("no view")?;
    r.equal("table of the view", "readings", view.base_table_name.as_str());
    r.equal("static columns", true, keyspace.tables["statics"].columns["s"].kind == ColumnKind::Static);
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
    let other = connected(&address(), Some("driver_facts_3")).await?;
    let read = other.prepare("SELECT second FROM users WHERE id = ?").await?;
    let row = driver::literals(other.execute_unpaged(&read, (1,)).await?)?;
    r.equal("the keyspace of the session", vec![vec!["'second'".to_string()]], row);
    other.use_keyspace(KEYSPACE, false).await?;
    let row = driver::literals(other.execute_unpaged(&read, (1,)).await?)?;
    r.equal("a prepared statement keeps its keyspace", vec![vec!["'second'".to_string()]], row);
    let outcome = run(session, "SELECT second FROM users", values![]).await;
    r.refused("a column of the other keyspace's table", scylla::errors::DbError::Invalid, outcome);
    run(session, "DROP KEYSPACE driver_facts_3", values![]).await?;
    r.equal("no USE of a dropped keyspace", true, other.use_keyspace("driver_facts_3", false).await.is_err());
    Ok(())
}

async fn restart(r: &mut Report, session: &Session) -> Result<(), Failure> {
    let insert = session.prepare("INSERT INTO users (id, name, age) VALUES (?, ?, ?)").await?;
    let read = session.prepare("SELECT name FROM users WHERE id = ?").await?;
    session.execute_unpaged(&insert, (100, "before", 1)).await?;
    println!("restart");
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line)?;
    if line.trim() != "restarted" {
        r.skipped = true;
        return Ok(());
    }
    let asked = until(Duration::from_secs(60), || async { session.execute_unpaged(&read, (100,)).await.is_ok() }).await;
    r.equal("it connects again", true, asked);
    let name = first_row(session, "SELECT name FROM users WHERE id = ?", values![100]).await?;
    r.equal("a row from before", Some(driver::text("before")), name[0].clone());
    session.execute_unpaged(&insert, (101, "after", 2)).await?;
    let name = first_row(session, "SELECT name FROM users WHERE id = ?", values![101]).await?;
    r.equal("a row after the restart", Some(driver::text("after")), name[0].clone());
    Ok(())
}

async fn begin() -> Result<Session, Failure> {
    let session = connected(&address(), None).await?;
    for name in [KEYSPACE, "driver_facts_2", "driver_facts_3"] {
        run(&session, &format!("DROP KEYSPACE IF EXISTS {name}"), values![]).await?;
    }
    let create = "CREATE KEYSPACE driver_facts WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}";
    run(&session, create, values![]).await?;
    connected(&address(), Some(KEYSPACE)).await
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
        "alter-prepared" => requests::alter_prepared, "alter-paged" => requests::alter_paged,
        "concurrency" => requests::concurrency, "restart" => restart
    );
    run(&session, "DROP KEYSPACE driver_facts", values![]).await?;
    std::process::exit(failed.into())
}
