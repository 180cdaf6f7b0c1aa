"""Nodes of Apache Cassandra 5.0 on this machine."""
import json
import shutil
import signal
import subprocess
import time

import certificates
import installation
from java_process import JavaProcess, NotReady

SECONDS = 240  # until nodes are ready that share two processors with others
SETTINGS = installation.HERE / 'cassandra'
JAVA_OPTIONS = f'@{SETTINGS / "java.options"}'


class CassandraNodes:
    def __init__(self, ring, folder):
        self.ring, self.folder = ring, folder

    def process(self, node):
        return JavaProcess(self.folder / node.name)

    def ports(self):
        """Where the nodes listen: for clients, for each other, for nodetool."""
        for node in self.ring.nodes:
            yield from ((node.address, self.ring.port), (node.address, self.storage_port()), ('127.0.0.1', self.jmx_port(node)))

    def storage_port(self):
        return self.ring.port + 100

    def jmx_port(self, node):
        return self.ring.port + 200 + self.ring.nodes.index(node)

    def lay_out(self):
        if self.ring.tls:
            certificates.make(self.folder / 'tls', self.ring.nodes)
        for node in self.ring.nodes:
            configuration = self.folder / node.name / 'conf'
            configuration.mkdir(parents=True)
            common = (SETTINGS / 'cassandra.yaml').read_text(encoding='utf-8')
            own = ''.join(f'{key}: {json.dumps(value)}\n' for key, value in self.settings(node).items())
            (configuration / 'cassandra.yaml').write_text(common + own, encoding='utf-8')
            (configuration / 'cassandra-rackdc.properties').write_text(f'dc={node.datacenter}\nrack={node.rack}\n', encoding='utf-8')
            shutil.copy(SETTINGS / 'logback.xml', configuration)

    def settings(self, node):
        """What a node does not have in common with the nodes of other clusters."""
        data = self.folder / node.name / 'data'
        settings = {
            'listen_address': node.address, 'rpc_address': node.address, 'native_transport_port': self.ring.port,
            'storage_port': self.storage_port(), 'num_tokens': len(node.tokens), 'initial_token': ','.join(node.tokens),
            'data_file_directories': [str(data / 'data')], 'commitlog_directory': str(data / 'commitlog'),
            'hints_directory': str(data / 'hints'), 'saved_caches_directory': str(data / 'saved_caches'),
            'cdc_raw_directory': str(data / 'cdc'),
            'seed_provider': [{'class_name': 'org.apache.cassandra.locator.SimpleSeedProvider', 'parameters': [{'seeds': self.seeds()}]}],
            'authenticator': 'PasswordAuthenticator' if self.ring.login else 'AllowAllAuthenticator',
            'authorizer': 'CassandraAuthorizer' if self.ring.login else 'AllowAllAuthorizer'}
        if self.ring.tls:
            settings['client_encryption_options'] = self.encryption(node)
        return settings

    def seeds(self):
        """All nodes, so that they may start at the same time and in any order."""
        return ','.join(f'{node.address}:{self.storage_port()}' for node in self.ring.nodes)

    def encryption(self, node):
        tls = self.folder / 'tls'
        return {'enabled': True, 'optional': False, 'require_client_auth': self.ring.client_certificates,
                'ssl_context_factory': {'class_name': 'org.apache.cassandra.security.PEMBasedSslContextFactory'},
                'keystore': str(tls / f'{node.name}.pem'), 'truststore': str(tls / 'ca.crt')}

    def launch(self):
        for node in self.ring.nodes:
            self.relaunch(node)

    def relaunch(self, node):
        """Starts a node, with the data that it has."""
        folder, copies = self.folder / node.name, len(self.ring.nodes)
        self.process(node).start(
            JAVA_OPTIONS, f'-Dcassandra.config=file://{folder}/conf/cassandra.yaml', f'-Dlogback.configurationFile=file://{folder}/conf/logback.xml',
            f'-Dcassandra.logdir={folder}', f'-Dcassandra.storagedir={folder}/data', f'-Dcassandra.jmx.local.port={self.jmx_port(node)}',
            *(f'-Dcassandra.system_{keyspace}.default_rf={copies}' for keyspace in ('auth', 'distributed', 'traces')),
            '-cp', f'conf:{installation.jars("cassandra")}/*', 'org.apache.cassandra.service.CassandraDaemon')

    def wait(self):
        """Waits until every node that runs knows all others, and finds those that run alive. Throws NotReady if one ends meanwhile."""
        running = [node for node in self.ring.nodes if self.process(node).id() and not self.process(node).is_paused()]
        end = time.monotonic() + SECONDS
        for node in running:
            fault = self.fault_of(node, len(running))
            while fault:
                if self.process(node).id() is None:
                    raise NotReady(f'{node.name} has ended')
                if time.monotonic() > end:
                    raise NotReady(f'{node.name}: {fault}')
                time.sleep(0.3)
                fault = self.fault_of(node, len(running))

    def fault_of(self, node, alive):
        """Why a node is not ready, or None if it is: it knows all others, and reaches as many replicas as there are nodes alive."""
        import client  # pylint: disable=import-outside-toplevel  # which needs the driver
        return client.fault_of_node(self.ring, self.folder, node, alive)

    def kill(self, node, gently=False):
        return self.process(node).end(signal.SIGTERM if gently else signal.SIGKILL)

    def pause(self, node):
        return self.process(node).send(signal.SIGSTOP)

    def resume(self, node):
        return self.process(node).send(signal.SIGCONT)

    def restore(self):
        """Brings back what a test has killed or paused."""
        for node, state in list(self.states()):
            if state == 'ended':
                self.relaunch(node)
            elif state == 'paused':
                self.resume(node)

    def nodetool(self, node, arguments):
        """Runs nodetool, which keeps a history in its user's home and a log; returns its status."""
        return subprocess.run([installation.java(), JAVA_OPTIONS, '-Xms16m', '-Xmx64m', f'-Duser.home={self.folder}',
                               f'-Dlogback.configurationFile={SETTINGS / "logback.xml"}', f'-Dcassandra.logdir={self.folder}/nodetool',
                               '-cp', f'{installation.jars("cassandra")}/*', 'org.apache.cassandra.tools.NodeTool',
                               '-h', '127.0.0.1', '-p', str(self.jmx_port(node)), *arguments], check=False).returncode

    def end(self):
        for node in self.ring.nodes:
            self.process(node).end()

    def states(self):
        """What each node does, beside the node."""
        for node in self.ring.nodes:
            process = self.process(node)
            yield node, 'paused' if process.is_paused() else 'runs' if process.id() else 'ended'

    def logs(self):
        for node in self.ring.nodes:
            for name in ('system.log', 'output.log'):
                yield self.folder / node.name / name, f'{node.name}.{name}'
