// Tests of build/wasm/cellar.wasm under Node: node tests/wasm/engine_test.mjs NATIVE_PROGRAM
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

import { begin } from "../../web/wasm/engine.js";

const native = process.argv[2];
const bytes = readFileSync("build/wasm/cellar.wasm");
const module = new WebAssembly.Module(bytes);
const folder = mkdtempSync(join(tmpdir(), "cellar-wasm-"));
const file = name => join(folder, name);

const kTable = "CREATE TABLE shop.likes (name text, drink text, cups int, PRIMARY KEY (name, drink))";
const kKeyspace = "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}";

async function open(contents) {
  const engine = await begin(module);
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
const run_native = (...words) => execFileSync(native, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

async function with_table() {
  const engine = await open();
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
    const message = (target, body) => JSON.parse(engine.message(target, body).text);
    assert.ok(message("complete", { text: "SELECT * FROM shop.", cursor: 19 }).candidates.some(({ text }) => text.startsWith("likes")));
    assert.equal(message("split", { text: "SELECT 1; HELP\nSELECT 2;" }).statements.length, 3);
    assert.equal(message("schema", {}).keyspaces[0].name, "shop");
    assert.equal(message("start", {}).keyspace, "");
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
    writeFileSync(file("saved.cellar"), engine.saved());
    assert.match(run_native("verify", file("saved.cellar")), /sound/);
    assert.match(run_native(file("saved.cellar"), "-e", "SELECT count(*) FROM shop.likes ALLOW FILTERING"), /257/);
  },
  async "what the native program has written is opened"() {
    run_native(file("native.cellar"), "-e", `${kKeyspace}; ${kTable};
      INSERT INTO shop.likes (name, drink, cups) VALUES ('ann', 'tea', 3);`);
    const engine = await open(readFileSync(file("native.cellar")));
    assert.deepEqual(rows(engine, "SELECT cups FROM shop.likes WHERE name = 'ann'"), [[3]]);
    done(engine, "UPDATE shop.likes SET cups = 4 WHERE name = 'ann' AND drink = 'tea'");
    writeFileSync(file("native.cellar"), engine.saved());
    assert.match(run_native("verify", file("native.cellar")), /sound/);
    assert.match(run_native(file("native.cellar"), "-e", "SELECT cups FROM shop.likes WHERE name = 'ann'"), /4/);
  },
  async "what was answered is in the bytes at once"() {
    const engine = await with_table();
    for (let i = 0; i < 20; ++i) {
      done(engine, `INSERT INTO shop.likes (name, drink, cups) VALUES ('ann', 'tea ${i}', ${i})`);
      const again = await open(engine.saved());
      assert.equal(rows(again, "SELECT * FROM shop.likes WHERE name = 'ann'").length, i + 1);
    }
  },
  async "bytes that are no database are refused by name"() {
    const engine = await begin(module);
    assert.throws(() => engine.open(new TextEncoder().encode("name,drink\n".repeat(1000))), /E5\d\d/);
    engine.open();
    done(engine, kKeyspace);
  },
  async "COMPACT leaves the rows, in a file in the place of the first"() {
    const engine = await with_table();
    for (let i = 0; i < 100; ++i) done(engine, `INSERT INTO shop.likes (name, drink, cups) VALUES ('ann', 'tea ${i}', ${i})`);
    done(engine, "COMPACT");
    assert.equal(rows(engine, "SELECT * FROM shop.likes WHERE name = 'ann'").length, 100);
    writeFileSync(file("compact.cellar"), engine.saved());
    assert.match(run_native("verify", file("compact.cellar")), /sound/);
  },
};

async function measure() {
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } });
  console.log(`size: ${bytes.length} bytes, gzip ${gzipSync(bytes, { level: 9 }).length}, brotli ${brotli.length}`);
  let before = performance.now();
  const engine = await with_table();
  console.log(`start, and two definitions: ${Math.round(performance.now() - before)} ms`);
  console.log(`memory at the start: ${engine.exports.memory.buffer.byteLength / 2 ** 20} MiB`);
  before = performance.now();
  for (let i = 0; i < 10_000; ++i)
    done(engine, `INSERT INTO shop.likes (name, drink, cups) VALUES ('name ${i % 100}', 'drink ${i}', ${i})`);
  console.log(`10,000 INSERTs, each a message: ${Math.round(performance.now() - before)} ms`);
  console.log(`memory after them: ${engine.exports.memory.buffer.byteLength / 2 ** 20} MiB`);
}

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    await test();
    console.log(`ok     ${name}`);
  } catch (fault) {
    ++failed;
    console.log(`FAILED ${name}\n${fault.stack}`);
  }
}
await measure();
rmSync(folder, { recursive: true });
process.exitCode = failed ? 1 : 0;
