//! Facts of values.
use crate::driver::{first_row, int, rows, run, text, Bind, Failure, Null, Report, Value};
use crate::values;
use scylla::client::session::Session;
use scylla::errors::DbError;
use scylla::value::{CqlDate, CqlDecimal, CqlDuration, CqlTime, CqlTimestamp, CqlTimeuuid, CqlValue, CqlVarint, Unset};

/// The smallest, largest or oddest value of each native type.
fn odd_values() -> Result<Vec<(&'static str, CqlValue)>, Failure> {
    let uuid = |text: &str| uuid::Uuid::parse_str(text);
    Ok(vec![
        ("ascii", CqlValue::Ascii("plain".to_string())),
        ("bigint", CqlValue::BigInt(i64::MIN)),
        ("blob", CqlValue::Blob(vec![0, 1, 127, 128, 255])),
        ("boolean", CqlValue::Boolean(true)),
        ("date", CqlValue::Date(CqlDate(0))),
        ("decimal", CqlValue::Decimal(CqlDecimal::from_signed_be_bytes_and_exponent(vec![0x80, 0, 1], i32::MAX))),
        ("double", CqlValue::Double(f64::MAX)),
        ("duration", CqlValue::Duration(CqlDuration { months: -14, days: -3, nanoseconds: -1234567890 })),
        ("float", CqlValue::Float(-0.0)),
        ("inet", CqlValue::Inet("2001:db8::1".parse()?)),
        ("int", CqlValue::Int(i32::MIN)),
        ("smallint", CqlValue::SmallInt(i16::MIN)),
        ("text", text("tëxt 漢字 \u{1f600}")),
        ("time", CqlValue::Time(CqlTime(86_399_999_999_999))),
        ("timestamp", CqlValue::Timestamp(CqlTimestamp(i64::MIN))),
        (
            "timeuuid",
            CqlValue::Timeuuid(CqlTimeuuid::from_bytes(*uuid("f47ac10b-58cc-1372-8567-0e02b2c3d479")?.as_bytes())),
        ),
        ("tinyint", CqlValue::TinyInt(i8::MIN)),
        ("uuid", CqlValue::Uuid(uuid("f47ac10b-58cc-4372-a567-0e02b2c3d479")?)),
        ("varchar", text("")),
        ("varint", CqlValue::Varint(CqlVarint::from_signed_bytes_be(vec![0x80; 20]))),
    ])
}

pub async fn types(r: &mut Report, session: &Session) -> Result<(), Failure> {
    let odd = odd_values()?;
    let definitions: Vec<String> = odd.iter().map(|(name, _)| format!("c_{name} {name}")).collect();
    let columns: Vec<String> = odd.iter().map(|(name, _)| format!("c_{name}")).collect();
    run(session, &format!("CREATE TABLE types (id int PRIMARY KEY, {})", definitions.join(", ")), values![]).await?;
    let insert = format!("INSERT INTO types (id, {}) VALUES (?{})", columns.join(", "), ", ?".repeat(odd.len()));
    let mut row = values![1];
    row.extend(odd.iter().map(|(_, value)| value.clone().bind()));
    run(session, &insert, row).await?;
    let read = format!("SELECT {} FROM types WHERE id = ?", columns.join(", "));
    let got = first_row(session, &read, values![1]).await?;
    for ((name, expected), value) in odd.into_iter().zip(got) {
        r.equal(name, format!("{:?}", Some(&expected)), format!("{value:?}"));
        if name != "duration" {
            let filter = format!("SELECT id FROM types WHERE id = 1 AND c_{name} = ? ALLOW FILTERING");
            r.equal(name, 1, rows(session, &filter, vec![expected.bind()]).await?.len());
        }
    }
    Ok(())
}

pub async fn nulls(r: &mut Report, session: &Session) -> Result<(), Failure> {
    run(session, "CREATE TABLE nulls (id int PRIMARY KEY, a int, b text, c int)", values![]).await?;
    let insert = "INSERT INTO nulls (id, a, b, c) VALUES (?, ?, ?, ?)";
    run(session, insert, values![1, 1, "b", 3]).await?;
    run(session, insert, values![1, Null, "", Unset]).await?;
    let row = first_row(session, "SELECT a, b, c FROM nulls WHERE id = 1", values![]).await?;
    r.equal("null deletes, unset leaves", vec![None, Some(text("")), Some(int(3))], row);
    r.refused("an unset key", DbError::Invalid, run(session, insert, values![Unset, 1, "b", 3]).await);
    r.refused("a null key", DbError::Invalid, run(session, insert, values![Null, 1, "b", 3]).await);
    Ok(())
}

pub async fn collections(r: &mut Report, session: &Session) -> Result<(), Failure> {
    run(
        session,
        "CREATE TABLE collections (id int PRIMARY KEY, l list<int>, s set<text>, m map<text, int>,
            f frozen<map<text, frozen<list<int>>>>, e list<text>)",
        values![],
    )
    .await?;
    let list = CqlValue::List(vec![int(3), int(1), int(2), int(1)]);
    let set = CqlValue::Set(vec![text("b"), text("a")]);
    let map = CqlValue::Map(vec![(text("y"), int(2)), (text("x"), int(1))]);
    let nested =
        CqlValue::Map(vec![(text("k"), CqlValue::List(vec![int(1), int(2)])), (text("e"), CqlValue::List(vec![]))]);
    let insert = "INSERT INTO collections (id, l, s, m, f, e) VALUES (?, ?, ?, ?, ?, ?)";
    run(session, insert, values![1, list, set, map, nested, CqlValue::List(vec![])]).await?;
    let read = "SELECT l, s, m, f, e FROM collections WHERE id = ?";
    let expected = ["[3,1,2,1]", "{'a','b'}", "{'x':1,'y':2}", "{'e':[],'k':[1,2]}", "null"];
    r.equal("as written", vec![expected.map(String::from).to_vec()], rows(session, read, values![1]).await?);
    run(session, "UPDATE collections SET l = l + ? WHERE id = 1", values![CqlValue::List(vec![int(9)])]).await?;
    run(session, "UPDATE collections SET l[0] = ? WHERE id = 1", values![7]).await?;
    run(session, "UPDATE collections SET s = s - ? WHERE id = 1", values![CqlValue::Set(vec![text("a")])]).await?;
    run(session, "UPDATE collections SET m[?] = ? WHERE id = 1", values!["z", 3]).await?;
    run(session, "DELETE m[?] FROM collections WHERE id = 1", values!["x"]).await?;
    let expected = ["[7,1,2,1,9]", "{'b'}", "{'y':2,'z':3}"];
    let row = rows(session, read, values![1]).await?.remove(0);
    r.equal("after changes", expected.map(String::from).to_vec(), row[..3].to_vec());
    let element = rows(session, "SELECT m[?] FROM collections WHERE id = 1", values!["z"]).await?;
    r.equal("an element", vec![vec!["3".to_string()]], element);
    Ok(())
}

fn point(x: Option<i32>, y: f64, labels: Option<Vec<&str>>) -> CqlValue {
    let labels = labels.map(|all| CqlValue::List(all.into_iter().map(text).collect()));
    CqlValue::UserDefinedType {
        keyspace: crate::KEYSPACE.to_string(),
        name: "point".to_string(),
        fields: vec![
            ("x".to_string(), x.map(int)),
            ("y".to_string(), Some(CqlValue::Double(y))),
            ("labels".to_string(), labels),
        ],
    }
}

pub async fn user_types(r: &mut Report, session: &Session) -> Result<(), Failure> {
    run(session, "CREATE TYPE point (x int, y double, labels frozen<list<text>>)", values![]).await?;
    let create = "CREATE TABLE shapes (id int PRIMARY KEY, origin point, corners list<frozen<point>>, named map<text, frozen<point>>)";
    run(session, create, values![]).await?;
    let (first, second) = (point(Some(1), 0.5, Some(vec!["a", "b"])), point(None, -2.0, None));
    let corners = CqlValue::List(vec![first.clone(), second.clone()]);
    let named = CqlValue::Map(vec![(text("n"), second)]);
    let insert = "INSERT INTO shapes (id, origin, corners, named) VALUES (?, ?, ?, ?)";
    run(session, insert, values![1, first.clone(), corners.clone(), named.clone()]).await?;
    let row = first_row(session, "SELECT origin, corners, named FROM shapes WHERE id = ?", values![1]).await?;
    r.equal("user types", vec![Some(first), Some(corners), Some(named)], row);
    run(session, "UPDATE shapes SET origin.y = ? WHERE id = 1", values![7.5]).await?;
    let fields = rows(session, "SELECT origin.x, origin.y FROM shapes WHERE id = 1", values![]).await?;
    r.equal("fields", vec![vec!["1".to_string(), "7.5".to_string()]], fields);
    run(session, "ALTER TYPE point ADD z int", values![]).await?;
    let row = first_row(session, "SELECT origin FROM shapes WHERE id = 1", values![]).await?;
    let Some(CqlValue::UserDefinedType { fields, .. }) = &row[0] else { return Err("no user type".into()) };
    r.equal("a new field", vec!["x", "y", "labels", "z"], fields.iter().map(|field| field.0.as_str()).collect());
    Ok(())
}

pub async fn tuples(r: &mut Report, session: &Session) -> Result<(), Failure> {
    let create = "CREATE TABLE tuples (id int PRIMARY KEY, t tuple<int, text, frozen<list<double>>>)";
    run(session, create, values![]).await?;
    let full = CqlValue::Tuple(vec![Some(int(1)), Some(text("a")), Some(CqlValue::List(vec![CqlValue::Double(0.5)]))]);
    let with_nulls = CqlValue::Tuple(vec![None, Some(text("")), None]);
    let insert = "INSERT INTO tuples (id, t) VALUES (?, ?)";
    run(session, insert, values![1, full.clone()]).await?;
    run(session, insert, values![2, with_nulls.clone()]).await?;
    let read = "SELECT t FROM tuples WHERE id = ?";
    r.equal("tuples", vec![Some(full)], first_row(session, read, values![1]).await?);
    r.equal("nulls in tuples", vec![Some(with_nulls)], first_row(session, read, values![2]).await?);
    run(session, "CREATE TABLE pairs (p int, a int, b int, PRIMARY KEY (p, a, b))", values![]).await?;
    for (a, b) in [(1, 1), (1, 2), (2, 1)] {
        run(session, "INSERT INTO pairs (p, a, b) VALUES (1, ?, ?)", values![a, b]).await?;
    }
    let pair = |a: i32, b: i32| CqlValue::Tuple(vec![Some(int(a)), Some(int(b))]);
    let expected = |pairs: &[[&str; 2]]| pairs.iter().map(|it| it.map(String::from).to_vec()).collect::<Vec<_>>();
    let behind = rows(session, "SELECT a, b FROM pairs WHERE p = 1 AND (a, b) > ?", values![pair(1, 1)]).await?;
    r.equal("a tuple as a value", expected(&[["1", "2"], ["2", "1"]]), behind);
    let both = CqlValue::List(vec![pair(2, 1), pair(1, 1)]);
    let among = rows(session, "SELECT a, b FROM pairs WHERE p = 1 AND (a, b) IN ?", values![both]).await?;
    r.equal("a list of tuples as a value", expected(&[["1", "1"], ["2", "1"]]), among);
    Ok(())
}

pub async fn vectors(r: &mut Report, session: &Session) -> Result<(), Failure> {
    let create = "CREATE TABLE vectors (id int PRIMARY KEY, v vector<float, 3>, t vector<text, 2>)";
    run(session, create, values![]).await?;
    run(session, "CREATE CUSTOM INDEX ON vectors (v) USING 'StorageAttachedIndex'", values![]).await?;
    let floats = |numbers: [f32; 3]| CqlValue::Vector(numbers.map(CqlValue::Float).to_vec());
    let texts = CqlValue::Vector(vec![text("a"), text("b")]); // the driver takes an empty text for null
    let insert = "INSERT INTO vectors (id, v, t) VALUES (?, ?, ?)";
    run(session, insert, values![1, floats([1.0, 0.0, 0.0]), texts.clone()]).await?;
    run(session, insert, values![2, floats([0.0, 1.0, 0.0]), texts.clone()]).await?;
    let row = first_row(session, "SELECT v, t FROM vectors WHERE id = ?", values![1]).await?;
    r.equal("vectors", vec![Some(floats([1.0, 0.0, 0.0])), Some(texts)], row);
    let nearest = "SELECT id FROM vectors ORDER BY v ANN OF ? LIMIT 1";
    r.equal("ANN", vec![vec!["2".to_string()]], rows(session, nearest, values![floats([0.1, 0.9, 0.0])]).await?);
    let similar = "SELECT similarity_cosine(v, ?) FROM vectors WHERE id = 1";
    let row = first_row(session, similar, values![floats([1.0, 0.0, 0.0])]).await?;
    r.equal("similarity", vec![Some(CqlValue::Float(1.0))], row);
    Ok(())
}
