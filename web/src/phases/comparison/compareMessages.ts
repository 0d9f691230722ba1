import type { Same } from '../../kit/useT.ts';

export const en = {
  caption: 'Differences',
  what: 'Setting',
  rings: 'rings',
  noRing: 'no ring',
  opens: 'for %{duration}',
  none: '–',
  same: 'The settings are the same.',
} as const;

export const fr: Same<typeof en> = {
  caption: 'Différences',
  what: 'Réglage',
  rings: 'sonne',
  noRing: 'sans sonnerie',
  opens: 'pendant %{duration}',
  none: '–',
  same: 'Les réglages sont les mêmes.',
};
