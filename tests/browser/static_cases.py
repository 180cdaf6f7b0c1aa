"""What the page without a server does beyond the one of a server: a test a function, which gets the driver, a host of the
page's files, and the native program."""
import pathlib
import shutil
import tempfile

import axe_cases
from class_cases import LIKES, hand_in, open_exercise, write_answer
from notebook_cases import button
from page import Page
from static_host import StaticHost
from static_page import KEYSPACE, TABLE, count_of, do, menu, native, put_in, reload
from webdriver import CONTROL, ENTER, ESCAPE, SHIFT, until

NUMBERS = ", ".join(str(number) for number in range(300))
ENDLESS = f"SELECT count(*) FROM shop.grid WHERE p = 1 AND a IN ({NUMBERS}) AND b IN ({NUMBERS}) AND c IN ({NUMBERS});"
GRID = "CREATE TABLE shop.grid (p int, a int, b int, c int, v int, PRIMARY KEY (p, a, b, c));"
SERVERS = {  # tests of the page of a server that are about the server
    "says_that_the_program_has_ended_and_keeps_what_was_typed", "a_page_of_another_site_reaches_nothing",
    "does_an_exercise_to_the_end", "has_each_word_in_each_language", "asks_for_all_its_scripts_at_once",
    "a_grade_stays_with_its_exercise", "an_answer_that_cannot_be_drawn_stops_nothing", "says_what_the_program_says_is_the_matter",
    "looks_as_the_pictures_of_the_document", "comes_by_https_and_shows_times_in_the_zone_of_the_session",
}


def saves_a_file_that_the_native_program_reads(driver, host, program):
    page = Page(driver, host.address)
    do(page, KEYSPACE, TABLE, "INSERT INTO shop.likes (name, n, drink) VALUES ('ann', 1, 'tea');",
       "CREATE INDEX ON shop.likes (drink);", "DELETE FROM shop.likes WHERE name = 'ben';")
    menu(page, "save")
    page.wait_for("#database-says", "handed over")
    page.downloaded_bytes("notebook.cellar")
    file = page.downloads / "notebook.cellar"
    assert "sound" in native(program, "verify", file), native(program, "verify", file)
    assert "tea" in native(program, file, "-e", "SELECT * FROM shop.likes WHERE drink = 'tea' ALLOW FILTERING")
    assert page.log() == [], page.log()
    page.end()


def opens_a_file_of_the_native_program_and_asks_before(driver, host, program):
    page = Page(driver, host.address)
    page.downloads.mkdir(exist_ok=True)
    file = page.downloads / "native.cellar"
    native(program, file, "-e", KEYSPACE + TABLE + "INSERT INTO shop.likes (name, n, drink) VALUES ('ann', 1, 'native tea');")
    do(page, "EXAMPLES")
    menu(page, "open")
    page.choose_file(file)
    page.wait_for("dialog h2", "not saved")
    page.press(ESCAPE)
    until(lambda: not page.texts("dialog"), "Escape closes the dialog")
    do(page, "SELECT * FROM examples.posts WHERE author = 'ann';")
    menu(page, "open")
    page.choose_file(file)
    button(page, "Save it")
    page.downloaded_bytes("notebook.cellar")
    until(lambda: page.text("#keyspace") == "", "the file is not open")
    do(page, "SELECT drink FROM shop.likes WHERE name = 'ann';")
    assert page.texts("#answers > section:first-child td") == ["native tea"]
    do(page, "UPDATE shop.likes SET drink = 'page tea' WHERE name = 'ann' AND n = 1;")
    reload(page, host.address)
    do(page, "SELECT drink FROM shop.likes WHERE name = 'ann';")
    assert page.texts("#answers > section:first-child td") == ["page tea"]
    file = page.downloads / "notebook.cellar"
    file.unlink()
    menu(page, "save")
    page.downloaded_bytes(file.name)
    assert "sound" in native(program, "verify", file)
    assert "page tea" in native(program, file, "-e", "SELECT * FROM shop.likes WHERE name = 'ann'")
    menu(page, "anew")
    until(lambda: not page.texts("#answers article"), "nothing is begun anew")
    do(page, KEYSPACE)
    assert page.log() == [], page.log()
    page.end()


def refuses_a_file_that_is_none_and_loses_nothing(driver, host, program):
    page = Page(driver, host.address)
    do(page, KEYSPACE, TABLE, "INSERT INTO shop.likes (name, n, drink) VALUES ('ann', 1, 'tea');")
    page.downloads.mkdir(exist_ok=True)
    sound = page.downloads / "sound.cellar"
    native(program, sound, "-e", KEYSPACE.replace("shop", "other"))
    whole = sound.read_bytes()
    for name, content in (("text.cellar", b"name,drink\n" * 1000), ("empty.cellar", b""), ("cut.cellar", whole[:5000]),
                          ("damaged.cellar", whole[:4096 * 2] + b"\xff" * (len(whole) - 4096 * 2))):
        file = page.downloads / name
        file.write_bytes(content)
        menu(page, "open")
        page.choose_file(file)
        button(page, "Go on without")
        page.wait_for("dialog p[role=alert]", "nothing was changed" if content else "is empty")
        page.press(ESCAPE)
        until(lambda: not page.texts("dialog"), "Escape closes the dialog")
        assert count_of(page) == 1
    reload(page, host.address)
    assert count_of(page) == 1
    page.end()


def stops_an_endless_statement_and_goes_on(driver, host, program):
    page = Page(driver, host.address)
    do(page, KEYSPACE, TABLE, GRID, "USE shop;", "INSERT INTO likes (name, n, drink) VALUES ('ann', 1, 'tea');")
    page.write("")
    writes = [f"INSERT INTO likes (name, n, drink) VALUES ('ben', {n}, 'tea');" for n in range(7)]
    put_in(page, "\n".join(writes) + ENDLESS + "\nSELECT drink FROM likes WHERE name = 'ann';")
    count = len(page.texts("article"))
    page.press(CONTROL, SHIFT, ENTER)
    until(lambda: page.run("return !document.getElementById('stop').hidden"), "there is no Stop")
    page.click("#stop")
    page.wait_for("#answers > section:first-child > article", "Stopped.")
    assert len(page.texts("article")) == count + len(writes) + 1, "the statement behind it has run"
    assert len(page.texts("#answers .together article:not(.waiting)")) == len(writes)
    page.wait_for("#spoken", "Stopped")
    assert page.run("return document.getElementById('stop').hidden")
    page.write("SELECT drink FROM likes WHERE name = 'ann';")
    page.press(ESCAPE)
    page.run_typed()
    assert page.texts("#answers > section:first-child td") == ["tea"]
    do(page, "SELECT drink FROM likes WHERE name = 'ben';")
    assert page.texts("#answers > section:first-child td") == ["tea"] * len(writes)
    assert page.text("#keyspace") == "keyspace shop"
    page.write("")
    put_in(page, ENDLESS + "\nCREATE TABLE shop.late (k int PRIMARY KEY);")
    page.press(CONTROL, SHIFT, ENTER)
    page.wait_for("article.waiting")
    menu(page, "anew")  # ends the run, which was meant for this database
    page.wait_for("#answers > section:first-child article", "Stopped.")
    button(page, "Go on without")
    until(lambda: not page.texts("#answers article"), "nothing is begun anew")
    do(page, KEYSPACE, "CREATE TABLE shop.late (k int PRIMARY KEY);")
    page.end()


def a_second_tab_says_so_and_begins_when_the_first_is_closed(driver, host, program):
    page = Page(driver, host.address)
    do(page, KEYSPACE, TABLE, "INSERT INTO shop.likes (name, n, drink) VALUES ('ann', 1, 'tea');")
    first = page.call("GET", "/window")
    second = page.new_tab()
    page.open(host.address)
    page.wait_for("#answers .begin", "open in another tab")
    page.ask("SELECT drink FROM shop.likes WHERE name = 'ann';")
    page.wait_for("#answers > article", "the page has no database yet")
    page.use_tab(first)
    do(page, "INSERT INTO shop.likes (name, n, drink) VALUES ('ann', 2, 'coffee');")
    page.call("DELETE", "/window")
    page.use_tab(second)
    until(lambda: "another tab" not in page.text("#answers"), "the second tab does not begin")
    assert count_of(page) == 2
    page.end()


def without_locks_the_tab_that_was_used_last_has_the_database(driver, host, program):
    page = Page(driver, host.plain_address)
    do(page, KEYSPACE, TABLE, "INSERT INTO shop.likes (name, n, drink) VALUES ('ann', 1, 'tea');")
    first = page.call("GET", "/window")
    second = page.new_tab()
    reload(page, host.plain_address)
    do(page, "INSERT INTO shop.likes (name, n, drink) VALUES ('ann', 2, 'coffee');")
    page.use_tab(first)
    page.ask("INSERT INTO shop.likes (name, n, drink) VALUES ('ann', 3, 'milk');")
    assert "used in another tab" in page.answer(), page.answer()
    assert count_of(page) == 2
    do(page, "INSERT INTO shop.likes (name, n, drink) VALUES ('ann', 3, 'milk');")
    page.use_tab(second)
    page.ask("INSERT INTO shop.likes (name, n, drink) VALUES ('ann', 4, 'water');")
    assert "used in another tab" in page.answer(), page.answer()
    assert count_of(page) == 3
    page.end()


def keeps_how_far_a_student_is(driver, host, program):
    page = Page(driver, host.address)
    open_exercise(page, "likes")
    write_answer(page, LIKES % ", customer")
    assert hand_in(page).startswith("10 of 10"), page.text("#exercise-says")
    assert "no hidden ones" in page.text("#exercise-text")
    page.click("#lessons-tab")
    page.click("#lesson-text button")
    page.wait_for("#lesson-text pre", "step 1 of")
    page.click("button[data-step=SKIP]")
    until(lambda: page.text("#lesson-says"), "the lesson says nothing")
    page.click("button[data-step=NEXT]")
    page.wait_for("#lesson-text pre", "step 2 of")
    reload(page, host.address)
    page.click("#lessons-tab")
    page.wait_for("#lesson-text pre", "step 2 of")
    page.click("button[data-step='LEARN OFF']")
    page.wait_for("#lesson-text button", "1 of")
    page.click("#exercises-tab")
    page.click("#exercise-back")
    page.wait_for("#exercise-list button[data-exercise=likes]", "best 10 of 10")
    assert page.log() == [], page.log()
    page.end()


def answers_without_the_exercises_and_fetches_them_again(driver, host, program):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="cellar-page-")) / "page"
    shutil.copytree(host.folder, folder)
    exercises = folder / "wasm" / "exercises.txt"
    there = exercises.rename(folder / "there.txt")
    lacking = StaticHost(folder)
    page = Page(driver, lacking.address)
    do(page, KEYSPACE, TABLE)
    page.click("#exercises-tab")
    page.wait_for("#exercise-says", "could not be fetched (404)")
    there.rename(exercises)
    page.click("#help-tab")
    open_exercise(page, "likes")
    page.end()
    lacking.end()
    shutil.rmtree(folder.parent)


def loses_points_for_a_rule_that_visible_rows_show(driver, host, program):
    page = Page(driver, host.address)
    open_exercise(page, "likes")
    write_answer(page, (LIKES % ", customer").replace("(product, liked, customer)", "(customer, liked, product)"))
    said = hand_in(page)
    assert " of 10" in said and not said.startswith("10 of"), said
    assert page.texts("#exercise-text .lost")
    page.end()


def is_of_no_foreign_host(driver, host, program):
    page = Page(driver, host.address)
    do(page, "EXAMPLES")
    loaded = page.run("return performance.getEntriesByType('resource').map(each => each.name)")
    assert len(loaded) > 20 and all(each.startswith((host.address, "data:")) for each in loaded), loaded
    policy = page.run("return document.querySelector('meta[http-equiv=Content-Security-Policy]').content")
    assert "default-src 'none'" in policy and "unsafe-inline" not in policy and "'unsafe-eval'" not in policy
    script = ("const done = arguments[arguments.length - 1];"
              "const made = document.createElement('script'); made.textContent = 'window.ran = true'; document.body.append(made);"
              "setTimeout(() => done(window.ran === true), 100)")
    assert not page.call("POST", "/execute/async", {"script": script, "args": []})
    assert page.texts("#visit[hidden]") and not page.run("return document.body.textContent.includes('teacher.js')")
    page.end()


def speaks_chinese_of_its_database(driver, host, program):
    page = Page(driver, host.address, language="zh-CN")
    assert page.text("#database") == "这个浏览器中的数据库"
    page.click("#lessons-tab")
    page.click("#lesson-text button")
    page.wait_for("#lesson-text pre", "第 1 步")
    page.open(host.address)
    page.wait_for("#help-text", "HELP")
    page.until_ready()
    page.click("#lessons-tab")
    page.wait_for("#lesson-text pre", "第 1 步")
    second = page.new_tab()
    page.open(host.address)
    page.wait_for("#answers p", "另一个标签页")
    assert second
    page.end()


def axe_finds_nothing_serious_in_the_menu(driver, host, program):
    page = Page(driver, host.address, width=360, height=900, language="zh-CN")
    do(page, "EXAMPLES")
    page.run("document.getElementById('database-menu').open = true")
    axe_cases.check(page, "the menu of the database")
    menu(page, "anew")
    page.wait_for("dialog h2")
    axe_cases.check(page, "the question before another database")
    assert page.run("return document.documentElement.scrollWidth") <= 360
    page.end()


axe_finds_nothing_serious_in_the_menu.needs_axe = axe_finds_nothing_serious_in_the_menu.needs_devtools = True


TESTS = [test for test in list(globals().values())
         if callable(test) and getattr(test, "__module__", "") == __name__]
