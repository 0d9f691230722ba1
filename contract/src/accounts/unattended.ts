/**
 * SEC-03: a call that the page makes by itself, after `minutes` without a person's hand, carries this header and keeps
 * no session alive.
 */
export const unattended = { header: 'Fournil-Unattended', minutes: 2 } as const;
