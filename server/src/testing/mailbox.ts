import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from './oven.ts';
import type { TestServer } from './testServer.ts';

/** The mails to this address in order, decoded as a mail program shows them. */
export async function mailsTo(server: TestServer, address: string): Promise<string[]> {
  const folder = join(server.services.config.dataDir, 'mailbox');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts
    .filter((text) => new RegExp(`^To:.*(\\r?\\n .*)*${address.replace(/[.+]/g, '\\$&')}`, 'm').test(text))
    .map((text) =>
      text
        .replace(/=\r?\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    );
}

/** The token of the `count`th link to this page of the console. */
export async function linkTo(server: TestServer, address: string, path: string, count = 1): Promise<string> {
  const pattern = new RegExp(`/#/${path}/([\\w-]+)`);
  const tokens = await eventually(async () => {
    const found = (await mailsTo(server, address)).flatMap((text) => pattern.exec(text)?.[1] ?? []);
    return found.length >= count ? found : null;
  });
  return tokens[count - 1] ?? '';
}
