import type { Birth } from '@fournil/contract/machine-link/fromMachines';
import { linkLimits } from '@fournil/contract/machine-link/topics';
import type { Stage } from '../stage.ts';
import { type Heard, idsOf } from '../wire.ts';
import { changeable, command } from './settings.ts';

const step = 'Lost messages';
/** Twice the time after which it repeats, and some more. */
const againSeconds = 3 * linkLimits.storedWithinSeconds;
const reconnectSeconds = 60;

/** SCL-01: keeps a report until it is named in `stored`, sends it again, and stops then. */
export async function tryLosses(stage: Stage, birth: Birth): Promise<void> {
  const { wire, findings } = stage;
  const found = changeable(birth);
  if (!found) return findings.notTried(step, 'without a setting there is no report that can be provoked.');
  const { param, type, value } = found.setting;
  const provoke = () => command(stage, { param, type, value });

  const lost = wire.lose('stored');
  const report = await provoke();
  if (!report) {
    lost.giveBack();
    return findings.mend(step, 'a command was not answered, so nothing could be lost.');
  }
  const [id = ''] = idsOf(report);
  const isAgain = (one: Heard) => idsOf(one).includes(id);
  const again = await wire.next(isAgain, againSeconds);
  findings.check(step, again !== null, {
    passed: 'a report that is not named in `stored` is sent again, with the same id.',
    mend: `a report that was not named in \`stored\` did not come again within ${againSeconds} seconds: PUBACK is not the acknowledgement.`,
  });
  const nextBirth = wire.next(({ name }) => name === 'birth', reconnectSeconds);
  const will = wire.next(({ name }) => name === 'will', reconnectSeconds);
  await wire.cut();
  lost.giveBack();
  const born = await nextBirth;
  if (!born)
    return findings.mend(step, `it did not come back within ${reconnectSeconds} seconds after its connection was cut.`);
  await checkSession(stage, birth, born, await will);
  const kept =
    wire
      .heardSoFar()
      .filter(({ at }) => at > born.at)
      .some(isAgain) || (await wire.next(isAgain, againSeconds));
  findings.check(step, Boolean(kept), {
    passed: 'a report is kept over the loss of the connection.',
    mend: 'a report that was not named before the connection was lost did not come again: keep it in storage until it is named.',
  });
  const still = await wire.next(isAgain, againSeconds / 2);
  findings.check(step, still === null, {
    passed: 'what is named in `stored` is not sent again.',
    mend: 'it goes on sending a report that was named in `stored`: remove it from its storage.',
  });
  await tryRefused(stage, provoke);
}

async function checkSession({ findings }: Stage, first: Birth, born: Heard, will: Heard | null): Promise<void> {
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

/** MKR-01: told that a report is refused for ever, it stops, although `stored` is lost. */
async function tryRefused({ wire, findings }: Stage, provoke: () => Promise<Heard | null>): Promise<void> {
  if (!wire.takes('refused')) return;
  const lost = wire.lose('stored');
  const report = await provoke();
  const [id = ''] = report ? idsOf(report) : [];
  const entry = { id, code: 'invalid', rule: 'Said by the conformance run' };
  await wire.send('refused', JSON.stringify({ v: 1, topic: 'answers', entries: [entry] }));
  const again = await wire.next((one) => idsOf(one).includes(id), againSeconds / 1.5);
  lost.giveBack();
  findings.check('Refused', again === null, {
    passed: 'what is refused for ever is not sent again.',
    mend: 'it goes on sending a report of which `refused` said that it will never be stored.',
  });
}
