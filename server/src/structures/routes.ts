import { listQuery } from '@fournil/contract/kit/listQuery';
import {
  deletionQuery,
  deletionView,
  machinePlacement,
  personFilters,
  personView,
  structureDetail,
  structureInput,
  structureUpdate,
  structureView,
  userRelation,
} from '@fournil/contract/structures/structure';
import { structureQuery } from '@fournil/contract/structures/structureQuery';
import type { App } from '../kit/http/app.ts';
import { memberCalls } from '../kit/http/calls.ts';
import type { Services } from '../kit/services.ts';
import { createStructure, editPlacement, editStructure } from './actions.ts';
import { dropStructure, previewDeletion } from './deleteStructure.ts';
import { findStructure } from './detail.ts';
import { hoursFileRoutes } from './hours-file/routes.ts';
import { listPeople } from './listPeople.ts';
import { listStructures } from './queries.ts';
import { editRelations } from './relateUsers.ts';
import { restoreStructure } from './restoreStructure.ts';

const peopleQuery = listQuery({ filters: personFilters, itemsPerPage: 30 });

export function structureRoutes(app: App, services: Services): void {
  const calls = memberCalls(app, services, 'Structures');
  const answer = structureDetail;
  calls.list('/structures', { allow: 'structures.list', query: structureQuery, item: structureView }, listStructures);
  calls.list(
    '/structures/people',
    {
      allow: 'structures.edit',
      name: ['listStructurePeople', 'List the people who can be assigned to structures'],
      type: 'User',
      query: peopleQuery,
      item: personView,
    },
    listPeople,
  );
  calls.read('/structures/:id', { allow: 'structures.show', answer }, findStructure);
  calls.create('/structures', { allow: 'structures.create', body: structureInput, answer }, createStructure);
  calls.update('/structures/:id', { allow: 'structures.edit', body: structureUpdate, answer }, editStructure);
  calls.answer(
    'PUT',
    '/structures/:id/machines',
    {
      allow: 'structures.addMachine',
      name: ['placeMachines', 'Put machines into a structure, or take them out'],
      body: machinePlacement,
      answer,
    },
    editPlacement,
  );
  calls.answer(
    'PUT',
    '/structures/:id/users',
    {
      allow: 'structures.relate',
      name: ['assignStructureUsers', 'Assign people to a structure, or end it'],
      body: userRelation,
      answer,
    },
    editRelations,
  );
  calls.read(
    '/structures/:id/deletion',
    {
      allow: 'structures.delete',
      name: ['previewStructureDeletion', 'Read what would be deleted with a structure'],
      answer: deletionView,
    },
    previewDeletion,
  );
  calls.remove('/structures/:id', { allow: 'structures.delete', query: deletionQuery }, dropStructure);
  calls.act('POST', '/structures/:id/restore', { allow: 'structures.delete' }, restoreStructure);
  hoursFileRoutes(app, services);
}
