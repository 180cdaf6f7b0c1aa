"""The page without a server as its tests use it, and what it takes."""
import subprocess

from webdriver import Browser, until

KEYSPACE = "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};"
TABLE = "CREATE TABLE shop.likes (name text, n int, drink text, PRIMARY KEY (name, n));"


def native(program, *words):
    done = subprocess.run([program, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.stdout


def do(page, *statements):
    """Runs statements that must be done."""
    for statement in statements:
        page.ask(statement)
        assert not page.texts("#answers > section:first-child .diagnostic:not(.note)"), page.answer()


def reload(page, address):
    page.open(address)
    page.wait_for("#help-text", "HELP")
    page.until_ready()


def count_of(page):
    do(page, "SELECT count(*) FROM shop.likes WHERE name = 'ann';")
    return int(page.text("#answers > section:first-child td"))


def put_in(page, text):
    """Puts a text into the empty editor as a file."""
    page.downloads.mkdir(exist_ok=True)
    (page.downloads / "given.cql").write_text(text)
    page.click("#open")
    page.choose_file(page.downloads / "given.cql")
    until(lambda: page.draft().startswith(text[:40].splitlines()[0]), "the file is not in the editor")


def shown_as_done(page):
    return page.run("return document.querySelectorAll('#answers article:not(.waiting)').length")


def menu(page, word):
    page.run("document.getElementById('database-menu').open = true")
    page.click(f"#database-{word}")


INSERT = "`INSERT INTO posts (author, id, body) VALUES ('eve', ${n}, 'text ${n}')`"
MEASURED = {
    "run all": f"""const {{ run_text }} = await import('./running.js');
      const text = Array.from({{ length: 10_000 }}, (_, n) => {INSERT} + ';').join('\\n');
      const begin = performance.now();
      await run_text(text);""",
    "each after the answer of the one before": f"""const {{ answer }} = await import('./engine.js');
      const begin = performance.now();
      for (let n = 20_000; n < 30_000; ++n) await answer({INSERT}, 80);""",
}


def taken(page, script):
    """How many milliseconds an asynchronous script takes, which says when it begins."""
    page.run(f"window.taken = null; (async () => {{ {script} window.taken = Math.round(performance.now() - begin); }})()")
    return until(lambda: page.run("return window.taken"), "it does not end", seconds=600)


def measure(driver, host):
    """Prints what the page takes."""
    page = Browser(driver)
    for visit in ("first visit", "second visit"):
        page.open(host.address)
        until(lambda: page.text("#help-text"), "there is no answer")
        print(f"{visit}: answered {page.run('return Math.round(performance.now())')} ms after the page was begun", flush=True)
    for address in (host.address, host.plain_address):
        page.end()
        page = Browser(driver)
        page.open(address)
        until(lambda: page.text("#help-text"), "there is no answer")
        taken(page, "const begin = performance.now(); await (await import('./running.js')).run_text('EXAMPLES');")
        for way, script in MEASURED.items():
            print(f"10,000 INSERTs, {way}, at {address}: {taken(page, script)} ms", flush=True)
    page.end()
