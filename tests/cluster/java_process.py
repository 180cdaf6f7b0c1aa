"""A process of Java that goes on when the command that has started it ends: FOLDER/pid holds its id."""
import os
import signal
import subprocess
import time

import installation

NOTED = 'echo $$ > pid && exec "$@"'  # no Java without an id in the file, however soon who starts it is killed


class NotReady(Exception):
    """Why nodes do not answer."""


class JavaProcess:
    def __init__(self, folder):
        self.folder = folder

    def start(self, *arguments):
        """FOLDER is the folder in which it runs, and where it writes what it prints."""
        self.folder.mkdir(exist_ok=True)
        (self.folder / 'pid').unlink(missing_ok=True)
        with open(self.folder / 'output.log', 'ab') as log:
            process = subprocess.Popen(['sh', '-c', NOTED, 'sh', installation.java(), *map(str, arguments)], cwd=self.folder,
                                       stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        while self.noted() != process.pid and process.poll() is None:
            time.sleep(0.01)

    def noted(self):
        try:
            return int((self.folder / 'pid').read_text(encoding='utf-8'))
        except (FileNotFoundError, ValueError):
            return None

    def id(self):
        """The id of the process, or None if it does not run. An id that another process has by now is none of ours."""
        number = self.noted()
        try:
            with open(f'/proc/{number}/cmdline', 'rb') as line:
                return number if os.fsencode(self.folder) in line.read() else None
        except (FileNotFoundError, ProcessLookupError):
            return None

    def is_paused(self):
        number = self.id()
        if number is None:
            return False
        with open(f'/proc/{number}/stat', encoding='utf-8') as fields:
            return fields.read().rpartition(')')[2].split()[0] == 'T'

    def send(self, number):
        """Sends a signal. Returns false if the process does not run."""
        process = self.id()
        if process is not None:
            os.kill(process, number)
        return process is not None

    def end(self, number=signal.SIGKILL):
        """Ends the process and waits for that. Returns false if it did not run."""
        is_running = self.send(number)
        while self.id() is not None:
            time.sleep(0.02)
        return is_running
