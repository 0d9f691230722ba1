import { listQuery } from '@fournil/contract/kit/listQuery';
import { personFilters, personView, programTagging } from '@fournil/contract/structures/structure';
import { tagDetail, tagInput, tagLimits, tagUpdate, tagView } from '@fournil/contract/tags/tag';
import { tagQuery } from '@fournil/contract/tags/tagQuery';
import type { App } from '../kit/http/app.ts';
import { memberCalls } from '../kit/http/calls.ts';
import type { Services } from '../kit/services.ts';
import { listRecords } from '../resources/index.ts';
import { listPeople } from '../structures/index.ts';
import { createTag, dropTag, editTag, editTagging, restoreTag } from './actions.ts';
import { findTag } from './queries.ts';
import { tagResource } from './resource.ts';

const peopleQuery = listQuery({ filters: personFilters, itemsPerPage: tagLimits.listPageSize });

export function tagRoutes(app: App, services: Services): void {
  const calls = memberCalls(app, services, 'Tags');
  calls.list('/tags', { allow: 'tags.list', query: tagQuery, item: tagView }, (context, page) =>
    listRecords(context, tagResource, page),
  );
  calls.list(
    '/tags/people',
    {
      allow: 'tags.relate',
      name: ['listTagPeople', 'List the people who can be assigned to tags'],
      type: 'User',
      query: peopleQuery,
      item: personView,
    },
    (context, page) => listPeople(context, page),
  );
  calls.read('/tags/:id', { allow: 'tags.show', answer: tagDetail }, findTag);
  calls.create('/tags', { allow: 'tags.create', body: tagInput, answer: tagDetail }, createTag);
  calls.update('/tags/:id', { allow: 'tags.edit', body: tagUpdate, answer: tagDetail }, editTag);
  calls.answer(
    'PUT',
    '/tags/:id/programs',
    {
      allow: 'tags.assign',
      name: ['tagPrograms', 'Put a tag on programs, or take it off'],
      body: programTagging,
      answer: tagDetail,
    },
    editTagging,
  );
  calls.remove('/tags/:id', { allow: 'tags.delete' }, dropTag);
  calls.act('POST', '/tags/:id/restore', { allow: 'tags.delete' }, restoreTag);
}
