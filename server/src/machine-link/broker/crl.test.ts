import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authorityOf } from '../../testing/services/authority.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import type { Authority } from './authority.ts';

let server: TestServer;
let authority: Authority;

beforeAll(async () => {
  server = await openTestServer();
  authority = await authorityOf(server);
});
afterAll(() => server.close());

it.each([0, 1, 20_000])(
  'SCL-01 OpenSSL reads a list of %i revoked certificates, and accepts its signature',
  async (count) => {
    const revoked = Array.from({ length: count }, (_, index) => ({
      serialNumber: `${index % 2 ? '7f' : '00a0'}${index.toString(16).padStart(28, '0')}`,
      at: new Date('2026-10-01T00:00:00Z'),
    }));
    const list = await authority.revocationList(revoked, new Date());
    const folder = mkdtempSync(join(tmpdir(), 'fournil-crl-'));
    const authorityFile = join(folder, 'authority.pem');
    writeFileSync(authorityFile, authority.certificate);
    const { stdout, stderr, status } = spawnSync('openssl', ['crl', '-noout', '-text', '-CAfile', authorityFile], {
      input: list,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    rmSync(folder, { recursive: true });
    expect([status, stderr]).toEqual([0, expect.stringContaining('verify OK')]);
    expect(stdout.match(/Serial Number:/g) ?? []).toHaveLength(count);
  },
);
