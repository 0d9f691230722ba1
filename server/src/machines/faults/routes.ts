import { csvFormatQuery } from '@fournil/contract/kit/csvFormat';
import { say, type Words } from '@fournil/contract/kit/words';
import { dateOf } from '@fournil/contract/kit/zones';
import {
  type FaultListFilters,
  faultListFilters,
  faultListQuery,
  type ListedFault,
  listedFault,
} from '@fournil/contract/machines/faultList';
import { z } from 'zod';
import { recordExport } from '../../history/index.ts';
import { type Member, memberOf, scopeOf } from '../../kit/caller.ts';
import { callerOf } from '../../kit/http/allow.ts';
import type { App } from '../../kit/http/app.ts';
import { named } from '../../kit/http/callNames.ts';
import { memberCalls } from '../../kit/http/calls.ts';
import { type Cell, csvLanguage, sendCsv } from '../../kit/http/csv.ts';
import { exporting } from '../../kit/http/exports.ts';
import { readerZone } from '../../kit/readerZone.ts';
import type { Services } from '../../kit/services.ts';
import { faultColumns, faultKeys } from './columns.ts';
import { windowsOf } from './periods.ts';
import { type FaultPageAfter, faultsAfter, listFaults } from './queries.ts';
import type { Place } from './select.ts';

const tag = 'Machines';
const fileQuery = z.strictObject({ ...faultListFilters, ...csvFormatQuery });
const fileWords: Words = { en: 'Faults', fr: 'Défauts' };
const rowsPerPage = 500;

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
      const columns = format === 'keys' ? faultKeys : faultColumns(member);
      await recordExport(services, member, 'errors', { organisationId: member.organisationId });
      const { language } = member;
      return sendCsv(reply, {
        name: `${say(fileWords, language)} ${dateOf(services.now().getTime(), readerZone(member))}`,
        head: columns.head,
        pages: pagesOf(services, member, filters, columns.cells),
        language: csvLanguage(format, language),
      });
    },
  );
}

/** A page at a time, each in a transaction of its own: a slow reader keeps no connection. */
async function* pagesOf(
  services: Services,
  member: Member,
  filters: FaultListFilters,
  cells: (fault: ListedFault) => Cell[],
): AsyncGenerator<Cell[][]> {
  const now = services.now();
  const { period, to = now.toISOString() } = filters;
  const windows =
    period === undefined
      ? null
      : await services.db.readLate(scopeOf(member), (trx) => windowsOf(trx, member, period, now));
  for (let place: Place | null = null; ; ) {
    const after: Place | null = place;
    const page: FaultPageAfter = await services.db.readLate(scopeOf(member), (trx) =>
      faultsAfter(trx, member, { ...filters, to }, windows, after, rowsPerPage),
    );
    yield page.faults.map(cells);
    place = page.place;
    if (!place) return;
  }
}
