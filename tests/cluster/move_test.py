"""`cellar move` to a node of Cassandra and back: every type, several times, counters, a run that is killed again and again, and what
the comparison sees when one side was changed."""
import os
import pathlib
import random
import signal
import subprocess
import tempfile
import time

import moved_keyspace
import ring as rings
import shell
from moved_keyspace import KEYSPACE

REPLICATION = "{'class': 'NetworkTopologyStrategy', 'datacenter1': 1}"
PARTITIONS = 1500


def cellar(*arguments, text=None):
    return subprocess.run([shell.PROGRAM, *map(str, arguments)], input=text, capture_output=True, text=True, check=False)


def killed(arguments, seconds, number):
    """Runs the program, and ends it by a signal if it has not ended by then; returns its status."""
    with subprocess.Popen([shell.PROGRAM, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(number)
        return process.wait(), process.stdout.read()


def move_there(file, node):
    """Moves it with runs that are killed at random moments, until one comes to its end."""
    chance = random.Random(28)
    arguments = ['move', file, '--to', node, '--replication', REPLICATION]
    ends = 0
    while True:
        status, said = killed(arguments, 1 + 4 * chance.random() + ends, chance.choice([signal.SIGKILL, signal.SIGINT]))
        if not status:
            break
        assert status in (-signal.SIGKILL, 130), said
        ends += 1
        assert ends < 40, said
        record = pathlib.Path(f'{file}.move')
        if record.exists():  # what was sent before has arrived or was dropped, so the next run need not wait
            time.sleep(2)
            os.utime(record, (0, 0))
    print(f'there after {ends} runs that were killed')


def check_differences(file, node):
    """What is changed on the node is told, and nothing else."""
    changes = {
        f"UPDATE {KEYSPACE}.many USING TIMESTAMP 1900000000000000 SET v = 'other' WHERE p = 7 AND c = 1": 'many: p = 7 AND c = 1: v:',
        f'DELETE FROM {KEYSPACE}.many USING TIMESTAMP 1900000000000000 WHERE p = 8 AND c = 2': 'many: p = 8 AND c = 2: the row is missing',
        f'INSERT INTO {KEYSPACE}.many (p, c) VALUES (8, 9)': 'many: p = 8 AND c = 9: the row is in',
        f"UPDATE {KEYSPACE}.times USING TIMESTAMP 1700000000000001 SET a = 'a' WHERE p = 1 AND c = 1": 'times: p = 1 AND c = 1: a:',
        f"UPDATE {KEYSPACE}.times USING TIMESTAMP 1710000000000000 AND TTL 5100 SET b = 'later' WHERE p = 1 AND c = 1":
            'times: p = 1 AND c = 1: b:',
        f'UPDATE {KEYSPACE}.counted SET n = n + 1 WHERE p = 9 AND c = 0': 'counted: p = 9 AND c = 0: n:',
    }
    for statement in changes:
        shell.require(shell.run('--connect', node, '--policy', 'cassandra', statements=statement), 0)
    checked = cellar('move', file, '--to', node, '--check-only')
    assert checked.returncode == 2, checked.stdout + checked.stderr
    for words in changes.values():
        assert f'{KEYSPACE}.{words}' in checked.stdout, (words, checked.stdout)
    assert f'{len(changes)} differences' in checked.stdout, checked.stdout


def main():
    ring, _ = rings.under_test()
    node = f'{ring.nodes[0].address}:{ring.port}'
    with tempfile.TemporaryDirectory() as folder:
        file, back = pathlib.Path(folder, 'file.cellar'), pathlib.Path(folder, 'back.cellar')
        made = cellar(file, '-f', '-', text=';\n'.join(moved_keyspace.script(PARTITIONS)) + ';\n')
        shell.require(made, 0)
        time.sleep(1.1)  # until the value of one second has expired
        move_there(file, node)
        home = cellar('move', back, '--from', node, '--keyspace', KEYSPACE)
        shell.require(home, 0, 'hold the same')
        found, compared = moved_keyspace.differences(file, back)
        assert compared > PARTITIONS and not found, f'{len(found)} differences of {compared} values: {found[:5]}'
        # Moved once more, nothing is doubled.
        shell.require(cellar('move', file, '--to', node), 0, 'hold the same')
        check_differences(file, node)
        part = cellar('move', pathlib.Path(folder, 'part.cellar'), '--from', node, '--table', f'{KEYSPACE}.many', '--tokens', '10%',
                      '--rows-per-partition', '1')
        shell.require(part, 0, 'hold the same')
    print('there, back, compared; a sample came home')


main()
