"""The drawings of the page, its sliders and its schema browser: a test a function, as in cases.py."""
from cases import SCHEMA
from page import Page
from webdriver import ESCAPE, UP, until

NEWEST = "#answers > section:first-child "


def draws_the_cells_of_a_table(driver, program):
    page = Page(driver, program.address)
    page.ask("CLOCK '2025-01-01T00:00:00Z' STEP 1ms")
    page.ask(SCHEMA)
    page.ask("CREATE TABLE c (p int, r int, v text, tags set<text>, PRIMARY KEY (p, r)) WITH CLUSTERING ORDER BY (r DESC);")
    page.ask("INSERT INTO c (p, r, v) VALUES (1, 1, 'hello') USING TTL 60;")
    page.ask("UPDATE c SET tags = {'<b>x</b>'} WHERE p = 1 AND r = 2;")
    page.ask("INSERT INTO c (p, r, v) VALUES (1, 3, 'gone');")
    page.ask("DELETE v FROM c WHERE p = 1 AND r = 3;")
    page.ask("DELETE FROM c WHERE p = 1 AND r > 2 AND r < 9;")
    page.ask("ADVANCE 2m")
    page.ask("CELLS c WHERE p = 1")
    assert page.text(NEWEST + "figcaption") == "examples.c"
    assert page.text(NEWEST + ".partition h3").startswith("p = 1token ")
    heads = page.texts(NEWEST + ".clustering")
    assert heads[0] == "r < 9 AND r > 2" and heads[-2:] == ["r = 2", "r = 1"], heads
    assert page.text(NEWEST + ".deletion").startswith("range deleted@ 2025-01-01T00:00:00.")
    cells = page.texts(NEWEST + ".cell")
    assert any(each.startswith("tagsall elements deleted@ 2025-01-01") for each in cells), cells
    assert any(each.startswith("tags['<b>x</b>']@ ") for each in cells), cells
    assert any(each.startswith("v 'hello'@ 2025-01-01T00:00:00.") and "TTL 60: expired 2025-01-01T00:01:00Z" in each for each in cells), cells
    assert page.run("return document.querySelectorAll('#answers b').length") == 0
    dead = page.run("return [...document.querySelectorAll('#answers > section:first-child .dead .name')].map(e => e.textContent)")
    assert "tags['<b>x</b>']" not in dead and dead.count("v") >= 1, dead
    page.ask("CELLS JSON c WHERE p = 1")
    assert '"partition"' in page.answer()
    page.ask("TRUNCATE c;")
    page.ask("CELLS c")
    assert "(no partition)" in page.answer()
    page.ask("MAP c")
    assert "c = map<p, " in page.answer()
    assert page.log() == [], page.log()
    page.end()


def draws_the_keyspace_with_the_queries_of_the_editor(driver, program):
    page = Page(driver, program.address)
    page.ask(SCHEMA)
    page.write("-- @query latest\nSELECT * FROM posts WHERE author = 'ann''s';\n"
               "INSERT INTO posts (author, id) VALUES ('x', 1);\n-- @query place after=latest\n"
               "SELECT * FROM gyms WHERE country = ? AND city = ?;")
    page.press(ESCAPE)
    page.click("#diagram")
    page.wait_for(NEWEST + ".diagram svg")
    texts = page.texts(NEWEST + "svg text")
    assert "posts" in texts and "latest" in texts and "place" in texts and "C↑" in texts, texts
    assert page.run("return document.querySelector('.diagram svg').getAttribute('aria-label')").startswith("posts: latest; gyms: place")
    arrows = page.run("return [...document.querySelectorAll('.diagram path')].filter(e => e.getAttribute('marker-end')).length")
    assert arrows == 2, arrows
    box = page.run("const b = document.querySelector('.diagram svg').getBoundingClientRect(); return [b.width, b.height]")
    assert box[0] > 300 and box[1] > 100, box
    page.click(NEWEST + ".diagram > button")
    assert page.downloaded("model.svg").startswith("<svg xmlns=")
    page.write("SELECT * FROM posts WHERE body = 'x'; SELECT * FROM nosuch;")
    page.press(ESCAPE)
    count = len(page.texts("article"))
    page.click("#diagram")
    until(lambda: len(page.texts("article")) > count and not page.texts("article.waiting"), "there is no answer")
    assert "No table serves Q1." in page.answer() and "E201" in page.answer(), page.answer()
    page.ask("CHEBOTKO")
    assert "gyms" in page.texts(NEWEST + "svg text")
    assert page.text(NEWEST + ".legend").endswith("[list] {set} <map> *type*")
    assert page.log() == [], page.log()
    page.end()


def a_drawing_brings_nothing_but_shapes(driver, program):
    page = Page(driver, program.address)
    script = """const done = arguments[arguments.length - 1];
      import('./chebotko.js').then(({ safe_drawing }) => {
        const drawing = safe_drawing(arguments[0]);
        document.body.append(drawing);
        return drawing.outerHTML;
      }).then(done, fault => done(String(fault)))"""
    attack = ("<svg xmlns='http://www.w3.org/2000/svg' onload='document.title=1' width='10' height='10'><script>document.title=2</script>"
              "<a href='javascript:1'><text>x</text></a><image href='http://elsewhere/'/><style>* {display: none}</style>"
              "<foreignObject><img xmlns='http://www.w3.org/1999/xhtml' src='x' onerror='document.title=3'/></foreignObject>"
              "<rect x='1' y='url(http://elsewhere/)' fill='url(http://elsewhere/)' style='fill:red' id='editor'/>"
              "<text x='1'>&lt;b&gt;<tspan onclick='1'>y</tspan></text><use href='#editor'/><set attributeName='x'/></svg>")
    made = page.call("POST", "/execute/async", {"script": script, "args": [attack]})
    assert made == ('<svg width="10" height="10"><rect x="1"></rect><text x="1">&lt;b&gt;y</text></svg>'), made
    none = page.call("POST", "/execute/async", {"script": script.replace("document.body.append(drawing); ", ""), "args": ["<p>x"]})
    assert "svg" not in none, none
    assert page.run("return document.title") == "Cellar"
    page.end()


def slide(page, number, steps, key=UP):
    """Moves a slider of the newest answer by the keyboard."""
    page.run(f"document.querySelectorAll('{NEWEST}input[type=range]')[{number - 1}].focus()")
    for _ in range(steps):
        page.press(key)


def slides_the_size_of_a_partition(driver, program):
    page = Page(driver, program.address)
    page.ask(SCHEMA)
    page.ask("SIZE posts ROWS 1023 body=500")
    assert page.text(NEWEST + ".slider output") == "1,023"
    before = page.texts(NEWEST + ".meter span")
    assert page.texts(NEWEST + ".bar.over") == []
    slide(page, 1, 20)
    page.wait_for(NEWEST + ".slider output", "320,000")
    until(lambda: "320,000" in page.text(NEWEST + "pre"), "SIZE did not run again")
    after = page.texts(NEWEST + ".meter span")
    assert before != after and after[1].endswith("bytes of 100,000,000 that are advised"), (before, after)
    assert page.texts(NEWEST + ".bar.over") == ["", ""]
    assert "500  you" in page.text(NEWEST + "pre"), page.text(NEWEST + "pre")
    assert page.run("return document.querySelectorAll('article').length") == 2
    assert page.log() == [], page.log()
    page.end()


def slides_the_nodes_of_a_ring(driver, program):
    page = Page(driver, program.address)
    page.ask(SCHEMA)
    page.ask("RING 4 RF 2 posts WHERE author = 'ann'")
    parts = "return [...document.querySelectorAll('#answers .part')].length"
    assert page.run(parts) >= 4
    assert page.run("return document.querySelectorAll('#answers .dot').length") == 1
    assert len([each for each in page.texts(NEWEST + "th[scope=row]") if "●" in each]) == 2
    slide(page, 1, 3)
    until(lambda: len(page.texts(NEWEST + "th[scope=row]")) == 7, "RING did not run again")
    slide(page, 2, 1)
    until(lambda: len([each for each in page.texts(NEWEST + "th[scope=row]") if "●" in each]) == 3, "there are three replicas")
    slide(page, 3, 4)
    until(lambda: page.run(parts) >= 56, "each node has eight tokens")
    assert "author = 'ann'" in page.run("return document.querySelector('#answers .ring-of-nodes svg').getAttribute('aria-label')")
    page.ask("RING 1")
    assert page.run(parts) >= 1
    assert page.log() == [], page.log()
    page.end()


def lists_all_that_a_keyspace_has(driver, program):
    page = Page(driver, program.address)
    page.ask(SCHEMA)
    page.ask("CREATE TYPE place (city text);")
    page.ask("CREATE TABLE \"Odd\" (a int, b text, p frozen<place>, PRIMARY KEY (a));")
    page.ask("CREATE INDEX odd_b ON \"Odd\" (b);")
    page.ask("CREATE MATERIALIZED VIEW by_b AS SELECT a, b FROM \"Odd\" WHERE a IS NOT NULL AND b IS NOT NULL PRIMARY KEY (b, a);")
    page.click("#schema-tab")
    page.wait_for("#schema-text summary", "posts")
    summaries = page.texts("#schema-text summary")
    assert "by_b view of \"Odd\"" in summaries and "place type" in summaries, summaries

    def press(key, word):
        page.run("const d = [...document.querySelectorAll('#schema-text details')].find(e => e.dataset.key === arguments[0]); d.open = true;"
                 "[...d.querySelectorAll('button')].find(e => e.ariaLabel.startsWith(arguments[1])).click()", key, word)

    for key, word, says in [("examples.\"Odd\"", "DESCRIBE examples.\"Odd\"", "CREATE TABLE examples.\"Odd\""),
                            ("examples.\"Odd\"", "DESCRIBE examples.odd_b", "CREATE INDEX odd_b"),
                            ("examples.by_b", "DESCRIBE", "CREATE MATERIALIZED VIEW examples.by_b"),
                            ("type examples.place", "DESCRIBE", "CREATE TYPE examples.place")]:
        press(key, word)
        page.wait_for("#schema-text pre:not([hidden])", says)
    page.run("document.querySelector('#schema-text h3 button').click()")
    page.wait_for("#schema-text > pre", "CREATE KEYSPACE examples")
    assert "index odd_b on b" in page.text("#schema-text .index span")
    press("examples.posts", "MAP")
    page.wait_for(NEWEST + "figcaption", "examples.posts")
    assert page.run("return [...document.querySelectorAll('#schema-text details[open]')].map(e => e.dataset.key)").count("examples.\"Odd\"") == 1
    press("examples.by_b", "SELECT")
    assert page.draft().endswith("\nSELECT * FROM examples.by_b WHERE b = ?;"), page.draft()
    assert page.log() == [], page.log()
    page.end()


TESTS = [test for test in list(globals().values()) if callable(test) and getattr(test, "__module__", "") == __name__ and test is not slide]
