// A keeper of a database (web/wasm/engine.js) that knows what a disk would have if all had ended after any of its calls, and
// a disk whose files a page has for itself (web/wasm/private_files.js).

const kPage = 4096;
const kSector = 512;

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

/** A disk of several files. Of what was not flushed a power failure leaves any sectors, whenever they were written. */
export class SectorDisk {
  calls = []; // of all files, in their order

  /** `bytes`: what the disk has of each file. */
  constructor(bytes = {}) { this.bytes = { ...bytes }; }

  /** Returns a file as a FileSystemSyncAccessHandle. */
  handle(name) {
    this.bytes[name] ??= new Uint8Array();
    const note = call => {
      this.calls.push({ name, ...call });
      this.bytes[name] = done(this.bytes[name], call);
    };
    return {
      getSize: () => this.bytes[name].length,
      read: (target, { at }) => {
        const part = this.bytes[name].subarray(at, at + target.length);
        target.set(part);
        return part.length;
      },
      write: (bytes, { at }) => {
        note({ call: "write", offset: at, bytes: bytes.slice() });
        return bytes.length;
      },
      truncate: size => note({ call: "resize", size }),
      flush: () => note({ call: "sync" }),
    };
  }

  /** The disk if the power has failed after so many calls; `is_left()` says of each sector whether it has come there. */
  without_power_after(count, is_left) {
    const files = {};
    const calls = this.calls.slice(0, count);
    for (const name of Object.keys(this.bytes)) {
      const own = calls.filter(call => call.name === name);
      const flushed = own.findLastIndex(({ call }) => call === "sync");
      files[name] = own.flatMap((call, i) => (i <= flushed ? [call] : sectors_of(call).filter(is_left)))
        .reduce((file, call) => done(file, call), new Uint8Array());
    }
    return new SectorDisk(files);
  }
}

function sectors_of(call) {
  if (call.call !== "write") return [call];
  const sectors = [];
  for (let from = 0; from < call.bytes.length; ) {
    const to = Math.min(call.bytes.length, from + kSector - ((call.offset + from) % kSector));
    sectors.push({ call: "write", offset: call.offset + from, bytes: call.bytes.subarray(from, to) });
    from = to;
  }
  return sectors;
}
