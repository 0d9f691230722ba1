/** The list with one entry moved to another position (from 1), and all positions renumbered. */
export function movedTo<Entry extends { id: string; position: number }>(
  entries: readonly Entry[],
  id: string,
  position: number,
): Entry[] {
  const one = entries.find((entry) => entry.id === id);
  if (!one) return [...entries];
  const others = entries.filter((entry) => entry.id !== id);
  const order = [...others.slice(0, position - 1), one, ...others.slice(position - 1)];
  return order.map((entry, index) => ({ ...entry, position: index + 1 }));
}
