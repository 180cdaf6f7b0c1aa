//! What the facts need of the driver: values, requests, and what is expected of their answers.
use std::fmt::Debug;
use std::future::Future;
use std::time::{Duration, Instant};

use scylla::client::session::Session;
use scylla::client::session_builder::SessionBuilder;
use scylla::errors::{DbError, ExecutionError, PrepareError, RequestAttemptError};
use scylla::response::query_result::QueryResult;
use scylla::response::{PagingState, PagingStateResponse};
use scylla::statement::prepared::PreparedStatement;
use scylla::statement::Statement;
use scylla::value::{CqlValue, MaybeUnset, Row, Unset};

pub type Value = MaybeUnset<Option<CqlValue>>;
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

pub trait Bind {
    fn bind(self) -> Value;
}
macro_rules! bind {
    ($($from:ty => $to:ident),*) => {
        $(impl Bind for $from {
            fn bind(self) -> Value {
                MaybeUnset::Set(Some(CqlValue::$to(self.into())))
            }
        })*
    };
}
bind!(i32 => Int, i64 => BigInt, f64 => Double, &str => Text, String => Text);
impl Bind for CqlValue {
    fn bind(self) -> Value {
        MaybeUnset::Set(Some(self))
    }
}
impl Bind for Unset {
    fn bind(self) -> Value {
        MaybeUnset::Unset
    }
}
/// The value null.
pub struct Null;
impl Bind for Null {
    fn bind(self) -> Value {
        MaybeUnset::Set(None)
    }
}
#[macro_export]
macro_rules! values {
    ($($value:expr),*) => { vec![$($value.bind()),*] as Vec<Value> };
}

pub fn int(number: i32) -> CqlValue {
    CqlValue::Int(number)
}
pub fn text(words: &str) -> CqlValue {
    CqlValue::Text(words.to_string())
}

/// What one fact expects, and what it got.
pub struct Report {
    pub name: &'static str,
    pub failed: bool,
    pub skipped: bool,
}

impl Report {
    pub fn equal<T: PartialEq + Debug>(&mut self, what: &str, expected: T, got: T) {
        if expected != got {
            self.failed = true;
            println!("{}: {what}: expected {expected:?}, got {got:?}", self.name);
        }
    }

    /// Expects an error of the server.
    pub fn refused<T>(&mut self, what: &str, expected: DbError, outcome: Result<T, ExecutionError>) {
        let got = outcome.err().and_then(server_error);
        self.equal(what, Some(expected), got);
    }
}

pub fn server_error(error: ExecutionError) -> Option<DbError> {
    let attempt = match error {
        ExecutionError::LastAttemptError(attempt) => attempt,
        ExecutionError::PrepareError(PrepareError::AllAttemptsFailed { first_attempt }) => first_attempt,
        _ => return None,
    };
    match attempt {
        RequestAttemptError::DbError(error, _) => Some(error),
        _ => None,
    }
}

pub async fn connected(address: &str, keyspace: Option<&str>) -> Result<Session, Failure> {
    let mut builder = SessionBuilder::new().known_node(address);
    if let Some(name) = keyspace {
        builder = builder.use_keyspace(name, false);
    }
    Ok(builder.build().await?)
}

pub async fn run(session: &Session, statement: &str, values: Vec<Value>) -> Result<QueryResult, ExecutionError> {
    session.query_unpaged(statement, values).await
}

/// The rows as CQL literals.
pub fn literals(result: QueryResult) -> Result<Vec<Vec<String>>, Failure> {
    let rows = result.into_rows_result()?;
    let mut all = Vec::new();
    for row in rows.rows::<Row>()? {
        let columns = row?.columns;
        all.push(columns.iter().map(|value| value.as_ref().map_or("null".to_string(), |it| it.to_string())).collect());
    }
    Ok(all)
}

pub async fn rows(session: &Session, statement: &str, values: Vec<Value>) -> Result<Vec<Vec<String>>, Failure> {
    literals(run(session, statement, values).await?)
}

pub async fn first_row(
    session: &Session,
    statement: &str,
    values: Vec<Value>,
) -> Result<Vec<Option<CqlValue>>, Failure> {
    Ok(run(session, statement, values).await?.into_rows_result()?.first_row::<Row>()?.columns)
}

/// Runs several requests at a time, for each number below `count`.
pub async fn in_parallel<Request>(count: i32, request: impl Fn(i32) -> Request) -> Result<(), Failure>
where
    Request: Future<Output = Result<(), Failure>>,
{
    use futures::stream::{self, StreamExt, TryStreamExt};
    stream::iter((0..count).map(request)).buffer_unordered(200).try_collect().await
}

/// One page of a prepared SELECT, and the state for the next one.
pub async fn page(
    session: &Session,
    prepared: &PreparedStatement,
    values: Vec<Value>,
    state: PagingState,
) -> Result<(Vec<Vec<String>>, Option<PagingState>), Failure> {
    let (result, response) = session.execute_single_page(prepared, values, state).await?;
    let next = match response {
        PagingStateResponse::HasMorePages { state } => Some(state),
        PagingStateResponse::NoMorePages => None,
    };
    Ok((literals(result)?, next))
}

pub async fn with_page_size(session: &Session, statement: &str, size: i32) -> Result<PreparedStatement, Failure> {
    let mut prepared = session.prepare(Statement::new(statement)).await?;
    prepared.set_page_size(size);
    Ok(prepared)
}

/// Waits until an answer comes.
pub async fn until<Asked>(limit: Duration, ask: impl Fn() -> Asked) -> bool
where
    Asked: Future<Output = bool>,
{
    let end = Instant::now() + limit;
    while Instant::now() < end {
        if ask().await {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    false
}
