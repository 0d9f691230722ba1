import { type DdiFeedback, ddiFeedback } from '@fournil/contract/software-updates/ddi';
import { finishedStates, type MachineUpdateState } from '@fournil/contract/software-updates/machineUpdate';
import { linkScope, type Trx } from '../../db/database.ts';
import { record, theMachine } from '../../history/index.ts';
import { badRequest, notFound } from '../../kit/errors.ts';
import { notifyLive } from '../../kit/notifyLive.ts';
import type { Services } from '../../kit/services.ts';
import { advance } from '../../rollouts/index.ts';
import { announceOutcomes } from '../outcomes.ts';
import { softwareKind } from '../rollouts/softwareKind.ts';
import type { DdiMachine } from './machine.ts';
import type { Action } from './offer.ts';

const longestMessage = 500;

/**
 * Some update clients send control characters inside of their texts: they are replaced by spaces before the text is
 * parsed.
 */
export function readLeniently(body: unknown): unknown {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  const text = String(body ?? '').replace(/[\u0000-\u001f]+/g, ' ');
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest({ path: 'body', key: 'custom.validation.invalid', args: {} });
  }
}

export function readFeedback(body: unknown): DdiFeedback {
  const feedback = ddiFeedback.safeParse(readLeniently(body));
  if (!feedback.success)
    throw badRequest({
      path: feedback.error.issues[0]?.path.join('.') ?? 'body',
      key: 'custom.validation.invalid',
      args: {},
    });
  return feedback.data;
}

/** Feedback of a machine about a deployment; a repetition has no effect, and after the end it is only logged. */
export async function takeFeedback(
  services: Services,
  machine: DdiMachine,
  actionId: number,
  feedback: DdiFeedback,
): Promise<void> {
  await take(services, machine, actionId, feedback, stateAfter);
}

/** The answer to a call-back: the machine stops, or has already begun. */
export async function takeCancelFeedback(
  services: Services,
  machine: DdiMachine,
  actionId: number,
  feedback: DdiFeedback,
): Promise<void> {
  await take(services, machine, actionId, feedback, ({ status: { execution, result } }, { state }) => {
    if (state !== 'cancelling') return null;
    if (execution === 'rejected' || result.finished === 'failure') return 'installing';
    return execution === 'closed' || execution === 'canceled' ? 'cancelled' : null;
  });
}

type After = (feedback: DdiFeedback, action: Action) => MachineUpdateState | null;

async function take(
  services: Services,
  machine: DdiMachine,
  actionId: number,
  feedback: DdiFeedback,
  after: After,
): Promise<void> {
  const action = await services.db.as(linkScope, async (trx) => {
    const found = await trx
      .selectFrom('machineUpdates')
      .selectAll()
      .where('id', '=', actionId)
      .where('organisationId', '=', machine.organisationId)
      .where('machineId', '=', machine.id)
      .forUpdate()
      .executeTakeFirst();
    if (!found) throw notFound();
    // After its success a machine may still find that it does not run; any other end is final.
    const isLateFailure = found.state === 'done' && feedback.status.result.finished === 'failure';
    if ((finishedStates as readonly string[]).includes(found.state) && !isLateFailure) return null;
    const state = after(feedback, found) ?? found.state;
    const message = messageAfter(feedback, found.message);
    await trx
      .updateTable('machineUpdates')
      .set({
        state,
        message,
        percent: percentOf(feedback) ?? found.percent,
        changedAt: services.now(),
      })
      .where('organisationId', '=', machine.organisationId)
      .where('id', '=', found.id)
      .execute();
    if (state === 'done') await installed(trx, machine, found);
    if (state === 'done' || state === 'failed') await announceOutcomes(services, trx, [{ ...found, state, message }]);
    await notifyLive(trx, {
      organisationId: machine.organisationId,
      resource: 'machines',
      op: 'update',
      ids: [machine.id],
    });
    return { ...found, state };
  });
  if (action?.rolloutId && (finishedStates as readonly string[]).includes(action.state))
    await advance(services, softwareKind, { id: action.rolloutId, organisationId: null });
}

/** Success has two steps: the installation, then, after the restart, that the new version runs. */
function stateAfter({ status }: DdiFeedback, { state }: Action): MachineUpdateState | null {
  const { execution, result, details = [] } = status;
  const says = (pattern: RegExp) => details.some((line) => pattern.test(line));
  // A machine that cancels without a call-back is not offered this version again.
  if (execution === 'canceled') return state === 'cancelling' ? 'cancelled' : 'skipped';
  if (execution === 'closed') {
    if (result.finished === 'failure') return 'failed';
    if (says(/skipped update/i)) return 'skipped';
    // Closed without a result is no success: its restart, or the silence after it, decides.
    return result.finished === 'success' ? 'done' : 'restartPending';
  }
  if (execution === 'rejected' || result.finished === 'failure') return 'failed';
  if (says(/all chunks installed/i)) return 'restartPending';
  if (says(/install/i)) return 'installing';
  return state === 'offered' ? 'downloading' : null;
}

/**
 * The last messages; of a failure also those before them, because clients send the cause first and then the failure.
 */
function messageAfter({ status: { details = [], result } }: DdiFeedback, before: string | null): string | null {
  const said = details.join(' ').replace(/\s+/g, ' ').trim();
  const words = result.finished === 'failure' && before && !said.includes(before) ? `${said} ${before}`.trim() : said;
  return words.slice(0, longestMessage) || before;
}

function percentOf({ status }: DdiFeedback): number | null {
  const { cnt, of } = status.result.progress ?? {};
  if (cnt === undefined || !of || of <= 0) return null;
  return Math.min(100, Math.max(0, Math.round((cnt / of) * 100)));
}

/**
 * The machine's software from its feedback, for machines that use this interface alone; others report it on the broker
 * too.
 */
async function installed(trx: Trx, machine: DdiMachine, action: Action): Promise<void> {
  const { version } = await trx
    .selectFrom('softwareUpdates')
    .select('version')
    .where('id', '=', action.updateId)
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('machines')
    .set({ softwareVersion: version })
    .where('organisationId', '=', machine.organisationId)
    .where('id', '=', machine.id)
    .execute();
  const { id, name } = machine;
  await record(trx, theMachine(machine), {
    type: 'update',
    origin: { entity: 'machine', id, name },
    fields: ['softwareVersion'],
  });
}
