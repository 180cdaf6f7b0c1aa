"""Loads by the shell at three nodes: each write goes to a node that keeps it, and when a node is killed in the middle of a load at
QUORUM, all rows that were not refused are there, and no counter was added to twice."""
import contextlib
import os
import re
import subprocess
import threading
import time

import client
import ring as rings
import shell
from cassandra import ConsistencyLevel, ReadTimeout
from cassandra.query import SimpleStatement
from cutting_proxy import CuttingProxy

AT_ONCE = 500
ATTEMPTS = 30
SENT_BEFORE = 32  # the first writes of a run go to one node
VICTIM = 'node2'


def command(*words):
    subprocess.run([os.environ['CELLAR_CLUSTER_COMMAND'], *words], stdin=subprocess.DEVNULL, check=True)


def require_near(ring, session):
    """With one replica the node that is sent a write is the one that keeps it, or it was sent to another one; also when each node is
    reached by another address than the one that it tells."""
    proxies = [CuttingProxy(node.address, ring.port) for node in ring.nodes]
    reached = ','.join(f'{node.address}=127.0.0.1:{proxy.port}' for node, proxy in zip(ring.nodes, proxies))
    options = ['--connect', f'127.0.0.1:{proxies[0].port}', '--translate', reached]
    made = shell.run(*options, statements="CREATE KEYSPACE shell_near WITH replication = {'class': 'SimpleStrategy', "
                     "'replication_factor': 1}; CREATE TABLE shell_near.t (k int PRIMARY KEY, v text)")
    shell.require(made, 0)
    rows = 5_000
    loaded = shell.load(*options, script=''.join(f"INSERT INTO shell_near.t (k, v) VALUES ({row}, 'x');\n" for row in range(rows)))
    shell.require(loaded, 0)
    coordinated, stored = (client.writes_of_nodes(ring, session, kind, 'shell_near', 't') for kind in ('coordinator', 'local'))
    assert sum(coordinated) == rows, coordinated
    assert min(stored) > 0, stored
    moved = sum(abs(one - other) for one, other in zip(coordinated, stored))
    assert moved <= 2 * SENT_BEFORE, f'{coordinated} writes came to nodes that keep {stored}'
    assert all(proxy.accepted for proxy in proxies), [proxy.accepted for proxy in proxies]
    print(f'{rows} writes came to {coordinated}, which keep {stored}')


class Feed:
    """Lines of a load without an end. Who waits for some of them waits for the load to take them."""

    def __init__(self):
        self.rows, self.counted = 0, 0
        self.longest_stall = 0.0
        self.stages = []  # what happened, when, and behind how many rows

    def lines(self):
        """The next lines: one in twenty adds to a counter."""
        text = ''
        for row in range(self.rows, self.rows + AT_ONCE):
            text += f"INSERT INTO shell_load.t (k, c, v) VALUES ({row % 1_000}, {row}, 'value {row}');\n"
            if row % 20 == 0:
                text += f'UPDATE shell_load.counted SET n = n + 1 WHERE k = {row % 7};\n'
                self.counted += 1
        return text

    def write_to(self, pipe):
        began = time.monotonic()
        pipe.write(self.lines())
        pipe.flush()
        self.longest_stall = max(self.longest_stall, time.monotonic() - began)
        self.rows += AT_ONCE
        time.sleep(0.1)  # three nodes and what else runs on this machine have to go on

    def note(self, stage):
        self.stages.append((stage, time.monotonic(), self.rows))

    def await_rows(self, more):
        """Without a limit in seconds: `run` ends a test that does not end."""
        end = self.rows + more
        while self.rows < end:
            time.sleep(0.05)

    def rates(self):
        for (stage, began, before), (_, ended, behind) in zip(self.stages, self.stages[1:]):
            yield f'{(behind - before) / (ended - began):.0f} rows a second {stage}'


def kill_and_restart(feed):
    """The load goes on while the node is down, and when it is back."""
    feed.note(f'before {VICTIM} was killed')
    feed.await_rows(5_000)
    command('kill', VICTIM)
    feed.note('without it')
    feed.await_rows(15_000)
    feed.note('while it came back')
    command('restart', VICTIM)
    feed.note('with it')
    feed.await_rows(10_000)
    feed.note('')


def rows_of(session, select):
    """All rows, from all replicas; nodes that share a machine may be late, and are asked again."""
    for _ in range(ATTEMPTS):
        with contextlib.suppress(ReadTimeout):
            return list(session.execute(SimpleStatement(select, consistency_level=ConsistencyLevel.ALL, fetch_size=1_000)))
        time.sleep(1)
    raise AssertionError(f'{select}: no answer in {ATTEMPTS} attempts')


def require_whole(session, options):
    made = shell.run(*options, statements="CREATE KEYSPACE shell_load WITH replication = {'class': 'SimpleStrategy', "
                     "'replication_factor': 3}; CREATE TABLE shell_load.t (k int, c int, v text, PRIMARY KEY (k, c)); "
                     'CREATE TABLE shell_load.counted (k int PRIMARY KEY, n counter)')
    shell.require(made, 0)
    feed = Feed()
    killing = threading.Thread(target=kill_and_restart, args=(feed,), daemon=True)
    killing.start()
    with subprocess.Popen([shell.PROGRAM, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as process:
        said = []
        reading = threading.Thread(target=lambda: said.append(process.stderr.read()))
        reading.start()
        while killing.is_alive():
            feed.write_to(process.stdin)
        process.stdin.close()
        reading.join()
    assert feed.stages[-1][0] == '', feed.stages  # a command to the cluster has failed
    ran, refused = map(int, re.search(r'-- (\d+) statements ran, (\d+) refused', said[0]).groups())
    assert ran + refused == feed.rows + feed.counted, said[0][-2_000:]
    assert 'INSERT INTO' not in said[0], said[0][:2_000]
    found = {(row.k, row.c, row.v) for row in rows_of(session, 'SELECT k, c, v FROM shell_load.t')}
    assert found == {(row % 1_000, row, f'value {row}') for row in range(feed.rows)}, f'{len(found)} rows of {feed.rows}'
    counted = sum(row.n for row in rows_of(session, 'SELECT n FROM shell_load.counted'))
    assert feed.counted - refused <= counted <= feed.counted, f'{counted} of {feed.counted}, {refused} refused'
    print(f'{ran} statements ran, {refused} counters may not have been added to; all are there. {", ".join(feed.rates())}; '
          f'the longest stall {feed.longest_stall:.1f} seconds')


def main():
    ring, folder = rings.under_test()
    nodes = ','.join(f'{node.address}:{ring.port}' for node in ring.nodes)
    with client.connected(ring, folder) as (_, session):
        require_near(ring, session)
        require_whole(session, ['--connect', nodes, '--consistency', 'QUORUM'])


main()
