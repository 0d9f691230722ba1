import type { Migration } from 'kysely/migration';
import { roles } from './0001-roles.ts';
import { accounts } from './0002-accounts.ts';
import { structures } from './0003-structures.ts';
import { programs } from './0004-programs.ts';
import { machines } from './0005-machines.ts';
import { history } from './0006-history.ts';
import { structuresAndTags } from './0007-structures-and-tags.ts';
import { machineCommands } from './0008-machine-commands.ts';
import { bulk } from './0009-bulk.ts';
import { historyMasters } from './0010-history-masters.ts';
import { control } from './0011-control.ts';
import { programRevisions } from './0012-program-revisions.ts';
import { accountTokens } from './0013-account-tokens.ts';
import { narrower } from './0014-narrower.ts';
import { people } from './0015-people.ts';
import { twoStep } from './0016-two-step.ts';
import { images } from './0017-images.ts';
import { users } from './0018-users.ts';
import { softwareUpdates } from './0019-software-updates.ts';
import { untold } from './0020-untold.ts';
import { machineCounts } from './0021-machine-counts.ts';
import { machineTotals } from './0022-machine-totals.ts';
import { refusedInstallations } from './0023-refused-installations.ts';
import { ownLogins } from './0024-own-logins.ts';
import { idempotency } from './0025-idempotency.ts';
import { proofs } from './0028-proofs.ts';
import { wrongClocks } from './0030-wrong-clocks.ts';
import { pairingTries } from './0031-pairing-tries.ts';
import { doors } from './0032-doors.ts';
import { mails } from './0034-mails.ts';
import { longLogs } from './0036-long-logs.ts';
import { narrowGrants } from './0040-narrow-grants.ts';
import { whoHasMachines } from './0041-who-has-machines.ts';
import { errorsOnce } from './0042-errors-once.ts';
import { filteredLogs } from './0043-filtered-logs.ts';
import { provedUpdates } from './0044-proved-updates.ts';
import { audit } from './0048-audit.ts';
import { recycleBin } from './0049-recycle-bin.ts';
import { access } from './0050-access.ts';
import { rightsTemplates } from './0051-rights-templates.ts';
import { bulkOrigins } from './0055-bulk-origins.ts';
import { severalServers } from './0056-several-servers.ts';
import { partitions } from './0060-partitions.ts';
import { packedReadings } from './0061-packed-readings.ts';
import { heatOfRevisions } from './0062-heat-of-revisions.ts';
import { liveNotes } from './0063-live-notes.ts';
import { keptDays } from './0066-kept-days.ts';
import { outages } from './0067-outages.ts';
import { widerKeys } from './0070-wider-keys.ts';
import { apiTokens } from './0071-api-tokens.ts';
import { webhooks } from './0072-webhooks.ts';
import { refusedEntries } from './0080-refused-entries.ts';
import { repeatedRenewals } from './0081-repeated-renewals.ts';
import { machineModels } from './0090-machine-models.ts';
import { loggedNoteIds } from './0091-logged-note-ids.ts';
import { proof } from './0092-proof.ts';
import { differences } from './0093-differences.ts';
import { menus } from './0094-menus.ts';
import { rolloutKinds } from './0095-rollouts.ts';
import { chainIndexes } from './0096-chain-indexes.ts';
import { search } from './0097-search.ts';
import { ownersOfOvens } from './0098-owners-of-ovens.ts';
import { lostPairings } from './0100-lost-pairings.ts';
import { comparedPins } from './0101-compared-pins.ts';
import { brokenProbes } from './0110-broken-probes.ts';
import { brokerAddresses } from './0111-broker-addresses.ts';
import { runningBodies } from './0112-running-bodies.ts';

/** In order. A released migration is never edited; a later one changes its result. */
export const migrations: Record<string, Migration> = {
  '0001-roles': roles,
  '0002-accounts': accounts,
  '0003-structures': structures,
  '0004-programs': programs,
  '0005-machines': machines,
  '0006-history': history,
  '0007-structures-and-tags': structuresAndTags,
  '0008-machine-commands': machineCommands,
  '0009-bulk': bulk,
  '0010-history-masters': historyMasters,
  '0011-control': control,
  '0012-program-revisions': programRevisions,
  '0013-account-tokens': accountTokens,
  '0014-narrower': narrower,
  '0015-people': people,
  '0016-two-step': twoStep,
  '0017-images': images,
  '0018-users': users,
  '0019-software-updates': softwareUpdates,
  '0020-untold': untold,
  '0021-machine-counts': machineCounts,
  '0022-machine-totals': machineTotals,
  '0023-refused-installations': refusedInstallations,
  '0024-own-logins': ownLogins,
  '0025-idempotency': idempotency,
  '0028-proofs': proofs,
  '0030-wrong-clocks': wrongClocks,
  '0031-pairing-tries': pairingTries,
  '0032-doors': doors,
  '0034-mails': mails,
  '0036-long-logs': longLogs,
  '0040-narrow-grants': narrowGrants,
  '0041-who-has-machines': whoHasMachines,
  '0042-errors-once': errorsOnce,
  '0043-filtered-logs': filteredLogs,
  '0044-proved-updates': provedUpdates,
  '0048-audit': audit,
  '0049-recycle-bin': recycleBin,
  '0050-access': access,
  '0051-rights-templates': rightsTemplates,
  '0055-bulk-origins': bulkOrigins,
  '0056-several-servers': severalServers,
  '0060-partitions': partitions,
  '0061-packed-readings': packedReadings,
  '0062-heat-of-revisions': heatOfRevisions,
  '0063-live-notes': liveNotes,
  '0066-kept-days': keptDays,
  '0067-outages': outages,
  '0070-wider-keys': widerKeys,
  '0071-api-tokens': apiTokens,
  '0072-webhooks': webhooks,
  '0080-refused-entries': refusedEntries,
  '0081-repeated-renewals': repeatedRenewals,
  '0090-machine-models': machineModels,
  '0091-logged-note-ids': loggedNoteIds,
  '0092-proof': proof,
  '0093-differences': differences,
  '0094-menus': menus,
  '0095-rollouts': rolloutKinds,
  '0096-chain-indexes': chainIndexes,
  '0097-search': search,
  '0098-owners-of-ovens': ownersOfOvens,
  '0100-lost-pairings': lostPairings,
  '0101-compared-pins': comparedPins,
  '0110-broken-probes': brokenProbes,
  '0111-broker-addresses': brokerAddresses,
  '0112-running-bodies': runningBodies,
};
