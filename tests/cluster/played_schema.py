"""The schema of a server in the form in which Simulacron tells it: answers to the requests by which clients read it."""
import client
import ring as rings

TABLES = ['keyspaces', 'tables', 'columns', 'types', 'indexes', 'views', 'functions', 'aggregates', 'triggers']


def type_text(kind):
    """The name of a driver's type. Simulacron knows no `frozen`, which the protocol does not have either."""
    return kind.cql_parameterized_type().replace('frozen<', '', 1)[:-1] if kind.typename == 'frozen' else kind.cql_parameterized_type()


def plain(value):
    """A value as JSON has it."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, bytes):
        return '0x' + value.hex()
    if hasattr(value, 'items'):
        return {key: plain(each) for key, each in value.items()}
    return [plain(each) for each in value] if hasattr(value, '__iter__') else str(value)


def primes(host, port):
    """What to answer to a request of each table of system_schema, without the keyspaces of the system."""
    server = rings.Ring('cassandra', port, [rings.Node('server', host, '', '', [])])
    with client.connected(server, None) as (_, session):
        for table in TABLES:
            request = f'SELECT * FROM system_schema.{table}'
            result = session.execute(request)
            names = result.column_names
            rows = [{name: plain(value) for name, value in zip(names, row)} for row in result if not row.keyspace_name.startswith('system')]
            types = {name: type_text(kind) for name, kind in zip(names, result.column_types)}
            yield {'when': {'query': request}, 'then': {'result': 'success', 'rows': rows, 'column_types': types}}
