import { fullNameOf } from '@fournil/contract/kit/person';
import { rights as allRights, type Right } from '@fournil/contract/rights/rights';
import type { UserDetail, UserInput } from '@fournil/contract/users/user';
import { createAccount } from '../accounts/index.ts';
import type { Trx } from '../db/database.ts';
import { record } from '../history/index.ts';
import type { CallContext } from '../kit/context.ts';
import { refuseUnknown, unprocessable } from '../kit/errors.ts';
import { notifyLive } from '../kit/notifyLive.ts';
import { relateUsers } from '../structures/index.ts';
import { refusePast, refuseTakenAddress } from './accountChecks.ts';
import { readUser, rightsOf } from './detail.ts';
import { invite } from './invitations.ts';
import { holdTemplate } from './rights/templateRights.ts';

/** USR-05: a user of the caller's organisation, who chooses the password by the link of the activation mail. */
export async function createUser(
  context: CallContext,
  { rightsOf: model, rightsTemplate, structures, ...input }: UserInput,
): Promise<UserDetail> {
  const { trx, caller: member } = context;
  const { organisationId } = member;
  const { countryCode, ...person } = input;
  await checkStructures(trx, structures);
  const template = rightsTemplate ? await holdTemplate(trx, rightsTemplate, 'rightsTemplate') : null;
  refusePast(context, person.endsAt);
  const rights = template?.rights ?? (await firstRights(trx, model ?? null));
  const id = await refuseTakenAddress(() =>
    createAccount(context, trx, {
      ...person,
      endsAt: person.endsAt ? new Date(person.endsAt) : null,
      organisationId,
      kind: 'user',
      language: countryCode,
      passwordHash: null,
      rights,
      rightsTemplateId: template?.id ?? null,
      emailVerified: false,
    }),
  );
  const origin = { entity: 'user', id, name: fullNameOf(input) } as const;
  await record(trx, member, { type: 'creation', origin });
  await notifyLive(trx, { organisationId, resource: 'users', op: 'create', ids: [id] });
  for (const structure of structures) await relateUsers(context, structure, { add: [id], remove: [] });
  await invite(context, trx, member, organisationId, id);
  return readUser(trx, id);
}

/** RGT-03: every right, or those of the given user. */
async function firstRights(trx: Trx, model: string | null): Promise<Right[]> {
  if (model === null) return [...allRights];
  const user = await trx.selectFrom('users').select('kind').where('id', '=', model).executeTakeFirst();
  if (user?.kind !== 'user') throw unprocessable({ path: 'rightsOf', key: 'custom.validation.notFound', args: {} });
  return rightsOf(trx, model);
}

/** Throws 422 at the index of an unknown structure. */
export async function checkStructures(trx: Trx, ids: readonly string[], path = 'structures'): Promise<void> {
  if (ids.length === 0) return;
  const rows = await trx.selectFrom('structures').select('id').where('id', 'in', ids).execute();
  refuseUnknown(
    ids,
    rows.map(({ id }) => id),
    path,
  );
}
