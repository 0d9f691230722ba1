import { modelInput, modelUpdate, modelView } from '@fournil/contract/models/model';
import { modelQuery } from '@fournil/contract/models/modelQuery';
import type { App } from '../kit/http/app.ts';
import { callerCalls } from '../kit/http/calls.ts';
import type { Services } from '../kit/services.ts';
import { findRecord, listRecords } from '../resources/index.ts';
import { createModel, deleteModel, editModel } from './actions.ts';
import { modelResource } from './resource.ts';

/** MKR-05: the maker's models, which everybody reads and the super admin keeps. */
export function modelRoutes(app: App, services: Services): void {
  const calls = callerCalls(app, services, 'Machines');
  const answer = modelView;
  calls.list('/models', { allow: 'models.list', query: modelQuery, item: modelView }, (context, page) =>
    listRecords(context, modelResource, page),
  );
  calls.read('/models/:code', { allow: 'models.list', answer }, (context, code) =>
    findRecord(context, modelResource, code),
  );
  calls.create('/models', { allow: 'models.manage', body: modelInput, answer }, createModel);
  calls.update('/models/:code', { allow: 'models.manage', body: modelUpdate, answer }, editModel);
  calls.remove('/models/:code', { allow: 'models.manage' }, deleteModel);
}
