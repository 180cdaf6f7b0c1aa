// Tests of build/wasm/cellar.wasm under Node: node tests/wasm/engine_test.mjs NATIVE_PROGRAM [NAME OF A TEST]
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { webcrypto } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

import { begin, Ended } from "../../web/wasm/engine.js";
import { PrivateFiles } from "../../web/wasm/private_files.js";
import { SectorDisk, TornDisk } from "./torn_disk.mjs";

globalThis.crypto ??= webcrypto;  // Node 18 hides it
const [native, only = ""] = process.argv.slice(2);
const bytes = readFileSync("build/wasm/cellar.wasm");
const exercises = readFileSync("build/wasm/exercises.txt", "utf8");
const module = new WebAssembly.Module(bytes);
const folder = mkdtempSync(join(tmpdir(), "cellar-wasm-"));
const file = name => join(folder, name);

const kTable = "CREATE TABLE shop.likes (name text, drink text, cups int, note text, PRIMARY KEY (name, drink))";
const kKeyspace = "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}";

async function open(contents, keeper) {
  const engine = await begin(module, keeper);
  engine.set_exercises(exercises);
  engine.open(contents);
  return engine;
}
function answer(engine, statement) {
  const { status, text } = engine.message("answer", { statement });
  assert.equal(status, 200, text);
  return JSON.parse(text);
}
function done(engine, statement) {
  const { outcome, refusal } = answer(engine, statement);
  assert.equal(outcome, "done", `${statement}: ${refusal?.title}`);
}
const rows = (engine, statement) => answer(engine, statement).rows;
const code = (engine, statement) => answer(engine, statement).refusal?.code;
const message = (engine, target, body) => JSON.parse(engine.message(target, body).text);
/** Runs all of the statements, as the page does. Returns how many each message has answered. */
function run(engine, statements) {
  const counts = [];
  for (let begin = 0; begin < statements.length; begin += counts.at(-1)) {
    const { answers } = message(engine, "answers", { statements: statements.slice(begin, begin + 100) });
    for (const { outcome, refusal } of answers) assert.equal(outcome, "done", refusal?.title);
    counts.push(answers.length);
  }
  return counts;
}
/** Numbers between 0 and 1, the same ones for the same beginning. */
function random_numbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
const insert = i => `INSERT INTO shop.likes (name, drink, cups) VALUES ('ann', 'tea ${i}', ${i})`;
const likes_of_ann = engine => rows(engine, "SELECT drink FROM shop.likes WHERE name = 'ann'").length;
/** Statements of all kinds, of which the rows of ann show how many were run. */
const kChanges = [insert(1), insert(2), "CREATE INDEX ON shop.likes (cups)", insert(3), "DELETE FROM shop.likes WHERE name = 'bob'",
  `INSERT INTO shop.likes (name, drink, note) VALUES ('bob', 'coffee', '${"black ".repeat(9000)}')`, insert(4), "COMPACT", insert(5), insert(6)];
function is_sound(bytes) {
  writeFileSync(file("sound.cellar"), bytes);
  assert.match(run_native("verify", file("sound.cellar")), /sound/);
}
const run_native = (...words) => execFileSync(native, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

async function with_table(keeper) {
  const engine = await open(undefined, keeper);
  for (const statement of [kKeyspace, kTable]) done(engine, statement);
  return engine;
}

const tests = {
  async "a statement gets the answer of the page"() {
    const engine = await with_table();
    done(engine, "INSERT INTO shop.likes (name, drink, cups) VALUES ('ann', 'tea', 3)");
    assert.deepEqual(rows(engine, "SELECT drink, cups FROM shop.likes WHERE name = 'ann'"), [["tea", 3]]);
  },
  async "a refusal has its code and its place"() {
    const engine = await with_table();
    const { outcome, refusal } = answer(engine, "SELECT * FROM shop.likes WHERE cups = 3");
    assert.deepEqual([outcome, refusal.code, refusal.span.length], ["refused", "E301", 2]);
  },
  async "the other messages are answered"() {
    const engine = await with_table();
    assert.ok(message(engine, "complete", { text: "SELECT * FROM shop.", cursor: 19 }).candidates
      .some(({ text }) => text.startsWith("likes")));
    assert.equal(message(engine, "split", { text: "SELECT 1; HELP\nSELECT 2;" }).statements.length, 3);
    assert.equal(message(engine, "schema", {}).keyspaces[0].name, "shop");
    assert.equal(message(engine, "start", {}).keyspace, "");
    assert.equal(engine.message("answer", {}).status, 400);
  },
  async "no statement reaches a file"() {
    const engine = await with_table();
    assert.equal(answer(engine, "SOURCE '/etc/passwd'").refusal.code, "E600");
  },
  async "a lesson is played"() {
    const engine = await open();
    const lesson = await open();
    assert.match(answer(lesson, "LEARN L1").text, /^L1 /);
    done(lesson, "SELECT * FROM system.local");
    done(engine, kKeyspace);
  },
  async "the native program reads what was saved"() {
    const engine = await with_table();
    for (let i = 0; i < 300; ++i)
      done(engine, `INSERT INTO shop.likes (name, drink, cups) VALUES ('name ${i % 7}', '${"tea".repeat(i)}', ${i})`);
    done(engine, "CREATE INDEX ON shop.likes (cups)");
    done(engine, "DELETE FROM shop.likes WHERE name = 'name 3'");
    is_sound(engine.saved());
    assert.match(run_native(file("sound.cellar"), "-e", "SELECT count(*) FROM shop.likes ALLOW FILTERING"), /257/);
  },
  async "what the native program has written is opened"() {
    run_native(file("native.cellar"), "-e", `${kKeyspace}; ${kTable};
      INSERT INTO shop.likes (name, drink, cups) VALUES ('ann', 'tea', 3);`);
    const engine = await open(readFileSync(file("native.cellar")));
    assert.deepEqual(rows(engine, "SELECT cups FROM shop.likes WHERE name = 'ann'"), [[3]]);
    done(engine, "UPDATE shop.likes SET cups = 4 WHERE name = 'ann' AND drink = 'tea'");
    is_sound(engine.saved());
    assert.match(run_native(file("sound.cellar"), "-e", "SELECT cups FROM shop.likes WHERE name = 'ann'"), /4/);
  },
  async "what was answered is in the bytes at once"() {
    const engine = await with_table();
    for (let i = 0; i < 20; ++i) {
      done(engine, insert(i));
      assert.equal(likes_of_ann(await open(engine.saved())), i + 1);
    }
  },
  async "a keeper is told what makes the same file"() {
    const disk = new TornDisk();
    const engine = await with_table(disk);
    for (const change of kChanges) {
      done(engine, change);
      assert.ok(Buffer.from(disk.bytes()).equals(engine.saved()), change);
    }
    const again = await open(disk.bytes(), disk);
    done(again, insert(7));
    assert.equal(likes_of_ann(await open(disk.bytes())), 7);
    is_sound(disk.bytes());
  },
  async "whenever it is killed, a keeper has what was answered"() {
    const disk = new TornDisk();
    const engine = await with_table(disk);
    const answered = [[disk.calls.length, 0]];  // after so many calls, so many rows were answered
    for (const change of kChanges) {
      done(engine, change);
      answered.push([disk.calls.length, likes_of_ann(engine)]);
    }
    for (let calls = answered[0][0]; calls <= disk.calls.length; ++calls) {
      const rows_then = answered.findLast(([count]) => count <= calls)[1];
      for (const kept of [disk.after(calls), disk.torn_after(calls), disk.without_power_after(calls)]) {
        const found = likes_of_ann(await open(kept));
        assert.ok(found === rows_then || found === rows_then + 1, `after ${calls} calls: ${found} rows of ${rows_then}`);
        if (calls % 16 === 0) is_sound(kept);
      }
    }
  },
  async "whenever the power fails, the files of a page have what was answered"() {
    const files_of = disk => new PrivateFiles(["a", "b"].map(name => disk.handle(name)), disk.handle("choice"));
    const disk = new SectorDisk();
    const files = files_of(disk);
    const engine = await with_table(files);
    const answered = [[disk.calls.length, 0]];
    const note = () => answered.push([disk.calls.length, likes_of_ann(engine)]);
    for (const change of kChanges) {
      done(engine, change);
      note();
    }
    for (let i = 10; i < 40; i += 10) {
      run(engine, Array.from({ length: 10 }, (_, n) => insert(i + n)));
      note();
    }
    const random = random_numbers(1);
    const chances = [0, 0.1, 0.9, 1];
    for (let calls = answered[0][0]; calls <= disk.calls.length; ++calls) {
      const at = answered.findLastIndex(([count]) => count <= calls);
      const found_then = [answered[at][1], answered[Math.min(at + 1, answered.length - 1)][1]];
      for (const chance of [0.5, chances[calls % chances.length]]) {
        const kept = files_of(disk.without_power_after(calls, () => random() < chance));
        const bytes = new Uint8Array(kept.size());
        kept.read(bytes);
        const found = likes_of_ann(await open(bytes));
        assert.ok(found_then.includes(found), `after ${calls} calls, of which ${chance} are left: ${found} rows of ${found_then}`);
        if (calls % 16 === 0) is_sound(bytes);
      }
    }
  },
  async "a database is begun again when it was killed as it was made"() {
    const disk = new TornDisk();
    await with_table(disk);
    for (let calls = 0; calls < 12; ++calls) {
      for (const kept of [disk.after(calls), disk.torn_after(calls)]) {
        const engine = await open(kept);
        answer(engine, kKeyspace);
        answer(engine, kTable);
        done(engine, insert(1));
      }
    }
  },
  async "what a keeper fails is refused, and all else stays"() {
    const disk = new TornDisk();
    const engine = await with_table(disk);
    done(engine, insert(1));
    for (const fault of ["QuotaExceededError", "InvalidStateError"]) {
      for (let calls = 0; calls < 4; ++calls) {
        disk.fail_after(calls, fault);
        assert.equal(code(engine, insert(9)), "E505");
        disk.fail_after(Infinity);
        assert.equal(likes_of_ann(engine), 1);
        // If the last sync alone has failed, the keeper has the statement, as a disk may have it.
        assert.ok(likes_of_ann(await open(disk.bytes())) <= (calls === 3 ? 2 : 1));
        const before = disk.calls.length;
        done(engine, "UPDATE shop.likes SET cups = 2 WHERE name = 'ann' AND drink = 'tea 1'");
        for (let count = before; count < disk.calls.length; ++count)
          is_sound(disk.without_power_after(count));
        assert.ok(Buffer.from(disk.bytes()).equals(engine.saved()));
        assert.equal(likes_of_ann(await open(disk.bytes())), 1);
      }
    }
  },
  async "a full database says so, and is read as before"() {
    const engine = await with_table();
    const text = "x".repeat(500_000);
    let count = 0, refused;
    while (refused === undefined) refused = code(engine, `INSERT INTO shop.likes (name, drink, note) VALUES ('bob', '${count++}', '${text}')`);
    assert.equal(refused, "E505");
    assert.ok(count > 100);
    assert.equal(rows(engine, "SELECT count(*) FROM shop.likes WHERE name = 'bob'")[0][0], count - 1);
    is_sound(engine.saved());
    done(engine, "TRUNCATE shop.likes");
    done(engine, "COMPACT");
    done(engine, insert(1));
  },
  async "a larger file of the native program is read"() {
    const script = Array.from({ length: 150 }, (_, i) => `INSERT INTO shop.likes (name, drink, note) VALUES ('ann', '${i}', '${"y".repeat(600_000)}')`);
    writeFileSync(file("large.cql"), [kKeyspace, kTable, ...script, ""].join(";\n"));
    run_native(file("large.cellar"), "-f", file("large.cql"));
    const bytes = readFileSync(file("large.cellar"));
    assert.ok(bytes.length > 80 * 2 ** 20);
    const engine = await open(bytes);
    assert.equal(rows(engine, "SELECT count(*) FROM shop.likes WHERE name = 'ann'")[0][0], 150);
  },
  async "bytes that are no database are refused by name"() {
    const engine = await begin(module);
    assert.throws(() => engine.open(new TextEncoder().encode("name,drink\n".repeat(1000))), /E5\d\d/);
    assert.equal(engine.message("start", {}).status, 409);
    engine.open();
    done(engine, kKeyspace);
  },
  async "a file of a later version is refused by name"() {
    const bytes = Buffer.from((await with_table()).saved());
    for (let at = bytes.indexOf("formatcellar"); at !== -1; at = bytes.indexOf("formatcellar", at + 1)) bytes[at + 15] = 99;
    await assert.rejects(open(bytes), /E502.* has format 99/);
  },
  async "a file that has lost its end is refused by name"() {
    const bytes = (await with_table()).saved();
    await assert.rejects(open(bytes.subarray(0, bytes.length - 8192)), /E501/);
  },
  async "a damaged file is refused by name, or ends the module"() {
    const engine = await with_table();
    for (let i = 0; i < 40; ++i) done(engine, insert(i));
    const sound = engine.saved();
    let named = 0;
    for (let page = 2; page < sound.length / 4096; ++page) {
      const bytes = sound.slice();
      bytes.fill(0xa5, page * 4096 + 8, page * 4096 + 4096);
      try {
        const damaged = await open(bytes);
        if (code(damaged, insert(41)) === "E501") ++named;
      } catch (fault) {
        if (fault instanceof Ended) continue;
        assert.match(fault.message, /E501/);
        ++named;
      }
    }
    assert.ok(named > 0);
  },
  async "exercises are graded by what everybody may see"() {
    const engine = await begin(module);
    engine.open();
    const listed = () => message(engine, "exercises", {}).exercises.map(({ id }) => id).sort();
    assert.deepEqual(listed(), []);
    engine.set_exercises(exercises);
    const originals = readdirSync("examples/exercises").filter(each => /^[^.]*\.cql$/.test(each));
    assert.deepEqual(listed(), originals.map(each => each.slice(0, -4)).sort());
    const spoken = message(engine, "exercise", { exercise: "likes", language: "zh" });
    assert.match(spoken.title ?? JSON.stringify(spoken), /[\u4e00-\u9fff]/);
    assert.equal(message(engine, "exercise", { exercise: "likes" }).lacks_hidden, true);
    assert.equal(message(engine, "exercise", { exercise: "hotel_size" }).lacks_hidden, undefined);
    const text = "-- @answer T1\nCREATE TABLE l (product text, liked timestamp, customer text, title text STATIC, "
      + "PRIMARY KEY (product, liked)) WITH CLUSTERING ORDER BY (liked DESC);";
    const { grade, best, lacks_hidden } = message(engine, "hand_in", { exercise: "likes", text });
    assert.deepEqual([grade.score, best, grade.hidden_rows, lacks_hidden], [6, 6, false, true]);
    const wrong = message(engine, "hand_in", { exercise: "likes", text: text.replace(", liked)", ")") });
    assert.ok(wrong.grade.tests.some(({ status, reason }) => status === "failed" && reason));
    assert.equal(message(engine, "hint", { exercise: "likes", task: "T1" }).text.length > 0, true);
  },
  async "what a student has done is known to the next module"() {
    const engine = await open();
    message(engine, "hint", { exercise: "likes", task: "T1" });
    const text = "-- @answer T2\nCREATE TABLE l (customer text, liked timestamp, product text, PRIMARY KEY (customer, liked, product));";
    const { best } = message(engine, "hand_in", { exercise: "likes", text });
    assert.ok(best > 0);
    const again = await begin(module);
    again.set_record(engine.record());
    again.set_exercises(exercises);
    again.open();
    const opened = message(again, "exercise", { exercise: "likes" });
    assert.deepEqual([opened.best, opened.parts.find(part => part.task === "T1").hints.length], [best, 1]);
    again.set_record("no record");
    again.open();
    assert.equal(message(again, "exercise", { exercise: "likes" }).best, undefined);
  },
  async "nothing of a teacher's answers is in the module, nor in what it is given"() {
    for (const name of readdirSync("examples/exercises").filter(each => each.endsWith(".answers.cql"))) {
      for (const line of readFileSync(`examples/exercises/${name}`, "utf8").split("\n").filter(each => /^-- (@right|@wrong|@hidden)/.test(each)))
        assert.ok(!bytes.includes(line) && !exercises.includes(line), `${name}: ${line}`);
    }
  },
  async "logarithms and powers are those of the native program"() {
    const engine = await open();
    for (const statement of [kKeyspace, "CREATE TABLE shop.n (k int PRIMARY KEY, d double)"]) done(engine, statement);
    const script = Array.from({ length: 100 }, (_, i) => `INSERT INTO shop.n (k, d) VALUES (${i}, ${(i + 1) * 1.37})`);
    for (const statement of script) done(engine, statement);
    const query = "SELECT k, d, exp(d), log(d), log10(d) FROM shop.n ALLOW FILTERING";
    writeFileSync(file("sound.cellar"), engine.saved());
    const numbers = JSON.parse(run_native(file("sound.cellar"), "--mode", "json", "-e", query));
    assert.deepEqual(rows(engine, query).map(row => row.map(Number)), numbers.map(row => Object.values(row).map(Number)));
  },
  async "COMPACT leaves the rows, in a file in the place of the first"() {
    const engine = await with_table();
    for (let i = 0; i < 100; ++i) done(engine, insert(i));
    done(engine, "COMPACT");
    assert.equal(likes_of_ann(engine), 100);
    is_sound(engine.saved());
  },
};

async function measure() {
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } });
  console.log(`size: ${bytes.length} bytes, gzip ${gzipSync(bytes, { level: 9 }).length}, brotli ${brotli.length}`);
  let before = performance.now();
  const engine = await with_table();
  console.log(`start, and two definitions: ${Math.round(performance.now() - before)} ms`);
  console.log(`memory at the start: ${engine.memory.buffer.byteLength / 2 ** 20} MiB`);
  before = performance.now();
  for (let i = 0; i < 10_000; ++i)
    done(engine, `INSERT INTO shop.likes (name, drink, cups) VALUES ('name ${i % 100}', 'drink ${i}', ${i})`);
  console.log(`10,000 INSERTs, each a message: ${Math.round(performance.now() - before)} ms`);
  before = performance.now();
  run(engine, Array.from({ length: 10_000 }, (_, i) => `INSERT INTO shop.likes (name, drink, cups) VALUES ('name ${i % 100}', 'drink ${i}', ${i + 1})`));
  console.log(`10,000 INSERTs, as many to a message as a page sends: ${Math.round(performance.now() - before)} ms`);
  console.log(`memory after them: ${engine.memory.buffer.byteLength / 2 ** 20} MiB`);
}

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  if (!name.includes(only)) continue;
  try {
    await test();
    console.log(`ok     ${name}`);
  } catch (fault) {
    ++failed;
    console.log(`FAILED ${name}\n${fault.stack}`);
  }
}
if (only === "") await measure();
rmSync(folder, { recursive: true });
process.exitCode = failed ? 1 : 0;
