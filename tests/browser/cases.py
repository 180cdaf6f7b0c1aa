"""What the page does for a person, a test a function: it gets the driver and a program of its own."""
import json
import pathlib
import re
import subprocess
import tempfile
import time
import urllib.request

from page import Page, Program
from webdriver import ALT, CONTROL, DOWN, ENTER, ESCAPE, F1, SHIFT, TAB, UP, until

SCHEMA = "EXAMPLES"


def types_runs_and_sees_rows(driver, program):
    page = Page(driver, program.address)
    page.ask(SCHEMA)
    page.ask("SELECT author, id, body FROM posts WHERE author = 'ann' LIMIT 2;")
    assert page.texts("#answers > section:first-child th")[:3] == ["authortext", "idint", "bodytext"], page.texts("th")
    assert page.texts("#answers > section:first-child td")[:2] == ["ann", "1"]
    assert page.text("#keyspace") == "keyspace examples"
    page.wait_for("#spoken", "2 rows")
    log = page.log()
    assert log == [], log
    page.end()


def comes_by_https_and_shows_times_in_the_zone_of_the_session(driver, program):
    with tempfile.TemporaryDirectory() as folder:
        files = ["--certificate", f"{folder}/own.crt", "--key", f"{folder}/own.key"]
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1",
                        "-subj", "/CN=class", "-addext", "subjectAltName=IP:127.0.0.1", "-out", files[1], "-keyout", files[3]],
                       check=True, stderr=subprocess.DEVNULL)
        own = Program(program.process.args[0], *files)
    assert own.address.startswith("https://"), own.address
    page = Page(driver, own.address, trusts_all=True)
    page.ask(SCHEMA)
    page.ask("CREATE TABLE times (k int PRIMARY KEY, t timestamp, d double);")
    page.ask("INSERT INTO times (k, t, d) VALUES (1, '2026-01-31 12:00:00Z', 0.123456789);")
    page.ask("SELECT t, d FROM times WHERE k = 1;")
    assert page.texts("#answers > section:first-child td") == ["2026-01-31 12:00:00.000Z", "0.123456789"]
    page.ask("FORMAT ZONE '+02:00'")
    page.ask("FORMAT DOUBLE 3")
    page.ask("SELECT t, d FROM times WHERE k = 1;")
    assert page.texts("#answers > section:first-child td") == ["2026-01-31 14:00:00.000000+0200", "0.1235"]
    log = page.log()
    assert log == [], log
    page.end()
    own.end()


def shows_what_a_refusal_blames_and_applies_its_fix(driver, program):
    page = Page(driver, program.address)
    page.ask(SCHEMA)
    page.ask("SELECT id FORM posts WHERE author = 'ann';")
    assert page.blamed() == ["FORM"], page.blamed()
    assert page.texts("mark.blamed") == ["FORM"]
    assert page.text(".diagnostic h3 .code").startswith("E1")
    page.click("button.apply")
    assert page.draft() == "SELECT id FROM posts WHERE author = 'ann';", page.draft()
    assert page.blamed() == []
    page.run_typed()
    assert page.text("#answers > section:first-child .facts").startswith("3 rows"), page.answer()
    assert not page.texts("#answers > section:first-child .diagnostic:not(.note)")
    page.end()


def says_why_and_which_table_would_serve(driver, program):
    page = Page(driver, program.address)
    page.ask(SCHEMA)
    page.ask("SELECT * FROM posts WHERE body = 'x';")
    assert page.text(".diagnostic .code") == "E301"
    assert "Why: " in page.answer() and "Fix: " in page.answer()
    page.click("#answers > section:first-child .mend button:nth-of-type(1)")
    page.wait_for("#answers > section:first-child .asked", "ADVISE SELECT")
    page.wait_for("#answers > section:first-child .said", "posts_by_body")
    page.click("#answers > section:nth-child(2) .mend button:last-of-type")
    page.wait_for("#help-text", "E301")
    page.end()


def shows_the_lints_of_a_table_unless_a_comment_silences_them(driver, program):
    page = Page(driver, program.address)
    page.ask(SCHEMA)
    columns = "(user text, at timestamp, PRIMARY KEY (user, at));"
    page.ask(f"CREATE TABLE likes {columns}")
    assert page.texts("#answers > section:first-child .diagnostic.note .code") == ["L501"], page.answer()
    assert page.texts("#answers > section:first-child .facts") == ["Done."], page.answer()
    page.ask(f"-- @allow L501 they are rare\nCREATE TABLE looks {columns}")
    assert page.texts("#answers > section:first-child .diagnostic") == [], page.answer()
    page.ask("INSERT INTO likes (user, at) VALUES ('ann', '2026-01-31 12:00:00Z');")
    page.ask("INSERT INTO likes (user, at) VALUES ('ann', '2026-01-31 12:00:00Z');")
    assert page.texts("#answers > section:first-child .diagnostic.note .code") == ["W405"], page.answer()
    page.end()


def mends_a_statement_behind_letters_of_several_bytes(driver, program):
    page = Page(driver, program.address)
    page.ask("-- 键空间 é\nSELECT '漢字😀' FORM posts;")
    assert page.blamed() == ["FORM"], page.blamed()
    page.end()


def runs_the_statement_at_the_cursor_or_all(driver, program):
    page = Page(driver, program.address)
    page.ask(SCHEMA)
    page.write("SELECT id FROM posts WHERE author = 'ann' AND id = 1; ")
    page.press(ESCAPE)
    page.type("SELECT id FROM posts WHERE author = 'ann' AND id = 2;")
    page.press(ESCAPE)
    page.run_typed()
    assert page.texts("#answers > section:first-child td") == ["2"], page.texts("#answers > section:first-child td")
    page.press(CONTROL, SHIFT, ENTER)
    until(lambda: len(page.texts("#answers > section:first-child article")) == 2 and not page.texts("article.waiting"), "two answers")
    assert page.texts("#answers > section:first-child td") == ["1", "2"]
    page.end()


def keeps_null_blobs_and_wide_text_apart(driver, program):
    page = Page(driver, program.address)
    page.ask(SCHEMA)
    page.ask("CREATE TABLE odd (p int PRIMARY KEY, n text, t text, e text, b blob, l list<text>, i bigint, d double);")
    page.ask("INSERT INTO odd (p, t, e, b, l, i, d) VALUES (1, 'null', '', 0x" + "ab" * 200 + ", ['a''b', '" + "w" * 300 +
             "'], 9007199254740993, 1.0);")
    page.ask("SELECT p, n, t, e, b, l, i, d FROM odd WHERE p = 1;")
    kinds = page.run("return [...document.querySelectorAll('#answers > section:first-child td')].map(e => e.className)")
    assert kinds == ["number", "null", "", "empty", "blob", "", "number", "number"], kinds
    cells = page.texts("#answers > section:first-child td")
    assert cells[1] == "null" and cells[2] == "null" and cells[3] == ""
    assert "(200 bytes)" in cells[4] and "'a''b'" in cells[5]
    assert cells[6] == "9007199254740993" and cells[7] == "1.0", cells
    page.end()


def shows_values_as_text_alone(driver, program):
    page = Page(driver, program.address)
    page.ask(SCHEMA)
    for number, attack in enumerate(ATTACKS):
        page.ask(f"INSERT INTO posts (author, id, body) VALUES ('{attack}', {number}, '{attack}');")
        page.ask(f"SELECT body FROM posts WHERE author = '{attack}';")
        assert page.texts("#answers > section:first-child td") == [attack], page.texts("#answers > section:first-child td")
        name = attack.replace('"', '""')
        page.ask(f'SELECT * FROM "{name}";')
        page.ask(f"MAP posts WHERE author = '{attack}'")
        page.ask(f"EXPLAIN SELECT * FROM posts WHERE author = '{attack}';")
        page.ask(f"HELP {attack}")
    page.ask('CREATE TABLE "<i>t</i>" (p int PRIMARY KEY);')
    page.click("#schema-tab")
    page.wait_for("#schema-text summary", "posts")
    foreign = page.run("""return [...document.querySelectorAll('#answers *, #schema *, #help-text *')].filter(element =>
      'img script iframe object embed style link base form b i textarea math a'.split(' ').includes(element.localName) ||
      [...element.attributes].some(each => each.name.startsWith('on'))).map(element => element.outerHTML)""")
    assert foreign == [], foreign
    assert page.run("return document.title") == "Cellar"
    page.end()


# Of OWASP's list of texts that get by filters.
ATTACKS = [
    '<img src=x onerror="document.title=1"><script>document.title=2</script>',
    '"><svg/onload=document.title=3>',
    '<iframe srcdoc="&lt;script&gt;parent.document.title=4&lt;/script&gt;">',
    "<a href=javascript:document.title=5>x</a>",
    "&#60;script&#62;document.title=6&#60;/script&#62;",
    "</textarea></style></script><img src onerror=document.title=7>",
    "<math><mtext></form><form><mglyph><style></math><img src onerror=document.title=8>",
    '{{constructor.constructor("document.title=9")()}}',
]


def completes_as_the_shell_does(driver, program):
    page = Page(driver, program.address)
    page.ask(SCHEMA)
    page.write("SELECT id FROM po")
    until(lambda: page.editor("return [...root.querySelectorAll('.cm-completionLabel')].map(e => e.textContent)") == ["posts"],
          "posts is not offered")
    time.sleep(0.1)  # for so long the editor takes a key as one that was typed before the list was seen
    page.press(TAB)
    until(lambda: page.draft() == "SELECT id FROM posts ", f"it is {page.draft()!r}")
    page.end()


def remembers_what_ran_over_a_reload(driver, program):
    page = Page(driver, program.address)
    page.ask(SCHEMA)
    page.ask("SELECT id FROM posts WHERE author = 'ann';")
    page.write("HELP KEYS")
    page.press(ESCAPE)
    page.open(program.address)
    page.wait_for("#help-text")
    page.until_ready()
    until(lambda: page.draft() == "HELP KEYS", "the draft is gone")
    assert page.text("#keyspace") == "keyspace examples"
    page.press(ALT, UP)
    assert page.draft() == "SELECT id FROM posts WHERE author = 'ann';"
    page.press(ALT, UP)
    assert page.draft() == "EXAMPLES"
    page.press(ALT, DOWN)
    assert page.draft().startswith("SELECT")
    page.press(ALT, DOWN)
    assert page.draft() == "HELP KEYS", "what was typed is lost"
    page.end()


def is_used_by_the_keyboard_alone(driver, program):
    page = Page(driver, program.address)
    page.ask(SCHEMA)
    page.ask("SELECT id FORM posts WHERE author = 'ann';")
    reached = []
    page.press(ESCAPE)
    for _ in range(40):
        page.press(TAB)
        reached.append(page.run("const e = document.activeElement; return e.id || e.className || e.textContent"))
        if "apply" in reached[-1]:
            break
    assert "run" in reached and "run-all" in reached, reached
    assert "apply" in reached[-1], reached
    page.press(ENTER)
    until(lambda: page.draft() == "SELECT id FROM posts WHERE author = 'ann';", "the fix is not applied")
    page.write("LIMIT")
    page.press(ESCAPE)
    page.press(F1)
    page.wait_for("#help-text", "LIMIT")
    page.end()


def speaks_chinese(driver, program):
    page = Page(driver, program.address, language="zh-CN")
    assert page.text("#run") == "执行"
    page.ask("SELEC 1;")
    assert "办法：" in page.answer(), page.answer()
    page.run("const s = document.getElementById('language'); s.value = 'en'; s.dispatchEvent(new Event('change'))")
    assert page.text("#run") == "Run"
    page.ask("SELEC 1;")
    assert "Fix: " in page.answer()
    page.end()


def has_each_word_in_each_language(driver, program):
    words = urllib.request.urlopen(program.address + "words.js").read().decode()
    english, chinese = words.split("\n  zh: {")
    keys = [re.findall(r"^    (\w+):.*?((?:\{\w+\}.*?)*)$", part, re.MULTILINE) for part in (english, chinese)]
    named = [{key: sorted(re.findall(r"\{(\w+)\}", line)) for key, line in part} for part in keys]
    assert len(named[0]) > 100 and named[0] == named[1], set(map(str, named[0].items())) ^ set(map(str, named[1].items()))
    for part in keys:
        names = [key for key, line in part]
        assert len(names) == len(set(names)), [name for name in names if names.count(name) > 1]
    used = "".join(file.read_text() for kind in ("js", "html") for file in SOURCES.rglob(f"*.{kind}") if file.name != "words.js")
    unused = [name for name in named[0] if f'"{name}"' not in used and not name.startswith(BUILT)]
    assert unused == [], unused


SOURCES = pathlib.Path(__file__).resolve().parents[2] / "web"
# Words whose names the page puts together.
BUILT = ("kind_", "explain_", "theme_", "hidden_", "phase_", "fault_", "grading_", "teacher_")


def modules(program, page="main.js"):
    """The names of the scripts that one of them imports, also by others."""
    found, left = set(), {page}
    while left:
        name = left.pop()
        found.add(name)
        text = urllib.request.urlopen(program.address + name).read().decode()
        left |= {new.removeprefix("./") for new in re.findall(r'from "(\./[^"]+)"', text)} - found
    return found


def asks_for_all_its_scripts_at_once(driver, program):
    for page, script in (("", "main.js"), ("teacher", "teacher.js")):
        text = urllib.request.urlopen(program.address + page).read().decode()
        named = re.findall(r'<link rel="modulepreload" href="([^"]+)">', text)
        assert len(named) == len(set(named)) and set(named) == modules(program, script) - {script}, set(named) ^ modules(program, script)


def fits_a_narrow_window(driver, program):
    page = Page(driver, program.address, width=360, height=740)
    page.ask(SCHEMA)
    page.ask("SELECT * FROM gyms WHERE country = 'AT' AND city = 'Vienna';")
    page.ask("SELECT * FROM posts WHERE body = 'a rather long text that is nowhere in the table at all';")
    page.ask("HELP")
    width = page.run("return document.documentElement.scrollWidth")
    assert width <= 360, f"the page is {width} wide"
    page.end()


def is_dark_where_the_system_is(driver, program):
    page = Page(driver, program.address, dark=True)
    colour = "return getComputedStyle(document.body).backgroundColor"
    dark = page.run(colour)
    page.click("#theme")
    light = page.run(colour)
    page.click("#theme")
    assert page.run(colour) == dark and light != dark, (light, dark)
    page.end()


def says_that_the_program_has_ended_and_keeps_what_was_typed(driver, program):
    page = Page(driver, program.address)
    page.ask(SCHEMA)
    program.end()
    page.write("SELECT 1;")
    page.press(ESCAPE)
    page.press(CONTROL, ENTER)
    page.wait_for("article", "does not answer")
    page.wait_for("#spoken", "does not answer")
    assert page.draft() == "SELECT 1;"
    page.end()


def a_page_of_another_site_reaches_nothing(driver, program):
    page = Page(driver, program.address)
    script = """const done = arguments[arguments.length - 1];
      fetch(arguments[0] + 'answer', {method: 'POST', mode: arguments[1], headers: {'Content-Type': arguments[2]},
        body: JSON.stringify({statement: arguments[3]})}).then(() => done('sent'), () => done('refused'))"""
    statement = "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};"
    page.open("data:text/html,<p>elsewhere")
    for mode, kind in (("no-cors", "text/plain"), ("cors", "application/json"), ("no-cors", "application/json")):
        page.call("POST", "/execute/async", {"script": script, "args": [program.address, mode, kind, statement]})

    def outcome(statement):
        request = urllib.request.Request(program.address + "answer", json.dumps({"statement": statement}).encode(),
                                         {"Content-Type": "application/json"})
        return json.loads(urllib.request.urlopen(request).read())["outcome"]

    assert outcome("DESCRIBE KEYSPACE k;") == "refused"
    assert outcome(statement) == "done"
    assert outcome("DESCRIBE KEYSPACE k;") == "done"
    page.end()


def plays_a_lesson(driver, program):
    page = Page(driver, program.address)
    page.click("#lessons-tab")
    page.wait_for("#lesson-text button", "L1")
    page.click("#lesson-text button")
    page.wait_for("#lesson-text pre", "step 1 of")
    page.wait_for("#spoken", "step 1 of")
    steps = int(re.search(r"step 1 of (\d+)", page.text("#lesson-text pre"))[1])
    for step in range(2, steps + 1):
        page.click("button[data-step=SKIP]")
        until(lambda: page.text("#lesson-says"), "the lesson says nothing")
        page.click("button[data-step=NEXT]")
        page.wait_for("#lesson-text pre", f"step {step} of")
    page.ask("SELECT * FROM nothing_of_this;")
    assert "E201" in page.answer(), page.answer()
    page.click("button[data-step=WHY]")
    until(lambda: page.text("#lesson-says"), "the lesson gives no reason")
    page.click("button[data-step=SKIP]")
    until(lambda: page.text("#lesson-says"), "the lesson says nothing")
    page.click("button[data-step='LEARN OFF']")
    page.wait_for("#lesson-text button", "(done)")
    log = page.log()
    assert log == [], log
    page.end()


def draws_what_a_statement_would_read(driver, program):
    page = Page(driver, program.address)
    page.ask(SCHEMA)

    def bars(statement):
        page.write(statement)
        page.press(ESCAPE)
        count = len(page.texts("article"))
        page.click("#explain")
        until(lambda: len(page.texts("article")) > count and not page.texts("article.waiting"), "there is no drawing")
        return page.run("return [...document.querySelectorAll('#answers > section:first-child rect.row')].map(e => "
                        "e.getAttribute('class').slice(4)[0] ?? '-').join('')")

    assert bars("SELECT * FROM posts WHERE author = 'ann' AND id > 3 ORDER BY id DESC;") == "--rrrrrrr"
    assert "read backwards" in page.answer()
    assert page.run("return document.querySelectorAll('#answers > section:first-child .dot').length") == 1
    assert bars("SELECT * FROM posts WHERE author = 'ann' AND id = 3;") == "---r-----"
    assert bars("SELECT * FROM posts WHERE body = 'x';") == "rpprpprpp"
    assert page.run("return document.querySelectorAll('#answers > section:first-child .ring.all').length") == 1
    assert "E301" in page.answer() and "body = 'x'" in page.answer()
    log = page.log()
    assert log == [], log
    page.end()


def draws_a_table_as_a_map(driver, program):
    page = Page(driver, program.address)
    page.ask(SCHEMA)
    page.ask("MAP posts WHERE author = 'ann'")
    assert page.texts("#answers > section:first-child .partition h3") == ["author = 'ann'"]
    assert page.texts("#answers > section:first-child .clustering") == ["id = 1", "id = 2", "id = 7"]
    assert page.texts("#answers > section:first-child .cells")[0] == "body 'hello'"
    page.ask("MAP visits")
    assert page.texts("#answers > section:first-child .partition h3") == ["page = '/'"]
    page.ask("CELLS posts WHERE author = 'ann'")
    assert page.texts("#answers > section:first-child .clustering") == ["id = 1", "id = 2", "id = 7"]
    page.end()


def lists_the_tables_with_their_keys(driver, program):
    page = Page(driver, program.address)
    page.click("#schema-tab")
    page.wait_for("#schema-text", "no tables")
    page.ask(SCHEMA)
    page.wait_for("#schema-text summary", "posts")
    page.run("[...document.querySelectorAll('#schema-text details')].find(e => e.textContent.startsWith('posts')).open = true")
    assert page.texts("#schema-text details[open] td.kind")[:3] == ["Kpartition key", "C↑clustering, ascending", "Sstatic"]
    page.click("#schema-text details[open] button")
    assert page.draft() == "EXAMPLES\nSELECT * FROM examples.posts WHERE author = ?;", page.draft()
    log = page.log()
    assert log == [], log
    page.end()


def students_see_their_own_and_find_it_again(driver, program):
    ann, ben = Page(driver, program.address), Page(driver, program.address)
    ann.ask(SCHEMA)
    ben.ask("SELECT id FROM examples.posts WHERE author = 'ann';")
    assert "E201" in ben.answer(), ben.answer()
    code = ann.text("#code")
    assert code and code != ben.text("#code")
    ben.click("#visit summary")
    ben.run("document.getElementById('other-code').focus()")
    ben.type("nobody-hasit" + ENTER)
    ben.wait_for("#visit-fault", "Nobody")
    ben.run("document.getElementById('other-code').value = ''; document.getElementById('other-code').focus()")
    ben.type(code + ENTER)
    until(lambda: ben.text("#code") == code, "the code word brings nothing back")
    assert ben.text("#keyspace") == "keyspace examples"
    ben.ask("SELECT id FROM posts WHERE author = 'ann';")
    assert ben.text("#answers > section:first-child .facts").startswith("3 rows"), ben.answer()
    ann.open(program.address)
    ann.until_ready()
    assert ann.text("#code") == code
    log = ann.log()
    assert log == [], log
    ann.end()
    ben.end()


students_see_their_own_and_find_it_again.arguments = ("--students", "5")


def a_code_word_is_not_lost_when_it_is_unknown_or_another_is_used(driver, program):
    page = Page(driver, program.address)
    own = page.text("#code")
    page.run("localStorage.setItem('cellar.code', JSON.stringify('bakuni-rotemi'))")
    page.open(program.address)
    page.until_ready()
    assert "bakuni-rotemi" in page.text("#answers"), page.text("#answers")
    assert page.text("#code") not in (own, "bakuni-rotemi")
    page.click("#visit summary")
    assert "bakuni-rotemi" in page.text("#former")
    page.run("document.getElementById('other-code').focus()")
    fresh = page.text("#code")
    page.type(own + ENTER)
    until(lambda: page.text("#code") == own, "the code word brings nothing back")
    assert fresh in page.text("#former") and "bakuni-rotemi" in page.text("#former")
    page.end()


a_code_word_is_not_lost_when_it_is_unknown_or_another_is_used.arguments = ("--students", "5")


def who_leaves_a_shared_computer_leaves_nothing(driver, program):
    page = Page(driver, program.address)
    page.ask("SELECT secret FROM mine;")
    code = page.text("#code")
    page.click("#visit summary")
    page.click("#leave")
    assert page.text("#code-to-note") == code
    page.click("#forget")
    until(lambda: page.text("#code") not in ("", code), "the page has not forgotten the code word")
    page.until_ready()
    assert page.draft() != "SELECT secret FROM mine;", page.draft()
    kept = page.run("return JSON.stringify(localStorage)")
    assert code not in kept and "secret" not in kept, kept
    page.end()


who_leaves_a_shared_computer_leaves_nothing.arguments = ("--students", "5")


TESTS = [test for test in list(globals().values()) if callable(test) and getattr(test, "__module__", "") == __name__ and test is not modules]
