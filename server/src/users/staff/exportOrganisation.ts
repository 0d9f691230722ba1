import { sql } from 'kysely';
import { organisationScope } from '../../db/database.ts';
import { recordExport } from '../../history/index.ts';
import type { Caller } from '../../kit/caller.ts';
import type { House } from '../../kit/house.ts';
import { organisationOf } from './clients.ts';

const rowsPerPage = 500;

/** The data of an organisation, without passwords, codes, PINs and certificates. */
const parts: [name: string, table: string, columns: string][] = [
  [
    'users',
    'users',
    `id, kind, email, "firstName", "lastName", society, description, phone, "mobilePhone", street, zipcode, city, country, timezone, "countryCode",
     "temperatureUnitPreference", active, "createdAt", array(select "right" from "userRights" where "userId" = users.id) as rights, "endsAt",
     "lastSignInAt", "rightsTemplateId"`,
  ],
  ['rightsTemplates', '"rightsTemplates"', 'id, name, description, rights, "createdAt"'],
  [
    'apiTokens',
    '"apiTokens"',
    'id, name, rights, "structureIds", "madeById", "createdAt", "endsAt", "revokedAt", "lastUsedAt"',
  ],
  ['webhooks', 'webhooks', 'id, url, description, events, "structureIds", active, "createdAt"'],
  [
    'structures',
    'structures',
    `id, name, "parentId", "userInChargeId", "createdAt", array(select "userId" from "structureUsers" where "structureId" = structures.id) as "relatedUsers"`,
  ],
  ['tags', 'tags', 'id, name, description, "createdAt"'],
  [
    'programs',
    'programs',
    `id, name, description, category, revision, "approvedRevision", "totalSeconds", "phaseGroups", "createdByName", "createdAt", "updatedAt",
     array(select "tagId" from "programTags" where "programId" = programs.id) as tags`,
  ],
  [
    'menus',
    'menus',
    `id, name, note, category, "programIds", season, additions, revision, "approvedRevision", "createdByName", "createdAt", "updatedAt",
     array(select coalesce("structureId", "machineId") from "menuPlaces" where "menuId" = menus.id) as places`,
  ],
  [
    'rollouts',
    'rollouts',
    `id, kind, name, "programId", "menuId", setting, revision, "formerRevision", state, reason, "createdBy", "createdAt", "endedAt",
     array(select name from "rolloutRings" where "rolloutId" = rollouts.id order by position) as rings`,
  ],
  [
    'machines',
    'machines',
    `id, name, description, "serialNumber", category, model, active, approved, "structureId", timezone, "softwareVersion", "createdAt",
     array(select "programId" from installations where "machineId" = machines.id order by position) as programs`,
  ],
  [
    'history',
    '"historyEvents"',
    'id, type, entity, "originId", "originName", "targetEntity", "targetId", "targetName", "actorName", "masterName", fields, changes, refusal, at',
  ],
];

/** USR-10: one JSON file, written as fast as it is read; memory holds a page or two. */
export async function exportOrganisation(
  house: House,
  caller: Caller,
  adminId: string,
): Promise<{ fileName: string; parts: AsyncGenerator<string> }> {
  const organisationId = await organisationOf(house, adminId);
  await recordExport(house, caller, 'everything', { organisationId });
  const organisation = await house.db.as(organisationScope(organisationId), (trx) =>
    trx.selectFrom('organisations').select(['id', 'name', 'createdAt']).executeTakeFirstOrThrow(),
  );
  return { fileName: `${organisation.name}.json`, parts: textOf(house, organisation) };
}

async function* textOf(house: House, organisation: { id: string; name: string }): AsyncGenerator<string> {
  yield `{\n"organisation": ${JSON.stringify(organisation)}`;
  for (const [name, table, columns] of parts) {
    yield `,\n"${name}": [`;
    let after = '00000000-0000-0000-0000-000000000000';
    for (let isFirst = true; ; isFirst = false) {
      const from = after;
      const { rows } = await house.db.as(organisationScope(organisation.id), (trx) =>
        sql<{ id: string }>`select ${sql.raw(columns)} from ${sql.raw(table)}
          where "organisationId" = ${organisation.id} and id > ${from} order by id limit ${rowsPerPage}`.execute(trx),
      );
      if (rows.length === 0) break;
      yield `${isFirst ? '\n' : ',\n'}${rows.map((row) => JSON.stringify(row)).join(',\n')}`;
      after = rows.at(-1)?.id ?? after;
      if (rows.length < rowsPerPage) break;
    }
    yield '\n]';
  }
  yield '\n}\n';
}
