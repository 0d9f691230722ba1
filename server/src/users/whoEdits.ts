import type { PersonKind } from '@fournil/contract/rights/roles';
import type { UserUpdate } from '@fournil/contract/users/user';
import type { Caller } from '../kit/caller.ts';

type Field = keyof UserUpdate;

const names: Field[] = ['firstName', 'lastName'];
const preferences: Field[] = ['countryCode', 'temperatureUnitPreference'];
const rest: Field[] = [
  'society',
  'street',
  'city',
  'country',
  'timezone',
  'description',
  'phone',
  'mobilePhone',
  'zipcode',
  'displayDatePreference',
];
const whole: Field[] = ['email', ...names, ...preferences, ...rest, 'active', 'endsAt'];

/**
 * USR-03, USR-07, TEC-03: the fields of each kind of person that a caller may edit. All other fields cannot be edited.
 */
const fields: Partial<Record<PersonKind, Partial<Record<PersonKind, readonly Field[]>>>> = {
  clientAdmin: { user: [...whole, 'isEuroFourControl'], clientAdmin: [...whole, 'isEuroFourControl'] },
  superAdmin: {
    clientAdmin: whole,
    technician: ['email', ...names, ...preferences, 'remoteParamsEdit', 'active', 'endsAt'],
    superAdmin: ['email', ...names, ...preferences, 'active', 'endsAt'],
  },
  // The owner of the address can take over the account: support edits everything but the address.
  technician: { clientAdmin: [...names, ...preferences, ...rest] },
};

export function canEditKind(caller: Caller, kind: PersonKind): boolean {
  return fields[caller.kind]?.[kind] !== undefined;
}

/** The fields of this update that this caller may not change of that person. */
export function refusedFields(caller: Caller, target: { id: string; kind: PersonKind }, update: UserUpdate): Field[] {
  const allowed = fields[caller.kind]?.[target.kind] ?? [];
  // A person cannot disable themselves; their own address changes by the link of a mail.
  const own: Field[] = target.id === caller.userId ? ['email', 'active', 'endsAt'] : [];
  // IMP-04: in a control session, the address, access, end date and consent of a person cannot be changed.
  const behind: Field[] = caller.master ? ['email', 'active', 'endsAt', 'isEuroFourControl'] : [];
  // IMP-06: only the person gives a consent; an administrator can only withdraw it.
  const consent: Field[] =
    update.isEuroFourControl === true && target.id !== caller.userId ? ['isEuroFourControl'] : [];
  const refused = new Set([...own, ...behind, ...consent]);
  return (Object.keys(update) as Field[]).filter((field) => !allowed.includes(field) || refused.has(field));
}
