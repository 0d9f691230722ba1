import { product } from '../product.ts';
import type { Right } from './rights.ts';

/** The kind of a person; exactly one. */
export const personKinds = ['superAdmin', 'technician', 'clientAdmin', 'user'] as const;
export type PersonKind = (typeof personKinds)[number];

/**
 * Who is calling, as far as permission is concerned. The server builds it afresh from the database, the page from the
 * profile.
 */
export interface Actor {
  kind: PersonKind;
  /** The password was right, the second step is still to come: opens nothing else (TFA-02). */
  secondStepPending: boolean;
  /** Somebody else chose the password: nothing else is open before it has been changed. */
  passwordChangeRequired?: boolean;
  /** Two factors are asked for and there is only one: its set-up is all that is open. */
  secondStepMissing?: boolean;
  /** Held rights of a `user`; the client admin holds all of them without a list. */
  rights: readonly Right[];
  /** ROLE_REMOTE_PARAMS_EDIT. */
  remoteParamsEdit: boolean;
  /** The maker's person who acts behind this session, in its owner's name; null or missing where nobody does. */
  master?: Master | null;
}

/** Who is really there, while somebody of the maker's staff acts as a client. */
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

export function roleName(kind: PersonKind): string {
  if (kind === 'superAdmin') return 'ROLE_SUPERADMIN';
  if (kind === 'technician') return `ROLE_${product.slug.toUpperCase()}_TECHNICIAN`;
  return kind === 'clientAdmin' ? 'ROLE_CLIENT_ADMIN' : 'ROLE_USER';
}
