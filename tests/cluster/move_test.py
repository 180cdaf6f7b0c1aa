"""`cellar move` to a node of Cassandra and back: every type, several times, counters, a run that is killed again and again, and what
the comparison sees when one side was changed."""
import os
import pathlib
import random
import signal
import subprocess
import tempfile
import time

import ring as rings
import shell

KEYSPACE = 'moved'
REPLICATION = "{'class': 'NetworkTopologyStrategy', 'datacenter1': 1}"
PARTITIONS = 1500
SCALARS = {
    'ascii': "'a b'", 'bigint': '-9223372036854775808', 'blob': '0x00ff', 'boolean': 'true', 'date': "'2026-02-28'", 'decimal': '1.50',
    'double': '-0.1', 'duration': '1mo2d3ns', 'float': '1.5', 'inet': "'::1'", 'int': '-7', 'smallint': '300', 'text': "'it''s é'",
    'time': "'12:34:56.789'", 'timestamp': "'2026-02-28T12:00:00.123Z'", 'timeuuid': 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6', 'tinyint': '-128',
    'uuid': '6f81d4fa-e7de-41d0-a765-00a0c91e6bf6', 'varint': '123456789012345678901234567890',
    'list<int>': '[3, 1, 2]', 'set<text>': "{'b', 'a'}", 'map<int, text>': "{2: 'b', 1: 'a'}", 'frozen<list<int>>': '[]',
    'tuple<int, text>': "(1, null)", 'vector<float, 2>': '[1, 2]', 'place': "{street: 'Main', number: 1}",
    'frozen<place>': "{street: 'Old'}", 'list<frozen<map<text, int>>>': "[{'a': 1}, {}]",
}


def script():
    """The statements of the file that is moved."""
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
    for partition in range(PARTITIONS):
        yield f'UPDATE counted SET s = s + {partition} WHERE p = {partition}'
        for row in range(3):
            yield f"INSERT INTO many (p, c, v, l) VALUES ({partition}, {row}, 'v{partition % 7}', [1, 1, {row}])"
            yield f'UPDATE counted SET n = n + {row + 1} WHERE p = {partition} AND c = {row}'


READS = [
    f'SELECT * FROM {KEYSPACE}.{table}' for table in ('kinds', 'times', 'counted', 'many')
] + [
    f'SELECT k, {", ".join(f"writetime(c{number})" for number in range(len(SCALARS)))} FROM {KEYSPACE}.kinds',
    f'SELECT p, c, writetime(s), writetime(l), writetime(a), writetime(b), writetime(m), writetime(u) FROM {KEYSPACE}.times',
    f'SELECT p, c, writetime(v), writetime(l) FROM {KEYSPACE}.many',
]


def cellar(*arguments, text=None):
    return subprocess.run([shell.PROGRAM, *map(str, arguments)], input=text, capture_output=True, text=True, check=False)


def read(file):
    """All that a file holds and says of its times."""
    return [cellar(file, '--policy', 'cassandra', '--mode', 'csv', '-e', statement).stdout for statement in READS]


def killed(arguments, seconds, number):
    """Runs the program, and ends it by a signal if it has not ended by then; returns its status."""
    with subprocess.Popen([shell.PROGRAM, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(number)
        return process.wait(), process.stdout.read()


def move_there(file, node):
    """Moves it with runs that are killed at random moments, until one comes to its end."""
    chance = random.Random(28)
    arguments = ['move', file, '--to', node, '--replication', REPLICATION]
    ends = 0
    while True:
        status, said = killed(arguments, 1 + 4 * chance.random() + ends, chance.choice([signal.SIGKILL, signal.SIGINT]))
        if not status:
            break
        assert status in (-signal.SIGKILL, 130), said
        ends += 1
        assert ends < 40, said
        record = pathlib.Path(f'{file}.move')
        if record.exists():  # what was sent before has arrived or was dropped, so the next run need not wait
            time.sleep(2)
            os.utime(record, (0, 0))
    print(f'there after {ends} runs that were killed')


def check_differences(file, node):
    """What is changed on the node is told, and nothing else."""
    changes = {
        f"UPDATE {KEYSPACE}.many USING TIMESTAMP 1900000000000000 SET v = 'other' WHERE p = 7 AND c = 1": 'many: p = 7 AND c = 1: v:',
        f'DELETE FROM {KEYSPACE}.many USING TIMESTAMP 1900000000000000 WHERE p = 8 AND c = 2': 'many: p = 8 AND c = 2: the row is missing',
        f'INSERT INTO {KEYSPACE}.many (p, c) VALUES (8, 9)': 'many: p = 8 AND c = 9: the row is in',
        f"UPDATE {KEYSPACE}.times USING TIMESTAMP 1700000000000001 SET a = 'a' WHERE p = 1 AND c = 1": 'times: p = 1 AND c = 1: a:',
        f"UPDATE {KEYSPACE}.times USING TIMESTAMP 1710000000000000 AND TTL 5100 SET b = 'later' WHERE p = 1 AND c = 1":
            'times: p = 1 AND c = 1: b:',
        f'UPDATE {KEYSPACE}.counted SET n = n + 1 WHERE p = 9 AND c = 0': 'counted: p = 9 AND c = 0: n:',
    }
    for statement in changes:
        shell.require(shell.run('--connect', node, '--policy', 'cassandra', statements=statement), 0)
    checked = cellar('move', file, '--to', node, '--check-only')
    assert checked.returncode == 2, checked.stdout + checked.stderr
    for words in changes.values():
        assert f'{KEYSPACE}.{words}' in checked.stdout, (words, checked.stdout)
    assert f'{len(changes)} differences' in checked.stdout, checked.stdout


def main():
    ring, _ = rings.under_test()
    node = f'{ring.nodes[0].address}:{ring.port}'
    with tempfile.TemporaryDirectory() as folder:
        file, back = pathlib.Path(folder, 'file.cellar'), pathlib.Path(folder, 'back.cellar')
        made = cellar(file, '-f', '-', text=';\n'.join(script()) + ';\n')
        shell.require(made, 0)
        time.sleep(1.1)  # until the value of one second has expired
        move_there(file, node)
        home = cellar('move', back, '--from', node, '--keyspace', KEYSPACE)
        shell.require(home, 0, 'hold the same')
        for statement, here, there in zip(READS, read(file), read(back)):
            assert here == there, (statement, here, there)
        # Moved once more, nothing is doubled.
        shell.require(cellar('move', file, '--to', node), 0, 'hold the same')
        check_differences(file, node)
        part = cellar('move', pathlib.Path(folder, 'part.cellar'), '--from', node, '--table', f'{KEYSPACE}.many', '--tokens', '10%',
                      '--rows-per-partition', '1')
        shell.require(part, 0, 'hold the same')
    print('there, back, compared; a sample came home')


main()
