"""The shell at nodes that Simulacron plays, which are overloaded, late, silent or vanish: what a statement is answered, and that a load gets
over it: each write is acknowledged once, and no counter is sent twice."""
import collections
import re
import subprocess
import tempfile

import installation
import ring as rings
import shell
import simulacron_nodes

ROWS, AT_ONCE = 2_000, 500
LATE = 3_600_000  # milliseconds: nobody waits for it
TIMEOUT = {'consistency_level': 'QUORUM', 'received': 1, 'block_for': 2}
FAILURE = {**TIMEOUT, 'failure_reasons': {'127.0.0.2': 'UNKNOWN'}}

# What a node answers to a statement, and what the shell then says.
ANSWERS = {
    'overloaded': ({'result': 'overloaded', 'message': 'busy'}, 'error[E685]: the cluster answers: busy'),
    'bootstrapping': ({'result': 'is_bootstrapping', 'message': 'not yet'}, 'error[E68'),
    'unavailable': ({'result': 'unavailable', 'consistency_level': 'QUORUM', 'required': 2, 'alive': 1}, 'error[E685]'),
    'write_timeout': ({'result': 'write_timeout', 'write_type': 'SIMPLE', **TIMEOUT}, 'error[E685]'),
    'read_timeout': ({'result': 'read_timeout', 'data_present': False, **TIMEOUT}, 'error[E685]'),
    'server_error': ({'result': 'server_error', 'message': 'broken'}, 'error[E684]: the cluster answers: broken'),
    'invalid': ({'result': 'invalid', 'message': 'never'}, 'error[E684]: the cluster answers: never'),
    'close': ({'result': 'close_connection', 'scope': 'connection', 'close_type': 'disconnect'}, 'error[E683]'),
    'late': ({'result': 'success', 'delay_in_ms': LATE}, 'error[E683]: 127.0.0.1:{port} has not answered within 1 second'),
    'silent': ({'result': 'no_result'}, 'error[E683]: 127.0.0.1:{port} has not answered within 1 second'),
}
# What one node answers to every write of a load; the other two answer that it is written.
OF_ONE_NODE = ['overloaded', 'bootstrapping', 'unavailable', 'write_timeout', 'server_error', 'close', 'late']


def insert(table, key='?', value='?'):
    return f'INSERT INTO shop.{table} (k, v) VALUES ({key}, {value});'


def count_up(key='?', number='?'):
    return f'UPDATE shop.hits SET n = n + {number} WHERE k = {key};'


class PlayedNodes:
    """The nodes under test, which have the tables of this test."""

    def __init__(self):
        ring, folder = rings.under_test()
        self.ring, self.nodes = ring, simulacron_nodes.SimulacronNodes(ring, folder)
        self.options = ['--connect', ','.join(f'{node.address}:{ring.port}' for node in ring.nodes), '--protocol-version', '4',
                        '--no-compression']
        # Simulacron answers what it does not know by no rows: as if there were such a table, and no node in it.
        self.answer('SELECT * FROM system.peers_v2', {'result': 'invalid', 'message': 'no such table'})

    def answer(self, query, then, node=None, **markers):
        when = {'query': query, 'param_types': markers} if markers else {'query': query}
        self.nodes.prime(node, {'when': when, 'then': {'ignore_on_prepare': True, **then}})

    def answer_writes(self, query, **markers):
        self.answer(query, {'result': 'success', 'rows': [], 'column_types': {}}, **markers)

    def requests_of(self, query, first_words):
        """How many writes each node has got, prepared or as text."""
        counts = collections.Counter()
        for node in self.ring.nodes:
            for request in self.nodes.requests(node):
                text = request.get('query') or ''
                is_write = request['type'] == 'EXECUTE' and text == query or request['type'] == 'QUERY' and text.startswith(first_words)
                counts[node.name] += is_write
        return [counts[node.name] for node in self.ring.nodes]

    def begin(self):
        """Forgets the requests of the test before."""
        self.nodes.ask('DELETE', f'/log{self.nodes.path()}')

    def was_asked(self, node, query):
        """Whether a node has got a write, or, if that closes the connection, the request to prepare it."""
        return any(request.get('query') == query for request in self.nodes.requests(node))

    def load(self, line_of, is_enough):
        """Runs the lines of a script, some hundred at a time until there are enough: a load has no end before the nodes have done what
        the test is about. Returns how many statements ran, how many were refused, and what was said."""
        lines = 0
        with tempfile.TemporaryFile('w+') as told:
            with subprocess.Popen([shell.PROGRAM, *self.options], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=told,
                                  text=True) as process:
                while lines < ROWS or not is_enough():
                    process.stdin.write(''.join(line_of(line) + '\n' for line in range(lines, lines + AT_ONCE)))
                    process.stdin.flush()
                    lines += AT_ONCE
            told.seek(0)
            said = told.read()
        ran, refused = map(int, re.search(r'-- (\d+) statements ran, (\d+) refused', said).groups())
        assert ran + refused == lines, said[-2_000:]
        return ran, refused, said


def give_schema(played):
    """The nodes have the schema that a server of Cellar tells."""
    tables = ''.join(f'CREATE TABLE shop.{table} (k int PRIMARY KEY, v text);\n' for table in [*OF_ONE_NODE, 'vanishing'])
    with tempfile.NamedTemporaryFile('w', suffix='.cql') as script:
        script.write("CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 3};\n" + tables +
                     'CREATE TABLE shop.hits (k int PRIMARY KEY, n counter);\n')
        script.flush()
        with subprocess.Popen([shell.PROGRAM, 'serve', '--port', '0', '--init', script.name], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True) as server:
            try:
                address = server.stdout.readline().split()[-1]
                installation.call(installation.HERE / 'nodes', 'schema', address)
            finally:
                server.terminate()


def require_answers(played):
    """Each answer to a lone statement is told in Cellar's form, and the next statement runs."""
    following = 'SELECT v FROM shop.late WHERE k = 99;'
    played.answer(following, {'result': 'success', 'rows': [{'v': 'it runs'}], 'column_types': {'v': 'varchar'}})
    for number, (then, words) in enumerate(ANSWERS.values()):
        statement = f'SELECT v FROM shop.late WHERE k = {number};'
        played.answer(statement, then)
        done = shell.run(*played.options, '--request-timeout', '1', statements=f'{statement} {following}')
        shell.require(done, 2, words.format(port=played.ring.port), 'it runs')
    print(f'{len(ANSWERS)} answers to lone statements are told, and the next statement runs')


def require_gets_over(played, name):
    """One node answers so to each write: the load gets over it. What the others have got is each row once."""
    query, types = insert(name), {'k': 'int', 'v': 'varchar'}
    played.begin()
    played.answer_writes(query, **types)
    played.answer(query, ANSWERS[name][0], node=played.ring.nodes[1], **types)

    def got():
        return played.requests_of(query, f'INSERT INTO shop.{name} (')

    ran, refused, said = played.load(lambda row: insert(name, row, "'x'"), lambda: played.was_asked(played.ring.nodes[1], query))
    assert not refused, said[:2_000]
    assert got()[0] + got()[2] == ran, f'{ran} rows: {got()}'
    print(f'{name}: {ran} writes acknowledged once; the nodes got {got()}', flush=True)


def require_counters_once(played):
    """A counter that may have been added to is refused with its line, and not sent again."""
    types = {'n': 'counter', 'k': 'int'}
    played.begin()
    played.answer_writes(count_up(), **types)
    played.answer(count_up(), ANSWERS['write_timeout'][0], node=played.ring.nodes[1], **types)

    def got():
        return played.requests_of(count_up(), 'UPDATE shop.hits ')

    ran, refused, said = played.load(lambda row: count_up(row, 1), lambda: played.was_asked(played.ring.nodes[1], count_up()))
    assert refused == got()[1] and ran == got()[0] + got()[2], f'{ran} ran, {refused} refused: {got()}'
    lines = set(re.findall(r'--> <?\S+?>?:(\d+):1', said))
    assert len(lines) == refused, f'{len(lines)} lines for {refused} refusals: {said[:1_000]}'
    print(f'counters: {ran} were added to, {refused} timed out at a node and are told with their lines; the nodes got {got()}', flush=True)


def require_vanishing(played):
    """A node vanishes in a load and comes back: nothing is refused, and the node gets writes again."""
    node, query = played.ring.nodes[1], insert('vanishing')
    played.begin()
    played.answer_writes(query, k='int', v='varchar')
    stages = collections.deque(['first writes', 'gone', 'back'])
    before = 0

    def got():
        return played.requests_of(query, 'INSERT INTO shop.vanishing (')

    def is_enough():
        """Goes a stage on once the node has got writes since the stage before."""
        nonlocal before
        if stages[0] == 'gone':
            played.nodes.relaunch(node)
        elif got()[1] == before:
            return False
        elif stages[0] == 'first writes':
            played.nodes.kill(node)
        before = got()[1]
        stages.popleft()
        return not stages

    ran, refused, said = played.load(lambda row: insert('vanishing', row, "'x'"), is_enough)
    assert not refused, said[:2_000]
    print(f'vanishing: {ran} writes while a node vanished and came back; the nodes got {got()}', flush=True)


def main():
    played = PlayedNodes()
    give_schema(played)
    require_answers(played)
    for name in OF_ONE_NODE:
        require_gets_over(played, name)
    require_counters_once(played)
    require_vanishing(played)


main()
