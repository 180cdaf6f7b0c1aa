// Runs build/wasm/cellar_check.wasm: node tests/wasm/check_scripts.mjs FILE ...
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const wasi = new WASI({ version: "preview1", args: ["cellar_check", ...process.argv.slice(2)], preopens: { ".": "." }, returnOnExit: true });
const module = new WebAssembly.Module(readFileSync("build/wasm/cellar_check.wasm"));
process.exitCode = wasi.start(new WebAssembly.Instance(module, wasi.getImportObject()));
