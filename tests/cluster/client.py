"""The Python driver, as the tests of this folder use it."""
import contextlib
import logging
import ssl

import ring as rings
from cassandra import ConsistencyLevel
from cassandra.auth import PlainTextAuthProvider
from cassandra.cluster import EXEC_PROFILE_DEFAULT, Cluster, ExecutionProfile
from cassandra.policies import RoundRobinPolicy, WhiteListRoundRobinPolicy
from cassandra.query import SimpleStatement

LEVELS = [None, ConsistencyLevel.ONE, ConsistencyLevel.TWO, ConsistencyLevel.THREE]
NO_PARENT = '00000000-0000-1000-8000-000000000000'

logging.getLogger('cassandra').setLevel(logging.CRITICAL)  # it tells of each address that does not answer


def tls(folder, authority='ca', certificate=None):
    """Checks that a node's certificate is of this authority and names the node's address."""
    context = ssl.create_default_context(cafile=str(folder / f'tls/{authority}.crt'))
    if certificate:
        context.load_cert_chain(folder / f'tls/{certificate}.crt', folder / f'tls/{certificate}.key')
    return context


def access(ring, folder):
    """How clients are let in, as options of Cluster."""
    options = {}
    if ring.login:
        options['auth_provider'] = PlainTextAuthProvider(rings.USER, rings.PASSWORD)
    if ring.tls:
        options['ssl_context'] = tls(folder, certificate='client' if ring.client_certificates else None)
    return options


@contextlib.contextmanager
def connected(ring, folder, nodes=None, seconds=20, **options):
    """A cluster of the driver and a session, which talk to these nodes alone, or to all."""
    addresses = [node.address for node in nodes or ring.nodes]
    policy = WhiteListRoundRobinPolicy(addresses) if nodes else RoundRobinPolicy()
    profile = ExecutionProfile(load_balancing_policy=policy, request_timeout=seconds, consistency_level=ConsistencyLevel.QUORUM)
    cluster = Cluster(addresses, port=ring.port, connect_timeout=seconds, control_connection_timeout=seconds,
                      execution_profiles={EXEC_PROFILE_DEFAULT: profile}, **{**access(ring, folder), **options})
    try:
        yield cluster, cluster.connect()
    finally:
        cluster.shutdown()


def writes_of_nodes(ring, session, kind, keyspace, table):
    """How many writes to a table each node has coordinated, or made in its own store ('local')."""
    counts = []
    for node in ring.nodes:
        profile = f'{kind} {keyspace} {table} {node.name}'
        session.cluster.add_execution_profile(profile, ExecutionProfile(WhiteListRoundRobinPolicy([node.address])))
        rows = session.execute(f'SELECT * FROM system_views.{kind}_write_latency', execution_profile=profile)
        counts.append(sum(row.count for row in rows if (row.keyspace_name, row.table_name) == (keyspace, table)))
    return counts


def fault_of_node(ring, folder, node, alive):
    """Why a node of Cassandra is not ready for clients, or None if it is: system.peers shows all other nodes whole, all have one
    version of the schema, and as many replicas as there are nodes alive answer it."""
    try:
        with connected(ring, folder, [node], protocol_version=5, schema_metadata_enabled=False) as (_, session):
            local = session.execute("SELECT schema_version FROM system.local WHERE key = 'local'").one()
            peers = list(session.execute('SELECT rpc_address, host_id, tokens, data_center, schema_version FROM system.peers'))
            known = {peer.rpc_address for peer in peers if peer.host_id and peer.tokens and peer.data_center}
            missing = {other.address for other in ring.nodes if other != node} - known
            if missing:
                return f'does not know {", ".join(sorted(missing))}'
            if {peer.schema_version for peer in peers} - {local.schema_version}:
                return 'the versions of the schema differ'
            session.execute(SimpleStatement(f'SELECT parent_id FROM system_distributed.parent_repair_history WHERE parent_id = {NO_PARENT}',
                                            consistency_level=LEVELS[alive]))
    except Exception as error:  # any error is a reason to wait
        return f'{type(error).__name__}: {error}'
    return None
