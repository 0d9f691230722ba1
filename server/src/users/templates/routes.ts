import { collection } from '@fournil/contract/kit/hydra';
import { listQuery } from '@fournil/contract/kit/listQuery';
import {
  rightsTemplateFilters,
  rightsTemplateInput,
  rightsTemplateLimits,
  rightsTemplateOrder,
  rightsTemplatePreview,
  rightsTemplatePreviewInput,
  rightsTemplateUpdate,
  rightsTemplateView,
} from '@fournil/contract/rights-templates/rightsTemplate';
import { z } from 'zod';
import { memberOf, scopeOf } from '../../kit/caller.ts';
import type { House } from '../../kit/house.ts';
import { callerOf } from '../../kit/http/allow.ts';
import type { App } from '../../kit/http/app.ts';
import { ifMatch, withVersion } from '../../kit/http/etag.ts';
import { envelope } from '../../kit/http/list.ts';
import { idParams } from '../../kit/http/params.ts';
import { createTemplate, deleteTemplate, editTemplate } from './actions.ts';
import { findTemplate, listTemplates, previewTemplate } from './queries.ts';

const templateQuery = listQuery({
  filters: rightsTemplateFilters,
  order: rightsTemplateOrder,
  itemsPerPage: rightsTemplateLimits.listPageSize,
});
const one = { params: idParams, response: { 200: rightsTemplateView } };
const list = { config: { allow: 'rightsTemplates.list' } } as const;
const change = { config: { allow: 'rightsTemplates.change' } } as const;

/** AUD-02: named sets of rights, beside the single switches. */
export function rightsTemplateRoutes(app: App, house: House): void {
  app.get(
    '/rights-templates',
    { ...list, schema: { querystring: templateQuery, response: { 200: collection(rightsTemplateView) } } },
    async (request) => {
      const member = memberOf(callerOf(request));
      const found = await house.db.read(scopeOf(member), (trx) => listTemplates(trx, member, request.query));
      return envelope(request, 'RightsTemplate', found);
    },
  );

  app.get('/rights-templates/:id', { ...list, schema: one }, async (request, reply) => {
    const member = memberOf(callerOf(request));
    return withVersion(
      reply,
      await house.db.read(scopeOf(member), (trx) => findTemplate(trx, member, request.params.id)),
    );
  });

  app.post(
    '/rights-templates',
    { ...change, schema: { body: rightsTemplateInput, response: { 201: rightsTemplateView } } },
    async (request, reply) => {
      const template = await createTemplate(house, memberOf(callerOf(request)), request.body);
      return reply.code(201).header('Location', template['@id']).send(withVersion(reply, template));
    },
  );

  app.put(
    '/rights-templates/:id',
    { ...change, schema: { ...one, body: rightsTemplateUpdate } },
    async (request, reply) =>
      withVersion(
        reply,
        await editTemplate(house, memberOf(callerOf(request)), request.params.id, request.body, ifMatch(request)),
      ),
  );

  app.post(
    '/rights-templates/:id/preview',
    {
      ...list,
      schema: { params: idParams, body: rightsTemplatePreviewInput, response: { 200: rightsTemplatePreview } },
    },
    (request) => {
      const member = memberOf(callerOf(request));
      return house.db.read(scopeOf(member), (trx) =>
        previewTemplate(trx, member, request.params.id, request.body.rights),
      );
    },
  );

  app.delete(
    '/rights-templates/:id',
    { ...change, schema: { params: idParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await deleteTemplate(house, memberOf(callerOf(request)), request.params.id, ifMatch(request));
      return reply.code(204).send(null);
    },
  );
}
