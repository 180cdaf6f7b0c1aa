"""Pictures of the page in its main states, for a person to look at."""
from page import Page, Program


def take(driver, cellar, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name, options in {"english": {}, "dark": {"dark": True}, "chinese": {"language": "zh-CN"},
                          "narrow": {"width": 360, "height": 1600}, "narrow-chinese-dark": {
                              "width": 360, "height": 1600, "dark": True, "language": "zh-CN"}}.items():
        program = Program(cellar)
        page = Page(driver, program.address, **options)
        page.screenshot(folder / f"{name}-1-first.png")
        page.ask("EXAMPLES")
        page.ask("SELECT author, id, body, likes FROM posts WHERE author = 'ann';")
        page.screenshot(folder / f"{name}-2-rows.png")
        page.ask("SELECT * FROM posts\nWHERE body = 'hello';")
        page.screenshot(folder / f"{name}-3-refused.png")
        page.ask("SELECT * FORM posts;")
        page.screenshot(folder / f"{name}-4-mend.png")
        page.ask("DESCRIBE TABLE posts; CELLS posts")
        page.screenshot(folder / f"{name}-5-cells.png")
        page.write("SELECT * FROM posts WHERE author = 'ann' AND id > 3 AND body = 'x' ORDER BY id DESC ALLOW FILTERING;")
        page.press("\ue00c")
        page.click("#explain")
        page.wait_for("figure.explained")
        page.screenshot(folder / f"{name}-6-explain.png")
        page.click("#lessons-tab") if page.run("return !document.getElementById('beside').hidden") else None
        page.screenshot(folder / f"{name}-7-lessons.png")
        page.ask("MAP posts")
        page.screenshot(folder / f"{name}-9-map.png")
        if page.run("return !document.getElementById('beside').hidden"):
            page.click("#schema-tab")
            page.wait_for("#schema-text summary", "posts")
            page.run("document.querySelector('#schema-text details:last-of-type').open = true")
            page.screenshot(folder / f"{name}-8-tables.png")
        page.end()
        program.end()
