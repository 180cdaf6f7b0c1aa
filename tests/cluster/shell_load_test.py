"""Loads by the shell at three nodes: each write goes to a node that keeps it, and when a node is killed in the middle of a load at
QUORUM, all rows that were not refused are there, and no counter was added to twice."""
import os
import re
import subprocess
import threading
import time

import client
import ring as rings
import shell
from cassandra import ConsistencyLevel
from cassandra.cluster import ExecutionProfile
from cassandra.policies import WhiteListRoundRobinPolicy
from cassandra.query import SimpleStatement

ROWS, COUNTED = 60_000, 3_000
SENT_BEFORE = 32  # the first writes of a run go to one node
VICTIM = 'node2'


def command(*words):
    subprocess.run([os.environ['CELLAR_CLUSTER_COMMAND'], *words], stdin=subprocess.DEVNULL, check=True)


def written_at(session, profile, address, kind):
    """How many writes to shell_near.t one node has coordinated, or made in its own store."""
    session.cluster.add_execution_profile(profile, ExecutionProfile(WhiteListRoundRobinPolicy([address])))
    for row in session.execute(f'SELECT * FROM system_views.{kind}_write_latency', execution_profile=profile):
        if (row.keyspace_name, row.table_name) == ('shell_near', 't'):
            return row.count
    return 0


def require_near(ring, session, options):
    """With one replica the node that is sent a write is the one that keeps it, or it was sent to another one."""
    made = shell.run(*options, statements="CREATE KEYSPACE shell_near WITH replication = {'class': 'SimpleStrategy', "
                     "'replication_factor': 1}; CREATE TABLE shell_near.t (k int PRIMARY KEY, v text)")
    shell.require(made, 0)
    rows = 5_000
    loaded = shell.load(*options, script=''.join(f"INSERT INTO shell_near.t (k, v) VALUES ({row}, 'x');\n" for row in range(rows)))
    shell.require(loaded, 0)
    coordinated = [written_at(session, f'c{at}', node.address, 'coordinator') for at, node in enumerate(ring.nodes)]
    stored = [written_at(session, f's{at}', node.address, 'local') for at, node in enumerate(ring.nodes)]
    assert sum(coordinated) == rows, coordinated
    assert min(stored) > 0, stored
    moved = sum(abs(one - other) for one, other in zip(coordinated, stored))
    assert moved <= 2 * SENT_BEFORE, f'{coordinated} writes came to nodes that keep {stored}'
    print(f'{rows} writes came to {coordinated}, which keep {stored}')


def script_of_load():
    every = ROWS // COUNTED
    for row in range(ROWS):
        yield f"INSERT INTO shell_load.t (k, c, v) VALUES ({row % 1_000}, {row}, 'value {row}');\n"
        if row % every == 0:
            yield f'UPDATE shell_load.counted SET n = n + 1 WHERE k = {row % 7};\n'


def kill_and_restart():
    time.sleep(1)
    command('kill', VICTIM)
    time.sleep(5)
    command('restart', VICTIM)


def rows_of(session, select):
    return session.execute(SimpleStatement(select, consistency_level=ConsistencyLevel.ALL))


def require_whole(session, options):
    made = shell.run(*options, statements="CREATE KEYSPACE shell_load WITH replication = {'class': 'SimpleStrategy', "
                     "'replication_factor': 3}; CREATE TABLE shell_load.t (k int, c int, v text, PRIMARY KEY (k, c)); "
                     'CREATE TABLE shell_load.counted (k int PRIMARY KEY, n counter)')
    shell.require(made, 0)
    killing = threading.Thread(target=kill_and_restart)
    killing.start()
    began = time.monotonic()
    # The load is held up by its input, so that it lasts until the node is back.
    with subprocess.Popen([shell.PROGRAM, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as process:
        said = []
        reading = threading.Thread(target=lambda: said.append(process.stderr.read()))
        reading.start()
        for number, line in enumerate(script_of_load()):
            process.stdin.write(line)
            if number % 500 == 0:
                process.stdin.flush()
                time.sleep(0.1)
        process.stdin.close()
        reading.join()
    killing.join()
    ran, refused = map(int, re.search(r'-- (\d+) statements ran, (\d+) refused', said[0]).groups())
    assert ran + refused == ROWS + COUNTED, said[0][-2_000:]
    assert 'INSERT INTO' not in said[0], said[0][:2_000]
    found = {(row.k, row.c, row.v) for row in rows_of(session, 'SELECT k, c, v FROM shell_load.t')}
    assert found == {(row % 1_000, row, f'value {row}') for row in range(ROWS)}, f'{len(found)} rows of {ROWS}'
    counted = sum(row.n for row in rows_of(session, 'SELECT n FROM shell_load.counted'))
    assert COUNTED - refused <= counted <= COUNTED, f'{counted} of {COUNTED}, {refused} refused'
    print(f'{ran} statements ran, {refused} counters may not have been added to, while {VICTIM} was killed and came back, '
          f'in {time.monotonic() - began:.0f} seconds; all are there')


def main():
    ring, folder = rings.under_test()
    nodes = ','.join(f'{node.address}:{ring.port}' for node in ring.nodes)
    with client.connected(ring, folder) as (_, session):
        require_near(ring, session, ['--connect', nodes])
        require_whole(session, ['--connect', nodes, '--consistency', 'QUORUM'])


main()
