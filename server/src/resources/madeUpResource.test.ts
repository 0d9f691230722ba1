import { node } from '@fournil/contract/kit/hydra';
import { instant } from '@fournil/contract/kit/instants';
import { requiredText, searchText } from '@fournil/contract/kit/text';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { TableFacts } from '../db/tables/facts.ts';
import type { Person } from '../testing/builders.ts';
import type { TestServer } from '../testing/testServer.ts';
import type { StoredResource } from './index.ts';

/** A resource that the product does not have, declared as the others are, in a server that is loaded after it. */
const cardView = z.object({
  ...node('RecipeCard' as const),
  id: z.string(),
  name: z.string(),
  grams: z.int(),
  hasNote: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
  version: z.int(),
});
const cardInput = z.strictObject({ name: requiredText(40), grams: z.int().min(1), note: z.string().nullable() });

let server: TestServer;
let admin: Person;
let foreign: Person;
let apiAs: typeof import('../testing/api.ts').apiAs;

beforeAll(async () => {
  vi.resetModules();
  const { resources } = await import('@fournil/contract/resources');
  const { tableFacts } = await import('../db/tables/index.ts');
  Object.assign(resources, {
    recipeCard: {
      type: 'RecipeCard',
      path: 'recipeCards',
      one: { en: 'recipe card', fr: 'fiche recette' },
      many: { en: 'recipe cards', fr: 'fiches recettes' },
      opened: 'tags.show',
      history: 'tags.history',
      restorable: 'tags.delete',
      live: true,
    },
  });
  const facts: TableFacts = {
    place: 'shard',
    writers: ['recipe-cards'],
    ofOrganisation: true,
    file: { en: 'recipe cards', fr: 'fiches recettes', by: ['id'] },
  };
  Object.assign(tableFacts, { recipeCards: facts });

  const { listQuery } = await import('@fournil/contract/kit/listQuery');
  const cardQuery = listQuery({ view: cardView, filters: { q: searchText() }, itemsPerPage: 30 });
  const { memberCalls } = await import('../kit/http/calls.ts');
  const { addRecord, changeRecord, findRecord, listRecords, lockRecord, removeRecord, restoreRecord } = await import(
    './index.ts'
  );
  const { createDatabase, openTestServer } = await import('../testing/testServer.ts');
  const { anOrganisation, aPerson } = await import('../testing/builders.ts');
  ({ apiAs } = await import('../testing/api.ts'));
  const cards = {
    entity: 'recipeCard',
    table: 'recipeCards',
    view: cardView,
    seenBy: ({ organisationId }: { organisationId: string }) =>
      sql<boolean>`"recipeCards"."organisationId" = ${organisationId}`,
    fields: () => ({ hasNote: sql`("recipeCards".note is not null)` }),
    sortedBy: [['name']],
    searched: ['recipeCards.name'],
    unique: { recipeCards_name: 'name' },
  } as unknown as StoredResource<'tags'> & Parameters<typeof listRecords<typeof cardView, never, { q?: string }>>[1];
  const database = await createDatabase();
  await createTable(database);
  server = await openTestServer({}, database, {
    moreRoutes: (app, services) => {
      const calls = memberCalls(app, services, 'Tags');
      const answer = cardView;
      calls.list('/recipeCards', { allow: 'tags.list', query: cardQuery, item: cardView }, (context, page) =>
        listRecords(context as never, cards, page),
      );
      calls.read('/recipeCards/:id', { allow: 'tags.show', answer }, (context, id) =>
        findRecord(context as never, cards, id),
      );
      calls.create('/recipeCards', { allow: 'tags.create', body: cardInput, answer }, async (context, body) =>
        findRecord(context as never, cards, await addRecord(context, cards, body as never)),
      );
      calls.update(
        '/recipeCards/:id',
        { allow: 'tags.edit', body: cardInput.partial(), answer },
        async (context, id, body) => {
          await changeRecord(context, cards, await lockRecord(context, cards, id), body as never);
          return findRecord(context as never, cards, id);
        },
      );
      calls.remove('/recipeCards/:id', { allow: 'tags.delete' }, async (context, id) =>
        removeRecord(context, cards, await lockRecord(context, cards, id)),
      );
      calls.act('POST', '/recipeCards/:id/restore', { allow: 'tags.delete' }, (context, id) =>
        restoreRecord(context, cards, id),
      );
    },
  });
  admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  foreign = await aPerson(server, 'clientAdmin', await anOrganisation(server));
}, 120_000);
afterAll(async () => {
  await server.close();
  vi.resetModules();
});

async function createTable(database: string): Promise<void> {
  const { openPool } = await import('../db/openPool.ts');
  const { protect } = await import('../db/migrations/protect.ts');
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: openPool({ connectionString: database, max: 1 }) }),
  });
  await sql`create table "recipeCards" (
      id uuid primary key, "organisationId" uuid not null references organisations, name text not null,
      grams int not null, note text, "createdAt" timestamptz not null default now(),
      "updatedAt" timestamptz not null default now(), version int not null default 1, "deletedAt" timestamptz,
      constraint "recipeCards_name" unique ("organisationId", name)
    )`.execute(db);
  await protect(db, 'recipeCards');
  await sql`alter policy organisation on "recipeCards"
    using ("organisationId" = (select nullif(current_setting('app.organisation', true), '')::uuid)
      and ("deletedAt" is null or (select current_setting('app.bin', true)) = 'on'))`.execute(db);
  await db.destroy();
}

const create = async (name: string, grams = 500, note: string | null = null) =>
  (await apiAs(server, admin.token).post('/recipeCards', { name, grams, note })).body as {
    id: string;
    version: number;
  };

describe('a resource that is declared, with a table and a row in two lists,', () => {
  it('has a list with filters, orders and pages, and a record, for its organisation only', async () => {
    const made = [await create('Rye 10'), await create('Rye 9', 700, 'slow'), await create('Wheat')];
    const list = async (query: string) =>
      ((await apiAs(server, admin.token).get(`/recipeCards?${query}`)).body['hydra:member'] as { name: string }[]).map(
        ({ name }) => name,
      );
    expect(await list('q=rye')).toEqual(['Rye 9', 'Rye 10']);
    expect(await list('grams=700')).toEqual(['Rye 9']);
    expect(await list('hasNote=true')).toEqual(['Rye 9']);
    expect(await list('order[grams]=desc&itemsPerPage=1')).toEqual(['Rye 9']);
    expect(await list('order[name]=asc&itemsPerPage=2&page=2')).toEqual(['Wheat']);
    const one = `/recipeCards/${made[0]?.id}`;
    expect((await apiAs(server, admin.token).get(one)).body).toMatchObject({
      '@id': `/api${one}`,
      '@type': 'RecipeCard',
      name: 'Rye 10',
      hasNote: false,
      version: 1,
    });
    expect((await apiAs(server, foreign.token).get(one)).status).toBe(404);
    expect((await apiAs(server, foreign.token).get('/recipeCards')).body['hydra:totalItems']).toBe(0);
  });

  it('is changed by one of two editors, refuses a taken name at its field, and its history says what changed', async () => {
    const { id } = await create('Spelt');
    await create('Oats');
    const client = apiAs(server, admin.token);
    const put = (body: object, version: string) => client.put(`/recipeCards/${id}`, body, { 'If-Match': version });
    expect(await put({ grams: 800, name: 'Spelt 2' }, '"1"')).toMatchObject({ status: 200, body: { version: 2 } });
    expect((await put({ grams: 900 }, '"1"')).status).toBe(412);
    expect(await put({ name: 'Oats' }, '"2"')).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: 'name' }] },
    });
    const events = (await client.get(`/history/recipeCard/${id}/full`)).body['hydra:member'] as { changes: object[] }[];
    expect(events.map(({ changes }) => changes)).toEqual([
      [
        { field: 'name', before: 'Spelt', after: 'Spelt 2' },
        { field: 'grams', before: 500, after: 800 },
      ],
      [],
    ]);
    expect((await client.get('/history?entity=recipeCard&q=Oats')).body['hydra:totalItems']).toBe(1);
    expect((await apiAs(server, foreign.token).get(`/history/recipeCard/${id}/full`)).status).toBe(404);
  });

  it('goes to the recycle bin and comes back', async () => {
    const { id } = await create('Barley');
    const client = apiAs(server, admin.token);
    expect((await client.call('DELETE', `/recipeCards/${id}`)).status).toBe(204);
    expect((await client.get(`/recipeCards/${id}`)).status).toBe(404);
    expect((await client.get('/recycle-bin?entity=recipeCard')).body['hydra:member']).toMatchObject([
      { '@id': `/api/recipeCards/${id}`, name: 'Barley' },
    ]);
    expect((await apiAs(server, foreign.token).call('POST', `/recipeCards/${id}/restore`)).status).toBe(404);
    expect((await client.call('POST', `/recipeCards/${id}/restore`)).status).toBe(204);
    expect((await client.get(`/recipeCards/${id}`)).body).toMatchObject({ name: 'Barley' });
  });

  it('tells open pages of each change', async () => {
    const { id } = await create('Millet');
    const notes = await server.ownerQuery<{ note: string }>('select note from "liveNotes"');
    expect(notes.map(({ note }) => JSON.parse(note) as object)).toContainEqual(
      expect.objectContaining({ resource: 'recipeCards', op: 'create', ids: [id] }),
    );
  });

  it('is in the documents, in the entry point, and in the calls that the history names', async () => {
    const openApi = (await apiAs(server, admin.token).get('/openapi.json')).body as {
      paths: Record<string, object>;
    };
    expect(openApi.paths['/api/recipeCards']).toMatchObject({
      get: { operationId: 'listRecipeCards', summary: 'List recipe cards' },
      post: { operationId: 'createRecipeCard' },
    });
    expect(openApi.paths['/api/recipeCards/{id}']).toMatchObject({
      put: { operationId: 'updateRecipeCard' },
      delete: { summary: 'Put a recipe card in the recycle bin' },
    });
    expect((await apiAs(server, admin.token).get('/')).body).toMatchObject({ recipeCard: '/api/recipeCards' });
    const { callWords } = await import('@fournil/contract/history/callWords');
    expect(callWords('DELETE /api/recipeCards/1', 'EN')).toBe('Deleting: recipe cards');
  });

  it('leaves with its organisation, and is in the file with everything of it', async () => {
    const { tablesOfOrganisation } = await import('../users/staff/deleteOrganisation.ts');
    expect(tablesOfOrganisation).toContain('recipeCards');
    const { aPerson } = await import('../testing/builders.ts');
    const maker = await aPerson(server, 'superAdmin', null);
    const answer = await fetch(`${server.url}/api/client-admins/${admin.userId}/export`, {
      headers: { Authorization: `Bearer ${maker.token}` },
    });
    const text = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    expect(text).toContain('recipeCards.ndjson');
  });
});
