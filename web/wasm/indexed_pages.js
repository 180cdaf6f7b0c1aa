// Keeps a database in IndexedDB, where pages have no files of their own, as a keeper of engine.js: its bytes are here, too,
// and those that have changed go there page by page when a message has been answered, all or none of them, and outlast a power
// failure from then on.
//
// A database belongs to the tab that has opened it last. Another one finds that out when it writes, and nothing of it is kept.

const kPage = 4096; // bytes

/** Another tab has the database. */
export class Taken extends Error {}

const result_of = request =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const end_of = transaction =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error ?? new DOMException("It was given up.", "AbortError"));
  });

function open_store(name) {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("pages");
    request.result.createObjectStore("facts");
  };
  return result_of(request);
}

export class IndexedPages {
  #store;
  #owner = crypto.getRandomValues(new Uint32Array(4)).join();
  #bytes = new Uint8Array(); // with room beyond the end
  #size = 0;
  #changed = new Set(); // numbers of pages
  #is_new = false; // nothing of what is kept stays

  /** Returns null where pages have no IndexedDB. */
  static async open(name) {
    const pages = new IndexedPages();
    try {
      pages.#store = await open_store(name);
      await pages.#load();
    } catch {
      return null; // there is none, or it is closed to this page
    }
    return pages;
  }

  async #load() {
    const transaction = this.#store.transaction(["pages", "facts"], "readwrite");
    const ended = end_of(transaction);
    const [pages, facts] = ["pages", "facts"].map(name => transaction.objectStore(name));
    facts.put(this.#owner, "owner");
    const [size, numbers, all] = await Promise.all(
      [facts.get("size"), pages.getAllKeys(), pages.getAll()].map(result_of));
    await ended;
    this.#make_room(size ?? 0);
    this.#size = size ?? 0;
    numbers.forEach((number, i) => this.#bytes.set(all[i], number * kPage));
  }

  #make_room(size) {
    if (size <= this.#bytes.length) return;
    const bytes = new Uint8Array(Math.max(2 * this.#bytes.length, Math.ceil(size / kPage) * kPage));
    bytes.set(this.#bytes);
    this.#bytes = bytes;
  }

  #note(from, to) {
    for (let number = Math.floor(from / kPage); number * kPage < to; ++number) this.#changed.add(number);
  }

  size() { return this.#size; }
  read(target) { target.set(this.#bytes.subarray(0, target.length)); }

  write(offset, bytes) {
    this.#make_room(offset + bytes.length);
    this.#bytes.set(bytes, offset);
    this.#note(Math.min(offset, this.#size), offset + bytes.length);
    this.#size = Math.max(this.#size, offset + bytes.length);
  }

  resize(size) {
    this.#make_room(size);
    this.#bytes.fill(0, Math.min(size, this.#size));
    this.#note(Math.min(size, this.#size), Math.max(size, this.#size));
    this.#size = size;
  }

  sync() {}

  replace(bytes) {
    this.#bytes = new Uint8Array();
    this.#size = 0;
    this.#changed.clear();
    this.#is_new = true;
    this.write(0, bytes);
  }

  /** Resolves when all of it is kept. Else nothing is, and what is here is of no use from then on. */
  async settle() {
    if (this.#changed.size === 0) return;
    const transaction = this.#store.transaction(["pages", "facts"], "readwrite", { durability: "strict" });
    const ended = end_of(transaction);
    ended.catch(() => {}); // is awaited below, unless there is a fault before
    try {
      await this.#put_changes(...["pages", "facts"].map(name => transaction.objectStore(name)));
      transaction.commit?.();
    } catch (fault) {
      transaction.abort(); // else what was put before would be kept
      throw fault;
    }
    await ended;
    this.#changed.clear();
    this.#is_new = false;
  }

  async #put_changes(pages, facts) {
    if ((await result_of(facts.get("owner"))) !== this.#owner) throw new Taken();
    if (this.#is_new) pages.clear();
    for (const number of this.#changed) {
      const [from, to] = [number * kPage, Math.min((number + 1) * kPage, this.#size)];
      if (from < this.#size) pages.put(this.#bytes.slice(from, to), number);
      else pages.delete(number);
    }
    facts.put(this.#size, "size");
  }
}
