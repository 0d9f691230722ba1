import { product } from '../product.ts';
import type { Right } from './rights.ts';

/** The kind of a person. */
export const personKinds = ['superAdmin', 'technician', 'clientAdmin', 'user'] as const;
export type PersonKind = (typeof personKinds)[number];

/**
 * The caller, as far as rights are concerned. The server builds it at each call from the database, the page from the
 * profile.
 */
export interface Actor {
  kind: PersonKind;
  /** The password was right and the second step is missing: nothing else is open (TFA-02). */
  secondStepPending: boolean;
  /** The password was chosen by somebody else: nothing else is open before it has been changed. */
  passwordChangeRequired?: boolean;
  /** A second step is required and not set up: only its set-up is open. */
  secondStepMissing?: boolean;
  /** The rights held by a `user`; a client admin holds all of them without a list. */
  rights: readonly Right[];
  /** ROLE_REMOTE_PARAMS_EDIT. */
  remoteParamsEdit: boolean;
  /** The master who acts in this session in its owner's name; null or missing outside control sessions. */
  master?: Master | null;
  /** INT-04: the caller is a program with this token, as a `user`; null or missing for people. */
  apiToken?: { id: string; name: string } | null;
}

/** The person who acts in a control session: staff, or a client admin. */
export interface Master {
  kind: PersonKind;
  remoteParamsEdit: boolean;
  userId: string;
  fullName: string;
}

/** RGT-01: the roles as the token and the profile carry them; the first one is the label in the top bar. */
export function rolesOf(actor: Actor): string[] {
  if (actor.secondStepPending) return ['ROLE_NEED_2FA'];
  if (actor.passwordChangeRequired) return ['ROLE_NEED_PASSWORD'];
  if (actor.secondStepMissing) return ['ROLE_NEED_SECOND_STEP'];
  const extra = actor.remoteParamsEdit ? ['ROLE_REMOTE_PARAMS_EDIT'] : [];
  return [roleName(actor.kind), ...extra, ...(actor.kind === 'user' ? actor.rights : [])];
}

/** The kind of the person with these roles (`rolesOf`); undefined while a step of the sign-in is missing. */
export function kindOfRoles(roles: readonly string[]): PersonKind | undefined {
  return personKinds.find((kind) => roleName(kind) === roles[0]);
}

export function roleName(kind: PersonKind): string {
  if (kind === 'superAdmin') return 'ROLE_SUPERADMIN';
  if (kind === 'technician') return `ROLE_${product.slug.toUpperCase()}_TECHNICIAN`;
  return kind === 'clientAdmin' ? 'ROLE_CLIENT_ADMIN' : 'ROLE_USER';
}
