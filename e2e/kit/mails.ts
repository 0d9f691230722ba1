import { mailbox, until } from './product.ts';

/** The address of the link to this page of the console in the newest mail to a person. */
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
