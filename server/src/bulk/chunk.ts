import { type BulkResource, type BulkVerb, bulkArgsOf, bulkRuleOf } from '@fournil/contract/bulk/bulk';
import { validationWords } from '@fournil/contract/kit/validation';
import { say } from '@fournil/contract/kit/words';
import { can } from '@fournil/contract/rights/policy';
import { sql } from 'kysely';
import { isAway, isContention } from '../db/failures.ts';
import type { Member } from '../kit/caller.ts';
import { notFound, notGrantedWords, Refusal, unexpectedWords } from '../kit/errors.ts';
import { isManyVerb, workManyOf } from './machineVerbs.ts';
import type { Outcome, RowWork, Undo } from './outcome.ts';
import { namesOf } from './rows.ts';
import { previewChecks, verbActions } from './verbs.ts';

/** The result of one row. */
export interface Worked {
  id: string;
  name: string;
  outcome: 'changed' | 'partly' | 'unchanged' | 'refused';
  reason: string | null;
  undo: Undo | null;
}

/** One action on one row. */
export interface Task {
  id: string;
  verb: BulkVerb;
  args: unknown;
}

/**
 * Processes some rows within one transaction. A refused row is rolled back alone (savepoint); the others stay. Failures
 * of the whole transaction, such as a lost connection or a deadlock, are thrown.
 */
export async function workChunk(at: RowWork, resource: BulkResource, tasks: readonly Task[]): Promise<Worked[]> {
  const names = await namesOf(
    at.trx,
    at.caller,
    resource,
    tasks.map(({ id }) => id),
  );
  const together = await workTogether(at, tasks, names);
  if (together) return together;
  const worked: Worked[] = [];
  for (const task of tasks) worked.push(await workRow(at, task, names.get(task.id)));
  return worked;
}

/**
 * Processes all rows at once where the verb can and the arguments are equal; null when it cannot, or when something was
 * refused.
 */
async function workTogether(
  at: RowWork,
  tasks: readonly Task[],
  names: ReadonlyMap<string, string>,
): Promise<Worked[] | null> {
  const [first] = tasks;
  const many = first && isAllowed(at, first) && workManyOf(first.verb);
  if (
    !many ||
    tasks.some(({ verb, args }) => verb !== first.verb || JSON.stringify(args) !== JSON.stringify(first.args))
  )
    return null;
  const ids = tasks.map(({ id }) => id).filter((id) => names.has(id));
  if (ids.length === 0) return null;
  await sql`savepoint all_rows`.execute(at.trx);
  try {
    const outcomes = await many(at, ids, bulkArgsOf(first.verb).parse(first.args));
    await sql`release savepoint all_rows`.execute(at.trx);
    return tasks.map(({ id }) => {
      const outcome = outcomes.get(id);
      return outcome ? { id, name: names.get(id) ?? '', ...verdict(outcome, at.caller) } : unseen(id, at.caller);
    });
  } catch (error) {
    if (isOfTheTransaction(error)) throw error;
    await sql`rollback to savepoint all_rows`.execute(at.trx);
    return null;
  }
}

/**
 * SEC-02: checks the rights for each row's verb, by the present rights. The rows of an undo have verbs of their own.
 */
function isAllowed({ caller: member }: RowWork, { verb }: Task): boolean {
  return can(member, bulkRuleOf(verb));
}

function unseen(id: string, { language }: Member): Worked {
  return { id, name: '…', outcome: 'refused', reason: say(notFound().words, language), undo: null };
}

async function workRow(at: RowWork, task: Task, name: string | undefined): Promise<Worked> {
  const { id, verb, args } = task;
  if (name === undefined) return unseen(id, at.caller);
  if (!isAllowed(at, task))
    return { id, name, outcome: 'refused', reason: say(notGrantedWords, at.caller.language), undo: null };
  await sql`savepoint one_row`.execute(at.trx);
  try {
    const done = await doVerb(verb, at, id, args);
    await sql`release savepoint one_row`.execute(at.trx);
    return { id, name, ...verdict(done, at.caller) };
  } catch (error) {
    if (isOfTheTransaction(error)) throw error;
    await sql`rollback to savepoint one_row`.execute(at.trx);
    if (!(error instanceof Refusal)) at.log.error({ err: error, verb, id }, 'bulk');
    return { id, name, outcome: 'refused', reason: reasonOf(error, at.caller), undo: null };
  }
}

async function doVerb(verb: BulkVerb, at: RowWork, id: string, args: unknown): Promise<Outcome> {
  // Stored arguments were parsed by this schema before; parsing again gives them their type back.
  const parsed = bulkArgsOf(verb).parse(args) as never;
  if (!isManyVerb(verb)) return ((at.isPreview ? previewChecks[verb] : undefined) ?? verbActions[verb])(at, id, parsed);
  const outcome = (await workManyOf(verb)?.(at, [id], parsed))?.get(id);
  if (!outcome) throw notFound();
  return outcome;
}

const betweenReasons = { en: '; ', fr: ' ; ' };

function verdict(
  { changed, refusals = [], undo = undefined }: Outcome,
  { language }: Member,
): Pick<Worked, 'outcome' | 'reason' | 'undo'> {
  const reason = refusals.length > 0 ? refusals.join(say(betweenReasons, language)) : null;
  if (changed) return { outcome: reason ? 'partly' : 'changed', reason, undo: undo ?? null };
  return { outcome: reason ? 'refused' : 'unchanged', reason, undo: null };
}

/** The reason in the member's language; a violation says more than the general sentence. */
function reasonOf(error: unknown, { language }: Member): string {
  if (!(error instanceof Refusal)) return say(unexpectedWords, language);
  const [violation] = error.extras.violations ?? [];
  const words = violation && validationWords[violation.key as keyof typeof validationWords];
  return words ? say(words, language, violation?.args) : say(error.words, language);
}

/** Deadlocks and lost connections concern the whole transaction; anything else only its row. */
function isOfTheTransaction(error: unknown): boolean {
  const { code } = error as { code?: string };
  return isAway(error) || (isContention(error) && code !== '23503');
}
