//! Facts of requests.
use std::collections::HashSet;

use crate::driver::{
    connected, first_row, in_parallel, int, page, rows, run, text, with_page_size, Bind, Failure, Report, Value,
};
use crate::{address, values, KEYSPACE};
use scylla::client::session::Session;
use scylla::errors::{DbError, ExecutionError};
use scylla::response::PagingState;
use scylla::statement::batch::{Batch, BatchType};
use scylla::statement::{Consistency, SerialConsistency, Statement};
use scylla::value::{CqlValue, Row};

const INSERT_USER: &str = "INSERT INTO users (id, name, age) VALUES (?, ?, ?)";

pub async fn batches(r: &mut Report, session: &Session) -> Result<(), Failure> {
    run(session, "CREATE TABLE batches (p int, c int, v text, PRIMARY KEY (p, c))", values![]).await?;
    run(session, "CREATE TABLE batch_counters (p int PRIMARY KEY, n counter)", values![]).await?;
    let insert = session.prepare("INSERT INTO batches (p, c, v) VALUES (?, ?, ?)").await?;
    let add = session.prepare("UPDATE batch_counters SET n = n + ? WHERE p = ?").await?;
    let mut logged = Batch::new(BatchType::Logged);
    let mut bound = Vec::new();
    for number in 0..100 {
        logged.append_statement(insert.clone());
        bound.push(values![1, number, format!("v{number}")]);
    }
    logged.append_statement("INSERT INTO batches (p, c, v) VALUES (1, 100, 'it''s text')");
    bound.push(values![]);
    logged.append_statement("DELETE FROM batches WHERE p = ? AND c = ?");
    bound.push(values![1, 0]);
    session.batch(&logged, bound).await?;
    let got = rows(session, "SELECT c, v FROM batches WHERE p = 1", values![]).await?;
    r.equal("rows", 100, got.len());
    r.equal("prepared and text, mixed", vec!["100".to_string(), "'it''s text'".to_string()], got[99].clone());
    let mut unlogged = Batch::new(BatchType::Unlogged);
    (0..50).for_each(|_| unlogged.append_statement(insert.clone()));
    session.batch(&unlogged, (10..60).map(|p| values![p, 0, "u"]).collect::<Vec<_>>()).await?;
    let count = rows(session, "SELECT count(*) FROM batches WHERE v = 'u' ALLOW FILTERING", values![]).await?;
    r.equal("rows of an unlogged batch", vec![vec!["50".to_string()]], count);
    let counter = |number: i64| CqlValue::Counter(scylla::value::Counter(number));
    let mut counted = Batch::new(BatchType::Counter);
    (0..10).for_each(|_| counted.append_statement(add.clone()));
    session.batch(&counted, (0..10).map(|n| values![counter(n), 1]).collect::<Vec<_>>()).await?;
    let sum = rows(session, "SELECT n FROM batch_counters WHERE p = 1", values![]).await?;
    r.equal("a counter batch", vec![vec!["45".to_string()]], sum);
    let mut mixed = Batch::new(BatchType::Logged);
    mixed.append_statement(insert.clone());
    mixed.append_statement(add);
    let outcome = session.batch(&mixed, vec![values![2, 1, "a"], values![counter(1), 1]]).await;
    r.refused("counters in a logged batch", DbError::Invalid, outcome);
    r.equal(
        "nothing of the refused batch",
        0,
        rows(session, "SELECT c FROM batches WHERE p = 2", values![]).await?.len(),
    );
    Ok(())
}

pub async fn paging(r: &mut Report, session: &Session) -> Result<(), Failure> {
    run(session, "CREATE TABLE pages (p int, c int, v text, PRIMARY KEY (p, c))", values![]).await?;
    let insert = session.prepare("INSERT INTO pages (p, c, v) VALUES (?, ?, ?)").await?;
    in_parallel(100_000, |n| {
        let insert = &insert;
        async move {
            session.execute_unpaged(insert, (n / 1000, n % 1000, format!("value {n}"))).await?;
            Ok(())
        }
    })
    .await?;
    let all = with_page_size(session, "SELECT p, c, v FROM pages", 5000).await?;
    let (mut seen, mut wrong) = (HashSet::new(), 0);
    let mut stream = session.execute_iter(all, ()).await?.rows_stream::<(i32, i32, String)>()?;
    while let Some(row) = futures::StreamExt::next(&mut stream).await {
        let (p, c, v) = row?;
        seen.insert(p * 1000 + c);
        wrong += i32::from(v != format!("value {}", p * 1000 + c));
    }
    r.equal("rows of 100,000", (100_000, 0), (seen.len(), wrong));
    let one = with_page_size(session, "SELECT c FROM pages WHERE p = ?", 100).await?;
    let (mut partition, mut largest, mut state) = (Vec::new(), 0, Some(PagingState::start()));
    while let Some(begin) = state {
        let (rows, next) = page(session, &one, values![7], begin).await?;
        largest = largest.max(rows.len());
        partition.extend(rows.into_iter().map(|row| row[0].clone()));
        state = next;
    }
    r.equal("no page has more rows than asked", 100, largest);
    r.equal("rows of a partition in their order", (0..1000).map(|n| n.to_string()).collect::<Vec<_>>(), partition);
    Ok(())
}

pub async fn paging_state(r: &mut Report, session: &Session) -> Result<(), Failure> {
    let read = "SELECT c FROM driver_facts.pages WHERE p = 8";
    let first = with_page_size(session, read, 300).await?;
    let (_, state) = page(session, &first, values![], PagingState::start()).await?;
    let other = connected(&address(), None).await?;
    let second = with_page_size(&other, read, 300).await?;
    let (rows, _) = page(&other, &second, values![], state.ok_or("no state")?).await?;
    let got: Vec<String> = rows.into_iter().map(|row| row[0].clone()).collect();
    r.equal("a page of another session", (300..600).map(|n| n.to_string()).collect(), got);
    let wrong = PagingState::new_from_raw_bytes(vec![1, 2, 3]);
    let outcome = other.execute_single_page(&second, (), wrong).await;
    r.refused("a state that is none", DbError::ProtocolError, outcome);
    Ok(())
}

pub async fn lightweight_transactions(r: &mut Report, session: &Session) -> Result<(), Failure> {
    run(session, "CREATE TABLE users (id int PRIMARY KEY, name text, age int)", values![]).await?;
    let row = |words: &[&str]| vec![words.iter().map(|word| word.to_string()).collect::<Vec<_>>()];
    let insert = "INSERT INTO users (id, name, age) VALUES (?, ?, ?) IF NOT EXISTS";
    r.equal("the first INSERT", "true".to_string(), rows(session, insert, values![1, "ann", 30]).await?[0][0].clone());
    let again = rows(session, insert, values![1, "bob", 40]).await?;
    r.equal("the second INSERT", row(&["false", "1", "30", "'ann'"]), again);
    let update = "UPDATE users SET age = ? WHERE id = ? IF age = ?";
    r.equal("a condition that fails", row(&["false", "30"]), rows(session, update, values![31, 1, 29]).await?);
    r.equal("a condition that holds", row(&["true"]), rows(session, update, values![31, 1, 30]).await?);
    let absent = "UPDATE users SET age = 1 WHERE id = ? IF EXISTS";
    r.equal("UPDATE IF EXISTS of nothing", row(&["false"]), rows(session, absent, values![9]).await?);
    let names = CqlValue::List(vec![text("ann"), text("eve")]);
    let delete = "DELETE FROM users WHERE id = ? IF name IN ?";
    r.equal("DELETE IF", row(&["true"]), rows(session, delete, values![1, names]).await?);
    run(session, "CREATE TABLE seats (show int, seat int, holder text, PRIMARY KEY (show, seat))", values![]).await?;
    for expected in [true, false] {
        let mut batch = Batch::new(BatchType::Logged);
        let text = "INSERT INTO seats (show, seat, holder) VALUES (?, ?, ?) IF NOT EXISTS";
        (0..2).for_each(|_| batch.append_statement(text));
        let result = session.batch(&batch, vec![values![1, 1, "ann"], values![1, 2, "ann"]]).await?;
        let applied = result.into_rows_result()?.first_row::<Row>()?.columns[0].clone();
        r.equal("a conditional batch", Some(CqlValue::Boolean(expected)), applied);
    }
    let mut serial = Statement::new("SELECT holder FROM seats WHERE show = 1 AND seat = 2");
    serial.set_consistency(Consistency::Serial);
    serial.set_serial_consistency(Some(SerialConsistency::Serial));
    let holder = session.query_unpaged(serial, ()).await?.into_rows_result()?.first_row::<(String,)>()?;
    r.equal("a serial read", "ann".to_string(), holder.0);
    Ok(())
}

pub async fn counters(r: &mut Report, session: &Session) -> Result<(), Failure> {
    run(session, "CREATE TABLE counters (p int, c text, hits counter, misses counter, PRIMARY KEY (p, c))", values![])
        .await?;
    let update = "UPDATE counters SET hits = hits + ?, misses = misses - ? WHERE p = ? AND c = ?";
    let prepared = session.prepare(update).await?;
    in_parallel(100, |_| {
        let (prepared, counter) = (&prepared, |n| scylla::value::Counter(n));
        async move {
            session.execute_unpaged(prepared, (counter(1), counter(2), 1, "a")).await?;
            Ok(())
        }
    })
    .await?;
    let sums = rows(session, "SELECT hits, misses FROM counters WHERE p = 1", values![]).await?;
    r.equal("counters", vec![vec!["100".to_string(), "-200".to_string()]], sums);
    let outcome = run(session, "INSERT INTO counters (p, c, hits) VALUES (1, 'a', 1)", values![]).await;
    r.refused("an INSERT", DbError::Invalid, outcome);
    Ok(())
}

pub async fn errors(r: &mut Report, session: &Session) -> Result<(), Failure> {
    let exists = |table: &str| DbError::AlreadyExists { keyspace: KEYSPACE.to_string(), table: table.to_string() };
    for (what, expected, statement) in [
        ("wrong syntax", DbError::SyntaxError, "SELEC * FROM users"),
        ("no such table", DbError::Invalid, "SELECT * FROM nosuch"),
        ("no such column", DbError::Invalid, "SELECT nosuch FROM users"),
        ("a read that needs ALLOW FILTERING", DbError::Invalid, "SELECT * FROM users WHERE age = 1"),
        ("a table twice", exists("users"), "CREATE TABLE users (id int PRIMARY KEY)"),
        (
            "a keyspace twice",
            exists(""),
            "CREATE KEYSPACE driver_facts WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}",
        ),
        (
            "a wrong option",
            DbError::ConfigError,
            "CREATE TABLE other (id int PRIMARY KEY) WITH compaction = {'class': 'NoSuchStrategy'}",
        ),
        ("a value of another type", DbError::Invalid, "INSERT INTO users (id, age) VALUES (1, 'x')"),
    ] {
        r.refused(what, expected, run(session, statement, values![]).await);
    }
    let prepared = session.prepare("SELECT * FROM users WHERE nosuch = ?").await;
    r.refused("PREPARE of a wrong statement", DbError::Invalid, prepared.map_err(ExecutionError::from));
    r.equal("the session goes on", 1, rows(session, "SELECT key FROM system.local", values![]).await?.len());
    Ok(())
}

pub async fn warnings(r: &mut Report, session: &Session) -> Result<(), Failure> {
    let result = run(session, "SELECT count(*) FROM users", values![]).await?;
    let found: Vec<String> = result.warnings().map(str::to_lowercase).collect();
    let is_it = found.len() == 1 && found[0].contains("aggregation query used without partition key");
    r.equal("a warning", true, is_it);
    let result = run(session, "SELECT * FROM users WHERE id = 1", values![]).await?;
    r.equal("no warning", 0, result.warnings().count());
    Ok(())
}

pub async fn tracing(r: &mut Report, session: &Session) -> Result<(), Failure> {
    let mut traced = session.prepare("SELECT * FROM users WHERE id = ?").await?;
    traced.set_tracing(true);
    let result = session.execute_unpaged(&traced, (1,)).await?;
    let trace = session.get_tracing_info(&result.tracing_id().ok_or("no id")?).await?;
    r.equal("the coordinator", Some(address().rsplit_once(':').ok_or("no port")?.0.parse()?), trace.coordinator);
    r.equal("the request", Some("Execute CQL3 prepared query".to_string()), trace.request);
    r.equal("its events", true, trace.events.len() > 1);
    Ok(())
}

pub async fn times(r: &mut Report, session: &Session) -> Result<(), Failure> {
    run(session, "CREATE TABLE times (id int PRIMARY KEY, v text)", values![]).await?;
    let insert = "INSERT INTO times (id, v) VALUES (?, ?) USING TIMESTAMP ? AND TTL ?";
    run(session, insert, values![1, "a", 1234567890123456_i64, 1000]).await?;
    let row = first_row(session, "SELECT writetime(v), ttl(v) FROM times WHERE id = 1", values![]).await?;
    r.equal("the timestamp", Some(CqlValue::BigInt(1234567890123456)), row[0].clone());
    let left = row[1].as_ref().and_then(CqlValue::as_int).unwrap_or_default();
    r.equal("the time to live", true, 0 < left && left <= 1000);
    let mut update = session.prepare("UPDATE times SET v = ? WHERE id = 2").await?;
    update.set_timestamp(Some(2234567890123456));
    session.execute_unpaged(&update, ("b",)).await?;
    let row = first_row(session, "SELECT writetime(v) FROM times WHERE id = 2", values![]).await?;
    r.equal("the timestamp of a request", Some(CqlValue::BigInt(2234567890123456)), row[0].clone());
    Ok(())
}

pub async fn names(r: &mut Report, session: &Session) -> Result<(), Failure> {
    run(session, INSERT_USER, values![5, "eve", 50]).await?;
    let named = session.prepare("SELECT id FROM users WHERE id = :wanted LIMIT :most").await?;
    let markers: Vec<&str> = named.get_variable_col_specs().iter().map(|spec| spec.name()).collect();
    r.equal("names of markers", vec!["wanted", "most"], markers);
    let values = std::collections::HashMap::from([("most", 2), ("wanted", 5)]);
    r.equal("named values", 1, session.execute_unpaged(&named, values).await?.into_rows_result()?.rows_num());
    let ids = CqlValue::List(vec![int(5), int(6), int(7)]);
    let some = rows(session, "SELECT id FROM users WHERE id IN ? LIMIT ?", values![ids, 2]).await?;
    r.equal("IN ? LIMIT ?", vec![vec!["5".to_string()]], some);
    let text = "SELECT count(*), max(age), cast(age AS text), ttl(name), age AS \"My Age\" FROM users WHERE id = 5";
    let result = run(session, text, values![]).await?.into_rows_result()?;
    let columns: Vec<&str> = result.column_specs().iter().map(|spec| spec.name()).collect();
    r.equal("names of columns", vec!["count", "system.max(age)", "cast(age as text)", "ttl(name)", "My Age"], columns);
    Ok(())
}

pub async fn alter_prepared(r: &mut Report, session: &Session) -> Result<(), Failure> {
    run(session, "CREATE TABLE altered (id int PRIMARY KEY, a int)", values![]).await?;
    let insert = session.prepare("INSERT INTO altered (id, a) VALUES (?, ?)").await?;
    let read = session.prepare("SELECT * FROM altered WHERE id = ?").await?;
    session.execute_unpaged(&insert, (1, 10)).await?;
    let one = |words: &[&str]| vec![words.iter().map(|word| word.to_string()).collect::<Vec<_>>()];
    let got = crate::driver::literals(session.execute_unpaged(&read, (1,)).await?)?;
    r.equal("before", one(&["1", "10"]), got);
    run(session, "ALTER TABLE altered ADD b text", values![]).await?;
    run(session, "UPDATE altered SET b = 'new' WHERE id = 1", values![]).await?;
    session.execute_unpaged(&insert, (2, 20)).await?;
    let got = crate::driver::literals(session.execute_unpaged(&read, (1,)).await?)?;
    r.equal("after ADD", one(&["1", "10", "'new'"]), got);
    run(session, "ALTER TABLE altered DROP a", values![]).await?;
    let got = crate::driver::literals(session.execute_unpaged(&read, (1,)).await?)?;
    r.equal("after DROP", one(&["1", "'new'"]), got);
    r.refused("the dropped column", DbError::Invalid, session.execute_unpaged(&insert, (3, 30)).await);
    Ok(())
}

pub async fn alter_paged(r: &mut Report, session: &Session) -> Result<(), Failure> {
    run(session, "CREATE TABLE altered_pages (p int, c int, v int, PRIMARY KEY (p, c))", values![]).await?;
    for number in 0..20 {
        run(session, "INSERT INTO altered_pages (p, c, v) VALUES (1, ?, ?)", values![number, number]).await?;
    }
    let read = with_page_size(session, "SELECT * FROM altered_pages WHERE p = ?", 8).await?;
    let (mut seen, mut state) = (Vec::new(), Some(PagingState::start()));
    while let Some(begin) = state {
        let (rows, next) = page(session, &read, values![1], begin).await?;
        seen.extend(rows.into_iter().map(|row| row[1..].join(" ")));
        if seen.len() == 8 {
            run(session, "ALTER TABLE altered_pages ADD w text", values![]).await?;
            run(session, "UPDATE altered_pages SET w = 'w' WHERE p = 1 AND c = 9", values![]).await?;
        }
        state = next;
    }
    let expected = (0..20).map(|n| match n {
        0..=7 => format!("{n} {n}"),
        9 => "9 9 'w'".to_string(),
        _ => format!("{n} {n} null"),
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
            session.execute_unpaged(insert, (n, n * 7)).await?;
            Ok(())
        }
    })
    .await?;
    let wrong = std::sync::atomic::AtomicUsize::new(0);
    in_parallel(2000, |n| {
        let (read, wrong) = (&read, &wrong);
        async move {
            let row = session.execute_unpaged(read, (n,)).await?.into_rows_result()?.first_row::<(i32,)>()?;
            if row.0 != n * 7 {
                wrong.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            }
            Ok(())
        }
    })
    .await?;
    r.equal("answers of other requests", 0, wrong.into_inner());
    Ok(())
}
