import type { PersonView } from '@fournil/contract/structures/structure';
import { PickDialog } from '../choices/PickDialog.tsx';
import { Avatar } from './Avatar.tsx';
import { usePeopleT } from './messages.ts';

interface PeoplePickerProps {
  title: string;
  submit: (users: number) => string;
  /** The call that lists the users, such as `/structures/people`. */
  path: string;
  /** The users who are already assigned. */
  without?: readonly string[];
  isPending?: boolean;
  onChosen: (ids: string[]) => void;
  onClose: () => void;
}

/** Chooses several users of the organisation by name or address. */
export function PeoplePicker({ without = [], ...props }: PeoplePickerProps) {
  const t = usePeopleT();
  return (
    <PickDialog<PersonView>
      {...props}
      about="people"
      query={{ kind: 'user' }}
      without={{ count: without.length, has: ({ id }) => without.includes(id) }}
      lineOf={({ fullName, imageUrl, email }) => ({
        sign: <Avatar name={fullName} imageUrl={imageUrl} size={28} />,
        name: fullName,
        note: email,
      })}
      words={{
        search: t('people.search'),
        choose: t('people.choose'),
        none: (q) => t(q ? 'people.noneFound' : 'people.nobodyLeft'),
      }}
    />
  );
}
