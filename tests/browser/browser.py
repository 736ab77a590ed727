# SPDX-License-Identifier: BSD-3-Clause
"""A page in Chromium, driven over a pipe by its debugging protocol: what the tests of reports need, and no more.

Python's standard library alone. Chromium reads descriptor 3 and writes descriptor 4: JSON texts, each ended by a zero
byte.
"""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


def find_chromium():
    """The program's path, or nothing."""
    for name in ("chromium", "chromium-browser", "google-chrome", "chrome"):
        if path := shutil.which(name):
            return path
    return None


class Page:
    """A page without network, whose console, requests, dialogs and exceptions are recorded."""

    def __init__(self, width=1500, height=1000):
        self.folder = tempfile.mkdtemp(prefix="vglcs-browser-")
        to_browser, self.out = os.pipe()
        self.into, from_browser = os.pipe()
        arguments = [
            find_chromium(),
            "--headless",
            "--remote-debugging-pipe",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            "--user-data-dir=" + self.folder,
            f"--window-size={width},{height}",
            "about:blank",
        ]

        def connect():  # by way of high numbers: one of the pipe's own may be 3 or 4
            os.dup2(to_browser, 103)
            os.dup2(from_browser, 104)
            os.dup2(103, 3)
            os.dup2(104, 4)

        self.browser = subprocess.Popen(
            arguments, preexec_fn=connect, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        os.close(to_browser)
        os.close(from_browser)
        self.buffer = b""
        self.number = 0
        self.session = None
        self.console, self.requests, self.dialogs, self.events = [], [], [], []
        target = next(t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(domain + ".enable")
        self.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=self.folder)
        self.resize(width, height)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.browser.kill()
        self.browser.wait()
        os.close(self.out)
        os.close(self.into)
        shutil.rmtree(self.folder, ignore_errors=True)

    def receive(self, seconds):
        """One message, or nothing where none came in time."""
        end = time.monotonic() + seconds
        while b"\0" not in self.buffer:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.into], [], [], left)[0]:
                return None
            part = os.read(self.into, 1 << 20)
            if not part:
                raise RuntimeError("the browser has ended")
            self.buffer += part
        text, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(text)
        self.record(message.get("method"), message.get("params", {}))
        return message

    def record(self, method, told):
        self.events.append(method)
        if method == "Runtime.consoleAPICalled":
            self.console.append(" ".join(str(a.get("value", a.get("description"))) for a in told["args"]))
        elif method == "Runtime.exceptionThrown":
            details = told["exceptionDetails"]
            self.console.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Log.entryAdded":
            self.console.append(told["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(told["request"]["url"])
        elif method == "Page.javascriptDialogOpening":
            self.dialogs.append(told["message"])

    def call(self, method, **told):
        self.number += 1
        message = {"id": self.number, "method": method, "params": told}
        if self.session:
            message["sessionId"] = self.session
        text = json.dumps(message).encode() + b"\0"
        while text:
            text = text[os.write(self.out, text) :]
        end = time.monotonic() + 60
        while time.monotonic() < end:
            answer = self.receive(end - time.monotonic())
            if answer and answer.get("id") == message["id"]:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
        raise RuntimeError(f"{method}: no answer in a minute")

    def open(self, path, hash_part=""):
        """Opens a file and waits until it is loaded and its tables are made."""
        self.call("Page.navigate", url="about:blank")
        self.events, self.console, self.requests, self.dialogs = [], [], [], []
        self.call("Page.navigate", url="file://" + os.path.abspath(path) + hash_part)
        end = time.monotonic() + 60
        while "Page.loadEventFired" not in self.events and time.monotonic() < end:
            self.receive(end - time.monotonic())
        self.wait()

    def wait(self, milliseconds=120):
        self.run(f"new Promise(done => setTimeout(done, {milliseconds}))")

    def run(self, script):
        """The value of an expression in the page."""
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description", script))
        return answer["result"].get("value")

    def press(self, key, **more):
        for kind in ("keyDown", "keyUp"):
            text = {"text": key} if len(key) == 1 and kind == "keyDown" else {}
            self.call("Input.dispatchKeyEvent", type=kind, key=key, **text, **more)
        self.wait(60)

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
        self.wait(60)

    def point(self, x, y):
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def picture(self, path):
        with open(path, "wb") as out:
            out.write(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def download(self, script, ending):
        """What the page offers as a file when the script runs."""
        self.run(script)
        for _ in range(100):
            self.wait(50)
            found = [n for n in os.listdir(self.folder) if n.endswith(ending)]
            if found:
                with open(os.path.join(self.folder, found[0]), "rb") as got:
                    content = got.read()
                if content:
                    os.remove(os.path.join(self.folder, found[0]))
                    return content
        raise RuntimeError("no file was offered")
