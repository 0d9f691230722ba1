import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type KeptMail, keptMail, mailboxLimits } from '@fournil/contract/demo/mailbox';
import type { Config } from '../../base/config.ts';
import { makeFolder } from '../../base/makeFolder.ts';
import { replaceFile } from '../../base/replaceFile.ts';

/** The folder of mails without a mail server: one file for any mail program, and one for the demo's page. */
export function mailboxFolder(config: Config): string {
  return join(config.dataDir, 'mailbox');
}

/** Named by the mail's id: writing it again replaces it. */
export async function keepMail(folder: string, message: Uint8Array, mail: KeptMail): Promise<void> {
  await makeFolder(folder);
  const contents = { eml: message, json: JSON.stringify(mail) };
  for (const [kind, content] of Object.entries(contents))
    await replaceFile(join(folder, `${mail.id}.${kind}`), content, 0o600);
}

/** Newest first, as they were sent. Their names begin with the time at which they were written. */
export async function keptMails(folder: string): Promise<KeptMail[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).sort();
  const newest = names.slice(-mailboxLimits.shown).reverse();
  const mails = await Promise.all(
    newest.map(async (name) => keptMail.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))),
  );
  return mails.sort((a, b) => b.at.localeCompare(a.at));
}
