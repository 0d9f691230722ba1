import { deviceText } from '@fournil/contract/accounts/sessions';
import { fullNameOf } from '@fournil/contract/kit/person';
import type { Language } from '@fournil/contract/kit/words';
import Bowser from 'bowser';
import { sql } from 'kysely';
import { gateScope, type Trx } from '../db/database.ts';
import { findUserForMail, makeToken, whyShut } from '../identity/index.ts';
import { countryOf } from '../kit/countryOf.ts';
import { newId } from '../kit/ids.ts';
import type { Catalogue } from '../kit/jobs/catalogue.ts';
import type { Services } from '../kit/services.ts';
import { type AccountMail, accountMail } from './mails/accountMails.ts';
import { inert } from './mails/inert.ts';
import { invitationText } from './mails/invitationText.ts';
import { writeMail } from './mails/writeMail.ts';

type MailedUser = NonNullable<Awaited<ReturnType<typeof findUserForMail>>>;

/** REG-04, PWD-01, PWD-04: mails about accounts. Each job may run twice; a new link replaces the former one. */
export async function subscribeToAccounts(services: Services): Promise<void> {
  const { jobs } = services;
  await jobs.on('account.registered', ({ userId, invitedBy }) => activate(services, { userId }, null, invitedBy));
  await jobs.on('account.activationAsked', ({ email, invitedBy, isOwed }) =>
    activate(services, { email }, isOwed ? null : mostAsked, invitedBy),
  );
  await jobs.on('account.resetAsked', ({ email, isOwed }) => reset(services, email, isOwed ? null : mostAsked));
  await jobs.on('account.registeredAgain', ({ email }) => tellRegisteredAgain(services, email));
  await jobs.on('account.passwordChanged', ({ userId, at }) =>
    plain(services, { userId }, 'passwordChanged', new Date(at)),
  );
  await jobs.on('account.emailReplaced', (event) => tellFormer(services, event));
  await jobs.on('account.emailChanged', (event) => tellHowToTakeBack(services, event));
  await jobs.on('account.emailTakenBack', (event) => tellReverted(services, event));
  await jobs.on('account.emailAsked', (event) => askToConfirm(services, event));
  await jobs.on('account.happened', ({ userId, what, at, address, userAgent, name }) =>
    plain(services, { userId }, what, new Date(at), (user) =>
      address === undefined ? inert(name ?? '') : fromText(address, userAgent ?? '', user.language),
    ),
  );
}

/**
 * PRO-03: the link goes to the new address, a warning to the old one. The answer does not say whether the new address
 * is in use.
 */
async function askToConfirm(services: Services, { userId, email }: { userId: string; email: string }): Promise<void> {
  await services.db.as(gateScope, async (trx) => {
    const user = await findUserForMail(trx, { userId });
    if (!user || user.email === email) return;
    await write(services, trx, user, { kind: 'emailChanging', at: services.now(), detail: email });
    const owner = await findUserForMail(trx, { email });
    if (owner && owner.id !== userId)
      return write(services, trx, owner, { kind: 'registeredAgain', at: services.now() });
    const secret = await makeToken(services, trx, userId, 'email', email);
    await write(services, trx, { ...user, email }, { kind: 'email', at: services.now(), secret });
  });
}

/** USR-05: the former address gets a mail that says whom to contact. */
async function tellFormer(
  services: Services,
  { userId, former, at }: Catalogue['account.emailReplaced'],
): Promise<void> {
  await services.db.as(gateScope, async (trx) => {
    const user = await findUserForMail(trx, { userId });
    if (user)
      await write(
        services,
        trx,
        { ...user, email: former },
        { kind: 'emailReplaced', at: new Date(at), detail: user.email },
      );
  });
}

/** SEC-01: the link goes to the former address. */
async function tellHowToTakeBack(
  services: Services,
  { userId, former, at, secret }: Catalogue['account.emailChanged'],
): Promise<void> {
  await services.db.as(gateScope, async (trx) => {
    const user = await findUserForMail(trx, { userId });
    if (!user) return;
    const letter = {
      kind: 'emailBack',
      at: new Date(at),
      detail: user.email,
      secret: services.keys.decrypt(secret),
    } as const;
    await write(services, trx, { ...user, email: former }, letter);
  });
}

async function tellReverted(
  services: Services,
  { userId, former, at }: Catalogue['account.emailTakenBack'],
): Promise<void> {
  await services.db.as(gateScope, async (trx) => {
    const user = await findUserForMail(trx, { userId });
    if (user) await write(services, trx, { ...user, email: former }, { kind: 'emailTakenBack', at: new Date(at) });
  });
}

/** The country of the address, and the browser's name. */
function fromText(address: string, userAgent: string, language: Language): string {
  const country = countryOf(address);
  const place = country ? `${new Intl.DisplayNames(language, { type: 'region' }).of(country)}, ${address}` : address;
  const { browser, os } = userAgent
    ? Bowser.parse(userAgent.slice(0, 500))
    : { browser: { name: undefined }, os: { name: undefined } };
  // For an unknown browser, the name is its User-Agent header.
  const name = browser.name && inert(browser.name.replace(/[^\x20-\x7e]/g, '').slice(0, 60));
  return `${place} (${deviceText({ browser: name, system: os.name }, language)})`;
}

type UserKey = { userId: string } | { email: string };

/** Mails of one kind per account and hour that can be requested; the answer does not say when they are exceeded. */
const mostAsked = 3;
const askedSeconds = 3600;

async function reset(services: Services, email: string, most: number | null): Promise<void> {
  await services.db.as(gateScope, async (trx) => {
    const user = await findUserForMail(trx, { email });
    if (user && !whyShut(services, user)) await writeLink(services, trx, user, { kind: 'reset' }, most);
  });
}

/** REG-04, USR-04: to a person who registered, or to an invited one with the name of the inviter and organisation. */
async function activate(services: Services, who: UserKey, most: number | null, invitedBy?: string): Promise<void> {
  await services.db.as(gateScope, async (trx) => {
    const user = await findUserForMail(trx, who);
    if (user && !user.emailVerified) await writeActivation(services, trx, user, most, invitedBy);
  });
}

/** REG-04: an account that is not activated gets that link and no other mail. */
async function tellRegisteredAgain(services: Services, email: string): Promise<void> {
  await services.db.as(gateScope, async (trx) => {
    const user = await findUserForMail(trx, { email });
    if (user?.emailVerified === false) return writeActivation(services, trx, user, mostAsked);
    if (user) await write(services, trx, user, { kind: 'registeredAgain', at: services.now() });
  });
}

function writeActivation(
  services: Services,
  trx: Trx,
  user: MailedUser,
  most: number | null,
  invitedBy?: string,
): Promise<void> {
  if (!user.isInvited) return writeLink(services, trx, user, { kind: 'activation' }, most);
  return writeLink(services, trx, user, { kind: 'invitation', detail: invitationText(user, invitedBy) }, most);
}

async function writeLink(
  services: Services,
  trx: Trx,
  user: MailedUser,
  letter: { kind: 'activation' | 'invitation' | 'reset'; detail?: string },
  most: number | null,
): Promise<void> {
  if (most !== null && (await countWritten(services, trx, user.id, letter.kind)) >= most) return;
  const token = await makeToken(services, trx, user.id, letter.kind === 'reset' ? 'reset' : 'activation');
  await write(services, trx, user, { ...letter, at: services.now(), secret: token });
}

/**
 * The number of mails of the last hour. The account's row is locked, so that concurrent jobs count one after the other.
 */
async function countWritten(services: Services, trx: Trx, userId: string, kind: AccountMail): Promise<number> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  const { count } = await trx
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organisationId', 'is', null)
    .where(sql<boolean>`reason collate "C" between ${`${kind} ${userId} `} and ${`${kind} ${userId} ~`}`)
    .where('createdAt', '>', new Date(services.now().getTime() - askedSeconds * 1000))
    .executeTakeFirstOrThrow();
  return count;
}

async function plain(
  services: Services,
  who: UserKey,
  kind: AccountMail,
  at: Date,
  detailFor: (user: MailedUser) => string = () => '',
): Promise<void> {
  await services.db.as(gateScope, async (trx) => {
    const user = await findUserForMail(trx, who);
    if (user) await write(services, trx, user, { kind, at, detail: detailFor(user) });
  });
}

interface Letter {
  kind: AccountMail;
  at: Date;
  detail?: string;
  /** The token that only the sent mail contains. */
  secret?: string;
}

async function write(
  services: Services,
  trx: Trx,
  user: MailedUser,
  { kind, at, detail, secret }: Letter,
): Promise<void> {
  await writeMail(services, trx, {
    organisationId: null,
    reason: `${kind} ${user.id} ${newId()}`,
    to: { email: user.email, fullName: fullNameOf(user) },
    content: accountMail(kind, at, user, services.config.publicUrl, detail),
    secret,
  });
}
