'use strict';
// The facts of tests/drivers/README.md through the Node.js driver: facts.js HOST PORT.
const { inspect, isDeepStrictEqual } = require('node:util');
const readline = require('node:readline');
const cassandra = require('cassandra-driver');
const { types, errors: kinds } = cassandra;

const [host, port] = [process.argv[2], Number(process.argv[3])];
const keyspace = 'driver_facts';
const prepare = { prepare: true };
const facts = [];
const fact = (name, run) => facts.push({ name, run });

/** What one fact expects, and what it got. */
class Report {
  constructor(name) {
    this.name = name;
    this.failed = false;
  }

  equal(what, expected, got) {
    if (!isDeepStrictEqual(expected, got)) {
      this.failed = true;
      console.log(`${this.name}: ${what}: expected ${line(expected)}, got ${line(got)}`);
    }
  }

  /** The promise is refused by the server with an error of this code; returns the error. */
  async refused(what, code, promise) {
    try {
      await promise;
    } catch (error) {
      const name = Object.keys(types.responseErrorCodes).find((key) => types.responseErrorCodes[key] === error.code);
      this.equal(what, code, error instanceof kinds.ResponseError ? name : String(error));
      return error;
    }
    this.equal(what, code, 'no error');
    return {};
  }
}

const line = (value) => inspect(value, { breakLength: Infinity, depth: 6 });
const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const plain = (rows) => rows.map((row) => row.values());

function newClient(options = {}) {
  return new cassandra.Client({
    contactPoints: [`${host}:${port}`], localDataCenter: 'datacenter1', socketOptions: { readTimeout: 60000 }, ...options,
  });
}

/** Waits until the condition holds; returns whether it did. */
async function until(condition, seconds = 20) {
  const end = Date.now() + seconds * 1000;
  while (!(await condition())) {
    if (Date.now() > end) {
      return false;
    }
    await sleep(50);
  }
  return true;
}

fact('connect', async (report, client) => {
  const row = (await client.execute("SELECT * FROM system.local WHERE key = 'local'")).first();
  const hosts = client.hosts.values();
  report.equal('protocol', 4, client.controlConnection.protocolVersion);
  report.equal('number of hosts', 1, hosts.length);
  report.equal('address', `${host}:${port}`, hosts[0].address);
  report.equal('the host is up', true, hosts[0].isUp());
  report.equal('datacenter', 'datacenter1', hosts[0].datacenter);
  report.equal('rack', 'rack1', hosts[0].rack);
  report.equal('release', '5.0.9', hosts[0].cassandraVersion);
  report.equal('host id', row.host_id.toString(), hosts[0].hostId.toString());
  report.equal('tokens', row.tokens, hosts[0].tokens);
  report.equal('replicas', [hosts[0].address], client.getReplicas('system', Buffer.from('a')).map((one) => one.address));
  const state = client.getState();
  report.equal('a connection', true, state.getOpenConnections(hosts[0]) > 0);
});

fact('schema', async (report, client) => {
  await client.execute('CREATE TYPE address (street text, zip int, tags frozen<set<text>>)');
  await client.execute(`CREATE TABLE readings (
      site text, day date, at timestamp, value double, note text, home frozen<address>, unit text,
      PRIMARY KEY ((site, day), at)) WITH CLUSTERING ORDER BY (at DESC) AND comment = 'a table''s comment'`);
  await client.execute('CREATE INDEX readings_by_note ON readings (note)');
  await client.execute(`CREATE MATERIALIZED VIEW readings_by_value AS SELECT * FROM readings
      WHERE site IS NOT NULL AND day IS NOT NULL AND at IS NOT NULL AND value IS NOT NULL
      PRIMARY KEY (site, value, day, at)`);
  await client.execute('CREATE TABLE statics (p int, c int, s text static, PRIMARY KEY (p, c))');
  await client.metadata.refreshKeyspace(keyspace);
  const name = (type) => types.getDataTypeNameByCode(type);
  report.equal('replication', ['org.apache.cassandra.locator.SimpleStrategy', { replication_factor: '1' }],
    [client.metadata.keyspaces[keyspace].strategy, client.metadata.keyspaces[keyspace].strategyOptions]);
  const kind = await client.metadata.getUdt(keyspace, 'address');
  report.equal('fields', [['street', 'text'], ['zip', 'int'], ['tags', 'set<text>']],
    kind.fields.map((field) => [field.name, name(field.type).replace('varchar', 'text')]));
  const table = await client.metadata.getTable(keyspace, 'readings');
  report.equal('partition key', ['site', 'day'], table.partitionKeys.map((column) => column.name));
  report.equal('clustering key', [['at'], ['DESC']], [table.clusteringKeys.map((column) => column.name), table.clusteringOrder]);
  report.equal('columns', ['at', 'day', 'home', 'note', 'site', 'unit', 'value'], table.columns.map((column) => column.name).sort());
  report.equal('type of a date', 'date', name(table.columnsByName.day.type));
  report.equal('type of a user type', 'address', name(table.columnsByName.home.type));
  report.equal('comment', "a table's comment", table.comment);
  report.equal('grace', 864000, table.gcGraceSeconds);
  report.equal('index', [['readings_by_note', 'note']], table.indexes.map((index) => [index.name, index.target]));
  const view = await client.metadata.getMaterializedView(keyspace, 'readings_by_value');
  report.equal('view', ['readings', ['site'], ['value', 'day', 'at']],
    [view.tableName, view.partitionKeys.map((column) => column.name), view.clusteringKeys.map((column) => column.name)]);
  const statics = await client.metadata.getTable(keyspace, 'statics');
  report.equal('static columns', ['s'], statics.staticColumns ? statics.staticColumns.map((column) => column.name)
    : statics.columns.filter((column) => column.isStatic).map((column) => column.name));
});

fact('types', async (report, client) => {
  const values = {
    ascii: 'plain', bigint: types.Long.MIN_VALUE, blob: Buffer.from([...Array(256).keys()]), boolean: true,
    date: types.LocalDate.fromString('1969-07-20'), decimal: types.BigDecimal.fromString('-123456789.000000000987654321'),
    double: 1.7976931348623157e308, duration: new types.Duration(-14, -3, types.Long.fromNumber(-1234567890)), float: -0.5,
    inet: types.InetAddress.fromString('2001:db8::1'), int: -(2 ** 31), smallint: -(2 ** 15), text: 'tëxt 漢字 \u{1f600}',
    time: types.LocalTime.fromString('23:59:59.999999999'), timestamp: new Date(-1),
    timeuuid: types.TimeUuid.fromString('f47ac10b-58cc-1372-8567-0e02b2c3d479'), tinyint: -128,
    uuid: types.Uuid.fromString('f47ac10b-58cc-4372-a567-0e02b2c3d479'), varchar: '',
    varint: types.Integer.fromString('-1361129467683753853853498429727072845824'),
  };
  const names = Object.keys(values);
  await client.execute(`CREATE TABLE types (id int PRIMARY KEY, ${names.map((name) => `c_${name} ${name}`).join(', ')})`);
  await client.execute(`INSERT INTO types (id, ${names.map((name) => `c_${name}`).join(', ')}) VALUES (?${', ?'.repeat(names.length)})`,
    [1, ...Object.values(values)], prepare);
  const row = (await client.execute('SELECT * FROM types WHERE id = ?', [1], prepare)).first();
  for (const name of names) {
    const [expected, got] = [values[name], row[`c_${name}`]];
    report.equal(name, String(expected), String(got));
    report.equal(`class of ${name}`, expected.constructor.name, got.constructor.name);
    if (name !== 'duration') {
      const found = await client.execute(`SELECT id FROM types WHERE id = 1 AND c_${name} = ? ALLOW FILTERING`, [expected], prepare);
      report.equal(`a filter by ${name}`, [[1]], plain(found.rows));
    }
  }
  await report.refused('a double for an int', 'invalid', client.execute('SELECT * FROM types WHERE id = ?', [1]));
  const hinted = await client.execute('SELECT c_varint FROM types WHERE id = ?', [1], { hints: ['int'] });
  report.equal('a statement that is not prepared', String(values.varint), String(hinted.first().c_varint));
});

fact('nulls', async (report, client) => {
  await client.execute('CREATE TABLE nulls (id int PRIMARY KEY, a int, b text, c int)');
  const insert = 'INSERT INTO nulls (id, a, b, c) VALUES (?, ?, ?, ?)';
  await client.execute(insert, [1, 1, 'b', 3], prepare);
  await client.execute(insert, [1, null, '', types.unset], prepare);
  report.equal('null deletes, unset leaves', [[null, '', 3]], plain((await client.execute('SELECT a, b, c FROM nulls WHERE id = 1')).rows));
  await report.refused('an unset key', 'invalid', client.execute(insert, [types.unset, 1, 'b', 3], prepare));
  await report.refused('a null key', 'invalid', client.execute(insert, [null, 1, 'b', 3], prepare));
});

fact('collections', async (report, client) => {
  await client.execute(`CREATE TABLE collections (id int PRIMARY KEY, l list<int>, s set<text>, m map<text, int>,
      f frozen<map<text, frozen<list<int>>>>, e list<text>)`);
  await client.execute('INSERT INTO collections (id, l, s, m, f, e) VALUES (?, ?, ?, ?, ?, ?)',
    [1, [3, 1, 2, 1], ['b', 'a'], { y: 2, x: 1 }, { k: [1, 2], e: [0] }, []], prepare);
  const select = 'SELECT l, s, m, f, e FROM collections WHERE id = ?';
  let row = (await client.execute(select, [1], prepare)).first();
  report.equal('as written', [[3, 1, 2, 1], ['a', 'b'], { x: 1, y: 2 }, { e: [0], k: [1, 2] }, null], row.values());
  for (const [change, values] of [['l = l + ?', [[9]]], ['l[0] = ?', [7]], ['s = s - ?', [['a']]], ['m[?] = ?', ['z', 3]]]) {
    await client.execute(`UPDATE collections SET ${change} WHERE id = 1`, values, prepare);
  }
  await client.execute('DELETE m[?] FROM collections WHERE id = 1', ['x'], prepare);
  row = (await client.execute(select, [1], prepare)).first();
  report.equal('after changes', [[7, 1, 2, 1, 9], ['b'], { y: 2, z: 3 }], row.values().slice(0, 3));
  const one = (await client.execute('SELECT m[?] AS element FROM collections WHERE id = 1', ['z'], prepare)).first();
  report.equal('an element', 3, one.element);
});

fact('user-types', async (report, client) => {
  await client.execute('CREATE TYPE point (x int, y double, labels frozen<list<text>>)');
  await client.execute(`CREATE TABLE shapes (id int PRIMARY KEY, origin point, corners list<frozen<point>>,
      named map<text, frozen<point>>)`);
  const [first, second] = [{ x: 1, y: 0.5, labels: ['a', 'b'] }, { x: null, y: -2, labels: null }];
  await client.execute('INSERT INTO shapes (id, origin, corners, named) VALUES (?, ?, ?, ?)',
    [1, first, [first, second], { n: second }], prepare);
  const row = (await client.execute('SELECT origin, corners, named FROM shapes WHERE id = ?', [1], prepare)).first();
  report.equal('user type', first, row.origin);
  report.equal('list of user types', [first, second], row.corners);
  report.equal('map of user types', { n: second }, row.named);
  await client.execute('UPDATE shapes SET origin.y = ? WHERE id = 1', [7.5], prepare);
  report.equal('fields', [[1, 7.5]], plain((await client.execute('SELECT origin.x, origin.y FROM shapes WHERE id = 1')).rows));
  await client.execute('ALTER TYPE point ADD z int');
  const later = (await client.execute('SELECT origin FROM shapes WHERE id = 1')).first();
  report.equal('a new field', [1, true], [later.origin.x, 'z' in later.origin]);
});

fact('tuples', async (report, client) => {
  await client.execute('CREATE TABLE tuples (id int PRIMARY KEY, t tuple<int, text, frozen<list<double>>>, k frozen<tuple<int, int>>)');
  const insert = 'INSERT INTO tuples (id, t, k) VALUES (?, ?, ?)';
  await client.execute(insert, [1, new types.Tuple(1, 'a', [0.5]), new types.Tuple(1, null)], prepare);
  await client.execute(insert, [2, new types.Tuple(null, '', null), null], prepare);
  const select = 'SELECT t, k FROM tuples WHERE id = ?';
  const row = (await client.execute(select, [1], prepare)).first();
  report.equal('tuples', [[1, 'a', [0.5]], [1, null]], [row.t.values(), row.k.values()]);
  const nulls = (await client.execute(select, [2], prepare)).first();
  report.equal('nulls in tuples', [[null, '', null], null], [nulls.t.values(), nulls.k]);
  await client.execute('CREATE TABLE pairs (p int, a int, b int, PRIMARY KEY (p, a, b))');
  for (const pair of [[1, 1], [1, 2], [2, 1]]) {
    await client.execute('INSERT INTO pairs (p, a, b) VALUES (1, ?, ?)', pair, prepare);
  }
  const after = await client.execute('SELECT a, b FROM pairs WHERE p = 1 AND (a, b) > ?', [new types.Tuple(1, 1)], prepare);
  report.equal('a tuple as one value', [[1, 2], [2, 1]], plain(after.rows));
  const among = await client.execute('SELECT a, b FROM pairs WHERE p = 1 AND (a, b) IN ?',
    [[new types.Tuple(1, 1), new types.Tuple(2, 1)]], prepare);
  report.equal('a list of tuples', [[1, 1], [2, 1]], plain(among.rows));
});

fact('vectors', async (report, client) => {
  await client.execute('CREATE TABLE vectors (id int PRIMARY KEY, v vector<float, 3>, w vector<text, 2>)');
  await client.execute("CREATE INDEX vectors_by_v ON vectors (v) USING 'sai'");
  for (let number = 0; number < 5; ++number) {
    await client.execute('INSERT INTO vectors (id, v, w) VALUES (?, ?, ?)',
      [number, new types.Vector([number, 0.5, -1], 'float'), new types.Vector(['a', 'b'.repeat(number)], 'text')], prepare);
  }
  const row = (await client.execute('SELECT v, w FROM vectors WHERE id = ?', [2], prepare)).first();
  report.equal('vectors', [[2, 0.5, -1], ['a', 'bb']], [Array.from(row.v), Array.from(row.w)]);
  const nearest = new types.Vector([4, 0.5, -1], 'float');
  const found = await client.execute('SELECT id FROM vectors ORDER BY v ANN OF ? LIMIT 2', [nearest], prepare);
  report.equal('the number of neighbours', 2, found.rowLength);
  const exact = await client.execute('SELECT similarity_euclidean(v, ?) AS s FROM vectors WHERE id = 4', [nearest], prepare);
  report.equal('similarity', 1, exact.first().s);
});

fact('batches', async (report, client) => {
  await client.execute('CREATE TABLE batches (p int, c int, v text, PRIMARY KEY (p, c))');
  await client.execute('CREATE TABLE batch_counters (p int PRIMARY KEY, n counter)');
  const insert = 'INSERT INTO batches (p, c, v) VALUES (?, ?, ?)';
  const logged = [...Array(100).keys()].map((number) => ({ query: insert, params: [1, number, `v${number}`] }));
  logged.push({ query: 'DELETE FROM batches WHERE p = ? AND c = ?', params: [1, 0] });
  await client.batch(logged, prepare);
  await client.batch(["INSERT INTO batches (p, c, v) VALUES (1, 100, 'it''s text')",
    { query: insert, params: [1, 101, 'hinted'] }], { hints: [[], ['int', 'int', 'text']] });
  const rows = (await client.execute('SELECT c, v FROM batches WHERE p = 1')).rows;
  report.equal('rows', 101, rows.length);
  report.equal('text', ["it's text", 'hinted'], rows.slice(-2).map((row) => row.v));
  await client.batch([...Array(50).keys()].map((number) => ({ query: insert, params: [number + 10, 0, 'u'] })), { prepare: true, logged: false });
  const unlogged = await client.execute("SELECT count(*) FROM batches WHERE v = 'u' ALLOW FILTERING");
  report.equal('rows of an unlogged batch', 50, Number(unlogged.first().count));
  const add = 'UPDATE batch_counters SET n = n + ? WHERE p = ?';
  await client.batch([...Array(10).keys()].map((number) => ({ query: add, params: [number, 1] })), { prepare: true, counter: true });
  report.equal('a counter batch', 45, Number((await client.execute('SELECT n FROM batch_counters WHERE p = 1')).first().n));
  await report.refused('counters in a logged batch', 'invalid',
    client.batch([{ query: insert, params: [2, 1, 'a'] }, { query: add, params: [1, 1] }], prepare));
  report.equal('nothing of the refused batch', 0, (await client.execute('SELECT c FROM batches WHERE p = 2')).rowLength);
});

fact('paging', async (report, client) => {
  await client.execute('CREATE TABLE pages (p int, c int, v text, PRIMARY KEY (p, c))');
  const values = [...Array(100000).keys()].map((n) => [Math.floor(n / 1000), n % 1000, `value ${n}`]);
  await cassandra.concurrent.executeConcurrent(client, 'INSERT INTO pages (p, c, v) VALUES (?, ?, ?)', values, { concurrencyLevel: 200 });
  const seen = new Set();
  let wrong = 0;
  let largest = 0;
  let result = await client.execute('SELECT p, c, v FROM pages', [], { prepare: true, fetchSize: 5000 });
  for (;;) {
    largest = Math.max(largest, result.rowLength);
    for (const row of result.rows) {
      seen.add(row.p * 1000 + row.c);
      wrong += row.v !== `value ${row.p * 1000 + row.c}`;
    }
    if (!result.pageState) {
      break;
    }
    result = await client.execute('SELECT p, c, v FROM pages', [], { prepare: true, fetchSize: 5000, pageState: result.pageState });
  }
  report.equal('rows of 100,000', [100000, 0], [seen.size, wrong]);
  report.equal('no page has more rows than asked', 5000, largest);
  let streamed = 0;
  for await (const row of client.stream('SELECT c FROM pages', [], { fetchSize: 999 })) {
    streamed += row.c >= 0;
  }
  report.equal('rows of a stream', 100000, streamed);
  const partition = [];
  for await (const row of await client.execute('SELECT c FROM pages WHERE p = ?', [7], { prepare: true, fetchSize: 100 })) {
    partition.push(row.c);
  }
  report.equal('rows of a partition in their order', [...Array(1000).keys()], partition);
});

fact('paging-state', async (report, client) => {
  const select = 'SELECT c FROM driver_facts.pages WHERE p = 8';
  const first = await client.execute(select, [], { fetchSize: 300 });
  const other = newClient();
  const second = await other.execute(select, [], { fetchSize: 300, pageState: first.pageState });
  report.equal('a page of another session', [...Array(300).keys()].map((n) => n + 300), second.rows.map((row) => row.c));
  await report.refused('a state that is none', 'protocolError', other.execute(select, [], { fetchSize: 300, pageState: '010203' }));
  await other.shutdown();
});

fact('lightweight-transactions', async (report, client) => {
  await client.execute('CREATE TABLE users (id int PRIMARY KEY, name text, age int)');
  const insert = 'INSERT INTO users (id, name, age) VALUES (?, ?, ?) IF NOT EXISTS';
  const first = await client.execute(insert, [1, 'ann', 30], prepare);
  report.equal('the first INSERT', [true, ['[applied]']], [first.wasApplied(), first.columns.map((column) => column.name)]);
  const second = await client.execute(insert, [1, 'bob', 40], prepare);
  report.equal('the second INSERT', [false, [[false, 1, 30, 'ann']]], [second.wasApplied(), plain(second.rows)]);
  const update = 'UPDATE users SET age = ? WHERE id = ? IF age = ?';
  report.equal('a condition that fails', [[false, 30]], plain((await client.execute(update, [31, 1, 29], prepare)).rows));
  report.equal('a condition that holds', [[true]], plain((await client.execute(update, [31, 1, 30], prepare)).rows));
  report.equal('UPDATE IF EXISTS of nothing', false,
    (await client.execute('UPDATE users SET age = 1 WHERE id = ? IF EXISTS', [9], prepare)).wasApplied());
  report.equal('DELETE IF', true,
    (await client.execute('DELETE FROM users WHERE id = ? IF name IN ?', [1, ['ann', 'eve']], prepare)).wasApplied());
  await client.execute('CREATE TABLE seats (show int, seat int, holder text, PRIMARY KEY (show, seat))');
  const take = [1, 2].map((seat) => ({ query: 'INSERT INTO seats (show, seat, holder) VALUES (?, ?, ?) IF NOT EXISTS', params: [1, seat, 'ann'] }));
  report.equal('a conditional batch', true, (await client.batch(take, prepare)).wasApplied());
  report.equal('the batch again', false, (await client.batch(take, prepare)).wasApplied());
  const serial = await client.execute('SELECT holder FROM seats WHERE show = 1 AND seat = 2', [], { consistency: types.consistencies.serial });
  report.equal('a serial read', 'ann', serial.first().holder);
});

fact('counters', async (report, client) => {
  await client.execute('CREATE TABLE counters (p int, c text, hits counter, misses counter, PRIMARY KEY (p, c))');
  const update = 'UPDATE counters SET hits = hits + ?, misses = misses - ? WHERE p = ? AND c = ?';
  await Promise.all([...Array(100).keys()].map(() => client.execute(update, [1, 2, 1, 'a'], prepare)));
  report.equal('counters', ['100', '-200'], (await client.execute('SELECT hits, misses FROM counters WHERE p = 1')).first().values().map(String));
  await report.refused('an INSERT', 'invalid', client.execute("INSERT INTO counters (p, c, hits) VALUES (1, 'a', 1)"));
});

fact('errors', async (report, client) => {
  await report.refused('wrong syntax', 'syntaxError', client.execute('SELEC * FROM users'));
  await report.refused('no such table', 'invalid', client.execute('SELECT * FROM nosuch'));
  await report.refused('no such column', 'invalid', client.execute('SELECT nosuch FROM users'));
  await report.refused('no such keyspace', 'invalid', client.execute('USE nosuch'));
  await report.refused('PREPARE of a wrong statement', 'invalid', client.execute('SELECT * FROM users WHERE nosuch = ?', [1], prepare));
  await report.refused('a read that needs ALLOW FILTERING', 'invalid', client.execute('SELECT * FROM users WHERE age = 1'));
  const table = await report.refused('a table twice', 'alreadyExists', client.execute('CREATE TABLE users (id int PRIMARY KEY)'));
  report.equal('what exists', [keyspace, 'users'], [table.keyspace, table.table]);
  const twice = await report.refused('a keyspace twice', 'alreadyExists',
    client.execute("CREATE KEYSPACE driver_facts WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}"));
  report.equal('which keyspace exists', keyspace, twice.keyspace);
  await report.refused('a wrong option', 'configError',
    client.execute("CREATE TABLE other (id int PRIMARY KEY) WITH compaction = {'class': 'NoSuchStrategy'}"));
  await report.refused('a value of another type', 'invalid', client.execute("INSERT INTO users (id, age) VALUES (1, 'x')"));
  report.equal('the session goes on', 1, (await client.execute('SELECT key FROM system.local')).rowLength);
});

fact('warnings', async (report, client) => {
  const { warnings } = (await client.execute('SELECT count(*) FROM users')).info;
  report.equal('a warning', [true], warnings.map((one) => one.toLowerCase().includes('aggregation query used without partition key')));
  report.equal('no warning', undefined, (await client.execute('SELECT * FROM users WHERE id = 1')).info.warnings);
});

fact('tracing', async (report, client) => {
  const result = await client.execute('SELECT * FROM users WHERE id = ?', [1], { prepare: true, traceQuery: true });
  const trace = await client.metadata.getTrace(result.info.traceId);
  report.equal('request', 'Execute CQL3 prepared query', trace.requestType);
  report.equal('coordinator', host, trace.coordinator.toString());
  report.equal('duration', true, trace.duration > 0);
  report.equal('statement', 'SELECT * FROM users WHERE id = ?', trace.parameters.query);
  report.equal('it has events', true, trace.events.length > 0);
});

fact('times', async (report, client) => {
  await client.execute('CREATE TABLE times (id int PRIMARY KEY, v text)');
  await client.execute('INSERT INTO times (id, v) VALUES (?, ?) USING TIMESTAMP ? AND TTL ?',
    [1, 'a', types.Long.fromString('1234567890123456'), 1000], prepare);
  const row = (await client.execute('SELECT writetime(v) AS w, ttl(v) AS t FROM times WHERE id = 1')).first();
  report.equal('timestamp and time to live', ['1234567890123456', true], [String(row.w), row.t > 0 && row.t <= 1000]);
  await client.execute('UPDATE times SET v = ? WHERE id = 2', ['b'], { prepare: true, timestamp: types.Long.fromString('2234567890123456') });
  report.equal('the timestamp of a request', '2234567890123456',
    String((await client.execute('SELECT writetime(v) AS w FROM times WHERE id = 2')).first().w));
});

fact('keyspaces', async (report, client) => {
  await client.execute("CREATE KEYSPACE driver_facts_2 WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 1}");
  await client.execute('CREATE TABLE driver_facts_2.users (id int PRIMARY KEY, second text)');
  await client.execute("INSERT INTO driver_facts_2.users (id, second) VALUES (1, 'second')");
  const other = newClient({ keyspace: 'driver_facts_2' });
  report.equal('the keyspace of the session', 'second', (await other.execute('SELECT second FROM users WHERE id = ?', [1], prepare)).first().second);
  await other.execute(`USE ${keyspace}`);
  report.equal('USE', ['age', 'id', 'name'], (await other.execute('SELECT * FROM users WHERE id = 1')).columns.map((column) => column.name).sort());
  await report.refused('the table of the other keyspace', 'invalid', other.execute('SELECT second FROM users'));
  await other.shutdown();
  await client.execute('DROP KEYSPACE driver_facts_2');
  report.equal('DROP KEYSPACE', true, await until(() => !('driver_facts_2' in client.metadata.keyspaces)));
});

fact('names', async (report, client) => {
  await client.execute('INSERT INTO users (id, name, age) VALUES (:number, :name, :years)', { number: 5, name: 'eve', years: 50 }, prepare);
  report.equal('named markers', [[50, 5, 'eve']], plain((await client.execute('SELECT age, id, name FROM users WHERE id = 5')).rows));
  const simple = await client.execute('SELECT age FROM users WHERE id = :number', { number: 5 }, { hints: { number: 'int' } });
  report.equal('named markers of a statement that is not prepared', [[50]], plain(simple.rows));
  const found = await client.execute('SELECT id FROM users WHERE id IN ? LIMIT ?', [[5, 6, 7], 2], prepare);
  report.equal('IN ? LIMIT ?', [[5]], plain(found.rows));
  const result = await client.execute('SELECT count(*), max(age), cast(age AS text), ttl(name), age AS "My Age" FROM users WHERE id = 5');
  report.equal('names of columns', ['count', 'system.max(age)', 'cast(age as text)', 'ttl(name)', 'My Age'], result.columns.map((column) => column.name));
});

fact('events', async (report, client) => {
  const watcher = newClient();
  await watcher.connect();
  const table = () => watcher.metadata.getTable(keyspace, 'watched');
  await client.execute("CREATE KEYSPACE driver_facts_3 WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  report.equal('CREATE KEYSPACE', true, await until(() => 'driver_facts_3' in watcher.metadata.keyspaces));
  await client.execute('DROP KEYSPACE driver_facts_3');
  report.equal('DROP KEYSPACE', true, await until(() => !('driver_facts_3' in watcher.metadata.keyspaces)));
  await client.execute('CREATE TABLE watched (id int PRIMARY KEY)');
  report.equal('CREATE TABLE', true, await until(async () => (await table()) !== null));
  await client.execute('ALTER TABLE watched ADD extra text');
  report.equal('ALTER TABLE', true, await until(async () => 'extra' in (await table()).columnsByName));
  await client.execute('CREATE INDEX watched_index ON watched (extra)');
  report.equal('CREATE INDEX', true, await until(async () => (await table()).indexes.length === 1));
  await client.execute('DROP TABLE watched');
  report.equal('DROP TABLE', true, await until(async () => (await table()) === null));
  await watcher.shutdown();
});

fact('alter-prepared', async (report, client) => {
  await client.execute('CREATE TABLE altered (id int PRIMARY KEY, a int)');
  const [insert, select] = ['INSERT INTO altered (id, a) VALUES (?, ?)', 'SELECT * FROM altered WHERE id = ?'];
  await client.execute(insert, [1, 10], prepare);
  report.equal('before', [[1, 10]], plain((await client.execute(select, [1], prepare)).rows));
  await client.execute('ALTER TABLE altered ADD b text');
  await client.execute("UPDATE altered SET b = 'new' WHERE id = 1");
  await client.execute(insert, [2, 20], prepare);
  report.equal('after ADD', [[1, 10, 'new']], plain((await client.execute(select, [1], prepare)).rows));
  await client.execute('ALTER TABLE altered DROP a');
  report.equal('after DROP', [[1, 'new']], plain((await client.execute(select, [1], prepare)).rows));
  const refused = await client.execute(insert, [3, 30], prepare).then(() => 'no error', () => 'an error'); // the class is the driver's
  report.equal('a statement that names the dropped column', 'an error', refused);
});

fact('alter-paged', async (report, client) => {
  await client.execute('CREATE TABLE altered_pages (p int, c int, v int, PRIMARY KEY (p, c))');
  for (let number = 0; number < 20; ++number) {
    await client.execute('INSERT INTO altered_pages (p, c, v) VALUES (1, ?, ?)', [number, number], prepare);
  }
  let result = await client.execute('SELECT * FROM altered_pages WHERE p = ?', [1], { prepare: true, fetchSize: 8 });
  const seen = plain(result.rows);
  await client.execute('ALTER TABLE altered_pages ADD w text');
  await client.execute("UPDATE altered_pages SET w = 'w' WHERE p = 1 AND c = 9");
  while (result.pageState) {
    result = await client.execute('SELECT * FROM altered_pages WHERE p = ?', [1], { prepare: true, fetchSize: 8, pageState: result.pageState });
    seen.push(...plain(result.rows));
  }
  report.equal('rows of three pages',
    [...Array(20).keys()].map((n) => (n < 8 ? [1, n, n] : [1, n, n, n === 9 ? 'w' : null])), seen);
});

fact('concurrency', async (report, client) => {
  await client.execute('CREATE TABLE flights (id int PRIMARY KEY, v int)');
  const numbers = [...Array(2000).keys()];
  await Promise.all(numbers.map((number) => client.execute('INSERT INTO flights (id, v) VALUES (?, ?)', [number, number * 7], prepare)));
  const results = await Promise.all(numbers.map((number) => client.execute('SELECT v FROM flights WHERE id = ?', [number], prepare)));
  report.equal('answers that are not those of their requests', [], numbers.filter((number) => results[number].first().v !== number * 7));
});

fact('restart', async (report, client, lines) => {
  const [insert, select] = ['INSERT INTO users (id, name, age) VALUES (?, ?, ?)', 'SELECT name FROM users WHERE id = ?'];
  await client.execute(insert, [100, 'before', 1], prepare);
  await client.execute(select, [100], prepare);
  console.log('restart');
  if ((await lines.next()).value !== 'restarted') {
    return 'skipped';
  }
  const answered = async () => {
    try {
      return (await client.execute(select, [100], prepare)).first().name === 'before';
    } catch (error) {
      if (error instanceof kinds.NoHostAvailableError || error instanceof kinds.OperationTimedOutError) {
        return false;
      }
      throw error;
    }
  };
  report.equal('a prepared SELECT after the restart', true, await until(answered, 60));
  await client.execute(insert, [101, 'after', 2], prepare);
  report.equal('a row after the restart', 'after', (await client.execute(select, [101], prepare)).first().name);
  return 'ok';
});

async function main() {
  const lines = readline.createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const first = newClient();
  for (const name of [keyspace, 'driver_facts_2', 'driver_facts_3']) {
    await first.execute(`DROP KEYSPACE IF EXISTS ${name}`);
  }
  await first.execute(`CREATE KEYSPACE ${keyspace} WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}`);
  await first.shutdown();
  const client = newClient({ keyspace });
  await client.connect();
  const outcomes = [];
  for (const { name, run } of facts) {
    const report = new Report(name);
    let outcome = 'ok';
    try {
      outcome = (await run(report, client, lines)) || 'ok';
    } catch (error) { // a fact that breaks is a fact that fails
      report.equal('the run', 'no error', String(error));
    }
    outcomes.push(report.failed ? 'failed' : outcome);
    console.log(outcomes.at(-1), name);
  }
  await client.execute(`DROP KEYSPACE ${keyspace}`);
  await client.shutdown();
  process.exit(outcomes.includes('failed') ? 1 : 0);
}

main();
