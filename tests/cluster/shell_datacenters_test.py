"""Loads by the shell at two datacenters: writes go to nodes of the one that is asked for, or else of the one whose node is named."""
import client
import ring as rings
import shell

ROWS = 3_000


def require_near(ring, session, name, *options):
    """Loads a table of its own by the first node; returns how many writes each datacenter has coordinated."""
    address = ['--connect', f'{ring.nodes[0].address}:{ring.port}', *options]
    made = shell.run(*address, statements=f'CREATE TABLE near.{name} (k int PRIMARY KEY, v text)')
    shell.require(made, 0)
    loaded = shell.load(*address, script=''.join(f"INSERT INTO near.{name} (k, v) VALUES ({row}, 'x');\n" for row in range(ROWS)))
    shell.require(loaded, 0)
    counts = dict.fromkeys((node.datacenter for node in ring.nodes), 0)
    for node, count in zip(ring.nodes, client.writes_of_nodes(ring, session, 'coordinator', 'near', name)):
        counts[node.datacenter] += count
    print(f'{name}: {counts}')
    return counts


def main():
    ring, folder = rings.under_test()
    with client.connected(ring, folder) as (_, session):
        session.execute("CREATE KEYSPACE near WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 2, 'datacenter2': 1}")
        assert require_near(ring, session, 'unsaid') == {'datacenter1': ROWS, 'datacenter2': 0}
        assert require_near(ring, session, 'other', '--datacenter', 'datacenter2') == {'datacenter1': 0, 'datacenter2': ROWS}


main()
