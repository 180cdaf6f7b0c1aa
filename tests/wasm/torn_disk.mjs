// A keeper of a database (web/wasm/engine.js) that knows what a disk would have if all had ended after any of its calls.

const kPage = 4096;

/** The file after a call. */
function done(file, { call, offset, bytes, size }) {
  if (call === "replace") return bytes;
  if (call === "sync") return file;
  const end = call === "resize" ? size : Math.max(file.length, offset + bytes.length);
  const changed = new Uint8Array(end);
  changed.set(file.subarray(0, end));
  if (call === "write") changed.set(bytes, offset);
  return changed;
}

export class TornDisk {
  calls = [];
  #file = new Uint8Array();
  #left = Infinity;
  #fault = "";

  write(offset, bytes) { this.#do({ call: "write", offset, bytes: bytes.slice() }); }
  resize(size) { this.#do({ call: "resize", size }); }
  sync() { this.#do({ call: "sync" }); }
  replace(bytes) { this.#do({ call: "replace", bytes: bytes.slice() }); }

  bytes() { return this.#file; }
  /** After so many calls more, each is failed by an error of this name. */
  fail_after(calls, fault) {
    this.#left = calls;
    this.#fault = fault;
  }

  /** The file if the process has ended after so many calls. */
  after(count) { return this.#all(this.calls.slice(0, count)); }
  /** The same, in the middle of the next one. */
  torn_after(count) {
    const next = this.calls[count] ?? { call: "sync" };
    const pages = Math.floor((next.bytes?.length ?? 0) / kPage / 2);
    return next.call === "write" ? done(this.after(count), { ...next, bytes: next.bytes.subarray(0, pages * kPage) }) : this.after(count);
  }
  /** The same if the power has failed: of what was written since the last sync every other write has not come to the disk. */
  without_power_after(count) {
    const calls = this.calls.slice(0, count);
    const synced = calls.findLastIndex(({ call }) => call === "sync" || call === "replace");
    return this.#all(calls.filter((_, i) => i <= synced || i % 2 === 0));
  }

  #all(calls) { return calls.reduce((file, call) => done(file, call), new Uint8Array()); }

  #do(call) {
    if (this.#left-- <= 0) throw Object.assign(new Error("The test fails it."), { name: this.#fault });
    this.calls.push(call);
    this.#file = done(this.#file, call);
  }
}
