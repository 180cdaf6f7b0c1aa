"""How the page without a server keeps its database: a test a function, as in static_cases.py."""
from page import Page
from static_page import KEYSPACE, TABLE, count_of, do, menu, put_in, reload, shown_as_done
from webdriver import CONTROL, ENTER, SHIFT, until


def many(count):
    return "\n".join(f"INSERT INTO shop.likes (name, n, drink) VALUES ('ann', {n}, 'tea {n}');" for n in range(count))


def kept_over(driver, address):
    page = Page(driver, address)
    do(page, KEYSPACE, TABLE, "USE shop;", "INSERT INTO likes (name, n, drink) VALUES ('ann', 1, 'tea');")
    reload(page, address)
    assert page.text("#keyspace") == "keyspace shop", page.text("#keyspace")
    do(page, "SELECT drink FROM likes WHERE name = 'ann';")
    assert page.texts("#answers > section:first-child td") == ["tea"]
    do(page, "COMPACT")
    reload(page, address)
    do(page, "SELECT drink FROM likes WHERE name = 'ann';", "DROP KEYSPACE shop;")
    reload(page, address)
    assert page.text("#keyspace") == "", page.text("#keyspace")
    assert page.log() == [], page.log()
    page.end()


def keeps_rows_and_the_keyspace_over_a_reload(driver, host, program):
    kept_over(driver, host.address)


def keeps_rows_where_pages_have_no_files(driver, host, program):
    kept_over(driver, host.plain_address)


def killed_in_the_middle(driver, address, kill):
    page = Page(driver, address)
    do(page, KEYSPACE, TABLE)
    page.write("")
    put_in(page, many(10_000))
    before = shown_as_done(page)
    page.press(CONTROL, SHIFT, ENTER)
    until(lambda: shown_as_done(page) - before > 150, "nothing is done")
    shown = shown_as_done(page) - before
    assert shown < 10_000, "all was done before"
    kill(page)
    reload(page, address)
    kept = count_of(page)
    assert shown <= kept < 10_000, (shown, kept)
    do(page, "SELECT drink FROM shop.likes WHERE name = 'ann' AND n = 7;", "INSERT INTO shop.likes (name, n) VALUES ('ann', 50000);")
    reload(page, address)
    assert count_of(page) == kept + 1
    page.end()


def a_killed_tab_loses_nothing_that_was_shown_as_done(driver, host, program):
    killed_in_the_middle(driver, host.address, Page.kill_tab)


def a_killed_tab_loses_nothing_where_pages_have_no_files(driver, host, program):
    killed_in_the_middle(driver, host.plain_address, Page.kill_tab)


def a_killed_browser_loses_nothing_that_was_shown_as_done(driver, host, program):
    killed_in_the_middle(driver, host.address, Page.kill)


def a_killed_browser_loses_nothing_where_pages_have_no_files(driver, host, program):
    killed_in_the_middle(driver, host.plain_address, Page.kill)


def says_that_the_browser_is_full(driver, host, program):
    address = host.address
    page = Page(driver, address)
    do(page, KEYSPACE, TABLE, "INSERT INTO shop.likes (name, n, drink) VALUES ('ann', 1, 'tea');")
    origin = "/".join(address.split("/")[:3])
    page.open(address + "style.css")  # what is known of the room is forgotten with the page
    used = page.devtools("Storage.getUsageAndQuota", {"origin": origin})["usage"]
    page.devtools("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": used + 300_000})
    reload(page, address)
    # A browser may grant room by the mebibyte.
    script = """const done = arguments[arguments.length - 1];
      (async () => {
        const { answer } = await import('./engine.js');
        for (let n = 10; n < 90; ++n) {
          const { refusal } = await answer(`INSERT INTO shop.likes (name, n, drink) VALUES ('ann', ${n}, '${"x".repeat(60000)}')`, 80);
          if (refusal) return done([n - 10, refusal.code]);
        }
        done([80, 'all are done']);
      })().catch(fault => done([-1, fault.message]))"""
    count, said = page.call("POST", "/execute/async", {"script": script, "args": []})
    assert said == "E505" or "no more room" in said, (count, said)
    page.ask(f"INSERT INTO shop.likes (name, n, drink) VALUES ('ben', 1, '{'x' * 200}');")
    done = count_of(page)
    assert done > 1 and count in (-1, done - 1), (done, count)
    do(page, "SELECT drink FROM shop.likes WHERE name = 'ann' AND n = 1;")
    reload(page, address)
    assert count_of(page) == done
    page.end()


says_that_the_browser_is_full.needs_devtools = True


def keeps_all_of_an_answer_or_nothing_where_pages_have_no_files(driver, host, program):
    page = Page(driver, host.address)
    script = """const done = arguments[arguments.length - 1];
      (async () => {
        const { IndexedPages } = await import('./wasm/indexed_pages.js');
        const filled = (count, value) => new Uint8Array(count).fill(value);
        const said = [];
        const begin = async () => {
          const pages = await IndexedPages.open('tried');
          const bytes = new Uint8Array(pages.size());
          pages.read(bytes);
          said.push([...new Set(bytes)].join() + ' ' + bytes.length);
          return pages;
        };
        const { put } = IDBObjectStore.prototype, { commit } = IDBTransaction.prototype;
        const faults = {
          put() { let left = 2; IDBObjectStore.prototype.put = function(...values) {
            if (--left === 0) throw new DOMException('', 'QuotaExceededError');
            return put.apply(this, values);
          }; },
          commit() { IDBTransaction.prototype.commit = function() { this.abort(); }; },
        };
        let pages = await begin();
        pages.write(0, filled(20000, 1));
        await pages.settle();
        for (const fault of Object.values(faults)) {
          pages = await begin();
          pages.write(100, filled(30000, 2));
          fault();
          await pages.settle().catch(fault => said.push(fault.name));
          Object.assign(IDBObjectStore.prototype, { put });
          Object.assign(IDBTransaction.prototype, { commit });
        }
        pages = await begin();
        pages.replace(filled(5000, 3));
        await pages.settle();
        pages = await begin();
        pages.resize(100);
        pages.resize(6000);
        await pages.settle();
        await begin();
        done(said);
      })().catch(fault => done([String(fault)]))"""
    said = page.call("POST", "/execute/async", {"script": script, "args": []})
    assert said == [" 0", "1 20000", "QuotaExceededError", "1 20000", "AbortError", "1 20000", "3 5000", "3,0 6000"], said
    page.end()


def hands_over_a_kept_file_that_cannot_be_opened(driver, host, program):
    page = Page(driver, host.address)
    do(page, KEYSPACE)
    page.open(host.address + "style.css")
    script = """const done = arguments[arguments.length - 1];
      (async () => {
        const root = await navigator.storage.getDirectory();
        for await (const [, folder] of root.entries()) {
          const source = `onmessage = async ({data}) => {
            const handle = await (await data.getFileHandle('a')).createSyncAccessHandle();
            handle.write(new Uint8Array(handle.getSize()).fill(255), {at: 0});
            handle.close();
            postMessage('done');
          }`;
          const worker = new Worker(URL.createObjectURL(new Blob([source])));
          worker.onmessage = () => done('done');
          worker.postMessage(folder);
        }
      })().catch(fault => done(String(fault)))"""
    assert page.call("POST", "/execute/async", {"script": script, "args": []}) == "done"
    page.open(host.address)
    page.wait_for("#answers .begin", "cannot be opened")
    page.ask("SELECT 1;")
    page.wait_for("#answers > article", "the page has no database yet")
    menu(page, "save")
    assert set(page.downloaded_bytes("notebook.cellar")) == {255}
    menu(page, "anew")
    until(lambda: not page.texts("#answers article"), "nothing is begun anew")
    do(page, KEYSPACE)
    reload(page, host.address)
    do(page, "USE shop;")
    page.end()


HELPING = (many, kept_over, killed_in_the_middle)
TESTS = [test for test in list(globals().values())
         if callable(test) and getattr(test, "__module__", "") == __name__ and test not in HELPING]
