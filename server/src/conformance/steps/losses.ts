import { setTimeout } from 'node:timers/promises';
import type { MachineSetting } from '@fournil/contract/machine-link/fields';
import type { Birth } from '@fournil/contract/machine-link/fromMachines';
import { linkLimits } from '@fournil/contract/machine-link/topics';
import type { Stage } from '../stage.ts';
import { type Heard, idsOf } from '../wire.ts';
import { command } from './settings.ts';

const step = 'Lost messages';
/** Twice the time after which it repeats, and some more. */
const againSeconds = 3 * linkLimits.storedWithinSeconds;
const reconnectSeconds = 60;
/** The broker publishes the last will as soon as the connection is lost. */
const willSeconds = 5;
/** Enough for a message to arrive, or for a report that is wrongly kept to come with one that is rightly kept. */
const togetherMilliseconds = 4000;
const goesOn =
  'it goes on sending a report of which `refused` said that it will never be stored: remove it from its storage.';

/**
 * SCL-01: keeps a report until it is named in `stored`, sends it again, and stops then. The reports are answers to
 * commands for `setting`.
 */
export async function tryLosses(stage: Stage, birth: Birth, setting: MachineSetting | null): Promise<void> {
  const { wire, findings } = stage;
  if (!setting) return findings.notTried(step, 'without an answer to a command there is no report that can be lost.');
  const { param, type, value } = setting;
  const provoke = () => command(stage, { param, type, value });

  // Of these answers only: a machine may send its reports one at a time, and wait with the next.
  const lossOfStored = wire.loseStored();
  const refusal = wire.takes('refused') ? await refuse(stage, await provoke()) : null;
  const report = await provoke();
  if (!report) {
    lossOfStored.giveBack();
    if (refusal?.cameAgain()) findings.mend('Refused', goesOn);
    else findings.mend(step, 'a command was not answered, so nothing could be lost.');
    return findings.notTried(
      step,
      'a report that is not named in `stored`, and a lost connection: see the line above.',
    );
  }
  const comesAgain = cameAgain(stage, report);
  const again = comesAgain() || (await wire.next(isSame(report), againSeconds));
  findings.check(step, Boolean(again), {
    passed: 'a report that is not named in `stored` is sent again, with the same id.',
    mend: `a report that was not named in \`stored\` did not come again within ${againSeconds} seconds: PUBACK is not the acknowledgement.`,
  });
  if (refusal) await setTimeout(togetherMilliseconds);
  const back = await reconnect(stage, () => lossOfStored.giveBack());
  if (!back) return;
  checkSession(stage, birth, back);
  const isKept = comesAgain(back.born.at) || (await wire.next(isSame(report), againSeconds));
  findings.check(step, Boolean(isKept), {
    passed: 'a report is kept over the loss of the connection.',
    mend: 'a report that was not named before the connection was lost did not come again: keep it in storage until it is named.',
  });
  // Until it has heard that the report is stored.
  await setTimeout(togetherMilliseconds);
  const next = await reconnect(stage);
  if (!next) return;
  await setTimeout(togetherMilliseconds);
  findings.check(step, !comesAgain(next.born.at), {
    passed: 'what is named in `stored` is not sent again.',
    mend: 'it goes on sending a report that was named in `stored`: remove it from its storage.',
  });
  if (refusal)
    findings.check('Refused', !refusal.cameAgain(), {
      passed: 'what is refused for ever is not sent again.',
      mend: goesOn,
    });
}

const isSame = (report: Heard) => (one: Heard) => one !== report && idsOf(one).some((id) => idsOf(report).includes(id));

/** Whether this report has been heard a second time, since its first one or another moment. */
function cameAgain({ wire }: Stage, report: Heard) {
  return (since = report.at) =>
    wire
      .heardSoFar()
      .filter(({ at }) => at > since)
      .some(isSame(report));
}

/** MKR-01: says of a report that it is refused for ever, without naming it in `stored`. */
async function refuse(stage: Stage, report: Heard | null): Promise<{ cameAgain(): boolean } | null> {
  if (!report) return null;
  const entry = { id: idsOf(report)[0], code: 'invalid', rule: 'Said by the conformance run' };
  await stage.wire.send('refused', JSON.stringify({ v: 1, topic: 'answers', entries: [entry] }));
  return { cameAgain: cameAgain(stage, report) };
}

/** Cuts its connection. Null: it did not come back. */
async function reconnect(
  { wire, findings }: Stage,
  beforeItIsBack = () => {},
): Promise<{ born: Heard; will: Heard | null } | null> {
  const nextBirth = wire.next(({ name }) => name === 'birth', reconnectSeconds);
  const nextWill = wire.next(({ name }) => name === 'will', willSeconds);
  await wire.cut();
  beforeItIsBack();
  const born = await nextBirth;
  if (born) return { born, will: await nextWill };
  findings.mend(step, `it did not come back within ${reconnectSeconds} seconds after its connection was cut.`);
  return null;
}

function checkSession({ findings }: Stage, first: Birth, { born, will }: { born: Heard; will: Heard | null }): void {
  const session = (born.message as unknown as Birth | null)?.session ?? 0;
  findings.check(step, session > first.session && !idsOf(born).includes(first.id), {
    passed: 'it comes back with a new session and a new id.',
    mend: `after session ${first.session} it came back with session ${session}: count each connection, and give each birth an id of its own.`,
  });
  findings.check(step, will?.message != null, {
    passed: 'its last will is right.',
    mend: 'no valid last will came when its connection was cut: set it in CONNECT (m/{machineId}/will, QoS 1, with the session).',
  });
}
