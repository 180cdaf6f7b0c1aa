"""Pictures of the page in its main states, for a person to look at, and those in docs/."""
import base64

import class_cases
from page import Page, Program
from webdriver import Browser, until

VARIANTS = {"english": {}, "dark": {"dark": True}, "chinese": {"language": "zh-CN"}, "narrow": {"width": 360, "height": 1600},
            "narrow-chinese-dark": {"width": 360, "height": 1600, "dark": True, "language": "zh-CN"}}


def wait_for_answer(page, act):
    count = len(page.texts("article"))
    act()
    until(lambda: len(page.texts("article")) > count and not page.texts("article.waiting"), "there is no answer")


def press_for(page, button, text):
    page.write(text)
    page.press("\ue00c")
    wait_for_answer(page, lambda: page.click(button))


def show_beside(page):
    if page.run("return document.getElementById('beside').hidden"):
        page.click("#beside-toggle")


def tables(page):
    show_beside(page)
    page.click("#schema-tab")
    page.wait_for("#schema-text summary", "posts")
    page.run("const all = [...document.querySelectorAll('#schema-text details')];"
             "for (const each of all) each.open = each.dataset.key === 'examples.posts';"
             "all[1].querySelector('button[aria-expanded]').click(); document.getElementById('schema').scrollIntoView({block: 'nearest'})")
    page.wait_for("#schema-text pre", "CREATE TABLE")


def csv(page):
    page.drop("[...document.querySelectorAll('#schema-text details')].find(e => e.dataset.key === 'examples.posts')", "posts.csv",
              "author,id,body\n" + "\n".join(f"dan,{i},text {i}" for i in range(1, 40)) + "\ndan,many,text\neve,,text\n")
    page.wait_for("dialog h2")
    page.run("document.querySelector('dialog button.first').click()")
    page.wait_for("#answers .refused-rows li:nth-child(2)")


def share(page):
    page.write("SELECT body FROM posts WHERE author = 'ann';")
    page.press("\ue00c")
    page.click("#share")
    link = until(lambda: page.run("return document.getElementById('share-link').value"), "there is no link")
    page.press("\ue00c")
    until(lambda: not page.texts("dialog"), "the dialog is still there")
    page.run("location.hash = arguments[0]", link.split("#")[1])
    page.wait_for("dialog pre", "CREATE")


def cells(page):
    page.ask("DELETE FROM posts WHERE author = 'ann' AND id > 5;")
    page.ask("UPDATE posts USING TTL 600 SET body = 'soon gone' WHERE author = 'ann' AND id = 4;")
    page.ask("CELLS posts WHERE author = 'ann'")


def first(page):
    page.wait_for("#help-text", "EXAMPLES")


def rows(page):
    page.ask("EXAMPLES")
    page.ask("SELECT author, id, body, likes FROM posts WHERE author = 'ann';")


QUERIES = ("-- @query latest\nSELECT id, body FROM posts WHERE author = ?;\n"
           "-- @query nearby after=latest\nSELECT name FROM gyms WHERE country = ? AND city = ?;")

STATES = {
    "first": first,
    "rows": rows,
    "refused": lambda page: page.ask("SELECT * FROM posts\nWHERE body = 'hello';"),
    "mend": lambda page: page.ask("SELECT * FORM posts;"),
    "explain": lambda page: press_for(page, "#explain", "SELECT * FROM posts WHERE author = 'ann' AND id > 3 AND body = 'x' ORDER BY id "
                                      "DESC ALLOW FILTERING;"),
    "map": lambda page: page.ask("MAP posts"),
    "diagram": lambda page: press_for(page, "#diagram", QUERIES),
    "size": lambda page: page.ask("SIZE posts ROWS 30000 body=500"),
    "ring": lambda page: page.ask("RING 5 RF 3 VNODES 4 posts WHERE author = 'ann'"),
    "cells": cells,
    "lessons": lambda page: page.run("document.getElementById('lessons-tab').click()"),
    "tables": tables,
    "csv": csv,
    "shared": share,
}


def lesson(page):
    page.click("#lessons-tab")
    page.click("#lesson-text button")
    page.wait_for("#lesson-text pre", "step 1 of")
    page.click("button[data-step=SKIP]")
    page.wait_for("#lesson-says", "WHY")
    page.click("button[data-step=NEXT]")
    page.wait_for("#lesson-text pre", "step 2 of")


def open_exercise(page):
    show_beside(page)
    class_cases.open_exercise(page, "likes")


def lose_points(page):
    class_cases.write_answer(page, class_cases.LIKES % "")
    page.click("#hand-in")
    page.wait_for("#exercise-text .lost")
    page.run("document.querySelector('#exercise-text .lost').scrollIntoView()")


def give_a_name(page):
    page.ask("EXAMPLES")
    for _ in range(3):
        page.ask("SELECT * FROM posts WHERE body = 'x';")
    page.click("#visit summary")
    page.run("document.getElementById('name').focus()")
    page.type("Ann\ue007")


def be_shown(page, teacher):
    page.click("#visit summary")
    teacher.wait_for("#students tr", "E301")
    teacher.run("document.getElementById('show-text').value = 'SELECT * FROM posts WHERE author = ?;'")
    teacher.click("#show-form button[type=submit]")
    page.wait_for("#shown-text", "SELECT")
    page.run("scrollTo(0, 0)")


def watch_a_screen(teacher):
    teacher.click("#students tr button")
    teacher.wait_for("#screen .asked")


def take(driver, cellar, folder):
    """All states in all variants."""
    folder.mkdir(parents=True, exist_ok=True)
    for variant, options in VARIANTS.items():
        program = Program(cellar)
        page = Page(driver, program.address, **options)
        for number, (name, reach) in enumerate(STATES.items(), 1):
            reach(page)
            page.screenshot(folder / f"{variant}-{number:02}-{name}.png")
        page.end()
        program.end()
        take_class(driver, cellar, folder, variant, options)


def take_class(driver, cellar, folder, variant, options):
    """An exercise that has lost points, what a teacher shows, and the teacher's page."""
    program = Program(cellar, "--students", "5")
    page, teacher = Page(driver, program.address, **options), Browser(driver, **options)
    states = [("exercise", page, lambda: open_exercise(page)), ("graded", page, lambda: lose_points(page)),
              ("name", page, lambda: give_a_name(page)), ("shown", page, lambda: be_shown(page, teacher)),
              ("teacher", teacher, lambda: watch_a_screen(teacher))]
    teacher.open(program.teacher)
    for number, (name, shown, reach) in enumerate(states, len(STATES) + 1):
        reach()
        shown.screenshot(folder / f"{variant}-{number}-{name}.png")
    page.end()
    teacher.end()
    program.end()


DOCUMENTED = ["mend", "explain", "diagram", "ring", "cells", "csv", "shared"]
WIDE = {"width": 1280, "height": 720}


def documented(driver, cellar):
    """The pictures that docs/class.md shows, by their names, each with the browser that shows it."""
    program = Program(cellar)
    page = Page(driver, program.address, width=760, height=600)
    for name, reach in STATES.items():
        reach(page)
        if name in DOCUMENTED:
            page.run("if (!document.querySelector('dialog')) window.scrollTo(0, 0)")
            yield name, page
    page.end()
    program.end()
    program = Program(cellar, "--students", "5")
    page, teacher = Page(driver, program.address, **WIDE), Browser(driver, **WIDE)
    teacher.open(program.teacher)
    lesson(page)
    yield "lesson", page
    open_exercise(page)
    lose_points(page)
    yield "graded", page
    give_a_name(page)
    teacher.wait_for("#students tr", "Ann")
    teacher.wait_for("#students tr", "E301")
    watch_a_screen(teacher)
    yield "teacher", teacher
    page.end()
    teacher.end()
    program.end()


def document(driver, cellar, folder):
    """Writes the pictures that docs/class.md shows."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, page in documented(driver, cellar):
        picture = page.devtools("Page.captureScreenshot", {"format": "webp", "quality": 55})["data"]
        (folder / f"{name}.webp").write_bytes(base64.b64decode(picture))
