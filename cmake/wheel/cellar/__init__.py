"""Cellar for tests of programs: starts `cellar serve` on a free port, sets it back, and ends it.

    with cellar.Server(init=['schema.cql']) as server:
        connect(server.host, server.port)
        server.reset()
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PROGRAM = pathlib.Path(__file__).with_name('bin') / 'cellar'
SECONDS_TO_END = 10


class CellarError(Exception):
    """The server did not start, or has refused a statement; the text is what it says."""


class Server:
    """A server of a temporary database. `init` are scripts, or folders of them; `options` are further options of `cellar serve`."""

    def __init__(self, init=(), options=()):
        scripts = [word for path in init for word in ('--init', str(path))]
        self._errors = tempfile.TemporaryFile()
        self._process = subprocess.Popen([PROGRAM, 'serve', '--port', '0', '--listen', '127.0.0.1', *scripts, *options], stdin=subprocess.DEVNULL,
                                         stdout=subprocess.PIPE, stderr=self._errors, text=True)
        try:
            self.host, self.port = self._address()
        except BaseException:
            self.close()
            raise

    def _address(self):
        """Waits until clients can connect; returns host and port."""
        # The line comes then: scripts have run, and nobody has to wait and try.
        line = self._process.stdout.readline().strip()
        if not line:
            status = self._process.wait()
            self._errors.seek(0)
            said = self._errors.read().decode(errors='replace')
            raise CellarError(f'cellar serve ended with status {status}\n{said}')
        # The options may name more addresses, which stand behind this one.
        ready = re.match(r'cellar serves .* on ([^ ,]+):(\d+)(?:, |$)', line)
        if not ready:
            raise CellarError(f'cellar serve does not say where it serves, but: {line}')
        return ready[1], int(ready[2])

    def execute(self, statements):
        """Runs statements without a driver, and returns their answers as text."""
        done = subprocess.run([PROGRAM, 'cqlsh', self.host, str(self.port), '-e', statements], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, check=False)
        if done.returncode:
            raise CellarError(done.stderr)
        return done.stdout

    def reset(self):
        """Sets all tables and definitions back to what they were when the server started, and ends all faults."""
        self.execute('CELLAR FAULTS OFF; CELLAR RESET')

    def fault(self, fault):
        """Makes errors or delays until reset(): 'unavailable: 1 in 100'. KIND [TIME] [on reads|writes|NAME] [: N in M | : next N]; docs/testing-applications.md lists the kinds."""
        self.execute("CELLAR FAULT '" + fault.replace("'", "''") + "'")

    def close(self):
        """Ends the server; what clients have asked for is answered before."""
        self._process.terminate()
        try:
            self._process.wait(SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()
        self._errors.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def main():
    """The command `cellar`, as the package installs it."""
    os.execv(PROGRAM, [PROGRAM.name, *sys.argv[1:]])
