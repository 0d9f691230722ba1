import { z } from 'zod';
import { reference } from '../kit/hydra.ts';
import { instant } from '../kit/instants.ts';
import type { Words } from '../kit/words.ts';
import { rightFieldWords } from '../rights/rightWords.ts';

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
  /** The reader can open it: it still exists, for them. */
  originOpens: z.boolean(),
  targetOpens: z.boolean(),
  /** `master`: who of the maker's staff did it in this person's name (IMP-05). */
  actionner: z.object({ id: z.string().nullable(), fullName: z.string(), master: z.string().nullable() }),
  dateEvent: instant,
  /** Names of the fields that an update changed. */
  fields: z.array(z.string()),
});
export type HistoryEventView = z.infer<typeof historyEventView>;

/** Filters of a history: kinds, the person, and a period from (inclusive) to (exclusive). */
export const historyFilters = {
  type: z.union([z.enum(historyTypes), z.array(z.enum(historyTypes)).max(historyTypes.length)]).optional(),
  actor: reference('users').optional(),
  from: instant.optional(),
  to: instant.optional(),
};

/** GET `history/{type}/{id}/people`: who stands in a history. */
export const historyPerson = z.object({ id: z.string(), fullName: z.string() });
export type HistoryPerson = z.infer<typeof historyPerson>;

/** GET `history/impersonalization`: who signed in as whom. */
export const connectionView = z.object({ id: z.string(), fullName: z.string(), society: z.string().nullable(), by: z.string(), dateEvent: instant });
export type ConnectionView = z.infer<typeof connectionView>;

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

/** What was done, in one word each, for filters and files. */
export const historyTypeWords: Record<HistoryType, Words> = {
  creation: { en: 'Creation', fr: 'Création' },
  update: { en: 'Change', fr: 'Modification' },
  deletion: { en: 'Deletion', fr: 'Suppression' },
  install: { en: 'Installation', fr: 'Installation' },
  uninstall: { en: 'Removal', fr: 'Retrait' },
  addToStructure: { en: 'Added to a structure', fr: 'Ajout à une structure' },
  removeFromStructure: { en: 'Taken out of a structure', fr: 'Retrait d’une structure' },
  approval: { en: 'Approval', fr: 'Approbation' },
  disapproval: { en: 'Approval withdrawn', fr: 'Approbation retirée' },
  activation: { en: 'Put into service', fr: 'Mise en service' },
  deactivation: { en: 'Taken out of service', fr: 'Mise hors service' },
  pairing: { en: 'Pairing', fr: 'Appairage' },
  import: { en: 'Import', fr: 'Import' },
  export: { en: 'Export', fr: 'Export' },
  connectionAs: { en: 'Sign-in on behalf', fr: 'Connexion en tant que' },
};

/** The fields that an update names. */
export const historyFieldWords: Record<string, Words> = {
  name: { en: 'name', fr: 'nom' },
  description: { en: 'description', fr: 'description' },
  phaseGroups: { en: 'settings', fr: 'réglages' },
  tags: { en: 'tags', fr: 'étiquettes' },
  serialNumber: { en: 'serial number', fr: 'numéro de série' },
  pin: { en: 'PIN', fr: 'code PIN' },
  timezone: { en: 'timezone', fr: 'fuseau horaire' },
  settings: { en: 'machine settings', fr: 'paramètres de la machine' },
  parent: { en: 'place in the tree', fr: 'place dans l’arborescence' },
  relatedUsers: { en: 'related users', fr: 'utilisateurs liés' },
  userInCharge: { en: 'user in charge', fr: 'responsable' },
  avatar: { en: 'picture', fr: 'image' },
  softwareVersion: { en: 'software', fr: 'logiciel' },
  updateHours: { en: 'hours for updates', fr: 'heures de mise à jour' },
  betaAllowed: { en: 'beta versions', fr: 'versions bêta' },
  position: { en: 'order', fr: 'ordre' },
  email: { en: 'e-mail', fr: 'e-mail' },
  firstName: { en: 'first name', fr: 'prénom' },
  lastName: { en: 'last name', fr: 'nom de famille' },
  society: { en: 'company', fr: 'société' },
  phone: { en: 'phone', fr: 'téléphone' },
  mobilePhone: { en: 'mobile phone', fr: 'téléphone mobile' },
  street: { en: 'street', fr: 'rue' },
  zipcode: { en: 'zip code', fr: 'code postal' },
  city: { en: 'city', fr: 'ville' },
  country: { en: 'country', fr: 'pays' },
  countryCode: { en: 'language', fr: 'langue' },
  temperatureUnitPreference: { en: 'temperature unit', fr: 'unité de température' },
  /** As it was written before it said which. */
  active: { en: 'access', fr: 'accès' },
  '+active': { en: 'account enabled', fr: 'compte réactivé' },
  '-active': { en: 'account disabled', fr: 'compte désactivé' },
  requiresSecondStep: { en: 'two-step sign-in for everybody', fr: 'connexion en deux étapes pour tous' },
  assistanceSharing: { en: 'sharing with support', fr: 'partage avec l’assistance' },
  ...rightFieldWords,
};
