import { accessFilters, accessLimits, accessOrder, accessView } from '@fournil/contract/access-review/accessReview';
import { csvFormatQuery } from '@fournil/contract/kit/csvFormat';
import { collection } from '@fournil/contract/kit/hydra';
import { listQuery } from '@fournil/contract/kit/listQuery';
import { contextOf } from '../kit/context.ts';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { named } from '../kit/http/callNames.ts';
import { sendCsv } from '../kit/http/csv.ts';
import { exporting } from '../kit/http/exports.ts';
import { envelope } from '../kit/http/list.ts';
import type { Services } from '../kit/services.ts';
import { accessFile } from './accessFile.ts';
import { listAccess, scopeOfReview } from './queries.ts';

/**
 * AUD-02: who can sign in, how, and what they may do and see; a client admin sees their organisation, a super admin the
 * maker's staff.
 */
export function accessReviewRoutes(app: App, services: Services): void {
  const allow = 'access.review' as const;
  const asked = { order: accessOrder, itemsPerPage: accessLimits.pageSize };
  const querystring = listQuery({ filters: accessFilters, ...asked });
  const fileQuery = listQuery({ filters: { ...accessFilters, ...csvFormatQuery }, ...asked });

  app.get(
    '/access-review',
    {
      config: { allow },
      schema: {
        named: named('People', 'listAccess', 'List who may do and see what'),
        querystring,
        response: { 200: collection(accessView) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const found = await services.db.read(scopeOfReview(caller), (trx) =>
        listAccess(contextOf(services, trx, caller), request.query),
      );
      return envelope(request, 'Access', found);
    },
  );

  app.get(
    '/access-review.csv',
    {
      config: { allow },
      ...exporting,
      schema: {
        named: named('People', 'exportAccess', 'Download who may do and see what'),
        querystring: fileQuery,
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const name = caller.language === 'FR' ? 'Revue des accès' : 'Access review';
      const {
        filters: { format, ...filters },
        order,
      } = request.query;
      return sendCsv(reply, { name, ...(await accessFile(services, caller, { filters, order }, format)) });
    },
  );
}
