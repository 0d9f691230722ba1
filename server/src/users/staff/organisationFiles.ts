import type { Words } from '@fournil/contract/kit/words';
import type { Tables } from '../../db/tables/index.ts';

type Table = keyof Tables;

/** One file of the export, with a line of JSON for each row of its table. */
export interface OrganisationFile {
  table: Table;
  about: Words;
  /** SQL of what identifies a row within its organisation, in an order that an index has; `id` if absent. */
  by?: readonly string[];
}

const file = (table: Table, en: string, fr: string, ...by: string[]): OrganisationFile => ({
  table,
  about: { en, fr },
  ...(by.length > 0 && { by }),
});

/** USR-10: what an organisation's deletion deletes, and its history, which is kept. */
export const organisationFiles: readonly OrganisationFile[] = [
  file('users', 'accounts of people', 'comptes des personnes'),
  file('userRights', 'rights of people', 'droits des personnes', '"userId"', '"right"'),
  file('rightsTemplates', 'templates of rights', 'modèles de droits'),
  file('apiTokens', 'API tokens', 'jetons d’API'),
  file('webhooks', 'webhooks', 'webhooks'),
  file('webhookDeliveries', 'what was sent to webhooks', 'messages envoyés aux webhooks'),
  file('structures', 'structures', 'structures'),
  file('structureUsers', 'people of structures', 'personnes des structures', '"structureId"', '"userId"'),
  file('tags', 'tags', 'étiquettes'),
  file('tagUsers', 'people of tags', 'personnes des étiquettes', '"tagId"', '"userId"'),
  file('programs', 'programs in their latest revision', 'programmes dans leur dernière révision'),
  file(
    'programRevisions',
    'every revision of programs',
    'toutes les révisions des programmes',
    '"programId"',
    'revision',
  ),
  file('programTags', 'tags of programs', 'étiquettes des programmes', '"programId"', '"tagId"'),
  file('menus', 'menus in their latest revision', 'gammes dans leur dernière révision'),
  file('menuRevisions', 'every revision of menus', 'toutes les révisions des gammes', '"menuId"', 'revision'),
  file(
    'menuPlaces',
    'where menus are given',
    'lieux auxquels les gammes sont attribuées',
    '"menuId"',
    'coalesce("structureId", "machineId")',
  ),
  file('machines', 'machines with their settings', 'machines avec leurs réglages'),
  file('machineStates', 'last known state of machines', 'dernier état connu des machines', '"machineId"'),
  file('installations', 'programs of machines', 'programmes des machines'),
  file('machineMenus', 'menus of machines', 'gammes des machines', '"machineId"', '"menuId"'),
  file('menuChecks', 'when menus of machines are checked', 'vérifications des gammes des machines', '"machineId"'),
  file(
    'givenMenus',
    'menus as machines were given them',
    'gammes telles que remises aux machines',
    '"machineId"',
    '"menuId"',
  ),
  file('machineCommands', 'settings sent to machines', 'réglages envoyés aux machines'),
  file('machineContents', 'what machines held, and when', 'contenu des machines au fil du temps', '"machineId"', 'at'),
  file('heldLists', 'the lists of programs named there', 'listes de programmes qui y sont citées', 'sha256'),
  file('changedBodies', 'programs changed at ovens', 'programmes modifiés au four', 'sha256'),
  file('machineUpdates', 'software updates of machines', 'mises à jour des machines'),
  file('machineErrors', 'faults', 'défauts', '"machineId"', 'code', '"dateStart"'),
  file('activities', 'activities', 'activités', '"machineId"', '"reportId"', 'at'),
  file('readings', 'readings of the last days', 'relevés des derniers jours', '"machineId"', 'at'),
  file('packedReadings', 'older readings', 'relevés plus anciens', '"machineId"', 'hour'),
  file('machineDays', 'figures by machine and day', 'statistiques par machine et par jour', '"machineId"', 'day'),
  file('outages', 'lost connections that lasted', 'pertes de connexion prolongées'),
  file('outageMachines', 'machines of these', 'machines concernées par celles-ci', '"outageId"', '"machineId"'),
  file('rollouts', 'rollouts', 'déploiements'),
  file('rolloutRings', 'rings of rollouts', 'paliers des déploiements', '"rolloutId"', 'position'),
  file('rolloutMachines', 'machines of rollouts', 'machines des déploiements', '"rolloutId"', '"machineId"'),
  file('bulkRuns', 'actions on several records', 'actions groupées'),
  file('bulkItems', 'records of these', 'éléments concernés par celles-ci', '"runId"', '"itemId"'),
  file('recycleBin', 'entries of the recycle bin', 'éléments de la corbeille'),
  file('pictures', 'portraits, with a file for each', 'portraits, avec un fichier pour chacun'),
  file('mails', 'mails of the console', 'e-mails de la console'),
  file('historyEvents', 'history', 'historique', 'id', 'at'),
];

const secret = {
  en: 'opens an account, an oven or an interface: a password, a code, a key, or what it is checked by',
  fr: 'ouvre un compte, un four ou une interface : mot de passe, code, clé, ou ce qui sert à les vérifier',
};
const origin = {
  en: 'says from which computer somebody called',
  fr: 'indique depuis quel ordinateur quelqu’un s’est connecté',
};
const certificate = {
  en: 'identifies an oven’s certificate',
  fr: 'identifie le certificat d’un four',
};

/** Columns that are in no file, with the reason. `organisationId` is the same in every line. */
export const leftOutColumns: Partial<Record<Table, Record<string, Words>>> = {
  users: {
    passwordHash: secret,
    formerPasswordHash: secret,
    securityCode: secret,
    twoStepSecret: secret,
    twoStepLastStep: secret,
    twoStepSince: secret,
  },
  apiTokens: { hash: secret, ending: secret, lastUsedFrom: origin },
  webhooks: { secret, formerSecret: secret },
  machines: {
    pinHash: secret,
    pairingPinHash: secret,
    pairingOpenedFrom: origin,
    certificateFingerprint: certificate,
    formerFingerprint: certificate,
  },
  machineStates: { brokerUrl: { en: 'an address of the operator', fr: 'une adresse de l’exploitant' } },
  mails: {
    secret,
    html: { en: 'repeats the text', fr: 'répète le texte' },
  },
  bulkRuns: { sessionId: origin, address: origin, userAgent: origin },
  historyEvents: { address: origin, userAgent: origin },
};

/** Tables with rows of an organisation or of what is deleted with it, that are in no file, with the reason. */
export const leftOutTables: Record<string, Words> = {
  machineTotals: { en: 'a count of the machines', fr: 'un décompte des machines' },
  untoldEvents: {
    en: 'names events of the history that a mail has still to tell',
    fr: 'cite des événements de l’historique qu’un e-mail doit encore annoncer',
  },
  liveNotes: {
    en: 'tells open pages of changes, for minutes',
    fr: 'informe les pages ouvertes, pendant quelques minutes',
  },
  idempotencyKeys: { en: 'answers that are repeated, for a day', fr: 'réponses répétées pendant un jour' },
  serialOwners: {
    en: 'is kept, so that the next owner of an oven gets nothing of the time before',
    fr: 'est conservée, pour que le prochain propriétaire d’un four ne reçoive rien d’avant',
  },
  accountTokens: secret,
  recoveryCodes: secret,
  passkeys: secret,
  passkeyChallenges: secret,
  sessions: origin,
  updateUploads: { en: 'of the maker', fr: 'appartient au fabricant' },
};
