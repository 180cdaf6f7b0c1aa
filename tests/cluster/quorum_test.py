"""One of three nodes is killed while rows are written at QUORUM with three replicas: what was acknowledged is there, before the node is
back and after that."""
import contextlib
import os
import subprocess
import time

import client
import ring as rings
from cassandra import ConsistencyLevel
from cassandra.concurrent import execute_concurrent_with_args

VICTIM = 'node3'
BATCH = 20
ATTEMPTS = 120


def command(*words):
    """A command to the cluster that runs beside the test."""
    return subprocess.Popen([os.environ['CELLAR_CLUSTER_COMMAND'], *words], stdin=subprocess.DEVNULL)


def state_of(name):
    said = subprocess.run([os.environ['CELLAR_CLUSTER_COMMAND'], 'status'], stdout=subprocess.PIPE, text=True, check=True).stdout
    return next(line.split()[4] for line in said.splitlines() if line.startswith(name + ' '))


class Writer:
    """Writes one row after the other, and notes which were acknowledged."""

    def __init__(self, session):
        self.session = session
        self.insert = session.prepare('INSERT INTO written (id, value) VALUES (?, ?)')
        self.insert.consistency_level = ConsistencyLevel.QUORUM
        self.sent, self.acknowledged = 0, []

    def write(self):
        numbers = range(self.sent, self.sent + BATCH)
        self.sent += BATCH
        outcomes = execute_concurrent_with_args(self.session, self.insert, [(number, f'value {number}') for number in numbers],
                                                concurrency=32, raise_on_first_error=False)
        self.acknowledged += [number for number, (is_written, _) in zip(numbers, outcomes) if is_written]

    def write_more(self, rows):
        target = len(self.acknowledged) + rows
        while len(self.acknowledged) < target:
            self.write()

    def write_while(self, process):
        """Not as fast as it goes: three nodes and what else runs on this machine have to go on."""
        while process.poll() is None:
            self.write()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(0.5)
        assert process.returncode == 0, process.args


def values_of(session, numbers, level):
    """The value of each row that there is. A read that a dead node keeps from being answered is repeated."""
    select = session.prepare('SELECT value FROM written WHERE id = ?')
    select.consistency_level = level
    values, unread = {}, list(numbers)
    for _ in range(ATTEMPTS):
        outcomes = execute_concurrent_with_args(session, select, [(number,) for number in unread], concurrency=32,
                                                raise_on_first_error=False)
        values |= {number: row.value for number, (is_read, rows) in zip(unread, outcomes) if is_read for row in rows}
        unread = [number for number, (is_read, _) in zip(unread, outcomes) if not is_read]
        if not unread:
            return values
        time.sleep(0.5)
    raise AssertionError(f'{len(unread)} rows cannot be read: {outcomes[-1][1]!r}')


def require_written(session, writer, level):
    values = values_of(session, writer.acknowledged, level)
    lost = [number for number in writer.acknowledged if values.get(number) != f'value {number}']
    assert not lost, f'{len(lost)} of {len(writer.acknowledged)} acknowledged rows are lost: {lost[:10]}'


def main():
    ring, folder = rings.under_test()
    with client.connected(ring, folder) as (_, session):
        session.execute('DROP KEYSPACE IF EXISTS quorum')
        session.execute("CREATE KEYSPACE quorum WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 3}")
        session.set_keyspace('quorum')
        session.execute('CREATE TABLE written (id int PRIMARY KEY, value text)')
        writer = Writer(session)
        writer.write_more(500)
        before = len(writer.acknowledged)
        writer.write_while(command('kill', VICTIM))
        writer.write_more(500)
        assert state_of(VICTIM) == 'ended'
        require_written(session, writer, ConsistencyLevel.QUORUM)
        without = len(writer.acknowledged) - before
        writer.write_while(command('restart', VICTIM))
        writer.write_more(100)
        require_written(session, writer, ConsistencyLevel.ALL)
        print(f'{writer.sent} rows sent, {len(writer.acknowledged)} acknowledged, {without} of them while {VICTIM} was down; all are there')


main()
