import type { FaultCode } from '@fournil/contract/machines/faults';
import type { EndedRolloutState, RolloutKindName, RolloutReason } from '@fournil/contract/rollouts/rollout';
import type { WebhookType } from '@fournil/contract/webhooks/webhookEvents';

/** The mails that a person gets about their own account, whatever they have switched off. */
export type AccountHappening =
  | 'guessed'
  | 'proofsFailed'
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
  | 'accountOfOtherEnds'
  | 'apiTokenMade'
  | 'apiTokenEnds'
  | 'webhookPaused';

/** The ways in which a machine's serial number or credentials were used elsewhere. */
export type Contest = 'tried' | 'entered' | 'released' | 'twoPlaces' | 'lost' | 'claimed' | 'proven' | 'disproved';

/** The announcements: names in the past tense, payloads of ids, with the organisation of the work. */
export interface Catalogue {
  /** The desired state of a machine has changed. */
  'machine.desiredChanged': { organisationId: string; machineId: string };
  /** It may no longer connect: deleted, released or out of service. */
  'machine.banned': { organisationId: string; machineId: string };
  /** A serial number was entered or changed; the job looks up its owner. */
  'machine.serialEntered': { organisationId: string; machineId: string };
  /** Its serial number was tried or entered by others, or the maker released it; its people get a mail. */
  'machine.contested': { organisationId: string; machineId: string; how: Contest; at: string };
  /** Changes of its settings wait to be sent. */
  'machine.commanded': { organisationId: string; machineId: string };
  /** A fault began, or ended. */
  'machine.failed': {
    organisationId: string;
    machineId: string;
    code: FaultCode;
    dateStart: string;
    ended: boolean;
  };
  /** An outage was noticed, or all its machines are back. */
  'outage.changed': { organisationId: string; outageId: string; ended: boolean };
  /**
   * MNU-01: what these machines should hold may have changed: the machines themselves, those in a structure and below
   * it, those of a menu, or those of the menus of a program.
   */
  'menus.affected': {
    organisationId: string;
    machineIds?: string[];
    structureId?: string;
    menuId?: string;
    programId?: string;
  };
  /** HRS-01: opening hours or timezones of structures or machines may have changed. */
  'hours.changed': { organisationId: string };
  /**
   * A rollout has paused or ended by its own rules; the person who asked for it gets a mail, which tells its state at
   * that moment, whatever it is when the job runs. `reason`: null for success.
   */
  'rollout.changed': {
    /** Null for those of the maker. */
    organisationId: string | null;
    rolloutId: string;
    askedById: string | null;
    kind: RolloutKindName;
    name: string;
    revision: number | null;
    state: 'paused' | EndedRolloutState;
    reason: RolloutReason | null;
    machines: { total: number; done: number; failed: number };
    at: string;
  };
  /** SWU-06: a rollout of the maker waits for a second person: the other super admins get a mail. */
  'rollout.asked': { rolloutId: string; version: string; askedById: string; askedBy: string; at: string };
  /** Rows of a bulk action wait to be processed. */
  'bulk.continued': { organisationId: string; runId: string };
  /** A control session in this person's name began. */
  'person.controlled': { organisationId: string; userId: string; sessionId: string; by: string };
  /** AUD-01: the history has forgotten a person; the mails that name them are deleted, in these organisations too. */
  'person.forgotten': { userId: string; names: string[]; organisationIds: string[] };
  /** A request by a caller who is not signed in; the job looks up the address, so that the answer reveals nothing. */
  /** `invitedBy` is the full name of the person who created the account. */
  'account.registered': { userId: string; invitedBy?: string };
  'account.registeredAgain': { email: string };
  'account.activationAsked': { email: string; invitedBy?: string; isOwed?: true };
  /**
   * `isOwed`: sent whatever strangers have asked for, after a former address was restored or for a person whose calls
   * are limited themselves.
   */
  'account.resetAsked': { email: string; isOwed?: true };
  'account.passwordChanged': { userId: string; at: string };
  /** An organisation was deleted for everybody; its rows are deleted by the job. */
  'organisation.deleted': { organisationId: string };
  /** Another person changed the address; the former address gets a mail. */
  'account.emailReplaced': { userId: string; former: string; at: string };
  /** The person changed it: the former address gets the link that restores it; `secret` is its token, encrypted. */
  'account.emailChanged': { userId: string; former: string; at: string; secret: string };
  /** The link was used; `former` is the address that was removed. */
  'account.emailTakenBack': { userId: string; former: string; at: string };
  'account.emailAsked': { userId: string; email: string };
  /** The changes of credentials about which the owner gets a mail, with the address of the call where it is known. */
  'account.happened': {
    userId: string;
    what: AccountHappening;
    at: string;
    address?: string;
    userAgent?: string | null;
    name?: string;
  };
  /** Something happened of which an endpoint wants to be told; the job writes the messages. */
  'webhook.happened': {
    id: string;
    organisationId: string;
    type: WebhookType;
    at: string;
    machineId: string | null;
    facts: object;
  };
  /** Messages wait for this endpoint. */
  'webhook.waiting': { organisationId: string; webhookId: string };
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
  'outage.changed',
  'menus.affected',
  'hours.changed',
  'rollout.changed',
  'rollout.asked',
  'bulk.continued',
  'person.controlled',
  'person.forgotten',
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
  'webhook.happened',
  'webhook.waiting',
  'mail.written',
];
