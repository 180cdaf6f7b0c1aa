//! Facts of values.
use std::collections::BTreeMap;
use std::io::Cursor;

use crate::driver::{columns, decoded, execute, first_row, int, rows, run, text, Failure, Report, Session};
use crate::values;
use cdrs_tokio::frame::message_error::ErrorType;
use cdrs_tokio::frame::message_result::ColTypeOptionValue;
use cdrs_tokio::frame::{Serialize, TryFromUdt, Version};
use cdrs_tokio::types::blob::Blob;
use cdrs_tokio::types::cassandra_type::CassandraType;
use cdrs_tokio::types::decimal::Decimal;
use cdrs_tokio::types::duration::Duration;
use cdrs_tokio::types::prelude::Udt;
use cdrs_tokio::types::value::{Bytes, Value};
use cdrs_tokio::types::IntoRustByName;
use cdrs_tokio::{IntoCdrsValue, TryFromUdt};
use num_bigint::BigInt;
use uuid::Uuid;

/// The smallest, largest or oddest value of each native type, as it is written and as it is read.
fn odd_values() -> Result<Vec<(&'static str, Value, CassandraType)>, Failure> {
    use CassandraType as Cql;
    let words = "tëxt 漢字 \u{1f600}";
    let blob = Blob::new(vec![0, 1, 127, 128, 255]);
    let decimal = Decimal::new(BigInt::from_signed_bytes_be(&[0x80, 0, 1]), i32::MAX);
    let duration = Duration::new(-14, -3, -63)?; // the driver encodes larger numbers in another way than Cassandra
    let varint = BigInt::from_signed_bytes_be(&[0x80; 20]);
    let address: std::net::IpAddr = "2001:db8::1".parse()?;
    let (by_time, by_chance) = (
        Uuid::parse_str("f47ac10b-58cc-1372-8567-0e02b2c3d479")?,
        Uuid::parse_str("f47ac10b-58cc-4372-a567-0e02b2c3d479")?,
    );
    Ok(vec![
        ("ascii", "plain".into(), Cql::Ascii("plain".to_string())),
        ("bigint", i64::MIN.into(), Cql::Bigint(i64::MIN)),
        ("blob", blob.clone().into(), Cql::Blob(blob)),
        ("boolean", true.into(), Cql::Boolean(true)),
        ("date", 0_i32.into(), Cql::Date(0)),
        ("decimal", decimal.clone().into(), Cql::Decimal(decimal)),
        ("double", f64::MAX.into(), Cql::Double(f64::MAX)),
        ("duration", duration.into(), Cql::Duration(duration)),
        ("float", (-0.0_f32).into(), Cql::Float(-0.0)),
        ("inet", address.into(), Cql::Inet(address)),
        ("int", i32::MIN.into(), int(i32::MIN)),
        ("smallint", i16::MIN.into(), Cql::Smallint(i16::MIN)),
        ("text", words.into(), text(words)),
        ("time", 86_399_999_999_999_i64.into(), Cql::Time(86_399_999_999_999)),
        ("timestamp", i64::MIN.into(), Cql::Timestamp(i64::MIN)),
        ("timeuuid", by_time.into(), Cql::Timeuuid(by_time)),
        ("tinyint", i8::MIN.into(), Cql::Tinyint(i8::MIN)),
        ("uuid", by_chance.into(), Cql::Uuid(by_chance)),
        ("varchar", "".into(), text("")),
        ("varint", varint.clone().into(), Cql::Varint(varint)),
    ])
}

pub async fn types(r: &mut Report, session: &Session) -> Result<(), Failure> {
    let odd = odd_values()?;
    let definitions: Vec<String> = odd.iter().map(|(name, ..)| format!("c_{name} {name}")).collect();
    let columns: Vec<String> = odd.iter().map(|(name, ..)| format!("c_{name}")).collect();
    run(session, &format!("CREATE TABLE types (id int PRIMARY KEY, {})", definitions.join(", ")), values![]).await?;
    let insert = format!("INSERT INTO types (id, {}) VALUES (?{})", columns.join(", "), ", ?".repeat(odd.len()));
    let insert = session.prepare(insert).await?;
    let mut row = values![1];
    row.extend(odd.iter().map(|(_, value, _)| value.clone()));
    execute(session, &insert, row).await?;
    let read = session.prepare(format!("SELECT {} FROM types WHERE id = ?", columns.join(", "))).await?;
    let got = decoded(execute(session, &read, values![1]).await?)?.remove(0);
    r.equal("columns", odd.len(), got.len());
    for ((name, value, expected), got) in odd.into_iter().zip(got) {
        r.equal(name, format!("{expected:?}"), format!("{got:?}"));
        if name != "duration" {
            let filter = format!("SELECT id FROM types WHERE id = 1 AND c_{name} = ? ALLOW FILTERING");
            r.equal(name, vec![vec![int(1)]], rows(session, &filter, vec![value]).await?);
        }
    }
    Ok(())
}

pub async fn nulls(r: &mut Report, session: &Session) -> Result<(), Failure> {
    run(session, "CREATE TABLE nulls (id int PRIMARY KEY, a int, b text, c int)", values![]).await?;
    let insert = session.prepare("INSERT INTO nulls (id, a, b, c) VALUES (?, ?, ?, ?)").await?;
    execute(session, &insert, values![1, 1, "b", 3]).await?;
    execute(session, &insert, values![1, Value::Null, "", Value::NotSet]).await?;
    let row = first_row(session, "SELECT a, b, c FROM nulls WHERE id = 1", values![]).await?;
    r.equal("null deletes, unset leaves", vec![CassandraType::Null, text(""), int(3)], row);
    let unset = execute(session, &insert, values![Value::NotSet, 1, "b", 3]).await;
    r.refused("an unset key", ErrorType::Invalid, unset);
    r.refused("a null key", ErrorType::Invalid, execute(session, &insert, values![Value::Null, 1, "b", 3]).await);
    Ok(())
}

fn list(elements: &[CassandraType]) -> CassandraType {
    CassandraType::List(elements.to_vec())
}
fn map(pairs: &[(&str, CassandraType)]) -> CassandraType {
    CassandraType::Map(pairs.iter().map(|(key, value)| (text(key), value.clone())).collect())
}

pub async fn collections(r: &mut Report, session: &Session) -> Result<(), Failure> {
    run(
        session,
        "CREATE TABLE collections (id int PRIMARY KEY, l list<int>, s set<text>, m map<text, int>,
            f frozen<map<text, frozen<list<int>>>>, e list<text>)",
        values![],
    )
    .await?;
    let insert = session.prepare("INSERT INTO collections (id, l, s, m, f, e) VALUES (?, ?, ?, ?, ?, ?)").await?;
    let numbers = BTreeMap::from([("y", 2), ("x", 1)]);
    let nested = BTreeMap::from([("k", vec![1, 2]), ("e", vec![])]);
    let row = values![1, vec![3, 1, 2, 1], vec!["b", "a"], numbers, nested, Vec::<String>::new()];
    execute(session, &insert, row).await?;
    let read = "SELECT l, s, m, f, e FROM collections WHERE id = ?";
    let expected = vec![
        list(&[int(3), int(1), int(2), int(1)]),
        list(&[text("a"), text("b")]),
        map(&[("x", int(1)), ("y", int(2))]),
        map(&[("e", list(&[])), ("k", list(&[int(1), int(2)]))]),
        CassandraType::Null,
    ];
    r.equal("as written", vec![expected], rows(session, read, values![1]).await?);
    run(session, "UPDATE collections SET l = l + ? WHERE id = 1", values![vec![9]]).await?;
    run(session, "UPDATE collections SET l[0] = ? WHERE id = 1", values![7]).await?;
    run(session, "UPDATE collections SET s = s - ? WHERE id = 1", values![vec!["a"]]).await?;
    run(session, "UPDATE collections SET m[?] = ? WHERE id = 1", values!["z", 3]).await?;
    run(session, "DELETE m[?] FROM collections WHERE id = 1", values!["x"]).await?;
    let l = list(&[int(7), int(1), int(2), int(1), int(9)]);
    let expected = vec![l, list(&[text("b")]), map(&[("y", int(2)), ("z", int(3))])];
    r.equal("after changes", expected, first_row(session, read, values![1]).await?[..3].to_vec());
    let element = rows(session, "SELECT m[?] FROM collections WHERE id = 1", values!["z"]).await?;
    r.equal("an element", vec![vec![int(3)]], element);
    Ok(())
}

#[derive(Clone, Debug, PartialEq, IntoCdrsValue, TryFromUdt)]
struct Point {
    x: Option<i32>,
    y: f64,
    labels: Option<Vec<String>>,
}

/// A user type as it is read without a struct.
fn fields(x: CassandraType, y: f64, labels: CassandraType) -> CassandraType {
    let fields = [("x", x), ("y", CassandraType::Double(y)), ("labels", labels)];
    CassandraType::Udt(fields.into_iter().map(|(name, value)| (name.to_string(), value)).collect())
}

pub async fn user_types(r: &mut Report, session: &Session) -> Result<(), Failure> {
    run(session, "CREATE TYPE point (x int, y double, labels frozen<list<text>>)", values![]).await?;
    let create = "CREATE TABLE shapes (id int PRIMARY KEY, origin point, corners list<frozen<point>>,
        named map<text, frozen<point>>)";
    run(session, create, values![]).await?;
    let first = Point { x: Some(1), y: 0.5, labels: Some(vec!["a".to_string(), "b".to_string()]) };
    let second = Point { x: None, y: -2.0, labels: None };
    let (corners, named) = (vec![first.clone(), second.clone()], BTreeMap::from([("n", second)]));
    let insert = session.prepare("INSERT INTO shapes (id, origin, corners, named) VALUES (?, ?, ?, ?)").await?;
    execute(session, &insert, values![1, first.clone(), corners, named]).await?;
    let mut read = session.query("SELECT origin FROM shapes WHERE id = 1").await?.response_body()?.into_rows();
    let origin: Udt = read.as_mut().and_then(Vec::pop).ok_or("no row")?.get_r_by_name("origin")?;
    r.equal("a struct", first, Point::try_from_udt(origin)?);
    let (full, with_nulls) =
        (fields(int(1), 0.5, list(&[text("a"), text("b")])), fields(CassandraType::Null, -2.0, CassandraType::Null));
    let row = first_row(session, "SELECT corners, named FROM shapes WHERE id = ?", values![1]).await?;
    r.equal("user types", vec![list(&[full, with_nulls.clone()]), map(&[("n", with_nulls)])], row);
    run(session, "UPDATE shapes SET origin.y = ? WHERE id = 1", values![7.5]).await?;
    let alone = rows(session, "SELECT origin.x, origin.y FROM shapes WHERE id = 1", values![]).await?;
    r.equal("fields", vec![vec![int(1), CassandraType::Double(7.5)]], alone);
    run(session, "ALTER TYPE point ADD z int", values![]).await?;
    let read = columns(session, "SELECT origin FROM shapes WHERE id = 1").await?;
    let Some(ColTypeOptionValue::UdtType(point)) = &read[0].col_type.value else { return Err("no user type".into()) };
    let names = point.descriptions.iter().map(|(name, _)| name.as_str()).collect();
    r.equal("a new field", vec!["x", "y", "labels", "z"], names);
    let row = first_row(session, "SELECT origin FROM shapes WHERE id = 1", values![]).await?;
    let CassandraType::Udt(values) = &row[0] else { return Err("no user type".into()) };
    r.equal("its value", Some(&CassandraType::Null), values.get("z"));
    Ok(())
}

/// The driver has no tuple that can be written; its users write the elements one after another.
fn tuple(elements: Vec<Value>) -> Bytes {
    let mut bytes = Vec::new();
    let mut cursor = Cursor::new(&mut bytes);
    elements.iter().for_each(|element| element.serialize(&mut cursor, Version::V5));
    Bytes::new(bytes)
}

pub async fn tuples(r: &mut Report, session: &Session) -> Result<(), Failure> {
    let create = "CREATE TABLE tuples (id int PRIMARY KEY, t tuple<int, text, frozen<list<double>>>)";
    run(session, create, values![]).await?;
    let insert = session.prepare("INSERT INTO tuples (id, t) VALUES (?, ?)").await?;
    execute(session, &insert, values![1, tuple(values![1, "a", vec![0.5]])]).await?;
    execute(session, &insert, values![2, tuple(values![Value::Null, "", Value::Null])]).await?;
    let read = "SELECT t FROM tuples WHERE id = ?";
    let full = CassandraType::Tuple(vec![int(1), text("a"), list(&[CassandraType::Double(0.5)])]);
    r.equal("tuples", vec![full], first_row(session, read, values![1]).await?);
    let with_nulls = CassandraType::Tuple(vec![CassandraType::Null, text(""), CassandraType::Null]);
    r.equal("nulls in tuples", vec![with_nulls], first_row(session, read, values![2]).await?);
    run(session, "CREATE TABLE pairs (p int, a int, b int, PRIMARY KEY (p, a, b))", values![]).await?;
    for (a, b) in [(1, 1), (1, 2), (2, 1)] {
        run(session, "INSERT INTO pairs (p, a, b) VALUES (1, ?, ?)", values![a, b]).await?;
    }
    let expected = |pairs: [(i32, i32); 2]| pairs.map(|(a, b)| vec![int(a), int(b)]).to_vec();
    let behind = session.prepare("SELECT a, b FROM pairs WHERE p = 1 AND (a, b) > ?").await?;
    let got = decoded(execute(session, &behind, values![tuple(values![1, 1])]).await?)?;
    r.equal("a tuple as a value", expected([(1, 2), (2, 1)]), got);
    let among = session.prepare("SELECT a, b FROM pairs WHERE p = 1 AND (a, b) IN ?").await?;
    let both = vec![tuple(values![2, 1]), tuple(values![1, 1])];
    let got = decoded(execute(session, &among, values![both]).await?)?;
    r.equal("a list of tuples as a value", expected([(1, 1), (2, 1)]), got);
    Ok(())
}

pub async fn vectors(r: &mut Report, session: &Session) -> Result<(), Failure> {
    let create = "CREATE TABLE vectors (id int PRIMARY KEY, v vector<float, 3>, t vector<text, 2>)";
    run(session, create, values![]).await?;
    run(session, "CREATE CUSTOM INDEX ON vectors (v) USING 'StorageAttachedIndex'", values![]).await?;
    // The driver reads vectors of floats, and writes none: the bytes are those of the elements.
    let floats = |numbers: [f32; 3]| Bytes::new(numbers.iter().flat_map(|number| number.to_be_bytes()).collect());
    let texts = b"\x01a\x00"; // each with its length: 'a' and ''
    let insert = session.prepare("INSERT INTO vectors (id, v, t) VALUES (?, ?, ?)").await?;
    execute(session, &insert, values![1, floats([1.0, 0.0, 0.0]), Bytes::new(texts.to_vec())]).await?;
    execute(session, &insert, values![2, floats([0.0, 1.0, 0.0]), Bytes::new(texts.to_vec())]).await?;
    let row = first_row(session, "SELECT v FROM vectors WHERE id = ?", values![1]).await?;
    let expected = CassandraType::Vector([1.0, 0.0, 0.0].map(CassandraType::Float).to_vec());
    r.equal("a vector of floats", vec![expected], row);
    let body = run(session, "SELECT t FROM vectors WHERE id = 1", values![]).await?.response_body()?;
    let cell = body.as_cols().and_then(|answer| answer.rows_content[0][0].as_slice());
    r.equal("a vector of texts", Some(texts.as_slice()), cell);
    let literal = "SELECT id FROM vectors WHERE t = ['a', ''] ALLOW FILTERING";
    r.equal("its elements", 2, rows(session, literal, values![]).await?.len());
    let nearest = "SELECT id FROM vectors ORDER BY v ANN OF ? LIMIT 1";
    r.equal("ANN", vec![vec![int(2)]], rows(session, nearest, values![floats([0.1, 0.9, 0.0])]).await?);
    let similar = "SELECT similarity_cosine(v, ?) FROM vectors WHERE id = 1";
    let row = first_row(session, similar, values![floats([1.0, 0.0, 0.0])]).await?;
    r.equal("similarity", vec![CassandraType::Float(1.0)], row);
    Ok(())
}
