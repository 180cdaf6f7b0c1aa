"""The pictures of docs/class.md are what the page looks like."""
import base64
import pathlib

import screenshots
from webdriver import Browser

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "docs" / "class"
EDGE = 20  # pixels of a tile
MOST_UNLIKE = 0.12  # of the tiles; other fonts, or letters that are 3 % larger, make 0.08

# A tile is compared by its ground, and by whether something is drawn on it, there or in a tile beside it: letters of another font,
# another browser's edges and lines that have moved by some pixels are alike, and a part that is gone or somewhere else is not.
COMPARE = """
  const [first, second, edge] = arguments, done = arguments[3];
  const load = text => new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('this is no picture'));
    image.src = text;
  });
  const kDrawn = 24, kGround = 60;  // of 255
  const tiles = image => {
    const {width, height} = image;
    const context = Object.assign(document.createElement('canvas'), {width, height}).getContext('2d');
    context.drawImage(image, 0, 0);
    const {data} = context.getImageData(0, 0, width, height);
    const rows = [];
    for (let y = 0; y + edge <= height; y += edge) {
      const row = [];
      for (let x = 0; x + edge <= width; x += edge) {
        let least = 255, most = 0, sum = 0;
        for (let i = 0; i < edge * edge; ++i) {
          const place = 4 * ((y + Math.floor(i / edge)) * width + x + i % edge);
          const light = (data[place] + 2 * data[place + 1] + data[place + 2]) / 4;
          [least, most, sum] = [Math.min(least, light), Math.max(most, light), sum + light];
        }
        row.push({is_drawn: most - least > kDrawn, ground: sum / edge ** 2});
      }
      rows.push(row);
    }
    return rows;
  };
  const near = (rows, y, x) => [-1, 0, 1].flatMap(dy => [-1, 0, 1].map(dx => rows[y + dy]?.[x + dx])).filter(Boolean);
  const missed = (rows, others) => {
    const drawn = rows.flatMap((row, y) => row.flatMap((tile, x) => tile.is_drawn ? [near(others, y, x)] : []));
    const grounds = rows.flatMap((row, y) => row.map((tile, x) => near(others, y, x).every(each => Math.abs(each.ground - tile.ground) > kGround)));
    return Math.max(drawn.filter(beside => !beside.some(tile => tile.is_drawn)).length / drawn.length,
      grounds.filter(Boolean).length / grounds.length);
  };
  Promise.all([load(first), load(second)]).then(images => {
    const [a, b] = images.map(tiles);
    if (a.length !== b.length || a[0].length !== b[0].length) throw new Error('the pictures have other sizes');
    done(Math.max(missed(a, b), missed(b, a)));
  }).catch(fault => done(String(fault)));
"""


def unlike(viewer, picture, other, kind="webp"):
    """Returns the share of the tiles of either picture that the other one has not."""
    given = [f"data:image/webp;base64,{picture}", f"data:image/{kind};base64,{other}"]
    return viewer.call("POST", "/execute/async", {"script": COMPARE, "args": [*given, EDGE]})


def looks_as_the_pictures_of_the_document(driver, program):
    viewer = Browser(driver)
    found = {}
    for name, page in screenshots.documented(driver, program.process.args[0]):
        documented = base64.b64encode((FOLDER / f"{name}.webp").read_bytes()).decode()
        found[name] = unlike(viewer, documented, page.call("GET", "/screenshot"), "png")
    assert sorted(found) == sorted(file.stem for file in FOLDER.glob("*.webp")), found
    assert all(share < MOST_UNLIKE for share in found.values()), found
    viewer.end()


TESTS = [looks_as_the_pictures_of_the_document]
