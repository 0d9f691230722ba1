import { call } from './api.ts';
import { mailbox, until } from './product.ts';

/** The password of every account that is registered here. */
export const ownPassword = 'pétrir à la main';

/**
 * The address of a new client admin with an organisation of their own, activated by the link in the mail; a new one
 * for every try.
 */
export async function registered(name: string, language: 'EN' | 'FR'): Promise<string> {
  const email = `${name}-${Date.now()}@parcours.test`;
  const body = {
    email,
    password: ownPassword,
    firstName: 'Aude',
    lastName: 'Pétrin',
    society: 'Le Pétrin',
    street: '1 rue du Four',
    zipcode: '69001',
    city: 'Lyon',
    country: 'FR',
    timezone: 'Europe/Paris',
    countryCode: language,
  };
  await call('POST', '/register', { body });
  const { status } = await call('POST', '/activate', { body: { token: await linkFor(email, 'activate') } });
  if (status !== 204) throw new Error(`The activation of ${email} answered ${status}.`);
  return email;
}

/** The token of the newest mail to this address that has such a link. */
export async function linkFor(email: string, path: string, after = 0): Promise<string> {
  const found = await until(`a mail to ${email} with a link to ${path} has come`, async () => {
    const tokens = (await mailbox())
      .filter((mail) => mail.includes(email))
      .flatMap((mail) => new RegExp(`/#/${path}/([\\w-]{20,})`).exec(mail)?.[1] ?? []);
    return tokens.length > after ? tokens : null;
  });
  return found.at(-1) ?? '';
}
