"""The program as a shell of a cluster: `cellar --connect`."""
import os
import subprocess

import installation

PROGRAM = os.environ.get('CELLAR_PROGRAM', str(installation.ROOT / 'build/release/cellar'))


def run(*arguments, statements='SHOW HOST'):
    """What the program prints, and its exit status."""
    return subprocess.run([PROGRAM, *arguments, '-e', statements], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)


def load(*arguments, script):
    """The same for a script, which comes through a pipe."""
    return subprocess.run([PROGRAM, *arguments], input=script, capture_output=True, text=True, check=False)


def require(done, status, *texts):
    """The run has this status, and prints these texts."""
    printed = done.stdout + done.stderr
    assert done.returncode == status and all(text in printed for text in texts), f'status {done.returncode}: {printed}'
