import type { Master, PersonKind } from '../rights/roles.ts';
import type { UserUpdate } from './user.ts';

type Field = keyof UserUpdate;

const names: Field[] = ['firstName', 'lastName'];
const preferences: Field[] = ['countryCode', 'temperatureUnitPreference'];
const contact: Field[] = [
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
const every: Field[] = ['email', ...names, ...preferences, ...contact, 'active', 'endsAt'];

const fieldsByKinds: Partial<Record<PersonKind, Partial<Record<PersonKind, readonly Field[]>>>> = {
  clientAdmin: { user: [...every, 'isEuroFourControl'], clientAdmin: [...every, 'isEuroFourControl'] },
  superAdmin: {
    clientAdmin: every,
    technician: ['email', ...names, ...preferences, 'remoteParamsEdit', 'active', 'endsAt'],
    superAdmin: ['email', ...names, ...preferences, 'active', 'endsAt'],
  },
  // The owner of the address can take over the account: support edits everything but the address.
  technician: { clientAdmin: [...names, ...preferences, ...contact] },
};

/** Who edits; `master` as in `Actor`. */
interface Editor {
  id: string;
  kind: PersonKind;
  master?: Pick<Master, 'kind'> | null;
}

/**
 * USR-03, USR-07, TEC-03: the fields of a person that this editor may change; none for a person whom they may not edit.
 * A consent may only be withdrawn, unless it is one's own (IMP-06).
 */
export function editableFields(editor: Editor, person: { id: string; kind: PersonKind }): readonly Field[] {
  // A person cannot disable themselves; their own address changes by the link of a mail.
  const own: Field[] = person.id === editor.id ? ['email', 'active', 'endsAt'] : [];
  // IMP-04: in a control session, the address, access, end date and consent of a person cannot be changed.
  const behind: Field[] = editor.master ? ['email', 'active', 'endsAt', 'isEuroFourControl'] : [];
  return (fieldsByKinds[editor.kind]?.[person.kind] ?? []).filter((field) => ![...own, ...behind].includes(field));
}
