"""`cellar move` there and back again and again, while connections are cut, nodes are restarted and the program itself is killed: nothing is
lost, nothing doubled, no counter added to twice; values, their times and the ends of their lives are the same behind each move.

    move_disturbed_test.py [--minutes N] [--partitions N]

Of several nodes one is killed at once, and what it has acknowledged alone may be lost with it, so that there each row has as many copies
as there are nodes. A single node takes leave before it ends.
"""
import argparse
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time

import moved_keyspace
import ring as rings
import shell
from cutting_proxy import CuttingProxy

MOST_RUNS = 200  # until a move has come to its end; while a node is down it has none
# A run that ends early by itself: it finds no node, or none for two minutes.
ENDED_EARLY = re.compile(r'error\[E68[035]\]')


class Disturbances(threading.Thread):
    """Cuts connections and restarts nodes until it is told to stop."""

    def __init__(self, ring, proxies, chance):
        super().__init__(daemon=True)
        self.ring, self.proxies, self.chance = ring, proxies, chance
        self.stopped = threading.Event()
        self.cut, self.restarted, self.fault = 0, 0, None

    def run(self):
        try:
            while True:
                for _ in range(4):
                    if self.stopped.wait(self.chance.uniform(10, 30)):
                        return
                    self.cut += sum(proxy.cut() for proxy in self.proxies)
                self.restart(self.chance.choice(self.ring.nodes))
        except subprocess.CalledProcessError as fault:
            self.fault = fault

    def restart(self, node):
        command('kill', node.name, *([] if len(self.ring.nodes) > 1 else ['--gently']))
        command('restart', node.name)
        self.restarted += 1

    def stop(self):
        self.stopped.set()
        self.join()
        assert self.fault is None, self.fault


def command(*words):
    subprocess.run([os.environ['CELLAR_CLUSTER_COMMAND'], *words], stdin=subprocess.DEVNULL, check=True)


class Moves:
    """Moves there and back, each in as many runs as it needs."""

    def __init__(self, ring, proxies, chance):
        self.chance = chance
        self.replication = f"{{'class': 'NetworkTopologyStrategy', 'datacenter1': {len(ring.nodes)}}}"
        self.nodes = f'{ring.nodes[0].address}:{ring.port}'
        self.address = f'127.0.0.1:{proxies[0].port}'
        others = ','.join(f'{node.address}=127.0.0.1:{proxy.port}' for node, proxy in zip(ring.nodes[1:], proxies[1:]))
        self.options = ['--translate', others] if others else []
        self.runs, self.killed, self.early = 0, 0, 0

    def there_and_back(self, file, back):
        self.move(file, '--to', '--replication', self.replication)
        self.move(back, '--from', '--keyspace', moved_keyspace.KEYSPACE)
        self.drop()

    def move(self, file, direction, *options):
        arguments = ['move', file, direction, self.address, *self.options, *options]
        for _ in range(MOST_RUNS):
            status, said = self.run(arguments, self.chance.uniform(5, 60) if self.chance.random() < 0.3 else None)
            self.runs += 1
            if not status:
                return
            if status in (-signal.SIGKILL, 130):
                self.killed += 1
            else:
                assert status == 1 and ENDED_EARLY.search(said), f'{arguments}: status {status}: {said}'
                self.early += 1
                time.sleep(3)
        raise AssertionError(f'{arguments}: not at its end after {MOST_RUNS} runs')

    def run(self, arguments, seconds):
        """Runs the program, which is ended by a signal after so many seconds; None: it is not."""
        with subprocess.Popen([shell.PROGRAM, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
            try:
                said, _ = process.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                process.send_signal(self.chance.choice([signal.SIGKILL, signal.SIGINT]))
                said, _ = process.communicate()
            return process.returncode, said

    def drop(self):
        """For the next move. The node may just be restarted."""
        for _ in range(MOST_RUNS):
            done = shell.run('--connect', self.nodes, '--policy', 'cassandra', statements=f'DROP KEYSPACE IF EXISTS {moved_keyspace.KEYSPACE}')
            if not done.returncode:
                return
            time.sleep(3)
        raise AssertionError(done.stderr)


def require_same(file, back):
    found, compared = moved_keyspace.differences(file, back)
    assert not found, f'{len(found)} differences of {compared} values: {found[:5]}'
    return compared


def play(options, ring, folder):
    chance = random.Random(options.seed)
    proxies = [CuttingProxy(node.address, ring.port) for node in ring.nodes]
    moves, disturbances = Moves(ring, proxies, chance), Disturbances(ring, proxies, random.Random(options.seed + 1))
    file = folder / 'file0.cellar'
    shell.require(shell.load(file, '-f', '-', script=';\n'.join(moved_keyspace.script(options.partitions)) + ';\n'), 0)
    disturbances.start()
    began, rounds, compared = time.monotonic(), 0, 0
    while not rounds or time.monotonic() - began < options.minutes * 60:
        rounds += 1
        back = folder / f'file{rounds}.cellar'
        moves.there_and_back(file, back)
        compared += require_same(file, back)
        file.unlink()
        file = back
        print(f'{(time.monotonic() - began) / 60:.1f} minutes: {rounds} times there and back, {compared} values compared; {disturbances.cut} '
              f'connections cut, {disturbances.restarted} nodes restarted; {moves.runs} runs, {moves.killed} killed, {moves.early} ended early',
              flush=True)
    disturbances.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--minutes', type=float, default=2)
    parser.add_argument('--partitions', type=int, default=2_000)
    parser.add_argument('--seed', type=int, default=28)
    options = parser.parse_args()
    ring, _ = rings.under_test()
    folder = pathlib.Path(tempfile.mkdtemp())
    print(f'seed {options.seed}, files in {folder}', flush=True)
    play(options, ring, folder)
    shutil.rmtree(folder)  # what was not the same is kept


main()
