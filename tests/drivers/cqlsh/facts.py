"""The facts of tests/drivers/README.md through cqlsh: facts.py HOST PORT [--record], with the Python in which it is installed.

With --record the answers of DESCRIBE are written into describe.txt: of Apache Cassandra, whose answers they are.
"""
import os
import pathlib
import pty
import re
import select
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
HOST, PORT = sys.argv[1], sys.argv[2]
CQLSH = str(pathlib.Path(sys.executable).parent / 'cqlsh')
UUID = re.compile(r'[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}')
NOTE = re.compile(r'^WARNING: cqlsh was built against .*\n', re.MULTILINE)
ENVIRONMENT = {**os.environ, 'TERM': 'dumb', 'HOME': tempfile.mkdtemp(prefix='cqlsh'), 'LC_ALL': 'C.UTF-8', 'COLUMNS': '200'}
FACTS = []

DESCRIBES = [
    'DESCRIBE KEYSPACE driver_facts', 'DESCRIBE ONLY KEYSPACE driver_facts', 'DESC driver_facts', 'DESCRIBE TABLE driver_facts.readings',
    'DESC readings', 'DESCRIBE TABLE "Mixed"', 'DESCRIBE driver_facts."Mixed"', 'DESCRIBE INDEX readings_by_note',
    'DESCRIBE MATERIALIZED VIEW readings_by_value', 'DESCRIBE readings_by_value', 'DESCRIBE TYPE address', 'DESCRIBE TYPES', 'DESCRIBE TABLES',
    'DESC FUNCTIONS', 'DESCRIBE AGGREGATES', 'DESCRIBE TABLE readings WITH INTERNALS', 'DESCRIBE TABLE nosuch', 'DESCRIBE nosuch',
    'DESCRIBE KEYSPACE nosuch', 'DESCRIBE INDEX nosuch', 'DESCRIBE TYPE nosuch', 'DESCRIBE FUNCTION nosuch', 'DESCRIBE AGGREGATE nosuch',
    'DESCRIBE MATERIALIZED VIEW nosuch']


def fact(function):
    FACTS.append((function.__name__.replace('_', '-'), function))
    return function


class Report:
    def __init__(self, name):
        self.name = name
        self.failed = False

    def equal(self, what, expected, got):
        if expected != got:
            self.failed = True
            print(f'{self.name}: {what}: expected {expected!r}, got {got!r}', flush=True)

    def holds(self, what, text, part):
        """The text has the part, blanks aside."""
        if ' '.join(part.split()) not in ' '.join(text.split()):
            self.equal(what, part, text)


def cqlsh(statements, *options, keyspace='driver_facts'):
    """What cqlsh prints for statements, or with other options if there are none: its status, standard output, and standard error."""
    use = (('-k', keyspace) if keyspace else ()) + (('-e', statements) if statements else ())
    done = subprocess.run([CQLSH, HOST, PORT, *use, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          stdin=subprocess.DEVNULL, text=True, env=ENVIRONMENT, timeout=120, check=False)
    return done.returncode, NOTE.sub('', done.stdout), done.stderr


def output(statements, *options):
    status, printed, complaints = cqlsh(statements, *options)
    return printed if status == 0 else f'status {status}: {printed}{complaints}'


class Terminal:
    """cqlsh at a terminal."""

    def __init__(self):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.execve(CQLSH, [CQLSH, HOST, PORT, '-k', 'driver_facts', '--no-color'], ENVIRONMENT)
        self.seen = ''

    def until(self, text):
        """Reads until the screen shows the text; returns what was read."""
        end = time.monotonic() + 30
        while text not in self.seen and time.monotonic() < end:
            if select.select([self.terminal], [], [], 0.2)[0]:
                try:
                    self.seen += os.read(self.terminal, 65536).decode(errors='replace').replace('\a', '')
                except OSError:
                    break
        before, found, self.seen = self.seen.partition(text)
        return before + found

    def type(self, text):
        os.write(self.terminal, text.encode())

    def close(self):
        self.type('\x03\nEXIT\n')
        os.waitpid(self.process, 0)
        os.close(self.terminal)


@fact
def connect(report):
    status, printed, _ = cqlsh('SELECT release_version FROM system.local', '-u', 'cassandra', '-p', 'cassandra', keyspace=None)
    report.equal('status', 0, status)
    report.holds('the release', printed, 'release_version\n-----------------\n 5.0.9\n\n(1 rows)')
    report.holds('SHOW VERSION', output('SHOW VERSION'), '| Cassandra 5.0.9 | CQL spec 3.4.7 | Native protocol v5]')
    report.holds('SHOW HOST', output('SHOW HOST'), f'at {HOST}:{PORT}')
    report.holds('protocol v4', output('SHOW VERSION', '--protocol-version', '4'), 'Native protocol v4]')


def described():
    answers = []
    for statement in DESCRIBES:
        status, printed, complaints = cqlsh(statement)
        if status:  # the words of a refusal are the server's own
            printed = f'status {status}, which names nosuch: {"nosuch" in complaints}\n'
        answers.append(f'== {statement}\n' + UUID.sub('UUID', printed))
    return answers


@fact
def describe(report):
    golden = HERE / 'describe.txt'
    answers = described()
    if '--record' in sys.argv:
        golden.write_text(''.join(answers), encoding='utf-8')
    expected = re.split(r'^(?=== )', golden.read_text(encoding='utf-8'), flags=re.MULTILINE)[1:]
    for one, got in zip(expected, answers, strict=True):
        report.equal(got.split('\n', 1)[0], one, got)


@fact
def describe_cluster(report):
    cluster = output('DESCRIBE CLUSTER')
    report.holds('partitioner', cluster, 'Partitioner: Murmur3Partitioner')
    report.holds('ranges', cluster, 'Range ownership:')
    report.holds('snitch', cluster, 'Snitch: ')
    report.holds('keyspaces', output('DESCRIBE KEYSPACES'), 'driver_facts')
    report.holds('keyspaces of the system', output('DESCRIBE KEYSPACES'), 'system_virtual_schema')
    keyspace, schema = output('DESCRIBE KEYSPACE driver_facts'), output('DESCRIBE SCHEMA')
    report.holds('DESCRIBE SCHEMA', schema, keyspace)
    report.equal('no system keyspace in it', False, 'CREATE KEYSPACE system' in schema)
    full = output('DESCRIBE FULL SCHEMA')
    report.holds('DESCRIBE FULL SCHEMA', full, 'CREATE KEYSPACE system_schema')
    report.holds('DESCRIBE FULL SCHEMA has all', full, keyspace)
    report.holds('a system table', output('DESCRIBE TABLE system_schema.tables'), 'CREATE TABLE system_schema.tables (')
    report.holds('a virtual table', output('DESCRIBE TABLE system_views.clients'), 'VIRTUAL TABLE system_views.clients (')


@fact
def describe_again(report):
    """What DESCRIBE prints makes the same schema again."""
    before = output('DESCRIBE KEYSPACE driver_facts')
    with tempfile.TemporaryDirectory() as folder:
        script = pathlib.Path(folder) / 'schema.cql'
        script.write_text(before, encoding='utf-8')
        report.equal('DROP', '', output('DROP KEYSPACE driver_facts'))
        status, _, complaints = cqlsh(f"SOURCE '{script}'", keyspace=None)
        report.equal('SOURCE', (0, ''), (status, complaints))
    report.equal('DESCRIBE again', before, output('DESCRIBE KEYSPACE driver_facts'))


@fact
def types(report):
    insert = """INSERT INTO types (id, a, b, bl, bo, da, de, d, f, i, s, t, ti, ts, tu, tn, u, v, l, se, m, tup, ad) VALUES (
        1, 'plain', -9223372036854775808, 0xcafe, true, '1969-07-20', -1.50, 2.5e100, 0.1, '2001:db8::1', -32768, 'it''s 漢字',
        '23:59:59.999999999', '2038-01-19T03:14:08.123Z', f47ac10b-58cc-1372-8567-0e02b2c3d479, -128,
        f47ac10b-58cc-4372-a567-0e02b2c3d479, 170141183460469231731687303715884105728, [2, 1, 2], {'b', 'a'}, {'y': 2, 'x': 1},
        (1, 'b'), {street: 'Main', zip: 12345, tags: {'home'}})"""
    report.equal('INSERT', '', output(insert))
    printed = output('EXPAND ON; SELECT * FROM types')
    cells = {key.strip(): value.strip() for key, _, value in (line.partition('|') for line in printed.splitlines()) if value}
    expected = {'id': '1', 'a': 'plain', 'b': '-9223372036854775808', 'bl': '0xcafe', 'bo': 'True', 'da': '1969-07-20', 'de': '-1.50',
                'd': '2.5e+100', 'f': '0.1', 'i': '2001:db8::1', 's': '-32768', 't': "it's 漢字", 'ti': '23:59:59.999999999',
                'ts': '2038-01-19 03:14:08.123000+0000', 'tu': 'f47ac10b-58cc-1372-8567-0e02b2c3d479', 'tn': '-128',
                'u': 'f47ac10b-58cc-4372-a567-0e02b2c3d479', 'v': '170141183460469231731687303715884105728', 'l': '[2, 1, 2]',
                'se': "{'a', 'b'}", 'm': "{'x': 1, 'y': 2}", 'tup': "(1, 'b')",
                'ad': "{street: 'Main', zip: 12345, tags: {'home'}}"}
    for key, value in expected.items():
        report.equal(key, value, cells.get(key))


@fact
def copy_from(report):
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / 'numbers.csv'
        source.write_text('p,c,v\n' + ''.join(f'{n // 100},{n % 100},"value, {n}"\n' for n in range(10000)), encoding='utf-8')
        printed = output(f"COPY numbers (p, c, v) FROM '{source}' WITH HEADER = true")
        report.holds('COPY FROM', printed, '10000 rows imported from 1 files')
        report.holds('count', output('SELECT count(*) FROM numbers'), '10000')
        report.holds('a row', output('SELECT * FROM numbers WHERE p = 99 AND c = 99'), '99 | 99 | value, 9999')
        target = pathlib.Path(folder) / 'out.csv'
        printed = output(f"COPY numbers (p, c, v) TO '{target}' WITH HEADER = true")
        report.holds('COPY TO', printed, '10000 rows exported to 1 files')
        lines = target.read_text(encoding='utf-8').splitlines()
        report.equal('the header', 'p,c,v', lines[0])
        report.equal('the rows', sorted(source.read_text(encoding='utf-8').splitlines()[1:]), sorted(lines[1:]))


@fact
def copy_types(report):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / 'types.csv'
        before = output('EXPAND ON; SELECT * FROM types')
        report.holds('COPY TO', output(f"COPY types TO '{file}'"), '1 rows exported')
        report.equal('TRUNCATE', '', output('TRUNCATE types'))
        report.holds('COPY FROM', output(f"COPY types FROM '{file}'"), '1 rows imported')
        report.equal('the row', before, output('EXPAND ON; SELECT * FROM types'))
        counters = pathlib.Path(folder) / 'hits.csv'
        counters.write_text('1,5\n2,-7\n', encoding='utf-8')
        report.holds('counters', output(f"COPY hits FROM '{counters}'"), '2 rows imported')
        report.holds('a counter', output('SELECT n FROM hits WHERE id = 2'), '-7')


@fact
def paging(report):
    printed = output('PAGING 30; SELECT c FROM numbers WHERE p = 5')
    report.holds('all pages', printed, '(100 rows)')
    report.equal('values', list(range(100)), [int(line) for line in printed.splitlines() if line.strip().isdigit()])
    terminal = Terminal()
    terminal.until('cqlsh:driver_facts>')
    terminal.type('PAGING 40;\n')
    terminal.until('Page size: 40')
    terminal.type('SELECT c FROM numbers WHERE p = 5;\n')
    pages = []
    for _ in range(2):
        pages.append(terminal.until('---MORE---'))
        terminal.type('\n')
    pages.append(terminal.until('(100 rows)'))
    numbers = [[int(line) for line in page.split('\n') if line.strip().isdigit()] for page in pages]
    report.equal('pages at a terminal', [40, 40, 20], [len(page) for page in numbers])
    report.equal('rows at a terminal', list(range(100)), sum(numbers, []))
    terminal.close()


@fact
def completion(report):
    terminal = Terminal()
    terminal.until('cqlsh:driver_facts>')
    for typed, completed in (('SELECT * FROM driver_facts.rea\t', 'readings'), ('SELECT * FROM "Mi\t', '"Mixed"'), ('USE driver_f\t', 'driver_facts'),
                             ('UPDATE readings SET val\t', 'value'), ('DROP INDEX readings_b\t', 'readings_by_note'),
                             ('DROP TYPE add\t', 'address'), ('SELECT * FROM system_schema.agg\t', 'aggregates')):
        terminal.type(typed)
        report.holds(typed.strip(), terminal.until(completed), completed)
        terminal.type('\x15')  # clears the line
    terminal.close()


@fact
def tracing(report):
    printed = output('TRACING ON; SELECT * FROM numbers WHERE p = 5 AND c = 7')
    report.holds('rows', printed, '(1 rows)')
    report.holds('a session', printed, 'Tracing session: ')
    report.holds('the first line', printed, 'Execute CQL3 query')
    report.holds('the last line', printed, 'Request complete')
    report.holds('columns', printed, 'activity | timestamp | source | source_elapsed | client')
    found = UUID.search(printed)
    report.holds('SHOW SESSION', output(f'SHOW SESSION {found.group() if found else ""}'), 'Request complete')


@fact
def source(report):
    with tempfile.TemporaryDirectory() as folder:
        script = pathlib.Path(folder) / 'script.cql'
        script.write_text("INSERT INTO numbers (p, c, v) VALUES (-1, 1, 'a');\nSELECT nosuch FROM numbers;\n/* a comment\n"
                          "of two lines */ INSERT INTO numbers (p, c, v)\n VALUES (-1, 2, 'b;c'); -- the end\n", encoding='utf-8')
        status, _, complaints = cqlsh(f"SOURCE '{script}'")
        report.equal('the error', True, 'InvalidRequest' in complaints and 'nosuch' in complaints)
        report.holds('it goes on after it', output('SELECT c, v FROM numbers WHERE p = -1'), '1 | a\n 2 | b;c\n\n(2 rows)')
        status, _, _ = cqlsh(None, '-f', str(script))
        report.equal('the status of -f', 2, status)


@fact
def errors(report):
    for statement, kind in (('SELEC 1', 'SyntaxException'), ('SELECT * FROM nosuch', 'InvalidRequest'),
                            ('CREATE TABLE hits (id int PRIMARY KEY)', 'AlreadyExists'),
                            ("CREATE TABLE x (id int PRIMARY KEY) WITH compaction = {'class': 'NoSuch'}", 'ConfigurationException')):
        status, printed, complaints = cqlsh(statement)
        report.equal(f'status of {statement}', 2, status)
        report.equal(f'error of {statement}', kind, kind if kind in complaints else complaints + printed)


@fact
def lightweight_transactions(report):
    insert = 'INSERT INTO numbers (p, c, v) VALUES (-2, 1, %s) IF NOT EXISTS'
    report.holds('the first', output(insert % "'a'"), '[applied]\n-----------\n True')
    report.holds('the second', output(insert % "'b'"), '[applied] | p | c | v\n-----------+----+---+---\n False | -2 | 1 | a')
    batch = ("BEGIN BATCH INSERT INTO numbers (p, c, v) VALUES (-2, 2, 'a'); UPDATE numbers SET v = 'x' WHERE p = -2 AND c = 3;"
             ' APPLY BATCH; SELECT c FROM numbers WHERE p = -2')
    report.holds('a batch', output(batch), '(3 rows)')


@fact
def settings(report):
    report.holds('CONSISTENCY', output('CONSISTENCY QUORUM; SELECT v FROM numbers WHERE p = 1 AND c = 1; CONSISTENCY'),
                 'Consistency level set to QUORUM.\n\n v\n------------\n value, 101\n\n(1 rows)\nCurrent consistency level is QUORUM.')
    report.holds('SERIAL CONSISTENCY', output('SERIAL CONSISTENCY LOCAL_SERIAL'), 'Serial consistency level set to LOCAL_SERIAL.')
    report.holds('a serial read', output('CONSISTENCY SERIAL; SELECT v FROM numbers WHERE p = 1 AND c = 1'), 'value, 101')
    report.holds('a warning', output('SELECT count(*) FROM hits').lower(), 'aggregation query used without partition key')
    report.holds('its title', output('SELECT count(*) FROM hits'), 'Warnings :')
    with tempfile.TemporaryDirectory() as folder:
        captured = pathlib.Path(folder) / 'captured'
        output(f"CAPTURE '{captured}'; SELECT v FROM numbers WHERE p = 1 AND c = 1; CAPTURE OFF")
        report.holds('CAPTURE', captured.read_text(encoding='utf-8'), 'value, 101')


@fact
def restart(report):
    terminal = Terminal()
    terminal.until('cqlsh:driver_facts>')
    print('restart', flush=True)
    if sys.stdin.readline().strip() != 'restarted':
        terminal.close()
        return 'skipped'
    shown, end = '', time.monotonic() + 60
    while 'value, 101' not in shown and time.monotonic() < end:
        terminal.type('SELECT v FROM numbers WHERE p = 1 AND c = 1;\n')
        shown += terminal.until('cqlsh:driver_facts>')
        time.sleep(0.2)
    report.holds('the same shell after a restart', shown, 'value, 101')
    terminal.close()
    return None


def main():
    cqlsh('DROP KEYSPACE IF EXISTS driver_facts', keyspace=None)
    status, printed, complaints = cqlsh(f"SOURCE '{HERE / 'schema.cql'}'", keyspace=None)
    if status:
        sys.exit(f'the schema: {printed}{complaints}')
    outcomes = []
    for name, function in FACTS:
        report = Report(name)
        outcome = 'ok'
        try:
            outcome = function(report) or 'ok'
        except Exception as error:  # a fact that breaks is a fact that fails
            report.equal('the run', 'no error', f'{type(error).__name__}: {error}')
        outcomes.append('failed' if report.failed else outcome)
        print(outcomes[-1], name, flush=True)
    cqlsh('DROP KEYSPACE driver_facts', keyspace=None)
    return 'failed' in outcomes


sys.exit(main())
