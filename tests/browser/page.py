"""The page of `cellar class` as a person uses it, by the browser."""
import subprocess

from webdriver import CONTROL, ENTER, Browser


class Program:
    """The program, on a free port."""

    def __init__(self, cellar, *arguments):
        self.process = subprocess.Popen([cellar, "--language", "en", "class", "--listen", "127.0.0.1:0", *arguments],
                                        stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().split()[-1]
        if "--students" in arguments:
            self.teacher = self.process.stdout.readline().split(": ", 1)[1].strip()

    def end(self):
        self.process.terminate()
        status = self.process.wait()
        assert status == 0, f"the program has ended with {status}"


class Page(Browser):
    def __init__(self, driver, address, **options):
        super().__init__(driver, **options)
        self.open(address)
        self.wait_for("#help-text")
        self.until_ready()

    def until_ready(self):
        from webdriver import until
        until(lambda: self.editor("return root.activeElement !== null"), "the editor is not ready")

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

    def write(self, text):
        """Puts a text into the editor by keys."""
        self.editor("root.querySelector('.cm-content').focus()")
        self.press(CONTROL, "a")
        self.type("\ue017" + text)

    def ask(self, text):
        """Types a statement, runs it by the keyboard, and waits for its answer."""
        self.write(text)
        self.press("\ue00c")  # the list of what may follow is closed
        self.run_typed()

    def run_typed(self):
        count = len(self.texts("article"))
        self.press(CONTROL, ENTER)
        from webdriver import until
        until(lambda: len(self.texts("article")) > count and not self.texts("article.waiting"), "there is no answer")

    def answer(self):
        """The text of the newest answer."""
        return self.text("#answers > section:first-child article:last-child")
