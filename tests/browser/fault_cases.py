"""What the page does where the program, the network or an answer fails it: a test a function, as in cases.py."""
import json
import threading
import time
import urllib.error
import urllib.request

from cases import SCHEMA
from class_cases import LIKES, open_exercise, write_answer
from page import Page
from webdriver import CONTROL, ENTER, ESCAPE, Browser, until

GATE = "async send => { const answer = await send(); await new Promise(go => { window.let_through = go; }); return answer; }"


def refuses(status, fault):
    return f"async () => new Response('{json.dumps({'fault': fault})}', {{status: {status}}})"


def run_typed(page, text):
    """Runs what may not be answered."""
    page.write(text)
    page.press(ESCAPE)
    page.press(CONTROL, ENTER)


def who_sends_writes_together_is_told_that_none_is_answered(driver, program):
    page = Page(driver, program.address)
    page.ask(SCHEMA)
    page.intercept("answers", refuses(429, "busy"))
    page.write("\n".join(f"INSERT INTO posts (author, id, body) VALUES ('eve', {n}, 'b');" for n in range(5)))
    page.press(ESCAPE)
    page.click("#run-all")
    page.wait_for("#answers > section:first-child article", "The program is busy.")
    newest = page.texts("#answers > section:first-child article")
    assert len(newest) == 1 and newest[0].endswith("It was sent together with the next 4, which are not answered either."), newest
    page.end()


def a_visit_that_fails_begins_no_other_database(driver, program):
    page = Page(driver, program.address)
    code = page.text("#code")
    page.ask(SCHEMA)
    page.intercept("start", "async send => window.may_start ? send() : new Response('', {status: 503})", at_once=False)
    page.open(program.address)
    page.wait_for("#answers .begin", "The program is busy. Try again in a moment. Trying again")
    page.wait_for("#spoken", "Trying again")
    run_typed(page, "SELECT id FROM examples.posts WHERE author = 'ann';")
    page.wait_for("article", "This was not run: the page has no database yet.")
    assert page.run("return JSON.parse(localStorage.getItem('cellar.code'))") == code
    page.run("window.may_start = true")
    page.click("#try-now")
    until(lambda: page.text("#code") == code, "the database does not come back")
    assert page.texts("#answers .begin") == []
    page.run_typed()
    assert page.text("#answers > section:first-child .facts").startswith("3 rows"), page.answer()
    page.end()


def ask_for_many_databases(address, is_over):
    """As a class behind one address does that starts at once."""
    while not is_over.is_set():
        request = urllib.request.Request(address + "start", b"{}", {"Content-Type": "application/json"})
        try:
            urllib.request.urlopen(request).read()
        except urllib.error.HTTPError as fault:
            assert fault.code in (429, 503), fault.code
            time.sleep(0.05)


def who_comes_with_many_has_an_editor_and_a_turn(driver, program):
    is_over = threading.Event()
    others = threading.Thread(target=ask_for_many_databases, args=(program.address, is_over))
    others.start()
    try:
        page = Page(driver, program.address, waits=False)
        page.open(program.address)
        page.wait_for("#answers .begin", "Many are starting at once; your turn comes.")
        page.write("EXAMPLES")
        page.press(ESCAPE)
    finally:
        is_over.set()
        others.join()
    page.until_ready()
    assert page.text("#code") and page.draft() == "EXAMPLES"
    page.run_typed()
    assert page.text("#keyspace") == "keyspace examples"
    page.end()


def who_comes_to_a_full_class_is_told_and_may_bring_a_database_back(driver, program):
    page, late = Page(driver, program.address), Browser(driver)
    page.ask(SCHEMA)
    late.open(program.address)
    late.wait_for("#answers .begin", "The class is full. Ask your teacher to start it with more places.")
    late.click("#visit summary")
    assert late.run("return document.getElementById('name-form').hidden")
    late.run("document.getElementById('other-code').focus()")
    late.type(page.text("#code") + ENTER)
    late.wait_for("#keyspace", "examples")
    assert late.text("#code") == page.text("#code")
    late.wait_for("#help-text", "HELP")
    page.end()
    late.end()


a_visit_that_fails_begins_no_other_database.arguments = ("--students", "3")
who_comes_with_many_has_an_editor_and_a_turn.arguments = ("--students", "400")
who_comes_to_a_full_class_is_told_and_may_bring_a_database_back.arguments = ("--students", "1")


def a_statement_runs_where_it_was_typed_while_another_code_word_is_tried(driver, program):
    page = Page(driver, program.address)
    page.ask(SCHEMA)
    page.intercept("start", GATE)
    page.click("#visit summary")
    page.run("document.getElementById('other-code').focus()")
    page.type("nobody-hasit" + ENTER)
    until(lambda: page.run("return typeof window.let_through") == "function", "no code word is tried")
    page.ask("SELECT id FROM examples.posts WHERE author = 'ann';")
    assert page.text("#answers > section:first-child .facts").startswith("3 rows"), page.answer()
    page.run("window.let_through()")
    page.wait_for("#visit-fault", "Nobody was given this code word")
    page.ask("SELECT id FROM examples.posts WHERE author = 'ann';")
    assert page.text("#answers > section:first-child .facts").startswith("3 rows"), page.answer()
    page.end()


a_statement_runs_where_it_was_typed_while_another_code_word_is_tried.arguments = ("--students", "3")


def a_grade_stays_with_its_exercise(driver, program):
    page = Page(driver, program.address)
    open_exercise(page, "likes")
    write_answer(page, LIKES % "")
    page.intercept("hand_in", GATE)

    def hand_in_and(leave):
        page.run("delete window.let_through")
        page.click("#hand-in")
        until(lambda: page.run("return typeof window.let_through") == "function", "nothing is graded")
        leave()
        page.run("window.let_through()")
        until(lambda: not page.run("return document.getElementById('hand-in').disabled"), "nothing can be handed in any more")

    def go_back():
        page.click("#exercise-back")
        until(lambda: not page.run("return document.getElementById('exercise-list').hidden"), "the exercises are not listed")

    def go_elsewhere():
        go_back()
        other = page.run("return [...document.querySelectorAll('#exercise-list button')].find(e => e.dataset.exercise !== 'likes').dataset.exercise")
        page.click(f"#exercise-list button[data-exercise={other}]")
        page.wait_for("#exercise-text h4")

    hand_in_and(go_back)
    assert page.text("#exercise-says") == "", page.text("#exercise-says")
    page.click("#exercise-list button[data-exercise=likes]")
    page.wait_for("#exercise-text h4")
    hand_in_and(go_elsewhere)
    assert page.texts("#exercise-text .checks li") == [] and page.text("#exercise-says") == "", page.text("#exercise-says")
    assert "best" not in page.text("#exercise-best"), page.text("#exercise-best")
    page.end()


def an_answer_that_cannot_be_drawn_stops_nothing(driver, program):
    page = Page(driver, program.address)
    page.intercept("answer", """async (send, {statement}) => !statement.includes('odd') ? send() : new Response(JSON.stringify({
      outcome: 'done', keyspace: '', text: '', notices: [], columns: [{name: '[explain]', type: 'text'}], rows: [['{"accesses']]}))""")
    run_typed(page, "EXPLAIN SELECT odd FROM t;")
    page.wait_for("article", "The page has failed (")
    page.wait_for("#spoken", "The page has failed (")
    assert page.texts("article.waiting") == []
    page.ask(SCHEMA)
    assert page.text("#keyspace") == "keyspace examples"
    page.end()


def goes_on_after_a_network_that_was_cut_for_ten_seconds(driver, program):
    page = Page(driver, program.address)
    page.ask(SCHEMA)
    page.devtools("Network.enable", {})
    condition = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    page.devtools("Network.emulateNetworkConditions", {"offline": True, **condition})
    run_typed(page, "SELECT id FROM posts WHERE author = 'ann';")
    page.wait_for("article", "The program does not answer.")
    time.sleep(10)
    page.devtools("Network.emulateNetworkConditions", {"offline": False, **condition})
    assert page.draft() == "SELECT id FROM posts WHERE author = 'ann';"
    page.run_typed()
    assert page.text("#answers > section:first-child .facts").startswith("3 rows"), page.answer()
    assert page.text("#keyspace") == "keyspace examples"
    page.end()


goes_on_after_a_network_that_was_cut_for_ten_seconds.arguments = ("--students", "3")


def says_what_the_program_says_is_the_matter(driver, program):
    page = Page(driver, program.address)
    said = {(503, "memory"): "has not enough memory", (500, "database"): "cannot be opened", (423, "ended"): "the lesson has ended",
            (429, "busy"): "The program is busy", (418, "odd"): "The program answered 418."}
    for (status, fault), part in said.items():
        page.intercept("answer", refuses(status, fault))
        run_typed(page, "EXAMPLES")
        page.wait_for("#answers > section:first-child article", part)
    page.end()


def a_text_that_a_program_shows_anew_is_shown(driver, program):
    page = Page(driver, program.address)
    shows = "async () => new Response(JSON.stringify({phase: 'open', shown: {number: 1, text: '%s'}}))"
    page.intercept("class", shows % "SELECT 1;")
    page.wait_for("#shown-text", "SELECT 1;")
    page.click("#shown-close")
    assert page.run("return document.getElementById('shown').hidden")
    page.intercept("class", shows % "SELECT 2;")
    page.wait_for("#shown-text", "SELECT 2;")
    until(lambda: not page.run("return document.getElementById('shown').hidden"), "another text of the same number is not shown")
    page.end()


def marks_that_are_not_kept_are_told_of(driver, program):
    page, teacher = Page(driver, program.address), Browser(driver)
    page.intercept("class", "async () => new Response(JSON.stringify({phase: 'open', shown: {number: 0, text: ''}, is_kept: false}))")
    page.wait_for("#class-kept", "Your marks cannot be saved now")
    assert not page.run("return document.getElementById('class-notice').hidden")
    teacher.open(program.teacher)
    teacher.wait_for("#students tr")
    assert teacher.text("#not-kept") == "" and teacher.text("#grading") == ""
    teacher.run("""const before = window.fetch;
      window.fetch = async (...all) => {
        const state = await (await before(...all)).json();
        state.students[0].is_kept = false;
        return new Response(JSON.stringify({...state, grading: 2}));
      };""")
    teacher.wait_for("#not-kept", "Students: 1.")
    teacher.wait_for("#grading", "Answers being graded: 2")
    page.end()
    teacher.end()


marks_that_are_not_kept_are_told_of.arguments = ("--students", "3")
a_text_that_a_program_shows_anew_is_shown.arguments = ("--students", "3")


def mends_the_statement_that_ran_and_not_one_like_it(driver, program):
    page = Page(driver, program.address)
    page.ask(SCHEMA)
    page.ask("SELECT id FORM posts; SELECT id FORM posts;")
    page.click("button.apply")
    assert page.draft() == "SELECT id FORM posts; SELECT id FROM posts;", page.draft()
    page.end()


HELPING = (refuses, run_typed, ask_for_many_databases)
TESTS = [test for test in list(globals().values())
         if callable(test) and getattr(test, "__module__", "") == __name__ and test not in HELPING]
