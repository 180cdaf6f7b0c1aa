"""Nodes that Simulacron plays: they tell of each other, answer what they are told to, are late, fail, hang and vanish."""
import contextlib
import json
import os
import subprocess
import tempfile

import client
import installation
import ring as rings
from cassandra import OperationTimedOut, WriteTimeout
from cassandra.cluster import NoHostAvailable
from cassandra.policies import FallthroughRetryPolicy
from cassandra.protocol import OverloadedErrorMessage
from cassandra.query import SimpleStatement

SCHEMA = """
CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CREATE TYPE shop.place (name text, numbers frozen<set<int>>);
CREATE TABLE shop.likes (drink text, person text, since date, at frozen<place>, "How" map<text, int>, PRIMARY KEY (drink, person));
CREATE INDEX likes_by_since ON shop.likes (since);
"""
COLUMNS = {'drink': 'text', 'person': 'text', 'since': 'date', 'at': 'frozen<place>', 'How': 'map<text, int>'}
LATE = 3_600_000  # milliseconds: nobody waits for it


def command(*words):
    return subprocess.run([os.environ['CELLAR_CLUSTER_COMMAND'], *words], stdout=subprocess.PIPE, text=True, check=True).stdout


def prime(query, then, *options):
    command('prime', json.dumps({'when': {'query': query}, 'then': then}), *options)


def raised(kind, session, query, **options):
    """The error of a request that must fail so."""
    try:
        session.execute(SimpleStatement(query, retry_policy=FallthroughRetryPolicy()), **options)
    except kind as error:
        return error
    raise AssertionError(f'{query}: no {kind.__name__}')


def require_known(cluster, ring):
    told = {(host.address, host.datacenter, host.rack) for host in cluster.metadata.all_hosts()}
    assert told == {(node.address, node.datacenter, node.rack) for node in ring.nodes}, told
    tokens = sorted(str(token.value) for token in cluster.metadata.token_map.ring)
    assert tokens == sorted(token for node in ring.nodes for token in node.tokens), tokens


def require_answers(session):
    """Rows, errors with their numbers, and answers that come too late."""
    prime('SELECT a, b FROM k.t', {'result': 'success', 'rows': [{'a': 1, 'b': 'x'}, {'a': 2, 'b': 'y'}],
                                   'column_types': {'a': 'int', 'b': 'varchar'}})
    assert [tuple(row) for row in session.execute('SELECT a, b FROM k.t')] == [(1, 'x'), (2, 'y')]
    prime('INSERT 1', {'result': 'overloaded', 'message': 'too much'})
    assert 'too much' in str(raised(OverloadedErrorMessage, session, 'INSERT 1'))
    prime('INSERT 2', {'result': 'write_timeout', 'consistency_level': 'QUORUM', 'received': 1, 'block_for': 2, 'write_type': 'SIMPLE'})
    error = raised(WriteTimeout, session, 'INSERT 2')
    assert (error.received_responses, error.required_responses) == (1, 2), error
    prime('INSERT 3', {'result': 'success', 'delay_in_ms': LATE})
    raised(OperationTimedOut, session, 'INSERT 3', timeout=1)


@contextlib.contextmanager
def server_with(script):
    """The address of a server with the schema of a script."""
    with tempfile.NamedTemporaryFile('w', suffix='.cql') as file:
        file.write(script)
        file.flush()
        with subprocess.Popen([installation.ROOT / 'build/release/cellar', 'serve', '--port', '0', '--init', file.name],
                              stdout=subprocess.PIPE, text=True) as process:
            try:
                yield process.stdout.readline().split()[-1]
            finally:
                process.terminate()


def require_schema(ring, folder):
    """The nodes have the schema of another server."""
    with server_with(SCHEMA) as address:
        command('schema', address)
    with connected(ring, folder) as (cluster, _):
        keyspace = cluster.metadata.keyspaces['shop']
        assert keyspace.replication_strategy.replication_factor_info.all_replicas == 1, keyspace.replication_strategy
        assert {name: column.cql_type for name, column in keyspace.tables['likes'].columns.items()} == COLUMNS
        assert [column.name for column in keyspace.tables['likes'].primary_key] == ['drink', 'person']
        assert keyspace.user_types['place'].field_types == ['text', 'frozen<set<int>>']
        assert keyspace.tables['likes'].indexes['likes_by_since'].index_options == {'target': 'since'}


def require_failures(ring, session, node):
    """One node hangs and goes on, vanishes and comes back. The session talks to it alone."""
    asked = [request for request in json.loads(command('requests', node.name)) if request.get('query') == 'INSERT 3']
    assert len(asked) == 1, asked
    command('pause', node.name)
    with contextlib.suppress(OperationTimedOut):
        session.execute('SELECT 1', timeout=1)  # it may read one more request of each connection
    raised(OperationTimedOut, session, 'SELECT 1', timeout=1)
    command('resume', node.name)
    session.execute('SELECT 1')
    command('kill', node.name)
    raised(NoHostAvailable, session, 'SELECT 1')
    states = {line.split()[0]: line.split()[4] for line in command('status').splitlines()}
    assert states == {each.name: 'ended' if each == node else 'runs' for each in ring.nodes}, states
    command('restart', node.name)


def connected(*arguments):
    """Simulacron offers compression, and understands none."""
    return client.connected(*arguments, protocol_version=4, compression=False)


def main():
    ring, folder = rings.under_test()
    first = ring.nodes[0]
    with connected(ring, folder) as (cluster, _):
        require_known(cluster, ring)
    with connected(ring, folder, [first]) as (_, session):
        require_answers(session)
        require_failures(ring, session, first)
    with connected(ring, folder, [first]) as (_, session):
        session.execute('SELECT a, b FROM k.t')
        prime('SELECT 2', {'result': 'invalid', 'message': 'of one node'}, '--node', ring.nodes[-1].name)
        session.execute('SELECT 2')
    require_schema(ring, folder)
    command('forget')
    assert json.loads(command('requests', first.name)) == []


main()
