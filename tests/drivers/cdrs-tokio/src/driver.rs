//! What the facts need of the driver: values, requests, and what is expected of their answers.
use std::fmt::Debug;
use std::future::Future;
use std::time::{Duration, Instant};

use cdrs_tokio::cluster::session::{self, SessionBuilder, TcpSessionBuilder};
use cdrs_tokio::cluster::{NodeTcpConfigBuilder, TcpConnectionManager};
use cdrs_tokio::compression::Compression;
use cdrs_tokio::frame::message_error::ErrorType;
use cdrs_tokio::frame::message_result::ColSpec;
use cdrs_tokio::frame::{Envelope, Version};
use cdrs_tokio::load_balancing::TopologyAwareLoadBalancingStrategy;
use cdrs_tokio::query::{PreparedQuery, QueryValues};
use cdrs_tokio::statement::StatementParamsBuilder;
use cdrs_tokio::transport::TransportTcp;
use cdrs_tokio::types::cassandra_type::{wrapper_fn, CassandraType};
use cdrs_tokio::types::value::Value;
use cdrs_tokio::types::CBytes;

type Balancing = TopologyAwareLoadBalancingStrategy<TransportTcp, TcpConnectionManager>;
pub type Session = session::Session<TransportTcp, TcpConnectionManager, Balancing>;
pub type Failure = Box<dyn std::error::Error + Send + Sync>;
pub type Answer = cdrs_tokio::Result<Envelope>;

#[macro_export]
macro_rules! values {
    ($($value:expr),*) => { vec![$(Value::from($value)),*] as Vec<Value> };
}

pub fn int(number: i32) -> CassandraType {
    CassandraType::Int(number)
}
pub fn bigint(number: i64) -> CassandraType {
    CassandraType::Bigint(number)
}
pub fn text(words: &str) -> CassandraType {
    CassandraType::Varchar(words.to_string())
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
    pub fn refused<T>(&mut self, what: &str, expected: ErrorType, outcome: cdrs_tokio::Result<T>) {
        self.equal(what, Err(expected), outcome.map(|_| "no error".to_string()).or_else(server_error));
    }
}

/// The error of the server, or the words of an error of the driver.
fn server_error(error: cdrs_tokio::Error) -> Result<String, ErrorType> {
    match error {
        cdrs_tokio::Error::Server { body, .. } => Err(body.ty),
        other => Ok(other.to_string()),
    }
}

pub async fn connected_by(
    version: Version,
    compression: Compression,
    keyspace: Option<&str>,
) -> Result<Session, Failure> {
    let address = crate::address().as_str().into();
    let node = NodeTcpConfigBuilder::new().with_contact_point(address).with_version(version).build().await?;
    let mut builder = TcpSessionBuilder::new(Balancing::new(None, false), node).with_compression(compression);
    if let Some(name) = keyspace {
        builder = builder.with_keyspace(name.to_string());
    }
    Ok(builder.build().await?)
}

pub async fn connected(keyspace: Option<&str>) -> Result<Session, Failure> {
    connected_by(Version::V5, Compression::None, keyspace).await
}

pub async fn run(session: &Session, statement: &str, values: Vec<Value>) -> Answer {
    session.query_with_values(statement, QueryValues::SimpleValues(values)).await
}

pub async fn execute(session: &Session, prepared: &PreparedQuery, values: Vec<Value>) -> Answer {
    session.exec_with_values(prepared, QueryValues::SimpleValues(values)).await
}

pub fn decoded(envelope: Envelope) -> Result<Vec<Vec<CassandraType>>, Failure> {
    let body = envelope.response_body()?;
    let answer = body.as_cols().ok_or("no rows")?;
    let mut rows = Vec::new();
    for row in &answer.rows_content {
        let cells = row
            .iter()
            .zip(&answer.metadata.col_specs)
            .map(|(bytes, column)| wrapper_fn(&column.col_type.id)(bytes, &column.col_type, answer.protocol_version));
        rows.push(cells.collect::<Result<_, _>>()?);
    }
    Ok(rows)
}

pub async fn rows(session: &Session, statement: &str, values: Vec<Value>) -> Result<Vec<Vec<CassandraType>>, Failure> {
    decoded(run(session, statement, values).await?)
}

pub async fn first_row(session: &Session, statement: &str, values: Vec<Value>) -> Result<Vec<CassandraType>, Failure> {
    Ok(rows(session, statement, values).await?.into_iter().next().ok_or("no row")?)
}

/// The columns as an answer describes them.
pub async fn columns(session: &Session, statement: &str) -> Result<Vec<ColSpec>, Failure> {
    let body = session.query(statement).await?.response_body()?;
    Ok(body.as_rows_metadata().ok_or("no columns")?.col_specs.clone())
}

pub fn names_of(columns: &[ColSpec]) -> Vec<&str> {
    columns.iter().map(|column| column.name.as_str()).collect()
}

/// Runs several requests at a time, for each number below `count`.
pub async fn in_parallel<Request>(count: i32, request: impl Fn(i32) -> Request) -> Result<(), Failure>
where
    Request: Future<Output = Result<(), Failure>>,
{
    use futures::stream::{self, StreamExt, TryStreamExt};
    stream::iter((0..count).map(request)).buffer_unordered(2000).try_collect().await
}

/// One page of a prepared SELECT, and the state for the next one.
pub async fn page(
    session: &Session,
    prepared: &PreparedQuery,
    values: Vec<Value>,
    size: i32,
    state: Option<CBytes>,
) -> Result<(Vec<Vec<CassandraType>>, Option<CBytes>), Failure> {
    let mut request = StatementParamsBuilder::new().with_values(QueryValues::SimpleValues(values)).with_page_size(size);
    if let Some(bytes) = state {
        request = request.with_paging_state(bytes);
    }
    let envelope = session.exec_with_params(prepared, &request.build()).await?;
    let next = envelope.response_body()?.as_rows_metadata().and_then(|metadata| metadata.paging_state.clone());
    Ok((decoded(envelope)?, next))
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
