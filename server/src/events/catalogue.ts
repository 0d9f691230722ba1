import type { MachineErrorCode } from '@fournil/contract/machines/errors';

/** What a person is told about their own account, whatever they have switched off. */
export type AccountHappening =
  | 'guessed'
  | 'newSignIn'
  | 'twoStepOn'
  | 'twoStepOff'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'recoveryCodesRenewed'
  | 'sessionsEnded'
  | 'organisationDeleted'
  | 'organisationRestored'
  | 'accountEnds'
  | 'accountOfOtherEnds';

/** How a machine's serial number, or its credential, was met elsewhere. */
export type Contest = 'tried' | 'entered' | 'released' | 'twoPlaces';

/** What can be announced: names in the past tense, payloads of ids, with the organisation that the work belongs to. */
export interface Catalogue {
  /** What a machine should hold has changed. */
  'machine.desiredChanged': { organisationId: string; machineId: string };
  /** It may no longer connect: deleted, released or out of service. */
  'machine.banned': { organisationId: string; machineId: string };
  /** A serial number was entered or changed; whose it is, is looked up by the job. */
  'machine.serialEntered': { organisationId: string; machineId: string };
  /** Others try or entered its serial number, or the maker took it from it; its people are told. */
  'machine.contested': { organisationId: string; machineId: string; how: Contest; at: string };
  /** Changes of its settings wait to be sent. */
  'machine.commanded': { organisationId: string; machineId: string };
  /** An error began, or ended. */
  'machine.failed': {
    organisationId: string;
    machineId: string;
    code: MachineErrorCode;
    dateStart: string;
    ended: boolean;
  };
  /** Rows of a bulk action wait to be worked off. */
  'bulk.continued': { organisationId: string; runId: string };
  /** Somebody signed in as this person. */
  'person.controlled': { organisationId: string; userId: string; sessionId: string; by: string };
  /**
   * Somebody asked for something at the gate; the address is looked up by the job, so that the answer tells nothing.
   */
  /** `invitedBy` is the full name of whoever made the account for this person. */
  'account.registered': { userId: string; invitedBy?: string };
  'account.registeredAgain': { email: string };
  'account.activationAsked': { email: string; invitedBy?: string };
  /** `isOwed`: by a take-back, however many were asked for of late. */
  'account.resetAsked': { email: string; isOwed?: true };
  'account.passwordChanged': { userId: string; at: string };
  /** An organisation is gone for everybody; its rows are still to follow. */
  'organisation.deleted': { organisationId: string };
  /** Somebody else changed the address; the former one is told. */
  'account.emailReplaced': { userId: string; former: string; at: string };
  /**
   * By the person's own hand: the former address gets the link that takes it back; `secret` is its token, encrypted.
   */
  'account.emailChanged': { userId: string; former: string; at: string; secret: string };
  /** The link was used; `former` is the address that the account has lost again. */
  'account.emailTakenBack': { userId: string; former: string; at: string };
  'account.emailAsked': { userId: string; email: string };
  /** What the owner of an account is told of; where it came from, if that is known, or of whom it tells. */
  'account.happened': {
    userId: string;
    what: AccountHappening;
    at: string;
    address?: string;
    userAgent?: string | null;
    name?: string;
  };
  /** A mail waits to be sent; `organisationId` is null for one about an account. */
  'mail.written': { organisationId: string | null; mailId: string };
}

export type EventName = keyof Catalogue;
export const eventNames: readonly EventName[] = [
  'machine.desiredChanged',
  'machine.banned',
  'machine.serialEntered',
  'machine.contested',
  'machine.commanded',
  'machine.failed',
  'bulk.continued',
  'person.controlled',
  'account.registered',
  'account.registeredAgain',
  'account.activationAsked',
  'account.resetAsked',
  'account.passwordChanged',
  'organisation.deleted',
  'account.emailAsked',
  'account.emailReplaced',
  'account.emailChanged',
  'account.emailTakenBack',
  'account.happened',
  'mail.written',
];
