"""A keyspace to move: every type, times of all kinds, counters, an index and a view; and whether two files hold the same of it."""
import csv
import datetime
import io
import subprocess

import shell

KEYSPACE = 'moved'
SCALARS = {
    'ascii': "'a b'", 'bigint': '-9223372036854775808', 'blob': '0x00ff', 'boolean': 'true', 'date': "'2026-02-28'", 'decimal': '1.50',
    'double': '-0.1', 'duration': '1mo2d3ns', 'float': '1.5', 'inet': "'::1'", 'int': '-7', 'smallint': '300', 'text': "'it''s é'",
    'time': "'12:34:56.789'", 'timestamp': "'2026-02-28T12:00:00.123Z'", 'timeuuid': 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6', 'tinyint': '-128',
    'uuid': '6f81d4fa-e7de-41d0-a765-00a0c91e6bf6', 'varint': '123456789012345678901234567890',
    'list<int>': '[3, 1, 2]', 'set<text>': "{'b', 'a'}", 'map<int, text>': "{2: 'b', 1: 'a'}", 'frozen<list<int>>': '[]',
    'tuple<int, text>': "(1, null)", 'vector<float, 2>': '[1, 2]', 'place': "{street: 'Main', number: 1}",
    'frozen<place>': "{street: 'Old'}", 'list<frozen<map<text, int>>>': "[{'a': 1}, {}]",
}


def script(partitions):
    """The statements of the file that is moved. Most of its rows are in so many partitions."""
    columns = [f'c{number} {kind}' for number, kind in enumerate(SCALARS)]
    names = ', '.join(f'c{number}' for number in range(len(SCALARS)))
    yield f"CREATE KEYSPACE {KEYSPACE} WITH replication = {{'class': 'SimpleStrategy', 'replication_factor': 1}}"
    yield f'USE {KEYSPACE}'
    yield 'CREATE TYPE place (street text, number int)'
    yield f'CREATE TABLE kinds (k int PRIMARY KEY, {", ".join(columns)})'
    yield 'CREATE TABLE times (p int, c int, s text STATIC, l list<int> STATIC, a text, b text, m map<text, int>, u place, PRIMARY KEY (p, c)) ' \
          'WITH CLUSTERING ORDER BY (c DESC) AND default_time_to_live = 864000'
    yield 'CREATE TABLE counted (p int, c int, s counter STATIC, n counter, PRIMARY KEY (p, c))'
    yield 'CREATE TABLE many (p int, c int, v text, l list<int>, PRIMARY KEY (p, c))'
    yield 'CREATE TABLE mixed (p int, c int, s text STATIC, v text, l list<int>, e set<int>, m map<text, int>, u place, PRIMARY KEY (p, c))'
    yield 'CREATE TABLE fleeting (p int, c int, v text, PRIMARY KEY (p, c))'
    yield 'CREATE INDEX by_v ON many (v)'
    yield 'CREATE MATERIALIZED VIEW by_c AS SELECT * FROM many WHERE c IS NOT NULL AND p IS NOT NULL PRIMARY KEY (c, p)'
    yield f'INSERT INTO kinds (k, {names}) VALUES (1, {", ".join(SCALARS.values())}) USING TIMESTAMP 1700000000000001'
    for number, (kind, literal) in enumerate(SCALARS.items()):
        yield f'UPDATE kinds USING TIMESTAMP {1600000000000000 + number} AND TTL {90000 + number} SET c{number} = {literal} WHERE k = {2 + number}'
    yield "INSERT INTO times (p, c, s, l, a, b, m, u) VALUES (1, 1, 's', [1, 2], 'a', 'b', {'x': 1}, {street: 'Main', number: 1}) " \
          'USING TIMESTAMP 1700000000000000 AND TTL 0'
    yield "UPDATE times USING TIMESTAMP 1710000000000000 AND TTL 5000 SET b = 'later', m['y'] = 2, u.number = 7 WHERE p = 1 AND c = 1"
    yield "INSERT INTO times (p, c, a) VALUES (1, 2, 'by default')"
    yield "UPDATE times SET s = 'alone' WHERE p = 2"
    yield 'INSERT INTO times (p, c) VALUES (3, 3)'
    yield "INSERT INTO times (p, c, a) VALUES (4, 4, 'gone') USING TTL 1"
    for partition in range(partitions):
        yield f'UPDATE counted SET s = s + {partition} WHERE p = {partition}'
        for row in range(3):
            yield f"INSERT INTO many (p, c, v, l) VALUES ({partition}, {row}, 'v{partition % 7}', [1, 1, {row}])"
            yield f'UPDATE counted SET n = n + {row + 1} WHERE p = {partition} AND c = {row}'
        yield from partition_of_times(partition)


def partition_of_times(partition):
    """Values and elements of one row that were written at different times, and live differently long; elements of a list were not, since
    a move writes a list as a whole."""
    written = 1_700_000_000_000_000 + partition * 10
    key = f'WHERE p = {partition} AND c = {partition % 3}'
    yield f"INSERT INTO mixed (p, c, s, v, l, e, m, u) VALUES ({partition}, {partition % 3}, 's{partition}', 'v', [3, 1, {partition}], " \
          f"{{1, {partition}}}, {{'a': 1, 'b': {partition}}}, {{street: 'Main', number: {partition}}}) USING TIMESTAMP {written}"
    yield f'UPDATE mixed USING TIMESTAMP {written + 1} AND TTL {100_000 + partition} SET e = e + {{2}}, m = m + {{\'c\': 3}}, u.number = 2 {key}'
    yield f"UPDATE mixed USING TIMESTAMP {written + 2} AND TTL {200_000 + partition} SET v = 'later' {key}"
    yield f"DELETE m['a'] FROM mixed USING TIMESTAMP {written + 3} {key}"
    yield f"INSERT INTO fleeting (p, c, v) VALUES ({partition % 100}, {partition}, 'soon gone') USING TTL {60 + partition * 2 % 7_000}"


TABLES = ['kinds', 'times', 'counted', 'many', 'mixed', 'fleeting']
SECONDS_OF_A_MOVE = 10  # by which a life may seem longer or shorter behind a move there and back: five for each
SOON = datetime.timedelta(seconds=60)  # rows of which something ends before are compared no more


def moments(field):
    """Until when a value lives, or each of its elements; None: for ever."""
    texts = (part.strip() for part in field[1:-1].split(',')) if field.startswith('[') else [field]
    return [datetime.datetime.fromisoformat(text.replace('Z', '+00:00')) if text and text != 'null' else None for text in texts]


def values_of(file, table):
    """By row and column: what is stored and when it was written, and until when it lives."""
    copied = subprocess.run([shell.PROGRAM, file, '-e', f'COPY {KEYSPACE}.{table} TO STDOUT WITH TIMESTAMPS = true'],
                            capture_output=True, text=True, check=True)
    values = {}
    for row in csv.DictReader(io.StringIO(copied.stdout), escapechar='\\', doublequote=False):
        named = [name for name in row if '(' not in name]
        key = tuple(row[name] for name in named if name in ('k', 'p', 'c'))
        for name in named:
            values[(*key, name)] = ((row[name], row.get(f'writetime({name})')), moments(row.get(f'expires({name})') or ''))
    return values


def are_same(here, there):
    """A life that ends is the same if its ends are some seconds apart."""
    if here is None or there is None or here[0] != there[0] or len(here[1]) != len(there[1]):
        return False
    return all(one == other or (one and other and abs((one - other).total_seconds()) <= SECONDS_OF_A_MOVE)
               for one, other in zip(here[1], there[1]))


def differences(file, back):
    """What is not the same in two files: table, row, column and both values. And how many values were compared."""
    found, compared = [], 0
    for table in TABLES:
        here, there = values_of(file, table), values_of(back, table)
        soon = datetime.datetime.now(datetime.timezone.utc) + SOON
        ending = {key[:-1] for values in (here, there) for key, value in values.items() if any(end and end < soon for end in value[1])}
        for key in here.keys() | there.keys():
            if key[:-1] in ending:
                continue
            one, other = here.get(key), there.get(key)
            compared += 1
            if not are_same(one, other):
                found.append((table, key, one, other))
    return found, compared
