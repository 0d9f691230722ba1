import type { Words } from '@fournil/contract/kit/words';

/** The names of columns that several files about machines have. */
export const columnWords = {
  machine: { en: 'Machine', fr: 'Machine' },
  serial: { en: 'Serial number', fr: 'Numéro de série' },
  structure: { en: 'Structure', fr: 'Structure' },
  zone: { en: 'Timezone', fr: 'Fuseau horaire' },
  start: { en: 'Start', fr: 'Début' },
  end: { en: 'End', fr: 'Fin' },
  program: { en: 'Program', fr: 'Programme' },
  revision: { en: 'Revision', fr: 'Révision' },
  state: { en: 'State', fr: 'État' },
  detail: { en: 'Detail', fr: 'Détail' },
  hash: { en: 'SHA-256 of the body', fr: 'SHA-256 du contenu' },
} as const satisfies Record<string, Words>;
