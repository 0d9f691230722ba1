/** The address of a list with these filters set. */
export function listLink(resource: string, filter: Record<string, unknown>): string {
  const entries = Object.entries(filter);
  return entries.length === 0 ? `/${resource}` : `/${resource}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
}
