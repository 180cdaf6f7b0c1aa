"""A cluster as data: its nodes with their places and tokens, and how clients are let in. It is kept in FOLDER/cluster.json."""
import dataclasses
import json
import os
import pathlib

FILE = 'cluster.json'
USER, PASSWORD = 'cassandra', 'cassandra'  # the superuser that Cassandra creates


@dataclasses.dataclass
class Node:
    name: str
    address: str
    datacenter: str
    rack: str
    tokens: list


@dataclasses.dataclass
class Ring:
    kind: str  # 'cassandra' or 'simulacron'
    port: int
    nodes: list
    login: bool = False
    tls: bool = False
    client_certificates: bool = False

    def node(self, name):
        """The node of this name, or None."""
        return next((node for node in self.nodes if node.name == name), None)


def tokens_of(position, nodes, tokens):
    """The tokens of one node: every node owns as much as each other one, in turns around the ring."""
    places = nodes * tokens
    return [str(2**64 * (2 * place + 1) // (2 * places) - 2**63) for place in range(position, places, nodes)]


def lay_out(kind, port, nodes, datacenters, racks, tokens, **access):
    """N nodes on 127.0.0.1, 127.0.0.2 ...; with two datacenters the last node is in the second one, racks are taken in turns."""
    def node(position):
        is_apart = datacenters == 2 and position == nodes - 1
        return Node(f'node{position + 1}', f'127.0.0.{position + 1}', f'datacenter{2 if is_apart else 1}',
                    f'rack{position % racks + 1}', tokens_of(position, nodes, tokens))
    return Ring(kind, port, [node(position) for position in range(nodes)], **access)


def write(ring, folder):
    part = folder / (FILE + '.part')
    part.write_text(json.dumps(dataclasses.asdict(ring), indent=2) + '\n', encoding='utf-8')
    part.rename(folder / FILE)


def read(folder):
    """The cluster of a folder, or None if there is none."""
    try:
        data = json.loads((folder / FILE).read_text(encoding='utf-8'))
    except FileNotFoundError:
        return None
    return Ring(**{**data, 'nodes': [Node(**node) for node in data['nodes']]})


def environment(ring, folder):
    """The variables by which a test finds the cluster (README.md)."""
    variables = {'CELLAR_CLUSTER_ADDRESSES': ','.join(f'{node.address}:{ring.port}' for node in ring.nodes),
                 'CELLAR_CLUSTER_FOLDER': str(folder),
                 'CELLAR_CLUSTER_COMMAND': str(pathlib.Path(__file__).resolve().parent / 'nodes')}
    if ring.login:
        variables |= {'CELLAR_CLUSTER_USER': USER, 'CELLAR_CLUSTER_PASSWORD': PASSWORD}
    if ring.tls:
        variables['CELLAR_CLUSTER_CA'] = str(folder / 'tls/ca.crt')
    if ring.client_certificates:
        variables |= {'CELLAR_CLUSTER_CERTIFICATE': str(folder / 'tls/client.crt'), 'CELLAR_CLUSTER_KEY': str(folder / 'tls/client.key')}
    return variables


def under_test():
    """The cluster that the environment names, and its folder."""
    folder = pathlib.Path(os.environ['CELLAR_CLUSTER_FOLDER'])
    return read(folder), folder
