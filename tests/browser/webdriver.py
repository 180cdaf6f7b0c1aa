"""A browser by its WebDriver, with nothing but Python: Debian's chromium and chromedriver."""
import contextlib
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

ENTER, CONTROL, SHIFT, ALT, TAB, ESCAPE, END, HOME = "\ue007", "\ue009", "\ue008", "\ue00a", "\ue004", "\ue00c", "\ue010", "\ue011"
UP, DOWN, F1, BACKSPACE = "\ue013", "\ue015", "\ue031", "\ue003"


class Late(AssertionError):
    """What a test waits for has not come."""


def free_port():
    with contextlib.closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def until(is_so, what, seconds=20):
    """Waits until a function returns something; returns that."""
    end = time.monotonic() + seconds
    while True:
        try:
            found = is_so()
        except (OSError, RuntimeError):
            found = None
        if found:
            return found
        if time.monotonic() > end:
            raise Late(what() if callable(what) else what)
        time.sleep(0.02)


class Driver:
    """chromedriver, which all browsers of a run share."""

    def __init__(self):
        self.port = free_port()
        self.process = subprocess.Popen(["chromedriver", f"--port={self.port}"], stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        until(lambda: self.call("GET", "/status")["ready"], "chromedriver does not start")

    def call(self, method, path, body=None):
        data = None if method == "GET" else json.dumps(body or {}).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, {"Content-Type": "application/json"},
                                         method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return json.load(response)["value"]
        except urllib.error.HTTPError as fault:
            raise RuntimeError(json.load(fault)["value"]["message"]) from None

    def begin(self, profile, downloads, **options):
        return Chromium(self, profile, downloads, **options)

    def end(self):
        """Ends the browsers that tests have left, too."""
        for session in self.call("GET", "/sessions"):
            self.call("DELETE", f"/session/{session['id']}")
        self.process.terminate()
        self.process.wait()


class Chromium:
    """A browser, as `Browser` needs one."""

    def __init__(self, driver, profile, downloads, width, height, dark, language):
        self.driver, self.profile = driver, profile
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage",
                     f"--user-data-dir={profile}", f"--window-size={width},{height}", f"--lang={language}",
                     f"--accept-lang={language}", "--host-resolver-rules=MAP plain.test 127.0.0.1"]
        options = {"args": arguments, "prefs": {"intl.accept_languages": language}}
        self.session = driver.call("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}}})["sessionId"]
        self.devtools("Emulation.setDeviceMetricsOverride",
                      {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.devtools("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(downloads)})
        self.devtools("Page.setInterceptFileChooserDialog", {"enabled": True})
        if dark:
            self.devtools("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})

    def call(self, method, path, body=None):
        return self.driver.call(method, f"/session/{self.session}{path}", body)

    def devtools(self, command, parameters):
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def log(self):
        return [entry["message"] for entry in self.call("POST", "/se/log", {"type": "browser"})]

    def process(self):
        return next(number for number, command in processes().items()
                    if f"--user-data-dir={self.profile}" in command and "--type=" not in command)

    def kill_tab(self):
        """Ends the process that shows the page, at once, and uses another tab from then on."""
        ended = self.call("GET", "/window")
        spare = self.call("POST", "/window/new", {"type": "tab"})["handle"]
        self.call("POST", "/window", {"handle": ended})
        with contextlib.suppress(RuntimeError):  # nobody is left who answers
            self.devtools("Page.crash", {})
        self.call("POST", "/window", {"handle": spare})

    def kill(self):
        os.kill(self.process(), signal.SIGKILL)
        with contextlib.suppress(RuntimeError):
            self.end()

    def end(self):
        self.call("DELETE", "")


def processes():
    """Their commands, by their numbers."""
    found = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            found[int(folder.name)] = (folder / "cmdline").read_bytes().decode(errors="replace").replace("\0", " ").strip()
    return found


class Browser:
    """A window of its own, with an empty profile."""

    def __init__(self, driver, width=1280, height=900, dark=False, language="en"):
        self.profile = tempfile.mkdtemp(prefix="cellar-browser-")
        self.downloads = pathlib.Path(self.profile) / "downloads"
        self.driver, self.options = driver, {"width": width, "height": height, "dark": dark, "language": language}
        self.window = driver.begin(self.profile, self.downloads, **self.options)

    def call(self, method, path, body=None):
        return self.window.call(method, path, body)

    def devtools(self, command, parameters):
        return self.window.devtools(command, parameters)

    def kill_tab(self):
        self.window.kill_tab()

    def kill(self):
        """Kills the browser, and begins it again with the same profile."""
        self.window.kill()
        (pathlib.Path(self.profile) / "SingletonLock").unlink(missing_ok=True)
        self.window = self.driver.begin(self.profile, self.downloads, **self.options)

    def new_tab(self):
        """Opens an empty tab, which is the one that is used from then on. Returns its handle."""
        handle = self.call("POST", "/window/new", {"type": "tab"})["handle"]
        self.use_tab(handle)
        return handle

    def use_tab(self, handle):
        self.call("POST", "/window", {"handle": handle})

    def open(self, address):
        self.call("POST", "/url", {"url": address})

    def run(self, script, *arguments):
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def press(self, *keys):
        """Keys that are held are those before the last one."""
        actions = [{"type": "keyDown", "value": key} for key in keys]
        actions += [{"type": "keyUp", "value": key} for key in reversed(keys)]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def type(self, text):
        actions = []
        for key in text:
            actions += [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def click(self, selector):
        element = until(lambda: self.call("POST", "/element", {"using": "css selector", "value": selector}),
                        f"there is no {selector}")
        self.call("POST", f"/element/{next(iter(element.values()))}/click")

    def choose_file(self, path):
        """Chooses a file where the page has asked for one."""
        field = until(lambda: self.call("POST", "/element", {"using": "css selector", "value": "input[type=file]"}), "no file is asked for")
        self.call("POST", f"/element/{next(iter(field.values()))}/value", {"text": str(path)})

    def drop(self, element, name, text):
        """Drops a file on what a script finds: "document.querySelector('details')"."""
        self.run("const data = new DataTransfer(); data.items.add(new File([arguments[1]], arguments[0]));"
                 f"const place = {element};"
                 "for (const kind of ['dragover', 'drop'])"
                 "  place.dispatchEvent(new DragEvent(kind, {dataTransfer: data, bubbles: true, cancelable: true, composed: true}));",
                 name, text)

    def downloaded(self, name):
        """The text of a file that the page has handed over."""
        return self.downloaded_bytes(name).decode()

    def downloaded_bytes(self, name):
        return until(lambda: (self.downloads / name).read_bytes(), f"{name} was not handed over")

    def text(self, selector):
        return self.run("const e = document.querySelector(arguments[0]); return e ? e.textContent : null", selector)

    def texts(self, selector):
        return self.run("return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)", selector)

    def wait_for(self, selector, part=""):
        return until(lambda: next((text for text in self.texts(selector) if part in text), None),
                     lambda: f"{selector} never says {part!r}, but {self.texts(selector)}")

    def log(self):
        """What the browser complains about: scripts that fail, and what the Content-Security-Policy keeps out."""
        return self.window.log()

    def screenshot(self, path):
        import base64
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("GET", "/screenshot")))

    def end(self):
        self.window.end()
        shutil.rmtree(self.profile, ignore_errors=True)
