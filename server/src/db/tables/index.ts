import type { AccountTables } from './accounts.ts';
import type { ApiTokenTables } from './apiTokens.ts';
import type { BulkTables } from './bulk.ts';
import { certificate, coordinator, everyNode, goes, origin, secret, shard, stays, type TableFacts } from './facts.ts';
import type { HistoryTables } from './history.ts';
import type { IdempotencyTables } from './idempotency.ts';
import type { ImageTables } from './images.ts';
import type { LiveTables } from './live.ts';
import type { MachineContentsTables } from './machineContents.ts';
import type { MachineTables } from './machines.ts';
import type { MenuTables } from './menus.ts';
import type { ModelTables } from './models.ts';
import type { ProgramTables } from './programs.ts';
import type { RecycleBinTables } from './recycleBin.ts';
import type { RolloutTables } from './rollouts.ts';
import type { SoftwareUpdateTables } from './softwareUpdates.ts';
import type { StructureTables } from './structures.ts';
import type { WebhookTables } from './webhooks.ts';

/** Every table; the row is the camelCase view of it. */
export interface Tables
  extends AccountTables,
    ApiTokenTables,
    StructureTables,
    ProgramTables,
    MachineTables,
    MachineContentsTables,
    HistoryTables,
    BulkTables,
    IdempotencyTables,
    ImageTables,
    MenuTables,
    ModelTables,
    LiveTables,
    RecycleBinTables,
    RolloutTables,
    SoftwareUpdateTables,
    WebhookTables {}

/** Every table: without a row here, a new one does not compile. */
export const tableFacts = {
  webhookDeliveries: { ...shard('webhooks'), ...goes('what was sent to webhooks', 'messages envoyés aux webhooks') },
  webhooks: { ...shard('webhooks'), ...goes('webhooks', 'webhooks'), without: { secret, formerSecret: secret } },
  // The time of its last use is written at each call.
  apiTokens: {
    ...coordinator('api-tokens', 'identity'),
    ...goes('API tokens', 'jetons d’API'),
    without: { hash: secret, ending: secret, lastUsedFrom: origin },
  },
  users: {
    ...everyNode('accounts', 'control', 'users', 'images'),
    ...goes('accounts of people', 'comptes des personnes'),
    without: {
      passwordHash: secret,
      formerPasswordHash: secret,
      securityCode: secret,
      twoStepSecret: secret,
      twoStepLastStep: secret,
      twoStepSince: secret,
    },
  },
  pictures: {
    ...everyNode('images'),
    ...goes('portraits, with a file for each', 'portraits, avec un fichier pour chacun'),
  },
  userRights: {
    ...everyNode('accounts', 'users'),
    ...goes('rights of people', 'droits des personnes', '"userId"', '"right"'),
  },
  rightsTemplates: { ...everyNode('users'), ...goes('templates of rights', 'modèles de droits') },
  bulkItems: {
    ...shard('bulk'),
    ...goes('records of these', 'éléments concernés par celles-ci', '"runId"', '"itemId"'),
  },
  bulkRuns: {
    ...shard('bulk'),
    ...goes('actions on several records', 'actions groupées'),
    without: { sessionId: origin, address: origin, userAgent: origin },
  },
  machineCommands: {
    ...shard('machines', 'machine-link'),
    ...goes('settings sent to machines', 'réglages envoyés aux machines'),
  },
  // A deleted program has no installations; restoring it creates them again.
  installations: {
    ...shard('machines', 'machine-link', 'programs', 'recycle-bin', 'differences'),
    ...goes('programs of machines', 'programmes des machines'),
  },
  // A rollout does not wait for a machine that is deleted.
  machineUpdates: {
    ...shard('software-updates', 'machines'),
    ...goes('software updates of machines', 'mises à jour des machines'),
  },
  machineErrors: { ...shard('machine-link'), ...goes('faults', 'défauts', '"machineId"', 'code', '"dateStart"') },
  activities: { ...shard('machine-link'), ...goes('activities', 'activités', '"machineId"', '"reportId"', 'at') },
  readings: {
    ...shard('machine-link'),
    ...goes('readings of the last days', 'relevés des derniers jours', '"machineId"', 'at'),
  },
  packedReadings: {
    ...shard('machine-link'),
    ...goes('older readings', 'relevés plus anciens', '"machineId"', 'hour'),
  },
  machineDays: {
    ...shard('machine-link'),
    ...goes('figures by machine and day', 'statistiques par machine et par jour', '"machineId"', 'day'),
  },
  outageMachines: {
    ...shard('machine-link'),
    ...goes('machines of these', 'machines concernées par celles-ci', '"outageId"', '"machineId"'),
  },
  outages: { ...shard('machine-link'), ...goes('lost connections that lasted', 'pertes de connexion prolongées') },
  machineContents: {
    ...shard('machine-link'),
    ...goes('what machines held, and when', 'contenu des machines au fil du temps', '"machineId"', 'at'),
  },
  heldLists: {
    ...shard('machine-link'),
    ...goes('lists of programs that machines held', 'listes de programmes qu’ont contenues les machines', 'sha256'),
  },
  changedBodies: {
    ...shard('machine-link'),
    ...goes('programs changed at ovens', 'programmes modifiés au four', 'sha256'),
  },
  rolloutMachines: {
    ...shard('rollouts'),
    ...goes('machines of rollouts', 'machines des déploiements', '"rolloutId"', '"machineId"'),
  },
  rolloutRings: {
    ...everyNode('rollouts', 'software-updates'),
    ...goes('rings of rollouts', 'paliers des déploiements', '"rolloutId"', 'position'),
  },
  rollouts: { ...everyNode('rollouts', 'software-updates'), ...goes('rollouts', 'déploiements') },
  givenMenus: {
    ...shard('menus'),
    ...goes('menus as machines were given them', 'gammes telles que remises aux machines', '"machineId"', '"menuId"'),
  },
  machineMenus: { ...shard('menus'), ...goes('menus of machines', 'gammes des machines', '"machineId"', '"menuId"') },
  menuChecks: {
    ...shard('menus'),
    ...goes('when menus of machines are checked', 'vérifications des gammes des machines', '"machineId"'),
  },
  menuPlaces: {
    ...shard('menus'),
    ...goes(
      'where menus are given',
      'lieux auxquels les gammes sont attribuées',
      '"menuId"',
      'coalesce("structureId", "machineId")',
    ),
  },
  menuRevisions: {
    ...shard('menus'),
    ...goes('every revision of menus', 'toutes les révisions des gammes', '"menuId"', 'revision'),
  },
  menus: { ...shard('menus'), ...goes('menus in their latest revision', 'gammes dans leur dernière révision') },
  machineStates: {
    ...shard('machines', 'machine-link'),
    ...goes('last known state of machines', 'dernier état connu des machines', '"machineId"'),
    without: { brokerUrl: { en: 'an address of the operator', fr: 'une adresse de l’exploitant' } },
  },
  // A machine reports its software at the update interface too.
  machines: {
    ...shard('machines', 'machine-link', 'programs', 'software-updates', 'testing'),
    ...goes('machines with their settings', 'machines avec leurs réglages'),
    without: {
      pinHash: secret,
      pairingPinHash: secret,
      pairingOpenedFrom: origin,
      certificateFingerprint: certificate,
      formerFingerprint: certificate,
    },
  },
  machineTotals: {
    place: 'counted',
    writers: [],
    ofOrganisation: true,
    inNoFile: { en: 'a count of the machines', fr: 'un décompte des machines' },
  },
  programTags: {
    ...shard('programs'),
    ...goes('tags of programs', 'étiquettes des programmes', '"programId"', '"tagId"'),
  },
  programRevisions: {
    ...shard('programs'),
    ...goes('every revision of programs', 'toutes les révisions des programmes', '"programId"', 'revision'),
  },
  programs: {
    ...shard('programs', 'machines'),
    ...goes('programs in their latest revision', 'programmes dans leur dernière révision'),
  },
  tagUsers: { ...shard('tags'), ...goes('people of tags', 'personnes des étiquettes', '"tagId"', '"userId"') },
  tags: { ...shard('tags'), ...goes('tags', 'étiquettes') },
  structureUsers: {
    ...shard('structures', 'testing'),
    ...goes('people of structures', 'personnes des structures', '"structureId"', '"userId"'),
  },
  structures: { ...shard('structures', 'users'), ...goes('structures', 'structures') },
  untoldEvents: {
    ...coordinator('history'),
    ofOrganisation: true,
    inNoFile: {
      en: 'names events of the history that a mail has still to tell',
      fr: 'cite des événements de l’historique qu’un e-mail doit encore annoncer',
    },
  },
  recycleBin: {
    ...shard('recycle-bin', 'machines'),
    ...goes('entries of the recycle bin', 'éléments de la corbeille'),
  },
  mails: {
    ...coordinator('notifications'),
    ...goes('mails of the console', 'e-mails de la console'),
    without: { secret, html: { en: 'repeats the text', fr: 'répète le texte' } },
  },
  organisations: { ...everyNode('accounts', 'users') },
  programImages: { ...everyNode('images') },
  machineImages: { ...everyNode('images') },
  machineModels: { ...everyNode('models') },
  softwareUpdates: { ...everyNode('software-updates') },
  historyEvents: {
    ...coordinator('history'),
    ...stays('history', 'historique', 'id', 'at'),
    without: { address: origin, userAgent: origin },
  },
  // Written by the transaction of a change in any feature, and deleted when all servers have read it.
  liveNotes: {
    ...coordinator('kit', 'live'),
    inNoFile: {
      en: 'tells open pages of changes, for minutes',
      fr: 'informe les pages ouvertes, pendant quelques minutes',
    },
  },
  sessions: { ...coordinator('accounts', 'control', 'identity'), inNoFile: origin },
  accountTokens: { ...coordinator('identity', 'accounts'), inNoFile: secret },
  recoveryCodes: { ...coordinator('accounts'), inNoFile: secret },
  passkeys: { ...coordinator('accounts'), inNoFile: secret },
  passkeyChallenges: { ...coordinator('accounts'), inNoFile: secret },
  attempts: { ...coordinator('kit') },
  // Written by the transaction of the call, in any feature.
  idempotencyKeys: {
    ...coordinator('db', 'kit'),
    inNoFile: { en: 'answers that are repeated, for a day', fr: 'réponses répétées pendant un jour' },
  },
  // Attempts to pair are counted at pairing and where a serial number is entered.
  pairingTries: { ...coordinator('machine-link', 'machines') },
  serialOwners: {
    ...coordinator('machine-link'),
    inNoFile: {
      en: 'is kept, so that the next owner of an oven gets nothing of the time before',
      fr: 'est conservée, pour que le prochain propriétaire d’un four ne reçoive rien d’avant',
    },
  },
  refusedMessages: { ...coordinator('machine-link') },
  machineCertificates: { ...coordinator('machine-link') },
  updateUploads: {
    ...coordinator('software-updates'),
    inNoFile: { en: 'of the maker', fr: 'appartient au fabricant' },
  },
  servers: { ...coordinator('machine-link') },
  brokerSlots: { ...coordinator('machine-link') },
  serverSecrets: { ...coordinator('db') },
} as const satisfies Record<keyof Tables | 'serverSecrets', TableFacts>;

type Named = keyof Tables;

/** The tables of which this holds. */
export function tablesWhere(holds: (facts: TableFacts) => boolean): Named[] {
  return (Object.entries(tableFacts) as [Named, TableFacts][]).flatMap(([name, facts]) => (holds(facts) ? [name] : []));
}
