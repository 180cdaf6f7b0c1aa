"""The notebook as a file, as a link, and rows as CSV: a test a function, as in cases.py."""
import time

from cases import SCHEMA
from page import Page
from webdriver import CONTROL, ENTER, ESCAPE, TAB, until


def button(page, word):
    """Presses the button of the open dialog whose text begins so."""
    until(lambda: page.run("const b = [...document.querySelectorAll('dialog button')].find(e => e.textContent.startsWith(arguments[0]));"
                           "if (!b) return false; b.click(); return true", word), f"no dialog offers {word}")


def check(page, place=1):
    page.run(f"document.querySelectorAll('dialog input[type=checkbox]')[{place - 1}].click()")


def saves_and_opens_a_notebook(driver, program):
    page = Page(driver, program.address)
    page.ask(SCHEMA)
    page.write("SELECT id FROM posts WHERE author = 'ann'; -- é 漢")
    page.press(ESCAPE)
    page.press(CONTROL, "s")
    page.wait_for("dialog h2", "Save")
    page.run("document.getElementById('file-name').select()")
    page.type("mine" + ENTER)
    assert page.downloaded("mine.cql") == "SELECT id FROM posts WHERE author = 'ann'; -- é 漢"
    until(lambda: not page.texts("dialog"), "the dialog is still there")
    page.click("#save")
    page.run("document.getElementById('file-name').value = 'whole.cql'")
    check(page)
    button(page, "Save")
    whole = page.downloaded("whole.cql")
    assert whole.startswith("CREATE KEYSPACE examples") and "CREATE TABLE examples.posts" in whole, whole
    assert whole.rstrip().endswith("USE examples;\n\nSELECT id FROM posts WHERE author = 'ann'; -- é 漢"), whole[-200:]
    page.ask('CREATE KEYSPACE "Shop" WITH replication = {\'class\': \'SimpleStrategy\', \'replication_factor\': 1};')
    page.ask('USE "Shop";')
    page.click("#save")
    page.run("document.getElementById('file-name').value = 'other.cql'")
    check(page)
    button(page, "Save")
    assert '\nUSE "Shop";\n' in page.downloaded("other.cql"), page.downloaded("other.cql")
    page.click("#open")
    page.choose_file(page.downloads / "whole.cql")
    button(page, "Replace")
    until(lambda: page.whole_draft() == whole, "the file is not in the editor")
    page.end()
    other = Page(driver, program.address)
    other.click("#open")
    (other.downloads).mkdir(exist_ok=True)
    (other.downloads / "two.cql").write_text("SELECT 2;\r\nSELECT 3;\r\n")
    other.choose_file(other.downloads / "two.cql")
    until(lambda: other.draft().startswith("SELECT 2;\nSELECT 3;"), "an empty editor is filled at once")
    assert other.log() == [], other.log()
    other.end()


def a_run_of_many_statements_is_ended(driver, program):
    page = Page(driver, program.address)
    page.ask(SCHEMA)
    page.write("")
    page.downloads.mkdir(exist_ok=True)
    (page.downloads / "many.cql").write_text("SELECT id FROM posts WHERE author = 'ann';\n" * 1000)
    page.click("#open")
    page.choose_file(page.downloads / "many.cql")
    until(lambda: page.draft().startswith("SELECT id"), "the file is not in the editor")
    page.click("#run-all")
    until(lambda: page.run("return !document.getElementById('stop').hidden"), "there is no Stop")
    page.click("#stop")
    until(lambda: page.run("return !document.getElementById('run').disabled"), "the run goes on")
    count = len(page.texts("article"))
    assert count < 1000 and page.run("return document.getElementById('stop').hidden")
    page.run_typed()
    page.end()


def runs_many_writes_in_their_order_past_what_is_refused(driver, program):
    page = Page(driver, program.address)
    page.ask(SCHEMA)
    statements = [f"INSERT INTO posts (author, id, body) VALUES ('eve', {n}, 'b');" for n in range(250)]
    statements[119] = "INSERT INTO posts (author, body) VALUES ('eve', 'b');"
    statements.insert(125, "SELECT count(*) FROM posts WHERE author = 'eve';")
    statements.append(statements[125])
    page.write("\n".join(statements))
    page.press(ESCAPE)
    page.click("#run-all")
    newest = "#answers > section:first-child article"
    until(lambda: len(page.texts(newest)) == len(statements) and not page.texts("article.waiting"), "not all are answered")
    asked = page.run(f"return [...document.querySelectorAll('{newest} > .asked')].map(each => each.textContent)")
    assert asked == statements, asked
    refused = page.run(f"return [...document.querySelectorAll('{newest}')].map(each => each.querySelectorAll('.diagnostic:not(.note)').length)")
    assert [place for place, count in enumerate(refused) if count] == [119], refused
    assert page.texts(f"{newest} td") == ["124", "249"], page.texts(f"{newest} td")
    assert page.log() == [], page.log()
    page.end()


def a_saved_notebook_names_its_keyspace_as_it_is_written(driver, program):
    page = Page(driver, program.address)
    page.ask("CREATE KEYSPACE \"Shop\" WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};")
    page.ask("USE \"Shop\";")
    page.click("#save")
    page.run("document.getElementById('file-name').value = 'shop.cql'")
    check(page)
    button(page, "Save")
    assert "USE \"Shop\";" in page.downloaded("shop.cql"), page.downloaded("shop.cql")
    page.open(program.address)
    page.until_ready()
    until(lambda: page.text("#keyspace") == "keyspace Shop", "the keyspace is forgotten")
    page.end()


def a_file_never_takes_the_place_of_what_was_typed_unasked(driver, program):
    page = Page(driver, program.address)
    page.write("SELECT 1;")
    page.press(ESCAPE)
    place = "document.getElementById('editor').shadowRoot.querySelector('.cm-content')"
    page.drop(place, "other.cql", "SELECT 2;")
    page.wait_for("dialog h2", "something in the editor")
    page.press(ESCAPE)
    until(lambda: not page.texts("dialog"), "Escape closes the dialog")
    assert page.draft() == "SELECT 1;", page.draft()
    page.drop(place, "other.cql", "SELECT 2;")
    button(page, "Keep it")
    until(lambda: page.draft() == "SELECT 1;\nSELECT 2;", f"it is {page.draft()!r}")
    page.drop(place, "rows.csv", "a,b")
    page.wait_for("dialog p", "tab Tables")
    button(page, "Close")
    page.drop(place, "binary.cql", "\0")
    page.wait_for("dialog p", "no text")
    button(page, "Close")
    page.drop("document.querySelector('header')", "lost.cql", "SELECT 3;")
    time.sleep(0.2)
    assert page.draft() == "SELECT 1;\nSELECT 2;" and not page.texts("dialog")
    assert page.run("return location.href") == program.address
    page.end()


def shares_a_notebook_by_a_link(driver, program):
    page = Page(driver, program.address)
    page.ask("CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};")
    page.ask("USE shop;")
    page.ask("CREATE TABLE likes (drink text, bar text, n int, PRIMARY KEY (drink, bar));")
    page.write("SELECT bar FROM likes WHERE drink = '漢😀<img src=x>';")
    page.press(ESCAPE)
    page.click("#share")
    link = until(lambda: page.run("return document.getElementById('share-link').value"), "there is no link")
    assert link.startswith(program.address + "#notebook=z.") and len(link) < 2000, link
    page.click("#share-copy")
    page.wait_for("dialog p[role=status]", "copied")
    page.press(ESCAPE)
    page.end()

    # In another database, where the link asks before anything happens.
    other = program.another()
    try:
        guest = Page(driver, other.address)
        guest.write("SELECT 1;")
        guest.press(ESCAPE)
        guest.run("location.hash = arguments[0]", link.split("#")[1])
        guest.wait_for("dialog h2", "shared with you")
        assert "CREATE TABLE shop.likes" in guest.text("dialog pre")
        assert guest.run("return document.querySelectorAll('dialog img').length") == 0
        guest.press(ESCAPE)
        until(lambda: not guest.texts("dialog"), "Escape closes the dialog")
        assert guest.draft() == "SELECT 1;" and guest.texts("article") == []
        assert guest.run("return location.hash") == ""
        guest.open(other.address)
        guest.until_ready()
        guest.run("location.hash = arguments[0]", link.split("#")[1])
        guest.wait_for("dialog h2", "shared with you")
        check(guest)
        button(guest, "Put it")
        button(guest, "Replace")
        until(lambda: len(guest.texts("article")) == 3 and not guest.texts("article.waiting"), "the tables are not made")
        assert guest.draft() == "SELECT bar FROM likes WHERE drink = '漢😀<img src=x>';"
        guest.run_typed()
        assert "No rows" in guest.answer(), guest.answer()
        for damaged in ["#notebook=z.AAAA", "#notebook=t.bm9uZQ", "#notebook=q.x", "#notebook=z.%00"]:
            guest.run("location.hash = arguments[0]", damaged)
            guest.wait_for("dialog p", "damaged")
            button(guest, "Close")
            until(lambda: not guest.texts("dialog"), "the dialog is still there")
        assert guest.log() == [], guest.log()
        guest.end()
    finally:
        other.end()


def a_link_has_bounds(driver, program):
    page = Page(driver, program.address)
    page.run("localStorage.setItem('cellar.draft', JSON.stringify(Array.from({length: 30000}, (_, i) => Math.sin(i)).join(' ')))")
    page.open(program.address)
    page.until_ready()
    page.click("#share")
    page.wait_for("dialog p[role=status]", "too long")
    assert page.run("return document.getElementById('share-copy').disabled")
    page.press(ESCAPE)
    script = """const done = arguments[arguments.length - 1];
      (async () => {
        const zeros = new Blob([new Uint8Array(20 << 20)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
        const bytes = new Uint8Array(await new Response(zeros).arrayBuffer());
        const text = btoa(Array.from(bytes, each => String.fromCharCode(each)).join(''));
        return '#notebook=z.' + text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
      })().then(done)"""
    bomb = page.call("POST", "/execute/async", {"script": script, "args": []})
    assert len(bomb) < 32_000
    page.run("location.hash = arguments[0]", bomb)
    page.wait_for("dialog p", "damaged")
    page.end()


def saves_rows_as_csv_and_reads_them_again(driver, program):
    page = Page(driver, program.address)
    page.ask(SCHEMA)
    page.ask("CREATE TABLE odd (p int PRIMARY KEY, t text, b blob, s set<text>, m map<int, text>, u uuid, d double, w timestamp, o boolean);")
    page.ask("INSERT INTO odd (p, t, b, s, m, u, d, w, o) VALUES (1, '=1+1, \"x\"\n', 0xff, {'it''s'}, {1: 'a,b'}, "
             "00000000-0000-0000-0000-000000000001, -1.5, '2024-02-29T12:34:56.789Z', true);")
    page.ask("INSERT INTO odd (p, t) VALUES (2, '');")
    page.ask("SELECT p, t, b, s, m, u, d, w, o FROM odd ALLOW FILTERING;")
    assert "{'it''s'}" in page.answer() and "{1: 'a,b'}" in page.answer(), page.answer()
    page.click("#answers > section:first-child button.csv")
    page.wait_for("#answers > section:first-child .facts", "Rows saved: 2. Cells that begin like a formula: 1.")
    file = page.downloaded("rows.csv")
    assert file == ("p,t,b,s,m,u,d,w,o\r\n"
                    "1,\"=1+1, \"\"x\"\"\n\",0xff,{'it''s'},\"{1: 'a,b'}\",00000000-0000-0000-0000-000000000001,-1.5,2024-02-29 12:34:56.789Z,true\r\n"
                    "2,\"\",,,,,,,\r\n"), file
    rows = page.texts("#answers > section:first-child td")
    page.ask("TRUNCATE odd;")
    page.click("#schema-tab")
    page.wait_for("#schema-text summary", "odd")
    page.drop("[...document.querySelectorAll('#schema-text details')].find(e => e.dataset.key === 'examples.odd')", "rows.csv", file)
    page.wait_for("dialog p", "2 rows of rows.csv become INSERTs into examples.odd")
    button(page, "Write the rows")
    page.wait_for("#answers > article .facts", "2 of 2 rows written, 0 refused.")
    page.ask("SELECT p, t, b, s, m, u, d, w, o FROM odd ALLOW FILTERING;")
    assert page.texts("#answers > section:first-child td") == rows
    assert page.log() == [], page.log()
    page.end()


def tells_which_rows_of_a_file_are_refused(driver, program):
    page = Page(driver, program.address)
    page.ask(SCHEMA)
    page.ask("CREATE TYPE constructor (a int);")
    page.ask("CREATE TABLE people (id int PRIMARY KEY, name text, tags set<text>, made frozen<constructor>);")
    page.click("#schema-tab")
    page.wait_for("#schema-text summary", "people")
    table = "[...document.querySelectorAll('#schema-text details')].find(e => e.dataset.key === 'examples.people')"
    lines = [f"{i};name {i}" for i in range(1, 121)]
    lines[6] = "seven;x"
    lines[60] = "61;x;y"
    lines[99] = "\"100); DROP TABLE people; --\";x"
    page.drop(table, "people.csv", "id;name\n" + "\n".join(lines))
    button(page, "Write the rows")
    page.wait_for("#answers > article .facts", "117 of 120 rows written, 3 refused.")
    refused = page.texts("#answers .refused-rows li")
    assert refused[0].startswith("Line 8: E204") and "line" not in refused[0][8:20], refused
    assert refused[1] == "Line 62: it has 3 fields, not 2" and refused[2].startswith("Line 101: E204"), refused
    page.ask("SELECT count(*) FROM people ALLOW FILTERING;")
    assert page.texts("#answers > section:first-child td")[0] == "117"
    page.drop(table, "tags.csv", "id,tags\n200,{'a'}) ; DROP TABLE people\n201,\"{'a', 'b'}\"\n202,\"{'a'}, 'x'\"\n203,{'a' --}\n")
    button(page, "Write the rows")
    page.wait_for("#answers > article:first-child .facts", "1 of 4 rows written, 3 refused.")
    page.drop(table, "open.csv", "id,name\n1,\"x\n")
    page.wait_for("dialog p", "The quote that begins in line 2 does not end.")
    button(page, "Close")
    page.drop(table, "wrong.csv", "\n".join(f"x{i},y,z" for i in range(1000)))
    button(page, "Write the rows")
    page.wait_for("#answers > article:first-child .facts", "0 of 1000 rows written, 100 refused. The import stopped after line 100.")
    page.end()


tells_which_rows_of_a_file_are_refused.arguments = ("--students", "3")


def chooses_a_file_of_rows_by_a_button(driver, program):
    page = Page(driver, program.address, language="zh-CN")
    page.ask(SCHEMA)
    page.click("#schema-tab")
    page.wait_for("#schema-text summary", "posts")
    page.downloads.mkdir(exist_ok=True)
    file = page.downloads / "带BOM.csv"
    file.write_bytes("\ufeffbody,id,author\r\n你好,1,dan\r\n".encode())
    page.run("const d = [...document.querySelectorAll('#schema-text details')].find(e => e.dataset.key === 'examples.posts'); d.open = true;"
             "[...d.querySelectorAll('button')].find(e => e.textContent.startsWith('CSV')).focus()")
    page.press(ENTER)
    page.choose_file(file)
    page.wait_for("dialog p", "body, id, author")
    button(page, "写入")
    page.wait_for("#answers > article .facts", "已写入 1 行")
    page.ask("SELECT body FROM posts WHERE author = 'dan';")
    assert page.texts("#answers > section:first-child td") == ["你好"]
    assert page.log() == [], page.log()
    page.end()


def ends_the_writing_of_a_file_when_it_is_told_to(driver, program):
    page = Page(driver, program.address)
    page.ask(SCHEMA)
    page.ask("CREATE TABLE many (id int PRIMARY KEY, name text);")
    page.click("#schema-tab")
    page.wait_for("#schema-text summary", "many")
    page.run("""const wait = window.fetch;
      window.fetch = (...all) => new Promise(resolve => setTimeout(resolve, 50)).then(() => wait(...all))""")
    page.drop("[...document.querySelectorAll('#schema-text details')].find(e => e.dataset.key === 'examples.many')", "many.csv",
              "\n".join(f"{i},x" for i in range(20_000)))
    button(page, "Write the rows")
    page.wait_for("#answers > article progress + button", "Stop")
    page.click("#answers > article progress + button")
    said = page.wait_for("#answers > article .facts", "The import stopped after line")
    line = int(said.rsplit("line ", 1)[1].rstrip("."))
    assert 0 < line < 20_000 and said.startswith(f"{line} of 20000 rows written, 0 refused."), said
    page.ask("SELECT count(*) FROM many ALLOW FILTERING;")
    assert page.texts("#answers > section:first-child td")[0] == str(line)
    page.end()


def a_dialog_is_used_by_the_keyboard_alone(driver, program):
    page = Page(driver, program.address)
    page.write("SELECT 1;")
    page.press(ESCAPE)
    reached = ""
    for _ in range(12):
        page.press(TAB)
        reached = page.run("return document.activeElement.id")
        if reached == "save":
            break
    assert reached == "save", reached
    page.press(ENTER)
    page.wait_for("dialog h2", "Save")
    assert page.run("return document.activeElement.id") == "file-name"
    page.press(ESCAPE)
    until(lambda: not page.texts("dialog"), "Escape closes the dialog")
    assert page.run("return document.activeElement.id") == "save"
    page.end()


TESTS = [test for test in list(globals().values()) if callable(test) and getattr(test, "__module__", "") == __name__
         and test not in (button, check)]
