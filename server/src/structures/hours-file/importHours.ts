import { createHash } from 'node:crypto';
import type { Words } from '@fournil/contract/kit/words';
import {
  type HoursFilePreview,
  type HoursImport,
  type HoursImportResult,
  hoursFileLimits,
} from '@fournil/contract/structures/hoursFile';
import { sql } from 'kysely';
import { lockTree } from '../../db/structureTree.ts';
import { record } from '../../history/index.ts';
import { type Member, scopeOf } from '../../kit/caller.ts';
import { type CallContext, contextOf, inContext } from '../../kit/context.ts';
import { conflict, ruleText, unprocessable } from '../../kit/errors.ts';
import { notifyLive } from '../../kit/notifyLive.ts';
import type { Services } from '../../kit/services.ts';
import { spreadTimezones } from '../timezones.ts';
import { type ImportPlan, planImport } from './planImport.ts';
import { readHoursFile } from './readHoursFile.ts';

const valueCharacters = 100;

/** HRS-01: what a file would change; nothing is written. */
export async function previewHours(services: Services, member: Member, text: string): Promise<HoursFilePreview> {
  const file = readHoursFile(text);
  const plan = await services.db.read(scopeOf(member), (trx) => planImport(contextOf(services, trx, member), file));
  const { structuresShown, errorsShown } = hoursFileLimits;
  return {
    lines: file.lines.length,
    changes: plan.changed.length,
    digest: digestOf(plan),
    unchanged: plan.unchanged,
    structures: plan.changed
      .slice(0, structuresShown)
      .map(({ structure: { id, path }, changes }) => ({ id, path, changes })),
    errors: plan.errors.slice(0, errorsShown).map(({ line, column, value, key, args }) => ({
      line,
      column: column && (file.heads.get(column) ?? column),
      value: value.slice(0, valueCharacters),
      reason: ruleText({ key, args }, member.language),
    })),
    errorCount: plan.errors.length,
    unknownColumns: file.unknownColumns,
  };
}

/** HRS-01: changes all of it in one transaction, or nothing: 422 with errors, 409 with other changes than in the preview. */
export async function importHours(
  services: Services,
  member: Member,
  { text, digest }: HoursImport,
): Promise<HoursImportResult> {
  const file = readHoursFile(text);
  return inContext(services, member, async (context) => {
    await lockTree(context.trx, member.organisationId);
    const plan = await planImport(context, file);
    if (plan.errors.length > 0)
      throw unprocessable(
        ...plan.errors.slice(0, hoursFileLimits.errorsShown).map(({ line, column, key, args }) => ({
          path: column ? `lines.${line}.${column}` : `lines.${line}`,
          key,
          args,
        })),
      );
    if (digestOf(plan) !== digest) throw conflict(otherChanges);
    if (plan.changed.length > 0) await write(context, plan);
    return { changes: plan.changed.length };
  });
}

const otherChanges: Words = {
  en: 'The structures have changed meanwhile: check again what would change.',
  fr: 'Les structures ont changé entre-temps : vérifiez de nouveau ce qui changerait.',
};

function digestOf({ changed }: ImportPlan): string {
  const facts = changed.map(({ structure: { id }, changes }) => [id, changes]);
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}

async function write(context: CallContext, { changed }: ImportPlan): Promise<void> {
  const { trx, caller } = context;
  const { organisationId } = caller;
  const ids = changed.map(({ structure }) => structure.id);
  await sql`with changing as (
      select structures.id, changed.timezone, changed.hours
      from structures join unnest(${ids}::uuid[], ${changed.map(({ after }) => after.ownTimezone)}::text[],
        ${changed.map(({ after }) => JSON.stringify(after.hours))}::text[]) as changed (id, timezone, hours)
        on changed.id = structures.id
      where structures."organisationId" = ${organisationId} order by structures.id for no key update of structures
    )
    update structures set "ownTimezone" = changing.timezone, hours = changing.hours::jsonb,
      "updatedAt" = ${context.now()}, version = version + 1
    from changing where structures.id = changing.id and structures."organisationId" = ${organisationId}`.execute(trx);
  await spreadTimezones(context);
  await record(
    trx,
    caller,
    ...changed.map(({ structure: { id, name }, changes }) => ({
      type: 'update' as const,
      origin: { entity: 'structure' as const, id, name },
      changes,
    })),
  );
  await context.jobs.announce(trx, 'hours.changed', { organisationId });
  await notifyLive(trx, { organisationId, resource: 'structures', op: 'update', ids });
}
