import type { SettingValue } from '@fournil/contract/machine-link/fields';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { isOfOrganisations } from '../../db/organisations.ts';
import type { Services } from '../../kit/services.ts';
import { columnsOf, latest } from './columns.ts';
import type { SettingsReport } from './mergeSettings.ts';
import type { ReportOf } from './report.ts';
import { storeSettings } from './storeSettings.ts';

/**
 * MAC-07: stores the answers to commands, and returns answers to unknown commands. The first answer counts. A late
 * answer counts also after the command has expired, because the machine has executed it.
 */
export async function storeAnswers(
  services: Services,
  trx: Trx,
  reports: ReportOf<'answers'>[],
  now: Date,
): Promise<ReportOf<'answers'>[]> {
  if (reports.length === 0) return [];
  const newest = latest(
    reports,
    ({ message }) => message.commandId,
    () => false,
  );
  const commands = await sql<{
    id: string;
    machineId: string;
    param: string;
    newValue: SettingValue;
  }>`select id, "machineId", param, "newValue"
    from "machineCommands" where ${isOfOrganisations('organisationId', newest)}
      and id = any(${newest.map(({ message }) => message.commandId)}::uuid[])`.execute(trx);
  const commandOf = ({ machineId, message }: ReportOf<'answers'>) =>
    commands.rows.find((one) => one.id === message.commandId && one.machineId === machineId);
  const commandReports = newest.filter((report) => commandOf(report) !== undefined);
  const rows = commandReports.map(({ machineId, message: { commandId, at, done, reason } }) => ({
    commandId,
    machineId,
    at,
    state: done ? 'done' : 'refused',
    reason: done || reason === undefined ? null : JSON.stringify(reason),
  }));
  const all = columnsOf(rows, 'commandId', 'machineId', 'at', 'state', 'reason');
  await sql`update "machineCommands" command set state = answer.state, reason = answer.reason, "answeredAt" = answer.at
    from unnest(${all.commandId}::uuid[], ${all.machineId}::uuid[], ${all.at}::timestamptz[], ${all.state}::text[],
      ${all.reason}::jsonb[])
      as answer (id, "machineId", at, state, reason)
    where ${isOfOrganisations('command.organisationId', commandReports)} and command.id = answer.id
      and command."machineId" = answer."machineId"
      and command.state in ('pending', 'sent', 'expired')`.execute(trx);
  await storeSettings(
    services,
    trx,
    commandReports.map((report) => ({ ...report, report: settingsOf(report, commandOf(report)) })),
    now,
  );
  return reports.filter((report) => commandOf(report) === undefined);
}

function settingsOf(
  { message }: ReportOf<'answers'>,
  command: { param: string; newValue: SettingValue } | undefined,
): SettingsReport {
  const { at, done, setting } = message;
  if (setting) return { at, whole: false, settings: [setting] };
  return {
    at,
    whole: false,
    settings: [],
    values: done && command ? [{ param: command.param, value: command.newValue }] : [],
  };
}
