"""Nodes with login, TLS and certificates of clients: who has all three is let in by every node, who lacks one by none."""
import re

import client
import ring as rings
from cassandra.auth import PlainTextAuthProvider
from cassandra.cluster import NoHostAvailable

NO_HANDSHAKE = 'SSLEOFError|CERTIFICATE|alert|reset by peer'  # the node closes the connection

# Who is refused: options for Cluster, and what the driver says then.
REFUSED = {
    'without a login': (lambda folder: {'auth_provider': None}, 'requires authentication'),
    'with a wrong password': (lambda folder: {'auth_provider': PlainTextAuthProvider(rings.USER, 'wrong')}, 'Bad credentials'),
    'without TLS': (lambda folder: {'ssl_context': None}, 'reset by peer|closed'),
    'with another authority': (lambda folder: {'ssl_context': client.tls(folder, 'stranger-ca', 'client')}, 'CERTIFICATE_VERIFY_FAILED'),
    'without a certificate': (lambda folder: {'ssl_context': client.tls(folder)}, NO_HANDSHAKE),
    "with a stranger's certificate": (lambda folder: {'ssl_context': client.tls(folder, certificate='stranger')}, NO_HANDSHAKE),
}


def require_refused(ring, folder, node, how):
    options, reason = REFUSED[how]
    try:
        with client.connected(ring, folder, [node], **options(folder)):
            raise AssertionError(f'{node.name} lets in who comes {how}')
    except NoHostAvailable as error:
        said = ' '.join(repr(each) for each in error.errors.values())
        assert re.search(reason, said), f'{node.name}: {how}: {said}'


def main():
    ring, folder = rings.under_test()
    for node in ring.nodes:
        with client.connected(ring, folder, [node]) as (_, session):
            role = session.execute("SELECT role FROM system_auth.roles WHERE role = 'cassandra'").one().role
            print(f'{node.name}: {role} is let in')
        for how in REFUSED:
            require_refused(ring, folder, node, how)
            print(f'{node.name}: who comes {how} is not')


main()
