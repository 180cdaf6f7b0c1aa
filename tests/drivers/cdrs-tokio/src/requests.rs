//! Facts of requests.
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::driver::{
    bigint, columns, connected, decoded, execute, first_row, in_parallel, int, names_of, page, rows, run, text, until,
    Failure, Report, Session,
};
use crate::{address, values, KEYSPACE};
use cdrs_tokio::cluster::PagerState;
use cdrs_tokio::consistency::Consistency;
use cdrs_tokio::frame::message_batch::BatchType;
use cdrs_tokio::frame::message_error::{AlreadyExistsError, ErrorType};
use cdrs_tokio::query::{BatchQueryBuilder, QueryValues};
use cdrs_tokio::statement::{StatementParams, StatementParamsBuilder};
use cdrs_tokio::types::cassandra_type::CassandraType;
use cdrs_tokio::types::value::Value;
use cdrs_tokio::types::{CBytes, IntoRustByIndex};

const INSERT_USER: &str = "INSERT INTO users (id, name, age) VALUES (?, ?, ?)";

fn bound(values: Vec<Value>) -> QueryValues {
    QueryValues::SimpleValues(values)
}

pub async fn batches(r: &mut Report, session: &Session) -> Result<(), Failure> {
    run(session, "CREATE TABLE batches (p int, c int, v text, PRIMARY KEY (p, c))", values![]).await?;
    run(session, "CREATE TABLE batch_counters (p int PRIMARY KEY, n counter)", values![]).await?;
    let insert = session.prepare("INSERT INTO batches (p, c, v) VALUES (?, ?, ?)").await?;
    let add = session.prepare("UPDATE batch_counters SET n = n + ? WHERE p = ?").await?;
    let mut logged = BatchQueryBuilder::new().with_batch_type(BatchType::Logged);
    for number in 0..100 {
        logged = logged.add_query_prepared(&insert, bound(values![1, number, format!("v{number}")]));
    }
    logged = logged.add_query("INSERT INTO batches (p, c, v) VALUES (1, 100, 'it''s text')", bound(values![]));
    logged = logged.add_query("DELETE FROM batches WHERE p = ? AND c = ?", bound(values![1, 0]));
    session.batch(logged.build()?).await?;
    let got = rows(session, "SELECT c, v FROM batches WHERE p = 1", values![]).await?;
    r.equal("rows", 100, got.len());
    r.equal("prepared and text, mixed", Some(&vec![int(100), text("it's text")]), got.last());
    let mut unlogged = BatchQueryBuilder::new().with_batch_type(BatchType::Unlogged);
    for number in 10..60 {
        unlogged = unlogged.add_query_prepared(&insert, bound(values![number, 0, "u"]));
    }
    session.batch(unlogged.build()?).await?;
    let count = rows(session, "SELECT count(*) FROM batches WHERE v = 'u' ALLOW FILTERING", values![]).await?;
    r.equal("rows of an unlogged batch", vec![vec![bigint(50)]], count);
    let mut counted = BatchQueryBuilder::new().with_batch_type(BatchType::Counter);
    for number in 0..10_i64 {
        counted = counted.add_query_prepared(&add, bound(values![number, 1]));
    }
    session.batch(counted.build()?).await?;
    let sum = rows(session, "SELECT n FROM batch_counters WHERE p = 1", values![]).await?;
    r.equal("a counter batch", vec![vec![CassandraType::Counter(45)]], sum);
    let mixed = BatchQueryBuilder::new().add_query_prepared(&insert, bound(values![2, 1, "a"]));
    let mixed = mixed.add_query_prepared(&add, bound(values![1_i64, 1]));
    r.refused("counters in a logged batch", ErrorType::Invalid, session.batch(mixed.build()?).await);
    let left = rows(session, "SELECT c FROM batches WHERE p = 2", values![]).await?;
    r.equal("nothing of the refused batch", 0, left.len());
    Ok(())
}

pub async fn paging(r: &mut Report, session: &Session) -> Result<(), Failure> {
    run(session, "CREATE TABLE pages (p int, c int, v text, PRIMARY KEY (p, c))", values![]).await?;
    let insert = session.prepare("INSERT INTO pages (p, c, v) VALUES (?, ?, ?)").await?;
    in_parallel(100_000, |n| {
        let insert = &insert;
        async move {
            execute(session, insert, values![n / 1000, n % 1000, format!("value {n}")]).await?;
            Ok(())
        }
    })
    .await?;
    let all = session.prepare("SELECT p, c, v FROM pages").await?;
    let (mut seen, mut wrong, mut more) = (HashSet::new(), 0, true);
    let mut pager = session.paged(5000);
    let mut pages = pager.exec(&all);
    while more {
        for row in pages.next().await? {
            let (p, c): (i32, i32) = (row.get_r_by_index(0)?, row.get_r_by_index(1)?);
            let v: String = row.get_r_by_index(2)?;
            wrong += i32::from(v != format!("value {}", p * 1000 + c) || !seen.insert(p * 1000 + c));
        }
        more = pages.has_more();
    }
    r.equal("rows of 100,000", (100_000, 0), (seen.len(), wrong));
    let one = session.prepare("SELECT c FROM pages WHERE p = ?").await?;
    let (mut partition, mut sizes, mut state) = (Vec::new(), Vec::new(), None);
    loop {
        let (rows, next) = page(session, &one, values![7], 100, state).await?;
        sizes.push(rows.len());
        partition.extend(rows.into_iter().map(|mut row| row.remove(0)));
        if next.is_none() {
            break;
        }
        state = next;
    }
    r.equal("no page has more rows than asked", Some(100), sizes.into_iter().max());
    r.equal("rows of a partition in their order", (0..1000).map(int).collect::<Vec<_>>(), partition);
    Ok(())
}

pub async fn paging_state(r: &mut Report, session: &Session) -> Result<(), Failure> {
    let read = "SELECT c FROM driver_facts.pages WHERE p = 8";
    let mut pager = session.paged(300);
    let mut pages = pager.query(read);
    pages.next().await?;
    let state = pages.into_pager_state();
    r.equal("more pages", true, state.has_more());
    let other = connected(None).await?;
    let mut pager = other.paged(300);
    let mut got = Vec::new();
    for row in pager.query_with_pager_state(read, state).next().await? {
        got.push(row.get_r_by_index(0)?);
    }
    r.equal("a page of another session", (300..600).collect::<Vec<i32>>(), got);
    let wrong = PagerState::new_with_cursor(CBytes::new(vec![1, 2, 3]));
    let mut pager = other.paged(300);
    let outcome = pager.query_with_pager_state(read, wrong).next().await;
    r.refused("a state that is none", ErrorType::Protocol, outcome);
    Ok(())
}

pub async fn lightweight_transactions(r: &mut Report, session: &Session) -> Result<(), Failure> {
    run(session, "CREATE TABLE users (id int PRIMARY KEY, name text, age int)", values![]).await?;
    let (applied, refused) = (CassandraType::Boolean(true), CassandraType::Boolean(false));
    let insert = session.prepare(format!("{INSERT_USER} IF NOT EXISTS")).await?;
    let first = decoded(execute(session, &insert, values![1, "ann", 30]).await?)?;
    r.equal("the first INSERT", vec![vec![applied.clone()]], first);
    let again = decoded(execute(session, &insert, values![1, "bob", 40]).await?)?;
    r.equal("the second INSERT", vec![vec![refused.clone(), int(1), int(30), text("ann")]], again);
    let update = "UPDATE users SET age = ? WHERE id = ? IF age = ?";
    let outcome = rows(session, update, values![31, 1, 29]).await?;
    r.equal("a condition that fails", vec![vec![refused.clone(), int(30)]], outcome);
    let outcome = rows(session, update, values![31, 1, 30]).await?;
    r.equal("a condition that holds", vec![vec![applied.clone()]], outcome);
    let absent = "UPDATE users SET age = 1 WHERE id = ? IF EXISTS";
    let outcome = rows(session, absent, values![9]).await?;
    r.equal("UPDATE IF EXISTS of nothing", vec![vec![refused.clone()]], outcome);
    let delete = "DELETE FROM users WHERE id = ? IF name IN ?";
    let outcome = rows(session, delete, values![1, vec!["ann", "eve"]]).await?;
    r.equal("DELETE IF", vec![vec![applied.clone()]], outcome);
    run(session, "CREATE TABLE seats (show int, seat int, holder text, PRIMARY KEY (show, seat))", values![]).await?;
    for expected in [applied, refused] {
        let text = "INSERT INTO seats (show, seat, holder) VALUES (?, ?, ?) IF NOT EXISTS";
        let mut batch = BatchQueryBuilder::new().with_serial_consistency(Consistency::LocalSerial);
        for seat in [1, 2] {
            batch = batch.add_query(text, bound(values![1, seat, "ann"]));
        }
        let outcome = decoded(session.batch(batch.build()?).await?)?;
        r.equal("a conditional batch", expected, outcome[0][0].clone());
    }
    let serial = StatementParamsBuilder::new().with_consistency(Consistency::Serial).build();
    let read = "SELECT holder FROM seats WHERE show = 1 AND seat = 2";
    let holder = decoded(session.query_with_params(read, serial).await?)?;
    r.equal("a serial read", vec![vec![text("ann")]], holder);
    Ok(())
}

pub async fn counters(r: &mut Report, session: &Session) -> Result<(), Failure> {
    let create = "CREATE TABLE counters (p int, c text, hits counter, misses counter, PRIMARY KEY (p, c))";
    run(session, create, values![]).await?;
    let update = "UPDATE counters SET hits = hits + ?, misses = misses - ? WHERE p = ? AND c = ?";
    let prepared = session.prepare(update).await?;
    in_parallel(100, |_| {
        let prepared = &prepared;
        async move {
            execute(session, prepared, values![1_i64, 2_i64, 1, "a"]).await?;
            Ok(())
        }
    })
    .await?;
    let sums = rows(session, "SELECT hits, misses FROM counters WHERE p = 1", values![]).await?;
    r.equal("counters", vec![vec![CassandraType::Counter(100), CassandraType::Counter(-200)]], sums);
    let outcome = run(session, "INSERT INTO counters (p, c, hits) VALUES (1, 'a', 1)", values![]).await;
    r.refused("an INSERT", ErrorType::Invalid, outcome);
    Ok(())
}

pub async fn errors(r: &mut Report, session: &Session) -> Result<(), Failure> {
    let exists = |table: &str| {
        ErrorType::AlreadyExists(AlreadyExistsError { ks: KEYSPACE.to_string(), table: table.to_string() })
    };
    for (what, expected, statement) in [
        ("wrong syntax", ErrorType::Syntax, "SELEC * FROM users"),
        ("no such table", ErrorType::Invalid, "SELECT * FROM nosuch"),
        ("no such column", ErrorType::Invalid, "SELECT nosuch FROM users"),
        ("a read that needs ALLOW FILTERING", ErrorType::Invalid, "SELECT * FROM users WHERE age = 1"),
        ("a table twice", exists("users"), "CREATE TABLE users (id int PRIMARY KEY)"),
        (
            "a keyspace twice",
            exists(""),
            "CREATE KEYSPACE driver_facts WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}",
        ),
        (
            "a wrong option",
            ErrorType::Config,
            "CREATE TABLE other (id int PRIMARY KEY) WITH compaction = {'class': 'NoSuchStrategy'}",
        ),
        ("a value of another type", ErrorType::Invalid, "INSERT INTO users (id, age) VALUES (1, 'x')"),
    ] {
        r.refused(what, expected, run(session, statement, values![]).await);
    }
    let prepared = session.prepare("SELECT * FROM users WHERE nosuch = ?").await;
    r.refused("PREPARE of a wrong statement", ErrorType::Invalid, prepared);
    let outcome = run(session, INSERT_USER, values![1, "ann", 1_i64]).await;
    r.refused("a value of a wrong length", ErrorType::Invalid, outcome);
    r.equal("the session goes on", 1, rows(session, "SELECT key FROM system.local", values![]).await?.len());
    Ok(())
}

pub async fn warnings(r: &mut Report, session: &Session) -> Result<(), Failure> {
    let envelope = session.query("SELECT count(*) FROM users").await?;
    let found: Vec<String> = envelope.warnings().iter().map(|warning| warning.to_lowercase()).collect();
    let is_it = found.len() == 1 && found[0].contains("aggregation query used without partition key");
    r.equal("a warning", true, is_it);
    r.equal("the answer behind it", vec![vec![bigint(0)]], decoded(envelope)?);
    let envelope = session.query("SELECT * FROM users WHERE id = 1").await?;
    r.equal("no warning", 0, envelope.warnings().len());
    Ok(())
}

pub async fn tracing(r: &mut Report, session: &Session) -> Result<(), Failure> {
    let statement = "SELECT * FROM users WHERE id = ?";
    let prepared = session.prepare(statement).await?;
    let request = StatementParamsBuilder::new().with_values(bound(values![1])).build();
    let traced = StatementParams { tracing: true, ..request.clone() };
    r.equal("no trace unasked", None, *session.exec_with_params(&prepared, &request).await?.tracing_id());
    let id = session.exec_with_params(&prepared, &traced).await?.tracing_id().ok_or("no id")?;
    let read = "SELECT coordinator, request, parameters FROM system_traces.sessions WHERE session_id = ?";
    let ended = format!("SELECT duration FROM system_traces.sessions WHERE session_id = {id}");
    let is_ended = || async {
        rows(session, &ended, values![])
            .await
            .is_ok_and(|got| matches!(got[..], [ref row] if row[0] != CassandraType::Null))
    };
    r.equal("it ends", true, until(Duration::from_secs(20), is_ended).await);
    let trace = first_row(session, read, values![id]).await?;
    let coordinator = address().rsplit_once(':').ok_or("no port")?.0.parse()?;
    r.equal("the coordinator", CassandraType::Inet(coordinator), trace[0].clone());
    r.equal("the request", text("Execute CQL3 prepared query"), trace[1].clone());
    let CassandraType::Map(parameters) = &trace[2] else { return Err("no parameters".into()) };
    r.equal("its statement", true, parameters.contains(&(text("query"), text(statement))));
    let events = rows(session, "SELECT activity FROM system_traces.events WHERE session_id = ?", values![id]).await?;
    r.equal("its events", true, events.len() > 1);
    Ok(())
}

pub async fn times(r: &mut Report, session: &Session) -> Result<(), Failure> {
    run(session, "CREATE TABLE times (id int PRIMARY KEY, v text)", values![]).await?;
    let insert = "INSERT INTO times (id, v) VALUES (?, ?) USING TIMESTAMP ? AND TTL ?";
    let (of_values, of_requests) = (1234567890123456_i64, 2234567890123456_i64);
    run(session, insert, values![1, "a", of_values, 1000]).await?;
    let row = first_row(session, "SELECT writetime(v), ttl(v) FROM times WHERE id = 1", values![]).await?;
    r.equal("the timestamp", bigint(of_values), row[0].clone());
    r.equal("the time to live", true, matches!(row[1], CassandraType::Int(1..=1000)));
    let update = session.prepare("UPDATE times SET v = ? WHERE id = 2").await?;
    let request = StatementParamsBuilder::new().with_values(bound(values!["b"])).with_timestamp(of_requests);
    session.exec_with_params(&update, &request.build()).await?;
    let batch = BatchQueryBuilder::new().add_query("INSERT INTO times (id, v) VALUES (3, 'c')", bound(values![]));
    session.batch(batch.with_timestamp(of_requests).build()?).await?;
    let written = rows(session, "SELECT writetime(v) FROM times WHERE id IN (2, 3)", values![]).await?;
    r.equal("the timestamp of a request and of a batch", vec![vec![bigint(of_requests)]; 2], written);
    run(session, "INSERT INTO times (id, v) VALUES (4, 'd') USING TTL 1000", values![]).await?;
    let later = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs() as i32 + 500;
    let request = StatementParamsBuilder::new().with_now_in_seconds(later).build();
    let left = decoded(session.query_with_params("SELECT ttl(v) FROM times WHERE id = 4", request).await?)?;
    r.equal("the time of a request", true, matches!(left[0][0], CassandraType::Int(401..=500)));
    Ok(())
}

pub async fn names(r: &mut Report, session: &Session) -> Result<(), Failure> {
    run(session, INSERT_USER, values![5, "eve", 50]).await?;
    let statement = "SELECT id FROM users WHERE id = :wanted LIMIT :most";
    let described = session.prepare_raw(statement).await?;
    r.equal("names of markers", vec!["wanted", "most"], names_of(&described.metadata.col_specs));
    let named = session.prepare(statement).await?;
    let values = || QueryValues::from(HashMap::from([("most", 2), ("wanted", 5)]));
    let got = decoded(session.exec_with_values(&named, values()).await?)?;
    r.equal("named values", vec![vec![int(5)]], got);
    let got = decoded(session.query_with_values(statement, values()).await?)?;
    r.equal("named values of a statement that is not prepared", vec![vec![int(5)]], got);
    let among = "SELECT id FROM users WHERE id IN ? LIMIT ?";
    let described = session.prepare_raw(among).await?;
    r.equal("names the server gives", vec!["in(id)", "[limit]"], names_of(&described.metadata.col_specs));
    r.equal("IN ? LIMIT ?", vec![vec![int(5)]], rows(session, among, values![vec![5, 6, 7], 2]).await?);
    let text = "SELECT count(*), max(age), cast(age AS text), ttl(name), age AS \"My Age\" FROM users WHERE id = 5";
    let expected = vec!["count", "system.max(age)", "cast(age as text)", "ttl(name)", "My Age"];
    r.equal("names of columns", expected, names_of(&columns(session, text).await?));
    Ok(())
}

pub async fn alter_prepared(r: &mut Report, session: &Session) -> Result<(), Failure> {
    run(session, "CREATE TABLE altered (id int PRIMARY KEY, a int)", values![]).await?;
    let write = "INSERT INTO altered (id, a) VALUES (?, ?)";
    let insert = session.prepare(write).await?;
    let read = session.prepare("SELECT * FROM altered WHERE id = ?").await?;
    execute(session, &insert, values![1, 10]).await?;
    r.equal("before", vec![vec![int(1), int(10)]], decoded(execute(session, &read, values![1]).await?)?);
    let before = read.result_metadata_id.load_full();
    run(session, "ALTER TABLE altered ADD b text", values![]).await?;
    run(session, "UPDATE altered SET b = 'new' WHERE id = 1", values![]).await?;
    execute(session, &insert, values![2, 20]).await?;
    let got = decoded(execute(session, &read, values![1]).await?)?;
    r.equal("after ADD", vec![vec![int(1), int(10), text("new")]], got);
    r.equal("another id of the columns", true, before.is_some() && before != read.result_metadata_id.load_full());
    run(session, "ALTER TABLE altered DROP a", values![]).await?;
    let got = decoded(execute(session, &read, values![1]).await?)?;
    r.equal("after DROP", vec![vec![int(1), text("new")]], got);
    // The driver gives the error of EXECUTE, not that of its attempt to prepare the statement again.
    let outcome = execute(session, &insert, values![3, 30]).await;
    let unprepared = ErrorType::Unprepared(cdrs_tokio::frame::message_error::UnpreparedError { id: insert.id.clone() });
    r.refused("the dropped column", unprepared, outcome);
    r.refused("PREPARE with the dropped column", ErrorType::Invalid, session.prepare(write).await);
    Ok(())
}

pub async fn alter_paged(r: &mut Report, session: &Session) -> Result<(), Failure> {
    run(session, "CREATE TABLE altered_pages (p int, c int, v int, PRIMARY KEY (p, c))", values![]).await?;
    for number in 0..20 {
        run(session, "INSERT INTO altered_pages (p, c, v) VALUES (1, ?, ?)", values![number, number]).await?;
    }
    let read = session.prepare("SELECT * FROM altered_pages WHERE p = ?").await?;
    let (mut seen, state) = page(session, &read, values![1], 8, None).await?;
    run(session, "ALTER TABLE altered_pages ADD w text", values![]).await?;
    run(session, "UPDATE altered_pages SET w = 'w' WHERE p = 1 AND c = 9", values![]).await?;
    let mut state = Some(state.ok_or("no state")?);
    while state.is_some() {
        let (rows, next) = page(session, &read, values![1], 8, state).await?;
        seen.extend(rows);
        state = next;
    }
    let expected = (0..20).map(|n| match n {
        0..=7 => vec![int(1), int(n), int(n)],
        9 => vec![int(1), int(9), int(9), text("w")],
        _ => vec![int(1), int(n), int(n), CassandraType::Null],
    });
    r.equal("rows of three pages", expected.collect::<Vec<_>>(), seen);
    Ok(())
}

pub async fn concurrency(r: &mut Report, session: &Session) -> Result<(), Failure> {
    run(session, "CREATE TABLE flights (id int PRIMARY KEY, v int)", values![]).await?;
    let insert = session.prepare("INSERT INTO flights (id, v) VALUES (?, ?)").await?;
    let read = session.prepare("SELECT v FROM flights WHERE id = ?").await?;
    in_parallel(2000, |n| {
        let insert = &insert;
        async move {
            execute(session, insert, values![n, n * 7]).await?;
            Ok(())
        }
    })
    .await?;
    let wrong = AtomicUsize::new(0);
    in_parallel(2000, |n| {
        let (read, wrong) = (&read, &wrong);
        async move {
            let got = decoded(execute(session, read, values![n]).await?)?;
            wrong.fetch_add(usize::from(got != [[int(n * 7)]]), Ordering::Relaxed);
            Ok(())
        }
    })
    .await?;
    r.equal("answers of other requests", 0, wrong.into_inner());
    Ok(())
}
