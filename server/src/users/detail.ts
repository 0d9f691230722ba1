import { imageAddress } from '@fournil/contract/images/images';
import { iri } from '@fournil/contract/kit/addresses';
import { fullNameOf } from '@fournil/contract/kit/person';
import { rights as allRights, isRight } from '@fournil/contract/rights/rights';
import { roleName } from '@fournil/contract/rights/roles';
import { editableFields } from '@fournil/contract/users/editableFields';
import type { UserDetail } from '@fournil/contract/users/user';
import { sql } from 'kysely';
import { gateScope, organisationScope, type Scope, staffScope, type Trx } from '../db/database.ts';
import { columnsOfKnownUsers } from '../db/tables/accounts.ts';
import { type Caller, scopeOf } from '../kit/caller.ts';
import { forbidden, notFound } from '../kit/errors.ts';
import type { Services } from '../kit/services.ts';

/** GET `users/{id}`: a person of the caller's organisation, or for staff a person whom they may edit. */
export async function findUser(services: Services, caller: Caller, id: string): Promise<UserDetail> {
  return services.db.read(await scopeOfUser(services, caller, id), (trx) => readUser(trx, id));
}

/** The scope in which this caller reads that person. Refuses staff who may not edit that person (USR-03). */
export async function scopeOfUser(services: Services, caller: Caller, id: string): Promise<Scope> {
  if (caller.organisationId !== null) return scopeOf(caller);
  const found = await services.db.read(staffScope, (trx) =>
    trx.selectFrom('users').select(['kind', 'organisationId']).where('id', '=', id).executeTakeFirst(),
  );
  if (!found) throw notFound();
  if (editableFields({ ...caller, id: caller.userId }, { id, kind: found.kind }).length === 0) throw forbidden();
  return found.organisationId === null ? gateScope : organisationScope(found.organisationId);
}

/** The user, if visible in this transaction's scope; else throws 404. */
export async function readUser(trx: Trx, id: string): Promise<UserDetail> {
  const row = await trx
    .selectFrom('users')
    .leftJoin('organisations', 'organisations.id', 'users.organisationId')
    .select(columnsOfKnownUsers)
    .select('organisations.name as organisation')
    .where('users.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound();
  const isUser = row.kind === 'user';
  const [structures, held, template] = isUser
    ? await Promise.all([structuresOf(trx, id), rightsOf(trx, id), templateOf(trx, row.rightsTemplateId)])
    : [[], null, null];
  return {
    '@id': iri('users', id),
    '@type': 'User',
    id,
    kind: row.kind,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    fullName: fullNameOf(row),
    roles: [roleName(row.kind)],
    society: row.society ?? row.organisation,
    imageUrl: row.pictureId && imageAddress(row.pictureId),
    active: row.active,
    emailVerified: row.emailVerified,
    googleAuthenticatorConfirmed: row.googleAuthenticatorConfirmed,
    endsAt: row.endsAt?.toISOString() ?? null,
    passwordEndsAt: row.passwordEndsAt?.toISOString() ?? null,
    structures: structures.map((one) => ({ '@id': iri('structures', one.id), ...one })),
    createdAt: row.createdAt.toISOString(),
    description: row.description,
    phone: row.phone,
    mobilePhone: row.mobilePhone,
    street: row.street,
    zipcode: row.zipcode,
    city: row.city,
    country: row.country,
    timezone: row.timezone,
    countryCode: row.countryCode,
    temperatureUnitPreference: row.temperatureUnitPreference,
    displayDatePreference: row.displayDatePreference,
    isEuroFourControl: row.isEuroFourControl,
    remoteParamsEdit: row.remoteParamsEdit,
    rights: held,
    rightsTemplate: template,
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  };
}

function structuresOf(trx: Trx, userId: string): Promise<{ id: string; name: string }[]> {
  return trx
    .selectFrom('structureUsers')
    .innerJoin('structures', 'structures.id', 'structureUsers.structureId')
    .select(['structures.id', 'structures.name'])
    .where('structureUsers.userId', '=', userId)
    .orderBy(sql`structures.name collate natural_order`)
    .orderBy('structures.id')
    .execute();
}

async function templateOf(trx: Trx, id: string | null): Promise<UserDetail['rightsTemplate']> {
  if (id === null) return null;
  const row = await trx.selectFrom('rightsTemplates').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
  return row ? { '@id': iri('rights-templates', row.id), ...row } : null;
}

/** In the order of the catalogue. */
export async function rightsOf(trx: Trx, userId: string) {
  const rows = await trx.selectFrom('userRights').select('right').where('userId', '=', userId).execute();
  const held = new Set(rows.map((row) => row.right).filter(isRight));
  return allRights.filter((right) => held.has(right));
}
