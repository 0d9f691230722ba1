import { setTimeout } from 'node:timers/promises';
import { linkScope } from '../../db/database.ts';
import type { Options } from '../options.ts';
import { type Stage, until } from '../stage.ts';
import type { Heard } from '../wire.ts';
import { whatWasSigned } from './renewalSignature.ts';
import { timesOf, whyRefused } from './rules.ts';

const pairPath = '/api/machine-link/pair';
const renewPath = '/api/machine-link/renew';
/** Pauses between two tries grow to half a minute. */
const nextTrySeconds = 60;
const connectSeconds = 60;
const closedMilliseconds = 8000;
const renewSeconds = 150;
/** More calls than this in ten seconds are a flood. */
const mostCallsPerTenSeconds = 10;

/** LNK-02: the machine asks until the window is open, and pairs. False: it never did. */
export async function tryPairing(stage: Stage): Promise<boolean> {
  const { options, findings, say, proxy, admin, machineId } = stage;
  const step = 'Pairing';
  say('');
  say(`Switch the machine on, with this console: ${options.address}`);
  say(
    'Each run is a new console: reset a machine that was paired before. Its documents of the protocol are there too:',
  );
  say(`${options.address}/api/asyncapi.json and ${options.address}/api/openapi.json`);
  say(
    `Serial number ${options.serialNumber}, PIN ${options.pin}, model ${options.model}. The pairing window is closed at first.`,
  );
  say('');
  const first = await proxy.next(({ path }) => path === pairPath, options.patienceSeconds);
  if (!first) {
    findings.mend(
      step,
      `no call to POST ${pairPath} came within ${options.patienceSeconds} seconds: check the address.${handshakesOf(stage)}`,
    );
    return false;
  }
  const others = unexpectedIn(first.body, options);
  if (others.length > 0) {
    findings.mend(step, others.join('; '));
    return false;
  }
  if (first.status !== 403) {
    findings.mend(step, `its first call was answered ${first.status} instead of 403: ${detailOf(first.answer)}`);
    if (first.status !== 429) return false;
  }
  // Closed for a while, so that it has to repeat its call.
  await setTimeout(closedMilliseconds);
  await admin.post(`/machines/${machineId}/connect`);
  const paired = await proxy.next(({ path, status }) => path === pairPath && status === 200, nextTrySeconds);
  if (!paired) {
    const [last] = proxy.calls(pairPath).slice(-1);
    findings.mend(
      step,
      proxy.calls(pairPath).length === 1
        ? `it asked once and not again: repeat the call while the answer is 403, with pauses of up to half a minute.`
        : `it was not paired within ${nextTrySeconds} seconds after the window was open; the last answer: ${detailOf(last?.answer ?? '')}`,
    );
    return false;
  }
  findings.passed(step, 'it asks until the window is open, and pairs.');
  const calls = proxy.calls(pairPath);
  const busiest = Math.max(
    ...calls.map(({ at }) => calls.filter((other) => other.at >= at && other.at < at + 10_000).length),
  );
  findings.check(step, busiest <= mostCallsPerTenSeconds, {
    passed: 'it pauses between its calls.',
    mend: `it called ${busiest} times in ten seconds: pause between the calls, and longer after each.`,
  });
  return true;
}

/** What its call says that this run does not expect. */
function unexpectedIn(body: string, { serialNumber, pin, model }: Options): string[] {
  const sentFields = fieldsOf(body);
  if (!sentFields) return [`the body of its call is not a JSON object: ${body.slice(0, 200)}`];
  // In whatever capitals, and also where the type is wrong: that is the console's to refuse.
  const isExpected = (value: unknown, expected: string) => String(value).toUpperCase() === expected.toUpperCase();
  return [
    { name: 'serial number', value: sentFields['serialNumber'], expected: serialNumber, options: '--serial' },
    { name: 'PIN', value: sentFields['pin'], expected: pin, options: '--pin' },
    { name: 'model', value: sentFields['model'], expected: model, options: '--model, and --category if it is new' },
  ]
    .filter(({ value, expected }) => !isExpected(value, expected))
    .map(
      ({ name, value, expected, options }) =>
        `it sent the ${name} ${JSON.stringify(value)}, and the run expects ${expected} (${options})`,
    );
}

function fieldsOf(body: string): Record<string, unknown> | null {
  try {
    const sent: unknown = JSON.parse(body);
    return typeof sent === 'object' && sent !== null ? { ...sent } : null;
  } catch {
    return null;
  }
}

/** Of connections to the MQTT port that failed before CONNECT. */
function handshakesOf({ wire }: Stage): string {
  const failed = wire.failedHandshakes();
  if (failed.length === 0) return '';
  return (
    ` TLS failed on the MQTT port ${timesOf(failed.length)} (at last: ${failed.at(-1)}). A machine with the ` +
    'certificate or the authority of another console, or of a former run, has to be reset and paired again.'
  );
}

/** What an answer of the console says is wrong. */
export function detailOf(answer: string): string {
  try {
    const { detail, violations } = JSON.parse(answer) as {
      detail?: string;
      violations?: { propertyPath: string; message: string }[];
    };
    const broken = (violations ?? []).map(({ propertyPath, message }) => `${propertyPath}: ${message}`).join('; ');
    return broken || detail || answer.slice(0, 200);
  } catch {
    return answer.slice(0, 200);
  }
}

/** LNK-04: connects with its certificate, subscribes, and says who it is. Null: there was no birth. */
export async function tryBirth(stage: Stage): Promise<Heard | null> {
  const { findings, wire, options } = stage;
  const step = 'Birth';
  const isBirth = ({ name }: Heard) => name === 'birth';
  const birth = wire.heardSoFar().find(isBirth) ?? (await wire.next(isBirth, connectSeconds));
  if (!birth) {
    findings.mend(
      step,
      wire.isConnected()
        ? 'it connected and sent no birth: publish m/{machineId}/birth after the subscriptions.'
        : `it did not connect within ${connectSeconds} seconds: TLS with the certificate of the pairing, client identifier = machine id.${handshakesOf(stage)}`,
    );
    return null;
  }
  if (!birth.message) {
    findings.mend(step, `its birth is refused, and without a birth there is nothing more to try: ${whyRefused(birth)}`);
    return null;
  }
  findings.passed(step, 'it connects and sends its birth.');
  const { at, model } = birth.message as { at: string; model: string };
  const missing = ['desired', 'programs', 'commands', 'stored'].filter((name) => !wire.takes(name));
  findings.check(step, missing.length === 0, {
    passed: 'it subscribes before its birth.',
    mend: `at its birth it was not subscribed to ${missing.join(', ')}: subscribe first.`,
  });
  if (!wire.takes('refused'))
    findings.notTried(step, 'at its birth it was not subscribed to `refused`: then it does not learn what is refused.');
  const offSeconds = Math.round(Math.abs(Date.now() - Date.parse(at)) / 1000);
  findings.check('Clock', offSeconds < 300, {
    passed: 'its clock is right.',
    mend: `its clock is ${offSeconds} seconds off: set it by NTP before the birth; at most five minutes are accepted.`,
  });
  findings.check(step, model === options.model, {
    passed: 'its model is that of the pairing.',
    mend: `it paired as ${options.model} and says that it is ${model}.`,
  });
  return birth;
}

/** The first answer to a renewal was lost; the machine asks again, and uses the new certificate. */
export async function tryRenewal({ findings, wire, proxy, running, machineId, options }: Stage): Promise<void> {
  const step = 'Renewal';
  const patience = Math.min(renewSeconds, options.patienceSeconds);
  const renewals = () => proxy.calls(renewPath);
  const first = await until(() => renewals().length > 0, patience);
  if (!first) {
    findings.mend(step, 'its certificate ends in 20 days and was not renewed: renew it in the last 30 days.');
    return;
  }
  const [{ status, answer, body } = { status: 0, answer: '', body: '' }] = renewals();
  if (
    !findings.check(step, status === 200, {
      passed: 'it asks for a new certificate, signed with the present key.',
      mend: `its call was answered ${status}: ${status === 403 ? whatWasSigned(body) : detailOf(answer)}.`,
    })
  ) {
    findings.notTried(step, 'a lost answer and the new certificate: they need an answer with 200 first.');
    return;
  }
  // The former certificate is still accepted.
  await wire.cut();
  const again = await until(() => renewals().filter((call) => call.status === 200).length > 1, patience);
  findings.check(step, again !== null, {
    passed: 'it asks again when the answer is lost, and connects with the former certificate until then.',
    mend: 'the answer to its renewal was lost, and it did not ask again: try again at the next connection, or after a minute.',
  });
  if (!again) return;
  const isUsed = await until(async () => {
    const row = await running.services.db.read(linkScope, (trx) =>
      trx.selectFrom('machines').select('formerFingerprint').where('id', '=', machineId).executeTakeFirst(),
    );
    return row?.formerFingerprint === null && wire.isConnected();
  }, patience);
  findings.check(step, isUsed !== null, {
    passed: 'it connects with the new certificate.',
    mend: 'it does not connect with its new certificate: use the new key and certificate for the next connection.',
  });
}

export function loseFirstRenewal({ proxy }: Pick<Stage, 'proxy'>): void {
  proxy.loseAnswerTo(renewPath);
}
