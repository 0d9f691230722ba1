import { createSocket, type Socket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openWebhookReceiver, type WebhookReceiver } from '../../testing/services/webhookReceiver.ts';
import { isForbiddenLiteral } from './literal.ts';
import { networksWith } from './networks.ts';
import { type PostOptions, post } from './post.ts';

let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await openWebhookReceiver();
});
afterAll(() => receiver.close());
beforeEach(() => {
  receiver.calls.length = 0;
  receiver.answer((_call, response) => response.writeHead(200).end('thanks'));
});

const inside = networksWith(['127.0.0.0/8']);
const call = (url: string, options: Partial<PostOptions> = {}) =>
  post({ url, headers: { 'content-type': 'application/json' }, body: '{"a":1}' }, { networks: inside, ...options });

describe('INT-05 the addresses that a webhook calls', () => {
  const open = networksWith([]);

  it.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fec0::1',
    'ff02::1',
  ])('do not include %s, which is special', (address) => {
    expect(open.mayCall(address)).toBe(false);
  });

  it.each(['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])(
    'include %s, which is public, and only with TLS',
    (address) => {
      expect([open.mayCall(address), open.isAllowed(address)]).toEqual([true, false]);
    },
  );

  it('include the networks of the setting, not those beside them, and no mapped form of them', () => {
    const some = networksWith(['10.1.0.0/16', 'fd12::/32', '192.168.4.4']);
    const may = (address: string) => some.mayCall(address);
    expect(['10.1.2.3', 'fd12::5', '192.168.4.4'].map(may)).toEqual([true, true, true]);
    expect(['10.2.0.1', 'fd13::5', '192.168.4.5', '::ffff:10.1.2.3'].map(may)).toEqual([false, false, false, false]);
  });

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://127.1/',
    'https://[::1]/',
    'https://[::ffff:7f00:1]/',
    'https://169.254.169.254/latest/meta-data/',
    'http://8.8.8.8/',
    'http://erp.example.com/',
  ])('are refused when %s is entered', (url) => {
    expect(isForbiddenLiteral([], url)).toBe(true);
  });
});

describe('INT-05 a call of a webhook', () => {
  it('sends the body and tells status, duration and the beginning of the answer in one line', async () => {
    receiver.answer((_call, response) => response.writeHead(201).end('all\r\nright\u0000\u202E now'));
    const { milliseconds, ...rest } = await call(`${receiver.url}/hook?a=1`);
    expect(rest).toEqual({ status: 201, failure: null, excerpt: 'all right now', retryAfterSeconds: null });
    expect(milliseconds).toBeLessThan(1000);
    expect(receiver.calls).toMatchObject([{ path: '/hook?a=1', body: '{"a":1}' }]);
    expect(receiver.calls[0]?.headers['content-length']).toBe('7');
  });

  it('does not reach a computer that may not be called, and tells it like a name that does not exist', async () => {
    const forbidden = await call(receiver.url, { networks: networksWith([]) });
    const unknown = await call('https://no-such-name.invalid/');
    expect([forbidden.failure, unknown.failure]).toEqual(['address', 'address']);
    expect(receiver.calls).toEqual([]);
  });

  it.each([301, 302, 303, 307, 308])('does not follow a redirect (%s)', async (status) => {
    const other = await openWebhookReceiver();
    receiver.answer((_call, response) => response.writeHead(status, { location: other.url }).end());
    expect(await call(receiver.url)).toMatchObject({ status, failure: 'redirect' });
    expect(other.calls).toEqual([]);
    await other.close();
  });

  it('ends when the endpoint does not answer', async () => {
    receiver.answer(() => undefined);
    expect(await call(receiver.url, { answerMilliseconds: 200 })).toMatchObject({ status: null, failure: 'timeout' });
  });

  it('ends when the endpoint accepts no connection in time', async () => {
    // Nobody answers there; the network is allowed for this test.
    const networks = networksWith(['192.0.2.0/24']);
    const answer = await call('http://192.0.2.1:8080/', { networks, connectMilliseconds: 200 });
    expect(['timeout', 'connect', 'aborted']).toContain(answer.failure);
    expect(answer.milliseconds).toBeLessThan(2000);
  });

  it('does not wait for the end of an answer that never ends, or sends one byte at a time', async () => {
    receiver.answer((_call, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(timer));
    });
    const slow = await call(receiver.url);
    expect([slow.status, slow.failure]).toEqual([200, null]);
    expect(slow.milliseconds).toBeLessThan(2000);
  });

  it('reads no more than some kilobytes of an answer of a gigabyte', async () => {
    let sent = 0;
    receiver.answer((_call, response) => {
      response.writeHead(500, { 'content-length': String(1024 ** 3) });
      const more = () => {
        while (!response.destroyed && sent < 1024 ** 3) {
          sent += 65_536;
          if (!response.write(Buffer.alloc(65_536, 'x'))) return response.once('drain', more);
        }
        return response;
      };
      more();
    });
    const answer = await call(receiver.url);
    expect([answer.status, answer.failure, answer.excerpt?.length]).toEqual([500, 'answer', 1000]);
    expect(sent).toBeLessThan(16 * 1024 ** 2);
  });

  it.each([
    ['a length that is too great', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort', 200, null],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', null, 'answer'],
    ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', null, 'answer'],
    ['a head of a megabyte', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(1_000_000)}\r\n\r\n`, null, 'answer'],
    ['nothing, and closes', '', null, 'aborted'],
  ])('survives an endpoint that sends %s', async (_what, text, status, failure) => {
    const { url, server } = await raw(text);
    expect(await call(url)).toMatchObject({ status, failure });
    server.close();
  });

  it('takes the time that a busy endpoint asks for, up to an hour', async () => {
    const after = async (value: string) => {
      receiver.answer((_call, response) => response.writeHead(503, { 'retry-after': value }).end());
      return (await call(receiver.url)).retryAfterSeconds;
    };
    expect([await after('120'), await after('999999'), await after('soon'), await after('-5')]).toEqual([
      120,
      3600,
      null,
      null,
    ]);
  });

  it('refuses a certificate that nobody vouches for', async () => {
    const answer = await call(receiver.url.replace('http:', 'https:'));
    expect(answer).toMatchObject({ status: null, failure: 'tls' });
  });
});

describe('INT-05 a name that leads elsewhere when it is looked up again', () => {
  it('is looked up once, and the address that was checked is the one that is called', async () => {
    const names = await openNameServer(['127.0.0.1', '10.9.8.7']);
    const url = `http://erp.test:${receiver.port}/`;
    const first = await call(url, { resolver: names.resolver });
    expect([first.status, names.asked()]).toEqual([200, 1]);
    const second = await call(url, { resolver: names.resolver });
    expect([second.status, second.failure]).toEqual([null, 'address']);
    names.close();
  });

  it('is not called when one of its addresses may not be called', async () => {
    const names = await openNameServer(['127.0.0.1+169.254.169.254']);
    const answer = await call(`http://erp.test:${receiver.port}/`, { resolver: names.resolver });
    expect([answer.failure, receiver.calls.length]).toEqual(['address', 0]);
    names.close();
  });
});

/** A server that sends this text to whoever connects, and closes. */
async function raw(text: string): Promise<{ url: string; server: Server }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(text));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address() as { port: number };
  return { url: `http://127.0.0.1:${address.port}/`, server };
}

/** A name server that gives these IPv4 addresses, the next ones at each question, and none of IPv6. */
async function openNameServer(answers: string[]) {
  let asked = 0;
  const socket: Socket = createSocket('udp4', (question, from) => {
    const end = question.indexOf(0, 12) + 5;
    const isIPv4 = question.readUInt16BE(end - 4) === 1;
    const addresses = isIPv4 ? (answers[Math.min(asked++, answers.length - 1)] ?? '').split('+') : [];
    const head = Buffer.from(question.subarray(0, 12));
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(addresses.length, 6);
    head.writeUInt32BE(0, 8);
    const records = addresses.map((address) =>
      Buffer.concat([
        Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4]),
        Buffer.from(address.split('.').map(Number)),
      ]),
    );
    socket.send(Buffer.concat([head, question.subarray(12, end), ...records]), from.port, from.address);
  });
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve);
  });
  const resolver = new Resolver({ timeout: 1000, tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return { resolver, asked: () => asked, close: () => socket.close() };
}
