/**
 * SEC-03: calls that the page makes by itself after `minutes` without input from the person carry this header; they do
 * not extend the session.
 */
export const unattended = { header: 'Fournil-Unattended', minutes: 2 } as const;
