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
        page.end()
        program.end()
