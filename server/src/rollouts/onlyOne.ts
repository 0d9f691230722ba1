import { type RawBuilder, sql } from 'kysely';
import type { Scope, Trx } from '../db/database.ts';
import { isUniqueViolation } from '../db/failures.ts';
import { conflict, type Refusal } from '../kit/errors.ts';
import type { Services } from '../kit/services.ts';
import { nameOfRollout } from './recorded.ts';

/** The rollouts that may still give something to machines. */
export const isOpenRollout = sql<boolean>`rollouts.state in ('unconfirmed', 'running', 'paused')`;

/** SWU-06, MNU-03: what is rolled out has at most one open rollout. `subject` is a condition on `rollouts`. */
export async function refuseSecond(trx: Trx, subject: RawBuilder<boolean>): Promise<void> {
  const refusal = await refusalOfSecond(trx, subject);
  if (refusal) throw refusal;
}

/**
 * Runs a change that opens a rollout; if another server was faster (the unique indexes `rollouts_open…`), the refusal
 * names that rollout.
 */
export async function onlyOne<Answer>(
  services: Services,
  scope: Scope,
  subject: RawBuilder<boolean>,
  change: (trx: Trx) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await services.db.as(scope, change);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw (await services.db.read(scope, (trx) => refusalOfSecond(trx, subject))) ?? error;
  }
}

async function refusalOfSecond(trx: Trx, subject: RawBuilder<boolean>): Promise<Refusal | null> {
  const open = await trx
    .selectFrom('rollouts')
    .select(['name', 'updateId', 'createdBy', 'createdAt', 'state'])
    .where(subject)
    .where(isOpenRollout)
    .executeTakeFirst();
  if (!open) return null;
  const { createdBy } = open;
  const name = await nameOfRollout(trx, open);
  const at = open.createdAt.toISOString().slice(0, 16).replace('T', ' ');
  const [en, fr] = {
    unconfirmed: ['waits for its confirmation', 'attend sa confirmation'],
    paused: ['is paused', 'est en pause'],
  }[open.state as string] ?? ['is running', 'est en cours'];
  return conflict({
    en: `Only one rollout of ${name} at a time: the one that ${createdBy} began on ${at} UTC ${en}. Stop it first, or wait for its end.`,
    fr: `Un seul déploiement de ${name} à la fois : celui que ${createdBy} a commencé le ${at} UTC ${fr}. Arrêtez-le d’abord, ou attendez sa fin.`,
  });
}
