import { csvFormatQuery } from '@fournil/contract/kit/csvFormat';
import { say, type Words } from '@fournil/contract/kit/words';
import { dateOf } from '@fournil/contract/kit/zones';
import { faultListFilters, faultListQuery, listedFault } from '@fournil/contract/machines/faultList';
import { z } from 'zod';
import { recordExport } from '../../history/index.ts';
import { memberOf, scopeOf } from '../../kit/caller.ts';
import { callerOf } from '../../kit/http/allow.ts';
import type { App } from '../../kit/http/app.ts';
import { named } from '../../kit/http/callNames.ts';
import { memberCalls } from '../../kit/http/calls.ts';
import { cellPages, csvLanguage, sendCsv } from '../../kit/http/csv.ts';
import { exporting } from '../../kit/http/exports.ts';
import { readerZone } from '../../kit/readerZone.ts';
import type { Services } from '../../kit/services.ts';
import { faultColumns, faultKeys } from './columns.ts';
import { windowsOf } from './periods.ts';
import { faultsAfter, listFaults, type PlacedFault } from './queries.ts';

const tag = 'Machines';
const fileQuery = z.strictObject({ ...faultListFilters, ...csvFormatQuery });
const fileWords: Words = { en: 'Faults', fr: 'Défauts' };

/** DAY-16: every fault of the machines that one sees, as a list and as a file. */
export function faultRoutes(app: App, services: Services): void {
  memberCalls(app, services, tag).list(
    '/faults',
    {
      allow: 'machines.show',
      name: ['listFaults', 'List the faults and lost connections of all machines'],
      type: 'Fault',
      query: faultListQuery,
      item: listedFault,
    },
    ({ trx, caller, now }, page) => listFaults(trx, caller, page, now()),
  );

  app.get(
    '/faults.csv',
    {
      config: { allow: 'machines.extract' },
      ...exporting,
      schema: {
        querystring: fileQuery,
        named: named(tag, 'exportFaults', 'Download the faults and lost connections of all machines'),
      },
    },
    async (request, reply) => {
      const member = memberOf(callerOf(request));
      const { format, ...filters } = request.query;
      const { period } = filters;
      const now = services.now();
      const windows =
        period && (await services.db.readLate(scopeOf(member), (trx) => windowsOf(trx, member, period, now)));
      const columns = format === 'keys' ? faultKeys : faultColumns(member);
      await recordExport(services, member, 'errors', { organisationId: member.organisationId });
      const { language } = member;
      return sendCsv(reply, {
        name: `${say(fileWords, language)} ${dateOf(now.getTime(), readerZone(member))}`,
        head: columns.head,
        pages: cellPages(
          services,
          member,
          (trx, after: PlacedFault | null, limit) => faultsAfter(trx, member, filters, windows ?? null, after, limit),
          columns.cells,
        ),
        language: csvLanguage(format, language),
      });
    },
  );
}
