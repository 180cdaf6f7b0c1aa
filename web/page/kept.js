// What the browser keeps for the next time; a browser that keeps nothing has an empty page.

export const kept = {
  get(key, otherwise) {
    try { return JSON.parse(localStorage.getItem(`cellar.${key}`)) ?? otherwise; } catch { return otherwise; }
  },
  set(key, value) {
    try { localStorage.setItem(`cellar.${key}`, JSON.stringify(value)); } catch { /* it is full, or closed to pages */ }
  },
};
