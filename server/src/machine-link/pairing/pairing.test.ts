import { createSign } from 'node:crypto';
import { pairingLimits } from '@fournil/contract/machine-link/pairing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiAs } from '../../testing/api.ts';
import { aMachine, anOrganisation, aPerson, type Person } from '../../testing/builders.ts';
import { aKeyPair, aPairedMachine, connectOven, pairOven } from '../../testing/oven.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await openTestServer();
  admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
});
afterAll(() => server.close());

const oven = () => apiAs(server, null);
async function tryPin(serialNumber: string, pin: string) {
  const { certificateRequest } = await aKeyPair();
  return oven().post('/machine-link/pair', { serialNumber, pin, model: 'sole-3-12', certificateRequest });
}

describe('LNK-02 pairing', () => {
  it('gives a machine credentials of its own, within the window and with the right PIN', async () => {
    const machine = await aMachine(admin, { pin: '4711' });
    expect((await tryPin(machine.serialNumber, '4711')).status).toBe(403);
    const opened = (await admin.post(`/machines/${machine.id}/connect`)).body;
    expect(opened.pairing.state).toBe('windowOpen');
    expect(Date.parse(opened.pairing.openUntil) - server.services.now().getTime()).toBeLessThanOrEqual(
      pairingLimits.windowMinutes * 60_000,
    );
    const credentials = await pairOven(oven(), { serialNumber: machine.serialNumber, pin: '4711' });
    expect(credentials.machineId).toBe(machine.id);
    const connected = await connectOven(credentials);
    await connected.birth();
    await connected.close();
    const paired = (await admin.get(`/machines/${machine.id}`)).body;
    expect(paired).toMatchObject({
      approved: false,
      softwareVersion: '4.2.1',
      model: 'Sole 3-12',
      pairing: { state: 'paired' },
    });
    const types = (await admin.get(`/history/machine/${machine.id}/full`)).body['hydra:member'].map(
      (one: { typeEvent: string }) => one.typeEvent,
    );
    expect(types).toContain('pairing');
  });

  it('answers the same to an unknown serial number, a closed window, a wrong PIN and a paired machine', async () => {
    const closed = await aMachine(admin);
    const open = await aMachine(admin);
    await admin.post(`/machines/${open.id}/connect`);
    const { machine: paired } = await aPairedMachine(server, admin);
    const answers = [
      await tryPin('unknown', '1234'),
      await tryPin(closed.serialNumber, '1234'),
      await tryPin(open.serialNumber, '9999'),
      await tryPin(paired.serialNumber, '1234'),
    ];
    const said = answers.map(({ status, body: { requestId: _, ...rest } }) => JSON.stringify([status, rest]));
    expect(new Set(said).size).toBe(1);
    expect(answers[0]?.status).toBe(403);
  });

  it('ends after five wrong PINs from the address that opened the window, and a new window continues the count', async () => {
    const machine = await aMachine(admin, { pin: '4711' });
    await admin.post(`/machines/${machine.id}/connect`);
    for (let tries = 0; tries < pairingLimits.wrongPins; tries += 1)
      expect((await tryPin(machine.serialNumber, `000${tries}`)).status).toBe(403);
    expect((await admin.get(`/machines/${machine.id}`)).body.pairing.state).toBe('notPaired');
    expect((await tryPin(machine.serialNumber, '4711')).status).toBe(403);
    await admin.post(`/machines/${machine.id}/connect`);
    expect((await tryPin(machine.serialNumber, '4711')).status).toBe(403);
    server.advance(3601);
    await admin.post(`/machines/${machine.id}/connect`);
    expect((await tryPin(machine.serialNumber, '4711')).status).toBe(200);
  });

  it('ends when the window closes', async () => {
    const machine = await aMachine(admin);
    await admin.post(`/machines/${machine.id}/connect`);
    server.advance(pairingLimits.windowMinutes * 60 + 1);
    expect((await tryPin(machine.serialNumber, '1234')).status).toBe(403);
  });

  it('gives a serial number to one owner only, also when two ask at once, until it is released', async () => {
    const rival = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    const serialNumber = 'FS-shared';
    const [mine, theirs] = [
      await aMachine(admin, { serialNumber, pin: '1111' }),
      await aMachine(rival, { serialNumber, pin: '2222' }),
    ];
    await admin.post(`/machines/${mine.id}/connect`);
    await rival.post(`/machines/${theirs.id}/connect`);
    const both = await Promise.all([tryPin(serialNumber, '1111'), tryPin(serialNumber, '2222')]);
    expect(both.map((one) => one.status).sort()).toEqual([200, 403]);
    const [winner, loser] =
      both[0]?.status === 200
        ? [
            { who: admin, id: mine.id },
            { who: rival, id: theirs.id, pin: '2222' },
          ]
        : [
            { who: rival, id: theirs.id },
            { who: admin, id: mine.id, pin: '1111' },
          ];
    await loser.who.post(`/machines/${loser.id}/connect`);
    expect((await tryPin(serialNumber, loser.pin ?? '')).status).toBe(403);
    await winner.who.post(`/machines/${winner.id}/release`);
    await loser.who.post(`/machines/${loser.id}/connect`);
    expect((await tryPin(serialNumber, loser.pin ?? '')).status).toBe(200);
  });

  it('refuses a model of another category, an invalid request and a second connect', async () => {
    const { machine } = await aPairedMachine(server, admin);
    expect((await admin.post(`/machines/${machine.id}/connect`)).status).toBe(409);
    const rack = await aMachine(admin, { category: 'rack' });
    await admin.post(`/machines/${rack.id}/connect`);
    expect((await tryPin(rack.serialNumber, '1234')).status).toBe(409);
    const broken = await oven().post('/machine-link/pair', {
      serialNumber: rack.serialNumber,
      pin: '1234',
      model: 'tour-18',
      certificateRequest: 'no request',
    });
    expect(broken.body.violations[0].propertyPath).toBe('certificateRequest');
  });

  it('includes renewal: the holder of a certificate’s key gets a new certificate, and the old one is refused from then on', async () => {
    const { credentials } = await aPairedMachine(server, admin);
    const next = await aKeyPair();
    const sign = (key: string) => createSign('SHA256').update(next.certificateRequest).sign(key, 'base64');
    const renew = (key: string) =>
      oven().post('/machine-link/renew', {
        certificate: credentials.certificate,
        certificateRequest: next.certificateRequest,
        signature: sign(key),
      });
    expect((await renew((await aKeyPair()).key)).status).toBe(403);
    const renewed = (await renew(credentials.key)).expect(200) as typeof credentials;
    await (await connectOven({ ...renewed, key: next.key })).close();
    await expect(connectOven(credentials)).rejects.toThrow(/not authorized/i);
  });
});

describe('LNK-02 a certificate renewal whose answer was lost', () => {
  const renewal = async (credentials: { certificate: string; key: string }) => {
    const next = await aKeyPair();
    const signature = createSign('SHA256').update(next.certificateRequest).sign(credentials.key, 'base64');
    const answer = await oven().post('/machine-link/renew', {
      certificate: credentials.certificate,
      certificateRequest: next.certificateRequest,
      signature,
    });
    return { status: answer.status, credentials: { ...answer.body, key: next.key } };
  };

  it('locks no machine out: the former certificate connects and renews until the new one has been used', async () => {
    const { credentials } = await aPairedMachine(server, admin);
    const lost = await renewal(credentials);
    expect(lost.status).toBe(200);
    await (await connectOven(credentials)).close();
    const second = await renewal(credentials);
    expect(second.status).toBe(200);
    await expect(connectOven(lost.credentials)).rejects.toThrow(/not authorized/i);
    await (await connectOven(second.credentials)).close();
    await expect(connectOven(credentials)).rejects.toThrow(/not authorized/i);
    expect((await renewal(credentials)).status).toBe(403);
    expect((await renewal(second.credentials)).status).toBe(200);
  });

  it('MKR-01 gives the same request the same certificate, so that whichever answer arrives can be used', async () => {
    const { credentials } = await aPairedMachine(server, admin);
    const next = await aKeyPair();
    const body = {
      certificate: credentials.certificate,
      certificateRequest: next.certificateRequest,
      signature: createSign('SHA256').update(next.certificateRequest).sign(credentials.key, 'base64'),
    };
    const both = await Promise.all([
      oven().post('/machine-link/renew', body),
      oven().post('/machine-link/renew', body),
    ]);
    const third = await oven().post('/machine-link/renew', body);
    const answers = [...both, third].map((answer) => answer.expect(200) as typeof credentials);
    expect(new Set(answers.map(({ certificate }) => certificate)).size).toBe(1);
    const [first] = answers;
    await (await connectOven({ ...credentials, ...first, key: next.key })).close();
    // An old signature, by a certificate that the new one has replaced.
    expect((await oven().post('/machine-link/renew', body)).status).toBe(403);
  });

  it('MKR-01 refuses a signature over another request, and one by another machine', async () => {
    const [one, other] = [await aPairedMachine(server, admin), await aPairedMachine(server, admin)];
    const [next, another] = [await aKeyPair(), await aKeyPair()];
    const sign = (text: string, key: string) => createSign('SHA256').update(text).sign(key, 'base64');
    const { certificate, key } = one.credentials;
    const { certificateRequest } = next;
    const bodies = [
      { certificate, certificateRequest, signature: sign(another.certificateRequest, key) },
      { certificate, certificateRequest, signature: sign(certificateRequest, other.credentials.key) },
      { certificate: other.credentials.certificate, certificateRequest, signature: sign(certificateRequest, key) },
      { certificate, certificateRequest, signature: '' },
      { certificate, certificateRequest, signature: 'AAAA' },
    ];
    const answers = await Promise.all(bodies.map((body) => oven().post('/machine-link/renew', body)));
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 422, 403]);
    await (await connectOven(one.credentials)).close();
  });

  it('cannot be repeated after the pairing has ended', async () => {
    const { machine, credentials } = await aPairedMachine(server, admin);
    await renewal(credentials);
    await admin.post(`/machines/${machine.id}/release`);
    await expect(connectOven(credentials)).rejects.toThrow(/not authorized/i);
    expect((await renewal(credentials)).status).toBe(403);
  });
});

it('LNK-02 an oven that replaces another under the same entry numbers its reports from the beginning, and all are stored', async () => {
  const { machine, credentials } = await aPairedMachine(server, admin);
  const entry = (at: string) => ({ entries: [{ id: '1-1', at, type: 'PowerOn' }] });
  const first = await connectOven(credentials);
  await first.birth({ settings: [{ param: 'a', type: 'BOOL', value: true }] });
  await first.report('activities', entry('2026-01-15T06:00:00.000Z'));
  await first.close();
  await admin.post(`/machines/${machine.id}/release`);
  await admin.post(`/machines/${machine.id}/connect`);
  const second = await connectOven(await pairOven(oven(), { serialNumber: machine.serialNumber, pin: '1234' }));
  expect((await admin.get(`/machines/${machine.id}/settings`)).body.settings).toEqual([]);
  await second.report('activities', entry('2026-01-16T06:00:00.000Z'));
  await second.report('activities', entry('2026-01-16T06:00:00.000Z'));
  await second.close();
  const dates = (await admin.get(`/machines/${machine.id}/activities`)).body['hydra:member'].map(
    (one: { date: string }) => one.date,
  );
  expect(dates).toEqual(['2026-01-16T06:00:00.000Z', '2026-01-15T06:00:00.000Z']);
});

describe('LNK-03 the broker', () => {
  it('refuses a machine without a certificate, with a foreign one, under another’s name, after release and after deletion', async () => {
    const { machine, credentials } = await aPairedMachine(server, admin);
    const other = await aPairedMachine(server, admin);
    await expect(connectOven({ ...credentials, certificate: '', key: '' })).rejects.toThrow();
    await expect(connectOven(credentials, { clientId: other.machine.id })).rejects.toThrow(/not authorized/i);
    const connected = await connectOven(credentials);
    const ended = new Promise<void>((resolve) => connected.client.once('close', () => resolve()));
    await admin.post(`/machines/${machine.id}/release`);
    await ended;
    await expect(connectOven(credentials)).rejects.toThrow(/not authorized/i);
    await admin.delete(`/machines/${other.machine.id}?deletePrograms=0`);
    await expect(connectOven(other.credentials)).rejects.toThrow(/not authorized/i);
  });

  it('refuses to let a machine read or write another’s topics or wildcards', async () => {
    const [one, two] = [await aPairedMachine(server, admin), await aPairedMachine(server, admin)];
    for (const topic of [
      `m/${two.machine.id}/activities`,
      `m/${one.machine.id}/desired`,
      'anything',
      `m/${one.machine.id}/activities/deep/er`,
    ]) {
      const connected = await connectOven(one.credentials);
      const ended = new Promise<void>((resolve) => connected.client.once('close', () => resolve()));
      connected.client.publish(topic, '{}', { qos: 1 });
      await ended;
    }
    const connected = await connectOven(one.credentials);
    for (const topic of [
      '#',
      'm/+/desired',
      '$SYS/#',
      '$share/g/#',
      `m/${two.machine.id}/desired`,
      `m/${one.machine.id}/activities`,
    ]) {
      const granted = await connected.client.subscribeAsync(topic, { qos: 1 }).catch(() => [{ qos: 128 }]);
      expect(granted[0]?.qos, topic).toBe(128);
    }
    expect((await connected.client.subscribeAsync(`m/${one.machine.id}/desired`, { qos: 1 }))[0]?.qos).toBe(1);
    await connected.close();
  });
});
