"""The page of `cellar class` as a person uses it, by the browser."""
import re
import subprocess

from webdriver import CONTROL, ENTER, Browser, until


MOST_TYPED = 40  # characters; each is an event of its own


class Program:
    """The program, on a free port."""

    def __init__(self, cellar, *arguments, language="en"):
        self.process = subprocess.Popen([cellar, "--language", language, "class", "--listen", "127.0.0.1:0", *arguments],
                                        stdout=subprocess.PIPE, text=True)
        self.is_ended = False
        self.address = self.printed_address()
        if "--students" in arguments:
            self.teacher = self.printed_address()

    def printed_address(self):
        return re.search(r"https?://\S+", self.process.stdout.readline())[0]

    def another(self):
        return Program(self.process.args[0])

    def end(self):
        """Asserts that the program has not ended before, and ends well."""
        if self.is_ended:
            return
        self.is_ended = True
        before = self.process.poll()
        self.process.terminate()
        status = self.process.wait()
        assert before is None, f"the program has ended by itself with {before}"
        assert status == 0, f"the program has ended with {status}"


class Page(Browser):
    def __init__(self, driver, address, waits=True, **options):
        super().__init__(driver, **options)
        if waits:
            self.open(address)
            self.wait_for("#help-text")
            self.until_ready()

    def until_ready(self):
        until(lambda: self.editor("return root.activeElement !== null"), "the editor is not ready")
        until(lambda: self.text("#database"), "there is no database")

    def intercept(self, target, answer, at_once=True):
        """From now on, or from the next page on, a function answers the messages of a kind: it is given what sends one, and the
        message."""
        script = f"""{{ const before = window.fetch, answer = {answer};
          window.fetch = (target, options) => {{
            const send = () => before(target, options);
            return target === '{target}' ? answer(send, JSON.parse(options.body)) : send();
          }}; }}"""
        if at_once:
            self.run(script)
        else:
            self.devtools("Page.addScriptToEvaluateOnNewDocument", {"source": script})

    def choose(self, selector, value):
        """Chooses something of a list."""
        self.run("const list = document.querySelector(arguments[0]); list.value = arguments[1]; list.dispatchEvent(new Event('change'))",
                 selector, value)

    def focused(self):
        """What has the focus, by its name."""
        return self.run("return document.activeElement.id || document.activeElement.localName")

    def editor(self, script, *arguments):
        """Runs a script in which `root` is the editor's own tree."""
        return self.run("const root = document.getElementById('editor').shadowRoot; if (!root) return null;" + script, *arguments)

    def answer_editor(self, script):
        """The same in the editor of answers to an exercise."""
        return self.run("const root = document.getElementById('answer-editor').shadowRoot; if (!root) return null;" + script)

    def draft(self):
        return self.editor("return [...root.querySelectorAll('.cm-line')].map(line => line.textContent).join('\\n')")

    def whole_draft(self):
        """Also what the editor has not drawn."""
        return self.run("return JSON.parse(localStorage.getItem('cellar.draft'))")

    def blamed(self):
        return self.editor("return [...root.querySelectorAll('.cm-blamed')].map(mark => mark.textContent)")

    def write(self, text, place="editor"):
        """Puts a text into an editor by keys; a long one is pasted."""
        find = "const content = document.getElementById(arguments[0]).shadowRoot.querySelector('.cm-content');"
        self.run(find + "content.focus()", place)
        self.press(CONTROL, "a")
        if len(text) <= MOST_TYPED:
            return self.type("\ue017" + text)
        return self.run(find + """const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', arguments[1]);
          content.dispatchEvent(new ClipboardEvent('paste', {clipboardData, bubbles: true, cancelable: true}));""", place, text)

    def ask(self, text):
        """Types a statement, runs it by the keyboard, and waits for its answer."""
        self.write(text)
        self.press("\ue00c")  # the list of what may follow is closed
        self.run_typed()

    def run_typed(self):
        count = len(self.texts("article"))
        self.press(CONTROL, ENTER)
        until(lambda: len(self.texts("article")) > count and not self.texts("article.waiting"), "there is no answer")

    def answer(self):
        """The text of the newest answer."""
        return self.text("#answers > section:first-child article:last-child")
