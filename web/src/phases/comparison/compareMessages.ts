import type { Same } from '../../kit/useT.ts';

export const en = {
  caption: 'What differs',
  what: 'What',
  rings: 'rings',
  noRing: 'no ring',
  opens: 'for %{duration} min',
  none: '–',
  same: 'The settings are the same.',
} as const;

export const fr: Same<typeof en> = {
  caption: 'Ce qui diffère',
  what: 'Quoi',
  rings: 'sonne',
  noRing: 'sans sonnerie',
  opens: 'pendant %{duration} min',
  none: '–',
  same: 'Les réglages sont les mêmes.',
};
