// Keeps a database in files that the browser has for the page alone (its origin private file system), as a keeper of
// engine.js.
//
// What was written outlasts a tab, and a browser, that is killed. The file is synchronised whenever the engine asks: the pages
// of a commit are on the disk before the meta page that leads to them, and the meta page is before the answer. So a power
// failure leaves all that was answered.
//
// There are two files, and a third one of one byte that says which of them is the database: so another database takes the
// place of the first as a whole, or not at all.

const kTries = 250, kPause = 20; // milliseconds: a worker that was ended lets go of its files a little later

const pause = () => new Promise(resolve => setTimeout(resolve, kPause));

async function handle_of(folder, name) {
  const file = await folder.getFileHandle(name, { create: true });
  for (let tries = 1; ; ++tries) {
    try {
      return await file.createSyncAccessHandle();
    } catch (fault) {
      if (fault.name !== "NoModificationAllowedError" || tries === kTries) throw fault;
      await pause();
    }
  }
}

function write_whole(handle, bytes, offset) {
  for (let done = 0; done < bytes.length; ) {
    const count = handle.write(bytes.subarray(done), { at: offset + done });
    if (count === 0) throw new DOMException("The file takes no more.", "QuotaExceededError");
    done += count;
  }
}

export class PrivateFiles {
  #files;
  #choice;
  #current;

  constructor(files, choice) {
    [this.#files, this.#choice] = [files, choice];
    const byte = new Uint8Array(1);
    choice.read(byte, { at: 0 });
    this.#current = byte[0] === 1 ? 1 : 0;
  }

  /** Returns null where pages have no such files. */
  static async open(name) {
    let root;
    try {
      root = await navigator.storage.getDirectory();
    } catch {
      return null; // there is none, or it is closed to this page
    }
    if (!("createSyncAccessHandle" in FileSystemFileHandle.prototype)) return null;
    const folder = await root.getDirectoryHandle(encodeURIComponent(name), { create: true });
    const [first, second, choice] = await Promise.all(["a", "b", "choice"].map(file => handle_of(folder, file)));
    return new PrivateFiles([first, second], choice);
  }

  get #file() { return this.#files[this.#current]; }

  size() { return this.#file.getSize(); }
  read(target) { this.#file.read(target, { at: 0 }); }
  write(offset, bytes) { write_whole(this.#file, bytes, offset); }
  resize(size) { this.#file.truncate(size); }
  sync() { this.#file.flush(); }

  replace(bytes) {
    const next = 1 - this.#current;
    const file = this.#files[next];
    try {
      file.truncate(0);
      write_whole(file, bytes, 0);
      file.flush();
    } catch (fault) {
      file.truncate(0); // what was written takes no room
      throw fault;
    }
    write_whole(this.#choice, Uint8Array.of(next), 0);
    this.#choice.flush();
    this.#file.truncate(0);
    this.#current = next;
  }

  /** All is kept at once. */
  async settle() {}
}
