"""Certificates for a cluster, made by openssl: an authority, each node's, a client's, and those of a stranger whom no node knows."""
import installation

DAYS = '30'


def authority(folder, name):
    installation.call('openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', DAYS, '-subj', f'/CN={name}',
                      '-keyout', folder / f'{name}.key', '-out', folder / f'{name}.crt',
                      '-addext', 'basicConstraints=critical,CA:TRUE', '-addext', 'keyUsage=critical,keyCertSign,cRLSign')


def certificate(folder, issuer, name, names=None):
    """NAME.crt and NAME.key; `names` are the subject's alternative names."""
    request, extensions = folder / f'{name}.request', folder / f'{name}.extensions'
    extensions.write_text(f'subjectAltName={names}\n' if names else '', encoding='utf-8')
    installation.call('openssl', 'req', '-newkey', 'rsa:2048', '-nodes', '-subj', f'/CN={name}',
                      '-keyout', folder / f'{name}.key', '-out', request)
    installation.call('openssl', 'x509', '-req', '-in', request, '-days', DAYS, '-CA', folder / f'{issuer}.crt', '-CAkey',
                      folder / f'{issuer}.key', '-CAcreateserial', '-extfile', extensions, '-out', folder / f'{name}.crt')
    request.unlink()
    extensions.unlink()


def make(folder, nodes):
    """A node's certificate names its address alone: a client that asks for `localhost` must refuse it. Cassandra reads PEM: a key,
    followed by its certificate, in NODE.pem."""
    installation.require('openssl', 'openssl')
    folder.mkdir()
    for name in ('ca', 'stranger-ca'):
        authority(folder, name)
    certificate(folder, 'ca', 'client')
    certificate(folder, 'stranger-ca', 'stranger')
    for node in nodes:
        certificate(folder, 'ca', node.name, f'IP:{node.address}')
        parts = [(folder / f'{node.name}.{ending}').read_text(encoding='utf-8') for ending in ('key', 'crt')]
        (folder / f'{node.name}.pem').write_text(''.join(parts), encoding='utf-8')
