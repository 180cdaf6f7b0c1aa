"""A plain web server, as any host of files: the folder of the page without a server, under a path."""
import pathlib
import subprocess
import sys
import tempfile
import urllib.request

from webdriver import free_port, until

PATH = "/teaching/cql/"


class StaticHost:
    def __init__(self, folder):
        self.folder = folder
        self.root = tempfile.TemporaryDirectory(prefix="cellar-host-")
        place = pathlib.Path(self.root.name) / PATH.strip("/")
        place.parent.mkdir(parents=True)
        place.symlink_to(pathlib.Path(folder).resolve())
        self.port = free_port()
        self.process = subprocess.Popen([sys.executable, "-m", "http.server", str(self.port), "--directory", self.root.name],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.address = f"http://127.0.0.1:{self.port}{PATH}"
        # By this name the page comes from a host without TLS, where browsers have neither private files nor locks for it.
        self.plain_address = f"http://plain.test:{self.port}{PATH}"
        until(lambda: urllib.request.urlopen(self.address).status == 200, "the host does not start")

    def another(self):
        return StaticHost(self.folder)

    def end(self):
        self.process.terminate()
        self.process.wait()
        self.root.cleanup()
