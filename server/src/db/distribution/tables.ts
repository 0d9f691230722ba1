/**
 * SCL-03: where the tables live in a distributed database (Citus). Each table of the schema is in one of these lists.
 */

/** Rows that belong to an organisation, in the shard of that organisation. */
export const distributedTables = [
  'machines',
  'machineStates',
  'machineCommands',
  'machineUpdates',
  'activities',
  'readings',
  'packedReadings',
  'machineErrors',
  'machineContents',
  'heldLists',
  'changedBodies',
  'machineDays',
  'outages',
  'outageMachines',
  'programs',
  'programRevisions',
  'programTags',
  'installations',
  'menus',
  'menuRevisions',
  'menuPlaces',
  'machineMenus',
  'menuChecks',
  'givenMenus',
  'rolloutMachines',
  'structures',
  'structureUsers',
  'tags',
  'tagUsers',
  'bulkRuns',
  'bulkItems',
  'recycleBin',
  'webhooks',
  'webhookDeliveries',
] as const;

/** Few rows that are read together with those of every organisation: a copy on each node. */
export const referenceTables = [
  'organisations',
  'users',
  'userRights',
  'rightsTemplates',
  'pictures',
  'programImages',
  'machineImages',
  'machineModels',
  'softwareUpdates',
  'rollouts',
  'rolloutRings',
] as const;

/** On the coordinator alone: sign-in, queues, counters, and the history with the maker's own events. */
export const localTables = [
  'historyEvents',
  'untoldEvents',
  'liveNotes',
  'mails',
  'sessions',
  'accountTokens',
  'apiTokens',
  'recoveryCodes',
  'passkeys',
  'passkeyChallenges',
  'attempts',
  'idempotencyKeys',
  'pairingTries',
  'serialOwners',
  'refusedMessages',
  'machineCertificates',
  'updateUploads',
  'servers',
  'brokerSlots',
  'serverSecrets',
  'kysely_migration',
  'kysely_migration_lock',
] as const;

/** A table that a distributed database replaces by a view: the total of one shard is counted when it is asked for. */
export const countedTable = 'machineTotals';
