import { dayMilliseconds } from '@fournil/contract/kit/durations';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { isOfOrganisations } from '../../db/organisations.ts';
import type { Report } from './report.ts';

/**
 * LNK-02: an oven that another organisation had paired before keeps reports, and programs, of that time. They are not
 * the present owner's: they are acknowledged and named in `stored`, so that the oven forgets them, and nothing of them
 * is stored. By machine, the time since which the present owner has it; machines without a former owner are absent.
 */
export type Handovers = ReadonlyMap<string, Date>;

/**
 * An oven is connected when it is paired, and sends at once what it has kept. Until then a time that cannot be believed
 * may be one from before.
 */
const untrustedMilliseconds = dayMilliseconds;

/** What of a report is since the hand-over, before its times are corrected; `isWrong` says which cannot be believed. */
export function sinceHandover(report: Report, since: Date, now: Date, isWrong: (said: string) => boolean): Report {
  const isUntrusted = now.getTime() < since.getTime() + untrustedMilliseconds;
  const isOwn = (said: string) => (isWrong(said) ? !isUntrusted : Date.parse(said) >= since.getTime());
  // What breaks the protocol has no time: the machine is told, and nothing of it is kept.
  const shownReport = isUntrusted ? { ...report, isUncounted: true } : report;
  switch (shownReport.topic) {
    case 'activities':
    case 'readings':
      return withEntries(
        shownReport,
        shownReport.message.entries.filter(({ at }) => isOwn(at)),
      );
    case 'errors':
      return withEntries(
        shownReport,
        shownReport.message.entries.filter(({ dateStart }) => isOwn(dateStart)),
      );
    // The machine is connected, whatever its clock says; what it says to hold counts once its time can be believed.
    case 'birth':
      return { ...shownReport, isPresenceOnly: !isOwn(shownReport.message.at) };
    case 'reported':
    case 'changed':
    case 'answers':
      return isOwn(shownReport.message.at) ? shownReport : asSign(shownReport);
    default:
      return shownReport;
  }
}

function withEntries(report: Report, entries: readonly object[]): Report {
  return entries.length === 0 ? asSign(report) : ({ ...report, message: { ...report.message, entries } } as Report);
}

/** Nothing is stored of it but that the machine is there. */
function asSign({ topic: _, message: __, ...machine }: Report): Report {
  return { ...machine, topic: 'alive', message: { v: 1 } };
}

/**
 * The same for the programs of the former owner, which the oven holds, and may bake, until it has those of the present
 * one: they lose their id and name.
 */
export async function withOwnPrograms(trx: Trx, reports: Report[], handovers: Handovers): Promise<Report[]> {
  const concerned = reports.filter(({ machineId }) => handovers.has(machineId));
  const ids = [...new Set(concerned.flatMap(programIdsOf))];
  if (ids.length === 0) return reports;
  const { rows } = await sql<{ organisationId: string; programId: string }>`
    select distinct "organisationId", "programId" from "programRevisions" known
    where ${isOfOrganisations('known.organisationId', concerned)} and known."programId" = any(${ids}::uuid[])`.execute(
    trx,
  );
  const own = new Set(rows.map(({ organisationId, programId }) => `${organisationId} ${programId}`));
  return reports.map((report) =>
    handovers.has(report.machineId) ? ofPrograms(report, (id) => own.has(`${report.organisationId} ${id}`)) : report,
  );
}

function ofPrograms(report: Report, isOwn: (programId: string) => boolean): Report {
  switch (report.topic) {
    case 'activities':
    case 'readings': {
      const entries = report.message.entries.map((entry) =>
        entry.program?.id && !isOwn(entry.program.id)
          ? { ...entry, program: { ...entry.program, id: null, name: '–' } }
          : entry,
      );
      return withEntries(report, entries);
    }
    case 'birth':
    case 'reported': {
      const programs = report.message.programs.filter(({ id }) => isOwn(id));
      return { ...report, message: { ...report.message, programs } } as Report;
    }
    case 'changed':
      return isOwn(report.message.body.id) ? report : asSign(report);
    default:
      return report;
  }
}

function programIdsOf(report: Report): string[] {
  switch (report.topic) {
    case 'activities':
    case 'readings':
      return report.message.entries.flatMap(({ program }) => program?.id ?? []);
    case 'birth':
    case 'reported':
      return report.message.programs.map(({ id }) => id);
    case 'changed':
      return [report.message.body.id];
    default:
      return [];
  }
}
