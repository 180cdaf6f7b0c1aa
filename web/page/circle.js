// A ring of tokens as a circle: it begins at its top with the smallest token, and goes clockwise.

/** Returns the share of the ring that is before a token. */
export const turn_of = token => Number((BigInt(token) + (1n << 63n)) / (1n << 11n)) / 2 ** 53;

/** Returns the point of a circle behind a share of the ring. */
export function point_at({ x, y, r }, turn) {
  const angle = 2 * Math.PI * turn;
  return { x: x + r * Math.sin(angle), y: y - r * Math.cos(angle) };
}
