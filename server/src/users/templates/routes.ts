import {
  rightsTemplateInput,
  rightsTemplatePreview,
  rightsTemplatePreviewInput,
  rightsTemplateQuery,
  rightsTemplateUpdate,
  rightsTemplateView,
} from '@fournil/contract/users/rightsTemplate';
import type { App } from '../../kit/http/app.ts';
import { memberCalls } from '../../kit/http/calls.ts';
import type { Services } from '../../kit/services.ts';
import { findRecord, listRecords } from '../../resources/index.ts';
import { createTemplate, deleteTemplate, editTemplate } from './actions.ts';
import { previewTemplate } from './queries.ts';
import { templateResource } from './resource.ts';

const answer = rightsTemplateView;
const list = { allow: 'rightsTemplates.list' } as const;
const change = { allow: 'rightsTemplates.change' } as const;

/** AUD-02: named sets of rights, beside the single switches. */
export function rightsTemplateRoutes(app: App, services: Services): void {
  const calls = memberCalls(app, services, 'People');
  calls.list('/rights-templates', { ...list, query: rightsTemplateQuery, item: rightsTemplateView }, (context, page) =>
    listRecords(context, templateResource, page),
  );
  calls.read('/rights-templates/:id', { ...list, answer }, (context, id) => findRecord(context, templateResource, id));
  calls.create('/rights-templates', { ...change, body: rightsTemplateInput, answer }, createTemplate);
  calls.update('/rights-templates/:id', { ...change, body: rightsTemplateUpdate, answer }, editTemplate);
  calls.ask(
    '/rights-templates/:id/preview',
    {
      ...list,
      name: ['previewRightsTemplate', 'Read what a change of a template would do'],
      body: rightsTemplatePreviewInput,
      answer: rightsTemplatePreview,
    },
    previewTemplate,
  );
  calls.remove('/rights-templates/:id', change, deleteTemplate);
}
