"""The facts of tests/drivers/README.md through the Python driver: facts.py HOST PORT."""
import datetime
import decimal
import ipaddress
import sys
import time
import uuid
from collections import namedtuple

import cassandra
from cassandra import AlreadyExists, ConsistencyLevel, InvalidRequest, ProtocolVersion
from cassandra.cluster import Cluster, ExecutionProfile, EXEC_PROFILE_DEFAULT
from cassandra.concurrent import execute_concurrent_with_args
from cassandra.policies import RoundRobinPolicy
from cassandra.protocol import ConfigurationException, ProtocolException, SyntaxException
from cassandra.query import BatchStatement, BatchType, SimpleStatement, UNSET_VALUE, dict_factory
from cassandra.util import Date, Duration, OrderedMapSerializedKey, SortedSet, Time

HOST, PORT = sys.argv[1], int(sys.argv[2])
KEYSPACE = 'driver_facts'
HAS_VECTORS = tuple(int(part) for part in cassandra.__version__.split('.')[:2]) >= (3, 28)
FACTS = []
failures = []


def fact(function):
    """Adds a function to the facts; its name is the fact's."""
    FACTS.append((function.__name__.replace('_', '-'), function))
    return function


class Report:
    """What one fact expects, and what it got."""

    def __init__(self, name):
        self.name = name
        self.failed = False

    def equal(self, what, expected, got):
        if expected != got or type(expected) is bool and type(got) is not bool:
            self.failed = True
            print(f'{self.name}: {what}: expected {expected!r}, got {got!r}', flush=True)

    def raises(self, what, kind, call):
        try:
            call()
        except kind as error:
            return error
        except Exception as error:  # any other class is the failure that is reported
            self.equal(what, kind.__name__, f'{type(error).__name__}: {error}')
            return None
        self.equal(what, kind.__name__, 'no error')
        return None


def connected(keyspace=None, **options):
    profile = ExecutionProfile(request_timeout=60, load_balancing_policy=RoundRobinPolicy())
    cluster = Cluster([HOST], port=PORT, execution_profiles={EXEC_PROFILE_DEFAULT: profile}, **options)
    return cluster, cluster.connect(keyspace)


def until(condition, seconds=20):
    """Waits until the condition holds; returns its last value."""
    end = time.monotonic() + seconds
    value = condition()
    while not value and time.monotonic() < end:
        time.sleep(0.05)
        value = condition()
    return value


@fact
def connect(report, cluster, session):
    row = session.execute("SELECT * FROM system.local WHERE key = 'local'").one()
    host = cluster.metadata.get_host(HOST, PORT)
    report.equal('protocol', ProtocolVersion.V5, cluster.protocol_version)
    report.equal('number of hosts', 1, len(cluster.metadata.all_hosts()))
    report.equal('cluster name', row.cluster_name, cluster.metadata.cluster_name)
    report.equal('the host is up', True, host.is_up)
    report.equal('datacenter', 'datacenter1', host.datacenter)
    report.equal('rack', 'rack1', host.rack)
    report.equal('host id', row.host_id, host.host_id)
    report.equal('release', '5.0.9', host.release_version)
    report.equal('partitioner', 'org.apache.cassandra.dht.Murmur3Partitioner', cluster.metadata.partitioner)
    report.equal('tokens of the ring', len(row.tokens), len(cluster.metadata.token_map.ring))
    report.equal('rows of system.peers', [], list(session.execute('SELECT * FROM system.peers')))


@fact
def schema(report, cluster, session):
    session.execute('CREATE TYPE address (street text, zip int, tags frozen<set<text>>)')
    session.execute("""CREATE TABLE readings (
        site text, day date, at timestamp, value double, note text, home frozen<address>, unit text,
        PRIMARY KEY ((site, day), at)) WITH CLUSTERING ORDER BY (at DESC) AND comment = 'a table''s comment'""")
    session.execute('CREATE INDEX readings_by_note ON readings (note)')
    session.execute("""CREATE MATERIALIZED VIEW readings_by_value AS SELECT * FROM readings
        WHERE site IS NOT NULL AND day IS NOT NULL AND at IS NOT NULL AND value IS NOT NULL
        PRIMARY KEY (site, value, day, at)""")
    cluster.refresh_schema_metadata()
    keyspace = cluster.metadata.keyspaces[KEYSPACE]
    report.equal('replication', 'SimpleStrategy', keyspace.replication_strategy.name)
    report.equal('replication factor', 1, keyspace.replication_strategy.replication_factor)
    report.equal('durable writes', True, keyspace.durable_writes)
    kind = keyspace.user_types['address']
    report.equal('fields', ['street', 'zip', 'tags'], kind.field_names)
    report.equal('types of fields', ['text', 'int', 'frozen<set<text>>'], kind.field_types)
    table = keyspace.tables['readings']
    report.equal('partition key', ['site', 'day'], [column.name for column in table.partition_key])
    report.equal('clustering key', [('at', True)], [(column.name, column.is_reversed) for column in table.clustering_key])
    report.equal('columns', {'site': 'text', 'day': 'date', 'at': 'timestamp', 'value': 'double', 'note': 'text',
                             'unit': 'text', 'home': 'frozen<address>'},
                 {column.name: column.cql_type for column in table.columns.values()})
    session.execute('CREATE TABLE statics (p int, c int, s text static, PRIMARY KEY (p, c))')
    report.equal('static columns', ['s'], [column.name for column in keyspace.tables['statics'].columns.values() if column.is_static])
    report.equal('comment', "a table's comment", table.options['comment'])
    report.equal('grace', 864000, table.options['gc_grace_seconds'])
    index = table.indexes['readings_by_note']
    report.equal('index', ('COMPOSITES', {'target': 'note'}), (index.kind, dict(index.index_options)))
    view = table.views['readings_by_value']
    report.equal('key of the view', (['site'], ['value', 'day', 'at']),
                 ([column.name for column in view.partition_key], [column.name for column in view.clustering_key]))
    report.equal('the table in its own CREATE', True, 'CREATE TABLE driver_facts.readings' in table.export_as_string())


@fact
def types(report, cluster, session):
    values = {
        'ascii': 'plain', 'bigint': -2**63, 'blob': bytes(range(256)), 'boolean': True,
        'date': Date(datetime.date(1969, 7, 20)), 'decimal': decimal.Decimal('-123456789.000000000987654321'),
        'double': 1.7976931348623157e308, 'duration': Duration(-14, -3, -1234567890), 'float': -0.5,
        'inet': '2001:db8::1', 'int': -2**31, 'smallint': -2**15, 'text': 'tëxt 漢字 \U0001f600',
        'time': Time('23:59:59.999999999'), 'timestamp': datetime.datetime(1969, 12, 31, 23, 59, 59, 999000),
        'timeuuid': uuid.UUID('f47ac10b-58cc-1372-8567-0e02b2c3d479'), 'tinyint': -128,
        'uuid': uuid.UUID('f47ac10b-58cc-4372-a567-0e02b2c3d479'), 'varint': -2**130, 'varchar': ''}
    names = list(values)
    session.execute('CREATE TABLE types (id int PRIMARY KEY, %s)' % ', '.join(f'c_{name} {name}' for name in names))
    insert = session.prepare('INSERT INTO types (id, %s) VALUES (?%s)'
                             % (', '.join('c_' + name for name in names), ', ?' * len(names)))
    select = session.prepare('SELECT %s FROM types WHERE id = ?' % ', '.join('c_' + name for name in names))
    report.equal('partition key of the INSERT', [0], insert.routing_key_indexes)
    report.equal('types of the markers', ['int'] + ['varchar' if name == 'text' else name for name in names],
                 [column.type.cql_parameterized_type() for column in insert.column_metadata])
    session.execute(insert, [1] + list(values.values()))
    row = session.execute(select, [1]).one()
    for name in names:
        report.equal(name, values[name], getattr(row, 'c_' + name))
    for name in names:
        one = session.prepare(f'SELECT id FROM types WHERE id = 1 AND c_{name} = ? ALLOW FILTERING')
        if name == 'duration':
            continue
        report.equal(f'a filter by {name}', [(1,)], [tuple(found) for found in session.execute(one, [values[name]])])
    simple = session.execute('SELECT c_duration, c_varint FROM types WHERE id = %s', [1]).one()
    report.equal('a statement that is not prepared', (values['duration'], values['varint']), tuple(simple))


@fact
def nulls(report, cluster, session):
    session.execute('CREATE TABLE nulls (id int PRIMARY KEY, a int, b text, c int)')
    insert = session.prepare('INSERT INTO nulls (id, a, b, c) VALUES (?, ?, ?, ?)')
    session.execute(insert, [1, 1, 'b', 3])
    session.execute(insert, [1, None, '', UNSET_VALUE])
    report.equal('null deletes, unset leaves', (None, '', 3),
                 tuple(session.execute('SELECT a, b, c FROM nulls WHERE id = 1').one()))
    report.raises('a null key', InvalidRequest, lambda: session.execute(insert, [None, 1, 'b', 3]))


@fact
def collections(report, cluster, session):
    session.execute("""CREATE TABLE collections (id int PRIMARY KEY, l list<int>, s set<text>, m map<text, int>,
        f frozen<map<text, frozen<list<int>>>>, e list<text>)""")
    insert = session.prepare('INSERT INTO collections (id, l, s, m, f, e) VALUES (?, ?, ?, ?, ?, ?)')
    select = session.prepare('SELECT l, s, m, f, e FROM collections WHERE id = ?')
    session.execute(insert, [1, [3, 1, 2, 1], {'b', 'a'}, {'y': 2, 'x': 1}, {'k': [1, 2], 'e': []}, []])
    row = session.execute(select, [1]).one()
    report.equal('list', [3, 1, 2, 1], row.l)
    report.equal('set', SortedSet(['a', 'b']), row.s)
    report.equal('map', [('x', 1), ('y', 2)], list(row.m.items()))
    report.equal('frozen', [('e', []), ('k', [1, 2])], [(key, list(value)) for key, value in row.f.items()])
    report.equal('an empty list', None, row.e)
    for change, values in (('l = l + ?', [[9]]), ('l[0] = ?', [7]), ('s = s - ?', [{'a'}]), ("m[?] = ?", ['z', 3])):
        session.execute(session.prepare(f'UPDATE collections SET {change} WHERE id = 1'), values)
    session.execute(session.prepare("DELETE m[?] FROM collections WHERE id = 1"), ['x'])
    row = session.execute(select, [1]).one()
    report.equal('the changed list', [7, 1, 2, 1, 9], row.l)
    report.equal('the changed set', ['b'], list(row.s))
    report.equal('the changed map', [('y', 2), ('z', 3)], list(row.m.items()))
    one = session.execute(session.prepare('SELECT m[?] AS element FROM collections WHERE id = 1'), ['z']).one()
    report.equal('an element', 3, one.element)


@fact
def user_types(report, cluster, session):
    Point = namedtuple('Point', ['x', 'y', 'labels'])
    session.execute('CREATE TYPE point (x int, y double, labels frozen<list<text>>)')
    session.execute("""CREATE TABLE shapes (id int PRIMARY KEY, origin point, corners list<frozen<point>>,
        named map<text, frozen<point>>)""")
    cluster.register_user_type(KEYSPACE, 'point', Point)
    insert = session.prepare('INSERT INTO shapes (id, origin, corners, named) VALUES (?, ?, ?, ?)')
    first, second = Point(1, 0.5, ['a', 'b']), Point(None, -2.0, None)
    session.execute(insert, [1, first, [first, second], {'n': second}])
    row = session.execute(session.prepare('SELECT origin, corners, named FROM shapes WHERE id = ?'), [1]).one()
    report.equal('user type', first, row.origin)
    report.equal('list of user types', [first, second], row.corners)
    report.equal('map of user types', {'n': second}, dict(row.named.items()))
    session.execute(session.prepare('UPDATE shapes SET origin.y = ? WHERE id = 1'), [7.5])
    row = session.execute('SELECT origin.x, origin.y FROM shapes WHERE id = 1').one()
    report.equal('fields', (1, 7.5), tuple(row))
    session.execute('ALTER TYPE point ADD z int')
    other_cluster, other = connected(KEYSPACE)
    later = other.execute('SELECT origin FROM shapes WHERE id = 1').one()
    report.equal('a new field', (1, 7.5, ['a', 'b'], None), tuple(later.origin))
    other_cluster.shutdown()


@fact
def tuples(report, cluster, session):
    session.execute('CREATE TABLE tuples (id int PRIMARY KEY, t tuple<int, text, frozen<list<double>>>, k frozen<tuple<int, int>>)')
    insert = session.prepare('INSERT INTO tuples (id, t, k) VALUES (?, ?, ?)')
    session.execute(insert, [1, (1, 'a', [0.5]), (1, None)])
    session.execute(insert, [2, (None, '', None), None])
    select = session.prepare('SELECT t, k FROM tuples WHERE id = ?')
    report.equal('tuples', ((1, 'a', [0.5]), (1, None)), tuple(session.execute(select, [1]).one()))
    report.equal('nulls in tuples', ((None, '', None), None), tuple(session.execute(select, [2]).one()))
    session.execute('CREATE TABLE pairs (p int, a int, b int, PRIMARY KEY (p, a, b))')
    pair = session.prepare('INSERT INTO pairs (p, a, b) VALUES (1, ?, ?)')
    for a, b in ((1, 1), (1, 2), (2, 1)):
        session.execute(pair, [a, b])
    found = session.execute(session.prepare('SELECT a, b FROM pairs WHERE p = 1 AND (a, b) > ?'), [(1, 1)])
    report.equal('a tuple as one value', [(1, 2), (2, 1)], [tuple(row) for row in found])
    found = session.execute(session.prepare('SELECT a, b FROM pairs WHERE p = 1 AND (a, b) IN ?'), [[(1, 1), (2, 1)]])
    report.equal('a list of tuples', [(1, 1), (2, 1)], [tuple(row) for row in found])


def vectors(report, cluster, session):
    session.execute('CREATE TABLE vectors (id int PRIMARY KEY, v vector<float, 3>, w vector<text, 2>)')
    session.execute("CREATE INDEX vectors_by_v ON vectors (v) USING 'sai'")
    insert = session.prepare('INSERT INTO vectors (id, v, w) VALUES (?, ?, ?)')
    for number in range(5):
        session.execute(insert, [number, [number, 0.5, -1.0], ['a', 'b' * number]])
    row = session.execute(session.prepare('SELECT v, w FROM vectors WHERE id = ?'), [2]).one()
    report.equal('vectors', ([2.0, 0.5, -1.0], ['a', 'bb']), tuple(row))
    near = session.prepare('SELECT id, similarity_euclidean(v, ?) AS s FROM vectors ORDER BY v ANN OF ? LIMIT 2')
    found = [row for row in session.execute(near, [[4, 0.5, -1.0], [4, 0.5, -1.0]])]
    report.equal('the number of neighbours', 2, len(found))
    exact = session.execute(session.prepare('SELECT similarity_euclidean(v, ?) AS s FROM vectors WHERE id = 4'),
                            [[4, 0.5, -1.0]]).one()
    report.equal('similarity', 1.0, exact.s)


if HAS_VECTORS:
    fact(vectors)


@fact
def batches(report, cluster, session):
    session.execute('CREATE TABLE batches (p int, c int, v text, PRIMARY KEY (p, c))')
    session.execute('CREATE TABLE batch_counters (p int PRIMARY KEY, n counter)')
    insert = session.prepare('INSERT INTO batches (p, c, v) VALUES (?, ?, ?)')
    remove = session.prepare('DELETE FROM batches WHERE p = ? AND c = ?')
    logged = BatchStatement(BatchType.LOGGED)
    for number in range(100):
        logged.add(insert, [1, number, f'v{number}'])
    logged.add(SimpleStatement("INSERT INTO batches (p, c, v) VALUES (%s, %s, %s)"), (1, 100, "it's text"))
    logged.add("INSERT INTO batches (p, c, v) VALUES (1, 101, 'none')")
    logged.add(remove, [1, 0])
    session.execute(logged)
    rows = {row.c: row.v for row in session.execute('SELECT c, v FROM batches WHERE p = 1')}
    report.equal('rows of a logged batch', 101, len(rows))
    report.equal('prepared and text, mixed', ('v99', "it's text", 'none'), (rows.get(99), rows.get(100), rows.get(101)))
    unlogged = BatchStatement(BatchType.UNLOGGED)
    for number in range(50):
        unlogged.add(insert, [number + 10, 0, 'u'])
    session.execute(unlogged)
    report.equal('rows of an unlogged batch', 50, session.execute(
        "SELECT count(*) FROM batches WHERE v = 'u' ALLOW FILTERING").one()[0])
    counted = BatchStatement(BatchType.COUNTER)
    add = session.prepare('UPDATE batch_counters SET n = n + ? WHERE p = ?')
    for number in range(10):
        counted.add(add, [number, 1])
    session.execute(counted)
    report.equal('a counter batch', 45, session.execute('SELECT n FROM batch_counters WHERE p = 1').one().n)
    mixed = BatchStatement(BatchType.LOGGED)
    mixed.add(insert, [2, 1, 'a'])
    mixed.add(add, [1, 1])
    report.raises('counters in a logged batch', InvalidRequest, lambda: session.execute(mixed))
    report.equal('nothing of the refused batch', [], list(session.execute('SELECT c FROM batches WHERE p = 2')))


@fact
def paging(report, cluster, session):
    session.execute('CREATE TABLE pages (p int, c int, v text, PRIMARY KEY (p, c))')
    insert = session.prepare('INSERT INTO pages (p, c, v) VALUES (?, ?, ?)')
    done = execute_concurrent_with_args(session, insert, ((n // 1000, n % 1000, f'value {n}') for n in range(100000)),
                                        concurrency=200, raise_on_first_error=False)
    report.equal('failed INSERTs', [], [str(one.result_or_exc) for one in done if not one.success][:3])
    select = session.prepare('SELECT p, c, v FROM pages')
    select.fetch_size = 5000
    seen, wrong = set(), 0
    for p, c, v in session.execute(select):
        seen.add(p * 1000 + c)
        wrong += v != f'value {p * 1000 + c}'
    report.equal('rows of 100,000', (100000, 0), (len(seen), wrong))
    session.default_fetch_size = 999
    report.equal('rows of a statement that is not prepared', 100000, sum(1 for _ in session.execute('SELECT c FROM pages')))
    result = session.execute(SimpleStatement('SELECT c FROM pages WHERE p = 7', fetch_size=100))
    pages = []
    while True:
        pages.append([row.c for row in result.current_rows])
        if not result.has_more_pages:
            break
        result.fetch_next_page()
    report.equal('rows of a partition in their order', list(range(1000)), [c for page in pages for c in page])
    report.equal('no page has more rows than asked', 100, max(len(page) for page in pages))


@fact
def paging_state(report, cluster, session):
    statement = SimpleStatement('SELECT c FROM driver_facts.pages WHERE p = 8', fetch_size=300)
    first = session.execute(statement)
    rows, state = [row.c for row in first.current_rows], first.paging_state
    other_cluster, other = connected()
    second = other.execute(statement, paging_state=state)
    report.equal('a page of another session', list(range(300, 600)), [row.c for row in second.current_rows])
    report.raises('a state that is none', ProtocolException, lambda: other.execute(statement, paging_state=b'\x01\x02\x03'))
    other_cluster.shutdown()
    report.equal('the page before it', list(range(300)), rows)


@fact
def lightweight_transactions(report, cluster, session):
    session.execute('CREATE TABLE users (id int PRIMARY KEY, name text, age int)')
    insert = session.prepare('INSERT INTO users (id, name, age) VALUES (?, ?, ?) IF NOT EXISTS')
    first = session.execute(insert, [1, 'ann', 30])
    report.equal('the first INSERT', (True, ('applied',)), (first.was_applied, first.one()._fields))
    second = session.execute(insert, [1, 'bob', 40])
    report.equal('the second INSERT', False, second.was_applied)
    report.equal('the row that is there', (False, 1, 30, 'ann'), tuple(second.one()))
    update = session.prepare('UPDATE users SET age = ? WHERE id = ? IF age = ?')
    failed = session.execute(update, [31, 1, 29])
    report.equal('a condition that fails', (False, 30), tuple(failed.one()))
    report.equal('a condition that holds', (True,), tuple(session.execute(update, [31, 1, 30]).one()))
    report.equal('UPDATE IF EXISTS of nothing', False,
                 session.execute(session.prepare('UPDATE users SET age = 1 WHERE id = ? IF EXISTS'), [9]).was_applied)
    report.equal('DELETE IF', True, session.execute(session.prepare('DELETE FROM users WHERE id = ? IF name IN ?'),
                                                    [1, ['ann', 'eve']]).was_applied)
    session.execute('CREATE TABLE seats (show int, seat int, holder text, PRIMARY KEY (show, seat))')
    take = session.prepare('INSERT INTO seats (show, seat, holder) VALUES (?, ?, ?) IF NOT EXISTS')
    batch = BatchStatement()
    batch.add(take, [1, 1, 'ann'])
    batch.add(take, [1, 2, 'ann'])
    report.equal('a conditional batch', True, session.execute(batch).was_applied)
    report.equal('the batch again', False, session.execute(batch).was_applied)
    serial = SimpleStatement('SELECT holder FROM seats WHERE show = 1 AND seat = 2', consistency_level=ConsistencyLevel.SERIAL)
    report.equal('a serial read', 'ann', session.execute(serial).one().holder)


@fact
def counters(report, cluster, session):
    session.execute('CREATE TABLE counters (p int, c text, hits counter, misses counter, PRIMARY KEY (p, c))')
    update = session.prepare('UPDATE counters SET hits = hits + ?, misses = misses - ? WHERE p = ? AND c = ?')
    execute_concurrent_with_args(session, update, [(1, 2, 1, 'a')] * 100)
    report.equal('counters', (100, -200), tuple(session.execute('SELECT hits, misses FROM counters WHERE p = 1').one()))
    report.raises('an INSERT', InvalidRequest, lambda: session.execute("INSERT INTO counters (p, c, hits) VALUES (1, 'a', 1)"))


@fact
def errors(report, cluster, session):
    report.raises('wrong syntax', SyntaxException, lambda: session.execute('SELEC * FROM users'))
    report.raises('no such table', InvalidRequest, lambda: session.execute('SELECT * FROM nosuch'))
    report.raises('no such column', InvalidRequest, lambda: session.execute('SELECT nosuch FROM users'))
    report.raises('no such keyspace', InvalidRequest, lambda: session.execute('USE nosuch'))
    report.raises('PREPARE of a wrong statement', InvalidRequest, lambda: session.prepare('SELECT * FROM users WHERE nosuch = ?'))
    report.raises('a read that needs ALLOW FILTERING', InvalidRequest, lambda: session.execute('SELECT * FROM users WHERE age = 1'))
    error = report.raises('a table twice', AlreadyExists, lambda: session.execute('CREATE TABLE users (id int PRIMARY KEY)'))
    report.equal('what exists', (KEYSPACE, 'users'), error and (error.keyspace, error.table))
    error = report.raises('a keyspace twice', AlreadyExists, lambda: session.execute(
        "CREATE KEYSPACE driver_facts WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}"))
    report.equal('which keyspace exists', (KEYSPACE, ''), error and (error.keyspace, error.table or ''))
    report.raises('a wrong option', ConfigurationException, lambda: session.execute(
        "CREATE TABLE other (id int PRIMARY KEY) WITH compaction = {'class': 'NoSuchStrategy'}"))
    report.raises('a value of another type', InvalidRequest, lambda: session.execute("INSERT INTO users (id, age) VALUES (1, 'x')"))
    report.equal('the session goes on', 1, len(list(session.execute("SELECT key FROM system.local"))))


@fact
def warnings(report, cluster, session):
    result = session.execute('SELECT count(*) FROM users')
    report.equal('a warning', [True], ['aggregation query used without partition key' in one.lower() for one in result.response_future.warnings])
    report.equal('no warning', None, session.execute('SELECT * FROM users WHERE id = 1').response_future.warnings)


@fact
def tracing(report, cluster, session):
    result = session.execute(session.prepare('SELECT * FROM users WHERE id = ?'), [1], trace=True)
    trace = result.get_query_trace(max_wait_sec=20)
    report.equal('request', 'Execute CQL3 prepared query', trace.request_type)
    report.equal('coordinator', HOST, str(trace.coordinator))
    report.equal('duration', True, trace.duration > datetime.timedelta(0))
    report.equal('statement', 'SELECT * FROM users WHERE id = ?', trace.parameters.get('query'))
    report.equal('it has events', True, len(trace.events) > 0)


@fact
def times(report, cluster, session):
    session.execute('CREATE TABLE times (id int PRIMARY KEY, v text)')
    insert = session.prepare('INSERT INTO times (id, v) VALUES (?, ?) USING TIMESTAMP ? AND TTL ?')
    session.execute(insert, [1, 'a', 1234567890123456, 1000])
    row = session.execute('SELECT writetime(v), ttl(v) FROM times WHERE id = 1').one()
    report.equal('timestamp and time to live', (1234567890123456, True), (row[0], 0 < row[1] <= 1000))
    cluster.timestamp_generator, before = (lambda: 2234567890123456), cluster.timestamp_generator
    session.execute(session.prepare('UPDATE times SET v = ? WHERE id = 2'), ['b'])
    cluster.timestamp_generator = before
    report.equal('the timestamp of a request', 2234567890123456,
                 session.execute('SELECT writetime(v) FROM times WHERE id = 2').one()[0])


@fact
def keyspaces(report, cluster, session):
    session.execute("CREATE KEYSPACE driver_facts_2 WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 1}")
    session.execute('CREATE TABLE driver_facts_2.users (id int PRIMARY KEY, second text)')
    session.execute("INSERT INTO driver_facts_2.users (id, second) VALUES (1, 'second')")
    prepared = session.prepare('SELECT * FROM users WHERE id = 1')
    other_cluster, other = connected('driver_facts_2')
    report.equal('the keyspace of the session', 'second', other.execute('SELECT second FROM users WHERE id = 1').one().second)
    other.set_keyspace(KEYSPACE)
    report.equal('USE', ['age', 'id', 'name'], sorted(other.execute('SELECT * FROM users WHERE id = 1').column_names))
    report.raises('the table of the other keyspace', InvalidRequest, lambda: other.execute('SELECT second FROM users'))
    session.set_keyspace('driver_facts_2')
    report.equal('a statement keeps the keyspace in which it was prepared', ['id', 'age', 'name'],
                 session.execute(prepared).column_names)
    session.set_keyspace(KEYSPACE)
    moved = session.execute(SimpleStatement('SELECT second FROM users WHERE id = 1', keyspace='driver_facts_2'))
    report.equal('the keyspace of a request', 'second', moved.one().second)
    other_cluster.shutdown()
    session.execute('DROP KEYSPACE driver_facts_2')
    report.equal('DROP KEYSPACE', False, 'driver_facts_2' in cluster.metadata.keyspaces)


@fact
def names(report, cluster, session):
    insert = session.prepare('INSERT INTO users (id, name, age) VALUES (:number, :name, :"Age")')
    session.execute(insert, {'number': 5, 'name': 'eve', 'Age': 50})
    report.equal('named markers', (50, 5, 'eve'), tuple(session.execute('SELECT age, id, name FROM users WHERE id = 5').one()))
    report.equal('names of markers', ['number', 'name', 'Age'], [column.name for column in insert.column_metadata])
    paged = session.prepare('SELECT id FROM users WHERE id IN ? LIMIT ?')
    report.equal('names that the server gives', ['in(id)', '[limit]'], [column.name for column in paged.column_metadata])
    report.equal('IN ? LIMIT ?', [(5,)], [tuple(row) for row in session.execute(paged, [[5, 6, 7], 2])])
    result = session.execute('SELECT count(*), max(age), cast(age AS text), ttl(name), age AS "My Age" FROM users WHERE id = 5')
    report.equal('names of columns', ['count', 'system.max(age)', 'cast(age as text)', 'ttl(name)', 'My Age'], result.response_future._col_names)


@fact
def events(report, cluster, session):
    watcher, other = connected()

    def table():
        return watcher.metadata.keyspaces[KEYSPACE].tables.get('watched')
    session.execute('CREATE TABLE watched (id int PRIMARY KEY)')
    report.equal('CREATE TABLE', True, until(lambda: table() is not None))
    session.execute('ALTER TABLE watched ADD extra text')
    report.equal('ALTER TABLE', True, until(lambda: 'extra' in table().columns))
    session.execute('CREATE INDEX watched_index ON watched (extra)')
    report.equal('CREATE INDEX', True, until(lambda: 'watched_index' in table().indexes))
    session.execute('CREATE TYPE watched_type (a int)')
    report.equal('CREATE TYPE', True, until(lambda: 'watched_type' in watcher.metadata.keyspaces[KEYSPACE].user_types))
    session.execute("CREATE KEYSPACE driver_facts_3 WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}")
    report.equal('CREATE KEYSPACE', True, until(lambda: 'driver_facts_3' in watcher.metadata.keyspaces))
    session.execute('DROP KEYSPACE driver_facts_3')
    report.equal('DROP KEYSPACE', True, until(lambda: 'driver_facts_3' not in watcher.metadata.keyspaces))
    session.execute('DROP TABLE watched')
    report.equal('DROP TABLE', True, until(lambda: table() is None))
    watcher.shutdown()


@fact
def alter_prepared(report, cluster, session):
    session.execute('CREATE TABLE altered (id int PRIMARY KEY, a int)')
    insert = session.prepare('INSERT INTO altered (id, a) VALUES (?, ?)')
    select = session.prepare('SELECT * FROM altered WHERE id = ?')
    session.execute(insert, [1, 10])
    report.equal('before', ['id', 'a'], session.execute(select, [1]).column_names)
    session.execute('ALTER TABLE altered ADD b text')
    session.execute("UPDATE altered SET b = 'new' WHERE id = 1")
    session.execute(insert, [2, 20])
    changed = session.execute(select, [1])
    report.equal('after ADD', (['id', 'a', 'b'], [(1, 10, 'new')]), (changed.column_names, [tuple(row) for row in changed]))
    session.execute('ALTER TABLE altered DROP a')
    changed = session.execute(select, [1])
    report.equal('after DROP', (['id', 'b'], [(1, 'new')]), (changed.column_names, [tuple(row) for row in changed]))
    report.raises('a statement that names the dropped column', InvalidRequest, lambda: session.execute(insert, [3, 30]))


@fact
def alter_paged(report, cluster, session):
    session.execute('CREATE TABLE altered_pages (p int, c int, v int, PRIMARY KEY (p, c))')
    insert = session.prepare('INSERT INTO altered_pages (p, c, v) VALUES (1, ?, ?)')
    for number in range(20):
        session.execute(insert, [number, number])
    select = session.prepare('SELECT * FROM altered_pages WHERE p = ?')
    select.fetch_size = 8
    result = session.execute(select, [1])
    seen = [tuple(row) for row in result.current_rows]
    session.execute('ALTER TABLE altered_pages ADD w text')
    session.execute("UPDATE altered_pages SET w = 'w' WHERE p = 1 AND c = 9")
    result.fetch_next_page()
    seen += [tuple(row) for row in result.current_rows]
    result.fetch_next_page()
    seen += [tuple(row) for row in result.current_rows]
    report.equal('rows of three pages', [(1, n, n) for n in range(8)] + [(1, n, n, 'w' if n == 9 else None) for n in range(8, 20)], seen)
    report.equal('no page more', False, result.has_more_pages)


@fact
def concurrency(report, cluster, session):
    session.execute('CREATE TABLE flights (id int PRIMARY KEY, v int)')
    insert = session.prepare('INSERT INTO flights (id, v) VALUES (?, ?)')
    select = session.prepare('SELECT v FROM flights WHERE id = ?')
    futures = [session.execute_async(insert, [number, number * 7]) for number in range(2000)]
    for future in futures:
        future.result()
    futures = [(number, session.execute_async(select, [number])) for number in range(2000)]
    wrong = [number for number, future in futures if future.result().one().v != number * 7]
    report.equal('answers that are not those of their requests', [], wrong)


@fact
def restart(report, cluster, session):
    insert = session.prepare('INSERT INTO users (id, name, age) VALUES (?, ?, ?)')
    select = session.prepare('SELECT name FROM users WHERE id = ?')
    session.execute(insert, [100, 'before', 1])
    print('restart', flush=True)
    if sys.stdin.readline().strip() != 'restarted':
        return 'skipped'

    def answered():
        try:
            return session.execute(select, [100]).one().name
        except (cassandra.OperationTimedOut, cassandra.cluster.NoHostAvailable):
            return None
    report.equal('a prepared SELECT after the restart', 'before', until(answered, 60))
    session.execute(insert, [101, 'after', 2])
    report.equal('a row after the restart', 'after', session.execute(select, [101]).one().name)


def main():
    cluster, session = connected()
    session.execute(f'DROP KEYSPACE IF EXISTS {KEYSPACE}')
    for other in ('driver_facts_2', 'driver_facts_3'):
        session.execute(f'DROP KEYSPACE IF EXISTS {other}')
    session.execute(f"CREATE KEYSPACE {KEYSPACE} WITH replication = {{'class': 'SimpleStrategy', 'replication_factor': 1}}")
    session.set_keyspace(KEYSPACE)
    outcomes = []
    for name, function in FACTS:
        report = Report(name)
        outcome = 'ok'
        try:
            outcome = function(report, cluster, session) or 'ok'
        except Exception as error:  # a fact that breaks is a fact that fails
            report.equal('the run', 'no error', f'{type(error).__name__}: {error}')
        outcome = 'failed' if report.failed else outcome
        outcomes.append(outcome)
        print(outcome, name, flush=True)
    session.execute(f'DROP KEYSPACE {KEYSPACE}')
    cluster.shutdown()
    return 'failed' in outcomes


sys.exit(main())
