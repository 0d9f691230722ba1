import { deviceText } from '@fournil/contract/accounts/sessions';
import { fullNameOf } from '@fournil/contract/kit/person';
import type { Language } from '@fournil/contract/kit/words';
import Bowser from 'bowser';
import { sql } from 'kysely';
import { gateScope, type Trx } from '../db/database.ts';
import { findUserForMail, makeToken, whyShut } from '../identity/index.ts';
import { countryOf } from '../kit/countryOf.ts';
import type { House } from '../kit/house.ts';
import { newId } from '../kit/ids.ts';
import type { Catalogue } from '../kit/jobs/catalogue.ts';
import { type AccountMail, accountMail } from './mails/accountMails.ts';
import { inert } from './mails/inert.ts';
import { invitationText } from './mails/invitationText.ts';
import { writeMail } from './mails/writeMail.ts';

type MailedUser = NonNullable<Awaited<ReturnType<typeof findUserForMail>>>;

/** REG-04, PWD-01, PWD-04: mails about accounts. Each job may run twice; a new link replaces the former one. */
export async function subscribeToAccounts(house: House): Promise<void> {
  const { jobs } = house;
  await jobs.on('account.registered', ({ userId, invitedBy }) => activate(house, { userId }, null, invitedBy));
  await jobs.on('account.activationAsked', ({ email, invitedBy, isOwed }) =>
    activate(house, { email }, isOwed ? null : mostAsked, invitedBy),
  );
  await jobs.on('account.resetAsked', ({ email, isOwed }) => reset(house, email, isOwed ? null : mostAsked));
  await jobs.on('account.registeredAgain', ({ email }) => tellRegisteredAgain(house, email));
  await jobs.on('account.passwordChanged', ({ userId, at }) =>
    plain(house, { userId }, 'passwordChanged', new Date(at)),
  );
  await jobs.on('account.emailReplaced', (event) => tellFormer(house, event));
  await jobs.on('account.emailChanged', (event) => tellHowToTakeBack(house, event));
  await jobs.on('account.emailTakenBack', (event) => tellReverted(house, event));
  await jobs.on('account.emailAsked', (event) => askToConfirm(house, event));
  await jobs.on('account.happened', ({ userId, what, at, address, userAgent, name }) =>
    plain(house, { userId }, what, new Date(at), (user) =>
      address === undefined ? inert(name ?? '') : fromText(address, userAgent ?? '', user.language),
    ),
  );
}

/**
 * PRO-03: the link goes to the new address, a warning to the old one. The answer does not say whether the new address
 * is in use.
 */
async function askToConfirm(house: House, { userId, email }: { userId: string; email: string }): Promise<void> {
  await house.db.as(gateScope, async (trx) => {
    const user = await findUserForMail(trx, { userId });
    if (!user || user.email === email) return;
    await write(house, trx, user, { kind: 'emailChanging', at: house.now(), detail: email });
    const owner = await findUserForMail(trx, { email });
    if (owner && owner.id !== userId) return write(house, trx, owner, { kind: 'registeredAgain', at: house.now() });
    const secret = await makeToken(house, trx, userId, 'email', email);
    await write(house, trx, { ...user, email }, { kind: 'email', at: house.now(), secret });
  });
}

/** USR-05: the former address gets a mail that says whom to contact. */
async function tellFormer(house: House, { userId, former, at }: Catalogue['account.emailReplaced']): Promise<void> {
  await house.db.as(gateScope, async (trx) => {
    const user = await findUserForMail(trx, { userId });
    if (user)
      await write(
        house,
        trx,
        { ...user, email: former },
        { kind: 'emailReplaced', at: new Date(at), detail: user.email },
      );
  });
}

/** SEC-01: the link goes to the former address. */
async function tellHowToTakeBack(
  house: House,
  { userId, former, at, secret }: Catalogue['account.emailChanged'],
): Promise<void> {
  await house.db.as(gateScope, async (trx) => {
    const user = await findUserForMail(trx, { userId });
    if (!user) return;
    const letter = {
      kind: 'emailBack',
      at: new Date(at),
      detail: user.email,
      secret: house.keys.decrypt(secret),
    } as const;
    await write(house, trx, { ...user, email: former }, letter);
  });
}

async function tellReverted(house: House, { userId, former, at }: Catalogue['account.emailTakenBack']): Promise<void> {
  await house.db.as(gateScope, async (trx) => {
    const user = await findUserForMail(trx, { userId });
    if (user) await write(house, trx, { ...user, email: former }, { kind: 'emailTakenBack', at: new Date(at) });
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

async function reset(house: House, email: string, most: number | null): Promise<void> {
  await house.db.as(gateScope, async (trx) => {
    const user = await findUserForMail(trx, { email });
    if (user && !whyShut(house, user)) await writeLink(house, trx, user, { kind: 'reset' }, most);
  });
}

/** REG-04, USR-04: to a person who registered, or to an invited one with the name of the inviter and organisation. */
async function activate(house: House, who: UserKey, most: number | null, invitedBy?: string): Promise<void> {
  await house.db.as(gateScope, async (trx) => {
    const user = await findUserForMail(trx, who);
    if (user && !user.emailVerified) await writeActivation(house, trx, user, most, invitedBy);
  });
}

/** REG-04: an account that is not activated gets that link and no other mail. */
async function tellRegisteredAgain(house: House, email: string): Promise<void> {
  await house.db.as(gateScope, async (trx) => {
    const user = await findUserForMail(trx, { email });
    if (user?.emailVerified === false) return writeActivation(house, trx, user, mostAsked);
    if (user) await write(house, trx, user, { kind: 'registeredAgain', at: house.now() });
  });
}

function writeActivation(
  house: House,
  trx: Trx,
  user: MailedUser,
  most: number | null,
  invitedBy?: string,
): Promise<void> {
  if (!user.isInvited) return writeLink(house, trx, user, { kind: 'activation' }, most);
  return writeLink(house, trx, user, { kind: 'invitation', detail: invitationText(user, invitedBy) }, most);
}

async function writeLink(
  house: House,
  trx: Trx,
  user: MailedUser,
  letter: { kind: 'activation' | 'invitation' | 'reset'; detail?: string },
  most: number | null,
): Promise<void> {
  if (most !== null && (await countWritten(house, trx, user.id, letter.kind)) >= most) return;
  const token = await makeToken(house, trx, user.id, letter.kind === 'reset' ? 'reset' : 'activation');
  await write(house, trx, user, { ...letter, at: house.now(), secret: token });
}

/**
 * The number of mails of the last hour. The account's row is locked, so that concurrent jobs count one after the other.
 */
async function countWritten(house: House, trx: Trx, userId: string, kind: AccountMail): Promise<number> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  const { count } = await trx
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organisationId', 'is', null)
    .where(sql<boolean>`reason collate "C" between ${`${kind} ${userId} `} and ${`${kind} ${userId} ~`}`)
    .where('createdAt', '>', new Date(house.now().getTime() - askedSeconds * 1000))
    .executeTakeFirstOrThrow();
  return count;
}

async function plain(
  house: House,
  who: UserKey,
  kind: AccountMail,
  at: Date,
  detailFor: (user: MailedUser) => string = () => '',
): Promise<void> {
  await house.db.as(gateScope, async (trx) => {
    const user = await findUserForMail(trx, who);
    if (user) await write(house, trx, user, { kind, at, detail: detailFor(user) });
  });
}

interface Letter {
  kind: AccountMail;
  at: Date;
  detail?: string;
  /** The token that only the sent mail contains. */
  secret?: string;
}

async function write(house: House, trx: Trx, user: MailedUser, { kind, at, detail, secret }: Letter): Promise<void> {
  await writeMail(house, trx, {
    organisationId: null,
    reason: `${kind} ${user.id} ${newId()}`,
    to: { email: user.email, fullName: fullNameOf(user) },
    content: accountMail(kind, at, user, house.config.publicUrl, detail),
    secret,
  });
}
