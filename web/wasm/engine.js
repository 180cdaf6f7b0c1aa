// Runs the engine as WebAssembly, in a browser's worker or in Node: begin(module of cellar.wasm, keeper) -> Engine.
//
// An Engine takes the messages of the page (web/site/site.h) and answers with their texts of JSON. It works on the bytes of a
// database, which open() is given and saved() returns: those of the files that the native program reads and writes.
//
// A keeper is told what is done to the file, during open() and message(), in the order in which it is done:
//   write(offset, bytes)   bytes of the module's memory, which change after the call
//   resize(size)           the file is cut off there, or goes on with zeros
//   sync()                 what was written is to outlast a power failure from here on
//   replace(bytes)         the file is these bytes from now on, all of them or none
// What it throws has not been done, and the statement is refused. Whenever it is ended between two calls or within one, what it
// was told until then is a database with all that was answered.

/** A fault that has ended the module: it is of no use from then on. */
export class Ended extends Error {}

const kSuccess = 0, kBadDescriptor = 8, kDiskFailed = 29, kMissing = 44, kDiskFull = 51, kNotSupported = 52;

/** What the C library asks of a system: time and chance, and a place for words of a failure. There are no files. */
function system(memory) {
  const numbers = () => new DataView(memory().buffer);
  let said = "";
  const nothing = {};
  for (const name of ["fd_advise", "fd_allocate", "fd_close", "fd_datasync", "fd_fdstat_get", "fd_fdstat_set_flags",
    "fd_filestat_get", "fd_filestat_set_size", "fd_filestat_set_times", "fd_pread", "fd_prestat_get",
    "fd_prestat_dir_name", "fd_pwrite", "fd_read", "fd_readdir", "fd_renumber", "fd_seek", "fd_sync", "fd_tell"])
    nothing[name] = () => kBadDescriptor;
  for (const name of ["path_create_directory", "path_filestat_get", "path_filestat_set_times", "path_link", "path_open",
    "path_readlink", "path_remove_directory", "path_rename", "path_symlink", "path_unlink_file"])
    nothing[name] = () => kMissing;
  for (const name of ["poll_oneoff", "sock_accept", "sock_recv", "sock_send", "sock_shutdown"])
    nothing[name] = () => kNotSupported;
  return {
    ...nothing,
    sched_yield: () => kSuccess,
    environ_sizes_get(count, size) {
      numbers().setUint32(count, 0, true);
      numbers().setUint32(size, 0, true);
      return kSuccess;
    },
    environ_get: () => kSuccess,
    args_sizes_get(count, size) {
      numbers().setUint32(count, 0, true);
      numbers().setUint32(size, 0, true);
      return kSuccess;
    },
    args_get: () => kSuccess,
    clock_res_get(_clock, resolution) {
      numbers().setBigUint64(resolution, 1000n, true);
      return kSuccess;
    },
    clock_time_get(clock, _precision, time) {
      const milliseconds = clock === 0 ? performance.timeOrigin + performance.now() : performance.now();
      numbers().setBigUint64(time, BigInt(Math.round(milliseconds * 1000)) * 1000n, true);
      return kSuccess;
    },
    random_get(begin, size) {
      const kMost = 65536;  // that crypto gives at a time
      for (let done = 0; done < size; done += kMost)
        crypto.getRandomValues(new Uint8Array(memory().buffer, begin + done, Math.min(kMost, size - done)));
      return kSuccess;
    },
    fd_write(_descriptor, parts, count, written) {
      let size = 0;
      for (let i = 0; i < count; ++i) {
        const begin = numbers().getUint32(parts + 8 * i, true);
        const part = numbers().getUint32(parts + 8 * i + 4, true);
        said += new TextDecoder().decode(new Uint8Array(memory().buffer, begin, part).slice());
        size += part;
      }
      numbers().setUint32(written, size, true);
      return kSuccess;
    },
    proc_exit() {
      throw new Ended(said);
    },
  };
}

/** What the module tells of its file, as numbers; it is answered by numbers, too. */
function file_of(keeper, memory) {
  const done = work => {
    try {
      work();
      return kSuccess;
    } catch (fault) {
      return fault.name === "QuotaExceededError" ? kDiskFull : kDiskFailed;
    }
  };
  const bytes = (begin, size) => new Uint8Array(memory().buffer, begin, size);
  return {
    write: (offset, begin, size) => done(() => keeper.write(offset >>> 0, bytes(begin >>> 0, size >>> 0))),
    resize: size => done(() => keeper.resize(size >>> 0)),
    sync: () => done(() => keeper.sync()),
    replace: (begin, size) => done(() => keeper.replace(bytes(begin >>> 0, size >>> 0))),
  };
}

const nobody = { write() {}, resize() {}, sync() {}, replace() {} };

export class Engine {
  #exports;

  constructor(exports) {
    this.#exports = exports;
  }

  get memory() { return this.#exports.memory; }

  /** `bytes`: a database; none: an empty one. Throws if they are no database, with the reason as its message. */
  open(bytes = new Uint8Array()) {
    this.open_from(bytes.length, target => target.set(bytes));
  }

  /** The same for a file of `size` bytes, which read(target) puts into the target. */
  open_from(size, read) {
    const begin = this.#call("room", size);
    if (size > 0 && begin === 0) throw new Error("There is not enough memory.");
    if (size > 0) read(new Uint8Array(this.memory.buffer, begin, size));
    if (this.#call("open") !== 0) throw new Error(this.#result());
  }

  /** Sends a message as the page sends it: message("answer", {statement: "SELECT ..."}). Its text is that of the answer. */
  message(target, body) {
    const [targetBytes, bodyBytes] = ["/" + target, JSON.stringify(body)].map(text => new TextEncoder().encode(text));
    const [targetBegin, bodyBegin] = [this.#put(targetBytes), this.#put(bodyBytes)];
    const status = this.#call("message", targetBegin, targetBytes.length, bodyBegin, bodyBytes.length);
    this.#call("release", targetBegin);
    this.#call("release", bodyBegin);
    return { status, text: this.#result() };
  }

  /** What was kept of the student: the text of an earlier record(). It is for the next open(). */
  set_record(text) {
    this.#hand_in("set_record", text);
  }

  /** The text of exercises.txt. Until it is handed in there are no exercises. */
  set_exercises(text) {
    this.#hand_in("set_exercises", text);
  }

  /** What is to be kept of the student: points of exercises, steps of lessons. */
  record() {
    this.#call("record");
    return this.#result();
  }

  /** A copy of the bytes of the database, with all that was answered. */
  saved() {
    return this.#bytes(this.#call("saved"), this.#call("saved_size"));
  }

  /** Pointers are numbers without a sign. */
  #call(name, ...values) {
    try {
      return this.#exports[name](...values) >>> 0;
    } catch (fault) {
      throw fault instanceof Ended ? fault : new Ended(String(fault), { cause: fault });
    }
  }

  #hand_in(name, text) {
    const bytes = new TextEncoder().encode(text);
    const begin = this.#put(bytes);
    this.#call(name, begin, bytes.length);
    this.#call("release", begin);
  }

  #put(bytes) {
    const begin = this.#call("allocate", bytes.length || 1);
    if (begin === 0) throw new Error("There is not enough memory.");
    new Uint8Array(this.memory.buffer, begin, bytes.length).set(bytes);
    return begin;
  }

  #bytes(begin, size) {
    return new Uint8Array(this.memory.buffer, begin, size).slice();
  }

  #result() {
    return new TextDecoder().decode(this.#bytes(this.#call("result"), this.#call("result_size")));
  }
}

/** `module`: a WebAssembly.Module. `keeper`: what keeps the file; none: it is gone with the module. */
export async function begin(module, keeper = nobody) {
  let exports;
  const memory = () => exports.memory;
  const imports = { wasi_snapshot_preview1: system(memory), cellar: file_of(keeper, memory) };
  exports = (await WebAssembly.instantiate(module, imports)).exports;
  exports._initialize();
  return new Engine(exports);
}
