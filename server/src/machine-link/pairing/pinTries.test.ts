import { pairingLimits } from '@fournil/contract/machine-link/pairing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { apiAs } from '../../testing/api.ts';
import { aMachine, anOrganisation, aPerson, type Person } from '../../testing/builders.ts';
import { aKeyPair, aPairedMachine, eventually, pairOven } from '../../testing/oven.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let admin: Person;
let rival: Person;
let certificateRequest: string;

beforeAll(async () => {
  server = await openTestServer({ LOG_LEVEL: 'warn' });
  admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  rival = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  ({ certificateRequest } = await aKeyPair());
});
afterAll(() => server.close());

let hosts = 0;
const stranger = () => {
  hosts += 1;
  return `198.51.${100 + Math.floor(hosts / 250)}.${1 + (hosts % 250)}`;
};
const opener = '127.0.0.1';

async function tryFrom(remoteAddress: string, serialNumber: string, pin: string, model = 'sole-3-12') {
  const answer = await server.web.server.inject({
    method: 'POST',
    url: '/api/machine-link/pair',
    payload: { serialNumber, pin, model, certificateRequest },
    remoteAddress,
  });
  return { status: answer.statusCode, body: answer.json() as Record<string, unknown>, headers: answer.headers };
}

const pinOf = (number: number) => String(number).padStart(4, '0');
const mailsOf = (machineId: string, how: string) =>
  server.ownerQuery<{ toAddress: string }>('select "toAddress" from mails where reason like $1', [
    `contested ${machineId} ${how} %`,
  ]);

describe('SEC-03 the right PIN with a wrong model', () => {
  it.each([
    ['another category', 'tour-18', 409],
    ['an unknown model', 'nothing', 422],
  ])('is a counted try like a wrong PIN: %s', async (_, model, status) => {
    const machine = await aMachine(admin, { pin: '4711', category: 'deck' });
    await admin.post(`/machines/${machine.id}/connect`);
    const address = stranger();
    const answers: number[] = [];
    for (let tries = 0; tries < 40 && answers.at(-1) !== 429; tries += 1)
      answers.push((await tryFrom(address, machine.serialNumber, '4711', model)).status);
    expect(new Set(answers)).toEqual(new Set([status, 429]));
    expect((await tryFrom(opener, machine.serialNumber, '4711')).status).toBe(200);
  });
});

describe('SEC-03 wrong PINs', () => {
  it('of a stranger close no window, and the owner’s oven still pairs', async () => {
    const machine = await aMachine(admin, { pin: '4711' });
    await admin.post(`/machines/${machine.id}/connect`);
    const address = stranger();
    for (let pin = 0; pin < 8; pin += 1)
      expect((await tryFrom(address, machine.serialNumber, pinOf(pin))).status).toBe(403);
    expect((await admin.get(`/machines/${machine.id}`)).body.pairing.state).toBe('windowOpen');
    expect((await tryFrom(address, machine.serialNumber, '4711')).status, 'the right one comes too late').toBe(403);
    await eventually(async () => (await mailsOf(machine.id, 'tried')).length > 0);
    expect((await tryFrom(opener, machine.serialNumber, '4711')).status).toBe(200);
  });

  /** In one window, each from another address. */
  const tryByStrangers = async (serialNumber: string, tries: number) => {
    for (let one = 0; one < tries; one += 1)
      expect((await tryFrom(stranger(), serialNumber, pinOf(one))).status).toBe(403);
  };

  it('of many strangers are limited in a window, told in one mail, and do not keep the oven out of the next window', async () => {
    const machine = await aMachine(admin, { pin: '4711' });
    const oven = stranger();
    for (let window = 0; window < 2; window += 1) {
      await admin.post(`/machines/${machine.id}/connect`);
      await tryByStrangers(machine.serialNumber, pairingLimits.pinsOfOthers);
      expect((await tryFrom(oven, machine.serialNumber, '4711')).status).toBe(403);
    }
    await eventually(async () => (await mailsOf(machine.id, 'tried')).length > 0);
    await admin.post(`/machines/${machine.id}/connect`);
    expect((await tryFrom(oven, machine.serialNumber, '4711')).status).toBe(200);
    expect(await mailsOf(machine.id, 'tried')).toHaveLength(1);
  });

  it('of many strangers are limited per day over all windows, the last ones kept for a PIN that the oven shows', async () => {
    const machine = await aMachine(admin, { pin: '4711' });
    const { serialNumber } = machine;
    const { pinsOfOthers, pinsOfOthersPerDay, freshPinsOfOthersPerDay } = pairingLimits;
    const open = async (pin?: string) =>
      (await admin.post(`/machines/${machine.id}/connect`, pin === undefined ? {} : { pin })).expect(200);
    for (let tried = 0; tried < pinsOfOthersPerDay - freshPinsOfOthersPerDay; tried += pinsOfOthers) {
      await open();
      await tryByStrangers(serialNumber, pinsOfOthers);
    }
    await open();
    expect((await tryFrom(stranger(), serialNumber, '4711')).status).toBe(403);
    await open('86421357');
    expect((await tryFrom(stranger(), serialNumber, '86421357')).status, 'the PIN that it shows').toBe(200);
    (await admin.post(`/machines/${machine.id}/release`)).expect(200);
    await open('97531246');
    await tryByStrangers(serialNumber, freshPinsOfOthersPerDay);
    await open('13572468');
    expect((await tryFrom(stranger(), serialNumber, '13572468')).status, 'after 80 in a day').toBe(403);
    expect((await tryFrom(opener, serialNumber, '4711')).status).toBe(200);
  });

  it('that were tried while no window could compare them use up nothing', async () => {
    const machine = await aMachine(admin, { pin: '4711' });
    await tryByStrangers(machine.serialNumber, 2 * pairingLimits.pinsOfOthersPerDay);
    await admin.post(`/machines/${machine.id}/connect`);
    expect((await tryFrom(stranger(), machine.serialNumber, '4711')).status).toBe(200);
  });

  it('that an oven repeats while it waits for its window count as one', async () => {
    const machine = await aMachine(admin, { pin: '4711' });
    const address = stranger();
    for (let tries = 0; tries < 40; tries += 1)
      expect((await tryFrom(address, machine.serialNumber, '4711')).status).toBe(403);
    await admin.post(`/machines/${machine.id}/connect`);
    expect((await tryFrom(address, machine.serialNumber, '4711')).status).toBe(200);
  });

  it('are refused, counted and logged the same for serial numbers that are entered, open, paired or unknown', async () => {
    // Lines of the log are limited by time, which passes quickly on a slow computer.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const closed = await aMachine(admin);
    const open = await aMachine(admin);
    await admin.post(`/machines/${open.id}/connect`);
    const { machine: paired } = await aPairedMachine(server, admin);
    const tryMany = async (serialNumber: string) => {
      const address = stranger();
      const said: string[] = [];
      for (let pin = 0; pin < 36; pin += 1) {
        const { status, body, headers } = await tryFrom(address, serialNumber, pinOf(9000 + pin));
        const { requestId: _, ...rest } = body;
        said.push(JSON.stringify([status, status === 403 && rest, headers['retry-after'] !== undefined]));
      }
      const refusals = said.filter((one) => one.startsWith('[403'));
      expect(new Set(refusals).size).toBe(1);
      expect(refusals, serialNumber).toHaveLength(30);
      expect(
        server.logged.filter((line) => line['event'] === 'pairing refused' && line['address'] === address),
      ).toHaveLength(20);
      const [row] = await server.ownerQuery<{ tries: number }>(
        'select count(*)::int as tries from "pairingTries" where source = $1',
        [address],
      );
      expect(row?.tries, serialNumber).toBe(30);
    };
    await Promise.all([closed.serialNumber, open.serialNumber, paired.serialNumber, 'nobody'].map(tryMany));
  });

  it('are forgotten after a day', async () => {
    const address = stranger();
    await tryFrom(address, 'forgotten', '0000');
    await server.ownerQuery(`update "pairingTries" set at = at - interval '25 hours' where source = $1`, [address]);
    await tryFrom(stranger(), 'another', '0000');
    expect(await server.ownerQuery('select source from "pairingTries" where source = $1', [address])).toEqual([]);
  });
});

describe('SEC-03 serial numbers', () => {
  it('cannot be entered with one PIN after the other', async () => {
    const machine = await aMachine(admin, { pin: '0000' });
    const statuses: number[] = [];
    for (let pin = 1; pin < 7; pin += 1)
      statuses.push((await admin.put(`/machines/${machine.id}`, { pin: pinOf(pin) })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
    expect((await admin.post(`/machines/${machine.id}/connect`, { pin: '0009' })).status).toBe(429);
    expect((await admin.post(`/machines/${machine.id}/connect`)).status).toBe(200);
  });

  it('that an organisation enters are limited by day; several PINs of one count once', async () => {
    const organisation = await anOrganisation(server);
    const busy = await aPerson(server, 'clientAdmin', organisation);
    const source = `organisation ${organisation}`;
    const pretend = (tries: number, serial: string) =>
      server.ownerQuery(
        `insert into "pairingTries" (source, serial, pin, at)
         select $1, ${serial}, n::text, now() from generate_series(1, $2::int) n`,
        [source, tries],
      );
    await pretend(pairingLimits.enteredSerialsPerDay + 1, "'pretended ' || n % 4");
    await aMachine(busy);
    await server.ownerQuery('delete from "pairingTries" where source = $1', [source]);
    await pretend(pairingLimits.enteredSerialsPerDay - 20, "'pretended ' || n");
    // The server counts at some of them, and at each near the limit.
    for (let entered = 0; entered < 20; entered += 1) await aMachine(busy);
    const refused = { name: 'One too many', serialNumber: 'FS-2001', pin: '1234', category: 'deck' };
    expect((await busy.post('/machines', refused)).status).toBe(429);
    expect((await busy.get('/machines?q=One too many')).body['hydra:totalItems']).toBe(0);
  });

  it('that somebody else enters or tries are reported to the machine’s owner', async () => {
    const { machine } = await aPairedMachine(server, admin);
    const entered = await aMachine(rival, { serialNumber: machine.serialNumber.toLowerCase() });
    await eventually(async () => (await mailsOf(machine.id, 'entered')).length > 0);
    expect(await mailsOf(entered.id, 'entered')).toEqual([]);
    await server.ownerQuery('update machines set "contestedToldAt" = null where id = $1', [machine.id]);
    await tryFrom(stranger(), machine.serialNumber, '0000');
    await eventually(async () => (await mailsOf(machine.id, 'tried')).length > 0);
  });

  it('that are entered at once are reported to the owner of each, again after a failure, and to nobody else', async () => {
    const owned = [(await aPairedMachine(server, admin)).machine, (await aPairedMachine(server, admin)).machine];
    const other = await aPairedMachine(server, admin);
    const failed = () => server.logged.some((line) => JSON.stringify(line).includes('machine.serialEntered failed'));
    await server.ownerQuery('alter table machines add constraint untold check ("contestedToldAt" is null) not valid');
    await Promise.all([aMachine(rival), ...owned.map(({ serialNumber }) => aMachine(rival, { serialNumber }))]);
    await eventually(async () => failed());
    await server.ownerQuery('alter table machines drop constraint untold');
    for (const { id } of owned) await eventually(async () => (await mailsOf(id, 'entered')).length > 0);
    expect(await mailsOf(other.machine.id, 'entered')).toEqual([]);
  });

  it('can be released by the maker and by nobody else outside the organisation', async () => {
    const { machine } = await aPairedMachine(server, rival, { serialNumber: 'Contested-1' });
    const mine = await aMachine(admin, { serialNumber: 'CONTESTED-1', pin: '4711' });
    await admin.post(`/machines/${mine.id}/connect`);
    expect((await tryFrom(opener, 'contested-1', '4711')).status).toBe(403);
    for (const person of [admin, rival, await aPerson(server, 'technician', null)])
      expect((await person.post(`/machines/${machine.id}/release-contested`)).status).toBe(403);
    const maker = await aPerson(server, 'superAdmin', null);
    expect((await maker.get('/machines/by-serial?serialNumber=CONTESTED-1')).body['hydra:member']).toHaveLength(2);
    expect((await maker.post(`/machines/${machine.id}/release-contested`)).status).toBe(204);
    expect((await maker.post(`/machines/${machine.id}/release-contested`)).status).toBe(409);
    expect((await maker.post('/machines/00000000-0000-7000-8000-000000000000/release-contested')).status).toBe(404);
    expect((await tryFrom(opener, 'contested-1', '4711')).status).toBe(200);
    await eventually(async () => (await mailsOf(machine.id, 'released')).length > 0);
    const history = (await rival.get(`/history/machine/${machine.id}/full`)).body['hydra:member'] as {
      typeEvent: string;
    }[];
    expect(history[0]?.typeEvent).toBe('release');
    expect(
      server.logged.some((line) => line['event'] === 'contested machine released' && line['machine'] === machine.id),
    ).toBe(true);
  });
});

describe('LNK-02 serial numbers and PINs:', () => {
  it('serial numbers are compared without regard to capitals, and stored as typed', async () => {
    const machine = await aMachine(admin, { serialNumber: 'FS-Kapital-7', pin: '4711' });
    expect(machine.serialNumber).toBe('FS-Kapital-7');
    const twice = await admin.post('/machines', {
      name: 'Twice',
      serialNumber: 'fs-KAPITAL-7',
      pin: '1234',
      category: 'deck',
    });
    expect(twice.body.violations[0].propertyPath).toBe('serialNumber');
    expect((await admin.get('/machines?q=fs-kapital')).body['hydra:totalItems']).toBe(1);
    await admin.post(`/machines/${machine.id}/connect`);
    await pairOven(apiAs(server, null), { serialNumber: 'fs-kapital-7', pin: '4711' });
    const theirs = await aMachine(rival, { serialNumber: 'FS-KAPITAL-7', pin: '4712' });
    await rival.post(`/machines/${theirs.id}/connect`);
    expect((await tryFrom(stranger(), 'FS-KAPITAL-7', '4712')).status).toBe(403);
  });

  it('a new PIN that the oven displays is accepted in the open window, as well as the one on its plate', async () => {
    const machine = await aMachine(admin, { pin: '4711' });
    expect((await admin.post(`/machines/${machine.id}/connect`, { pin: '12' })).status).toBe(422);
    await admin.post(`/machines/${machine.id}/connect`, { pin: '80215577' });
    await pairOven(apiAs(server, null), { serialNumber: machine.serialNumber, pin: '80215577' });
    await admin.post(`/machines/${machine.id}/release`);
    await admin.post(`/machines/${machine.id}/connect`);
    expect((await tryFrom(stranger(), machine.serialNumber, '80215577')).status).toBe(403);
    expect((await tryFrom(opener, machine.serialNumber, '4711')).status).toBe(200);
  });
});
