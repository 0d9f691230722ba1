/** Parameters, and filters of lists, that are instants. */
const instants = ['from', 'to', 'at'];

/**
 * The query of a page's address (`?filter={…}&order=ASC`), without what no page has written there: pages take filters
 * and instants from it as they are. An address that needs no change is returned unchanged.
 */
export function cleanSearch(search: string): string {
  const query = new URLSearchParams(search);
  const before = query.toString();
  const filter = cleanFilter(query.get('filter'));
  if (filter === null) query.delete('filter');
  else query.set('filter', filter);
  if (query.has('order') && !['ASC', 'DESC'].includes(query.get('order') ?? ''))
    for (const name of ['sort', 'order']) query.delete(name);
  for (const name of instants) if (query.has(name) && !isInstant(query.get(name))) query.delete(name);
  const after = query.toString();
  return after === before ? search : after && `?${after}`;
}

/** Filters as JSON, without those of another kind than the page sets; null if it is no object. */
function cleanFilter(text: string | null): string | null {
  if (text === null) return null;
  try {
    const filter: unknown = JSON.parse(text);
    if (typeof filter !== 'object' || filter === null || Array.isArray(filter)) return null;
    const entries = Object.entries(filter);
    const kept = entries.filter(
      ([name, value]) =>
        (Array.isArray(value) ? value : [value]).every((one) => ['string', 'number', 'boolean'].includes(typeof one)) &&
        (name !== 'q' || typeof value === 'string') &&
        (!instants.includes(name) || isInstant(value)),
    );
    return kept.length === entries.length ? text : JSON.stringify(Object.fromEntries(kept));
  } catch {
    return null;
  }
}

function isInstant(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value));
}
