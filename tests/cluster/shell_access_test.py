"""The shell at nodes with login, TLS and certificates of clients: it works with all three, and says what is wrong where one lacks."""
import os
import pathlib
import tempfile

import ring as rings
import shell


def main():
    ring, folder = rings.under_test()
    tls = {'--ssl-ca': folder / 'tls/ca.crt', '--ssl-cert': folder / 'tls/client.crt', '--ssl-key': folder / 'tls/client.key'}
    with tempfile.TemporaryDirectory() as own:
        password, wrong = pathlib.Path(own) / 'password', pathlib.Path(own) / 'wrong'
        password.write_text(os.environ['CELLAR_CLUSTER_PASSWORD'] + '\n', encoding='utf-8')
        wrong.write_text('wrong\n', encoding='utf-8')
        login = {'--username': os.environ['CELLAR_CLUSTER_USER'], '--password-file': password}
        for node in ring.nodes:
            def run(options, statements='SHOW HOST', address=f'{node.address}:{ring.port}'):
                words = [str(word) for option in options.items() for word in option]
                return shell.run('--connect', address, *words, statements=statements)
            shell.require(run(login | tls, 'LIST ROLES; SHOW HOST'), 0, 'cassandra', f'at {node.address}:{ring.port}')
            shell.require(run(tls), 1, 'error[E681]', 'asks for a user and a password')
            shell.require(run(login | tls | {'--password-file': wrong}), 1, 'error[E681]', 'does not accept the login of')
            shell.require(run(login), 1, 'error[E68')
            shell.require(run(login | tls | {'--ssl-ca': folder / 'tls/stranger-ca.crt'}), 1, 'error[E686]')
            shell.require(run(login | {'--ssl-ca': folder / 'tls/ca.crt'}), 1, 'error[E68')
            print(f'{node.name}: the shell is let in with all, and says what lacks')


main()
