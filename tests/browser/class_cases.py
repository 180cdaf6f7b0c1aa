"""Exercises in the page, and a teacher's page beside those of students."""
from page import Page
from webdriver import CONTROL, ENTER, ESCAPE, Browser, until

SCHEMA = "EXAMPLES"
LIKES = """-- @answer T1
CREATE TABLE f (product text, title text STATIC, liked timestamp, customer text, PRIMARY KEY (product, liked%s)) WITH CLUSTERING ORDER BY (liked DESC);
-- @answer T2
CREATE TABLE l (customer text, liked timestamp, product text, PRIMARY KEY (customer, liked, product));"""


def open_exercise(page, name):
    page.click("#exercises-tab")
    page.click(f"#exercise-list button[data-exercise={name}]")
    page.wait_for("#exercise-text h4")
    until(lambda: page.answer_editor("return root.querySelector('.cm-content') !== null"), "there is no editor of answers")


def write_answer(page, text):
    page.write(text, "answer-editor")
    page.press(ESCAPE)  # the list of what may follow is closed


def hand_in(page):
    page.click("#hand-in")
    return page.wait_for("#exercise-says", " of ")


def does_an_exercise_to_the_end(driver, program):
    page = Page(driver, program.address)
    open_exercise(page, "likes")
    assert "Pepsi" in page.text("#exercise-text figure.data") and "$T1" in page.text("#exercise-text .queries")
    assert "CREATE TABLE" in page.answer_editor("return root.textContent")
    write_answer(page, LIKES % "")
    assert hand_in(page).startswith("8.91 of 10"), page.text("#exercise-says")
    assert page.texts("[data-task=T1] .lost .rule") == ["MR5"], page.texts("[data-task=T1] .lost .rule")
    assert "two customers like at the same time" in page.text("[data-task=T1] .lost")
    page.click("[data-task=T1] .hints button")
    page.wait_for("[data-task=T1] .hint", "no ORDER BY")
    page.wait_for("[data-task=T1] .hints button", "costs 0.5")
    write_answer(page, LIKES % ", customer")
    assert hand_in(page).startswith("10 of 10"), page.text("#exercise-says")
    assert page.texts("#exercise-text .lost") == []
    page.click("#exercise-back")
    page.wait_for("#exercise-list button[data-exercise=likes]", "best 10 of 10")
    log = page.log()
    assert log == [], log
    page.end()


def keeps_an_answer_over_a_reload_in_the_middle(driver, program):
    page = Page(driver, program.address)
    open_exercise(page, "likes")
    write_answer(page, LIKES % ", customer")
    page.click("#lessons-tab")
    page.click("#lesson-text button")
    page.wait_for("#lesson-text pre", "step 1 of")
    page.click("button[data-step=SKIP]")
    until(lambda: page.text("#lesson-says"), "the lesson says nothing")
    page.click("button[data-step=NEXT]")
    page.wait_for("#lesson-text pre", "step 2 of")
    page.open(program.address)
    page.until_ready()
    page.click("#lessons-tab")
    page.wait_for("#lesson-text pre", "step 2 of")
    page.click("#exercises-tab")
    page.wait_for("#exercise-text h4")
    assert hand_in(page).startswith("10 of 10"), page.text("#exercise-says")
    log = page.log()
    assert log == [], log
    page.end()


def speaks_chinese_in_exercises(driver, program):
    page = Page(driver, program.address, language="zh-CN", width=360, height=740)
    page.click("#beside-toggle")
    page.click("#exercises-tab")
    page.click("#exercise-list button[data-exercise=likes]")
    page.wait_for("#exercise-text h4", "T1：6 分")
    page.wait_for("#exercise-text h3", "谁喜欢一件产品")
    page.click("[data-task=T1] .hints button")
    page.wait_for("[data-task=T1] .hint", "查询没有 ORDER BY")
    page.click("#hand-in")
    page.wait_for("#exercise-says", "0 / 10 分")
    width = page.run("return document.documentElement.scrollWidth")
    assert width <= 360, f"the page is {width} wide"
    page.choose("#language", "en")
    page.wait_for("#exercise-text h3", "Who likes a product")
    page.wait_for("[data-task=T1] .hint", "no ORDER BY")
    page.click("#exercise-back")
    page.wait_for("#exercise-list button[data-exercise=likes]", "Who likes a product")
    page.choose("#language", "zh")
    page.wait_for("#exercise-list button[data-exercise=likes]", "谁喜欢一件产品")
    log = page.log()
    assert log == [], log
    page.end()


def shows_what_is_to_be_written_in_the_language(driver, program):
    page = Page(driver, program.address, language="zh-CN")
    open_exercise(page, "cells_of_rows")
    until(lambda: "分区 ..." in page.answer_editor("return root.textContent"), "there is nothing to begin with")
    page.choose("#language", "en")
    until(lambda: "partition ..." in page.answer_editor("return root.textContent"), "it stays in Chinese")
    write_answer(page, "-- @answer T1")
    page.choose("#language", "zh")
    page.wait_for("#exercise-text h3", "语句留下哪些单元格")
    assert "分区 ..." not in page.answer_editor("return root.textContent")
    page.end()


def a_teacher_sees_two_students(driver, program):
    ann, ben = Page(driver, program.address), Page(driver, program.address)
    teacher = Browser(driver)
    teacher.open(program.teacher)
    teacher.wait_for("#where", "2 of 2")
    assert "#" not in teacher.run("return location.href")
    ann.click("#visit summary")
    ann.run("document.getElementById('name').focus()")
    ann.type("Ann <b>" + ENTER)
    ann.wait_for("#name-says", "Kept")
    ann.click("#visit summary")
    ann.ask(SCHEMA)
    for _ in range(3):
        ann.ask("SELECT * FROM posts WHERE body = 'x';")
    ben.click("#lessons-tab")
    ben.click("#lesson-text button")
    ben.wait_for("#lesson-text pre", "step 1 of")
    open_exercise(ben, "likes")
    write_answer(ben, LIKES % ", customer")
    hand_in(ben)
    teacher.wait_for("#students tr", "E301 again and again")
    teacher.wait_for("#students tr", "10 (1 answered)")
    rows = teacher.texts("#students tr")
    assert len(rows) == 2 and "Ann <b>" in rows[0] and "L1, step 1" in rows[1], rows
    assert teacher.run("return document.querySelectorAll('#students b').length") == 0
    teacher.wait_for("#missed li", "E301")
    teacher.click("#students tr button")
    teacher.wait_for("#screen .asked", "EXAMPLES")
    assert len(teacher.texts("#screen article")) == 4
    for code in (ann.text("#code"), ben.text("#code")):
        assert code not in teacher.run("return document.documentElement.outerHTML")
    teacher.open(program.address + "teacher")
    teacher.wait_for("#where", "2 of 2")
    other = Browser(driver)
    other.open(program.address + "teacher#0123")
    other.wait_for("#where", "not the teacher's key")
    log = teacher.log()
    assert log == [], log
    for page in (ann, ben, teacher, other):
        page.end()


def a_teacher_freezes_shows_and_ends(driver, program):
    ann = Page(driver, program.address)
    teacher = Browser(driver)
    teacher.open(program.teacher)
    teacher.wait_for("#where", "1 of 1")
    ann.ask(SCHEMA)
    teacher.click("[data-phase=frozen]")
    ann.wait_for("#class-phase", "paused")
    ann.write("SELECT id FROM posts WHERE author = 'ann';")
    ann.press(ESCAPE)
    ann.press(CONTROL, ENTER)
    ann.wait_for("article", "your teacher has paused the class")
    ann.wait_for("#spoken", "your teacher has paused the class")
    assert ann.draft() == "SELECT id FROM posts WHERE author = 'ann';"
    teacher.run("document.getElementById('show-text').focus()")
    teacher.type("SELECT likes FROM posts WHERE author = 'ann' AND id = 1;")
    teacher.click("#show-form button[type=submit]")
    ann.wait_for("#shown-text", "SELECT likes")
    teacher.click("[data-phase=open]")
    until(lambda: ann.text("#class-phase") == "", "the class goes on")
    ann.click("#shown-take")
    assert ann.draft().split("\n")[1].startswith("SELECT likes"), ann.draft()
    ann.run_typed()
    assert "1 row" in ann.answer(), ann.answer()
    ann.click("#shown-close")
    assert ann.run("return document.getElementById('class-notice').hidden")
    teacher.click("[data-phase=ended]")
    teacher.click("#end-surely")
    ann.wait_for("#class-phase", "has ended")
    teacher.click("#marks")
    assert teacher.downloaded("marks.csv") == "number,name,points\r\n1,,0\r\n"
    ann.end()
    teacher.end()


a_teacher_sees_two_students.arguments = a_teacher_freezes_shows_and_ends.arguments = ("--students", "5")


def a_program_in_chinese_has_pages_in_chinese(driver, program):
    page, teacher = Page(driver, program.address), Browser(driver)
    assert page.text("#run") == "执行"
    teacher.open(program.teacher)
    teacher.wait_for("#where", "1 名学生中有 1 名在线")
    page.choose("#language", "en")
    page.open(program.address)
    page.until_ready()
    assert page.text("#run") == "Run", "what was chosen is forgotten"
    page.end()
    teacher.end()


a_program_in_chinese_has_pages_in_chinese.arguments = ("--students", "5")
a_program_in_chinese_has_pages_in_chinese.language = "zh"


def a_teacher_frees_the_place_of_who_is_away(driver, program):
    ann = Page(driver, program.address)
    ann.ask(SCHEMA)
    teacher = Browser(driver)
    teacher.open(program.teacher)
    teacher.wait_for("#where", "1 of 1")
    teacher.click("tr[data-number='1'] button")
    teacher.wait_for("#screen-text", "EXAMPLES")
    assert teacher.run("return document.getElementById('free').hidden"), "who is here keeps their place"
    ann.end()
    until(lambda: teacher.run("return !document.getElementById('free').hidden"), "who is away keeps their place", seconds=60)
    teacher.click("#free")
    teacher.click("#free-surely")
    until(lambda: teacher.run("return document.getElementById('free').hidden"), "the place is not free")
    ben = Page(driver, program.address)
    ben.ask(SCHEMA)
    teacher.wait_for("#where", "1 of 2")
    assert teacher.log() == [] and ben.log() == [], (teacher.log(), ben.log())
    ben.end()
    teacher.end()


a_teacher_frees_the_place_of_who_is_away.arguments = ("--students", "1")


HELPING = (open_exercise, write_answer, hand_in)
TESTS = [test for test in list(globals().values())
         if callable(test) and getattr(test, "__module__", "") == __name__ and test not in HELPING]
