"""The facts of tests/drivers/README.md through acsylla, which holds the C++ driver: facts.py HOST PORT."""
import asyncio
import datetime
import sys
import time
import uuid

import acsylla
from acsylla import errors as server

HOST, PORT = sys.argv[1], int(sys.argv[2])
KEYSPACE = 'driver_facts'
FACTS = []


def fact(function):
    """Adds a function to the facts; its name is the fact's."""
    FACTS.append((function.__name__.replace('_', '-').removesuffix('-fact'), function))
    return function


class Report:
    """What one fact expects, and what it got."""

    def __init__(self, name):
        self.name, self.failed, self.skipped = name, False, False

    def equal(self, what, expected, got):
        if expected != got:
            self.failed = True
            print(f'{self.name}: {what}: expected {expected!r}, got {got!r}', flush=True)

    async def raises(self, what, kind, answer):
        try:
            await answer
        except kind:
            return
        except Exception as error:  # any other class is the failure that is reported
            self.equal(what, kind.__name__, f'{type(error).__name__}: {error}')
            return
        self.equal(what, kind.__name__, 'no error')


def connected(keyspace=None):
    cluster = acsylla.create_cluster([HOST], port=PORT, request_timeout=60, constant_reconnect_delay_ms=200,
                                     tracing_max_wait_time_ms=2000, log_level='disabled')
    return cluster.create_session(keyspace=keyspace)


async def run(session, text, *values, **settings):
    """Prepares a statement and runs it with values, or runs a text without any."""
    if not values:
        return await session.execute(acsylla.create_statement(text, **settings))
    return await session.execute(bound(await session.create_prepared(text), values, **settings))


def bound(prepared, values, page_size=None, page_state=None):
    statement = prepared.bind(page_size=page_size, page_state=page_state)
    statement.bind_list(list(values))
    return statement


async def rows(session, text, *values):
    return [row.as_list() for row in await run(session, text, *values)]


async def until(condition, seconds=20):
    """Waits until the condition holds; returns its last value."""
    end = time.monotonic() + seconds
    while not (value := condition()) and time.monotonic() < end:
        await asyncio.sleep(0.05)
    return value


async def in_parallel(count, request):
    """Runs a request for each number below `count`, 200 at a time."""
    for first in range(0, count, 200):
        await asyncio.gather(*[request(number) for number in range(first, min(count, first + 200))])


@fact
async def connect(report, session):
    row = (await rows(session, "SELECT data_center, rack, release_version, native_protocol_version FROM system.local WHERE key = 'local'"))[0]
    report.equal('the node', ['datacenter1', 'rack1', '5.0.9', '5'], row)
    report.equal('rows of system.peers', [], await rows(session, 'SELECT * FROM system.peers'))
    report.equal('the version that the driver has read', (5, 0, 9), tuple(session.get_metadata().get_version())[:3])
    report.equal('the connections', True, session.metrics().stats_total_connections > 0)


@fact
async def schema(report, session):
    for text in (
            'CREATE TYPE address (street text, zip int, tags frozen<set<text>>)',
            """CREATE TABLE readings (site text, day date, at timestamp, value double, note text, home frozen<address>, unit text,
               PRIMARY KEY ((site, day), at)) WITH CLUSTERING ORDER BY (at DESC) AND comment = 'a table''s comment'""",
            'CREATE INDEX readings_by_note ON readings (note)',
            """CREATE MATERIALIZED VIEW readings_by_value AS SELECT * FROM readings
               WHERE site IS NOT NULL AND day IS NOT NULL AND at IS NOT NULL AND value IS NOT NULL
               PRIMARY KEY (site, value, day, at)"""):
        await run(session, text)
    await until(lambda: 'readings_by_value' in session.get_metadata().get_materialized_views(KEYSPACE))
    metadata = session.get_metadata()
    report.equal('types', ['address'], metadata.get_user_types(KEYSPACE))
    table = metadata.get_table_meta(KEYSPACE, 'readings')
    report.equal('columns', {'at', 'day', 'home', 'note', 'site', 'unit', 'value'}, {column.name for column in table.columns})
    report.equal('indexes', ['readings_by_note'], metadata.get_indexes(KEYSPACE))
    report.equal('views', ['readings_by_value'], metadata.get_materialized_views(KEYSPACE))


@fact
async def types(report, session):
    values = {
        'ascii': 'plain', 'bigint': -2**63, 'blob': bytes(range(256)), 'boolean': True, 'double': 1.7976931348623157e308,
        'float': -0.5, 'inet': '2001:db8::1', 'int': -2**31, 'smallint': -2**15, 'text': 'tëxt 漢字 \U0001f600',
        'timeuuid': uuid.UUID('f47ac10b-58cc-1372-8567-0e02b2c3d479'), 'tinyint': -128,
        'uuid': uuid.UUID('f47ac10b-58cc-4372-a567-0e02b2c3d479'), 'varchar': '', 'date': datetime.date(1969, 7, 20),
        'timestamp': datetime.datetime(2024, 2, 29, 23, 59, 59, 999000, tzinfo=datetime.timezone.utc),
        'time': datetime.time(23, 59, 59, 999999)}
    names = list(values)
    await run(session, 'CREATE TABLE types (id int PRIMARY KEY, %s)' % ', '.join(f'c_{name} {name}' for name in names))
    insert = 'INSERT INTO types (id, %s) VALUES (?%s)' % (', '.join('c_' + name for name in names), ', ?' * len(names))
    await run(session, insert, 1, *values.values())
    read = 'SELECT %s FROM types WHERE id = ?' % ', '.join('c_' + name for name in names)
    for name, got in zip(names, (await rows(session, read, 1))[0]):
        expected = values[name]
        if isinstance(expected, datetime.datetime) and got.tzinfo is None:
            got = got.replace(tzinfo=datetime.timezone.utc)
        report.equal(name, str(expected), str(got))
    for name, literal, shown in (('decimal', '-123456789.000000000987654321', '-123456789.000000000987654321'),
                                 ('varint', str(-2**130), str(-2**130))):
        await run(session, f'ALTER TABLE types ADD c_{name} {name}')
        await run(session, f'UPDATE types SET c_{name} = {literal} WHERE id = 1')
        report.equal(name, [[shown]], await rows(session, f'SELECT CAST(c_{name} AS text) FROM types WHERE id = ?', 1))


@fact
async def nulls(report, session):
    await run(session, 'CREATE TABLE nulls (id int PRIMARY KEY, a int, b text, c int)')
    insert = await session.create_prepared('INSERT INTO nulls (id, a, b, c) VALUES (?, ?, ?, ?)')
    await session.execute(bound(insert, (1, 1, 'b', 3)))
    statement = insert.bind()
    for index, value in enumerate((1, None, '')):  # the last one is not bound: unset
        statement.bind(index, value)
    await session.execute(statement)
    report.equal('null deletes, unset leaves', [[None, '', 3]], await rows(session, 'SELECT a, b, c FROM nulls WHERE id = 1'))
    await report.raises('a null key', server.CassErrorServerInvalidQuery, session.execute(bound(insert, (None, 1, 'b', 3))))


@fact
async def collections(report, session):
    await run(session, 'CREATE TABLE collections (id int PRIMARY KEY, l list<int>, s set<text>, m map<text, int>, f frozen<map<text, frozen<list<int>>>>)')
    await run(session, 'INSERT INTO collections (id, l, s, m, f) VALUES (?, ?, ?, ?, ?)',
              1, [3, 1, 2, 1], {'b', 'a'}, {'y': 2, 'x': 1}, {'k': [1, 2]})
    read = 'SELECT l, s, m, f FROM collections WHERE id = ?'
    list_, set_, map_, nested = (await rows(session, read, 1))[0]
    report.equal('as written', ([3, 1, 2, 1], {'a', 'b'}, {'x': 1, 'y': 2}, {'k': [1, 2]}), (list(list_), set(set_), dict(map_), dict(nested)))
    await run(session, 'UPDATE collections SET l = l + ? WHERE id = 1', [9])
    await run(session, 'UPDATE collections SET s = s - ? WHERE id = 1', {'a'})
    await run(session, 'UPDATE collections SET m[?] = ? WHERE id = 1', 'z', 3)
    await run(session, 'DELETE m[?] FROM collections WHERE id = 1', 'x')
    list_, set_, map_, _ = (await rows(session, read, 1))[0]
    report.equal('after changes', ([3, 1, 2, 1, 9], {'b'}, {'y': 2, 'z': 3}), (list(list_), set(set_), dict(map_)))


@fact
async def user_types(report, session):
    await run(session, 'CREATE TYPE point (x int, y double, labels frozen<list<text>>)')
    await run(session, 'CREATE TABLE shapes (id int PRIMARY KEY, origin frozen<point>, named map<text, frozen<point>>)')
    first, second = {'x': 1, 'y': 0.5, 'labels': ['a', 'b']}, {'x': None, 'y': -2.0, 'labels': None}
    await run(session, 'INSERT INTO shapes (id, origin, named) VALUES (?, ?, ?)', 1, first, {'n': second})
    origin, named = (await rows(session, 'SELECT origin, named FROM shapes WHERE id = ?', 1))[0]
    report.equal('a user type', first, {**origin, 'labels': list(origin['labels'])})
    report.equal('a user type with nulls', (None, -2.0), (named['n']['x'], named['n']['y']))
    await run(session, 'ALTER TYPE point ADD z int')
    later = (await rows(session, 'SELECT origin FROM shapes WHERE id = 1'))[0][0]
    report.equal('the fields after ALTER TYPE', True, later['x'] == 1 and later.get('z') is None)


@fact
async def tuples(report, session):
    await run(session, 'CREATE TABLE tuples (id int PRIMARY KEY, t tuple<int, text, double>)')
    await run(session, 'INSERT INTO tuples (id, t) VALUES (?, ?)', 1, (1, 'a', 0.5))
    await run(session, "INSERT INTO tuples (id, t) VALUES (2, (null, '', null))")
    report.equal('a tuple', [[(1, 'a', 0.5)]], await rows(session, 'SELECT t FROM tuples WHERE id = ?', 1))
    report.equal('nulls in a tuple', [[(None, '', None)]], await rows(session, 'SELECT t FROM tuples WHERE id = ?', 2))


@fact
async def batches(report, session):
    await run(session, 'CREATE TABLE batches (p int, c int, v text, PRIMARY KEY (p, c))')
    await run(session, 'CREATE TABLE batch_counters (p int PRIMARY KEY, n counter)')
    insert = await session.create_prepared('INSERT INTO batches (p, c, v) VALUES (?, ?, ?)')
    add = await session.create_prepared('UPDATE batch_counters SET n = n + ? WHERE p = ?')
    logged = acsylla.create_batch_logged()
    for number in range(100):
        logged.add_statement(bound(insert, (1, number, f'v{number}')))
    logged.add_statement(acsylla.create_statement("INSERT INTO batches (p, c, v) VALUES (1, 100, 'it''s text')"))
    await session.execute_batch(logged)
    got = await rows(session, 'SELECT c, v FROM batches WHERE p = 1')
    report.equal('prepared and text, mixed', (101, [100, "it's text"]), (len(got), got[-1]))
    unlogged = acsylla.create_batch_unlogged()
    for number in range(10, 60):
        unlogged.add_statement(bound(insert, (number, 0, 'u')))
    await session.execute_batch(unlogged)
    report.equal('rows of an unlogged batch', [[50]], await rows(session, "SELECT count(*) FROM batches WHERE v = 'u' ALLOW FILTERING"))
    mixed = acsylla.create_batch_logged()
    mixed.add_statement(bound(insert, (2, 1, 'a')))
    mixed.add_statement(bound(add, (1, 1)))
    await report.raises('counters in a logged batch', server.CassErrorServerInvalidQuery, session.execute_batch(mixed))
    report.equal('nothing of the refused batch', [], await rows(session, 'SELECT c FROM batches WHERE p = 2'))


@fact
async def paging(report, session):
    await run(session, 'CREATE TABLE pages (p int, c int, v text, PRIMARY KEY (p, c))')
    insert = await session.create_prepared('INSERT INTO pages (p, c, v) VALUES (?, ?, ?)')
    await in_parallel(100000, lambda n: session.execute(bound(insert, (n // 1000, n % 1000, f'value {n}'))))
    seen, wrong, largest, state = set(), 0, 0, None
    select = await session.create_prepared('SELECT p, c, v FROM pages')
    while True:
        page = await session.execute(bound(select, (), page_size=5000, page_state=state))
        largest = max(largest, page.count())
        for p, c, v in (row.as_list() for row in page):
            seen.add(p * 1000 + c)
            wrong += v != f'value {p * 1000 + c}'
        if not page.has_more_pages():
            break
        state = page.page_state()
    report.equal('rows of 100,000', (100000, 0), (len(seen), wrong))
    report.equal('no page has more rows than asked', 5000, largest)
    got = [row[0] for row in await rows(session, 'SELECT c FROM pages WHERE p = ?', 7)]
    report.equal('rows of a partition in their order', list(range(1000)), got)


@fact
async def paging_state(report, session):
    text = 'SELECT c FROM driver_facts.pages WHERE p = 8'
    state = (await run(session, text, page_size=300)).page_state()
    other = await connected()
    got = [row.as_list()[0] for row in await run(other, text, page_size=300, page_state=state)]
    report.equal('a page of another session', list(range(300, 600)), got)
    await report.raises('a state that is none', server.CassErrorServerProtocolError, run(other, text, page_size=300, page_state=b'\1\2\3'))
    await other.close()


@fact
async def lightweight_transactions(report, session):
    await run(session, 'CREATE TABLE users (id int PRIMARY KEY, name text, age int)')
    insert = 'INSERT INTO users (id, name, age) VALUES (?, ?, ?) IF NOT EXISTS'
    report.equal('the first INSERT', [[True]], await rows(session, insert, 1, 'ann', 30))
    report.equal('the second INSERT', [[False, 1, 30, 'ann']], await rows(session, insert, 1, 'bob', 40))
    update = 'UPDATE users SET age = ? WHERE id = ? IF age = ?'
    report.equal('a condition that fails', [[False, 30]], await rows(session, update, 31, 1, 29))
    report.equal('a condition that holds', [[True]], await rows(session, update, 31, 1, 30))
    report.equal('UPDATE IF EXISTS of nothing', [[False]], await rows(session, 'UPDATE users SET age = 1 WHERE id = ? IF EXISTS', 9))
    await run(session, 'CREATE TABLE seats (show int, seat int, holder text, PRIMARY KEY (show, seat))')
    claim = await session.create_prepared('INSERT INTO seats (show, seat, holder) VALUES (?, ?, ?) IF NOT EXISTS')
    for expected in (True, False):
        batch = acsylla.create_batch_logged()
        for seat in (1, 2):
            batch.add_statement(bound(claim, (1, seat, 'ann')))
        report.equal('a conditional batch', expected, (await session.execute_batch(batch)).first().as_list()[0])


@fact
async def counters(report, session):
    await run(session, 'CREATE TABLE counters (p int, c text, hits counter, misses counter, PRIMARY KEY (p, c))')
    update = await session.create_prepared('UPDATE counters SET hits = hits + ?, misses = misses - ? WHERE p = ? AND c = ?')
    await in_parallel(100, lambda _: session.execute(bound(update, (1, 2, 1, 'a'))))
    report.equal('counters', [[100, -200]], await rows(session, 'SELECT hits, misses FROM counters WHERE p = 1'))
    await report.raises('an INSERT', server.CassErrorServerInvalidQuery, run(session, "INSERT INTO counters (p, c, hits) VALUES (1, 'a', 1)"))


@fact
async def errors(report, session):
    for what, kind, text in (
            ('wrong syntax', server.CassErrorServerSyntaxError, 'SELEC * FROM users'),
            ('no such table', server.CassErrorServerInvalidQuery, 'SELECT * FROM nosuch'),
            ('no such column', server.CassErrorServerInvalidQuery, 'SELECT nosuch FROM users'),
            ('a table twice', server.CassErrorServerAlreadyExists, 'CREATE TABLE users (id int PRIMARY KEY)'),
            ('a wrong option', server.CassErrorServerConfigError, "CREATE TABLE other (id int PRIMARY KEY) WITH compaction = {'class': 'NoSuchStrategy'}"),
            ('a value of another type', server.CassErrorServerInvalidQuery, "INSERT INTO users (id, age) VALUES (1, 'x')")):
        await report.raises(what, kind, run(session, text))
    await report.raises('PREPARE of a wrong statement', server.CassErrorServerInvalidQuery, session.create_prepared('SELECT * FROM users WHERE nosuch = ?'))
    report.equal('the session goes on', [['local']], await rows(session, 'SELECT key FROM system.local'))


@fact
async def tracing(report, session):
    statement = acsylla.create_statement('SELECT * FROM users WHERE id = 1')
    statement.set_tracing(True)
    result = await session.execute(statement)
    trace = uuid.UUID(str(result.tracing_id))
    read = 'SELECT coordinator, request FROM system_traces.sessions WHERE session_id = ?'
    found = []
    for _ in range(100):
        if found := await rows(session, read, trace):
            break
        await asyncio.sleep(0.1)
    report.equal('a trace', [[HOST, 'Execute CQL3 query']], [[str(value) for value in row] for row in found])
    events = await rows(session, 'SELECT activity FROM system_traces.events WHERE session_id = ?', trace)
    report.equal('it has events', True, len(events) > 1)


@fact
async def times(report, session):
    await run(session, 'CREATE TABLE times (id int PRIMARY KEY, v text)')
    await run(session, 'INSERT INTO times (id, v) VALUES (?, ?) USING TIMESTAMP ? AND TTL ?', 1, 'a', 1234567890123456, 1000)
    written, left = (await rows(session, 'SELECT writetime(v), ttl(v) FROM times WHERE id = 1'))[0]
    report.equal('timestamp and time to live', (1234567890123456, True), (written, 0 < left <= 1000))
    statement = bound(await session.create_prepared('UPDATE times SET v = ? WHERE id = 2'), ('b',))
    statement.set_timestamp(2234567890123456)
    await session.execute(statement)
    report.equal('the timestamp of a request', [[2234567890123456]], await rows(session, 'SELECT writetime(v) FROM times WHERE id = 2'))


@fact
async def keyspaces(report, session):
    await run(session, "CREATE KEYSPACE driver_facts_3 WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 1}")
    await run(session, 'CREATE TABLE driver_facts_3.users (id int PRIMARY KEY, second text)')
    await run(session, "INSERT INTO driver_facts_3.users (id, second) VALUES (1, 'second')")
    other = await connected('driver_facts_3')
    read = await other.create_prepared('SELECT second FROM users WHERE id = ?')
    report.equal('the keyspace of the session', ['second'], (await other.execute(bound(read, (1,)))).first().as_list())
    await other.use_keyspace(KEYSPACE)
    report.equal('a prepared statement keeps its keyspace', ['second'], (await other.execute(bound(read, (1,)))).first().as_list())
    await report.raises("a column of the other keyspace's table", server.CassErrorServerInvalidQuery, run(session, 'SELECT second FROM users'))
    await other.close()
    await run(session, 'DROP KEYSPACE driver_facts_3')


@fact
async def names(report, session):
    await run(session, 'INSERT INTO users (id, name, age) VALUES (?, ?, ?)', 5, 'eve', 50)
    prepared = await session.create_prepared('SELECT id FROM users WHERE id = :wanted LIMIT :most')
    statement = prepared.bind()
    statement.bind_dict({'most': 2, 'wanted': 5})
    report.equal('named values', [5], (await session.execute(statement)).first().as_list())
    result = await run(session, 'SELECT count(*), max(age), cast(age AS text), ttl(name), age AS "My Age" FROM users WHERE id = 5')
    report.equal('names of columns', ['count', 'system.max(age)', 'cast(age as text)', 'ttl(name)', 'My Age'], result.columns_names())


@fact
async def events(report, session):
    watcher = await connected(KEYSPACE)

    def tables():
        return watcher.get_metadata().get_tables(KEYSPACE)

    await run(session, 'CREATE TABLE watched (id int PRIMARY KEY)')
    report.equal('CREATE TABLE', True, await until(lambda: 'watched' in tables()))
    await run(session, 'ALTER TABLE watched ADD extra text')
    report.equal('ALTER TABLE', True, await until(
        lambda: 'extra' in [column.name for column in watcher.get_metadata().get_table_meta(KEYSPACE, 'watched').columns]))
    await run(session, 'CREATE TYPE watched_type (a int)')
    report.equal('CREATE TYPE', True, await until(lambda: 'watched_type' in watcher.get_metadata().get_user_types(KEYSPACE)))
    await run(session, 'DROP TABLE watched')
    report.equal('DROP TABLE', True, await until(lambda: 'watched' not in tables()))
    await watcher.close()


@fact
async def alter_prepared(report, session):
    await run(session, 'CREATE TABLE altered (id int PRIMARY KEY, a int)')
    insert = await session.create_prepared('INSERT INTO altered (id, a) VALUES (?, ?)')
    read = await session.create_prepared('SELECT id, a FROM altered WHERE id = ?')
    await session.execute(bound(insert, (1, 10)))
    await run(session, 'ALTER TABLE altered ADD b text')
    await session.execute(bound(insert, (2, 20)))
    report.equal('after ADD', [2, 20], (await session.execute(bound(read, (2,)))).first().as_list())
    report.equal('all columns', [[2, 20, None]], await rows(session, 'SELECT * FROM altered WHERE id = 2'))
    await run(session, 'ALTER TABLE altered DROP a')
    # The driver looks for another host when a statement cannot be prepared again.
    await report.raises('a statement that names the dropped column', server.CassErrorLibNoHostsAvailable, session.execute(bound(insert, (3, 30))))


@fact
async def alter_paged(report, session):
    await run(session, 'CREATE TABLE altered_pages (p int, c int, v int, PRIMARY KEY (p, c))')
    for number in range(20):
        await run(session, 'INSERT INTO altered_pages (p, c, v) VALUES (1, ?, ?)', number, number)
    text, seen, state = 'SELECT * FROM altered_pages WHERE p = 1', [], None
    for page in range(3):
        result = await run(session, text, page_size=8, page_state=state)
        seen += [tuple(row.as_list()[1:]) for row in result]
        state = result.page_state() if result.has_more_pages() else None
        if page == 0:
            await run(session, 'ALTER TABLE altered_pages ADD w text')
            await run(session, "UPDATE altered_pages SET w = 'w' WHERE p = 1 AND c = 9")
    expected = [(n, n) if n < 8 else (n, n, 'w' if n == 9 else None) for n in range(20)]
    report.equal('rows of three pages', (expected, None), (seen, state))


@fact
async def concurrency(report, session):
    await run(session, 'CREATE TABLE flights (id int PRIMARY KEY, v int)')
    insert = await session.create_prepared('INSERT INTO flights (id, v) VALUES (?, ?)')
    read = await session.create_prepared('SELECT v FROM flights WHERE id = ?')
    await asyncio.gather(*[session.execute(bound(insert, (n, n * 7))) for n in range(2000)])
    answers = await asyncio.gather(*[session.execute(bound(read, (n,))) for n in range(2000)])
    report.equal('answers of other requests', [], [n for n, answer in enumerate(answers) if answer.first().as_list() != [n * 7]])


@fact
async def restart(report, session):
    insert = await session.create_prepared('INSERT INTO users (id, name, age) VALUES (?, ?, ?)')
    read = await session.create_prepared('SELECT name FROM users WHERE id = ?')
    await session.execute(bound(insert, (100, 'before', 1)))
    print('restart', flush=True)
    if sys.stdin.readline().strip() != 'restarted':
        report.skipped = True
        return
    row = None
    for _ in range(300):
        try:
            row = (await session.execute(bound(read, (100,)))).first()
            break
        except Exception:  # no connection yet, whatever the driver calls it
            await asyncio.sleep(0.2)
    report.equal('a prepared SELECT after the restart', ['before'], row and row.as_list())
    await session.execute(bound(insert, (101, 'after', 2)))
    report.equal('a row after the restart', ['after'], (await session.execute(bound(read, (101,)))).first().as_list())


async def begin():
    session = await connected()
    for name in (KEYSPACE, 'driver_facts_2', 'driver_facts_3'):
        await run(session, f'DROP KEYSPACE IF EXISTS {name}')
    await run(session, "CREATE KEYSPACE driver_facts WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}")
    await session.close()
    return await connected(KEYSPACE)


async def main():
    session = await begin()
    failed = False
    for name, function in FACTS:
        report = Report(name)
        try:
            await function(report, session)
        except Exception as error:  # a fact that breaks is a fact that fails
            report.equal('the run', 'no error', f'{type(error).__name__}: {error}')
        failed = failed or report.failed
        print('failed' if report.failed else 'skipped' if report.skipped else 'ok', name, flush=True)
    await run(session, 'DROP KEYSPACE driver_facts')
    await session.close()
    sys.exit(failed)


if __name__ == '__main__':
    asyncio.run(main())
