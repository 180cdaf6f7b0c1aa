"""Each node of Cassandra tells of itself and of the others what the cluster was started with: places, tokens, one version of the schema."""
import client
import ring as rings


def known_by(session):
    """Address, place and tokens of each node, as one node tells them, and how many versions of the schema there are."""
    columns = 'rpc_address, data_center, rack, tokens, schema_version'
    rows = list(session.execute(f"SELECT {columns} FROM system.local WHERE key = 'local'"))
    rows += session.execute(f'SELECT {columns} FROM system.peers')
    told = sorted((row.rpc_address, row.data_center, row.rack, sorted(row.tokens)) for row in rows)
    return told, len({row.schema_version for row in rows})


def main():
    ring, folder = rings.under_test()
    expected = sorted((node.address, node.datacenter, node.rack, sorted(node.tokens)) for node in ring.nodes)
    assert len({token for node in ring.nodes for token in node.tokens}) >= len(ring.nodes)
    for node in ring.nodes:
        with client.connected(ring, folder, [node]) as (_, session):
            told, versions = known_by(session)
            assert told == expected, f'{node.name} tells {told}, expected {expected}'
            assert versions == 1, f'{node.name} knows {versions} versions of the schema'
            print(f'{node.name}: {len(told)} nodes')


main()
