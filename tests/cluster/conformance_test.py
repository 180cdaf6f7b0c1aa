"""The recorded answers of Cassandra (tests/conformance) come through the shell at a node of it: all of them under the policy `cassandra`,
but for those that tests/known_differences.txt explains: some of these are the node's. Under `teach` those differ that `teach` refuses, with
the same codes as at a file."""
import os
import re
import subprocess

import installation
import ring as rings
import shell

SCRIPTS = installation.ROOT / 'tests/conformance'
KNOWN = installation.ROOT / 'tests/known_differences.txt'
MOST_RUNS = 3
TOO_SOON = 'error readfailure   (E685'  # of a read through an index that is being built
DIFFERENCE = re.compile(r'^(\S+\.cql):(\d+): .*?^  got: +(.*?)$', re.MULTILINE | re.DOTALL)
SUMMARY = re.compile(r'^(\d+) passed, (\d+) failed$', re.MULTILINE)


def known_places():
    places = (line.split()[0] for line in KNOWN.read_text(encoding='utf-8').splitlines() if line and not line.startswith('#'))
    return {(f'tests/conformance/{script}', int(line)) for script, line in (place.split(':') for place in places)}


def check(*arguments):
    """What differs and is not known, by script and line: what was answered. And how many scripts there were."""
    done = subprocess.run([shell.PROGRAM, 'check', *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          check=False, cwd=installation.ROOT)
    counts = SUMMARY.search(done.stdout)
    assert counts, done.stdout + done.stderr
    differences = {(os.path.relpath(installation.ROOT / script, installation.ROOT), int(line)): got
                   for script, line, got in DIFFERENCE.findall(done.stdout)}
    assert (done.returncode == 0) == (counts[2] == '0') and bool(differences) == (counts[2] != '0'), done.stdout + done.stderr
    return {place: got for place, got in differences.items() if place not in known_places()}, sum(map(int, counts.groups()))


def check_again(differences, *options):
    """Cassandra builds an index behind the answer to CREATE INDEX: a script whose read came too soon is run again. Returns what differs
    otherwise, and how many reads came too soon each time."""
    for _ in range(MOST_RUNS):
        late = sorted({script for (script, _), got in differences.items() if TOO_SOON in got})
        if not late:
            break
        again, _ = check(*options, *late)
        differences = {place: got for place, got in differences.items() if place[0] not in late} | again
    others = {place: got for place, got in differences.items() if TOO_SOON not in got or '/secondary_index/' not in place[0]}
    return others, len(differences) - len(others)


def main():
    ring, _ = rings.under_test()
    node = ['--connect', f'{ring.nodes[0].address}:{ring.port}']
    found, scripts = check(*node, SCRIPTS)
    found, too_soon = check_again(found, *node)
    assert not found, f'{len(found)} answers differ: {dict(list(found.items())[:10])}'
    print(f'{scripts} scripts: all answers are the recorded ones, but for {too_soon} that came too soon for an index', flush=True)
    teach = ['--policy', 'teach']
    at_file, _ = check(*teach, SCRIPTS)
    at_node, _ = check(*teach, *node, SCRIPTS)
    at_node, too_soon = check_again(at_node, *teach, *node)
    others = {place: got for place, got in at_node.items() if at_file.get(place) != got}
    assert at_node and not others, f'{len(others)} of {len(at_node)} differ otherwise: {dict(list(others.items())[:10])}'
    print(f'under teach {len(at_node)} statements are refused as at a file, and the others answered as recorded, but for {too_soon}')


main()
