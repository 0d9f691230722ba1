import { csvFormatQuery } from '@fournil/contract/kit/csvFormat';
import { listQuery, unfiltered } from '@fournil/contract/kit/listQuery';
import { say, type Words } from '@fournil/contract/kit/words';
import { dateOf } from '@fournil/contract/kit/zones';
import { logFilters, machineFilters } from '@fournil/contract/machines/machine';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Trx } from '../../db/database.ts';
import { recordExport } from '../../history/index.ts';
import { type Member, memberOf, scopeOf } from '../../kit/caller.ts';
import { badRequest, notFound } from '../../kit/errors.ts';
import { callerOf } from '../../kit/http/allow.ts';
import type { App } from '../../kit/http/app.ts';
import type { CallName } from '../../kit/http/callNames.ts';
import { named } from '../../kit/http/callNames.ts';
import { csvLanguage, sendCsv } from '../../kit/http/csv.ts';
import { exporting } from '../../kit/http/exports.ts';
import { idParams } from '../../kit/http/params.ts';
import { readerZone } from '../../kit/readerZone.ts';
import type { Services } from '../../kit/services.ts';
import { requireMachine } from '../../rights/index.ts';
import type { MachineSelection } from '../queries.ts';
import { type ExtractedMachine, extractColumns, extractKeys } from './columns.ts';
import { type ExtractKind, extractedMachines, extractKinds, extractPages } from './queries.ts';

const tag = 'Machines';
const fileNames: Record<ExtractKind, CallName> = {
  activities: ['exportMachineActivities', 'Download what a machine did'],
  errors: ['exportMachineErrors', 'Download the faults of a machine'],
};
const kindWords: Record<ExtractKind, Words> = {
  activities: { en: 'activities', fr: 'activités' },
  errors: { en: 'faults', fr: 'défauts' },
};
const fleetWords: Words = { en: 'Machines', fr: 'Machines' };
const period = z.strictObject({ ...logFilters, ...csvFormatQuery });
const usageQuery = listQuery({
  filters: { ...machineFilters, ...logFilters, ...csvFormatQuery, kind: z.enum(extractKinds) },
  itemsPerPage: 0,
});
type Period = z.infer<typeof period>;

/** MAC-08, HIS-03: usage as files. */
export function extractRoutes(app: App, services: Services): void {
  for (const kind of extractKinds) {
    app.get(
      `/machines/:id/${kind}.csv`,
      {
        config: { allow: 'machines.extract' },
        ...exporting,
        schema: { params: idParams, querystring: period, named: { tag, name: fileNames[kind] } },
      },
      async (request, reply) => {
        const member = memberOf(callerOf(request));
        const machine = await services.db.read(scopeOf(member), (trx) =>
          requireMachine(trx, member, request.params.id),
        );
        return send(services, reply, member, kind, request.query, { only: machine });
      },
    );
  }

  app.get(
    '/machines/usage.csv',
    {
      config: { allow: 'machines.extract' },
      ...exporting,
      schema: {
        querystring: usageQuery,
        named: named(tag, 'exportUsage', 'Download activities or faults of many machines'),
      },
    },
    async (request, reply) => {
      const { kind, from, to, format, ...filters } = request.query.filters;
      return send(
        services,
        reply,
        memberOf(callerOf(request)),
        kind,
        { from, to, format },
        { selection: { filters, fields: [] } },
      );
    },
  );

  app.get(
    '/users/:id/export_machines_activities',
    {
      config: { allow: 'machines.exportActivities' },
      ...exporting,
      schema: {
        params: idParams,
        querystring: period,
        produces: ['text/csv'],
        named: named(tag, 'exportAllActivities', 'Download all activities of an organisation'),
      },
    },
    async (request, reply) => {
      const member = memberOf(callerOf(request));
      // Only the caller's own id is accepted.
      if (request.params.id !== member.userId) throw notFound();
      return send(services, reply, member, 'activities', request.query, { selection: unfiltered });
    },
  );
}

async function send(
  services: Services,
  reply: FastifyReply,
  member: Member,
  kind: ExtractKind,
  { from, to, format }: Period,
  of: { only: ExtractedMachine } | { selection: MachineSelection },
): Promise<FastifyReply> {
  // Reports that arrive later are not in the file.
  const period = { from: new Date(from ?? 0), to: to === undefined ? services.now() : new Date(to) };
  if (period.from >= period.to) throw badRequest({ path: 'to', key: 'custom.validation.period', args: {} });
  const only = 'only' in of ? of.only : null;
  const columns = format === 'keys' ? extractKeys : extractColumns(member, only);
  const { organisationId } = member;
  await recordExport(
    services,
    member,
    kind,
    only ? { entity: 'machine', id: only.id, name: only.name } : { organisationId },
  );
  const reading = <Rows>(read: (trx: Trx) => Promise<Rows>) => services.db.readLate(scopeOf(member), read);
  const machines = 'only' in of ? [of.only] : extractedMachines(reading, member, of.selection);
  return sendCsv(reply, {
    name: fileName(member, only, kind, period),
    head: columns[kind].head,
    pages: extractPages(reading, machines, kind, period, columns),
    language: csvLanguage(format, member.language),
  });
}

/** The first and the last day of what is in it; `to` itself is not. */
function fileName(
  reader: Member,
  only: ExtractedMachine | null,
  kind: ExtractKind,
  { from, to }: { from: Date; to: Date },
): string {
  const day = (at: number) => dateOf(at, readerZone(reader, only ?? undefined));
  const last = day(to.getTime() - 1);
  const span = from.getTime() === 0 ? last : `${day(from.getTime())} ${last}`;
  return `${only?.name ?? say(fleetWords, reader.language)} ${say(kindWords[kind], reader.language)} ${span}`;
}
