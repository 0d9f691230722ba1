import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { isOfOrganisations } from '../../db/organisations.ts';
import type { Services } from '../../kit/services.ts';
import type { LinkedMachine } from '../linkedMachine.ts';
import { lockGroups } from '../lockGroups.ts';
import { columnsOf } from './columns.ts';
import { type KnownSettings, mergeSettings, type SettingsReport } from './mergeSettings.ts';

/** Settings of one or many machines, read and written by one statement each, under the machines' locks. */
export async function storeSettings(
  services: Services,
  trx: Trx,
  reports: (LinkedMachine & { report: SettingsReport })[],
  now: Date,
): Promise<void> {
  if (reports.length === 0) return;
  const byMachine = Map.groupBy(reports, ({ machineId }) => machineId);
  const groups = await Promise.all(
    lockGroups(services, reports, 'id').map((isInGroup) =>
      trx
        .selectFrom('machines')
        .select(['id', 'settings', 'settingsReportedAt'])
        .where(isInGroup)
        .orderBy('id')
        .forUpdate()
        .execute(),
    ),
  );
  const changed = groups.flat().flatMap((row) => {
    const knownSettings = { settings: row.settings ?? [], wholeAt: row.settingsReportedAt?.toISOString() ?? null };
    const next = mergeSettings(
      withoutFutureTimes(knownSettings, now.toISOString()),
      (byMachine.get(row.id) ?? []).map(({ report }) => report),
    );
    const isSame =
      next.wholeAt === knownSettings.wholeAt &&
      JSON.stringify(next.settings) === JSON.stringify(knownSettings.settings);
    return isSame ? [] : [{ id: row.id, settings: JSON.stringify(next.settings), wholeAt: next.wholeAt }];
  });
  const all = columnsOf(changed, 'id', 'settings', 'wholeAt');
  await sql`update machines set settings = report.settings::jsonb, "settingsReportedAt" = report."wholeAt"
    from unnest(${all.id}::uuid[], ${all.settings}::text[], ${all.wholeAt}::timestamptz[]) as report (id, settings,
      "wholeAt")
    where ${isOfOrganisations('machines.organisationId', reports)} and machines.id = report.id`.execute(trx);
}

/** A time in the server's future came from a wrong clock, of the machine or of the server, so it counts as unknown. */
function withoutFutureTimes({ settings, wholeAt }: KnownSettings, now: string): KnownSettings {
  return {
    settings: settings.map(({ reportedAt, ...one }) =>
      reportedAt === undefined || reportedAt > now ? one : { ...one, reportedAt },
    ),
    wholeAt: wholeAt !== null && wholeAt > now ? null : wholeAt,
  };
}
