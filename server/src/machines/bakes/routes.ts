import { csvFormatQuery } from '@fournil/contract/kit/csvFormat';
import { listQuery } from '@fournil/contract/kit/listQuery';
import { say, type Words } from '@fournil/contract/kit/words';
import { dateOf } from '@fournil/contract/kit/zones';
import { type BakeView, bakeFilters, bakeLimits, bakeView } from '@fournil/contract/machines/bakes';
import { z } from 'zod';
import { recordExport } from '../../history/index.ts';
import { memberOf } from '../../kit/caller.ts';
import { badRequest } from '../../kit/errors.ts';
import { callerOf } from '../../kit/http/allow.ts';
import type { App } from '../../kit/http/app.ts';
import { named } from '../../kit/http/callNames.ts';
import { memberCalls } from '../../kit/http/calls.ts';
import { cellPages, csvLanguage, sendCsv } from '../../kit/http/csv.ts';
import { exporting } from '../../kit/http/exports.ts';
import { readerZone } from '../../kit/readerZone.ts';
import type { Services } from '../../kit/services.ts';
import { bakeColumns, bakeKeys } from './columns.ts';
import { bakesAfter, listBakes } from './queries.ts';
import type { BakeFilters } from './starts.ts';

const tag = 'Machines';
const bakeQuery = listQuery({ filters: bakeFilters, order: ['start'], itemsPerPage: bakeLimits.listPageSize });
const fileQuery = z.strictObject({ ...bakeFilters, ...csvFormatQuery });
const fileWords: Words = { en: 'Bakes', fr: 'Cuissons' };
const revisionWords: Words = { en: 'revision %{revision}', fr: 'révision %{revision}' };

/** MNU-04: which bakes were made with a program and revision, where, as a list and as a file. */
export function bakeRoutes(app: App, services: Services): void {
  memberCalls(app, services, tag).list(
    '/bakes',
    {
      allow: 'bakes.list',
      name: ['listBakes', 'List the bakes of a program, by revision'],
      type: 'Bake',
      query: bakeQuery,
      item: bakeView,
    },
    ({ trx, caller }, page) => {
      refuseWithoutSubject(page.filters);
      return listBakes(trx, caller, page);
    },
  );

  app.get(
    '/bakes.csv',
    {
      config: { allow: 'bakes.list' },
      ...exporting,
      schema: { querystring: fileQuery, named: named(tag, 'exportBakes', 'Download the bakes of a program') },
    },
    async (request, reply) => {
      const member = memberOf(callerOf(request));
      const { format, ...filters } = request.query;
      refuseWithoutSubject(filters);
      const bounded = { ...filters, to: filters.to ?? services.now().toISOString() };
      const columns = format === 'keys' ? bakeKeys : bakeColumns(member);
      await recordExport(services, member, 'bakes', { organisationId: member.organisationId });
      const { language } = member;
      const { revision: number } = filters;
      const revision = number === undefined ? '' : ` ${say(revisionWords, language, { revision: number })}`;
      return sendCsv(reply, {
        name: `${say(fileWords, language)}${revision} ${dateOf(services.now().getTime(), readerZone(member))}`,
        head: columns.head,
        pages: cellPages(
          services,
          member,
          (trx, after: BakeView | null, limit) => bakesAfter(trx, member, bounded, after, limit),
          columns.cells,
        ),
        language: csvLanguage(format, language),
      });
    },
  );
}

/** All bakes of an organisation are no list: a program or a machine has to be named. */
function refuseWithoutSubject({ program, machine }: BakeFilters): void {
  if (program === undefined && machine === undefined)
    throw badRequest({ path: 'program', key: 'ra.validation.required', args: {} });
}
