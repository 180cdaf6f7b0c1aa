"""Firefox by its own Marionette protocol, with nothing but Python (apt-get install firefox-esr)."""
import json
import os
import pathlib
import re
import signal
import socket
import subprocess

from webdriver import free_port, processes, until

COMMANDS = [
    ("POST", r"/url", "WebDriver:Navigate"),
    ("POST", r"/execute/sync", "WebDriver:ExecuteScript"),
    ("POST", r"/execute/async", "WebDriver:ExecuteAsyncScript"),
    ("POST", r"/actions", "WebDriver:PerformActions"),
    ("POST", r"/element", "WebDriver:FindElement"),
    ("POST", r"/element/(?P<id>[^/]+)/click", "WebDriver:ElementClick"),
    ("POST", r"/element/(?P<id>[^/]+)/value", "WebDriver:ElementSendKeys"),
    ("POST", r"/window/new", "WebDriver:NewWindow"),
    ("POST", r"/window", "WebDriver:SwitchToWindow"),
    ("DELETE", r"/window", "WebDriver:CloseWindow"),
    ("GET", r"/window", "WebDriver:GetWindowHandle"),
    ("GET", r"/window/handles", "WebDriver:GetWindowHandles"),
    ("GET", r"/screenshot", "WebDriver:TakeScreenshot"),
]
BARE = {"WebDriver:NewWindow", "WebDriver:GetWindowHandles", "WebDriver:CloseWindow"}  # answer with no "value" around it


class FirefoxDriver:
    """Begins browsers, each with its own port."""

    def __init__(self):
        self.browsers = []

    def begin(self, profile, downloads, **options):
        self.browsers.append(Firefox(profile, downloads, **options))
        return self.browsers[-1]

    def end(self):
        """Ends the browsers that tests have left."""
        for browser in self.browsers:
            browser.process.poll() is None and browser.process.kill()


class Firefox:
    """A browser, as `Browser` needs one."""

    def __init__(self, profile, downloads, width, height, dark, language):
        downloads.mkdir(exist_ok=True)
        port = free_port()
        settings = {"marionette.port": port, "intl.accept_languages": language, "intl.locale.requested": language,
                    "browser.download.folderList": 2, "browser.download.dir": str(downloads),
                    "browser.download.alwaysOpenPanel": False, "browser.shell.checkDefaultBrowser": False,
                    "browser.helperApps.neverAsk.saveToDisk": "application/octet-stream,application/cql,text/csv,image/svg+xml",
                    "browser.startup.page": 0, "datareporting.policy.dataSubmissionEnabled": False, "app.update.disabledForTesting": True,
                    "ui.systemUsesDarkTheme": int(dark), "network.dns.localDomains": "plain.test", "dom.disable_open_during_load": False,
                    "extensions.autoDisableScopes": 0, "toolkit.startup.max_resumed_crashes": -1, "browser.tabs.warnOnClose": False}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in settings.items()]
        (pathlib.Path(profile) / "user.js").write_text("\n".join(lines))
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", profile, "--width", str(width), "--height",
             str(height)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, "MOZ_CRASHREPORTER_DISABLE": "1"})
        self.socket = until(lambda: socket.create_connection(("127.0.0.1", port), 60), "Firefox does not start", 60)
        self.stream = self.socket.makefile("rwb")
        self.number = 0
        self.read()
        self.send("WebDriver:NewSession", {"strictFileInteractability": False, "unhandledPromptBehavior": "dismiss"})
        self.send("WebDriver:SetTimeouts", {"script": 60_000})
        self.send("WebDriver:SetWindowRect", {"width": width, "height": height + 90})  # with the bars of the window

    def read(self):
        digits = b""
        while (byte := self.stream.read(1)) != b":":
            if not byte:
                raise RuntimeError("Firefox has ended")
            digits += byte
        return json.loads(self.stream.read(int(digits)))

    def send(self, command, parameters):
        self.number += 1
        text = json.dumps([0, self.number, command, parameters]).encode()
        self.stream.write(b"%d:%s" % (len(text), text))
        self.stream.flush()
        _, number, fault, result = self.read()
        assert number == self.number
        if fault:
            raise RuntimeError(fault["message"])
        return result if command in BARE else (result or {}).get("value")

    def call(self, method, path, body=None):
        for known, pattern, command in COMMANDS:
            found = re.fullmatch(pattern, path)
            if found and method == known:
                return self.send(command, {**(body or {}), **found.groupdict()})
        raise NotImplementedError(f"{method} {path}")

    def log(self):
        """Firefox tells nothing of it by this protocol."""
        return []

    def kill_tab(self):
        """Ends the processes that show pages, at once, and uses another tab from then on."""
        shown = [number for number, command in processes().items()
                 if f" -parentPid {self.process.pid} " in command and command.endswith(" tab")]
        assert shown
        for number in shown:
            os.kill(number, signal.SIGKILL)
        self.call("POST", "/window", {"handle": self.call("POST", "/window/new", {"type": "tab"})["handle"]})

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.socket.close()

    def end(self):
        self.send("Marionette:Quit", {"flags": ["eForceQuit"]})
        self.socket.close()
        self.process.wait(30)
