import { setTimeout } from 'node:timers/promises';
import type { PairInput } from '@fournil/contract/machine-link/pairing';
import type { AnswerReason } from '@fournil/contract/machine-link/reasons';
import { sql } from 'kysely';
import { linkScope, type Trx } from '../../db/database.ts';
import { isUniqueViolation } from '../../db/failures.ts';
import { record, theMachine } from '../../history/index.ts';
import { conflict, Refusal, unprocessable } from '../../kit/errors.ts';
import { notifyLive } from '../../kit/notifyLive.ts';
import type { Services } from '../../kit/services.ts';
import { sourceOf } from '../../kit/sourceOf.ts';
import { checkWatches, countTry, type Throttle } from '../../kit/throttle.ts';
import { entriesBySerial, lockSerial } from '../../machines/index.ts';
import { categoriesOf } from '../../models/index.ts';
import type { Authority, IssuedCertificate } from '../broker/authority.ts';
import { keepCertificate } from '../broker/certificates.ts';
import { checkMachineKey } from './machineKey.ts';
import { isLeftFor, isRightPin, newestWindow, type OpenMachine, tellOwners } from './openMachines.ts';
import { countPinTry, findTries, forgetTries, isUsedUp, type PinTry } from './pinTries.ts';

/**
 * One address that tries many serial numbers or PINs. The waits are short: several new ovens of a bakery share an
 * address, and one that is not entered yet repeats its request; repetitions are not counted.
 */
const pairingThrottle: Throttle = { name: 'pairing', freeTries: 30, firstWaitSeconds: 2, longestSeconds: 20 };
/** Every refusal takes this time, whatever its reason, so that its duration does not show what the database contains. */
const refusalMilliseconds = 150;

/** The result of a pairing: the machine's id and its certificate. */
export interface Paired {
  machineId: string;
  /** The number of the pairing: it increases when another oven is paired under this entry. */
  pairing: number;
  certificate: string;
  expiresAt: Date;
}
type Outcome = 'refused' | 'repeated' | 'unknownModel' | 'otherCategory' | Paired;

/**
 * LNK-02: a machine sends serial number and PIN while its window is open. Throws 403 for everything that does not
 * match, 409 for another category, 422 for an unknown model, all after the same time and counted, and 429.
 */
export async function pairMachine(
  services: Services,
  authority: Authority,
  input: PairInput,
  address: string,
): Promise<Paired> {
  const startMilliseconds = performance.now();
  const source = sourceOf(address);
  await checkWatches(services, [[pairingThrottle, source]]);
  await checkMachineKey(input.certificateRequest);
  const tried = triedBy(services, source, input);
  const outcome = await services.db
    .as(linkScope, (trx) => pair(services, trx, authority, input, tried))
    .catch(pairedElsewhere);
  if (typeof outcome === 'object') return outcome;
  if (outcome !== 'repeated') await countTry(services, [[pairingThrottle, source]]);
  await setTimeout(Math.max(0, refusalMilliseconds - (performance.now() - startMilliseconds)));
  if (outcome === 'unknownModel')
    throw unprocessable({ path: 'model', key: 'custom.validation.unknownModel', args: {} });
  if (outcome === 'otherCategory')
    throw conflict({
      en: 'The console expects a machine of another category.',
      fr: 'La console attend une machine d’une autre catégorie.',
    });
  throw notPaired(input.serialNumber);
}

/** Unknown serial number, closed window, wrong pin and paired already: one answer. */
function notPaired(serialNumber: string): Refusal {
  return new Refusal(403, {
    en: 'Not paired. Check serial number and PIN, and that the pairing window is open.',
    fr: 'Non appairée. Vérifiez le numéro de série, le code PIN et que la fenêtre d’appairage est ouverte.',
  }).loggedAs('pairing refused', { serialNumber });
}

function triedBy(services: Services, source: string, { serialNumber, pin }: PairInput): PinTry {
  const serial = serialNumber.toLowerCase();
  return { source, serial, pin: services.keys.pinHash(pin, `try ${serial}`) };
}

function pairedElsewhere(error: unknown): Outcome {
  // The unique index on paired serial numbers: another machine is paired with this one.
  if (isUniqueViolation(error)) return 'refused';
  throw error;
}

async function pair(
  services: Services,
  trx: Trx,
  authority: Authority,
  input: PairInput,
  pinTry: PinTry,
): Promise<Outcome> {
  const now = services.now();
  // No two machines pair with one serial number at the same time, in whichever organisations. A unique index cannot see
  // to this in a database that is distributed by organisation.
  await lockSerial(trx, pinTry.serial);
  const entries = await entriesBySerial(services, pinTry.serial);
  const open = await trx
    .selectFrom('machines')
    .select([
      'id',
      'organisationId',
      'name',
      'pinHash',
      'pairingPinHash',
      'pairingOpenedFrom',
      'pairingOpenUntil',
      'category',
      'pairingNumber',
    ])
    .where(sql<boolean>`id = any(${entries.map(({ machineId }) => machineId)}::uuid[])`)
    // It may have been changed since.
    .where(sql<boolean>`lower("serialNumber") = ${pinTry.serial}`)
    .where('pairedAt', 'is', null)
    .where('pairingOpenUntil', '>', now)
    .orderBy('id')
    .execute();
  const tries = await findTries(trx, pinTry, now);
  const isOpenTo = (one: OpenMachine) => !isUsedUp(tries) && isLeftFor(pinTry.source, one, tries);
  const machine = open.filter((one) => isRightPin(services, input.pin, one)).find(isOpenTo);
  if (!machine) {
    const isNew = await countPinTry(trx, pinTry, newestWindow(open.filter(isOpenTo)), now);
    await tellOwners(services, trx, { tried: pinTry, open, tries, isNew });
    return isNew ? 'refused' : 'repeated';
  }
  const category = (await categoriesOf(trx, [input.model])).get(input.model);
  if (category === undefined) return 'unknownModel';
  if (category !== machine.category) return 'otherCategory';
  const certificate = await authority.forMachine(input.certificateRequest, machine.id, now);
  if (entries.some(({ isPaired }) => isPaired)) return 'refused';
  const isHandedOver = await takeSerial(trx, pinTry.serial, machine.organisationId);
  if (!(await enterPairing(trx, machine, { model: input.model, made: certificate, isHandedOver, now })))
    return 'refused';
  await forgetTries(trx, pinTry);
  await giveUpCommands(trx, machine.id);
  // Its model decides which programs of menus it can have.
  const { organisationId } = machine;
  await services.jobs.announce(trx, 'menus.affected', { organisationId, machineIds: [machine.id] });
  await record(trx, theMachine(machine), {
    type: 'pairing',
    origin: { entity: 'machine', id: machine.id, name: machine.name },
  });
  await notifyLive(trx, {
    organisationId: machine.organisationId,
    resource: 'machines',
    op: 'update',
    ids: [machine.id],
  });
  return { machineId: machine.id, pairing: machine.pairingNumber + 1, ...certificate };
}

interface Pairing {
  model: string;
  made: IssuedCertificate;
  /** Another organisation had paired the oven before. */
  isHandedOver: boolean;
  now: Date;
}

/** Remembers who has this serial number now; true where another organisation had it before. */
async function takeSerial(trx: Trx, serial: string, organisationId: string): Promise<boolean> {
  const former = await trx
    .selectFrom('serialOwners')
    .select('organisationId')
    .where('serial', '=', serial)
    .executeTakeFirst();
  await trx
    .insertInto('serialOwners')
    .values({ serial, organisationId })
    .onConflict((oc) => oc.column('serial').doUpdateSet({ organisationId }))
    .execute();
  return former !== undefined && former.organisationId !== organisationId;
}

/** False when its window was closed in this moment. */
async function enterPairing(
  trx: Trx,
  { id: machineId, organisationId }: { id: string; organisationId: string },
  { model, made: certificate, isHandedOver, now }: Pairing,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('machines')
    .set({
      pairedAt: now,
      pairingOpenUntil: null,
      pairingPinHash: null,
      pairingOpenedFrom: null,
      certificateFingerprint: certificate.fingerprint,
      certificateExpiresAt: certificate.expiresAt,
      formerFingerprint: null,
      pairingNumber: sql`"pairingNumber" + 1`,
      settings: null,
      updateAttributes: null,
      settingsReportedAt: null,
      model,
      version: sql`version + 1`,
    })
    .where('organisationId', '=', organisationId)
    .where('id', '=', machineId)
    .where('pairedAt', 'is', null)
    .where('pairingOpenUntil', '>', now)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await keepCertificate(trx, machineId, certificate);
  // Another oven may be paired under this entry now; its sessions count from the beginning.
  await trx
    .updateTable('machineStates')
    .set({
      session: 0,
      connected: false,
      // Until its birth, in case a message of the former oven is still on its way.
      connectionEnded: true,
      reportedDesiredVersion: 0,
      twoPlacesAt: null,
      clockWrongSince: null,
      clockSaidAt: null,
      ...(isHandedOver ? { ownedSince: now } : {}),
    })
    .where('organisationId', '=', organisationId)
    .where('machineId', '=', machineId)
    .execute();
  return true;
}

/** Deletes the commands that waited for the former oven. */
async function giveUpCommands(trx: Trx, machineId: string): Promise<void> {
  await trx
    .updateTable('machineCommands')
    .set({ state: 'expired', reason: JSON.stringify({ code: 'released', values: {} } satisfies AnswerReason) })
    .where('machineId', '=', machineId)
    .where('state', 'in', ['pending', 'sent'])
    .execute();
}
