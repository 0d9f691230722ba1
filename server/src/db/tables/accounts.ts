import type { TokenKind } from '@fournil/contract/accounts/password';
import type { TemperatureUnit } from '@fournil/contract/kit/units';
import type { Language } from '@fournil/contract/kit/words';
import type { DateDisplay } from '@fournil/contract/kit/zones';
import type { Right } from '@fournil/contract/rights/rights';
import type { PersonKind } from '@fournil/contract/rights/roles';
import type { Generated, Selectable } from 'kysely';

export interface AccountTables {
  organisations: {
    id: string;
    name: string;
    assistanceSharing: Generated<boolean>;
    requiresSecondStep: Generated<boolean>;
    createdAt: Generated<Date>;
    deletedAt: Generated<Date | null>;
    /** From when its rows go for good; until then the maker can bring it back (AUD-03). */
    endsAt: Generated<Date | null>;
    /** Who could sign in when it was deleted. */
    peopleToReturn: Generated<string[]>;
  };
  users: UserRow;
  /** AUD-02: named sets of rights. */
  rightsTemplates: {
    id: string;
    organisationId: string;
    name: string;
    description: string | null;
    rights: Right[];
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
    version: Generated<number>;
  };
  userRights: { userId: string; organisationId: string; right: Right };
  sessions: SessionRow;
  accountTokens: AccountTokenRow;
  recoveryCodes: { userId: string; hash: string };
  passkeys: PasskeyRow;
  /** Asked of a passkey, once; of nobody in particular at the sign-in. */
  passkeyChallenges: { challenge: string; userId: string | null; expiresAt: Date };
  attempts: { key: string; failures: number; blockedUntil: Date | null; updatedAt: Generated<Date> };
}

export interface UserRow {
  id: string;
  /** Null for the maker's staff. */
  organisationId: string | null;
  kind: PersonKind;
  email: string;
  /** The address as it is compared: NFKC, lower case. */
  emailKey: string;
  /** argon2id; null until the person has set one. */
  passwordHash: string | null;
  /** The one that a take-back removed: it is not chosen again. */
  formerPasswordHash: Generated<string | null>;
  firstName: string;
  lastName: string;
  countryCode: Generated<Language>;
  temperatureUnitPreference: Generated<TemperatureUnit>;
  displayDatePreference: Generated<DateDisplay>;
  timezone: string | null;
  active: Generated<boolean>;
  emailVerified: Generated<boolean>;
  googleAuthenticatorConfirmed: Generated<boolean>;
  /** Of the authenticator, encrypted; set by the start, in force once confirmed. */
  twoStepSecret: string | null;
  /** RFC 6238's step of the last code that was used: none up to it works again. */
  twoStepLastStep: number | null;
  twoStepSince: Generated<Date | null>;
  remoteParamsEdit: Generated<boolean>;
  /** IMP-06: accepts that support, or their client admin, signs in as them. */
  isEuroFourControl: Generated<boolean>;
  /** PRO-06: which e-mails this person wants. */
  notificationProblems: Generated<boolean>;
  notificationPrograms: Generated<boolean>;
  notificationTags: Generated<boolean>;
  notificationStructures: Generated<boolean>;
  notificationMachines: Generated<boolean>;
  /** Eight digits, encrypted with the server's key: the person reads them on the home page. */
  securityCode: string | null;
  street: string | null;
  zipcode: string | null;
  city: string | null;
  /** ISO 3166-1 */
  country: string | null;
  /** What the person wrote; without it the organisation's name. */
  society: string | null;
  description: string | null;
  phone: string | null;
  mobilePhone: string | null;
  /** PRO-05: null: initials are shown. */
  pictureId: Generated<string | null>;
  /** Somebody else chose the password: it must be changed at the first sign-in. */
  passwordChangeRequired: Generated<boolean>;
  /** Until when such a password opens the account; null for one's own. */
  passwordEndsAt: Generated<Date | null>;
  /** The last sign-in by the person's own hand: sessions are deleted after a while, this is not (AUD-02). */
  lastSignInAt: Generated<Date | null>;
  /** From then on the account opens nothing (AUD-02). */
  endsAt: Generated<Date | null>;
  /** When people were told by e-mail that it is about to end. */
  endToldAt: Generated<Date | null>;
  /** The template whose rights are this user's; null for rights of their own. */
  rightsTemplateId: Generated<string | null>;
  /** API-06: counts the edits. */
  version: Generated<number>;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
}

/**
 * What members' and staff's connections may read of a person: everything but what sign-in and support's code compare
 * (SEC-05).
 */
export type KnownUser = Omit<
  Selectable<UserRow>,
  'passwordHash' | 'formerPasswordHash' | 'twoStepSecret' | 'twoStepLastStep' | 'twoStepSince' | 'securityCode'
>;
export const knownUserColumns = [
  'id',
  'organisationId',
  'kind',
  'email',
  'emailKey',
  'firstName',
  'lastName',
  'countryCode',
  'temperatureUnitPreference',
  'displayDatePreference',
  'timezone',
  'active',
  'emailVerified',
  'googleAuthenticatorConfirmed',
  'remoteParamsEdit',
  'isEuroFourControl',
  'notificationProblems',
  'notificationPrograms',
  'notificationTags',
  'notificationStructures',
  'notificationMachines',
  'street',
  'zipcode',
  'city',
  'country',
  'society',
  'description',
  'phone',
  'mobilePhone',
  'pictureId',
  'passwordChangeRequired',
  'passwordEndsAt',
  'lastSignInAt',
  'endsAt',
  'endToldAt',
  'rightsTemplateId',
  'version',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof KnownUser)[];
/** The same in a query of several tables. */
export const columnsOfKnownUsers = knownUserColumns.map((column) => `users.${column}` as const);

export interface AccountTokenRow {
  hash: string;
  userId: string;
  kind: TokenKind;
  /** The new address, for a link that confirms one; the former, for a link that takes a change back. */
  email: Generated<string | null>;
  createdAt: Generated<Date>;
  expiresAt: Date;
  usedAt: Date | null;
}

export interface PasskeyRow {
  /** The credential's id, base64url. */
  id: string;
  userId: string;
  /** COSE, base64url. */
  publicKey: string;
  counter: number;
  transports: string[];
  name: string;
  createdAt: Generated<Date>;
  lastUsedAt: Date | null;
}

export interface SessionRow {
  id: string;
  userId: string;
  createdAt: Generated<Date>;
  expiresAt: Date;
  endedAt: Date | null;
  address: string | null;
  userAgent: string | null;
  /** IMP: who acts in this session, and from which of their own. */
  masterId: Generated<string | null>;
  masterSessionId: Generated<string | null>;
  secondStepPending: Generated<boolean>;
  /** Opened, or confirmed since, by two factors. */
  hasSecondFactor: Generated<boolean>;
  lastUsedAt: Generated<Date | null>;
  /** SEC-01: the person's last proof that it is they; never in a session in somebody's name. */
  provenAt: Generated<Date | null>;
}
