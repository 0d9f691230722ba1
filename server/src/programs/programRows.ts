import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { Member } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { refuseUnknown, unprocessable } from '../kit/errors.ts';
import type { Services } from '../kit/services.ts';
import { desiredChanged } from '../machines/index.ts';
import { announceEvents } from '../webhooks/index.ts';
import { bodyHash } from './body.ts';

export const cannotApprove = { en: 'Cannot approve program', fr: 'Impossible d’approuver le programme' };

/** Inserts a revision; its content never changes, and it exists as long as the program. */
export async function keepRevision(
  trx: Trx,
  member: Member,
  body: Parameters<typeof bodyHash>[0],
  revision: number,
): Promise<void> {
  await trx
    .insertInto('programRevisions')
    .values({
      programId: body.id,
      revision,
      organisationId: member.organisationId,
      name: body.name,
      category: body.category,
      phaseGroups: JSON.stringify(body.phaseGroups),
      sha256: bodyHash(body),
      createdById: member.userId,
      createdByName: member.fullName,
    })
    .execute();
}

/** Records the time at which this revision was approved, and announces it. */
export async function keepApproval(
  services: Services,
  trx: Trx,
  { organisationId }: Pick<Member, 'organisationId'>,
  program: { id: string; name: string; revision: number },
): Promise<void> {
  const { id: programId, revision } = program;
  await trx
    .updateTable('programRevisions')
    .set({ approvedAt: services.now() })
    .where('programId', '=', programId)
    .where('revision', '=', revision)
    .execute();
  await announceEvents(services, trx, [
    { type: 'program.approved', organisationId, at: services.now(), facts: { program } },
  ]);
}

/** Throws 422 at the index of a tag that the organisation does not have. */
export async function checkTags(
  trx: Trx,
  { organisationId }: Pick<Member, 'organisationId'>,
  tagIds: readonly string[],
): Promise<void> {
  const rows = await trx
    .selectFrom('tags')
    .select('id')
    .where('organisationId', '=', organisationId)
    .where(sql<boolean>`id = any(${tagIds}::uuid[])`)
    .execute();
  refuseUnknown(
    tagIds,
    rows.map(({ id }) => id),
    'tags',
  );
}

export async function setTags(trx: Trx, member: Member, programId: string, tagIds: readonly string[]): Promise<void> {
  const { organisationId } = member;
  await trx.deleteFrom('programTags').where('programId', '=', programId).execute();
  if (tagIds.length === 0) return;
  await checkTags(trx, member, tagIds);
  await trx
    .insertInto('programTags')
    .values(tagIds.map((tagId) => ({ programId, tagId, organisationId })))
    .execute();
}

/** 422 when the picture has been removed from the library since it was chosen. */
export async function checkAvatar(trx: Trx, avatar: string | null): Promise<void> {
  const known =
    avatar === null || (await trx.selectFrom('programImages').select('id').where('id', '=', avatar).executeTakeFirst());
  if (!known) throw unprocessable({ path: 'avatar', key: 'custom.validation.notFound', args: {} });
}

/** Increases the desired version of the machines that have this program, and announces it, for menus as well. */
export async function tellMachines(context: CallContext, programId: string): Promise<void> {
  const { trx, caller: member } = context;
  const holding = await trx
    .selectFrom('installations')
    .select('machineId')
    .where('programId', '=', programId)
    .execute();
  await desiredChanged(
    context,
    trx,
    member.organisationId,
    holding.map(({ machineId }) => machineId),
  );
  await context.jobs.announce(trx, 'menus.affected', { organisationId: member.organisationId, programId });
}

/** Renumbers the positions on a machine from 1 to n after a program was removed. */
export async function closeGaps(trx: Trx, programId: string): Promise<void> {
  await sql`update installations set position = installations.position - 1 from installations gone
    where gone."programId" = ${programId} and gone."machineId" = installations."machineId"
      and installations.position > gone.position`.execute(trx);
}
