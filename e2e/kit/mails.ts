import { mailbox, until } from './product.ts';

/** Where the link to this page of the console leads in the newest mail to an address. */
export async function linkFromMail(email: string, path: string): Promise<string> {
  let link = '';
  await until(`a mail to ${email}`, async () => {
    const texts = (await mailbox()).filter((mail) => mail.includes(email));
    link =
      texts.map((text) => new RegExp(`/#(/${path}/[\\w-]+)`).exec(text)?.[1] ?? '').findLast((one) => one !== '') ?? '';
    return link !== '';
  });
  return link;
}
