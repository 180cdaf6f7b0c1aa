"""The shell at three nodes: when the one that it asks is killed, the next statement goes to another, and nothing acknowledged is lost."""
import os
import subprocess

import ring as rings
import shell

ROWS = 40
ATTEMPTS = 20


def main():
    ring, _ = rings.under_test()
    nodes = ','.join(f'{node.address}:{ring.port}' for node in ring.nodes)
    options = ['--connect', nodes, '--consistency', 'QUORUM']
    made = shell.run(*options, statements="CREATE KEYSPACE shell_nodes WITH replication = {'class': 'SimpleStrategy', "
                     "'replication_factor': 3}; CREATE TABLE shell_nodes.t (k int PRIMARY KEY)")
    shell.require(made, 0)
    with subprocess.Popen([shell.PROGRAM, *options, '--mode', 'csv'], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as process:
        for row in range(ROWS):
            # The answer of the SELECT says that the INSERT before it has come to its end.
            process.stdin.write(f'INSERT INTO shell_nodes.t (k) VALUES ({row});\nSELECT k FROM shell_nodes.t WHERE k = {row};\n')
            process.stdin.flush()
            if row == ROWS // 2:
                subprocess.run([os.environ['CELLAR_CLUSTER_COMMAND'], 'kill', 'node1'], check=True)
        shown, said = process.communicate()
    refused = said.count('error[E68')
    print(said.splitlines()[-1])
    assert refused <= 1, said  # the statement that was under way
    acknowledged = {line for line in shown.splitlines() if line.isdigit()}
    assert len(acknowledged) >= ROWS - refused, shown + said
    for _ in range(ATTEMPTS):  # until the others know that node1 is down, reads may wait for it in vain
        found = shell.run(*options, '--mode', 'csv', statements='SELECT k FROM shell_nodes.t ALLOW FILTERING')
        if not found.returncode:
            break
    assert acknowledged <= set(found.stdout.split()), found.stdout + found.stderr
    print(f'{len(acknowledged)} rows, {refused} statements refused while node1 was killed')


main()
