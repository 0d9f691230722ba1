import {
  type ApiTokenInput,
  type ApiTokenMade,
  type ApiTokenUpdate,
  type ApiTokenView,
  apiTokenLimits,
} from '@fournil/contract/api-tokens/apiToken';
import { dayMilliseconds } from '@fournil/contract/kit/durations';
import { rights as allRights, firstWithoutParent, rightParents } from '@fournil/contract/rights/rights';
import { sql } from 'kysely';
import { organisationScope, staffScope, type Trx } from '../db/database.ts';
import { lockNamed } from '../db/locks.ts';
import { changesBetween, record } from '../history/index.ts';
import { hashOfApiToken, newApiToken, rightsToGive, tellClientAdmins } from '../identity/index.ts';
import type { Caller, Member } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { notFound, refuseOther, unprocessable } from '../kit/errors.ts';
import { newId } from '../kit/ids.ts';
import { onceCommitted } from '../kit/onceCommitted.ts';
import { type ExpectedVersion, refuseStale } from '../kit/refuseStale.ts';
import { refuseTooMany } from '../kit/refuseTooMany.ts';
import type { Services } from '../kit/services.ts';
import { structuresNamed } from '../rights/index.ts';
import { findToken } from './queries.ts';

const shownLetters = 4;

/** INT-04: a token for a program. Its text is in this answer only; the table contains its hash. */
export async function makeToken(context: CallContext, input: ApiTokenInput): Promise<ApiTokenMade | undefined> {
  const { trx, caller: member } = context;
  const { organisationId, userId } = member;
  const { name, structures: structureIds } = input;
  const endsAt = endOf(context, input);
  const rights = rightsOf(member, input);
  const token = newApiToken();
  const id = newId();
  const structures = await structuresNamed(trx, member, structureIds);
  await refuseAnotherToken(context);
  await trx
    .insertInto('apiTokens')
    .values({
      id,
      organisationId,
      madeById: userId,
      name,
      hash: hashOfApiToken(token),
      ending: token.slice(-shownLetters),
      rights,
      structureIds,
      createdAt: context.now(),
      endsAt,
    })
    .execute();
  const changes = changesBetween(
    { rights: [], structures: [], tokenEnds: null },
    { rights: [...rights].sort(), structures, tokenEnds: endsAt.toISOString() },
  );
  await record(trx, member, { type: 'creation', origin: { entity: 'apiToken', id, name }, changes });
  await tellClientAdmins(context, trx, organisationId, { what: 'apiTokenMade', at: context.now(), name });
  onceCommitted(trx, ({ log }) => log.info({ event: 'API token made', account: userId, token: id }, 'security'));
  const view = await findToken(context, id);
  return view && { ...view, token };
}

function endOf(services: Services, { endsAt }: ApiTokenInput): Date {
  const end = new Date(endsAt);
  const left = end.getTime() - services.now().getTime();
  if (left <= 0 || left > apiTokenLimits.longestDays * dayMilliseconds)
    throw unprocessable({ path: 'endsAt', key: 'custom.validation.tokenEnds', args: {} });
  return end;
}

/** 422 for a right that its maker does not hold, and for one whose parent is not among them. */
function rightsOf(member: Member, input: ApiTokenInput) {
  const held = rightsToGive(member);
  const rights = allRights.filter((right) => input.rights.includes(right));
  const foreign = input.rights.findIndex((right) => !held.includes(right));
  if (foreign >= 0) throw unprocessable({ path: `rights.${foreign}`, key: 'custom.validation.notYours', args: {} });
  const orphan = firstWithoutParent(rights);
  if (orphan)
    throw unprocessable({
      path: 'rights',
      key: 'custom.validation.rightParent',
      args: { right: orphan, parent: rightParents[orphan] ?? '' },
    });
  return rights;
}

/** Tokens of one organisation are made one after the other, so that their number is right. */
async function refuseAnotherToken({ trx, caller, now }: CallContext): Promise<void> {
  const { organisationId } = caller;
  await lockNamed(trx, `api tokens ${organisationId}`);
  const valid = trx
    .selectFrom('apiTokens')
    .where('organisationId', '=', organisationId)
    .where('revokedAt', 'is', null)
    .where('endsAt', '>', now());
  const { perOrganisation: most } = apiTokenLimits;
  await refuseTooMany(valid, most, {
    en: `Your organisation has ${most} API tokens: revoke one that is not used any more.`,
    fr: `Votre organisation a ${most} jetons d’API : révoquez-en un qui ne sert plus.`,
  });
}

/** Its name; events that it caused keep the former one. */
export async function renameToken(
  context: CallContext,
  id: string,
  { name, ...same }: ApiTokenUpdate,
): Promise<ApiTokenView | undefined> {
  const { trx, caller: member, expectedVersion } = context;
  const before = await lockToken(trx, member.organisationId, id);
  refuseStale(expectedVersion, before);
  const shown = await findToken(context, id);
  if (shown) refuseOtherScope(same, shown);
  if (name !== before.name) {
    await trx.updateTable('apiTokens').set({ name, version: sql`version + 1` }).where('id', '=', id).execute();
    const changes = changesBetween(before, { name });
    await record(trx, member, { type: 'update', origin: { entity: 'apiToken', id, name }, changes });
  }
  return findToken(context, id);
}

/** INT-01: what a token can do never changes; as it was read it may be sent. */
function refuseOtherScope({ rights, structures, endsAt }: Omit<ApiTokenUpdate, 'name'>, tokenView: ApiTokenView): void {
  refuseOther('rights', rights && String([...rights].sort()), String([...tokenView.rights].sort()));
  refuseOther(
    'structures',
    structures && String([...structures].sort()),
    String(tokenView.structures.map(({ id }) => id).sort()),
  );
  refuseOther('endsAt', endsAt && Date.parse(endsAt), Date.parse(tokenView.endsAt));
}

/**
 * In force with its commit on every server. Repeated, it changes nothing. The maker of the machines may revoke tokens
 * of every organisation.
 */
export async function revokeToken(
  services: Services,
  caller: Caller,
  id: string,
  expected: ExpectedVersion,
): Promise<void> {
  const organisationId = caller.organisationId ?? (await organisationOfToken(services, id));
  await services.db.as(organisationScope(organisationId), async (trx) => {
    const { name, revokedAt, version } = await lockToken(trx, organisationId, id);
    if (revokedAt) return;
    refuseStale(expected, { version });
    await trx
      .updateTable('apiTokens')
      .set({ revokedAt: services.now(), version: sql`version + 1` })
      .where('id', '=', id)
      .execute();
    await record(trx, { ...caller, organisationId }, { type: 'revocation', origin: { entity: 'apiToken', id, name } });
  });
  services.log.warn({ event: 'API token revoked', account: caller.userId, token: id }, 'security');
}

async function organisationOfToken(services: Services, id: string): Promise<string> {
  const row = await services.db.read(staffScope, (trx) =>
    trx.selectFrom('apiTokens').select('organisationId').where('id', '=', id).executeTakeFirst(),
  );
  if (!row) throw notFound();
  return row.organisationId;
}

async function lockToken(trx: Trx, organisationId: string, id: string) {
  const row = await trx
    .selectFrom('apiTokens')
    .select(['name', 'revokedAt', 'version'])
    .where('id', '=', id)
    .where('organisationId', '=', organisationId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}
