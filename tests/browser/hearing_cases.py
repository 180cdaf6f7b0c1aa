"""What somebody hears who does not see the page, and where the keyboard goes on: a test a function, as in cases.py."""
import time

from cases import SCHEMA
from class_cases import open_exercise
from page import Page
from webdriver import ENTER, ESCAPE, F1, TAB, Browser, until

RIGHT, LEFT, HOME, END = "\ue014", "\ue012", "\ue011", "\ue010"


def says_each_answer_also_if_it_is_the_one_before(driver, program):
    page = Page(driver, program.address)
    page.ask(SCHEMA)
    page.wait_for("#spoken", "Keyspace examples is in use.")
    page.run("""window.said = [];
      new MutationObserver(() => window.said.push(document.getElementById('spoken').textContent))
        .observe(document.getElementById('spoken'), {childList: true});""")
    for count in (1, 2):
        page.ask("SELECT id FROM posts WHERE author = 'nobody';")
        until(lambda: page.run("return window.said") == ["", "No rows"] * count, lambda: f"{page.run('return window.said')}")
    page.end()


def the_button_that_goes_with_the_first_answer_leaves_the_focus_in_the_editor(driver, program):
    page = Page(driver, program.address)
    page.run("document.getElementById('examples').focus()")
    page.press(ENTER)
    page.wait_for("#answers article", "EXAMPLES")
    until(lambda: page.focused() == "editor", f"the focus is at {page.focused()}")
    page.end()


def help_is_heard_or_has_the_focus(driver, program):
    page = Page(driver, program.address)
    page.write("LIMIT")
    page.press(ESCAPE)
    page.press(F1)
    until(lambda: page.text("#spoken") == page.text("#help-text").strip().split("\n")[0] == "LIMIT",
          lambda: f"{page.text('#spoken')} is heard")
    assert page.focused() == "editor"
    page.ask("SELEC 1;")
    page.run("document.querySelector('.mend button:last-of-type').focus()")
    page.press(ENTER)
    page.wait_for("#help-text", "E1")
    until(lambda: page.focused() == "help-text", f"the focus is at {page.focused()}")
    page.run("document.querySelector('#help-text button').focus()")
    page.press(ENTER)
    until(lambda: page.focused() == "help-text", f"the focus is at {page.focused()}")
    page.end()


def steps_of_lessons_and_hints_are_heard(driver, program):
    page = Page(driver, program.address)
    page.click("#lessons-tab")
    page.wait_for("#lesson-text button")
    page.run("document.querySelector('#lesson-text button').focus()")
    page.press(ENTER)
    page.wait_for("#spoken", "L1, step 1 of 12: A keyspace to work in. A keyspace holds tables")
    until(lambda: page.focused() == "lesson-text", f"the focus is at {page.focused()}")
    for exercise in ("likes", "likes"):
        open_exercise(page, exercise)
        until(lambda: page.focused() == "h3", f"the focus is at {page.focused()}")
        if exercise == "likes":
            page.click("#exercise-back")
            until(lambda: page.focused() == "exercise-list", f"the focus is at {page.focused()}")
    open_exercise(page, "likes")
    page.run("document.querySelector('[data-task=T1] .hints button').focus()")
    page.press(ENTER)
    hint = page.wait_for("[data-task=T1] .hint")
    page.wait_for("#spoken", hint)
    until(lambda: page.run("return document.activeElement === document.querySelector('[data-task=T1] .hints button')"),
          "the button of the next hint has no focus")
    page.end()


def arrows_move_between_the_tabs(driver, program):
    page = Page(driver, program.address)
    page.run("document.getElementById('help-tab').focus()")
    for key, tab in ((RIGHT, "schema-tab"), (RIGHT, "lessons-tab"), (END, "exercises-tab"), (RIGHT, "help-tab"), (LEFT, "exercises-tab"),
                     (HOME, "help-tab")):
        page.press(key)
        assert page.focused() == tab, (page.focused(), tab)
        assert page.run("return document.activeElement.ariaSelected") == "true"
    page.press(TAB)
    assert page.focused() == "help-topic", page.focused()
    assert page.run("return document.querySelector('[role=tablist]').ariaLabel") == "Help, lessons and exercises"
    page.end()


def another_language_reaches_all_that_is_open_and_takes_nothing_away(driver, program):
    page = Page(driver, program.address)
    open_exercise(page, "likes")
    page.click("#visit summary")
    page.run("document.getElementById('name').focus()")
    page.type("An")
    page.choose("#language", "zh")
    label = "return root.querySelector('.cm-content').ariaLabel"
    assert page.editor(label) == "CQL 语句和命令" and page.answer_editor(label) == "练习的答案"
    assert page.editor("return root.querySelector('.cm-placeholder').textContent") == "SELECT ...;  或 HELP"
    page.wait_for("#exercise-text h4", "T1：6 分")
    assert page.run("return document.getElementById('name').value") == "An"
    page.click("#visit summary")
    page.click("#exercise-back")
    page.wait_for("#exercise-list button", "难度")
    page.choose("#language", "en")
    page.wait_for("#exercise-list button", "level")
    page.click("#lessons-tab")
    page.click("#lesson-text button")
    step = page.wait_for("#lesson-text pre", "step 1 of")
    page.choose("#language", "zh")
    until(lambda: page.text("#lesson-text pre") not in ("", step), "the step stays English")
    page.choose("#language", "en")
    page.wait_for("#lesson-text pre", "step 1 of")
    page.click("#schema-tab")
    page.wait_for("#schema-text", "There are no tables yet.")
    page.choose("#language", "zh")
    page.wait_for("#schema-text", "还没有表。")
    page.end()


def what_a_teacher_has_selected_stays(driver, program):
    page, teacher = Page(driver, program.address), Browser(driver)
    page.ask(SCHEMA)
    page.ask("SELECT * FROM posts WHERE body = 'x';")
    teacher.open(program.teacher)
    teacher.wait_for("#missed li", "E301")
    teacher.click("#students tr button")
    teacher.wait_for("#screen .asked", "EXAMPLES")
    teacher.run("""for (const each of document.querySelectorAll('#missed li, #screen article, #where')) each.firstChild.is_known = true;
      window.polls = 0;
      const before = window.fetch;
      window.fetch = (...all) => { ++window.polls; return before(...all); };""")
    until(lambda: teacher.run("return window.polls") >= 4, "the page does not look")
    known = teacher.run("return [...document.querySelectorAll('#missed li, #screen article, #where')].map(each => each.firstChild.is_known)")
    assert known == [True] * 4, known
    page.end()
    teacher.end()


def a_teacher_sees_what_was_typed_and_who_is_there(driver, program):
    ann, ben, teacher = Page(driver, program.address), Page(driver, program.address), Browser(driver)
    ann.ask(SCHEMA)
    ann.click("#schema-tab")
    ann.wait_for("#schema-text summary", "posts")
    ann.run("const d = [...document.querySelectorAll('#schema-text details')].find(e => e.dataset.key === 'examples.posts'); d.open = true;"
            "d.querySelector('button[aria-expanded]').click()")
    ann.wait_for("#schema-text pre", "CREATE TABLE")
    ann.ask("SIZE posts ROWS 1000")
    ann.run("document.querySelector('#answers input[type=range]').focus()")
    ann.press(RIGHT)
    until(lambda: "1,300" in ann.text("#answers > section:first-child pre"), "SIZE did not run again")
    ann.click("#share")
    ann.wait_for("dialog h2")
    teacher.open(program.teacher)
    teacher.wait_for("#students tr:nth-child(2)")
    teacher.click("#students tr button")
    teacher.wait_for("#screen .asked", "EXAMPLES")
    assert teacher.texts("#screen .asked") == ["SIZE posts ROWS 1000", "EXAMPLES"], teacher.texts("#screen .asked")
    teacher.run("""const before = window.fetch;
      window.fetch = async (...all) => {
        const state = await (await before(...all)).json();
        if (state.students) Object.assign(state, {language: 'zh', students: [{...state.students[1], number: 3}, state.students[1]]});
        return new Response(JSON.stringify(state));
      };""")
    until(lambda: [row[0] for row in teacher.texts("#students tr")] == ["2", "3"], lambda: f"{teacher.texts('#students tr')}")
    assert teacher.run("return document.getElementById('screen').hidden")
    teacher.wait_for("#where", "名学生中有")
    for page in (ann, ben, teacher):
        page.end()


another_language_reaches_all_that_is_open_and_takes_nothing_away.arguments = ("--students", "5")
what_a_teacher_has_selected_stays.arguments = ("--students", "5")
a_teacher_sees_what_was_typed_and_who_is_there.arguments = ("--students", "5")

TESTS = [test for test in list(globals().values())
         if callable(test) and getattr(test, "__module__", "") == __name__]
