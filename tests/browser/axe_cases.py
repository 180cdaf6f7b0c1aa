"""What axe-core finds in the states of the page. It comes from npm, once, into build/axe; without it these tests are left out."""
import json
import pathlib
import shutil
import subprocess

import class_cases
from page import Page
from webdriver import ESCAPE, Browser, until

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build" / "axe"
SOURCE = FOLDER / "node_modules" / "axe-core" / "axe.min.js"


def fetch():
    """Returns whether axe-core is there."""
    if SOURCE.exists():
        return True
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(pathlib.Path(__file__).parent / "axe" / name, FOLDER)
    if not shutil.which("npm"):
        return False
    return subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"], cwd=FOLDER,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def faults(page):
    """Rules that the page breaks, with the elements; those that axe calls minor are not counted."""
    script = SOURCE.read_text() + """;
      const done = arguments[arguments.length - 1];
      axe.run(document, {resultTypes: ['violations']}).then(found => done(found.violations
        .filter(each => each.impact !== 'minor')
        .map(each => `${each.id} (${each.impact}): ` + each.nodes.map(node => node.target.join(' ')).join('; '))),
        fault => done([String(fault)]))"""
    return page.call("POST", "/execute/async", {"script": script, "args": []})


def check(page, state):
    found = faults(page)
    assert found == [], f"{state}: {json.dumps(found, indent=1, ensure_ascii=False)}"


def walk(page):
    """The page with answers of each kind, each tab, and each dialog."""
    check(page, "the first page")
    page.ask("EXAMPLES")
    page.ask("CREATE TYPE place (city text); ")
    for statement in ["SELECT * FROM posts WHERE author = 'ann';", "SELECT * FROM posts WHERE body = 'x';", "MAP posts",
                      "CELLS posts", "CHEBOTKO", "SIZE posts ROWS 1000", "RING 4 posts WHERE author = 'ann'", "HELP"]:
        page.ask(statement)
    page.write("SELECT * FROM posts WHERE author = 'ann' AND id > 3;")
    page.press(ESCAPE)
    count = len(page.texts("article"))
    page.click("#explain")
    until(lambda: len(page.texts("article")) > count and not page.texts("article.waiting"), "there is no drawing")
    check(page, "answers")
    if page.run("return document.getElementById('beside').hidden"):
        page.click("#beside-toggle")
    for tab in page.run("return [...document.querySelectorAll('[role=tab]')].map(e => e.id)"):
        page.run("document.getElementById(arguments[0]).click()", tab)
        if tab == "schema-tab":
            page.wait_for("#schema-text summary", "posts")
            page.run("document.querySelectorAll('#schema-text details').forEach(e => { e.open = true; })")
            page.run("document.querySelectorAll('#schema-text button[aria-expanded]').forEach(e => e.click())")
            page.wait_for("#schema-text pre", "CREATE TABLE")
        check(page, tab)
    for opener in ("save", "share"):
        page.run("document.getElementById(arguments[0]).click()", opener)
        page.wait_for("dialog h2")
        check(page, f"the dialog of {opener}")
        page.press(ESCAPE)
        until(lambda: not page.texts("dialog"), "the dialog is still there")


def axe_finds_nothing_serious(driver, program):
    page = Page(driver, program.address)
    walk(page)
    page.end()


def axe_finds_nothing_serious_in_a_narrow_dark_page_in_chinese(driver, program):
    page = Page(driver, program.address, width=360, height=900, dark=True, language="zh-CN")
    walk(page)
    assert page.run("return document.documentElement.scrollWidth") <= 360
    page.end()


def axe_finds_nothing_serious_in_an_exercise_and_at_the_teacher(driver, program):
    page, teacher = Page(driver, program.address), Browser(driver)
    teacher.open(program.teacher)
    class_cases.open_exercise(page, "likes")
    check(page, "an exercise")
    class_cases.write_answer(page, class_cases.LIKES % "")
    class_cases.hand_in(page)
    check(page, "a graded exercise")
    page.ask("EXAMPLES")
    teacher.run("document.getElementById('show-text').value = 'SELECT * FROM posts WHERE author = ?;'")
    teacher.click("#show-form button[type=submit]")
    page.wait_for("#shown-text", "SELECT")
    check(page, "what a teacher shows")
    teacher.wait_for("#students tr button")
    teacher.click("#students tr button")
    teacher.wait_for("#screen .asked")
    check(teacher, "the teacher's page")
    page.end()
    teacher.end()


axe_finds_nothing_serious_in_an_exercise_and_at_the_teacher.arguments = ("--students", "5")


TESTS = [axe_finds_nothing_serious, axe_finds_nothing_serious_in_a_narrow_dark_page_in_chinese,
         axe_finds_nothing_serious_in_an_exercise_and_at_the_teacher]
