import { z } from 'zod';
import { instant } from '../kit/instants.ts';
import type { Words } from '../kit/words.ts';

/** HIS-01. */
export const historyTypes = [
  'creation',
  'update',
  'deletion',
  'install',
  'uninstall',
  'addToStructure',
  'removeFromStructure',
  'approval',
  'disapproval',
  'activation',
  'deactivation',
  'pairing',
  'import',
  'export',
  'connectionAs',
] as const;
export type HistoryType = (typeof historyTypes)[number];
export const historyEntities = ['machine', 'program', 'tag', 'structure', 'user'] as const;
export type HistoryEntity = (typeof historyEntities)[number];

export const historyEventView = z.object({
  id: z.string(),
  typeEvent: z.enum(historyTypes),
  typeEntity: z.enum(historyEntities),
  /** What it happened to. */
  originId: z.string(),
  originName: z.string(),
  /** What else took part: the machine of an install, the structure of an addition. */
  targetId: z.string().nullable(),
  targetName: z.string().nullable(),
  targetEntity: z.enum(historyEntities).nullable(),
  actionner: z.object({ id: z.string().nullable(), fullName: z.string() }),
  dateEvent: instant,
  /** Names of the fields that an update changed. */
  fields: z.array(z.string()),
});
export type HistoryEventView = z.infer<typeof historyEventView>;

export const historyLimits = { firstLines: 10, moreLines: 10 } as const;

/** One sentence for each kind; `%{actor}`, `%{origin}` and `%{target}` are names. */
export const historyWords: Record<HistoryType, Words> = {
  creation: { en: '%{actor} created %{origin}', fr: '%{actor} a créé %{origin}' },
  update: { en: '%{actor} changed %{origin}', fr: '%{actor} a modifié %{origin}' },
  deletion: { en: '%{actor} deleted %{origin}', fr: '%{actor} a supprimé %{origin}' },
  install: { en: '%{actor} installed %{origin} on %{target}', fr: '%{actor} a installé %{origin} sur %{target}' },
  uninstall: { en: '%{actor} removed %{origin} from %{target}', fr: '%{actor} a retiré %{origin} de %{target}' },
  addToStructure: { en: '%{actor} placed %{origin} in %{target}', fr: '%{actor} a placé %{origin} dans %{target}' },
  removeFromStructure: { en: '%{actor} took %{origin} out of %{target}', fr: '%{actor} a sorti %{origin} de %{target}' },
  approval: { en: '%{actor} approved %{origin}', fr: '%{actor} a approuvé %{origin}' },
  disapproval: { en: '%{actor} withdrew the approval of %{origin}', fr: '%{actor} a retiré l’approbation de %{origin}' },
  activation: { en: '%{actor} put %{origin} into service', fr: '%{actor} a mis %{origin} en service' },
  deactivation: { en: '%{actor} took %{origin} out of service', fr: '%{actor} a mis %{origin} hors service' },
  pairing: { en: '%{origin} paired', fr: '%{origin} s’est appairé' },
  import: { en: '%{actor} imported %{origin}', fr: '%{actor} a importé %{origin}' },
  export: { en: '%{actor} exported %{origin}', fr: '%{actor} a exporté %{origin}' },
  connectionAs: { en: '%{actor} signed in as %{origin}', fr: '%{actor} s’est connecté en tant que %{origin}' },
};
