import { z } from 'zod';
import { type SecondStep, secondSteps } from '../accounts/secondSteps.ts';
import { node } from '../kit/hydra.ts';
import { instant } from '../kit/instants.ts';
import { searchText } from '../kit/text.ts';
import type { Words } from '../kit/words.ts';
import { type PersonKind, personKinds } from '../rights/roles.ts';
import { rightsPreview } from '../users/rights.ts';

/** AUD-02: days without a sign-in, and days before its end, after which the review marks an account. */
export const accessLimits = { pageSize: 30, unusedDays: 90, endingDays: 30 } as const;

/** The state of an account; only an `active` account can sign in. */
export const accessStates = ['active', 'invited', 'disabled', 'ended'] as const;
export type AccessState = (typeof accessStates)[number];

/** The reasons for a mark; only for accounts that are active or invited. */
export const accessConcerns = ['unused', 'oneFactor', 'everyRight', 'ending'] as const;
export type AccessConcern = (typeof accessConcerns)[number];

/** GET `access-review`: one person. */
export const accessView = z.object({
  ...node('Access'),
  id: z.string(),
  kind: z.enum(personKinds),
  fullName: z.string(),
  email: z.string(),
  imageUrl: z.string().nullable(),
  state: z.enum(accessStates),
  endsAt: instant.nullable(),
  /** By the person, not by a master in their name; null before the first sign-in. */
  lastSignInAt: instant.nullable(),
  createdAt: instant,
  /** Second steps set up beside the password; empty without one. */
  secondSteps: z.array(z.enum(secondSteps)),
  /** The rights held by a user; null for kinds of people whose rights follow from their kind. */
  rights: z.array(z.string()).nullable(),
  /** The rights template that the person has. */
  template: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** ROLE_REMOTE_PARAMS_EDIT of a technician. */
  remoteParamsEdit: z.boolean(),
  /** What they see of the organisation; null for the maker's staff. */
  sees: rightsPreview.nullable(),
  concerns: z.array(z.enum(accessConcerns)),
});
export type AccessView = z.infer<typeof accessView>;

export const accessFilters = {
  q: searchText(),
  kind: z.enum(personKinds).optional(),
  state: z.enum(accessStates).optional(),
  /** `any`: any mark. */
  concern: z.enum(['any', ...accessConcerns]).optional(),
};
/** `concerns`: the number of marks of an account. */
export const accessOrder = ['concerns', 'lastName', 'email', 'lastSignInAt', 'createdAt', 'endsAt'] as const;

export const accessStateWords: Record<AccessState, Words> = {
  active: { en: 'Active', fr: 'Actif' },
  invited: { en: 'Not activated yet', fr: 'Pas encore activé' },
  disabled: { en: 'Disabled', fr: 'Désactivé' },
  ended: { en: 'Ended', fr: 'Expiré' },
};

export const accessConcernWords: Record<AccessConcern, Words> = {
  unused: { en: 'Not signed in for 90 days', fr: 'Aucune connexion depuis 90 jours' },
  oneFactor: { en: 'No second step', fr: 'Aucune deuxième étape' },
  everyRight: { en: 'All rights', fr: 'Tous les droits' },
  ending: { en: 'Ends within 30 days', fr: 'Prend fin dans les 30 jours' },
};

export const secondStepWords: Record<SecondStep | 'none', Words> = {
  code: { en: 'Code', fr: 'Code' },
  passkey: { en: 'Passkey', fr: 'Clé d’accès' },
  none: { en: 'None', fr: 'Aucune' },
};

export const kindWords: Record<PersonKind, Words> = {
  superAdmin: { en: 'Super admin', fr: 'Super administrateur' },
  technician: { en: 'Technician', fr: 'Technicien' },
  clientAdmin: { en: 'Client admin', fr: 'Administrateur client' },
  user: { en: 'User', fr: 'Utilisateur' },
};
