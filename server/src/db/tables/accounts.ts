import type { TokenKind } from '@fournil/contract/accounts/password';
import type { ChangePolicy } from '@fournil/contract/differences/differences';
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
    /** MNU-02: what is to happen to programs that are changed at ovens. */
    changesAtOvens: Generated<ChangePolicy>;
    createdAt: Generated<Date>;
    deletedAt: Generated<Date | null>;
    /** The time of the final deletion; until then the maker can restore it (AUD-03). */
    endsAt: Generated<Date | null>;
    /** The people who could sign in when it was deleted. */
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
  /** A challenge for one use of a passkey; `userId` is null at sign-in, where the person is not known yet. */
  passkeyChallenges: { challenge: string; userId: string | null; expiresAt: Date };
  attempts: { key: string; failures: number; blockedUntil: Date | null; updatedAt: Generated<Date> };
}

export interface UserRow {
  id: string;
  /** Null for the maker's staff. */
  organisationId: string | null;
  kind: PersonKind;
  email: string;
  /** The address in the form in which it is compared: NFKC, lower case. */
  emailKey: string;
  /** argon2id; null until the person has set one. */
  passwordHash: string | null;
  /** The password that restoring a former address removed: it may not be chosen again. */
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
  /** The authenticator's secret, encrypted; stored at the start of the set-up, in force once confirmed. */
  twoStepSecret: string | null;
  /** The RFC 6238 time step of the last accepted code: codes up to it are refused. */
  twoStepLastStep: number | null;
  twoStepSince: Generated<Date | null>;
  remoteParamsEdit: Generated<boolean>;
  /** IMP-06: accepts that support, or their client admin, acts in their name. */
  isEuroFourControl: Generated<boolean>;
  /** PRO-06: the e-mails that this person has switched on. */
  notificationProblems: Generated<boolean>;
  notificationPrograms: Generated<boolean>;
  notificationTags: Generated<boolean>;
  notificationStructures: Generated<boolean>;
  notificationMachines: Generated<boolean>;
  /** Eight digits, encrypted with the server's key; shown on the person's home page. */
  securityCode: string | null;
  street: string | null;
  zipcode: string | null;
  city: string | null;
  /** ISO 3166-1 */
  country: string | null;
  /** Typed by the person; without it the organisation's name. */
  society: string | null;
  description: string | null;
  phone: string | null;
  mobilePhone: string | null;
  /** PRO-05: null: initials are shown. */
  pictureId: Generated<string | null>;
  /** The password was chosen by somebody else: it must be changed at the first sign-in. */
  passwordChangeRequired: Generated<boolean>;
  /** The end of validity of such a password; null for the person's own. */
  passwordEndsAt: Generated<Date | null>;
  /** The last sign-in by the person, not by a master; sessions are deleted after a while, this is not (AUD-02). */
  lastSignInAt: Generated<Date | null>;
  /** The account cannot be used from then on (AUD-02). */
  endsAt: Generated<Date | null>;
  /** The time at which a mail announced this end. */
  endToldAt: Generated<Date | null>;
  /** The rights template of the user; null without one. */
  rightsTemplateId: Generated<string | null>;
  /** API-06: increases with each edit. */
  version: Generated<number>;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
}

/**
 * The columns of a person that the logins of members and staff may read: all except those that sign-in and support's
 * code compare (SEC-05).
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
/** The same for a query over several tables. */
export const columnsOfKnownUsers = knownUserColumns.map((column) => `users.${column}` as const);

export interface AccountTokenRow {
  hash: string;
  userId: string;
  kind: TokenKind;
  /** The new address, for a link that confirms it; the former one, for a link that restores it. */
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
  /** IMP: the master of this control session, and the master's own session. */
  masterId: Generated<string | null>;
  masterSessionId: Generated<string | null>;
  secondStepPending: Generated<boolean>;
  /** Opened, or later confirmed, with two factors. */
  hasSecondFactor: Generated<boolean>;
  lastUsedAt: Generated<Date | null>;
  /** SEC-01: the time of the person's last proof of identity; never set in a control session. */
  provenAt: Generated<Date | null>;
}
