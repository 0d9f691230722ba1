import type { Right } from './rights.ts';
import type { Actor, PersonKind } from './roles.ts';

/** One row of the policy table: the kinds of people and the rights that it needs. */
export type Rule = (
  | { who: 'anyone' }
  /** `setUpToo`: also while the person still has to set up a required second step. */
  | { who: 'signedIn'; pendingToo: boolean; setUpToo?: true; inPerson?: true; proven?: true }
  /** `allOf`: these rights are needed as well. */
  | {
      who: 'these';
      kinds: readonly PersonKind[];
      rights: readonly Right[];
      allOf?: readonly Right[];
      inPerson?: true;
      proven?: true;
    }
  /**
   * Checked for the master behind the session, if there is one: these kinds, or those of `remote` who hold
   * ROLE_REMOTE_PARAMS_EDIT.
   */
  | { who: 'behind'; kinds: readonly PersonKind[]; remote: readonly PersonKind[] }
) & {
  /** INT-04: whether API tokens may do it too: those with the rights that a user needs. */
  tokens: boolean;
};

export const anyone = { who: 'anyone', tokens: false } as const satisfies Rule;
export const signedIn = { who: 'signedIn', pendingToo: false, tokens: false } as const satisfies Rule;
/** SEC-03: the calls that are open while a required second step is not set up. */
export const settingUp = { who: 'signedIn', pendingToo: false, setUpToo: true, tokens: false } as const satisfies Rule;
export const signedInOrPending: Rule = { who: 'signedIn', pendingToo: true, tokens: false };

type OfPeople = Extract<Rule, { who: 'these' }>;

/** These kinds of people, whatever rights they hold. */
export function kinds(...these: PersonKind[]): OfPeople {
  return { who: 'these', kinds: these, rights: [], tokens: false };
}

/** A client admin, or a user or an API token with any of these rights. */
export function right(...anyOf: Right[]): OfPeople {
  return { who: 'these', kinds: ['clientAdmin'], rights: anyOf, tokens: true };
}

/** A client admin, or a user or an API token with each of these rights. */
export function allOf(...these: Right[]): OfPeople {
  return { who: 'these', kinds: ['clientAdmin'], rights: these, allOf: these, tokens: true };
}

/** The same for the super admin, in person. */
export function withMaker(rule: OfPeople): OfPeople {
  return { ...rule, kinds: ['superAdmin', ...rule.kinds] };
}

/** INT-04: for API tokens too, whatever rights they have. */
export function tokensToo(rule: Rule): Rule {
  return { ...rule, tokens: true };
}

/** INT-04: not for API tokens, because it decides about people. */
export function peopleOnly(rule: Rule): Rule {
  return { ...rule, tokens: false };
}

/** Refused in a control session (IMP-04): a master must not gain access that outlasts it. */
export function inPerson<Of extends Extract<Rule, { who: 'signedIn' | 'these' }>>(rule: Of): Of & { inPerson: true } {
  return { ...rule, inPerson: true };
}

/**
 * SEC-01: needs a proof of identity within the last minutes as well, so that an unattended session is not enough to
 * take over the account.
 */
export function proven<Of extends Extract<Rule, { who: 'signedIn' | 'these' }>>(
  rule: Of,
): Of & { inPerson: true; proven: true } {
  return { ...rule, inPerson: true, proven: true };
}

/** Whether the master behind the session, or else the actor, is one of those of such a rule. */
export function isBehind(actor: Actor, rule: Extract<Rule, { who: 'behind' }>): boolean {
  const { kind, remoteParamsEdit } = actor.master ?? actor;
  return rule.kinds.includes(kind) || (remoteParamsEdit && rule.remote.includes(kind));
}
