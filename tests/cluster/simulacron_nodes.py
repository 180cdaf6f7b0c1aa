"""Nodes that Simulacron plays: one process, which answers what it is told to answer."""
import json
import socket
import time
import urllib.error
import urllib.request
import uuid

import installation
from java_process import JavaProcess, NotReady

SECONDS = 60
# Version 5 of the protocol came to Simulacron before segments came to version 5.
PROTOCOL_VERSIONS = [3, 4]


class Refused(Exception):
    """What Simulacron says against a request."""


class SimulacronNodes:
    def __init__(self, ring, folder):
        self.ring, self.folder = ring, folder
        self.process = JavaProcess(folder / 'simulacron')

    def http_port(self):
        return self.ring.port + 200

    def ports(self):
        yield '127.0.0.1', self.http_port()
        yield from ((node.address, self.ring.port) for node in self.ring.nodes)

    def lay_out(self):
        pass

    def launch(self):
        self.process.start('-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-cp', f'{installation.jars("simulacron")}/*',
                           f'-Djava.io.tmpdir={self.process.folder}', 'com.datastax.oss.simulacron.standalone.App',
                           '--httpintf', '127.0.0.1', '--httpport', self.http_port(), '--ip', '127.0.0.1')

    def wait(self):
        """Waits until the nodes are there."""
        end = time.monotonic() + SECONDS
        while True:
            try:
                clusters = self.ask('GET', '/cluster')
                break
            except OSError as error:
                if self.process.id() is None or time.monotonic() > end:
                    raise NotReady(f'Simulacron: {error}') from error
                time.sleep(0.1)
        if not clusters:
            self.ask('POST', '/cluster', self.description())

    def description(self):
        """The cluster as Simulacron is told of it."""
        datacenters = {}
        for number, node in enumerate(self.ring.nodes):
            datacenters.setdefault(node.datacenter, []).append(
                {'name': node.name, 'id': number, 'address': f'{node.address}:{self.ring.port}', 'host_id': str(uuid.uuid4()),
                 'peer_info': {'tokens': ','.join(node.tokens), 'rack': node.rack}})
        return {'name': 'nodes', 'id': 0, 'cassandra_version': '5.0.9', 'peer_info': {'protocol_versions': PROTOCOL_VERSIONS},
                'data_centers': [{'name': name, 'id': number, 'nodes': nodes}
                                 for number, (name, nodes) in enumerate(datacenters.items())]}

    def ask(self, method, path, body=None):
        """A request to Simulacron's HTTP API, and its answer as data."""
        data = None if body is None else json.dumps(body).encode()
        address = f'http://127.0.0.1:{self.http_port()}{path}'
        request = urllib.request.Request(address, data, {'Content-Type': 'application/json'}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:
                text = answer.read()
        except urllib.error.HTTPError as error:
            raise Refused(error.read().decode(errors='replace')) from error
        return json.loads(text) if text else None

    def path(self, node=None):
        return f'/nodes/{node.datacenter}/{node.name}' if node else '/nodes'

    def kill(self, node, gently=False):
        """Closes the listener and all connections; a node that is played has no data to take care of."""
        del gently
        self.ask('DELETE', f'/listener{self.path(node)}?type=stop')
        return True

    def relaunch(self, node):
        self.ask('PUT', f'/listener{self.path(node)}')

    def pause(self, node):
        """Reads no more from the connections of the node, and lets them be."""
        self.ask('PUT', f'/pause-reads{self.path(node)}')
        return True

    def resume(self, node):
        self.ask('DELETE', f'/pause-reads{self.path(node)}')
        return True

    def prime(self, node, prime):
        """From now on a request is answered as `prime` says, by one node, or by all. The first of two answers to one request counts."""
        self.ask('POST', f'/prime{self.path(node)}', prime)

    def forget(self):
        """Takes back all answers and forgets the requests that came."""
        self.ask('DELETE', f'/prime{self.path()}')
        self.ask('DELETE', f'/log{self.path()}')

    def requests(self, node):
        """The requests that a node has got, in their order."""
        report = self.ask('GET', f'/log{self.path(node)}')
        return [query for datacenter in report['data_centers'] for each in datacenter['nodes'] for query in each['queries']]

    def end(self):
        self.process.end()

    def states(self):
        """What each node does, beside the node."""
        for node in self.ring.nodes:
            with socket.socket() as client:
                yield node, 'ended' if client.connect_ex((node.address, self.ring.port)) else 'runs'

    def restore(self):
        """Puts other nodes in the place of all: they have no answers and no connections."""
        self.ask('DELETE', '/cluster')
        self.ask('POST', '/cluster', self.description())

    def logs(self):
        yield self.process.folder / 'output.log', 'simulacron.log'
